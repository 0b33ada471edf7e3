"""Bots in other processes: they play alike, and whatever they do wrong is a clear error; none is left behind."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from coatl.bots import line_protocol, process
from coatl.bots.base import Limit, Option, Thought, rng_of
from coatl.bots.decision import advise, decide
from coatl.bots.line_server import serve
from coatl.bots.process import ProcessBot
from coatl.bots.registry import entrant, make
from coatl.engine.errors import CoatlError
from coatl.engine.jit import DISABLED
from coatl.game import Game
from coatl.registry import rules_of
from tests.bots.players import SPECS, match, play_out, served
from tests.card.tables import FEW_TABLES as CARD_TABLES
from tests.property.tables import ALL_TABLES, some
from tests.requirements import need_proc

ROOT = Path(__file__).resolve().parent.parent.parent
GREET = "import json, os, sys, time\ninput()\nprint('{\"coatl\": 1}', flush=True)\n"
PATIENT = Limit(seconds=10.0)


def bot_that(tmp_path: Path, *lines: str, greet: str = GREET) -> ProcessBot:
    """A bot that is greeted and then does something else than it should."""
    script = tmp_path / "bot.py"
    script.write_text(greet + "\n".join(lines) + "\n")
    return ProcessBot(rules_of("card", players=2), [sys.executable, str(script)])


def asked(bot: ProcessBot, limit: Limit = PATIENT) -> str:
    game = Game(bot.rules, "asked")
    view = game.view(1)
    return bot.choose(view, view.legal, limit, rng_of(1))


def fault_of(bot: ProcessBot, limit: Limit = PATIENT) -> CoatlError:
    with pytest.raises(CoatlError) as caught:
        asked(bot, limit)
    bot.close()
    return caught.value


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits to be noticed does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


def wait_until_gone(pid: int, seconds: float = 10.0) -> bool:
    end = time.monotonic() + seconds
    while alive(pid) and time.monotonic() < end:
        time.sleep(0.05)
    return not alive(pid)


# ---------------------------------------------------------------- alike


@pytest.mark.skipif(DISABLED, reason="whole games twice take too long as plain Python")
@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("board", {"players": 2}),
        ("board", {"solo": True, "difficulties": [1, 3]}),
        ("card", {"players": 3}),
        ("card", {"solo": True}),
    ],
)
@pytest.mark.parametrize("spec", SPECS)
def test_a_bot_plays_the_same_game_in_this_process_and_in_another(
    spec: str, kind: str, options: dict[str, Any]
) -> None:
    rules = rules_of(kind, **options)
    players = rules.options["players"]
    here = play_out(Game(rules, "alike"), [make(spec, rules) for _ in range(players)], most=150)
    there = [make(served(spec), rules)] * players
    assert play_out(Game(rules, "alike"), there, most=150).record() == here.record()
    there[0].close()


def test_a_bot_with_an_own_deck_is_greeted_with_it() -> None:
    deck = rules_of("board", deck=ROOT / "tests" / "golden" / "own.toml", players=2)
    bot = make(served("random"), deck)
    play_out(Game(deck, "own"), [bot, bot], most=30)
    bot.close()
    greeting = json.loads(line_protocol.to_line(line_protocol.greeting(deck)))
    assert line_protocol.read_greeting(greeting).deck_data == deck.deck_data


@pytest.mark.parametrize("kind", ["board", "card"])
def test_views_come_back_equal(kind: str) -> None:
    """At tables with all options, at every step of random games and for every seat."""
    tables = some(ALL_TABLES, 5, 3) if kind == "board" else [table for table in CARD_TABLES if "deck" not in table]
    for number, table in enumerate(tables):
        game = Game(rules_of(kind, **table), f"views {number}")
        dice = rng_of(number)
        while not game.over and len(game.entries) < (20 if DISABLED else 120):
            for seat in range(1, game.rules.options["players"] + 1):
                view = game.view(seat)
                question = line_protocol.question(game.rules, view, game.legal(), Limit(simulations=3), rng_of(seat))
                back = line_protocol.read_question(line_protocol.from_line(line_protocol.to_line(question)), kind)
                assert back.view == view
                assert back.legal == tuple(game.legal())
                assert back.limit == Limit(simulations=3)
                assert back.rng.random() == rng_of(seat).random()
            legal = game.legal()
            game.play(legal[int(dice.integers(len(legal)))])


def test_thoughts_come_back_equal() -> None:
    thought = Thought("a", (Option("a", 1.5, 3), Option("b", -2.0)), ("a", "done"), 12)
    assert (
        line_protocol.read_answer(
            line_protocol.from_line(line_protocol.to_line(line_protocol.answer(thought))), ["a", "b"]
        )
        == thought
    )


def test_a_bot_in_another_process_can_say_why() -> None:
    rules = rules_of("card", players=2)
    game = Game(rules, "why")
    view = game.view(1)
    thoughts = []
    for spec in ("greedy", served("greedy")):
        bot = make(spec, rules)
        thoughts.append(advise(bot, view, view.legal, bot.limit, rng_of(1)))
        bot.close()
    assert thoughts[0] == thoughts[1]
    assert len(thoughts[0].options) > 1


# ---------------------------------------------------------------- the example of the documentation


def example(tmp_path: Path) -> str:
    """The bot that docs/bots.md shows, saved as it says."""
    found = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "bots.md").read_text(encoding="utf-8"), re.S)
    assert found is not None
    (tmp_path / "mybot.py").write_text(found[1])
    return f"exec:{sys.executable} {tmp_path / 'mybot.py'}"


@pytest.mark.parametrize("kind", ["board", "card"])
def test_the_example_of_the_documentation_beats_random(kind: str, tmp_path: Path) -> None:
    wins, points, others = match(rules_of(kind, players=2), example(tmp_path), "random", games=2 if DISABLED else 12)
    assert points > others
    assert DISABLED or wins > 0.5  # two games say little


# ---------------------------------------------------------------- what goes wrong


def test_a_process_that_hangs_is_ended_and_started_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "GRACE", 0.3)
    mark = tmp_path / "mark"
    bot = bot_that(
        tmp_path,
        "for line in sys.stdin:",
        f"    if not os.path.exists({str(mark)!r}):",
        f"        open({str(mark)!r}, 'w').write(str(os.getpid()))",
        "        time.sleep(600)",
        "    print(json.dumps({'action': json.loads(line)['legal'][0]}), flush=True)",
    )
    began = time.monotonic()
    with pytest.raises(CoatlError, match=r"did not answer within 0\.4 seconds.*\[bot\.hangs\]"):
        asked(bot, Limit(seconds=0.1))
    assert time.monotonic() - began < 10
    assert not alive(int(mark.read_text()))
    assert asked(bot, Limit(seconds=9.0)) == Game(bot.rules, "asked").legal()[0]
    bot.close()


def test_a_process_that_never_reads_is_no_trap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A greeting with a deck is longer than what a pipe holds."""
    monkeypatch.setattr(process, "GREETING", 0.5)
    bot = bot_that(tmp_path, "import time", "time.sleep(600)", greet="")
    monkeypatch.setattr(line_protocol, "greeting", lambda rules: {"coatl": 1, "deck": "x" * 500_000})
    assert fault_of(bot).code == "bot.hangs"


