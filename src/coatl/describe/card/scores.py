"""Why a coatl of the card game scores what it scores (RULES 3, 5.4)."""

from collections.abc import Mapping, Sequence

from coatl.card.notation import Row
from coatl.card.rules import CardRules
from coatl.card.state import PROTECTED
from coatl.card.view import PlayerView, View
from coatl.describe.card import matches
from coatl.describe.card.matches import goals_met, held, temple_ladder
from coatl.describe.reach import rung_above
from coatl.describe.reasons import ENGLISH, explained, goal_text
from coatl.describe.scores import CardPoints, Goal, Scored, SeatReport, card_named, check_once
from coatl.engine.errors import CoatlError
from coatl.game import Game

TWICE = "{card} is named twice; every card is there once."


def scored(rules: CardRules, coatl: str, cards: Sequence[str], levels: Mapping[str, int] | None = None) -> Scored:
    """Prophecies on their levels, and a temple, at a coatl as it is."""
    row, temples = Row.parse(coatl), rules.names["<temple>"]
    names = [find_card(rules, name) for name in cards]
    check_once(names, names, TWICE)
    lying = None if levels is None else held_levels(rules, levels)
    by_card = {name: prophecy(rules, name, str(row), lying) for name in names if name not in temples}
    levelled = {name: card.level for name, card in by_card.items()} if lying is None else lying
    player = PlayerView(str(row), (), tuple(levelled), tuple(levelled.values()))
    by_card |= {name: temple(rules, player, name) for name in names if name in temples}
    return Scored(str(row), row.head and row.tail, sum(card.points for card in by_card.values()), by_card)


def find_card(rules: CardRules, name: str) -> str:
    """A temple or a prophecy by its name, upper and lower case alike."""
    for known in rules.names["<temple>"]:
        if known.lower() == name.strip().lower():
            return known
    return find_prophecy(rules, name)


def find_prophecy(rules: CardRules, name: str) -> str:
    """A prophecy by its name, upper and lower case alike."""
    return card_named(rules.names["<prophecy>"], name, "prophecy")


def held_levels(rules: CardRules, levels: Mapping[str, int]) -> dict[str, int]:
    """Levels by the names of the deck."""
    found = {find_prophecy(rules, name): level for name, level in levels.items()}
    for name, level in found.items():
        if not 0 <= level <= PROTECTED:
            raise CoatlError("solve.level", f"{name} has no level {level}.", ["0", "1", "2", "3"])
    return found


# ---------------------------------------------------------------- cards


def prophecy(rules: CardRules, name: str, coatl: str, lying: Mapping[str, int] | None = None) -> CardPoints:
    """A prophecy on the level where it lies, or on the one of its count, 3 at most."""
    number, ladder = rules.names["<prophecy>"].index(name), dict(enumerate(rules.deck.levels.points))
    where = matches.where(rules, number, coatl)
    level = min(len(where), PROTECTED) if lying is None else lying.get(name, 0)
    pattern, rung = rules.deck.prophecy[number].pattern, rung_above(ladder, level)
    return explained(CardPoints(len(where), level, ladder[level], where, rung, kind="parts", pattern=pattern))


def temple(rules: CardRules, player: PlayerView, name: str) -> CardPoints:
    """The goals of a temple."""
    text = rules.deck.temple[rules.names["<temple>"].index(name)]
    goals = tuple(
        Goal(goal, met, goal_text(goal, ENGLISH, "part"))
        for goal, met in zip(text.goals, goals_met(rules, player, name), strict=True)
    )
    count, ladder = sum(goal.met for goal in goals), temple_ladder(rules, name)
    rung = rung_above(ladder, count)
    return explained(CardPoints(count, count, ladder[count], (), rung, goals, kind="temple of all"))


# ---------------------------------------------------------------- the end


def report(
    game: Game, view: View, points: Sequence[int], finals: Mapping[int, PlayerView] | None = None
) -> tuple[SeatReport, ...]:
    """Every seat as it was when its result became final."""
    rules = game.rules
    assert isinstance(rules, CardRules)
    players = {**dict(enumerate(view.players, 1)), **(followed(game) if finals is None else finals)}
    return tuple(seat_report(rules, players[seat], view.temple, own) for seat, own in enumerate(points, 1))


def seat_report(rules: CardRules, player: PlayerView, temple: str | None, points: int) -> SeatReport:
    """The levels of a player and the temple; CARL has no coatl and scores levels only."""
    levels = held(player)
    if player.coatl:
        cards = [*levels, *([temple] if temple is not None else [])]
        return SeatReport(points, (scored(rules, player.coatl, cards, levels),))
    worth = rules.deck.levels.points
    by_card = {name: CardPoints(0, level, worth[level]) for name, level in levels.items()}
    return SeatReport(points, (Scored("", False, sum(card.points for card in by_card.values()), by_card),))


def final_players(game: Game, known: Mapping[int, PlayerView]) -> dict[int, PlayerView]:
    """The seats (from 1) whose result is final, each as it was when it became so."""
    if not any(player.final for player in game.snapshot.players):
        return {}
    players = game.view("end" if game.over else None).players
    return {seat: known.get(seat, player) for seat, player in enumerate(players, 1) if player.final}


def followed(game: Game) -> dict[int, PlayerView]:
    """The same for a game that nobody has watched: it is played again."""
    found: dict[int, PlayerView] = {}
    for moment in Game.steps(game.record()):
        found = final_players(moment, found)
    return found
