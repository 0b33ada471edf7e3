"""Nobody sits, acts, repeats or comes back where they do not belong."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coatl.engine.errors import CoatlError
from coatl.server.tables import commands
from coatl.server.tables.decisions import DECISIONS
from coatl.server.tables.people import hashed
from tests.server.server import Refused, Served, Wire, serving
from tests.server.tables import Scene
from tests.server.test_trust import CARD, error_of
from tests.server.test_wire import me, table_for

OPEN = {"kind": "open"}
TWO = [*me("Ann"), OPEN]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("seats")) as server:
        yield server


def refused(code: str) -> Any:
    return pytest.raises(CoatlError, match=rf"\[{code}\]")


def pair(**wish: Any) -> Scene:
    """Ann, who is the host, and Ben in a game."""
    scene = Scene(seats=TWO, **wish)
    scene.join("Ben")
    return scene


# ---------------------------------------------------------------- tokens over the wire


def test_a_token_counts_at_its_table_and_in_its_place_only(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host, Wire(served.url) as guest:
            table, _, (mine, theirs) = await table_for(host, [guest], **CARD)
            other, _, (foreign, _) = await table_for(host, [guest], **CARD)
            forged = [foreign, mine[:-1] + ("0" if mine[-1] != "0" else "1"), mine.upper(), hashed(mine), "f" * 64]
            for token in forged:
                with pytest.raises(Refused, match=r"token\.unknown"):
                    await guest.open(table, token)
                for path in ("", "/record", "/replay?step=0", "/verification"):
                    answer = await guest.request("GET", f"/api/tables/{table}{path}", token)
                    assert error_of(answer) == (401, "token.unknown")
                command = {"id": "1", "command": {"kind": "chat", "text": "hello"}}
                answer = await guest.request("POST", f"/api/tables/{table}/commands", token, json=command)
                assert error_of(answer) == (401, "token.unknown")
            for path in (f"?token={mine}", f"?authorization={mine}", f"?seat=1&token={mine}"):
                (state,) = (await guest.request("GET", f"/api/tables/{table}{path}")).json()
                assert state["seat"] is None  # a link gives nothing away, so it gives nothing
            for header in (mine, f"Basic {mine}", "Bearer", f"Bearer {theirs} {mine}"):
                answer = await guest.http.get(f"/api/tables/{table}", headers={"authorization": header})
                assert error_of(answer) == (401, "token.unknown")
            assert other != table

    asyncio.run(play())


def test_each_seat_is_played_and_seen_by_its_person_alone(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host, Wire(served.url) as guest:
            table, _, (mine, theirs) = await table_for(host, [guest], **CARD)
            action = host.view(table, 1)["legal"][0]
            for command in (
                {"kind": "play", "seat": 1, "action": action},
                {"kind": "undo", "seat": 1},
                {"kind": "hint", "seat": 1},
                {"kind": "preview", "seat": 1},
                {"kind": "ask_back", "seat": 1, "turn": 1},
                {"kind": "answer_back", "seat": 1, "yes": True},
                {"kind": "leave", "seat": 1},
            ):
                with pytest.raises(Refused, match=r"seat\.foreign"):
                    await guest.do(table, **command)
                body = {"id": "x", "command": command}
                answer = await guest.request("POST", f"/api/tables/{table}/commands", theirs, json=body)
                assert error_of(answer) == (403, "seat.foreign")
            for path in ("/record?seat=1", "/replay?step=0&seat=1"):
                answer = await guest.request("GET", f"/api/tables/{table}{path}", theirs)
                assert error_of(answer) == (403, "seat.foreign")
                assert error_of(await guest.request("GET", f"/api/tables/{table}{path}")) == (403, "seat.foreign")
            with pytest.raises(Refused, match=r"action\.turn"):
                await guest.do(table, kind="play", seat=2, action=action)
            with pytest.raises(Refused, match=r"seat\.unknown"):
                await guest.do(table, kind="play", seat=3, action=action)
            assert [seat["seat"] for seat in (await host.request("GET", f"/api/tables/{table}", mine)).json()] == [1]

    asyncio.run(play())


def test_a_socket_acts_only_where_it_is_and_as_who_it_is_now(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host, Wire(served.url) as guest:
            table, _, (mine, _) = await table_for(host, [guest], **CARD)
            command = {"kind": "play", "seat": 1, "action": host.view(table, 1)["legal"][0]}
            async with Wire(served.url) as third:
                with pytest.raises(Refused, match=r"table\.unopened"):
                    await third.do(table, **command)
                await third.open(table, mine)
                await third.open(table)  # the same socket as a spectator: no longer Ann
                with pytest.raises(Refused, match=r"token\.unknown"):
                    await third.do(table, **command)
                await third.ask("shut", table=table)
                with pytest.raises(Refused, match=r"table\.unopened"):
                    await third.do(table, **command)
                with pytest.raises(Refused, match=r"table\.unopened"):
                    await third.ask("resync", table=table)

    asyncio.run(play())


def test_who_left_does_not_watch_a_table_without_spectators(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host, Wire(served.url) as guest, Wire(served.url) as gone:
            waiting = await host.make(game="card", seats=[*me("Ann"), OPEN, OPEN], spectators=False)
            table = waiting["table"]
            token = (await gone.join(table, "Cleo"))["token"]
            await gone.open(table, token)
            await gone.do(table, kind="leave")
            await gone.open(table)  # before the game everybody may look at the seats
            await guest.join(table, "Ben")
            heard = len(gone.received)
            await host.open(table, waiting["token"])
            await host.do(table, kind="set_seat", seat=3, to="bot", bot="random")  # the game begins
            with pytest.raises(Refused, match=r"table\.spectators"):
                await gone.ask("resync", table=table)
            told = [message for message in map(json.loads, gone.received[heard:]) if message["type"] == "error"]
            assert [(one["id"], one.get("table"), one["code"]) for one in told[:1]] == [
                (None, table, "table.spectators")
            ]
            assert not any('"table.spectators"' in text for text in [*host.received, *guest.received])
            for again in (None, token):
                with pytest.raises(Refused, match=r"table\.spectators"):
                    await gone.open(table, again)
                assert error_of(await gone.request("GET", f"/api/tables/{table}", again)) == (403, "table.spectators")
                path = f"/api/tables/{table}/record"
                assert error_of(await gone.request("GET", path, again)) == (403, "table.spectators")
            assert not any('"view":{' in text for text in gone.received[heard:])

    asyncio.run(play())


# ---------------------------------------------------------------- commands that come again


def test_an_id_is_known_again_for_its_person_alone(tmp_path: Path) -> None:
    async def first(served: Served) -> tuple[str, list[str], dict[str, Any]]:
        async with Wire(served.url) as host, Wire(served.url) as guest:
            table, _, tokens = await table_for(host, [guest], **CARD)
            done = await host.do(table, "same", kind="chat", text="one")
            other = await guest.do(table, "same", kind="chat", text="two")  # the same id of another person is another
            again = await host.do(table, "same", kind="chat", text="three")  # another command with an id that was used
            assert done["number"] == again["number"] < other["number"]
            return table, tokens, done

    async def after(served: Served, table: str, tokens: list[str], done: dict[str, Any]) -> None:
        async with Wire(served.url) as host, Wire(served.url) as guest:
            await host.open(table, tokens[0])
            await guest.open(table, tokens[1])
            assert (await host.do(table, "same", kind="chat", text="four"))["number"] == done["number"]
            body = {"id": "same", "command": {"kind": "chat", "text": "five"}}
            answer = await host.request("POST", f"/api/tables/{table}/commands", tokens[1], json=body)
            assert answer.json()["number"] > done["number"]
            await host.ask("resync", table=table)
            said = [line["text"] for line in host.states[table, 1]["chat"]]
            assert said == ["one", "two"]

    with serving(tmp_path) as served:
        told = asyncio.run(first(served))
    with serving(tmp_path) as served:
        asyncio.run(after(served, *told))


def test_a_refused_command_may_be_tried_again_with_its_id() -> None:
    scene = pair()
    with refused("action.turn"):
        scene.do(commands.Play(seat=2, action="pass"), "Ben", "a")
    scene.do(commands.Chat(text="hello"), "Ben", "a")
    assert scene.kinds() == ["chat"]


def test_a_stale_command_is_refused() -> None:
    scene = pair()
    game = scene.table.game
    assert game is not None
    seen = scene.table.numbers[1]
    scene.do(commands.Chat(text="wait"), "Ben")
    with refused("table.stale"):
        scene.do(commands.Play(seat=1, action=game.legal(1)[0], at=seen), "Ann")
    with refused("table.stale"):
        scene.do(commands.Play(seat=1, action=game.legal(1)[0], at=seen + 2), "Ann")
    scene.do(commands.Play(seat=1, action=game.legal(1)[0], at=seen + 1), "Ann")


# ---------------------------------------------------------------- what only the host may do


HOST_ONLY = [
    commands.SetSeat(seat=3, to="bot"),
    commands.Replace(seat=1),
    commands.Silence(seat=1, on=True),
    commands.Close(),
    commands.GiveBack(seat=1),
]


@pytest.mark.parametrize("command", HOST_ONLY, ids=lambda command: command.kind)
def test_guests_and_strangers_are_no_hosts(command: Any) -> None:
    scene = Scene(seats=[*TWO, OPEN])
    scene.join("Ben")
    with refused("host.only"):
        scene.do(command, "Ben")
    with refused("token.unknown"):
        scene.do(command)


def test_a_stranger_may_do_nothing_but_talk() -> None:
    """Everything a client can send, by somebody without a token."""
    samples: dict[str, Any] = {"seat": 1, "action": "pass", "turn": 1, "yes": True}
    samples |= {"name": "Eve", "to": "bot", "on": True}
    for kind in DECISIONS:
        if not hasattr(kind, "model_fields") or kind in (commands.Chat, commands.React):
            continue
        fields = {name: samples[name] for name, field in kind.model_fields.items() if field.is_required()}
        for scene in (pair(), Scene(seats=[*TWO, OPEN])):
            with refused("token.unknown"):
                scene.do(kind(**fields))
    with refused("chat.off"):
        pair().do(commands.Chat(text="hello", name="Eve"))


def test_somebody_who_is_here_keeps_the_seat() -> None:
    scene = pair()
    with refused("seat.present"):
        scene.do(commands.Replace(seat=2), "Ann", present=("Ann", "Ben"))
    scene.do(commands.Replace(seat=2, bot="random"), "Ann", present=("Ann",))
    with refused("seat.absent"):
        scene.play(2, "pass")
    scene.do(commands.GiveBack(seat=2), "Ben")  # the host cannot keep somebody out
    with refused("table.begun"):
        scene.do(commands.SetSeat(seat=2, to="bot"), "Ann")


def test_an_invitation_is_for_one_seat_and_one_person() -> None:
    scene = Scene(seats=[*me("Ann"), {"kind": "invited"}, {"kind": "invited"}])
    second, third = (hashed(scene.made.invites[seat]) for seat in ("2", "3"))
    for seat, invite in ((2, third), (2, None), (2, hashed("x")), (3, second), (2, scene.made.invites["2"])):
        with refused("seat.invite"):
            scene.join("Eve", seat=seat, invite=invite)
    with refused("seat.taken"):
        scene.join("Eve")  # invited seats are not open
    with refused("seat.invite"):
        scene.join("Eve", invite=hashed("x"))
    scene.join("Ben", invite=second)  # it finds its own seat
    assert scene.table.seats[1].name == "Ben"
    with refused("seat.taken"):
        scene.join("Eve", seat=2, invite=second)
    with refused("seat.invite"):
        scene.do(commands.Sit(seat=3, name="Ben too", invite=scene.made.invites["2"]), "Ben")
    scene.do(commands.Leave(), "Ben")
    with refused("seat.invite"):
        scene.join("Eve", seat=2)
    scene.join("Ben again", seat=2, invite=second)


def test_leaving_and_coming_back_crosses_no_lines() -> None:
    scene = pair()
    scene.do(commands.Leave(), "Ben")
    with refused("seat.absent"):
        scene.do(commands.Leave(), "Ben")
    with refused("table.begun"):
        scene.join("Eve", seat=2)
    with refused("table.begun"):
        scene.do(commands.Sit(seat=2, name="Ann too"), "Ann")
    scene.do(commands.GiveBack(seat=2), "Ben")
    with refused("seat.present"):
        scene.do(commands.GiveBack(seat=2), "Ben")


def test_two_who_take_the_same_seat_at_once(served: Served) -> None:
    async def race() -> None:
        async with Wire(served.url) as host:
            made = await host.make(game="card", seats=[*me("Ann"), OPEN, OPEN])
            tries = [host.join(made["table"], f"Guest {number}", seat=2) for number in range(8)]
            results = await asyncio.gather(*tries, return_exceptions=True)
            assert [type(result) for result in results].count(dict) == 1
            assert {result.code for result in results if isinstance(result, Refused)} == {"seat.taken"}

    asyncio.run(race())


# ---------------------------------------------------------------- the rematch


def finished(scene: Scene) -> Scene:
    scene.play_to_the_end()
    return scene


def test_who_left_has_no_rights_at_the_next_table() -> None:
    scene = Scene(seats=[*TWO, OPEN])
    for name in ("Ben", "Cleo"):
        scene.join(name)
    scene.do(commands.Leave(), "Ann")  # the host goes: Ben is the host now
    while scene.table.status == "playing":
        game = scene.table.game
        assert game is not None
        seat = scene.table.to_act()[0]
        if seat == 1:
            scene.do(commands.BotMove(1, game.legal(1)[0], scene.table.decisions(1)))
        else:
            scene.play(seat)
    for name in ("Ben", "Cleo"):
        scene.do(commands.Rematch(), name)
    assert scene.rematch_table is not None
    after, _ = scene.rematch_table
    with refused("token.unknown"):
        after.person_with(scene.made.token)
    assert [person.name for person in after.people] == ["Ben", "Cleo"]
    assert after.people[after.host - 1].name == "Ben"
    holders = {seat.name: after.people[seat.person - 1].name for seat in after.seats if seat.person is not None}
    assert holders == {"Ben": "Ben", "Cleo": "Cleo"}


def test_a_rematch_is_asked_for_once_by_those_who_played() -> None:
    scene = pair()
    with refused("table.waiting"):
        scene.do(commands.Rematch(), "Ann")
    finished(scene)
    scene.do(commands.Rematch(), "Ann")
    with refused("rematch.asked"):
        scene.do(commands.Rematch(), "Ann")
    scene.do(commands.Rematch(), "Ben")
    with refused("rematch.asked"):
        scene.do(commands.Rematch(), "Ben")
    assert scene.rematch_table is not None
    after, _ = scene.rematch_table
    assert after.person_with(scene.made.token).name == "Ann"
    assert after.game is not None
    assert scene.table.game is not None
    assert after.game.seed != scene.table.game.seed
