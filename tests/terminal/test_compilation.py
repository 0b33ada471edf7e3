"""What somebody sees in the terminal while a fresh machine compiles: how far it is, and a true estimate."""

import pytest

from coatl.bots.registry import make
from coatl.engine import code_cache
from coatl.registry import printed_rules
from coatl.terminal.compilation import Bar, parts_of, shown


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How many functions of each package are compiled, on a machine that has begun with nothing."""
    functions: dict[str, int] = {}
    monkeypatch.setattr(code_cache, "is_compiled", lambda _: False)
    monkeypatch.setattr(code_cache, "compiled_functions", lambda package: functions.get(package, 0))
    return functions


def test_the_share_and_the_seconds_follow_what_is_compiled(compiled: dict[str, int]) -> None:
    rules = printed_rules("board")
    bar = Bar(parts_of(rules, [make("priest", rules)]))
    first = bar.estimate.seconds_left()
    assert bar.estimate.share == 0
    compiled["board"] = 152
    bar.on_end()
    assert 0.25 < bar.progress.tasks[0].percentage / 100 < 0.4  # the bots take twice as long as the rules
    assert bar.estimate.seconds_left() < first
    compiled["bots.board"] = 121
    bar.on_end()
    assert bar.progress.tasks[0].percentage >= 90  # and never all of it before it is all there


def test_a_bot_that_does_not_search_needs_less(compiled: dict[str, int]) -> None:
    rules = printed_rules("card")
    alone, novice, priest = ([make(name, rules) for name in names] for names in ((), ("novice",), ("priest", "novice")))
    seconds = [sum(part.seconds for part in parts_of(rules, bots)) for bots in (alone, novice, priest)]
    assert seconds == sorted(set(seconds))


def test_what_is_no_screen_is_told_once(compiled: dict[str, int], capsys: pytest.CaptureFixture[str]) -> None:
    with shown(parts_of(printed_rules("board"), [])):
        pass
    assert capsys.readouterr().err == ""  # nothing had to be compiled
    bar = Bar(parts_of(printed_rules("board"), []))
    bar.on_start()
    bar.on_start()
    assert capsys.readouterr().err == "Preparing the games, once on this machine (about 20 seconds) …\n"
