"""A finished hand of our own as a recorded hand. Pure.

What comes out names every hole card that was read, folded ones too: it is for whoever keeps the table, never for a feed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final, Protocol

from msgspec.structs import replace

from controller.game.cards import Card
from controller.game.chips import Stakes
from controller.game.hand import Hand
from controller.game.variants import VARIANTS
from controller.histories.codes import CODES
from controller.histories.handfile import Action, HandFile, Kind
from controller.histories.record_draws import drew, first_cards, replacements

#: What a player did → what the file calls it.
_ACTS: Final[dict[str, Kind]] = {
    "fold": "fold", "check": "check_call", "call": "check_call", "bet": "bet_raise", "raise": "bet_raise", "complete": "bet_raise",
    "bring_in": "bring_in",
}  # fmt: skip

#: What is told once everybody has his new cards.
_AFTER_DRAW: Final = frozenset({"acted", "shown", "mucked"})

#: A game and its limit → its code.
_CODES: Final[Mapping[tuple[str, str], str]] = {(played.game, played.limit): code for code, played in CODES.items()}


class Retold(Protocol):
    """What a correction tells anew, and how many cards were changed."""

    @property
    def retold(self) -> tuple[Any, ...]: ...
    @property
    def number(self) -> int | None: ...


class Happened(Protocol):
    """One thing that was told of the hand; what a `Tell` says."""

    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def do(self) -> str | None: ...
    @property
    def to_chips(self) -> int | None: ...
    @property
    def cards(self) -> tuple[Card, ...]: ...
    @property
    def more(self) -> Retold | None: ...


def recorded(hand: Hand, told: Iterable[Happened], names: Sequence[str] = (), *, scale: int = 1) -> HandFile:
    """Return what happened in a hand that was paid out. `told` is what was told of this hand, in order;
    where it was corrected, the last correction counts and what came after it.

    Shape: players in deal order, as `hand.seats`; `names` alike, or none. Units: `scale` of our chips are one of the file's.
    Invariants: every chip that was bet is in `finishing` again.
    Raises: ValueError for a hand that was not paid out: it has no history yet.
    """
    if hand.stage != "ended":
        raise ValueError(f"hand {hand.number} is not paid out (now: {hand.stage}): it has no result to record")
    variant = _CODES.get((hand.variant, hand.stakes.limit))
    if variant is None:
        raise ValueError(f"hand {hand.number} was {hand.variant} by {hand.stakes.limit}: the file has no word for that")
    if hand.boards.further:
        raise ValueError(f"hand {hand.number} was run {hand.boards.runs} times: the file has no word for that")
    happened = _as_corrected(told)
    firsts = tuple([first_cards(hand, i) for i in range(len(hand.seats))]) if hand.drawing.counts else hand.holes
    holes = padded(hand, firsts)
    ends = [start + won for start, won in zip(hand.start_stacks, hand.payoffs, strict=True)]
    return HandFile(
        variant=variant,
        hand=hand.number,
        names=tuple(names) or ("",) * len(hand.seats),
        stakes=_spelt_out(hand.stakes, hand.setup.sight.part),
        stacks=hand.start_stacks,
        holes=tuple(holes),
        board=hand.board,
        actions=tuple(_actions(hand, happened)),
        scale=scale,
        finishing=tuple(Decimal(end) / scale for end in ends),
        winnings=None,
        straddles=_straddles(hand, happened),
        dead_small=hand.setup.dead_small,
    )


def padded(hand: Hand, holes: Sequence[tuple[Card, ...]]) -> list[tuple[Card | None, ...]]:
    """Return these cards with None for each more that the player was dealt.

    Where cards come street by street, as many as were read of him, and no fewer than everybody was dealt at first.
    """
    variant = VARIANTS[hand.variant]
    if not variant.up_cards:
        return [(*held, *[None] * (variant.hole_cards - len(held))) for held in holes]
    counts = [max(hand.dealt_to.count(i), variant.hole_by_street[0]) for i in range(len(hand.seats))]
    return [(*held, *[None] * (count - len(held))) for held, count in zip(holes, counts, strict=True)]


def _spelt_out(stakes: Stakes, part: int) -> Stakes:
    """The same stakes in the file's words: it has none for a smallest bet "as the big blind", nor for who would pay no ante."""
    bets = {"small_bet": stakes.small_bet_chips, "big_bet": stakes.big_bet_chips} if stakes.limit == "fixed_limit" else {}
    if VARIANTS[stakes.game or "holdem"].forced == "bring_in":
        bets["bring_in"] = stakes.bring_in or max(stakes.small_bet_chips // part, 1)
    return replace(stakes, game="", min_bet=stakes.min_bet_chips, ante_from=stakes.ante_from if stakes.ante else "all", unit=1, **bets)


def _as_corrected(told: Iterable[Happened]) -> list[Happened]:
    """A correction tells the whole hand anew."""
    now: list[Happened] = []
    for one in told:
        if one.kind == "correction" and one.more is not None:
            now = list(one.more.retold)
        else:
            now.append(one)
    return now


def _straddles(hand: Hand, told: Iterable[Happened]) -> tuple[int, ...]:
    """What each player raised blind, his total before the flop; () where nobody did."""
    raised = {one.seat: one.to_chips or 0 for one in told if one.kind == "posted" and one.do == "straddle"}
    return tuple([raised.get(seat, 0) for seat in hand.seats]) if raised else ()


def _actions(hand: Hand, told: Iterable[Happened]) -> list[Action]:
    """Board cards are told one by one, and go into the file street by street."""
    actions: list[Action] = []
    street: list[Card] = []
    variant = VARIANTS[hand.variant]
    later, held = variant.up_cards > 0, [0] * (len(hand.seats) + 1)
    whole = VARIANTS[hand.variant].board_by_street
    seen = 0
    draws: list[Action] = []
    into = 1
    for one in told:
        player = hand.seats.index(one.seat) + 1 if one.seat in hand.seats else 0
        if draws and one.kind in _AFTER_DRAW:
            actions += replacements(hand, draws, into)
            draws.clear()
            into += 1
        if one.kind == "board":
            street += one.cards
            seen += len(one.cards)
            if seen in whole:
                actions.append(Action("board", 0, tuple(street)))
                street.clear()
        elif one.kind == "drew":
            said = drew(hand, player - 1, into, (one.more and one.more.number) or 0)
            if draws and draws[-1].player == player:  # he thought better of the number
                draws.pop()
                actions.pop()
            draws.append(said)
            actions.append(said)
        elif later and one.kind == "card_dealt" and player:
            held[player] += 1
            if held[player] > variant.hole_by_street[0]:
                actions.append(Action("deal", player, hand.hole_of(player - 1)[held[player] - 1 : held[player]]))
        elif one.kind == "acted" and one.do in _ACTS:
            kind = _ACTS[one.do]
            actions.append(Action(kind, player, (), (one.to_chips or 0) if kind == "bet_raise" else 0))
        elif one.kind == "shown":
            shown = hand.shown[player - 1]  # not what was told: the cards may have been hidden then
            if later:  # tabled before the last cards came, and again with them
                actions = [did for did in actions if (did.kind, did.player) != ("show", player)]
            actions.append(Action("show", player, one.cards if shown is None else shown))
        elif one.kind == "mucked":
            actions.append(Action("muck", player))
    return actions
