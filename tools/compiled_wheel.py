"""Builds the wheel `coatl-compiled`: rules, hints, bots and reviews of both games as machine code for most processors.

`python -m tools.compiled_wheel` compiles them from nothing, which takes a minute or two, and writes the wheel to dist/.
Whoever installs it beside `coatl` compiles nothing (docs/design.md, D1). It fits one version of each: of Cóatl, whose
sources it is made from, of Numba, and of Python.
"""

import base64
import hashlib
import os
import platform
import subprocess
import sys
import tempfile
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import numba

from coatl.engine.code_cache import SHIPPED
from coatl.engine.numba_internals import BASELINE, FEATURES, covers_baseline
from coatl.version import __version__

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
LARGEST = 20_000_000  # bytes
PYTHON = ".".join(platform.python_version_tuple()[:2])
METADATA = f"""\
Metadata-Version: 2.4
Name: coatl-compiled
Version: {__version__}
Summary: Cóatl's rules, hints and bots as machine code for {BASELINE}, so that nothing has to be compiled.
License-Expression: MIT
License-File: LICENSE
Requires-Python: =={PYTHON}.*
Requires-Dist: coatl=={__version__}
Requires-Dist: numba=={numba.__version__}
Description-Content-Type: text/plain

Install it beside coatl. A processor that it is not made for compiles as ever.
"""
PACKAGE = '"""Machine code for Cóatl, found by `coatl.engine.code_cache`."""\n'


def tags() -> list[str]:
    """The Pythons and systems that the code fits: those of Numba's own wheel, on which it leans."""
    lines = (distribution("numba").read_text("WHEEL") or "").splitlines()
    return [line.removeprefix("Tag: ") for line in lines if line.startswith("Tag: ")]


def compile_into(folder: Path) -> None:
    """Compiles everything for the baseline, as a fresh machine would."""
    chosen = {"NUMBA_CPU_NAME": BASELINE, "NUMBA_CPU_FEATURES": FEATURES, "NUMBA_CACHE_DIR": str(folder)}
    subprocess.run([sys.executable, "-m", "coatl", "compile"], cwd=ROOT, env={**os.environ, **chosen}, check=True)


def contents(folder: Path) -> dict[str, bytes]:
    """The files of the package. Parts, which only compiling needs, are left out."""
    kept = [path for path in sorted((folder / "coatl").rglob("*")) if path.is_file() and ".part." not in path.name]
    files = {f"{SHIPPED}/{path.relative_to(folder / 'coatl').as_posix()}": path.read_bytes() for path in kept}
    return {f"{SHIPPED}/__init__.py": PACKAGE.encode(), **files}


def write_wheel(files: dict[str, bytes], folder: Path) -> Path:
    """The wheel with these files."""
    pythons, abis, systems = zip(*(tag.split("-") for tag in tags()), strict=True)
    fits = "-".join(".".join(dict.fromkeys(names)) for names in (pythons, abis, systems))
    info = f"{SHIPPED}-{__version__}.dist-info"
    lines = ["Wheel-Version: 1.0", "Generator: coatl", "Root-Is-Purelib: false", *(f"Tag: {tag}" for tag in tags())]
    files = {
        **files,
        f"{info}/METADATA": METADATA.encode(),
        f"{info}/WHEEL": "\n".join([*lines, ""]).encode(),
        f"{info}/licenses/LICENSE": (ROOT / "LICENSE").read_bytes(),
    }
    record = [f"{name},sha256={record_digest(data)},{len(data)}" for name, data in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    folder.mkdir(exist_ok=True)
    wheel = folder / f"{SHIPPED}-{__version__}-{fits}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return wheel


def record_digest(data: bytes) -> str:
    """A digest as the list of a wheel's files has it."""
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def build() -> Path:
    """The wheel, from an empty cache."""
    if not covers_baseline():
        raise SystemExit(f"Code for {BASELINE} can be made on such a machine alone.")
    with tempfile.TemporaryDirectory() as place:
        compile_into(Path(place))
        return write_wheel(contents(Path(place)), DIST)


if __name__ == "__main__":
    made = build()
    print(f"built {made.name}: {made.stat().st_size:,} bytes")
