"""The shapes of pieces, prophecies and gods, with a sign for every colour; those of the pages (web/src/lib/art).

A piece is drawn once in a picture, as a symbol, and used wherever it lies.
"""

import re
from functools import cache

from coatl.drawing.layout import INK, Box, number

STEP = 42  # from one piece of a coatl to the next
HIGH = 62
COLOURS = {"R": "#c4402c", "G": "#3c8a57", "B": "#2f6f9f", "Y": "#e2a82b", "K": "#3b3840", "*": "#f3cf5b"}
SHADES = {"R": "#8e2617", "G": "#23593a", "B": "#1b466b", "Y": "#a8741a", "K": "#1c1a20", "*": "#c8912a"}
GODS = {
    "red": COLOURS["R"],
    "green": COLOURS["G"],
    "blue": COLOURS["B"],
    "yellow": COLOURS["Y"],
    "black": COLOURS["K"],
    "pink": "#b8527f",
}
ANY = "#cdb48a"  # a place of a pattern that any colour may fill
LIGHT, DARK, ALARM = "#fff6e2", "#4a2c06", "#a8321f"

# held to those of web/src/lib/art/pieces.ts by tests/drawing/test_shapes.py
GLYPHS = {
    "R": "M12 2c1 5 6 7 6 12a6 6 0 0 1-12 0c0-3 2-4 2-7 2 1 3 2 3 4 2-2 2-5 1-9z",
    "G": "M20 3C9 3 4 9 4 16c0 2 .5 4 1 5 1-6 5-10 9-12-3 4-6 7-7 12 8 1 14-6 13-18z",
    "B": (
        "M12 1.500c4 6 7.500 9.500 7.500 14a7.500 7.500 0 0 1-15 0c0-4.500 3.500-8 7.500-14z"
        "M8.200 15a4 4 0 0 0 3.600 4.600v-2.300A2 2 0 0 1 10.300 15z"
    ),
    "Y": (
        "M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM11 1h2l.6 4h-3.200zM11 23h2l.6-4h-3.200z"
        "M1 11v2l4 .6v-3.200zM23 11v2l-4 .6v-3.200zM4.500 3.100 3.100 4.500l2.600 3 1.800-1.800z"
        "M19.500 20.900l1.400-1.400-2.600-3-1.800 1.800zM20.900 4.500l-1.400-1.400-3 2.600 1.800 1.800z"
        "M3.100 19.500l1.400 1.400 3-2.600-1.800-1.800z"
    ),
    "K": (
        "M12 1c4 4 6 9 5 15l-3 1v4a2 2 0 0 1-4 0v-4l-3-1C6 10 8 5 12 1zm0 5c-1.500 2-2 4.500-2 7.500h4"
        "c0-3-.5-5.500-2-7.500z"
    ),
    "*": "M12 1l2.700 7.300L22 9l-5.600 4.900L18.200 22 12 17.600 5.800 22l1.800-8.100L2 9l7.300-.7z",
}
OUTLINES = {
    "body": "M3 20 C9 26 9 46 3 54 L40 54 C49 46 49 26 40 20 Z",
    "head": (
        "M62 20 C69 27 69 46 62 54 L40 54 C34 60 22 62 8 57 L15 51 L6 47 C3 42 4 34 11 27 "
        "C20 17 34 15 44 17 C51 18 56 20 62 20 Z"
    ),
    "tail": "M3 20 C9 26 9 46 3 54 L22 54 C38 53 50 48 63 36 C50 26 38 21 22 20 Z",
}
PLUMES = {"body": (6, 19, 32), "head": (24, 37, 50), "tail": (6, 18, 30)}
ROOM = {"body": 48, "head": 68, "tail": 80}
SIGNS = {
    "body": "translate(14 25) scale(.96)",
    "head": "translate(36 25) scale(.92)",
    "tail": "translate(11 26) scale(.88)",
}
ADORNMENTS = {
    "body": "",
    "head": (
        "M40 20 C36 6 44 0 58 0 C54 6 54 10 57 14 C52 14 48 16 48 20 Z M52 20 C52 12 58 8 68 8 C64 13 64 16 66 20 Z"
    ),
    "tail": (
        "M48 34 C56 22 64 16 74 16 C70 24 66 32 56 38 Z M46 42 C58 44 66 52 72 60 C60 60 52 54 44 46 Z"
        "M50 38 C62 32 72 32 80 37 C72 43 62 44 50 42 Z"
    ),
}
FACE = (
    f'<circle cx="26" cy="31" r="5.5" fill="{LIGHT}" stroke="{INK}" stroke-width="1.6"/>'
    f'<circle cx="24.5" cy="31" r="2.4" fill="{INK}"/>'
    f'<path d="M6 47 L15 51 C22 51 28 49 33 46" fill="none" stroke="{INK}" stroke-width="1.6"/>'
    '<path d="M8 54 C2 55 0 58 -4 57 M2 55 C0 58 0 60 -2 62" fill="none" stroke="#c4402c" stroke-width="2"/>'
)
SCALE = "M2 3 C6 9 6 25 2 31 L23 31 C28 25 28 9 23 3 Z"
TOKEN = re.compile(r"!?(?:\[[^\]]*\]|[A-Z.=*])[+^]*")


# ---------------------------------------------------------------- pieces


