"""The built pages as files on the wire: what is found, what is not, what is kept, and that nothing else can be read."""

import gzip
import re
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from coatl.server.link_preview import HEIGHT, MARK, PICTURE, WIDTH, tags
from coatl.server.pages import PLACES, read_pages
from coatl.server.settings import FOLDER
from tests.server.raw_client import line_to
from tests.server.server import Served, serving
from tests.server.test_trust import error_of

ROOT = Path(__file__).resolve().parents[2]
SHELL = b"<!doctype html><title>the page</title>" + b" " * 500
SCRIPT = b"export const answer = 42;" * 100
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def built(folder: Path) -> Path:
    """Pages as a build leaves them."""
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_bytes(SHELL)
    (folder / "index.html.gz").write_bytes(gzip.compress(SHELL))
    (folder / "worker.js").write_bytes(b"// the worker")
    (folder / "icon-192.png").write_bytes(b"\x89PNG")
    (folder / "manifest.webmanifest").write_bytes(b"{}")
    script = folder / "assets" / "main-0123abcd.js"
    script.write_bytes(SCRIPT)
    script.with_name(script.name + ".gz").write_bytes(gzip.compress(SCRIPT))
    script.with_name(script.name + ".br").write_bytes(b"packed by brotli")
    return folder


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("built")
    (folder / "secret.txt").write_text("the seeds of all games")
    with serving(folder / "data", pages=built(folder / "web")) as server:
        yield server


def get(served: Served, path: str, **headers: str) -> httpx.Response:
    return httpx.get(served.url + path, headers={"accept-encoding": "identity", **headers})


# ---------------------------------------------------------------- what is there


def test_every_address_of_a_page_is_the_page(served: Served) -> None:
    for path in ("/", "/t/" + "0" * 24, "/learn/board", "/rules", "/replay", "/index.html"):
        response = get(served, path)
        assert (path, response.status_code, response.content) == (path, 200, SHELL)
        assert response.headers["content-type"] == "text/html; charset=utf-8"
        assert response.headers["cache-control"] == "no-cache"


def test_a_browser_that_went_astray_gets_the_page_and_a_program_a_code(served: Served) -> None:
    astray = get(served, "/nowhere/at/all", **BROWSER)
    assert (astray.status_code, astray.content) == (404, SHELL)
    assert "etag" not in astray.headers  # or a browser might be told that nothing has changed
    assert error_of(get(served, "/nowhere/at/all")) == (404, "request.path")


def test_files_have_their_kind_and_names_that_change_are_kept_for_ever(served: Served) -> None:
    kinds = {
        "/assets/main-0123abcd.js": ("text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        "/worker.js": ("text/javascript; charset=utf-8", "no-cache"),
        "/icon-192.png": ("image/png", "no-cache"),
        "/manifest.webmanifest": ("application/manifest+json", "no-cache"),
    }
    for path, told in kinds.items():
        response = get(served, path)
        assert (response.headers["content-type"], response.headers["cache-control"]) == told
        assert response.headers["x-content-type-options"] == "nosniff"


def test_a_missing_file_is_no_page_even_for_a_browser(served: Served) -> None:
    """An old tab that asks for a part of the last build must not be given a page for a script."""
    for path in ("/assets/main-old.js", "/assets/nothing", "/favicon.ico", "/t/x.js", "/assets/", "/index.html.gz"):
        assert (path, *error_of(get(served, path, **BROWSER))) == (path, 404, "request.path")


def test_what_the_server_itself_answers_is_never_a_page(served: Served) -> None:
    for path in ("/api", "/api/", "/api/nothing", "/apiary", "/metrics/x", "/healthz/x"):
        assert (path, *error_of(get(served, path, **BROWSER))) == (path, 404, "request.path")
    assert error_of(httpx.post(served.url + "/", json={})) == (404, "request.path")
    assert error_of(httpx.put(served.url + "/api/info")) == (405, "request.method")


def test_the_address_of_a_table_gets_the_page_that_names_what_a_table_needs(tmp_path: Path) -> None:
    pages = built(tmp_path / "web")
    (pages / "table-shell.html").write_bytes(SHELL + b"<link>")
    with serving(tmp_path / "data", pages=pages) as server:
        assert get(server, "/t/" + "0" * 24).content == SHELL + b"<link>"
        assert get(server, "/rules").content == SHELL


def test_the_server_knows_every_address_of_the_pages() -> None:
    text = (ROOT / "web/src/routes.ts").read_text(encoding="utf-8")
    patterns = re.findall(r"^\s*\[/\^\\/([a-z]*)", text, re.M)
    assert "t" in patterns
    assert set(patterns) <= PLACES


# ---------------------------------------------------------------- a link that is sent


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("sent")
    pages = built(folder / "web")
    (pages / "index.html").write_bytes(b"<!doctype html><head>" + MARK + b"</head>")
    (pages / "index.html.gz").unlink()
    with serving(folder / "data", pages=pages) as server:
        yield server


def previews(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="(og:[a-z:]+)" content="([^"]*)" />', page))


