"""What docs/deploying.md and the files in deploy/ promise, as far as it can be tried without a container engine."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import httpx
import yaml  # type: ignore[import-untyped]
from prometheus_client.metrics import MetricWrapperBase

from coatl.server import metrics
from coatl.server.settings import PREFIX, Settings
from tests.requirements import need
from tests.server.server import serving

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/deploying.md").read_text(encoding="utf-8")
UNIT = (ROOT / "deploy/coatl.service").read_text(encoding="utf-8")
CONTAINER = (ROOT / "deploy/Containerfile").read_text(encoding="utf-8")

ALERTS = (ROOT / "deploy/alerts.yml").read_text(encoding="utf-8")
ENDINGS = {"counter": ["", "_total"], "gauge": [""], "histogram": ["_bucket", "_sum", "_count"]}


def test_every_setting_that_is_named_exists() -> None:
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    for text in (PAGE, UNIT, CONTAINER):
        named = set(re.findall(r"COATL_[A-Z_]+[A-Z]", text))
        assert named
        assert named <= known


def test_every_figure_that_is_named_exists_and_the_other_way_round() -> None:
    named = set(re.findall(r"`(coatl_\w+?)(?:_total)?(?:\{[\w,]+\})?`", PAGE))
    all_of_them = [metric for metric in vars(metrics).values() if isinstance(metric, MetricWrapperBase)]
    there = {described.name for metric in all_of_them for described in metric.describe()}
    assert named == there


def test_dashboard_and_alerts_name_figures_and_labels_that_exist(tmp_path: Path) -> None:
    """As the server really tells them: every name with its suffix, every label with its name."""
    with serving(tmp_path) as served:
        told = httpx.get(served.url + "/metrics").text
    described = set(re.findall(r"^# TYPE (coatl_\w+) (\w+)$", told, re.M))
    there = {name + ending for name, kind in described for ending in ENDINGS[kind]}
    all_of_them = [metric for metric in vars(metrics).values() if isinstance(metric, MetricWrapperBase)]
    labels = {"le", *(label for metric in all_of_them for label in metric._labelnames)}
    panels = json.loads((ROOT / "deploy/grafana.json").read_text(encoding="utf-8"))["panels"]
    rules = [rule for group in yaml.safe_load(ALERTS)["groups"] for rule in group["rules"]]
    asked = [target["expr"] for panel in panels for target in panel["targets"]] + [rule["expr"] for rule in rules]
    for expression in asked:
        assert set(re.findall(r"coatl_\w+", expression)) <= there, expression
        grouped = {word.strip() for words in re.findall(r"by \(([^)]*)\)", expression) for word in words.split(",")}
        chosen = set(re.findall(r"[{,]\s*(\w+)\s*[=!]", expression)) - {"job"}
        assert grouped | chosen <= labels, expression
    used = " ".join(asked)
    assert [metric._name for metric in all_of_them if metric._name not in used] == []  # all that is measured is shown
    for rule in rules:
        assert {"summary", "action"} <= set(rule["annotations"])


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    need(shutil.which("systemd-analyze") is not None, "systemd-analyze")
    unit = tmp_path / "coatl.service"
    unit.write_text(UNIT.replace("/opt/coatl/bin/coatl", sys.executable), encoding="utf-8")
    command = ["systemd-analyze", "verify", "--man=no", str(unit)]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    own = [line for line in told.stderr.splitlines() if "coatl.service" in line]
    assert (told.returncode, own) == (0, [])


def words_of(instruction: str) -> list[str]:
    """What follows an instruction of the Containerfile."""
    return re.findall(rf"^{instruction} (.+)$", CONTAINER, re.M)


def test_the_container_copies_what_is_there_and_installs_extras_that_exist() -> None:
    copied = [word for words in words_of("COPY") if "--from" not in words for word in words.split()[:-1]]
    assert copied
    assert [name for name in copied if not (ROOT / name).exists()] == []
    extras = re.search(r"\.whl\)\[(.+)\]", CONTAINER)
    assert extras
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(extras[1].split(",")) <= set(project["optional-dependencies"])


def test_the_container_holds_compiled_code_where_the_server_looks_and_no_volume_hides_it() -> None:
    lines = CONTAINER.splitlines()
    compiled = lines.index("RUN coatl compile")
    assert lines.index("USER coatl") < compiled  # whose code the server may use and add to
    [cache] = [word.partition("=")[2] for word in words_of("ENV")[0].split() if word.startswith("XDG_CACHE_HOME=")]
    assert any(line.startswith("ENV") and cache in line for line in lines[:compiled])
    assert not [volume for volume in words_of("VOLUME") if cache.startswith(volume)]


def test_the_container_asks_for_health_in_a_way_that_works(tmp_path: Path) -> None:
    command = json.loads(words_of("HEALTHCHECK")[0].partition("CMD ")[2])
    with serving(tmp_path) as served:
        here = [sys.executable, *(word.replace("http://127.0.0.1:8000", served.url) for word in command[1:])]
        assert subprocess.run(here, timeout=60, check=False).returncode == 0
    assert subprocess.run(here, timeout=60, check=False, capture_output=True).returncode != 0  # it has stopped
