"""The parts of Numba that it does not promise to keep, all in one place.

`pyproject.toml` holds Numba to the versions with which they were tested, and `tests/engine/test_numba_internals.py`
says which of them has changed in another one.
"""

from __future__ import annotations

import gc
import hashlib
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numba
from llvmlite.binding import (  # type: ignore[import-untyped]
    get_host_cpu_features,
    get_host_cpu_name,
    parse_bitcode,
)
from numba import _dynfunc, config, types
from numba.core import event
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, UserProvidedCacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, compile_result
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


def settings(cpu: str) -> str:
    """What decides, besides the sources, how code is compiled for a processor."""
    return " ".join(map(str, (numba.__version__, *sys.version_info[:2], cpu, config.BOUNDSCHECK)))


SETTINGS = settings(config.CPU_NAME or get_host_cpu_name())
BASELINE = "x86-64-v3"  # the processors for which code is compiled that travels: most since 2013
BASELINE_FEATURES = (
    *("cmov", "cx8", "fxsr", "mmx", "sse", "sse2"),
    *("cx16", "sahf", "popcnt", "sse3", "sse4.1", "sse4.2", "ssse3"),
    *("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"),
)
BASELINE_SETTINGS = settings(BASELINE)
FEATURES = ",".join(f"+{name}" for name in BASELINE_FEATURES)  # as the compiler wants them
COMPILE = "numba:compile"  # the event of one compiled function


class FolderLocator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Keeps machine code in one folder, wherever the sources lie: the folder's name tells what they say.

    By itself Numba makes a folder for each place of the sources, so that two copies of a program compile twice, and
    tries for each function, when it is loaded, whether the folder can be written.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """No folder below the one that was given."""
        return ""

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> FolderLocator:
        """Made without a look at the disk; `ensure_cache_path` makes the folder when there is something to keep."""
        return cls(py_func, py_file)

    def get_source_stamp(self) -> str:
        """Nothing more: the name of the folder holds a hash of the sources."""
        return ""


@contextmanager
def kept_in(folder: Path) -> Iterator[None]:
    """Functions that are wrapped meanwhile keep in the folder what they become."""
    before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = str(folder), f"{__name__}.{FolderLocator.__name__}"
    try:
        yield
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before


def covers_baseline() -> bool:
    """Whether this processor runs code that was compiled for the baseline."""
    features = get_host_cpu_features()
    return all(features.get(name) for name in BASELINE_FEATURES)


def cached(function: Callable[..., Any], folder: Path, counting: bool = True, shipped: Path | None = None) -> Any:
    """The function, to be compiled when it is first called; what it becomes is kept in the folder.

    What the folder lacks is looked for among `shipped` code, which was compiled elsewhere.

    There are two versions of it. Called from Python, it becomes machine code, together with all that it calls. Called
    by another compiled function, it is only ever a part of that one, and neither machine code of its own nor a wrapper
    for Python is made: those would take a third of the time and be used by nobody. Of the part there is one version
    for all whole numbers: Numba would make one for every width and every constant in a call.

    Without `counting` of references to arrays it must not make any: Numba refuses to compile it. It always says which,
    since Numba would take it from whoever calls the function first.
    """
    options = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": counting}
    with kept_in(folder):
        compiled = numba.njit(**options)(function)
        compiled._cache = CodeCache(function, shipped)
    add_overload = compiled.add_overload

    @cache
    def part() -> Any:
        with kept_in(folder):
            made = numba.njit(pipeline_class=PartCompiler, no_cpython_wrapper=True, **options)(function)
            made._cache = PartCache(function)
        made._compiling_counter = compiled._compiling_counter  # by which a function is known to call itself
        return made

    def call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return part().get_call_template(tuple(map(widened, args)), {name: widened(kind) for name, kind in kws.items()})

    def add_with_parts(result: Any) -> None:
        for environment in result._find_referenced_environments():  # which the parts have not set themselves
            result.library.codegen.set_env(environment.env_name, environment)
        add_overload(result)

    compiled.get_call_template, compiled.add_overload = call_template, add_with_parts
    compiled.get_overload = lambda signature: part().get_overload(signature)
    return compiled


class CheckedFiles(IndexDataCacheFile):  # type: ignore[misc]
    """The files of a function's code. Each begins with a digest of the rest; what is damaged counts as missing.

    The folder's name says what the code was made from, so neither version nor source is noted in them.
    """

    def _read(self, path: str) -> Any:
        """What a file holds; None if there is no such file, or not as it was written."""
        try:
            kept = Path(path).read_bytes()
        except FileNotFoundError:
            return None
        size = hashlib.sha256().digest_size
        return pickle.loads(kept[size:]) if hashlib.sha256(kept[size:]).digest() == kept[:size] else None

    def _write(self, path: str, content: Any) -> None:
        data = self._dump(content)
        with self._open_for_write(path) as file:
            file.write(hashlib.sha256(data).digest() + data)

    def _load_index(self) -> dict[Any, str]:
        return self._read(self._index_path) or {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(self._index_path, overloads)

    def _load_data(self, name: str) -> Any:
        return self._read(self._data_path(name))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)


