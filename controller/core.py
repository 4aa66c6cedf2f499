"""The core: what an event means for the table, and what must be told of it.

`step` is total, deterministic and pure: no event in any state makes it raise, and the same
events from the same table give the same states and effects, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from controller import events
from controller.effects import CommandDone, Effect, Tell
from controller.events import NOTHING_EXPECTED, Evidence, Expectation
from controller.game import betting, deal, posting, showdown, street
from controller.game.cards import DECK_SIZE, Card
from controller.game.hand import OVER, Hand
from controller.game.outcome import Refused, Told
from controller.game.zones import BOARD, HOLE_SEAT, PLACE_BYTE, PLACES, Zone
from controller.rules.house import House
from controller.table import blinds, seats
from controller.table.table import Table, running

Stepped: TypeAlias = tuple[Table, tuple[Effect, ...]]

#: The place of what lies in no antenna's field, or in a zone that holds no cards.
OUT: Final = PLACE_BYTE[None]

#: What becomes of a card that comes in turn.
_IN_TURN: Final = frozenset({deal.DEALT, deal.BURNED, deal.ON_BOARD})
_DECK: Final = range(DECK_SIZE)

_NO_HAND: Final = Refused("state.no_hand", "No hand is running: begin one with new_hand.")


def step(table: Table, event: events.Event, house: House) -> Stepped:
    """Return the table after an event, and the effects in the order they must be told.

    Invariants: never raises; `seq` and `rev` grow by one with each Tell; a Command is answered by
    exactly one CommandDone, the last effect; a refused Command changes nothing.
    """
    return _TAKE.get(type(event), _nothing)(table, event, house)


def expectation(table: Table, house: House) -> Expectation:
    """Return which zones may receive the next card, in order of turn. Breaks ties between antennas, nothing else."""
    hand = running(table)
    return NOTHING_EXPECTED if hand is None else Expectation(deal.expected_zones(hand))


# Facts and discrepancies: what the felt says is never refused.


def _card_moved(table: Table, event: events.CardMoved, house: House) -> Stepped:
    card, to_zone = event.card, event.to_zone
    if card not in _DECK:
        return _one(table, Told("discrepancy", zones=_zones(None, to_zone), code="rfid.unknown_tag"), event.by_ns, event.evidence)
    places = table.card_places
    was = places[card]
    byte = PLACE_BYTE.get(to_zone, OUT)
    if was == byte[0]:
        return table, ()
    places = places[:card] + byte + places[card + 1 :]
    hand = table.hand
    accept = deal.ACCEPT.get(to_zone)
    if accept is None or hand is None or hand.stage in OVER:
        return _card_carried(table, hand, places, was, event)
    hand, became = accept(hand, card, to_zone)
    if became in _IN_TURN:
        named: tuple[Card, ...] = ()
        if became == deal.ON_BOARD:
            if not deal.board_due(hand):
                return _street_complete(replace(table, card_places=places), hand, event)
            named = (card,)
        seq, rev = table.seq + 1, table.rev + 1
        tell = Tell(
            seq, became, event.by_ns, rev - 1, rev, hand.number, HOLE_SEAT.get(to_zone),  # type: ignore[arg-type] # kinds of _IN_TURN
            cards=named, zones=(to_zone,), evidence=event.evidence,  # type: ignore[arg-type] # None is no zone of ACCEPT
        )  # fmt: skip
        return replace(table, rev=rev, seq=seq, card_places=places, hand=hand), (tell,)
    table, tells = _card_carried(table, hand, places, was, event)
    if became == deal.EXTRA:
        extra = Told("discrepancy", zones=_zones(None, to_zone), code="rfid.extra_card")
        table, more = _one(table, extra, event.by_ns, event.evidence)
        tells += more
    return table, tells


def _street_complete(table: Table, hand: Hand, event: events.CardMoved) -> Stepped:
    """The last board card of a street came: tell it; betting or the showdown begins."""
    told = [Told("board", cards=(event.card,), zones=(BOARD,))]
    return _after(table, street.open_next(hand, told), told, event.by_ns, event.evidence)


def _card_carried(table: Table, hand: Hand | None, places: bytes, was: int, event: events.CardMoved) -> Stepped:
    """A card is elsewhere now and that is all. Only a board card lies face up for everyone: no other is ever named."""
    card = event.card
    seq, rev = table.seq + 1, table.rev + 1
    tell = Tell(
        seq,
        "card_moved",
        event.by_ns,
        rev - 1,
        rev,
        None if hand is None else hand.number,
        cards=(card,) if hand is not None and card in hand.board else (),
        zones=_zones(PLACES[was], event.to_zone),
        evidence=event.evidence,
    )
    return replace(table, rev=rev, seq=seq, card_places=places, hand=hand), (tell,)


def _discrepancy(table: Table, event: events.Discrepancy, house: House) -> Stepped:
    return _one(table, Told("discrepancy", zones=event.zones, code=event.kind), event.at_ns, event.evidence)


# Commands: each is done and answered, or refused with a reason and a remedy.

#: Command → what it does to the table.
_ON_TABLE: Final[dict[type, Callable[[Table, Any, House], seats.Outcome]]] = {
    events.NewHand: lambda table, command, house: blinds.new_hand(table, command.stakes, house),
    events.Sit: lambda table, command, house: seats.sit(table, command.seat, command.name, command.stack_chips),
    events.Stand: lambda table, command, house: seats.stand(table, command.seat),
    events.BuyIn: lambda table, command, house: seats.buy_in(table, command.seat, command.amount_chips),
    events.Button: lambda table, command, house: seats.place_button(table, command.seat),
    events.VoidHand: lambda table, command, house: seats.void_hand(table),
}

#: Command → what it does to the hand.
_ON_HAND: Final[dict[type, Callable[[Hand, Any, House], betting.Outcome]]] = {
    events.Act: lambda hand, command, house: betting.act(hand, command.seat, command.do, command.to_chips),
    events.Post: lambda hand, command, house: posting.post(hand, command.seat, house.posting),
    events.Show: lambda hand, command, house: showdown.show(hand, command.seat, command.cards, tabled_early=street.betting_over(hand)),
    events.Muck: lambda hand, command, house: showdown.muck(hand, command.seat),
}


def _table_command(table: Table, command: Any, house: House) -> Stepped:
    head: events.Header = command.head
    if head.expect_rev is not None and head.expect_rev != table.rev:
        return _moved_on(table, head)
    outcome = _ON_TABLE[type(command)](table, command, house)
    if type(outcome) is Refused:
        return _refuse(table, head, outcome)
    table, told = outcome
    return _number(table, table.hand, told, head.at_ns, None, head=head)


def _hand_command(table: Table, command: Any, house: House) -> Stepped:
    head: events.Header = command.head
    if head.expect_rev is not None and head.expect_rev != table.rev:
        return _moved_on(table, head)
    if table.hand is None:
        return _refuse(table, head, _NO_HAND)
    outcome = _ON_HAND[type(command)](table.hand, command, house)
    if type(outcome) is Refused:
        return _refuse(table, head, outcome)
    hand, told = outcome
    if hand.stage == "betting":
        return _number(table, hand, told, head.at_ns, None, head=head)
    return _after(table, hand, told, head.at_ns, None, head=head)


def _moved_on(table: Table, head: events.Header) -> Stepped:
    message = f"This was meant for state {head.expect_rev}; the table is at {table.rev}: look again and repeat it."
    return _refuse(table, head, Refused("state.moved_on", message))


def _refuse(table: Table, head: events.Header, why: Refused) -> Stepped:
    return table, (CommandDone(head.cmd_id, False, table.rev, why.code, why.message, why.rules),)


# From what was told to numbered effects.


def _after(
    table: Table, hand: Hand, told: list[Told], at_ns: int, evidence: Evidence | None, *, head: events.Header | None = None
) -> Stepped:
    """Take the hand's new state over into the table, with what follows from it there."""
    if hand.stage == "dealing":
        hand = _take_early_board(table, hand, told)
    if hand.stage == "ended":
        table = seats.settle(table, hand)
    return _number(table, hand, told, at_ns, evidence, head=head)


