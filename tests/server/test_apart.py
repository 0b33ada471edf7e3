"""`coatl play --server`: people in terminals of their own play at one table."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from coatl.client import Server, me, opened
from coatl.engine.errors import CoatlError
from coatl.game import Game, read_record
from coatl.terminal.fullscreen.screen import FullScreen
from coatl.terminal.remote.keyboard import Keyboard
from coatl.terminal.remote.saves import RecordSaver
from coatl.terminal.remote.session import RemoteSession
from tests.server.clients import moves, play_all, until
from tests.server.processes import free_port
from tests.server.server import Served, serving
from tests.server.terminals import Line, Terminal, play_in_terminals
from tests.terminal.full_screen import Seat, visited


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served"), bot_seconds=60) as server:
        yield server


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
        first = until(lambda: table.legal(1))[0]  # Ann hears a little later that the game begins

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
        with pytest.raises(CoatlError, match=r"seat\.removed"):
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
