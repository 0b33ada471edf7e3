"""How a process that the server starts lives and ends with it."""

import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import wait


def settle(niceness: int = 0, plain: bool = False) -> None:
    """A process begins: signals are for the server, which ends its processes itself; without it they end too.

    :param plain: the rules run there as plain Python, which has to be said before they are loaded
    """
    if plain:
        os.environ["NUMBA_DISABLE_JIT"] = "1"
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=end_with_server, daemon=True).start()


def end_with_server() -> None:
    """Also when the server was killed and could not say so."""
    server = multiprocessing.parent_process()
    if server is not None:
        wait([server.sentinel])
        os._exit(0)
