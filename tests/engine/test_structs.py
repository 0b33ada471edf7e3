"""Records: what a class declares is what the array holds."""

from typing import Annotated

import numpy as np

from coatl.engine.jit import jit
from coatl.engine.structs import Int8, Int16, Int64, Ints, Records, dtype_of, empties, empty


class Cell:
    colours: Annotated[Ints, np.int8, 2]
    count: Int8


class Supply:
    first: Annotated[Cell, Cell]
    cells: Annotated[Records, Cell, 3]
    places: Annotated[Ints, np.int16, 2, 4]
    turn: Int16
    seed: Int64


def test_the_fields_stand_in_the_order_of_the_class() -> None:
    dtype = dtype_of(Supply)
    assert dtype.names == ("first", "cells", "places", "turn", "seed")
    assert dtype.itemsize == 3 + 9 + 16 + 2 + 8  # no byte between them: equal records are equal bytes


def test_fields_have_the_declared_kinds_and_shapes() -> None:
    supply = empty(Supply)
    assert supply.places.dtype == np.int16
    assert supply.places.shape == (2, 4)
    assert supply.cells.shape == (3,)
    assert supply.first.colours.dtype == np.int8


def test_a_new_record_is_zero() -> None:
    assert set(empties(Supply, 4).tobytes()) == {0}
    assert len(empties(Supply, 4)) == 4


def test_fields_of_nested_records_can_be_set() -> None:
    supply = empty(Supply)
    supply.first.count = 2
    supply.cells[1].colours[0] = 4
    assert int(supply.first.count) == 2
    assert supply.cells[1].colours.tolist() == [4, 0]
    assert supply.cells[0].colours.tolist() == [0, 0]


def test_copies_are_independent() -> None:
    supplies = empties(Supply, 2)
    supplies[0].turn = 3
    supplies[1] = supplies[0]
    supplies[1].places[0, 0] = 7
    assert int(supplies[1].turn) == 3
    assert int(supplies[0].places[0, 0]) == 0


@jit
def take(supply: Supply, cell: int) -> int:
    taken = supply.cells[cell].count
    supply.cells[cell].count = 0
    supply.turn += 1
    return int(taken)


def test_rules_change_the_record_that_they_are_given() -> None:
    supply = empty(Supply)
    supply.cells[2].count = 5
    assert take(supply, 2) == 5
    assert (int(supply.cells[2].count), int(supply.turn)) == (0, 1)
