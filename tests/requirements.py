"""Tests that need something which is not on every machine: skipped there with a reason, but never in CI."""

import os
from pathlib import Path

import pytest


def need(there: bool, what: str) -> None:
    """`.ci/run` sets CI: what is missing there is a failure."""
    if there:
        return
    if os.environ.get("CI"):
        pytest.fail(f"In CI this must be there: {what}.")
    pytest.skip(f"This test needs {what}.")


def need_proc() -> None:
    """For tests that look at processes as Linux shows them."""
    need(Path("/proc/self/task").exists(), "/proc as Linux has it")
