"""Names and lines taken out of the events of a table: the game stays whole, its record says what is missing."""

import dataclasses
from pathlib import Path

import pytest

from coatl.engine.errors import CoatlError
from coatl.engine.record import parse_record
from coatl.game import Game
from coatl.server import records
from coatl.server.tables import commands, views
from coatl.server.tables.decisions import do, rebuild
from coatl.server.tables.erasure import without_names
from coatl.server.tables.events import Event, read_event
from coatl.server.tables.table import Table
from tests.cli.command import answered
from tests.server.tables import Scene

WORDS = ("Ann", "Anna", "Ben", "Zoe", "a secret", "hello all", "Robo")


def scene() -> Scene:
    """A finished game of two people and a bot that the host named, with talk."""
    found = Scene(
        seats=[
            {"kind": "me", "name": "Ann"},
            {"kind": "open"},
            {"kind": "me", "name": "Anna"},
            {"kind": "bot", "bot": "novice", "name": "Robo"},
        ],
        spectators_chat=True,
    )
    found.do(commands.Chat(text="a secret"), "Ann")
    found.join("Ben")
    found.do(commands.Chat(text="hello all"), "Ben")
    found.do(commands.Chat(text="hello all", name="Zoe"))
    found.do(commands.React(reaction="wow"), "Ben")
    return found


def play_on(table: Table) -> list[Event]:
    """The rest of the game, every seat by its first legal action."""
    events = []
    while table.status == "playing":
        seat = table.to_act()[0]
        action = table.running.legal(seat)[0]
        person = table.seats[seat - 1].person
        command = (
            commands.Play(seat=seat, action=action) if person else commands.BotMove(seat, action, table.decisions(seat))
        )
        events += [one.event for one in do(table, command, 2_000_000, table.people[(person or 1) - 1]).applied]
    return events


def text_of(events: list[Event]) -> str:
    return "\n".join(event.data_text() for event in events)


def stored(events: list[Event]) -> list[Event]:
    """As they come back from the database."""
    return [read_event(event.number, event.time, event.kind, event.data_text()) for event in events]


def test_a_person_leaves_and_the_others_stay() -> None:
    before = scene()
    erased = stored(without_names(before.table.id, before.events, 1, 5))
    text = text_of(erased)
    assert [word for word in WORDS if word in text] == ["Ben", "Zoe", "hello all"]
    table = rebuild(before.table.id, erased)
    assert [seat.name for seat in table.seats] == ["", "Ben", "", "Novice"]
    assert [line["name"] for line in table.chat.lines_for(None)] == ["Ben", "Zoe"]
    assert table.number == before.table.number + 1
    assert table.view(1) == before.table.view(1)
    assert table.person_with(before.made.token).number == 1  # the seat is still theirs


def test_everybody_leaves_and_the_game_is_played_and_replayed_as_before() -> None:
    before = scene()
    table = rebuild(before.table.id, stored(without_names(before.table.id, before.events, None, 5)))
    assert not any(word in text_of(without_names(before.table.id, before.events, None, 5)) for word in WORDS)
    assert views.info(table)["commitment"] == views.info(before.table)["commitment"]
    play_on(table)
    play_on(before.table)
    assert table.result() == before.table.result()
    assert [entry.action for entry in table.running.entries] == [entry.action for entry in before.table.running.entries]


def test_a_record_without_names_replays_and_says_that_the_commitment_cannot_be_checked() -> None:
    before = scene()
    table = rebuild(before.table.id, stored(without_names(before.table.id, before.events, 1, 5)))
    play_on(table)
    record = parse_record(records.record_for(table, None).to_text())
    assert record.players == ("", "Ben", "", "Novice")
    assert Game.replay(record).commitment == record.commitment
    told = records.verification(table)
    assert (told["kept"], told["erased"]) == (None, True)
    assert any("erased" in line for line in told["explanation"])
    whole = dataclasses.replace(record, players=("Ann", "Ben", "Anna", "Robo"))
    assert Game.replay(whole).terms(whole.seed or "").commitment(whole.format) == record.commitment
    with pytest.raises(CoatlError) as caught:  # another name is noticed, and so is another seed under a whole list
        Game.replay(dataclasses.replace(record, players=("Eve", "Ben", "Anna", "Robo")))
    assert caught.value.code == "record.commitment"


def test_verify_says_what_it_could_not_check(tmp_path: Path) -> None:
    before = scene()
    table = rebuild(before.table.id, stored(without_names(before.table.id, before.events, 1, 5)))
    play_on(table)
    file = tmp_path / "game.coatl"
    file.write_text(records.record_for(table, None).to_text(), encoding="utf-8")
    said = answered("verify", str(file), state=tmp_path).stdout
    assert "was erased" in " ".join(said.split())
    assert "Somebody" in said


def test_who_is_erased_before_the_game_begins_plays_as_nobody_known() -> None:
    waiting = Scene(seats=[{"kind": "me", "name": "Ann"}, {"kind": "open"}])
    table = rebuild(waiting.table.id, stored(without_names(waiting.table.id, waiting.events, 1, 5)))
    do(table, commands.Join("Ben", "b" * 64), 9)
    assert table.running.names == ("", "Ben")
    play_on(table)
    assert records.verification(table)["kept"] is True  # it was committed to the empty name


def test_going_back_keeps_the_commitment_that_was_shown() -> None:
    before = Scene(seats=[{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Anna"}])
    before.play(1)
    table = rebuild(before.table.id, stored(without_names(before.table.id, before.events, 1, 5)))
    shown = table.running.commitment
    table._go_back(table.running.turn)
    assert table.running.commitment == shown == before.table.running.commitment


def test_to_erase_twice_changes_nothing_more() -> None:
    before = scene()
    once = without_names(before.table.id, before.events, 1, 5)
    twice = without_names(before.table.id, once, 1, 6)
    assert [event.data for event in twice[:-1]] == [event.data for event in once]
