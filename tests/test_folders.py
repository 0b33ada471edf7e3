"""Where files of a user are kept: on Linux as in version 0.1, elsewhere where the system wants them."""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Literal

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.windows import Windows

from coatl.folders import temporary_folder, user_folder

Kind = Literal["cache", "data", "state"]
BEFORE: list[tuple[Kind, str]] = [  # in version 0.1
    ("cache", ".cache/coatl"),
    ("data", ".local/share/coatl"),
    ("state", ".local/state/coatl"),
]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def on(system: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets platformdirs answer as on another system."""
    for kind, _ in BEFORE:
        name = f"user_{kind}_path"
        monkeypatch.setattr(platformdirs, name, lambda *a, _name=name, **more: getattr(system(*a, **more), _name))


@pytest.mark.skipif(sys.platform != "linux", reason="these are the folders on Linux")
@pytest.mark.parametrize(("kind", "place"), BEFORE)
@pytest.mark.parametrize("there", [False, True])
def test_on_linux_the_folders_are_those_of_0_1(home: Path, kind: Kind, place: str, there: bool) -> None:
    if there:
        (home / place).mkdir(parents=True)
    assert user_folder(kind) == home / place


@pytest.mark.parametrize(("kind", "place"), BEFORE)
def test_a_variable_goes_first(home: Path, kind: Kind, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / place).mkdir(parents=True)
    monkeypatch.setenv(f"XDG_{kind.upper()}_HOME", str(home / "elsewhere"))
    assert user_folder(kind) == home / "elsewhere" / "coatl"


@pytest.mark.parametrize(("kind", "place"), BEFORE)
def test_on_macos_the_system_says_where(home: Path, kind: Kind, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    on(MacOS, monkeypatch)
    folder = "Caches" if kind == "cache" else "Application Support"
    assert user_folder(kind) == home / "Library" / folder / "coatl"
    (home / place).mkdir(parents=True)  # as version 0.1 left it there
    assert user_folder(kind) == home / place


@pytest.mark.parametrize(("kind", "place"), BEFORE)
def test_on_windows_the_system_says_where(home: Path, kind: Kind, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    on(Windows, monkeypatch)
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda name: str(home / "AppData" / "Local"))
    assert (home / "AppData" / "Local" / "coatl") in [user_folder(kind), *user_folder(kind).parents]
    (home / place).mkdir(parents=True)
    assert user_folder(kind) == home / place


def test_nobody_s_home_is_the_temporary_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    assert user_folder("state") == Path(tempfile.gettempdir()) / "coatl"


def test_a_system_without_user_numbers_has_a_temporary_folder() -> None:
    code = "import os; del os.getuid; from coatl.folders import temporary_folder; print(temporary_folder().name)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "coatl"
    assert temporary_folder().name.startswith("coatl-")
