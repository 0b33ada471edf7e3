"""Games at one keyboard: played through a pipe, left, killed, resumed."""

import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from coatl.game import Game, load, read_record
from tests.cli.command import answered, refused, surroundings
from tests.terminal.keyboard import Room, check_piped_game, last, lines_to_type, new_game

GAMES: dict[str, tuple[list[str], list[str], dict[str, Any]]] = {
    "two people": (["--seat", "Ann", "--seat", "Ben"], ["Ann", "Ben"], {"players": 2}),
    "against bots": (["--players", "3"], ["You", "Artisan", "Artisan 2"], {"players": 3}),
    "solo": (["--solo", "--difficulty", "2", "--difficulty", "5"], ["You"], {"solo": True, "difficulties": [2, 5]}),
    "every option": (
        ["--seat", "Ann", "--seat", "random", "--seat", "Ben", "--first", "2", "--promo", "--golden-feathers"],
        ["Ann", "Random", "Ben"],
        {"players": 3, "first": 2, "promo": True, "golden_feathers": True},
    ),
    "short": (
        ["--seat", "Ann", "--seat", "Ben", "--no-tokens", "--fewer-bodies"],
        ["Ann", "Ben"],
        {"tokens": False, "fewer_bodies": True},
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_through_a_pipe(name: str, tmp_path: Path) -> None:
    words, names, options = GAMES[name]
    check_piped_game(new_game("5", names, **options), words, tmp_path, as_process=name == "two people")


def test_the_end_tells_points_by_coatl_and_where_the_record_lies(tmp_path: Path) -> None:
    game = new_game("5", ["Ann", "Ben"])
    shown = Room(new_game("5", ["Ann", "Ben"]), tmp_path, lines_to_type(game)).run()
    end = shown[shown.index("The game is over") :]
    assert game.result is not None
    for player, points in zip(game.names, game.result.points, strict=True):
        assert f"{player}  {points} points" in end
    assert f"The record is in {tmp_path / 'last.coatl'}" in end


# ---------------------------------------------------------------- leaving and resuming


def test_input_that_ends_leaves_the_game_saved_and_says_how_to_go_on(tmp_path: Path) -> None:
    result = answered(
        "play", "board", "--seat", "Ann", "--bot", "random", "--seed", "7", state=tmp_path, typed="done\nt b1\n"
    )
    assert result.returncode == 0
    assert "coatl play board --resume" in result.stdout
    assert [entry.action for entry in read_record(last(tmp_path)).entries if entry.seat == 1] == ["done", "take body1"]


def test_a_game_left_again_and_again_is_the_same_game(tmp_path: Path) -> None:
    names = ["Ann", "Ben"]
    game = new_game("8", names)
    typed = lines_to_type(game, most=24)
    answered(
        "play", "board", "--seat", "Ann", "--seat", "Ben", "--seed", "8", state=tmp_path, typed="\n".join(typed[:9])
    )
    answered("play", "board", "--resume", state=tmp_path, typed="\n".join([*typed[9:17], "quit"]))
    answered("play", "board", str(last(tmp_path)), state=tmp_path, typed="\n".join(typed[17:]))
    assert load(last(tmp_path)).entries == game.entries


def test_a_killed_game_goes_on_where_it_was(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "coatl", "play", "board", "--solo", "--seed", "3"]
    typed = lines_to_type(new_game("3", ["You"], solo=True), most=8)
    with subprocess.Popen(
        command, env=surroundings(tmp_path), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        playing.stdin.write("".join(f"{line}\n" for line in typed))
        playing.stdin.flush()
        wait_for(playing, "> ", len(typed))
        playing.send_signal(signal.SIGKILL)
    own = [entry.action for entry in read_record(last(tmp_path)).entries if entry.seat == 1]
    assert own[: len(typed) - 1] == typed[: len(typed) - 1]
    assert "against ADAM" in answered("play", "board", "--resume", state=tmp_path, typed="log\n").stdout


def wait_for(playing: "subprocess.Popen[str]", beginning: str, times: int) -> None:
    """Reads on until so many lines with this beginning have come."""
    assert playing.stdout is not None
    for line in playing.stdout:
        times -= line.startswith(beginning)
        if not times:
            return


def test_ctrl_c_saves_and_says_how_to_go_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "coatl", "play", "board", "--seat", "Ann", "--seat", "Ben", "--seed", "7"]
    with subprocess.Popen(
        command,
        env=surroundings(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as playing:
        assert playing.stdin is not None
        playing.stdin.write("done\n")
        playing.stdin.flush()
        wait_for(playing, "> done", 1)
        wait_for(playing, "Done ", 1)  # the second player is asked
        playing.send_signal(signal.SIGINT)
        shown, errors = playing.communicate(timeout=60)
    assert "--resume" in shown
    assert "Traceback" not in errors
    assert playing.returncode == 0
    assert len(read_record(last(tmp_path)).entries) == 1


def test_an_own_file_is_kept_up_to_date_and_resumed(tmp_path: Path) -> None:
    own = tmp_path / "game.json"
    words = ("play", "board", "--bot", "random", "--seed", "7")
    first = answered(*words, "--save", str(own), state=tmp_path, typed="done\n")
    assert f"--resume {own}" in first.stdout
    assert load(own).entries == load(last(tmp_path)).entries
    answered("play", "board", "--resume", str(own), state=tmp_path, typed="t b1\n")
    assert "take body1" in [entry.action for entry in read_record(own).entries]


def test_a_new_game_keeps_the_unfinished_one_before_it(tmp_path: Path) -> None:
    words = ("play", "board", "--bot", "random")
    answered(*words, "--seed", "1", state=tmp_path, typed="done\n")
    assert answered(*words, "--seed", "2", state=tmp_path).stdout.count("nothing is saved") == 1
    assert read_record(last(tmp_path)).seed == "1"
    shown = answered(*words, "--seed", "2", state=tmp_path, typed="done\n").stdout
    assert "previous.coatl" in shown
    assert read_record(last(tmp_path)).seed == "2"
    assert read_record(last(tmp_path).with_name("previous.coatl")).seed == "1"
    answered(*words, "--seed", "3", state=tmp_path, typed="done\n")
    assert read_record(last(tmp_path).with_name("previous.coatl")).seed == "1"
    assert read_record(last(tmp_path).with_name("previous-2.coatl")).seed == "2"


def test_a_home_that_cannot_be_written_is_told_and_does_not_stop_the_game(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    result = answered("play", "board", "--bot", "random", state=blocked, typed="done\n")
    assert result.returncode == 0
    assert "could not be saved" in result.stdout


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda text: text[: len(text) // 3], "record."),
        (lambda text: text.replace('[Rules "1"]', '[Rules "99"]'), "record.rules"),
        (lambda text: re.sub(r"\n1 take (\w+)", "\n1 take tail9", text, count=1), "record.action"),
        (lambda text: text.replace('[Game "board"]', '[Game "card"]'), "record.game"),
        (lambda text: "", "record."),
    ],
)
def test_a_spoiled_record_is_refused(spoil, code: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    game = new_game("7")
    for action in ("done", "done", "take body1"):
        game.play(action)
    path = tmp_path / "game.coatl"
    path.write_text(spoil(game.record().to_text()), encoding="utf-8")
    result = answered("play", "board", "--resume", str(path), state=tmp_path)
    assert result.returncode == 2
    assert f"[{code}" in result.stderr
    assert "Traceback" not in result.stderr


# ---------------------------------------------------------------- replay and verify


def played_out(path: Path) -> Game:
    game = new_game("5", ["Ann", "Ben"])
    lines_to_type(game)
    game.save(path)
    return game


def test_replay_tells_the_game_and_shows_any_moment(tmp_path: Path) -> None:
    path = tmp_path / "game.coatl"
    game = played_out(path)
    told = answered("replay", str(path), state=tmp_path)
    assert told.returncode == 0
    assert "The game is over" in told.stdout
    moment = answered("replay", str(path), "--at", "12", "--seat", "1", state=tmp_path).stdout
    assert f"Action 12 of {len(game.entries)}" in moment
    assert "Hand" in moment
    stepped = answered("replay", str(path), "--step", state=tmp_path, typed="\n\nb\n7\nq\n").stdout
    assert re.findall(r"^Action (\d+) of", stepped, re.M) == ["0", "1", "2", "1", "7"]
    refused(answered("replay", str(path), "--at", "99999", state=tmp_path), "replay.number")
    refused(answered("replay", str(path), "--seat", "3", state=tmp_path), "seat.unknown")


def test_replay_of_a_game_that_is_not_over_tells_no_secrets(tmp_path: Path) -> None:
    path = tmp_path / "game.coatl"
    game = new_game("7", ["Ann", "Ben"])
    kept = game.legal(2)[1]
    for action, seat in (("done", 1), (kept, 2), ("done", 2), ("take body3", 1), ("choose deck", 2)):
        game.play(action, seat)
    game.save(path)
    drawn = str(game.entries[-1])

    def told(number: int, *seat: str) -> str:
        shown = answered("replay", str(path), "--at", str(number), *seat, state=tmp_path).stdout
        return shown.splitlines()[1].partition(": ")[2]

    assert [told(2, "--seat", "1"), told(5, "--seat", "1")] == ["2 keep ?", "2 choose deck > ?"]
    assert [told(2), told(5)] == ["2 keep ?", "2 choose deck > ?"]
    assert [told(2, "--seat", "2"), told(5, "--seat", "2")] == [f"2 {kept}", drawn]


def test_verify_names_what_it_checked_and_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "game.coatl"
    game = played_out(path)
    sound = answered("verify", str(path), state=tmp_path)
    assert sound.returncode == 0
    assert f"{len(game.entries)} actions, all legal" in " ".join(sound.stdout.split())
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r'"points": \[\d+', '"points": [99', text), encoding="utf-8")
    refused(answered("verify", str(path), state=tmp_path), "record.result")
    path.write_text(re.sub(r"\[Result .*\n", "", text), encoding="utf-8")
    refused(answered("verify", str(path), state=tmp_path), "record.result")
    path.write_text(text.replace("setup >", "setup K>"), encoding="utf-8")
    refused(answered("verify", str(path), state=tmp_path), "record.truncated")
    refused(answered("verify", str(tmp_path / "none"), state=tmp_path), "file.read")
    refused(answered("verify", str(tmp_path), state=tmp_path), "file.read")
