"""How a link to a page looks where it was sent: Open Graph tags, which messengers read without running a script."""

import html
from functools import lru_cache

from coatl.messages import ENGLISH, Translator, languages

MARK = b"<!-- link preview -->"  # where the tags stand in the page (web/index.html)
PICTURE = "/invitation.png"  # drawn by web/tools/invitation.ts
WIDTH, HEIGHT = 1200, 630
TABLES = "/t/"


@lru_cache(maxsize=64)
def tags(origin: str, invited: bool, language: str) -> bytes:
    """The tags of a page: an address of a table is an invitation. Nothing of the table itself is told.

    >>> tags("https://coatl.example", True, "en").decode().splitlines()[1]
    '<meta property="og:title" content="You are invited to a game of Cóatl" />'
    """
    t = Translator(language)
    told = {
        "og:type": "website",
        "og:title": t("common.invitation") if invited else t("common.title"),
        "og:description": t("home.lead"),
        "og:locale": language,
        "og:image": origin + PICTURE,
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": t("home.serpent"),
    }
    lines = [f'<meta property="{name}" content="{html.escape(text)}" />' for name, text in told.items()]
    return "\n".join([*lines, '<meta name="twitter:card" content="summary_large_image" />']).encode()


def with_tags(page: bytes, origin: str, path: str, accept_language: str) -> bytes:
    """The page with the tags of one address, in the language of who asks."""
    return page.replace(MARK, tags(origin, path.startswith(TABLES), language_of(accept_language)))


def language_of(accept_language: str) -> str:
    """The first language of a header Accept-Language that is known here.

    >>> language_of("pt-BR, uk-UA;q=0.9, en;q=0.8"), language_of("")
    ('uk', 'en')
    """
    asked = (part.strip()[:2].lower() for part in accept_language.split(","))
    return next((one for one in asked if one in languages()), ENGLISH)
