"""What a table decides, command by command."""

from dataclasses import replace
from typing import Any

import orjson
import pytest

from coatl.engine.errors import CoatlError
from coatl.server.making import making
from coatl.server.requests import NewTable
from coatl.server.tables import commands as ask
from coatl.server.tables import showing
from coatl.server.tables.people import hashed
from coatl.server.tables.table import Table, token_for
from tests.server.tables import BOT, KEY, ME, OPEN, Scene, refused, two

# ---------------------------------------------------------------- making a table


def test_the_host_takes_the_first_seat_and_the_others_are_open() -> None:
    scene = Scene(options={"players": 3})
    assert [(seat.kind, seat.name) for seat in scene.table.seats] == [("person", "Ann"), ("open", ""), ("open", "")]
    assert scene.table.status == "waiting"


def test_seats_say_how_many_play() -> None:
    assert Scene(seats=[ME, OPEN, BOT]).table.rules.options["players"] == 3


def test_a_solo_game_begins_at_once_and_the_automaton_has_moved() -> None:
    scene = Scene(game="card", options={"solo": True, "opponent": "carl2"})
    assert [seat.name for seat in scene.table.seats] == ["Ann", "CARL 2.0"]
    assert scene.table.status == "playing"
    assert [event.kind for event in scene.events] == ["created", "started", "played"]
    assert scene.events[-1].data["action"] == "carl"
    assert len(scene.events[-1].data["steps"]) > 2


@pytest.mark.parametrize("wish", [{"game": "board"}, {"game": "card"}], ids=str)
def test_who_comes_later_is_told_the_automatons_turns_step_by_step(wish: dict[str, Any]) -> None:
    scene = Scene(**wish, options={"solo": True})
    heard: list[Any] = []
    while len(heard) < 4:
        scene.play(1)
        heard += [event["steps"] for event in scene.told(None) if event["kind"] == "played" and "steps" in event]
    for viewer in (1, None):
        entries = showing.state(scene.table, viewer)["entries"]
        told = [entry["steps"] for entry in entries if entry["action"] in ("adam", "carl")]
        assert told[-len(heard) :] == heard
        assert all("steps" not in entry for entry in entries if entry["action"] not in ("adam", "carl"))
    scene.do(ask.AskBack(seat=1, turn=scene.table.game.turn - 2), "Ann")  # type: ignore[union-attr]
    assert scene.kinds()[:2] == ["asked_back", "went_back"]
    entries = showing.state(scene.table, 1)["entries"]
    assert [entry["steps"] for entry in entries if "steps" in entry] == scene.table.told
    assert len(scene.table.told) < len(told)


def test_who_comes_later_is_told_what_was_taken_and_not_only_from_where() -> None:
    scene = Scene(game="board", options={"solo": True})
    scene.choose()
    lay: list[str] = []
    while len(lay) < 15:
        view = scene.table.view(None)
        body, head, tail = view.supply.bodies, view.supply.heads, view.supply.tails
        places = {"body": body, "head": head, "tail": tail, "row": view.row, "pile": view.temples}
        scene.play(1)
        event = scene.told(None)[0]
        place = event["entry"]["action"].split()[-1]
        kind, number = place.rstrip("123456"), place[-1]
        if kind in places:
            lay.append(places[kind][int(number) - 1])
        assert event.get("what") == (lay[-1] if kind in places else None)
    for viewer in (1, None):
        entries = showing.state(scene.table, viewer)["entries"]
        assert [entry["what"] for entry in entries if "what" in entry] == lay
    scene.do(ask.AskBack(seat=1, turn=scene.table.game.turn - 6), "Ann")  # type: ignore[union-attr]
    assert "went_back" in scene.kinds()
    left = [entry["what"] for entry in showing.state(scene.table, None)["entries"] if "what" in entry]
    assert 0 < len(left) < len(lay)
    assert left == lay[: len(left)]


