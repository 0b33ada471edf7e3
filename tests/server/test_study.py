"""Records, lessons, positions and puzzles: what the server answers, and what it refuses."""

import json
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import httpx
import pytest

import coatl
from coatl.describe.progress import progress
from coatl.engine.record import parse_record
from coatl.game import Game
from coatl.server.study import lessons
from coatl.server.study.models import MOST_STEPS
from coatl.solver import best_assembly, best_turn
from coatl.solver.board.puzzles import make
from coatl.solver.card.puzzles import make as make_card
from tests.server.server import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("study"), bot_seconds=120, questions_per_minute=100_000) as server:
        yield server


@pytest.fixture(scope="module")
def record() -> str:
    return lessons.text_of("board")


def post(served: Served, path: str, body: Any) -> Any:
    return httpx.post(served.url + path, json=body, timeout=120).json()


# ---------------------------------------------------------------- records


def test_a_sent_record_is_shown_step_by_step(served: Served, record: str) -> None:
    told = post(served, "/api/replay", {"record": record, "seat": 1, "first": 3, "last": 8})
    views = [game.rules.view(game.position().states, 1) for game in Game.steps(parse_record(record))]
    assert len(told["views"]) == 6
    assert [view["row"] for view in told["views"]] == [list(view.row) for view in views[3:9]]
    found = post(served, "/api/replay", {"record": record, "first": 0, "last": len(views) - 1})["progress"]
    rules = Game.replay(parse_record(record)).rules
    assert [far["points"] for far in found] == [list(progress(rules, view).points) for view in views]
    assert told["entries"][0] == {"seat": 1, "action": "keep B7", "outcomes": []}
    assert told["players"] == ["Ana", "Itzel"]


def test_text_and_json_tell_the_same(served: Served, record: str) -> None:
    as_json = parse_record(record).to_json()
    assert post(served, "/api/replay", {"record": as_json}) == post(served, "/api/replay", {"record": record})


def test_the_turns_of_an_automaton_are_told_step_by_step(served: Served) -> None:
    game = coatl.new("card", solo=True, seed=7)
    game.play("carl")
    game.play(game.legal()[0])
    carl, mine = post(served, "/api/replay", {"record": game.record().to_text()})["entries"]
    assert [step["kind"] for step in carl["steps"]][:2] == ["favourites", "action"]
    assert not mine.get("steps")


def test_a_seat_does_not_see_the_cards_of_another(served: Served, record: str) -> None:
    hands = {}
    for seat in (1, 2, None, "all"):
        view = post(served, "/api/replay", {"record": record, "seat": seat, "first": 6, "last": 6})["views"][0]
        hands[seat] = [set(player["hand"]) for player in view["players"]]
    assert hands[1] == [{"B7", "B6"}, {"?"}]
    assert hands[2] == [{"?"}, {"R2", "G13"}]
    assert hands[None] == [{"?"}, {"?"}]
    assert hands["all"] == [{"B7", "B6"}, {"R2", "G13"}]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda text: "nothing", "record.header"),
        (lambda text: "{" * 50_000, "record.json"),
        (lambda text: "[" * 100_000, "record.header"),
        (lambda text: '{"format": ' + "[" * 60_000 + "]" * 60_000 + "}", "record.json"),
        (lambda text: text.replace("take body5", "take body9"), "record.action"),
        (lambda text: text.replace("2 done > R1", "2 done > R4"), "record.outcome"),
        (lambda text: text.replace("keep B7", "keep ?"), "record.hidden"),
        (lambda text: text.replace('[Rules "1"]', '[Rules "99"]'), "record.rules"),
        (lambda text: text.replace('"lesson 4"', '"lesson 5"'), "record.commitment"),
        (lambda text: text + "1 pass\n" * 20_001, "record.long"),
        (lambda text: text + "1 pass\n" * 5_001, "record.long"),
        (lambda text: text.replace('"players": 2', '"players": true'), "options.players"),
    ],
)
def test_broken_records_are_refused_by_name(served: Served, record: str, change: Any, code: str) -> None:
    answer = httpx.post(f"{served.url}/api/replay", json={"record": change(record)}, timeout=120)
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_the_record_of_one_viewer_cannot_be_replayed(served: Served) -> None:
    game = coatl.new("board", players=2, seed=7)
    game.play("done")
    game.play("done")
    hidden = game.seen_by(1).to_text()
    assert post(served, "/api/replay", {"record": hidden})["code"] == "record.hidden"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"record": 5},
        {"record": ""},
        {"record": ["x"]},
        {"record": "x", "seat": 0},
        {"record": "x", "seat": 5},
        {"record": "x", "seat": "everybody"},
        {"record": "x", "first": -1},
        {"record": "x", "last": 10**9},
        {"record": "x", "first": True},
        {"record": "x", "more": 1},
        {"record": "x" * 250_001},
    ],
)
def test_bodies_of_another_shape_are_refused(served: Served, body: Any) -> None:
    answer = httpx.post(f"{served.url}/api/replay", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "request.invalid")


