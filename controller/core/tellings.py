"""From what was told to numbered effects: the end of every step, whatever it was about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace

from controller import events
from controller.effects import CommandDone, Effect, Tell
from controller.events import Evidence
from controller.game import boards, deal, street
from controller.game.boards import ONE_BOARD
from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BOARDS, HOLE, PLACE_BYTE, UP
from controller.rules.house import House
from controller.table import antes, cards_up, clocks, early_acts, questions, room, rulings, seats, short_deck, sight_calls
from controller.table.dealing import board_watch, dead_hands, early_board, stud_early, stud_stub
from controller.table.dealing.state import AS_PLANNED
from controller.table.table import QUIET, Table

Stepped: TypeAlias = tuple[Table, tuple[Effect, ...]]

_ON_BOARD: Final = (BOARD,)
#: Places where players' cards lie.
_BEFORE_PLAYERS: Final = frozenset(PLACE_BYTE[zone][0] for zone in (*HOLE[1:], *UP[1:]))
#: What tells hole cards by name: hands that are shown, and split openers that are turned up.
_OF_CARDS_SHOWN: Final = ("shown", "openers")


def numbered(
    table: Table,
    hand: Hand | None,
    told: Sequence[Told],
    at_ns: int,
    house: House,
    *,
    evidence: Evidence | None = None,
    head: events.Header | None = None,
) -> Stepped:
    """Number what was told and, where a command brought it about (`head`), answer that last."""
    rev = table.rev
    ahead = table.seq - rev
    number = None if hand is None else hand.number
    effects: list[Effect] = []
    if table.around is not QUIET and table.hidden:
        told = [_veiled(one) for one in told]
    own = house.citations
    for one in told:  # no comprehension: the names around it would be looked up as those of a function within
        before = rev
        rev += 1
        effects.append(
            Tell(
                rev + ahead, one.kind, at_ns, before, rev, number, one.seat, one.amount_chips, one.to_chips, one.do,
                one.all_in, one.cards, one.zones, one.pot, one.payoffs, one.name, one.code,
                one.rules and own[one.rules], evidence, one.more,
            )
        )  # fmt: skip
    if head is not None:
        effects.append(CommandDone(head.cmd_id, True, rev))
    return replace(table, rev=rev, seq=rev + ahead, hand=hand), tuple(effects)


def one_told(table: Table, told: Told, at_ns: int, house: House, evidence: Evidence | None) -> Stepped:
    return numbered(table, table.hand, (told,), at_ns, house, evidence=evidence)


def _veiled(told: Told) -> Told:
    """What is told while the hole cards are hidden: that a hand was shown or has won, and not which."""
    if told.kind in _OF_CARDS_SHOWN:
        return replace(told, cards=(), name=None)
    return replace(told, name=None) if told.kind == "pot_awarded" else told


def after(table: Table, hand: Hand | None, told: list[Told], at_ns: int, house: House, *, head: events.Header | None = None) -> Stepped:
    """Take the hand's new state over into the table, with what follows from it there."""
    if hand is None or hand is table.hand:
        return numbered(table, hand, told, at_ns, house, head=head)
    if table.around is not QUIET:
        table = _turn_over(table, told)
        if not hand.owing:
            table = rulings.unsaid(table, antes.POST_DUE)
        if table.around.dealing.ruled:
            table = dead_hands.folded_since(table, hand, told)
        if hand.early:
            table = early_acts.turn_comes(table, hand, told, house)
    if hand.stage == "dealing":
        table = cards_up.said_after(table, hand, told, house)
        if not hand.setup.usual and VARIANTS[hand.variant].up_cards:
            table, hand = _cards_in_sight_due(table, hand, told, house)
        else:
            hand = _take_early_board(table, hand, told, house)
    if table.around is not QUIET and table.around.dealing is not AS_PLANNED:
        table, hand = board_watch.entered(table, hand, told, house)
    if hand.up:  # nothing is called out of cards that nobody sees
        table = sight_calls.said(table, table.hand, hand, told, house)
    if hand.stage == "ended":
        table = seats.settle(table, hand, told, house)
        if not hand.setup.usual and VARIANTS[hand.variant].calls_count:
            table = room.asked_to_confirm(table, told, at_ns)
    return numbered(table, hand, told, at_ns, house, head=head)


def _cards_in_sight_due(table: Table, hand: Hand, told: list[Told], house: House) -> tuple[Table, Hand]:
    """The cards of a street are due in a game with up-cards: what is to be said of the stub, and what lies before the players already."""
    table = short_deck.said(table, table.hand, hand, told, house)
    if table.hand is not None and table.hand.stage == "betting":
        table = stud_stub.forecast(table, hand, told, house)
    removing = table.around.dealing.removing
    if table.around is not QUIET:
        table, hand = stud_early.closed(table, hand, told, house)
    return table, hand if removing else _take_early_cards(table, hand, told)


def _turn_over(table: Table, told: list[Told]) -> Table:
    """What was called, asked or proposed about a turn is over with it."""
    if table.clock is not None:
        if table.clock.expired:
            table = rulings.lapsed(table, lambda one: one.kind == "clock_expired" and one.status == "proposed", told)
        table = clocks.after_act(table, told)
    return rulings.unasked(table)


