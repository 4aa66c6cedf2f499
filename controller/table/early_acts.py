"""Actions out of turn: entered as such they are kept until the turn comes, and ruled on; chips and turn stay as they are."""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec.structs import replace

from controller import events
from controller.game import betting, held
from controller.game.early import Early, Release
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed, Remedy, Ruling
from controller.table import rulings
from controller.table.table import Table

Entered: TypeAlias = Refused | tuple[Table, Hand, list[Told]]

#: What the floor lets happen instead: he may act as if he had not.
FREE: Final = "free"

KIND: Final = "out_of_turn"
#: Statuses in which a player is held to it, or may yet be.
_HOLDS: Final = frozenset({"in_force", "proposed", "reopened", "confirmed"})

HELD_RULES: Final = (
    "cooke.10.08",
    "cooke.def.action_out_of_turn",
    "roberts.betting.10b",
    "home.5.oot_bind",
    "cooke.10.01.a",
    "roberts.betting.10",
)
SPOKEN_RULES: Final = ("cooke.10.09.b", "roberts.betting.10b")
FOLD_RULES: Final = ("cooke.10.01.a", "roberts.betting.10b", "home.5.oot_bind")
#: Words that bind nobody.
TALK_RULES: Final = ("home.5.verbal_oot", "cooke.10.09.b", "roberts.betting.10b")


def entered(table: Table, hand: Hand, entry: events.Act, house: House) -> Entered:
    """Return the table and hand that know what a player did out of turn, with the ruling on it, or why it is nothing of that kind.

    Invariants: he would have been allowed it then; no chip moves, and whose turn it is stays.
    Source: cooke.10.01.a, cooke.10.08, cooke.10.09.b, roberts.betting.10, roberts.betting.10b, home.5.oot_bind, home.5.verbal_oot.
    """
    wrong = _no_early_act(hand, entry.seat)
    if wrong is not None:
        return wrong
    index = hand.seats.index(entry.seat)
    meant = betting.act(replace(hand, to_act=index), entry.seat, entry.do, entry.to_chips)
    if isinstance(meant, Refused):
        return meant
    deed = meant[1][0]
    told = [replace(deed, kind="acted_early", rules=house.cited(_rules(entry)))]
    if entry.early == "free" or not _words_bind(entry, house):
        return table, hand, told
    early = _kept(hand, index, deed, entry, house)
    hand = replace(hand, early=(*hand.early, early))
    held_at_all = early.binding or (house.options.out_of_turn_force == "floor_decides" and early.release != "never_held")
    if entry.early == "held" or not held_at_all or "early.held" in house.without:
        return table, hand, told
    return rulings.opened(table, _ruling(early, deed, entry, house), told, house), hand, told


def as_held(hand: Hand, entry: events.Act) -> events.Act | Refused:
    """Return an action as it is taken of a player who may have acted out of turn before, or why he may not: he is held to something else.

    Invariants: an amount he left out is the one he is held to; a fold he is held to is not asked about.
    Source: cooke.10.08, roberts.betting.10a, roberts.betting.10b, home.5.oot_bind, home.5.oot_raise.
    """
    if hand.to_act < 0 or hand.seats[hand.to_act] != entry.seat:
        return entry
    outcome = held.taken(hand, entry.do, entry.to_chips)
    if isinstance(outcome, Refused):
        return outcome
    only = held.bound(hand)
    do, to_chips = outcome
    return entry if only is None else replace(entry, do=do, to_chips=to_chips, as_entered=entry.as_entered or only.may == ("fold",))


def turn_comes(table: Table, hand: Hand, told: list[Told], house: House) -> Table:
    """Return the table after an action behind an early one: who was freed by it is told so, and what is decided too late lapses.

    Source: cooke.10.08, cooke.10.09.b, roberts.betting.10b, home.5.oot_bind.
    """
    table = rulings.lapsed(table, lambda one: one.kind == KIND and one.status == "proposed" and _turn_gone(hand, one.seat), told)
    i = hand.to_act
    early = held.of_player(hand, i) if hand.stage == "betting" and i >= 0 else None
    was = table.hand
    if early is None or was is None or was.to_act == i or not held.released(hand, early) or (early.do == "fold" and early.fold_stands):
        return table
    seat = hand.seats[i]
    holds = [one for one in rulings.docket_of(table).rulings if one.kind == KIND and one.seat == seat and one.status in _HOLDS]
    if not holds:
        return table
    table = rulings.lapsed(table, lambda one: one in holds and one.status != "confirmed", told)
    freed = Ruling(0, KIND, early.rules, holds[-1].options, (Remedy("restore_action", (seat,)),), seat=seat, alternatives=())
    return rulings.opened(table, freed, told, house)


