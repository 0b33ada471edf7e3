"""What a table knows, and what can be asked of it; `table` says how events change it."""

from dataclasses import dataclass
from functools import lru_cache
from hmac import compare_digest
from typing import TYPE_CHECKING, Any, Final, Literal

import orjson

from coatl.board.rules import BoardRules
from coatl.card.rules import CardRules
from coatl.describe.automata import Step
from coatl.describe.effects import EffectsData
from coatl.describe.moments import best_moment
from coatl.describe.progress import Progress, progress
from coatl.describe.scores import decided, report
from coatl.engine.errors import CoatlError
from coatl.engine.record import Entry
from coatl.engine.rules import Result, Rules
from coatl.game import Game
from coatl.registry import rules_with
from coatl.server.tables import events
from coatl.server.tables.chat import ChatHistory
from coatl.server.tables.clock import Clock
from coatl.server.tables.events import Options, Viewer
from coatl.server.tables.people import Person, Seat, hashed
from coatl.version import RULES_VERSION

if TYPE_CHECKING:
    from coatl.server.schemas import ResultInfo

Status = Literal["waiting", "playing", "over", "closed"]
WAITING: Final = "waiting"
PLAYING: Final = "playing"
OVER: Final = "over"
CLOSED: Final = "closed"
RESIGNED: Final = "resigned"  # how a game ended, and what decided it


@lru_cache(maxsize=256)
def rules_from(setup: bytes) -> Rules:
    """The rules of a table; tables with equal options share them."""
    game, options, deck = orjson.loads(setup)
    return rules_with(game, deck, options)


def options_of(rules: Rules) -> Options:
    """The options of a table as its game declares them."""
    assert isinstance(rules, (BoardRules, CardRules))
    return rules.table


@dataclass(frozen=True, slots=True)
class Back:
    """The wish to go back to the beginning of a turn, and the seats that agreed."""

    seat: int
    turn: int
    agreed: tuple[int, ...]


