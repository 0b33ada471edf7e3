"""Trained policies that an operator offers as bots: the files of one folder, called by their names.

A table names a policy, never a file, so nobody makes the server read what it should not.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import structlog

from coatl.bots.registry import BOTS, POLICY, entrant
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.registry import rules_of
from coatl.server.tables.commands import MOST_SEATS, POLICY_NAME

if TYPE_CHECKING:
    from coatl.rl.policy import Policy

log = structlog.get_logger("coatl.policies")


@dataclass(frozen=True)
class OfferedPolicy:
    """A policy that sits down at tables of its game with so many players."""

    bot: str  # as tables name it: policy:NAME
    file: Path
    game: str
    players: int
    policy: "Policy"

    @property
    def about(self) -> dict[str, Any]:
        """As those who invite bots read it (`BotInfo`)."""
        from coatl.rl.policy import PolicyBot

        about = {"name": self.bot, "title": entrant(self.bot).title, "sentence": PolicyBot.sentence}
        return {**about, "game": self.game, "players": self.players}


class Policies:
    """All that the operator offers, by the names of their bots; read once, at the start."""

    def __init__(self, folder: Path | None) -> None:
        found = [] if folder is None else [offered(file) for file in sorted(folder.glob("*.npz"))]
        self.offers: Mapping[str, OfferedPolicy] = {one.bot: one for one in found if one is not None}

    def check(self, bot: str, rules: Rules) -> None:
        """Refuses a policy that is not offered, or was trained for other tables.

        :raises CoatlError: bot.unknown, policy.game or policy.version.
        """
        if not bot.startswith(POLICY):
            return
        if bot not in self.offers:
            raise CoatlError("bot.unknown", f"This server offers no bot {bot!r}.", [*BOTS, *self.offers])
        self.offers[bot].policy.check(rules)

    def spec(self, bot: str) -> str:
        """What the process that thinks is to make: a bot of the registry, or the policy of a file."""
        return f"{POLICY}{self.offers[bot].file}" if bot in self.offers else bot


NO_POLICIES = Policies(None)


def offered(file: Path) -> OfferedPolicy | None:
    """The policy of a file; nothing, and a line in the log that says why, if it cannot be offered."""
    from coatl.rl.policy import Policy  # only where policies are offered: learners load much

    bot = POLICY + file.stem
    try:
        if re.fullmatch(POLICY_NAME, bot) is None:
            raise CoatlError("policy.file", "Its name should be letters, digits, - and _, 32 at most.")
        policy = Policy.load(file.resolve())
        return OfferedPolicy(bot, file.resolve(), policy.game, players_of(policy), policy)
    except CoatlError as fault:
        log.warning("a policy is not offered", file=str(file), code=fault.code, why=fault.message)
        return None


def players_of(policy: "Policy") -> int:
    """For how many players a policy was trained.

    :raises CoatlError: policy.version for one that plays alone, or by another version.
    """
    for players in range(2, MOST_SEATS + 1):
        try:
            policy.check(rules_of(policy.game, players=players))
        except CoatlError:
            continue
        return players
    raise CoatlError("policy.version", "It fits no table of several players by this version.")
