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
from controller.events import BY_HAND, NOTHING_EXPECTED, Evidence, Expectation
from controller.game import betting, deal, posting, showdown, straddling, street
from controller.game.cards import DECK_SIZE, Card
from controller.game.hand import OVER, Hand
from controller.game.outcome import Refused, Told
from controller.game.zones import BOARD, PLACE_BYTE, PLACES, Zone
from controller.rules.house import House
from controller.rules.straddle_rules import straddle_rules
from controller.table import (
    bet_correction,
    blinds,
    cards_up,
    clocks,
    correction,
    counting,
    deciding,
    deck_request,
    early_acts,
    entering,
    expiry,
    free_fold,
    house_rules,
    questions,
    room,
    rulings,
    seats,
    shown_folded,
    waiting,
)  # fmt: skip
from controller.table.house_rules import in_force
from controller.table.table import QUIET, Seat, Table, running

Stepped: TypeAlias = tuple[Table, tuple[Effect, ...]]

#: By card: what of `card_places` lies before it and behind it.
_AROUND: Final = {card: (slice(card), slice(card + 1, None)) for card in range(DECK_SIZE)}
_NO_HAND: Final = Refused("state.no_hand", "No hand is running: begin one with new_hand.")
_PAUSED: Final = Refused("state.paused", "The game is paused: `resume` lets it go on; cards that move count all the same.")


def step(table: Table, event: events.Event, house: House) -> Stepped:
    """Return the table after an event, and the effects in the order they must be told.

    Invariants: never raises; `seq` and `rev` grow by one with each Tell; a Command is answered by
    exactly one CommandDone, the last effect; a refused Command changes nothing.
    """
    if table.around is not QUIET and table.around.answers and type(event) not in _OF_THE_FILE:
        house = in_force(table, house)
    stepped = _TAKE[type(event)](table, event, house)
    return _settle_questions(stepped, house) if table.open and stepped[0] is not table else stepped


#: What is given the house as the file has it: a correction folds from before the floor's changes, an option may be taken back to it.
_OF_THE_FILE: Final = frozenset({events.Correct, events.FloorRule, events.SetOption})


def expectation(table: Table, house: House) -> Expectation:
    """Return which zones may receive the next card, in order of turn. Breaks ties between antennas, nothing else."""
    hand = running(table)
    return NOTHING_EXPECTED if hand is None else Expectation(deal.expected_zones(hand))


# Facts and discrepancies: what the felt says is never refused.


#: What a zone means for a card that comes to lie there, looked up once a Fact: its byte and number
#: among the places, the zone alone, and of an arrival the kind of its Tell, the seat, and `accept`.
_Route: TypeAlias = tuple[bytes, int, tuple[Zone, ...], Any, int | None, Callable[[Hand, Card, Any], Hand] | None]


def _route(zone: Zone | None) -> _Route:
    byte = PLACE_BYTE[zone]
    alone = () if zone is None else (zone,)
    arrival = deal.ARRIVALS.get(zone)
    if arrival is None:
        return byte, byte[0], alone, "card_moved", None, None
    return byte, byte[0], alone, arrival.kind, arrival.seat or None, arrival.accept


_ROUTES: Final[dict[Zone | None, _Route]] = {zone: _route(zone) for zone in PLACES}
#: Out of every antenna's field, or in a zone that holds no cards.
_NOWHERE: Final = _route(None)
_BOARD_PLACE: Final = PLACE_BYTE[BOARD][0]
_ON_BOARD: Final = (BOARD,)
#: `_FROM_TO[a][b]`: the zones a card went between, by number of place.
_FROM_TO: Final = tuple([tuple([_ROUTES[a][2] + _ROUTES[b][2] for b in PLACES]) for a in PLACES])


