"""What happens around the game, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table as Grid
from rich.text import Text

from coatl.messages import t
from coatl.terminal.seats import shown_name

MESSAGES = {  # by the kind of event; {name} is who sits at the seat
    "joined": "table.event_joined",
    "sat": "table.event_joined",
    "left": "table.event_left",
    "removed": "table.event_removed",
    "resigned": "table.event_resigned",
    "started": "table.event_started",
    "asked_back": "terminal_remote.asks_back",
    "went_back": "table.event_went_back",
    "replaced": "table.event_replaced",
    "returned": "table.event_returned",
    "timed_out": "table.event_timed_out",
    "paused": "terminal_remote.paused",
    "closed": "table.closed",
    "lost": "terminal_remote.lost",
    "waiting": "common.waiting",
    "back": "terminal_remote.back",
}


def notice(kind: str, data: Mapping[str, Any], names: Sequence[str]) -> Text | None:
    """What happened around the game, as a line to read; None if nobody needs to."""
    seat = data.get("seat")
    name = data.get("name") or (names[seat - 1] if seat else t("table.spectator"))
    if kind == "chat":
        return Text.assemble((f"{name}: ", "name"), str(data["text"]))
    if kind == "reaction":
        return Text.assemble((f"{name}: ", "name"), (t(f"table.sign_{data['reaction']}"), "quiet"))
    key = message_of(kind, data)
    if key is None:
        return None
    return Text(t(key, name=name, n=seat or 0), "alarm" if kind in ("lost", "waiting", "closed") else "quiet")


def message_of(kind: str, data: Mapping[str, Any]) -> str | None:
    """The message for a kind of event; some depend on what it holds."""
    if kind == "seat":
        return f"terminal_remote.seat_{data['to']}"
    if kind == "answered_back":
        return "terminal_remote.agrees" if data["yes"] else "table.event_refused_back"
    if kind == "rematch":
        return "terminal_remote.rematch" if data.get("table") else "terminal_remote.wants_rematch"
    if kind == "silenced":
        return f"terminal_remote.{'' if data['on'] else 'un'}silenced"
    return MESSAGES.get(kind)


def seats_page(info: Mapping[str, Any], own: Sequence[int], online: Sequence[int]) -> Grid:
    """Who sits where, and who is there."""
    grid = Grid.grid(padding=(0, 2))
    for seat in info["seats"]:
        grid.add_row(Text(str(seat["seat"]), "quiet"), *seat_words(seat, own, online))
    return grid


def seat_words(seat: Mapping[str, Any], own: Sequence[int], online: Sequence[int]) -> tuple[Text, Text]:
    """The name at a seat, and what is to be said of it."""
    if seat["kind"] in ("open", "invited"):
        return Text("—"), Text(
            t("terminal_remote.open" if seat["kind"] == "open" else "terminal_remote.waits"), "quiet"
        )
    remarks = [t("table.you")] if seat["seat"] in own else []
    if seat.get("resigned"):
        remarks.append(t("table.resigned"))
    if seat["stand_in"]:
        remarks.append(t("terminal_remote.stand_in", bot=str(seat["stand_in"])))
    elif seat["kind"] != "person":
        remarks.append(t("table.stand_in_short" if seat["kind"] == "bot" else "terminal_remote.automaton"))
    elif seat["seat"] not in [*online, *own]:
        remarks.append(t("table.away"))
    if seat["host"]:
        remarks.append(t("table.host"))
    return Text(shown_name(seat["name"]), "name"), Text(", ".join(remarks), "quiet")


def lobby_lines(tables: Sequence[Mapping[str, Any]], server: str) -> list[Text]:
    """Public tables with an open seat, each with the link to join it."""
    lines = []
    for table in tables:
        people = ", ".join(shown_name(seat["name"]) if seat["name"] else "—" for seat in table["seats"])
        clock = (
            "" if table["clock"] is None else f", {t('terminal_remote.lobby_clock', seconds=table['clock']['move'])}"
        )
        game = t(f"terminal_remote.lobby_{table['game']}")
        lines.append(Text.assemble((game, "name"), f"  {people}{clock}"))
        lines.append(Text(f"    {server}/t/{table['id']}", "typed"))
    return lines or [Text(t("terminal_remote.lobby_empty"))]
