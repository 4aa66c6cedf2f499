"""Serial ports: opened by pyserial, served by the running loop."""

from __future__ import annotations

import contextlib
import errno
import grp
import os
import stat
import termios
from pathlib import Path

import msgspec
import serial  # type: ignore[import-untyped]  # pyserial ships no types

from firmware_bridge.descriptor import DescriptorTransport, Ending
from firmware_bridge.transport import Transport, TransportError

#: Where Linux lists serial devices by names that survive a replug.
BY_ID = Path("/dev/serial/by-id")

PARITIES = {"even": serial.PARITY_EVEN, "odd": serial.PARITY_ODD, "none": serial.PARITY_NONE}

#: Unix98 pty slaves have these major device numbers (admin-guide/devices.txt).
PTY_MAJORS = range(136, 144)

UNPLUGGED = Ending("serial.unplugged", "the device is gone", "plug it in again; it is opened again by itself")


class SerialSettings(msgspec.Struct, frozen=True):
    """How a port is set: 8 data bits, 1 stop bit, no flow control always.

    Source: FEIG OBID default line, 38400 baud 8E1.
    """

    device: str
    baud: int = 38_400
    parity: str = "even"


async def open_serial(settings: SerialSettings) -> Transport:
    """Open the port for ourselves alone.

    Parity is dropped on a pty, which refuses it on every second open; modem lines are never needed.
    Raises: TransportError `serial.absent`, `.permission`, `.busy`, `.not_a_port`, `.settings`, `.failed`.
    """
    device = settings.device
    try:
        status = os.stat(device)
    except OSError as error:
        raise _refusal(device, error.errno, str(error.strerror)) from None
    if not stat.S_ISCHR(status.st_mode):
        raise TransportError("serial.not_a_port", f"{device} is not a serial port", f"name a serial device; {_present()}")
    is_pty = os.major(status.st_rdev) in PTY_MAJORS
    if is_pty and _is_left_over(device, status):
        raise TransportError(
            "serial.absent",
            f"{device} was left behind by a simulated device that is gone; the port it names is somebody else's by now",
            "start the simulator again; it makes the name anew",
        )
    parity = "none" if is_pty else settings.parity
    port = serial.Serial()
    port.port, port.baudrate, port.parity = device, settings.baud, PARITIES[parity]
    port.timeout, port.exclusive = 0, True
    try:
        port.open()
    except serial.SerialException as error:
        number = _errno(error)
        raise _refusal(device, number, os.strerror(number) if number else str(error)) from None
    except OSError as error:
        raise _refusal(device, error.errno, str(error.strerror)) from None
    except (termios.error, ValueError, OverflowError) as error:
        raise TransportError(
            "serial.settings",
            f"{device} refuses {settings.baud} baud with {settings.parity} parity: {error}",
            "set baud and parity in the link to what the device supports",
        ) from None

    def release() -> None:
        # closing waits up to half a minute for unsent bytes to leave a dead port
        with contextlib.suppress(termios.error, OSError):  # the device may be gone, and with it what was unsent
            termios.tcflush(port.fd, termios.TCIOFLUSH)
        port.close()

    return DescriptorTransport(device, port.fileno(), release, UNPLUGGED)


def _is_left_over(device: str, status: os.stat_result) -> bool:
    """Whether a name is older than the pty it leads to: numbers of ptys are given out again, and a killed simulator leaves its names."""
    try:
        name = os.lstat(device)
    except OSError:
        return False  # it went meanwhile: opening it says so
    return stat.S_ISLNK(name.st_mode) and name.st_mtime_ns < status.st_ctime_ns


def _refusal(device: str, number: int | None, words: str) -> TransportError:
    """Name what the system refused by its own code and say what to do about it."""
    match number:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO | errno.ENOTDIR:
            return TransportError("serial.absent", f"{device} is not there", f"plug the device in or correct its name; {_present()}")
        case errno.EACCES | errno.EPERM:
            group = _group_of(device)
            return TransportError(
                "serial.permission",
                f"{device}: we may not open it",
                f"add the user that runs this to the group {group} (sudo usermod -aG {group} USER) and log in again",
            )
        case errno.EBUSY | errno.EAGAIN:
            return TransportError(
                "serial.busy",
                f"{device}: another program holds it",
                f"stop that program (fuser -v {device} names it); ModemManager and a second smarttable are the usual ones",
            )
        case errno.ENOTTY | errno.EINVAL:
            return TransportError("serial.not_a_port", f"{device} is not a serial port", f"name a serial device; {_present()}")
    return TransportError("serial.failed", f"{device} cannot be opened: {words}", "replug the device; see the kernel's log (dmesg)")


def _errno(error: serial.SerialException) -> int | None:
    """Return the system's error number; pyserial leaves it in the cause when a port cannot be configured."""
    cause = error.__context__
    if error.errno is None and isinstance(cause, termios.error):
        return int(cause.args[0])
    return int(error.errno) if error.errno is not None else None


def _present() -> str:
    """Say which serial devices are plugged in, by their lasting names."""
    try:
        names = sorted(path.name for path in BY_ID.iterdir())
    except OSError:
        names = []
    if not names:
        return f"no serial device is present under {BY_ID}"
    return f"present under {BY_ID}: {', '.join(names)}"


def _group_of(device: str) -> str:
    """Return the group that may open the device: dialout on Debian, unless a rule says otherwise."""
    try:
        group = grp.getgrgid(os.stat(device).st_gid).gr_name
    except (OSError, KeyError):
        return "dialout"
    return "dialout" if group == "root" else group
