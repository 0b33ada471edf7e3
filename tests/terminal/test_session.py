"""What can be typed at the table, and what it shows."""

from pathlib import Path

import pytest

from coatl.terminal.forced import forced
from tests.terminal.keyboard import Room, lines_to_type, new_game

PEOPLE = ["Ann", "Ben"]
AFTER_SET_UP = ["done", "done"]


def table(tmp_path: Path, *typed: str, seed: str = "7") -> Room:
    return Room(new_game(seed, PEOPLE), tmp_path, [*AFTER_SET_UP, *typed])


def test_undo_takes_a_step_back(tmp_path: Path) -> None:
    room = table(tmp_path, "take body1", "take body2", "start R", "undo", "start G")
    room.run()
    game = room.session.game
    assert [entry.action for entry in game.entries[-3:]] == ["start R", "undo", "start G"]
    assert game.view(1).players[0].coatls[0].pieces == "G"


def test_undo_is_refused_when_there_is_nothing_to_take_back(tmp_path: Path) -> None:
    room = table(tmp_path, "undo")
    assert "[undo.refused]" in room.run()


@pytest.mark.parametrize(
    "typed", ["take body9", "extend 1 left G", "foo", "999", "t", "((", "pick", "take \x00", "🐍" * 200]
)
def test_what_is_no_legal_action_changes_nothing_and_says_what_is_allowed(typed: str, tmp_path: Path) -> None:
    room = table(tmp_path, typed)
    before = room.session.game.position_line("all")
    shown = room.run()
    game = new_game("7", PEOPLE)
    for action in AFTER_SET_UP:
        game.play(action)
    assert room.session.game.position_line("all") == game.position_line("all") != before
    assert "Allowed:" in shown
    assert "[action." in shown


def test_why_explains_the_score_of_any_coatl_on_the_table(tmp_path: Path) -> None:
    game = new_game("5", PEOPLE)
    typed = lines_to_type(game)
    half = Room(
        new_game("5", PEOPLE),
        tmp_path,
        [*typed[: len(typed) // 2], "why", "why ann", "why Ben 1", "why ben 9", "why zoe"],
    )
    shown = half.run()
    answer = shown[shown.index("> why") :]
    assert "Ann: coatl 1" in answer
    assert "Ben: coatl 1" in answer
    assert "[why.coatl]" in answer
    assert "[why.who]" in answer
    assert "together" in answer or "No card lies beside it." in answer


def test_why_explains_adams_points(tmp_path: Path) -> None:
    game = new_game("3", ["You"], solo=True)
    typed = lines_to_type(game)
    shown = Room(new_game("3", ["You"], solo=True), tmp_path, [*typed[:-1], "why adam"]).run()
    assert "ADAM scores the highest level" in shown


def test_adams_turn_is_explained_step_by_step(tmp_path: Path) -> None:
    typed = lines_to_type(new_game("3", ["You"], solo=True), most=6)
    shown = Room(new_game("3", ["You"], solo=True), tmp_path, typed).run()
    assert "ADAM takes a turn." in shown
    assert "the first cell that has any is" in " ".join(shown.split())
    assert "needs" in shown


def test_save_writes_a_file_and_says_where(tmp_path: Path) -> None:
    target = tmp_path / "my game.coatl"
    room = table(tmp_path, f"save {target}", "save", f"save {tmp_path}", f"save {tmp_path / 'no' / 'where'}")
    shown = room.run()
    assert target.exists()
    assert shown.count("[file.write]") == 2
    assert "Saved in" in shown


def test_help_log_rules_and_table(tmp_path: Path) -> None:
    room = table(
        tmp_path, "take body1", "?", "help", "log", "log all", "rules", "rules 4.2", "rules nonsense", "table", "view"
    )
    shown = room.run()
    assert shown.count("Commands") == 2
    assert "Ann takes G R from body1." in shown
    assert "Passing, and other rules of a turn" in shown
    assert "[rules.section]" in shown
    assert shown.count("Supply") == 6


def test_short_forms_are_played(tmp_path: Path) -> None:
    room = table(tmp_path, "t b1", "c k3", "c d", "d", "s r", "e 1 l g", "d", "1")
    room.run()
    played = [entry.action for entry in room.session.game.entries[2:]]
    assert played == [
        "take body1",
        "choose row4",
        "choose deck",
        "done",
        "start R",
        "extend 1 left G",
        "done",
        "take body2",
    ]


def test_a_decision_without_a_choice_is_made_by_itself_only_when_nothing_can_be_taken_back(tmp_path: Path) -> None:
    room = Room(new_game("7", PEOPLE), tmp_path, ["keep G11", "keep R3", "keep K10"])
    shown = room.run()
    assert room.session.game.view(1).legal == ("done",)  # undo is still open, so the player decides
    assert not forced(room.session.game.view(1))
    assert "undo" in shown


# ---------------------------------------------------------------- secrets


def test_what_others_hear_never_names_a_hidden_card(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        room = Room(new_game(seed, PEOPLE), tmp_path, lines_to_type(new_game(seed, PEOPLE)))
        room.run()
        secret = 0
        for entry, event in zip(room.session.game.entries, room.session.events, strict=True):
            hidden = hidden_cards(entry.action, entry.outcomes)
            heard = " ".join(str(words) for words in (event.public or "", *event.remarks))
            assert not set(hidden) & set(heard.replace(".", " ").split())
            assert all(card in str(event.own) for card in hidden)
            secret += len(hidden)
        assert secret


def hidden_cards(action: str, outcomes: tuple[str, ...]) -> list[str]:
    if action == "choose deck":
        return [outcomes[0]]
    return action.split()[1:] if action.startswith(("keep", "discard")) else []


def test_each_person_sees_only_the_own_hand(tmp_path: Path) -> None:
    shown = Room(new_game("7", PEOPLE), tmp_path, ["done", "done"]).run()
    first, second = shown.split("─ Cóatl")[1:3]
    game = new_game("7", PEOPLE)
    open_cards = set(game.view(None).row)
    for mine, theirs, screen in ((1, 2, first), (2, 1, second)):
        own = set(game.view(mine).players[mine - 1].hand)
        others = set(game.view(theirs).players[theirs - 1].hand) - own - open_cards
        seen = [line for line in screen.splitlines() if not line.startswith("Bags")]
        assert all(f" {card} " in screen for card in own)
        assert not any(f" {card} " in line for card in others for line in seen)
