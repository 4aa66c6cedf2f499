"""Cards entered by hand, where no reader knows them."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.events import Role
from controller.game import boards, deal, joker, street
from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.game.zones import BOARD_NUMBER, HOLE_SEAT, PLACE_BYTE, UP_SEAT, Zone
from controller.table import questions
from controller.table.seats import Outcome
from controller.table.table import Table, running
from controller.table.waiting import takes_card

#: Where a card that is accepted counts as seen: piles are partly seen, and what was gathered may be heard of much later.
_SURE: Final = {PLACE_BYTE[zone][0]: zone for zone in (*BOARD_NUMBER, *HOLE_SEAT, *UP_SEAT)}


def enter(table: Table, zone: Zone, card: Card, role: Role, at_ns: int) -> Outcome:
    """Take a card that a person names for the board, a seat's hole or its up-cards as if it had been read there.

    One that is known to be elsewhere is not taken: a question is opened, and until it is settled only
    the floor enters cards there.
    Invariants: no refusal depends on a card that lies face down; every other answer is told to everyone, so
    nobody finds out hidden cards by trying. The card's place stays as the readers know it.
    """
    hand = running(table)
    if hand is None:
        return Refused("state.no_hand", "No hand is running: begin one with new_hand.")
    asked = (questions.ENTRY_CONTRADICTS, (zone,))
    refusal = _place_refuses(hand, zone) or _card_refused(hand, card)
    if refusal is None and role == "dealer" and questions.is_open(table, *asked):
        refusal = Refused("enter_card.disputed", "A card entered here contradicts what was read: the floor enters it now, or it is read.")
    if refusal is not None:
        return refusal
    if card in hand.dealt or _SURE.get(table.card_places[card], zone) != zone:
        return questions.opened(table, *asked, at_ns), [Told("discrepancy", zones=(zone,), code=asked[0])]
    arrival = deal.ARRIVALS[zone]
    hand = arrival.accept(hand, card, arrival.seat)
    hand = replace(hand, entered=hand.entered + deal.BYTE[card])
    if zone in HOLE_SEAT:
        return replace(table, hand=hand), [Told("card_dealt", seat=arrival.seat, zones=(zone,))]
    on_board = zone in BOARD_NUMBER
    told = [
        Told("board", cards=(card,), zones=(boards.place_of(hand, card),))
        if on_board
        else Told("card_dealt", arrival.seat, cards=(card,), zones=(zone,))
    ]
    return replace(table, hand=street.open_next(hand, told)), told


def _card_refused(hand: Hand, card: Card) -> Refused | None:
    """Return why this card can be entered nowhere, as far as everyone can see it."""
    if (
        not joker.in_deck(hand.setup, card)
        or card in boards.lying(hand)
        or card in hand.up
        or any(card in shown for shown in hand.shown if shown is not None)
    ):
        return Refused("enter_card.face_up", "This card already lies face up elsewhere, or is in no deck: look again.")
    return None


def _place_refuses(hand: Hand, zone: Zone) -> Refused | None:
    """Return why no card can be entered in this place now, whichever it is; None when one can."""
    if zone in BOARD_NUMBER:
        return None if takes_card(hand, zone) else Refused("enter_card.not_due", "The board waits for no card now.")
    seat = HOLE_SEAT.get(zone) or UP_SEAT.get(zone)
    if seat is None:
        return Refused("enter_card.zone", "Cards are entered for the board, for a seat's up-cards, or for its hole at the showdown.")
    if seat not in hand.seats:
        return Refused("enter_card.not_in_hand", f"Seat {seat} is not in this hand.")
    if not takes_card(hand, zone):
        return Refused("enter_card.not_due", f"Seat {seat} waits for no card now.")
    if zone in HOLE_SEAT and hand.stage != "showdown" and not (hand.stage == "dealing" and street.betting_over(hand)):
        return Refused(
            "enter_card.too_soon",
            f"Seat {seat}'s cards stay hidden until the showdown, and the hand goes on without them: enter them then.",
        )
    return None
