"""The rules page as data: sections with blocks of marked text, so that a page can draw and search it.

The source is `rules.md`, and `rules.LL.md` for another language; what comes out is text, never HTML.
"""

import re
from functools import cache
from importlib.resources import files
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from coatl.version import RULES_VERSION

NUMBER = re.compile(r"(\d+(?:\.\d+)?)\.? ")
LETTER = re.compile(r"([A-Z])\. ")
RULING = re.compile(r"\w+ (R\d+)\.")
MARKS = {"strong": "strong", "em": "em", "code_inline": "code", "text": "", "softbreak": ""}
Block = dict[str, Any]


@cache
def rules_page(language: str = "en") -> Block:
    """All sections in their order; in English where there is no page in that language."""
    page = files("coatl").joinpath(f"rules.{language}.md")
    if language == "en" or not page.is_file():
        return {"rules": RULES_VERSION, "language": "en", "sections": named(sections("rules.md"))}
    english = rules_page()["sections"]
    told = [{"id": twin["id"], **one} for one, twin in zip(sections(page.name), english, strict=True)]
    return {"rules": RULES_VERSION, "language": language, "sections": told}


def sections(name: str) -> list[Block]:
    """A page, cut at its headings."""
    text = files("coatl").joinpath(name).read_text(encoding="utf-8")
    found: list[Block] = []
    for node in SyntaxTreeNode(MarkdownIt("commonmark").enable("table").parse(text)).children:
        if node.type == "heading":
            found.append({"depth": int(node.tag[1]), "title": plain(node), "blocks": []})
        else:
            found[-1]["blocks"].append(block(node))
    return found


def named(found: list[Block]) -> list[Block]:
    """With the names that links use. All languages have those of the English page, so that a link fits all."""
    told: list[Block] = []
    parent = ""
    for section in found:
        name = name_of(section["title"], parent)
        parent = name if section["depth"] <= 3 else parent
        told.append({"id": name, **section})
    return told


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


def spans(node: SyntaxTreeNode, mark: str = "") -> list[Block]:
    """Text and how it is marked."""
    found: list[Block] = []
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


def joined(found: list[Block]) -> list[Block]:
    """Neighbours with the same mark are one."""
    whole: list[Block] = []
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


def paragraph(text: list[Block]) -> Block:
    """A ruling begins with its name, which links point at."""
    ruling = RULING.fullmatch(text[0]["text"]) if text and text[0]["mark"] == "strong" else None
    if ruling is None:
        return {"kind": "text", "spans": text}
    rest = [{**text[1], "text": text[1]["text"].lstrip()}, *text[2:]]
    return {"kind": "ruling", "id": ruling[1], "spans": rest}
