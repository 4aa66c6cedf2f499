"""The verb `act`: bets and folds, in turn and out of turn, and the answers that come to one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from controller import events
from controller.core.tellings import Stepped, after, moved_on, numbered, refused
from controller.core.verbs import NO_HAND, PAUSED, hand_command
from controller.effects import CommandDone, Tell
from controller.game import betting, drawing, forfeits, posting, wrong_low
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.rules.ruling import Prompt
from controller.table import bet_correction, early_acts, free_fold, questions, rulings
from controller.table.announcing import reminders, stops
from controller.table.dealing import board_watch, dead_hands, first_faces, misdeals, stud_last
from controller.table.dealing.state import AS_PLANNED
from controller.table.table import QUIET, Table


def act(table: Table, command: events.Act, house: House) -> Stepped:  # noqa: PLR0911, PLR0912 -- the busiest command: no detours
    head = command.head
    if head.expect_rev is not None and head.expect_rev != table.rev:
        return moved_on(table, head, house)
    hand = table.hand
    if hand is None:
        return refused(table, head, NO_HAND, house)
    around = table.around
    quiet = around is QUIET
    if not quiet:
        if around.paused:
            return refused(table, head, PAUSED, house)
        if around.dealing.stopped and head.role == "dealer" and (waits := misdeals.stops(table)) is not None:
            return refused(table, head, waits, house)
        if around.dealing.exposed and head.role == "dealer" and first_faces.waiting(table):
            return refused(table, head, first_faces.UNREAD, house)
        if around.dealing.ruled and (waits := dead_hands.waits(table, command)) is not None:
            return refused(table, head, waits, house)
    if command.early:
        return _early(table, hand, command, house)
    if hand.early:
        bound = early_acts.as_held(hand, command)
        if type(bound) is Refused:
            return refused(table, head, bound, house)
        command = bound
        if command.do == "fold" and forfeits.chips_of(hand) and hand.seats[hand.to_act] == command.seat:
            return _forfeits(table, hand, command, house)
    do = command.do
    if do == "fold" and hand.current_bet == hand.bets[hand.to_act] and not command.as_entered:
        stepped = _free_fold(table, hand, command, house)
        if stepped is not None:
            return stepped
    if table.open and (wrong := questions.deal_wrong(table, hand, head.role)) is not None:
        return refused(table, head, wrong, house)
    outcome = betting.act(hand, command.seat, do, command.to_chips)
    if type(outcome) is Refused:
        return _as_it_counts(table, hand, command, outcome, house)
    hand, told = outcome
    if len(told) > 1 or (
        not quiet and (around.clock is not None or around.docket.prompts or hand.early or around.dealing is not AS_PLANNED)
    ):
        return after(table, hand, told, head.at_ns, house, head=head)
    # most actions only pass the turn on: told here without detours
    acted = told[0]
    before, seq = table.rev, table.seq + 1
    rev = before + 1
    tell = Tell(
        seq, "acted", head.at_ns, before, rev, hand.number, acted.seat, acted.amount_chips, acted.to_chips, acted.do, acted.all_in
    )  # fmt: skip
    return replace(table, rev=rev, seq=seq, hand=hand), (tell, CommandDone(head.cmd_id, True, rev))


def draw(table: Table, command: events.Draw, house: House) -> Stepped:
    """What is said of cards; a rap while there is betting is a check, and never a fold.

    Source: cooke.7.12.a, cooke.7.12.b, roberts.lowball.14.
    """
    hand = table.hand
    if command.do != "rap" or hand is None or hand.stage != "betting" or not hand.setup.draws.rap:
        return hand_command(table, command, house)
    i = hand.to_act
    if hand.seats[i] == command.seat and hand.current_bet > hand.bets[i]:
        return refused(table, command.head, drawing.rapped_at_a_bet(hand), house)
    return act(table, events.Act(command.head, command.seat, "check"), house)


def _early(table: Table, hand: Hand, command: events.Act, house: House) -> Stepped:
    """An action out of turn: told and kept, and nothing else happens."""
    outcome = early_acts.entered(table, hand, command, house)
    if type(outcome) is Refused:
        return refused(table, command.head, outcome, house)
    table, hand, told = outcome
    return numbered(table, hand, told, command.head.at_ns, house, head=command.head)


def _forfeits(table: Table, hand: Hand, command: events.Act, house: House) -> Stepped:
    """A fold of the player to act that leaves chips in the pot."""
    head = command.head
    wrong = questions.deal_wrong(table, hand, head.role) if table.open else None
    outcome = wrong or forfeits.folded(hand)
    if type(outcome) is Refused:
        return refused(table, head, outcome, house)
    hand, told = outcome
    return after(table, hand, told, head.at_ns, house, head=head)


def _as_it_counts(table: Table, hand: Hand, command: events.Act, why: Refused, house: House) -> Stepped:
    """An action that is refused, unless the house has it count as something else or the floor lets it stand."""
    counted: tuple[Table, Hand, list[Told]] | None
    if why.code in _OUT_OF_ORDER:
        return _out_of_order(table, hand, command, why, house)
    if command.as_entered:
        outcome = betting.let_stand(hand, command.do, command.to_chips, why)
        counted = None if isinstance(outcome, Refused) else (table, *outcome)
    else:
        counted = bet_correction.corrected(table, hand, command, why, house)
    if counted is None:
        return refused(table, command.head, why, house)
    table, hand, told = counted
    return after(table, hand, told, command.head.at_ns, house, head=command.head)


def _wrong_low(hand: Hand, command: events.Act) -> betting.Outcome | None:
    """The floor may let the forced bet of the wrong player stand."""
    seat, anybody = command.seat, "stud.wrong_low" in hand.off
    stands = wrong_low.stands(hand, seat, command.do, command.to_chips) if anybody or command.head.role in ("floor", "admin") else None
    return stands or wrong_low.corrected(hand, seat, command.do)


def _sits_out(hand: Hand, command: events.Act) -> betting.Outcome | None:
    """Before the antes are in a fold is that of a player who wants no cards."""
    return posting.sit_out(hand, command.seat) if command.do == "fold" and "stud.ask_ante" not in hand.off else None


#: Why an action that is nobody's turn is refused → what it may be all the same.
_OUT_OF_ORDER: Final[Mapping[str, Callable[[Hand, events.Act], betting.Outcome | None]]] = {
    "act.out_of_turn": _wrong_low,
    "act.blinds_owed": _sits_out,
}


def _out_of_order(table: Table, hand: Hand, command: events.Act, why: Refused, house: House) -> Stepped:
    head = command.head
    if why.code == "act.out_of_turn" and (thrown := dead_hands.thrown_forward(table, hand, command, house)) is not None:
        return after(*thrown, head.at_ns, house, head=head)
    outcome = _OUT_OF_ORDER[why.code](hand, command) or why
    if type(outcome) is Refused:
        return refused(table, head, outcome, house)
    after_it, told = outcome
    return after(table, after_it, told, head.at_ns, house, head=head)


def _free_fold(table: Table, hand: Hand, command: events.Act, house: House) -> Stepped | None:
    """A fold of the player to act who faces no bet: refused, or asked about once; None = it is an act like any other."""
    if hand.to_act < 0 or hand.seats[hand.to_act] != command.seat:
        return None
    outcome, head = free_fold.asked(table, hand, house), command.head
    if outcome is None or type(outcome) is Refused:
        return None if outcome is None else refused(table, head, outcome, house)
    table, told = outcome
    return numbered(table, hand, told, head.at_ns, house, head=head)


def answer(table: Table, command: events.Answer, house: House) -> Stepped:
    """A prompt is answered: what follows is what would have followed had it been entered so."""
    prompt = rulings.prompt_of(table, command.prompt)
    if prompt is None:
        why = Refused("answer.unknown", f"No prompt {command.prompt} waits for an answer: look at the state.")
        return refused(table, command.head, why, house)
    if prompt.what in board_watch.ASKS and command.answer in prompt.answers and command.answer not in _DEEDS:
        return _of_the_board(table, command, house)
    if prompt.what in _TOLD_OF and command.answer in prompt.answers:
        return _done(table, command, _TOLD_OF[prompt.what](table, prompt, command, house), house)
    if command.answer not in prompt.answers or prompt.seat is None:
        why = Refused("answer.other", f"{prompt.id} is answered with {' or '.join(prompt.answers)}.")
        return refused(table, command.head, why, house)
    if prompt.what == stud_last.DECLARE:
        return _declared(table, prompt, command, house)
    return act(table, events.Act(command.head, prompt.seat, _DEEDS[command.answer], None, True), house)


def _declared(table: Table, prompt: Prompt, command: events.Answer, house: House) -> Stepped:
    """A player whose last card lies in sight says whether he is all-in."""
    outcome = stud_last.declared(table, prompt, command)
    if isinstance(outcome, Refused):
        return refused(table, command.head, outcome, house)
    table, hand, told = outcome
    return after(table, hand, told, command.head.at_ns, house, head=command.head)


def _of_the_board(table: Table, command: events.Answer, house: House) -> Stepped:
    """What the dealer answers about board and stub is no act of a player."""
    outcome = board_watch.answered(table, command.answer, house)
    if type(outcome) is Refused:
        return refused(table, command.head, outcome, house)
    after_it, told = outcome
    return numbered(after_it, after_it.hand, told, command.head.at_ns, house, head=command.head)


def _done(table: Table, command: events.Answer, outcome: rulings.Outcome, house: House) -> Stepped:
    """What an answer changes of the table, and nothing of the hand."""
    if type(outcome) is Refused:
        return refused(table, command.head, outcome, house)
    table, told = outcome
    return numbered(table, table.hand, told, command.head.at_ns, house, head=command.head)


#: Prompts whose answer is no act of a player → what follows from it.
_TOLD_OF: Final[Mapping[str, Callable[[Table, Prompt, events.Answer, House], rulings.Outcome]]] = {
    reminders.UNSAID: lambda table, prompt, command, house: reminders.all_said(table),
    stops.STOPPED: lambda table, prompt, command, house: stops.answered(table, prompt, command.answer, command.head.at_ns, house),
}
#: What a prompt can be answered with → the entry that it is.
_DEEDS: Final[dict[str, events.ActDo]] = {"fold": "fold", "check": "check", "call": "call"}
