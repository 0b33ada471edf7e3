"""A hint on the screen: what to type, the reasons, and what comes next to it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from coatl.bots.search import SearchBot
from coatl.describe.sentences import Sentence
from coatl.engine.rules import Rules
from coatl.hints import hint, wording
from coatl.hints.facts import Facts, facts_from
from coatl.messages import t
from coatl.solver.facts import Change
from coatl.terminal.compilation import ready, ready_solver
from coatl.terminal.screen import Screen
from coatl.terminal.sentences import text_of

Steps = Sequence[str]
Data = Mapping[str, Any]  # a hint as plain data: of this machine, or from a server


def own_hint(screen: Screen, rules: Rules, view: Any) -> Data:
    """Advice from what a seat of this machine sees; it takes a second."""
    ready_solver(rules)
    ready(rules, [SearchBot(rules)])
    with screen.thinking(t("terminal.solver")):
        return hint(view, rules).data()


def hint_page(found: Data) -> RenderableType:
    """A hint in the language that is spoken."""
    facts = facts_from(found["facts"])
    lines = [Text(f"{sentence_text(wording.headline(facts)).plain}{typed(found['steps'])}", "name")]
    lines += [Text("  ").append_text(sentence_text(reason)) for reason in wording.reasons(facts)]
    lines += [Text(other_line(facts, place), "quiet") for place in range(len(facts.others))]
    return Group(*lines)


def typed(steps: Steps) -> str:
    """What to type, if there is anything."""
    return f" {t('terminal.type', actions=wording.steps(steps))}" if steps else ""


def sentence_text(sentence: Sentence) -> Text:
    return text_of(sentence, (), Text)


def change_line(change: Change) -> Text:
    """What one step of a turn of the card game does."""
    return sentence_text(wording.change_sentence(change))


def other_line(facts: Facts, place: int) -> str:
    """Another line of play: how it compares, and its first step."""
    other = facts.others[place]
    return f"{sentence_text(wording.other_sentence(other)).plain} {wording.steps(other.steps)}"


def typeable(found: Data, left: Callable[[Steps], Steps]) -> Data:
    """The hint with a line that can be typed as it stands: `left` takes out what plays itself."""
    return {**found, "steps": left(found["steps"])}
