"""`coatl play --server`: people in terminals of their own play at one table."""

import io
import os
import pty
import re
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

import pytest
from rich.console import Console

from coatl.client import Server, Table, me, opened
from coatl.engine.errors import CoatlError
from coatl.game import Game, read_record
from coatl.terminal.fullscreen.screen import FullScreen
from coatl.terminal.prompt import Prompt
from coatl.terminal.remote.join import TableRequest, find_table
from coatl.terminal.remote.keyboard import Keyboard, Typed
from coatl.terminal.remote.saves import RecordSaver
from coatl.terminal.remote.session import RemoteSession
from coatl.terminal.theme import THEME
from tests.cli.command import answered, refused, surroundings
from tests.server.clients import moves, play_all, until
from tests.server.processes import free_port
from tests.server.server import PATIENCE, Served, serving
from tests.server.test_client import greeting
from tests.terminal.full_screen import Seat, visited
from tests.terminal.keyboard import eager_choice

Line = str | Callable[[], str]
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served"), bot_seconds=60) as server:
        yield server


class Fingers(io.StringIO):
    """Types what was prepared, then what `choose` says, line by line as it is asked; may wait for something first."""

    def __init__(self, prepared: Sequence[Line], choose: Callable[[], str]) -> None:
        super().__init__()
        self.prepared, self.choose = list(prepared), choose

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        line = self.prepared.pop(0) if self.prepared else self.choose
        text = line if isinstance(line, str) else line()
        return f"{text}\n" if text else ""


class Terminal:
    """Somebody in front of a terminal, in a thread; plays eagerly to the end and goes away."""

    def __init__(self, table: Table, place: Path, prepared: Sequence[Line] = (), name: str = "Zoe") -> None:
        self.dice, self.output = Random(table.token or "0"), io.StringIO()
        console = Console(file=self.output, theme=THEME, highlight=False, width=80)
        self.screen = Prompt(console, Fingers(prepared, self.choose))
        inbox: SimpleQueue[Any] = SimpleQueue()
        self.keeping = RecordSaver(place)
        self.session = RemoteSession(table, self.screen, inbox, Keyboard(self.screen, inbox), name, self.keeping)
        self.next: Table | None = None
        self.fault: BaseException | None = None
        self.thread = threading.Thread(target=self.run, daemon=True)

    def choose(self) -> str:
        view = self.session.view(self.session.viewer)
        return eager_choice(view.legal, self.dice) if view.legal else ""

    def run(self) -> None:
        try:
            self.next = self.session.run()
        except BaseException as fault:
            self.fault = fault

    def go_away(self) -> str:
        """Ends the input, whoever's turn it is."""
        self.session.inbox.put(Typed(None))
        return self.finished()

    def finished(self) -> str:
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), self.output.getvalue()[-3000:]
        if self.fault is not None:
            raise self.fault
        return self.output.getvalue()


def play_in_terminals(*terminals: Terminal) -> list[str]:
    for terminal in terminals:
        terminal.thread.start()
    return [terminal.finished() for terminal in terminals]


def test_the_full_screen_plays_at_a_server(served: Served, tmp_path: Path) -> None:
    """The table follows all that happens there; people talk, play, and leave as at home."""
    with Server(served.url) as ann, Server(served.url) as ben:
        table = ann.create("board", seats=[me("Ann"), opened()])
        inbox: SimpleQueue[Any] = SimpleQueue()

        def run(screen: FullScreen) -> None:
            RemoteSession(table, screen, inbox, Keyboard(screen, inbox), "Ann", RecordSaver(tmp_path / "a.coatl")).run()

        async def visit(seat: Seat) -> None:
            await seat.sees("/t/")  # nobody else is there yet: the link
            other = ben.join(table.link, "Ben")
            await seat.sees("Supply", "Row", "Hand")
            await seat.type("say well met")
            await seat.sees("Ann: well met")
            await seat.type("done")
            await seat.sees("It is up to Ben.")
            other.play("done")
            await seat.sees("Your turn")
            await seat.type("take body1")
            await seat.sees("Ann takes")
            assert "Supply" in seat.shown

        screen = visited(run, visit)
    assert any(str(table.personal_link) in str(part) for part, _ in screen.last_words)


