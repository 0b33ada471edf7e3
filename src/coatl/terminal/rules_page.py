"""The rules page, whole or a section of it."""

import re

from rich.markdown import Markdown

from coatl.engine.errors import CoatlError
from coatl.messages import rules_text, spoken

HEADING = re.compile(r"^(#+) (.+)$", re.M)
RULING = re.compile(r"R\d{1,2}", re.I)
RULING_PARAGRAPH = re.compile(r"\*\*\w+ (R\d+)\.\*\*")


def rules_page(wanted: str = "") -> Markdown:
    """All rules, a section by its number or its words ("4.2", "finishing"), or a ruling ("R6")."""
    return Markdown(excerpt(page_text(), wanted.strip()) if wanted.strip() else page_text())


def page_text() -> str:
    """The page as it is written, in the language that is spoken; in English where there is none."""
    return rules_text(spoken().language)[1]


def contents() -> Markdown:
    """The headings of the page."""
    lines = [f"{'  ' * (len(marks) - 2)}- {title}" for marks, title in HEADING.findall(page_text()) if len(marks) > 1]
    return Markdown("\n".join(lines))


def excerpt(text: str, wanted: str) -> str:
    """The part of the page that is asked for."""
    if RULING.fullmatch(wanted):
        for paragraph in text.split("\n\n"):
            begins = RULING_PARAGRAPH.match(paragraph)
            if begins and begins[1] == wanted.upper():
                return paragraph
    headings = list(HEADING.finditer(text))
    for place, heading in enumerate(headings):
        if is_meant(wanted.lower(), heading[2].lower()):
            deeper = (later for later in headings[place + 1 :] if len(later[1]) <= len(heading[1]))
            end = next(deeper, None)
            return text[heading.start() : end.start() if end else len(text)]
    titles = [heading[2] for heading in headings if len(heading[1]) == 2]
    raise CoatlError("rules.section", f"There is no section {wanted[:40]!r} in the rules.", [*titles, "R1 …"])


def is_meant(wanted: str, title: str) -> bool:
    """Whether a heading is meant by its number, or by words that it holds."""
    number = re.match(r"[\d.]+[a-z]?|[a-c]\.", title)
    if number and number[0].rstrip(".") == wanted.rstrip("."):
        return True
    return len(wanted) > 2 and wanted in title
