"""The built pages of the web app, served from memory: a name that was not there at the start leads nowhere."""

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from starlette.responses import PlainTextResponse, Response

from coatl.server.link_preview import MARK, TABLES, with_tags
from coatl.server.security import API, App, Receive, Scope, Send, header

SHELL = "/index.html"
TABLE_SHELL = "/table-shell.html"  # the same page, which names at once what a table needs (web/tools/shells.ts)
PLACES = frozenset(  # what the pages' own addresses begin with (web/src/routes.ts)
    {"", "t", "new", "lobby", "learn", "rules", "cards", "replay", "analysis", "puzzle", "practice", "privacy", "admin"}
)
MISSING = "The pages are not built: run `make pages` in the source folder, or play in the terminal with `coatl play`.\n"
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))  # the best first
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class File:
    """One file, plain and packed."""

    kind: str
    cache: str
    bodies: Mapping[str, bytes]  # by encoding; "" is the plain one
    tag: str
    vary: str = "accept-encoding"  # the headers of a request that decide what it gets
    policy: str = ""  # its own content security policy, where it needs another than all the rest

    def packed_for(self, scope: Scope) -> str:
        """The best encoding that the asker takes."""
        taken = accepted(header(scope, b"accept-encoding") or "")
        return next((name for name, _ in ENCODINGS if name in self.bodies and name in taken), "")


def accepted(words: str) -> set[str]:
    """What a header Accept… names and does not refuse.

    >>> sorted(accepted("gzip, br;q=0.8, deflate; q=0.0"))
    ['br', 'gzip']
    """
    parts = [part.split(";") for part in words.lower().split(",")]
    return {name.strip() for name, *more in parts if not any(re.fullmatch(r"q=0(\.0*)?", one.strip()) for one in more)}


def read_pages(folder: Path) -> dict[str, File]:
    """All files of a folder by their path; none if the pages are not built."""
    packings = tuple(suffix for _, suffix in ENCODINGS)
    files = (path for path in folder.rglob("*") if path.is_file())
    found = {path.with_suffix("") if path.suffix in packings else path for path in files}
    return {f"/{path.relative_to(folder).as_posix()}": read_file(path, folder) for path in sorted(found)}


def read_file(path: Path, folder: Path) -> File:
    """One file; a wheel has texts packed only, and the plain one comes from there."""
    packed = {name: path.with_name(path.name + suffix) for name, suffix in ENCODINGS}
    bodies = {name: one.read_bytes() for name, one in packed.items() if one.exists()}
    bodies[""] = path.read_bytes() if path.exists() else gzip.decompress(bodies["gzip"])
    hashed = path.parent == folder / "assets"  # their names change with their contents
    cache = "public, max-age=31536000, immutable" if hashed else "no-cache"
    kind = KINDS.get(path.suffix, "application/octet-stream")
    return File(kind, cache, bodies, tag_of(bodies[""]))


class Pages:
    """Answers where no route of the server does."""

    def __init__(self, folder: Path, otherwise: App) -> None:
        self.files = read_pages(folder)
        self.otherwise = otherwise  # for what is no page: 404 with its code

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = self.answer(scope) if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") else None
        await (response or self.otherwise)(scope, receive, send)

    def answer(self, scope: Scope) -> Response | None:
        """A file, or the page for every address of a page; a browser that went astray gets the page too: it says so."""
        path: str = scope["path"]
        if path.startswith(API):
            return None
        if path in self.files:
            return answer(self.files[path], scope)
        if "." in path.rpartition("/")[2] or path.startswith("/assets/"):
            return None
        known = path[1:].split("/")[0] in PLACES and "//" not in path
        if not known and "text/html" not in accepted(header(scope, b"accept") or ""):
            return None
        if SHELL not in self.files:
            return PlainTextResponse(MISSING, 404)
        shell = self.files.get(TABLE_SHELL) if path.startswith(TABLES) else None
        return answer(previewed(shell or self.files[SHELL], scope), scope, 200 if known else 404)


def previewed(page: File, scope: Scope) -> File:
    """The page as a link to this address shows it where it was sent; messengers want whole addresses of pictures."""
    plain = page.bodies[""]
    if MARK not in plain:
        return page
    origin = f"{scope['scheme']}://{header(scope, b'host') or 'localhost'}"
    body = with_tags(plain, origin, scope["path"], header(scope, b"accept-language") or "")
    packed = {"": body, "gzip": gzip.compress(body)}
    return replace(page, bodies=packed, tag=tag_of(body), vary=f"{page.vary}, accept-language, host")


def tag_of(body: bytes) -> str:
    """A name that changes with the content."""
    return hashlib.sha256(body).hexdigest()[:20]


def answer(file: File, scope: Scope, status: int = 200) -> Response:
    """A file in the encoding that the asker takes, or that it has not changed."""
    encoding = file.packed_for(scope)
    headers = {"cache-control": file.cache, "vary": file.vary}
    if file.policy:
        headers["content-security-policy"] = file.policy
    if status == 200:
        tag = headers["etag"] = f'"{file.tag}{encoding and "-" + encoding}"'
        if tag in (header(scope, b"if-none-match") or ""):
            return Response(status_code=304, headers=headers)
    if encoding:
        headers["content-encoding"] = encoding
    return Response(file.bodies[encoding], status, headers, media_type=file.kind)
