"""The rules page as data: sections with blocks of marked text, so that a page can draw and search it.

The source is `rules.md` in the folder of the language (`coatl.messages`); what comes out is text, never HTML.
"""

import re
from functools import cache
from typing import Annotated, Final, Literal

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from pydantic import Field
from typing_extensions import TypedDict

from coatl.messages import ENGLISH, rules_text
from coatl.version import RULES_VERSION

NUMBER = re.compile(r"(\d+(?:\.\d+)?)\.? ")
LETTER = re.compile(r"([A-Z])\. ")
RULING = re.compile(r"\w+ (R\d+)\.")
Mark = Literal["", "strong", "em", "code"]
MARKS: Final[dict[str, Mark]] = {"strong": "strong", "em": "em", "code_inline": "code", "text": "", "softbreak": ""}


class Span(TypedDict):
    """Text and how it is marked."""

    text: str
    mark: Mark


class TextBlock(TypedDict):
    """A paragraph."""

    kind: Literal["text"]
    spans: list[Span]


class RulingBlock(TypedDict):
    """A ruling, which links point at."""

    kind: Literal["ruling"]
    id: str
    spans: list[Span]


class ListBlock(TypedDict):
    """A list; each item has blocks."""

    kind: Literal["list"]
    ordered: bool
    items: list[list["Block"]]


class TableBlock(TypedDict):
    """A table."""

    kind: Literal["table"]
    head: list[list[Span]]
    rows: list[list[list[Span]]]


class CodeBlock(TypedDict):
    """A program's lines."""

    kind: Literal["code"]
    text: str


Block = Annotated[TextBlock | RulingBlock | ListBlock | TableBlock | CodeBlock, Field(discriminator="kind")]


class Section(TypedDict):
    """A section of the rules: its number or name for links, and its blocks."""

    id: str
    depth: int
    title: str
    blocks: list[Block]


class RulesPage(TypedDict):
    """All rules, rulings and reconstructions."""

    rules: int
    language: str
    sections: list[Section]


@cache
def rules_page(language: str = ENGLISH) -> RulesPage:
    """All sections in their order; in English where there is no page in that language."""
    told, text = rules_text(language)
    if told == ENGLISH:
        return {"rules": RULES_VERSION, "language": told, "sections": named(sections(text))}
    found = zip(sections(text), rules_page()["sections"], strict=True)
    return {"rules": RULES_VERSION, "language": told, "sections": [one | {"id": twin["id"]} for one, twin in found]}


def sections(text: str) -> list[Section]:
    """A page, cut at its headings."""
    found: list[Section] = []
    for node in SyntaxTreeNode(MarkdownIt("commonmark").enable("table").parse(text)).children:
        if node.type == "heading":
            found.append({"id": "", "depth": int(node.tag[1]), "title": plain(node), "blocks": []})
        else:
            found[-1]["blocks"].append(block(node))
    return found


def named(found: list[Section]) -> list[Section]:
    """With the names that links use. All languages have those of the English page, so that a link fits all."""
    links: list[Section] = []
    parent = ""
    for section in found:
        name = name_of(section["title"], parent)
        parent = name if section["depth"] <= 3 else parent
        links.append(section | {"id": name})
    return links


def name_of(title: str, parent: str) -> str:
    """How a link names a section.

    >>> name_of("4.2 A turn", "4"), name_of("C. Assemble", "4.2"), name_of("Sacrifice tokens", "4.2")
    ('4.2', '4.2C', '4.2-sacrifice-tokens')
    """
    if number := NUMBER.match(title):
        return number[1]
    if letter := LETTER.match(title):
        return f"{parent}{letter[1]}"
    words = "-".join(re.findall(r"[a-z]+", title.lower()))
    return f"{parent}-{words}" if parent else words


def plain(node: SyntaxTreeNode) -> str:
    """All text of a node."""
    return "".join(span["text"] for span in spans(node))


def spans(node: SyntaxTreeNode, mark: Mark = "") -> list[Span]:
    """Text and how it is marked."""
    found: list[Span] = []
    for child in node.children:
        if child.type == "inline" or MARKS.get(child.type):
            if child.type == "code_inline":
                found.append({"text": child.content, "mark": "code"})
            else:
                found += spans(child, MARKS.get(child.type, mark) or mark)
        elif child.type in MARKS:
            found.append({"text": " " if child.type == "softbreak" else child.content, "mark": mark})
        else:
            raise ValueError(f"the rules page has no place for {child.type}")
    return joined(found)


def joined(found: list[Span]) -> list[Span]:
    """Neighbours with the same mark are one."""
    whole: list[Span] = []
    for span in (span for span in found if span["text"]):
        if whole and whole[-1]["mark"] == span["mark"] != "code":
            whole[-1] = {"text": whole[-1]["text"] + span["text"], "mark": span["mark"]}
        else:
            whole.append(span)
    return whole


def block(node: SyntaxTreeNode) -> Block:
    """A paragraph, a ruling, a list, a table or a program's lines."""
    if node.type == "paragraph":
        return paragraph(spans(node))
    if node.type in ("bullet_list", "ordered_list"):
        items = [[block(child) for child in item.children] for item in node.children]
        return {"kind": "list", "ordered": node.type == "ordered_list", "items": items}
    if node.type == "table":
        rows = [[spans(cell) for cell in row.children] for part in node.children for row in part.children]
        return {"kind": "table", "head": rows[0], "rows": rows[1:]}
    if node.type == "fence":
        return {"kind": "code", "text": node.content.rstrip()}
    raise ValueError(f"the rules page has no place for {node.type}")


def paragraph(text: list[Span]) -> TextBlock | RulingBlock:
    """A ruling begins with its name, which links point at."""
    ruling = RULING.fullmatch(text[0]["text"]) if text and text[0]["mark"] == "strong" else None
    if ruling is None:
        return {"kind": "text", "spans": text}
    rest: list[Span] = [{"text": text[1]["text"].lstrip(), "mark": text[1]["mark"]}, *text[2:]]
    return {"kind": "ruling", "id": ruling[1], "spans": rest}
