"""FEIG OBID ISO-Host as data: commands, status bytes, and what each fault asks a person to do.

Source: FEIG manuals H60301-3e, H90400-0e, H40801-5e, H90701-3e.
"""

from __future__ import annotations

import msgspec

from drivers.base import HealthState

COMMANDS: dict[int, str] = {
    0x52: "baud rate detection (link test)",
    0x63: "CPU reset",
    0x65: "get software version",
    0x66: "get reader info",
    0x69: "RF reset",
    0x6A: "RF field on/off",
    0x72: "set output",
    0x80: "read configuration",
    0x81: "write configuration",
    0x82: "save configuration",
    0x83: "set default configuration",
    0xA0: "reader login",
    0xB0: "ISO standard host command",
    0xB1: "custom host command",
    0xBC: "command queue",
}

ISO_COMMANDS: dict[int, str] = {0x01: "inventory", 0x23: "read blocks", 0x24: "write blocks", 0x25: "select"}

OK, NO_TRANSPONDER, RF_WARNING, MORE_DATA, ISO_15693_ERROR = 0x00, 0x01, 0x84, 0x94, 0x95
#: Statuses whose data in an inventory answer are a list of tags; 95 is followed by an error code.
LISTING = frozenset((OK, 0x83, RF_WARNING, 0x93, MORE_DATA))


class Status(msgspec.Struct, frozen=True):
    """A status byte: its words, whether data may follow it, and the fault it tells of (a key of FAULTS)."""

    words: str
    data: bool = False
    fault: str = ""


STATUSES: dict[int, Status] = {
    0x00: Status("ok", data=True),
    0x01: Status("no transponder"),
    0x02: Status("checksum error on tag data", fault="rfid.rf"),
    0x03: Status("write error"),
    0x04: Status("address error", fault="rfid.refused"),
    0x05: Status("wrong transponder type"),
    0x08: Status("authentication error"),
    0x0B: Status("collision", fault="rfid.rf"),
    0x0E: Status("general error", fault="rfid.general"),
    0x10: Status("EEPROM failure", fault="rfid.hardware"),
    0x11: Status("parameter out of range", fault="rfid.refused"),
    0x13: Status("login needed", fault="rfid.login"),
    0x14: Status("login refused", fault="rfid.login"),
    0x15: Status("read protected"),
    0x16: Status("write protected"),
    0x80: Status("unknown command", fault="rfid.refused"),
    0x81: Status("wrong length", fault="rfid.refused"),
    0x82: Status("command not available now", fault="rfid.scan_mode"),
    0x83: Status("RF communication error", data=True, fault="rfid.rf"),
    0x84: Status("RF warning (antenna, noise)", data=True, fault="rfid.antenna"),
    0x93: Status("buffer overflow", data=True, fault="rfid.overflow"),
    0x94: Status("more data", data=True),
    0x95: Status("ISO 15693 error", data=True, fault="rfid.rf"),
    0x96: Status("ISO 14443 error", fault="rfid.rf"),
    0xF1: Status("hardware warning", fault="rfid.hardware"),
}


class Fault(msgspec.Struct, frozen=True):
    """A reason code's meaning: how bad it is, what to do, and how many times in a row it must be seen.

    `{outputs}` in the remedy names the antenna outputs it was seen on, `{found}` who answered instead.
    """

    state: HealthState
    remedy: str
    patience: int = 1


FAULTS: dict[str, Fault] = {
    "rfid.silent": Fault(
        "failed", "the reader does not answer: check its power and cable, that the link's baud and parity are its own, and its address"
    ),
    "rfid.garbage": Fault(
        "degraded",
        "what arrives is no reader's language: check baud and parity (38400 8E1 from the factory), shield and earth of the cable, "
        "and that the device on this port is the reader",
    ),
    "rfid.not_feig": Fault("failed", "the device does not answer as a FEIG reader in ISO-Host mode: check the link and the reader's mode"),
    "rfid.wrong_reader": Fault(
        "failed",
        "another reader is on this port: it answers as {found}; plug it in where it belongs, exchange the links of the two readers "
        "in the table file, or correct `address`",
    ),
    "rfid.login": Fault("failed", "the reader wants a login: clear its password with the maker's tool"),
    "rfid.scan_mode": Fault(
        "failed", "the reader is in scan, buffered-read or notification mode: set it to ISO-Host mode with the maker's tool"
    ),
    "rfid.refused": Fault(
        "failed", "the reader refuses to choose an output: it must have the outputs that the table file names ({outputs})"
    ),
    "rfid.hardware": Fault("degraded", "the reader reports a fault of its own: let it cool, replace its power supply, then the reader"),
    "rfid.antenna": Fault("degraded", "check antenna, cable and plug of {outputs}, and metal or a screen close by"),
    "rfid.rf": Fault("degraded", "tags on {outputs} cannot be read well: look for too many cards in a pile, metal or a phone close by", 2),
    "rfid.overflow": Fault("degraded", "more tags on {outputs} than the reader can hold: take cards away"),
    "rfid.undecodable": Fault("degraded", "tags of an unknown kind on {outputs}: take foreign cards and key fobs away"),
    "rfid.general": Fault("degraded", "the reader cannot do the inventory on {outputs}: switch it off and on", 2),
    "rfid.unknown_status": Fault(
        "degraded", "the reader answers with a status we do not know on {outputs}: note its firmware and tell us", 2
    ),
}

#: Which fault is told when several are there: the first of these.
FAULT_ORDER = tuple(FAULTS)
