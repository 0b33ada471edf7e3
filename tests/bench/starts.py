"""Starting a fresh Python: what it takes, and what it runs on."""

import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numba
import numpy as np

COMPILE = (
    "from coatl.registry import rules_of as of; rules = of({game!r}, players=2); rules.warm_up(); rules.warm_up_games()"
)
START = "import coatl; coatl.new({game!r}, players=2, seed=1).legal()"
ROOT = Path(__file__).resolve().parents[2]


def seconds(*arguments: str, **environment: str) -> float:
    """How long a fresh Python takes for something."""
    given = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR" or not environment}
    began = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, env=given | environment, cwd=ROOT, capture_output=True)
    return time.perf_counter() - began


def compilation(game: str) -> float:
    """Compiling a game into an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        return seconds("-c", COMPILE.format(game=game), XDG_CACHE_HOME=folder)


def warm_start(game: str) -> float:
    """Importing, setting up a game and listing its first actions, with everything compiled."""
    return seconds("-c", START.format(game=game))


def help_page() -> float:
    """`coatl --help`."""
    return seconds("-m", "coatl", "--help")


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processor() -> str:
    """The name of the processor, as far as the system tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def machine() -> dict[str, str | int | float]:
    """What the figures were measured on."""
    return {
        "processor": processor(),
        "cores": cores(),
        "load before": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else -1.0,
        "system": platform.platform(terse=True),
        "python": platform.python_version(),
        "numba": str(numba.__version__),
        "numpy": str(np.__version__),
    }
