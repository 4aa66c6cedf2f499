"""Decisions about rulings: confirmed, overridden, opened again; each is an event, and none is edited.

What was carried out already is undone by folding the hand again, as a correction does; what was not is done now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from controller import events
from controller.events import Entry, FloorRule
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.rules.ruling import Ruling
from controller.table import correction, early_acts, expiry, rulings, unaware
from controller.table.dealing import asking, decisions
from controller.table.table import Table, said

#: What a decision leads to: the table and its hand, and what is told.
Decided = Refused | tuple[Table, Hand | None, list[Told]]

#: Decision → in which states of a ruling it can be taken.
_FROM: Final[Mapping[str, frozenset[str]]] = {
    "confirm": frozenset({"in_force", "proposed", "reopened"}),
    "override": frozenset({"in_force", "proposed", "reopened"}),
    "reopen": frozenset({"confirmed", "overridden"}),
}


#: Decision that a dealer cannot take → whether it is so here, and by which rules.
_FLOORS_OWN: Final[Mapping[str, tuple[Callable[[House], bool], tuple[str, ...]]]] = {
    "override": (lambda house: "floor.decides" not in house.without, ("cooke.1.04.a",)),
    "reopen": (lambda house: "floor.final" not in house.without, ("cooke.2.03",)),
}


class _Undone(NamedTuple):
    """How a ruling is undone and done again: what becomes of the entry it is about. None = the entry goes."""

    undone: Callable[[Any], Any]
    done: Callable[[Any], Any] | None  # None: it is not folded again but done now


#: What the floor lets happen instead → how. Alternatives without a row change nothing at the table: people do it by hand.
_UNDO: Final[Mapping[str, _Undone]] = {
    "as_entered": _Undone(lambda event: replace(event, as_entered=True), lambda event: replace(event, as_entered=False)),
    expiry.ACT_AGAIN: _Undone(lambda event: None, None),
    early_acts.FREE: _Undone(lambda event: replace(event, early="free"), lambda event: replace(event, early="held")),
}
#: Kind of ruling that is only proposed → what it is carried out by when nobody has decided otherwise before.
_BEFORE: Final[Mapping[str, str]] = {early_acts.KIND: early_acts.FREE}


def decide(table: Table, command: FloorRule, house: House, step: correction.Step) -> Decided:
    """Return the table after a decision about one of its hand's rulings, or why there can be none.

    Invariants: a ruling that was decided is opened again before it is decided anew; a dealer confirms what is his and nothing else.
    """
    ruling = rulings.ruling_of(table, command.ruling)
    wrong = _refused(ruling, command, house)
    if wrong is not None or ruling is None:
        return wrong or _unknown(command)
    if ruling.kind == unaware.KIND and ruling.alternatives == (early_acts.FREE,):
        return _of_the_unaware(table, ruling, command)
    if asking.is_asked(ruling):
        return asking.decide(table, ruling, command, house)
    if decisions.is_about_the_deal(ruling):
        return decisions.decide(table, ruling, command, house)
    return _decided(table, ruling, command, house, step)


def _decided(table: Table, ruling: Ruling, command: FloorRule, house: House, step: correction.Step) -> Decided:
    told: list[Told] = []
    if command.decision == "reopen":
        again = replace(ruling, status="reopened", reason=command.reason)
        return rulings.changed(table, again, told), table.hand, told
    if command.decision == "override":
        return _override(table, ruling, command, house, step)
    if ruling.carried_out:
        return rulings.changed(table, rulings.decided(ruling, "confirmed", reason=command.reason, carried_out=True), told), table.hand, told
    confirmed = rulings.decided(ruling, "confirmed", reason=command.reason, carried_out=True)
    undo = _UNDO.get(ruling.alternative or _BEFORE.get(ruling.kind, ""))
    if undo is not None and undo.done is not None:
        return _again(table, confirmed, undo.done, command, (house, step))
    return _carry_out(table, confirmed, command.entries)


def in_log(ruling: Ruling, entries: Sequence[Entry], by_seq: int) -> list[Entry]:
    """Return the hand's events after a decision for which the hand was folded again, told as `by_seq`: `ruling` as it stands since."""
    make = _UNDO[ruling.alternative].undone if ruling.alternative else _UNDO[_BEFORE.get(ruling.kind, "as_entered")].done
    at = correction.named(entries, ruling.about_seq)
    return correction.with_entry(entries, at, None if make is None else make(entries[at].event), by_seq)


def _refused(ruling: Ruling | None, command: FloorRule, house: House) -> Refused | None:
    if ruling is None:
        return _unknown(command)
    if command.head.role == "dealer" and not (command.decision == "confirm" and ruling.who == "dealer"):
        is_so, rules = _FLOORS_OWN.get(command.decision, (None, ()))
        if is_so is None or is_so(house):
            return Refused("floor_rule.floor_only", "The floor decides this: call it.", rules)
    if ruling.status == "lapsed":
        return Refused("floor_rule.lapsed", f"{ruling.id} no longer applies: what it was about was corrected, or is over.")
    if ruling.status not in _FROM[command.decision]:
        remedy = "nothing is to be reopened" if command.decision == "reopen" else "open it again first"
        return Refused("floor_rule.decided", f"{ruling.id} is {ruling.status}: {remedy}.")
    return _not_overridden(ruling, command) if command.decision == "override" else None


