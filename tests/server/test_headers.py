"""Headers that the server parses: whatever stands there, it answers, and never with a fault of its own."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coatl.engine.errors import CoatlError
from coatl.server.limits import Buckets, TooOften
from coatl.server.security import Guard, check_host, check_origin
from coatl.server.settings import Settings
from coatl.server.storage.store import Store

PIECES = st.sampled_from(["http://", "https://", "[", "]", "::1", ":", "localhost", "127.0.0.1", "@", "/", "%", "8000"])
TEXT = st.lists(PIECES | st.characters(max_codepoint=255).map(str), max_size=8).map("".join)
PARSED = ["origin", "host", "content-length", "authorization", "x-forwarded-for", "accept-language", "range", "cookie"]


def scope(path: str = "/api/info", method: str = "POST", **headers: str) -> dict[str, Any]:
    """A request with these headers."""
    pairs = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
    return {"type": "http", "method": method, "path": path, "headers": pairs, "client": ("127.0.0.1", 1)}


@pytest.mark.parametrize("origin", ["http://[::1", "http://[", "null", "http://]", "//", "http://[::1]@localhost"])
def test_an_origin_that_is_no_address_is_a_strange_page(origin: str) -> None:
    with pytest.raises(CoatlError, match="another site") as caught:
        check_origin(scope(host="localhost", origin=origin), frozenset())
    assert caught.value.code == "request.origin"


@settings(max_examples=300, deadline=None)
@given(values=st.dictionaries(st.sampled_from(PARSED), TEXT, max_size=4))
def test_whatever_stands_in_a_header_is_no_fault(values: dict[str, str]) -> None:
    guard = Guard(None, Settings(hosts="*"), Buckets(1e9, 1e9))  # type: ignore[arg-type]
    with suppress(CoatlError):
        guard.check(scope(**values))


@pytest.mark.parametrize(
    ("listens", "names", "host", "answered"),
    [
        ("127.0.0.1", "", "localhost:8000", True),
        ("127.0.0.1", "", "127.0.0.1:8000", True),
        ("::1", "", "[::1]:8000", True),
        ("127.0.0.1", "", "rebound.example", False),
        ("127.0.0.1", "", "", False),
        ("127.0.0.2", "", "127.0.0.2:8000", True),
        ("0.0.0.0", "", "coatl.example.org", True),
        ("127.0.0.1", "*", "rebound.example", True),
        ("127.0.0.1", "coatl.example.org", "coatl.example.org", True),
        ("127.0.0.1", "coatl.example.org", "localhost", False),
    ],
)
def test_a_server_of_this_machine_answers_to_its_names_only(
    listens: str, names: str, host: str, answered: bool
) -> None:
    chosen = Settings(host=listens, hosts=names)
    if answered:
        check_host(scope(host=host), chosen)
        return
    with pytest.raises(CoatlError, match="another name"):
        check_host(scope(host=host), chosen)


def test_nobody_is_asked_to_wait_for_nothing() -> None:
    assert "0.0" not in str(TooOften(0.003))


def test_only_its_owner_reads_the_database(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    for name, there in (("new.db", False), ("old.db", True)):
        if there:
            (tmp_path / name).touch(mode=0o644)
        store = Store(f"sqlite:///{tmp_path / name}")
        store.close()
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
