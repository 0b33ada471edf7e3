"""Why a card brings its points, in any language: the facts of `CardPoints` and the messages `terminal_why`.

>>> from coatl.describe.scores import scored
>>> from coatl.registry import printed_rules
>>> card = scored(printed_rules("board"), "(BBYYR)", ["Y4"]).cards["Y4"]
>>> reason(card, Translator()), standing(card, Translator("de"))
('B B Y Y stands once (pieces 1–4); level 1: 4 points', 'B B Y Y einmal erfüllt (Teile 1–4)')
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from coatl.decks.checks import split_goal
from coatl.messages import Translator

if TYPE_CHECKING:
    from coatl.describe.scores import CardPoints

PROTECTED = 3  # the highest level of the card game (RULES 5.2)
ENGLISH = Translator()
TEMPLES = ("temple", "temple of all")  # board game, card game
UNITS = {"parts": "part", "temple of all": "part"}  # what a coatl consists of, by the kind of a card; else pieces
BOUNDS = {"parts>=": "at_least", "parts<=": "at_most"}


def explained(card: CardPoints) -> CardPoints:
    """The card with its reason in English."""
    return replace(card, why=reason(card, ENGLISH))


def reason(card: CardPoints, t: Translator) -> str:
    """How often a prophecy stands, where, and what that brings; or which goals of a temple are met."""
    unit, goals = unit_of(card), card.goals
    if card.kind in TEMPLES:
        asked = (t(f"terminal_why.{'met' if one.met else 'unmet'}", goal=goal_text(one.goal, t, unit)) for one in goals)
        return t("terminal_why.goals", goals="; ".join(asked), met=card.times, all=len(goals), n=card.points)
    reached = "reached" if card.level or card.kind == "parts" else "no_level"
    if card.kind == "parts" and card.level == PROTECTED:
        reached = "reached_protected"
    return f"{standing(card, t)}; {t(f'terminal_why.{reached}', level=card.level, n=card.points)}"


def unit_of(card: CardPoints) -> str:
    return UNITS.get(card.kind, "piece")


def standing(card: CardPoints, t: Translator) -> str:
    """How often a prophecy stands, and where."""
    if not card.where:
        return occurrence(card, t)
    places = ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in card.where)
    several = "s" * ("," in places or "–" in places)
    return f"{occurrence(card, t)} ({t(f'terminal_why.at_{unit_of(card)}{several}', places=places)})"


def occurrence(card: CardPoints, t: Translator) -> str:
    """How often a prophecy stands."""
    if card.kind == "count":
        return t("terminal_why.count", n=card.times, colour=t(f"log.colour_{card.pattern.strip()}"))
    if card.kind == "multiset":
        return t(f"terminal_why.{'all_there' if card.times else 'not_all_there'}", pattern=card.pattern)
    often = f"stands_{card.times}" if card.times < 3 else "stands"
    return t(f"terminal_why.{often}", pattern=card.pattern, n=card.times)


def goal_text(goal: str, t: Translator, unit: str = "piece") -> str:
    """A goal of a temple of either game.

    >>> goal_text("equal:RY", ENGLISH), goal_text("below:green<yellow", ENGLISH, "part")
    ('as many red as yellow pieces', 'a green prophecy on a lower level than a yellow one')
    """
    kind, what = split_goal(goal)
    if kind in ("without", "equal"):
        colours = [t(f"log.colour_{letter}") for letter in what]
        key = f"goal_equal_{unit}s" if kind == "equal" else "goal_without"
        return t(f"terminal_why.{key}", one=colours[0], other=colours[-1])
    if kind in ("no_card", "below", "gods"):
        gods = [t(f"log.god_{god}") for god in re.split("[,<]", what)]
        key = "goal_god" if kind == "gods" and len(gods) == 1 else f"goal_{kind}"
        return t(f"terminal_why.{key}", one=", ".join(gods[:-1]) or gods[0], other=gods[-1])
    return t(f"terminal_why.goal_{BOUNDS.get(kind, kind)}", n=int(what or 0))