def test_two_terminals_play_a_whole_game_and_talk(served: Served, tmp_path: Path) -> None:
    with Server(served.url) as ann, Server(served.url) as ben, Server(served.url) as zoe:
        table = ann.create("card", seats=[me("Ann"), opened()])
        other = ben.join(table.link, "Ben")
        hers = Terminal(table, tmp_path / "ann.coatl", ["say well met, Ben", "react hello", "who"])
        his = Terminal(other, tmp_path / "ben.json")
        watcher = Terminal(zoe.watch(table.link), tmp_path / "zoe.coatl")
        shown = play_in_terminals(hers, his, watcher)
    game = Game.replay(read_record(tmp_path / "ann.coatl"))
    assert game.over
    assert game.result is not None
    assert read_record(tmp_path / "ben.json") == read_record(tmp_path / "zoe.coatl") == game.record()
    winners = ", ".join(game.names[seat - 1] for seat in game.result.winners)
    verb = "wins" if len(game.result.winners) == 1 else "share the win"
    for text in shown:
        assert f"{winners} {verb} with {max(game.result.points)} points." in text
        assert "Checked: every draw" in text
        assert "rematch for one more game" in text
    for text in shown:
        assert "Ann: well met, Ben" in text
        assert "Ann: Hello!" in text
    assert "you, host" in shown[0]
    assert "Ben to play" in shown[0]
    assert re.search(r"Ann (starts|plays|discards)", shown[1])
    assert re.search(r"Ann (starts|plays|discards)", shown[2])
    assert "Play feather" not in shown[2]  # who watches is asked for nothing


def test_a_terminal_shows_nobody_elses_cards(served: Served, tmp_path: Path) -> None:
    with Server(served.url) as ann, Server(served.url) as ben:
        table = ann.create("card", seats=[me("Ann"), opened()])
        other = ben.join(table.link, "Ben")
        his = Terminal(other, tmp_path / "ben.coatl")
        his.thread.start()
        until(lambda: "It is up to Ann." in his.output.getvalue())
        text = his.output.getvalue()
        assert len(re.findall(r"^hand ", text, re.M)) == 1  # his own
        his.go_away()


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("board", {"solo": True}, "ADAM takes a turn."),
        ("card", {"solo": True, "opponent": "carl2"}, "CARL 2.0 takes a turn."),
    ],
)
def test_the_solo_games_tell_every_step_of_the_automaton(
    game: str, options: dict[str, Any], words: str, served: Served, tmp_path: Path
) -> None:
    with Server(served.url) as server:
        terminal = Terminal(server.create(game, options=options), tmp_path / "solo.coatl")
        (shown,) = play_in_terminals(terminal)
    assert words in shown
    assert read_record(tmp_path / "solo.coatl").result is not None


def test_two_people_at_one_device_play_the_board_game_with_a_third_elsewhere(served: Served, tmp_path: Path) -> None:
    with Server(served.url) as home, Server(served.url) as away:
        table = home.create("board", options={"players": 3}, seats=[me("Ann"), me("Ben"), opened()])
        other = away.join(table.link, "Cleo")
        kept = other.legal()[1]
        ours = Terminal(table, tmp_path / "a", ["done", "done"])
        hers = Terminal(other, tmp_path / "b", [kept, "done"])
        ours.thread.start()
        hers.thread.start()
        until(lambda: other.view()["turns"] > 6)
        shown = [ours.go_away(), hers.go_away()]
    for name in ("Ann", "Ben"):
        assert f"{name} to play" in shown[0]
        assert f"{name} has chosen which prophecies to keep" in shown[1]
    assert "Cleo has chosen which prophecies to keep" in shown[0]
    assert not re.search(r"Cleo (keeps|discards) [A-Z]\d", shown[0])  # what she keeps is her secret
    assert f"Cleo keeps {kept.split()[1]}" in shown[1]


