"""Machine code that was compiled elsewhere: used where it fits, and never if it is damaged, foreign or old (D1)."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from coatl.engine import code_cache, numba_internals
from coatl.engine.code_cache import SHIPPED, file_of
from coatl.engine.jit import DISABLED
from coatl.engine.numba_internals import BASELINE, FEATURES, cached, compilations, covers_baseline

ROOT = Path(__file__).resolve().parents[2]
needs_baseline = pytest.mark.skipif(DISABLED or not covers_baseline(), reason="nothing is compiled for the baseline")
BUILD = """
import sys
from pathlib import Path
from coatl.engine.numba_internals import cached
from tests.engine.test_shipped_code import twice
cached(twice, Path(sys.argv[1]))(3)
"""


def twice(number: int) -> int:
    return 2 * number


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a function that was compiled for the baseline."""
    folder = tmp_path_factory.mktemp("built")
    chosen = {"NUMBA_CPU_NAME": BASELINE, "NUMBA_CPU_FEATURES": FEATURES}
    subprocess.run([sys.executable, "-c", BUILD, str(folder)], cwd=ROOT, env={**os.environ, **chosen}, check=True)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def written(folder: Path, files: dict[str, bytes]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


def compiled_to_call(own: Path, shipped: Path | None) -> int:
    """How many functions are compiled when it is called, with code in these places."""
    begun: list[int] = []
    with compilations(lambda: begun.append(1), lambda: None):
        assert cached(twice, own, shipped=shipped)(21) == 42
    return len(begun)


@needs_baseline
def test_code_that_came_compiled_is_used_and_nothing_is_written(tmp_path: Path, built: dict[str, bytes]) -> None:
    shipped = written(tmp_path / "shipped", built)
    assert compiled_to_call(tmp_path / "own", shipped) == 0
    assert not (tmp_path / "own").exists()
    assert compiled_to_call(tmp_path / "own", None) == 1  # as without it
    assert compiled_to_call(tmp_path / "own", shipped) == 0


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "a bit": lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
    "the digest": lambda data: bytes([data[0] ^ 1]) + data[1:],
    "the end": lambda data: data[:-100],
    "all": lambda data: b"",
}


@needs_baseline
@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_code_is_never_run(tmp_path: Path, built: dict[str, bytes], damage: str, ending: str) -> None:
    damaged = {name: DAMAGES[damage](data) if name.endswith(ending) else data for name, data in built.items()}
    assert damaged != built
    shipped = written(tmp_path / "shipped", damaged)
    assert compiled_to_call(tmp_path / "own", shipped) == 1
    kept = {path.name: path.read_bytes() for path in (tmp_path / "own").iterdir()}
    written(tmp_path / "own", {name: DAMAGES[damage](kept[name]) for name in kept if name.endswith(ending)})
    assert compiled_to_call(tmp_path / "own", None) == 1  # one's own as well
    assert compiled_to_call(tmp_path / "own", None) == 0  # and it is mended


@needs_baseline
def test_code_for_another_processor_is_never_run(
    tmp_path: Path, built: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = written(tmp_path / "shipped", built)
    monkeypatch.setattr(numba_internals, "FEATURES", f"{FEATURES},+avx512f")
    assert compiled_to_call(tmp_path / "own", shipped) == 1


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package with code, and a user who has compiled nothing."""
    package = tmp_path / "installed" / SHIPPED
    package.mkdir(parents=True)
    monkeypatch.syspath_prepend(str(package.parent))
    monkeypatch.setattr(code_cache, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(code_cache, "DISABLED", False)
    monkeypatch.setattr(numba_internals, "covers_baseline", lambda: True)
    forget(code_cache.shipped_root, code_cache.shipped_folder, code_cache.is_shipped, code_cache.note_of)
    yield package
    forget(code_cache.shipped_root, code_cache.shipped_folder, code_cache.is_shipped, code_cache.note_of)


def forget(*functions: object) -> None:
    for function in functions:
        function.cache_clear()  # type: ignore[attr-defined]


def test_a_package_that_came_whole_is_compiled(installed: Path) -> None:
    assert not code_cache.is_compiled("card")
    key = code_cache.digest(code_cache.sources_of("card"), shipped=True)
    (installed / f"card-{key}.complete").touch()
    code_cache.is_shipped.cache_clear()
    assert code_cache.is_compiled("card")
    assert not code_cache.is_compiled("board")


def test_a_processor_below_the_baseline_takes_none_of_it(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert code_cache.shipped_folder("coatl.card.legal") is not None
    forget(code_cache.shipped_root, code_cache.shipped_folder)
    features = dict.fromkeys(numba_internals.BASELINE_FEATURES, True)
    monkeypatch.setattr(numba_internals, "get_host_cpu_features", lambda: features)
    monkeypatch.setattr(numba_internals, "covers_baseline", covers_baseline)
    assert code_cache.shipped_root() == installed
    forget(code_cache.shipped_root)
    features["avx2"] = False
    assert code_cache.shipped_root() is None
    assert code_cache.shipped_folder("coatl.card.legal") is None


def test_code_of_other_sources_is_not_found(installed: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text("from coatl.engine import chance\n", encoding="utf-8")
    before = code_cache.shipped_folder("own", own)
    own.write_text("from coatl.engine import chance, patterns\n", encoding="utf-8")
    forget(code_cache.source_of, code_cache.imports_of, code_cache.reachable, code_cache.shipped_folder)
    assert before is not None
    assert before.parent == installed
    assert code_cache.shipped_folder("own", own) not in (before, None)
    assert file_of("coatl.engine.patterns") in code_cache.reachable(own)


def test_without_the_package_nothing_is_looked_for() -> None:
    forget(code_cache.shipped_root)
    try:
        assert code_cache.shipped_root() is None
    finally:
        forget(code_cache.shipped_root)
