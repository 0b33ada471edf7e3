"""Giving up a game: who has won then, who plays on, and what everybody may see."""

from typing import Any

import pytest

from coatl.engine.record import parse_record
from coatl.game import Game
from coatl.server import records
from coatl.server.tables import commands, views
from tests.server.tables import BOT, ME, OPEN, Scene, refused, state, two


@pytest.mark.parametrize("game", ["board", "card"])
def test_of_two_the_other_has_won_and_all_cards_are_shown(game: str) -> None:
    scene = two(game=game)
    scene.choose()
    scene.play(scene.table.to_act()[0])
    before = state(scene.table, 1)["progress"]
    scene.do(commands.Resign(seat=1), "Ann")
    scene.check()
    assert scene.kinds() == ["resigned"]
    info = views.info(scene.table)
    result = info["result"]
    assert result is not None
    assert before is not None
    assert (info["status"], result["winners"], result["ending"], result["decided"]) == (
        "over",
        [2],
        "resigned",
        "resigned",
    )
    assert result["points"] == list(before.points)
    assert [seat.points for seat in result["seats"]] == result["points"]
    assert scene.told(None) == [{"kind": "resigned", "seat": 1, "bot": None}]
    assert info["seed"] is not None
    assert state(scene.table, 2)["view"] == state(scene.table, None)["view"]
    assert scene.table.thinking() == {}
    assert scene.table.wake() is None
    refused(scene, "table.over", commands.Resign(seat=2), "Ben")
    refused(scene, "table.over", commands.Play(seat=2, action="pass"), "Ben")


def test_the_record_ends_where_somebody_resigned_and_keeps_its_promise() -> None:
    scene = two()
    scene.choose()
    scene.play(1)
    shown = parse_record(records.record_for(scene.table, 2).to_json())
    assert shown.seed is None
    scene.do(commands.Resign(seat=2), "Ben")
    told = parse_record(records.record_for(scene.table, None).to_json())
    assert told.seed is not None
    assert told.result is None
    assert Game.replay(told).entries == scene.table.running.entries  # checks the commitment and every draw
    assert records.verification(scene.table)["kept"]
    whole = records.seen(scene.table, None)
    assert records.view_after(whole, len(told.entries))["view"] == state(scene.table, None)["view"]


def test_a_rematch_after_resigning_is_a_game_of_the_same_people() -> None:
    scene = two()
    scene.do(commands.Resign(seat=1), "Ann")
    scene.do(commands.Rematch(), "Ben")
    scene.do(commands.Rematch(), "Ann")
    assert scene.rematch_table is not None
    again = scene.rematch_table[0]
    assert [(seat.name, seat.resigned, seat.human) for seat in again.seats] == [
        ("Ben", False, True),
        ("Ann", False, True),
    ]


def test_against_the_automaton_it_has_won() -> None:
    scene = Scene(game="board", options={"solo": True}, seats=None)
    scene.choose()
    scene.do(commands.Resign(seat=1), "Ann")
    result = views.info(scene.table)["result"]
    assert result is not None
    assert result["winners"] == [2]


def test_at_a_larger_table_a_bot_plays_on_for_good() -> None:
    scene = Scene(seats=[ME, OPEN, OPEN])
    scene.join("Ben")
    scene.join("Cleo")
    scene.do(commands.Resign(seat=1), "Ann")
    assert (scene.table.status, scene.table.thinking()) == ("playing", {1: "artisan"})
    assert scene.table.people[scene.table.host - 1].name == "Ben"  # who resigned looks after nothing
    assert state(scene.table, 1)["info"]["seats"][0]["resigned"]
    for name in ("Ann", "Ben"):
        refused(scene, "seat.resigned", commands.GiveBack(seat=1), name)
    refused(scene, "seat.resigned", commands.Play(seat=1, action="pass"), "Ann")
    refused(scene, "seat.resigned", commands.Resign(seat=1), "Ann")
    refused(scene, "seat.foreign", commands.Resign(seat=3), "Ben")
    scene.do(commands.Resign(seat=3), "Cleo")
    result = views.info(scene.table)["result"]
    assert result is not None
    assert result["winners"] == [2]  # the last one who has not resigned


def test_a_game_of_bots_alone_is_closed() -> None:
    scene = Scene(seats=[ME, BOT, BOT])
    scene.do(commands.Resign(seat=1), "Ann")
    assert scene.kinds() == ["resigned", "closed"]
    assert views.info(scene.table)["seed"] is None


def test_who_resigns_agrees_to_go_back() -> None:
    scene = Scene(seats=[ME, OPEN, OPEN])
    scene.join("Ben")
    scene.join("Cleo")
    scene.choose()
    scene.do(commands.AskBack(seat=1, turn=1), "Ann")
    scene.do(commands.AnswerBack(seat=2, yes=True), "Ben")
    scene.do(commands.Resign(seat=3), "Cleo")
    assert scene.kinds() == ["resigned", "went_back"]
    assert scene.table.seats[2].resigned


@pytest.mark.parametrize("seats", [[ME, OPEN], [ME, OPEN, OPEN]])
def test_nobody_resigns_before_the_game_or_for_others(seats: list[Any]) -> None:
    scene = Scene(seats=seats)
    refused(scene, "table.waiting", commands.Resign(seat=1), "Ann")
    refused(scene, "token.unknown", commands.Resign(seat=1))


# ---------------------------------------------------------------- the host removes somebody


def test_the_host_removes_somebody_from_a_table_that_waits() -> None:
    scene = Scene(seats=[ME, OPEN, OPEN, OPEN])
    scene.join("Eve", seat=2)
    scene.do(commands.Sit(seat=3, name="Mallory"), "Eve")
    scene.do(commands.Silence(seat=2, on=True), "Ann")
    scene.do(commands.Mute(seat=2, on=True), "Ann")
    refused(scene, "host.only", commands.Remove(seat=1), "Eve")
    refused(scene, "seat.nobody", commands.Remove(seat=1), "Ann")  # that is leaving
    refused(scene, "seat.nobody", commands.Remove(seat=4), "Ann")
    scene.do(commands.Remove(seat=3), "Ann")
    assert scene.told(None) == [{"kind": "removed", "seat": 2}, {"kind": "removed", "seat": 3}]
    assert [seat.kind for seat in scene.table.seats] == ["person", "open", "open", "open"]
    refused(scene, "seat.removed", commands.Sit(seat=2, name="Eve"), "Eve")
    refused(scene, "chat.silenced", commands.Chat(text="hello?"), "Eve")
    scene.join("Ben", seat=2)
    scene.do(commands.Chat(text="hello"), "Ben")  # neither muted nor silenced: that was Eve
    assert [line["text"] for line in scene.table.chat.lines_for(1)] == ["hello"]


def test_nobody_is_removed_from_a_game() -> None:
    refused(two(), "table.begun", commands.Remove(seat=2), "Ann")


# ---------------------------------------------------------------- the seat of who is away


def test_a_seat_is_kept_for_a_while() -> None:
    scene = two()
    later = scene.now + 42_500
    fault = refused(scene, "seat.kept", commands.Replace(seat=2), "Ann", present=("Ann",), kept={"Ben": later})
    assert "43 seconds" in fault.message
    scene.now = later
    scene.do(commands.Replace(seat=2), "Ann", present=("Ann",), kept={"Ben": later})
    assert scene.table.seats[1].stand_in == "artisan"
