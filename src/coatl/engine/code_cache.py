"""Where machine code is kept between runs: one folder for each module with compiled functions.

Numba does not notice that a function called from another file has changed, so a folder is named after everything that
the code in it can be made of: the module, whatever it imports from this project, and so on, and how it is compiled. An
edit of a view or of a message changes none of them, and nothing is compiled anew; where the sources lie does not
matter, so two copies of the program compile once.

Code may also come with the package `coatl-compiled`, made for a baseline of processors that this one has to cover. It
lies in folders of the same names, so what was made from other sources, or by another compiler, is not found.
"""

import hashlib
import os
import re
import shutil
import tempfile
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from coatl.folders import temporary_folder, user_folder

SOURCES = Path(__file__).resolve().parents[2]
DISABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")  # whether the rules run as plain Python
IMPORT = re.compile(r"^(?:from (coatl[\w.]*) import (\([^)]*\)|.*)|import (coatl[\w.]*))", re.MULTILINE)
COMPILER = {"coatl.engine.jit": "coatl.engine.numba_internals"}  # of the decorator only how it compiles matters
SHIPPED = "coatl_compiled"  # the package with code that was compiled elsewhere
DAY = 86_400
UNUSED_DAYS = 30  # after which the code of other sources is deleted


def file_of(module: str) -> Path:
    """The source of a module or package of this project."""
    path = SOURCES.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def source_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def imports_of(path: Path) -> frozenset[Path]:
    """The sources of this project that a source imports when it is loaded; not those that its types alone need."""
    found = set()
    for origin, names, whole in IMPORT.findall(source_of(path)):
        if origin and SOURCES.joinpath(*origin.split(".")).is_dir():
            modules = [f"{origin}.{name}" for name in re.findall(r"\w+", names)]
            found |= {module if file_of(module).exists() else origin for module in modules}
        else:
            found.add(origin or whole)
    return frozenset(file_of(COMPILER.get(module, module)) for module in found)


@cache
def reachable(path: Path) -> frozenset[Path]:
    """The source itself, and every source of this project that it imports, however indirectly."""
    found, waiting = {path}, [path]
    while waiting:
        new = imports_of(waiting.pop()) - found
        found |= new
        waiting += new
    return frozenset(found)


def digest(paths: frozenset[Path], shipped: bool = False) -> str:
    """A short hash of sources and of how they are compiled."""
    from coatl.engine.numba_internals import BASELINE_SETTINGS, SETTINGS

    found = hashlib.sha256((BASELINE_SETTINGS if shipped else SETTINGS).encode())
    for text in sorted(f"{path.name}\0{source_of(path)}" for path in paths):
        found.update(text.encode())
    return found.hexdigest()[:16]


@cache
def cache_root() -> Path:
    """Where compiled code is kept between runs, whoever the user is."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    root = Path(given) / "coatl" if given else user_folder("cache")
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:  # a read-only home
        return temporary_folder()


@cache
def code_folder(module: str, path: Path | None = None) -> Path:
    """The folder of a module's compiled code, for exactly these sources; `path` is its file, if it is not ours."""
    return cache_root() / f"{module.removeprefix('coatl.')}-{digest(reachable(path or file_of(module)))}"


@cache
def shipped_root() -> Path | None:
    """Where the package `coatl-compiled` has its code; None if there is none, or this processor cannot run it."""
    package = None if DISABLED else find_spec(SHIPPED)
    if package is None or not package.submodule_search_locations:
        return None
    from coatl.engine.numba_internals import covers_baseline

    return Path(package.submodule_search_locations[0]) if covers_baseline() else None


@cache
def shipped_folder(module: str, path: Path | None = None) -> Path | None:
    """The folder of a module's code in that package, for exactly these sources."""
    root = shipped_root()
    return root and root / f"{module.removeprefix('coatl.')}-{digest(reachable(path or file_of(module)), shipped=True)}"


@cache
def compiled_modules(package: str) -> tuple[str, ...]:
    """The modules of a package, such as `bots.board`, that hold compiled functions."""
    files = sorted(SOURCES.joinpath("coatl", *package.split(".")).glob("*.py"))
    return tuple(f"coatl.{package}.{path.stem}" for path in files if "\n@jit" in source_of(path))


def compiled_functions(package: str) -> int:
    """How many functions of a package have been compiled; each leaves a file."""
    return sum(len(list(code_folder(module).glob("*.nbi"))) for module in compiled_modules(package))


@cache
def sources_of(package: str) -> frozenset[Path]:
    """All that the compiled functions of a package are made from."""
    return frozenset().union(*(reachable(file_of(module)) for module in compiled_modules(package)))


@cache
def note_of(package: str) -> Path:
    """The note that a whole package was compiled from these sources."""
    return cache_root() / f"{package}-{digest(sources_of(package))}.complete"


@cache
def is_shipped(package: str) -> bool:
    """Whether the whole package came compiled from these sources."""
    root = shipped_root()
    return root is not None and (root / f"{package}-{digest(sources_of(package), shipped=True)}.complete").exists()


def is_compiled(package: str) -> bool:
    """Whether the whole package has been compiled on this machine before, or came compiled."""
    if DISABLED:
        return True
    note_use(note_of(package))
    return note_of(package).exists() or is_shipped(package)


def note_compiled(package: str) -> None:
    """Remembers, after a warm-up, that the whole package is compiled; a warm-up that is cut short leaves no note."""
    if not DISABLED:
        note_of(package).touch()


def note_use(kept: Path) -> None:
    """Remembers, to the day, that a folder of code or a note is used."""
    try:
        if kept.stat().st_mtime < time.time() - DAY:
            os.utime(kept)
    except OSError:  # not there yet, or another user's
        pass


def forget_unused_code() -> None:
    """Deletes code that no copy of the program on this machine has used for a month."""
    for entry in cache_root().iterdir():
        try:
            if entry.stat().st_mtime < time.time() - UNUSED_DAYS * DAY:
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        except OSError:  # somebody else was faster, or it is another user's
            continue
