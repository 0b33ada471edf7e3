"""The opponents in a table, and what a bot thinks about a decision."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from coatl.bots.base import Limit, Thought, rng_of
from coatl.bots.decision import advise
from coatl.bots.registry import FORMS, LEVELS, entrant
from coatl.bots.registry import bots as known_bots
from coatl.game import Game
from coatl.hints import up_to_reveal
from coatl.hints.facts import Outlook
from coatl.hints.outlook import outlook_behind
from coatl.hints.wording import outlook_sentence
from coatl.messages import spoken, t
from coatl.terminal.compilation import ready
from coatl.terminal.forced import left_to_type
from coatl.terminal.hints import sentence_text
from coatl.terminal.presenter import presenter_of
from coatl.terminal.reports import as_json
from coatl.terminal.screen import Screen
from coatl.terminal.seats import bot_sentence, shown_name, spec_of
from coatl.terminal.theme import console
from coatl.terminal.wording import styled

ADVISER = "priest"
MOST_OPTIONS = 6  # that are shown
STEPS = 6  # of the main line


def bots(plain: bool) -> None:
    """Lists the bots of the registry, the weakest first."""
    if plain:
        as_json([bot_data(name) for name in known_bots()])
        return
    table = Table.grid(padding=(0, 2))
    for title in (t("terminal.bot"), t("terminal.bot_level"), t("terminal.bot_limit")):
        table.add_column(Text(title, "heading"), no_wrap=True)
    table.add_column()
    table.show_header = True
    for name, kind in known_bots().items():
        style = "typed" if name in LEVELS else "quiet"
        limit = "" if kind.limit == Limit() else in_words(kind.limit)
        table.add_row(Text(name, style), str(kind.level), limit, bot_sentence(name))
    command = "coatl play board --bot novice"
    footer = t("terminal.bots_more", forms=", ".join(FORMS), levels=", ".join(LEVELS), command=command)
    console().print(table, "", Text(footer, "quiet"), sep="\n")


def bot_data(name: str) -> dict[str, Any]:
    """A bot of the registry as plain data."""
    kind = known_bots()[name]
    limit = None if kind.limit == Limit() else str(kind.limit)
    people = name in LEVELS
    return {
        "name": name,
        "title": kind.title,
        "level": kind.level,
        "limit": limit,
        "people": people,
        "sentence": kind.sentence,
    }


def in_words(limit: Limit) -> str:
    """A limit for people: `1s`, `300 games`."""
    return t("terminal.bot_games", n=limit.simulations) if limit.simulations is not None else str(limit)


# ---------------------------------------------------------------- advice


def advice(screen: Screen, game: Game, seat: int, spec: str) -> RenderableType:
    """What a bot would do in the place of a seat, and why; it sees what the seat sees.

    :raises CoatlError: if there is no such bot, or it fails.
    """
    adviser, view = entrant(spec_of(spec) or spec), game.view(seat)
    with closing(adviser.make(game.rules)) as bot:
        ready(game.rules, [bot])
        with screen.thinking(shown_name(adviser.title)):
            rng = rng_of(f"advice {len(game.entries)}")
            thought = advise(bot, view, view.legal, bot.limit, rng)
            states = game.rules.determinise(view, rng)
            line = up_to_reveal(game.rules, states, thought.line or (thought.choice,))
            outlook = outlook_behind(game.rules, view, seat, line, rng)
    thought = replace(thought, line=tuple(left_to_type(game, thought.line)))
    thought = in_points(with_cards(thought, presenter_of(game).lying(view)), outlook, bot.point())
    return advice_page(shown_name(adviser.title), thought, outlook)


def in_points(thought: Thought, outlook: Outlook, point: float) -> Thought:
    """The thought with the margin to expect as the value of each option; `point` is one in the bot's own measure."""
    best = max((option.value for option in thought.options), default=0.0)
    options = (replace(one, value=outlook.margin - (best - one.value) / point) for one in thought.options)
    return replace(thought, options=tuple(options))


def with_cards(thought: Thought, lying: Mapping[str, str]) -> Thought:
    """The thought with the card behind each place that an action names: `choose row4 (K5)`."""

    def named(action: str) -> str:
        cards = [lying[word] for word in action.split() if lying.get(word)]
        return f"{action} ({cards[0]})" if cards else action

    options = tuple(replace(option, action=named(option.action)) for option in thought.options)
    line = (*map(named, thought.line[:1]), *thought.line[1:])  # what lies there later is not known
    return replace(thought, choice=named(thought.choice), options=options, line=line)


def advice_page(title: str, thought: Thought, outlook: Outlook) -> RenderableType:
    """The choice, what to expect of it, the options that were weighed and the line that is expected."""
    lines: list[RenderableType] = [
        styled("terminal.advice", name=(title, "name"), action=(thought.choice, "typed")),
        sentence_text(outlook_sentence(outlook)),
    ]
    if thought.line[1:]:
        steps = [*thought.line[:STEPS], *["…"] * (len(thought.line) > STEPS)]
        lines.append(Text.assemble((f"{t('terminal.main_line')}  ", "quiet"), ", ".join(steps)))
    if len(thought.options) > 1:
        lines.append(options_table(thought))
    if thought.simulations:
        lines.append(Text(t("terminal.simulated", n=thought.simulations), "quiet"))
    return Group(*lines)


def options_table(thought: Thought) -> Table:
    """The best options with the margins to expect."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="typed")
    table.add_column(justify="right", style="points")
    table.add_column(style="quiet")
    best, number = thought.options[0].value, spoken().number
    for option in thought.options[:MOST_OPTIONS]:
        less = best - option.value
        words = t("terminal.as_good") if less < 0.005 else t("terminal.less", points=number(less, 2))
        tried = f", {t('terminal.tried', n=option.tries)}" if option.tries > 1 else ""
        table.add_row(option.action, f"{'+' * (option.value > 0)}{number(option.value, 2)}", words + tried)
    rest = len(thought.options) - MOST_OPTIONS
    if rest > 0:
        table.add_row("", "", t("terminal.more_options", n=rest))
    return table
