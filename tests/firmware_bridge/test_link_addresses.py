from __future__ import annotations

import pytest

from firmware_bridge.links import TcpAddress, check_address, opener_for, parse_address
from firmware_bridge.serial_link import SerialSettings
from firmware_bridge.transport import TransportError

NAME = "/dev/serial/by-id/usb-FTDI_A1B2-if00-port0"


@pytest.mark.parametrize(
    ("address", "meant"),
    [
        (f"serial:{NAME}", SerialSettings(NAME, 38_400, "even")),
        (f"serial:{NAME}?baud=115200", SerialSettings(NAME, 115_200, "even")),
        (f"serial:{NAME}?parity=none&baud=9600", SerialSettings(NAME, 9_600, "none")),
        ("serial:/dev/serial/by-path/pci-0000:00:14.0-usb-0:1:1.0", SerialSettings("/dev/serial/by-path/pci-0000:00:14.0-usb-0:1:1.0")),
        ("tcp:192.168.10.10:10001", TcpAddress("192.168.10.10", 10_001)),
        ("tcp:reader-3.local:65535", TcpAddress("reader-3.local", 65_535)),
        ("tcp:[fe80::1]:10001", TcpAddress("fe80::1", 10_001)),
    ],
)
def test_addresses(address: str, meant: object) -> None:
    assert parse_address(address) == meant
    assert check_address(address) is None


@pytest.mark.parametrize(
    ("address", "what"),
    [
        ("", "begins with none of serial:, tcp:"),
        ("/dev/ttyUSB0", "begins with none of serial:, tcp:"),
        ("seral:/dev/x", "did you mean 'serial'?"),
        ("serial", "begins with none of"),
        ("serial:", "the device is not an absolute path"),
        ("serial:ttyUSB0", "the device is not an absolute path"),
        ("serial:/dev/x?bauds=9600", "unknown setting 'bauds' (did you mean 'baud'?)"),
        ("serial:/dev/x?baud=fast", "baud must be a number from 1200 to 4000000, not 'fast'"),
        ("serial:/dev/x?baud=", "baud must be a number"),
        ("serial:/dev/x?baud=3840000000", "baud must be a number"),
        ("serial:/dev/x?parity=E", "parity must be one of even, odd, none, not 'E'"),
        ("tcp:", "a host and a port are needed"),
        ("tcp:10.0.0.1", "a host and a port are needed"),
        ("tcp:10.0.0.1:", "the port must be a number from 1 to 65535"),
        ("tcp:10.0.0.1:0", "the port must be"),
        ("tcp:10.0.0.1:70000", "the port must be"),
    ],
)
def test_what_is_wrong_is_named(address: str, what: str) -> None:
    with pytest.raises(TransportError) as refused:
        opener_for(address)
    assert refused.value.code == "link.address"
    assert what in str(refused.value)
    assert repr(address) in str(refused.value)
    assert refused.value.remedy
    assert check_address(address) == f"{refused.value}; {refused.value.remedy}"