def _take_early_cards(table: Table, hand: Hand, told: list[Told]) -> Hand:
    """Take what lay before live seats already when the round before was closed, in games with up-cards: the panel may lag behind.

    No more than the street has for each; what was one too many of the street before was told as such when it came.
    """
    known = hand.dealt + table.around.dealing.scrap
    early = [(card, lies) for card, lies in enumerate(table.card_places) if lies in _BEFORE_PLAYERS and card not in known]
    for zones in (HOLE, UP) if early else ():
        for seat in hand.seats:
            place = PLACE_BYTE[zones[seat]][0]
            for card, lies in early:
                if lies == place:
                    dealt = deal.ARRIVALS[zones[seat]].accept(hand, Card(card), seat)
                    if dealt is not hand:
                        hand = dealt
                        told.append(up_told(hand, Card(card)) if zones is UP else Told("card_dealt", seat, zones=(HOLE[seat],)))
    return street.open_next(hand, told)


def _take_early_board(table: Table, hand: Hand, told: list[Told], house: House) -> Hand:
    """Take board cards that came before the last action was entered, when they are no more than are due.

    The panel may lag behind the dealer. They were told as a discrepancy when they came, so that
    a flop dealt too soon does not pass unseen (roberts.holdem.6).
    """
    if hand.boards.further:
        return _take_early_boards(table, hand, told)
    places, board = table.card_places, PLACE_BYTE[BOARD]
    lying = places.count(board)
    if not lying or lying == sum([places[card] == board[0] for card in hand.board]):
        return hand
    if questions.is_open(table, questions.READ_OTHERWISE, (BOARD,)):
        return hand  # it may be the card that was entered wrongly for the street before
    early = [
        Card(card)
        for card, place in enumerate(places)
        if place == board[0] and card not in hand.dealt and card not in table.around.dealing.scrap
    ]
    if table.around is not QUIET and (void := table.around.dealing.board.void):
        stands = early_board.stands(table, hand, house)
        early = [card for card in early if card not in void or card in stands]
    if not 0 < len(early) <= deal.board_due(hand):
        return hand
    for card in early:
        hand = deal.ARRIVALS[BOARD].accept(hand, card, 0)
        told.append(board_told(hand, card))
    return street.open_next(hand, told)


def _take_early_boards(table: Table, hand: Hand, told: list[Told]) -> Hand:
    """The same at a table with several boards, place by place. Where one antenna reads them all, no more than the next board waits for:
    which of more belong to it nobody knows.
    """
    scrap = table.around.dealing.scrap
    for zone in BOARDS:
        place = PLACE_BYTE[zone][0]
        early = [
            Card(card) for card, lies in enumerate(table.card_places) if lies == place and card not in hand.dealt and card not in scrap
        ]
        for card in early if len(early) <= deal.due_at(hand, zone) else ():
            dealt = deal.ARRIVALS[zone].accept(hand, card, BOARDS.index(zone))
            if dealt is not hand:
                hand = dealt
                told.append(board_told(hand, card))
    return street.open_next(hand, told)


def board_told(hand: Hand, card: Card) -> Told:
    """The story of a board card that the hand has taken; the one that completes a street says why its round begins."""
    if hand.boards is not ONE_BOARD and hand.boards.further:
        rules = () if deal.cards_due(hand) else street.round_rules(hand)
        return Told("board", cards=(card,), zones=(boards.place_of(hand, card),), rules=rules)
    return Told("board", cards=(card,), zones=_ON_BOARD, rules=() if deal.board_due(hand) else street.round_rules(hand))


def up_told(hand: Hand, card: Card) -> Told:
    """The story of a card that lies face up before its player: by name."""
    holder = hand.dealt_to[hand.dealt.index(card)]
    seat = hand.seats[holder]
    return Told("card_dealt", seat, cards=(card,), zones=(UP[seat],), rules=deal.FOLDED_PLACE_RULES if holder in hand.kept else ())


def settle_questions(stepped: Stepped, house: House) -> Stepped:
    """Close the core's own questions that this step has settled; they are told before a Command is answered."""
    table, effects = stepped
    settled = questions.settled(table)
    if not settled or not effects or not isinstance(effects[0], Tell):
        return stepped
    for one in settled:
        table = questions.closed(table, one.code, one.zones)
    told = [Told("discrepancy_settled", zones=one.zones, code=one.code) for one in settled]
    table, tells = numbered(table, table.hand, told, effects[0].at_ns, house)
    last = effects[-1]
    if isinstance(last, CommandDone):
        return table, (*effects[:-1], *tells, replace(last, rev=table.rev))
    return table, (*effects, *tells)


def refused(table: Table, head: events.Header, why: Refused, house: House) -> Stepped:
    return table, (CommandDone(head.cmd_id, False, table.rev, why.code, why.message, house.cited(why.rules)),)


def moved_on(table: Table, head: events.Header, house: House) -> Stepped:
    message = f"This was meant for state {head.expect_rev}; the table is at {table.rev}: look again and repeat it."
    return refused(table, head, Refused("state.moved_on", message), house)
