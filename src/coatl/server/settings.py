"""Settings of the server: environment variables COATL_…, each with a default that works."""

import os
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from coatl.engine.errors import CoatlError

PREFIX = "COATL_"
FOLDER = Path(__file__).parent / "web"  # where `make pages` and the packaging hook build them


def data_folder() -> Path:
    """The user's data directory: XDG_DATA_HOME, or its usual place."""
    given = os.environ.get("XDG_DATA_HOME")
    return (Path(given) if given else Path.home() / ".local" / "share") / "coatl"


class Settings(BaseSettings):
    """Everything that can be set. `coatl serve --help` lists these sentences."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore")

    host: str = Field(default="127.0.0.1", description="the address to listen on; 0.0.0.0 for all")
    port: int = Field(default=8000, ge=0, le=65535, description="the port to listen on")
    workers: int = Field(
        default=1, ge=1, le=64, description="processes that serve; more than one needs COATL_REDIS_URL"
    )
    data: Path = Field(default_factory=data_folder, description="the folder of the database, if none is named")
    database_url: str | None = Field(
        default=None, description="sqlite:////file or postgresql://…; else SQLite in COATL_DATA"
    )
    pages: Path = Field(default=FOLDER, description="the folder of the built pages")
    redis_url: str | None = Field(default=None, description="redis://…, which carries events between several workers")
    origins: Annotated[str, NoDecode] = Field(
        default="", description="pages of other sites that may talk to this server, with commas: https://example.org"
    )
    hosts: Annotated[str, NoDecode] = Field(
        default="", description="names that this server answers to, with commas: coatl.example.org; any if empty"
    )
    proxies: str = Field(default="127.0.0.1", description="proxies whose X-Forwarded-For is believed, with commas")
    log_level: str = Field(
        default="info", pattern="^(debug|info|warning|error)$", description="debug, info, warning or error"
    )
    log_format: str = Field(
        default="auto", pattern="^(auto|json|text)$", description="json, text, or auto: text on a terminal"
    )
    bot_processes: int = Field(
        default=max(1, (os.cpu_count() or 2) - 1), ge=1, le=256, description="processes in which bots and hints think"
    )
    bot_seconds: float = Field(
        default=20.0, gt=0, le=600, description="longest time for one decision of a bot or a hint"
    )
    bot_pace: float = Field(
        default=0.6, ge=0, le=60, description="a bot answers at multiples of this, so its speed tells nothing"
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
    body_bytes: int = Field(
        default=262_144, ge=1024, description="longest body of an HTTP request; own decks are the longest"
    )
    frame_bytes: int = Field(default=16_384, ge=1024, description="longest message on a WebSocket")
    shutdown_seconds: int = Field(default=10, ge=1, description="how long a shutdown waits for connections")

    @property
    def url(self) -> str:
        """The address of the database."""
        return self.database_url or f"sqlite:///{self.data / 'coatl.db'}"

    @property
    def origin_list(self) -> frozenset[str]:
        """The other sites that may talk to this server."""
        return frozenset(origin.rstrip("/") for origin in words(self.origins))

    @property
    def host_list(self) -> frozenset[str]:
        """The names of this server."""
        return frozenset(name.lower() for name in words(self.hosts))

    @property
    def metrics_list(self) -> frozenset[str]:
        """Who may read the figures."""
        return words(self.metrics_from)


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