def test_a_table_that_kept_only_words_of_the_automaton_tells_its_steps() -> None:
    """Events of an earlier version."""
    scene = Scene(game="card", options={"solo": True})
    old = [orjson.loads(orjson.dumps(event.data)) for event in scene.events]
    old[-1]["steps"] = [step["words"] for step in old[-1]["steps"]]
    table = Table(scene.table.id)
    for event, data in zip(scene.events, old, strict=True):
        table.apply(replace(event, data=data))
    assert showing.state(table, 1)["entries"] == showing.state(scene.table, 1)["entries"]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"seats": [ME]}, "options.players"),
        ({"seats": [ME, OPEN], "options": {"players": 3}}, "seats.number"),
        ({"seats": [ME, {"kind": "automaton"}]}, "seats.number"),
        ({"options": {"solo": True}, "seats": [ME, BOT]}, "seats.number"),
        ({"options": {"wings": 3}}, "options.unknown"),
        ({"deck": {"game": "no deck"}}, "deck.broken"),
    ],
)
def test_a_table_that_cannot_be_is_refused(wish: dict[str, Any], code: str) -> None:
    with pytest.raises(CoatlError) as caught:
        making(NewTable(game="card", **wish))
    assert caught.value.code == code


def test_a_key_leads_to_the_same_table_and_secrets_and_another_key_does_not() -> None:
    wish: dict[str, Any] = {"game": "card", "seats": [ME, {"kind": "invited"}]}
    first, again = making(NewTable(**wish, key=KEY)), making(NewTable(**wish, key=KEY))
    other, free = making(NewTable(**wish, key="o" * 32)), making(NewTable(**wish))
    assert (first.table, first.token, first.invites) == (again.table, again.token, again.invites)
    assert len({first.table, other.table, free.table}) == len({first.token, other.token, free.token}) == 3


def test_no_event_and_nothing_told_holds_a_secret() -> None:
    scene = Scene(seats=[ME, {"kind": "invited"}, OPEN])
    scene.join("Ben", seat=2, invite=hashed(scene.made.invites["2"]))
    told = orjson.dumps([showing.state(scene.table, viewer) for viewer in scene.table.viewers]).decode()
    kept = orjson.dumps([event.data for event in scene.events]).decode()
    for secret in (KEY, scene.made.token, scene.made.invites["2"], "Ben" * 32):
        assert secret not in told + kept
        assert hashed(secret) not in told


# ---------------------------------------------------------------- turns


def test_only_the_own_seat_acts_and_only_in_turn() -> None:
    scene = two()
    scene.choose()
    game = scene.table.game
    assert game is not None
    seat, other = game.seat, 3 - game.seat
    names = {1: "Ann", 2: "Ben"}
    action = game.legal()[0]
    refused(scene, "seat.foreign", ask.Play(seat=seat, action=action), names[other])
    refused(scene, "token.unknown", ask.Play(seat=seat, action=action))
    refused(scene, "action.turn", ask.Play(seat=other, action=action), names[other])
    fault = refused(scene, "action.illegal", ask.Play(seat=seat, action="keep R3"), names[seat])
    assert set(fault.allowed) == set(game.legal())
    refused(scene, "action.unknown", ask.Play(seat=seat, action="fly away"), names[seat])
    refused(scene, "seat.unknown", ask.Play(seat=3, action=action), "Ann")


def test_a_stale_command_is_refused() -> None:
    scene = two()
    number = scene.table.heard[1]
    scene.do(ask.Chat(text="hello"), "Ben")
    game = scene.table.game
    assert game is not None
    action = game.legal(1)[0]
    refused(scene, "table.stale", ask.Play(seat=1, action=action, at=number), "Ann")
    scene.do(ask.Play(seat=1, action=action, at=number + 1), "Ann")


