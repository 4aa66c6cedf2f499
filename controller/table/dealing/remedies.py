"""The moves that put a deal right: which are still to be made, and a card that moved as one of them has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from controller.events import CardMoved
from controller.game import amended, counted, deal, drawing, sighted
from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.outcome import Told, ToldKind
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BURN, HOLE, HOLE_SEAT, PARTLY_SEEN, PLACE_BYTE, STUB, UP_SEAT, Zone
from controller.table import rulings
from controller.table.dealing import board_deal
from controller.table.dealing.misdeals import Telling, dealing_of, put
from controller.table.dealing.state import Move
from controller.table.table import Table

_NOT_HELD: Final = ("overridden", "lapsed")
#: What the floor can have instead of a remedy that has moves of its own: those are the ruling's by then.
_MOVED_INSTEAD: Final = ("reshuffle", "next_card", "next_burn", "lay_aside", "restore_early", "restore_order", "push_back")


def ordered(table: Table, moves: Sequence[Move]) -> Table:
    """Return the table with moves that have yet to be made, behind those that already are to be."""
    dealing = dealing_of(table)
    return put(table, replace(dealing, moves=(*dealing.moves, *moves)))


def due(table: Table) -> tuple[Move, ...]:
    """Return the moves that people are to make now, in order: what waits for the end of the deal is not among them before."""
    return tuple([one for one in _standing(table) if table.hand is not None and _in_time(table.hand, one, table.around.dealing.moves)])


def _standing(table: Table) -> tuple[Move, ...]:
    """Return the moves that are yet to be made, those of rulings that do not hold apart."""
    dealing, hand = table.around.dealing, table.hand
    if not dealing.moves or hand is None or hand.over or dealing.hand != table.hand_number:
        return ()
    off = {one.number for one in rulings.docket_of(table).rulings if one.status in _NOT_HELD and one.alternative not in _MOVED_INSTEAD}
    return tuple([one for one in dealing.moves if one.ruling not in off])


def _taken_for(table: Table) -> tuple[Move, ...]:
    """Return the moves that a card may be taken for: readers may find out late that the others have their cards, so that who has all of
    his but this one is enough, and a card that is named.
    """
    hand = table.hand
    return tuple([one for one in _standing(table) if hand is not None and _is_served(hand, one)])


def _is_served(hand: Hand, move: Move) -> bool:
    if not (move.after_deal or move.after_round) or move.card is not None:
        return True
    i = hand.index_of[HOLE_SEAT.get(move.to_zone, 0)]
    if i < 0 or (hand.stage == "drawing" and not drawing.unbegun(hand)):
        return i < 0 or drawing.due(hand, i) <= 1
    instead = move.for_card is not None and move.for_card in hand.hole_of(i)  # it has yet to leave him
    if hand.dealt_to.count(i) >= (move.after_round or _whole(hand)) - (not instead):
        return True
    return move.after_deal and _lacks_only_up(hand, i, instead=instead)


def _lacks_only_up(hand: Hand, i: int, *, instead: bool) -> bool:
    """Whether all have their cards but he, and he his down cards but one: his card in sight, dealt before that, may be read later."""
    variant = VARIANTS[hand.variant]
    if not variant.up_cards or i not in deal.ups_due(hand):
        return False
    downs = hand.dealt_to.count(i) - hand.up_to.count(i)
    lacks = _whole(hand) - hand.dealt_to.count(i)
    return downs >= variant.down_by_street[0] - (not instead) and counted.has_so_many(hand, _whole(hand), {hand.seats[i]: lacks})


def _whole(hand: Hand) -> int:
    variant = VARIANTS[hand.variant]
    return variant.hole_by_street[0] if variant.up_cards else variant.hole_cards


def _in_time(hand: Hand, move: Move, moves: Sequence[Move]) -> bool:
    """Whether a move is to be made now: others may have to have their cards before. Cards that are to be replaced so do not hold it up."""
    if not (move.after_deal or move.after_round):
        return True
    seats = [HOLE_SEAT.get(one.to_zone) or UP_SEAT.get(one.to_zone, 0) for one in moves]
    if hand.stage == "drawing" and not drawing.unbegun(hand):
        return amended.changed_but(hand, HOLE_SEAT.get(move.to_zone) or HOLE_SEAT.get(move.from_zone or BOARD, 0))
    return counted.has_so_many(hand, move.after_round or _whole(hand), {seat: seats.count(seat) for seat in seats if seat})


def zones_due(table: Table) -> tuple[Zone, ...]:
    """Return where cards are expected by the moves that may be made now."""
    return tuple(dict.fromkeys([one.to_zone for one in _taken_for(table)]))


def made(table: Table, event: CardMoved) -> Move | None:
    """Return the move that a card that moved has made; None when it has made none."""
    was = table.card_zones[event.card]
    moves = _taken_for(table)
    exact = next((one for one in moves if _is(one, was, event) and _has_room(table, one, event.card)), None)
    return exact or next((one for one in moves if _may_be(table, one, was, event)), None)


def _may_be(table: Table, move: Move, was: Zone | None, event: CardMoved) -> bool:
    """Whether a card that goes back from a player may be the one too many: nobody knows which of the two came last."""
    late = next((one for one in table.around.dealing.ahead if one.card == move.card), None)
    if late is None or move.card is None or move.to_zone != STUB or was is None or was not in HOLE_SEAT or move.from_zone != was:
        return False
    return late.after_ns < table.dealt_by_ns and _is(replace(move, card=event.card), was, event)


def by_way_of_stub(table: Table, event: CardMoved) -> bool:
    """Whether a burned card that is to go back on the stub was dealt from there before any reader found it there."""
    if event.to_zone is None or event.to_zone in PARTLY_SEEN or table.card_zones[event.card] != BURN:
        return False
    moves = due(table)
    back = any((one.from_zone, one.to_zone) == (BURN, STUB) and one.card in (None, event.card) for one in moves)
    return back and not any(one.from_zone == BURN and one.to_zone == event.to_zone for one in moves)


def waits_for_room(table: Table) -> bool:
    """Whether a card comes to the board for another that is found late to have left it: it is none of the next street."""
    moves = _standing(table)
    leaves = {one.ruling for one in moves if one.from_zone == BOARD}
    return any(one.to_zone == BOARD and one.ruling in leaves for one in moves)


def _has_room(table: Table, move: Move, card: Card) -> bool:
    """Whether a move to or from the board makes sense now: no card comes to a board that is full, none but the board's own leaves it."""
    hand = table.hand
    if hand is None:
        return False
    if move.to_zone == BOARD:
        return len(hand.board) < VARIANTS[hand.variant].board_by_street[max(board_deal.dealt_street(hand), 0)]
    return move.from_zone != BOARD or move.card is not None or card in hand.board


