"""Decisions about rulings on the board, the burns and the stub: what confirming them does, and what the floor can have instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from controller.events import FloorRule
from controller.game import amended, deal, street
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.game.zones import BOARD, BURN, STUB
from controller.rules.house import House
from controller.rules.ruling import Ruling
from controller.table import rulings, seats
from controller.table.dealing import board_deal, burns, early_board, oversized, remedies, stub
from controller.table.dealing.misdeals import PLAY_ON, Telling
from controller.table.dealing.state import Move
from controller.table.table import Table, running

Decided = Refused | tuple[Table, Hand | None, list[Told]]
KINDS: Final = frozenset({early_board.KIND, burns.KIND, stub.KIND})
_CHOOSE: Final = "Say what is to be instead; allowed are: "
_TOO_LATE: Final = Refused("floor_rule.too_late", "The hand has gone on since: decide otherwise, or void the hand.")

_HALF_MADE: Final = Refused("floor_rule.too_late", "The order is half restored: finish that, decide otherwise, or void the hand.")


def decide(table: Table, ruling: Ruling, command: FloorRule, house: House) -> Decided:
    """Return the table after a decision that may be taken about this ruling. Where the floor is asked it has to say what is to be."""
    hand, told = running(table), list[Told]()
    if hand is None:
        return Refused("floor_rule.too_late", f"{ruling.id} can no longer be decided: the hand is over.")
    if command.decision == "reopen":
        return rulings.changed(table, rulings.decided(ruling, "reopened", reason=command.reason, carried_out=False), told), hand, told
    if command.decision == "confirm":
        what = _ON_CONFIRM.get(ruling.remedy[-1].do if ruling.remedy else "", "")
        if ruling.remedy and ruling.remedy[-1].do == "floor_decides":
            return Refused("floor_rule.alternative", f"{_CHOOSE}{', '.join(ruling.alternatives)}.")
        now = rulings.decided(ruling, "confirmed", reason=command.reason, carried_out=ruling.carried_out)
    else:
        only = ruling.alternatives[0] if len(ruling.alternatives) == 1 else ""
        what = command.alternative or only
        if what not in ruling.alternatives:
            return Refused("floor_rule.alternative", f"{_CHOOSE}{', '.join(ruling.alternatives)}.")
        now = rulings.decided(ruling, "overridden", reason=command.reason, alternative=what, carried_out=False)
    does = _DOES.get((ruling.kind, what))
    table = rulings.changed(table, now, told)
    done = (table, hand) if does is None else does(table, hand, now, Telling(told, house))
    if isinstance(done, Refused):
        return done
    table, after = done
    return table, after, told


_Done = Refused | tuple[Table, Hand | None]


def _cleared(table: Table, number: int) -> Table:
    """The action goes on, and what the ruling had ordered is ordered no more."""
    return board_deal.withdrawn(table, number, [])


def _redealt(table: Table, hand: Hand, number: int, telling: Telling, *, again: bool) -> _Done:
    """The cards of the street go back into the stub, which is shuffled, and come anew; `again` = with the burn that is due then."""
    untouched = amended.untouched(hand) if hand.stage == "drawing" else hand.stage in ("betting", "dealing", "showdown")
    if board_deal.of(table).error != number or any(hand.bets) or not untouched:
        return _TOO_LATE
    at = board_deal.dealt_street(hand)
    lie = board_deal.before(hand, at)
    gone = (*hand.board[lie:], *board_deal.of(table).void)
    wrong = len(hand.burned) - board_deal.burns_due(table, hand, at)
    hand = amended.undealt(hand, lie)
    table = replace(_cleared(table, number), hand=hand)
    shift = board_deal.of(table).shift + (max(wrong, 0) if again else 0)
    table = board_deal.changed(table, void=gone, shuffle=(number, hand.street + 1), shift=shift)
    return remedies.ordered(table, [Move(number, BOARD, STUB, card) for card in gone]), hand


def _stands(table: Table, hand: Hand, ruling: Ruling, telling: Telling) -> _Done:
    """The cards that came early, or one that is too many, are taken as they lie, as far as the hand has a place for them."""
    void = board_deal.of(table).void
    table = board_deal.changed(_cleared(table, ruling.number), void=(), once=(-1, 0))
    if hand.stage == "betting":
        return table, hand  # the round goes on: they are taken when it is over
    for card in void:
        hand = deal.ARRIVALS[BOARD].accept(hand, card, 0)
        telling.told.append(Told("board", cards=(card,), zones=(BOARD,)))
    hand = street.open_next(hand, telling.told)
    table = replace(table, hand=hand)
    return (seats.settle(table, hand, telling.told, telling.house) if hand.stage == "ended" else table), hand


def _next_burn(table: Table, hand: Hand, ruling: Ruling, telling: Telling) -> _Done:
    void = board_deal.of(table).void
    table = _cleared(table, ruling.number)
    return remedies.ordered(table, [Move(ruling.number, BOARD, BURN, card) for card in void]), hand


def _early_as(answer: str) -> Callable[[Table, Hand, Ruling, Telling], _Done]:
    def does(table: Table, hand: Hand, ruling: Ruling, telling: Telling) -> _Done:
        if "finish_round" not in [one.do for one in ruling.remedy]:
            return _redealt(table, hand, ruling.number, telling, again=False)
        if not board_deal.of(table).void:
            return _TOO_LATE
        table = board_deal.changed(_cleared(table, ruling.number), once=(-1, 0))
        at = board_deal.coming(hand)
        middle = board_deal.before(hand, at) and at + 1 < _streets(hand)
        as_turn = answer == "reshuffle_no_burn" and middle
        return early_board.put_right(table, hand, ruling.number, "river_card_as_turn_then_reshuffle" if as_turn else answer, at), hand

    return does


def _streets(hand: Hand) -> int:
    return board_deal.coming(replace(hand, street=99)) + 1


def _burn_stands(table: Table, hand: Hand, ruling: Ruling, telling: Telling) -> _Done:
    if burns.is_half_made(table, ruling.number):
        return _HALF_MADE
    if board_deal.of(table).error != ruling.number:
        table = _cleared(table, ruling.number)  # a burn too many before a draw lies with the others
        return board_deal.changed(table, shift=board_deal.of(table).shift + 1) if hand.drawing.counts else table, hand
    turned = "burn_to_stub" not in [one.do for one in ruling.remedy]
    return burns.late(_cleared(table, ruling.number), None, telling, turned=turned), hand


def _was_burned(table: Table, hand: Hand, ruling: Ruling, telling: Telling) -> _Done:
    if board_deal.of(table).error != ruling.number:
        return _TOO_LATE
    if burns.is_half_made(table, ruling.number):
        return _HALF_MADE
    table = _cleared(table, ruling.number)
    return board_deal.changed(table, shift=board_deal.of(table).shift - 1), hand


def _shuffles(table: Table, hand: Hand, ruling: Ruling, telling: Telling) -> _Done:
    return stub.reshuffled(table, ruling.number, telling.house), hand


def _voids(table: Table, hand: Hand, ruling: Ruling, telling: Telling) -> _Done:
    outcome = seats.void_hand(table, "stub_error", telling.house, ruling.rules)
    if isinstance(outcome, Refused):
        return outcome
    table, told = outcome
    telling.told.extend(told)
    return table, table.hand


def _nothing(table: Table, hand: Hand, ruling: Ruling, telling: Telling) -> _Done:
    return _cleared(table, ruling.number), hand


#: What the last step of a ruling's remedy is when it is confirmed.
_ON_CONFIRM: Final[Mapping[str, str]] = {
    "reshuffle_redeal": "redeal", "next_burn": oversized.NEXT_BURN, "shuffle_stub": early_board.RESHUFFLE, "return_bets": stub.VOID,
    "reshuffle_no_burn": "oversized",
}  # fmt: skip
_DOES: Final[Mapping[tuple[str, str], Callable[[Table, Hand, Ruling, Telling], _Done]]] = {
    (early_board.KIND, "oversized"): lambda table, hand, ruling, telling: (
        (table, hand) if ruling.remedy[0].do == "finish_round" else _redealt(table, hand, ruling.number, telling, again=False)
    ),
    (early_board.KIND, early_board.RESHUFFLE): _early_as("reshuffle_no_burn"),
    (early_board.KIND, early_board.NEXT_CARD): _early_as("next_card_no_shuffle"),
    (early_board.KIND, oversized.NEXT_BURN): _next_burn,
    (early_board.KIND, PLAY_ON): _stands,
    (burns.KIND, "redeal"): lambda table, hand, ruling, telling: _redealt(table, hand, ruling.number, telling, again=True),
    (burns.KIND, burns.RESHUFFLE): lambda table, hand, ruling, telling: _redealt(table, hand, ruling.number, telling, again=True),
    (burns.KIND, PLAY_ON): _burn_stands,
    (burns.KIND, burns.BURNED): _was_burned,
    (stub.KIND, stub.RESHUFFLE): _shuffles,
    (stub.KIND, stub.GO_ON): _nothing,
    (stub.KIND, PLAY_ON): _nothing,
    (stub.KIND, stub.VOID): _voids,
}
