"""Who can be asked for as an opponent, how long it may think, and what is refused."""

import json
import pickle
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coatl.bots.base import Bot, Limit, rng_of
from coatl.bots.decision import advise, decide
from coatl.bots.process import ProcessBot
from coatl.bots.registry import LEVELS, bots, entrant, make
from coatl.engine.errors import CoatlError
from coatl.game import Game
from coatl.registry import rules_of
from tests.cli.command import answered, refused

OWN_BOT = """
from coatl.bots.base import Bot, Limit
class Last(Bot):
    def choose(self, view, legal, limit, rng):
        return legal[-1]
class Named(Last):
    title = "The last one"
    limit = Limit(simulations=7)
class Mute(Bot):
    pass
class Broken(Bot):
    def choose(self, view, legal, limit, rng):
        raise KeyError("lost")
class Liar(Bot):
    def choose(self, view, legal, limit, rng):
        return 7
number = 3
class NoBot:
    pass
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(rules_of("board", players=2), "registry")


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current directory with bots of one's own; its modules have names that no other test uses."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))  # taken away again after the test
    (tmp_path / "ownbots.py").write_text(OWN_BOT)
    (tmp_path / "brokenbots.py").write_text("import coatl.nowhere\n")
    (tmp_path / "wrongbots.py").write_text("def (\n")
    return tmp_path


# ---------------------------------------------------------------- limits


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("50ms", Limit(seconds=0.05)),
        ("1s", Limit(seconds=1.0)),
        (" 1.5S ", Limit(seconds=1.5)),
        ("3600s", Limit(seconds=3600.0)),
        ("2000", Limit(simulations=2000)),
        ("2000sims", Limit(simulations=2000)),
    ],
)
def test_limits_are_read_and_written(text: str, limit: Limit) -> None:
    assert Limit.parse(text) == limit
    assert Limit.parse(str(limit)) == limit


@given(st.one_of(st.integers(1, 10**9).map(str), st.integers(1, 3_600_000).map(lambda n: f"{n}ms")))
def test_a_written_limit_reads_back(text: str) -> None:
    limit = Limit.parse(text)
    assert Limit.parse(str(limit)) == limit


@pytest.mark.parametrize(
    "text",
    ["", "0", "0ms", "-5", "5m", "fast", "1e3", "50 ms", "0.0001ms", "4000s", "9" * 30, "٣", "50msms", "inf", "nans"],
)
def test_what_is_no_limit_is_refused_with_the_forms(text: str) -> None:
    with pytest.raises(CoatlError, match=r"Allowed: 50ms, 1s.*\[bot\.limit\]"):
        Limit.parse(text)


# ---------------------------------------------------------------- the registry


def test_the_registry_lists_the_weakest_first() -> None:
    assert [name for name in bots() if name in LEVELS] == list(LEVELS)
    assert [bots()[name].title for name in LEVELS] == [
        "Novice",
        "Apprentice",
        "Artisan",
        "Astronomer",
        "Priest",
        "High priest",
    ]
    assert [bots()[name].level for name in LEVELS] == [1, 2, 3, 4, 5, 6]


def test_every_bot_has_a_title_and_a_sentence_of_its_own() -> None:
    assert len({kind.title for kind in bots().values()}) == len(bots())
    assert len({kind.sentence for kind in bots().values()}) == len(bots())
    assert all(re.fullmatch(r"[A-Z].{20,}\.", kind.sentence) for kind in bots().values())


def test_the_command_lists_them(tmp_path: Path) -> None:
    shown = answered("bots", state=tmp_path).stdout
    assert re.findall(r"^([a-z-]+) +\d", shown, re.M) == list(bots())
    assert all(len(line) <= 80 for line in shown.splitlines())
    listed = json.loads(answered("bots", "--json", state=tmp_path).stdout)
    assert [row["name"] for row in listed] == list(bots())
    assert [row["name"] for row in listed if row["people"]] == list(LEVELS)
    assert listed[-1] | {"sentence": ""} == {
        "name": "high-priest",
        "title": "High priest",
        "level": 6,
        "limit": "1s",
        "people": True,
        "sentence": "",
    }


@pytest.mark.parametrize("spec", list(bots()))
def test_every_name_makes_its_bot(spec: str, game: Game) -> None:
    bot = make(spec, game.rules)
    assert type(bot) is bots()[spec]
    assert bot.limit == bots()[spec].limit


def test_a_limit_comes_with_the_name(game: Game) -> None:
    who = entrant("priest:50ms")
    assert (who.title, who.limit) == ("Priest 50ms", Limit(seconds=0.05))
    assert who.make(game.rules).limit == Limit(seconds=0.05)


@pytest.mark.parametrize("spec", ["random", "priest:2000", "ownbots:Last:1s", "exec:50ms:python mybot.py"])
def test_entrants_travel_to_other_processes(spec: str, own_folder: Path, game: Game) -> None:
    who = entrant(spec)
    again = pickle.loads(pickle.dumps(who))
    assert again == who
    assert type(again.make(game.rules)) is type(who.make(game.rules))


@pytest.mark.parametrize(
    "spec",
    ["", "grandmaster", "GREEDY", "greedy ", ":", "high priest", "a.b", "no-bot:X", "grandmaster:50ms", "x" * 999],
)
def test_an_unknown_bot_is_refused_with_the_list(spec: str) -> None:
    with pytest.raises(CoatlError, match=r"Allowed: random, novice.*my\.module:MyBot.*\[bot\.unknown\]"):
        entrant(spec)


@pytest.mark.parametrize("spec", ["priest:", "priest:fast", "priest:0", "search:50ms:50ms", "greedy:50ms", "novice:9"])
def test_a_wrong_limit_is_refused(spec: str) -> None:
    with pytest.raises(CoatlError, match=r"\[bot\.limit\]"):
        entrant(spec)


# ---------------------------------------------------------------- bots of one's own


def test_a_bot_of_ones_own_is_found_in_the_current_directory(own_folder: Path, game: Game) -> None:
    who = entrant("ownbots:Last")
    assert (who.title, who.limit) == ("Last", Limit())
    view = game.view(1)
    assert who.make(game.rules).choose(view, view.legal, who.limit, rng_of(1)) == view.legal[-1]
    assert entrant("ownbots:Named").limit == Limit(simulations=7)
    assert entrant("ownbots:Named:1s").title == "The last one 1s"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("nowhere.bots:MyBot", "no such module"),
        ("ownbots:Nobody", "does not exist. Allowed: ownbots:Last"),
        ("ownbots:NoBot", "is no bot"),
        ("ownbots:number", "is no bot"),
        ("ownbots:Mute", "neither"),
        ("brokenbots:X", "ModuleNotFoundError: No module named 'coatl.nowhere'"),
        ("wrongbots:X", "SyntaxError"),
    ],
)
def test_a_bot_that_cannot_be_imported_is_refused(spec: str, words: str, own_folder: Path) -> None:
    with pytest.raises(CoatlError, match=rf"{re.escape(words)}.*\[bot\.import\]"):
        entrant(spec)


@pytest.mark.parametrize("spec", ["exec:", "exec: ", "exec:no-such-program x", "exec:python 'open", "exec:50ms:"])
def test_a_command_that_cannot_be_started_is_refused(spec: str) -> None:
    with pytest.raises(CoatlError, match=r"\[bot\.command\]"):
        entrant(spec)


def test_the_limit_of_a_command_stands_before_it(game: Game) -> None:
    assert entrant("exec:50ms:python x.py").limit == Limit(seconds=0.05)
    bot = make("exec:python -m coatl bot serve search:2000", game.rules)
    assert isinstance(bot, ProcessBot)
    assert (bot.command[-1], bot.limit) == ("search:2000", Limit())


# ---------------------------------------------------------------- deciding


@pytest.mark.parametrize(("name", "code"), [("Broken", "bot.crashed"), ("Liar", "bot.illegal")])
def test_a_bot_that_fails_forfeits_its_decision(name: str, code: str, own_folder: Path, game: Game) -> None:
    view = game.view(1)
    bot = make(f"ownbots:{name}", game.rules)
    decision = decide(bot, view, view.legal, bot.limit, rng_of(3))
    assert decision.action in view.legal
    assert decision.code == code
    assert f"[{code}]" in str(decision.forfeit)
    assert decide(bot, view, view.legal, bot.limit, rng_of(3)) == decision
    with pytest.raises(CoatlError, match=code):
        advise(bot, view, view.legal, bot.limit, rng_of(3))


def test_forfeited_decisions_are_random(own_folder: Path, game: Game) -> None:
    view = game.view(1)
    bot = make("ownbots:Broken", game.rules)
    assert {decide(bot, view, view.legal, bot.limit, rng_of(i)).action for i in range(60)} == set(view.legal)


def test_a_decision_does_not_depend_on_the_chance_that_another_used_up(game: Game) -> None:
    class Thirsty(Bot):
        """Plays at random, after it has drawn a number of numbers."""

        drawn = 0

        def choose(self, view: object, legal: object, limit: Limit, rng: object) -> str:
            rng.random(self.drawn)  # type: ignore[attr-defined]
            return str(legal[0])  # type: ignore[index]

    view, after = game.view(1), []
    for drawn in (0, 1000):
        bot, rng = Thirsty(game.rules), rng_of("shared")
        bot.drawn = drawn
        decide(bot, view, view.legal, bot.limit, rng)
        after.append(rng.random())
    assert after[0] == after[1]


def test_the_command_line_says_what_is_wrong_with_a_bot(tmp_path: Path) -> None:
    for words, code in (
        (["play", "board", "--bot", "zeus"], "bot.unknown"),
        (["play", "board", "--bot", "priest:soon"], "bot.limit"),
        (["play", "card", "--bot", "no.such:Bot"], "bot.import"),
        (["play", "card", "--bot", "exec:no-such-program"], "bot.command"),
        (["bot", "serve", "zeus"], "bot.unknown"),
        (["bot", "serve", ""], "bot.unknown"),
        (["bot", "serve", "priest:soon"], "bot.limit"),
        (["bot", "serve", "no.such:Bot"], "bot.import"),
        (["bot", "serve"], "usage"),
        (["bots", "novice"], "usage"),
    ):
        refused(answered(*words, state=tmp_path), code)