@pytest.mark.parametrize(
    ("lines", "code", "words"),
    [
        (["sys.exit(3)"], "bot.crashed", "status 3"),
        (["input()", "raise RuntimeError('no idea')"], "bot.crashed", "RuntimeError: no idea"),
        (["input()", "os.kill(os.getpid(), 9)"], "bot.crashed", "status 9"),
        (["input()", 'print(\'{"error": "too hard"}\', flush=True)', "input()"], "bot.crashed", "too hard"),
        (["input()", "print('take it', flush=True)", "input()"], "bot.protocol", "no line of JSON: 'take it'"),
        (["input()", "print('[' * 100000, flush=True)", "input()"], "bot.protocol", "no line of JSON"),
        (["input()", "print('[1]', flush=True)", "input()"], "bot.protocol", "a JSON object"),
        (["input()", "print('{}', flush=True)", "input()"], "bot.protocol", "An answer is"),
        (["input()", "print('{\"action\": 7}', flush=True)", "input()"], "bot.protocol", "An answer is"),
        (["input()", "sys.stdout.buffer.write(b'\\xff\\n')", "sys.stdout.flush()", "input()"], "bot.protocol", "JSON"),
        (["input()", "print('x' * 3000000, flush=True)", "input()"], "bot.protocol", "over 1,000,000 bytes"),
        (["while True: print('x' * 999, end='')"], "bot.protocol", ""),
        (["print('{\"action\": 1}', flush=True)", "time.sleep(9)"], "bot.protocol", ""),
        (["input()", 'print(\'{"action": "win"}\', flush=True)', "input()"], "bot.illegal", "'win'"),
    ],
)
def test_a_process_that_does_wrong_is_reported(lines: list[str], code: str, words: str, tmp_path: Path) -> None:
    fault = fault_of(bot_that(tmp_path, *lines))
    assert fault.code == code
    assert words in fault.message


