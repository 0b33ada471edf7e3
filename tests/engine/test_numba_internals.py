"""What the project needs of Numba beyond its promises. A failure here tells what another version has changed."""

import ast
import inspect
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.core import event
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.codegen import JITCodeLibrary
from numba.core.dispatcher import Dispatcher

from coatl.bots.card.occurrence_sets import Counts
from coatl.bots.card.turn_policy import Placed
from coatl.engine import numba_internals
from coatl.engine.jit import DISABLED
from coatl.engine.tensors import put_choice

ROOT = Path(__file__).resolve().parents[2]
USES = "src/coatl/engine/numba_internals.py, which leans on it, must change with this version of Numba"
compiled_only = pytest.mark.skipif(DISABLED, reason="nothing is compiled")

TOY = """
import sys
from pathlib import Path
from coatl.engine.numba_internals import cached, compilations

folder = Path(sys.argv[1])

def inner(number):
    if number > 5:
        raise ValueError("too many", number)
    return number + 1

inner = cached(inner, folder)

def factorial(number, so_far):
    return so_far if number < 2 else factorial(number - 1, so_far * number)

factorial = cached(factorial, folder)

def outer(narrow, wide):
    return inner(narrow) + inner(wide) + inner(3) + factorial(narrow, 1)

outer = cached(outer, folder)
begun, done = [], []
with compilations(lambda: begun.append(1), lambda: done.append(1)):
    import numpy as np
    assert outer(np.int8(1), np.int64(2)) == 10
    try:
        outer(np.int8(1), np.int64(7))
    except ValueError as error:
        assert error.args == ("too many", 7)
    else:
        raise AssertionError("an error in a part is lost")
    assert not inner.signatures and not factorial.signatures, "machine code that nobody calls"
    if sys.argv[2:]:
        assert (inner(4), factorial(5, 1)) == (5, 120)
print(len(begun), len(done))
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
    for name in ("compile", "get_overload", "add_overload"):
        assert hasattr(Dispatcher, name), f"a compiled function has no {name}: {USES}"
    for name in ("_finalize_final_module", "_finalize_dynamic_globals", "_verify_declare_only_symbols"):
        assert hasattr(JITCodeLibrary, name), f"a library of code has no {name}: {USES}"
    for name in ("_load_index", "_save_index", "_load_data", "_save_data", "_open_for_write", "_dump"):
        assert hasattr(IndexDataCacheFile, name), f"the files of a cache have no {name}: {USES}"
    for name in ("load_overload", "_load_overload", "_index_key"):
        assert hasattr(FunctionCache, name), f"a cache has no {name}: {USES}"
    for name in ("CACHE_DIR", "CACHE_LOCATOR_CLASSES", "CPU_NAME", "CPU_FEATURES"):
        assert hasattr(numba.config, name), f"config.{name} is gone: {USES}"
    for name in ("register", "unregister", "Listener"):
        assert hasattr(event, name), f"numba.core.event.{name} is gone: {USES}"
    assert numba_internals.widened(numba.types.literal(3)) is numba.types.int64, f"unliteral is another: {USES}"


@compiled_only
def test_parts_are_compiled_once_for_all_widths_and_copies_and_become_machine_code_only_for_python(
    tmp_path: Path,
) -> None:
    code = tmp_path / "code"
    for copy, call, compiled in (  # outer and one part of each function that it calls; then these two for Python
        ("one", [], 3),
        ("one", [], 0),
        ("two", [], 0),  # whoever has the sources twice compiles them once
        ("two", ["parts"], 2),
        ("one", ["parts"], 0),
    ):
        program = tmp_path / copy / "toy.py"
        program.parent.mkdir(exist_ok=True)
        program.write_text(TOY, encoding="utf-8")
        run = [sys.executable, str(program), str(code), *call]
        shown = subprocess.run(run, capture_output=True, text=True, check=False)
        assert shown.returncode == 0, f"{shown.stderr}\n{USES}"
        assert shown.stdout.split() == [str(compiled)] * 2, f"events, or kept code, are others: {USES}"
    kept = {path.name.split("-")[0] for path in code.glob("*.part.nbi")}
    assert kept == {"toy.inner", "toy.factorial"}, f"parts are not kept in config.CACHE_DIR: {USES}"


@compiled_only
def test_functions_of_others_are_kept_where_they_were(tmp_path: Path) -> None:
    before = numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES
    numba_internals.cached(as_numbers, tmp_path)
    assert before == (numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES)


def make_room(size: int) -> int:
    return len(np.zeros(size))


@compiled_only
def test_functions_that_work_in_place_count_no_references_and_make_no_arrays(tmp_path: Path) -> None:
    row = np.zeros(8, np.int8)
    plain = put_choice.py_func  # type: ignore[attr-defined]
    for folder, counting in (("with", True), ("without", False)):
        put = numba_internals.cached(plain, tmp_path / folder, counting)
        put(row, 1, 2, 5, 0)
        counted = any("NRT_incref" in code for code in put.inspect_llvm().values())
        assert counted == counting, f"_nrt does something else: {USES}"
    assert row.tolist() == [0, 0, 0, 1, 0, 0, 0, 0]
    assert numba_internals.cached(make_room, tmp_path / "with")(3) == 3
    with pytest.raises(numba.core.errors.NumbaError, match="zeros"):
        numba_internals.cached(make_room, tmp_path / "without", counting=False)(3)


COUNTED = {"bool", "float", "int", "None", "Counts", "Placed"}  # the last two are tuples of numbers


def compiled_functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every compiled function with the name of its decorator."""
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for decorator in {"jit", "jit_in_place"}.intersection(map(ast.unparse, node.decorator_list)):
                    yield decorator, node


def test_functions_that_work_in_place_return_no_arrays_and_are_given_none_back() -> None:
    """Nobody would count those: an array could be freed while somebody still reads it, or never."""
    functions = list(compiled_functions())
    returning = {
        node.name
        for _, node in functions
        if not set(re.findall(r"\w+", ast.unparse(node.returns or node))) <= {*COUNTED, "tuple"}
    }
    assert {"new_trace", "context_of", "ways_of"} <= returning
    in_place = [node for decorator, node in functions if decorator == "jit_in_place"]
    assert len(in_place) > 500
    for node in in_place:
        called = {ast.unparse(call.func) for call in ast.walk(node) if isinstance(call, ast.Call)}
        assert not returning & {node.name, *called}, node.name
    for tuples in (Counts, Placed):
        assert set(tuples.__annotations__.values()) <= {int, float, bool}
