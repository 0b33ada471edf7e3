"""Observations: what a seat sees, field by field, and nothing else (RULES 6)."""

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from coatl.engine.jit import DISABLED
from coatl.engine.rules import Rules
from coatl.position import Position
from coatl.registry import rules_of
from coatl.rl import observation, observation_fields, observation_hash, observation_size
from tests.leaks.exchange import exchanged

COLOURS = "RGBYK*"
DECKS = Path(__file__).resolve().parents[2] / "src" / "coatl" / "decks"
TABLES: list[dict[str, Any]] = [
    {"game": "board", "players": 2},
    {"game": "board", "players": 4, "golden_feathers": True, "promo": True, "first": 3},
    {"game": "board", "solo": True, "difficulties": [1, 5]},
    {"game": "card", "players": 2},
    {"game": "card", "players": 4, "first": 2},
    {"game": "card", "solo": True, "opponent": "carl2", "manner": "daring"},
]


def name(table: dict[str, Any]) -> str:
    return " ".join(str(value) for value in table.values())


def walk(rules: Rules, seed: int, steps: int) -> Iterator[Position]:
    """A random game, position by position."""
    position, dice = Position.new(rules, seed), random.Random(seed)
    for _ in range(steps // 8 if DISABLED else steps):
        yield position
        if position.over:
            return
        position.play(dice.choice(position.legal()))


def read(rules: Rules, row: Any, compact: bool) -> dict[str, Any]:
    """The fields of an observation by name; choices as numbers, -1 for none."""
    plain = {place.name: place for place in observation_fields(rules)}
    found = {}
    for place in observation_fields(rules, compact):
        values = row[place.slice].astype(int)
        choices = len(plain[place.name].shape) == 2
        if choices and compact:
            values = values - 1
        elif choices:
            flags = values.reshape(place.shape)
            assert (flags.sum(axis=1) <= 1).all()
            values = np.where(flags.any(axis=1), flags.argmax(axis=1), -1)
        found[place.name] = values.tolist()
    return found


def counts(cards: Any, names: Any, size: int) -> list[int]:
    listed = [card for card, number in cards.items() for _ in range(number)] if hasattr(cards, "items") else cards
    return [list(listed).count(names[i]) if i < len(names) else 0 for i in range(size)]


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("table", TABLES, ids=name)
def test_an_observation_tells_what_the_view_shows(table: dict[str, Any], compact: bool) -> None:
    rules = rules_of(**table)
    for position in walk(rules, 5, 160):
        viewer = 1 + int(position.states[0].turns) % int(rules.options["players"])
        view = rules.view(position.states, viewer)
        told = read(rules, observation(rules, position.states, viewer, compact), compact)
        (check_board if rules.game == "board" else check_card)(rules, view, viewer, told)
        seats = [(viewer - 1 + i) % rules.seats for i in range(rules.seats)]
        assert told["scores"] == [min(position.scores[seat], 127) for seat in seats]
        assert told["decider"] == [(view.seat - viewer) % rules.seats]


def check_board(rules: Rules, view: Any, viewer: int, told: dict[str, Any]) -> None:
    prophecies, temples = rules.names["<prophecy>"], rules.names["<temple>"]
    assert told["row"] == [-1 if card is None else prophecies.index(card) for card in view.row]
    cells = [COLOURS.index(piece) if piece else -1 for cell in view.supply.bodies for piece in cell or ("", "")]
    assert told["supply_bodies"] == cells
    assert told["supply_ends"] == [COLOURS.index(p) if p else -1 for p in view.supply.heads + view.supply.tails]
    assert told["bags"] == [number for bag in bags(view) for number in counts(bag, COLOURS, 6)]
    assert told["discards"] == counts(view.discards, prophecies, 64)
    assert told["turns_left"] == [0 if view.turns_left is None else view.turns_left + 1]
    assert told["own_discards"] == counts(view.players[viewer - 1].own_discards, prophecies, 64)
    assert told["own_ready"] == [view.players[viewer - 1].ready]
    assert told["own_kept"] == counts(view.players[viewer - 1].hand[: view.players[viewer - 1].kept], prophecies, 64)
    if view.adam:
        assert told["adam_pile"] == counts(view.adam.pile, prophecies, 64)
        assert [card for card in told["adam_line"] if card >= 0] == [prophecies.index(c) for c in view.adam.line]
    for i in range(int(rules.options["players"])):
        player, who = view.players[(viewer - 1 + i) % len(view.players)], "own" if i == 0 else f"next{i}"
        assert told[f"{who}_hand"] == counts(player.hand if i == 0 else player.known, prophecies, 64)
        assert told[f"{who}_hand_size"] == [len(player.hand)]
        assert told[f"{who}_discarded"] == [player.discarded]
        assert told[f"{who}_temples"] == counts(player.temples if i == 0 else player.known_temples, temples, 32)
        boards = (player.bodies, player.heads, player.tails)
        assert told[f"{who}_board"] == [number for on in boards for number in counts(list(on), COLOURS, 6)]
        for number, coatl in enumerate(player.coatls, 1):
            row = coatl.pieces.strip("()")
            assert told[f"{who}_coatl{number}_pieces"][: len(row)] == [COLOURS.index(piece) for piece in row]
            assert told[f"{who}_coatl{number}_cards"] == counts(coatl.cards, prophecies, 64)
            assert told[f"{who}_coatl{number}_closed"] == [coatl.closed]
            assert told[f"{who}_coatl{number}_points"] == [coatl.points]


def bags(view: Any) -> tuple[Any, ...]:
    return view.supply.bag_bodies, view.supply.bag_heads, view.supply.bag_tails


def check_card(rules: Rules, view: Any, viewer: int, told: dict[str, Any]) -> None:
    prophecies, feathers = rules.names["<prophecy>"], rules.names["<feather>"]
    own = view.players[viewer - 1]
    assert told["own_hand"] == counts(own.hand, feathers, 25)
    assert told["unseen_feathers"] == counts(view.unseen_feathers, feathers, 25)
    assert told["discards"] == counts(view.discards, feathers, 25)
    assert told["unseen_prophecies"] == counts(view.unseen_prophecies, prophecies, 64)
    assert told["middle"] == counts([card for card in view.middle if card], prophecies, 64)
    assert told["round"] == [view.round]
    assert told["newest"] == list(view.newest or (0, 0))
    if view.carl:
        places = {card: place for place, card in enumerate(view.middle, 1) if card}
        assert told["middle_places"] == [places.get(card, 0) for card in prophecies] + [0] * (64 - len(prophecies))
        assert sum(told["backs"]) == sum(view.carl.backs.values())
        assert told["used"] == counts(view.carl.used, prophecies, 64)
    for i in range(rules.seats):
        player, who = view.players[(viewer - 1 + i) % rules.seats], "own" if i == 0 else f"next{i}"
        levels = dict(zip(player.prophecies, player.levels, strict=True))
        assert told[f"{who}_levels"][: len(prophecies)] == [levels.get(card, -1) for card in prophecies]
        assert told[f"{who}_final"] == [player.final]
        if not (view.carl and i == 1):
            parts = [COLOURS.index(letter) for letter in player.coatl if letter in COLOURS]
            assert told[f"{who}_parts"][: len(parts)] == parts
            assert sum(told[f"{who}_stacked"]) == player.coatl.count("^")
            assert told[f"{who}_hand_size"] == [len(player.hand)]


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_an_observation_does_not_change_with_what_the_seat_cannot_see(table: dict[str, Any]) -> None:
    rules, dice = rules_of(**table), random.Random(3)
    changed = 0
    for position in walk(rules, 8, 200):
        for viewer in range(1, int(rules.options["players"]) + 1):
            other = exchanged(rules, position.states, viewer, dice)
            changed += other.tobytes() != position.states.tobytes()
            for compact in (False, True):
                seen = observation(rules, position.states, viewer, compact)
                assert observation(rules, other, viewer, compact).tobytes() == seen.tobytes()
    assert changed > 5


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_the_fields_fill_the_observation_exactly(table: dict[str, Any]) -> None:
    """The compiled writer ends where the last field does, so no field is off by a place."""
    from coatl.rl.observations import compiled_of

    rules = rules_of(**table)
    position = Position.new(rules, 1)
    for compact in (False, True):
        size = observation_size(rules, compact)
        row = np.zeros(size, np.int8)
        assert compiled_of(rules.game).observe_at(position.states, rules.decks, 0, int(compact), row) == size
        names = [place.name for place in observation_fields(rules, compact)]
        assert len(names) == len(set(names))


@pytest.mark.parametrize("game", ["board", "card"])
def test_an_own_deck_keeps_every_shape(game: str) -> None:
    """So a policy for the printed cards may play with others."""
    printed, fewer = rules_of(game, players=2), tomllib.loads((DECKS / f"{game}.toml").read_text(encoding="utf-8"))
    fewer["prophecy"] = fewer["prophecy"][2:]
    own = rules_of(game, deck=fewer, players=2)
    assert len(own.names["<prophecy>"]) < len(printed.names["<prophecy>"])
    assert own.actions == printed.actions
    assert observation_fields(own) == observation_fields(printed)


def test_the_hash_changes_with_the_table_and_not_with_the_deck() -> None:
    two, three = rules_of("card", players=2), rules_of("card", players=3)
    own = rules_of("card", deck={"game": {"id": "card"}, "levels": {"points": [0, 1, 2, 3]}}, players=2)
    assert observation_hash(two) == observation_hash(own)
    assert len({observation_hash(two), observation_hash(three), observation_hash(two, True)}) == 3
