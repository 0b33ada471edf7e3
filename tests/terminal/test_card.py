"""The card game at one keyboard: played through a pipe, previewed, taken back, left, killed, resumed."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from coatl.card.rules import CardRules
from coatl.card.view import View
from coatl.describe.card.reach import newest
from coatl.describe.reach import Reach
from coatl.game import Game, load, read_record
from coatl.terminal.campaign import Campaign
from coatl.terminal.card.actions import gains, placed
from coatl.terminal.card.cards import Cards
from tests.cli.command import answered, refused, surroundings
from tests.terminal.keyboard import WIDTH, Room, check_piped_game, last, lines_to_type, new_game

PEOPLE = ["Ann", "Ben"]
GAMES: dict[str, tuple[list[str], list[str], dict[str, Any]]] = {
    "two people": (["--seat", "Ann", "--seat", "Ben"], PEOPLE, {"players": 2}),
    "against bots": (
        ["--players", "4", "--bot", "random", "--bot", "greedy", "--first", "3"],
        ["You", "Random", "Greedy", "Artisan"],
        {"players": 4, "first": 3},
    ),
    "CARL": (["--solo", "--manner", "domineering"], ["You"], {"solo": True, "manner": "domineering"}),
    "CARL 2.0": (["--solo", "--opponent", "carl2"], ["You"], {"solo": True, "opponent": "carl2"}),
}


def card_game(seed: str, names: list[str] | None = None, **options: Any) -> Game:
    return new_game(seed, names, "card", **options)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_through_a_pipe(name: str, tmp_path: Path) -> None:
    words, names, options = GAMES[name]
    check_piped_game(card_game("5", names, **options), words, tmp_path, as_process=name == "two people")


def test_the_end_tells_points_levels_and_the_temple(tmp_path: Path) -> None:
    game = card_game("5", PEOPLE)
    shown = Room(card_game("5", PEOPLE), tmp_path, lines_to_type(game)).run()
    end = shown[shown.index("The game is over") :]
    assert game.result is not None
    for player, points in zip(game.names, game.result.points, strict=True):
        assert re.search(rf"^{player}  {points} points?  levels \d+  ·  temple \d", end, re.M)
    assert "protected" in end


# ---------------------------------------------------------------- before one confirms it


def test_what_every_placement_would_bring_is_shown_and_true(tmp_path: Path) -> None:
    lost = won = 0
    for seed in ("2", "5", "9"):
        game = card_game(seed, PEOPLE)
        room = Room(game, tmp_path)
        for action in lines_played(card_game(seed, PEOPLE)):
            view = game.view(game.seat)
            assert isinstance(game.rules, CardRules)
            found = placed(Cards(game.rules), view).get(action)
            listed = shown_by(room, view)
            game.play(action)
            if found is not None:
                check_truth(action, found, game.view(view.seat), view.seat)
                assert all(f"↓{fall.card}→{fall.now}" in listed for fall in found.falls)
                assert all(f"{card}→{level}" in listed for _, card, level in gains(found))
                lost, won = lost + len(found.falls), won + len(gains(found))
    assert lost
    assert won


def check_truth(action: str, found: Reach, after: View, seat: int) -> None:
    """What was foretold is what came."""
    mine = after.players[seat - 1]
    levels = dict(zip(mine.prophecies, mine.levels, strict=True))
    assert (found.coatls[0].pieces, newest(action, mine.coatl)) == (mine.coatl, tuple(sorted({*after.newest})))
    assert {f"{verb} {card}" for verb, card, _ in gains(found)} == set(after.legal) - {"done"}
    assert all(levels[fall.card] == fall.now < fall.was for fall in found.falls)


def lines_played(game: Game) -> list[str]:
    """Every action of a game, also those that go without saying."""
    lines_to_type(game)
    return [entry.action for entry in game.entries]


def shown_by(room: Room, view: Any) -> str:
    """The listing of the legal actions."""
    before = len(room.shown)
    room.session.screen.show(room.session.presenter.actions(view, WIDTH))
    return room.shown[before:]


def test_one_placement_can_be_tried(tmp_path: Path) -> None:
    room = Room(card_game("5", PEOPLE), tmp_path, ["s BY", "try over RB right", "? o RB l", "try di RB", "try x", "?"])
    shown = room.run()
    assert "over RB right would bring:\n     ▄▄▄\n   B) R) B)\n     ╰────╯" in shown
    assert "over RB left would bring:\n     ▄▄▄\n   R) B) Y)\n  ╰────╯" in shown
    assert "there is nothing to try" in shown
    assert "[action.unknown]" in shown
    assert [entry.action for entry in room.session.game.entries] == ["start BY", "done"]


# ---------------------------------------------------------------- commands


def test_short_forms_are_played(tmp_path: Path) -> None:
    room = Room(card_game("5", PEOPLE), tmp_path, ["s BY", "b RK l", "d", "1"])
    room.run()
    played = [entry.action for entry in room.session.game.entries]
    assert played[:4] == ["start BY", "done", "beside RK left", "done"]


def test_a_head_is_typed_as_h_and_help_is_still_there(tmp_path: Path) -> None:
    game = card_game("5", PEOPLE)
    typed = lines_to_type(game)
    heads = [place for place, line in enumerate(typed) if line.startswith("head")]
    colour = typed[heads[0]].split()[1]
    room = Room(card_game("5", PEOPLE), tmp_path, [*typed[: heads[0]], "h", f"h {colour}"])
    assert "Commands" in room.run()
    assert f"head {colour}" in [entry.action for entry in room.session.game.entries]


def test_undo_takes_back_a_card_and_what_went_without_saying(tmp_path: Path) -> None:
    room = Room(card_game("5", PEOPLE), tmp_path, ["start BY", "undo", "start YB", "undo", "undo"])
    shown = room.run()
    assert [entry.action for entry in room.session.game.entries] == [
        *("start BY", "done", "undo", "undo"),
        *("start YB", "done", "undo", "undo"),
    ]
    assert room.session.game.view(1).players[0].coatl == ""
    assert "[undo.refused]" in shown


def test_why_explains_levels_temple_and_carl(tmp_path: Path) -> None:
    typed = lines_to_type(card_game("5", PEOPLE))
    shown = Room(card_game("5", PEOPLE), tmp_path, [*typed[:-2], "why", "why ann", "why zoe"]).run()
    answer = shown[shown.index("> why") :]
    assert "together" in answer
    assert "stands" in answer
    assert "level" in answer
    assert "[why.who]" in answer
    solo = lines_to_type(card_game("3", ["You"], solo=True))
    shown = Room(card_game("3", ["You"], solo=True), tmp_path, [*solo[:3], "why carl"]).run()
    assert "CARL\n" in shown[shown.index("> why carl") :]


def test_carls_turn_is_explained_step_by_step(tmp_path: Path) -> None:
    shown = Room(card_game("3", ["You"], solo=True), tmp_path).run()
    told = " ".join(shown.split())
    assert "CARL takes a turn." in told
    assert "these are his favourite colours" in told
    assert "CARL carries out “" in told
    assert "ahead" in told


def test_the_rules_of_the_card_game_and_the_log_are_there(tmp_path: Path) -> None:
    shown = Room(card_game("5", PEOPLE), tmp_path, ["s BY", "rules 5.2", "log"]).run()
    assert "Losses" in shown
    assert "Ann starts the coatl with B Y." in shown


def test_others_do_not_hear_which_feathers_were_drawn(tmp_path: Path) -> None:
    room = Room(card_game("5", PEOPLE), tmp_path, lines_to_type(card_game("5", PEOPLE)))
    room.run()
    colours = re.compile(r"draws [RGBYK] [RGBYK]")
    drawn = [event for event in room.session.events if colours.search(str(event.own))]
    assert drawn
    assert not [event for event in drawn if colours.search(str(event.public))]


# ---------------------------------------------------------------- leaving, resuming, telling again


def test_a_game_left_again_and_again_is_the_same_game(tmp_path: Path) -> None:
    game = card_game("8", PEOPLE)
    typed = lines_to_type(game, most=16)
    words = ("--seat", "Ann", "--seat", "Ben", "--seed", "8")
    answered("play", "card", *words, state=tmp_path, typed="\n".join(typed[:7]))
    assert "coatl play card --resume" in answered("play", "card", "--resume", state=tmp_path, typed="quit\n").stdout
    answered("play", "card", "--resume", state=tmp_path, typed="\n".join(typed[7:]))
    assert load(last(tmp_path)).entries[: len(game.entries)] == game.entries
    refused(answered("play", "board", "--resume", state=tmp_path), "resume.none")


def test_a_killed_game_goes_on_where_it_was(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "coatl", "play", "card", "--solo", "--seed", "3"]
    typed = lines_to_type(card_game("3", ["You"], solo=True), most=6)
    with subprocess.Popen(
        command, env=surroundings(tmp_path), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as playing:
        assert playing.stdin is not None
        assert playing.stdout is not None
        playing.stdin.write("".join(f"{line}\n" for line in typed))
        playing.stdin.flush()
        seen = 0
        for line in playing.stdout:
            seen += line.startswith("> ")
            if seen == len(typed):
                break
        playing.send_signal(signal.SIGKILL)
    own = [entry.action for entry in read_record(last(tmp_path)).entries]
    assert [action for action in own if action in typed][: len(typed) - 1]
    assert "against CARL" in answered("play", "card", "--resume", state=tmp_path, typed="log\n").stdout


def test_replay_tells_the_game_and_shows_any_moment(tmp_path: Path) -> None:
    path = tmp_path / "game.coatl"
    game = card_game("3", ["You"], solo=True, opponent="carl2")
    lines_to_type(game)
    game.save(path)
    told = answered("replay", str(path), state=tmp_path)
    assert told.returncode == 0
    assert "The game is over" in told.stdout
    assert "CARL 2.0 takes a turn." in told.stdout
    moment = answered("replay", str(path), "--at", "12", "--seat", "1", state=tmp_path).stdout
    assert f"Action 12 of {len(game.entries)}" in moment
    assert "hand" in moment


# ---------------------------------------------------------------- the campaign


def won_game(seed_from: int = 0) -> tuple[str, list[str]]:
    """A seed, and lines with which the human beats CARL."""
    from coatl.bots.base import rng_of
    from coatl.bots.registry import make
    from coatl.terminal.forced import forced, goes_without_saying

    for seed in range(seed_from, seed_from + 20):
        game = card_game(str(seed), ["You"], solo=True)
        bot, rng, typed = make("greedy", game.rules), rng_of(seed), []
        while not game.over:
            if game.legal() == ["carl"]:
                game.play("carl")
                continue
            view = game.view(1)
            action = bot.choose(view, view.legal, bot.limit, rng)
            if not forced(view) and not goes_without_saying(game):
                typed.append(action)
            game.play(action)
        assert game.result is not None
        if game.result.winners == (1,):
            return str(seed), typed
    raise AssertionError("greedy never beats CARL")


def test_who_beats_carl_meets_carl_2(tmp_path: Path) -> None:
    seed, typed = won_game()
    kept = tmp_path / "coatl" / "campaign.json"
    first = answered("play", "card", "--campaign", "--seed", seed, state=tmp_path, typed="\n".join(typed[:4])).stdout
    assert "CARL: 0 won, 0 lost" in first
    assert "beat CARL first" in first
    assert json.loads(kept.read_text(encoding="utf-8"))["game"] == load(last(tmp_path)).commitment
    rest = answered("play", "card", "--resume", state=tmp_path, typed="\n".join(typed[4:])).stdout
    assert "You have beaten CARL: CARL 2.0 is open." in rest
    assert "CARL: 1 won, 0 lost" in rest
    again = answered("play", "card", "--campaign", state=tmp_path, typed="quit\n").stdout
    assert "against CARL 2.0" in again
    kept.write_text("nonsense", encoding="utf-8")
    refused(answered("play", "card", "--campaign", state=tmp_path), "campaign.broken")


def test_games_outside_the_campaign_do_not_count(tmp_path: Path) -> None:
    campaign = Campaign(tmp_path / "campaign.json")
    campaign.begin(card_game("1", ["You"], solo=True))
    assert not Campaign(tmp_path / "campaign.json").plays(card_game("2", ["You"], solo=True))
    assert Campaign(tmp_path / "campaign.json").plays(card_game("1", ["You"], solo=True))
    assert campaign.opponent == "carl"
