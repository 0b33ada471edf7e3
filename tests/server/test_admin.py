"""The admin API: shut without a secret, closed to everybody who does not know it, and every act written down."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from coatl.engine.errors import CoatlError
from coatl.server.limits import Buckets
from coatl.server.settings import Settings, read_settings
from coatl.server.storage import people
from coatl.server.storage.reports import Report, add_report
from coatl.server.storage.tables import list_tables
from tests.bench_server.database import fill
from tests.server.server import Served, serving

SECRET = "correct horse battery"
TWO = [{"kind": "me", "name": "Annabel"}, {"kind": "open"}]
ROUTES = [
    ("GET", "/overview"),
    ("GET", "/tables"),
    ("GET", "/tables/{table}"),
    ("DELETE", "/tables/{table}"),
    ("POST", "/prune"),
    ("GET", "/people"),
    ("GET", "/tables/{table}/people/1"),
    ("DELETE", "/tables/{table}/people/1"),
    ("GET", "/reports"),
    ("POST", "/reports/1"),
    ("GET", "/audit"),
]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("admin"), admin_secret=SECRET) as found:
        found.app.state.admin_requests = Buckets(10_000, 10_000)
        yield found


class Admin:
    """Somebody who knows the secret, or another one."""

    def __init__(self, served: Served, secret: str | None = SECRET) -> None:
        self.url = f"{served.url}/api/admin"
        self.headers = {} if secret is None else {"authorization": f"Bearer {secret}"}

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        return httpx.request(method, f"{self.url}{path}", headers=self.headers, timeout=60, **more)

    def ask(self, method: str, path: str, **more: Any) -> Any:
        response = self.request(method, path, **more)
        assert response.status_code == 200, response.text
        return response.json()

    def refused(self, method: str, path: str, **more: Any) -> tuple[int, str]:
        response = self.request(method, path, **more)
        return response.status_code, response.json()["code"]


def make(served: Served) -> dict[str, Any]:
    wish = {"game": "card", "name": "Annabel", "seats": TWO, "public": True}
    made: dict[str, Any] = httpx.post(f"{served.url}/api/tables", json=wish).json()
    return made


def asked(served: Served, made: dict[str, Any], method: str, token: str | None = None) -> httpx.Response:
    """A person asks for the own data."""
    headers = {"authorization": f"Bearer {token or made['token']}"}
    return httpx.request(method, f"{served.url}/api/tables/{made['table']}/me", headers=headers)


def test_without_a_secret_in_the_settings_there_is_no_such_api(tmp_path: Path) -> None:
    with serving(tmp_path) as shut:
        for method, path in ROUTES:
            assert Admin(shut, "x" * 20).refused(method, path.format(table="0" * 24)) == (404, "request.path")


def test_nobody_gets_in_without_the_secret(served: Served) -> None:
    made = make(served)
    for secret in (None, "correct horse batter", made["token"], "Correct horse battery"):
        for method, path in ROUTES:
            found = Admin(served, secret).refused(method, path.format(table=made["table"]), json={})
            assert found == (401, "admin.secret"), (secret, path)
    assert Admin(served).ask("GET", f"/tables/{made['table']}")["people"][0]["name"] == "Annabel"


def test_who_guesses_is_stopped_before_the_secret_is_compared(tmp_path: Path) -> None:
    with serving(tmp_path, admin_secret=SECRET) as slow:
        slow.app.state.admin_requests = Buckets(0.0001, 3)
        guesses = [Admin(slow, guess).refused("GET", "/overview") for guess in ("a wrong guess", "b", "c")]
        assert guesses == [(401, "admin.secret")] * 3
        assert Admin(slow).refused("GET", "/overview") == (429, "request.often")


def test_a_short_secret_is_refused_and_a_long_one_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COATL_ADMIN_SECRET", "short")
    with pytest.raises(CoatlError) as caught:
        read_settings()
    assert "COATL_ADMIN_SECRET" in caught.value.message
    assert SECRET not in f"{Settings(admin_secret=SECRET).model_dump()}"  # type: ignore[arg-type]


def test_an_operator_looks_erases_and_removes_and_it_is_written_down(served: Served) -> None:
    made, admin = make(served), Admin(served)
    table = made["table"]
    assert admin.ask("GET", "/overview")["tables"]["waiting"] >= 1
    assert table in [one["id"] for one in admin.ask("GET", "/tables", params={"status": "waiting"})]
    assert table in [one["table"] for one in admin.ask("GET", "/people", params={"name": "annab"})]
    assert admin.ask("GET", f"/tables/{table}/people/1")["names"] == ["Annabel"]
    assert admin.ask("DELETE", f"/tables/{table}/people/1")["erased"] is True
    assert "Annabel" not in httpx.get(f"{served.url}/api/tables/{table}").text
    assert table not in [one["table"] for one in admin.ask("GET", "/people", params={"name": "annab"})]
    assert admin.refused("GET", f"/tables/{table}/people/9") == (404, "person.unknown")
    assert admin.ask("DELETE", f"/tables/{table}")["events"] >= 1
    assert admin.refused("DELETE", f"/tables/{table}") == (404, "table.unknown")
    assert httpx.get(f"{served.url}/api/tables/{table}").status_code == 404
    acts = [one["act"] for one in admin.ask("GET", "/audit") if one["table"] == table]
    assert acts == ["tables.remove", "people.erase", "people.export"]
    assert all(one["operator"] == "admin 127.0.0.1" for one in admin.ask("GET", "/audit") if one["table"] == table)


def test_reports_are_listed_and_closed(served: Served) -> None:
    table = make(served)["table"]
    line = Report(time=5, table_id=table, reporter=2, kind="line", text="rude", about=1)
    number = asyncio.run(served.app.state.registry.store.transact(add_report, line))
    admin = Admin(served)
    assert [one["text"] for one in admin.ask("GET", "/reports") if one["id"] == number] == ["rude"]
    assert admin.ask("POST", f"/reports/{number}", json={"note": "spoken to"})["status"] == "done"
    assert number not in [one["id"] for one in admin.ask("GET", "/reports")]
    assert admin.refused("POST", "/reports/4711", json={}) == (404, "report.unknown")
    assert admin.ask("GET", "/audit")[0]["act"] == "reports.close"


def test_pruning_is_tried_first(served: Served) -> None:
    make(served)
    admin = Admin(served)
    tried = admin.ask("POST", "/prune", json={"empty": 0.000000001})
    assert (tried["done"], tried["tables"]["empty"] >= 1) == (False, True)
    kept = admin.ask("POST", "/prune", json={"dry_run": False})
    assert kept == {"tables": {"finished": 0, "abandoned": 0, "empty": 0}, "done": True}


def test_pages_leave_nothing_out_even_if_all_happened_in_one_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who came to a table together is listed together."""
    monkeypatch.setattr(people, "PAGE", 3)
    fill(tmp_path, 5)
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'coatl.db'}")
    found: list[str] = []
    persons: list[tuple[str, int]] = []
    with engine.connect() as connection:
        before, after = None, ""
        while page := list_tables(connection, None, before, after, most=2):
            found += [one["id"] for one in page]
            before, after = page[-1]["updated"], page[-1]["id"]
        before, after = None, ""
        while newcomers := people.list_people(connection, None, before, after, most=3):
            assert len(newcomers) <= 4
            persons += [(one.table, one.person) for one in newcomers]
            before, after = newcomers[-1].since, newcomers[-1].table
    engine.dispose()
    assert len(found) == len(set(found)) == 5
    assert sorted(persons) == [(table, 1) for table in sorted(found)]


