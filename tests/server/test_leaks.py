"""Whole games over the wire with every kind of client; every byte that was sent is searched."""

import asyncio
import json
import pickle
import random
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import orjson
import pytest

from coatl.engine.errors import CoatlError
from coatl.engine.record import parse_record
from coatl.server.bot_turns import rest_of_beat
from coatl.server.lanes import Lane
from coatl.server.readiness import Readiness
from coatl.server.security import error_data
from coatl.server.tables import commands
from coatl.server.tables.checks import Asker
from coatl.server.tables.decisions import DECISIONS
from coatl.server.tables.people import hashed
from coatl.server.tables.table import Table
from coatl.server.thinker_pool import ThinkerPool
from coatl.server.thinkers import Thinkers, advise, choose
from tests.leaks.exchange import Exchange
from tests.server.expected_views import Search, Truth, noting
from tests.server.played_games import cards_in, entries, plain, table_in
from tests.server.server import Refused, Served, Wire, serving
from tests.server.tables import Scene, state
from tests.server.test_wire import me, table_for

BOT = {"kind": "bot", "bot": "random"}
OPEN = {"kind": "open"}
GAMES: dict[str, dict[str, Any]] = {
    "board with a bot": {"game": "board", "seats": [*me("Ann"), BOT]},
    "card with a bot, two at one device, one elsewhere": {"game": "card", "seats": [*me("Ann", "Ben"), OPEN, BOT]},
    "adam": {"game": "board", "options": {"solo": True, "difficulties": [2]}},
    "carl": {"game": "card", "options": {"solo": True}},
    "carl 2.0": {"game": "card", "options": {"solo": True, "opponent": "carl2", "manner": "daring"}},
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("leaks")) as server:
        yield server


