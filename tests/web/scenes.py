"""Tables in each stage of a game, played by HTTP, and pictures: `python -m tests.web.scenes FOLDER [STAGE …]`."""

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page

from tests.server.processes import UNHURRIED, process
from tests.web.browser import browsing
from tests.web.players import sensible

SIZES = {
    "1280x720": (1280, 720),
    "1440x900": (1440, 900),
    "1920x1080": (1920, 1080),
    "2560x1440": (2560, 1440),
    "tablet": (820, 1180),
    "390x844": (390, 844),
    "360x640": (360, 640),
    "on its side": (844, 390),
}
DESKS = [name for name, (width, _) in SIZES.items() if width >= 1280]
NAMES = ("Ann", "Benedict", "Eve", "Ximena")
MOST_STEPS = 3000
TRIES = 40  # about a third of the games come to a stage in the middle
FULL_HAND = 5
LONG = 5  # pieces
Stage = Callable[[Any], bool]  # whether Ann's view shows it
Choose = Callable[[Any], str]  # an action for whoever sees that


@dataclass
class Player:
    """Somebody at a table, who acts by HTTP."""

    client: httpx.Client
    table: str
    token: str
    seat: int

    @property
    def path(self) -> str:
        """The page of the table, for this player."""
        return f"/t/{self.table}#token={self.token}"

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def state(self) -> Any:
        answer = self.client.get(f"/api/tables/{self.table}", headers=self.headers)
        return answer.raise_for_status().json()[0]

    def view(self) -> Any:
        return self.state()["view"]

    def act(self, action: str, number: int) -> None:
        body = {"id": f"scene {number}", "command": {"kind": "play", "seat": self.seat, "action": action}}
        self.client.post(f"/api/tables/{self.table}/commands", json=body, headers=self.headers).raise_for_status()


def sit_down(client: httpx.Client, game: str, players: int) -> list[Player]:
    """A new table at which all are people."""
    options = {"players": players} if players > 1 else {"solo": True}
    seats = [{"kind": "me", "name": NAMES[0]}, *({"kind": "open"} for _ in range(players - 1))]
    made = client.post("/api/tables", json={"game": game, "seats": seats, "options": options}).raise_for_status().json()
    found = [Player(client, made["table"], made["token"], 1)]
    for number in range(1, players):
        wish = {"name": NAMES[number]}
        joined = client.post(f"/api/tables/{made['table']}/join", json=wish).raise_for_status().json()
        found.append(Player(client, made["table"], joined["token"], number + 1))
    return found


def deciding(people: list[Player], view: Any) -> Any:
    """The view of whoever decides; secret choices at the start have no order."""
    asked = people[1:] if view["pending"] == "keep" else [people[view["seat"] - 1]]
    return next(found for found in (one.view() for one in asked) if found["legal"])


def wanted(view: Any, coatls: int = 2) -> str:
    """What fills a table: a full hand, at most so many coatls at once; else what brings something."""
    if "supply" not in view or view["pending"] == "keep":
        return sensible(view)
    own = view["players"][view["seat"] - 1]
    growing = [one for one in own["coatls"] if not one["closed"]]
    cards = [one for one in view["legal"] if one.startswith("choose row")]
    if cards and len(own["hand"]) < FULL_HAND:
        return str(cards[0])
    others = [one for one in view["legal"] if len(growing) < coatls or not one.startswith("start")]
    return sensible({**view, "legal": others or view["legal"]})


def play_until(people: list[Player], shown: Stage, choose: Choose = wanted) -> bool:
    """On to Ann's next turn that shows it, or to the end of the game, if it comes before."""
    for number in range(MOST_STEPS):
        view = people[0].view()
        if shown(view) and (view["legal"] or view["pending"] == "over"):
            return True
        if view["pending"] == "over":
            return False
        acting = view if view["legal"] else deciding(people, view)
        people[int(acting["viewer"]) - 1].act(choose(acting), number)
    raise AssertionError("this game does not end")


def own_side(view: Any) -> Any:
    return view["players"][0]


def one_coatl(view: Any) -> bool:
    own = own_side(view)
    if "supply" not in view:
        return bool(view["round"] == 2 and own["coatl"] and view["pending"] == "play")
    return view["pending"] == "turn" and len(own["coatls"]) == 1 and len(own["hand"]) == FULL_HAND


def two_growing(view: Any) -> bool:
    """In the middle: two coatls grow and one is finished; in the card game a full round of prophecies."""
    own = own_side(view)
    if "supply" not in view:
        return bool(view["round"] == 4 and view["pending"] == "play")
    growing = [one for one in own["coatls"] if not one["closed"]]
    return view["pending"] == "turn" and len(growing) == 2 and len(own["coatls"]) == 3


def at_the_end(view: Any) -> bool:
    return bool(view["pending"] == "over")


def opening(view: Any) -> bool:
    return bool(view["legal"])


STAGES: dict[str, tuple[int, Stage]] = {
    "opening": (3, opening),
    "one": (3, one_coatl),
    "middle": (3, two_growing),
    "four": (4, two_growing),
    "end": (3, at_the_end),
}


def solo_scene(url: str, shown: Stage) -> str:
    """The page of a game against CARL that shows this."""
    with httpx.Client(base_url=url) as client:
        for _ in range(TRIES):
            people = sit_down(client, "card", 1)
            if play_until(people, shown):
                return people[0].path
    raise AssertionError("no game against CARL showed it")


def scene(url: str, game: str, stage: str) -> str:
    """Ann's page of a table in that stage; a game that ends before it comes there is played anew."""
    players, shown = STAGES[stage]
    with httpx.Client(base_url=url) as client:
        for _ in range(TRIES):
            people = sit_down(client, game, players)
            if play_until(people, shown, partial(wanted, coatls=1 if stage == "one" else 2)):
                return people[0].path
    raise AssertionError(f"no game of {game} came to {stage}")


@contextmanager
def looking(browser: Browser, url: str, size: tuple[int, int], **more: Any) -> Iterator[Page]:
    """A page without motion in a window of that size."""
    width, height = size
    small = min(width, height) < 600
    context = browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        is_mobile=small,
        has_touch=small,
        reduced_motion="reduce",
        locale="en-GB",
        **more,
    )
    try:
        yield context.new_page()
    finally:
        context.close()


def main(folder: str, *wanted_stages: str) -> None:
    Path(folder).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, process(Path(data), **UNHURRIED) as site, browsing() as browser:
        for game in ("board", "card"):
            for stage in wanted_stages or STAGES:
                path = scene(site.url, game, stage)
                for name, size in SIZES.items():
                    with looking(browser, site.url, size) as page:
                        page.goto(path, wait_until="networkidle")
                        page.wait_for_timeout(300)
                        page.screenshot(path=Path(folder) / f"{game}-{stage}-{name.replace(' ', '-')}.png")
                print(game, stage)


if __name__ == "__main__":
    main(*sys.argv[1:])
