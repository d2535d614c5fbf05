"""Health, readiness and metrics of the server process."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.server.http.errors import ApiError
from grognard.server.http.json_responses import as_json, error
from grognard.server.http.trusted_hosts import LOOPBACK
from grognard.server.matches.requested_match import registry_of


def routes() -> list[Route]:
    """Health, readiness and figures."""
    return [Route("/healthz", _healthz), Route("/readyz", _readyz), Route("/metrics", _metrics)]


async def _healthz(request: Request) -> Response:
    """The process lives and answers."""
    return as_json({"ok": True})


async def _readyz(request: Request) -> Response:
    """The store answers, and the process means to stay."""
    if request.app.state.draining:
        return error(503, "draining", "This process is shutting down; ask another.")
    await registry_of(request).ready()
    return as_json({"ok": True})


async def _metrics(request: Request) -> Response:
    """Figures for Prometheus on this machine, asked for directly: what a proxy passes on came from outside."""
    asker = request.client.host if request.client else ""
    if asker not in LOOPBACK or {"x-forwarded-for", "forwarded"} & set(request.headers):
        raise ApiError(403, "secret", "Metrics are shown only to the server's host.")
    return Response(request.app.state.metrics.text(), media_type="text/plain; version=0.0.4")
