"""Structured logs: a line for each thing that matters, JSON for machines. No token, name or card is ever in one."""

import logging
import sys

import structlog

from coatl.server.settings import Settings


def set_up_logs(settings: Settings) -> None:
    """One form for the server's own lines and for those of the libraries, on standard error."""
    as_json = settings.log_format == "json" or (settings.log_format == "auto" and not sys.stderr.isatty())
    renderer = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer()
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processor=renderer, foreign_pre_chain=shared))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    for name in ("alembic", "httpx", "websockets", "uvicorn.access", "uvicorn"):  # paths of requests hold invitations
        logging.getLogger(name).setLevel(logging.WARNING)
