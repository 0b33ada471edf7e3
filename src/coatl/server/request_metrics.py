"""Counts every HTTP request by its route, its method and its status, and how long it took."""

import time

from coatl.server import metrics
from coatl.server.security import API, App, Message, Receive, Scope, Send

METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE")


class RequestMetrics:
    """Around everything else, so that refusals count too."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; other connections pass by."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), "none"  # if nobody waited for the answer

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            route, method = route_of(scope), scope["method"]
            metrics.REQUESTS.labels(route, method if method in METHODS else "other", status).inc()
            metrics.REQUEST_SECONDS.labels(route).observe(time.perf_counter() - began)


def route_of(scope: Scope) -> str:
    """The route as it was declared. Whatever else is asked for counts together: a path would name a table, and anybody
    could fill the memory with paths.
    """
    path = getattr(scope.get("route"), "path", None)
    if path is not None:
        return str(path)
    return "none" if scope["path"].startswith(API) else "pages"
