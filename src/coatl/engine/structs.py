"""A state as one NumPy record, declared once for the reader, the type checker and the compiler.

A class whose fields are `Annotated[type, dtype, *shape]` describes a record; `dtype_of` turns it into
the structured dtype that the compiled rules work on.

>>> class Cell:
...     colours: Annotated[Ints, np.int8, 2]
...     count: Int8
>>> record = empty(Cell)
>>> record.colours[1] = 3
>>> record.colours.tolist(), int(record.count)
([0, 3], 0)
"""

import inspect
from functools import cache
from typing import Annotated, Any, TypeAlias, TypeVar, get_type_hints

import numpy as np
import numpy.typing as npt

Ints: TypeAlias = npt.NDArray[np.signedinteger[Any]]
Records: TypeAlias = npt.NDArray[Any]
Int8 = Annotated[int, np.int8]
Int16 = Annotated[int, np.int16]
Int64 = Annotated[int, np.int64]
Type = TypeVar("Type")


@cache
def dtype_of(declaration: type) -> np.dtype[Any]:
    """The structured dtype that the class describes; nested classes become nested records.

    There is one dtype for a class: Numba knows it again at once, while equal ones are compared field by field at every
    call into compiled code.
    """
    fields = []
    for name, hint in get_type_hints(declaration, include_extras=True).items():
        if hasattr(np.record, name):
            raise TypeError(f"a record has an attribute {name!r} of its own, which would hide the field")
        kind, *shape = hint.__metadata__
        is_record = inspect.isclass(kind) and not issubclass(kind, np.generic)
        fields.append((name, dtype_of(kind) if is_record else np.dtype(kind), tuple(shape)))
    return np.dtype((np.record, np.dtype(fields)))


def empties(declaration: type, count: int) -> Records:
    """An array of zeroed records."""
    return np.zeros(count, dtype_of(declaration))


def copy_of(records: Records) -> Records:
    """An independent copy; NumPy's own goes field by field through nested records and takes fifty times as long."""
    return np.ndarray(records.shape, records.dtype, bytearray(records.tobytes()))


def bytes_of(struct: Any) -> bytes:
    """The bytes of a struct, or of its snapshot: equal ones hold the same."""
    found: bytes = struct.tobytes()
    return found


def empty(declaration: type[Type]) -> Type:
    """One zeroed record."""
    record: Type = empties(declaration, 1)[0]
    return record