def test_a_repeated_command_is_answered_and_not_done_again() -> None:
    scene = two()
    game = scene.table.game
    assert game is not None
    command = ask.Play(seat=1, action=game.legal(1)[-1])
    first = scene.do(command, "Ann", "c1")
    scene.do(ask.Chat(text="hello"), "Ben", "c1")  # another person's id is another one
    again = scene.do(command, "Ann", "c1")
    assert first.number == again.number == scene.table.heard[1] - 1
    assert again.happenings == []
    assert len(game.entries) == 1


def test_the_last_64_commands_of_a_person_are_known_again() -> None:
    scene = two()
    for number in range(65):
        scene.now += 2000
        scene.do(ask.Chat(text="again"), "Ann", f"c{number}")
    assert scene.do(ask.Chat(text="again"), "Ann", "c1").happenings == []
    assert len(scene.do(ask.Chat(text="again"), "Ann", "c0").happenings) == 1


def test_undo_is_that_of_the_engine() -> None:
    scene = two()
    game = scene.table.game
    assert game is not None
    refused(scene, "undo.refused", ask.Undo(seat=1), "Ann")
    kept = next(action for action in game.legal(1) if action.startswith("keep"))
    scene.play(1, kept)
    assert scene.table.view(1).can_undo
    scene.do(ask.Undo(seat=1), "Ann")
    assert not scene.table.view(1).can_undo
    refused(scene, "seat.foreign", ask.Undo(seat=1), "Ben")


def test_going_back_needs_the_consent_of_all_people() -> None:
    scene = two()
    scene.choose()
    game = scene.table.game
    assert game is not None
    refused(scene, "back.turn", ask.AskBack(seat=1, turn=9), "Ann")
    refused(scene, "back.none", ask.AnswerBack(seat=1, yes=True), "Ann")
    first = orjson.dumps(scene.table.view(1))
    while game.turn < 4:
        scene.play(game.seat)
    scene.do(ask.AskBack(seat=1, turn=1), "Ann")
    assert scene.kinds() == ["asked_back"]
    refused(scene, "back.open", ask.AskBack(seat=2, turn=1), "Ben")
    refused(scene, "back.answered", ask.AnswerBack(seat=1, yes=True), "Ann")
    scene.do(ask.AnswerBack(seat=2, yes=False), "Ben")
    assert scene.table.back is None
    scene.do(ask.AskBack(seat=1, turn=1), "Ann")
    scene.do(ask.AnswerBack(seat=2, yes=True), "Ben")
    assert scene.kinds() == ["answered_back", "went_back"]
    assert orjson.dumps(scene.table.view(1)) == first
    scene.play_to_the_end()


def test_a_wish_to_go_back_ends_with_the_next_action() -> None:
    scene = two()
    scene.choose()
    game = scene.table.game
    assert game is not None
    scene.do(ask.AskBack(seat=1, turn=1), "Ann")
    scene.play(game.seat)
    assert scene.table.back is None


def test_bots_agree_to_go_back() -> None:
    scene = Scene(game="card", options={"solo": True})
    scene.play(1)
    scene.do(ask.AskBack(seat=1, turn=1), "Ann")
    assert scene.kinds()[:2] == ["asked_back", "went_back"]


def test_a_bot_plays_only_what_is_still_asked() -> None:
    scene = Scene(game="card", seats=[BOT, ME])
    game = scene.table.game
    assert game is not None
    assert scene.table.thinking() == {1: "artisan"}
    action, after = game.legal()[0], scene.table.decisions(1)
    scene.do(ask.BotMove(1, action, after))
    assert scene.last[0].event.data["by"] == "bot"
    refused(scene, "table.stale", ask.BotMove(1, action, after))


def test_nothing_is_played_before_and_after_a_game() -> None:
    scene = Scene(seats=[ME, OPEN])
    refused(scene, "table.waiting", ask.Play(seat=1, action="done"), "Ann")
    refused(scene, "table.waiting", ask.Rematch(), "Ann")
    scene.join("Ben")
    scene.play_to_the_end()
    refused(scene, "table.over", ask.Play(seat=1, action="done"), "Ann")
    refused(scene, "table.over", ask.Leave(), "Ann")
    refused(scene, "table.over", ask.Undo(seat=1), "Ann")


