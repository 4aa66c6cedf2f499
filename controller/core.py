"""The core: what an event means for the table, and what must be told of it.

`step` is total, deterministic and pure: no event in any state makes it raise, and the same
events from the same table give the same states and effects, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from msgspec.structs import replace

from controller import events
from controller.effects import CommandDone, Effect, Tell, TellKind
from controller.events import NOTHING_EXPECTED, Evidence, Expectation
from controller.game import betting, deal, posting, showdown, street
from controller.game.cards import DECK_SIZE, Card
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.game.zones import BOARD, HOLE_SEAT
from controller.rules.house import House
from controller.table import blinds, seats
from controller.table.table import Table, running

Outcome = Refused | tuple[Table, list[Told]]

_NO_HAND: Final = Refused("state.no_hand", "No hand is running: begin one with new_hand.")


def step(table: Table, event: events.Event, house: House) -> tuple[Table, tuple[Effect, ...]]:
    """Return the table after an event, and the effects in the order they must be told.

    Invariants: never raises; `seq` and `rev` grow by one with each Tell; a Command is answered by
    exactly one CommandDone, the last effect; a refused Command changes nothing.
    """
    take = _TAKE.get(type(event))
    if take is None:
        return table, ()
    return take(table, event, house)


def expectation(table: Table, house: House) -> Expectation:
    """Return which zones may receive the next card, in order of turn. Breaks ties between antennas, nothing else."""
    hand = running(table)
    return NOTHING_EXPECTED if hand is None else Expectation(deal.expected_zones(hand))


# Facts and discrepancies: what the felt says is never refused.


def _card_moved(table: Table, event: events.CardMoved, house: House) -> tuple[Table, tuple[Effect, ...]]:
    card, to_zone = event.card, event.to_zone
    if not 0 <= card < DECK_SIZE:
        return _one(table, Told("discrepancy", zones=_zones(to_zone), code="rfid.unknown_tag"), event.by_ns, event.evidence)
    was = table.card_zones[card]
    if was == to_zone:
        return table, ()
    moved = list(table.card_zones)
    moved[card] = to_zone
    hand = table.hand
    kind = deal.MOVED
    if hand is not None and not hand.over:
        before = hand
        hand, kind = deal.accept(hand, card, to_zone)
        if hand is not before and kind == deal.ON_BOARD:
            return _board_card(table, tuple(moved), hand, event)
    if kind == deal.MOVED or kind == deal.EXTRA:  # noqa: PLR1714 -- twice as fast as a set of two
        # only a board card lies face up for all: any other stays unnamed, whatever zone it turns up in
        named = (card,) if hand is not None and card in hand.board else ()
        told = [Told("card_moved", cards=named, zones=_zones(was, to_zone))]
        if kind == deal.EXTRA:
            told.append(Told("discrepancy", zones=_zones(to_zone), code="rfid.extra_card"))
    else:
        told = [Told(kind, seat=None if to_zone is None else HOLE_SEAT.get(to_zone), zones=_zones(to_zone))]
    return _number(replace(table, card_zones=tuple(moved)), hand, told, event.by_ns, event.evidence)


def _board_card(table: Table, moved: tuple[Any, ...], hand: Hand, event: events.CardMoved) -> tuple[Table, tuple[Effect, ...]]:
    """A board card came in turn: tell it; when it completes a street, betting or the showdown begins."""
    told = [Told("board", cards=(event.card,), zones=(BOARD,))]
    hand = street.open_next(hand, told)
    return _after(replace(table, card_zones=moved), hand, told, event.by_ns, event.evidence)


def _discrepancy(table: Table, event: events.Discrepancy, house: House) -> tuple[Table, tuple[Effect, ...]]:
    return _one(table, Told("discrepancy", zones=event.zones, code=event.kind), event.at_ns, event.evidence)


# Commands: each is done and answered, or refused with a reason and a remedy.

#: Command → what it does to the table, or to the running hand.
_OnTable = Callable[[Table, Any, House], Outcome]
_OnHand = Callable[[Hand, Any, House], Refused | tuple[Hand, list[Told]]]

_ON_TABLE: Final[dict[type, _OnTable]] = {
    events.NewHand: lambda table, c, house: blinds.new_hand(table, c.stakes, house),
    events.Sit: lambda table, c, house: seats.sit(table, c.seat, c.name, c.stack_chips),
    events.Stand: lambda table, c, house: seats.stand(table, c.seat),
    events.BuyIn: lambda table, c, house: seats.buy_in(table, c.seat, c.amount_chips),
    events.Button: lambda table, c, house: seats.place_button(table, c.seat),
    events.VoidHand: lambda table, c, house: seats.void_hand(table),
}

_ON_HAND: Final[dict[type, _OnHand]] = {
    events.Act: lambda hand, c, house: betting.act(hand, c.seat, c.do, c.to_chips),
    events.Post: lambda hand, c, house: posting.post(hand, c.seat, house.posting),
    events.Show: lambda hand, c, house: showdown.show(hand, c.seat, c.cards, tabled_early=street.betting_over(hand)),
    events.Muck: lambda hand, c, house: showdown.muck(hand, c.seat),
}


def _command(table: Table, command: Any, house: House) -> tuple[Table, tuple[Effect, ...]]:
    head: events.Header = command.head
    if head.expect_rev is not None and head.expect_rev != table.rev:
        moved_on = Refused(
            "state.moved_on", f"This was meant for state {head.expect_rev}; the table is at {table.rev}: look again and repeat it."
        )
        return _refuse(table, head, moved_on)
    on_hand = _ON_HAND.get(type(command))
    if on_hand is None:
        outcome = _ON_TABLE[type(command)](table, command, house)
        if isinstance(outcome, Refused):
            return _refuse(table, head, outcome)
        after, told = outcome
        hand = after.hand
        after, tells = _number(after, hand, told, head.at_ns, None)
        return after, (*tells, CommandDone(head.cmd_id, True, after.rev))
    hand = table.hand
    if hand is None:
        return _refuse(table, head, _NO_HAND)
    result = on_hand(hand, command, house)
    if isinstance(result, Refused):
        return _refuse(table, head, result)
    hand, told = result
    after, tells = _after(table, hand, told, head.at_ns, None)
    return after, (*tells, CommandDone(head.cmd_id, True, after.rev))


def _refuse(table: Table, head: events.Header, why: Refused) -> tuple[Table, tuple[Effect, ...]]:
    return table, (CommandDone(head.cmd_id, False, table.rev, why.code, why.message, why.rules),)


# From what was told to numbered effects.


def _after(table: Table, hand: Hand, told: list[Told], at_ns: int, evidence: Evidence | None) -> tuple[Table, tuple[Effect, ...]]:
    """Take the hand's new state over into the table, with what follows from it there."""
    if hand.stage == "dealing":
        hand = _take_early_board(table, hand, told)
    if hand.stage == "ended":
        table = seats.settle(table, hand)
    return _number(table, hand, told, at_ns, evidence)


