"""What the fuzz tests throw at the parsers, and what they expect back."""

import re
from collections.abc import Callable
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from coatl.engine.errors import CoatlError
from tests.effort import times

CODE = re.compile(r"[a-z_]+(\.[a-z_]+)+")


def examples(compiled: int, plain: int) -> settings:
    """Always the same examples, so that a failure is one of the change and not of the day."""
    return settings(max_examples=times(compiled, plain), deadline=None, derandomize=True, database=None)


def refusal(attempt: Callable[[], Any]) -> CoatlError | None:
    """The error of an attempt, which may only be a CoatlError with a stable code; None if it succeeds."""
    try:
        attempt()
    except CoatlError as error:
        caught = error
    else:
        return None
    assert CODE.fullmatch(caught.code), caught.code
    assert f"[{caught.code}]" in str(caught)
    assert len(caught.message) < 2_000
    return caught


SIGNS = ' \t\n[]{}()">:;,.-_?*^+0123456789RGBYKrgbykT\x00\u2028\x85éß٣'
ODD_TEXT = st.one_of(st.text(max_size=40), st.text(SIGNS, max_size=60))
NUMBERS = st.one_of(st.integers(-3, 12), st.integers(), st.floats(), st.booleans())
JSON = st.recursive(
    st.one_of(st.none(), NUMBERS, ODD_TEXT),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(ODD_TEXT, inner, max_size=4)),
    max_leaves=8,
)
