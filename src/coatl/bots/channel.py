"""A process that is spoken to in lines of JSON: started, asked with patience, and always ended."""

import os
import selectors
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from coatl.bots.line_protocol import LONGEST_LINE, Data, fault, from_line, shown, to_line
from coatl.engine.errors import CoatlError

WATCHDOG = Path(__file__).with_name("watchdog.py")
FAREWELL = 1.0  # seconds that a process has to end by itself
TAIL = 2000  # bytes of its standard error that are kept for the report
CHUNK = 65536


class Channel:
    """A running process. Whatever it does wrong is a CoatlError; after one it is out of step and should be ended."""

    def __init__(self, command: Sequence[str]) -> None:
        if not hasattr(os, "posix_spawnp"):
            message = "Bots in processes of their own need Linux or macOS: this system cannot watch over them."
            raise CoatlError("bot.system", message, ["a bot in Python: my.module:MyBot"])
        guarded = [sys.executable, "-I", "-S", str(WATCHDOG), str(os.getpid()), *command]
        self.process = subprocess.Popen(
            guarded,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # Ctrl-C is for the players
        )
        self.received = b""
        self.errors = b""
        self.selector = selectors.DefaultSelector()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)
            self.selector.register(stream, selectors.EVENT_READ)
        assert self.process.stdin is not None
        os.set_blocking(self.process.stdin.fileno(), False)
        self.end = weakref.finalize(self, end, self.process, self.selector, os.getpid())

    def ask(self, message: Data, patience: float) -> Data:
        """Sends a message and waits so many seconds for the answer."""
        deadline = time.monotonic() + patience
        self.listen(0)
        if self.received.strip():
            raise fault(f"The bot spoke without being asked: {shown(self.received)}.")
        self.received = b""
        self.send(to_line(message), deadline, patience)
        while b"\n" not in self.received.lstrip():
            self.listen(self.left(deadline, patience))
        line, _, self.received = self.received.lstrip().partition(b"\n")
        return from_line(line)

    def left(self, deadline: float, patience: float) -> float:
        """Seconds until the deadline."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise CoatlError("bot.hangs", f"The bot did not answer within {patience:.3g} seconds.")
        return left

    def send(self, line: bytes, deadline: float, patience: float) -> None:
        """Writes a line as fast as the process reads it."""
        assert self.process.stdin is not None
        self.selector.register(self.process.stdin, selectors.EVENT_WRITE)
        try:
            while line:
                self.listen(self.left(deadline, patience))
                with quiet_pipe(), suppress(BlockingIOError):
                    line = line[os.write(self.process.stdin.fileno(), line) :]
        except BrokenPipeError:
            raise self.crashed() from None
        finally:
            self.selector.unregister(self.process.stdin)

    def listen(self, seconds: float) -> None:
        """Waits until the process can read, or has said something, and takes that in."""
        for key, _ in self.selector.select(seconds):
            if key.fileobj is self.process.stdout:
                self.receive(os.read(key.fd, CHUNK))
            elif key.fileobj is self.process.stderr:
                chunk = os.read(key.fd, CHUNK)
                self.errors = (self.errors + chunk)[-TAIL:]
                if not chunk:
                    self.selector.unregister(key.fileobj)

    def receive(self, chunk: bytes) -> None:
        if not chunk:
            raise self.crashed()
        self.received += chunk
        if len(self.received) > LONGEST_LINE:
            raise fault(f"The bot answered with over {LONGEST_LINE:,} bytes.")

    def crashed(self) -> CoatlError:
        """The process has ended: with which status, and what it said last."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(FAREWELL)
        assert self.process.stderr is not None
        with suppress(BlockingIOError, ValueError):
            self.errors = (self.errors + os.read(self.process.stderr.fileno(), CHUNK))[-TAIL:]
        words = self.errors.decode(errors="replace").strip().splitlines()
        last = f": {words[-1][:200]}" if words else "."
        return CoatlError("bot.crashed", f"The bot's process ended with status {self.process.poll()}{last}")


def end(process: "subprocess.Popen[bytes]", selector: selectors.BaseSelector, owner: int) -> None:
    """Lets a process end by itself, or ends it; its children too."""
    if os.getpid() != owner:  # a copy of the process that started it
        return
    selector.close()
    assert process.stdin is not None
    process.stdin.close()
    for patience in (FAREWELL, FAREWELL):
        try:
            process.wait(patience)
            break
        except subprocess.TimeoutExpired:
            process.terminate()  # the watchdog ends the bot and waits for it
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdout, process.stderr):
        assert stream is not None
        stream.close()


@contextmanager
def quiet_pipe() -> Iterator[None]:
    """Writing to a process that has ended is an error here, never the signal that would end the whole program."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})
    try:
        yield
    finally:
        if signal.SIGPIPE in signal.sigpending():
            signal.sigwait({signal.SIGPIPE})
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