def test_steps_are_taken_back_alone_and_turns_by_consent(served: Served, tmp_path: Path) -> None:
    with Server(served.url) as ann, Server(served.url) as ben:
        table = ann.create("card", seats=[me("Ann"), opened()])
        other = ben.join(table.link, "Ben")
        first = table.legal(1)[0]

        def when(words: str, line: str) -> Callable[[], str]:
            return lambda: line if until(lambda: words in hers.output.getvalue(), words) else ""

        typed: list[Line] = [first, "undo", "undo", "hint", first, "back", when("The game has gone back.", first)]
        typed += [when("Ben asks to go back", "yes"), when("again", "quit")]
        hers = Terminal(table, tmp_path / "ann", typed)
        hers.thread.start()
        until(lambda: other.info["back"])
        other.answer_back(True)
        until(lambda: hers.output.getvalue().count("The game has gone back.") == 1 and table.view(1)["can_undo"])
        other.ask_back(1)
        until(lambda: hers.output.getvalue().count("The game has gone back.") == 2)
        assert table.legal(1)[0] == first
        other.chat("again")
        shown = hers.finished()
        kinds = [event.kind for event in (other.next(0) for _ in range(other.inbox.qsize())) if event is not None]
    assert [kind for kind in kinds if kind in ("played", "undone", "went_back")] == [
        *("played", "undone", "played", "went_back", "played", "went_back")
    ]
    assert "[undo.refused]" in shown
    assert "Ann asks to go back" in shown
    assert "Ben agrees to go back." in shown
    assert "Ann agrees to go back." in shown
    hint = shown[shown.index("> hint") :].splitlines()[1]
    assert len(hint) > 10
    assert "[" not in hint


def test_a_rematch_is_played_in_the_same_terminal(served: Served, tmp_path: Path) -> None:
    with Server(served.url) as server:
        table = server.create("card", seats=[me("Ann"), me("Ben")])
        play_all([table])
        terminal = Terminal(table, tmp_path / "one", ["rematch"])
        play_in_terminals(terminal)
        assert terminal.next is not None
        assert terminal.next.id == table.info["successor"]
        (shown,) = play_in_terminals(Terminal(terminal.next, tmp_path / "two"))
    assert "The game is over" in shown


def test_who_resigns_is_asked_and_the_other_has_won(served: Served, tmp_path: Path) -> None:
    with Server(served.url) as ann, Server(served.url) as ben:
        table = ann.create("card", seats=[me("Ann"), opened(), opened()])
        other = ben.join(table.link, "Eve", seat=3)
        table.do("remove", seat=3)
        with pytest.raises(CoatlError, match="does not want"):
            other.do("sit", seat=2, name="Eve")
        table = ann.create("card", seats=[me("Ann"), opened()])
        other = ben.join(table.link, "Ben")
        hers = Terminal(table, tmp_path / "ann.coatl", ["resign", "resign yes"])
        his = Terminal(other, tmp_path / "ben.coatl")
        shown = play_in_terminals(hers, his)
    assert "Type it: resign yes" in shown[0]
    for text in shown:
        assert "Ben wins. The other side has resigned" in text
        assert "Checked: every draw" in text
    assert "Ann has resigned." in shown[1]
    assert read_record(tmp_path / "ben.coatl").result is None


def test_somebody_is_muted_blocked_and_reported(served: Served, tmp_path: Path) -> None:
    with Server(served.url, "a" * 64) as ann, Server(served.url, "e" * 64) as eve:
        table = ann.create("card", seats=[me("Ann"), opened()])
        other = eve.join(table.link, "Eve")
        typed: list[Line] = [
            "mute 2",
            "unmute 2",
            "report 2",
            "report 2 name",
            "report 2 line",
            "block 2",
            "unblock 2",
            "quit",
        ]
        hers = Terminal(table, tmp_path / "ann", typed)
        hers.thread.start()
        shown = hers.finished()
        assert ann.blocks() == []
        assert all(
            event is None or event.kind != "muted" for event in (other.next(0) for _ in range(other.inbox.qsize()))
        )
    assert shown.count("Done; nobody else is told.") == 4
    assert "report 2 name" in shown
    assert "Thank you." in shown
    assert "[report.line]" in shown  # nothing was said


