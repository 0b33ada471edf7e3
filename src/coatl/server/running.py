"""uvicorn, with the settings of the server."""

import os
import signal
from typing import Any

import uvicorn

from coatl.server.lines import HttpLine, SocketLine
from coatl.server.logs import set_up_logs
from coatl.server.settings import PREFIX, Settings


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


def run(settings: Settings) -> None:
    """Serves until it is told to stop; all writes are finished then."""
    set_up_logs(settings)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a client that hangs up must not end the server
    for name, value in settings.model_dump(exclude_unset=True).items():  # for processes that uvicorn starts
        if value is not None:
            os.environ[PREFIX + name.upper()] = str(value)
    chosen = config(settings)
    if settings.workers > 1:
        from uvicorn.supervisors import Multiprocess

        Multiprocess(chosen, sockets=[chosen.bind_socket()]).run()
    else:
        uvicorn.Server(chosen).run()
