"""The language that the user's system speaks."""

import locale
import os
import sys
from collections.abc import Iterator

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first one that is set decides, as POSIX has it


def system_language() -> str:
    """The system's language as two letters, like `fr`; empty if it is not known."""
    return next((name.replace("-", "_").split("_")[0].split(".")[0].lower() for name in names() if name), "")


def names() -> Iterator[str]:
    """Names of locales, the most telling first: `fr_CA.UTF-8`."""
    yield from (os.environ[name] for name in VARIABLES if os.environ.get(name))
    if sys.platform == "win32":
        import ctypes

        yield locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    yield locale.getlocale()[0] or ""
