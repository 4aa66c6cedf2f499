"""What everyone is told of a deal that went wrong: which cards are to be moved where, whether the hand stands still; never which card."""

from __future__ import annotations

import json

from felt import Felt, card_of

from controller.events import CardMoved, Evidence
from controller.feed.payloads import State
from controller.game.zones import BURN, HOLE, STUB

FIRST = {2: "As", 3: "7d", 4: "Kc", 5: "Qh", 6: "9c", 1: "2h"}
SECOND = {2: "Js", 3: "5h", 4: "Tc", 5: "8s", 6: "3d", 1: "6c"}


def dealt(*, up: str) -> Felt:
    """A hand of six, dealt in turn, whose card `up` lands face up."""
    felt = Felt()
    felt.seat(1, 2, 3, 4, 5, 6)
    felt.do("new_hand")
    felt.do("post")
    for turn in (FIRST, SECOND):
        for seat, text in turn.items():
            felt.clock.at_ns += 1_000_000_000
            side = "up" if text == up else "down"
            felt.take(CardMoved(card_of(text), STUB, HOLE[seat], side, felt.clock.at_ns - 1, felt.clock.at_ns, Evidence("hf0", 2, 3)))
            if felt.state()["stopped"]:
                return felt
    return felt


def test_while_all_goes_as_planned_nothing_is_told() -> None:
    state = dealt(up="").state()
    assert (state["moves"], state["stopped"]) == ([], None)


def test_a_misdeal_that_waits_stops_the_hand_until_it_is_decided() -> None:
    felt = dealt(up="As")
    state = felt.state()
    ruling = state["rulings"][-1]
    assert (ruling["kind"], ruling["status"], state["stopped"]) == ("misdeal", "proposed", ruling["id"])
    felt.do("floor_rule", ruling=ruling["id"], decision="override", reason="nobody saw it", alternative="play_on")
    assert felt.state()["stopped"] is None


def test_moves_are_told_by_places_and_ticked_as_cards_move() -> None:
    felt = dealt(up="Qh")
    ruling = felt.state()["rulings"][-1]["id"]
    top = {"ruling": ruling, "from_zone": "stub", "to_zone": "seat/5/hole", "when": "now", "made": False}
    burn = {"ruling": ruling, "from_zone": "seat/5/hole", "to_zone": "burn", "when": "now", "made": False}
    assert felt.state()["moves"] == [top, burn]
    felt.card("4d", HOLE[5])
    assert felt.state()["moves"] == [{**top, "made": True}, burn]
    felt.card("Qh", BURN, HOLE[5])
    assert felt.state()["moves"] == [{**top, "made": True}, {**burn, "made": True}]
    State.model_validate(felt.snapshot("state"))


def test_a_move_waits_for_the_end_of_the_deal_where_the_house_has_it_so() -> None:
    felt = Felt()
    felt.seat(1, 2, 3, 4, 5, 6)
    felt.do("new_hand")
    felt.do("post")
    for seat, text in FIRST.items():
        felt.clock.at_ns += 1_000_000_000
        side = "up" if text == "Qh" else "down"
        felt.take(CardMoved(card_of(text), STUB, HOLE[seat], side, felt.clock.at_ns - 1, felt.clock.at_ns, Evidence("hf0", 2, 3)))
    assert {move["when"] for move in felt.state()["moves"]} == {"after_deal"}


def test_no_move_names_a_card_that_lies_face_down() -> None:
    felt = dealt(up="Qh")
    hidden = {*FIRST.values(), *SECOND.values()} - {"Qh"}
    told = json.dumps([felt.state()["moves"], felt.state()["rulings"]])
    assert not any(f'"{card}"' in told or f" {card} " in told for card in hidden)
    assert not any("card" in name for move in felt.state()["moves"] for name in move)
