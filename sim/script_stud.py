"""A recorded hand of a game with up-cards as cards moved and words said: what `sim.script` does for the others.

Unknown cards: whose up-card the file leaves out on the first street gets one that leaves the bring-in with whom the file names; all else
is filled in as everywhere, lowest unused card first. Hands that are tabled before the last card is dealt are tabled when it is there: the
file tells them twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from controller.events import ActDo
from controller.game.cards import ALL_CARDS, Card
from controller.game.variants import VARIANTS, Variant
from controller.game.zones import BURN, HOLE, MUCK, STUB, UP, Zone
from controller.histories.handfile import Action, HandFile
from sim.steps import Move, Say, Step


def first_deal(hand: HandFile, holes: Sequence[Sequence[Card]]) -> list[Step]:
    """Return the cards of the first street, round after round."""
    first = VARIANTS[hand.game].hole_by_street[0]
    return [_deal(hand, seat, n, hole[n]) for n in range(first) for seat, hole in enumerate(holes, 1)]


def fill(hand: HandFile) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Return every player's cards and the burns, with every unknown card filled in."""
    row = VARIANTS[hand.game]
    named = {card for hole in hand.holes for card in hole}
    unused = [card for card in row.cards if card not in named]
    by_high = row.halves[0].name == "low"  # the highest card brings it in: the lowest ones are safe
    opener = next((one.player for one in hand.actions if one.kind == "bring_in"), 0)
    holes = [list(hole) for hole in hand.holes]
    at = row.hole_by_street[0] - 1
    for player, hole in enumerate(holes, 1):
        if hole[at] is None:
            hole[at] = unused.pop(0 if by_high != (player == opener) else -1)
    filled = tuple([tuple([unused.pop(0) if card is None else card for card in hole]) for hole in holes])
    burns = tuple([unused.pop(0) for _ in range(_later_streets(hand))])
    return filled, burns


def play(hand: HandFile, holes: Sequence[Sequence[Card]], burns: Sequence[Card]) -> Iterator[Step]:
    """Yield what the file's actions amount to, after the first street's cards."""
    row, stakes = VARIANTS[hand.game], hand.stakes
    held = [0] + [row.hole_by_street[0]] * len(holes)
    left = [0, *[stack - min(stakes.ante, stack) for stack in hand.stacks]]
    bets, highest, opened, street, dealing = [0] * len(held), 0, False, 0, False
    out: set[int] = set()
    for n, action in enumerate(hand.actions):
        kind, seat = action.kind, action.player
        if kind == "deal":
            if not dealing:
                yield Move(burns[street], STUB, BURN, "down")
                left = [stack - bet for stack, bet in zip(left, bets, strict=True)]
                dealing, bets, highest, street = True, [0] * len(held), 0, street + 1
            for _ in action.cards:
                yield _deal(hand, seat, held[seat], holes[seat - 1][held[seat]])
                held[seat] += 1
            continue
        if kind in ("show", "muck") and any(one.kind == "deal" for one in hand.actions[n:]):
            continue
        dealing = False
        if kind == "fold":
            out.add(seat)
            yield Say("act", seat, "fold")
            yield from give_up(hand, seat, holes[seat - 1][: held[seat]])
        elif kind == "bring_in":
            yield Say("act", seat, "bring_in")
            bets[seat], highest = min(stakes.bring_in, left[seat]), stakes.bring_in
        elif kind == "check_call":
            yield Say("act", seat, "call" if bets[seat] < highest else "check")
            bets[seat] = min(highest, left[seat])
        elif kind == "bet_raise":
            do: ActDo = "raise" if highest and (street or opened) else "bet" if street else "complete"
            others = [left[other] for other in range(1, len(held)) if other not in (seat, *out)]
            size = stakes.big_bet_chips if row.streets[street].big else stakes.small_bet_chips
            # to what the last opponent has and no more is a raise whose rest comes back: the only size there is
            short = action.to_chips < min(highest + size, left[seat]) and action.to_chips == max(others)
            yield Say("act", seat, do, None if short else action.to_chips)
            bets[seat] = highest = action.to_chips
            opened = True
        else:
            yield Say(kind, seat)
            if kind == "muck":
                yield from give_up(hand, seat, holes[seat - 1][: held[seat]])


def give_up(hand: HandFile, seat: int, cards: Sequence[Card]) -> Iterator[Move]:
    """Yield a player's cards on their way to the muck, each from where it lies."""
    for n, card in enumerate(cards):
        yield Move(card, _zone(VARIANTS[hand.game], seat, n), MUCK, "down")


def _deal(hand: HandFile, seat: int, n: int, card: Card) -> Move:
    zone = _zone(VARIANTS[hand.game], seat, n)
    return _TO_HOLE[card][seat] if zone == HOLE[seat] else _TO_SIGHT[card][seat]


def _zone(row: Variant, seat: int, n: int) -> Zone:
    """Where card n of a player lies: a street's down-cards come before its up-cards."""
    street = next(s for s, held in enumerate(row.hole_by_street) if held > n)
    before = row.hole_by_street[street - 1] if street else 0
    return HOLE[seat] if n - before < row.streets[street].down else UP[seat]


def _later_streets(hand: HandFile) -> int:
    """How many streets the file deals after the first."""
    actions: Sequence[Action] = hand.actions
    return sum(one.kind == "deal" and (n == 0 or actions[n - 1].kind != "deal") for n, one in enumerate(actions))


_TO_HOLE: Final = tuple(tuple(Move(card, STUB, zone, "down") for zone in HOLE) for card in ALL_CARDS)
_TO_SIGHT: Final = tuple(tuple(Move(card, STUB, zone, "up") for zone in UP) for card in ALL_CARDS)
