"""Opponents at the table: levels, bots of one's own, what they may tell, and what happens when they fail."""

import io
import re
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from coatl.bots.base import Option, Thought
from coatl.engine.errors import CoatlError
from coatl.engine.jit import DISABLED
from coatl.game import Game, load, read_record
from coatl.hints.facts import Outlook
from coatl.registry import rules_of
from coatl.terminal.opponents import advice_page, in_points
from coatl.terminal.prompt import Prompt
from coatl.terminal.seats import entrant_at, owned, seat_names, seated, table_name
from coatl.terminal.theme import THEME
from tests.cli.command import answered, coatl, refused
from tests.terminal.keyboard import Room, lines_to_type, new_game

SLOW = pytest.mark.skipif(DISABLED, reason="the judgement of bots takes long as plain Python")
OWN_BOT = """
from coatl.bots.base import Bot
class First(Bot):
    def choose(self, view, legal, limit, rng):
        return legal[0]
class Broken(Bot):
    def choose(self, view, legal, limit, rng):
        raise KeyError(view.players[int(view.viewer) - 1].hand[0])
"""
PROGRAM = """
import json, sys
print(json.dumps({"coatl": json.loads(input())["coatl"]}), flush=True)
for line in sys.stdin:
    print(json.dumps({"action": json.loads(line)["legal"][0]}), flush=True)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current directory with a Python bot and a program."""
    (tmp_path / "tablebots.py").write_text(OWN_BOT)
    (tmp_path / "first.py").write_text(PROGRAM)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def last(state: Path) -> Path:
    return state / "coatl" / "last.coatl"


# ---------------------------------------------------------------- seats


@SLOW
def test_levels_sit_at_the_table_under_their_titles(tmp_path: Path) -> None:
    words = ("play", "card", "--seat", "Ann", "--bot", "novice", "--bot", "Artisan", "--seed", "1")
    shown = answered(*words, state=tmp_path, typed="").stdout
    assert "Novice" in shown
    assert "Artisan" in shown
    answered(*words, state=tmp_path, typed="1\nd\n")
    assert read_record(last(tmp_path)).players == ("Ann", "Novice", "Artisan")


@SLOW
def test_games_that_were_saved_under_older_names_go_on(tmp_path: Path) -> None:
    game = new_game("4", ["You", "greedy", "greedy 2"], "card", players=3)
    typed = lines_to_type(game, most=6)
    path = tmp_path / "old.coatl"
    begun = Game(rules_of("card", players=3), "4", ["You", "greedy", "greedy 2"])
    begun.play(typed[0])
    begun.save(path)
    result = answered("play", "card", "--resume", str(path), state=tmp_path, typed="\n".join(typed[1:]))
    assert result.returncode == 0, result.stderr
    assert "Allowed:" not in result.stdout
    assert len(load(path).entries) > len(typed)  # the bots have played too


def test_a_bot_of_ones_own_plays_and_is_named_again_when_the_game_goes_on(folder: Path) -> None:
    program = f"exec:{sys.executable} first.py"
    words = ("--bot", "tablebots:First", "--bot", program)
    begun = coatl("play", "card", *words, "--seed", "1", state=folder, typed="1\n1\nd\n")
    assert begun.returncode == 0, begun.stderr
    record = read_record(last(folder))
    assert record.players[:2] == ("You", "bot:First")
    assert record.players[2].startswith("bot:")
    assert {entry.seat for entry in record.entries} >= {1, 2}
    refused(answered("play", "card", "--resume", state=folder), "bot.own")
    refused(answered("play", "card", "--resume", "--bot", "novice", state=folder), "options.contradict")
    more = (*words, "--bot", "tablebots:Broken")
    refused(answered("play", "card", "--resume", *more, state=folder), "options.contradict")
    again = coatl("play", "card", "--resume", *words, state=folder, typed="log\n")
    assert again.returncode == 0, again.stderr
    assert "bot:First" in again.stdout


