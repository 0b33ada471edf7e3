"""Bots of one's own: a class by its import path, found also in the current directory, or a command to start."""

import importlib
import inspect
import os
import shlex
import shutil
import sys
from types import ModuleType

from coatl.bots.base import Bot
from coatl.engine.errors import CoatlError


def bot_class(path: str) -> type[Bot]:
    """The bot that an import path names: `my.module:MyBot`.

    :raises CoatlError: bot.import, with what is missing.
    """
    module_name, _, name = path.partition(":")
    module = imported(module_name)
    found = getattr(module, name, None)
    if not (inspect.isclass(found) and issubclass(found, Bot)):
        there = [key for key, value in vars(module).items() if inspect.isclass(value) and is_own(value, module)]
        what = "is no bot: it does not inherit from coatl.bots.base.Bot" if found is not None else "does not exist"
        raise CoatlError("bot.import", f"{path[:80]} {what}.", [f"{module_name}:{key}" for key in there])
    if found.choose is Bot.choose and found.think is Bot.think:
        raise CoatlError("bot.import", f"{path[:80]} says neither what to `choose` nor what it `thinks`.")
    return found


def is_own(kind: type, module: ModuleType) -> bool:
    """Whether a class is a bot that this module makes."""
    return issubclass(kind, Bot) and kind.__module__ == module.__name__


def imported(name: str) -> ModuleType:
    """A module; those of the current directory come last, so that they hide no other."""
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)
        importlib.invalidate_caches()
    try:
        return importlib.import_module(name)
    except Exception as fault:  # whatever a module of one's own does when it is imported
        missing = isinstance(fault, ModuleNotFoundError) and f"{name}.".startswith(f"{fault.name}.")
        why = "there is no such module here" if missing else f"{type(fault).__name__}: {fault}"
        raise CoatlError("bot.import", f"{name[:80]} cannot be imported: {why}.") from None


def command_words(command: str) -> tuple[str, ...]:
    """The words of a command, the first one a program that there is.

    :raises CoatlError: bot.command.
    """
    try:
        words = shlex.split(command)
    except ValueError as fault:
        raise CoatlError("bot.command", f"The command {command[:80]!r} cannot be read: {fault}.") from None
    if not words or shutil.which(words[0]) is None:
        named = repr(words[0][:80]) if words else "without a word"
        message = f"There is no program {named} to start as a bot."
        raise CoatlError("bot.command", message, ["exec:python mybot.py", "exec:50ms:./mybot"])
    if os.name != "posix":
        raise CoatlError("bot.command", "Bots in other processes need Linux, macOS or another Unix.")
    return tuple(words)
