"""`coatl play --server`: from the options of the command line to a table of a server."""

import getpass
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from rich.text import Text

from coatl.bots.registry import is_own
from coatl.client import Link, Server, Table, bot, invited, me, opened, parse_link
from coatl.decks.loader import read_toml
from coatl.engine.errors import CoatlError
from coatl.messages import t
from coatl.registry import rules_of
from coatl.terminal.compilation import ready
from coatl.terminal.front_end import on_screen
from coatl.terminal.play import check_file
from coatl.terminal.presenter import check_game
from coatl.terminal.prompt import Prompt
from coatl.terminal.remote.keyboard import Keyboard
from coatl.terminal.remote.notices import lobby_lines
from coatl.terminal.remote.saves import RecordSaver, own_identity, remember, way_back
from coatl.terminal.remote.session import RemoteSession
from coatl.terminal.screen import Screen
from coatl.terminal.seats import FEWEST, spec_of
from coatl.version import RULES_VERSION

CLOCK = re.compile(r"(\d{1,7})(?:\+(\d{1,7}))?(?::(bot|loss))?")
EMPTY = {"open": opened, "invited": invited}


@dataclass(frozen=True)
class TableRequest:
    """What was asked for on the command line."""

    game: str | None
    options: Mapping[str, Any]
    seats: Sequence[str]
    bots: Sequence[str]
    deck: Path | None = None
    public: bool = False
    clock: str | None = None
    hints: bool = True
    watch: bool = False
    resume: bool = False

    @property
    def makes(self) -> bool:
        """Whether something was said that only a new table needs."""
        return bool(self.game or self.options or self.bots or self.deck or self.public or self.clock) or not self.hints


def play_at_server(address: str, request: TableRequest, lobby: bool, save: Path | None, plain: bool = False) -> None:
    """Plays at a table of a server, or looks at its lobby."""
    link = parse_link(address)
    check_file(save)
    with Server(link, own_identity()) as server:
        check_rules(server)
        if lobby:
            show_lobby(server, Prompt())
            return
        table = find_table(server, link, request)
        ready(rules_of(table.info["game"]))
        on_screen(lambda screen: play_on(table, screen, request, RecordSaver(save)), plain)


def play_on(table: Table | None, screen: Screen, request: TableRequest, kept: RecordSaver) -> None:
    """One game after the other at the same table."""
    inbox: SimpleQueue[Any] = SimpleQueue()
    with screen.restored():
        keyboard = Keyboard(screen, inbox)
        while table is not None:
            remember(table)
            table = RemoteSession(table, screen, inbox, keyboard, own_name(request), kept).run()


def check_rules(server: Server) -> None:
    """The rules here draw and explain what the rules there decide.

    :raises CoatlError: server.rules
    """
    spoken = server.welcome["rules"]
    if spoken != RULES_VERSION:
        message = f"The server plays by version {spoken} of the rules, this program knows version {RULES_VERSION}."
        raise CoatlError("server.rules", message, ["the same version of coatl on both sides"])


def show_lobby(server: Server, screen: Screen) -> None:
    """The public tables with an open seat."""
    for text in lobby_lines(server.lobby(), server.link.server):
        screen.say(text)
    command = "coatl play --server LINK --seat YOUR-NAME"
    screen.show(Text(t("terminal_remote.lobby_join", command=command), "quiet"))


# ---------------------------------------------------------------- which table


def find_table(server: Server, link: Link, request: TableRequest) -> Table:
    """A new table, or the one that the link leads to."""
    if request.resume:
        return server.rejoin(way_back())
    if link.table is None:
        return new_table(server, request)
    if request.makes:
        message = "The table of a link has its own game and options: join it without them."
        raise CoatlError("options.contradict", message, ["--seat NAME", "--watch", "--save FILE"])
    if link.token is not None:
        return server.rejoin(link)
    return server.watch(link) if request.watch else join(server, link, request)


def join(server: Server, link: Link, request: TableRequest) -> Table:
    """Sits down, at one seat for each name."""
    first, *others = request.seats or [own_name(request)]
    table = server.join(link, first)
    for name in others:
        free = [seat["seat"] for seat in table.info["seats"] if seat["kind"] == "open"]
        if not free:
            raise CoatlError("table.full", f"There is no seat for {name}.")
        table.do("sit", seat=free[0], name=name)
    return table


def new_table(server: Server, request: TableRequest) -> Table:
    """Makes a table."""
    if request.game is None:
        message = "Say which game, or give the link of a table."
        raise CoatlError("game.unknown", message, ["coatl play board --server URL", "--lobby", "--server LINK"])
    check_game(request.game)
    names = [*(request.seats or [own_name(request)]), *request.bots]
    options = dict(request.options)
    if not options.get("solo"):
        options.setdefault("players", max(FEWEST, len(names)))
    rules = rules_of(request.game, deck=request.deck, **options)  # what contradicts is said here, in the words of home
    names += ["open"] * (int(rules.options["players"]) - len(names))
    return server.create(
        request.game,
        [seat_for(name) for name in names],
        options=options,
        deck=None if request.deck is None else read_toml(request.deck),
        public=request.public,
        clock=None if request.clock is None else read_clock(request.clock),
        hints=request.hints,
        name=own_name(request),
    )


def seat_for(name: str) -> Mapping[str, Any]:
    """Who shall sit there: `open`, `invited`, a bot of the server, or somebody at this keyboard."""
    if name.lower() in EMPTY:
        return EMPTY[name.lower()]()
    spec = spec_of(name)
    if is_own(name) or (spec is not None and ":" in spec):
        raise CoatlError("bot.own", "A server plays with its own bots only.", ["novice", "artisan", "priest"])
    return me(name) if spec is None else bot(spec)


def own_name(request: TableRequest) -> str:
    """How one is called without a name: as on this machine."""
    people = [name for name in request.seats if name.lower() not in EMPTY and spec_of(name) is None]
    if people:
        return people[0]
    try:
        return getpass.getuser().title()[:20]
    except (OSError, KeyError):  # nobody in particular
        return "Guest"


def read_clock(text: str) -> dict[str, Any]:
    """Seconds for a turn and in reserve, and what happens when the time is up.

    >>> read_clock("60"), read_clock("30+600:loss")
    ({'move': 60, 'reserve': 0, 'timeout': 'bot'}, {'move': 30, 'reserve': 600, 'timeout': 'loss'})
    """
    found = CLOCK.fullmatch(text)
    if not found:
        raise CoatlError("clock.text", f"{text[:40]!r} is no clock.", ["60", "30+600", "30+600:loss"])
    return {"move": int(found[1]), "reserve": int(found[2] or 0), "timeout": found[3] or "bot"}