def test_no_saved_game_starts_a_program(folder: Path) -> None:
    """Whatever a file from somebody else calls its players."""
    trap = folder / "trap"
    (folder / "trapbots.py").write_text(f"open({str(trap)!r}, 'w')\n")
    for name in ("bot:x", "exec:touch trap", "trapbots:Trap", "bot:trapbots:Trap"):
        game = Game(rules_of("card", players=2), "1", ["Ann", name])
        game.save(folder / "sent.coatl")
        coatl("play", "card", "--resume", "sent.coatl", state=folder, typed="1\nd\nd\n1\n")
        assert not trap.exists()


def test_two_bots_that_would_be_called_alike_are_refused() -> None:
    long = "python " + "x" * 60
    with pytest.raises(CoatlError, match=r"\[options\.contradict\]"):
        owned([f"exec:{long} 1", f"exec:{long} 2"])
    assert table_name("exec:50ms:python a.py") != table_name("exec:1s:python a.py")


def test_one_bot_of_ones_own_may_sit_twice(folder: Path) -> None:
    names = seat_names(3, ["Ann"], ["tablebots:First"] * 2, solo=False)
    assert names == ["Ann", "bot:First", "bot:First 2"]
    own = owned(["tablebots:First"])
    assert entrant_at(names[1], own) == entrant_at(names[2], own) == own["bot:First"]


# ---------------------------------------------------------------- failing


def test_a_bot_that_fails_forfeits_and_nobody_learns_its_hand(folder: Path) -> None:
    names = ["Ann", "bot:Broken"]
    game = new_game("3", names, "card", players=2, first=2)
    bots = seated(game, owned(["tablebots:Broken"]))
    decision = bots[2].decide(game.view(2))
    secret = game.view(2).players[1].hand[0]
    assert secret in str(decision.forfeit)
    shown = coatl("play", "card", "--bot", "tablebots:Broken", "--seed", "3", state=folder, typed="1\nd\n1\nd\nlog\n")
    assert shown.returncode == 0, shown.stderr
    assert "played at random [bot.crashed]." in " ".join(shown.stdout.split())
    assert "KeyError" not in shown.stdout + shown.stderr


def test_at_the_end_it_is_told_why_a_bot_failed(folder: Path) -> None:
    rules = rules_of("card", solo=True)
    game = Game(rules, "2", ["bot:Broken"])
    own = owned(["tablebots:Broken"])
    room = Room(game, folder, own=own)
    shown = room.run()
    assert game.over
    assert "bot:Broken: The bot failed: KeyError:" in shown


def test_a_program_that_does_not_start_is_known_before_the_game(folder: Path) -> None:
    refused(coatl("play", "card", "--bot", f"exec:{sys.executable} -c pass", state=folder), "bot.crashed")


# ---------------------------------------------------------------- advice

EXPECTED = Outlook(2.5, 0.612)


def test_advice_lists_options_with_values_from_the_own_view(tmp_path: Path) -> None:
    room = Room(
        new_game("7", ["Ann", "Ben"]),
        tmp_path,
        ["done", "done", "advice artisan", "t b1", "advice Artisan", "advice zeus"],
    )
    shown = room.run()
    first, answer = shown.split("> advice ")[1:3]
    assert re.search(r"Artisan would play choose row\d \([RGBYK]\d+\)\.", first)
    assert "Artisan would play" in answer
    assert " less" in answer
    assert "more" in answer
    assert "Expected at the end:" in first
    assert "Expected at the end:" in answer
    assert "[bot.unknown]" in shown
    assert [entry.action for entry in room.session.game.entries] == ["done", "done", "take body1"]


def test_advice_tells_nothing_of_other_hands(tmp_path: Path) -> None:
    """The same advice, whichever card the other player has kept."""
    told = []
    for number in (1, 2):
        game = new_game("7", ["Ann", "Ben"])
        for action, seat in (("done", 1), (game.legal(2)[number], 2), ("done", 2)):
            game.play(action, seat)
        shown = Room(game, tmp_path, ["advice artisan"]).run()
        told.append(shown[shown.index("> advice") :].partition("\n\n")[0])
    assert "Artisan would play" in told[0]
    assert told[0] == told[1]


