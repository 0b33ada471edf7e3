"""Own decks: what they inherit, how their faults read, and that nothing in a file can crash the loader."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from importlib import resources
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coatl.decks.loader import Fault, check, fingerprint, load, load_board, load_card, load_data
from coatl.engine.errors import DeckError

GAMES: tuple[Literal["board", "card"], ...] = ("board", "card")
PRINTED = {game: resources.files("coatl.decks").joinpath(f"{game}.toml").read_text("utf-8") for game in GAMES}
OWN_PROPHECY = """
[game]
id = "board"

[[prophecy]]
id = "X1"
colour = "red"
kind = "sequence"
pattern = "B . B"
levels = { 2 = 4, 1 = 1 }
copies = 20

[[prophecy]]
id = "X2"
colour = "green"
kind = "count"
pattern = "K"
levels = { 1 = 1 }
copies = 10
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "my.toml"


def written(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def lines(path: Path) -> list[str]:
    """The faults as a person reads them, with the file's name alone."""
    return [str(fault).removeprefix(f"{path.parent}/") for fault in check(path)]


# ---------------------------------------------------------------- loading


@pytest.mark.parametrize("game", GAMES)
def test_printed_decks(game: Literal["board", "card"], own: Path) -> None:
    assert load(game) is load(game)
    written(own, PRINTED[game])
    assert check(own) == []
    assert load(game, own) == load(game)


@pytest.mark.parametrize("game", GAMES)
def test_data_and_back(game: Literal["board", "card"]) -> None:
    deck = load(game)
    data = json.loads(json.dumps(deck.model_dump(mode="json")))
    again = load_data(game, data)
    assert again == deck
    assert fingerprint(again) == fingerprint(deck)


def test_own_deck_and_back(own: Path) -> None:
    deck = load_board(written(own, "adam = false\n" + OWN_PROPHECY))
    data = deck.model_dump(mode="json")
    assert data["adam"] is None  # and is not inherited when the record is read
    assert load_data("board", json.loads(json.dumps(data))) == deck


def test_fingerprints_differ(own: Path) -> None:
    decks = [load_board(), load_card(), load_board(written(own, OWN_PROPHECY))]
    decks.append(load_board(written(own, OWN_PROPHECY.replace("4", "5"))))
    decks.append(load_board(written(own, "fewer_bodies = false\n" + OWN_PROPHECY)))
    prints = [fingerprint(deck) for deck in decks]
    assert len(set(prints)) == len(prints)
    assert all(len(text) == 16 and int(text, 16) >= 0 for text in prints)


def test_defaults_do_not_change_the_fingerprint(own: Path) -> None:
    plain = load_board(written(own, OWN_PROPHECY))
    spelt = load_board(written(own, OWN_PROPHECY + 'set = "base"\n'))
    assert fingerprint(plain) == fingerprint(spelt)


# ---------------------------------------------------------------- inheriting


def test_missing_sections_are_the_printed_ones(own: Path) -> None:
    deck = load_board(written(own, OWN_PROPHECY))
    assert [card.id for card in deck.prophecy] == ["X1", "X2"]
    assert deck.prophecy[0].levels == {1: 1, 2: 4}
    assert deck.model_copy(update={"prophecy": load_board().prophecy}) == load_board()


def test_game_keeps_what_it_does_not_say(own: Path) -> None:
    deck = load_card(written(own, '[game]\nid = "card"\nname = "Ours"\n'))
    assert (deck.game.name, deck.game.players, deck.game.rounds) == ("Ours", (2, 4), 5)


def test_options_can_be_given_up(own: Path) -> None:
    text = "adam = false\ngolden_feathers = false\nfewer_bodies = false\n"
    deck = load_board(written(own, text + OWN_PROPHECY))
    assert (deck.adam, deck.golden_feathers, deck.fewer_bodies) == (None, None, None)
    assert load_card(written(own, 'carl = false\n[game]\nid = "card"\n')).carl is None
    assert lines(written(own, "player = false\n" + OWN_PROPHECY)) == [
        "my.toml: player: must be a table, not false. [section.type]"
    ]


def test_promo_only_if_there_is_some(own: Path) -> None:
    temple = '[[temple]]\nid = "T1"\ngoals = ["without:Y"]\npoints = [3]\n'
    text = OWN_PROPHECY + "".join(temple.replace("T1", f"T{number}") for number in range(4))
    assert not load_board(written(own, text)).has_promo


def test_inherited_section_that_no_longer_fits(own: Path) -> None:
    supply = "[supply]\nbody_cells = 1\nhead_cells = 1\ntail_cells = 1\nprophecies = 6\ntemple_piles = 2\n"
    assert lines(written(own, '[game]\nid = "board"\n' + supply)) == [
        "my.toml: adam: search_order: must name each cell of the supply board once: body1, head1, tail1. "
        "(This section comes from the printed deck: write your own, or adam = false.) [adam.search_order]"
    ]
    assert check(written(own, 'adam = false\n[game]\nid = "board"\n' + supply)) == []


def test_carl_needs_prophecies_of_his_gods(own: Path) -> None:
    card = '[[prophecy]]\nid = "X{0}"\ncolour = "green"\npattern = "B"\n'
    text = '[game]\nid = "card"\n' + "".join(card.format(number) for number in range(20))
    codes = {(fault.card, fault.code) for fault in check(written(own, text))}
    assert codes == {("carl", "carl.prophecies")}
    assert check(written(own, "carl = false\n" + text)) == []


# ---------------------------------------------------------------- faults


def test_every_fault_at_once(own: Path) -> None:
    text = """
    colour = "red"
    [game]
    id = "board"
    [player]
    hand_limit = 9
    [[prophecy]]
    id = "K5"
    colour = "black"
    kind = "sequence"
    pattern = "B X"
    levels = { 1 = 2, x = 3 }
    copies = 30
    [[prophecy]]
    pattern = "B"
    colour = "pink"
    [[temple]]
    id = "k5"
    goals = ["without:Y", "lenght:7"]
    points = [3, 7]
    point = 3
    """
    assert {fault.rsplit(" [", 1)[1].rstrip("]") for fault in lines(written(own, text))} == {
        "field.missing",
        "field.unknown",
        "goal.form",
        "id.twice",
        "number.large",
        "number.whole",
        "pattern.token",
        "word.unknown",
    }
    told = "\n".join(lines(own))
    assert "my.toml: prophecy K5: pattern: 'X' in the pattern 'B X' is no token. Allowed: R, G," in told
    assert "my.toml: prophecy K5: levels.x: must be a whole number, not 'x'. [number.whole]" in told
    assert "my.toml: prophecy K5: copies: must be at most 20, not 30. [number.large]" in told
    assert "my.toml: prophecy #2: id: is missing. [field.missing]" in told
    assert "my.toml: prophecy #2: colour: must be 'red', 'black', 'blue', 'yellow' or 'green', not 'pink'." in told
    assert "my.toml: temple k5: goals.2: 'lenght:7' is no goal. Allowed: without:C," in told
    assert "my.toml: temple k5: point: is unknown here. Allowed: id, goals, points, set. [field.unknown]" in told
    assert "my.toml: temple k5: id: 'k5' also names prophecy #1 of the deck. [id.twice]" in told
    assert "my.toml: player: hand_limit: must be at most 8, not 9. [number.large]" in told
    assert "my.toml: player: board_cells: is missing. [field.missing]" in told
    assert "my.toml: colour: is unknown here. Allowed: game, pieces, supply," in told
    with pytest.raises(DeckError) as caught:
        load_board(own)
    assert caught.value.code == "deck.broken"
    assert list(caught.value.faults) == [str(fault) for fault in check(own)]


def test_feathers_are_named_by_their_pair(own: Path) -> None:
    text = '[game]\nid = "card"\n[[feather]]\npair = "RG"\ncopies = 20\n[[feather]]\npair = "GR"\n'
    assert lines(written(own, text)) == [
        "my.toml: feather GR: pair: 'GR' stands there already (turned round or not); use copies. [feather.twice]"
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "game: id: must be 'board' or 'card', not nothing. [game.unknown]"),
        ("game = 3", "game: id: must be 'board' or 'card', not nothing. [game.unknown]"),
        ('[game]\nid = "chess"', "game: id: must be 'board' or 'card', not 'chess'. [game.unknown]"),
        ("[game]\nid = [[1]]", "game: id: must be 'board' or 'card', not [[1]]. [game.unknown]"),
        ('[game]\nid = "board\n', "is no TOML: Illegal character '\\n' (at line 2, column 12). [file.toml]"),
        (b"[game]\n# \xff", "is not UTF-8 text (line 2). [file.encoding]"),
        ("# ok\n# " + "x" * 1000, "line 2 has more than 1000 characters. [file.line]"),
        ("#\n" * 500_001, "is larger than 1 MB; that is no deck. [file.huge]"),
        ("x = " + "[" * 990, "is no TOML for a deck: its lists are nested too deeply. [file.toml]"),
    ],
)
def test_files_that_are_no_deck(own: Path, text: str | bytes, fault: str) -> None:
    found = lines(written(own, text))
    assert found == [f"my.toml: {fault}"]
    with pytest.raises(DeckError):
        load_board(own)


