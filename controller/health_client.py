"""What a running daemon of this table says of its parts, asked over its own page's `/healthz`."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Mapping
from typing import Final

import msgspec

from controller.config import Config

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

    Time: LIMIT_S wall seconds at most for each step of the exchange.
    """
    if not config.web.enabled:
        return None
    host = _EVERY_ADDRESS.get(config.web.host, config.web.host)
    return await asyncio.to_thread(_ask, host, config.web.port)


def _ask(host: str, port: int) -> Mapping[str, PartHealth] | None:
    connection = http.client.HTTPConnection(host, port, timeout=LIMIT_S)
    try:
        connection.request("GET", "/healthz")
        return msgspec.json.decode(connection.getresponse().read(_MAX_BYTES), type=_Answer).health
    except (OSError, http.client.HTTPException, msgspec.MsgspecError):
        return None
    finally:
        connection.close()