def test_a_thought_without_sense_is_reported(tmp_path: Path) -> None:
    lines = ["for line in sys.stdin:", "    legal = json.loads(line)['legal']"]
    bot = bot_that(
        tmp_path, *lines, "    print(json.dumps({'action': legal[0], 'thought': {'options': 5}}), flush=True)"
    )
    assert "thought.options" in fault_of(bot).message


def test_a_bot_that_says_more_than_it_is_asked_is_reported(tmp_path: Path) -> None:
    lines = ["for line in sys.stdin:", "    answer = json.dumps({'action': json.loads(line)['legal'][0]})"]
    bot = bot_that(tmp_path, *lines, "    print(answer + '\\n' + answer, flush=True)")
    asked(bot)
    assert "without being asked" in fault_of(bot).message


@pytest.mark.parametrize("greet", ["", "input()\nprint('hello', flush=True)\ninput()\n", "print(1 / 0)\n"])
def test_a_command_that_never_starts_is_given_up(greet: str, tmp_path: Path) -> None:
    bot = bot_that(tmp_path, greet=greet)
    codes = []
    for _ in range(5):
        with pytest.raises(CoatlError) as caught:
            asked(bot)
        codes.append(caught.value.code)
    assert set(codes[:3]) <= {"bot.crashed", "bot.protocol"}
    assert "given up" in caught.value.message


def test_another_version_is_refused(tmp_path: Path) -> None:
    fault = fault_of(bot_that(tmp_path, "input()", greet="input()\nprint('{\"coatl\": 2}', flush=True)\n"))
    assert fault.code == "bot.protocol"


def test_a_failing_process_forfeits_and_the_game_goes_on(tmp_path: Path) -> None:
    bot = bot_that(tmp_path, "sys.exit(1)")
    game, other = Game(bot.rules, "forfeits"), make("random", bot.rules)
    codes = []
    while not game.over and len(game.entries) < 8:
        view = game.view(game.seat)
        player = bot if game.seat == 1 else other
        decision = decide(player, view, view.legal, PATIENT, rng_of(len(game.entries)))
        game.play(decision.action)
        codes += [decision.code] * (player is bot)
    assert set(codes) == {"bot.crashed"}


# ---------------------------------------------------------------- no process is left behind


def pid_of(bot: ProcessBot) -> int:
    """The process that the guard runs."""
    assert bot.channel is not None
    guard = bot.channel.process.pid
    children = Path(f"/proc/{guard}/task/{guard}/children").read_text().split()
    return int(children[0])