def test_a_lost_line_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    port = free_port()
    first = Served(tmp_path / "data", port=port)
    first.start()
    with Server(first.url) as ann, Server(first.url) as ben:
        table = ann.create("card", seats=[me("Ann"), opened()])
        other = ben.join(table.link, "Ben")
        terminal = Terminal(other, tmp_path / "ben")
        terminal.thread.start()
        until(lambda: "It is up to Ann." in terminal.output.getvalue())
        first.stop()
        until(lambda: "The connection is lost." in terminal.output.getvalue())
        with serving(tmp_path / "data", port=port):
            until(lambda: "The connection is back." in terminal.output.getvalue())
            while not table.over:
                for one, seat, legal in until(lambda: moves([table]) or (table.over and [(None, 0, [])])):
                    if one is not None:
                        one.play(legal[0], seat)
            assert "The game is over" in terminal.finished()


# ---------------------------------------------------------------- from the command line


def wish(*seats: str, game: str | None = "board", **more: Any) -> TableRequest:
    return TableRequest(game, more.pop("options", {}), seats, more.pop("bots", ()), **more)


def test_a_table_is_made_as_the_options_say(served: Served) -> None:
    with Server(served.url) as server:
        asked = wish("Ann", "open", bots=["high-priest"], public=True, clock="30+600:loss", hints=False)
        table = find_table(server, server.link, asked)
        assert [seat["kind"] for seat in table.info["seats"]] == ["person", "open", "bot"]
        assert table.info["seats"][2]["bot"] == "high-priest"
        assert (table.info["public"], table.info["hints"]) == (True, False)
        assert table.info["clock"] == {"move": 30, "reserve": 600, "timeout": "loss"}
        plain = find_table(server, server.link, wish(game="card", options={"players": 3}))
        assert [seat["kind"] for seat in plain.info["seats"]] == ["person", "open", "open"]
        solo = find_table(server, server.link, wish("Ann", options={"solo": True, "difficulties": [2]}))
        assert solo.info["options"]["difficulties"] == [2]
        invited = find_table(server, server.link, wish("Ann", "invited"))
        joined = find_table(server, invited.invitation(2), wish("Ben", game=None))
        assert joined.info["status"] == "playing"
        assert joined.seats == [2]


def test_several_people_join_from_one_terminal(served: Served) -> None:
    with Server(served.url) as server, Server(served.url) as other:
        table = find_table(server, server.link, wish("Ann", options={"players": 3}))
        joined = find_table(other, table.link, wish("Ben", "Cleo", game=None))
        assert joined.seats == [2, 3]
        assert [seat["name"] for seat in joined.info["seats"]] == ["Ann", "Ben", "Cleo"]
        watching = find_table(other, table.link, wish(game=None, watch=True))
        assert watching.seats == []


def test_what_cannot_be_is_refused_with_its_code(served: Served, tmp_path: Path) -> None:
    nowhere = f"{served.url}/t/{'0' * 24}"
    for code, words in {
        "server.unreachable": ("board", "--server", f"127.0.0.1:{free_port()}"),
        "link.invalid": ("board", "--server", "ftp://somewhere"),
        "game.unknown": ("--server", served.url),
        "table.unknown": ("--server", nowhere),
        "token.unknown": ("--server", solo_link(served) + f"#token={'a' * 64}"),
        "options.contradict": ("board", "--server", nowhere),
        "clock.text": ("board", "--server", served.url, "--clock", "soon"),
        "bot.own": ("board", "--server", served.url, "--bot", "exec:./bot"),
        "options.unknown": ("board", "--server", served.url, "--manner", "daring"),
        "seats.number": ("board", "--server", served.url, "--players", "2", "--bot", "novice", "--bot", "novice"),
        "resume.none": ("--server", served.url, "--resume"),
    }.items():
        refused(answered("play", *words, state=tmp_path), code)
    refused(answered("play", "board", "--lobby", state=tmp_path), "options.contradict")
    refused(answered("play", state=tmp_path), "usage")
    with greeting(rules=99) as url:
        refused(answered("play", "board", "--server", url, state=tmp_path), "server.rules")
    with greeting(protocol=2) as url:
        refused(answered("play", "board", "--server", url, state=tmp_path), "server.version")


def solo_link(served: Served) -> str:
    with Server(served.url) as server:
        return str(server.create("card", options={"solo": True}).link)