def test_a_huge_body_is_refused_unread(served: Served) -> None:
    answer = httpx.post(f"{served.url}/api/replay", json={"record": "x" * 400_000})
    assert (answer.status_code, answer.json()["code"]) == (413, "request.large")


def test_steps_that_are_not_there_and_too_many_are_refused(served: Served, record: str) -> None:
    for first, last, code in ((34, 40, "replay.step"), (5, 4, "replay.range"), (0, MOST_STEPS, "replay.range")):
        assert post(served, "/api/replay", {"record": record, "first": first, "last": last})["code"] == code
    seat = post(served, "/api/replay", {"record": record, "seat": 3})
    assert seat["code"] == "seat.unknown"


# ---------------------------------------------------------------- lessons


def walked(chapter: str, choose: Callable[[Any], str]) -> dict[str, Any]:
    """A chapter to its end, with a choice wherever the learner is free."""
    choices: list[str] = []
    while (told := lessons.lesson(chapter, tuple(choices)))["end"] is None:
        choices.append(choose(told["steps"][-1]))
    return told


@pytest.mark.parametrize("record", sorted({scene.record for row in lessons.CHAPTERS.values() for scene in row}))
def test_lessons_are_real_games(record: str) -> None:
    """Their records replay, from the seed, move by move (D5)."""
    played = Game.replay(parse_record(lessons.text_of(record)))
    assert played.over == (record in ("adam", "carl"))
    assert played.result is None or played.result.winners == (1,)


@pytest.mark.parametrize("chapter", [*lessons.CHAPTERS])
def test_a_chapter_follows_its_records(chapter: str) -> None:
    """Who chooses what the record plays there meets the game of the record."""
    records = {scene.name: lessons.record_of(scene.record) for scene in lessons.CHAPTERS[chapter]}

    def recorded(step: Any) -> str:
        return str(records[step["scene"]].entries[step["played"]].action)

    told = walked(chapter, recorded)
    for scene, stage in zip(lessons.CHAPTERS[chapter], told["scenes"], strict=True):
        entries = records[scene.name].entries[: scene.last]
        assert [(each["seat"], each["action"]) for each in stage["entries"]] == [
            (entry.seat, entry.action) for entry in entries
        ]
    for step in told["steps"]:
        legal = step["view"].legal
        assert (legal != ()) == (step["seat"] == 1)
        assert step["view"].seat == step["seat"]  # the bar says whose turn it is
        assert len(legal) == 1 or step["free"] or step["seat"] == 2
        assert (step["before"] is not None) == (step["seat"] == 2 and step["view"].options.solo)
    assert told["end"].legal == ()


@pytest.mark.parametrize("chapter", [*lessons.CHAPTERS])
@pytest.mark.parametrize("seed", range(3))
def test_whatever_one_chooses_is_what_happens_and_the_lesson_goes_on(chapter: str, seed: int) -> None:
    random, chosen = Random(seed), []

    def some(step: Any) -> str:
        found: str = random.choice(step["view"].legal)
        chosen.append((step["scene"], step["played"], found))
        return found

    told = walked(chapter, some)
    entries = {stage["name"]: stage["entries"] for stage in told["scenes"]}
    assert chosen
    for scene, number, action in chosen:
        assert (entries[scene][number]["seat"], entries[scene][number]["action"]) == (1, action)
    passed = {(step["scene"], step["number"]) for step in told["steps"]}
    assert len(passed) == told["stops"]  # nothing that is said is left out
    assert [stage["name"] for stage in told["scenes"]] == [scene.name for scene in lessons.CHAPTERS[chapter]]


