"""Link addresses: `serial:/dev/serial/by-id/…?baud=38400&parity=even`, `tcp:host:port`."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias
from urllib.parse import parse_qsl

import msgspec

from firmware_bridge.pty_link import open_pty
from firmware_bridge.serial_link import PARITIES, SerialSettings, open_serial
from firmware_bridge.tcp_link import open_tcp
from firmware_bridge.transport import Opener, TransportError

__all__ = ["TcpAddress", "check_address", "open_pty", "opener_for", "parse_address"]


class TcpAddress(msgspec.Struct, frozen=True):
    host: str
    port: int


Address: TypeAlias = SerialSettings | TcpAddress

#: What pyserial and Linux can set; a typing slip (3840) is told at once instead of as silence.
BAUD_RANGE = range(1_200, 4_000_001)


def opener_for(address: str) -> Opener:
    """Return what opens the link that `address` names, anew at each call.

    Raises: TransportError `link.address` when the address cannot be meant; nothing is opened yet.
    """
    match parse_address(address):
        case SerialSettings() as settings:
            return functools.partial(open_serial, settings)
        case TcpAddress(host=host, port=port):
            return functools.partial(open_tcp, host, port)


def check_address(address: str) -> str | None:
    """Return what is wrong with an address in one sentence with its remedy, None when it is fine."""
    try:
        parse_address(address)
    except TransportError as error:
        return f"{error}; {error.remedy}"
    return None


def parse_address(address: str) -> Address:
    """Read an address. Raises: TransportError `link.address`."""
    scheme, colon, rest = address.partition(":")
    parser = SCHEMES.get(scheme)
    if not colon or parser is None:
        raise _wrong(address, f"it begins with none of {', '.join(f'{name}:' for name in SCHEMES)}{_nearest(scheme, SCHEMES)}")
    return parser(address, rest)


def _serial(address: str, rest: str) -> SerialSettings:
    device, _, query = rest.partition("?")
    if not device.startswith("/"):
        raise _wrong(address, "the device is not an absolute path")
    settings = {"baud": "38400", "parity": "even"}
    for key, value in parse_qsl(query, keep_blank_values=True):
        if key not in settings:
            raise _wrong(address, f"unknown setting {key!r}{_nearest(key, settings)}; baud and parity may be set")
        settings[key] = value
    if not settings["baud"].isdecimal() or int(settings["baud"]) not in BAUD_RANGE:
        raise _wrong(address, f"baud must be a number from {BAUD_RANGE[0]} to {BAUD_RANGE[-1]}, not {settings['baud']!r}")
    if settings["parity"] not in PARITIES:
        raise _wrong(address, f"parity must be one of {', '.join(PARITIES)}, not {settings['parity']!r}")
    return SerialSettings(device, int(settings["baud"]), settings["parity"])


def _tcp(address: str, rest: str) -> TcpAddress:
    host, _, port = rest.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host:
        raise _wrong(address, "a host and a port are needed")
    if not port.isdecimal() or not 1 <= int(port) <= 65_535:
        raise _wrong(address, f"the port must be a number from 1 to 65535, not {port!r}")
    return TcpAddress(host, int(port))


SCHEMES: Mapping[str, Callable[[str, str], Address]] = {"serial": _serial, "tcp": _tcp}


def _wrong(address: str, what: str) -> TransportError:
    return TransportError(
        "link.address",
        f"{address!r} is no link address: {what}",
        "write serial:/dev/serial/by-id/NAME[?baud=38400&parity=even] or tcp:HOST:PORT",
    )


def _nearest(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""
