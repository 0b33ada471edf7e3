"""What the server needs of uvicorn beyond its promises. A failure here tells what another version has changed.

How these parts behave, with real clients, is tested in test_slow_clients.py.
"""

import inspect
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

ROOT = Path(__file__).resolve().parents[2]
USES = "src/coatl/server/uvicorn_internals.py, which leans on it, must change with this version of uvicorn"


def test_uvicorn_is_one_of_the_tested_versions() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    [wanted] = [need for need in extras["server"] if need.startswith("uvicorn")]
    lowest, highest = (as_numbers(part.strip("<>=")) for part in wanted.removeprefix("uvicorn").split(","))
    version = as_numbers(uvicorn.__version__)[:2]
    assert lowest <= version < highest, f"test {USES}, then widen {wanted!r} in pyproject.toml"


def as_numbers(version: str) -> list[int]:
    return [int(number) for number in version.split(".")]


@pytest.mark.parametrize(
    ("owner", "method", "parameters"),
    [
        (HttpToolsProtocol, "on_message_begin", ["self"]),
        (HttpToolsProtocol, "on_headers_complete", ["self"]),
        (HttpToolsProtocol, "data_received", ["self", "data"]),
        (WebSocketsSansIOProtocol, "pause_writing", ["self"]),
        (WebSocketsSansIOProtocol, "resume_writing", ["self"]),
        (WebSocketsSansIOProtocol, "handle_ping", ["self"]),
        (WebSocketsSansIOProtocol, "handle_cont", ["self", "event"]),
        (WebSocketsSansIOProtocol, "handle_parser_exception", ["self"]),
    ],
)
def test_uvicorn_calls_the_methods_that_are_overridden(owner: type, method: str, parameters: list[str]) -> None:
    found = getattr(owner, method, None)
    assert found is not None, f"{owner.__name__}.{method} is gone: {USES}"
    assert list(inspect.signature(found).parameters) == parameters, f"{owner.__name__}.{method} has others: {USES}"


@pytest.mark.parametrize(
    ("owner", "attributes"),
    [
        (HttpToolsProtocol, ("loop", "transport")),
        (WebSocketsSansIOProtocol, ("loop", "transport", "conn", "writable", "frames", "close_sent")),
    ],
)
def test_uvicorn_sets_the_attributes_that_are_read(owner: type, attributes: tuple[str, ...]) -> None:
    source = inspect.getsource(owner)
    for attribute in attributes:
        assert f"self.{attribute}" in source, f"{owner.__name__}.{attribute} is gone: {USES}"


def test_only_one_module_touches_the_private_parts() -> None:
    found = [
        path.name
        for path in (ROOT / "src").rglob("*.py")
        if "uvicorn.protocols" in (text := path.read_text(encoding="utf-8")) or "uvicorn.supervisors" in text
    ]
    assert found == ["uvicorn_internals.py"]
    numba = [path.name for path in (ROOT / "src").rglob("*.py") if "import numba" in path.read_text(encoding="utf-8")]
    assert [name for name in numba if name not in ("numba_internals.py", "jit.py")] == []


def test_without_uvloop_the_server_runs_on_asyncio(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['uvloop'] = None\n"
        "from pathlib import Path\n"
        "from coatl.server.boot.process import config\n"
        "from coatl.server.settings import Settings\n"
        f"chosen = config(Settings(data=Path({str(tmp_path)!r})))\n"
        "loop = chosen.get_loop_factory()()\n"
        "print(type(loop).__module__); loop.close()"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert shown.stdout.startswith("asyncio."), shown.stderr