class CodeCache(FunctionCache):  # type: ignore[misc]
    """The cache of one function's machine code."""

    def __init__(self, function: Callable[..., Any], shipped: Path | None = None) -> None:
        super().__init__(function)
        self._cache_file = CheckedFiles(self._cache_path, self._impl.filename_base, "")
        self._shipped = None if shipped is None else CheckedFiles(str(shipped), self._impl.filename_base, "")

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was kept. The first look brings in half of Numba, no garbage: searching it takes a tenth of a start."""
        collecting = gc.isenabled()
        gc.disable()
        try:
            return super().load_overload(sig, target_context)
        finally:
            if collecting:
                gc.enable()

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        found = super()._load_overload(sig, target_context)
        if found is None and self._shipped is not None:
            signature, (triple, *_), hashes = self._index_key(sig, target_context.codegen())
            found = self._shipped.load((signature, (triple, BASELINE, FEATURES), hashes))
            return found and self._impl.rebuild(target_context, found)
        return found


class PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Optimised code to be linked into other code; it never becomes machine code by itself."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def serialize_using_object_code(self) -> tuple[str, bytes]:
        """Its name, and what other code is linked with."""
        return self.name, self._get_module_for_linking().as_bitcode()

    @classmethod
    def restored(cls, codegen: Any, name: str, bitcode: bytes) -> PartLibrary:
        """The library that was kept."""
        library = cls(codegen, name)
        library._final_module = library._shared_module = parse_bitcode(bitcode)
        library._finalized = True
        return library


def key_of(library: PartLibrary, fndesc: Any, environment: Any) -> Any:
    """What stands for a part among the functions that compiled code may call; it is never called itself."""
    return _dynfunc.make_function(fndesc.lookup_module(), fndesc.qualname, "", 0, environment, (library,))


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):  # type: ignore[misc]
    """Lowers a function to code that is linked into others; only a key stands for it among callable functions."""

    _name = "coatl_part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Leaves the library and the key in the state."""
        state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        state.cr = state.cr._replace(cfunc=key_of(state.library, state.cr.fndesc, state.cr.env))
        state.targetctx.insert_user_function(state.cr.cfunc, state.cr.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        return True


class PartCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's own passes up to the last, which makes machine code."""

    def define_pipelines(self) -> list[Any]:
        """The one way to compile."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state, "coatl_part")
        passes.passes = [(PartLowering if one is NativeLowering else one, about) for one, about in passes.passes]
        passes.finalize()
        return [passes]


class PartCacheImpl(CompileResultCacheImpl):  # type: ignore[misc]
    """Keeps parts beside machine code, in files of their own."""

    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        """Another name than that of the machine code of the same function."""
        return f"{super().get_filename_base(fullname, abiflags)}.part"

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """What was kept by `CompileResult._reduce`."""
        (name, bitcode), fndesc, environment, signature, objectmode, lifted, annotation, reload_init, envs = payload
        for reload in reload_init:
            reload()
        library = PartLibrary.restored(target_context.codegen(), name, bitcode)
        return compile_result(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=library,
            environment=environment,
            entry_point=key_of(library, fndesc, environment),
            fndesc=fndesc,
            type_annotation=annotation,
            signature=signature,
            objectmode=objectmode,
            lifted=lifted,
            reload_init=reload_init,
            referenced_envs=envs,
        )


class PartCache(CodeCache):
    """The cache of one function's parts."""

    _impl_class = PartCacheImpl


def widened(kind: Any) -> Any:
    """The type with its constant forgotten, whole numbers as the widest there are."""
    plain = types.unliteral(kind)
    return types.int64 if isinstance(plain, types.Integer) and plain.bitwidth < 64 else plain


class Listener(event.Listener):  # type: ignore[misc]
    """Hears of every function that is compiled: `started` before, `finished` after it."""

    def __init__(self, started: Callable[[], None], finished: Callable[[], None]) -> None:
        self.started, self.finished = started, finished

    def on_start(self, event: Any) -> None:
        """A function is to be compiled."""
        self.started()

    def on_end(self, event: Any) -> None:
        """It is compiled."""
        self.finished()


@contextmanager
def compilations(started: Callable[[], None], finished: Callable[[], None]) -> Iterator[None]:
    """Calls these for every function that is compiled meanwhile."""
    listener = Listener(started, finished)
    event.register(COMPILE, listener)
    try:
        yield
    finally:
        event.unregister(COMPILE, listener)