def test_a_link_to_a_table_is_an_invitation_with_a_picture(sent: Served) -> None:
    page = get(sent, "/t/" + "0" * 24)
    told = previews(page.text)
    assert told["og:title"] == "You are invited to a game of Cóatl"
    assert told["og:image"] == sent.url + PICTURE  # messengers want the whole address
    assert page.headers["vary"] == "accept-encoding, accept-language, host"
    assert previews(get(sent, "/t/" + "1" * 24).text) == told  # nothing of a table is told
    assert previews(get(sent, "/rules").text)["og:title"] == "Cóatl"
    assert previews(get(sent, "/", **{"accept-language": "ru-RU,ru;q=0.9"}).text)["og:title"] == "Коатль"


def test_what_is_kept_of_a_page_is_that_of_the_own_language(sent: Served) -> None:
    english = get(sent, "/")
    again = {"if-none-match": english.headers["etag"]}
    assert get(sent, "/", **again).status_code == 304
    assert get(sent, "/", **again, **{"accept-language": "uk"}).status_code == 200
    packed = get(sent, "/", **{"accept-encoding": "gzip"})
    assert (packed.headers["content-encoding"], packed.text) == ("gzip", english.text)


def test_the_name_of_a_host_cannot_write_into_the_page() -> None:
    written = tags('https://x"><script>alert(1)</script>', True, "en")
    assert b"<script" not in written
    assert b'"><' not in written


def test_the_picture_has_the_size_that_is_told() -> None:
    drawing = (ROOT / "web/tools/invitation.ts").read_text(encoding="utf-8")
    assert f"{{ width: {WIDTH}, height: {HEIGHT} }}" in drawing


# ---------------------------------------------------------------- packing and keeping


def test_the_smallest_form_that_the_asker_takes_is_sent(served: Served) -> None:
    path = "/assets/main-0123abcd.js"
    wanted = {
        "gzip, deflate, br, zstd": ("br", b"packed by brotli"),
        "gzip": ("gzip", gzip.compress(SCRIPT)),
        "br;q=0, gzip;q=0.5": ("gzip", gzip.compress(SCRIPT)),
        "identity": (None, SCRIPT),
        "br;q=0.0": (None, SCRIPT),
        "": (None, SCRIPT),
    }
    for taken, (encoding, body) in wanted.items():
        with httpx.stream("GET", served.url + path, headers={"accept-encoding": taken}) as response:
            raw = b"".join(response.iter_raw())
            assert (taken, response.headers.get("content-encoding")) == (taken, encoding)
            assert response.headers["content-length"] == str(len(raw))
            assert response.headers["vary"] == "accept-encoding"
        assert (zlib.decompress(raw, 31) if encoding == "gzip" else raw) == (SCRIPT if encoding == "gzip" else body)


def test_a_text_that_is_there_packed_only_is_unpacked_for_who_takes_it_plain(tmp_path: Path) -> None:
    """As in a wheel."""
    whole = read_pages(built(tmp_path / "web"))
    for packed in (tmp_path / "web").rglob("*.gz"):
        packed.with_suffix("").unlink()
    assert read_pages(tmp_path / "web") == whole


