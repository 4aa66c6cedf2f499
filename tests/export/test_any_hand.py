"""Whatever happens at a table: what comes to an end can be written, adds up, is read again, and betrays no hidden card."""

from __future__ import annotations

import json
import random
import re
import tempfile
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from journaled import export
from kept_felt import KeptFelt, place_in
from ohh_form import audit, faults_of

from controller.game.cards import card_text
from controller.game.chips import Stakes
from controller.game.hand import Hand
from controller.histories.phh import parse
from controller.histories.phh_text import write
from controller.journal.paths import JournalPlace

STAKES = st.builds(
    Stakes,
    small_blind=st.integers(0, 50),
    big_blind=st.integers(50, 100),
    ante=st.sampled_from([0, 0, 10, 100]),
    ante_from=st.sampled_from(["all", "big_blind", "button"]),
    min_bet=st.sampled_from([0, 100, 150]),
)


def _place(folder: Path) -> JournalPlace:
    return place_in(folder)._replace(durability="process")


def evening(folder: Path, stakes: Stakes, seed: int) -> dict[int, Hand]:
    """Play sensible things at random, with a restart among them; return the hands that came to an end."""
    picks = random.Random(seed)  # noqa: S311 -- a repeatable evening is the point
    felt = KeptFelt(_place(folder), stakes=stakes)
    felt.seat(1, 3, 4, 6, stack=picks.choice([90, 400, 2_000]))
    ended: dict[int, Hand] = {}
    for number in range(160):
        if number == 80:
            felt.cut()
            felt = KeptFelt(_place(folder), stakes=stakes, boot_id="boot-2")
        felt.any_move(picks.randrange(1_000))
        hand = felt.turn.table.hand
        if hand is not None and hand.stage == "ended":
            ended[hand.number] = hand
    felt.cut()
    return ended


def cards_in(text: str) -> set[str]:
    return {card for word in re.findall(r'[ "]((?:[2-9TJQKA][cdhs]|\?\?)+)"', text) for card in re.findall("..", word)} - {"??"}


@settings(max_examples=12, deadline=None)
@given(stakes=STAKES, seed=st.integers(0, 10**6), per_amount=st.sampled_from(["1", "100"]))
@pytest.mark.slow
def test_whatever_was_played_to_its_end_is_written_and_adds_up(stakes: Stakes, seed: int, per_amount: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        hands = evening(folder, stakes, seed)
        assert hands, "otherwise nothing is tried"
        for form in ("phh", "ohh"):
            code, _, said = export(place_in(folder), form, folder / "out", "--per-amount", per_amount)
            assert code == 0, said
        for number, hand in hands.items():
            stem = folder / "out" / f"journal-h{number:06d}"
            beside = json.loads(stem.with_suffix(".smarttable.json").read_text("utf-8"))
            unit = int(per_amount)
            ohh_text, phh_text = (stem.with_suffix(f".{form}").read_text("utf-8") for form in ("ohh", "phh"))
            document = json.loads(ohh_text)
            assert faults_of(document) == []
            returned = {int(seat): Decimal(chips) / unit for seat, chips in beside["returned"].items()}
            ends = {seat: Decimal(a + b) / unit for seat, a, b in zip(hand.seats, hand.start_stacks, hand.payoffs, strict=True)}
            assert audit(document["ohh"], returned) == ends
            ours = parse(phh_text)
            assert write(ours) == phh_text
            assert ours.expected == tuple(Decimal(chips) / unit for chips in hand.payoffs)
            seen = {card_text(card) for card in (*hand.board, *[card for shown in hand.shown for card in shown or ()])}
            for text in (ohh_text, phh_text, json.dumps(beside)):
                assert cards_in(text) == seen
        assert len(list((folder / "out").glob("*.phh"))) == len(hands)