def made_otherwise(table: Table, event: CardMoved) -> Move | None:
    """Return a move that is to be made now and that a card that moved goes against; None when it goes against none.

    The card of a move lies somewhere else than the move has it; another than the move's goes back on the stub; or the top card comes,
    which ought to come elsewhere.
    """
    to_zone, was = event.to_zone, table.card_zones[event.card]
    moves = due(table)
    if to_zone is None or to_zone in PARTLY_SEEN:
        return next((one for one in moves if one.to_zone == STUB and was is not None and one.from_zone == was), None)
    own = next((one for one in moves if one.card == event.card), None)
    if own is not None or was not in (None, STUB):
        return own
    awaited = [one for one in moves if one.card is None and one.from_zone == STUB]
    if any(one.to_zone == to_zone for one in awaited):
        return None  # it is the right place, but another card has yet to make room for it
    taken = next((one for one in moves if one.to_zone == to_zone and one.card is not None), None)
    return awaited[0] if awaited and (taken or not _still_dealt(table, to_zone)) else taken


def _still_dealt(table: Table, zone: Zone) -> bool:
    """Whether the deal has yet to bring a player the card that came to his place: others may have been read before it."""
    hand, seat = table.hand, HOLE_SEAT.get(zone) or UP_SEAT.get(zone, 0)
    if hand is None or not seat or hand.index_of[seat] < 0:
        return False
    variant = VARIANTS[hand.variant]
    if zone in UP_SEAT:
        return hand.index_of[seat] in deal.ups_due(hand)
    whole = variant.hole_by_street[0] if variant.up_cards else variant.hole_cards
    return hand.dealt_to.count(hand.index_of[seat]) < whole


def given_up(table: Table, move: Move) -> Table:
    """Return the table without the moves of this one's ruling: something else was done."""
    dealing = dealing_of(table)
    return put(table, replace(dealing, moves=tuple([one for one in dealing.moves if one.ruling != move.ruling])))


def followed(table: Table, move: Move, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a move of a remedy was made: the hand counts the card where it lies; the ruling is done with its last one."""
    hand, card = table.hand, event.card
    if hand is None:
        return table
    was = table.card_zones[card]
    places = table.card_places[:card] + PLACE_BYTE[event.to_zone] + table.card_places[card + 1 :]
    held = amended.before(hand, move.for_card, card) if move.for_card is not None else None
    if move.aside:
        held = sighted.set_aside(hand, card)
    hand = amended.amended(hand, card, event.to_zone) if held is None else held
    telling.told.append(_told(hand, card, was, event.to_zone))
    dealing = dealing_of(table)
    left = list(dealing.moves)
    left.remove(move)
    shown = tuple([replace(one, replaced=True) if one.card == card and HOLE[one.seat] == was else one for one in dealing.exposed])
    dealing = replace(dealing, moves=tuple(left), exposed=shown, made=(*dealing.made, move))
    table = put(replace(table, hand=hand, card_places=places), dealing)
    ruling = next((one for one in rulings.docket_of(table).rulings if one.number == move.ruling), None)
    if ruling is None or ruling.carried_out or any(one.ruling == move.ruling for one in left):
        return table
    return rulings.changed(table, replace(ruling, carried_out=True), telling.told)


def _is(move: Move, was: Zone | None, event: CardMoved) -> bool:
    """Whether a card that moved is this move. Deep in a pile a card is not read: it left where it lay, and comes from nowhere."""
    if move.card is not None and move.card != event.card:
        return False
    to_zone = event.to_zone
    arrives = to_zone == move.to_zone or (to_zone is None and move.to_zone in PARTLY_SEEN)
    arrives = arrives or (to_zone == BURN and move.to_zone == STUB and move.card is not None)  # back on top it would be burned next
    leaves = move.from_zone == was or (was is None and move.from_zone in PARTLY_SEEN) or (move.card is not None and move.from_zone is None)
    leaves = leaves or (was is None and move.card is not None)  # on its way it was read nowhere
    return arrives and leaves


def _told(hand: Hand, card: Card, was: Zone | None, to_zone: Zone | None) -> Told:
    """The story of the card's move: by name only where everybody sees its face."""
    zones = tuple([one for one in (was, to_zone) if one is not None])
    if to_zone is None or to_zone in PARTLY_SEEN or was not in (None, STUB):
        return Told("card_moved", cards=(card,) if to_zone in UP_SEAT and card in hand.up else (), zones=zones)
    seat = HOLE_SEAT.get(to_zone) or UP_SEAT.get(to_zone)
    kind: ToldKind = "board" if to_zone == BOARD else "card_burned" if to_zone == BURN else "card_dealt"
    return Told(kind, seat, zones=(to_zone,), cards=(card,) if kind == "board" or card in hand.up else ())