def test_a_choice_that_is_not_offered_is_refused(served: Served) -> None:
    path = f"{served.url}/api/lessons/board"
    for choices in (["done"], ["take body3", "take body4"]):
        assert httpx.get(path, params={"choice": choices}).json()["code"] == "action.illegal"
    assert httpx.get(path, params={"choice": ["take body3"] * 41}).json()["code"] == "request.invalid"
    told = httpx.get(path, params={"choice": "take body3"}).json()
    assert told["scenes"][0]["entries"][31]["action"] == "take body3"
    assert told["end"]["players"][0]["bodies"] == "RB"  # what lay there


def test_the_chapters_play_every_kind_of_action() -> None:
    """Between them both chapters of a game have each kind of action once (RULES 4.2, 5.2, 5.3)."""
    verbs = {
        game: {
            entry.action.split()[0]
            for scene in lessons.CHAPTERS[game] + lessons.CHAPTERS[f"{game}2"]
            for entry in lessons.record_of(scene.record).entries
        }
        for game in ("board", "card")
    }
    board = "keep done take choose start extend fulfil temple pick future priest discard adam"
    assert verbs["board"] == set(board.split())
    card = "start beside over fulfil steal raise done discard head tail carl"
    assert verbs["card"] == set(card.split())


def test_the_game_against_carl_shows_what_its_lesson_tells() -> None:
    """A level lost, the limit of steals, all three gods, protection (RULES 5.2, 5.5)."""
    entries = walked("card2", lambda step: str(step["view"].legal[-1]))["scenes"][0]["entries"]
    assert any(entry.get("falls") for entry in entries)
    gods = [step["god"] for entry in entries for step in entry.get("steps", []) if step["kind"] == "action"]
    assert {*gods} == {"blue", "yellow", "pink"}


# ---------------------------------------------------------------- positions


def test_a_coatl_is_scored_with_its_pieces(served: Served) -> None:
    told = post(served, "/api/score/board", {"coatl": "(BBRBBKYBBYY)", "cards": ["Y4", "K5", "R5", "T3"]})
    assert told["total"] == 17
    assert told["cards"]["Y4"]["where"] == [[8, 11]]
    card = post(served, "/api/score/card", {"coatl": "KR^YKR^Y", "cards": ["B10"]})
    assert card["cards"]["B10"]["where"] == [[1, 2], [4, 5]]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"coatl": "", "cards": []}, "coatl.empty"),
        ({"coatl": "(R)", "cards": []}, "coatl.short"),
        ({"coatl": "R" * 61, "cards": []}, "coatl.long"),
        ({"coatl": "RG", "cards": ["Z99"]}, "card.unknown"),
        ({"coatl": "RG", "cards": ["Y4", "y4"]}, "card.twice"),
        ({"coatl": "R" * 131, "cards": []}, "request.invalid"),
        ({"coatl": "<b>", "cards": []}, "request.invalid"),
        ({"coatl": "RG", "cards": ["Y4"] * 65}, "request.invalid"),
    ],
)
def test_impossible_coatls_are_refused_by_name(served: Served, body: Any, code: str) -> None:
    assert post(served, "/api/score/board", body)["code"] == code


def test_the_solver_answers_as_in_the_program(served: Served) -> None:
    body = {"pieces": "(B BYY R)", "cards": ["Y4", "K5"]}
    told = post(served, "/api/solve/board", body)["best"]
    found = best_assembly(body["pieces"], body["cards"])  # type: ignore[arg-type]
    assert [told.pop("coatls")[0].pop("scored")["total"]] == [made.points for made in found.coatls]
    assert told == {name: value for name, value in json.loads(json.dumps(found.data())).items() if name != "coatls"}
    single = post(served, "/api/solve/board", {**body, "ask": "coatl"})["best"]
    assert (single["points"], single["coatls"][0]["coatl"]) == (6, "(BBYYR)")
    card = {"coatl": "KG", "hand": ["RB"], "own": ["B1"], "second": True}
    turn = post(served, "/api/solve/card", card)["best"]
    assert [step["action"] for step in turn["steps"]] == list(best_turn(**card).actions)  # type: ignore[arg-type]
    change = turn["steps"][1]["changes"][0]
    assert (change["kind"], change["card"], change["was"], change["now"]) == ("level", "B1", 0, 1)


