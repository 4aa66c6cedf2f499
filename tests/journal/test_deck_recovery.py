"""What was said of the deck is still so after a power cut: which one is in play, what is due with it, and what a fouled one has paid."""

from __future__ import annotations

from pathlib import Path

from kept_felt import KeptFelt, place_in

from controller.events import DeckRead, Evidence, ForeignCard
from controller.game.zones import HOLE
from controller.table.rulings import docket_of

SEEN = Evidence("hf1", 3, 4)
HOLES = {1: ("As", "Kd"), 2: ("7h", "2c"), 3: ("Jc", "Jd")}


def test_a_deck_and_what_is_due_with_it_are_kept(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    felt.do("deck", do="change", deck="blue")
    felt.seat(1, 2, 3)
    felt.deal(HOLES)
    felt.act("call", "call", "check")
    felt.clock.at_ns += 1_000_000
    felt.take(ForeignCard(HOLE[2], "red", felt.clock.at_ns - 1, felt.clock.at_ns, SEEN))
    ruling = next(one for one in docket_of(felt.turn.table).rulings if one.kind == "fouled_deck")
    felt.do("floor_rule", ruling=ruling.id, decision="confirm")
    before = felt.turn.table
    assert before.hand is not None
    assert before.hand.stage == "void"
    assert (before.around.deck.name, before.around.deck.due) == ("blue", "now")
    assert not felt.ask("shuffle", step="riffle").ok
    felt.cut()
    after = KeptFelt(place_in(tmp_path)).turn.table
    assert after == before


def test_a_hand_that_was_paid_out_and_taken_back_is_kept_so(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    felt.seat(1, 2, 3)
    stacks = [held and held.stack_chips for held in felt.turn.table.seats]
    felt.deal(HOLES)
    felt.act("raise 400", "fold", "fold")
    assert [held and held.stack_chips for held in felt.turn.table.seats] != stacks
    felt.do("report", what="card_missing")
    ruling = next(one for one in docket_of(felt.turn.table).rulings if one.kind == "fouled_deck")
    felt.do("floor_rule", ruling=ruling.id, decision="confirm")
    assert [held and held.stack_chips for held in felt.turn.table.seats] == stacks
    before = felt.turn.table
    felt.cut()
    assert KeptFelt(place_in(tmp_path)).turn.table == before


def test_how_decks_passed_the_shuffler_is_kept(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    felt.clock.at_ns += 1_000_000
    felt.take(DeckRead("blue", 52, 1, 1, felt.clock.at_ns - 1, felt.clock.at_ns, SEEN))
    before = felt.turn.table
    felt.cut()
    again = KeptFelt(place_in(tmp_path))
    assert again.turn.table == before
    answer = again.desk.submit("deck", {"id": "c-dealer-1", "do": "change", "deck": "blue"}, "dealer")
    assert (answer.ok, answer.code) == (False, "deck_change.not_whole")
