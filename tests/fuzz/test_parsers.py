"""Whatever is thrown at a parser, it answers with a value or a CoatlError; and what it accepts means what it says."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import coatl
from coatl.board.notation import SPACE, Row
from coatl.board.rules import BoardRules
from coatl.engine.errors import CoatlError, RecordError
from coatl.engine.jit import DISABLED
from coatl.engine.record import LONGEST, MOST_ACTIONS, Entry, Record, parse_record
from coatl.game import Game, read_record
from coatl.position import Position
from tests.fuzz.inputs import JSON, NUMBERS, ODD_TEXT, examples, refusal
from tests.golden.games import FOLDER
from tests.property import invariants
from tests.property.tables import play_on, rules_at

RULES = rules_at({"players": 3})
GAME = Game(RULES, "fuzz")
WORDS = sorted({word for text in RULES.texts.values() for word in text.split()})
NEARLY_ACTIONS = st.lists(st.one_of(st.sampled_from(WORDS), ODD_TEXT), max_size=5).map(" ".join)


# ---------------------------------------------------------------- actions


@examples(400, 60)
@given(st.one_of(ODD_TEXT, NEARLY_ACTIONS))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    for states in (None, GAME._states):
        error = refusal(lambda: RULES.parse(text, states))  # noqa: B023
        if error is not None:
            assert error.code == "action.unknown"
            assert error.allowed
        else:
            action = RULES.parse(text, states)
            assert RULES.parse(RULES.text(action)) == action


@examples(100, 20)
@given(st.integers())
def test_any_number_has_a_notation_or_is_refused(number: int) -> None:
    error = refusal(lambda: RULES.text(number))
    assert error is None or error.code == "action.number"
    assert error is None or number not in range(SPACE.size) or number not in RULES.texts


@examples(150, 20)
@given(st.one_of(ODD_TEXT, NEARLY_ACTIONS, NUMBERS, JSON), st.one_of(st.none(), NUMBERS, ODD_TEXT))
def test_playing_nonsense_changes_nothing(action: Any, seat: Any) -> None:
    game = Game(RULES, "unchanged")
    before = game._states.tobytes()
    if refusal(lambda: game.play(action, seat)) is not None:
        assert (game._states.tobytes(), game.entries, game.seat) == (before, (), 1)
    else:
        assert len(game.entries) == 1


@examples(150, 20)
@given(st.one_of(NUMBERS, JSON))
def test_asking_for_nonsense_changes_nothing(seat: Any) -> None:
    game = Game(RULES, "unchanged")
    before = game._states.tobytes()
    for ask in (game.view, game.legal, game.undo, game.seen_by):
        error = refusal(lambda: ask(seat))  # noqa: B023
        assert error is None or error.code in ("seat.unknown", "view.early", "undo.refused")
    assert game._states.tobytes() == before


# ---------------------------------------------------------------- coatls


@examples(400, 100)
@given(st.one_of(ODD_TEXT, st.text("()RGBYKrgbyk ", max_size=70)))
def test_any_text_is_a_coatl_or_refused(text: str) -> None:
    error = refusal(lambda: Row.parse(text))
    if error is not None:
        assert error.code.startswith("coatl.")
        return
    row = Row.parse(text)
    assert Row.parse(str(row)) == row
    assert 1 <= len(row.colours) <= 60
    assert not (row.head and row.tail) or row.finished


# ---------------------------------------------------------------- records


@cache
def golden(name: str) -> Record:
    return parse_record((FOLDER / f"{name}.coatl").read_text(encoding="utf-8"))


@cache
def short_game() -> Record:
    """An unfinished game with choices, draws and an undo in it."""
    game = Game(rules_at({"players": 2}), "short")
    for _ in zip(range(16 if DISABLED else 30), play_on(game, random.Random(4)), strict=False):
        pass
    return game.record()


def replays_as_told(record: Record) -> None:
    """A record either does not replay, or the game is exactly what the record says."""
    error = refusal(lambda: Game.replay(record))
    if error is not None:
        assert error.code.split(".")[0] in ("record", "options", "players", "seed", "game", "deck")
        return
    game = Game.replay(record)
    assert game.entries == record.entries
    assert game.record().setup == record.setup
    assert record.result is None or game.record().result == record.result
    if record.seed is not None:
        anew = Game(game.rules, record.seed, record.players, record.stream)
        assert anew.record().setup == record.setup


@examples(300, 100)
@given(st.one_of(ODD_TEXT, JSON.map(json.dumps), st.text('[]"{}:>Game Rules123setup\n', max_size=80)))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    error = refusal(lambda: parse_record(text))
    assert isinstance(error, RecordError)


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_record_cut_off_at_any_sign_is_refused_or_a_shorter_game(form: str) -> None:
    record = short_game()
    whole = record.to_text() if form == "text" else record.to_json()
    for end in range(0, len(whole.rstrip("\n}")), 7 if DISABLED else 1):
        error = refusal(lambda: parse_record(whole[:end]))  # noqa: B023
        assert error is not None or form == "text"
        assert error is None or isinstance(error, RecordError)


def test_a_record_cut_off_at_any_line_is_refused_or_a_shorter_game() -> None:
    lines = golden("solo").to_text().splitlines()
    for end in range(0, len(lines), 40 if DISABLED else 3):
        text = "\n".join(lines[:end])
        if refusal(lambda: parse_record(text)) is None:  # noqa: B023
            told = refusal(lambda: Game.replay(parse_record(text)))  # noqa: B023
            assert told is not None  # the result in the header is not reached
            assert told.code == "record.result"
            shorter = Game.replay(replace(parse_record(text), result=None))
            assert shorter.entries == golden("solo").entries[: len(shorter.entries)]


@examples(120, 8)
@given(st.data())
def test_an_edited_line_is_refused_or_told_truly(data: st.DataObject) -> None:
    record = data.draw(st.sampled_from([short_game(), short_game().public(), golden("solo"), golden("solo").public()]))
    lines = record.to_text().splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("setup"))
    at = data.draw(st.integers(first, len(lines) - 1))
    edited = data.draw(st.sampled_from(sorted(EDITS)))
    lines = EDITS[edited](lines, at, data.draw(st.integers(first, len(lines) - 1)), data.draw(st.integers(0, 50)))
    if lines == record.to_text().splitlines():
        return
    text = "\n".join(lines)
    if refusal(lambda: parse_record(text)) is None:
        replays_as_told(parse_record(text))


def exchanged(lines: list[str], at: int, other: int, _: int) -> list[str]:
    lines = list(lines)
    lines[at], lines[other] = lines[other], lines[at]
    return lines


def other_outcome(lines: list[str], at: int, other: int, place: int) -> list[str]:
    """An outcome of one line takes the place of one in another."""
    here, there = lines[at].split(" > "), lines[other].split(" > ")
    if len(here) != 2 or len(there) != 2:
        return lines
    words, source = here[1].split(), there[1].split()
    words[place % len(words)] = source[place % len(source)]
    return [*lines[:at], f"{here[0]} > {' '.join(words)}", *lines[at + 1 :]]


def other_word(lines: list[str], at: int, other: int, place: int) -> list[str]:
    words, source = lines[at].split(), lines[other].split()
    words[place % len(words)] = source[place % len(source)]
    return [*lines[:at], " ".join(words), *lines[at + 1 :]]


Edit = Callable[[list[str], int, int, int], list[str]]
EDITS: dict[str, Edit] = {
    "exchanged": exchanged,
    "left out": lambda lines, at, other, place: lines[:at] + lines[at + 1 :],
    "doubled": lambda lines, at, other, place: [*lines[:at], lines[at], *lines[at:]],
    "without outcomes": lambda lines, at, other, place: [*lines[:at], lines[at].split(" > ")[0], *lines[at + 1 :]],
    "other outcome": other_outcome,
    "other word": other_word,
    "undone": lambda lines, at, other, place: [*lines[: at + 1], f"{place % 3} undo", *lines[at + 1 :]],
}


@examples(200, 20)
@given(st.data())
def test_a_field_of_another_kind_is_refused_or_told_truly(data: st.DataObject) -> None:
    content = json.loads(short_game().to_json())
    target, key = content, data.draw(st.sampled_from(sorted(content)))
    while isinstance(target[key], (dict, list)) and target[key] and data.draw(st.booleans()):
        target = target[key]
        key = data.draw(st.sampled_from(sorted(target) if isinstance(target, dict) else range(len(target))))
    if data.draw(st.booleans()):
        target[key] = data.draw(JSON)
    else:
        del target[key]
    text = json.dumps(content)
    if refusal(lambda: parse_record(text)) is None:
        replays_as_told(parse_record(text))


@pytest.mark.parametrize("name", ["deck", "game", "self", "seed", "table", "states"])
def test_an_option_of_a_strange_name_is_unknown(name: str) -> None:
    record = short_game()
    strange = replace(record, options={**record.options, name: 1})
    with pytest.raises(CoatlError, match=r"\[options\.unknown\]"):
        Game.replay(strange)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"rules": 99}, "record.rules"),
        ({"rules": 0}, "record.rules"),
        ({"commitment": "0" * 64}, "record.commitment"),
        ({"seed": "another"}, "record.commitment"),
        ({"seed": "another", "commitment": None}, "record.setup"),
        ({"stream": 1, "commitment": None}, "record.setup"),
        ({"stream": -1}, "seed.stream"),
        ({"game": "chess"}, "game.unknown"),
        ({"players": ("Ann",)}, "players.names"),
        ({"setup": ()}, "record.setup"),
        ({"setup": (), "seed": None}, "record.setup"),
        ({"setup": ("r",) * 500, "seed": None}, "record.setup"),
        ({"entries": (Entry(1, "take body1"),)}, "record.action"),
        ({"entries": (Entry(7, "done"),)}, "record.action"),
        ({"entries": (Entry(1, "undo"),)}, "record.action"),
        ({"entries": (Entry(1, "done", ("r",)),)}, "record.outcome"),
        ({"entries": (Entry(1, "done", ("r",)),), "seed": None}, "record.action"),
        ({"entries": (Entry(1, "done", ("?",)),), "seed": None}, "record.hidden"),
        ({"entries": (Entry(1, "DONE"),)}, "record.outcome"),
        ({"result": {"points": [99, 0]}}, "record.result"),
        ({"options": {"players": 9}}, "options.players"),
        ({"deck": {"game": {"id": "board"}, "prophecy": []}}, "deck.broken"),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value),
)
def test_what_does_not_agree_has_a_code_of_its_own(fields: dict[str, Any], code: str) -> None:
    error = refusal(lambda: Game.replay(replace(short_game(), **fields)))
    assert error is not None
    assert error.code == code


def test_absurd_sizes_are_refused_at_once() -> None:
    with pytest.raises(RecordError, match=r"\[record\.long\]"):
        parse_record("x" * (LONGEST + 1))
    lines = [*replace(short_game(), entries=()).to_text().splitlines(), *["1 done"] * (MOST_ACTIONS + 1)]
    with pytest.raises(RecordError, match=r"\[record\.long\]"):
        parse_record("\n".join(lines))
    with pytest.raises(RecordError, match=r"\[record\.json\]"):
        parse_record('{"a":' * 100_000)
    with pytest.raises(CoatlError, match=r"\[position\.long\]"):
        RULES.read_position("x" * 30_000)


def test_a_file_that_is_no_record_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path, tmp_path / "nothing", tmp_path / "bytes"):
        assert refusal(lambda: read_record(path)) is not None  # noqa: B023


# ---------------------------------------------------------------- positions


@cache
def positions(number: int) -> tuple[str, ...]:
    """Lines of all kinds from golden games."""
    found: list[str] = []
    for name in ("three-players", "golden-feathers", "solo", "fewer-bodies"):
        lines = (FOLDER / f"{name}.course").read_text(encoding="utf-8").splitlines()
        found += [line.strip() for line in lines if line.startswith("  ")]
    return tuple(found[:: max(1, len(found) // number)])


def rules_of_line(line: str) -> BoardRules:
    options: dict[str, Any] = {"players": 3}
    if "solo:1" in line:
        options = {"solo": True}
    elif "golden_feathers:1" in line:
        options["golden_feathers"] = True
    elif "fewer_bodies:1" in line:
        options = {"players": 4, "fewer_bodies": True}
    elif "first:2" in line:
        options["first"] = 2
    return rules_at(options)


@examples(200, 60)
@given(ODD_TEXT)
def test_any_text_is_a_position_or_refused(text: str) -> None:
    error = refusal(lambda: RULES.read_position(text))
    assert error is not None
    assert error.code.startswith("position.")


@examples(300, 25)
@given(st.data())
def test_an_edited_position_is_refused_or_can_be_played(data: st.DataObject) -> None:
    line = data.draw(st.sampled_from(positions(30)))
    words = line.split(" ")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(words) - 1))
        name, colon, _ = words[at].rpartition(":")
        value = data.draw(st.one_of(st.sampled_from(words), st.integers(-9, 999_999).map(str), ODD_TEXT))
        value = value.rpartition(":")[2] if data.draw(st.booleans()) else value
        words[at] = data.draw(st.sampled_from([name + colon + value, value, "", f"{words[at]} {value}"]))
    check_position(rules_of_line(line), " ".join(words))


FIELDS = [
    "pending",
    "seat",
    "coatl",
    "acted",
    "passes",
    "ending",
    "ender",
    "turns_left",
    "turns",
    "deck",
    "ready",
    "kept",
]
VALUES = [
    "-",
    "0",
    "1",
    "2",
    "3",
    "9",
    "-1",
    "keep",
    "turn",
    "finish",
    "future",
    "adam",
    "over",
    "third-coatl",
    "no-bodies",
]


@examples(300, 25)
@given(st.sampled_from(positions(30)), st.dictionaries(st.sampled_from(FIELDS), st.sampled_from(VALUES), max_size=3))
def test_a_position_at_another_moment_is_refused_or_can_be_played(line: str, fields: dict[str, str]) -> None:
    words = [word for word in line.split(" ") if word.partition(":")[0] not in fields]
    words += [f"{name}:{value}" for name, value in fields.items() if name not in ("ready", "kept")]
    check_position(rules_of_line(line), " ".join(words))


def check_position(rules: BoardRules, line: str) -> None:
    error = refusal(lambda: rules.read_position(line, np.random.default_rng(1)))
    if error is not None:
        assert error.code.split(".")[0] in ("position", "options", "coatl")
        return
    position = Position(rules, rules.read_position(line, np.random.default_rng(1)))
    invariants.check_cards(rules, position.states[0])
    dice = random.Random(line)
    for _ in range(10 if DISABLED else 60):
        legal = position.legal()
        if not legal:
            break
        position.play(dice.choice(legal))
    invariants.check_cards(rules, position.states[0])


# ---------------------------------------------------------------- options, seeds, names

OPTIONS = [
    "players",
    "first",
    "solo",
    "difficulties",
    "tokens",
    "promo",
    "fewer_bodies",
    "golden_feathers",
    "deck",
    "x",
]
ANY_VALUE = st.one_of(JSON, st.integers(0, 5), st.booleans(), st.lists(st.integers(0, 6), max_size=5), st.binary())


@examples(300, 60)
@given(st.dictionaries(st.sampled_from(OPTIONS), ANY_VALUE, max_size=5))
def test_any_options_are_refused_or_make_a_table(options: dict[str, Any]) -> None:
    def new_rules() -> BoardRules:
        return BoardRules(None, **options)

    if refusal(new_rules) is None:
        table = new_rules().options
        assert BoardRules(**table).options == table
        assert json.loads(json.dumps(table)) == table


@examples(100, 10)
@given(st.one_of(ODD_TEXT, NUMBERS, st.none(), st.binary(), JSON), st.one_of(st.just(0), NUMBERS, ODD_TEXT))
def test_any_seed_is_refused_or_kept(seed: Any, stream: Any) -> None:
    def new_game() -> Game:
        return Game(rules_at({"players": 2}), seed, None, stream)

    error = refusal(new_game)
    if error is not None:
        assert error.code in ("seed.text", "seed.stream")
        return
    record = new_game().record()
    assert parse_record(record.to_text()) == parse_record(record.to_json()) == record
    assert Game.replay(record).record() == record


@examples(100, 10)
@given(st.one_of(JSON, st.lists(ODD_TEXT, min_size=2, max_size=2)))
def test_any_names_are_refused_or_kept(names: Any) -> None:
    def new_game() -> Game:
        return Game(rules_at({"players": 2}), 1, names)

    error = refusal(new_game)
    if error is not None:
        assert error.code == "players.names"
        return
    record = new_game().record()
    assert parse_record(record.to_text()) == parse_record(record.to_json()) == record


ABSURD_SEEDS = [10**5_000, -(10**99), 1.5, b"x", "", "a" * 101, 'say "x"', "\ud800", []]


@pytest.mark.parametrize("seed", ABSURD_SEEDS, ids=range(len(ABSURD_SEEDS)))
def test_an_absurd_seed_is_refused(seed: Any) -> None:
    with pytest.raises(CoatlError, match=r"\[seed\.text\]"):
        coatl.new("board", seed=seed)


@examples(100, 15)
@given(st.one_of(ODD_TEXT, JSON), st.one_of(st.none(), JSON, ODD_TEXT))
def test_new_refuses_nonsense(game: Any, deck: Any) -> None:
    assert refusal(lambda: coatl.new(game)) is not None
    if deck is not None:
        assert refusal(lambda: coatl.new("board", deck=deck)) is not None


@examples(150, 30)
@given(st.one_of(ODD_TEXT, st.just("(BBYR)")), st.lists(st.one_of(ODD_TEXT, st.sampled_from(["K5", "R5", "T3"]))))
def test_score_refuses_nonsense(row: str, cards: list[str]) -> None:
    error = refusal(lambda: coatl.score("board", row, cards))
    assert error is None or error.code.split(".")[0] in ("coatl", "card")


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "]", "\\", "{", " ", "ß", "🐍"])
def test_a_name_and_a_seed_may_hold_any_visible_sign(sign: str) -> None:
    record = Game(rules_at({"players": 2}), f"a{sign}b", [f"A{sign}n", f"{sign}B{sign}"]).record()
    assert parse_record(record.to_text()) == parse_record(record.to_json()) == record
