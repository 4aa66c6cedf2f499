"""Rulings, announcements and prompts of a hand: opened, decided, lapsed; said; asked and answered.

They lie in `Table.around.docket`, which holds those of one hand. What a decision changes of the hand itself is `deciding`'s matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeVar

from msgspec.structs import replace

from controller.game.cards import card_text
from controller.game.outcome import More, Refused, Told
from controller.rules import spoken
from controller.rules.house import House
from controller.rules.ruling import WAITING, Announcement, OptionsUsed, Prompt, Remedy, Ruling, Status, Who
from controller.table.dealing.state import AS_PLANNED
from controller.table.table import NO_DOCKET, QUIET, Docket, Table, said

Outcome = Refused | tuple[Table, list[Told]]
T = TypeVar("T", Ruling, Announcement, Prompt)

#: More rulings of one hand are never kept: the oldest that wait for nobody go first.
MAX_RULINGS: Final = 16
MAX_ANNOUNCEMENTS: Final = 4
MAX_PROMPTS: Final = 2

#: What the floor can always say where a ruling has no alternatives of its own: what is to be instead people do with the other verbs.
BY_HAND: Final = "by_hand"

#: Stands in the name of a ruling before what tells it from others of its kind about the same seat.
_WHICH: Final = "/"

_RULING: Final = 0
_ANNOUNCEMENT: Final = 1
_PROMPT: Final = 2


def docket_of(table: Table) -> Docket:
    """Return what was ruled in the present hand, or the last one until the next begins."""
    docket = table.around.docket
    return docket if docket.hand == table.hand_number else Docket(table.hand_number)


# Rulings.


def opened(table: Table, ruling: Ruling, told: list[Told], house: House) -> Table:
    """Return the table with a ruling that has a number now, and tell it behind what was told of the entry it is about.

    `told` is what this step has told so far; the ruling is about its first story.
    """
    docket, number = _numbered(table, _RULING)
    rules = house.cited(ruling.rules)
    ruling = replace(
        ruling,
        hand=docket.hand,
        number=number,
        about_seq=ruling.about_seq or table.seq + 1,
        rules=rules,
        alternatives=ruling.alternatives or (BY_HAND,),
    )
    told.append(_told(ruling))
    return said(table, docket=replace(docket, rulings=_kept((*docket.rulings, ruling))))


def changed(table: Table, ruling: Ruling, told: list[Told]) -> Table:
    """Return the table with a ruling as it stands now, in place of the one of its number, and tell it."""
    docket = docket_of(table)
    told.append(_told(ruling))
    return said(table, docket=replace(docket, rulings=tuple([ruling if one.number == ruling.number else one for one in docket.rulings])))


def lapsed(table: Table, which: Callable[[Ruling], bool], told: list[Told]) -> Table:
    """Let the rulings go that are about what is no more."""
    for one in docket_of(table).rulings:
        if one.status != "lapsed" and which(one):
            table = changed(table, replace(one, status="lapsed", until_ns=None), told)
    return table


def ruling_of(table: Table, called: str) -> Ruling | None:
    """Return the ruling of that id in the present hand; of a hand that is folded again, the newest of that `matter`, or `kind_at`, that
    has not lapsed, or else the newest of that kind about that seat.
    """
    found = docket_of(table).rulings
    standing = [one for one in reversed(found) if one.status != "lapsed"]
    whose = called.partition(_WHICH)[0]
    named = (one for one in standing if called in (matter(one), kind_at(one)))
    alike = (one for one in standing if whose == kind_at(one).partition(_WHICH)[0])
    return _of_id(found, called) or next(named, None) or next(alike, None)


def kind_at(ruling: Ruling) -> str:
    """Return the kind of a ruling, whom it is about, and which of several like it: what may be done instead, and about which cards.

    That names one whose steps are others once it is decided.
    """
    which = "+".join((*ruling.alternatives, *map(card_text, ruling.cards)))
    return f"{ruling.kind}@{ruling.seat or 0}{_WHICH}{which}"


def matter(ruling: Ruling) -> str:
    """Return what a ruling is about, and orders: by it a hand that is folded again finds it, whatever its number is there."""
    return "+".join((ruling.kind, *[one.do for one in ruling.remedy]))


def decided(ruling: Ruling, status: Status, *, reason: str = "", alternative: str = "", carried_out: bool) -> Ruling:
    """Return a ruling as a decision leaves it."""
    return replace(ruling, status=status, reason=reason, alternative=alternative, carried_out=carried_out)


def bet_corrected(
    *,
    seat: int,
    entered_chips: int,
    to_chips: int,
    rules: Sequence[str],
    options: OptionsUsed = (),
    remedy: Remedy | None = None,
    who: Who = "dealer",
    may_until: str = "street_end",
) -> Ruling:
    """Return the ruling that an entry counts as another amount, to be `opened` in the step that took it so.

    The floor may let it stand as it was entered: the hand is then folded again with `Act.as_entered`, which whoever takes the act has
    to heed. Without a `remedy` it is what follows from the two amounts.
    Units: chips, totals for the street.
    """
    if remedy is None:
        less = to_chips < entered_chips
        remedy = (
            Remedy("return_excess", (seat,), (), entered_chips - to_chips) if less else Remedy("complete_bet", (seat,), (), None, to_chips)
        )
    return Ruling(
        0, "bet_corrected", tuple(rules), options, (remedy,),
        seat=seat, amount_chips=entered_chips, to_chips=to_chips, who=who, may_until=may_until, alternatives=("as_entered",),
    )  # fmt: skip


# Announcements.


def announced(table: Table, announcement: Announcement, told: list[Told], house: House) -> Table:
    """Return the table with something the dealer has to say, and tell it. What he calls its cards is a rule as well.

    Source: cooke.def.deuce_trey.
    """
    docket, number = _numbered(table, _ANNOUNCEMENT)
    rules = announcement.rules
    if announcement.cards and spoken.names_deuce_or_trey(announcement.cards):
        rules = (*rules, *spoken.DEUCE_TREY_RULES)
        announcement = replace(announcement, by_number="announce.deuce_trey" in house.without)
    announcement = replace(announcement, hand=docket.hand, number=number, rules=house.cited(rules))
    told.append(_told_announcement(announcement))
    return said(table, docket=replace(docket, announcements=(*docket.announcements, announcement)[-MAX_ANNOUNCEMENTS:]))


def acknowledge(table: Table, called: str) -> Outcome:
    """The dealer has said it: nobody is reminded any more."""
    docket = docket_of(table)
    one = _of_id(docket.announcements, called)
    if one is None:
        return Refused("ack.no_announcement", f"No announcement {called} waits to be said: look at the state.")
    rest = tuple([other for other in docket.announcements if other is not one])
    return said(table, docket=replace(docket, announcements=rest)), [_told_announcement(replace(one, acknowledged=True))]


def unsaid(table: Table, about: str) -> Table:
    """Let announcements go that need not be said any more. Nothing is told of it: what they were about was."""
    return not_needed(table, lambda one: one.about == about)


def not_needed(table: Table, which: Callable[[Announcement], bool]) -> Table:
    """Let those announcements go that need not be said any more. Nothing is told of it: what they were about was."""
    docket = table.around.docket
    if not docket.announcements:
        return table
    docket = docket_of(table)
    rest = tuple([one for one in docket.announcements if not which(one)])
    return table if len(rest) == len(docket.announcements) else said(table, docket=replace(docket, announcements=rest))


def renewed(table: Table, announcement: Announcement, told: list[Told]) -> Table:
    """Return the table with an announcement as it stands now, in place of the one of its number, and tell it."""
    docket = docket_of(table)
    told.append(_told_announcement(announcement))
    now = tuple([announcement if one.number == announcement.number else one for one in docket.announcements])
    return said(table, docket=replace(docket, announcements=now))


# Prompts.


def asked(table: Table, prompt: Prompt, told: list[Told], house: House) -> Table:
    """Return the table with a question to a person, and tell it."""
    docket, number = _numbered(table, _PROMPT)
    prompt = replace(prompt, hand=docket.hand, number=number, rules=house.cited(prompt.rules))
    told.append(
        Told("prompt", seat=prompt.seat, amount_chips=prompt.amount_chips, rules=prompt.rules, more=More(prompt=prompt))
    )  # fmt: skip
    return said(table, docket=replace(docket, prompts=(*docket.prompts, prompt)[-MAX_PROMPTS:]))


def prompt_of(table: Table, called: str) -> Prompt | None:
    """Return the open prompt of that id; "" = the newest."""
    prompts = docket_of(table).prompts
    return (prompts[-1] if prompts else None) if not called else _of_id(prompts, called)


def unasked(table: Table, what: str = "") -> Table:
    """Let every open question go, or those that ask `what`: what it was about has been decided. Nothing is told of it."""
    docket = docket_of(table)
    left = tuple([one for one in docket.prompts if what and one.what != what])
    return said(table, docket=replace(docket, prompts=left)) if left != docket.prompts else table


# A hand's beginning.


def begun(table: Table, told: list[Told]) -> Table:
    """Return the table as the next hand finds it: what was open lapses, for its hand cannot be changed now. What is done stays done."""
    if table.around is QUIET:
        return table
    if table.around.dealing is not AS_PLANNED:
        table = said(table, dealing=AS_PLANNED)
    if table.around.docket is NO_DOCKET:
        return table
    return said(lapsed(table, lambda one: one.status in WAITING, told), docket=NO_DOCKET)


def _numbered(table: Table, which: Literal[0, 1, 2]) -> tuple[Docket, int]:
    """Return the docket in which the next number is given, and the number."""
    docket = docket_of(table)
    numbers = list(docket.numbers)
    numbers[which] += 1
    return replace(docket, numbers=(numbers[0], numbers[1], numbers[2])), numbers[which]


def _kept(rulings: tuple[Ruling, ...]) -> tuple[Ruling, ...]:
    if len(rulings) <= MAX_RULINGS:
        return rulings
    gone = next((one for one in rulings if not one.waits), rulings[0])
    return tuple([one for one in rulings if one is not gone])


def _of_id(those: Sequence[T], called: str) -> T | None:
    return next((one for one in those if one.id == called), None)


def _told(ruling: Ruling) -> Told:
    return Told(
        "ruling", ruling.seat, ruling.amount_chips, ruling.to_chips, cards=ruling.cards, rules=ruling.rules, more=More(ruling=ruling)
    )  # fmt: skip


def _told_announcement(one: Announcement) -> Told:
    return Told("announcement", one.seat, one.amount_chips, rules=one.rules, more=More(announcement=one))
