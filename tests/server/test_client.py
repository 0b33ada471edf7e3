"""The documented client against a real server: every mode, broken lines, missed events, errors."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.server import ServerConnection, serve

from coatl.client import Server, Table, bot, connection, http, invited, me, opened, parse_link
from coatl.engine.errors import CoatlError
from coatl.engine.record import parse_record
from coatl.game import Game
from tests.server.clients import moves, play_all, until
from tests.server.processes import free_port
from tests.server.server import Served, serving

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
NOWHERE = "0" * 24


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served"), bot_seconds=60) as server:
        yield server


@pytest.fixture
def host(served: Served) -> Iterator[Server]:
    with Server(served.url) as server:
        yield server


@pytest.fixture
def guest(served: Served) -> Iterator[Server]:
    with Server(served.url) as server:
        yield server


def refusal(code: str) -> Any:
    return pytest.raises(CoatlError, match=re.escape(f"[{code}]"))


# ---------------------------------------------------------------- whole games

MODES: dict[str, dict[str, Any]] = {
    "board for two": {"game": "board", "seats": [me("Ann"), opened()]},
    "board, two at one device and one elsewhere": {"game": "board", "seats": [me("Ann"), opened(), me("Ben")]},
    "card for four": {"game": "card", "seats": [me("Ann"), opened(), opened(), opened()]},
    "card with a bot, two at one device": {"game": "card", "seats": [me("Ann"), bot("greedy"), me("Ben")]},
    "ADAM": {"game": "board", "options": {"solo": True, "difficulties": [1, 4]}},
    "CARL": {"game": "card", "options": {"solo": True, "manner": "daring"}},
    "CARL 2.0": {"game": "card", "options": {"solo": True, "opponent": "carl2"}},
}


@pytest.mark.parametrize("mode", MODES)
def test_a_whole_game_of_every_mode_is_played_and_watched(mode: str, host: Server, guest: Server) -> None:
    wish = {"options": {"players": len(MODES[mode].get("seats", "1"))}, **MODES[mode]}
    table = host.create(**wish)
    guests = [Server(guest.link) for seat in table.info["seats"] if seat["kind"] == "open"]
    tables = [table, *(server.join(table.link, f"Guest {n}") for n, server in enumerate(guests))]
    spectator = guest.watch(table.link)
    play_all(tables)
    for one in [*tables, spectator]:
        until(lambda one=one: one.over)  # type: ignore[misc]
        assert one.view()["viewer"] == "all"
        assert one.info["result"] == table.info["result"]
        one.verify()
    game = Game.replay(parse_record(spectator.record("text")))
    assert game.over
    assert game.result is not None
    assert game.result.data().items() <= table.info["result"].items()
    told = [event.data["entry"] for event in spectator if event.kind == "played"]
    assert [entry["seat"] for entry in told][-5:] == [entry.seat for entry in game.entries][-5:]
    for server in guests:
        server.close()


def test_events_come_in_order_with_the_view_behind_them(host: Server) -> None:
    table = host.create("card", options={"solo": True})
    play_all([table], 6)
    events = [table.next(1) for _ in range(table.inbox.qsize())]
    numbers = [event.number for event in events if event is not None and event.kind not in ("state", "presence")]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    views = [event.view for event in events if event is not None and event.view is not None]
    assert views[-1] == table.view()


def test_what_people_do_besides_playing(host: Server, guest: Server) -> None:
    table = host.create("board", seats=[me("Ann"), invited()], name="Ann")
    with refusal("seat.invite"):
        guest.join(table.link, "Eve", seat=2)
    other = guest.join(table.invitation(2), "Ben")
    play_all([table, other], 3)
    table.chat("hello")
    said = until(lambda: heard(other, "chat"))
    assert [event.data["text"] for event in said] == ["hello"]
    play_all([table, other], 40)
    seat, who = (1, table) if table.legal(1) else (2, other)
    assert who.hint(seat)["headline"]
    before = who.view(seat)["turns"]  # so many turns are over
    who.ask_back(before, seat)
    (other if who is table else table).answer_back(True)
    until(lambda: table.view(1)["turns"] == other.view(2)["turns"] == before - 1)
    with refusal("undo.refused"):
        who.undo(seat)
    assert table.replay(1, 1)["step"] == 1
    with refusal("table.playing"):
        table.verify()


def test_undo_takes_the_last_step_back(host: Server) -> None:
    table = host.create("card", options={"solo": True})
    before = table.legal()
    table.play(before[0])
    assert table.view()["can_undo"]
    table.undo()
    assert table.legal() == before


def test_a_rematch_is_a_new_table_with_the_same_tokens(host: Server) -> None:
    table = host.create("card", seats=[me("Ann"), me("Ben")])
    play_all([table])
    again = table.rematch()
    assert again is not None
    assert (again.id, again.token) == (table.info["successor"], table.token)
    assert [seat["name"] for seat in again.info["seats"]] == ["Ben", "Ann"]
    assert moves([again])


def test_a_personal_link_goes_on_on_another_device(host: Server, guest: Server) -> None:
    table = host.create("card", options={"solo": True})
    there = guest.rejoin(table.personal_link)
    there.play(there.legal()[0])
    until(lambda: table.view() == there.view())
    assert str(table.link) in str(table.personal_link)
    with refusal("link.invalid"):
        guest.rejoin(table.link)


def test_who_gets_up_before_the_game_has_that_seat_no_more(host: Server) -> None:
    table = host.create("board", options={"players": 3}, seats=[me("Ann"), me("Ben"), opened()])
    assert table.seats == [1, 2]
    table.leave(2)
    assert table.seats == [1]
    table.leave(1)
    until(lambda: table.seats == [] and None in table.viewers)
    with refusal("seat.none"):
        table.play("done")


def test_the_lobby_lists_public_tables(host: Server, guest: Server) -> None:
    table = host.create("card", seats=[me("Ann"), opened()], public=True)
    hidden = host.create("card", seats=[me("Ann"), opened()])
    listed = until(lambda: [one["id"] for one in guest.lobby()])
    assert table.id in listed
    assert hidden.id not in listed


# ---------------------------------------------------------------- the line


def drained(table: Table) -> list[Any]:
    return [table.next(0) for _ in range(table.inbox.qsize())]


def heard(table: Table, *kinds: str) -> list[Any]:
    """The new events of these kinds; who is here is told at any time between them."""
    return [event for event in drained(table) if event.kind in kinds]


def test_a_game_goes_on_after_the_server_was_stopped_and_started_again(tmp_path: Path) -> None:
    port = free_port()
    first = Served(tmp_path, port=port)
    first.start()
    with Server(first.url) as ann, Server(first.url) as ben:
        table = ann.create("card", seats=[me("Ann"), opened()])
        other = ben.join(table.link, "Ben")
        play_all([table, other], 9)
        before = len(parse_record(table.record("json")).entries)
        first.stop()
        until(lambda: heard(table, "lost"))
        action = moves([table, other])[0]
        waiting = threading.Thread(target=lambda: action[0].play(action[2][0], action[1]))
        waiting.start()  # while nobody is there to hear it
        with serving(tmp_path, port=port):
            waiting.join(60)
            assert not waiting.is_alive()
            entries = parse_record(table.record("json")).entries
            assert len(entries) == before + 1
            assert entries[-1].action == action[2][0]
            play_all([table, other])
            until(lambda: table.over and other.over)
            table.verify()
            assert table.info["result"] == other.info["result"]


def test_a_command_whose_answer_was_lost_is_done_once(host: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    table = host.create("card", options={"solo": True})
    action = table.legal()[0]
    lost: list[Any] = []

    def read(text: str | bytes) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "ack" and not lost:
            lost.append(message)
            raise OSError("the line breaks just before the answer")
        return message

    monkeypatch.setattr(connection, "read", read)
    table.play(action)
    assert len(lost) == 1
    entries = parse_record(table.record("json", 1)).entries
    assert [entry.action for entry in entries if entry.seat == 1] == [action]
    assert [event.kind for event in heard(table, "lost", "back")] == ["lost", "back"]


def test_a_dropped_event_is_noticed_and_everything_is_asked_again(
    host: Server, guest: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = host.create("card", seats=[me("Ann"), opened()])
    other = guest.join(table.link, "Ben")
    play_all([table, other], 4)
    guest.ask("ping")  # everything until now has come before its answer
    drained(other)
    receive, dropped = other.receive, list[Any]()

    def forgetful(message: dict[str, Any]) -> None:
        if message["type"] == "event" and not dropped:
            dropped.append(message)
        else:
            receive(message)

    monkeypatch.setattr(other, "receive", forgetful)
    table.chat("one")
    table.chat("two")
    states = until(lambda: heard(other, "state"))
    assert len(dropped) == 1
    assert [said["text"] for said in states[0].data["chat"]] == ["one", "two"]
    table.chat("three")
    assert [said.data["text"] for said in until(lambda: heard(other, "chat"))] == ["three"]
    play_all([table, other])
    until(lambda: other.over)


def test_an_event_that_was_heard_already_is_ignored(host: Server) -> None:
    table = host.create("card", options={"solo": True})
    table.chat("once")
    drained(table)
    number = table.viewers[1].number
    event = {"kind": "chat", "seat": 1, "name": "Host", "text": "once"}
    table.receive({"type": "event", "table": table.id, "seat": 1, "number": number, "time": 0, "event": event})
    assert heard(table, "chat") == []


def test_a_table_that_does_not_let_us_back_says_so(tmp_path: Path) -> None:
    port = free_port()
    first = Served(tmp_path / "one", port=port)
    first.start()
    with Server(first.url) as server:
        table = server.create("card", options={"solo": True})
        first.stop()
        with serving(tmp_path / "other", port=port), refusal("table.unknown"):
            for _ in range(99):
                table.next(60)


def test_who_asks_too_often_waits_and_is_answered(tmp_path: Path) -> None:
    with serving(tmp_path, commands_per_second=4) as served, Server(served.url) as server:
        for _ in range(16):  # twelve at once, then four a second
            server.ask("ping")


def test_retry_after_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [
        httpx.Response(429, headers={"retry-after": "7"}, json={"code": "request.often", "message": "Later."}),
        httpx.Response(200, json=[]),
    ]
    slept: list[float] = []
    monkeypatch.setattr("coatl.client.http.time.sleep", slept.append)
    requests = http.Requests("http://nowhere")
    requests.http = httpx.Client(base_url="http://nowhere", transport=httpx.MockTransport(lambda _: answers.pop(0)))
    assert requests.json("GET", "/api/tables") == []
    assert slept == [7.0]
    requests.close()


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    "address",
    ["", "ftp://host", "http://", "http://host:99999", "host/t/123", f"host/t/{NOWHERE}#token=short",
     f"host/t/{NOWHERE}#other={'a' * 32}", f"host#token={'a' * 32}", "http://host?x=1"],
)  # fmt: skip
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with refusal("link.invalid"):
        parse_link(address)


def test_a_secret_in_a_wrong_link_is_not_repeated() -> None:
    with refusal("link.invalid") as told:
        parse_link(f"host/t/{NOWHERE}#tokken={'secret' * 6}")
    assert "secretsecret" not in str(told.value)


def test_nobody_is_there() -> None:
    with refusal("server.unreachable"):
        Server(f"http://127.0.0.1:{free_port()}")


@contextmanager
def other_server() -> Iterator[str]:
    """A server of something else."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<html>")

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_somebody_else_is_there() -> None:
    with other_server() as url:
        with refusal("server.strange"):
            Server(url)
        requests = http.Requests(url)
        with refusal("server.strange"):
            requests.json("GET", "/api/tables")
        requests.close()


