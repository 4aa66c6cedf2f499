"""A correction: the hand is folded again from its start with one entry changed.

Facts in between stay and are never refused; entries after it must still be legal. What the hand was told by is compared
with what it is told by now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from msgspec.structs import replace

from controller import events
from controller.effects import CommandDone, Effect, Tell
from controller.events import Change, Correct, Entry
from controller.game.hand import Hand
from controller.game.outcome import More, Refused, Told
from controller.rules.house import House
from controller.table import found_late, rulings
from controller.table.dealing.refitted import refitted
from controller.table.reconciling import OF_THE_DOCKET, Folds, numbers_now, reconciled
from controller.table.table import QUIET, CalledClock, Table, said

Step: TypeAlias = Callable[[Table, Any, House], tuple[Table, tuple[Effect, ...]]]
Telling: TypeAlias = list[tuple[Tell, ...]]

#: What a dealer's last entry is looked for among; what people say around the game is none.
ENTRIES: Final = (
    events.NewHand, events.Post, events.Straddle, events.Act, events.Draw, events.RunIt, events.Answer, events.Show, events.Muck,
    events.Sit, events.Stand, events.BuyIn, events.Button, events.VoidHand, events.EnterCard,
)  # fmt: skip

#: What a person told of cards that took a player out of the hand: taken back he is in it again.
_TOLD_OUT: Final = frozenset({"dealt_out", "absent_dealt_out", "unposted"})

#: Entries that stay as they are → why, and what to do instead.
_FIXED: Final[Mapping[type, Refused]] = {
    events.NewHand: Refused("correct.new_hand", "The beginning of a hand is not corrected: void the hand and begin it anew."),
    events.Show: Refused(
        "correct.shown", "Cards that were shown have been seen and stay shown: if the hand cannot stand so, the floor voids it."
    ),
}

#: Entries with something to change in them → the field that `to` is; the others can only be taken back.
_AMOUNT: Final[Mapping[type, str]] = {events.Act: "to_chips", events.BuyIn: "amount_chips", events.Sit: "stack_chips"}

Takes: TypeAlias = Literal["action", "amount", "nothing"]
#: No event of a hand is told by more stories than this.
MAX_TOLD: Final = 1_000

LOST: Final = Refused(
    "correct.lost",
    "The events of this hand are not all at hand, or the house's rules have changed since it began: it cannot be corrected; "
    "the floor voids it, or sets the stacks right between hands.",
)


def is_entry(event: Any) -> bool:
    """Whether an event of a hand is an entry that can be corrected, or at least taken back."""
    return isinstance(event, ENTRIES) or (isinstance(event, events.Report) and event.what in _TOLD_OUT)


class _Folded(NamedTuple):
    """A hand folded again: the table after it, what each entry was told by, and which entry was refused, if one was."""

    table: Table
    telling: Telling
    refused: CommandDone | None


def correct(table: Table, command: Correct, house: House, step: Step) -> Refused | tuple[Table, list[Told]]:
    """Return the table as it would be had the entry been right the first time, and the one thing told of it.

    Invariants: `rev` and `seq` go on; facts are in the hand as before; chips are conserved.
    """
    before = table.before
    if before is None or table.hand is None:
        return Refused("correct.no_hand", "No hand has been played: nothing is to be corrected.")
    entries = command.entries
    at = named(entries, command.seq)
    wrong = _not_correctable(entries, at, command)
    if wrong is not None:
        return wrong
    changed = _changed(entries[at].event, command.change)
    if isinstance(changed, Refused):
        return changed
    return refolded(table, entries, at, changed, (house, step))


def refolded(
    table: Table, entries: Sequence[Entry], at: int, event: Any, by: tuple[House, Step], *, keep: int = 0
) -> Refused | tuple[Table, list[Told]]:
    """Return the table with the hand folded again, `event` in place of the entry `at` (None = without it), and what is told of it.

    What was ruled of entries that are no more, or are others now, lapses; but for the ruling `keep`, about which this is.
    """
    before = table.before
    if before is None or any(not 0 <= one.last_seq - one.first_seq < MAX_TOLD for one in entries):
        return LOST
    house, step = by
    was = entries[at]
    kept = (*entries[:at], *(() if event is None else (replace(was, event=event),)), *entries[at + 1 :])
    old = _fold(before, entries, house, step)
    if old.refused is not None or not _same(old.table, table):
        return LOST
    change = found_late.Change(kept, at, old.telling, event is None, keep > 0, lambda those: _fold(before, those, house, step), house)
    found = found_late.found(change)
    if isinstance(found, Refused):
        return found
    new = found.folded
    if new.refused is not None:
        return _refusal(kept[len(new.telling)], new.refused, itself=event is not None and len(new.telling) == at)
    telling = new.telling if event is not None else [*new.telling[:at], (), *new.telling[at:]]
    if not _of_the_hand(old.telling[at], [])[0] and not _of_the_hand(telling[at], [])[0]:
        return LOST  # it told nothing of the hand, and does not now: no log holds such an entry
    around = said(
        rulings.unasked(table),
        clock=_clock(table, new.table),
        carried=new.table.around.carried,
        behind=new.table.around.behind,
        buttoned=new.table.around.buttoned,
    ).around
    after = replace(new.table, rev=table.rev, seq=table.seq, stakes=table.stakes, around=around)
    told = [_told(table, after, at, entries, (old.telling, telling))]
    folds = Folds(entries, at, old.telling, telling)
    after = reconciled(after, folds, told, house, keep)
    if after.around is not QUIET or new.table.around is not QUIET:
        after = refitted(after, new.table, numbers_now(after, folds))
    return found_late.opened(after, found, change, told), told


def takes(event: Any) -> Takes | None:
    """Return what may be changed of an event of a hand, besides that it is taken back; None when it stays as it is."""
    if not is_entry(event) or type(event) in _FIXED:
        return None
    return "action" if isinstance(event, events.Act) else "amount" if type(event) in _AMOUNT else "nothing"


def amount_of(event: Any) -> int | None:
    """Return the amount of an entry that `to` of a change would replace."""
    amount: int | None = getattr(event, _AMOUNT.get(type(event), ""), None)
    return amount


def corrected(entries: Sequence[Entry], command: Correct, by_seq: int) -> list[Entry]:
    """Return the hand's events after a correction that was done and told as `by_seq`."""
    at = named(entries, command.seq)
    event = _changed(entries[at].event, command.change)
    return with_entry(entries, at, None if isinstance(event, Refused) else event, by_seq)