def test_missing_and_unreadable_files(tmp_path: Path) -> None:
    assert lines(tmp_path / "none.toml") == ["none.toml: there is no such file. [file.missing]"]
    assert [fault.code for fault in check(tmp_path)] == ["file.unreadable"]
    assert [fault.code for fault in check(Path("a\0b"))] == ["file.unreadable"]
    with pytest.raises(DeckError, match=r"file\.missing"):
        load_card(tmp_path / "none.toml")


def test_the_other_game(own: Path) -> None:
    with pytest.raises(DeckError, match=r"game: id: must be 'board', not 'card'"):
        load_board(written(own, PRINTED["card"]))
    with pytest.raises(DeckError, match=r"game: id: must be 'card', not 'board'"):
        load_data("card", load_board().model_dump(mode="json"))


def test_a_mark_before_the_text_and_windows_lines(own: Path) -> None:
    text = PRINTED["board"].replace("\n", "\r\n").encode("utf-8-sig")
    assert load_board(written(own, text)) == load_board()


def test_a_fault_is_one_line() -> None:
    fault = Fault("a\nb.toml", "prophecy \x1b[2J", "id", "must\u2028not \udc80.", "id.form")
    assert str(fault) == "a\\nb.toml: prophecy \\x1b[2J: id: must\\u2028not \\udc80. [id.form]"