def _not_overridden(ruling: Ruling, command: FloorRule) -> Refused | None:
    if not command.reason:
        return Refused("floor_rule.reason", "Say why it is decided otherwise: a reason is kept with the decision.")
    if _alternative(ruling, command.alternative) == "":
        return Refused("floor_rule.alternative", f"Say what is to be instead; allowed are: {', '.join(ruling.alternatives)}.")
    return None


def _unknown(command: FloorRule) -> Refused:
    return Refused("floor_rule.unknown", f"There is no ruling {command.ruling} in this hand: look at the state.")


def _alternative(ruling: Ruling, wanted: str) -> str:
    """Return the alternative that is meant; "" when it is not one of the ruling's. The only one need not be named."""
    if not wanted and len(ruling.alternatives) == 1:
        return ruling.alternatives[0]
    return wanted if wanted in ruling.alternatives else ""


def _override(table: Table, ruling: Ruling, command: FloorRule, house: House, step: correction.Step) -> Decided:
    alternative = _alternative(ruling, command.alternative)
    undo = _UNDO.get(alternative)
    now = rulings.decided(
        ruling, "overridden", reason=command.reason, alternative=alternative, carried_out=ruling.carried_out and undo is None
    )  # fmt: skip
    if undo is not None and (ruling.carried_out or ruling.kind in _BEFORE):
        return _again(table, now, undo.undone, command, (house, step))
    told: list[Told] = []
    return rulings.changed(_given_back(table, alternative), now, told), table.hand, told


def _of_the_unaware(table: Table, ruling: Ruling, command: FloorRule) -> Decided:
    """A player who missed a raise stays held to what the house leaves him, or is free; once he is free the dealer would tell it again."""
    hand = table.hand
    told: list[Told] = []
    if command.decision == "confirm" and ruling.carried_out:
        confirmed = rulings.decided(ruling, "confirmed", reason=command.reason, carried_out=True)
        return rulings.changed(table, confirmed, told), hand, told
    if command.decision == "reopen" and ruling.carried_out:
        return rulings.changed(table, replace(ruling, status="reopened", reason=command.reason), told), hand, told
    if hand is None or command.decision != "override" or not unaware.is_held(hand, ruling.seat):
        return Refused("floor_rule.too_late", f"{ruling.id} holds nobody any more: correct the hand's entries, or tell of the raise again.")
    hand = unaware.freed(hand, ruling.seat or 0)
    now = rulings.decided(ruling, "overridden", reason=command.reason, alternative=early_acts.FREE, carried_out=False)
    return rulings.changed(replace(table, hand=hand), now, told), hand, told


def _given_back(table: Table, alternative: str) -> Table:
    """The turn is the player's again: the clock that ran out is no more."""
    return said(table, clock=None) if alternative == expiry.ACT_AGAIN and table.clock is not None else table


def _again(table: Table, now: Ruling, make: Callable[[Any], Any], command: FloorRule, by: tuple[House, correction.Step]) -> Decided:
    """Fold the hand again with the entry of the ruling as `make` has it; the decision is told behind the correction."""
    entries = command.entries
    at = correction.named(entries, now.about_seq)
    if at < 0 or not isinstance(entries[at].event, events.Tick if now.kind == "clock_expired" else events.Act):
        return correction.LOST
    decided = rulings.changed(table, now, [])
    outcome = correction.refolded(decided, entries, at, make(entries[at].event), by, keep=now.number)
    if isinstance(outcome, Refused):
        return outcome
    after, told = outcome
    after = rulings.changed(after, rulings.ruling_of(after, now.id) or now, told)
    return after, after.hand, told


def _carry_out(table: Table, now: Ruling, entries: Sequence[Entry]) -> Decided:
    """Do now what was only proposed, or taken back: the player whose time is up is folded or checked."""
    hand = table.hand
    told: list[Told] = []
    acted_since = any(isinstance(one.event, events.Act) and one.first_seq > now.about_seq for one in entries)
    theirs = hand is not None and not hand.over and hand.to_act >= 0 and hand.seats[hand.to_act] == now.seat
    if hand is None or not theirs or acted_since:
        return Refused("floor_rule.too_late", "The hand has gone on since: correct its entries, or decide otherwise.")
    do = "fold" if any(one.do == "kill_hand" for one in now.remedy) else "check"
    after = expiry.acted(hand, do, told)
    if after is None:
        return Refused("floor_rule.too_late", f"Seat {now.seat} can no longer {do}: correct the hand's entries, or decide otherwise.")
    return rulings.changed(said(table, clock=None), now, told), after, told
