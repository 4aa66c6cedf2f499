"""Journals of earlier versions are read: what was appended since has its default."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from kept_felt import KeptFelt, place_in

from controller.events import Act, Event, Header, Sit, decode
from controller.recovery import decode_table, encode_table

#: As version 0.1.0 wrote them.
OLD: list[tuple[list[Any], Event]] = [
    (["act", [7, "c1", "dealer", None], 3, "raise", 600], Act(Header(7, "c1", "dealer"), 3, "raise", 600)),
    (["act", [7, "c1", "dealer"], 3, "fold"], Act(Header(7, "c1", "dealer"), 3, "fold")),
    (["sit", [7, "c1", "floor", 4], 3, "Ann", 900], Sit(Header(7, "c1", "floor", 4), 3, "Ann", 900)),
]

NEW_OF_TABLE = ("before", "around")
NEW_OF_SEAT = ("short_name", "country", "picture")


@pytest.mark.parametrize(("fields", "event"), OLD)
def test_an_older_event(fields: list[Any], event: Event) -> None:
    assert decode(msgspec.msgpack.encode(fields)) == event


def test_an_older_snapshot(tmp_path: Any) -> None:
    felt = KeptFelt(place_in(tmp_path))
    felt.seat(1, 2, 3)
    felt.deal({1: ("As", "Kd")})
    felt.cut()
    fields = msgspec.msgpack.decode(encode_table(felt.turn.table))
    for name in NEW_OF_TABLE:
        del fields[name]
    for seat in filter(None, fields["seats"]):
        for name in NEW_OF_SEAT:
            del seat[name]
    table = decode_table(msgspec.msgpack.encode(fields))
    assert table == msgspec.structs.replace(felt.turn.table, before=None)