def with_entry(entries: Sequence[Entry], at: int, event: Any, by_seq: int) -> list[Entry]:
    """Return the hand's events with another event in place of one, None = without it, as the correction told as `by_seq` has it."""
    if event is None:
        return [*entries[:at], *entries[at + 1 :]]
    was = entries[at]
    return [*entries[:at], replace(was, event=event, corrected_by=(*was.corrected_by, by_seq)), *entries[at + 1 :]]


def named(entries: Sequence[Entry], seq: int) -> int:
    """Return the place of the entry that a seq names; -1 when it names none."""
    for at, one in enumerate(entries):
        if one.first_seq <= seq <= one.last_seq or seq in one.corrected_by:
            return at
    return -1


def _not_correctable(entries: Sequence[Entry], at: int, command: Correct) -> Refused | None:
    last = next((one for one in reversed(entries) if is_entry(one.event) and not one.asked), None)
    which = "" if last is None else f" The last entry is {_name(last)}."
    if at < 0:
        return Refused("correct.no_entry", f"No entry of this hand was told as {command.seq}, or it was taken back.{which}")
    event = entries[at].event
    if not is_entry(event):
        return Refused("correct.fact", f"{command.seq} tells no entry of a person about the game: only those are corrected.{which}")
    if command.head.role == "dealer" and entries[at] is not last:
        return Refused("correct.floor_only", f"The dealer corrects the last entry only; earlier ones the floor does.{which}")
    return _FIXED.get(type(event))


def _changed(event: Any, change: Change) -> Any:
    """Return the event with the change, None when it is taken back, or why that makes no sense."""
    if change.remove:
        return None
    amount = _AMOUNT.get(type(event))
    if amount is None or (change.do is not None and not isinstance(event, events.Act)):
        return Refused("correct.only_remove", "This entry holds nothing of that kind to change: take it back with `remove`.")
    now: Any
    if isinstance(event, events.Act):
        do = change.do or event.do
        to_chips = change.to_chips if change.to_chips is not None or change.do is not None else event.to_chips
        # whoever corrects an entry knows what he does: nobody is asked again whether it is to be folded
        now = replace(event, do=do, to_chips=to_chips, as_entered=do == "fold")
    else:
        now = replace(event, **{amount: change.to_chips})
    same = replace(now, as_entered=event.as_entered) if isinstance(event, events.Act) else now
    return Refused("correct.same", "It was entered so: nothing changes.") if same == event else now


def _fold(table: Table, entries: Sequence[Entry], house: House, step: Step) -> _Folded:
    """Fold the entries in until one is refused. What each was meant for does not count: the numbers are others now.

    What people said around the game is no obstacle: a clock called on a player who would not have been to act was no clock.
    """
    telling: Telling = []
    for one in entries:
        event: Any = one.event
        head = getattr(event, "head", None)
        if head is not None and head.expect_rev is not None:
            event = replace(event, head=replace(head, expect_rev=None))
        table, effects = step(table, event, house)
        done = effects[-1] if effects else None
        if isinstance(done, CommandDone) and not done.ok and is_entry(event) and not one.asked:
            return _Folded(table, telling, done)
        telling.append(tuple([effect for effect in effects if isinstance(effect, Tell)]))
    return _Folded(table, telling, None)