class Party:
    """A host, perhaps a guest, a spectator on a socket, one who polls with the host's token, and one without."""

    def __init__(self, served: Served, truth: Truth, wires: list[Wire], dice: random.Random) -> None:
        self.served, self.truth, self.dice = served, truth, dice
        self.host, self.guest, self.spectator, self.poller = wires
        self.tokens: list[str] = []
        self.asked = ""

    async def begin(self, **wish: Any) -> None:
        guests = [self.guest] * sum(seat["kind"] == "open" for seat in wish.get("seats", []))
        self.table, self.players, self.tokens = await table_for(self.host, guests, **wish, spectators_chat=True)
        await self.spectator.open(self.table)
        await self.spectator.ask("lobby", on=True)

    async def play(self) -> None:
        """To the end, with everything that one can do besides playing."""
        acts = 0
        while not self.over:
            mine = [seat for seat in table_in(self.served, self.table).to_act() if seat in self.players]
            if not mine:
                await asyncio.sleep(0.002)
                continue
            await self.act(self.dice.choice(mine))
            acts += 1
            if acts % 20 == 5:
                await self.besides(mine[0], back=acts < 60)
                await self.poll()

    async def act(self, seat: int) -> None:
        wire = self.players[seat]
        view = wire.view(self.table, seat)
        if view["can_undo"] and self.dice.random() < 0.15:
            await self.trying(wire, kind="undo", seat=seat)
        elif view["legal"]:
            await self.trying(wire, kind="play", seat=seat, action=self.dice.choice(view["legal"]))
        else:
            await asyncio.sleep(0.002)

    async def trying(self, wire: Wire, **command: Any) -> None:
        """The game may have gone on meanwhile; a refusal is searched like all else."""
        with suppress(Refused):
            await wire.do(self.table, **command)

    async def besides(self, seat: int, back: bool) -> None:
        """Probes for cards, chat, going back, leaving and coming back, asker for everything once more."""
        wire, other = self.players[seat], self.spectator
        game = table_in(self.served, self.table).game
        assert game is not None
        names = sorted(cards_in(str(game.rules.names), game))
        for word in ("keep", "take", "play", "fulfil", "discard"):
            action = f"{word} {self.dice.choice(names)}"
            self.asked += f"{action} "
            await self.trying(wire, kind="play", seat=seat, action=action)
        await self.trying(wire, kind="preview", seat=seat)
        await self.trying(wire, kind="chat", text="hello")
        await self.trying(other, kind="react", reaction="wow", name="Eve")
        await self.trying(wire, kind="ask_back", seat=seat, turn=max(1, game.turn - 1))
        for player, line in self.players.items():
            await self.trying(line, kind="answer_back", seat=player, yes=back)
        if len(self.players) > 1:
            await self.trying(wire, kind="leave", seat=seat)
            await self.trying(wire, kind="give_back", seat=seat)
        await wire.ask("resync", table=self.table)

    async def poll(self) -> None:
        """Everything by HTTP, as the host and as a stranger."""
        for token in (self.tokens[0], None):
            own: set[int | None] = self.viewers(self.host) if token else {None}
            seat = self.dice.choice(sorted(own, key=str))
            path, asked = f"/api/tables/{self.table}", "" if seat is None else f"&seat={seat}"
            states = (await self.poller.request("GET", path, token)).text
            self.search(own).look_at(split(states))
            for form in ("text", "json"):
                answer = await self.poller.request("GET", f"{path}/record?format={form}{asked}", token)
                self.check_record(answer.text, seat)
            step = self.dice.randrange(6)
            await self.check_replay(f"{path}/replay?step={step}{asked}", token, seat, step)
            told = (await self.poller.request("GET", f"{path}/verification", token)).json()
            assert (told["seed"], told["kept"]) == (None, None) or self.over

    @property
    def over(self) -> bool:
        return table_in(self.served, self.table).status != "playing"

    def check_record(self, text: str, seat: int | None) -> None:
        record = parse_record(text)
        if not self.over:
            assert record.seed is None
            game = self.truth.games[self.table]
            assert game.seed not in text
            assert record.setup == game.seen_by(seat).setup or game.choosing
            known = [moment.entries for moment in self.truth.moments[self.table, seat].values()]
            assert entries(record.entries) in known

    async def check_replay(self, path: str, token: str | None, seat: int | None, step: int) -> None:
        """A view of the past shows nothing new, and is one that this viewer had unless two things happened at once."""
        answer = await self.poller.request("GET", path, token)
        if answer.status_code != 200 or self.over:
            return
        game, moments = self.truth.games[self.table], list(self.truth.moments[self.table, seat].values())
        assert game.seed not in answer.text
        assert cards_in(answer.text, game) <= set().union(*(moment.cards for moment in moments))
        view = answer.json()["view"]
        past = entries(game.seen_by(seat).entries)[:step]  # what was taken back is not in it
        same = [bare(moment.view) for moment in moments if moment.entries == past]
        if same and view.get("pending") != "keep":
            assert bare(view) in same

    def viewers(self, wire: Wire) -> set[int | None]:
        return {seat for seat, player in self.players.items() if player is wire} or {None}

    def search(self, own: set[int | None]) -> Search:
        return Search(self.truth, {self.table: own}, [*map(hashed, self.tokens), *self.tokens], self.asked)

    def search_all(self) -> None:
        """Every message of every client."""
        for wire in (self.host, self.guest, self.spectator):
            self.search(self.viewers(wire)).look_at(wire.received)
        searched = [len(wire.received) for wire in (self.host, self.spectator)]
        assert min(searched) > 20


def bare(view: dict[str, Any]) -> dict[str, Any]:
    """Without what depends on the steps before: a replay of the past offers no undo."""
    return {name: value for name, value in view.items() if name not in ("can_undo", "legal")}


def split(states: str) -> list[str]:
    return [json.dumps(state, separators=(",", ":")) for state in json.loads(states)]


@pytest.mark.parametrize("name", GAMES)
def test_nobody_is_sent_anything_that_they_may_not_know(
    served: Served, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    truth = noting(monkeypatch)

    async def play() -> None:
        async with AsyncExitStack() as stack:
            wires = [await stack.enter_async_context(Wire(served.url)) for _ in range(4)]
            party = Party(served, truth, wires, random.Random(name))
            await party.begin(**GAMES[name])
            await party.play()
            await asyncio.sleep(0.1)
            party.search_all()

    asyncio.run(play())


def test_bots_and_hints_know_what_their_seat_sees_and_nobody_hears_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Any, ...]] = []
    views: list[Any] = []
    seeds: list[str] = []
    original = ThinkerPool.ask

    async def noted(pool: ThinkerPool, lane: Lane, question: Any, *arguments: Any, **named: Any) -> Any:
        game = next(iter(server.app.state.registry.tables.values())).table.game
        seeds.append(game.seed)
        asked.append(arguments)
        if question in (choose, advise):
            seat = int(str(arguments[2]).split()[-1])
            (given,) = [argument for argument in arguments if hasattr(argument, "legal")]
            views.append((plain(given), plain(game.view(seat))))
        return await original(pool, lane, question, *arguments, **named)

    monkeypatch.setattr(ThinkerPool, "ask", noted)

    async def play() -> None:
        async with Wire(server.url) as host, Wire(server.url) as other:
            table, _, _ = await table_for(host, [], game="card", seats=[*me("Ann"), BOT])
            await other.open(table)
            await host.until(lambda: host.view(table, 1)["legal"])
            quiet = len(other.received)
            hint = await host.do(table, kind="hint", seat=1)
            assert hint["data"]["action"]
            await other.ask("ping")
            assert [text for text in other.received[quiet:] if '"ack"' not in text and '"presence"' not in text] == []
            for _ in range(6):
                await host.until(lambda: host.view(table, 1)["legal"])
                number = host.states[table, 1]["number"]
                await host.do(table, kind="play", seat=1, action=host.view(table, 1)["legal"][0])
                await host.until(lambda before=number: host.states[table, 1]["number"] > before)

    with serving(tmp_path) as server:
        asyncio.run(play())
    assert len(asked) > 2
    assert len(views) > 2
    assert [given for given, own in views if given != own] == []
    for arguments, seed in zip(asked, seeds, strict=True):
        assert seed.encode() not in pickle.dumps(arguments)