def test_what_helps_most_comes_first(served: Served) -> None:
    """A blue head and a red tail wait for the tail and the head that finish Y4."""
    helps = post(served, "/api/solve/board", {"ask": "help", "pieces": "(B BYY", "cards": ["Y4"]})["helps"]
    assert helps[0]["action"].startswith("tail")
    assert helps[0]["points"] > 0
    assert len(helps) == 25
    assert [each["points"] for each in helps] == sorted((each["points"] for each in helps), reverse=True)


def test_a_piece_that_the_bags_have_no_more_is_not_wished_for(served: Served) -> None:
    helps = post(served, "/api/solve/board", {"ask": "help", "pieces": "(B (B (B", "cards": []})["helps"]
    assert "head B" not in [each["action"] for each in helps]
    assert len(helps) == 24


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"pieces": "(B" * 4}, "position.impossible"),
        ({"pieces": "R" * 13}, "pieces.many"),
        ({"pieces": "R" * 9, "ask": "help"}, "pieces.many"),
        ({"pieces": "(B" * 4, "ask": "help"}, "position.impossible"),
        ({"pieces": "(R)"}, "pieces.unknown"),
        ({"cards": ["T1"]}, "card.kind"),
        ({"cards": ["K5", "K5"]}, "position.impossible"),
        ({"coatls": [{"pieces": "(RGR)"}]}, "position.impossible"),
        ({"coatls": [{"pieces": "RG"}, {"pieces": "RG"}], "ask": "coatl"}, "solve.single"),
        ({"pieces": "R" * 81}, "request.invalid"),
        ({"cards": ["K5"] * 6}, "request.invalid"),
        ({"coatls": [{"pieces": "R"}] * 3}, "request.invalid"),
        ({"difficulties": [6]}, "request.invalid"),
        ({"temples": "T1"}, "request.invalid"),
    ],
)
def test_impossible_positions_are_refused_by_name(served: Served, body: Any, code: str) -> None:
    assert post(served, "/api/solve/board", body)["code"] == code


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"coatl": "(RG)"}, "position.impossible"),
        ({"coatl": "RG", "own": ["B1:1", "B1:2"]}, "position.impossible"),
        ({"coatl": "RG", "own": ["Z1"]}, "card.unknown"),
        ({"coatl": "RG", "hand": ["RR"]}, "feather.unknown"),
        ({"coatl": "RG", "own": ["B1:4"]}, "request.invalid"),
        ({"coatl": "RG", "middle": ["B1"] * 4}, "request.invalid"),
    ],
)
def test_impossible_tables_of_the_card_game_are_refused(served: Served, body: Any, code: str) -> None:
    assert post(served, "/api/solve/card", body)["code"] == code


def test_the_largest_question_stays_within_the_time_of_a_thinker(served: Served) -> None:
    """All that the bounds allow; a thinker has 20 seconds unless the settings say otherwise."""
    coatls = [{"pieces": "RGBYKRGB"}, {"pieces": "(GBRYKGBR"}]
    body = {
        "pieces": "(B (K B Y Y R G K) R) G)",
        "cards": ["Y4", "K5", "R5", "B3", "G8"],
        "temples": ["T1", "T2", "T3"],
    }
    post(served, "/api/solve/board", {"pieces": "(B BYY R)", "cards": ["Y4"]})  # compiled
    begun = time.monotonic()
    assert "best" in post(served, "/api/solve/board", {**body, "coatls": coatls})
    assert time.monotonic() - begun < 20


