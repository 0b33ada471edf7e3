"""docs/server.md and the published schemas are all that a client needs: one made from them plays every mode, and
whatever travels has its place on the page.
"""

import ast
import asyncio
import random
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest
from fastapi.routing import APIRoute

from coatl import options
from coatl.board import notation as board_notation
from coatl.board import view as board_view
from coatl.card import notation as card_notation
from coatl.card import view as card_view
from coatl.decks.schema import BoardDeck, CardDeck
from coatl.messages import namespace
from coatl.server.app import ROUTES
from coatl.server.event_schemas import ViewerEvent
from coatl.server.schemas import Info, SeatInfo
from coatl.server.security import status_of
from coatl.server.tables.commands import Command
from tests.server import schema_client
from tests.server.schema_client import Http, Refused, Socket
from tests.server.server import serving

PAGE = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
TURNS = 4  # actions of one's own at each table


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("documented")) as served:
        yield served.url


@pytest.fixture(scope="module")
def http(url: str) -> Iterator[Http]:
    made = Http(url)
    yield made
    made.http.close()


@pytest.fixture(scope="module")
def schemas(http: Http) -> dict[str, Any]:
    found: dict[str, Any] = http.ask("GET", "/api/schemas")
    return found


# ---------------------------------------------------------------- a client made from the schemas


