"""Pictures → faces: which card shows what it ought not to show, decided by looks that agree.

A face counts when so many looks were sure of it and none between them was sure of something else there instead. A look that makes
nothing out, for glare or a hand above it, says nothing either way; a face is gone only after some looks in a row without it, so that one
that flickers is told once. What shows while a card is on its way belongs to its move: sensing of cards asks for it when the card is
accepted, and the Fact says that it came face up. What shows of a card that lies there already is a Fact of its own, once for as long as
it shows. Where two regions show one card, the one counts where its antenna has it; where no antenna has it, it is on its way.
A face that stays where the card of that name is not, while that is read elsewhere, is a Fact, too: there are two of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final, NamedTuple, get_args

from controller.events import CardSeen, Evidence, Shows
from controller.game.cards import Card, parse_card
from controller.game.zones import BURN, HOLE_SEAT, PARTLY_SEEN, Zone
from drivers.base import CardFace, RegionRead

#: So many looks have to agree, each as sure as that.
LOOKS: Final = 2
SURE_PERMILLE: Final = 900
#: A face is gone when so many looks in a row were without it.
GONE_LOOKS: Final = 3
#: More is not made of one look: no region holds more cards.
MOST_FACES: Final = 60
#: What showed so long ago has nothing to do with what is seen, or comes to lie somewhere, now.
STALE_NS: Final = 10_000_000_000
#: A face that shows for so long while the card of that name is read elsewhere is another card: one that had moved would be gone from there.
TWIN_NS: Final = 6_000_000_000
_NEVER_NS: Final = 0
_WHOLE_PERMILLE: Final = 1000
#: Where a card that is not read may still lie.
_HIDING: Final = PARTLY_SEEN | {BURN}

#: Where a card lies by its antenna: the zone, and by when it had come. None = nowhere.
WhereOf = Callable[[Card], "tuple[Zone, int] | None"]
Region = tuple[str, str]
_SHOWS: Final = frozenset(get_args(Shows))


class _Look(NamedTuple):
    """What a region shows: it showed after `after_ns` and by `by_ns`, in so many sure looks; since then it was `missed` in so many."""

    after_ns: int
    by_ns: int
    looks: int = 0
    permille: int = 0
    missed: int = 0
    told: bool = False


class FaceSensing:
    """Turns a camera's readings into Facts about faces. `regions` says what lies in each region of each camera.

    `own_backs` are the colours of the backs in play, which are no news; without any every back that is made out is told.
    `take` is total: any readings in any order give events, never an exception; what makes no sense is counted and dropped.
    Invariants: memory does not grow with what is read: a region keeps what its last looks showed. A Fact's interval holds the first
    look with it, and begins with the last look before that.
    """

    def __init__(self, regions: Mapping[Region, Zone], where_of: WhereOf, own_backs: Collection[str] = ()) -> None:
        self._regions = dict(regions)
        self._where_of = where_of
        self._own_backs = frozenset(own_backs)
        self._shown: dict[Region, dict[CardFace, _Look]] = {key: {} for key in self._regions}
        self._last_ns: dict[Region, int] = dict.fromkeys(self._regions, _NEVER_NS)
        self._on_way: dict[Card, int] = {}  # cards whose face showed where they did not lie: when last
        self._came_up: set[Card] = set()  # cards whose last move said that they came face up
        #: Looks at regions that no zone was given to; they are dropped.
        self.unmapped = 0
        #: Looks that came behind later ones, or ended before they began; they are dropped.
        self.untimely = 0

    def came_up(self, card: Card, now_ns: int) -> bool:
        """Whether a card that comes to lie somewhere now showed its face on its way; asked once for each move."""
        seen_ns = self._on_way.pop(card, None)
        up = seen_ns is not None and now_ns - seen_ns <= STALE_NS
        (self._came_up.add if up else self._came_up.discard)(card)
        return up

    def take(self, reading: RegionRead) -> list[CardSeen]:
        """Return what one look brought about, mostly nothing."""
        key = (reading.part, reading.region)
        zone = self._regions.get(key)
        if zone is None:
            self.unmapped += 1
            return []
        last_ns = self._last_ns[key]
        if reading.ended_ns < last_ns or reading.ended_ns < reading.started_ns:
            self.untimely += 1
            return []
        if reading.started_ns - last_ns > STALE_NS:
            self._shown[key].clear()
        self._last_ns[key] = reading.ended_ns
        out: list[CardSeen] = []
        sure, unsure = _made_out(reading)
        shown: dict[CardFace, _Look] = {}
        for face, look in self._shown[key].items():
            after = look if face in sure or face in unsure else _without(look, other=bool(sure))
            if after.missed < GONE_LOOKS:
                shown[face] = after
        for face, permille in sure.items():
            look = shown.get(face) or _Look(last_ns, reading.ended_ns)
            look = look._replace(looks=look.looks + 1, missed=0, permille=permille)
            if look.looks >= LOOKS and not look.told:
                decided, facts = self._decided(face, zone, look, reading)
                look = look._replace(told=decided)
                out += facts
            shown[face] = look
        self._shown[key] = shown
        return out

    def _decided(self, face: CardFace, zone: Zone, look: _Look, reading: RegionRead) -> tuple[bool, list[CardSeen]]:
        """Return whether a face that is sure now is settled, and the Fact; not while its card has yet to be read where it shows.

        What was turned while nobody looked was turned nobody knows when: it is no Fact.
        """
        card, evidence = parse_card(face.name), Evidence(reading.part, look.looks, look.looks, look.permille)
        if face.shows != "face":
            fact = CardSeen(card, zone, face.shows, look.after_ns, look.by_ns, evidence, back=face.back)
            return True, [fact] if face.shows != "back" or face.back not in self._own_backs else []
        lies = None if card is None else self._where_of(card)
        if card is None or lies is None or lies[0] != zone:
            if card is not None and lies is not None and reading.ended_ns - look.by_ns >= TWIN_NS and not {lies[0], zone} & _HIDING:
                self._on_way.pop(card, None)
                return True, [CardSeen(card, zone, "face", look.after_ns, look.by_ns, evidence)]
            if card is not None and (lies is None or not self._shows_at(lies[0], card)):
                self._on_way[card] = reading.ended_ns
            return False, []
        landed, unseen = look.after_ns < lies[1], look.by_ns - look.after_ns > STALE_NS
        if zone not in HOLE_SEAT or unseen or (landed and card in self._came_up):
            return True, []
        return True, [CardSeen(card, zone, "face", look.after_ns, look.by_ns, evidence, landed=landed)]

    def _shows_at(self, zone: Zone, card: Card) -> bool:
        """Whether a card shows its face where it lies."""
        return any(
            face.shows == "face" and parse_card(face.name) == card
            for region, at in self._regions.items()
            if at == zone
            for face in self._shown[region]
        )


def _made_out(reading: RegionRead) -> tuple[dict[CardFace, int], set[CardFace]]:
    """Return what a look was sure of, with how sure, and what it may have seen. A face is one by name, side and back, however sure.

    A back whose colour is not made out, and a face that is neither a card nor made out, are nothing.
    """
    sure: dict[CardFace, int] = {}
    unsure: set[CardFace] = set()
    for seen in reading.cards[:MOST_FACES]:
        nothing = not seen.back if seen.shows == "back" else seen.shows == "face" and parse_card(seen.name) is None
        if nothing or seen.shows not in _SHOWS:
            continue
        face = CardFace(seen.name, seen.shows, seen.back)
        if seen.confidence_permille >= SURE_PERMILLE:
            sure[face] = min(max(seen.confidence_permille, sure.get(face, 0)), _WHOLE_PERMILLE)
        else:
            unsure.add(face)
    return sure, unsure - sure.keys()


def _without(look: _Look, *, other: bool) -> _Look:
    """A look without a face: one that was sure of another there instead contradicts what was not told yet."""
    missed = look._replace(missed=look.missed + 1)
    return missed._replace(missed=GONE_LOOKS) if other and not look.told else missed