def test_a_rematch_begins_when_all_want_it_with_the_seats_rotated() -> None:
    scene = two(game="card")
    scene.play_to_the_end()
    scene.do(ask.Rematch(), "Ann")
    refused(scene, "rematch.asked", ask.Rematch(), "Ann")
    assert scene.told(2) == [{"kind": "rematch", "table": None}]
    scene.do(ask.Rematch(), "Ben")
    assert scene.born is not None
    table, events = scene.born
    assert [seat.name for seat in table.seats] == ["Ben", "Ann"]
    assert scene.table.successor == table.id != scene.table.id
    assert [event.kind for event in events] == ["created", "started"]
    assert table.person_with("Ben" * 32).name == "Ben"
    assert table.person_with(token_for(scene.table.id, KEY)).name == "Ann"
    assert table.game is not None
    assert scene.table.game is not None
    assert table.game.seed != scene.table.game.seed


# ---------------------------------------------------------------- secrets


def test_the_secret_choices_are_told_to_nobody_else_not_even_by_a_number() -> None:
    scene = two()
    before = {viewer: orjson.dumps(showing.state(scene.table, viewer)) for viewer in (2, None)}
    scene.play(1, "done")
    assert scene.told(2) == scene.told(None) == []
    assert {viewer: orjson.dumps(showing.state(scene.table, viewer)) for viewer in (2, None)} == before
    fault = refused(scene, "action.turn", ask.Play(seat=1, action="done"), "Ann")
    assert "2" not in fault.message
    scene.play(2, "done")
    (event,) = scene.told(None)
    assert event["kind"] == "chosen"
    assert "seat" not in event  # who was last


def test_the_time_of_a_secret_choice_is_not_told_either() -> None:
    scene = two(clock={"move": 60.0})
    before = orjson.dumps(showing.state(scene.table, 2))
    scene.now += 5000
    scene.play(1, "done")
    assert orjson.dumps(showing.state(scene.table, 2)) == before


# ---------------------------------------------------------------- talk


def test_chat_and_reactions_reach_everybody() -> None:
    scene = two()
    scene.do(ask.Chat(text="well met"), "Ben")
    assert scene.told(1) == scene.told(None) == [{"kind": "chat", "seat": 2, "name": "Ben", "text": "well met"}]
    scene.do(ask.React(reaction="wow"), "Ann")
    assert scene.told(2) == [{"kind": "reaction", "seat": 1, "name": "Ann", "reaction": "wow"}]
    assert [line["text"] for line in showing.state(scene.table, None)["chat"]] == ["well met"]


def test_who_talks_without_a_pause_is_stopped_for_a_while() -> None:
    scene = two()
    for _ in range(9):
        scene.do(ask.Chat(text="hello"), "Ben")
    scene.do(ask.React(reaction="wow"), "Ben")
    refused(scene, "chat.often", ask.Chat(text="hello"), "Ben")
    scene.do(ask.Chat(text="hello"), "Ann")
    scene.now += 10_000
    scene.do(ask.Chat(text="hello"), "Ben")


def test_who_mutes_somebody_hears_nothing_of_them_and_nobody_knows() -> None:
    scene = two()
    scene.do(ask.Mute(seat=2, on=True), "Ann")
    assert scene.told(2) == scene.told(None) == []
    scene.do(ask.Chat(text="hello"), "Ben")
    assert scene.told(1) == []
    assert len(scene.told(None)) == 1
    assert showing.state(scene.table, 1)["chat"] == []
    scene.do(ask.Mute(seat=2, on=False), "Ann")
    scene.do(ask.Chat(text="hello"), "Ben")
    assert len(scene.told(1)) == 1


