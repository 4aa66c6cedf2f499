"""Which tags answer one inventory of one antenna.

A card answers its own antenna unless it is missed; it may answer the antenna of a neighbouring
zone; in a pile only the cards near the top answer at all.

Secrecy: a hand played with other hidden cards must look the same from outside, so nothing here
asks which card lies where. Every tag that could answer costs one draw, in the order in which
the tags lie (own zone first, then the neighbours as the layout names them); the same draw decides whether
it answers and its turn among the answers. Answers therefore come in a random order that depends
neither on tag ids (as the slots of real tags do) nor on the order of dealing.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from operator import itemgetter
from typing import Final

from controller.game.zones import BURN, FURTHER_ZONES, MUCK, SHUFFLER, SIGHT_ZONES, STUB, Zone
from sim.faults import Faults
from sim.layout import STANDARD_LAYOUT, neighbours
from sim.world import World

#: Zones where cards lie on each other; elsewhere they lie side by side.
PILES: Final = frozenset({STUB, MUCK, BURN, SHUFFLER})

#: Probability to answer by depth in a pile, top card first: two good, a third doubtful, none below.
READ_BY_DEPTH: Final = (1.0, 0.97, 0.5)

#: How often a tag with a bad contact answers.
FLICKER_SHARE: Final = 0.5

#: Bits of an id that flip when it is mangled. Units: bits, as (fewest, most).
FLIPPED_BITS: Final = (1, 3)

_first = itemgetter(0)


class _Spot:
    """One antenna: what could answer it and the stream its luck is drawn from."""

    __slots__ = ("draw", "field", "mangler", "neighbours", "revision", "zone")

    def __init__(self, zone: Zone, name: str, near: tuple[Zone, ...]) -> None:
        self.zone = zone
        self.neighbours = near
        self.draw = random.Random(name).random  # noqa: S311 # a repeatable table is the point
        self.mangler = random.Random(f"{name}:mangle")  # noqa: S311 # a stream of its own: what is heard does not depend on it
        self.revision = -1
        self.field: tuple[tuple[bytes, float], ...] = ()


class Antennas:
    """Every antenna of a table, each with its own stream of luck drawn from `seed`.

    Invariants: the same seed, moves and order of questions to an antenna give the same answers,
    whatever is asked of the others.
    """

    def __init__(
        self,
        world: World,
        layout: Mapping[tuple[str, int], Zone] = STANDARD_LAYOUT,
        seed: int = 1,
        faults: Faults = Faults(),  # noqa: B008 # frozen
    ) -> None:
        self._world = world
        self._faults = faults
        self._deaf_until_s: dict[tuple[str, int], float] = {}
        sighted, boards = (not zones.isdisjoint(layout.values()) for zones in (SIGHT_ZONES, FURTHER_ZONES))
        self._spots = {
            (part, antenna): _Spot(zone, f"{seed}:{part}:{antenna}", neighbours(zone, with_sight=sighted, with_boards=boards))
            for (part, antenna), zone in layout.items()
        }
        self._worth = _bad_tags(world, faults, seed)

    def answer(self, part: str, antenna: int, now_s: float) -> tuple[bytes, ...]:
        """Return the tags that answer one inventory; none at an output without antenna.

        Time: `now_s` is table time in seconds, when the field comes on.
        """
        spot = self._spots.get((part, antenna))
        if spot is None:
            return ()
        if spot.revision != self._world.revision:
            self._look(spot)
        if not spot.field:
            return ()
        draw = spot.draw
        heard = [(luck, tag) for tag, probability in spot.field if (luck := draw()) < probability]
        if self._deaf_until_s and now_s < self._deaf_until_s.get((part, antenna), 0.0):
            return ()
        heard.sort(key=_first)
        if self._faults.mangle:
            return tuple([_mangled(tag, spot.mangler) if spot.mangler.random() < self._faults.mangle else tag for _, tag in heard])
        return tuple([tag for _, tag in heard])

    def in_field(self, part: str, antenna: int) -> frozenset[bytes]:
        """Return every tag that could answer this antenna now, by whatever luck."""
        spot = self._spots.get((part, antenna))
        if spot is None:
            return frozenset()
        if spot.revision != self._world.revision:
            self._look(spot)
        return frozenset(tag for tag, _ in spot.field)

    def deafen(self, part: str, antenna: int, until_s: float = math.inf) -> None:
        """Nothing answers this antenna until a table time: it is torn off, or covered with metal."""
        self._deaf_until_s[part, antenna] = until_s

    def weaken(self, tag: bytes, share: float = 0.0) -> None:
        """From now on a tag answers only this share of what it would: 0 = it is dead, 1 = it is whole again."""
        self._worth[tag] = share
        for spot in self._spots.values():
            spot.revision = -1

    def _look(self, spot: _Spot) -> None:
        spot.revision = self._world.revision
        hit, cross = 1.0 - self._faults.miss, self._faults.cross
        field = [(tag, seen * hit) for tag, seen in self._readable(spot.zone)]
        if cross:
            field += [(tag, seen * cross) for zone in spot.neighbours for tag, seen in self._readable(zone)]
        spot.field = tuple(field)

    def _readable(self, zone: Zone) -> list[tuple[bytes, float]]:
        """Return (tag, probability to answer an antenna right under it), top card first."""
        tags, worth = self._world.tags_in(zone), self._worth
        seen = list(zip(reversed(tags), READ_BY_DEPTH, strict=False)) if zone in PILES else [(tag, 1.0) for tag in tags]
        return [(tag, share * worth.get(tag, 1.0)) for tag, share in seen] if worth else seen


def _bad_tags(world: World, faults: Faults, seed: int) -> dict[bytes, float]:
    """Return the tags of the deck that are dead or flicker, with the share of inventories they answer."""
    if not (faults.dead or faults.flicker):
        return {}
    draw = random.Random(f"{seed}:bad tags").random  # noqa: S311 # a repeatable table is the point
    bad: dict[bytes, float] = {}
    for physical in world.deck:
        luck = draw()
        if luck < faults.dead:
            bad[physical.tag] = 0.0
        elif luck < faults.dead + faults.flicker:
            bad[physical.tag] = FLICKER_SHARE
    return bad


def _mangled(tag: bytes, draw: random.Random) -> bytes:
    """Return the id with a few of its bits flipped."""
    flips = sum(1 << bit for bit in draw.sample(range(8 * len(tag)), draw.randint(*FLIPPED_BITS)))
    return (int.from_bytes(tag, "big") ^ flips).to_bytes(len(tag), "big")
