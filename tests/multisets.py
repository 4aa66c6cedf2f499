"""Every choice of ranks, and cards for it: how hands are counted without dealing them all."""

from __future__ import annotations

from controller.game.cards import Card


def rank_multisets(size: int, ranks: int = 13) -> list[tuple[int, ...]]:
    """Return how many cards of each rank, for every choice of `size` cards."""
    if ranks == 0:
        return [()] if size == 0 else []
    return [(n, *rest) for n in range(min(4, size) + 1) for rest in rank_multisets(size - n, ranks - 1)]


def without_flush(counts: tuple[int, ...]) -> tuple[Card, ...] | None:
    """Return cards with these rank counts of which no five share a suit, None when there are none."""
    held: list[Card] = []
    load = [0, 0, 0, 0]
    for r, count in enumerate(counts):
        for suit in sorted(range(4), key=lambda s: load[s])[:count]:
            load[suit] += 1
            held.append(Card(r * 4 + suit))
    return tuple(held) if max(load) < 5 else None
