"""A hint on the screen: advice, its reasons, and what comes next to it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from coatl.messages import ENGLISH, spoken, t
from coatl.terminal.theme import letters
from coatl.terminal.wording import styled

Steps = Sequence[str]
TYPED, LATER = "Type: ", "Later: "  # how the solver begins a line to type, and one that cannot be typed yet, in English
Data = Mapping[str, Any]  # a hint, or a part of it, as plain data: of the solver here, or from a server


def hint_page(hint: Data) -> RenderableType:
    """A hint in the language that is spoken; the solver itself words it in English."""
    facts = None if spoken().language == ENGLISH else hint["facts"]
    headline = hint["headline"] if facts is None else headline_of(hint)
    reasons = [Text(reason) for reason in hint["reasons"]] if facts is None else list(reasons_of(facts))
    others = hint["others"] if facts is None else [other_line(other) for other in facts["others"]]
    return Group(
        Text(headline, "name"),
        *(Text("  ").append_text(reason) for reason in reasons),
        *(Text(other, "quiet") for other in others),
    )


def typeable(hint: Data, left: Callable[[Steps], Steps]) -> Data:
    """The hint with lines that can be typed as they stand: `left` takes out what plays itself."""
    steps = left(hint["steps"])
    headline = hint["headline"].replace(", ".join(hint["steps"]), ", ".join(steps)) if steps else hint["headline"]
    lines = [steps_in(reason) for reason in hint["reasons"] if reason.startswith(TYPED)]
    now = list(hint["steps"]) == [step for line in lines for step in line]  # the plan itself, coatl by coatl
    before: list[str] = []
    reasons = []
    for reason in hint["reasons"]:
        if reason.startswith(TYPED):
            line = steps_in(reason)
            shown = left([*before, *line])[len(left(before)) :] if now else line
            before += line
            reason = f"{TYPED if now else LATER}{', '.join(shown)}."
        reasons.append(reason)
    facts = hint["facts"] and {
        **hint["facts"],
        "others": [{**other, "steps": left(other["steps"])} for other in hint["facts"]["others"]],
    }
    return {**hint, "headline": headline, "steps": steps, "reasons": reasons, "facts": facts}


def steps_in(reason: str) -> list[str]:
    """The steps of a line to type."""
    return reason[len(TYPED) : -1].split(", ")


def headline_of(hint: Data) -> str:
    """What the advice brings, and what to type."""
    facts = hint["facts"]
    key = f"table.hint_{facts['kind'].replace('-', '_')}"
    headline = t(key, n=round(facts["points"], 1), now=round(facts["now"], 1))
    steps = hint["steps"] or ([hint["action"]] if hint["action"] else [])
    return f"{headline} {t('terminal.type', actions=', '.join(steps))}" if steps else headline


def reasons_of(facts: Data) -> Iterator[Text]:
    """Coatl by coatl and card by card, what cards lack, and how each step changes levels."""
    for made in facts["coatls"]:
        becomes = "table.hint_becomes" if made["was"] else "table.hint_new"
        yield Text(t(becomes, was=made["was"], coatl=made["coatl"], n=made["points"]))
        for card in facts["cards"]:
            if card["coatl"] == made["number"]:
                yield Text(t("table.hint_card", card=card["card"], times=card["times"], n=card["points"]))
    for name, pieces in facts["lacks"].items():
        yield styled("table.hint_lacks", card=name, pieces=letters("".join(filter(str.isalpha, pieces))))
    yield from map(change_line, facts["changes"])


def change_line(change: Data) -> Text:
    """What one step of a turn of the card game does."""
    kind = change["kind"]
    if kind == "coatl":
        return Text(t("table.hint_coatl", coatl=str(change["now"])))
    values = {"card": change["card"] or "", "was": change["was"] or 0, "now": change["now"] or 0}
    return Text(t(f"table.hint_{kind}", n=change["points"], **values))


def other_line(other: Data) -> str:
    """Another plan: its points and its steps."""
    return f"{t('table.hint_other', n=round(other['points'], 1))} {', '.join(other['steps'])}"
