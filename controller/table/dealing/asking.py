"""Rulings that somebody has yet to decide, because the book leaves it open or a person saw it better: asked once, and each answer is done.

The step that is proposed is the last one of the remedy; instead of it the ruling's alternatives can be had. Each is a row of `DOES`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from controller.events import FloorRule
from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed, Remedy, RemedyKind, Ruling, RulingKind, Status, Who
from controller.table import rulings
from controller.table.dealing.answers import DOES, Answered
from controller.table.dealing.misdeals import Telling, dealing_of, put
from controller.table.table import Table, running

Decided = Refused | tuple[Table, Hand | None, list[Told]]


#: Kinds of rulings whose decisions `decisions.py` takes …
_OTHERS: Final = frozenset({"misdeal", "fouled_deck", "button_error", "procedure", "board_error", "stub_error"})
#: … and steps that are proposed by nobody but this room, or come of what it proposes.
_OWN: Final = frozenset(
    {
        "third_card_down", "last_card_up", "restore_order", "push_back", "lay_aside", "restore_early",
        "goes_to", "burn_to", "last_to", "top_to",
    }
)  # fmt: skip


class Asked(NamedTuple):
    """What is asked about a `seat`, 0 = nobody's. `proposes` is what confirming does, None = nothing; `instead` what may be instead.

    `stops` = nobody acts before it is decided.
    """

    kind: RulingKind
    rules: tuple[str, ...]
    seat: int
    instead: tuple[str, ...]
    proposes: RemedyKind | None = None
    options: OptionsUsed = ()
    cards: tuple[Card, ...] = ()
    who: Who = "floor"
    may_until: str = "substantial_action"
    stops: bool = True


def asked(table: Table, what: Asked, telling: Telling) -> Table:
    """Return the table with a ruling that waits for the dealer or the floor."""
    first = (Remedy("floor_decides"),) if what.who == "floor" else ()
    steps = first if what.proposes is None else (*first, Remedy(what.proposes, (what.seat,) if what.seat else (), what.cards))
    ruling = Ruling(
        0, what.kind, what.rules, what.options, steps,
        seat=what.seat or None, cards=what.cards, who=what.who, may_until=what.may_until, status="proposed",
        about_seq=telling.about_seq, alternatives=what.instead, carried_out=False,
    )  # fmt: skip
    table = rulings.opened(table, ruling, telling.told, telling.house)
    if not what.stops:
        return table
    return put(table, replace(dealing_of(table), stopped=rulings.docket_of(table).numbers[0]))


def is_asked(ruling: Ruling) -> bool:
    """Whether deciding this ruling is this room's matter."""
    if not ruling.alternatives or ruling.kind in _OTHERS or any(one not in DOES for one in ruling.alternatives):
        return False
    own = any(step.do in _OWN for step in ruling.remedy) or "restore_order" in ruling.alternatives
    if ruling.kind == "burn_error":  # of games with up-cards; the board's are `board_decisions`'
        return own
    return own or any(one != "play_on" for one in ruling.alternatives)


def decide(table: Table, ruling: Ruling, command: FloorRule, house: House) -> Decided:
    """Return the table after a decision: what is proposed is done, or one of the alternatives.

    What was done cannot be opened again: cards were seen, and the hand has gone on.
    """
    hand = running(table)
    if hand is None:
        return Refused("floor_rule.too_late", f"{ruling.id} can no longer be decided: the hand is over.")
    if command.decision == "reopen":
        return _reopened(table, ruling, command)
    answer, status = _answer(ruling, command)
    if answer not in DOES:
        return Refused("floor_rule.alternative", f"Say what is to be; allowed are: {', '.join(ruling.alternatives)}.")
    told: list[Told] = []
    dealing = dealing_of(table)
    if dealing.stopped == ruling.number:
        table = put(table, replace(dealing, stopped=0))
    steps: list[Remedy] = []
    done = DOES[answer](Answered(table, hand, ruling, told, steps), house)
    if isinstance(done, Refused):
        return done
    after, hand = done
    waits = answer == "play_on" or any(one.ruling == ruling.number for one in dealing_of(after).moves)
    alternative = answer if status == "overridden" else ""
    now = rulings.decided(ruling, status, reason=command.reason, alternative=alternative, carried_out=not waits)
    if steps:
        now = replace(now, remedy=tuple(steps))
    more: list[Told] = []
    after = rulings.changed(after, now, more)
    return after, hand, [*more, *told]


def _reopened(table: Table, ruling: Ruling, command: FloorRule) -> Decided:
    if ruling.alternative != "play_on":
        return Refused("floor_rule.too_late", f"{ruling.id} was carried out: correct the hand's entries instead.")
    told: list[Told] = []
    again = rulings.decided(ruling, "reopened", reason=command.reason, carried_out=False)
    return rulings.changed(table, again, told), table.hand, told


def _answer(ruling: Ruling, command: FloorRule) -> tuple[str, Status]:
    """What is to be done, "" = it was not said, and how the ruling stands then."""
    if command.decision == "confirm":
        proposed = ruling.remedy[-1].do if ruling.remedy else ""
        return ("" if proposed == "floor_decides" else proposed), "confirmed"
    only = ruling.alternatives[0] if len(ruling.alternatives) == 1 else ""
    wanted = command.alternative or only
    return (wanted if wanted in ruling.alternatives else ""), "overridden"