@pytest.mark.parametrize("way", ["close", "forget"])
def test_a_process_ends_with_its_bot(way: str, tmp_path: Path) -> None:
    need_proc()
    bot = bot_that(tmp_path, "time.sleep(600)")
    bot.warm_up()
    pid = pid_of(bot)
    assert alive(pid)
    if way == "close":
        bot.close()
    del bot
    assert wait_until_gone(pid)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_process_ends_with_the_one_that_started_it(number: int, tmp_path: Path) -> None:
    """Even one that hangs, even if its parent is killed."""
    need_proc()
    hanging = tmp_path / "bot.py"
    hanging.write_text(GREET + "time.sleep(600)\n")
    parent = tmp_path / "parent.py"
    parent.write_text(
        "import sys, time\n"
        "from coatl.bots.channel import Channel\n"
        f"channel = Channel([sys.executable, {str(hanging)!r}])\n"
        "channel.ask({}, 60)\n"
        "guard = channel.process.pid\n"
        "print(guard, open(f'/proc/{guard}/task/{guard}/children').read(), flush=True)\n"
        "time.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, str(parent)], stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        guard, pid = map(int, started.stdout.readline().split())
        assert alive(pid)
        started.send_signal(number)
    assert wait_until_gone(pid)
    assert wait_until_gone(guard)


def test_writing_to_a_dead_process_does_not_end_the_program(tmp_path: Path) -> None:
    """The command `coatl` ends quietly when nobody reads its output; a bot that is gone must not count as that.

    A child of the bot still holds its output, so that only writing tells that it is gone; it is ended as well.
    """
    script = tmp_path / "play.py"
    script.write_text(
        "import signal, sys\n"
        "signal.signal(signal.SIGPIPE, signal.SIG_DFL)\n"
        "from coatl.bots.channel import Channel\n"
        "from coatl.engine.errors import CoatlError\n"
        'child = \'import subprocess; subprocess.Popen(["sleep", "600"], stdin=subprocess.DEVNULL)\'\n'
        "channel = Channel([sys.executable, '-c', child])\n"
        "channel.process.wait()\n"
        "try:\n"
        "    channel.ask({'x': 'y' * 200000}, 10)\n"
        "except CoatlError as fault:\n"
        "    print(fault.code)\n"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "bot.crashed", "")


# ---------------------------------------------------------------- serving


def answers_of(*messages: dict[str, Any] | bytes, spec: str = "random") -> list[dict[str, Any]]:
    lines = b"".join(part if isinstance(part, bytes) else line_protocol.to_line(part) for part in messages)
    out = io.BytesIO()
    serve(entrant(spec), io.BytesIO(lines), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_served_bot_tells_what_is_wrong_with_a_question_and_goes_on() -> None:
    rules = rules_of("card", players=2)
    game = Game(rules, "serving")
    good = line_protocol.question(rules, game.view(1), game.legal(), Limit(), rng_of(1))
    broken = {**good, "view": {**good["view"], "round": "three"}}
    foreign = {**good, "view": {**good["view"], "wings": 2}}
    short = {**good, "view": {"viewer": "1"}}
    said = answers_of(
        b"nonsense\n",
        {"coatl": 9},
        line_protocol.greeting(rules),
        b"{]\n",
        broken,
        foreign,
        short,
        {**good, "seed": "7"},
        good,
    )
    assert [next(iter(answer)) for answer in said] == ["error", "error", "coatl", *["error"] * 5, "action"]
    assert all(word in said[i]["error"] for i, word in ((4, "view.round"), (5, "'wings'"), (6, "lacks"), (7, "seed")))
    assert all("[bot.protocol]" in answer["error"] for answer in said if "error" in answer)
    assert said[-1]["action"] in game.legal()


def test_a_served_bot_at_an_impossible_table_says_so() -> None:
    said = answers_of(
        {"coatl": 1, "game": "chess", "options": {}}, {"coatl": 1, "game": "card", "options": {"players": 9}}
    )
    assert "[game.unknown]" in said[0]["error"]
    assert "[options.players]" in said[1]["error"]


def test_what_a_bot_prints_does_not_spoil_its_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    Path("loud.py").write_text(
        "from coatl.bots.base import Bot\n"
        "class Loud(Bot):\n"
        "    def choose(self, view, legal, limit, rng):\n"
        "        print('thinking aloud')\n"
        "        return legal[0]\n"
    )
    rules = rules_of("card", players=2)
    game = Game(rules, "loud")
    said = answers_of(
        line_protocol.greeting(rules),
        line_protocol.question(rules, game.view(1), game.legal(), Limit(), rng_of(1)),
        spec="loud:Loud",
    )
    assert said[1]["action"] == game.legal()[0]
    assert "thinking aloud" in capsys.readouterr().err


def test_serving_ends_with_its_input() -> None:
    command = [sys.executable, "-m", "coatl", "bot", "serve", "random"]
    done = subprocess.run(command, input=b"", capture_output=True, timeout=60, check=False, env=dict(os.environ))
    assert (done.returncode, done.stdout) == (0, b"")