def _card_moved(table: Table, event: events.CardMoved, house: House) -> Stepped:  # noqa: PLR0911 -- the busiest of all: no detours
    card = event.card
    around = _AROUND.get(card)
    if around is None:
        return _one(table, Told("discrepancy", zones=_zones_named(event), code="rfid.unknown_tag"), event.by_ns, house, event.evidence)
    byte, place, alone, kind, seat, accept = _ROUTES.get(event.to_zone, _NOWHERE)
    places = table.card_places
    was = places[card]
    if was == place:
        return table, ()
    head, tail = around
    places = places[head] + byte + places[tail]
    before, seq = table.rev, table.seq + 1
    rev = before + 1
    hand = table.hand
    if hand is None:
        tell = Tell(seq, "card_moved", event.by_ns, before, rev, zones=_FROM_TO[was][place], evidence=event.evidence)
        return replace(table, rev=rev, seq=seq, card_places=places), (tell,)
    if accept is None or hand.stage in OVER:
        named = _face_up(hand, card, was, place) if _BOARD_PLACE in (was, place) else ()
        tell = Tell(
            seq, "card_moved", event.by_ns, before, rev, hand.number,
            cards=named, zones=_FROM_TO[was][place], evidence=event.evidence,
        )  # fmt: skip
        return replace(table, rev=rev, seq=seq, card_places=places), (tell,)
    after = accept(hand, card, seat)
    if after is hand:
        return _not_in_turn(table, places, event, house)
    if seat is None and kind == "board":
        return _board_card(table, places, after, event, house)
    tell = Tell(seq, kind, event.by_ns, before, rev, hand.number, seat, zones=alone, evidence=event.evidence)
    return replace(table, rev=rev, seq=seq, hand=after, card_places=places), (tell,)


def _face_up(hand: Hand, card: Card, was: int, place: int) -> tuple[Card, ...]:
    """Return the card if everyone sees its face as it moves: a card of the board that comes to the board or leaves it.

    The board's cards stay the hand's board when the deck is gathered and dealt again; by then they are cards like any other.
    """
    return (card,) if _BOARD_PLACE in (was, place) and card in hand.board else ()


def _not_in_turn(table: Table, places: bytes, event: events.CardMoved, house: House) -> Stepped:
    """A card lies where cards count, but the plan has no place for it: it has moved, and may be one too many."""
    hand, card, zone = table.hand, event.card, event.to_zone
    if hand is None or zone is None:
        return table, ()
    was, place = table.card_places[card], places[card]
    told = [Told("card_moved", cards=_face_up(hand, card, was, place), zones=_FROM_TO[was][place])]
    if deal.is_surplus(hand, card, zone):
        code = questions.surplus_code(hand, card, zone)
        told.append(Told("discrepancy", zones=(zone,), code=code, rules=deal.surplus_rules(hand, zone)))
        table = questions.opened(table, code, (zone,), event.by_ns)
    return _number(replace(table, card_places=places), hand, told, event.by_ns, house, evidence=event.evidence)


def _board_card(table: Table, places: bytes, hand: Hand, event: events.CardMoved, house: House) -> Stepped:
    """A board card came in turn: tell it; when it completes a street, betting or the showdown begins."""
    first = _board_told(hand, event.card)
    told = [first]
    hand = street.open_next(hand, told)
    if len(told) > 1:
        table = replace(table, card_places=places)
        if hand.stage == "ended":
            table = seats.settle(table, hand, told, house)
        return _number(table, hand, told, event.by_ns, house, evidence=event.evidence)
    before, seq, rules = table.rev, table.seq + 1, first.rules
    rev = before + 1
    tell = Tell(
        seq, "board", event.by_ns, before, rev, hand.number,
        cards=first.cards, zones=first.zones, rules=rules and house.citations[rules], evidence=event.evidence,
    )  # fmt: skip
    return replace(table, rev=rev, seq=seq, hand=hand, card_places=places), (tell,)


def _board_told(hand: Hand, card: Card) -> Told:
    """The story of a board card that the hand has taken; the one that completes a street says why its round begins."""
    return Told("board", cards=(card,), zones=_ON_BOARD, rules=() if deal.board_due(hand) else street.ROUND_RULES)


