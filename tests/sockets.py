"""The connections of this process, as the kernel has them."""

from __future__ import annotations

import contextlib
import os
import socket
from pathlib import Path


def sockets_to(port: int) -> list[socket.socket]:
    """Copies of this process's connections to `port` on this machine."""
    found = []
    for entry in list(Path("/proc/self/fd").iterdir()):
        with contextlib.suppress(OSError):  # it was closed meanwhile
            if os.readlink(entry).startswith("socket:"):
                copy = socket.socket(fileno=os.dup(int(entry.name)))
                if _leads_to(copy, port):
                    found.append(copy)
                else:
                    copy.close()
    return found


def _leads_to(one: socket.socket, port: int) -> bool:
    try:
        return one.family == socket.AF_INET and one.getpeername()[1] == port
    except OSError:  # it listens, or is on its way
        return False
