"""Leaf counts from known positions, as far down as the cap on nodes allows."""

from pathlib import Path

import pytest

from coatl.game import Game
from tests.effort import times
from tests.perft.counts import FOLDER, Known, leaves, position_at, read

CAP = times(60_000, plain=1_500)
FILES = sorted(FOLDER.glob("*.perft"))
KNOWN = [
    pytest.param(known, id=f"{path.stem}-{number}") for path in FILES for number, known in enumerate(read(path), 1)
]


@pytest.mark.parametrize("known", KNOWN)
def test_the_leaves_are_as_many_as_ever(known: Known) -> None:
    position = position_at(known.line)
    assert known.counts
    for depth, count in known.counts.items():
        if count <= CAP or depth == 1:
            assert leaves(position, depth) == count, f"depth {depth}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_written_as_it_is_read(path: Path) -> None:
    assert "\n\n".join(map(str, read(path))) + "\n" == path.read_text(encoding="utf-8")


def test_every_kind_of_position_is_there() -> None:
    assert [path.stem for path in FILES] == [
        *("card", "carl", "early", "finishing", "golden-feathers", "last-turn", "middle", "solo")
    ]


def test_the_first_choice_can_be_counted_by_hand() -> None:
    """Three different cards are dealt: keep one of them, or done; then one of the other two, or done; and so on."""
    game = Game(position_at(first_keep()).rules, "by hand")
    assert len(game.legal(1)) == 4
    keeping = position_at(first_keep())
    # the first player is done (and the second has 1 + 4 actions), or has kept one of three (and has 1 + 2 left)
    assert leaves(keeping, 2) == 5 + 3 * 3


def first_keep() -> str:
    return next(known.line for known in read(FOLDER / "early.perft") if "pending:keep" in known.line)
