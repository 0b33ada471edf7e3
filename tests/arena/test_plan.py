"""Plans: who sits where, what makes two plans the same, and plans in files."""

from collections import Counter
from pathlib import Path

import pytest

from coatl.arena.plan import Plan, seatings
from coatl.arena.plan_file import read_plans
from coatl.engine.errors import CoatlError

SLOW = "tests.arena.faulty_bots:Slow"
TWO = """
[defaults]
games = 40
seed = 7
entrants = ["greedy", "random"]

[[match]]
name = "two"
players = 2
tokens = false

[[match]]
name = "alone"
game = "card"
solo = true
opponent = "carl2"
manner = "daring"
entrants = ["greedy"]
games = 8
"""


@pytest.mark.parametrize("entrants", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_entrant_sits_equally_often_on_every_seat(entrants: int, seats: int) -> None:
    found = seatings(entrants, seats)
    assert all(len(seating) == seats for seating in found)
    for entrant in range(entrants):
        counted = [Counter(seating[seat] for seating in found)[entrant] for seat in range(seats)]
        assert len(set(counted)) == 1
        assert counted[0] > 0


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert len(Plan(("greedy", "random"), games=41, options={"players": 4}).numbers) == 44
    assert len(Plan(("greedy", "random", "random"), games=7).numbers) == 12  # three pairs in two rotations
    assert len(Plan(("greedy",), games=7, options={"solo": True}).numbers) == 7


def test_the_key_is_that_of_the_plan_and_not_of_its_length_or_name() -> None:
    plan = Plan(("greedy", "random"))
    assert plan.key == Plan(("greedy", "random"), games=900, name="other").key == plan.packed().key
    assert plan.key == Plan(("greedy", "random"), options={"players": 2}).key  # as without saying it
    others = [
        Plan(("random", "greedy")),
        Plan((f"{SLOW}:1s", "random")),
        Plan((f"{SLOW}:500", "random")),
        Plan(("greedy", "random"), game="card"),
        Plan(("greedy", "random"), seed="2"),
        Plan(("greedy", "random"), options={"players": 3}),
        Plan(("greedy", "random"), options={"promo": True}),
        Plan(("greedy", "random"), deck={"game": {"id": "board", "name": "Other"}}),
    ]
    assert len({other.key for other in [plan, *others]}) == len(others) + 1


def test_only_a_limit_of_time_cannot_be_repeated_exactly() -> None:
    assert Plan(("greedy", f"{SLOW}:500")).repeatable
    assert not Plan(("greedy", f"{SLOW}:50ms")).repeatable


def test_a_file_holds_several_matches(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(TWO)
    two, alone = read_plans(tmp_path / "plan.toml")
    assert two == Plan(("greedy", "random"), "board", 40, "7", {"players": 2, "tokens": False}, name="two")
    options = {"solo": True, "opponent": "carl2", "manner": "daring"}
    assert alone == Plan(("greedy",), "card", 8, "7", options, name="alone")
    assert alone.automaton == "CARL 2.0"


def test_a_deck_is_looked_for_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('[game]\nid = "board"\nname = "Mine"\n')
    (tmp_path / "plan.toml").write_text('[[match]]\nentrants = ["greedy", "random"]\ndeck = "own.toml"\n')
    [plan] = read_plans(tmp_path / "plan.toml")
    assert plan.name == "match 1"
    assert plan.key != Plan(("greedy", "random")).key
    assert plan.packed().key == plan.key


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "arena.plan", "no \\[\\[match\\]\\]"),
        ("match = 3", "arena.plan", "A plan has matches"),
        ("[[match]]\n[wind]", "arena.plan", "A plan has matches"),
        ("[[match", "arena.plan", "no TOML"),
        ("\udcff", "arena.plan", "no TOML"),
        ('[[match]]\nentrants = "greedy"', "arena.plan", "match 1"),
        ("[[match]]\nentrants = [1, 2]", "arena.plan", "match 1"),
        ('[[match]]\nname = 3\nentrants = ["greedy", "random"]', "arena.plan", "match 1"),
        ('[[match]]\npatience = "long"\nentrants = ["greedy", "random"]', "arena.plan", "patience"),
        ('[[match]]\nentrants = ["greedy", "random"]\ngames = "many"', "arena.games", "match 1"),
        ('[[match]]\nentrants = ["greedy", "random"]\nseed = 1.5', "seed.text", "match 1"),
        ('[[match]]\nentrants = ["greedy", "genius"]\nname = "x"', "bot.unknown", "'x': There is no bot 'genius'"),
        ('[[match]]\nentrants = ["greedy", "random"]\nwind = 3', "options.unknown", "wind"),
        ('[defaults]\nname = "x"\nentrants = ["greedy", "random"]\n[[match]]\n[[match]]', "arena.plan", "name 'x'"),
    ],
)
def test_a_broken_file_is_refused_with_the_place(tmp_path: Path, text: str, code: str, words: str) -> None:
    (tmp_path / "plan.toml").write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(CoatlError, match=words) as caught:
        read_plans(tmp_path / "plan.toml")
    assert caught.value.code == code


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(CoatlError) as caught:
        read_plans(tmp_path / "none.toml")
    assert caught.value.code == "file.read"
