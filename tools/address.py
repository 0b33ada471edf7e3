"""Writes the public address of the project where tools look for it: `python -m tools.address ADDRESS`.

Until the project has one, nothing names any: `project.urls` in pyproject.toml stays away rather than invented.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAMES = {"Homepage": "", "Documentation": "/tree/main/docs", "Changes": "/blob/main/CHANGELOG.md", "Issues": "/issues"}


def urls(address: str) -> str:
    """The section of pyproject.toml."""
    lines = "".join(f'{name} = "{address}{path}"\n' for name, path in NAMES.items())
    return f"[project.urls]\n{lines}\n"


def with_urls(project: str, address: str) -> str:
    """The project file with this address, whether it had one or not.

    >>> "Issues" in with_urls("[project.scripts]", "https://example.org/coatl")
    True
    """
    bare = re.sub(r"\[project\.urls\]\n(?:.+\n)*\n", "", project)
    return bare.replace("[project.scripts]", f"{urls(address)}[project.scripts]", 1)


def with_repository(citation: str, address: str) -> str:
    """The citation file with this address."""
    bare = re.sub(r"^repository-code: .*\n", "", citation, flags=re.M)
    return f"{bare.rstrip()}\nrepository-code: {address}\n"


def main(address: str) -> None:
    """Changes both files."""
    address = address.rstrip("/")
    if not re.fullmatch(r"https://[\w.-]+/\S+", address):
        raise SystemExit("An address begins with https:// and names host and project.")
    for name, change in (("pyproject.toml", with_urls), ("CITATION.cff", with_repository)):
        path = ROOT / name
        path.write_text(change(path.read_text(encoding="utf-8"), address), encoding="utf-8")
    print(f"pyproject.toml and CITATION.cff name {address} now.")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("python -m tools.address https://HOST/OWNER/PROJECT")
    main(sys.argv[1])