def _same(folded: Table, table: Table) -> bool:
    """Whether the fold leads to the table as it is; its numbers, and what corrections leave alone, apart."""
    return table == replace(folded, rev=table.rev, seq=table.seq, stakes=table.stakes, before=table.before, around=table.around)


def _clock(was: Table, now: Table) -> CalledClock | None:
    """A called clock runs on while the same player is to act in the same place of the hand."""
    if was.clock is None or was.hand is None or now.hand is None:
        return None
    return was.clock if now.hand.stage == "betting" and _turn(was.hand) == _turn(now.hand) else None


def _turn(hand: Hand) -> tuple[int, int, int]:
    """What tells one turn of a hand from another: who, on which street, and the bet he last acted on."""
    return hand.to_act, hand.street, hand.faced_at[hand.to_act]


def _refusal(entry: Entry, done: CommandDone, *, itself: bool) -> Refused:
    if itself:
        return Refused(done.code, f"It was not legal then: {done.message}", done.rules)
    return Refused("correct.later", f"It would make {_name(entry)} impossible: {done.message} Correct that one first.", done.rules)


def _name(entry: Entry) -> str:
    """What an entry is called in an answer; no card is in it."""
    event: Any = entry.event
    verb = type(event).__struct_config__.tag
    said = [str(one) for one in (getattr(event, "do", None), getattr(event, "to_chips", None)) if one is not None]
    seat = getattr(event, "seat", None)
    where = "" if seat is None else f" of seat {seat}"
    return f"{' '.join((str(verb), *said))}{where}, told as {entry.corrected_by[-1] if entry.corrected_by else entry.first_seq}"


# What is told of it.


def _told(table: Table, after: Table, at: int, entries: Sequence[Entry], tellings: tuple[Telling, Telling]) -> Told:
    old, new = tellings
    by_seq = table.seq + 1
    replaces: set[int] = set()
    retold: list[Tell] = []
    for place, (one, before, fresh) in enumerate(zip(entries, old, new, strict=True)):
        was, numbers = _of_the_hand(before, list(range(one.first_seq, one.last_seq + 1)))
        now = was if isinstance(one.event, get_args(events.RoomCommand)) else _of_the_hand(fresh, [])[0]  # said is said
        apart = [k for k, tell in enumerate(was) if k >= len(now) or _content(tell) != _content(now[k])]
        whole = place == at or len(numbers) != len(was)
        if place == at or apart or len(now) != len(was):
            replaces.update(numbers if whole else [numbers[k] for k in apart])
        if place == at:
            replaces.update(one.corrected_by)
        # what told nothing of the hand before, a hand shown that was only asked about, is told by this correction too
        called = by_seq if place == at or not numbers else one.corrected_by[-1] if one.corrected_by else None
        retold += [replace(tell, seq=_number(numbers, k) if called is None else called) for k, tell in enumerate(now)]
    was_first, now_first = _of_the_hand(old[at], [])[0], _of_the_hand(new[at], [])[0]
    first = (now_first or was_first)[0]
    more = More(replaces=tuple(sorted(replaces)), was=was_first, now=now_first, retold=tuple(retold))
    return Told(
        "correction",
        seat=first.seat,
        amount_chips=first.amount_chips if now_first else None,
        to_chips=first.to_chips if now_first else None,
        do=first.do if now_first else None,
        all_in=first.all_in and bool(now_first),
        payoffs=_new_result(table, after),
        more=more,
    )


def _of_the_hand(telling: Sequence[Tell], numbers: list[int]) -> tuple[tuple[Tell, ...], list[int]]:
    """Return what was told of the hand itself, and its numbers: rulings, announcements and prompts stand for themselves."""
    kept = [k for k, tell in enumerate(telling) if tell.kind not in OF_THE_DOCKET]
    exact = len(numbers) == len(telling)
    return tuple([telling[k] for k in kept]), [numbers[k] for k in kept] if exact else numbers


def _number(numbers: Sequence[int], k: int) -> int:
    return numbers[min(k, len(numbers) - 1)]


def _content(tell: Tell) -> Tell:
    return replace(tell, seq=0, rev_before=0, rev_after=0)


def _new_result(was: Table, now: Table) -> tuple[tuple[int, int], ...]:
    """What the hand won and lost everyone, where that has changed."""
    hand = now.hand
    if hand is None or not hand.payoffs or (was.hand is not None and was.hand.payoffs == hand.payoffs):
        return ()
    return tuple(zip(hand.seats, hand.payoffs, strict=True))
