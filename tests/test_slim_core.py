"""The core alone: an environment with nothing but what `pip install coatl` brings, and what each extra adds."""

import os
import re
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from coatl.extras import LIBRARIES, MissingExtra, extra_of, naming_extras, optional

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CORE = PROJECT["dependencies"]
EXTRAS = PROJECT["optional-dependencies"]


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def closure(wanted: Iterable[str]) -> dict[str, Distribution]:
    """The distributions that these requirements bring, with all that they need themselves."""
    found: dict[str, Distribution] = {}
    waiting = [(Requirement(text), {""}) for text in wanted]
    while waiting:
        need, extras = waiting.pop()
        if need.marker is not None and not any(need.marker.evaluate({"extra": extra}) for extra in extras):
            continue
        if normal(need.name) not in found:
            found[normal(need.name)] = library = distribution(need.name)
            waiting += [(Requirement(text), {"", *need.extras}) for text in library.requires or ()]
    return found


def entries(library: Distribution) -> set[Path]:
    """The files and folders of a distribution that lie directly in site-packages."""
    base = Path(str(library.locate_file("")))
    names = {file.parts[0] for file in library.files or () if file.parts[0] not in ("..", "__pycache__")}
    return {base / name for name in names}


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that holds the core's libraries, as links to those of this one, and no other."""
    folder = tmp_path_factory.mktemp("core")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    shown = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    )
    place = Path(shown.stdout.strip())
    for library in closure(CORE).values():
        for entry in entries(library):
            if not (place / entry.name).exists():
                (place / entry.name).symlink_to(entry)
    (place / "coatl.pth").write_text(str(ROOT / "src"), encoding="utf-8")
    return python


