"""HTTP connections from strangers: none is held without a request, and none fills the log."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

_uvicorn_log: Final = logging.getLogger("uvicorn.error")


class FaultsOnly(logging.Filter):
    """Lets a fault of the application through. What somebody sends to the port is his affair and no news."""

    def filter(self, record: logging.LogRecord) -> bool:
        return bool(record.exc_info)


def keep_strangers_out_of_the_log() -> None:
    """Let the server log exceptions of ours and nothing else; twice does no harm."""
    if not any(isinstance(one, FaultsOnly) for one in _uvicorn_log.filters):
        _uvicorn_log.addFilter(FaultsOnly())


class ImpatientHTTP(H11Protocol):
    """HTTP/1.1 whose connections end when no whole request comes within the keep-alive time, its body included.

    uvicorn waits for the rest of a request for ever: a few hundred such connections would shut the page for everybody.
    """

    _next_look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._look_later(None)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._next_look is not None:
            self._next_look.cancel()
        super().connection_lost(exc)

    def _look_later(self, last: RequestResponseCycle | None) -> None:
        self._next_look = self.loop.call_later(self.timeout_keep_alive, self._look, last)

    def _look(self, last: RequestResponseCycle | None) -> None:
        """End the connection when nothing was asked since `last`, or the body of `last` has not come."""
        transport: Any = self.transport
        if transport.is_closing() or transport.get_protocol() is not self:  # it is a WebSocket by now
            return
        answering = self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body
        if answering or self.cycle is not last:
            self._look_later(self.cycle)
        else:
            transport.close()
