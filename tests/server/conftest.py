"""PostgreSQL and Redis, started when the first test asks for them."""

from collections.abc import Iterator

import pytest

from tests.server.services import RedisServer, database, postgresql


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a private PostgreSQL."""
    with postgresql() as url:
        yield url


@pytest.fixture
def postgres(postgres_server: str) -> Iterator[str]:
    """The address of an empty database in it."""
    with database(postgres_server) as url:
        yield url


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """A private Redis."""
    server = RedisServer()
    with server.on():
        yield server
