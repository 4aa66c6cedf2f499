"""What a running daemon of this table says of its parts, asked over its own page's `/healthz`."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

import msgspec

from controller.config import Config
from controller.config_model import WebSection
from controller.web.access_gate import NO_ACCESS
from controller.web.tls import client_context

LIMIT_S: Final = 2.0
_MAX_BYTES: Final = 1_000_000
_EVERY_ADDRESS: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 # what a config may hold, not what we listen on


class PartHealth(msgspec.Struct, frozen=True):
    """A part's health as it is told to everybody."""

    part: str
    state: str
    reason: str = ""
    remedy: str = ""
    since_utc: str = ""
    counters: dict[str, int] = {}


class _Answer(msgspec.Struct):
    ok: bool
    health: dict[str, PartHealth]


async def running_daemon(config: Config) -> Mapping[str, PartHealth] | None:
    """Return each part's health, None when no daemon serves the page of this config.

    One that asks who we are runs, and says nothing: it listens on an address that is not loopback, or wants a token here too.
    Time: LIMIT_S wall seconds at most for each step of the exchange.
    """
    if not config.web.enabled:
        return None
    return await asyncio.to_thread(_ask, config.web)


def _ask(web: WebSection) -> Mapping[str, PartHealth] | None:
    host = _EVERY_ADDRESS.get(web.host, web.host)
    connection = http.client.HTTPConnection(host, web.port, timeout=LIMIT_S)
    try:
        if web.tls_cert is not None:
            connection = http.client.HTTPSConnection(host, web.port, timeout=LIMIT_S, context=client_context(web.tls_cert))
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        body = answer.read(_MAX_BYTES)
        if answer.status == HTTPStatus.UNAUTHORIZED and NO_ACCESS.code.encode() in body:
            return {}
        return msgspec.json.decode(body, type=_Answer).health
    except (OSError, http.client.HTTPException, msgspec.MsgspecError):
        return None
    finally:
        connection.close()
