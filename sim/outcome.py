"""What became of a replayed hand: the table's account beside the file's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Literal

import msgspec

from controller.effects import Effect, Tell
from controller.game.betting import Legal
from controller.histories.handfile import HandFile, Number, number
from sim.port import Played


class NextAct(msgspec.Struct, frozen=True):
    """Who is to act in an unfinished hand, and what he may do; `actor` null = the dealer's turn.

    Units: the file's. `call` is what he must add, raises are totals for the street.
    """

    actor: str | None = None
    call: Number | None = None
    can_raise: bool = False
    min_raise_to: Number | None = None
    max_raise_to: Number | None = None


class ReplayResult(msgspec.Struct, frozen=True):
    """One line of `smarttable replay --json`. Payoffs and stacks are in the file's order and unit.

    `ok` = no error, and equal to `expected` where the file states a result. `payoffs` is null
    while the hand is unfinished, and `next` null when it is finished. `normalised` = `odd_chip`:
    the file splits a chip that the table gives to one player. Where there are readers, `wrong`
    names each place that a card was accepted in without having been there, and `lost` counts cards
    told gone where they lay (`sim/verdict.py`); one wrong card and the hand is not ok.
    """

    file: str
    hand: str | int | None = None
    variant: str | None = None
    ok: bool = False
    expected: list[Number] | None = None
    payoffs: list[Number] | None = None
    final_stacks: list[Number] | None = None
    normalised: Literal["odd_chip"] | None = None
    assumed: Mapping[str, str | list[str]] = {}
    rulings: list[str] = []
    discrepancies: list[str] = []
    next: NextAct | None = None
    error: str | None = None
    wrong: list[str] = []
    lost: int = 0

    def as_json(self) -> bytes:
        """One line of JSON, without the newline."""
        return msgspec.json.encode(self)


def _counted_otherwise(hand: HandFile, told: Sequence[Effect]) -> str | None:
    """Return which entry of the file the house took for another amount, None when it took each as it stands."""
    for effect in told:
        ruling = effect.more.ruling if isinstance(effect, Tell) and effect.kind == "ruling" and effect.more is not None else None
        if ruling is not None and ruling.kind == "bet_corrected":
            entered, counts = (hand.unscale(chips) for chips in (ruling.amount_chips, ruling.to_chips))
            return f"p{ruling.seat} to {entered} counts as {counts} at this house; the file was played by other rules, or is wrong there"
    return None


def outcome(
    file: str,
    hand: HandFile,
    assumed: Mapping[str, str | list[str]],
    *,
    played: Played | None,
    told: Sequence[Effect],
    error: str | None,
) -> ReplayResult:
    """Hold what the table has come to against what the file states.

    `told` is everything the table did during the hand; `error` is why the replay broke off.
    """
    error = error or _counted_otherwise(hand, told)
    fields: dict[str, Any] = {"file": file, "hand": hand.hand, "variant": hand.variant, "assumed": assumed, "error": error}
    fields["discrepancies"] = [effect.code for effect in told if isinstance(effect, Tell) and effect.kind == "discrepancy"]
    if played is None:
        stated = hand.expected
        return ReplayResult(**fields, expected=None if stated is None else [number(amount) for amount in stated])
    seats = range(1, len(hand.stacks) + 1)
    stacks = [played.stacks[seat] for seat in seats]
    fields["final_stacks"] = [hand.unscale(chips) for chips in stacks]
    payoffs = None if played.payoffs is None else [played.payoffs[seat] for seat in seats]
    if payoffs is None:
        fields["next"] = _next(hand, played.legal)
    else:
        fields["payoffs"] = [hand.unscale(chips) for chips in payoffs]
    expected = _expected(hand, payoffs, told)
    if expected is not None:
        fields["expected"] = [number(amount) for amount in expected]
    if error is None and expected is not None:
        # While a hand runs, the file's finishing stacks are those behind, and so are ours.
        ours = payoffs if payoffs is not None else [end - start for end, start in zip(stacks, hand.stacks, strict=True)]
        _compare(hand, ours, expected, _tied(told) if payoffs is not None else set(), fields)
    return ReplayResult(**{"ok": fields["error"] is None, **fields})


def _compare(hand: HandFile, ours: Sequence[int], expected: Sequence[Decimal], tied: set[int], fields: dict[str, Any]) -> None:
    """Set `ok`, `normalised` and `error` from the differences to the file, in our unit."""
    off = [chips - amount * hand.scale for chips, amount in zip(ours, expected, strict=True)]
    if not any(off):
        return
    fractions = any(amount * hand.scale % 1 for amount in expected)
    if fractions and not sum(off) and all(abs(gap) < 1 for gap in off) and {seat for seat, gap in enumerate(off, 1) if gap} <= tied:
        fields["normalised"] = "odd_chip"
        return
    fields["ok"] = False
    missing = -sum(expected, Decimal(0))
    if missing and fields.get("payoffs") is not None:
        field = "finishing_stacks" if hand.finishing is not None else "winnings"
        fields["error"] = f"{field}: {number(missing)} of the chips in play go to nobody by the file (no rake is taken here); correct it"


def _expected(hand: HandFile, payoffs: Sequence[int] | None, told: Sequence[Effect]) -> list[Decimal] | None:
    """What the file says each player won or lost.

    `winnings` are what was collected from the pots, whatever was put in: what a player put in
    is taken from the table.
    """
    if hand.expected is not None:
        return list(hand.expected)
    if hand.winnings is None or payoffs is None:
        return None
    collected: dict[int, int] = defaultdict(int)
    for effect in told:
        if isinstance(effect, Tell) and effect.kind == "pot_awarded":
            collected[effect.seat or 0] += effect.amount_chips or 0
    return [won + Decimal(payoffs[seat - 1] - collected[seat]) / hand.scale for seat, won in enumerate(hand.winnings, 1)]


def _tied(told: Sequence[Effect]) -> set[int]:
    """Seats that shared a pot with another."""
    shares: dict[int | None, set[int]] = defaultdict(set)
    for effect in told:
        if isinstance(effect, Tell) and effect.kind == "pot_awarded" and effect.seat is not None:
            shares[effect.pot].add(effect.seat)
    return {seat for seats in shares.values() if len(seats) > 1 for seat in seats}


def _next(hand: HandFile, may: Legal | None) -> NextAct:
    if may is None:
        return NextAct()
    return NextAct(
        actor=f"p{may.seat}",
        call=hand.unscale(may.call_chips),
        can_raise=may.can_raise,
        min_raise_to=None if may.min_raise_to is None else hand.unscale(may.min_raise_to),
        max_raise_to=None if may.max_raise_to is None else hand.unscale(may.max_raise_to),
    )
