"""uvicorn, with the settings of the server."""

import os
import signal
import sys
import tempfile
from collections.abc import Callable
from typing import Any

import uvicorn

from coatl.server.lines import HttpLine, SocketLine
from coatl.server.logs import set_up_logs
from coatl.server.metrics import FOLDER
from coatl.server.settings import PREFIX, Settings
from coatl.server.starting import announce, bound, check_storage


def config(settings: Settings, app: Any = None) -> uvicorn.Config:
    """How uvicorn serves: no compression, which costs every idle socket its memory; no requests in the log."""
    return uvicorn.Config(
        app or "coatl.server.app:create_app",
        factory=app is None,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        loop="uvloop",
        http=HttpLine,
        ws=SocketLine,
        ws_max_size=settings.frame_bytes,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=settings.shutdown_seconds,
        backlog=4096,
    )


def run(settings: Settings, then: Callable[[str], None] | None = None) -> None:
    """Serves until it is told to stop; all writes are finished then, and that is a success.

    :param then: is told the address before the first answer
    """
    set_up_logs(settings)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a client that hangs up must not end the server
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # also what uvicorn raises when it has closed everything
    for name, value in settings.model_dump(exclude_unset=True).items():  # for processes that uvicorn starts
        if value is not None:
            os.environ[PREFIX + name.upper()] = str(value)
    check_storage(settings)
    chosen, line = config(settings), bound(settings)
    url = announce(settings, line)
    if then:
        then(url)
    if settings.workers > 1:
        from uvicorn.supervisors import Multiprocess

        with tempfile.TemporaryDirectory() as folder:
            os.environ[FOLDER] = folder
            Multiprocess(chosen, sockets=[line]).run()
    else:
        uvicorn.Server(chosen).run(sockets=[line])