def refusal(table: Table, command: Any, seat: int) -> bytes:
    """How a command of the person at this seat would be refused; nothing happens."""
    who = table.people[(table.seats[seat - 1].person or 1) - 1]
    asker = Asker(who, None, table.time, frozenset(), {}, lambda: "0")
    try:
        next(DECISIONS[type(command)](table, command, asker))
    except CoatlError as fault:
        return orjson.dumps(error_data(fault))
    return b"allowed"


def test_no_refusal_and_no_state_changes_with_what_the_asker_cannot_see() -> None:
    """Cards that a seat does not see change places: it is told the same, whatever it tries."""
    dice = random.Random("refusals")
    scene = Scene(game="board", seats=[*me("Ann"), OPEN, OPEN])
    for name in ("Ben", "Cleo"):
        scene.join(name)
    refused = 0
    for step in range(80):
        table, game = scene.table, scene.table.game
        assert game is not None
        if step % 4 == 0:
            seat = dice.randint(1, 3)
            states, tries = game._states, probes(game, seat, dice)
            before = [refusal(table, command, seat) for command in tries], orjson.dumps(state(table, seat))
            game._become(Exchange(states, seat, dice).everything())
            after = [refusal(table, command, seat) for command in tries], orjson.dumps(state(table, seat))
            game._become(states)
            assert after == before
            refused += sum(answer != b"allowed" for answer in before[0])
        scene.play(dice.choice(table.to_act()))
    assert refused > 500


def probes(game: Any, seat: int, dice: random.Random) -> list[Any]:
    """Attempts on all kinds of cards, and on the past."""
    names = sorted(cards_in(str(game.rules.names), game))
    words = ("keep", "take", "discard", "fulfil", "play", "draw", "place")
    actions = [f"{dice.choice(words)} {name}" for name in names] + ["pass", "done"]
    others = [
        commands.Undo(seat=seat),
        commands.AskBack(seat=seat, turn=1),
        commands.Play(seat=seat, action="done", at=3),
    ]
    return [*(commands.Play(seat=seat, action=action) for action in actions), *others]


@pytest.mark.parametrize("bot", ["random", "artisan", "priest", "high-priest"])
def test_how_long_a_bot_takes_does_not_tell_whether_it_had_a_choice(bot: str) -> None:
    """A forced action and one that was thought about as long as this bot usually does come at the same time."""
    pace = 0.6
    forced = rest_of_beat(bot, 0.0, pace)
    for spent in (0.001, 0.05, 0.3, 0.55):
        assert spent + rest_of_beat(bot, spent, pace) == pytest.approx(forced)
    assert forced >= pace
    late = 5.03 + rest_of_beat(bot, 5.03, pace)
    assert late == pytest.approx(round(late / pace) * pace)


def test_a_forced_decision_waits_in_the_same_queue() -> None:
    """Else on a busy server, which anybody can make busy, an answer at once would tell of a single legal action."""

    async def wait() -> None:
        thinkers = Thinkers(1, 5, 5, Readiness())
        thinkers.quick.lanes.free = 0
        forced = asyncio.create_task(thinkers.decide(Lane(""), b'["board",{},null]', "random", "seat", None, ["pass"]))
        await asyncio.sleep(0.05)
        assert (forced.done(), thinkers.quick.lanes.waiting.total()) == (False, 1)
        forced.cancel()

    asyncio.run(wait())
