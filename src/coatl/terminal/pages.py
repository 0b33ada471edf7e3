"""The rules page, whole or a section of it."""

import re
from importlib.resources import files

from rich.markdown import Markdown

from coatl.engine.errors import CoatlError

HEADING = re.compile(r"^(#+) (.+)$", re.M)
RULING = re.compile(r"R\d{1,2}", re.I)


def rules_page(wanted: str = "") -> Markdown:
    """All rules, a section by its number or its words ("4.2", "finishing"), or a ruling ("R6")."""
    return Markdown(excerpt(rules_text(), wanted.strip()) if wanted.strip() else rules_text())


def rules_text() -> str:
    """The page as it is written."""
    return files("coatl").joinpath("rules.md").read_text(encoding="utf-8")


def contents() -> Markdown:
    """The headings of the page."""
    lines = [f"{'  ' * (len(marks) - 2)}- {title}" for marks, title in HEADING.findall(rules_text()) if len(marks) > 1]
    return Markdown("\n".join(lines))


def excerpt(text: str, wanted: str) -> str:
    """The part of the page that is asked for."""
    if RULING.fullmatch(wanted):
        for paragraph in text.split("\n\n"):
            if paragraph.lower().startswith(f"**ruling {wanted.lower()}.**"):
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
