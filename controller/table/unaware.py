"""A caller who did not notice a raise and put in the old bet: what he may still do, and whether somebody behind has acted on it."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from controller.game import betting, held
from controller.game.early import Early
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.rules.ruling import Announcement, OptionsUsed, Remedy, Ruling
from controller.table import rulings
from controller.table.early_acts import FREE
from controller.table.table import Table, running

KIND: Final = "unaware_of_raise"
#: What the dealer says at once.
SAID: Final = "raised_before"

CHOICE: Final = "unaware_of_raise_choice"
BEHIND: Final = "unaware_of_raise_acted_behind"
RULES: Final = ("cooke.10.06.e", "roberts.betting.13b", "home.5.unaware", "home.5.unaware_ex")
BEHIND_RULES: Final = ("cooke.10.06.e", "roberts.betting.13b", "roberts.betting.13a")
#: What the last act of a player begins with who raised.
_RAISES: Final = ("raise ", "complete ")


class _Leaves(NamedTuple):
    """What an answer of the house leaves him: the only actions that are open, () = all; and whether a fold costs what he put in."""

    may: tuple[str, ...]
    forfeits: bool = False


#: Answer to either question → what it leaves him.
_ANSWERS: Final[dict[str, _Leaves]] = {
    "any_action": _Leaves(()),
    "fold_or_call": _Leaves(("fold", "call")),
    "must_call": _Leaves(("call",)),
    "forfeit_or_call": _Leaves(("fold", "call"), forfeits=True),
}


def unaware(table: Table, seat: int, amount_chips: int, behind: int, house: House) -> rulings.Outcome:
    """The player at `seat` put in `amount_chips` for a call that a raise made more: the dealer says so, and what he may do holds at once.

    `behind` is a seat that has acted behind him since, 0 = nobody has. Chips and turn stay as they are. Where his call was entered and
    somebody acted behind him it stands, but the floor hears what the house says: to have it otherwise it corrects the entries.
    With no amount it is what the floor let be instead, as the hand's log keeps it.
    Units: chips, what he put in for the call and not his total for the street.
    Source: cooke.10.06.e, roberts.betting.13a, roberts.betting.13b, home.5.unaware, home.5.unaware_ex.
    """
    hand = running(table)
    if hand is not None and not amount_chips and is_held(hand, seat):
        return replace(table, hand=freed(hand, seat)), []
    owes = _call_of(hand, seat)
    if hand is None or not 0 < amount_chips < owes or behind == seat or (behind and behind not in hand.seats):
        return Refused("request.no_raise_missed", f"Seat {seat} has no call of more than {amount_chips} behind a raise: look at the state.")
    if "call.unaware" in house.without:
        return Refused("request.no_ruling", "A raise that was not noticed is nothing that is ruled here.")
    entered = hand.seats[hand.to_act] != seat
    if entered and not behind:
        return Refused("request.call_entered", f"The call of seat {seat} is entered: take it back with `correct`, then tell it again.")
    acted = behind > 0 and "call.unaware_behind" not in house.without
    answer, used = _answer(house, acted)
    told: list[Told] = []
    table = rulings.announced(table, Announcement(0, SAID, seat, owes, RULES), told, house)
    if not entered:
        hand = _held(hand, answer, amount_chips, acted)
    ruling = Ruling(
        0,
        KIND,
        BEHIND_RULES if acted else RULES,
        used,
        _remedies(answer, seat, amount_chips, hand.current_bet),
        seat=seat,
        amount_chips=amount_chips,
        to_chips=owes,
        who="floor" if entered else "nobody",
        status="proposed" if entered else "in_force",
        may_until="street_end",
        alternatives=() if entered or not _ANSWERS[answer].may else (FREE,),
    )
    return rulings.opened(replace(table, hand=hand), ruling, told, house), told


def freed(hand: Hand, seat: int) -> Hand:
    """Return the hand in which the player at `seat` may act as if he had noticed the raise."""
    return replace(hand, early=tuple([one for one in hand.early if not one.only or hand.seats[one.index] != seat]))


def is_held(hand: Hand | None, seat: int | None) -> bool:
    """Whether the player at `seat` is to act and may not do everything, for he did not notice a raise."""
    if hand is None or hand.to_act < 0 or hand.seats[hand.to_act] != seat:
        return False
    early = held.of_player(hand, hand.to_act)
    return early is not None and early.only != ()


def _call_of(hand: Hand | None, seat: int) -> int:
    """Return what a player has to call behind a raise, or what he called if that is entered; 0 = nothing of the kind.

    Units: chips.
    """
    if hand is None or hand.stage != "betting" or seat not in hand.seats:
        return 0
    i, raiser = hand.seats.index(seat), hand.aggressor
    if raiser in (-1, i) or hand.to_act < 0 or not hand.last_acts[raiser].startswith(_RAISES) or hand.folded[i]:
        return 0
    if hand.to_act == i:
        may = betting.legal(hand)
        return 0 if may is None else may.call_chips
    did, _, chips = hand.last_acts[i].partition(" ")
    return int(chips) if did == "call" and hand.faced_at[i] == hand.current_bet else 0


def _answer(house: House, acted: bool) -> tuple[str, OptionsUsed]:
    """Return what the house lets him do: what it says of a short call that was acted on is asked first."""
    choice, late = house.options.unaware_of_raise_choice, house.options.unaware_of_raise_acted_behind
    if not acted:
        return choice, ((CHOICE, choice),)
    return (late, ((BEHIND, late),)) if late != "take_back" else (choice, ((CHOICE, choice), (BEHIND, late)))


def _held(hand: Hand, answer: str, amount_chips: int, acted: bool) -> Hand:
    """Return the hand that knows what is left to the player to act."""
    i, leaves = hand.to_act, _ANSWERS[answer]
    hand = freed(hand, hand.seats[i])
    if not leaves.may:
        return hand
    early = Early(
        i, "call", hand.bets[i] + amount_chips, hand.street, hand.faced_at[i], hand.current_bet, hand.bets, True, "nothing", "none", False,
        BEHIND_RULES if acted else RULES, leaves.may, amount_chips if leaves.forfeits else 0,
    )  # fmt: skip
    return replace(hand, early=(early, *hand.early))


def _remedies(answer: str, seat: int, amount_chips: int, to_chips: int) -> tuple[Remedy, ...]:
    if answer == "must_call":
        return (Remedy("complete_bet", (seat,), (), None, to_chips),)
    if answer == "forfeit_or_call":
        return (Remedy("forfeit_or_call", (seat,), (), amount_chips),)
    back = Remedy("return_excess", (seat,), (), amount_chips)
    return (back, Remedy("restore_action" if answer == "any_action" else "fold_or_call", (seat,)))