def _turn_gone(hand: Hand, seat: int | None) -> bool:
    """Whether the turn is over that a ruling on an early action is about."""
    return hand.stage != "betting" or seat not in hand.seats or held.of_player(hand, hand.seats.index(seat)) is None


def _no_early_act(hand: Hand, seat: int) -> Refused | None:
    """Return why a seat cannot have acted out of turn."""
    i = hand.to_act
    if i < 0 or seat not in hand.seats:
        outcome = betting.act(hand, seat, "fold", None)
        return outcome if isinstance(outcome, Refused) else None
    if hand.seats[i] == seat:
        return Refused("act.in_turn", f"It is seat {seat}'s turn: what he does is entered without `early`.")
    index = hand.seats.index(seat)
    if hand.folded[index] or not hand.stacks[index] or hand.faced_at[index] == hand.current_bet:
        return Refused("act.no_turn", f"No turn of seat {seat} lies ahead in this round: there is nothing he could do early.")
    if held.of_player(hand, index) is not None:
        return Refused("act.early_twice", f"Seat {seat} has acted out of turn already: correct that entry, or wait for his turn.")
    return None


def _words_bind(entry: events.Act, house: House) -> bool:
    """Whether it counts as an action at all: a deed does, words as the house has it."""
    speech = house.options.out_of_turn_speech
    if entry.early not in ("said", "if") or "early.speech" in house.without:
        return True
    return speech == "any_declaration" or (speech == "unconditional_only" and entry.early == "said")


def _rules(entry: events.Act) -> tuple[str, ...]:
    return TALK_RULES if entry.early == "if" else SPOKEN_RULES if entry.early == "said" else ("cooke.10.01.a", "roberts.betting.10")


def _kept(hand: Hand, index: int, deed: Told, entry: events.Act, house: House) -> Early:
    """Return what the hand keeps of it, with the answers of the house."""
    options, without = house.options, house.without
    release: Release = "nothing" if "early.release" in without else options.out_of_turn_release
    fold_stands = options.out_of_turn_fold == "stands" and "early.fold" not in without
    by_rule = options.out_of_turn_force == "always" and release != "never_held"
    stands = deed.do == "fold" and fold_stands
    binding = entry.early == "held" or ((by_rule or stands) and "early.held" not in without)
    return Early(
        index, deed.do or "", deed.to_chips or 0, hand.street, hand.faced_at[index], hand.current_bet, hand.bets, binding, release,
        "none" if "early.penalty" in without else options.out_of_turn_check_penalty,
        fold_stands,
        FOLD_RULES if deed.do == "fold" else (*HELD_RULES, *SPOKEN_RULES) if entry.early in ("said", "if") else HELD_RULES,
    )  # fmt: skip


def _ruling(early: Early, deed: Told, entry: events.Act, house: House) -> Ruling:
    options = house.options
    used: OptionsUsed = (("out_of_turn_force", options.out_of_turn_force), ("out_of_turn_release", options.out_of_turn_release))
    if deed.do == "fold":
        used = (*used, ("out_of_turn_fold", options.out_of_turn_fold))
    elif deed.do in ("check", "call"):
        used = (*used, ("out_of_turn_check_penalty", options.out_of_turn_check_penalty))
    if entry.early != "done":
        used = (*used, ("out_of_turn_speech", options.out_of_turn_speech))
    return Ruling(
        0, KIND, early.rules, used, (Remedy("hold_to_action", (entry.seat,)),),
        seat=entry.seat, amount_chips=deed.amount_chips, to_chips=deed.to_chips,
        who="nobody" if early.binding else "floor",
        status="in_force" if early.binding else "proposed",
        may_until="street_end", alternatives=(FREE,), carried_out=early.binding,
    )  # fmt: skip