@cache
def symbol(name: str) -> str:
    """A piece by the name of its symbol, `body-R`, as it is drawn once in a picture."""
    kind, _, colour = name.partition("-")
    fill, shade = COLOURS[colour], SHADES[colour]
    plumes = "".join(
        f"M{at} 24 C{at - 4} 12 {at + 2} 6 {at + 9} 3 C{at + 10} 10 {at + 11} 17 {at + 10} 24 Z" for at in PLUMES[kind]
    )
    return (
        f'<g id="coatl-{name}"><g fill="{shade}" stroke="{INK}" stroke-width="1.4" stroke-linejoin="round">'
        f'<path d="{plumes}{ADORNMENTS[kind]}"/></g>'
        f'<path d="{OUTLINES[kind]}" fill="{fill}" stroke="{INK}" stroke-width="2" stroke-linejoin="round"/>'
        f"{FACE if kind == 'head' else ''}"
        f'<g transform="{SIGNS[kind]}">{sign(colour)}</g></g>'
    )


def sign(colour: str) -> str:
    """The sign of a colour on a piece of it."""
    edge = "" if colour in "Y*" else f' stroke="{INK}" stroke-width="1" paint-order="stroke"'
    return f'<path d="{GLYPHS[colour]}" fill="{DARK if colour in "Y*" else LIGHT}"{edge}/>'


def piece(kind: str, colour: str) -> Box:
    """One piece alone."""
    name = f"{kind}-{colour}"
    return Box(ROOM[kind], HIGH, f'<use href="#coatl-{name}"/>', frozenset({name}))


def serpent(colours: str, head: bool = False, tail: bool = False, raised: tuple[int, ...] = ()) -> Box:
    """The pieces of a coatl in their order; raised ones, by their place from 0, lie on another part."""
    x, parts, names = 0, [], set()
    for place, colour in enumerate(colours):
        kind = "head" if head and place == 0 else "tail" if tail and place == len(colours) - 1 else "body"
        name = f"{kind}-{colour}"
        names.add(name)
        lift = -9 if place in raised else 0
        under = (
            f'<path d="{OUTLINES["body"]}" fill="#8f6c40" stroke="{INK}" transform="translate({x} 8)"/>' if lift else ""
        )
        parts.append(f'{under}<use href="#coatl-{name}" x="{x}" y="{lift}"/>')
        x += 59 if kind == "head" else STEP
    width = x + (ROOM["tail"] - STEP if tail else 8)
    return Box(width, HIGH + 6, f'<g transform="translate(4 2)">{"".join(reversed(parts))}</g>', frozenset(names))


# ---------------------------------------------------------------- patterns


def tokens(pattern: str) -> list[str]:
    """The tokens of a pattern.

    >>> tokens("K Y .+ [GY] !B"), tokens("G[^G]^")
    (['K', 'Y', '.+', '[GY]', '!B'], ['G', '[^G]^'])
    """
    return TOKEN.findall(pattern)


def scale(token: str) -> Box:
    """One place of a pattern: a colour, any, one of several; `!` any other, `+` one or more, `^` on another part."""
    core = token.removeprefix("!").rstrip("+^")
    absent, many, stacked = token.startswith("!"), "+" in token, token.endswith("^")
    barred = core[2] if re.fullmatch(r"\[\^[RGBYK]\]", core) else ""
    fill = COLOURS.get(core, ANY)
    parts = []
    if stacked:
        parts.append(f'<path d="{SCALE}" fill="#8f6c40" stroke="{INK}" transform="translate(3 4)"/>')
    if many:
        parts.append(f'<path d="{SCALE}" fill="{fill}" opacity=".75" stroke="{INK}" transform="translate(4 0)"/>')
    faint = ' fill-opacity=".35" stroke-dasharray="3 2"' if absent else ""
    parts.append(f'<path d="{SCALE}" fill="{fill}" stroke="{INK}" stroke-width="1.6"{faint}/>')
    if core in COLOURS:
        parts.append(f'<g transform="translate(5.5 7) scale(.78)">{sign(core)}</g>')
    elif barred:
        parts.append(f'<path d="{GLYPHS[barred]}" fill="{COLOURS[barred]}" transform="translate(6 8) scale(.72)"/>')
    elif core.startswith("["):
        parts += [either(letter, place) for place, letter in enumerate(core.strip("[]^")[:2])]
    else:
        parts.append(f'<circle cx="15" cy="17" r="3" fill="{INK}"/>')
    if absent or barred:
        parts.append(f'<path d="M4 29 L26 5" stroke="{ALARM}" stroke-width="3.6" stroke-linecap="round"/>')
    if many:
        parts.append(f'<path d="M20 22 h8 M24 18 v8" stroke="{LIGHT}" stroke-width="2.6" stroke-linecap="round"/>')
    return Box(36 if many else 30, 34, "".join(parts))


def either(colour: str, place: int) -> str:
    """One of two colours that may fill a place."""
    half = ("M2 3 C6 9 6 25 2 31 L23 3 Z", "M23 3 L2 31 L23 31 C28 25 28 9 23 3 Z")[place]
    at = ("translate(4.8 4.5)", "translate(13.6 17.5)")[place]
    return (
        f'<path d="{half}" fill="{COLOURS[colour]}" stroke="{INK}"/><g transform="{at} scale(.46)">{sign(colour)}</g>'
    )


def back(width: float, height: float) -> Box:
    """The back of a card that the viewer does not see."""
    plate = f'<rect width="{number(width)}" height="{number(height)}" rx="5" fill="#6d2d1e" stroke="{INK}"/>'
    plume = (
        f'<g transform="scale({width / 84:.3f} {height / 64:.3f})">'
        f'<path d="M20 52 C24 30 40 16 66 10 C62 34 48 50 26 52 Z" fill="#d98b1f" stroke="{INK}"/></g>'
    )
    return Box(width, height, plate + plume)
