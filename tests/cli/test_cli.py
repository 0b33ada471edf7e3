"""The command line: quick help, clear refusals, answers for people and for programs."""

import json
import resource
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

from coatl.version import __version__
from tests.cli.command import answered, coatl, refused, surroundings

HEAVY = ("numba", "numpy", "llvmlite", "textual")
EXAMPLE = ("score", "board", "(BBRBBKYBBYY)", "Y4", "K5", "R5", "T3")
COMMANDS = ("play", "score", "simulate", "replay", "verify", "rules", "deck", "solve", "puzzle")


# ---------------------------------------------------------------- help


def test_help_answers_in_under_half_a_second(tmp_path: Path) -> None:
    times = []
    for _ in range(5):
        before = processor_seconds()
        assert coatl("--help", state=tmp_path).returncode == 0
        times.append(processor_seconds() - before)
    assert statistics.median(times) < 0.5


def processor_seconds() -> float:
    """What all commands have used so far; unlike the clock it does not mind other tests beside this one."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.parametrize(
    ("words", "heavy"),
    [
        (["--help"], (*HEAVY, "pydantic")),
        (["play", "--help"], HEAVY),  # Typer itself reads the options of a command with pydantic
        (["simulate", "--help"], HEAVY),
        (["solve", "board", "--help"], HEAVY),
        (["--version"], HEAVY),
        (["rules", "4.2"], HEAVY),
    ],
)
def test_nothing_heavy_is_imported_where_nothing_is_played(words: list[str], heavy: set[str], tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "coatl", *words],
        env=surroundings(tmp_path),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    imported = {line.split("|")[-1].strip().split(".")[0] for line in result.stderr.splitlines()}
    assert imported
    assert not imported & set(heavy)


def test_help_teaches_with_examples(tmp_path: Path) -> None:
    whole = coatl("--help", state=tmp_path).stdout
    assert all(command in whole for command in COMMANDS)
    assert "coatl play board --solo" in whole
    assert "coatl play board --resume" in answered("play", "--help", state=tmp_path).stdout
    assert coatl(state=tmp_path).returncode == 0


def test_version(tmp_path: Path) -> None:
    assert __version__ in answered("--version", state=tmp_path).stdout


def test_a_mistake_ends_the_program_with_one_line_and_status_2(tmp_path: Path) -> None:
    result = answered("rules", "99", state=tmp_path)
    refused(result, "rules.section")
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1


# ---------------------------------------------------------------- score


def test_score_prints_json_for_programs(tmp_path: Path) -> None:
    result = answered(*EXAMPLE, "--json", state=tmp_path)
    assert json.loads(result.stdout) == {
        "total": 17,
        "cards": {
            "Y4": {"times": 1, "points": 4},
            "K5": {"times": 3, "points": 5},
            "R5": {"times": 6, "points": 5},
            "T3": {"times": 1, "points": 3},
        },
    }
    assert result.stdout.startswith('{"total": 17, "cards": {"Y4": {"times": 1, "points": 4}, ')


def test_score_explains_each_card(tmp_path: Path) -> None:
    shown = answered(*EXAMPLE, state=tmp_path).stdout
    assert "<◢•B) B) R) B) B) K) Y) B) B) Y) Y◣▂" in shown
    assert "B B Y Y stands once (pieces 8–11); level 1: 4 points" in shown
    assert "together  17" in shown


def test_a_score_loads_nothing_that_takes_longer_than_the_answer(tmp_path: Path) -> None:
    """Compiled rules, bots and matches are for longer questions; this one was 1.35 s long."""
    heavy = ("numba", "textual", "coatl.arena.simulation", "coatl.bots.registry")
    for words in (EXAMPLE, ("score", "card", "RG^BY", "G1")):
        code = (
            f"import atexit, sys; sys.argv = ['coatl', *{words!r}]; import coatl.cli\n"
            f"atexit.register(lambda: print('loaded', *(name for name in {heavy!r} if name in sys.modules)))\n"
            "coatl.cli.main()"
        )
        command = [sys.executable, "-c", code]
        shown = subprocess.run(command, env=surroundings(tmp_path), capture_output=True, encoding="utf-8", check=True)
        assert "together" in shown.stdout
        assert shown.stdout.splitlines()[-1] == "loaded"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("board", "(BBX", "Y4"), "coatl.letter"),
        (("board", "()", "Y4"), "coatl.empty"),
        (("board", "B" * 61), "coatl.long"),
        (("board", "(BBY)", "Q9"), "card.unknown"),
        (("board", "(BBY)", "Y4", "y4"), "card.twice"),
        (("chess", "(BBY)", "Y4"), "game.unknown"),
        (("board", "(BBY)", "Y4", "--deck", "no.toml"), "deck.broken"),
        (("board",), "usage"),
    ],
)
def test_a_score_that_cannot_be_is_refused(words: tuple[str, ...], code: str, tmp_path: Path) -> None:
    refused(answered("score", *words, state=tmp_path), code)


# ---------------------------------------------------------------- simulate


def test_simulate_gives_equal_digests_for_equal_seeds(tmp_path: Path) -> None:
    words = ("simulate", "board", "--players", "3", "--games", "60", "--seed", "1", "--json")
    one = json.loads(coatl(*words, state=tmp_path).stdout)
    two = json.loads(coatl(*words, "--jobs", "2", state=tmp_path).stdout)
    assert one["games"] == 60
    assert {"decisions", "seconds", "decisions_per_second", "digest"} <= set(one)
    assert (one["digest"], one["decisions"]) == (two["digest"], two["decisions"])


def test_simulate_tells_scores_lengths_and_endings(tmp_path: Path) -> None:
    shown = answered("simulate", "board", "--solo", "--games", "20", state=tmp_path).stdout
    assert all(word in shown for word in ("Played", "Speed", "human:", "ADAM:", "turns", "Endings", "Digest"))


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--games", "0"), "simulate.games"),
        (("--games", "99999999999"), "simulate.games"),
        (("--jobs", "0"), "simulate.jobs"),
        (("--players", "7"), "options.players"),
        (("--games", "many"), "usage"),
        (("--solo", "--golden-feathers"), "options.contradict"),
        (("--fewer-bodies", "--golden-feathers"), "options.contradict"),
    ],
)
def test_a_simulation_that_cannot_be_is_refused(words: tuple[str, ...], code: str, tmp_path: Path) -> None:
    refused(answered("simulate", "board", *words, state=tmp_path), code)


# ---------------------------------------------------------------- rules and decks


def test_rules_shows_the_page_a_section_or_a_ruling(tmp_path: Path) -> None:
    whole = answered("rules", state=tmp_path).stdout
    assert "What is reconstructed" in whole
    assert "R29" in whole
    section = answered("rules", "4.3", state=tmp_path).stdout
    assert "third coatl" in section
    assert "4.4 Points" not in section
    assert answered("rules", "R6", state=tmp_path).stdout.startswith("Ruling R6.")
    assert "Before anything else" in answered("rules", "finishing", state=tmp_path).stdout
    refused(answered("rules", "99", state=tmp_path), "rules.section")


def test_a_reader_who_stops_reading_ends_the_command_quietly(tmp_path: Path) -> None:
    command = f"{sys.executable} -m coatl rules | head -n 1"
    result = subprocess.run(command, shell=True, env=surroundings(tmp_path), capture_output=True, check=True)
    assert result.stderr == b""


def test_a_sound_deck_is_summed_up(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('[game]\nid = "board"\n', encoding="utf-8")
    result = answered("deck", "check", str(own), state=tmp_path)
    assert result.returncode == 0
    assert "is sound" in result.stdout
    assert "60 cards, 55 different, 6 of them promo" in result.stdout


def test_every_fault_of_a_deck_is_named(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('[game]\nid = "board"\nplayers = [0, 9]\n[player]\nhand_limit = "many"\n', encoding="utf-8")
    result = answered("deck", "check", str(own), state=tmp_path)
    refused(result, "deck.broken")
    assert len(result.stderr.splitlines()) > 3
    assert "hand_limit" in result.stderr
    assert "players" in result.stderr
    refused(answered("deck", "check", str(tmp_path / "none.toml"), state=tmp_path), "file.missing")


# ---------------------------------------------------------------- play: options


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("chess",), "game.unknown"),
        (("board", "--players", "7"), "options.players"),
        (("board", "--players", "1"), "options.players"),
        (("board", "--players", "999999999"), "options.players"),
        (("board", "--solo", "--players", "2"), "options.contradict"),
        (("board", "--solo", "--seat", "Ann", "--seat", "Ben"), "options.contradict"),
        (("board", "--players", "2", "--seat", "A", "--seat", "B", "--seat", "C"), "options.contradict"),
        (("board", "--seat", "Ann", "--seat", "ann"), "players.names"),
        (("board", "--seat", "A" * 60), "players.names"),
        (("board", "--bot", "clever"), "bot.unknown"),
        (("board", "--solo", "--difficulty", "6"), "options.difficulties"),
        (("board", "--solo", "--difficulty", "hard"), "options.difficulties"),
        (("board", "--difficulty", "1"), "options.contradict"),
        (("board", "--solo", "--fewer-bodies"), "options.contradict"),
        (("board", "--first", "5"), "options.first"),
        (("board", "--seed", ""), "seed.text"),
        (("board", "--deck", "none.toml"), "deck.broken"),
        (("board", "--save", "/no/such/folder/game.coatl"), "file.write"),
        (("board", "none.coatl"), "file.read"),
        (("board", "--resume"), "resume.none"),
        (("board", "--resume", "--players", "3"), "options.contradict"),
        (("board", "--what"), "usage"),
        ((), "usage"),
    ],
)
def test_a_game_that_cannot_begin_is_refused(words: tuple[str, ...], code: str, tmp_path: Path) -> None:
    refused(answered("play", *words, state=tmp_path), code)