def test_the_lobby_is_listed_with_links_to_join(served: Served, tmp_path: Path) -> None:
    with Server(served.url) as server:
        table = server.create("card", seats=[me("Ann"), opened()], public=True, clock={"move": 60})
        shown = answered("play", "--server", served.url, "--lobby", state=tmp_path).stdout
        assert str(table.link) in shown
        assert "card game" in shown
        assert "Ann, —" in shown
        assert "60 s per turn" in shown


def test_a_table_is_left_and_found_again(served: Served, tmp_path: Path) -> None:
    options = ("play", "card", "--server", served.url, "--solo", "--seat", "Ann")
    left = answered(*options, state=tmp_path, typed="1\nquit\n")
    assert left.returncode == 0, left.stderr
    assert "Your seat is kept." in left.stdout
    link = re.findall(r"coatl play --server '(.*#token=.*)'", left.stdout)[0]
    assert (tmp_path / "coatl" / "away").stat().st_mode & 0o077 == 0
    for words in (("--server", link), ("--server", served.url, "--resume")):
        again = answered("play", *words, state=tmp_path, typed="who\nlog\nquit\n")
        assert again.returncode == 0, again.stderr
        assert "Ann start" in again.stdout
        assert "you, host" in again.stdout


def test_help_teaches_to_play_apart(tmp_path: Path) -> None:
    shown = answered("play", "--help", state=tmp_path).stdout
    for words in ("--server", "--lobby", "--watch", "--public", "--clock", "Apart, over a server"):
        assert words in shown


# ---------------------------------------------------------------- at a real terminal


def test_at_a_keyboard_talk_appears_above_what_is_typed(served: Served, tmp_path: Path) -> None:
    with Server(served.url) as ben:
        with Keys(("card", "--server", served.url, "--seat", "Ann"), tmp_path) as keys:
            keys.until("Waiting …")
            link = re.findall(r"http://\S+/t/[0-9a-f]{24}", keys.seen)[0]
            other = ben.join(link, "Ben")
            keys.until("Play feather 1 of 2")
            keys.type("half a wo")
            other.chat("are you there?")
            keys.until("Ben: are you there?")
            keys.until("> half a wo")
            keys.type("rd\n")
            keys.until("[action.unknown]")
            keys.type("\x03")
            keys.until("Your seat is kept.")
            assert keys.process.wait(PATIENCE) == 0
        assert 1 in (seat["seat"] for seat in other.info["seats"])


def test_at_a_keyboard_nobody_sees_the_cards_of_the_next_one(served: Served, tmp_path: Path) -> None:
    with Keys(("board", "--server", served.url, "--seat", "Ann", "--seat", "Ben"), tmp_path) as keys:
        keys.until("Keep up to")
        keys.type("done\n")
        keys.until("Pass the keyboard to Ben.")
        keys.until("Press Enter")
        hidden = len(keys.seen)
        keys.type("\n")
        keys.until("Keep up to")
        assert "Hand" not in keys.seen[keys.seen.index("Pass the keyboard") : hidden]
        keys.until("discard the others")
        keys.until("> ")
        keys.type("\x04")
        keys.until("Your seat is kept.")
        assert keys.process.wait(PATIENCE) == 0


class Keys:
    """A process at a terminal of its own."""

    def __init__(self, words: tuple[str, ...], state: Path) -> None:
        self.terminal, inner = pty.openpty()
        command = [sys.executable, "-m", "coatl", "play", *words]
        environment = surroundings(state, LINES="40")
        self.process = subprocess.Popen(
            command,
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=environment,
            start_new_session=True,
            preexec_fn=own_tty,
        )
        os.close(inner)
        self.seen, self.searched = "", 0

    def __enter__(self) -> "Keys":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)

    def type(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def until(self, words: str) -> None:
        """Reads until the words stand on the screen behind what was found before."""
        end = time.monotonic() + PATIENCE
        while (place := self.seen.find(words, self.searched)) < 0:
            assert time.monotonic() < end, self.seen[-3000:]
            if select.select([self.terminal], [], [], 0.1)[0]:
                try:
                    self.seen += ESCAPE.sub("", os.read(self.terminal, 65536).decode(errors="replace"))
                except OSError:  # the process has gone
                    assert words in self.seen[self.searched :], self.seen[-3000:]
        self.searched = place + len(words)


def own_tty() -> None:
    """Makes the terminal the one that sends Ctrl-C."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
