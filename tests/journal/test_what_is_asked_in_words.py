"""Every command can be read back from the journal as it would be typed, and names a card to those who may know it only."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from felt import card_of
from kept_felt import KeptFelt, place_in

from controller.archive import JournalArchive
from controller.clock import run
from controller.events import CardSeen, Command, Evidence, Header, Report, Shuffle
from controller.game.cards import parse_card
from controller.game.zones import HOLE, STUB
from controller.hand_record import _asked
from controller.hand_timeline import _FIELDS, command_text
from controller.rules.house import House
from controller.web.archive import Seen

HEAD = Header("c1", "dealer", "Dora", 0)
KD = parse_card("Kd")


def test_every_command_has_its_words() -> None:
    assert set(_FIELDS) == set(get_args(Command))


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (Report(HEAD, "exposed", 3, KD, "player"), "report exposed seat 3 by player Kd"),
        (Report(HEAD, "dropped_deck"), "report dropped_deck"),
        (Report(HEAD, "stub_counted", number=31), "report stub_counted 31 cards"),
        (Shuffle(HEAD, "riffle"), "shuffle riffle"),
    ],
)
def test_what_is_told_of_cards_is_read_back(command: Command, text: str) -> None:
    assert command_text(command) == text


def test_a_card_that_was_reported_and_is_not_public_is_not_named() -> None:
    assert KD is not None
    report = Report(HEAD, "exposed", 3, KD)
    assert (_asked(report, frozenset()), _asked(report, frozenset({KD}))) == ("report exposed seat 3 ??", "report exposed seat 3 Kd")


def test_what_a_camera_saw_is_in_the_record_and_names_a_card_that_everybody_saw_only(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    felt.seat(1, 2, 3)
    felt.deal({2: ("Kd", "7c"), 3: ("As", "Qh"), 1: ("2c", "3d")})
    now_ns, evidence = felt.clock.at_ns, Evidence("cam0", 2, 2)
    felt.take(CardSeen(card_of("Kd"), HOLE[2], "face", now_ns - 1, now_ns, evidence))
    felt.take(CardSeen(None, STUB, "boxed", now_ns, now_ns + 1, evidence))
    archive = JournalArchive(place_in(tmp_path), House(seats=6), hidden=lambda: False)
    detail = run(lambda: archive.hand(1))
    archive.close()
    assert detail is not None
    seen = [entry.seen for entry in detail.timeline if entry.seen is not None]
    assert seen[0] == Seen(card="Kd", shows="face", zone="seat/2/hole")
    assert all(one.card is None for one in seen[1:])
    assert "Qh" not in detail.model_dump_json(), "a card that lies face down"
