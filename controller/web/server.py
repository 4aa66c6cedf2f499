"""uvicorn inside our running loop: no signal handlers, no clock of its own, no exit of the process."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import ssl
from collections.abc import Callable
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from controller.web.connections import ImpatientHTTP, keep_strangers_out_of_the_log
from controller.web.doorway import Doorway

#: A page never says more than this; a longer message closes its WebSocket.
_MAX_MESSAGE_BYTES: Final = 4096

#: errno → (code, remedy).
_BIND_ERRORS: Final = {
    errno.EADDRINUSE: ("web.port_in_use", "another program listens there: stop it, or choose another port"),
    errno.EACCES: ("web.port_forbidden", "ports below 1024 need rights: choose a higher port"),
    errno.EADDRNOTAVAIL: ("web.no_such_address", "this machine has no such address: use 127.0.0.1, or one of its own"),
}


class WebServerError(Exception):
    """The web server cannot listen. `code` is the dotted reason code; the text names place and remedy."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


class WebServer:
    """Serves an application on one TCP port.

    `start` returns when connections are accepted and `port` is known; `stop` closes every page and
    frees the port. Both belong to the running loop.
    Time: `loop_s` turns wall seconds into seconds of that loop, which may run faster than the wall.
    With `tls` it speaks that and nothing else.
    """

    def __init__(
        self,
        app: ASGIApp,
        host: str,
        port: int,
        *,
        loop_s: Callable[[float], float] = lambda wall_s: wall_s,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._app = app
        self._tls = tls
        self._host = host
        self._wanted_port = port
        self._loop_s = loop_s
        self._server: uvicorn.Server | None = None
        self._socket: socket.socket | None = None
        self._door: Doorway | None = None
        self.port = 0

    @property
    def url(self) -> str:
        """Where the page is."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self._host, self._host)  # noqa: S104 -- compared, not bound
        port = self.port or self._wanted_port
        scheme = "http" if self._tls is None else "https"
        return f"{scheme}://[{host}]:{port}/" if ":" in host else f"{scheme}://{host}:{port}/"

    async def start(self) -> None:
        """Listen. Raises: WebServerError, with the reason code, when it cannot."""
        listener = await self._bind()
        config = uvicorn.Config(
            self._app,
            http=ImpatientHTTP,
            ws="websockets-sansio",
            ws_max_size=_MAX_MESSAGE_BYTES,
            ws_per_message_deflate=False,  # frames are small and the processor is a Pi's
            ws_ping_interval=self._loop_s(20.0),
            ws_ping_timeout=self._loop_s(20.0),
            lifespan="off",
            log_config=None,
            log_level="warning",  # a page that comes or goes is no news
            access_log=False,
            proxy_headers=False,
            server_header=False,
            date_header=False,
            limit_concurrency=256,
            timeout_keep_alive=max(1, round(self._loop_s(5.0))),
            timeout_graceful_shutdown=max(1, round(self._loop_s(3.0))),
        )
        config.load()
        keep_strangers_out_of_the_log()
        server = uvicorn.Server(config)
        # no serve(): it would take over the signals and wake up ten times a second; no startup(): it takes whoever comes
        server.lifespan = config.lifespan_class(config)
        server.servers = []
        self._door = Doorway(
            lambda: ImpatientHTTP(config=config, server_state=server.server_state, app_state={}),
            listener,
            tls=self._tls,
            loop_s=self._loop_s,
        )
        self._server, self._socket = server, listener

    async def stop(self) -> None:
        """Close every page and the port; does nothing when not started."""
        server, listener, door = self._server, self._socket, self._door
        if server is None or listener is None or door is None:
            return
        self._server = self._socket = self._door = None
        door.close()
        await server.shutdown(sockets=[listener])

    async def _bind(self) -> socket.socket:
        place = f"{self._host}:{self._wanted_port}"
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(self._host, self._wanted_port, type=socket.SOCK_STREAM)
        except socket.gaierror as error:
            raise WebServerError(
                "web.no_such_address", f"{place}: {error.strerror}; use 127.0.0.1, or an address of this machine"
            ) from None
        family, kind, protocol, _, address = min(found, key=lambda row: row[0] != socket.AF_INET)
        listener = socket.socket(family, kind, protocol)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.setblocking(False)
            listener.bind(address)
            listener.listen(128)
        except OSError as error:
            listener.close()
            reason = os.strerror(error.errno) if error.errno else str(error)
            code, remedy = _BIND_ERRORS.get(error.errno or 0, ("web.cannot_listen", "check the host and port of the page"))
            raise WebServerError(code, f"{place}: {reason}; {remedy}") from None
        self.port = listener.getsockname()[1]
        return listener
