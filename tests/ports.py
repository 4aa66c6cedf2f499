"""Ports for tests that connect again and again until somebody listens."""

from __future__ import annotations

import secrets
import socket

#: Below the ports that the system gives to outgoing connections: one that is tried while nobody
#: listens there can otherwise be connected to itself, and then nobody else can have it.
FIRST, LAST = 20_000, 32_000


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody has."""
    while True:
        port = FIRST + secrets.randbelow(LAST - FIRST)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