def run(python: Path, *words: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """What a command says, with the home of somebody new; the rules run as plain Python, so nothing is compiled."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COATL_", "XDG_"))}
    new = {"HOME": str(folder), "COLUMNS": "200", "COATL_LANG": "en", "NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(
        [str(python), *words],
        env={**own, **new, **more},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def test_the_core_has_few_libraries(core: Path, tmp_path: Path) -> None:
    names = {normal(Requirement(need).name) for need in CORE}
    assert names == {"numba", "numpy", "openskill", "platformdirs", "pydantic", "rich", "textual", "typer"}
    for library in ("fastapi", "httpx", "matplotlib", "sqlalchemy", "pytest"):
        assert "ModuleNotFoundError" in run(core, "-c", f"import {library}", folder=tmp_path).stderr


PLAYS = [
    (("--version",), "coatl 1."),
    (("rules", "R6"), "R6"),
    (("score", "board", "(BBRBBKYBBYY)", "Y4", "K5", "R5", "T3"), "17"),
    (("simulate", "card", "--games", "2", "--seed", "1"), "2"),
    (("arena", "random", "random", "--game", "card", "--games", "2", "--jobs", "1"), "random"),
    (("bots",), "priest"),
    (("serve", "--help"), "pip install 'coatl[server]'"),
]


@pytest.mark.parametrize(("words", "shown"), PLAYS, ids=[words[0] for words, _ in PLAYS])
def test_the_core_scores_simulates_and_measures(core: Path, tmp_path: Path, words: tuple[str, ...], shown: str) -> None:
    done = run(core, "-m", "coatl", *words, folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert shown in done.stdout


def test_the_core_plays_against_a_bot_and_solves(core: Path, tmp_path: Path) -> None:
    code = (
        "import coatl; from coatl.bots.base import rng_of; from coatl.bots.decision import decide\n"
        "from coatl.bots.registry import make; from coatl.solver import best_coatl\n"
        "game = coatl.new('card', players=2, seed=7); bot = make('random', game.rules)\n"
        "rng = rng_of('core')\n"
        "while not game.over:\n"
        "    game.play(decide(bot, game.view(game.seat), game.legal(), bot.limit, rng).action)\n"
        "print(game.over, best_coatl('(B B Y)', cards=['K5']).points)"
    )
    done = run(core, "-c", code, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["True", "2"]


NEEDS: list[tuple[tuple[str, ...], dict[str, str], str]] = [
    (("serve",), {}, "server"),
    (("serve", "--settings"), {}, "server"),
    (("backup", "all.db"), {}, "server"),
    (("restore", "all.db"), {}, "server"),
    (("play", "card", "--server", "http://127.0.0.1:9"), {}, "client"),
    (("arena", "greedy", "random", "--games", "2", "--plot", "x.png"), {}, "arena"),
    (("arena", "greedy", "random", "--games", "2", "--parquet", "x.parquet"), {}, "arena"),
    (("arena", "greedy", "random", "--games", "2", "--ray", "local"), {}, "ray"),
]


@pytest.mark.parametrize(("words", "more", "extra"), NEEDS, ids=[" ".join(words) for words, *_ in NEEDS])
def test_a_command_whose_extra_is_missing_names_it(
    core: Path, tmp_path: Path, words: tuple[str, ...], more: dict[str, str], extra: str
) -> None:
    done = run(core, "-m", "coatl", *words, folder=tmp_path, **more)
    assert done.returncode == 2, done.stdout + done.stderr
    [sentence] = done.stderr.splitlines()
    assert f"pip install 'coatl[{extra}]'" in sentence
    assert "[extra.missing]" in sentence


def test_a_program_that_imports_the_client_is_told_as_well(core: Path, tmp_path: Path) -> None:
    done = run(core, "-c", "import coatl.client", folder=tmp_path)
    assert "MissingExtra" in done.stderr
    assert "pip install 'coatl[client]'" in done.stderr


@pytest.mark.parametrize(
    ("module", "setting", "extra"),
    [
        ("redis", "COATL_REDIS_URL=redis://127.0.0.1:9", "redis"),
        ("psycopg", "COATL_DATABASE_URL=postgresql://127.0.0.1:9/x", "postgres"),
    ],
)
def test_a_server_whose_extra_is_missing_names_it(tmp_path: Path, module: str, setting: str, extra: str) -> None:
    blocked = f"import sys; sys.modules[{module!r}] = None; sys.argv = ['coatl', 'serve', '--port', '0']"
    code = f"{blocked}; import coatl.cli; coatl.cli.main()"
    name, _, value = setting.partition("=")
    more = {name: value, "PYTHONPATH": str(ROOT / "src"), "COATL_DATA": str(tmp_path)}
    done = run(Path(sys.executable), "-c", code, folder=tmp_path, **more)
    assert done.returncode == 2, done.stderr
    assert f"pip install 'coatl[{extra}]'" in done.stderr
    assert "[extra.missing]" in done.stderr
    assert "Traceback" not in done.stderr


# ---------------------------------------------------------------- what is loaded


def test_importing_coatl_loads_nothing_that_it_does_not_use() -> None:
    code = "import sys; before = set(sys.modules); import coatl; print(*set(sys.modules) - before)"
    own = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    shown = subprocess.run([sys.executable, "-c", code], env=own, capture_output=True, text=True, check=True).stdout
    loaded = {name for name in shown.split() if name.partition(".")[0] not in sys.stdlib_module_names}
    assert loaded == {"coatl", "coatl.engine", "coatl.engine.errors", "coatl.version"}


# ---------------------------------------------------------------- one place for the names of extras


def test_every_library_of_an_extra_is_known_by_its_extra() -> None:
    modules: dict[str, set[str]] = {}
    for module, libraries in packages_distributions().items():
        for library in libraries:
            modules.setdefault(normal(library), set()).add(module)
    for extra, needs in EXTRAS.items():
        if extra in ("dev", "docs"):  # of those who work on the project: no command needs them
            continue
        for need in map(Requirement, needs):
            if need.name not in ("coatl", "uvloop"):  # uvloop is a wish: without it there is asyncio
                assert extra in {extra_of(module) for module in modules[normal(need.name)]}, need.name


def test_every_known_library_is_brought_by_its_extra() -> None:
    owners = packages_distributions()
    for extra, libraries in LIBRARIES.items():
        brought = closure([need for need in EXTRAS[extra] if not need.startswith("coatl")])
        for library in libraries:
            assert {normal(owner) for owner in owners[library]} & set(brought), f"{library} is not in {extra}"


def test_what_is_no_library_of_an_extra_stays_an_import_error() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_library"), naming_extras():
        __import__("no_such_library")
    with pytest.raises(MissingExtra, match=r"pip install 'coatl\[arena\]'"):
        optional("matplotlib.no_such_part")
