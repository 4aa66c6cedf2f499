"""Pseudo terminals: how a simulated device looks like a serial port."""

from __future__ import annotations

import os
import tty
from pathlib import Path

from firmware_bridge.descriptor import DescriptorTransport, Ending
from firmware_bridge.transport import Transport, TransportError

HUNG_UP = Ending("pty.closed", "the pty is closed", "")


def open_pty(link_path: str | Path | None = None) -> tuple[Transport, str]:
    """Make a pty; return the device's end and the path that the host opens as a serial port.

    With `link_path` a symlink there names the port (and is what is returned), as udev's lasting names do.
    The device's end keeps the host's end open, so that the host may come and go; closing it is the unplug:
    the host reads end-of-file and the symlink goes.
    Raises: TransportError `pty.failed` when no pty is left, `pty.link` when link_path is taken by something else.
    """
    link = Path(link_path) if link_path is not None else None
    if link is not None and link.exists() and not link.is_symlink():
        raise TransportError("pty.link", f"{link} exists and is not a link", "name a path that is free")
    try:
        device_fd, host_fd = os.openpty()
    except OSError as error:
        raise TransportError("pty.failed", f"no pseudo terminal: {error.strerror}", "see /proc/sys/kernel/pty/max") from None
    tty.setraw(host_fd)
    os.set_blocking(device_fd, False)
    port = os.ttyname(host_fd)
    if link is not None:
        try:
            _point(link, port)
        except OSError as error:
            os.close(device_fd)
            os.close(host_fd)
            raise TransportError("pty.link", f"{link}: {error.strerror}", "name a path in a directory we may write") from None

    def release() -> None:
        if link is not None and link.is_symlink() and os.readlink(link) == port:
            link.unlink()
        os.close(device_fd)
        os.close(host_fd)

    return DescriptorTransport(f"pty {port}", device_fd, release, HUNG_UP), str(link or port)


def _point(link: Path, port: str) -> None:
    """Make `link` point at `port`; whoever looks sees the old link or the new one."""
    fresh = link.with_name(f".{link.name}.{os.getpid()}")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(port)
    fresh.replace(link)
