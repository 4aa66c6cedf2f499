"""What verbs do, but for `act`: each command is done and answered, or refused with a reason and a remedy.

A verb that changes the table, or the hand, and nothing around them is a row of `ON_TABLE` or `ON_HAND`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from controller import events
from controller.core.tellings import Stepped, after, moved_on, numbered, refused
from controller.events import BY_HAND, Evidence
from controller.game import betting, declared, drawing, false_openers, opening, posting, runs, showdown, straddling, street
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.rules.straddle_rules import straddle_rules
from controller.table import (
    blinds,
    clocks,
    correction,
    counting,
    deciding,
    draw_count,
    entering,
    house_rules,
    misreading,
    objections,
    room,
    rotation,
    rulings,
    seats,
    shown_folded,
    sight_calls,
    unaware,
)  # fmt: skip
from controller.table.announcing import behind, stops
from controller.table.correction import Step
from controller.table.dealing import (
    boundary,
    button,
    dead_hands,
    deck_life,
    deck_requests,
    first_faces,
    high_card,
    misdeals,
    reports,
    retrieving,
)
from controller.table.table import QUIET, Seat, Table

NO_HAND: Final = Refused("state.no_hand", "No hand is running: begin one with new_hand.")
PAUSED: Final = Refused("state.paused", "The game is paused: `resume` lets it go on; cards that move count all the same.")

#: What is asked for → what is done about it.
_REQUESTS: Final[dict[str, Callable[[Table, events.Request, House], rulings.Outcome]]] = {
    "drew": lambda table, asked, house: draw_count.request(table, asked.seat, asked.of, house),
    "stack": lambda table, asked, house: counting.request(table, asked.seat, asked.of, house),
    "deck": deck_requests.change,
    "set_up": deck_requests.set_up,
    "retrieve": lambda table, asked, house: retrieving.request(table, asked.seat, house),
    "splash": lambda table, asked, house: objections.splashed(table, asked.seat, house),
    "all_in_unsaid": lambda table, asked, house: objections.all_in_unsaid(table, asked.seat, house),
    "unaware": lambda table, asked, house: unaware.unaware(table, asked.seat, asked.amount_chips, asked.of, house),
    "arrived": lambda table, asked, house: behind.arrived(table, asked.seat, house),
    "stop": lambda table, asked, house: stops.request(table, asked.seat, house),
    "misread": lambda table, asked, house: misreading.misread(table, asked.seat, asked.amount_chips, house),
}


def _stand(table: Table, command: events.Stand, house: House) -> seats.Outcome:
    """A player leaves; what was on its way to him is not waited for."""
    outcome = seats.stand(table, command.seat)
    if isinstance(outcome, Refused) or not table.around.behind:
        return outcome
    after_it, told = outcome
    return behind.on_their_way(after_it, command.seat, 0), told


def _buy_in(table: Table, command: events.BuyIn, house: House) -> seats.Outcome:
    """Chips are added; what is still on its way plays where the house has it so."""
    if command.behind and (house.options.playing_behind != "announced" or "stack.behind_plays" in house.without):
        return behind.NOT_ALLOWED
    outcome = seats.buy_in(table, command.seat, command.amount_chips, house)
    if not command.behind or isinstance(outcome, Refused):
        return outcome
    after_it, told = outcome
    told = [replace(one, rules=behind.MONEY_RULES) for one in told]
    return behind.on_their_way(after_it, command.seat, behind.of(table, command.seat) + command.amount_chips), told


#: Command → what it does to the table.
ON_TABLE: Final[dict[type, Callable[[Table, Any, House], seats.Outcome]]] = {
    events.NewHand: deck_life.new_hand,
    events.Report: reports.report,
    events.Shuffle: deck_life.shuffled,
    events.Deck: deck_life.deck,
    events.Sit: lambda table, command, house: seats.sit(
        table, command.seat, Seat(command.name, command.stack_chips, command.short_name, command.country, command.picture), house
    ),
    events.Stand: _stand,
    events.BuyIn: _buy_in,
    events.Button: lambda table, command, house: (
        high_card.drawn(table, house) if command.draw else button.placed(table, command.seat, house)
    ),
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
    events.Request: lambda table, command, house: _REQUESTS[command.what](table, command, house),
    events.Panic: lambda table, command, house: room.hide(table, command.on),
    events.Dealer: lambda table, command, house: room.change_dealer(table, command.name),
    events.Player: lambda table, command, house: seats.describe(
        table,
        command.seat,
        {"name": command.name, "short_name": command.short_name, "country": command.country, "picture": command.picture},
    ),
    events.SetStakes: lambda table, command, house: blinds.set_stakes(table, command.stakes, house),
    events.SetRotation: lambda table, command, house: rotation.set_rotation(table, command),
    events.SetOption: lambda table, command, house: house_rules.answer(table, command.option, command.answer, house),
}

#: Command → what it does to the hand.
ON_HAND: Final[dict[type, Callable[[Hand, Any, House], betting.Outcome]]] = {
    events.Post: lambda hand, command, house: posting.post(hand, command.seat),
    events.Straddle: lambda hand, command, house: straddling.straddle(
        hand, command.seat, command.amount_chips, straddle_rules(house.options, hand.stakes, house.without)
    ),
    events.Show: lambda hand, command, house: (
        false_openers.show(hand, command.seat, command.cards)
        if hand.drawing.opener >= 0 and false_openers.may_show(hand, command.seat)
        else showdown.show(
            hand, command.seat, command.cards, tabled_early=street.betting_over(hand), floor=command.head.role in ("floor", "admin")
        )
    ),
    events.Draw: lambda hand, command, house: (
        opening.declare(hand, command.seat)
        if command.do == "open"
        else false_openers.split(hand, command.seat)
        if command.do == "split"
        else declared.declare(hand, command.seat, command.number)
        if command.do == "declare"
        else drawing.say(hand, command.seat, command.do, command.number)
    ),
    events.RunIt: lambda hand, command, house: runs.agree(hand, command.times),
    events.Muck: lambda hand, command, house: showdown.muck(hand, command.seat),
}


def table_command(table: Table, command: Any, house: House) -> Stepped:
    head: events.Header = command.head
    if head.expect_rev is not None and head.expect_rev != table.rev:
        return moved_on(table, head, house)
    if table.around is not QUIET:
        if table.around.paused and type(command) is events.NewHand:
            return refused(table, head, PAUSED, house)
        if (closed := boundary.closed_to(table, command, house)) is not None:
            return refused(table, head, closed, house)
    outcome = ON_TABLE[type(command)](table, command, house)
    if type(outcome) is Refused:
        return refused(table, head, outcome, house)
    hand = table.hand
    table, told = outcome
    if type(command) is events.Report and _killed(hand, table.hand):  # what follows for the others, as after a fold
        return after(replace(table, hand=hand), table.hand, told, head.at_ns, house, head=head)
    return numbered(table, table.hand, told, head.at_ns, house, head=head)


def _killed(before: Hand | None, now: Hand | None) -> bool:
    """Whether somebody was taken out of the hand."""
    return before is not None and now is not None and before.folded != now.folded


def hand_command(table: Table, command: Any, house: House) -> Stepped:
    head: events.Header = command.head
    if head.expect_rev is not None and head.expect_rev != table.rev:
        return moved_on(table, head, house)
    hand = table.hand
    if hand is None:
        return refused(table, head, NO_HAND, house)
    if table.around is not QUIET and (waits := _stands_still(table, head)) is not None:
        return refused(table, head, waits, house)
    if type(command) is events.Show and (shown := _shown(table, hand, command, house)) is not None:
        return after(*shown, head.at_ns, house, head=head)
    outcome = ON_HAND[type(command)](hand, command, house)
    if type(outcome) is Refused:
        return refused(table, head, outcome, house)
    changed, told = outcome
    if type(command) is events.Show and hand.up:
        told = dead_hands.live_though_lifted(table, hand, told, house)
    return after(table, changed, told, head.at_ns, house, head=head)


def _shown(table: Table, hand: Hand, command: events.Show, house: House) -> tuple[Table, Hand | None, list[Told]] | None:
    """What showing comes to where it is not a hand that is tabled: cards of a folded hand, or one of too many cards."""
    seen = shown_folded.shown(table, command, house)
    return dead_hands.at_show(table, hand, command.seat, house) if seen is None else (seen[0], hand, seen[1])


def _stands_still(table: Table, head: events.Header) -> Refused | None:
    """Return why nothing of the hand goes on now: the game is paused, or a ruling waits for which the action stands still."""
    if table.paused:
        return PAUSED
    dealing = table.around.dealing
    if head.role != "dealer" or not (dealing.stopped or dealing.exposed):
        return None
    return first_faces.UNREAD if first_faces.waiting(table) else misdeals.stops(table)


def enter_card(table: Table, command: events.EnterCard, house: House) -> Stepped:
    head = command.head
    if head.expect_rev is not None and head.expect_rev != table.rev:
        return moved_on(table, head, house)
    outcome = entering.enter(table, command.zone, command.card, head.role, head.at_ns)
    if type(outcome) is Refused:
        return refused(table, head, outcome, house)
    before = table.hand
    table, told = outcome
    hand = table.hand
    if hand is not None and hand.stage == "ended":
        table = seats.settle(table, hand, told, house)
    elif hand is not None:
        table = sight_calls.said(table, before, hand, told, house)
    return numbered(table, table.hand, told, head.at_ns, house, evidence=Evidence(BY_HAND + head.role, 0, 0), head=head)


def correct(table: Table, command: events.Correct, house: House, step: Step) -> Stepped:
    """An entry of the hand is corrected; `step` folds the hand again."""
    head = command.head
    if head.expect_rev is not None and head.expect_rev != table.rev:
        return moved_on(table, head, house)
    outcome = correction.correct(table, command, house, step)
    if type(outcome) is Refused:
        return refused(table, head, outcome, house)
    table, told = outcome
    return numbered(table, table.hand, told, head.at_ns, house, head=head)


def floor_rule(table: Table, command: events.FloorRule, house: House, step: Step) -> Stepped:
    """The floor decides about a ruling; `step` folds the hand again where that changes it."""
    head = command.head
    if head.expect_rev is not None and head.expect_rev != table.rev:
        return moved_on(table, head, house)
    outcome = deciding.decide(table, command, house, step)
    if type(outcome) is Refused:
        return refused(table, head, outcome, house)
    table, hand, told = outcome
    return after(table, hand, told, head.at_ns, house, head=head)