def test_a_server_that_is_full_says_so(tmp_path: Path) -> None:
    with serving(tmp_path, sockets_per_address=1) as served, Server(served.url), refusal("server.full"):
        Server(served.url)


@contextmanager
def greeting(**welcome: Any) -> Iterator[str]:
    """A server that only greets."""

    def greet(socket: ServerConnection) -> None:
        socket.send(json.dumps({"type": "welcome", "protocol": 1, "version": "9", "rules": 1, "time": 0, **welcome}))
        for _ in socket:
            pass

    with serve(greet, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(("protocol", "words"), [(0, "the server is older"), (2, "update this program"), (None, "")])
def test_another_version_of_the_protocol_is_refused(protocol: Any, words: str) -> None:
    with greeting(protocol=protocol) as url, refusal("server.version") as told:
        Server(url)
    assert words in str(told.value)


def test_wrong_tokens_and_tables_are_refused_with_the_words_of_the_server(host: Server) -> None:
    table = host.create("card", options={"solo": True})
    with refusal("token.unknown"):
        host.rejoin(f"{table.link}#token={'a' * 64}")
    with refusal("table.unknown"):
        host.watch(f"{host.link}/t/{NOWHERE}")
    with refusal("table.unknown"):
        host.join(f"{host.link}/t/{NOWHERE}", "Ann")
    with refusal("action.illegal"):
        table.play("head R")
    with refusal("options.unknown"):
        host.create("card", options={"difficulties": [1]})


def test_a_closed_client_says_so(served: Served) -> None:
    server = Server(served.url)
    table = server.create("card", options={"solo": True})
    server.close()
    with refusal("client.closed"):
        for _ in range(9):
            table.next(1)
    with refusal("server.lost"):
        table.chat("too late")


# ---------------------------------------------------------------- the page


def test_the_example_of_the_page_plays_a_whole_game(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    example = re.findall(r"```python\n(.*?)```", (DOCS / "client.md").read_text(encoding="utf-8"), re.S)[0]
    assert "http://127.0.0.1:8000" in example
    exec(compile(example.replace("http://127.0.0.1:8000", served.url), "client.md", "exec"), {})
    told = capsys.readouterr().out
    assert re.search(r"/t/[0-9a-f]{24}", told)
    assert "The bot has" in told