def test_advice_of_a_bot_that_fails_is_an_error_and_no_more(folder: Path) -> None:
    room = Room(new_game("7", ["Ann", "Ben"], "card"), folder, ["advice tablebots:Broken", "advice tablebots:First"])
    shown = room.run()
    assert "[bot.crashed]" in shown
    assert "First would play" in shown


def test_values_are_margins_whatever_the_measure_of_the_bot() -> None:
    """Values of the card game go from 0 to 1; advice tells points."""
    thought = Thought("pass", (Option("pass", 0.60), Option("play RG right", 0.55)))
    assert [round(option.value, 6) for option in in_points(thought, EXPECTED, 0.02).options] == [2.5, 0.0]


def test_advice_shows_the_main_line_and_how_often_options_were_tried() -> None:
    options = tuple(Option(f"take body{i}", 5.0 - i, 100 - i) for i in range(1, 10))
    out = io.StringIO()
    thought = in_points(Thought("take body1", options, ("take body1", "start R", "done"), 600), EXPECTED, 1.0)
    page = advice_page("Priest", thought, EXPECTED)
    Console(file=out, theme=THEME, width=80).print(page)
    shown = out.getvalue()
    assert "Priest would play take body1." in shown
    assert "take body1, start R, done" in shown
    assert "as good as any, tried 99 times" in shown
    assert "Expected at the end: 2.5 points ahead, 61% to win." in shown
    assert re.search(r"take body1 +\+2\.50 ", shown)
    assert re.search(r"take body4 +\W0\.50 .*3\.00 less", shown)
    assert "and 3 more" in shown
    assert "After 600 simulated games." in shown


@SLOW
def test_advice_at_a_moment_of_a_record(tmp_path: Path) -> None:
    path = tmp_path / "game.coatl"
    game = new_game("5", ["Ann", "Ben"], "card")
    typed = lines_to_type(game, most=8)
    game.save(path)
    seat = moment_seat(typed, path, 2)
    words = ("replay", str(path), "--at", "2", "--advice", "artisan")
    refused(answered(*words, state=tmp_path), "replay.advice")  # the game runs: whose eyes?
    refused(answered(*words, "--seat", str(3 - seat), state=tmp_path), "replay.advice")
    assert "Artisan would play" in answered(*words, "--seat", str(seat), state=tmp_path).stdout
    refused(answered("replay", str(path), "--advice", "artisan", state=tmp_path), "replay.advice")
    refused(answered(*words[:4], "--seat", str(seat), "--advice", "zeus", state=tmp_path), "bot.unknown")
    lines_to_type(game)
    game.save(path)
    assert "Artisan would play" in answered(*words, state=tmp_path).stdout  # nothing is secret any more
    end = ("replay", str(path), "--at", str(len(game.entries)), "--advice", "artisan")
    refused(answered(*end, state=tmp_path), "replay.advice")


def moment_seat(typed: list[str], path: Path, number: int) -> int:
    """Who decides after so many actions of a record."""
    assert typed
    for done, game in enumerate(Game.steps(read_record(path))):
        if done == number:
            return game.seat
    raise AssertionError("the record is too short")


# ---------------------------------------------------------------- thinking


def test_who_thinks_long_is_shown_at_a_keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coatl.terminal.prompt.PATIENCE", 0.05)
    for seconds, seen in ((0.4, True), (0.0, False)):
        out = io.StringIO()
        keyboard = {"TERM": "xterm"}
        console = Console(file=out, theme=THEME, force_terminal=True, width=80, _environ=keyboard)
        screen = Prompt(console, io.StringIO())
        screen.interactive = True
        with screen.thinking("High priest"):
            time.sleep(seconds)
        assert ("High priest is thinking" in out.getvalue()) == seen


def test_a_pipe_is_shown_no_spinner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coatl.terminal.prompt.PATIENCE", 0.01)
    out = io.StringIO()
    screen = Prompt(Console(file=out, theme=THEME), io.StringIO())
    with screen.thinking("High priest"):
        time.sleep(0.1)
    assert out.getvalue() == ""