def _zones_named(event: events.CardMoved) -> tuple[Zone, ...]:
    return () if event.to_zone is None else (event.to_zone,)


def _discrepancy(table: Table, event: events.Discrepancy, house: House) -> Stepped:
    if not event.settled:
        table = questions.opened(table, event.kind, event.zones, event.at_ns)
        return _one(table, Told("discrepancy", zones=event.zones, code=event.kind), event.at_ns, house, event.evidence)
    without = questions.closed(table, event.kind, event.zones)
    if without is table:
        return table, ()
    return _one(without, Told("discrepancy_settled", zones=event.zones, code=event.kind), event.at_ns, house, event.evidence)


def _tick(table: Table, event: events.Tick, house: House) -> Stepped:
    """Ask for the cards that did not come, or see what a called clock has come to; a timer of what is over changes nothing."""
    if event.timer == clocks.TIMER:
        ended = expiry.timer_up(table, event.at_ns, house)
        return (table, ()) if ended is None else _after(*ended, event.at_ns, house)
    unasked = waiting.waits(table).get(event.timer, ())
    if not unasked:
        return table, ()
    for code, zones in unasked:
        table = questions.opened(table, code, zones, event.at_ns)
    told = [Told("discrepancy", zones=zones, code=code) for code, zones in unasked]
    return _number(table, table.hand, told, event.at_ns, house)


def _settle_questions(stepped: Stepped, house: House) -> Stepped:
    """Close the core's own questions that this step has settled; they are told before a Command is answered."""
    table, effects = stepped
    settled = questions.settled(table)
    if not settled or not effects or not isinstance(effects[0], Tell):
        return stepped
    for one in settled:
        table = questions.closed(table, one.code, one.zones)
    told = [Told("discrepancy_settled", zones=one.zones, code=one.code) for one in settled]
    table, tells = _number(table, table.hand, told, effects[0].at_ns, house)
    last = effects[-1]
    if isinstance(last, CommandDone):
        return table, (*effects[:-1], *tells, replace(last, rev=table.rev))
    return table, (*effects, *tells)


# Commands: each is done and answered, or refused with a reason and a remedy.

#: What is asked for → what is done about it.
_REQUESTS: Final[dict[str, Callable[[Table, int, int, House], rulings.Outcome]]] = {
    "stack": counting.request,
    "deck": lambda table, seat, of, house: deck_request.request(table, seat, house),
}

#: Command → what it does to the table.
_ON_TABLE: Final[dict[type, Callable[[Table, Any, House], seats.Outcome]]] = {
    events.NewHand: lambda table, command, house: blinds.new_hand(table, command.stakes, house, command.game, command.dead_small),
    events.Sit: lambda table, command, house: seats.sit(
        table, command.seat, Seat(command.name, command.stack_chips, command.short_name, command.country, command.picture)
    ),
    events.Stand: lambda table, command, house: seats.stand(table, command.seat),
    events.BuyIn: lambda table, command, house: seats.buy_in(table, command.seat, command.amount_chips, house),
    events.Button: lambda table, command, house: seats.place_button(table, command.seat),
    events.VoidHand: lambda table, command, house: seats.void_hand(table, command.reason, house),
    events.Pause: lambda table, command, house: room.pause(table, command.head.at_ns),
    events.Resume: lambda table, command, house: room.resume(table, command.head.at_ns),
    events.FloorCall: lambda table, command, house: room.call_floor(table, command.seat, command.reason, command.head.at_ns),
    events.Ack: lambda table, command, house: (
        rulings.acknowledge(table, command.announcement)
        if command.announcement
        else room.answer_call(table, command.seq, command.head.role)
    ),
    events.Clock: lambda table, command, house: (
        clocks.take_back(table, command.seat)
        if command.seconds is None and not command.house_time
        else clocks.call(table, command.seat, command.seconds, command.head, house)
    ),
    events.Request: lambda table, command, house: _REQUESTS[command.what](table, command.seat, command.of, house),
    events.Panic: lambda table, command, house: room.hide(table, command.on),
    events.Dealer: lambda table, command, house: room.change_dealer(table, command.name),
    events.Player: lambda table, command, house: seats.describe(
        table,
        command.seat,
        {"name": command.name, "short_name": command.short_name, "country": command.country, "picture": command.picture},
    ),
    events.SetStakes: lambda table, command, house: blinds.set_stakes(table, command.stakes),
    events.SetOption: lambda table, command, house: house_rules.answer(table, command.option, command.answer, house),
    events.Correct: lambda table, command, house: correction.correct(table, command, house, step),
}

