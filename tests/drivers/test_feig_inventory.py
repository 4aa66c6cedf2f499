from __future__ import annotations

import pytest
from feig_peer import listing, tag
from hypothesis import given
from hypothesis import strategies as st

from drivers.feig_inventory import InventoryError, tags_of, uids

SHORT = bytes.fromhex("04 11 22 33 44 55 66")  # a 7-byte 14443A id
LONG = bytes.fromhex("88 11 22 33 44 55 66 77 88 99")
EPC = bytes.fromhex("E2 80 11 60 60 00 02 04")

CARD = b"\x03\x00" + tag(9)
NFC = b"\x04\x00\x00" + SHORT
NFC_LONG = b"\x04\x00\x00" + LONG
UHF = b"\x84\x00\x08" + EPC
M3 = b"\x09\x00\x02\xab\xcd"


@pytest.mark.parametrize(
    ("sets", "ids"),
    [
        ([], []),
        ([CARD], [tag(9)]),
        ([CARD, CARD], [tag(9), tag(9)]),
        ([NFC], [SHORT]),
        ([NFC_LONG], [LONG]),
        ([NFC, CARD], [SHORT, tag(9)]),
        ([NFC_LONG, CARD], [LONG, tag(9)]),
        ([CARD, NFC, NFC, CARD], [tag(9), SHORT, SHORT, tag(9)]),
        ([UHF, CARD], [EPC, tag(9)]),
        ([M3], [b"\xab\xcd"]),
        ([CARD, M3, UHF, NFC_LONG], [tag(9), b"\xab\xcd", EPC, LONG]),
    ],
)
def test_data_sets_are_read_by_their_type(sets: list[bytes], ids: list[bytes]) -> None:
    assert list(uids(bytes((len(sets),)) + b"".join(sets))) == ids


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "number of data sets is missing"),
        (b"\x01", "1 data sets are missing"),
        (b"\x02" + CARD, "1 data sets are missing"),
        (b"\x01" + CARD[:-1], "03 is cut short"),
        (b"\x01" + CARD + b"\x00", "1 bytes follow"),
        (b"\x00" + CARD, "10 bytes follow"),
        (b"\x02" + CARD + b"\x42\x00", "tag type 42"),
        (b"\x01\x84\x00", "84 is cut short"),
        (b"\x01" + NFC[:-1], "04 is cut short"),
    ],
)
def test_what_is_no_list_says_why(data: bytes, why: str) -> None:
    with pytest.raises(InventoryError, match=why):
        uids(data)


@given(st.lists(st.binary(min_size=8, max_size=8), max_size=255))
def test_cards_come_back_in_order(ids: list[bytes]) -> None:
    assert list(uids(listing(ids))) == ids
    assert [found.uid for found in tags_of(listing(ids))] == ids


@given(st.binary(max_size=120))
def test_the_short_way_and_the_long_way_agree_on_any_bytes(data: bytes) -> None:
    def outcome(read: object) -> object:
        try:
            return read(data)
        except InventoryError as error:
            return str(error)

    assert outcome(uids) == outcome(lambda raw: tuple(found.uid for found in tags_of(raw)))


def test_no_id_in_the_exception() -> None:
    with pytest.raises(InventoryError) as refused:
        uids(b"\x02" + CARD)
    assert tag(9).hex() not in str(refused.value).lower() + repr(refused.value.args[0]).lower()
