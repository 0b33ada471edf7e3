"""Views keep the parts that did not change; what they are kept by says all that they depend on."""

import random
from collections.abc import Callable, Hashable
from typing import Any

import pytest

import coatl
from coatl.engine.values import Memo
from coatl.game import Game
from tests.effort import times

OPTIONS: list[dict[str, Any]] = [{"players": 3}, {"solo": True}]


def views(game: Game) -> list[Any]:
    return [game.view(viewer) for viewer in (None, *range(1, game.rules.options["players"] + 1))]


def make_anew(memo: Memo[Any], key: Hashable, make: Callable[[], Any]) -> Any:
    return make()


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("name", ["board", "card"])
def test_a_view_of_kept_parts_is_the_one_that_is_read_anew(
    name: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(times(4)):
        game, dice = coatl.new(name, seed=seed, **options), random.Random(seed)
        while not game.over:
            kept = views(game)
            game.rest()
            with monkeypatch.context() as patch:
                patch.setattr(Memo, "get", make_anew)
                assert views(game) == kept
            game.play(dice.choice(game.legal()))


def test_a_memo_holds_so_many_and_no_more() -> None:
    memo: Memo[int] = Memo(most=2)
    assert [memo.get(number, lambda number=number: number) for number in (1, 2, 1, 3)] == [1, 2, 1, 3]  # type: ignore[misc]
    assert list(memo.made) == [3]
