"""Wagers of a wrong amount that are found late: until when they are set right, who gives or gets what, and what stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from controller.effects import Tell
from controller.events import Act
from controller.rules.house import House
from controller.rules.ruling import Remedy, Ruling

#: The questions that say until when: rulings about such wagers name them.
OVERBET: Final = "pot_limit_overbet_window"
WRONG_LIMIT: Final = "wrong_limit_bet_correction"
OVERBET_RULES: Final = ("roberts.pl.1", "roberts.pl.2", "cooke.8.02.a", "cooke.8.02.04.a")
WRONG_LIMIT_RULES: Final = ("cooke.9.14.a", "roberts.betting.16a", "roberts.betting.16c")
#: Players who may have acted behind it where more than two let it stand.
_TWO: Final = 2


class Behind(NamedTuple):
    """What has happened behind a wager: how many others acted, whether all who could have, and how far the hand went on.

    `over` = its round is over, `dealt` = the next card lies there, `later` = somebody has acted in a later round.
    """

    acted: int = 0
    everyone: bool = False
    over: bool = False
    dealt: bool = False
    later: bool = False


def rulings_in(tells: Sequence[Tell]) -> list[Ruling]:
    """Return the rulings about such wagers among what an entry was told by."""
    found = [tell.more.ruling for tell in tells if tell.kind == "ruling" and tell.more is not None]
    return [ruling for ruling in found if window_of(ruling)]


def window_of(ruling: Ruling) -> str:
    """Return the question that says until when the wager of a ruling is set right; "" when it is about no such wager."""
    return next((name for name, _ in ruling.options if name in _STANDS), "")


def stands(window: str, behind: Behind, house: House) -> bool:
    """Whether a wager is found too late to be set right."""
    return _STANDS[window](behind, house)


def _overbet_stands(behind: Behind, house: House) -> bool:
    """Whether a wager above the pot stays.

    "More than two players" and "all players" are those who acted on it. Once somebody has acted in a later round nothing is cut.
    Source: cooke.8.02.04.a, roberts.pl.2.
    """
    if "pot.overbet_window" in house.without:
        return False
    options = house.options
    if behind.later:
        return True
    if options.pot_limit_overbet_window == "over_two_acted":
        return behind.acted > _TWO
    if options.pot_limit_overbet_window == "all_acted":
        return behind.everyone
    dealer_acted = options.dealer_action_counts and behind.dealt and behind.acted > 0
    return behind.acted >= options.substantial_action_players or dealer_acted


#: Question → whether it is too late.
_STANDS: Final[Mapping[str, Callable[[Behind, House], bool]]] = {
    OVERBET: _overbet_stands,
    WRONG_LIMIT: lambda behind, house: behind.over,  # cooke.9.14.a, roberts.betting.16a
}
#: Question → the rules that say so.
_TOO_LATE_RULES: Final[Mapping[str, tuple[str, ...]]] = {
    OVERBET: ("cooke.8.02.04.a", "roberts.pl.2"),
    WRONG_LIMIT: WRONG_LIMIT_RULES[:2],
}


def behind(telling: Sequence[Sequence[Tell]], place: int, seats: Sequence[int]) -> Behind:
    """Return what has happened behind the wager that is told at a place of the hand. `seats` are all that were dealt in."""
    bettor = next((tell.seat for tell in telling[place] if tell.kind == "acted"), None)
    out = {tell.seat for tell in _told(telling[:place]) if tell.kind == "acted" and (tell.do == "fold" or tell.all_in)}
    facing = {seat for seat in seats if seat not in out and seat != bettor}
    acted: set[int | None] = set()
    over = dealt = later = False
    for tell in _told([telling[place][1:], *telling[place + 1 :]]):
        if tell.kind == "board":
            dealt = True
        elif tell.kind in ("street_closed", "hand_ended"):
            over = True
        elif tell.kind == "acted":
            later = later or dealt
            acted |= {tell.seat} - {bettor}
    return Behind(len(acted), facing <= acted, over, dealt, later)


def settled(whole: Sequence[Sequence[Tell]], right: Sequence[Sequence[Tell]], place: int) -> tuple[Remedy, ...]:
    """Return what each has to do whose bet is another with the wager at a place set right than with it whole: take back, or add."""
    was, now = _bets(whole[place:]), _bets(right[place:])
    changed = [(seat, was.get(seat, to_chips) - to_chips, to_chips) for seat, to_chips in now.items()]
    return tuple(
        [
            Remedy("return_excess", (seat,), (), over) if over > 0 else Remedy("complete_bet", (seat,), (), None, to_chips)
            for seat, over, to_chips in changed
            if over
        ]
    )


def too_late_rules(window: str) -> tuple[str, ...]:
    """Return the rules by which it stands."""
    return _TOO_LATE_RULES[window]


def too_late(ruling: Ruling) -> Ruling:
    """Return the ruling that the wager of a ruling stands as it lies: found too late."""
    return Ruling(
        0, "late_objection", _TOO_LATE_RULES[window_of(ruling)], ruling.options, (Remedy("play_on"),),
        seat=ruling.seat, amount_chips=ruling.amount_chips, may_until="street_end",
    )  # fmt: skip


def whole(event: Act, acted: Tell | None) -> Act:
    """Return a wager that is to stand: as it was told before, or, with nothing told, as it is entered now."""
    if acted is None:
        return replace(event, as_entered=True)
    return replace(event, do=acted.do, to_chips=acted.to_chips, as_entered=True)


def _told(telling: Sequence[Sequence[Tell]]) -> Iterator[Tell]:
    return (tell for tells in telling for tell in tells)


def _bets(telling: Sequence[Sequence[Tell]]) -> dict[int, int]:
    """What lies before each seat that acts, until the round is over."""
    bets: dict[int, int] = {}
    for tell in _told(telling):
        if tell.kind in ("street_closed", "board"):
            break
        if tell.kind == "acted" and tell.seat is not None and tell.to_chips is not None:
            bets[tell.seat] = tell.to_chips
    return bets