def _take_early_board(table: Table, hand: Hand, told: list[Told]) -> Hand:
    """Take board cards that came before the last action was entered, when they are no more than are due.

    The panel may lag behind the dealer. They were told as a discrepancy when they came, so that
    a flop dealt too soon does not pass unseen (roberts.holdem.6).
    """
    if BOARD not in table.card_zones:
        return hand
    early = [Card(card) for card, zone in enumerate(table.card_zones) if zone == BOARD and not hand.dealt >> card & 1]
    if not 0 < len(early) <= deal.board_due(hand):
        return hand
    for card in early:
        hand, _ = deal.accept(hand, card, BOARD)
        told.append(Told("board", cards=(card,), zones=(BOARD,)))
    return street.open_next(hand, told)


def _number(
    table: Table, hand: Hand | None, told: Sequence[Told], at_ns: int, evidence: Evidence | None
) -> tuple[Table, tuple[Effect, ...]]:
    seq, rev = table.seq, table.rev
    number = None if hand is None else hand.number
    tells: list[Effect] = []
    for one in told:
        seq += 1
        rev += 1
        tells.append(
            Tell(
                seq, cast(TellKind, one.kind), at_ns, rev - 1, rev, number, one.seat, one.amount_chips, one.to_chips, one.do,
                one.all_in, one.cards, one.zones, one.pot, one.payoffs, one.name, one.code, one.rules, evidence,
            )
        )  # fmt: skip
    return replace(table, rev=rev, seq=seq, hand=hand), tuple(tells)


def _one(table: Table, told: Told, at_ns: int, evidence: Evidence | None) -> tuple[Table, tuple[Effect, ...]]:
    return _number(table, table.hand, (told,), at_ns, evidence)


def _zones(*zones: Any) -> tuple[Any, ...]:
    return tuple([zone for zone in zones if zone is not None])


#: Event → its meaning. A Tick has none yet: no timer is armed.
_TAKE: Final[dict[type, Callable[[Table, Any, House], tuple[Table, tuple[Effect, ...]]]]] = {
    events.CardMoved: _card_moved,
    events.Discrepancy: _discrepancy,
    **dict.fromkeys([*_ON_TABLE, *_ON_HAND], _command),
}