def test_package_is_light() -> None:
    """A program that only wants the package's name does not pay for pydantic."""
    code = "import sys, coatl.decks; sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# ---------------------------------------------------------------- anything at all

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)


def only_faults(path: Path) -> None:
    """The file is either played or refused with faults of one line each, and both ways of asking agree."""
    faults = check(path)
    assert all("\n" not in str(fault) and fault.code and str(fault).startswith(str(path)) for fault in faults)
    loaded = 0
    for game in GAMES:
        try:
            deck = load(game, path)
        except DeckError:
            continue
        loaded += 1
        assert load_data(game, deck.model_dump(mode="json")) == deck
    assert loaded == (not faults)


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "my.toml"


@given(content=st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "ignore")))
def test_any_bytes(scratch: Path, content: bytes) -> None:
    only_faults(written(scratch, content))


@settings(max_examples=60, deadline=None)
@given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**32), cuts=st.integers(1, 12))
def test_any_mutation_of_a_printed_file(scratch: Path, game: Literal["board", "card"], seed: int, cuts: int) -> None:
    dice = random.Random(seed)
    text = PRINTED[game].splitlines(keepends=True)
    for _ in range(cuts):
        place = dice.randrange(len(text))
        letters = text[place]
        middle = dice.randrange(len(letters))
        new = dice.choice([" ", "\n", "0", "-1", "X", '"', "[", "]", "=", "^", "99", "true", "{", "é"])
        text[place] = dice.choice(
            [
                letters[:middle] + new + letters[middle + 1 :],
                "\n",
                letters * 2,
                dice.choice(text),
                letters[:middle] + "\n",
            ]
        )
    only_faults(written(scratch, "".join(text)))


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a deck's data."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] + [place for key, item in inner for place in places(item, (*path, key))]


@settings(max_examples=100, deadline=None)
@given(game=st.sampled_from(GAMES), data=st.data(), value=anything)
def test_any_value_at_any_place(game: Literal["board", "card"], data: st.DataObject, value: Any) -> None:
    deck = json.loads(json.dumps(load(game).model_dump(mode="json")))
    place = data.draw(st.sampled_from([place for place in places(deck) if place]))
    inner = deck
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    try:
        changed = load_data(game, deck)
    except DeckError:
        return
    assert load_data(game, changed.model_dump(mode="json")) == changed


@given(value=anything)
def test_any_data(value: Any) -> None:
    for data in (value, {"game": value}, {"game": {"id": "board"}, "player": value, "prophecy": [value]}):
        with pytest.raises(DeckError):
            load_data("board", data)


def test_odd_data_from_programs() -> None:
    board: dict[Any, Any] = {"game": {"id": "board"}}
    odds: tuple[dict[Any, Any], ...] = (
        {"\ud800": 1},
        {4: 1},
        {"player": {"\ud800": 1}},
        {"prophecy": [{"id": "\ud800", "levels": {}}]},
    )
    for odd in odds:
        with pytest.raises(DeckError) as caught:
            load_data("board", {**board, **odd})
        assert str(caught.value).isascii()
    with pytest.raises(DeckError, match="such a number"):
        load_data("board", {**board, "pieces": {"head": 10**5000}})
