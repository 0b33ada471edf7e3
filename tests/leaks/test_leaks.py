"""Nobody sees more than RULES 6 allows: exchange what a viewer cannot see, and its view stays equal byte for byte."""

import copy
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import coatl
from coatl.board.rules import BoardRules
from coatl.board.view import as_data
from coatl.engine.errors import RecordError
from coatl.engine.jit import DISABLED
from coatl.engine.record import UNDO, Entry, Record
from coatl.engine.redaction import heard
from coatl.engine.structs import Records
from coatl.game import Game
from tests.effort import times
from tests.leaks.exchange import Exchange
from tests.property import invariants
from tests.property.tables import ALL_TABLES, Table, name, play_on, rules_at, some

TABLES = some(ALL_TABLES, compiled=12, plain=4)
MANY_SEATS = some([table for table in ALL_TABLES if not table.get("solo")], compiled=6, plain=2)


def as_bytes(value: Any) -> bytes:
    return json.dumps(as_data(value), sort_keys=True, ensure_ascii=True).encode()


def viewers(game: Game) -> list[int | None]:
    return [*range(1, int(game.rules.options["players"]) + 1), None]


def random_games(table: Table, number: int) -> Iterator[tuple[Game, random.Random]]:
    for seed in range(number):
        label = f"leaks {name(table)} {seed}"
        yield Game(rules_at(table), label), random.Random(label)


# ---------------------------------------------------------------- exchanges


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_a_view_does_not_change_with_what_the_viewer_cannot_see(table: Table) -> None:
    for game, dice in random_games(table, times(1)):
        for _ in play_on(game, dice):
            for viewer in viewers(game):
                check_exchange(game, viewer, dice)


def check_exchange(game: Game, viewer: int | None, dice: random.Random) -> None:
    other = copy.copy(game)  # the same game with another truth behind it
    other._become(Exchange(game._states, viewer, dice).everything())
    assert as_bytes(other.view(viewer)) == as_bytes(game.view(viewer))
    if dice.random() < 0.1:
        assert isinstance(game.rules, BoardRules)
        invariants.check_cards(game.rules, other._states[0])
        assert other.position_line(viewer) == game.position_line(viewer)


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_a_determinised_state_looks_the_same_to_its_viewer(table: Table) -> None:
    for game, dice in random_games(table, times(1)):
        rules = rules_at(table)
        for number, _ in enumerate(play_on(game, dice)):
            viewer = viewers(game)[number % len(viewers(game))]
            seen = rules.view(game._states, viewer)
            for seed in (number, number + 10_000)[: 1 if DISABLED else 1 + (number % 5 == 0)]:
                dealt = rules.determinise(seen, np.random.default_rng(seed))
                assert as_bytes(rules.view(dealt, viewer)) == as_bytes(seen)
                invariants.check_cards(rules, dealt[0])
                assert not np.array_equal(dealt[0].chance.key, game._states[0].chance.key)
                assert game.over or viewer != game.seat or legal_in(rules, dealt) == game.numbers()


def legal_in(rules: BoardRules, states: Records) -> list[int]:
    out = np.empty(rules.most_legal, np.int16)
    numbers: list[int] = out[: rules.legal(states, out)].tolist()
    return numbers


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_only_who_decides_is_told_what_is_legal_and_may_undo(table: Table) -> None:
    for game, dice in random_games(table, times(1)):
        for _ in play_on(game, dice):
            choosing = game.rules.turns(game._states) == 0
            for viewer in viewers(game):
                view = game.view(viewer)
                if viewer is None or game.over or (viewer != game.seat and not choosing):
                    assert (view.legal, view.can_undo) == ((), False)


# ---------------------------------------------------------------- the exchange must be able to find a leak


def test_the_exchange_deals_other_cards() -> None:
    """Hands, discards and covered temples do change, and nobody's open cards do."""
    game = Game(rules_at({"players": 3}), "exchange")
    dice = random.Random(1)
    for _ in play_on(game, dice):
        if game._states[0].turns == 12:
            break
    rules, before = rules_at({"players": 3}), game._states
    after = Exchange(before, 1, dice).everything()
    everything, exchanged = rules.view(before, "all"), rules.view(after, "all")
    assert everything.players[0] == exchanged.players[0]
    assert everything.players[1:] != exchanged.players[1:]
    assert rules.view(before, 2) != rules.view(after, 2)


# ---------------------------------------------------------------- chance


def test_determinise_knows_nothing_of_the_true_chance() -> None:
    game = Game(rules_at({"players": 2}), "chance")
    rules, dice = rules_at({"players": 2}), random.Random(1)
    other = Exchange(game._states, 1, dice)
    other.chance()
    one = rules.determinise(rules.view(game._states, 1), np.random.default_rng(5))
    two = rules.determinise(rules.view(other.states, 1), np.random.default_rng(5))
    assert one.tobytes() == two.tobytes()
    three = rules.determinise(rules.view(game._states, 1), np.random.default_rng(6))
    assert not np.array_equal(one[0].chance.key, three[0].chance.key)


