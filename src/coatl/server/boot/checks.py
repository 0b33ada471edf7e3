"""What can go wrong before anybody is served, said in one sentence each: the port, the folder, the database."""

import errno
import os
import socket
import sys
import tempfile
from collections.abc import Mapping

import sqlalchemy as sa
import structlog

from coatl import messages
from coatl.engine.errors import CoatlError
from coatl.server.clock import clock
from coatl.server.settings import PREFIX, Settings
from coatl.server.storage.database import url_of
from coatl.server.storage.store import Store

log = structlog.get_logger("coatl")


def bound(settings: Settings) -> socket.socket:
    """A socket on the address of the settings, or a clear refusal."""
    line = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    if os.name != "nt":  # there it would let two servers listen on one port
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        line.bind((settings.host, settings.port))
        line.set_inheritable(True)  # for processes that uvicorn starts
    except OSError as fault:
        line.close()
        raise refusal(settings, fault) from None
    return line


def refusal(settings: Settings, fault: OSError) -> CoatlError:
    """Why the server cannot listen there."""
    if fault.errno == errno.EADDRINUSE:
        message = f"Port {settings.port} is in use: another server listens there. Choose another with --port."
        return CoatlError("server.port", message)
    if fault.errno == errno.EACCES:
        return CoatlError("server.port", f"Port {settings.port} needs more rights than you have.", ["1024 to 65535"])
    message = f"This machine cannot listen on {settings.host!r}: {fault.strerror or fault}."
    return CoatlError("server.host", message, ["127.0.0.1", "0.0.0.0"])


def check_storage(settings: Settings) -> None:
    """Opens the database once and brings it up to date, so that a worker does not fail at it later."""
    if settings.database_url is None:
        check_folder(settings)
    try:
        store = Store(settings.url)
        clock.advance(store.last_time())  # before any worker begins, so that all have the same time
        store.close()
    except sa.exc.SQLAlchemyError as fault:
        place = url_of(settings.url).render_as_string(hide_password=True)
        reason = str(getattr(fault, "orig", None) or fault).strip().splitlines()[0]
        raise CoatlError("database.unusable", f"The database {place} cannot be used: {reason}.") from None


def check_folder(settings: Settings) -> None:
    """The folder of the database, which only its owner may read: the events hold the seeds of running games."""
    try:
        settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=settings.data):
            pass
    except OSError as fault:
        message = f"{settings.data} cannot be written: {fault.strerror or fault}. {PREFIX}DATA names another folder."
        raise CoatlError("data.unwritable", message) from None


def address(host: str, port: int) -> str:
    """Where a browser on this machine finds the server.

    >>> address("0.0.0.0", 8000), address("::", 8000)
    ('http://127.0.0.1:8000', 'http://[::1]:8000')
    """
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def network_address() -> str | None:
    """The address by which others in the same network find this machine; nothing is sent to learn it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))  # an address that nobody has (RFC 5737)
        except OSError:
            return None
        return str(line.getsockname()[0])


def announce(settings: Settings, line: socket.socket) -> str:
    """Says where the tables are, and warns of settings that nobody reads; returns the address."""
    host, port = line.getsockname()[:2]
    url = address(host, port)
    if sys.stderr.isatty():
        place = url_of(settings.url).render_as_string(hide_password=True)
        print(f"Cóatl serves at {url}", file=sys.stderr)
        if host in ("0.0.0.0", "::") and (near := network_address()):
            print(f"In your network, also on a phone: {address(near, port)}", file=sys.stderr)
        print(f"Games are kept in {place}\nControl-C stops the server.\n", file=sys.stderr)
    log.info("listening", url=url, workers=settings.workers)
    for name in unknown_settings(os.environ):
        log.warning("there is no such setting", name=name)
    return url


def unknown_settings(environment: Mapping[str, str]) -> list[str]:
    """Variables that look like settings and are none: perhaps misspelt.

    >>> unknown_settings({"COATL_PROT": "80", "COATL_PORT": "80", "COATL_LANG": "de", "HOME": "/"})
    ['COATL_PROT']
    """
    known = {PREFIX + name.upper() for name in Settings.model_fields} | {messages.CHOSEN}
    return sorted(name for name in environment if name.startswith(PREFIX) and name not in known)
