"""The manual as `make docs` has built it, served at /docs/ beside the pages; a wheel may hold it."""

import hashlib
import re
from base64 import b64encode
from dataclasses import replace
from pathlib import Path

from starlette.responses import PlainTextResponse, RedirectResponse, Response

from coatl.server.pages import File, answer, read_pages
from coatl.server.security import App, Receive, Scope, Send

FOLDER = Path(__file__).parent / "docs"  # where `make docs` builds it
PLACE = "/docs"
INDEX = "index.html"
MISSING = (
    "The manual is not built here: run `make docs` in the source folder, or read the folder docs/ of the sources.\n"
)
SCRIPT = re.compile(rb"<script(?: [^>]*)?>(.+?)</script>", re.S)


def read_manual(folder: Path = FOLDER) -> dict[str, File]:
    """Its files by their paths; none if it is not built."""
    return {
        PLACE + path: replace(file, policy=policy(file.bodies[""]) if path.endswith(".html") else "")
        for path, file in read_pages(folder).items()
    }


def policy(page: bytes) -> str:
    """What a page of the manual may do: as the pages of the games, and with the few scripts that stand in it."""
    digests = {b64encode(hashlib.sha256(script).digest()).decode() for script in SCRIPT.findall(page)}
    scripts = " ".join(f"'sha256-{digest}'" for digest in sorted(digests))
    return (
        f"default-src 'self'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


class Manual:
    """Answers below /docs; everything else is for the pages."""

    def __init__(self, otherwise: App, folder: Path = FOLDER) -> None:
        self.files = read_manual(folder)
        self.otherwise = otherwise

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = self.answer(scope) if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") else None
        await (response or self.otherwise)(scope, receive, send)

    def answer(self, scope: Scope) -> Response | None:
        """A file of the manual; a folder means its index, which is asked for with a stroke at its end."""
        path: str = scope["path"]
        if path != PLACE and not path.startswith(f"{PLACE}/"):
            return None
        if not self.files:
            return PlainTextResponse(MISSING, 404)
        file = self.files.get(f"{path}{INDEX}" if path.endswith("/") else path)
        if file is not None:
            return answer(file, scope)
        return RedirectResponse(f"{path}/", 308) if f"{path}/{INDEX}" in self.files else None
