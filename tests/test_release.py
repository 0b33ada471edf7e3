"""What a release needs: one version in all places, licences of all parts, workflows that name what is there."""

import json
import re
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import numba
import pytest
import yaml  # type: ignore[import-untyped]

from coatl.version import __version__
from tools import address, compiled_wheel, licences, release

ROOT = release.ROOT
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = ROOT / ".github" / "workflows"
BARE_IMPORT = re.compile(r"(?:from |import\()'((?:@[\w-]+/)?[a-z][\w-]*)[/']")


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def test_the_citation_names_this_version() -> None:
    assert yaml.safe_load(read("CITATION.cff"))["version"] == __version__


def test_every_supported_python_is_a_classifier_and_is_tested() -> None:
    named = {one.rpartition(" ")[2] for one in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", one)}
    for workflow, job in (("test.yml", "systems"), ("release.yml", "wheel")):
        matrix = yaml.safe_load((WORKFLOWS / workflow).read_text(encoding="utf-8"))["jobs"][job]["strategy"]["matrix"]
        assert set(matrix["python"]) == named == {"3.11", "3.12", "3.13", "3.14"}
        assert len(matrix["os"]) == 3


def test_workflows_run_what_is_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.M))
    for path in WORKFLOWS.glob("*.yml"):
        for job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values():
            assert job["timeout-minutes"] if "run" in str(job["steps"]) else True
            for step in job["steps"]:
                words = step.get("run", "").split()
                if words[:1] == ["make"]:
                    assert words[1] in targets
                for word in words:
                    if word.startswith(("tests/", ".ci/", "deploy/")):
                        assert (ROOT / word).exists(), word


def test_publishing_stores_no_secret_and_asks_a_person() -> None:
    jobs = yaml.safe_load((WORKFLOWS / "release.yml").read_text(encoding="utf-8"))["jobs"]
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert jobs["publish"]["environment"] == jobs["image"]["environment"] == "release"
    assert "secrets." not in json.dumps(jobs["publish"])


# ---------------------------------------------------------------- licences


def listed() -> dict[str, str]:
    """The parts of the list with their versions."""
    return dict(re.findall(r"^={100}\n(\S+) (\S+) \(.+\)\n={100}$", read("THIRD-PARTY-LICENCES.txt"), re.M))


def test_every_part_of_the_pages_is_in_the_list_of_licences() -> None:
    sources = [
        path for kind in ("*.ts", "*.svelte") for path in (ROOT / "web/src").rglob(kind) if ".test." not in path.name
    ]
    used = {name for path in sources for name in BARE_IMPORT.findall(path.read_text(encoding="utf-8"))}
    development = {"node", "virtual", "vitest", "vite"}  # of tests and of the build
    shipped = {name for name in used if name.partition(":")[0] not in development and not name.startswith("@testing")}
    assert {"svelte", "smol-toml"} <= shipped
    assert {*shipped, *licences.FONTS, licences.THEME} <= set(listed())


def test_the_licences_are_of_the_locked_versions() -> None:
    """`make licences` writes the list anew."""
    locked = json.loads(read("web/package-lock.json"))["packages"]
    pinned = dict(line.split("==") for line in read("constraints.txt").splitlines())
    for name, version in listed().items():
        assert version == (pinned[name] if name in pinned else locked[f"node_modules/{name}"]["version"])


# ---------------------------------------------------------------- the wheel, and the address


def wheel_with(folder: Path, *names: str) -> Path:
    path = folder / "coatl-1.0.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name in names:
            wheel.writestr(name, "x")
    return path


def test_a_wheel_with_all_that_it_needs_is_sound(tmp_path: Path) -> None:
    assert release.faults(wheel_with(tmp_path, *release.NEEDED)) == []


@pytest.mark.parametrize("lacking", release.NEEDED)
def test_a_wheel_that_lacks_something_is_refused(tmp_path: Path, lacking: str) -> None:
    wheel = wheel_with(tmp_path, *(name for name in release.NEEDED if name != lacking))
    assert release.faults(wheel) == [f"{lacking} is missing"]


def test_a_wheel_with_something_strange_is_refused(tmp_path: Path) -> None:
    wheel = wheel_with(tmp_path, *release.NEEDED, "coatl/__pycache__/x.pyc")
    assert release.faults(wheel) == ["coatl/__pycache__/x.pyc does not belong there"]


def test_the_source_archive_has_all_that_the_commands_need() -> None:
    """A pattern without a stroke means every folder of that name: `web` also brought tests/web, without the rest."""
    whole = tomllib.loads(read("pyproject.toml"))["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert all(pattern.startswith("/") for pattern in whole)
    top = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith((".", "__"))}
    made = {"build", "dist"}
    assert {f"/{name}" for name in top - made} | {"/Makefile", "/mkdocs.yml"} <= set(whole)


def test_the_wheel_with_compiled_code_is_pinned_and_lists_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "coatl" / "card.legal-0"
    folder.mkdir(parents=True)
    for name in ("legal.nbi", "legal.1.nbc", "legal.part.nbi", "legal.part.1.nbc"):
        (folder / name).write_bytes(name.encode())
    (tmp_path / "coatl" / "card-0.complete").touch()
    wheel = compiled_wheel.write_wheel(compiled_wheel.contents(tmp_path), tmp_path)
    assert wheel.name.startswith(f"coatl_compiled-{__version__}-cp3")
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    kept = {name.removeprefix("coatl_compiled/") for name in files if name.startswith("coatl_compiled/")}
    assert kept == {"__init__.py", "card-0.complete", "card.legal-0/legal.nbi", "card.legal-0/legal.1.nbc"}
    info = f"coatl_compiled-{__version__}.dist-info"
    needed = re.findall(r"^Requires-Dist: (\S+)$", files[f"{info}/METADATA"].decode(), re.M)
    assert needed == [f"coatl=={__version__}", f"numba=={numba.__version__}"]
    listed_files = dict(line.split(",", 1) for line in files.pop(f"{info}/RECORD").decode().splitlines())
    listed_files.pop(f"{info}/RECORD")
    assert listed_files == {
        name: f"sha256={compiled_wheel.record_digest(data)},{len(data)}" for name, data in files.items()
    }


def test_one_command_writes_the_public_address() -> None:
    project, citation = read("pyproject.toml"), read("CITATION.cff")
    place = "https://forge.example/owner/coatl"
    once = address.with_urls(project, place)
    assert tomllib.loads(once)["project"]["urls"]["Issues"] == f"{place}/issues"
    assert address.with_urls(once, place) == once
    changed = address.with_repository(citation, place)
    assert yaml.safe_load(changed)["repository-code"] == place
    assert address.with_repository(changed, place) == changed
    with pytest.raises(SystemExit):
        address.main("somewhere")
