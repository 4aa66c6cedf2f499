"""Wagers above the pot that are found late: until when they are cut, what goes back to whom, and what stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from controller.effects import Tell
from controller.events import Act
from controller.rules.house import House
from controller.rules.ruling import Remedy, Ruling

#: The question that says until when; rulings about overbets name it.
WINDOW: Final = "pot_limit_overbet_window"
CUT_RULES: Final = ("roberts.pl.1", "roberts.pl.2", "cooke.8.02.a", "cooke.8.02.04.a")
STANDS_RULES: Final = ("cooke.8.02.04.a", "roberts.pl.2")
#: Players who may have acted behind it where more than two let it stand.
_TWO: Final = 2


class Behind(NamedTuple):
    """What has happened behind a wager: how many others acted in its round, whether all who could have, and whether it went on."""

    acted: int
    everyone: bool
    dealt: bool
    later: bool


def rulings_in(tells: Sequence[Tell]) -> list[Ruling]:
    """Return the rulings about wagers above the pot among what an entry was told by."""
    found = [tell.more.ruling for tell in tells if tell.kind == "ruling" and tell.more is not None]
    return [ruling for ruling in found if WINDOW in dict(ruling.options)]


def stands(behind: Behind, house: House) -> bool:
    """Whether a wager above the pot is found too late to be cut.

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


def behind(telling: Sequence[Sequence[Tell]], place: int, seats: Sequence[int]) -> Behind:
    """Return what has happened behind the wager that is told at a place of the hand. `seats` are all that were dealt in."""
    bettor = next((tell.seat for tell in telling[place] if tell.kind == "acted"), None)
    out = {tell.seat for tell in _told(telling[:place]) if tell.kind == "acted" and (tell.do == "fold" or tell.all_in)}
    facing = {seat for seat in seats if seat not in out and seat != bettor}
    acted: set[int | None] = set()
    dealt = later = False
    for tell in _told([telling[place][1:], *telling[place + 1 :]]):
        if tell.kind == "board":
            dealt = True
        elif tell.kind == "acted":
            later = later or dealt
            acted |= {tell.seat} - {bettor}
    return Behind(len(acted), facing <= acted, dealt, later)


def excess(whole: Sequence[Sequence[Tell]], cut: Sequence[Sequence[Tell]], place: int) -> tuple[Remedy, ...]:
    """Return what goes back to whom: what was put in since the wager at a place with it whole, less what is put in with it cut."""
    was, now = _put_in(whole[place:]), _put_in(cut[place:])
    back: dict[int, list[int]] = {}
    for seat, chips in was.items():
        if chips > now.get(seat, 0):
            back.setdefault(chips - now.get(seat, 0), []).append(seat)
    return tuple([Remedy("return_excess", tuple(seats), (), chips) for chips, seats in back.items()])


def too_late(ruling: Ruling, house: House) -> Ruling:
    """Return the ruling that the wager of a ruling stands as it lies: found too late."""
    options = ((WINDOW, house.options.pot_limit_overbet_window),)
    return Ruling(
        0, "late_objection", STANDS_RULES, options, (Remedy("play_on"),), seat=ruling.seat, amount_chips=ruling.amount_chips,
        may_until="street_end",
    )  # fmt: skip


def whole(event: Act, acted: Tell | None) -> Act:
    """Return a wager that is to stand: as it was told before, or, with nothing told, as it is entered now."""
    if acted is None:
        return replace(event, as_entered=True)
    return replace(event, do=acted.do, to_chips=acted.to_chips, as_entered=True)


def _told(telling: Sequence[Sequence[Tell]]) -> Iterator[Tell]:
    return (tell for tells in telling for tell in tells)


def _put_in(telling: Sequence[Sequence[Tell]]) -> dict[int, int]:
    """What each seat puts in until the round is over."""
    chips: dict[int, int] = {}
    for tell in _told(telling):
        if tell.kind in ("street_closed", "board"):
            break
        if tell.kind == "acted" and tell.seat is not None:
            chips[tell.seat] = chips.get(tell.seat, 0) + (tell.amount_chips or 0)
    return chips
