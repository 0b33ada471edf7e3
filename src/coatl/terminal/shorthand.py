"""Short forms of actions: `t b3` for `take body3`, `c K5` for `choose row4`, `e 1 l G`, `f K5 1`, `d`, or a number."""

import re
from collections.abc import Mapping, Sequence

from coatl.engine.errors import CoatlError, IllegalAction, UnknownAction
from coatl.engine.rules import Rules

NUMBER = re.compile(r"[0-9]{1,4}")
PLACE = re.compile(r"(body|head|tail|row|pile)([0-9])")
SHORT_PLACE = re.compile(r"([a-z]*)([0-9])")
REMARK = re.compile(r"\([^()]*\)")  # what advice adds to an action: choose row4 (K5)


def in_steps(typed: str) -> list[str]:
    """The actions of a typed line, without remarks.

    >>> in_steps("choose row4 (K5), done, …")
    ['choose row4', 'done']
    """
    return [step for part in REMARK.sub(" ", typed).rstrip(" .…").split(",") if (step := part.strip())]


def resolve(typed: str, legal: Sequence[str], rules: Rules, lying: Mapping[str, str]) -> str:
    """The legal action that is meant; `legal` is in the order of the numbers, `lying` names the card at a place.

    :raises UnknownAction: if it is no action, with what is allowed.
    :raises IllegalAction: if it is not legal now, or could mean several actions.
    """
    words = typed.lower().split()
    found = meant(words, legal, lying) or meant(turned(words), legal, lying) or by_number(words, legal)
    if len(found) == 1:
        return found[0]
    if found:
        raise IllegalAction("action.ambiguous", f"{shown(typed)} could mean several actions.", found)
    raise refusal(typed, words, legal, rules)


def meant(words: Sequence[str], legal: Sequence[str], lying: Mapping[str, str]) -> list[str]:
    """The actions that the words may mean, those of as many words first.

    A single word counts as the beginning of any action, so that `f` never gives up a token; only `d` is `done`.
    """
    found = [action for action in legal if fits(words, action, lying)]
    if len(words) > 1 or words == ["d"]:
        found = [action for action in found if len(action.split()) == len(words)] or found
    for place, word in enumerate(words):  # K1 is not K10
        exact = [action for action in found if word in names_of(action.split()[place], lying)]
        found = exact or found
    return found


def turned(words: Sequence[str]) -> list[str]:
    """The same words with a pair of colours turned round at the end: `pick BR` is `pick RB`."""
    return [*words[:-1], words[-1][::-1]] if words and len(words[-1]) == 2 else []


def by_number(words: Sequence[str], legal: Sequence[str]) -> list[str]:
    """The action with this number in the list, perhaps with its verb: `3`, `keep 3`."""
    if not words or not NUMBER.fullmatch(words[-1]) or len(words) > 2:
        return []
    named = legal[int(words[-1]) - 1] if 1 <= int(words[-1]) <= len(legal) else ""
    return [named] if named and (len(words) == 1 or named.startswith(words[0])) else []


def fits(words: Sequence[str], action: str, lying: Mapping[str, str]) -> bool:
    """Whether the words are the beginning of the action, each perhaps cut short."""
    targets = action.split()
    return 0 < len(words) <= len(targets) and all(
        any(alike(word, name) for name in names_of(target, lying)) for word, target in zip(words, targets, strict=False)
    )


def names_of(word: str, lying: Mapping[str, str]) -> list[str]:
    """A word of an action, and the card that lies at the place which it names."""
    return [word.lower(), lying[word].lower()] if lying.get(word) else [word.lower()]


def alike(word: str, name: str) -> bool:
    """Whether a typed word means this name: its beginning, `b3` or `3` for body3."""
    if name.startswith(word):
        return True
    place, typed = PLACE.fullmatch(name), SHORT_PLACE.fullmatch(word)
    return bool(place and typed and place[1].startswith(typed[1]) and place[2] == typed[2])


def refusal(typed: str, words: Sequence[str], legal: Sequence[str], rules: Rules) -> CoatlError:
    """Why the words are refused, and what is allowed: first of all actions of the same kind."""
    if len(words) == 1 and NUMBER.fullmatch(words[0]):
        return UnknownAction("action.number", f"There is no action {words[0]} now.", [f"1 to {len(legal)}"])
    same_kind = [action for action in legal if words and action.startswith(words[0])]
    allowed = same_kind or list(dict.fromkeys(action.split()[0] for action in legal))
    if any(fits(words, action, {}) for action in every_action(rules)):
        return IllegalAction("action.illegal", f"{shown(typed)} is not legal now.", allowed)
    return UnknownAction("action.unknown", f"{shown(typed)} is no action; ? helps.", allowed)


def every_action(rules: Rules) -> list[str]:
    """All actions that the deck in play has."""
    found = []
    for number in range(rules.actions):
        try:
            found.append(rules.text(number))
        except UnknownAction:  # a card that this deck does not have
            continue
    return found


def shown(typed: str) -> str:
    """What was typed, in quotes and not too long."""
    return repr(typed if len(typed) <= 60 else typed[:60] + "…")
