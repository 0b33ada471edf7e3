"""The files of both games: the same names, but for those that docs/design.md lists with a reason."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "coatl"
ROW = re.compile(r"^\| `(\w+)` \|([^|]*)\|([^|]*)\|([^|]*)\|$", re.M)


def listed(folder: str) -> tuple[list[str], list[str]]:
    """The files of the board game alone and of the card game alone, as the page lists them."""
    page = (ROOT / "docs" / "design.md").read_text(encoding="utf-8").split("**Both games have the same files**")[1]
    board: list[str] = []
    card: list[str] = []
    for name, of_board, of_card, why in ROW.findall(page.split("Imports point")[0]):
        assert why.strip(), f"{name}: no reason"
        if name == folder:
            board += re.findall(r"`(\w+)`", of_board)
            card += re.findall(r"`(\w+)`", of_card)
    return board, card


def modules(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.py")}


@pytest.mark.parametrize("folder", ["coatl", "describe", "solver", "bots", "review", "rl", "terminal"])
def test_both_games_have_the_same_files_but_for_those_with_a_reason(folder: str) -> None:
    home = PACKAGE if folder == "coatl" else PACKAGE / folder
    board, card = modules(home / "board"), modules(home / "card")
    assert len(board & card) > 1
    assert (sorted(board - card), sorted(card - board)) == tuple(sorted(names) for names in listed(folder))


def test_every_folder_of_a_game_is_compared() -> None:
    found = {path.parent.name for path in PACKAGE.rglob("board") if path.is_dir() and modules(path)}
    assert found == {"coatl", "describe", "solver", "bots", "review", "rl", "terminal"}
