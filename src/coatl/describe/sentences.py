"""Which message says a fact, and with what: for whoever speaks Python; the pages choose among the same messages.

A sentence names its message and fills its holes with texts, numbers and bits: names, cards and pieces, which the
terminal draws and `in_english` writes out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from coatl.describe.actions import Action, read
from coatl.describe.automata import Step
from coatl.describe.effects import Effects
from coatl.engine.record import UNDO, Entry
from coatl.engine.redaction import HIDDEN
from coatl.messages import Translator


@dataclass(frozen=True)
class Name:
    """Of the player on a seat."""

    seat: int


@dataclass(frozen=True)
class Card:
    """A prophecy or a temple."""

    name: str


@dataclass(frozen=True)
class Pieces:
    """Pieces, or a feather, by their colours."""

    colours: str
    piece: str = "body"
    shaped: bool = False  # the sentence itself does not say that it is a head or a tail
    spelled: bool = False  # as words, inside a reason


Bit = Name | Card | Pieces
Value = str | float | Bit


@dataclass(frozen=True)
class Sentence:
    """A message and what fills its holes."""

    key: str
    values: Mapping[str, Value] = field(default_factory=dict)


def pieces(action: Action, shaped: bool = False) -> Pieces:
    return Pieces(action.colours or "", action.piece or "body", shaped)


# ---------------------------------------------------------------- actions of the board game

Writer = Callable[[Action, Entry, Effects], Sentence | None]


def keep(action: Action, entry: Entry, found: Effects) -> Sentence | None:
    return None if action.card == HIDDEN else Sentence("log.keep", {"card": Card(str(action.card))})


def discard(action: Action, entry: Entry, found: Effects) -> Sentence:
    if action.card == HIDDEN:
        return Sentence("log.discard_hidden")
    return Sentence("log.discard", {"card": Card(str(action.card))})


def take(action: Action, entry: Entry, found: Effects) -> Sentence:
    cell = f"{action.place}{action.number}"
    if found.what is None:
        return Sentence("log.take_cell", {"cell": cell})
    return Sentence("log.take", {"pieces": Pieces(found.what, action.piece or "body"), "cell": cell})


def choose(action: Action, entry: Entry, found: Effects) -> Sentence:
    if action.place == "deck":
        drawn = entry.outcomes[0] if entry.outcomes else HIDDEN
        return Sentence("log.draw_hidden") if drawn == HIDDEN else Sentence("log.draw", {"card": Card(drawn)})
    if found.what is None:
        return Sentence("log.choose_place", {"n": action.number or 0})
    return Sentence("log.choose", {"card": Card(found.what)})


def start(action: Action, entry: Entry, found: Effects) -> Sentence:
    piece = pieces(action, shaped=True)
    if found.coatl is None:
        return Sentence("log.start_some", {"piece": piece})
    return Sentence("log.start", {"piece": piece, "coatl": found.coatl})


def extend(action: Action, entry: Entry, found: Effects) -> Sentence:
    end = action.piece if action.piece in ("head", "tail") else action.side
    return Sentence(f"log.extend_{end}", {"piece": pieces(action), "coatl": action.coatl or 0})


def lay(action: Action, entry: Entry, found: Effects) -> Sentence:
    return Sentence("log.fulfil_board", {"card": Card(str(action.card)), "coatl": action.coatl or 0})


def temple(action: Action, entry: Entry, found: Effects) -> Sentence:
    card = found.what or action.card
    if card is None:
        return Sentence("log.temple_pile", {"n": action.number or 0})
    return Sentence("log.temple", {"card": Card(card)})


def pick(action: Action, entry: Entry, found: Effects) -> Sentence:
    return Sentence("log.pick", {"piece": pieces(action, shaped=True)})


def priest(action: Action, entry: Entry, found: Effects) -> Sentence:
    if found.what is None:
        return Sentence("log.priest_pile", {"n": action.number or 0})
    return Sentence("log.priest", {"card": Card(found.what)})


def rob(action: Action, entry: Entry, found: Effects) -> Sentence:
    return Sentence("log.steal_gold", {"other": Name(action.seat or 0), "pieces": pieces(action)})


def done(action: Action, entry: Entry, found: Effects) -> Sentence | None:
    return Sentence(f"log.done_{found.pending}") if found.pending in ("keep", "finish") else None


def plainly(key: str) -> Writer:
    """A sentence that needs nothing but the name."""
    return lambda action, entry, found: Sentence(key)


# ---------------------------------------------------------------- actions of the card game


def place_feather(action: Action, entry: Entry, found: Effects) -> Sentence:
    return Sentence(f"log.{action.verb}_{action.side or 'feather'}", {"pieces": pieces(action)})


def reveal(action: Action, entry: Entry, found: Effects) -> Sentence:
    shown = found.revealed or next((one.upper() for one in entry.outcomes if one != HIDDEN), None)
    if shown is None:
        return Sentence("log.discard_feather", {"pieces": pieces(action)})
    return Sentence("log.reveal", {"pieces": pieces(action), "shown": Pieces(shown, "feather")})


def gain(action: Action, entry: Entry, found: Effects) -> Sentence:
    card = Card(str(action.card))
    if found.level is None:
        return Sentence(f"log.{action.verb}", {"card": card})
    return Sentence(f"log.{action.verb}_to", {"card": card, "n": found.level})


def steal(action: Action, entry: Entry, found: Effects) -> Sentence:
    card = Card(str(action.card))
    if found.victim is None:
        return Sentence("log.steal", {"card": card})
    values: dict[str, Value] = {"card": card, "other": Name(found.victim)}
    if found.level is None:
        return Sentence("log.steal_from", values)
    return Sentence("log.steal_from_to", {**values, "n": found.level})


def end_piece(action: Action, entry: Entry, found: Effects) -> Sentence:
    return Sentence(f"log.{action.verb}", {"piece": pieces(action)})


def end_turn(action: Action, entry: Entry, found: Effects) -> Sentence | None:
    """The feathers that were drawn; those of others are not seen."""
    seen = [Pieces(one.upper(), "feather") for one in entry.outcomes if len(one) == 2 and one.islower()]
    unseen = entry.outcomes.count(HIDDEN)
    if len(seen) == 1:
        return Sentence("log.drew_one", {"pieces": seen[0]})
    if seen:
        return Sentence("log.drew", {"pieces": seen[0], "more": seen[1]})
    if unseen:
        return Sentence("log.drew_hidden", {"n": unseen})
    return Sentence("log.pass_feather") if action.verb == "pass" else None


WRITERS: dict[str, dict[str, Writer]] = {
    "board": {
        "keep": keep,
        "discard": discard,
        "take": take,
        "choose": choose,
        "start": start,
        "extend": extend,
        "fulfil": lay,
        "temple": temple,
        "pick": pick,
        "future": plainly("log.future"),
        "priest": priest,
        "steal": rob,
        "done": done,
        "pass": plainly("log.pass"),
        "adam": plainly("log.automaton"),
        UNDO: plainly("terminal_log.undo"),
    },
    "card": {
        "start": place_feather,
        "beside": place_feather,
        "over": place_feather,
        "discard": reveal,
        "raise": gain,
        "fulfil": gain,
        "steal": steal,
        "head": end_piece,
        "tail": end_piece,
        "done": end_turn,
        "pass": end_turn,
        "carl": plainly("log.automaton"),
        UNDO: plainly("terminal_log.undo"),
    },
}


def action_sentence(game: str, entry: Entry, effects: Effects) -> Sentence | None:
    """What was played; None if there is nothing to say. An entry that was redacted tells what its reader may know."""
    action = read(game, entry.action)
    found = WRITERS[game][action.verb](action, entry, effects)
    return None if found is None else Sentence(found.key, {"name": Name(entry.seat), **found.values})


# ---------------------------------------------------------------- what came of it


def remarks(effects: Effects) -> list[Sentence]:
    """What everybody hears besides: finished coatls, losses, new cards, results, rounds, the end."""
    found = []
    if effects.closed is not None:
        found.append(Sentence("log.closed", {"coatl": effects.closed.coatl, "n": effects.closed.points}))
    for fall in effects.falls:
        card = Card(fall.card)
        lost = fall.now is None
        found.append(Sentence("log.fell_away", {"card": card}) if lost else fallen(card, fall.now or 0))
    if effects.refilled:
        found.append(Sentence("log.refilled"))
    found += [Sentence("log.final", {"name": Name(one.seat), "n": one.points}) for one in effects.final]
    if effects.round is not None:
        key = "log.last_round" if effects.round == effects.rounds else "log.round"
        found.append(Sentence(key, {"n": effects.round, "rounds": effects.rounds or 0}))
    if effects.ending is not None:
        found.append(Sentence(ending_key(effects.ending)))
    return found


def ending_key(ending: str) -> str:
    """The message that says how the end has begun."""
    return f"log.ending_{ending.replace('-', '_')}"


def fallen(card: Card, level: int) -> Sentence:
    return Sentence("log.fell", {"card": card, "n": level})


# ---------------------------------------------------------------- automata


def step_sentences(step: Step) -> list[Sentence]:
    """A step of ADAM (RULES 4.5) or CARL (RULES 5.5)."""
    kind, values = step["kind"], dict[str, Value]()
    if "card" in step:
        values["card"] = Card(step["card"])
    if kind == "missed":
        cards = step.get("cards", [step["card"]])
        values |= {"card": Card(", ".join(cards)), "n": len(cards)}
    if "cell" in step:
        values["cell"] = step["cell"]
    if "colour" in step:
        values |= {"piece": Pieces(step["colour"], spelled=True), "n": len(step["colour"])}
    if "feather" in step:
        values["feather"] = Pieces(step["feather"], "feather")
    if "level" in step:
        values["n"] = step["level"]
    key = f"log.{'adam' if kind in ADAM else 'carl'}_{kind}{form_of(step)}"
    found = [Sentence(key, values | named_values(step))]
    return [*found, Sentence("log.protected")] if step.get("protected") else found


ADAM = ("found", "missed", "placed", "wasted", "discarded", "played", "moved", "spent", "drew")


def form_of(step: Step) -> str:
    """CARL prefers cards with a favourite colour; the reason is given."""
    if step["kind"] in ("raised", "stolen", "fulfilled"):
        return "_favourite" if step["favourite"] else "_any"
    return "_none" if step["kind"] == "favourites" and "feather" not in step else ""


def named_values(step: Step) -> dict[str, Value]:
    """Values that are messages themselves."""
    return {name: f"@log.{name}_{step[name]}" for name in ("god", "action") if name in step}


# ---------------------------------------------------------------- written out


def written(sentence: Sentence, t: Translator, bit: Callable[[Bit], str]) -> str:
    """A sentence in a language; `bit` writes names, cards and pieces."""
    values: dict[str, Any] = {}
    for name, value in sentence.values.items():
        if isinstance(value, str) and value.startswith("@"):
            values[name] = t(value[1:])
        else:
            values[name] = value if isinstance(value, (str, int, float)) else bit(value)
    return capital(t(sentence.key, **values))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def colour_words(bit: Pieces, t: Translator) -> str:
    """Pieces by the names of their colours; heads and tails as such where the sentence does not say it."""
    if bit.shaped and bit.piece in ("head", "tail"):
        return " + ".join(t(f"board.piece_{bit.piece}", colour=t(f"board.colour_{one}")) for one in bit.colours)
    return " + ".join(t(f"log.colour_{'gold' if one == '*' else one}") for one in bit.colours)


def in_english(step: Step) -> str:
    """A step of an automaton for those who do not word it themselves."""
    english = Translator()

    def bit(one: Bit) -> str:
        return colour_words(one, english) if isinstance(one, Pieces) else getattr(one, "name", "")

    return " ".join(written(sentence, english, bit) for sentence in step_sentences(step))