def test_chance_cannot_be_told_from_a_view() -> None:
    """Two tables look the same to all and draw differently."""
    game = Game(rules_at({"players": 2}), "the same")
    game.play("done")
    game.play("done")
    other = Exchange(game._states, None, random.Random(3))
    other.chance()
    rules = rules_at({"players": 2})
    for viewer in (1, 2, None, "all"):
        assert as_bytes(rules.view(other.states, viewer)) == as_bytes(rules.view(game._states, viewer))
    draws = []
    for states in (game._states.copy(), other.states):
        states[0].chance.drawn = 0
        for _ in range(4):
            rules.play(states, rules.parse("choose deck"))
            draws.append(rules.outcomes(states))
    assert draws[:4] != draws[4:]


@pytest.mark.parametrize("viewer", [1, 2, 3, None])
def test_no_view_and_no_seen_record_holds_the_seed(viewer: int | None) -> None:
    seed = "unlikely-word-42"
    game = Game(rules_at({"players": 3}), seed)
    for _ in play_on(game, random.Random(1)):
        texts = [as_bytes(game.view(viewer)).decode(), game.position_line(viewer), game.seen_by(viewer).to_json()]
        assert not any(seed in text for text in texts)
    for record in (game.seen_by(viewer), game.record().public()):
        assert record.seed is None
        assert seed not in record.to_text() + record.to_json() + repr(record)


# ---------------------------------------------------------------- records


def test_seen_entries_know_their_places_though_hidden_choices_were_taken_back() -> None:
    """What such an entry did is looked up by its place; hidden choices come up in the middle of a game as well."""
    vanished = 0
    for number in range(times(12, plain=2)):
        game, dice = Game(rules_at({"players": 2}), f"places {number}"), random.Random(number)
        first = 0  # entries before the first turn
        for _ in play_on(game, dice):
            first = first or (len(game.entries) if game.turn else 0)
            if first and not game.over and game.can_undo(game.seat) and dice.random() < 0.3:
                game.undo()
                vanished += any(check_places(game, viewer, first) for viewer in viewers(game))
    assert vanished or DISABLED


def check_places(game: Game, viewer: int | None, first: int) -> bool:
    """Compares the entries that a viewer knows with those played; whether some of a later turn have vanished."""
    seen = game.entries_seen_by(viewer)
    assert tuple(entry for _, entry in seen) == game.seen_by(viewer).entries
    for place, entry in seen:
        played = game.entries[place]
        assert entry == (played if viewer == played.seat or played.action == UNDO else heard(played, game.rules))
    return len([place for place, _ in seen if place >= first]) < len(game.entries) - first


def renamed(record: Record, one: str, other: str) -> Record:
    """The game in which two cards changed their places all along."""

    def name_of(word: str) -> str:
        return {one: other, other: one}.get(word, word)

    def words(text: str) -> str:
        return " ".join(name_of(word) for word in text.split())

    return replace(
        record,
        setup=tuple(map(name_of, record.setup)),
        entries=tuple(Entry(e.seat, words(e.action), tuple(map(name_of, e.outcomes))) for e in record.entries),
    )


def words_in(record: Record) -> set[str]:
    found = set(record.setup)
    for entry in record.entries:
        found |= {*entry.action.split(), *entry.outcomes}
    return found


def unseen_cards(rules: BoardRules, seen: set[str]) -> list[list[str]]:
    """Prophecies and temples, each there once, that are not among those seen."""
    promo = rules.table.promo
    prophecies = [card.id for card in rules.deck.prophecy if card.copies == 1 and (promo or card.set != "promo")]
    temples = [card.id for card in rules.deck.temple if promo or card.set != "promo"]
    return [[card for card in cards if card not in seen] for cards in (prophecies, temples)]


@pytest.mark.parametrize("table", MANY_SEATS, ids=name)
def test_all_that_a_viewer_ever_saw_stays_the_same_when_unseen_cards_change_places(table: Table) -> None:
    """Not one view only: the whole course of the game, and the record of it."""
    compared = 0
    for game, dice in random_games(table, times(1)):
        seen: dict[int | None, set[str]] = {viewer: set() for viewer in viewers(game)}
        for _ in zip(range(dice.randrange(40, 100)), play_on(game, dice), strict=False):
            if game.can_undo(game.seat) and dice.random() < 0.2:
                game.undo()
            for viewer in viewers(game):
                seen[viewer] |= cards_in_view(game, viewer)
        record = game.record().public()
        for viewer in viewers(game):
            for cards in unseen_cards(rules_at(table), seen[viewer] | cards_in_view(game, viewer)):
                used = [card for card in cards if card in words_in(record)]
                if used and len(cards) > 1:
                    one = dice.choice(used)
                    other = dice.choice([card for card in cards if card != one])
                    compared += same_course(record, renamed(record, one, other), viewer)
    assert compared > 3