#: Command → what it does to the hand.
_ON_HAND: Final[dict[type, Callable[[Hand, Any, House], betting.Outcome]]] = {
    events.Post: lambda hand, command, house: posting.post(hand, command.seat),
    events.Straddle: lambda hand, command, house: straddling.straddle(
        hand, command.seat, command.amount_chips, straddle_rules(house.options, hand.stakes, house.without)
    ),
    events.Show: lambda hand, command, house: showdown.show(hand, command.seat, command.cards, tabled_early=street.betting_over(hand)),
    events.Muck: lambda hand, command, house: showdown.muck(hand, command.seat),
}


def _table_command(table: Table, command: Any, house: House) -> Stepped:
    head: events.Header = command.head
    if head.expect_rev is not None and head.expect_rev != table.rev:
        return _moved_on(table, head, house)
    if table.paused and type(command) is events.NewHand:
        return _refuse(table, head, _PAUSED, house)
    outcome = _ON_TABLE[type(command)](table, command, house)
    if type(outcome) is Refused:
        return _refuse(table, head, outcome, house)
    table, told = outcome
    return _number(table, table.hand, told, head.at_ns, house, head=head)


def _hand_command(table: Table, command: Any, house: House) -> Stepped:
    head: events.Header = command.head
    if head.expect_rev is not None and head.expect_rev != table.rev:
        return _moved_on(table, head, house)
    hand = table.hand
    if hand is None:
        return _refuse(table, head, _NO_HAND, house)
    if table.around is not QUIET and table.paused:
        return _refuse(table, head, _PAUSED, house)
    if type(command) is events.Show and (seen := shown_folded.shown(table, command, house)) is not None:
        table, said = seen
        return _number(table, hand, said, head.at_ns, house, head=head)
    outcome = _ON_HAND[type(command)](hand, command, house)
    if type(outcome) is Refused:
        return _refuse(table, head, outcome, house)
    hand, told = outcome
    return _after(table, hand, told, head.at_ns, house, head=head)


def _enter_card(table: Table, command: events.EnterCard, house: House) -> Stepped:
    head = command.head
    if head.expect_rev is not None and head.expect_rev != table.rev:
        return _moved_on(table, head, house)
    outcome = entering.enter(table, command.zone, command.card, head.role, head.at_ns)
    if type(outcome) is Refused:
        return _refuse(table, head, outcome, house)
    table, told = outcome
    hand = table.hand
    if hand is not None and hand.stage == "ended":
        table = seats.settle(table, hand, told, house)
    return _number(table, table.hand, told, head.at_ns, house, evidence=Evidence(BY_HAND + head.role, 0, 0), head=head)


