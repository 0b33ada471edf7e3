"""Settings of the server: environment variables COATL_…, each with a default that works."""

import os
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal

from pydantic import DirectoryPath, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from coatl.engine.errors import CoatlError
from coatl.folders import user_folder

PREFIX = "COATL_"
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")  # names of this machine
FOLDER = Path(__file__).parent / "web"  # where `make pages` and the packaging hook build them


TableKind = Literal["finished", "abandoned", "empty"]  # tables at which nothing happens any longer


class Settings(BaseSettings):
    """Everything that can be set. `coatl serve --help` lists these sentences."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore")

    host: str = Field(default="127.0.0.1", description="the address to listen on; 0.0.0.0 for all")
    port: int = Field(default=8000, ge=0, le=65535, description="the port to listen on")
    workers: int = Field(
        default=1, ge=1, le=64, description="processes that serve; more than one needs COATL_REDIS_URL"
    )
    data: Path = Field(
        default_factory=partial(user_folder, "data"), description="the folder of the database, if none is named"
    )
    database_url: str | None = Field(
        default=None, description="sqlite:////file or postgresql://…; else SQLite in COATL_DATA"
    )
    pages: Path = Field(default=FOLDER, description="the folder of the built pages")
    words: Path | None = Field(
        default=None,
        description="a file of words that are refused in names and chat, one a line; bad* and *bad* are parts",
    )
    policies: DirectoryPath | None = Field(
        default=None, description="a folder of trained policies (NAME.npz), which can be invited as bots by their names"
    )
    redis_url: str | None = Field(default=None, description="redis://…, which carries events between several workers")
    origins: Annotated[str, NoDecode] = Field(
        default="", description="pages of other sites that may talk to this server, with commas: https://example.org"
    )
    hosts: Annotated[str, NoDecode] = Field(
        default="",
        description="names that this server answers to, with commas: coatl.example.org; * for any. "
        "If empty: those of this machine, or any if it listens on more than this machine",
    )
    proxies: str = Field(default="127.0.0.1", description="proxies whose X-Forwarded-For is believed, with commas")
    log_level: str = Field(
        default="info", pattern="^(debug|info|warning|error)$", description="debug, info, warning or error"
    )
    log_format: str = Field(
        default="auto", pattern="^(auto|json|text)$", description="json, text, or auto: text on a terminal"
    )
    bot_processes: int = Field(
        default=max(1, (os.cpu_count() or 2) - 1),
        ge=1,
        le=256,
        description="processes in which bots search; other bots, hints and those who study have one more each",
    )
    bot_seconds: float = Field(
        default=20.0,
        gt=0,
        le=600,
        description="longest time for one decision of a bot, or for an answer to those who study",
    )
    hint_seconds: float = Field(
        default=10.0, gt=0, le=600, description="longest time for a hint; large decks of one's own may need more"
    )
    bot_pace: float = Field(
        default=0.6, ge=0, le=60, description="a bot answers at multiples of this, so its speed tells nothing"
    )
    absent_seconds: float = Field(
        default=60.0,
        ge=0,
        le=86_400,
        description="how long a seat is kept for somebody who is away before the host may let a bot play on",
    )
    bot_games: int = Field(
        default=64, ge=1, description="games at once in which only bots play; others wait until one is over"
    )
    bot_games_per_address: int = Field(
        default=4, ge=0, description="the same, of one address; they go on only while somebody watches"
    )
    lobby_minutes: float = Field(
        default=5.0, ge=0, description="how long the lobby shows an open table whose host has gone"
    )
    lobby_per_address: int = Field(default=3, ge=1, description="tables of one address that the lobby shows")
    open_hours: float = Field(
        default=24.0, gt=0, description="an open public table is closed after so long with nobody there"
    )
    idle_seconds: float = Field(
        default=60.0, ge=1, description="after so long without anybody a table leaves the memory"
    )
    sockets: int = Field(default=10_000, ge=1, description="connections at once")
    sockets_per_address: int = Field(default=100, ge=1, description="connections at once from one address")
    commands_per_second: float = Field(
        default=20.0, gt=0, description="messages of one connection, with bursts of three times as many"
    )
    address_commands_per_second: float = Field(
        default=200.0,
        gt=0,
        description="messages of all connections of one address, with bursts of three times as many",
    )
    requests_per_second: float = Field(
        default=30.0,
        gt=0,
        description="HTTP requests of one address, with bursts of ten times as many; ten times that for files of pages",
    )
    tables_per_minute: float = Field(
        default=20.0,
        gt=0,
        description="new tables and new people at tables from one address, with bursts of three times as many",
    )
    questions_per_minute: float = Field(
        default=120.0,
        gt=0,
        description="records, positions and puzzles to think about from one address, with bursts of half as many",
    )
    metrics_from: Annotated[str, NoDecode] = Field(
        default="127.0.0.1,::1", description="addresses that may read /metrics, with commas; * for all"
    )
    abuse_days: int = Field(
        default=14,
        ge=0,
        le=365,
        description="days for which the addresses of floods are kept, in COATL_DATA/abuse-DATE.log; 0 writes none",
    )
    body_bytes: int = Field(
        default=262_144, ge=1024, description="longest body of an HTTP request; own decks are the longest"
    )
    frame_bytes: int = Field(default=16_384, ge=1024, description="longest message on a WebSocket")
    admin_secret: SecretStr | None = Field(
        default=None,
        min_length=16,
        description="opens /admin to whoever knows it; without one it is shut",
    )
    keep_days: float = Field(default=365, ge=0, description="how long finished games are kept; 0 for ever")
    keep_days_abandoned: float = Field(
        default=90, ge=0, description="how long games that nobody goes on with are kept; 0 for ever"
    )
    keep_days_empty: float = Field(
        default=7, ge=0, description="how long tables are kept at which no game began; 0 for ever"
    )
    keep_records: bool = Field(
        default=False, description="keep finished games after COATL_KEEP_DAYS without names and chat, for ever"
    )
    shutdown_seconds: int = Field(default=10, ge=1, description="how long a shutdown waits for connections")

    @property
    def url(self) -> str:
        """The address of the database."""
        return self.database_url or f"sqlite:///{self.data / 'coatl.db'}"

    @property
    def keep(self) -> dict[TableKind, float]:
        """How many days tables of each kind are kept."""
        return {"finished": self.keep_days, "abandoned": self.keep_days_abandoned, "empty": self.keep_days_empty}

    @property
    def origin_list(self) -> frozenset[str]:
        """The other sites that may talk to this server."""
        return frozenset(origin.rstrip("/") for origin in words(self.origins))

    @property
    def host_list(self) -> frozenset[str]:
        """The names of this server; empty for any."""
        if not words(self.hosts) and is_loopback(self.host):
            return frozenset((*LOOPBACK, f"[{self.host}]" if ":" in self.host else self.host.lower()))
        return frozenset(name.lower() for name in words(self.hosts))

    @property
    def metrics_list(self) -> frozenset[str]:
        """Who may read the figures."""
        return words(self.metrics_from)


def plain(value: object) -> str:
    """A value as the text of its environment variable, secrets included."""
    return value.get_secret_value() if isinstance(value, SecretStr) else str(value)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address.

    >>> [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "example.org")]
    [True, True, True, False, False]
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def words(text: str) -> frozenset[str]:
    """What stands between commas."""
    return frozenset(word.strip() for word in text.split(",") if word.strip())


def read_settings(**given: object) -> Settings:
    """The settings from the environment; what is given goes before it."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
    except ValidationError as fault:
        first = fault.errors()[0]
        name = PREFIX + str(first["loc"][0]).upper()
        raise CoatlError("settings.value", f"{name} cannot be used: {first['msg']}.") from None


def listed() -> list[str]:
    """A line for each setting: its variable, what it is, its default."""
    lines = []
    for name, field in Settings.model_fields.items():
        default = field.get_default(call_default_factory=True)
        shown = "" if default in (None, "") else f" (default {default})"
        lines.append(f"{PREFIX}{name.upper()}: {field.description}{shown}")
    return lines
