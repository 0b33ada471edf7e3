"""Links that people send each other: to a server, to a table, to an invited seat, to one's own seats."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from coatl.engine.errors import CoatlError

TABLE = re.compile(r"(?P<before>.*)/t/(?P<table>[0-9a-f]{24})/?")
SECRET = re.compile(r"[A-Za-z0-9_-]{32,128}")
FORMS = ("http://HOST:PORT", "…/t/TABLE", "…/t/TABLE#invite=…", "…/t/TABLE#token=…")


@dataclass(frozen=True)
class Link:
    """What an address says. What stands behind # is a secret and never leaves this machine in an address."""

    server: str
    table: str | None = None
    invite: str | None = None
    token: str | None = None

    def __str__(self) -> str:
        secret = f"#token={self.token}" if self.token else f"#invite={self.invite}" if self.invite else ""
        return f"{self.server}/t/{self.table}{secret}" if self.table else self.server

    @property
    def socket(self) -> str:
        """Where the WebSocket is."""
        return f"ws{self.server.removeprefix('http')}/api/socket"


def parse_link(text: str) -> Link:
    """The parts of an address.

    >>> parse_link("localhost:8000")
    Link(server='http://localhost:8000', table=None, invite=None, token=None)
    >>> link = parse_link("https://coatl.example/t/0123456789abcdef01234567#token=" + 8 * "abcd")
    >>> link.server, link.table, link.token == 8 * "abcd"
    ('https://coatl.example', '0123456789abcdef01234567', True)

    :raises CoatlError: link.invalid
    """
    whole = text.strip() if "://" in text else f"http://{text.strip()}"
    try:
        parts = urlsplit(whole)
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        known = False
    found = TABLE.fullmatch(parts.path) if known else None
    kind, _, secret = parts.fragment.partition("=") if known else ("", "", "")
    plain = known and not parts.query and ("/t/" not in parts.path or found is not None)
    if not plain or (parts.fragment and not (found and kind in ("invite", "token") and SECRET.fullmatch(secret))):
        raise CoatlError("link.invalid", f"{text.partition('#')[0][:80]!r} is no address of a server or table.", FORMS)
    path = found["before"] if found else parts.path.rstrip("/")
    return Link(f"{parts.scheme}://{parts.netloc}{path}", found and found["table"], **({kind: secret} if kind else {}))
