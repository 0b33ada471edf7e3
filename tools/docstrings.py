"""An extension of griffe: the examples in docstrings become blocks of code, where Markdown would see quotations."""

import re
from collections.abc import Iterator
from typing import Any

import griffe

EXAMPLE = re.compile(r"(?:^|\n)(>>> .*?)(?=\n\s*\n(?!>>>)|\Z)", re.S)


class Examples(griffe.Extension):
    """Fences whatever begins with `>>>`, to the next empty line."""

    def on_object(self, *, obj: griffe.Object, **more: Any) -> None:
        """One class, function or attribute."""
        fence(obj)

    def on_package(self, *, pkg: griffe.Module, **more: Any) -> None:
        """A package, with all its modules."""
        for module in (pkg, *below(pkg)):
            fence(module)


def below(module: griffe.Module) -> Iterator[griffe.Module]:
    """All modules inside a module."""
    for inner in module.modules.values():
        if not inner.is_alias:
            yield inner
            yield from below(inner)


def fence(obj: griffe.Object) -> None:
    """Fences the examples of one thing, once."""
    if obj.docstring is not None and "```pycon" not in obj.docstring.value:
        obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """A docstring with its examples in fences."""
    return EXAMPLE.sub(lambda found: f"\n```pycon\n{found[1].rstrip()}\n```\n", text).rstrip()
