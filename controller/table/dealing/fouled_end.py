"""A hand is void for its deck: what everybody gets is paid, also when the hand is over, and the next one is dealt from the same button."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from controller.events import FloorRule
from controller.game.carried import Carried
from controller.game.hand import Hand
from controller.game.outcome import More, Refused, Told
from controller.rules.house import House
from controller.rules.ruling import Ruling
from controller.table import rulings, seats
from controller.table.dealing import fouled, misdeals, refunds
from controller.table.dealing.refunds import Shares
from controller.table.table import Table, running, said

REASON: Final = "fouled deck"
#: What the floor can say instead about a player who knew, and bet → what becomes of his share.
INSTEAD: Final[Mapping[str, str]] = {
    "all_refunded": "refunded",
    "pot_divided": "divided_among_active",
    "chips_stay": "stays_for_next_deal",
}


def knew(table: Table, seat: int, house: House) -> rulings.Outcome:
    """The floor finds that the player at `seat` knew of the deck, and bet: what the ruling gives back is another.

    Source: cooke.14.12.e, cooke.14.12.f, roberts.irregularities.5.
    """
    hand = table.hand
    ruling = next((one for one in rulings.docket_of(table).rulings if one.kind == "fouled_deck" and one.waits), None)
    if ruling is None or hand is None:
        return Refused("report.no_fouled_deck", "No fouled deck waits for a decision: say first what is wrong with the deck.")
    if "fouled.knew" in house.without:
        return Refused("report.no_rule", "Nothing follows from that here: call the floor.")
    known = misdeals.dealing_of(table)
    mark = f"knew/{seat}"
    if mark in known.ruled:
        return Refused("report.nothing", "Nothing follows from that here: it was told already, or the house has no rule for it.")
    table = misdeals.put(table, replace(known, ruled=(*known.ruled, mark)))
    told: list[Told] = []
    now = fouled.with_shares(ruling, hand, house, guilty_of(table))
    others = tuple([one for one, answer in INSTEAD.items() if answer != house.options.fouled_deck_freeroll])
    return rulings.changed(table, replace(now, alternatives=(misdeals.PLAY_ON, *others)), told), told


def guilty_of(table: Table) -> tuple[int, ...]:
    """Return the seats of players who knew of the deck, and bet, as the floor has found."""
    return tuple([int(mark[5:]) for mark in misdeals.dealing_of(table).ruled if mark.startswith("knew/")])


def confirmed(table: Table, house: House, instead: str = "") -> tuple[Table, Hand | None, list[Told]]:
    """Return the table after the hand was voided for its deck: the chips go where the ruling says, or the floor does `instead`.

    Source: cooke.14.12.d, cooke.14.12.e, cooke.14.12.f, cooke.14.12.g, roberts.irregularities.3a, roberts.irregularities.4.
    """
    hand = table.hand
    if hand is None or "fouled.refund" in house.without:
        return table, hand, []
    share = refunds.shares(hand, house, guilty_of(table), INSTEAD.get(instead, ""))
    outcome = _running(table, hand, share, house) if running(table) is not None else _over(table, hand, share)
    table, told = outcome
    table = replace(table, button_set=fouled.same_button(house))
    left = _left(table, hand, share, house)
    if left is not table.around.carried and table.hand is not None:
        table = said(replace(table, hand=replace(table.hand, setup=replace(table.hand.setup, carried=left))), carried=left)
    table = misdeals.put(table, replace(misdeals.dealing_of(table), stopped=0, moves=()))
    return table, table.hand, told


def may_be_confirmed(table: Table, ruling: Ruling, command: FloorRule) -> Refused | None:
    """Return why an ended hand's chips cannot be given back: somebody has no longer what he won. None when they can."""
    hand = table.hand
    if (command.decision != "confirm" and command.alternative not in INSTEAD) or hand is None or running(table) is not None:
        return None
    for seat, won in zip(hand.seats, hand.payoffs, strict=True):
        held = table.seats[seat - 1]
        if held is None or held.stack_chips < won:
            return Refused("floor_rule.too_late", f"{ruling.id}: seat {seat} no longer has what he won. Settle it by hand, with buy_in.")
    return None


def _running(table: Table, hand: Hand, share: Shares, house: House) -> tuple[Table, list[Told]]:
    outcome = seats.void_hand(table, REASON, house, house.cited(share.rules))
    if isinstance(outcome, Refused):  # it runs: there is none
        return table, []
    table, told = outcome
    paid, put_in = dict(share.paid), refunds.contributed(hand)
    net = tuple([paid.get(seat, 0) - put_in[seat] for seat in hand.seats])
    if not any(net):
        return table, told
    void = _void_told(hand, net, share)
    told = [replace(void, rules=one.rules) if one.kind == "hand_void" else one for one in told]
    return _with_result(table, hand, net), told


def _over(table: Table, hand: Hand, share: Shares) -> tuple[Table, list[Told]]:
    """A hand that was paid out: what was won comes back first."""
    paid, put_in = dict(share.paid), refunds.contributed(hand)
    net = tuple([paid.get(seat, 0) - put_in[seat] for seat in hand.seats])
    return _with_result(table, hand, net), [_void_told(hand, net, share)]


def _with_result(table: Table, hand: Hand, net: tuple[int, ...]) -> Table:
    """Return the table with the hand void, and won or lost so much on it, in place of what the seats have of it."""
    zeros = (0,) * len(hand.seats)
    before = hand.payoffs or zeros
    if hand.stage not in ("ended", "void"):
        before = zeros
    held = list(table.seats)
    for seat, was, now in zip(hand.seats, before, net, strict=True):
        one = held[seat - 1]
        if one is not None and was != now:
            held[seat - 1] = replace(one, stack_chips=one.stack_chips - was + now)
    stacks = tuple([start + won for start, won in zip(hand.start_stacks, net, strict=True)])
    void = replace(
        hand, stage="void", to_act=-1, stacks=stacks, bets=zeros, put_in=zeros, dead_put_in=zeros, current_bet=0, payoffs=net, pots=(),
        owing=(),
    )  # fmt: skip
    return replace(table, hand=void, seats=tuple(held))


def _void_told(hand: Hand, net: tuple[int, ...], share: Shares) -> Told:
    return Told("hand_void", payoffs=tuple(zip(hand.seats, net, strict=True)), more=More(reason=REASON, refunds=share.paid))


def _left(table: Table, hand: Hand, share: Shares, house: House) -> Carried:
    """What stays lies in the pot of the next deal, for those who may be dealt in for it; so does what lay there before.

    Source: roberts.irregularities.5, roberts.irregularities.6.
    """
    before, options = hand.setup.carried if hand.stage == "ended" else table.around.carried, house.options
    if not share.stays_chips:
        return before
    kept = options.carried_pot_entry == "previous_hand_only" and "fouled.carried_entry" not in house.without
    return replace(
        before,
        dead_chips=before.dead_chips + share.stays_chips,
        deals=max(before.deals, 1),
        entitled=hand.seats if kept else (),
    )