def test_what_has_not_changed_is_not_sent_again(served: Served) -> None:
    first = get(served, "/")
    tag = first.headers["etag"]
    again = get(served, "/t/" + "0" * 24, **{"if-none-match": f'"other", W/{tag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert get(served, "/", **{"if-none-match": '"other"'}).status_code == 200
    packed = get(served, "/", **{"accept-encoding": "gzip", "if-none-match": tag})
    assert packed.status_code == 200  # another form of it
    assert packed.headers["etag"] != tag
    assert get(served, "/nowhere", **BROWSER, **{"if-none-match": tag}).status_code == 404


def test_head_tells_all_but_the_body(served: Served) -> None:
    for path in ("/", "/assets/main-0123abcd.js", "/worker.js"):
        asked, told = httpx.get(served.url + path), httpx.head(served.url + path)
        assert (told.status_code, told.content) == (200, b"")
        names = ("content-length", "content-type", "etag", "cache-control", "content-encoding")
        assert [told.headers.get(name) for name in names] == [asked.headers.get(name) for name in names]


# ---------------------------------------------------------------- attacks


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/assets/..%5c..%5csecret.txt",
        "/assets/%252e%252e/%252e%252e/secret.txt",
        "/assets/....//....//secret.txt",
        "//secret.txt",
        "/./../secret.txt",
        "/assets/main-0123abcd.js/../../../secret.txt",
        "/assets/main-0123abcd.js%00.png",
        "/assets/%c0%ae%c0%ae/secret.txt",
        "/data/coatl.db",
        "/../data/coatl.db",
        "/etc/passwd",
        "/../../../../../../../../etc/passwd",
        "/t/../../secret.txt",
        "/t//etc/passwd",
        "///",
        "http://evil.example/../secret.txt",
    ],
)
def test_no_path_leads_out_of_the_pages(served: Served, path: str) -> None:
    with closing(line_to(served)) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := line.recv(65536):
            answer += part
    assert int(answer.split()[1]) in (400, 404)
    assert b"seeds" not in answer
    assert b"root:" not in answer
    assert b"SQLite" not in answer


def test_links_out_of_the_folder_are_not_followed_later(tmp_path: Path) -> None:
    """Everything is read once at the start: what is put there afterwards is not served."""
    folder = built(tmp_path / "web")
    with serving(tmp_path / "data", pages=folder) as served:
        (folder / "late.txt").write_text("late")
        (folder / "out").symlink_to("/etc")
        for path in ("/late.txt", "/out/passwd"):
            assert error_of(get(served, path)) == (404, "request.path")


def test_a_page_and_its_files_never_hit_the_limit_of_requests(tmp_path: Path) -> None:
    paths = ["/"] + 15 * ["/assets/main-0123abcd.js"]
    with (
        serving(tmp_path / "data", pages=built(tmp_path / "web"), requests_per_second=1) as served,
        httpx.Client(base_url=served.url) as client,
    ):
        assert [client.get(path).status_code for path in 3 * paths] == 48 * [200]
        assert client.get("/api/info").status_code == 200  # loading a page takes nothing from it
        assert 429 in [client.get("/").status_code for _ in range(200)]  # but nobody may flood it


# ---------------------------------------------------------------- without pages


def test_without_built_pages_the_server_says_how_to_build_them(tmp_path: Path) -> None:
    with serving(tmp_path / "data", pages=tmp_path / "nothing") as served:
        assert get(served, "/api/info").status_code == 200
        for path in ("/", "/t/" + "0" * 24):
            response = get(served, path)
            assert (response.status_code, response.text.count("\n")) == (404, 1)
            assert "make pages" in response.text
            assert "coatl play" in response.text


def test_the_makefile_builds_them_where_the_server_looks() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert f"PAGES := {FOLDER.relative_to(ROOT)}/index.html" in makefile
    assert re.search(r"^pages: ", makefile, re.M)