def same_course(record: Record, other: Record, viewer: int | None) -> bool:
    """Plays two records side by side; false if the other cannot be played (a pass shows that nothing can be laid)."""
    try:
        Game.replay(other)
    except RecordError:
        return False
    for game, twin in zip(Game.steps(record), Game.steps(other), strict=True):
        assert as_bytes(game.view(viewer)) == as_bytes(twin.view(viewer))
        if len(game.entries) % 10 == 0:
            assert game.seen_by(viewer) == twin.seen_by(viewer)
    assert game.seen_by(viewer) == twin.seen_by(viewer)
    return True


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_the_seen_record_tells_every_card_that_the_viewer_sees(table: Table) -> None:
    for game, dice in random_games(table, times(1)):
        for _ in play_on(game, dice):
            if dice.random() < 0.1 or game.over:
                for viewer in viewers(game):
                    assert cards_in_view(game, viewer) <= words_in(game.seen_by(viewer))


def cards_in_view(game: Game, viewer: int | None) -> set[str]:
    assert isinstance(game.rules, BoardRules)
    view = game.view(viewer)
    cards = {*game.rules.names["<prophecy>"], *game.rules.names["<temple>"]}
    return {word for word in json.dumps(as_data(replace(view, legal=()))).replace('"', " ").split() if word in cards}


def test_while_all_choose_nothing_is_told_of_the_others() -> None:
    game = Game(rules_at({"players": 3}), "choosing")
    blank = {viewer: game.seen_by(viewer) for viewer in (1, 2, 3, None)}
    kept = game.legal(2)[1]
    game.play(kept, 2)
    game.play("done", 2)
    assert [str(entry) for entry in game.seen_by(2).entries] == [f"2 {kept}", "2 done"]
    assert {viewer: game.seen_by(viewer) for viewer in (1, 3, None)} == {v: blank[v] for v in (1, 3, None)}


def test_afterwards_the_others_know_how_many_were_kept_and_not_which() -> None:
    game = Game(rules_at({"players": 2}), "kept")
    first, second = game.legal(1)[1:3]
    for action in (first, "undo", second, first, "done"):
        if action == "undo":
            game.undo(1)
        else:
            game.play(action, 1)
    game.play("done", 2)
    assert [str(entry) for entry in game.seen_by(2).entries] == ["1 keep ?", "1 keep ?", "1 done", "2 done"]
    told = [str(entry) for entry in game.seen_by(1).entries]
    assert told == [f"1 {first}", "1 undo", f"1 {second}", f"1 {first}", "1 done", "2 done"]


def test_cards_drawn_and_discarded_are_told_to_their_player_alone() -> None:
    game = Game(rules_at({"players": 2}), "drawn")
    for seat in (1, 2):
        game.play(game.legal(seat)[1], seat)
        game.play("done", seat)
    game.play("choose deck")
    drawn = game.entries[-1].outcomes[0]
    game.play("done")
    assert drawn in words_in(game.seen_by(1))
    assert str(game.seen_by(2).entries[-2]) == str(game.seen_by(None).entries[-2]) == "1 choose deck > ?"
    game.play("future")
    laid = game.entries[-1].outcomes
    discarded = next(action for action in game.legal() if action.startswith("discard"))
    game.play(discarded)
    assert str(game.seen_by(2).entries[-1]) == f"2 {discarded}"
    assert str(game.seen_by(1).entries[-1]) == "2 discard ?"
    assert game.seen_by(1).entries[-2].outcomes == laid  # the new row lies open


def test_dealt_cards_are_told_to_their_player_alone() -> None:
    game = Game(rules_at({"players": 4, "first": 3}), "dealt")
    view = game.view("end") if game.over else rules_at({"players": 4, "first": 3}).view(game._states, "all")
    for seat in (1, 2, 3, 4):
        own = {*view.players[seat - 1].hand, *view.players[seat - 1].temples}
        assert own <= words_in(game.seen_by(seat))
        assert game.seen_by(seat).setup.count("?") == 3 + 18 - len(view.players[seat - 1].hand)
    assert game.seen_by(None).setup.count("?") == 4 + 18


def test_a_choice_may_be_taken_back_whatever_the_others_do_meanwhile() -> None:
    """Otherwise one's own view would tell that somebody else has chosen."""
    game = Game(rules_at({"players": 2}), "undo")
    game.play(game.legal(1)[1], 1)
    before = as_bytes(game.view(1))
    game.play(game.legal(2)[1], 2)
    game.play("done", 2)
    assert as_bytes(game.view(1)) == before
    game.undo(1)
    assert not game.can_undo(1)
    assert not game.can_undo(2)  # whose choice is made
    assert Game.replay(game.record().public()).entries == game.entries


@pytest.mark.parametrize("kind", ["board", "card"])
def test_viewers_who_share_what_lies_open_share_nothing_else(kind: str) -> None:
    """Whoever looked before, a view is what its viewer sees in the state alone."""
    game, dice = coatl.new(kind, players=3, seed=11), random.Random(kind)
    for _ in range(60):
        if game.over:
            break
        states = game.position().states
        for viewer in sorted(viewers(game), key=lambda _: dice.random()):
            seen = replace(game.view(viewer), legal=(), can_undo=False)
            assert seen == game.rules.view(states, viewer)
        game.play(dice.choice(game.legal()))
