"""What a table decides, command by command."""

from typing import Any

import orjson
import pytest

from coatl.describe.progress import Progress, progress
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.server.requests import NewTable
from coatl.server.table_creation import prepare_table
from coatl.server.tables import commands, views
from coatl.server.tables import state as table_state
from coatl.server.tables.events import AppliedEvent, Played, TimedOut, read_event
from coatl.server.tables.people import hashed
from coatl.server.tables.table import Table, token_for
from tests.server.tables import BOT, KEY, ME, OPEN, Scene, refused, state, two

# ---------------------------------------------------------------- making a table


def by(applied_event: AppliedEvent) -> str:
    """Who played an action."""
    assert isinstance(applied_event.event.data, Played)
    return applied_event.event.data.by


def seat_of(applied_event: AppliedEvent) -> int:
    """The seat that played, or whose time was up."""
    assert isinstance(applied_event.event.data, (Played, TimedOut))
    return applied_event.event.data.seat


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
    played = scene.events[-1].data
    assert isinstance(played, Played)
    assert played.action == "carl"
    assert len(scene.table.automaton_steps[-1]) > 2


@pytest.mark.parametrize("game", ["board", "card"])
def test_how_far_the_game_is_comes_with_every_view_and_is_found_once(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[Progress] = []

    def noted(rules: Rules, view: Any) -> Progress:
        found.append(progress(rules, view))
        return found[-1]

    monkeypatch.setattr(table_state, "progress", noted)
    scene = two(game=game)
    turns: set[int] = set()
    while scene.table.status == "playing":
        scene.play(scene.table.to_act()[0])
        scene.table.progressed = None  # the scene has looked at it
        found.clear()
        for viewer in (1, 2, None):
            shown = state(scene.table, viewer)
            assert shown["progress"] == progress(scene.table.rules, shown["view"])
            for message in views.messages(scene.table, scene.last, viewer)[-1:]:
                assert message["progress"] == shown["progress"]
        assert len(found) == 1
        turns.update(found[-1].turns)
    assert turns
    scene.do(commands.Chat(text="hello"), "Ann")
    assert "progress" not in views.messages(scene.table, scene.last, None)[-1]


def test_a_table_changes_and_its_events_do_not() -> None:
    scene = Scene(seats=[ME, OPEN, OPEN])
    made = scene.events[0].data_text()
    scene.join("Ben", seat=2)
    scene.do(commands.SetSeat(seat=3, to="bot"), "Ann")
    assert scene.table.status == "playing"
    assert scene.events[0].data_text() == made


@pytest.mark.parametrize("wish", [{"game": "board"}, {"game": "card"}], ids=str)
def test_who_comes_later_is_told_the_automatons_turns_step_by_step(wish: dict[str, Any]) -> None:
    scene = Scene(**wish, options={"solo": True})
    heard: list[Any] = []
    while len(heard) < 4:
        scene.play(1)
        heard += [event["steps"] for event in scene.told(None) if event["kind"] == "played" and "steps" in event]
    for viewer in (1, None):
        entries = state(scene.table, viewer)["entries"]
        told = [entry["steps"] for entry in entries if entry["action"] in ("adam", "carl")]
        assert told[-len(heard) :] == heard
        assert all("steps" not in entry for entry in entries if entry["action"] not in ("adam", "carl"))
    scene.do(commands.AskBack(seat=1, turn=scene.table.game.turn - 2), "Ann")  # type: ignore[union-attr]
    assert scene.kinds()[:2] == ["asked_back", "went_back"]
    entries = state(scene.table, 1)["entries"]
    assert [entry["steps"] for entry in entries if "steps" in entry] == scene.table.automaton_steps
    assert len(scene.table.automaton_steps) < len(told)


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
        entries = state(scene.table, viewer)["entries"]
        assert [entry["what"] for entry in entries if "what" in entry] == lay
    scene.do(commands.AskBack(seat=1, turn=scene.table.game.turn - 6), "Ann")  # type: ignore[union-attr]
    assert "went_back" in scene.kinds()
    left = [entry["what"] for entry in state(scene.table, None)["entries"] if "what" in entry]
    assert 0 < len(left) < len(lay)
    assert left == lay[: len(left)]


def test_a_table_that_kept_only_words_of_the_automaton_tells_its_steps() -> None:
    """Events of an earlier version."""
    scene = Scene(game="card", options={"solo": True})
    old = [orjson.loads(event.data_text()) for event in scene.events]
    old[-1]["steps"] = [step["words"] for step in scene.table.automaton_steps[-1]]
    table = Table(scene.table.id)
    for event, data in zip(scene.events, old, strict=True):
        table.apply(read_event(event.number, event.time, event.kind, orjson.dumps(data).decode()))
    assert state(table, 1)["entries"] == state(scene.table, 1)["entries"]


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
        prepare_table(NewTable(game="card", **wish))
    assert caught.value.code == code


def test_a_key_leads_to_the_same_table_and_secrets_and_another_key_does_not() -> None:
    wish: dict[str, Any] = {"game": "card", "seats": [ME, {"kind": "invited"}]}
    first, again = prepare_table(NewTable(**wish, key=KEY)), prepare_table(NewTable(**wish, key=KEY))
    other, free = prepare_table(NewTable(**wish, key="o" * 32)), prepare_table(NewTable(**wish))
    assert (first.table, first.token, first.invites) == (again.table, again.token, again.invites)
    assert len({first.table, other.table, free.table}) == len({first.token, other.token, free.token}) == 3


def test_no_event_and_nothing_told_holds_a_secret() -> None:
    scene = Scene(seats=[ME, {"kind": "invited"}, OPEN])
    scene.join("Ben", seat=2, invite=hashed(scene.made.invites["2"]))
    told = orjson.dumps([state(scene.table, viewer) for viewer in scene.table.viewers]).decode()
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
    refused(scene, "seat.foreign", commands.Play(seat=seat, action=action), names[other])
    refused(scene, "token.unknown", commands.Play(seat=seat, action=action))
    refused(scene, "action.turn", commands.Play(seat=other, action=action), names[other])
    fault = refused(scene, "action.illegal", commands.Play(seat=seat, action="keep R3"), names[seat])
    assert set(fault.allowed) == set(game.legal())
    refused(scene, "action.unknown", commands.Play(seat=seat, action="fly away"), names[seat])
    refused(scene, "seat.unknown", commands.Play(seat=3, action=action), "Ann")


def test_a_stale_command_is_refused() -> None:
    scene = two()
    number = scene.table.numbers[1]
    scene.do(commands.Chat(text="hello"), "Ben")
    game = scene.table.game
    assert game is not None
    action = game.legal(1)[0]
    refused(scene, "table.stale", commands.Play(seat=1, action=action, at=number), "Ann")
    scene.do(commands.Play(seat=1, action=action, at=number + 1), "Ann")


def test_a_repeated_command_is_answered_and_not_done_again() -> None:
    scene = two()
    game = scene.table.game
    assert game is not None
    command = commands.Play(seat=1, action=game.legal(1)[-1])
    first = scene.do(command, "Ann", "c1")
    scene.do(commands.Chat(text="hello"), "Ben", "c1")  # another person's id is another one
    again = scene.do(command, "Ann", "c1")
    assert first.number == again.number == scene.table.numbers[1] - 1
    assert again.applied == []
    assert len(game.entries) == 1


def test_the_last_64_commands_of_a_person_are_known_again() -> None:
    scene = two()
    for number in range(65):
        scene.now += 2000
        scene.do(commands.Chat(text="again"), "Ann", f"c{number}")
    assert scene.do(commands.Chat(text="again"), "Ann", "c1").applied == []
    assert len(scene.do(commands.Chat(text="again"), "Ann", "c0").applied) == 1


def test_undo_is_that_of_the_engine() -> None:
    scene = two()
    game = scene.table.game
    assert game is not None
    refused(scene, "undo.refused", commands.Undo(seat=1), "Ann")
    kept = next(action for action in game.legal(1) if action.startswith("keep"))
    scene.play(1, kept)
    assert scene.table.view(1).can_undo
    scene.do(commands.Undo(seat=1), "Ann")
    assert not scene.table.view(1).can_undo
    refused(scene, "seat.foreign", commands.Undo(seat=1), "Ben")


def test_going_back_needs_the_consent_of_all_people() -> None:
    scene = two()
    scene.choose()
    game = scene.table.game
    assert game is not None
    refused(scene, "back.turn", commands.AskBack(seat=1, turn=9), "Ann")
    refused(scene, "back.none", commands.AnswerBack(seat=1, yes=True), "Ann")
    first = orjson.dumps(scene.table.view(1))
    while game.turn < 4:
        scene.play(game.seat)
    scene.do(commands.AskBack(seat=1, turn=1), "Ann")
    assert scene.kinds() == ["asked_back"]
    refused(scene, "back.open", commands.AskBack(seat=2, turn=1), "Ben")
    refused(scene, "back.answered", commands.AnswerBack(seat=1, yes=True), "Ann")
    scene.do(commands.AnswerBack(seat=2, yes=False), "Ben")
    assert scene.table.back is None
    scene.do(commands.AskBack(seat=1, turn=1), "Ann")
    scene.do(commands.AnswerBack(seat=2, yes=True), "Ben")
    assert scene.kinds() == ["answered_back", "went_back"]
    assert orjson.dumps(scene.table.view(1)) == first
    scene.play_to_the_end()


def test_a_wish_to_go_back_ends_with_the_next_action() -> None:
    scene = two()
    scene.choose()
    game = scene.table.game
    assert game is not None
    scene.do(commands.AskBack(seat=1, turn=1), "Ann")
    scene.play(game.seat)
    assert scene.table.back is None


def test_bots_agree_to_go_back() -> None:
    scene = Scene(game="card", options={"solo": True})
    scene.play(1)
    scene.do(commands.AskBack(seat=1, turn=1), "Ann")
    assert scene.kinds()[:2] == ["asked_back", "went_back"]


def test_a_bot_plays_only_what_is_still_asked() -> None:
    scene = Scene(game="card", seats=[BOT, ME])
    game = scene.table.game
    assert game is not None
    assert scene.table.thinking() == {1: "artisan"}
    action, after = game.legal()[0], scene.table.decisions(1)
    scene.do(commands.BotMove(1, action, after))
    assert by(scene.last[0]) == "bot"
    refused(scene, "table.stale", commands.BotMove(1, action, after))


def test_nothing_is_played_before_and_after_a_game() -> None:
    scene = Scene(seats=[ME, OPEN])
    refused(scene, "table.waiting", commands.Play(seat=1, action="done"), "Ann")
    refused(scene, "table.waiting", commands.Rematch(), "Ann")
    scene.join("Ben")
    scene.play_to_the_end()
    refused(scene, "table.over", commands.Play(seat=1, action="done"), "Ann")
    refused(scene, "table.over", commands.Leave(), "Ann")
    refused(scene, "table.over", commands.Undo(seat=1), "Ann")


def test_a_rematch_begins_when_all_want_it_with_the_seats_rotated() -> None:
    scene = two(game="card")
    scene.play_to_the_end()
    scene.do(commands.Rematch(), "Ann")
    refused(scene, "rematch.asked", commands.Rematch(), "Ann")
    assert scene.told(2) == [{"kind": "rematch", "table": None}]
    scene.do(commands.Rematch(), "Ben")
    assert scene.rematch_table is not None
    table, events = scene.rematch_table
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
    before = {viewer: orjson.dumps(state(scene.table, viewer)) for viewer in (2, None)}
    scene.play(1, "done")
    assert scene.told(2) == scene.told(None) == []
    assert {viewer: orjson.dumps(state(scene.table, viewer)) for viewer in (2, None)} == before
    fault = refused(scene, "action.turn", commands.Play(seat=1, action="done"), "Ann")
    assert "2" not in fault.message
    scene.play(2, "done")
    (event,) = scene.told(None)
    assert event["kind"] == "chosen"
    assert "seat" not in event  # who was last


def test_the_time_of_a_secret_choice_is_not_told_either() -> None:
    scene = two(clock={"move": 60.0})
    before = orjson.dumps(state(scene.table, 2))
    scene.now += 5000
    scene.play(1, "done")
    assert orjson.dumps(state(scene.table, 2)) == before


# ---------------------------------------------------------------- talk


def test_chat_and_reactions_reach_everybody() -> None:
    scene = two()
    scene.do(commands.Chat(text="well met"), "Ben")
    assert scene.told(1) == scene.told(None) == [{"kind": "chat", "seat": 2, "name": "Ben", "text": "well met"}]
    scene.do(commands.React(reaction="wow"), "Ann")
    assert scene.told(2) == [{"kind": "reaction", "seat": 1, "name": "Ann", "reaction": "wow"}]
    assert [line["text"] for line in state(scene.table, None)["chat"]] == ["well met"]


def test_who_talks_without_a_pause_is_stopped_for_a_while() -> None:
    scene = two()
    for _ in range(9):
        scene.do(commands.Chat(text="hello"), "Ben")
    scene.do(commands.React(reaction="wow"), "Ben")
    refused(scene, "chat.often", commands.Chat(text="hello"), "Ben")
    scene.do(commands.Chat(text="hello"), "Ann")
    scene.now += 10_000
    scene.do(commands.Chat(text="hello"), "Ben")


def test_who_mutes_somebody_hears_nothing_of_them_and_nobody_knows() -> None:
    scene = two()
    scene.do(commands.Mute(seat=2, on=True), "Ann")
    assert scene.told(2) == scene.told(None) == []
    scene.do(commands.Chat(text="hello"), "Ben")
    assert scene.told(1) == []
    assert len(scene.told(None)) == 1
    assert state(scene.table, 1)["chat"] == []
    scene.do(commands.Mute(seat=2, on=False), "Ann")
    scene.do(commands.Chat(text="hello"), "Ben")
    assert len(scene.told(1)) == 1


def test_the_host_silences_a_seat() -> None:
    scene = two()
    refused(scene, "host.only", commands.Silence(seat=1, on=True), "Ben")
    scene.do(commands.Silence(seat=2, on=True), "Ann")
    refused(scene, "chat.silenced", commands.Chat(text="hello"), "Ben")
    scene.do(commands.Silence(seat=2, on=False), "Ann")
    scene.do(commands.Chat(text="hello"), "Ben")


def test_spectators_talk_only_if_the_table_allows_it() -> None:
    refused(two(), "chat.off", commands.Chat(text="hello", name="Zoe"))
    scene = two(spectators_chat=True)
    refused(scene, "chat.name", commands.Chat(text="hello"))
    scene.do(commands.Chat(text="hello", name="Zoe"))
    assert scene.told(1)[0]["seat"] is None
    scene.do(commands.Silence(seat=0, on=True), "Ann")
    refused(scene, "chat.silenced", commands.React(reaction="wow", name="Zoe"))


# ---------------------------------------------------------------- clocks


def test_at_time_out_a_bot_plays_the_rest_of_the_turn() -> None:
    scene = two(game="card", clock={"move": 10.0, "reserve": 5.0, "timeout": "bot"})
    scene.now += 14_000
    assert scene.do(commands.Tick()).applied == []
    scene.now += 1000
    scene.do(commands.Tick())
    assert scene.kinds() == ["timed_out"]
    assert scene.table.thinking() == {1: "artisan"}
    game = scene.table.game
    assert game is not None
    while game.seat == 1:
        scene.do(commands.BotMove(1, game.legal()[0], scene.table.decisions(1)))
    assert {entry.seat for entry in game.entries} == {1}
    assert by(scene.last[0]) == "clock"
    assert scene.table.thinking() == {}
    clocks = views.clocks(scene.table, None)
    assert clocks == {"1": {"until": None, "reserve": 0}, "2": {"until": scene.now + 15_000, "reserve": 5000}}


def test_at_time_out_the_turn_is_lost() -> None:
    scene = two(clock={"move": 10.0, "timeout": "loss"})
    scene.now += 10_000
    scene.do(commands.Tick())  # both chose nothing
    assert [(h.event.kind, seat_of(h)) for h in scene.last] == [
        ("timed_out", 1),
        ("played", 1),
        ("timed_out", 2),
        ("played", 2),
    ]
    game = scene.table.game
    assert game is not None
    assert not game.choosing
    scene.now += 10_000
    scene.do(commands.Tick())
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
    clocks = views.clocks(scene.table, 1)
    assert clocks is not None
    assert (clocks["1"]["reserve"], clocks["2"]["reserve"]) == (28_000, 30_000)


def test_no_clock_runs_while_the_server_is_away() -> None:
    scene = two(game="card", clock={"move": 10.0})
    began = scene.now
    scene.now += 3_600_000
    scene.do(commands.Outages(((began + 4000, scene.now),)))
    assert scene.table.wake() == scene.now + 6000
    scene.now += 5999
    assert scene.do(commands.Tick()).applied == []
    scene.now += 1
    assert len(scene.do(commands.Tick()).applied) == 1


def test_a_bot_has_no_clock() -> None:
    scene = Scene(game="card", seats=[BOT, ME], clock={"move": 10.0})
    assert scene.table.clock is not None
    assert scene.table.clock.running == {}
    assert scene.table.wake() == scene.now
