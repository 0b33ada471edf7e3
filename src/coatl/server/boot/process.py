"""uvicorn, with the settings of the server."""

import os
import signal
import sys
import tempfile
from collections.abc import Callable
from typing import Any

import uvicorn

from coatl.extras import optional
from coatl.server.boot.checks import announce, bound, check_storage
from coatl.server.clock import clock
from coatl.server.logs import set_up_logs
from coatl.server.metrics import FOLDER
from coatl.server.settings import PREFIX, Settings, plain
from coatl.server.slow_clients import BoundedHttp, BoundedSocket
from coatl.server.uvicorn_internals import Supervisor
from coatl.server.words import WordFile

FAILED = 3  # the exit status of a server that gave up by itself


def config(settings: Settings, app: Any = None) -> uvicorn.Config:
    """How uvicorn serves: no compression, which costs every idle socket its memory; no requests in the log."""
    return uvicorn.Config(
        app or "coatl.server.app:create_app",
        factory=app is None,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        loop="auto",  # uvloop where it is installed
        http=BoundedHttp,
        ws=BoundedSocket,
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
    """Serves until a signal stops it; all writes are finished then, and that is a success.

    :param then: gets the address before the first answer
    """
    set_up_logs(settings)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a client that hangs up must not end the server
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # also what uvicorn raises when it has closed everything
    for name, value in settings.model_dump(exclude_unset=True).items():  # for processes that uvicorn starts
        if value is not None:
            os.environ[PREFIX + name.upper()] = plain(value)
    if settings.redis_url is not None:
        optional("redis")  # a missing library is an error now, not by a worker in the log
    check_storage(settings)
    WordFile(settings.words)  # before the first worker starts
    clock.share()  # after the stored time, which `check_storage` has read
    chosen, line = config(settings), bound(settings)
    url = announce(settings, line)
    if then:
        then(url)
    if settings.workers > 1:
        with tempfile.TemporaryDirectory() as folder:
            os.environ[FOLDER] = folder
            supervisor = Supervisor(chosen, sockets=[line])
            supervisor.run()
        served = supervisor.stopped
    else:
        server = uvicorn.Server(chosen)
        server.run(sockets=[line])
        served = server.started
    if not served:  # whoever looks after it shall start it again
        sys.exit(FAILED)
