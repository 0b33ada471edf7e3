"""From a request to the first event of a table: seats, secrets, and the rules that are checked on the way."""

import secrets
from dataclasses import dataclass
from typing import Any

import orjson

from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.server.policies import NO_POLICIES, Policies
from coatl.server.requests import NewTable, SeatRequest
from coatl.server.tables.events import ClockSetting, Created, Newcomer
from coatl.server.tables.people import Seat, hashed, identity_of
from coatl.server.tables.seats import title
from coatl.server.tables.state import options_of, rules_from
from coatl.server.tables.table import table_id, token_for
from coatl.version import RULES_VERSION


@dataclass(frozen=True)
class PreparedTable:
    """A table that can be made, and the secrets that go back to the host."""

    table: str
    token: str
    invites: dict[str, str]
    data: Created


def prepare_table(wish: NewTable, policies: Policies = NO_POLICIES) -> PreparedTable:
    """Checks a request; a key always leads to the same table, token and invitations.

    :raises CoatlError: for options, a deck, seats or bots that cannot be.
    """
    key = wish.key or secrets.token_hex(32)
    table = table_id(key)
    options = dict(wish.options)
    if wish.seats is not None and not options.get("solo"):
        options.setdefault("players", len(wish.seats))
    rules = rules_from(plain(wish.game, options, wish.deck))
    wishes = seat_wishes(wish, rules)
    for seat in wishes:
        policies.check(seat.bot, rules)
    invites = {
        str(number): token_for(table, f"invitation {number} {key}")
        for number, seat in enumerate(wishes, 1)
        if seat.kind == "invited"
    }
    token = token_for(table, key)
    identity = None if wish.identity is None else identity_of(wish.identity)
    seats = [seat_for(seat, invites.get(str(number)), wish.name, rules) for number, seat in enumerate(wishes, 1)]
    data = Created(
        game=wish.game,
        options=options_of(rules),
        deck=wish.deck,
        public=wish.public,
        clock=None if wish.clock is None else ClockSetting(**wish.clock.model_dump()),
        hints=wish.hints,
        spectators=wish.spectators,
        spectators_chat=wish.spectators_chat,
        people=[Newcomer(host_name(wishes, wish.name), hashed(token), identity)],
        seats=seats,
        rules=RULES_VERSION,
    )
    return PreparedTable(table, token, invites, data)


def plain(*setup: Any) -> bytes:
    """What the rules are made from.

    :raises CoatlError: for a deck that is no plain data: half letters, endless numbers, lists in lists in lists.
    """
    try:
        return orjson.dumps(setup, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError:
        raise CoatlError("deck.broken", "The deck holds something that no deck has.") from None


def seat_wishes(wish: NewTable, rules: Rules) -> list[SeatRequest]:
    """The seats of the table, the automaton's last; its number is checked."""
    players = int(rules.options["players"])
    usual = [SeatRequest(kind="me"), *[SeatRequest(kind="open")] * (players - 1)]
    wishes = usual if wish.seats is None else list(wish.seats)
    if rules.options["solo"] and (not wishes or wishes[-1].kind != "automaton"):
        wishes.append(SeatRequest(kind="automaton"))
    kinds = [seat.kind for seat in wishes]
    if len(wishes) != rules.seats or kinds.count("automaton") != rules.seats - players:
        message = f"This table has {players} seats for people and bots, not {len(wishes)}."
        raise CoatlError("seats.number", message, [str(players)])
    return wishes


def host_name(wishes: list[SeatRequest], name: str) -> str:
    """The host is called as on the own first seat."""
    return next((seat.name for seat in wishes if seat.kind == "me" and seat.name), name)


def seat_for(wish: SeatRequest, invite: str | None, name: str, rules: Rules) -> Seat:
    """The seat as it is at the beginning."""
    if wish.kind == "me":
        return Seat("person", wish.name or name, person=1)
    if wish.kind == "bot":
        return Seat("bot", wish.name or title(wish.bot), bot=wish.bot)
    if wish.kind == "automaton":
        return Seat("automaton", rules.automaton or "")
    return Seat(wish.kind, invite=None if invite is None else hashed(invite))