class TableState:
    """One game with its seats, to be read: what a table knows, and what can be asked of it."""

    __slots__ = (
        "answers",
        "automaton_steps",
        "back",
        "backs",
        "chat",
        "clock",
        "created",
        "cut",
        "effects",
        "finals",
        "game",
        "host",
        "id",
        "number",
        "numbers",
        "paused",
        "people",
        "progressed",
        "rematch",
        "report",
        "rewound",
        "rules",
        "seats",
        "setup",
        "status",
        "successor",
        "time",
        "turns",
    )

    def __init__(self, table: str) -> None:
        self.id = table
        self.number = 0
        self.time = 0
        self.cut = False  # whether moves are left out that these rules do not know
        self.status: Status = WAITING
        self.setup: events.Created
        self.rules: Rules
        self.people: list[Person] = []
        self.seats: list[Seat] = []
        self.host = 1
        self.game: Game | None = None
        self.automaton_steps: list[list[Step]] = []  # the steps of each turn of the automaton
        self.effects: list[EffectsData] = []  # what each entry of the game did
        self.finals: dict[int, Any] = {}  # card game: seats as they were when their result became final
        self.progressed: Progress | None = None  # that of the present state, once somebody asked for it
        self.report: ResultInfo | None = None  # the result, card by card
        self.turns: dict[int, int] = {}  # how many entries there were when a turn began
        self.clock: Clock | None = None
        self.paused = 0  # until when the server was not there, the last time
        self.chat = ChatHistory()
        self.numbers: dict[Viewer, int] = {}  # the number of the last event of each viewer
        self.answers = Person(0, "", "")  # of spectators
        self.back: Back | None = None
        self.backs = 0  # how often the game went back
        self.rewound: tuple[int, Game] | None = None  # the game at the beginning of a turn, made before it is needed
        self.rematch: set[int] = set()  # who wants one
        self.successor: str | None = None

    @property
    def key(self) -> bytes:
        """What the rules are made from; `rules_from` reads it, here and in the processes of bots."""
        setup = [self.setup.game, self.setup.options, self.setup.deck]
        return orjson.dumps(setup, option=orjson.OPT_SORT_KEYS)

    @property
    def stopped(self) -> bool:
        """Whether the game was begun by another version of the rules: it can be looked at, and does not go on."""
        return self.setup.rules != RULES_VERSION and self.status in (WAITING, PLAYING)

    @property
    def viewers(self) -> list[Viewer]:
        """Everybody who has a view of their own: the seats that people or bots may have, and the spectators."""
        return [*(number for number, seat in enumerate(self.seats, 1) if seat.kind != "automaton"), None]

    def person_with(self, token: str) -> Person:
        """Who has this token; every person is compared, so that the time tells nothing."""
        secret = hashed(token)
        found = [person for person in self.people if compare_digest(person.token, secret)]
        if not found:
            raise CoatlError("token.unknown", "Nobody at this table has this token.")
        return found[0]

    def may_watch(self, person: Person | None) -> bool:
        """Whether a spectator, or somebody without a seat, may see the game: the host always may."""
        if self.setup.spectators or self.status == WAITING:
            return True
        return person is not None and (person.number == self.host or bool(self.seats_of(person)))

    def check_watching(self, person: Person | None) -> None:
        """Refuses who may not see the game."""
        if not self.may_watch(person):
            raise CoatlError("table.spectators", "Nobody watches at this table.")

    def seats_of(self, person: Person | None) -> list[int]:
        """The seats that a person holds, absent or not."""
        if person is None:
            return []
        return [number for number, seat in enumerate(self.seats, 1) if seat.person == person.number]

    def viewers_of(self, person: Person | None) -> list[Viewer]:
        """With whose eyes a person sees: those of the own seats, or the spectators'."""
        return [*self.seats_of(person)] or [None]

    def to_act(self) -> list[int]:
        """The seats that decide now: all who have not chosen while the choices are secret, else one."""
        if self.game is None or self.status != PLAYING or self.stopped:
            return []
        if self.game.choosing:
            return [number for number in range(1, self.rules.options["players"] + 1) if self.game.legal(number)]
        return [self.game.seat]

    def thinking(self) -> dict[int, str]:
        """The bots that have to decide now, by seat."""
        found = {}
        for number in self.to_act():
            seat = self.seats[number - 1]
            bot = seat.bot or seat.stand_in
            if bot is None and self.game is not None and seat.timed_out == self.game.turn:
                bot = "artisan"
            if bot is not None:
                found[number] = bot
        return found

    @property
    def joinable(self) -> bool:
        """Whether anybody may sit down, so that the lobby may show it."""
        return self.status == WAITING and self.setup.public and any(seat.kind == "open" for seat in self.seats)

    @property
    def bots_only(self) -> bool:
        """Whether a game is on at which no person plays."""
        return self.status == PLAYING and not any(seat.human for seat in self.seats)

    def decisions(self, seat: int) -> int:
        """How many decisions there were that a bot's next one depends on: while choices are secret, only its own."""
        if self.game is None:
            return 0
        return sum(not self.game.choosing or entry.seat == seat for entry in self.game.entries)

    def wake(self) -> int | None:
        """When something is due that nobody asks for: a bot's move at once, unless only bots play, a time-out later."""
        if self.bots_only:
            return None
        if self.thinking():
            return self.time
        return self.clock.next() if self.clock is not None and self.status == PLAYING else None

    def view(self, viewer: Viewer) -> Any:
        """The game as a viewer sees it; everything once it is over. None before it begins."""
        if self.game is None:
            return None
        return self.game.revealed() if self.status == OVER else self.game.view(viewer)

    def progress(self, view: Any) -> Progress | None:
        """Points so far and what the end still allows: the same in every view, so it is found once after an event."""
        if self.progressed is None and view is not None:
            self.progressed = progress(self.rules, view)
        return self.progressed

    def result(self) -> "ResultInfo | None":
        """Points, winners, and where all points come from; once the game is over."""
        if self.report is None and self.status == OVER and self.game is not None:
            result = self.game.result
            ended = self._resigned_result() if result is None else result
            self.report = {
                "points": list(ended.points),
                "winners": list(ended.winners),
                "ending": ended.ending,
                "details": {name: list(values) for name, values in ended.details.items()},
                "decided": RESIGNED if result is None else decided(result, self.rules.options["solo"]),
                "seats": list(report(self.game, self.finals, ended.points)),
                "best": best_moment(self.rules, self.game.entries, self.effects),
            }
        return self.report

    def _resigned_result(self) -> Result:
        """The points so far, which decide nothing: who has not resigned has won."""
        found = self.progress(self.view(None))
        assert found is not None
        return Result(tuple(found.points), tuple(self.standing), RESIGNED, {})

    @property
    def standing(self) -> list[int]:
        """The seats that have not resigned, the automaton's too."""
        return [number for number, seat in enumerate(self.seats, 1) if not seat.resigned]

    @property
    def running(self) -> Game:
        """The game, which has begun."""
        assert self.game is not None
        return self.game

    def entries(self, viewer: Viewer) -> list[tuple[int, Entry]]:
        """What was played, as far as a viewer may know, each entry with its place among all."""
        if self.game is None:
            return []
        return [*enumerate(self.game.entries)] if self.status == OVER else self.game.entries_seen_by(viewer)
