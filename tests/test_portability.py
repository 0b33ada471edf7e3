"""Systems that lack what Linux has: simulated by taking it away, since the tests run on Linux."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from coatl.bots.process import ProcessBot
from coatl.engine.errors import CoatlError
from coatl.registry import rules_of

ROOT = Path(__file__).resolve().parent.parent
TAKEN_AWAY = """
import os, signal, sys
import platformdirs  # takes its part for Linux here, which asks for the user
for module in ("fcntl", "grp", "pwd", "readline", "resource", "termios", "tty", "uvloop"):
    sys.modules[module] = None
for name in ("fork", "getuid", "geteuid", "killpg", "posix_spawnp", "sched_getaffinity"):
    delattr(os, name)
for name in ("SIGPIPE", "SIGALRM", "SIGHUP", "setitimer", "pthread_sigmask"):
    delattr(signal, name)
sys.argv = ["coatl", *sys.argv[1:]]
import coatl.cli
coatl.cli.main()
"""


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("simulate", "card", "--games", "2", "--jobs", "1"), "2"),
        (("arena", "random", "random", "--game", "card", "--games", "2", "--jobs", "1"), "random"),
        (("serve", "--settings"), "COATL_DATA="),
        (("play", "card", "--seat", "Ann", "--seat", "Ben", "--seed", "7"), "Ann to play"),
    ],
    ids=["simulate", "arena", "serve", "play"],
)
def test_a_system_without_the_parts_that_linux_has_plays_too(
    tmp_path: Path, words: tuple[str, ...], shown: str
) -> None:
    own = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "NUMBA_DISABLE_JIT": "1", "HOME": str(tmp_path)}
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        own.pop(name, None)
    command = [sys.executable, "-c", TAKEN_AWAY, *words]
    done = subprocess.run(command, env=own, input="quit\n", capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    assert shown in done.stdout


def test_a_bot_that_cannot_be_watched_over_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "posix_spawnp")
    with pytest.raises(CoatlError, match=r"\[bot\.system\]"):
        ProcessBot(rules_of("card"), ["python", "bot.py"]).warm_up()
