"""What happens around the game, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table as Grid
from rich.text import Text

WORDS = {  # {name} is who sits at the seat
    "joined": "{name} has come.",
    "sat": "{name} sits down at seat {seat}.",
    "left": "{name} has left; a bot may stand in.",
    "seat": "Seat {seat} is {to} now.",
    "started": "The game begins.",
    "asked_back": "{name} asks to go back to an earlier turn: yes, or no?",
    "went_back": "The game goes back.",
    "replaced": "A bot ({bot}) plays for {name}.",
    "returned": "{name} plays on.",
    "timed_out": "The time of {name} is up.",
    "paused": "The server was away; no clock has run.",
    "closed": "The table is closed.",
    "lost": "The line is lost. Trying to come back …",
    "back": "The line is back.",
}


def in_words(kind: str, data: Mapping[str, Any], names: Sequence[str]) -> Text | None:
    """What happened around the game; None if nobody needs to read it."""
    seat = data.get("seat")
    name = data.get("name") or (names[seat - 1] if seat else "A spectator")
    if kind == "chat":
        return Text.assemble((f"{name}: ", "name"), str(data["text"]))
    if kind == "reaction":
        return Text.assemble((f"{name}: ", "name"), (str(data["reaction"]).replace("-", " "), "quiet"))
    if kind == "answered_back":
        return Text(f"{name} {'agrees' if data['yes'] else 'does not agree'} to go back.", "quiet")
    if kind == "rematch":
        return Text("Somebody wants one more game: rematch?" if not data.get("table") else "One more game!", "quiet")
    if kind == "silenced":
        return Text(f"{name} may {'not ' * bool(data['on'])}talk.", "quiet")
    if kind not in WORDS:
        return None
    words = {"seat": seat, "to": data.get("to"), "bot": data.get("bot"), "name": name}
    return Text(WORDS[kind].format(**words), "alarm" if kind in ("lost", "closed") else "quiet")


def seats_page(info: Mapping[str, Any], own: Sequence[int], online: Sequence[int]) -> Grid:
    """Who sits where, and who is there."""
    grid = Grid.grid(padding=(0, 2))
    for seat in info["seats"]:
        grid.add_row(Text(str(seat["seat"]), "quiet"), *seat_words(seat, own, online))
    return grid


def seat_words(seat: Mapping[str, Any], own: Sequence[int], online: Sequence[int]) -> tuple[Text, Text]:
    """The name at a seat, and what is to be said of it."""
    if seat["kind"] in ("open", "invited"):
        return Text("—"), Text("open" if seat["kind"] == "open" else "waits for its invitation", "quiet")
    remarks = ["you"] if seat["seat"] in own else []
    if seat["stand_in"]:
        remarks.append(f"a bot plays ({seat['stand_in']})")
    elif seat["kind"] != "person":
        remarks.append("bot" if seat["kind"] == "bot" else "automaton")
    elif seat["seat"] not in [*online, *own]:
        remarks.append("away")
    if seat["host"]:
        remarks.append("host")
    return Text(seat["name"], "name"), Text(", ".join(remarks), "quiet")


def lobby_lines(tables: Sequence[Mapping[str, Any]], server: str) -> list[Text]:
    """Public tables with an open seat, each with the link to join it."""
    lines = []
    for table in tables:
        people = ", ".join(seat["name"] or "—" for seat in table["seats"])
        clock = "" if table["clock"] is None else f", {table['clock']['move']:g} s a turn"
        lines.append(Text.assemble((f"{table['game']} game", "name"), f"  {people}{clock}"))
        lines.append(Text(f"    {server}/t/{table['id']}", "typed"))
    return lines or [Text("No public table has an open seat now.")]