# ---------------------------------------------------------------- by one's own token


def test_who_is_erased_is_in_no_file_of_the_server_any_longer(tmp_path: Path) -> None:
    """Also not in the log in which SQLite writes first; while the server runs."""

    def is_kept() -> bool:
        return any(b"Annabel" in file.read_bytes() for file in tmp_path.iterdir())

    with serving(tmp_path) as served:
        made, other = make(served), make(served)
        assert is_kept()
        for one in (made, other):
            assert asked(served, one, "DELETE").json()["erased"]
        assert not is_kept()


def test_a_person_reads_and_erases_the_own_data_and_nobody_elses(served: Served) -> None:
    made, other = make(served), make(served)
    joined = httpx.post(f"{served.url}/api/tables/{made['table']}/join", json={"name": "Benedict"}).json()
    command = {"id": "1", "command": {"kind": "chat", "text": "my address is"}}
    said = httpx.post(
        f"{served.url}/api/tables/{made['table']}/commands",
        json=command,
        headers={"authorization": f"Bearer {joined['token']}"},
    )
    assert said.status_code == 200
    own = asked(served, made, "GET", joined["token"]).json()
    assert (own["names"], [line["text"] for line in own["chat"]]) == (["Benedict"], ["my address is"])
    for token in (other["token"], "x" * 40):
        for method in ("GET", "DELETE"):
            assert asked(served, made, method, token).json()["code"] == "token.unknown"
    assert httpx.delete(f"{served.url}/api/tables/{made['table']}/me").status_code == 401
    assert asked(served, made, "DELETE", joined["token"]).json()["erased"] is True
    assert asked(served, made, "DELETE", joined["token"]).json()["erased"] is False
    text = httpx.get(f"{served.url}/api/tables/{made['table']}").text
    assert "Annabel" in text
    assert "Benedict" not in text
    assert "address" not in text
    assert asked(served, made, "GET", joined["token"]).json()["names"] == []