def _act(table: Table, command: events.Act, house: House) -> Stepped:  # noqa: PLR0911 -- the busiest command: no detours
    head = command.head
    if head.expect_rev is not None and head.expect_rev != table.rev:
        return _moved_on(table, head, house)
    hand = table.hand
    if hand is None:
        return _refuse(table, head, _NO_HAND, house)
    around = table.around
    if around is not QUIET and around.paused:
        return _refuse(table, head, _PAUSED, house)
    if command.early:
        return _early(table, hand, command, house)
    if hand.early:
        bound = early_acts.as_held(hand, command)
        if type(bound) is Refused:
            return _refuse(table, head, bound, house)
        command = bound
    do = command.do
    if do == "fold" and hand.current_bet == hand.bets[hand.to_act] and not command.as_entered:
        stepped = _free_fold(table, hand, command, house)
        if stepped is not None:
            return stepped
    if table.open and (wrong := questions.deal_wrong(table, hand, head.role)) is not None:
        return _refuse(table, head, wrong, house)
    outcome = betting.act(hand, command.seat, do, command.to_chips)
    if type(outcome) is Refused:
        return _as_it_counts(table, hand, command, outcome, house)
    hand, told = outcome
    if len(told) > 1 or (around is not QUIET and (around.clock is not None or around.docket.prompts or hand.early)):
        return _after(table, hand, told, head.at_ns, house, head=head)
    # most actions only pass the turn on: told here without detours
    acted = told[0]
    before, seq = table.rev, table.seq + 1
    rev = before + 1
    tell = Tell(
        seq, "acted", head.at_ns, before, rev, hand.number, acted.seat, acted.amount_chips, acted.to_chips, acted.do, acted.all_in
    )  # fmt: skip
    return replace(table, rev=rev, seq=seq, hand=hand), (tell, CommandDone(head.cmd_id, True, rev))


def _early(table: Table, hand: Hand, command: events.Act, house: House) -> Stepped:
    """An action out of turn: told and kept, and nothing else happens."""
    outcome = early_acts.entered(table, hand, command, house)
    if type(outcome) is Refused:
        return _refuse(table, command.head, outcome, house)
    table, hand, told = outcome
    return _number(table, hand, told, command.head.at_ns, house, head=command.head)


def _as_it_counts(table: Table, hand: Hand, command: events.Act, why: Refused, house: House) -> Stepped:
    """An action that is refused, unless the house has it count as something else or the floor lets it stand."""
    counted: tuple[Table, Hand, list[Told]] | None
    if command.as_entered:
        outcome = betting.let_stand(hand, command.do, command.to_chips, why)
        counted = None if isinstance(outcome, Refused) else (table, *outcome)
    else:
        counted = bet_correction.corrected(table, hand, command, why, house)
    if counted is None:
        return _refuse(table, command.head, why, house)
    table, hand, told = counted
    return _after(table, hand, told, command.head.at_ns, house, head=command.head)


def _free_fold(table: Table, hand: Hand, command: events.Act, house: House) -> Stepped | None:
    """A fold of the player to act who faces no bet: refused, or asked about once; None = it is an act like any other."""
    if hand.to_act < 0 or hand.seats[hand.to_act] != command.seat:
        return None
    outcome, head = free_fold.asked(table, hand, house), command.head
    if outcome is None or type(outcome) is Refused:
        return None if outcome is None else _refuse(table, head, outcome, house)
    table, told = outcome
    return _number(table, hand, told, head.at_ns, house, head=head)


def _answer(table: Table, command: events.Answer, house: House) -> Stepped:
    """A prompt is answered: what follows is what would have followed had it been entered so."""
    prompt = rulings.prompt_of(table, command.prompt)
    if prompt is None:
        why = Refused("answer.unknown", f"No prompt {command.prompt} waits for an answer: look at the state.")
        return _refuse(table, command.head, why, house)
    if command.answer not in prompt.answers or prompt.seat is None:
        why = Refused("answer.other", f"{prompt.id} is answered with {' or '.join(prompt.answers)}.")
        return _refuse(table, command.head, why, house)
    return _act(table, events.Act(command.head, prompt.seat, _DEEDS[command.answer], None, True), house)


#: What a prompt can be answered with → the entry that it is.
_DEEDS: Final[dict[str, events.ActDo]] = {"fold": "fold", "check": "check"}


def _floor_rule(table: Table, command: events.FloorRule, house: House) -> Stepped:
    head = command.head
    if head.expect_rev is not None and head.expect_rev != table.rev:
        return _moved_on(table, head, house)
    outcome = deciding.decide(table, command, house, step)
    if type(outcome) is Refused:
        return _refuse(table, head, outcome, house)
    table, hand, told = outcome
    return _after(table, hand, told, head.at_ns, house, head=head)