def test_the_client_knows_nothing_of_the_project() -> None:
    tree = ast.parse(Path(schema_client.__file__).read_text("utf-8"))
    named = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    named += [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
    assert not [name for name in named if name.split(".")[0] in ("coatl", "tests")]


def values(option: dict[str, Any]) -> list[Any]:
    """Everything that may be chosen of an option, as docs/server.md says."""
    if option["kind"] == "flag":
        return [not option["default"]]
    if option["kind"] == "numbers":
        return [[number] for number in option["choices"]] + [option["choices"]]
    return list(option["choices"])


def modes(info: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A wish for a table for every value of every option: alone, and with two to four who are persons and bots."""
    bots = [bot["name"] for bot in info["bots"]]
    for game in info["games"]:
        for players in (2, 3, 4):
            chosen = [{"kind": "bot", "bot": bots[(players + place) % 3]} for place in range(players - 1)]
            yield {"game": game, "options": {"first": players}, "seats": [{"kind": "me", "name": "Ann"}, *chosen]}
        yield {"game": game, "options": {"solo": True}}
        for option in info["options"][game]:
            alone = {"solo": True} if option["at"] == "solo" else {}
            for value in values(option) if option["name"] != "solo" else []:
                yield {"game": game, "options": {**alone, option["name"]: value}, "seats": seats(alone)}


def seats(alone: dict[str, Any]) -> list[dict[str, Any]]:
    """Ann against the automaton, or with Ben at the same device."""
    return [{"kind": "me", "name": name} for name in (["Ann"] if alone else ["Ann", "Ben"])]


async def play(socket: Socket, table: str, actions: int, dice: random.Random) -> None:
    """Some actions of one's own, whatever is legal; or until the game is over."""
    for _ in range(actions):
        state = await socket.until_own_turn(table)
        if state is None:
            return
        action = dice.choice(state["view"]["legal"])
        await socket.do(table, kind="play", seat=state["seat"], action=action, at=state["number"])


def test_it_plays_the_first_turns_of_every_mode(url: str, http: Http, schemas: dict[str, Any]) -> None:
    info = http.ask("GET", "/api/info")
    wishes = list(modes(info))
    chosen = {(wish["game"], name) for wish in wishes for name in wish["options"]}
    declared = {(game, option["name"]) for game, listed in info["options"].items() for option in listed}
    assert declared - chosen == {("board", "players"), ("card", "players")}  # as many as there are seats

    async def play_all() -> None:
        dice = random.Random(5)
        for first in range(0, len(wishes), 20):  # a socket looks at 20 tables at most
            async with Socket(url, schemas) as socket:
                for wish in wishes[first : first + 20]:
                    made = http.ask("POST", "/api/tables", wish)
                    told = made["info"]["options"]
                    assert {name: told[name] for name in wish["options"]} == wish["options"]
                    await socket.ask("open", table=made["table"], token=made["token"])
                    await play(socket, made["table"], TURNS, dice)

    asyncio.run(play_all())


def test_it_meets_every_bot(url: str, http: Http, schemas: dict[str, Any]) -> None:
    async def meet(bot: str) -> None:
        own = {"kind": "me", "name": "Ann"}
        made = http.ask("POST", "/api/tables", {"game": "card", "seats": [own, {"kind": "bot", "bot": bot}]})
        async with Socket(url, schemas) as socket:
            await socket.ask("open", table=made["table"], token=made["token"])
            while not any(event["event"].get("by") == "bot" for event in socket.events):
                await play(socket, made["table"], 1, random.Random(bot))
                if not socket.states[made["table"], 1]["view"]["legal"]:
                    await socket.hear()

    for bot in http.ask("GET", "/api/info")["bots"]:
        asyncio.run(meet(bot["name"]))


def test_it_plays_a_whole_game_with_an_own_deck_and_comes_back(url: str, http: Http, schemas: dict[str, Any]) -> None:
    deck = {"game": {"id": "card", "rounds": 2}, "levels": {"points": [0, 1, 2, 30]}, "carl": False}
    wish = {
        "game": "card",
        "deck": deck,
        "seats": [{"kind": "me", "name": "Ann"}, {"kind": "invited"}],
        "key": "k" * 40,
    }
    made = http.ask("POST", "/api/tables", wish)
    assert http.ask("POST", "/api/tables", wish)["token"] == made["token"]
    assert made["info"]["status"] == "waiting"
    table, invited = made["table"], {"name": "Ben", "invite": made["invites"]["2"]}
    joined = http.ask("POST", "/api/tables/{table}/join", invited, table=table)
    assert (joined["seat"], joined["info"]["status"]) == (2, "playing")
    assert http.ask("GET", "/api/tables/{table}/cards", table=table)["levels"] == deck["levels"]
    tokens = {1: made["token"], 2: joined["token"]}

    async def begin() -> tuple[int, dict[str, Any]]:
        """Ann asks this and that, moves, and is gone."""
        async with Socket(url, schemas) as ann:
            await ann.ask("open", table=table, token=tokens[1])
            state = await ann.until_own_turn(table)
            assert state is not None
            legal = state["view"]["legal"]
            assert (await ann.do(table, kind="preview", seat=1))["data"]["after"]
            assert (await ann.do(table, kind="hint", seat=1))["data"]["action"] in legal
            with pytest.raises(Refused, match="action"):
                await ann.do(table, kind="play", seat=1, action="dance")
            await ann.do(table, kind="chat", text="Have fun!")
            command = {"kind": "play", "seat": 1, "action": legal[0]}
            return (await ann.do(table, "lost", **command))["number"], command

    async def come_back(number: int, command: dict[str, Any]) -> None:
        """What Ann missed is in the state; a command that was done is not done again."""
        async with Socket(url, schemas) as ann:
            await ann.ask("open", table=table, token=tokens[1])
            await ann.ask("ping")
            state = ann.states[table, 1]
            assert state["number"] == number
            assert [entry["action"] for entry in state["entries"]] == [command["action"]]
            assert [line["text"] for line in state["chat"]] == ["Have fun!"]
            assert (await ann.do(table, "lost", **command))["number"] == number

    async def end() -> None:
        """Both play on; a ping is answered after all that was told before."""
        dice = random.Random(3)
        async with Socket(url, schemas) as ann, Socket(url, schemas) as ben:
            for seat, socket in ((1, ann), (2, ben)):
                await socket.ask("open", table=table, token=tokens[seat])
            while True:
                for seat, socket in ((1, ann), (2, ben)):
                    await socket.ask("ping")
                    state = socket.states[table, seat]
                    if state["info"]["status"] == "over":
                        assert state["info"]["result"]["winners"]
                        return
                    if state["view"]["legal"]:
                        await play(socket, table, 1, dice)

    asyncio.run(come_back(*asyncio.run(begin())))
    asyncio.run(end())
    record = http.ask("GET", "/api/tables/{table}/record", table=table)
    step = http.ask("GET", "/api/tables/{table}/replay", table=table, step=len(record["actions"]))
    assert step["view"]["pending"] == "over"
    assert http.ask("GET", "/api/tables/{table}/verification", table=table)["kept"] is True


def test_it_does_without_a_socket(http: Http) -> None:
    made = http.ask("POST", "/api/tables", {"game": "board", "options": {"solo": True}})
    table, token = made["table"], made["token"]
    for number in range(TURNS):
        (state,) = http.ask("GET", "/api/tables/{table}", table=table, token=token)
        command = {"kind": "play", "seat": state["own"][0], "action": state["view"]["legal"][0]}
        body = {"id": str(number), "command": command}
        http.ask("POST", "/api/tables/{table}/commands", body, token, table=table)
    with pytest.raises(Refused, match="token") as refused:
        http.ask("POST", "/api/tables/{table}/commands", body, table=table)
    assert refused.value.status == 401


# ---------------------------------------------------------------- what the page names


def words(text: str = PAGE) -> set[str]:
    """Everything in a page that is set as code, word by word."""
    return {word for code in re.findall(r"`([^`\n]+)`", text) for word in re.findall(r"[\w.*-]+", code)}


def section(title: str) -> str:
    """A section of the page, up to the next one of any level."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#+ |\Z)", PAGE, re.M | re.S)
    assert found is not None, title
    return found[1]


def test_every_request_has_its_line() -> None:
    listed = {re.sub(r"\?.*", "", path) for path in re.findall(r"`(?:GET|POST|DELETE) (/[^`]*)`", PAGE)}
    for route in ROUTES:
        if isinstance(route, APIRoute):
            assert re.sub(r"{(\w+)}", lambda name: "T" if name[1] == "table" else name[1].upper(), route.path) in listed


def test_every_command_and_every_event_has_its_name() -> None:
    for kinds in (Command, ViewerEvent):
        for model in get_args(get_args(kinds)[0]):
            assert set(get_args(model.__annotations__["kind"])) <= words(), model


def test_every_field_of_a_view_and_of_a_table_is_told() -> None:
    shown = words(section("What a view shows"))
    for views in (board_view, card_view):
        for model in (kind for name, kind in vars(views).items() if name.endswith("View") and name != "OptionsView"):
            assert {field.name for field in fields(model)} <= shown, model
        assert set(views.PENDING) <= shown
    assert set(Info.__annotations__) | set(SeatInfo.__annotations__) <= words(section("The table: `info`"))


@pytest.mark.parametrize("notation", [board_notation, card_notation])
def test_every_action_is_told(notation: Any) -> None:
    told = section("Actions")
    assert [family.verb for family in notation.SPACE.families if f"`{family.verb}" not in told] == []


@pytest.mark.parametrize("deck", [BoardDeck, CardDeck])
def test_every_section_of_a_deck_is_told(deck: Any) -> None:
    told = words(section("Decks"))
    schema = deck.model_json_schema()
    models = [schema, *(model for model in schema["$defs"].values() if "properties" in model)]
    assert {name for model in models for name in model["properties"]} <= told


def test_the_options_are_those_that_are_declared() -> None:
    made = "\n".join(options.section(game, declared) for game, declared in options.declarations().items())
    assert made.replace("## ", "#### ") in PAGE


def test_every_error_has_its_line_with_its_status() -> None:
    listed: dict[str, str] = {}
    for line in section("Errors").splitlines():
        if line.startswith("| `"):
            named, statuses = ([*map(str.strip, cell.split(","))] for cell in line.split("|")[1:3])
            statuses = statuses if len(statuses) == len(named) else statuses * len(named)
            listed |= dict(zip((code.strip("` …") for code in named), statuses, strict=True))
    codes = {name.replace("_", ".", 1) for name in namespace("en", "errors")} - {"unknown", "unreachable", "record"}
    told = {code: listed.get(code, listed.get(code.split(".")[0] + ".*")) for code in codes}
    assert {code for code, status in told.items() if status is None} == set()
    assert {code: status for code, status in told.items() if status not in ("", str(status_of(code)))} == {}