def test_the_host_silences_a_seat() -> None:
    scene = two()
    refused(scene, "host.only", ask.Silence(seat=1, on=True), "Ben")
    scene.do(ask.Silence(seat=2, on=True), "Ann")
    refused(scene, "chat.silenced", ask.Chat(text="hello"), "Ben")
    scene.do(ask.Silence(seat=2, on=False), "Ann")
    scene.do(ask.Chat(text="hello"), "Ben")


def test_spectators_talk_only_if_the_table_allows_it() -> None:
    refused(two(), "chat.off", ask.Chat(text="hello", name="Zoe"))
    scene = two(spectators_chat=True)
    refused(scene, "chat.name", ask.Chat(text="hello"))
    scene.do(ask.Chat(text="hello", name="Zoe"))
    assert scene.told(1)[0]["seat"] is None
    scene.do(ask.Silence(seat=0, on=True), "Ann")
    refused(scene, "chat.silenced", ask.React(reaction="wow", name="Zoe"))


# ---------------------------------------------------------------- clocks


def test_at_time_out_a_bot_plays_the_rest_of_the_turn() -> None:
    scene = two(game="card", clock={"move": 10.0, "reserve": 5.0, "timeout": "bot"})
    scene.now += 14_000
    assert scene.do(ask.Tick()).happenings == []
    scene.now += 1000
    scene.do(ask.Tick())
    assert scene.kinds() == ["timed_out"]
    assert scene.table.thinking() == {1: "artisan"}
    game = scene.table.game
    assert game is not None
    while game.seat == 1:
        scene.do(ask.BotMove(1, game.legal()[0], scene.table.decisions(1)))
    assert {entry.seat for entry in game.entries} == {1}
    assert scene.last[0].event.data["by"] == "clock"
    assert scene.table.thinking() == {}
    clocks = showing.clocks(scene.table, None)
    assert clocks == {"1": {"until": None, "reserve": 0}, "2": {"until": scene.now + 15_000, "reserve": 5000}}


def test_at_time_out_the_turn_is_lost() -> None:
    scene = two(clock={"move": 10.0, "timeout": "loss"})
    scene.now += 10_000
    scene.do(ask.Tick())  # both chose nothing
    assert [(h.event.kind, h.event.data["seat"]) for h in scene.last] == [
        ("timed_out", 1),
        ("played", 1),
        ("timed_out", 2),
        ("played", 2),
    ]
    game = scene.table.game
    assert game is not None
    assert not game.choosing
    scene.now += 10_000
    scene.do(ask.Tick())
    assert game.seat == 2
    assert game.turn == 2


def test_a_reserve_is_used_up_by_slow_turns_only() -> None:
    scene = two(game="card", clock={"move": 10.0, "reserve": 30.0})
    game = scene.table.game
    assert game is not None
    scene.now += 12_000
    while game.seat == 1:
        scene.play(1)
    scene.now += 9_000
    while game.seat == 2:
        scene.play(2)
    clocks = showing.clocks(scene.table, 1)
    assert clocks is not None
    assert (clocks["1"]["reserve"], clocks["2"]["reserve"]) == (28_000, 30_000)


def test_no_clock_runs_while_the_server_is_away() -> None:
    scene = two(game="card", clock={"move": 10.0})
    began = scene.now
    scene.now += 3_600_000
    scene.do(ask.Outages(((began + 4000, scene.now),)))
    assert scene.table.wake() == scene.now + 6000
    scene.now += 5999
    assert scene.do(ask.Tick()).happenings == []
    scene.now += 1
    assert len(scene.do(ask.Tick()).happenings) == 1


def test_a_bot_has_no_clock() -> None:
    scene = Scene(game="card", seats=[BOT, ME], clock={"move": 10.0})
    assert scene.table.clock is not None
    assert scene.table.clock.running == {}
    assert scene.table.wake() == scene.now
