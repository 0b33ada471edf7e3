"""Does everything of a release that needs no account: builds, checks, installs into empty environments, plays.

`make release` runs it. `--python PATH` adds another Python, `--plain` plays there without compiling (seconds instead of
minutes); nothing is published.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
import zipfile
from pathlib import Path

from tools import compiled_wheel

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
LARGEST = 6_000_000  # bytes of a wheel: pages, fonts, languages and the manual
NEEDED = (
    "coatl/py.typed",
    "coatl/decks/board.toml",
    "coatl/messages/uk/rules.md",
    "coatl/server/web/index.html.gz",
    "coatl/server/docs/index.html",
    "licenses/LICENSE",
    "licenses/THIRD-PARTY-LICENCES.txt",
)
STRANGE = ("node_modules", "__pycache__", "/tests/", ".gen.", ".map", "package.json")
FIRST_SCREEN = 5.0  # seconds of work for the first screen with compiled code, in an empty home
EXTRAS = ("", "client", "arena", "server")
GAME = """
import random, coatl
tables = [(name, options) for name in ("board", "card") for options in ({"players": 2}, {"solo": True})]
for name, options in tables:
    game, dice = coatl.new(name, seed=7, **options), random.Random(7)
    while not game.over:
        game.play(dice.choice(game.legal()))
    assert coatl.game.Game.replay(game.record()).result == game.result
    assert game.to_svg("end").startswith("<svg")
print("played both games, together and alone")
"""
SERVED = """
import random, re, subprocess, sys, time, urllib.request
from coatl.client import Server, bot, me
server = subprocess.Popen([sys.executable, "-m", "coatl", "serve", "--port", "0"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
try:
    address = next(found[0] for line in server.stdout if (found := re.search(r"http://127[0-9.:]+", line)))
    for _ in range(600):  # it listens a moment after it has said where
        try:
            urllib.request.urlopen(address + "/readyz", timeout=60)
            break
        except OSError:
            time.sleep(0.2)
    for path, shown in (("/", b"<!doctype html"), ("/docs/", b"<!doctype html"), ("/openapi.json", b"{")):
        page = urllib.request.urlopen(address + path, timeout=60).read()
        assert page.strip()[:20].lower().startswith(shown), path
    with Server(address) as there:
        table = there.create("card", seats=[me("Release"), bot("random")])
        for _ in table:
            if legal := table.legal():
                table.play(random.choice(legal))
        table.verify()
    print("served the pages and the manual, and played a game at a table")
finally:
    server.terminate()
    server.wait()
"""


def run(*words: str | Path, **more: str) -> str:
    """What a command prints; a failure ends everything."""
    shown = [str(word) for word in words]
    done = subprocess.run(
        shown,
        cwd=ROOT,
        env={**os.environ, **more},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(shown)}\n{done.stdout}{done.stderr}")
    return done.stdout


def build() -> Path:
    """The wheel and the source archive."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "hatchling", "build")
    [wheel] = DIST.glob("*.whl")
    return wheel


def faults(wheel: Path) -> list[str]:
    """What is missing in a wheel, and what should not be there."""
    names = zipfile.ZipFile(wheel).namelist()
    missing = [f"{name} is missing" for name in NEEDED if not any(one.endswith(name) for one in names)]
    strange = [f"{name} does not belong there" for name in names if any(part in name for part in STRANGE)]
    large = [f"it has {wheel.stat().st_size:,} bytes"] if wheel.stat().st_size > LARGEST else []
    return [*missing, *strange, *large]


def without_node(folder: Path) -> dict[str, str]:
    """The surroundings of somebody who has Python alone; compiled code is kept where it is."""
    return {"PATH": str(folder / "bin"), "COATL_DATA": str(folder / "data"), "COATL_LANG": "en", "PYTHONPATH": ""}


def try_out(wheel: Path, extra: str, python: str, plain: bool) -> str:
    """Installs the wheel into an empty environment and plays."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        if python == sys.executable:
            venv.create(folder, with_pip=True)
        else:
            run(python, "-m", "venv", folder)
        own, inside = without_node(folder), folder / "bin" / "python"
        wanted = f"{wheel}[{extra}]" if extra else str(wheel)
        constraints = ("--constraint", str(ROOT / "constraints.txt"))
        run(inside, "-m", "pip", "--quiet", "install", "--disable-pip-version-check", *constraints, wanted)
        if plain:
            own["NUMBA_DISABLE_JIT"] = "1"
        own["HOME"] = os.environ.get("HOME", str(folder))
        shown = run(folder / "bin" / "coatl", "--version", **own).strip()
        shown += f": {run(inside, '-c', GAME, **own).strip()}"
        if extra == "server" and not plain:
            shown += f"; {run(inside, '-c', SERVED, **own).strip()}"
        return shown


def try_compiled(wheel: Path, compiled: Path) -> str:
    """Installs both wheels into an empty environment; the first screen comes at once, and nothing is compiled."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        venv.create(folder, with_pip=True)
        constraints = ("--constraint", str(ROOT / "constraints.txt"))
        pip = (folder / "bin" / "python", "-m", "pip", "--quiet", "install", "--disable-pip-version-check")
        run(*pip, *constraints, wheel, compiled)
        own = without_node(folder) | {"HOME": str(folder / "home"), "XDG_CACHE_HOME": str(folder / "cache")}
        own["NUMBA_CACHE_DIR"] = ""
        began, spent = time.perf_counter(), os.times()
        shown = run(folder / "bin" / "coatl", "play", "board", "--seed", "7", **own)
        seconds, now = time.perf_counter() - began, os.times()
        busy = now.children_user + now.children_system - spent.children_user - spent.children_system
        made = len(list((folder / "cache").rglob("*.nbc")))
        if made or busy > FIRST_SCREEN or "Cóatl" not in shown:
            raise SystemExit(f"The first screen took {busy:.1f} s, {made} functions were compiled:\n{shown}")
        return f"the first screen after {seconds:.1f} s, {busy:.1f} s of them its own, nothing compiled"


def main() -> None:
    """All steps, one line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", action="append", default=[], help="another Python to try the wheel with")
    parser.add_argument("--plain", action="store_true", help="there, play without compiling")
    parser.add_argument("--extra", action="append", help="only these extras")
    wanted = parser.parse_args()
    wheel = build()
    compiled = compiled_wheel.build()
    print(f"built {compiled.name}: {compiled.stat().st_size:,} bytes")
    print(f"built {wheel.name}: {wheel.stat().st_size:,} bytes")
    if found := faults(wheel):
        raise SystemExit("\n".join(found))
    print("contents, licences and size: as they should be")
    print(run(sys.executable, "-m", "twine", "check", "--strict", *sorted(DIST.iterdir())).strip())
    for extra in wanted.extra if wanted.extra is not None else EXTRAS:
        print(f"coatl[{extra}]: {try_out(wheel, extra, sys.executable, plain=False)}", flush=True)
    print(f"coatl-compiled: {try_compiled(wheel, compiled)}", flush=True)
    for python in wanted.python:
        version = run(python, "--version").strip()
        print(f"{version}: {try_out(wheel, '', python, wanted.plain)}", flush=True)
    print("Not tried here: other systems, and Pythons that were not named (--python).")


if __name__ == "__main__":
    main()
