"""Which messages say a hint: the terminal draws them, `english` writes them out; the pages choose the same ones."""

from collections.abc import Iterator, Sequence
from typing import Any

from coatl.describe.sentences import Bit, Card, Pieces, Sentence, colour_words, written
from coatl.hints.facts import Aim, CardFact, CoatlFact, Facts, Other, Outlook
from coatl.messages import Translator
from coatl.solver.facts import Change

SHOWN = 1  # decimals of points that are a mean
ENDS = ("head", "tail")


def headline(facts: Facts) -> Sentence:
    """What the line of play brings."""
    if facts.aim is not None and facts.kind == "aim":
        return aim_sentence(facts.aim)
    key = facts.kind.replace("-", "_")
    if facts.kind == "grow" and facts.points <= facts.now:
        key = "build"
    return Sentence(f"table.hint_{key}", {"n": rounded(facts.points), "now": rounded(facts.now)})


def aim_sentence(aim: Aim) -> Sentence:
    ready = not (aim.lacks or aim.head or aim.tail)
    return Sentence(f"table.hint_aim{'_ready' if ready else ''}", {"coatl": aim.coatl, "n": aim.points})


def reasons(facts: Facts) -> Iterator[Sentence]:
    """Coatl by coatl and card by card, what is still lacking, how each step changes levels, and what spoke against."""
    for made in facts.coatls:
        yield coatl_sentence(made)
        yield from (card_sentence(card) for card in facts.cards if card.coatl == made.number)
    if facts.aim is not None:
        if facts.kind == "aim":
            yield from map(card_sentence, facts.cards)
        else:
            yield aim_sentence(facts.aim)
        yield from lacking(facts.aim)
    yield from map(change_sentence, facts.changes)
    if facts.at_once is not None:
        yield Sentence("table.hint_at_once", {"n": rounded(facts.at_once)})
    if facts.outlook is not None:
        yield outlook_sentence(facts.outlook)
    if facts.games:
        yield Sentence("table.hint_games", {"n": facts.games})


def outlook_sentence(outlook: Outlook) -> Sentence:
    """By how many points the seat may expect to be ahead or behind at the end, and its chance of winning."""
    margin = rounded(outlook.margin)
    key = "even" if margin == 0 else "ahead" if margin > 0 else "behind"
    return Sentence(f"table.hint_{key}", {"n": abs(margin), "win": round(100 * outlook.win)})


def coatl_sentence(made: CoatlFact) -> Sentence:
    key = "table.hint_becomes" if made.was else "table.hint_new"
    return Sentence(key, {"was": made.was, "coatl": made.coatl, "n": made.points})


def card_sentence(card: CardFact) -> Sentence:
    return Sentence("table.hint_card", {"card": Card(card.card), "times": card.times, "n": card.points})


def lacking(aim: Aim) -> Iterator[Sentence]:
    """The pieces that the aim still asks for."""
    if aim.lacks:
        yield Sentence("table.hint_lacks", {"pieces": Pieces(aim.lacks)})
    for end, colour in zip(ENDS, (aim.head, aim.tail), strict=True):
        if colour:
            yield Sentence("table.hint_lacks", {"pieces": Pieces(colour, end, shaped=True)})


def change_sentence(change: Change) -> Sentence:
    """What one step of a turn of the card game does."""
    if change.kind == "coatl":
        return Sentence("table.hint_coatl", {"coatl": str(change.now)})
    card = {"card": Card(change.card)} if change.card else {}
    return Sentence(
        f"table.hint_{change.kind}", {**card, "was": change.was or 0, "now": change.now or 0, "n": change.points}
    )


def other_sentence(other: Other) -> Sentence:
    """How another line compares; its first step follows."""
    if other.less is None:
        return Sentence("table.hint_other", {"n": rounded(other.points or 0)})
    key = "less" if other.less >= 10**-SHOWN else "as_good"
    return Sentence(f"table.hint_{key}", {"n": rounded(other.less)})


def rounded(points: float) -> int | float:
    """Points for people: whole ones without a fraction."""
    near = round(points, SHOWN)
    return int(near) if near == int(near) else near


def english(facts: Facts) -> dict[str, Any]:
    """A hint for those who do not word it themselves."""
    t = Translator()

    def bit(one: Bit) -> str:
        if isinstance(one, Pieces):
            return colour_words(one, t) if one.shaped else " ".join(one.colours)
        return getattr(one, "name", "")

    def said(sentence: Sentence) -> str:
        return written(sentence, t, bit)

    return {
        "headline": said(headline(facts)),
        "reasons": [said(reason) for reason in reasons(facts)],
        "others": [f"{said(other_sentence(other))} {steps(other.steps)}" for other in facts.others],
        "points": int(facts.points),
    }


def steps(line: Sequence[str]) -> str:
    """A line of play as it can be typed."""
    return ", ".join(line)
