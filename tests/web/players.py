"""People who play through the page, by mouse, by keys or with a thumb: they press what it offers, nothing else."""

import json
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import httpx
from playwright.sync_api import Locator, Page, WebSocket

from tests.web.browser import PHONE

PATIENCE = 60.0
TOKEN = "(table) => JSON.parse(localStorage.getItem('coatl.seats')).find((one) => one.table === table).token"
STEP = 5  # milliseconds between two looks
MOST_TABS = 90  # places that the Tab key passes before somebody gives up
GOOD = (
    "fulfil",
    "raise",
    "steal",
    "temple",
    "tail",
    "head",
    "extend",
    "over",
    "beside",
    "start",
    "take",
    "choose",
    "keep",
)
ENDS = ("done", "pass", "adam", "carl")
PLAIN = (*GOOD, *ENDS)  # actions for which nothing is given up
FEW = 2  # prophecies in hand
THREE = 3  # are kept in the solo game (RULES 4.5)
ZONES = {
    "piece": "p",
    "card": "h",
    "temple": "h",
    "kept": "h",
    "cell": "s",
    "row": "r",
    "deck": "t",
    "pile": "t",
    "coatl": "c",
}


class Ears:
    """What a page hears and says on its line: to know whose turn it is, and to look for secrets afterwards."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[str] = []
        self.views: dict[int | None, Any] = {}
        self.info: Any = None
        self.own: list[int] = []  # the seats of this page
        self.table = ""
        self.holder = 0  # the seat whose hand the page shows, if several people share it
        self.asked: set[str] = set()  # and not yet answered
        self.known: set[str] = set()
        self.played: list[tuple[int, str]] = []  # by own command: the seat and the action
        page.on("websocket", self.listen)

    def listen(self, line: WebSocket) -> None:
        self.asked.clear()
        line.on("framesent", lambda said: self.said(json.loads(said)))
        line.on("framereceived", lambda heard: self.heard(str(heard)))

    def said(self, message: Any) -> None:
        again = message["id"] in self.known  # after a lost line
        self.asked.add(message["id"])
        self.known.add(message["id"])
        command = message.get("command", {})
        if command.get("kind") == "play" and not again:
            self.played.append((command["seat"], command["action"]))

    def heard(self, text: str) -> None:
        self.frames.append(text)
        message = json.loads(text)
        self.asked.discard(message.get("id"))
        if message["type"] == "state":
            self.begin(message["table"])
            self.own = message["own"]
        self.info = message.get("info") or self.info
        if message.get("view") is not None:
            self.views[message["seat"]] = message["view"]

    def begin(self, table: str) -> None:
        """Another table: what was known is old."""
        if table != self.table:
            self.table, self.views = table, {}

    @property
    def is_over(self) -> bool:
        return self.info is not None and self.info["status"] == "over"

    def acting(self) -> list[int]:
        """The seats of this page that have to act; where the page goes on by itself, it will soon have done so."""
        return sorted(
            seat
            for seat, view in self.views.items()
            if seat is not None and view["legal"] and not (self.shows(seat) and plays_itself(view))
        )

    def shows(self, seat: int) -> bool:
        return len(self.own) == 1 or seat == self.holder

    def wait(self, condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"it did not happen in time: {self.info}, {self.acting()}"
            self.page.wait_for_timeout(STEP)

    def rest(self) -> None:
        """Until everything that was asked is answered, and somebody here has to act or the game is over."""
        self.wait(lambda: not self.asked and self.views.keys() >= {*self.own} and bool(self.is_over or self.acting()))


def plays_itself(view: Any) -> bool:
    """Whether the page goes on here without being asked: one empty answer, and no way back is lost by it."""
    if view["legal"] not in (["done"], ["pass"]) or not view["can_undo"]:
        return view["legal"] in (["done"], ["pass"])
    own = view["players"][view["seat"] - 1]
    if "supply" in view:
        closed = sum(coatl["closed"] for coatl in own["coatls"])
        return view["pending"] == "finish" and not (view["options"]["solo"] and closed == 2)
    return not own["coatl"].endswith(")") and (own["coatl"].startswith("(") or view["plays"] == 0)


def sensible(view: Any) -> str:
    """What brings something, as far as one can see at a glance."""
    legal = [action for action in view["legal"] if action.split()[0] in PLAIN]
    found: str = min(legal, key=lambda action: rank(action, view))
    return found


def rank(action: str, view: Any) -> int:
    """Finishing comes before growing; the set-up and a choice of prophecies go on after a card or two."""
    word, own = action.split()[0], view["players"][view["seat"] - 1]
    if word == "extend" and ("head" in action or "tail" in action):
        return GOOD.index("head")
    if word == "take" and lacking(own) in action:
        return GOOD.index("start")
    if word == "choose" and view["pending"] == "turn" and len(own["hand"]) < FEW:
        return GOOD.index("fulfil")
    if word in ENDS:
        return len(GOOD)
    enough = view["pending"] == "choose" or (word == "keep" and own["kept"] >= FEW)
    return GOOD.index(word) + (len(GOOD) + 1) * enough


def is_last_round(view: Any) -> bool:
    """Whether the end has begun (RULES 4.3, 5.3)."""
    return bool(view["ending"]) if "supply" in view else view["round"] == view["rounds"]


def lacking(own: Any) -> str:
    """The kind of piece that a player of the board game has to take before the next coatl can be finished."""
    growing = "".join(coatl["pieces"] for coatl in own["coatls"] if not coatl["closed"])
    if not own["heads"] and "(" not in growing:
        return "head"
    return "tail" if not own["tails"] and ")" not in growing else "body"


class Person:
    """Plays by mouse at a page."""

    def __init__(self, page: Page, choose: Callable[[Any], str] = sensible) -> None:
        self.page, self.choose = page, choose
        self.ears = Ears(page)
        self.curtains: list[tuple[str, list[str]]] = []  # what the page holds while it hides the hands, and those hands

    def open(self, path: str) -> "Person":
        self.page.goto(path, wait_until="networkidle")
        return self

    # ------------------------------------------------------------ turns

    def play(self, turns: int | None = None, steps: int = 2000) -> None:
        """To the end, or so many turns of this page."""
        begun: set[tuple[int, int]] = set()
        for _ in range(steps):
            self.ears.rest()
            if self.ears.is_over:
                return
            seat = self.next()
            begun.add((seat, self.ears.views[seat]["turns"]))
            if turns is not None and len(begun) > turns:
                return
            self.move(seat)
        raise AssertionError("this game does not end")

    def skip(self, until: Callable[[Any], bool] = lambda view: False) -> None:
        """Moves without the page, which follows: a long game is soon at its next scene, or over."""
        self.ears.rest()
        while not self.ears.is_over and not until(self.ears.views[self.next()]):
            self.send(self.next())
            self.ears.rest()

    def send(self, seat: int) -> None:
        """One action by HTTP, until the page has heard of it."""
        view, token = self.ears.views[seat], self.page.evaluate(TOKEN, self.ears.table)
        action = self.choose(view)
        body = {"id": f"sent {len(self.ears.played)}", "command": {"kind": "play", "seat": seat, "action": action}}
        address = urljoin(self.page.url, f"/api/tables/{self.ears.table}/commands")
        httpx.post(address, json=body, headers={"authorization": f"Bearer {token}"}).raise_for_status()
        self.ears.played.append((seat, action))
        self.ears.wait(lambda: self.ears.views[seat] is not view)

    def move(self, seat: int, action: str | None = None) -> str:
        """One action; what was pressed is what the page asks for."""
        self.uncover(seat)
        view = self.ears.views[seat]
        if view["pending"] == "keep" and "supply" in view:
            return self.keep(seat, view)
        wanted = action or self.choose(view)
        before = len(self.ears.played)
        (self.on_the_board if "supply" in view else self.with_cards)(wanted, seat, view)
        self.ears.wait(lambda: len(self.ears.played) > before and not self.ears.asked)
        assert self.ears.played[before] == (seat, wanted), (self.ears.played[before:], wanted)
        assert {action for _, action in self.ears.played[before + 1 :]} <= {*ENDS}  # by itself
        return wanted

    def keep(self, seat: int, view: Any) -> str:
        """The opening scene: cards are chosen, then all is sent at once."""
        most = THREE if view["options"]["solo"] else FEW
        cards = view["players"][seat - 1]["hand"][:most]
        before = len(self.ears.played)
        for number in range(len(cards)):
            self.press(f"[data-dealt='{number}']")
        self.confirm_opening()
        wanted = [*((seat, f"keep {card}") for card in cards), (seat, "done")]
        self.ears.wait(lambda: len(self.ears.played) >= before + len(wanted) and not self.ears.asked)
        assert self.ears.played[before:] == wanted
        return "done"

    def confirm_opening(self) -> None:
        self.press("[data-testid=keep]")

    def next(self) -> int:
        """Who of those at this page goes on."""
        acting = self.ears.acting()
        return self.ears.holder if self.ears.holder in acting else acting[0]

    def uncover(self, seat: int) -> None:
        """Takes the device, if several people share it."""
        if self.ears.shows(seat):
            return
        button = self.page.locator(".curtain").get_by_role("button", name=self.ears.info["seats"][seat - 1]["name"])
        button.wait_for()
        hands = [card for one in self.ears.own for card in self.ears.views[one]["players"][one - 1]["hand"]]
        self.curtains.append((self.page.content(), hands))
        button.click()
        self.ears.holder = seat

    # ------------------------------------------------------------ gestures

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.click()

    def on_the_board(self, action: str, seat: int, view: Any) -> None:
        """RULES 2: what each action takes in hand, and where it goes."""
        if action in ENDS:
            self.go_on()
        else:
            for place in places(action, seat, view):
                self.press(f"button[data-place='{place}']")
            self.agree(action)

    def agree(self, action: str) -> None:
        """What cannot be taken back is asked once more."""
        if action == "choose deck":
            self.press("[data-testid=yes]")

    def with_cards(self, action: str, seat: int, view: Any) -> None:
        word, *rest = action.split()
        if word in ENDS:
            self.go_on()
        elif word in ("raise", "fulfil", "steal"):
            self.press(f"[data-gain='{action}']")
        elif word in ("head", "tail"):
            place = [one for one in view["legal"] if one.split()[0] in ("head", "tail")].index(action)
            self.lay_end(place)
        else:
            self.lay(action, *in_hand(rest[0], seat, view))

    def go_on(self) -> None:
        self.press(".bar .main")

    def is_held(self, place: int) -> bool:
        return self.hand(place).get_attribute("aria-pressed") == "true"

    def hand(self, place: int) -> Locator:
        return self.page.locator(f"[data-hand='{place}']")

    def lay_end(self, place: int) -> None:
        """A head or tail can go to one place only: the second press lays it."""
        self.press(f"[data-hand='{place}']")
        self.press(f"[data-hand='{place}']")

    def lay(self, action: str, place: int, turned: bool) -> None:
        if not self.is_held(place):
            self.press(f"[data-hand='{place}']")
        if turned:
            self.press(f"li:has([data-hand='{place}']) .turn")
        self.press(f"[data-spot='{action}']")


class Thumb(Person):
    """Plays on a phone: a first touch shows what would happen, a second press says yes."""

    def move(self, seat: int, action: str | None = None) -> str:
        """Looks before it touches: what is heard on the line is drawn a moment later."""
        self.page.evaluate("() => new Promise(requestAnimationFrame)")
        return super().move(seat, action)

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.tap()

    def agree(self, action: str) -> None:
        if not action.startswith("keep"):
            self.press("[data-testid=yes]")

    def lay_end(self, place: int) -> None:
        if not self.is_held(place):
            self.press(f"[data-hand='{place}']")
        self.press("[data-testid=lay]")

    def lay(self, action: str, place: int, turned: bool) -> None:
        super().lay(action, place, turned)
        self.press("[data-testid=lay]")


class Keys(Person):
    """Plays by keys alone: letters lead to a part of the table, Tab and arrows go on, Enter does it."""

    def key(self, *keys: str) -> None:
        for one in keys:
            self.page.keyboard.press(one)

    def is_at(self, selector: str) -> bool:
        return bool(self.page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector))

    def go_to(self, selector: str, key: str = "Tab") -> None:
        for _ in range(MOST_TABS):
            if self.is_at(selector):
                return
            self.key(key)
        raise AssertionError(f"{key} does not lead to {selector}")

    def press(self, selector: str) -> None:
        self.go_to(selector)
        self.key("Enter")

    def keep(self, seat: int, view: Any) -> str:
        self.key(ZONES["card"])
        return super().keep(seat, view)

    def confirm_opening(self) -> None:
        self.key("e")

    def on_the_board(self, action: str, seat: int, view: Any) -> None:
        if action in ENDS and action != "adam":
            self.key("e")
            return
        if action == "adam":
            self.press(".bar .main")
            return
        first, *then = places(action, seat, view)
        self.key(ZONES[first.split("/")[0]])
        self.press(f"button[data-place='{first}']")
        for place in then:
            self.press(f"button[data-place='{place}']")
        self.agree(action)

    def go_on(self) -> None:
        self.key("e")

    def with_cards(self, action: str, seat: int, view: Any) -> None:
        if action.split()[0] in ("raise", "fulfil", "steal"):
            self.key("ArrowDown")
            self.go_to(f"[data-gain='{action}']", "ArrowDown")
            self.key("Enter")
        else:
            super().with_cards(action, seat, view)

    def lay_end(self, place: int) -> None:
        self.key(str(place + 1), "Enter")

    def lay(self, action: str, place: int, turned: bool) -> None:
        self.key(str(place + 1), *("t" * turned), "ArrowRight")
        self.go_to(f"[data-spot='{action}']", "ArrowRight")
        self.key("Enter")


def places(action: str, seat: int, view: Any) -> list[str]:
    """The places of the board game that are pressed one after the other."""
    words = action.split()
    word, last = words[0], words[-1]
    if word == "take":
        return [f"cell/{last}"]
    if word == "choose":
        return [last if last == "deck" else f"row/{last[3:]}"]
    if word == "keep":
        return [f"card/{seat}/{last}"]
    if word == "fulfil":
        return [f"card/{seat}/{words[1]}", f"coatl/{seat}/{last}"]
    if word == "temple":
        return (
            [f"pile/{last[4:]}"]
            if last.startswith("pile")
            else [f"temple/{seat}/{last}", f"coatl/{seat}/{view['coatl']}"]
        )
    kind = next((one for one in ("head", "tail") if one in words), "body")
    side = "right" if {"right", "tail"} & set(words) else "left"
    return [
        f"piece/{seat}/{kind}/{last}",
        f"coatl/{seat}/new" if word == "start" else f"coatl/{seat}/{words[1]}/{side}",
    ]


def in_hand(pair: str, seat: int, view: Any) -> tuple[int, bool]:
    """Where a feather is in the hand, and whether it has to be turned round."""
    if view["pending"] == "revealed":
        return 0, view["revealed"] != pair
    hand = view["players"][seat - 1]["hand"]
    return (hand.index(pair), False) if pair in hand else (hand.index(pair[::-1]), True)


def person(visits: Any, kind: type[Person] = Person, **more: Any) -> Person:
    """Somebody with a browser of their own, and no patience for motion."""
    size = {"size": PHONE} if kind is Thumb else {}
    return kind(visits.context(**{"reduced_motion": "reduce", **size, **more}).new_page())
