"""Who gets how much when a hand does not count because its deck was fouled: plain arithmetic, to the chip."""

from __future__ import annotations

from typing import Final, NamedTuple

from controller.game.hand import Hand
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed

REFUND_RULES: Final = ("cooke.14.12.d", "roberts.irregularities.3a", "roberts.irregularities.4")
KNEW_RULES: Final = ("cooke.14.12.e", "roberts.irregularities.5")
KNEW_ALONE_RULES: Final = ("cooke.14.12.f",)


class Shares(NamedTuple):
    """What becomes of the chips of a hand: who is paid what, as (seat, chips), and what stays in the pot for the next deal. Units: chips.

    `rules` and `options` are why; `divided` = nobody gets his own back, the pot is divided.
    Invariants: what is paid and what stays is what was put in.
    """

    paid: tuple[tuple[int, int], ...]
    stays_chips: int
    rules: tuple[str, ...]
    options: OptionsUsed
    divided: bool = False


def contributed(hand: Hand) -> dict[int, int]:
    """Return what each seat has put into the pot, a bet that nobody called included: it was made to win the pot. Units: chips."""
    put_in = dict(zip(hand.seats, hand.put_in, strict=True))
    left = [i for i, out in enumerate(hand.folded) if not out]
    if hand.stage == "ended" and len(left) == 1:
        put_in[hand.seats[left[0]]] += _uncalled(hand, left[0])
    return put_in


def shares(hand: Hand, house: House, guilty: tuple[int, ...] = (), freeroll: str = "") -> Shares:
    """Return what becomes of a hand's chips; `guilty` are the seats of players who knew, and bet. `freeroll` "" = as the house has it.

    Source: cooke.14.12.d, cooke.14.12.e, cooke.14.12.f, roberts.irregularities.3a, roberts.irregularities.4, roberts.irregularities.5.
    """
    put_in = contributed(hand)
    options, without = house.options, house.without
    answer = freeroll or options.fouled_deck_freeroll
    knew = tuple([seat for seat in guilty if seat in put_in]) if "fouled.knew" not in without else ()
    if knew and answer == "divided_among_active":
        return _divided(hand, put_in, knew, house)
    stays = set(knew) if answer == "stays_for_next_deal" else set()
    if options.fouled_refund_scope == "live_players":
        stays |= {seat for seat, out in zip(hand.seats, hand.folded, strict=True) if out}
    paid = tuple([(seat, chips) for seat, chips in sorted(put_in.items()) if chips and seat not in stays])
    asked: OptionsUsed = (("fouled_refund_scope", options.fouled_refund_scope),)
    if knew:
        asked = (*asked, ("fouled_deck_freeroll", answer))
    return Shares(paid, sum(put_in.values()) - sum([chips for _, chips in paid]), (*REFUND_RULES, *(KNEW_RULES if knew else ())), asked)


def _divided(hand: Hand, put_in: dict[int, int], knew: tuple[int, ...], house: House) -> Shares:
    """The players who are still in have the pot in equal shares; when nobody else is, everybody who put chips in.

    Source: cooke.14.12.e, cooke.14.12.f.
    """
    rules: tuple[str, ...] = KNEW_RULES
    among = [seat for seat, out in zip(hand.seats, hand.folded, strict=True) if not out and seat not in knew]
    if not among and "fouled.knew_alone" not in house.without:
        rules = (*KNEW_RULES, *KNEW_ALONE_RULES)
        among = [seat for seat in hand.seats if put_in[seat] and seat not in knew]
    chips, asked = sum(put_in.values()), (("fouled_deck_freeroll", "divided_among_active"),)
    if not among:
        return Shares((), chips, rules, asked, divided=True)
    unit = hand.stakes.unit or 1
    each, odd = divmod(chips // unit, len(among))
    paid = [each * unit + (unit if place < odd else 0) for place in range(len(among))]  # in deal order: first left of the button
    paid[0] += chips % unit
    return Shares(tuple(sorted([one for one in zip(among, paid, strict=True) if one[1]])), 0, rules, asked, divided=True)


def _uncalled(hand: Hand, i: int) -> int:
    """Return what went back to the last player left of a bet that nobody called; of a raise on a later street it is not known."""
    act, _, total = hand.last_acts[i].partition(" ")
    if act not in ("bet", "raise") or not total.isdigit():
        return 0
    called = hand.put_in[i] - hand.dead_put_in[i] if hand.street <= 0 else 0
    return max(0, int(total) - called) if act == "bet" or hand.street <= 0 else 0
