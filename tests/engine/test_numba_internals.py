"""What the project needs of Numba beyond its promises. A failure here tells what another version has changed."""

import inspect
import subprocess
import sys
import tomllib
from pathlib import Path

import numba
import pytest
from numba.core import event
from numba.core.dispatcher import Dispatcher

from coatl.engine import numba_internals
from coatl.engine.jit import DISABLED

ROOT = Path(__file__).resolve().parents[2]
USES = "src/coatl/engine/numba_internals.py, which leans on it, must change with this version of Numba"
compiled_only = pytest.mark.skipif(DISABLED, reason="nothing is compiled")

TOY = """
import sys
from pathlib import Path
from coatl.engine.numba_internals import cached, compilations, compile_once

def inner(number):
    return number + 1

folder = Path(sys.argv[1])
inner = cached(inner, folder)
compile_once(inner)

def outer(narrow, wide):
    return inner(narrow) + inner(wide) + inner(3)

outer = cached(outer, folder)
begun, done = [], []
with compilations(lambda: begun.append(1), lambda: done.append(1)):
    import numpy as np
    assert outer(np.int8(1), np.int64(2)) == 9
print(len(inner.signatures), len(begun), len(done))
"""


def test_numba_is_one_of_the_tested_versions() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [wanted] = [need for need in project["dependencies"] if need.startswith("numba")]
    lowest, highest = (part.strip("<>=") for part in wanted.removeprefix("numba").split(","))
    version = [int(number) for number in numba.__version__.split(".")[:2]]
    assert as_numbers(lowest) <= version < as_numbers(highest), f"test {USES}, then widen {wanted!r} in pyproject.toml"


def as_numbers(version: str) -> list[int]:
    return [int(number) for number in version.split(".")]


def test_numba_has_the_parts_that_are_used() -> None:
    call = getattr(Dispatcher, "get_call_template", None)
    assert call is not None, f"a compiled function has no get_call_template: {USES}"
    assert list(inspect.signature(call).parameters) == ["self", "args", "kws"], f"get_call_template has others: {USES}"
    for name in ("CACHE_DIR", "CACHE_LOCATOR_CLASSES", "CPU_NAME"):
        assert hasattr(numba.config, name), f"config.{name} is gone: {USES}"
    for name in ("register", "unregister", "Listener"):
        assert hasattr(event, name), f"numba.core.event.{name} is gone: {USES}"
    assert numba_internals.widened(numba.types.literal(3)) is numba.types.int64, f"unliteral is another: {USES}"


@compiled_only
def test_whole_numbers_of_any_width_share_one_version_whose_code_is_kept_once_for_all_copies(tmp_path: Path) -> None:
    for copy, compiled in (("one", 2), ("one", 0), ("two", 0)):  # whoever has the sources twice compiles them once
        program = tmp_path / copy / "toy.py"
        program.parent.mkdir(exist_ok=True)
        program.write_text(TOY, encoding="utf-8")
        run = [sys.executable, str(program), str(tmp_path / "code")]
        shown = subprocess.run(run, capture_output=True, text=True, check=False)
        assert shown.returncode == 0, shown.stderr
        versions, begun, done = map(int, shown.stdout.split())
        assert versions <= 1, f"a version for each width: {USES}"
        assert (begun, done) == (compiled, compiled), f"events, or kept code, are others: {USES}"
        assert list((tmp_path / "code").glob("*.nbi")), f"nothing is kept in config.CACHE_DIR: {USES}"


def test_functions_of_others_are_kept_where_they_were(tmp_path: Path) -> None:
    before = numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES
    numba_internals.cached(as_numbers, tmp_path)
    assert before == (numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES)
