"""The goals of temples in words."""

from coatl.decks.checks import split_goal
from coatl.messages import t

CARD_GOALS = {"parts>=": "long", "parts<=": "short"}  # the messages of goals that are not called the same


def board_goal(goal: str) -> str:
    """A goal of a temple of the board game as people read it.

    >>> board_goal("equal:RY"), board_goal("no_card:red")
    ('as many red as yellow', 'no red prophecy')
    """
    kind, _, what = goal.partition(":")
    if kind == "length":
        return t("board.goal_length", n=int(what))
    if kind == "no_card":
        return t("board.goal_no_card", god=t(f"board.god_{what}"))
    colours = [t(f"board.colour_{letter}") for letter in what]
    if kind == "equal":
        return t("board.goal_equal", one=colours[0], other=colours[1])
    return t("board.goal_without", colour=colours[0])


def card_goal(goal: str) -> str:
    """A goal of a temple of the card game as people read it.

    >>> card_goal("below:green<yellow"), card_goal("parts>=10")
    ('a green card lower than a yellow one', '10 parts or more')
    """
    kind, what = split_goal(goal)
    if kind == "gods":
        return t("card.goal.gods", gods=", ".join(t(f"card.god.{god}") for god in what.split(",")))
    if kind == "below":
        low, high = (t(f"card.god.{god}") for god in what.split("<"))
        return t("card.goal.below", low=low, high=high)
    if kind == "equal":
        one, other = (t(f"card.colour.{letter}") for letter in what)
        return t("card.goal.equal", one=one, other=other)
    if kind == "twins":
        return t("card.goal.twins")
    return t(f"card.goal.{CARD_GOALS.get(kind, kind)}", n=int(what))
