"""The device's end of TCP links: what a simulated network reader listens on."""

from __future__ import annotations

import asyncio
import os
import socket

from firmware_bridge.descriptor import DescriptorTransport, Ending
from firmware_bridge.transport import Transport, TransportError

HUNG_UP = Ending("tcp.closed", "the host closed the connection", "")


class TcpListener:
    """Accepts connections on one port; make it with `listen_tcp`."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener

    async def accept(self) -> Transport:
        """Wait for the next connection and return its device's end."""
        link, peer = await asyncio.get_running_loop().sock_accept(self._listener)
        link.setblocking(False)
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return DescriptorTransport(f"{peer[0]}:{peer[1]}", link.fileno(), link.close, HUNG_UP)

    def close(self) -> None:
        """Let go of the port; connections that were accepted stay."""
        self._listener.close()


def listen_tcp(host: str, port: int) -> TcpListener:
    """Listen on host:port.

    Raises: TransportError `tcp.listen` when that is not possible.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setblocking(False)
        listener.bind((host, port))
        listener.listen(4)
    except OSError as error:
        listener.close()
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise TransportError("tcp.listen", f"{host}:{port}: {reason}", "name a free port of this machine in the reader's link") from None
    return TcpListener(listener)
