"""Journals of earlier versions are read: what was appended since has its default."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from kept_felt import KeptFelt, place_in

from controller.events import Act, Event, Header, Sit, decode
from controller.game.limits import PLAIN, Round
from controller.journal.errors import JournalError
from controller.recovery import decode_table, encode_table
from controller.table.table import QUIET

#: As version 0.1.0 wrote them.
OLD: list[tuple[list[Any], Event]] = [
    (["act", [7, "c1", "dealer", None], 3, "raise", 600], Act(Header(7, "c1", "dealer"), 3, "raise", 600)),
    (["act", [7, "c1", "dealer"], 3, "fold"], Act(Header(7, "c1", "dealer"), 3, "fold")),
    (["sit", [7, "c1", "floor", 4], 3, "Ann", 900], Sit(Header(7, "c1", "floor", 4), 3, "Ann", 900)),
]

NEW_OF_TABLE = ("before", "around")
NEW_OF_SEAT = ("short_name", "country", "picture")
#: What a hand had itself before it was put together in a field of that name; the rules of betting came after 0.1.0.
TOGETHER = ("setup", "round")
NEW_OF_HAND = ("betting", "plain", "off", "level", "full_to", "raises", "cap")


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
    for name in TOGETHER:
        fields["hand"] |= fields["hand"].pop(name)
    for name in NEW_OF_HAND:
        del fields["hand"][name]
    table = decode_table(msgspec.msgpack.encode(fields))
    hand = felt.turn.table.hand
    assert hand is not None
    as_then = msgspec.structs.replace(hand, round=Round(), setup=msgspec.structs.replace(hand.setup, betting=PLAIN))
    assert table == msgspec.structs.replace(felt.turn.table, before=None, around=QUIET, hand=as_then)  # of its deal it knew nothing


def test_an_older_hand_that_knew_other_limits(tmp_path: Any) -> None:
    felt = KeptFelt(place_in(tmp_path))
    felt.seat(1, 2, 3)
    felt.deal({1: ("As", "Kd")})
    hand = felt.turn.table.hand
    assert hand is not None
    now = msgspec.structs.replace(hand, round=Round(200, 100, 1, 4), setup=msgspec.structs.replace(hand.setup, plain=False))
    table = msgspec.structs.replace(felt.turn.table, hand=now)
    fields = msgspec.msgpack.decode(encode_table(table))
    for name in TOGETHER:
        fields["hand"] |= fields["hand"].pop(name)
    assert decode_table(msgspec.msgpack.encode(fields)) == table


@pytest.mark.parametrize("content", [b"", b"\x81", msgspec.msgpack.encode([1]), msgspec.msgpack.encode({"hand": 1}), encode_table({})])
def test_what_is_no_table(content: bytes) -> None:
    with pytest.raises(JournalError, match="does not know"):
        decode_table(content)
