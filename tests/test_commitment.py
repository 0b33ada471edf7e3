"""What the commitment of a record covers, attacked: whatever was agreed before the first move cannot be changed."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from coatl.engine.commitment import SEED_ONLY, WHOLE, Terms
from coatl.engine.errors import CoatlError
from coatl.engine.record import Record, parse_record
from coatl.game import Game
from coatl.registry import rules_of
from coatl.terminal.replay import committed_to

DECK = {"game": {"id": "board", "name": "Mine"}, "fewer_bodies": False}


@cache
def record_of(format: int = WHOLE) -> Record:
    """A begun game for two with an own deck; both have kept prophecies."""
    game = Game(rules_of("board", players=2, deck=DECK), "7", ["Ann", "Ben"], format=format)
    for seat in (1, 2, 1, 2):
        game.play(next(action for action in game.legal(seat) if action != "done"), seat)
    return game.record()


@cache
def solo_record(format: int = WHOLE) -> Record:
    """The first steps against ADAM; no card that shows yet whether a difficulty is on."""
    game = Game(rules_of("board", solo=True), "7", ["Ann"], format=format)
    while not game.turn:
        game.play(game.legal()[0])
    game.play("adam")
    return game.record()


def replays(record: Record) -> bool:
    """Whether a record is accepted; if not, because of its commitment and nothing else."""
    try:
        Game.replay(parse_record(record.to_text()))
    except CoatlError as fault:
        if fault.code != "record.commitment":
            raise
        return False
    return True


def with_difficulty(record: Record) -> Record:
    return replace(record, options={**record.options, "difficulties": [3]})


def with_name(record: Record) -> Record:
    return replace(record, players=("Eve", *record.players[1:]))


def with_deck(record: Record) -> Record:
    assert record.deck is not None
    return replace(record, deck={**record.deck, "game": {**record.deck["game"], "name": "Yours"}})


ATTACKS: list[tuple[Callable[[int], Record], Callable[[Record], Record]]] = [
    (solo_record, with_difficulty),
    (solo_record, with_name),
    (record_of, with_name),
    (record_of, with_deck),
]


@pytest.mark.parametrize(("record", "attack"), ATTACKS, ids=lambda part: part.__name__)
def test_what_was_agreed_before_the_first_move_cannot_be_changed(
    record: Callable[[int], Record], attack: Callable[[Record], Record]
) -> None:
    """In format 1 the same attacks passed: its commitment is to the seed alone."""
    assert replays(record(WHOLE))
    assert not replays(attack(record(WHOLE)))
    assert replays(attack(record(SEED_ONLY)))


@pytest.mark.parametrize("format", [SEED_ONLY, WHOLE])
def test_the_seed_cannot_be_changed(format: int) -> None:
    assert not replays(replace(record_of(format), seed="8"))


def test_a_record_cannot_be_passed_off_as_an_older_one() -> None:
    """The commitment of one format is none of the other."""
    assert not replays(replace(record_of(WHOLE), format=SEED_ONLY))
    assert not replays(replace(record_of(SEED_ONLY), format=WHOLE))


def test_another_legal_order_passes_and_no_word_promises_otherwise() -> None:
    """Moves come after the commitment. Two secret choices that change places are a legal game with the same draws."""
    record = record_of(WHOLE)
    first, second, *rest = record.entries
    assert first.seat != second.seat
    swapped = replace(record, entries=(second, first, *rest))
    assert replays(swapped)
    assert committed_to(swapped) == committed_to(record)
    assert "move, none of them was changed" in committed_to(record)


def test_an_order_that_the_rules_or_the_draws_forbid_is_refused() -> None:
    game = Game(rules_of("board", players=2), "7", ["Ann", "Ben"])
    for seat in (1, 2, 1, 2):
        game.play("done" if not game.turn else "take body1" if seat == 1 else "take body2", seat)
    *before, ann, ben = game.record().entries
    with pytest.raises(CoatlError, match=r"\[record\.action\]"):
        Game.replay(replace(game.record(), entries=(*before, ben, ann)))


def test_a_commitment_can_be_checked_by_hand() -> None:
    record = record_of(WHOLE)
    terms = {
        "deck": hashlib.sha256(sorted_json(record.deck).encode()).hexdigest(),
        "game": "board",
        "options": dict(record.options),
        "players": ["Ann", "Ben"],
        "rules": record.rules,
        "seed": "7",
        "stream": 0,
    }
    text = f"coatl commitment v2 {sorted_json(terms)}"
    assert record.commitment == hashlib.sha256(text.encode()).hexdigest()


def sorted_json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def test_every_term_makes_another_commitment() -> None:
    terms = Terms("board", 1, {"players": 2}, None, ("Ann", "Ben"), "7", 0)
    others: list[dict[str, Any]] = [
        {"game": "card"},
        {"rules": 2},
        {"options": {"players": 3}},
        {"deck": "0" * 64},
        {"players": ("Ben", "Ann")},
        {"seed": "8"},
        {"stream": 1},
    ]
    commitments = {replace(terms, **other).commitment(WHOLE) for other in [{}, *others]}
    assert len(commitments) == 1 + len(others)


def test_a_record_says_what_its_commitment_proves() -> None:
    assert "game, rules, options, deck, players and seed" in committed_to(record_of(WHOLE))
    older = committed_to(record_of(SEED_ONLY))
    assert "the seed alone" in older
    assert "options, deck and names are not covered" in older
    assert "no seal" in committed_to(replace(record_of(WHOLE), commitment=None))


def test_a_game_goes_on_in_the_format_that_it_was_begun_in() -> None:
    """Its commitment was shown: another one would look like a broken promise."""
    for format in (SEED_ONLY, WHOLE):
        record = record_of(format)
        game = Game.replay(record)
        game.play(game.legal()[0])
        assert (game.record().format, game.record().commitment) == (format, record.commitment)
        assert record.to_text().startswith(f'[Format "coatl-record/{format}"]')
