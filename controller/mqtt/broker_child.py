"""The process the embedded broker runs in: `iotcore`'s own, whose connections send small messages at once.

A file of its own, without the table's modules, so that it starts quickly. It ends when its standard input does.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
import time
from pathlib import Path
from typing import Final

#: What the child says once clients may come.
LISTENS: Final = b"listens\n"
#: How often it looks whether it listens already. Wall seconds.
LOOK_S: Final = 0.01


def send_at_once() -> bool:
    """Have what this process listens with hand TCP_NODELAY on to each connection it takes; False = it does not listen yet.

    The broker does not set it: of two small messages in a row the second would wait up to 40 ms until the first is acknowledged
    (tcp(7)). Linux gives an accepted connection the setting of its listener.
    """
    listens = False
    for entry in list(Path("/proc/self/fd").iterdir()):
        with contextlib.suppress(OSError):  # closed meanwhile
            if not os.readlink(entry).startswith("socket:"):
                continue
            one = socket.socket(fileno=os.dup(int(entry.name)))
            with one:
                if one.family == socket.AF_INET and one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    listens = True
    return listens


def _say_when_it_listens(out: int) -> None:
    while not send_at_once():
        time.sleep(LOOK_S)
    os.write(out, LISTENS)
    os.close(out)


if __name__ == "__main__":
    from iotcore._serve import main

    # nobody reads our output once we listen: what the broker may print belongs to the log
    said_on = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    threading.Thread(target=_say_when_it_listens, args=(said_on,), daemon=True).start()
    main()
