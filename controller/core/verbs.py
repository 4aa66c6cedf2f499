"""What verbs do, but for `act`: each command is done and answered, or refused with a reason and a remedy.

A verb that changes the table, or the hand, and nothing around them is a row of `ON_TABLE` or `ON_HAND`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from controller import events
from controller.core.tellings import Stepped, after, moved_on, numbered, refused
from controller.events import BY_HAND, Evidence
from controller.game import betting, declared, drawing, false_openers, opening, posting, runs, showdown, straddling, street
from controller.game.hand import Hand
from controller.game.outcome import Refused
from controller.rules.house import House
from controller.rules.straddle_rules import straddle_rules
from controller.table import (
    blinds,
    clocks,
    correction,
    counting,
    deciding,
    deck_request,
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
from controller.table.correction import Step
from controller.table.table import QUIET, Seat, Table

NO_HAND: Final = Refused("state.no_hand", "No hand is running: begin one with new_hand.")
PAUSED: Final = Refused("state.paused", "The game is paused: `resume` lets it go on; cards that move count all the same.")

#: What is asked for → what is done about it.
_REQUESTS: Final[dict[str, Callable[[Table, events.Request, House], rulings.Outcome]]] = {
    "drew": lambda table, asked, house: draw_count.request(table, asked.seat, asked.of, house),
    "stack": lambda table, asked, house: counting.request(table, asked.seat, asked.of, house),
    "deck": lambda table, asked, house: deck_request.request(table, asked.seat, house),
    "splash": lambda table, asked, house: objections.splashed(table, asked.seat, house),
    "all_in_unsaid": lambda table, asked, house: objections.all_in_unsaid(table, asked.seat, house),
    "unaware": lambda table, asked, house: unaware.unaware(table, asked.seat, asked.amount_chips, asked.of, house),
    "misread": lambda table, asked, house: misreading.misread(table, asked.seat, asked.amount_chips, house),
}

#: Command → what it does to the table.
ON_TABLE: Final[dict[type, Callable[[Table, Any, House], seats.Outcome]]] = {
    events.NewHand: rotation.new_hand,
    events.Sit: lambda table, command, house: seats.sit(
        table, command.seat, Seat(command.name, command.stack_chips, command.short_name, command.country, command.picture), house
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
    events.Request: lambda table, command, house: _REQUESTS[command.what](table, command, house),
    events.Panic: lambda table, command, house: room.hide(table, command.on),
    events.Dealer: lambda table, command, house: room.change_dealer(table, command.name),
    events.Player: lambda table, command, house: seats.describe(
        table,
        command.seat,
        {"name": command.name, "short_name": command.short_name, "country": command.country, "picture": command.picture},
    ),
    events.SetStakes: lambda table, command, house: blinds.set_stakes(table, command.stakes),
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
        if false_openers.may_show(hand, command.seat)
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
    if table.paused and type(command) is events.NewHand:
        return refused(table, head, PAUSED, house)
    outcome = ON_TABLE[type(command)](table, command, house)
    if type(outcome) is Refused:
        return refused(table, head, outcome, house)
    table, told = outcome
    return numbered(table, table.hand, told, head.at_ns, house, head=head)


def hand_command(table: Table, command: Any, house: House) -> Stepped:
    head: events.Header = command.head
    if head.expect_rev is not None and head.expect_rev != table.rev:
        return moved_on(table, head, house)
    hand = table.hand
    if hand is None:
        return refused(table, head, NO_HAND, house)
    if table.around is not QUIET and table.paused:
        return refused(table, head, PAUSED, house)
    if type(command) is events.Show and (seen := shown_folded.shown(table, command, house)) is not None:
        table, said = seen
        return numbered(table, hand, said, head.at_ns, house, head=head)
    outcome = ON_HAND[type(command)](hand, command, house)
    if type(outcome) is Refused:
        return refused(table, head, outcome, house)
    hand, told = outcome
    return after(table, hand, told, head.at_ns, house, head=head)


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