def test_who_asks_too_much_has_to_wait(tmp_path_factory: pytest.TempPathFactory) -> None:
    with serving(tmp_path_factory.mktemp("often"), questions_per_minute=4) as server:
        answers = [httpx.post(f"{server.url}/api/replay", json={"record": "x"}, timeout=120) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [422, 422, 429, 429]
        assert int(answers[-1].headers["retry-after"]) >= 1


# ---------------------------------------------------------------- puzzles


def test_a_puzzle_is_built_checked_and_solved(served: Served) -> None:
    puzzle = make("1", "easy")
    path = "/api/puzzles/easy/1"
    told = httpx.get(served.url + path, timeout=120).json()
    assert told["view"]["players"][0]["bodies"] == puzzle.player.bodies
    assert told["view"]["pending"] == "assemble"
    assert not {"best", "solution", "hint"} & set(told)
    steps = list(puzzle.solution.steps)
    half = post(served, path, {"steps": steps[:1]})
    assert set(half["preview"]["after"]) <= set(half["view"]["legal"])
    built = post(served, path, {"steps": steps})
    assert built["progress"]["points"] == [built["points"], 0] == [puzzle.solution.points, 0]
    assert "solution" not in half
    short = post(served, path, {"ask": "check", "steps": []})
    assert (short["solved"], short["best"], "solution" in short) == (False, puzzle.solution.points, False)
    hint = post(served, path, {"ask": "hint", "steps": steps[:1]})["hint"]
    assert (hint["best"], hint["possible"], hint["next"]) == (puzzle.solution.points, puzzle.solution.points, steps[1])
    done = post(served, path, {"ask": "check", "steps": steps})
    assert (done["solved"], done["points"]) == (True, puzzle.solution.points)
    given_up = post(served, path, {"ask": "solution", "steps": []})
    assert given_up["solution"]["steps"] == steps


def test_a_puzzle_of_the_card_game_is_played_checked_and_solved(served: Served) -> None:
    puzzle = make_card("1", "easy")
    path = "/api/puzzles/easy/1?game=card"
    told = httpx.get(served.url + path, timeout=120).json()
    assert (told["game"], told["ending"], told["points"]) == ("card", False, puzzle.solution.before)
    assert told["view"]["players"][0]["coatl"] == puzzle.player.coatl
    assert not any(action.startswith("discard") for action in told["view"]["legal"])
    steps = list(puzzle.solution.actions[:-1])
    hint = post(served, path, {"ask": "hint", "steps": []})["hint"]
    assert (hint["best"], hint["possible"], hint["next"]) == (puzzle.solution.points, puzzle.solution.points, steps[0])
    half = post(served, path, {"steps": steps[:1]})
    assert half["ending"]
    assert post(served, path, {"steps": [steps[0], "done"]})["code"] == "action.illegal"  # it would be the end
    assert not post(served, path, {"ask": "check", "steps": steps[:1]})["solved"]
    done = post(served, path, {"ask": "check", "steps": steps})
    assert (done["solved"], done["points"]) == (True, puzzle.solution.points)
    assert [step["action"] for step in done["solution"]["steps"]] == list(puzzle.solution.actions)
    assert post(served, path, {"steps": ["discard RG"]})["code"] == "action.illegal"


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/api/puzzles/easy/1", {"steps": ["take body1"]}, "action.illegal"),
        ("/api/puzzles/easy/1", {"steps": ["done"]}, "action.illegal"),
        ("/api/puzzles/easy/1", {"steps": ["dance"]}, "action.unknown"),
        ("/api/puzzles/easy/1", {"steps": ["start B"] * 61}, "request.invalid"),
        ("/api/puzzles/easy/1", {"steps": ["x" * 31]}, "request.invalid"),
        ("/api/puzzles/easy/1", {"ask": "everything"}, "request.invalid"),
        ("/api/puzzles/impossible/1", {}, "request.invalid"),
        ("/api/puzzles/easy/" + "1" * 41, {}, "request.invalid"),
        ("/api/puzzles/easy/..%2F", {}, "request.path"),
    ],
)
def test_steps_and_puzzles_that_cannot_be_are_refused(served: Served, path: str, body: Any, code: str) -> None:
    assert post(served, path, body)["code"] == code
