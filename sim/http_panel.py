"""The dealer's panel over HTTP: one POST a command."""

from __future__ import annotations

import asyncio
import http.client
from typing import Final

from sim.errors import RefusedError

#: Statuses under which the server, not the table, refuses; the text says why.
_NOT_THE_TABLE: Final = frozenset({401, 403, 405, 411, 413, 415, 421, 429})


class HttpPanel:
    """Posts commands to `http://host:port/api/v1/cmd/<verb>`."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port

    async def post(self, verb: str, body: bytes, limit_s: float) -> bytes | None:
        """Return the answer's JSON; None when nobody answers. Units: wall seconds.

        Raises: RefusedError when the server takes no commands from us.
        """
        return await asyncio.to_thread(self._post, verb, body, limit_s)

    def _post(self, verb: str, body: bytes, limit_s: float) -> bytes | None:
        connection = http.client.HTTPConnection(self._host, self._port, timeout=limit_s)
        try:
            connection.request("POST", f"/api/v1/cmd/{verb}", body, {"content-type": "application/json"})
            answer = connection.getresponse()
            told = answer.read()
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()
        if answer.status in _NOT_THE_TABLE and b'"boot_id"' not in told:
            raise RefusedError(f"http://{self._host}:{self._port}: {told.decode('utf-8', 'replace').strip()[:300]}")
        return told if answer.status < 500 else None