def _take_early_board(table: Table, hand: Hand, told: list[Told]) -> Hand:
    """Take board cards that came before the last action was entered, when they are no more than are due.

    The panel may lag behind the dealer. They were told as a discrepancy when they came, so that
    a flop dealt too soon does not pass unseen (roberts.holdem.6).
    """
    places, board = table.card_places, PLACE_BYTE[BOARD]
    lying = places.count(board)
    if not lying or lying == sum([places[card] == board[0] for card in hand.board]):
        return hand
    early = [Card(card) for card, place in enumerate(places) if place == board[0] and not hand.dealt >> card & 1]
    if not 0 < len(early) <= deal.board_due(hand):
        return hand
    for card in early:
        hand, _ = deal.ACCEPT[BOARD](hand, card, BOARD)
        told.append(Told("board", cards=(card,), zones=(BOARD,)))
    return street.open_next(hand, told)


def _number(
    table: Table,
    hand: Hand | None,
    told: Sequence[Told],
    at_ns: int,
    evidence: Evidence | None,
    *,
    head: events.Header | None = None,
) -> Stepped:
    """Number what was told and, where a command brought it about (`head`), answer that last."""
    rev = table.rev
    ahead = table.seq - rev
    number = None if hand is None else hand.number
    effects: list[Effect] = []
    for one in told:
        before = rev
        rev += 1
        effects.append(
            Tell(
                rev + ahead, one.kind, at_ns, before, rev, number, one.seat, one.amount_chips, one.to_chips, one.do,
                one.all_in, one.cards, one.zones, one.pot, one.payoffs, one.name, one.code, one.rules, evidence,
            )
        )  # fmt: skip
    if head is not None:
        effects.append(CommandDone(head.cmd_id, True, rev))
    return replace(table, rev=rev, seq=rev + ahead, hand=hand), tuple(effects)


def _one(table: Table, told: Told, at_ns: int, evidence: Evidence | None) -> Stepped:
    return _number(table, table.hand, (told,), at_ns, evidence)


def _zones(from_zone: Zone | None, to_zone: Zone | None) -> tuple[Zone, ...]:
    if from_zone is None:
        return () if to_zone is None else (to_zone,)
    return (from_zone,) if to_zone is None else (from_zone, to_zone)


def _nothing(table: Table, event: object, house: House) -> Stepped:
    return table, ()


#: Event → its meaning. A Tick has none yet: no timer is armed.
_TAKE: Final[dict[type, Callable[[Table, Any, House], Stepped]]] = {
    events.CardMoved: _card_moved,
    events.Discrepancy: _discrepancy,
    **dict.fromkeys(_ON_TABLE, _table_command),
    **dict.fromkeys(_ON_HAND, _hand_command),
}
