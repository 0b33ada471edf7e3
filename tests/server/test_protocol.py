"""A Hypothesis state machine over the WebSocket: several clients, lost lines, repeated commands, restarts.

The model knows who sits where, what was acknowledged, and the number of every viewer. However the lines break: numbers
have no gaps, what was acknowledged is on disk once, and the events that a client heard add up to the state message.
"""

import asyncio
import json
import os
import secrets
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from websockets.exceptions import ConnectionClosed

from coatl.server.storage.store import Store
from coatl.server.tables.events import ChatSent, Signed
from tests.server.server import Refused, Served, Wire
from tests.server.test_wire import me, table_for

EXAMPLES = int(os.environ.get("COATL_PROTOCOL_EXAMPLES", "3"))
STEPS = int(os.environ.get("COATL_PROTOCOL_STEPS", "25"))
CLIENTS = 3  # Ann, Ben and a spectator
WISH: dict[str, Any] = {"game": "card", "seats": [*me("Ann"), {"kind": "open"}], "spectators_chat": True}

clients = st.integers(0, CLIENTS - 1)
players = st.integers(0, 1)
choices = st.integers(0, 1 << 16)


class Protocol(RuleBasedStateMachine):
    """Everything that clients do, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.data = Path(tempfile.mkdtemp(prefix="coatl-protocol-"))
        self.served = Served(self.data)
        self.served.start()
        self.wires: list[Wire] = []
        self.acked: dict[tuple[int, str], int | None] = {}  # client and id → number
        self.commands: dict[tuple[int, str], dict[str, Any]] = {}
        self.said: list[str] = []  # chat that was acknowledged, in its order

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    def seat(self, client: int) -> int | None:
        return client + 1 if client < 2 else None

    @initialize()
    def sit_down(self) -> None:
        async def begin() -> None:
            self.wires = [await self.line() for _ in range(CLIENTS)]
            self.table, _, tokens = await table_for(self.wires[0], [self.wires[1]], **WISH)
            await self.wires[2].open(self.table)
            self.tokens: list[str | None] = [*tokens, None]

        self.run(begin())

    async def line(self) -> Wire:
        wire = Wire(self.served.url)
        await wire.connect()
        return wire

    async def lose(self, client: int) -> None:
        """A line ends; httpx is closed with it."""
        wire = self.wires[client]
        assert wire.socket is not None
        assert wire.reading is not None
        wire.socket.transport.abort()
        with suppress(ConnectionClosed):
            await wire.reading
        await wire.http.aclose()

    async def again(self, client: int) -> None:
        self.wires[client] = await self.line()
        await self.wires[client].open(self.table, self.tokens[client])

    # ------------------------------------------------------------ commands

    def do(self, client: int, command: dict[str, Any], command_id: str | None = None) -> dict[str, Any] | None:
        """A command; None if it is refused. What is acknowledged is remembered."""
        asked = command_id or secrets.token_hex(6)
        try:
            answer: dict[str, Any] = self.run(self.wires[client].do(self.table, asked, **command))
        except Refused as fault:
            if fault.code in ("server.fault", "request.invalid"):
                raise
            return None
        self.acked[client, asked] = answer["number"]
        self.commands[client, asked] = command
        return answer

    @rule(client=players, choice=choices)
    def play(self, client: int, choice: int) -> None:
        """The one whose turn it is may act, the other may not."""
        seat = client + 1
        view = self.run(self.looked(client))["view"]
        actions = view["legal"] or ["pass"]
        command = {"kind": "play", "seat": seat, "action": actions[choice % len(actions)]}
        assert (self.do(client, command) is not None) == bool(view["legal"])

    @rule(client=players)
    def undo(self, client: int) -> None:
        allowed = self.run(self.looked(client))["view"]["can_undo"]
        assert (self.do(client, {"kind": "undo", "seat": client + 1}) is not None) == allowed

    @rule(client=players, other=players)
    def act_for_somebody(self, client: int, other: int) -> None:
        if client != other:
            assert self.do(client, {"kind": "play", "seat": other + 1, "action": "pass"}) is None

    @rule(client=clients, number=choices)
    def chat(self, client: int, number: int) -> None:
        text = f"{client} {number} {len(self.said)}"
        command = {"kind": "chat", "text": text, **({"name": "Eve"} if client == 2 else {})}
        if self.do(client, command):
            self.said.append(text)
            self.repeat(client, -1)

    @rule(client=players, choice=choices)
    def repeat(self, client: int, choice: int) -> None:
        """A command that was acknowledged is acknowledged alike, and nothing happens; also if the command differs."""
        known = [asked for who, asked in self.acked if who == client < 2][-60:]
        if known:
            asked = known[choice % len(known)]
            before, number = self.events(), self.acked[client, asked]
            answer = self.do(client, self.commands[client, asked], asked)
            assert answer is not None
            assert answer["number"] == number
            assert self.events() == before

    @rule(client=players, choice=choices)
    def lose_the_line_while_asking(self, client: int, choice: int) -> None:
        """Nobody knows whether it was done: repeated on a new line, it was done once."""
        text, asked = f"lost {client} {choice} {len(self.said)}", secrets.token_hex(6)
        command = {"kind": "chat", "text": text}
        message = {"type": "do", "id": asked, "table": self.table, "command": command}

        async def lose() -> None:
            await self.wires[client].send(json.dumps(message))
            if choice % 2:
                await asyncio.sleep(choice / (1 << 16) * 0.01)
            await self.lose(client)
            await self.again(client)

        self.run(lose())
        if self.do(client, command, asked):
            self.said.append(text)
            assert sum(isinstance(event.data, ChatSent) and event.data.text == text for event in self.events()) == 1

    # ------------------------------------------------------------ lines

    @rule(client=clients)
    def drop_and_come_back(self, client: int) -> None:
        async def drop() -> None:
            await self.lose(client)
            await self.again(client)

        self.run(drop())

    @rule(client=clients)
    def resync(self, client: int) -> None:
        self.run(self.wires[client].ask("resync", table=self.table))

    @rule()
    def restart(self) -> None:
        """The server stops and comes back; everybody finds the numbers that were there."""

        async def hang_up() -> None:
            for client in range(CLIENTS):
                await self.lose(client)

        async def come_back() -> None:
            for client in range(CLIENTS):
                await self.again(client)

        before = self.events()
        self.run(hang_up())
        self.served.stop()
        self.served = Served(self.data)
        self.served.start()
        self.run(come_back())
        assert self.events() == before

    # ------------------------------------------------------------ what holds

    def events(self) -> list[Any]:
        """What is on disk."""
        store: Store = self.served.app.state.registry.store
        return store.read_events(self.table)

    async def looked(self, client: int) -> dict[str, Any]:
        """What a client knows once it has heard everything."""
        wire, key = self.wires[client], (self.table, self.seat(client))
        live = self.served.app.state.registry.tables[self.table]
        await wire.until(lambda: wire.states[key]["number"] == live.table.numbers.get(key[1], 0))
        return wire.states[key]

    @invariant()
    def what_was_heard_adds_up_to_the_state(self) -> None:
        """`Wire` follows the events and refuses a gap; the whole state says the same."""
        if not self.wires:
            return
        for client in range(CLIENTS):
            heard = dict(self.run(self.looked(client)))
            (whole,) = self.run(self.fetched(client))
            for name in ("number", "view", "info", "clocks"):
                assert orjson.dumps(heard[name], option=orjson.OPT_SORT_KEYS) == orjson.dumps(
                    whole[name], option=orjson.OPT_SORT_KEYS
                ), name

    async def fetched(self, client: int) -> Any:
        return (await self.wires[client].request("GET", f"/api/tables/{self.table}", self.tokens[client])).json()

    @invariant()
    def what_was_acknowledged_is_on_disk_once(self) -> None:
        if not self.wires:
            return
        events = self.events()
        assert [event.number for event in events] == list(range(1, len(events) + 1))
        signed = [
            (event.data.person, event.data.id) for event in events if isinstance(event.data, Signed) and event.data.id
        ]
        assert len(signed) == len(set(signed))
        assert {(client + 1, asked) for client, asked in self.acked if client < 2} <= set(signed)
        said = [event.data.text for event in events if isinstance(event.data, ChatSent)]
        assert [text for text in said if text in self.said] == self.said

    def teardown(self) -> None:
        async def hang_up() -> None:
            for client in range(len(self.wires)):
                await self.lose(client)

        self.run(hang_up())
        self.served.stop()
        self.loop.close()
        shutil.rmtree(self.data)


def test_the_protocol_holds_whatever_happens() -> None:
    """Longer with COATL_PROTOCOL_EXAMPLES and COATL_PROTOCOL_STEPS."""
    thorough = "COATL_PROTOCOL_EXAMPLES" in os.environ
    bounds = settings(
        phases=list(Phase) if thorough else [Phase.generate],  # to shrink a failure takes minutes
        max_examples=EXAMPLES,
        stateful_step_count=STEPS,
        deadline=None,
        derandomize=not thorough,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Protocol, settings=bounds)
