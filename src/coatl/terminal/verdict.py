"""Who won, how the game ended, and what decided a tie (RULES 4.4, 5.4): the same words for both games."""

from collections.abc import Sequence

from rich.text import Text

from coatl.describe.scores import decided, leaders
from coatl.engine.rules import Result
from coatl.messages import t

RESIGNED = "resigned"  # how a game at a server may end (docs/server.md)


def verdict(names: Sequence[str], solo: bool, result: Result) -> Text:
    """The end, the points, the winners, and with equal points what decided."""
    points = ", ".join(f"{name} {number}" for name, number in zip(names, result.points, strict=True))
    key = f"table.how_{result.ending.replace('-', '_')}"
    ending = f" {t(key)}" if t(key) != key else ""
    end = t("common.labelled", label=t("table.over"), text=f"{points}.")
    text = Text.assemble(f"{end}{ending}\n", (f"{winners(names, result)}.", "title"))
    reason = RESIGNED if result.ending == RESIGNED else decided(result, solo)
    return text if reason == "points" else text.append(f" {tie(names, result, reason)}")


def winners(names: Sequence[str], result: Result) -> str:
    """Who won, with how many points if they count."""
    if result.ending == RESIGNED:
        return t("table.win_plain", name=names[result.winners[0] - 1])
    won, n = [names[seat - 1] for seat in result.winners], max(result.points)
    return t("table.win", name=won[0], n=n) if len(won) == 1 else t("table.win_shared", names=", ".join(won), n=n)


def tie(names: Sequence[str], result: Result, reason: str) -> str:
    """What decided between equal points, with the numbers that differ."""
    words = t(f"table.decided_{reason.replace(' ', '_')}")
    if reason not in result.details:
        return words
    numbers = result.details[reason]
    return f"{words} ({', '.join(f'{names[seat - 1]} {numbers[seat - 1]}' for seat in leaders(result))})"
