"""TCP links to readers on the network."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Sequence
from typing import Any, TypeAlias

from firmware_bridge.descriptor import DescriptorTransport, Ending
from firmware_bridge.transport import Transport, TransportError, wall_seconds

#: Wall seconds a connection may take.
CONNECT_LIMIT_S = 5.0
#: Unanswered bytes end the connection after this: a reader that lost its power says no goodbye.
DEAD_PEER_MS = 10_000

#: Family, type, protocol, canonical name, socket address (whose shape depends on the family).
AddressInfo: TypeAlias = tuple[socket.AddressFamily, socket.SocketKind, int, str, Any]

HUNG_UP = Ending("tcp.closed", "the device closed the connection", "check its power and network cable; it is opened again by itself")

#: System error → reason code, words, remedy. `{at}` is the address.
REFUSALS: dict[int, tuple[str, str, str]] = {
    errno.ECONNREFUSED: (
        "tcp.refused",
        "{at} refuses the connection",
        "check the port, and that no other program is connected to the device",
    ),
    errno.ETIMEDOUT: ("tcp.timeout", "{at} does not answer", "check the address, the power and the network cable of the device"),
    errno.EHOSTUNREACH: ("tcp.unreachable", "{at} cannot be reached", "check that this computer is in the device's network"),
    errno.ENETUNREACH: ("tcp.unreachable", "{at} cannot be reached", "check that this computer is in the device's network"),
}


async def open_tcp(host: str, port: int) -> Transport:
    """Connect to host:port, trying each of its addresses in turn.

    Time: waits CONNECT_LIMIT_S of wall time at most, on a scaled clock too.
    Raises: TransportError `tcp.name`, `.refused`, `.timeout`, `.unreachable`, `.failed`.
    """
    loop = asyncio.get_running_loop()
    at = f"{host}:{port}"
    try:
        async with asyncio.timeout(wall_seconds(loop, CONNECT_LIMIT_S)):
            link = await _connect(loop, host, port)
    except TimeoutError:
        raise _refusal(at, OSError(errno.ETIMEDOUT, "timed out")) from None
    except socket.gaierror:
        raise TransportError("tcp.name", f"{host}: no such host", "correct the host name, or write its numeric address") from None
    except OSError as error:
        raise _refusal(at, error) from None
    return DescriptorTransport(at, link.fileno(), link.close, HUNG_UP)


async def _connect(loop: asyncio.AbstractEventLoop, host: str, port: int) -> socket.socket:
    failure: OSError = OSError(errno.EHOSTUNREACH, "no address")
    for family, kind, protocol, _, address in await _addresses(loop, host, port):
        link = socket.socket(family, kind, protocol)
        try:
            link.setblocking(False)
            await loop.sock_connect(link, address)
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            link.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_PEER_MS)
        except OSError as error:
            link.close()
            failure = error
        except BaseException:
            link.close()
            raise
        else:
            return link
    raise failure


async def _addresses(loop: asyncio.AbstractEventLoop, host: str, port: int) -> Sequence[AddressInfo]:
    """Resolve a host; a numeric address needs no resolver thread."""
    try:
        return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
    except socket.gaierror:
        return await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)


def _refusal(at: str, error: OSError) -> TransportError:
    code, what, remedy = REFUSALS.get(
        error.errno or 0, ("tcp.failed", f"{{at}}: {error.strerror}", "check the address and the network of the device")
    )
    return TransportError(code, what.format(at=at), remedy)