def _moved_on(table: Table, head: events.Header, house: House) -> Stepped:
    message = f"This was meant for state {head.expect_rev}; the table is at {table.rev}: look again and repeat it."
    return _refuse(table, head, Refused("state.moved_on", message), house)


def _refuse(table: Table, head: events.Header, why: Refused, house: House) -> Stepped:
    return table, (CommandDone(head.cmd_id, False, table.rev, why.code, why.message, house.cited(why.rules)),)


# From what was told to numbered effects.


def _after(table: Table, hand: Hand | None, told: list[Told], at_ns: int, house: House, *, head: events.Header | None = None) -> Stepped:
    """Take the hand's new state over into the table, with what follows from it there."""
    if hand is None or hand is table.hand:
        return _number(table, hand, told, at_ns, house, head=head)
    if table.around is not QUIET:
        table = _turn_over(table, told)
        if hand.early:
            table = early_acts.turn_comes(table, hand, told, house)
    if hand.stage == "dealing":
        table = cards_up.said_after(table, hand, told, house)
        hand = _take_early_board(table, hand, told)
    if hand.stage == "ended":
        table = seats.settle(table, hand, told, house)
    return _number(table, hand, told, at_ns, house, head=head)


def _turn_over(table: Table, told: list[Told]) -> Table:
    """What was called, asked or proposed about a turn is over with it."""
    if table.clock is not None:
        if table.clock.expired:
            table = rulings.lapsed(table, lambda one: one.kind == "clock_expired" and one.status == "proposed", told)
        table = clocks.after_act(table, told)
    return rulings.unasked(table)


def _take_early_board(table: Table, hand: Hand, told: list[Told]) -> Hand:
    """Take board cards that came before the last action was entered, when they are no more than are due.

    The panel may lag behind the dealer. They were told as a discrepancy when they came, so that
    a flop dealt too soon does not pass unseen (roberts.holdem.6).
    """
    places, board = table.card_places, PLACE_BYTE[BOARD]
    lying = places.count(board)
    if not lying or lying == sum([places[card] == board[0] for card in hand.board]):
        return hand
    if questions.is_open(table, questions.READ_OTHERWISE, (BOARD,)):
        return hand  # it may be the card that was entered wrongly for the street before
    early = [Card(card) for card, place in enumerate(places) if place == board[0] and card not in hand.dealt]
    if not 0 < len(early) <= deal.board_due(hand):
        return hand
    for card in early:
        hand = deal.ARRIVALS[BOARD].accept(hand, card, 0)
        told.append(_board_told(hand, card))
    return street.open_next(hand, told)


def _number(
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
    for one in told:
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


def _veiled(told: Told) -> Told:
    """What is told while the hole cards are hidden: that a hand was shown or has won, and not which."""
    return replace(told, cards=(), name=None) if told.kind == "shown" else replace(told, name=None) if told.kind == "pot_awarded" else told


def _one(table: Table, told: Told, at_ns: int, house: House, evidence: Evidence | None) -> Stepped:
    return _number(table, table.hand, (told,), at_ns, house, evidence=evidence)


def _nothing(table: Table, event: object, house: House) -> Stepped:
    return table, ()


class _Takers(dict[type, Callable[[Table, Any, House], Stepped]]):
    """Event → its meaning; what has none changes nothing."""

    def __missing__(self, kind: type) -> Callable[[Table, Any, House], Stepped]:
        return _nothing


_TAKE: Final = _Takers(
    {
        events.CardMoved: _card_moved,
        events.Discrepancy: _discrepancy,
        events.Tick: _tick,
        **dict.fromkeys(_ON_TABLE, _table_command),
        **dict.fromkeys(_ON_HAND, _hand_command),
        events.Act: _act,
        events.EnterCard: _enter_card,
        events.Answer: _answer,
        events.FloorRule: _floor_rule,
    }
)
