"""Where the felt and the panel meet the rooms of the board: cards that come to board and burns, or leave them, and what is entered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from controller.events import CardMoved
from controller.game import amended
from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BURN, PLACE_BYTE, Zone
from controller.rules.house import House
from controller.table import rulings
from controller.table.dealing import (
    board_deal,
    burns,
    draw_burns,
    early_board,
    exposed,
    first_faces,
    oversized,
    reshuffling,
    stub,
    stud_burns,
)
from controller.table.dealing.misdeals import Telling, dealing_of, put
from controller.table.dealing.state import AS_PLANNED, Move
from controller.table.table import Table, running

#: What the dealer is asked here.
ASKS: Final = frozenset({early_board.ASKED, stub.ASKED})


def moved(table: Table, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a card came to the board or to the burns, or left them, with what is ruled about it."""
    hand = table.hand
    if hand is None:
        return table
    if event.from_zone == BOARD and event.to_zone != BOARD:
        table = _left_board(table, event)
    if event.from_zone == BURN and event.to_zone != BURN:
        return stub.burn_left(table, event, telling)
    if event.to_zone == BURN and hand.stage == "drawing" and draw_burns.is_odd(table, hand, event.card, telling.house):
        return draw_burns.came(table, event, telling)
    if event.to_zone == BURN:
        late = burns.read_late(table, event)
        table = burns.came(table, event, telling)
        return early_board.after_all(table, telling) if late else table
    return _on_board(table, hand, event, telling) if event.to_zone == BOARD else table


def _on_board(table: Table, hand: Hand, event: CardMoved, telling: Telling) -> Table:
    if event.card not in hand.board:
        return early_board.arrived(table, event, telling)
    if not board_deal.dealt_in_streets(hand):
        return table
    table = reshuffling.dealt_without(table, hand, telling)
    whole = len(hand.board) == VARIANTS[hand.variant].board_by_street[max(board_deal.dealt_street(hand), 0)]
    return burns.street_dealt(table, event.by_ns, telling) if whole else table


def _left_board(table: Table, event: CardMoved) -> Table:
    board = board_deal.of(table)
    if event.card not in board.void and event.card not in board.early:
        return table
    if board.early == (event.card,):
        table = rulings.unasked(table, early_board.ASKED)
    void = tuple([card for card in board.void if card != event.card])
    return board_deal.changed(
        table,
        void=void,
        pending="" if board.pending == burns.OVER and not void else board.pending,
        early=tuple([card for card in board.early if card != event.card]),
    )


def followed(table: Table, move: Move, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a card moved as a remedy has it."""
    if event.to_zone != BOARD:
        table = _left_board(table, replace(event, from_zone=move.from_zone))
        table = _caught_up(table, move.ruling, telling)
    return burns.followed(table, move.ruling)


def _caught_up(table: Table, number: int, telling: Telling) -> Table:
    """Return the table whose board takes a card that was laid there before there was room for it: the moves may be made in any order."""
    hand, dealing = table.hand, dealing_of(table)
    to_board = next((one for one in dealing.moves if one.ruling == number and one.to_zone == BOARD), None)
    if hand is None or to_board is None:
        return table
    board, odd = PLACE_BYTE[BOARD][0], (*dealing.board.void, *dealing.board.early)
    free = (*odd, *[card for card in hand.dealt if card not in hand.burned])
    lying = [Card(card) for card, place in enumerate(table.card_places) if place == board and card not in free]
    if len(lying) != 1:
        return table
    telling.told.append(Told("board", cards=(lying[0],), zones=(BOARD,)))
    left = list(dealing.moves)
    left.remove(to_board)
    return put(replace(table, hand=amended.amended(hand, lying[0], BOARD)), replace(dealing, moves=tuple(left)))


def answered(table: Table, answer: str, house: House) -> rulings.Outcome:
    """Return the table after the dealer answered a question of these rooms with what is no act."""
    hand = running(table)
    if hand is None:
        return Refused("answer.unknown", "The hand is over: nothing is asked about it any more.")
    if answer != early_board.EARLY:
        return stub.answered(table, hand, answer, house)
    telling = Telling([], house)
    after = early_board.ruled(table, telling)
    return (after, telling.told) if telling.told else Refused("answer.unknown", "The cards are gone: nothing is asked any more.")


def doubted(table: Table, code: str, zones: Sequence[Zone]) -> Table:
    """Return the table after something was asked, or is not asked any more: nobody may know what lies on the burns."""
    if code not in burns.DOUBTS or BURN not in zones or table.around.dealing is AS_PLANNED:
        return table
    return stud_burns.doubted(burns.doubted(table))


def overdue(table: Table, telling: Telling) -> Table:
    """Return the table once it was waited for long enough: the burn was not made, the card is one too many, or cards came early; or it is
    known which card of the deal one is that showed.
    """
    board = board_deal.of(table)
    if board.pending == burns.OVER:
        return oversized.ruled(table, telling)
    if stud_burns.waits_for_burn(table):
        return stud_burns.missed(table, telling)
    if first_faces.waiting(table) and not board.pending:
        return exposed.overdue(table, telling)
    return burns.missed(table, telling) if board.pending else early_board.ruled(table, telling)


def entered(table: Table, hand: Hand, told: list[Told], house: House) -> tuple[Table, Hand]:
    """Return the table and its hand after an entry of the hand, with what it means for a board that is not as planned."""
    before = table.hand
    if before is None:
        return table, hand
    telling = Telling(told, house)
    table = replace(table, hand=hand)
    if dealing_of(table).unburned is not None and any(one.kind == "acted" for one in told):
        table = stud_burns.missed(table, telling)
    opened = hand.street != before.street
    if board_deal.of(table).pending == burns.OVER and any(one.kind == "acted" for one in told):
        table = early_board.after_all(board_deal.changed(table, pending="", error_by_ns=0), telling)
    table = early_board.entered(table, before, told, telling)
    table = burns.acted(table, told, telling)
    if opened and table.hand is not None:
        table = burns.street_dealt(table, 0, telling)
    return table, table.hand or hand
