"""Takes connections: so many at once and no more, so many from one address, and none that does not come in.

An event loop by itself takes whatever comes. A thousand connections that never say a word would then be all the files this
process may open: no page, no broker and no reader could be reached again.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from controller.web.attempts import network_of, plain_address

#: Connections open at once, over all and from one address; a proxy on this machine brings everybody. The first is above
#: what the server answers (`limit_concurrency`): whoever comes too late is still told so.
MOST_OPEN: Final = 320
MOST_EACH: Final = 128
#: In this time a connection must have begun to encrypt, or have ended when it is let go. Units: wall seconds.
HANDSHAKE_S: Final = 5.0
#: When none can be taken it is tried again after so long. Units: wall seconds.
RETRY_S: Final = 1.0

Accept = Callable[[socket.socket], Awaitable[tuple[socket.socket, Any]]]

log: Final = logging.getLogger(__name__)


def room_for(address: str, present: Sequence[str], most: int = MOST_OPEN, most_each: int = MOST_EACH) -> bool:
    """Whether one more from `address` may come in, where those at the `present` addresses are."""
    own = network_of(address)
    return len(present) < most and (_here(address) or sum(network_of(other) == own for other in present) < most_each)


class Doorway:
    """Gives every connection to `listener` a protocol, from its making until it is closed. Belongs to the running loop.

    Units: `loop_s` turns wall seconds into seconds of that loop.
    """

    def __init__(
        self,
        make_protocol: Callable[[], asyncio.BaseProtocol],
        listener: socket.socket,
        *,
        tls: ssl.SSLContext | None = None,
        loop_s: Callable[[float], float] = float,
        accept: Accept | None = None,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._make_protocol = make_protocol
        self._listener = listener
        self._tls = tls
        self._loop_s = loop_s
        self._accept = accept or self._loop.sock_accept
        self._taken: list[tuple[socket.socket, str]] = []
        self._coming: set[asyncio.Task[None]] = set()
        self._taking = self._loop.create_task(self._take(), name="doorway")

    def close(self) -> None:
        """Take no more connections, and let go of those that have not come in. The listener stays open."""
        for task in (self._taking, *self._coming):
            task.cancel()

    async def _take(self) -> None:
        trouble = False
        while True:
            try:
                taken, peer = await self._accept(self._listener)
            except ConnectionError:  # he left again at once
                continue
            except OSError as error:
                if not trouble:
                    log.error("web: no connection can be taken: %s; it is tried again by itself", error.strerror)
                trouble = True
                await asyncio.sleep(self._loop_s(RETRY_S))
                continue
            if trouble:
                log.warning("web: connections are taken again")
            trouble = False
            self._let_in(taken, plain_address(str(peer[0])))

    def _let_in(self, taken: socket.socket, address: str) -> None:
        self._taken = [one for one in self._taken if one[0].fileno() >= 0]  # a transport that ends closes its socket
        if not room_for(address, [other for _, other in self._taken]):
            taken.close()
            return
        self._taken.append((taken, address))
        task = self._loop.create_task(self._come_in(taken), name="web.doorway.come_in")
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)

    async def _come_in(self, taken: socket.socket) -> None:
        limit_s = None if self._tls is None else self._loop_s(HANDSHAKE_S)
        try:
            await self._loop.connect_accepted_socket(
                self._make_protocol, taken, ssl=self._tls, ssl_handshake_timeout=limit_s, ssl_shutdown_timeout=limit_s
            )
        except (OSError, asyncio.CancelledError):  # he speaks something else, or nothing: his affair and no news
            taken.close()


def _here(address: str) -> bool:
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(address).is_loopback
    return False
