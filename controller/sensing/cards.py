"""Readings → card moves: which card lies where, decided by counts, dwell and place.

A card is accepted in a place when its antenna saw it in k of the last n sweeps and clearly more
often than every other antenna over the same stretch of time; so one stray cross-read, or one
missed sweep, moves nothing. A card that answers from two places equally stays where it was
accepted, or, when it lay nowhere yet, goes where the deal plan expects it; failing that a person
is asked once. Where antennas are heard to read cards that lie beside their places more is asked for
(`evidence`), and cards are told in the order in which they came (`turnstile`).

Piles hide what lies in them. In the stub and the muck a card not seen is never missing; in the
burn it is missing only when too few others answer there to hide it. What the stub shows of cards that took
no part in the deal is nobody's business and becomes no Fact. Once no hole or board card lies on
the felt any more, what left it has been collected, and a muck or burn that reads empty is gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from controller.events import NOTHING_EXPECTED, CardMoved, Discrepancy, Evidence, Expectation, Fact, ForeignCard, Side
from controller.game.cards import Card
from controller.game.zones import BOARD_NUMBER, BURN, STUB, Zone
from controller.sensing import evidence as weighing
from controller.sensing import read_quality
from controller.sensing.errors import SensingError
from controller.sensing.evidence import Noise
from controller.sensing.faces import FaceSensing
from controller.sensing.intervals import GAP_MISSES, arrival, follows, last_there
from controller.sensing.questions import Questions
from controller.sensing.rivals import Rivals, strongest
from controller.sensing.settings import SensingSettings
from controller.sensing.sightings import BITS, NEVER_NS, SLOT, WINDOW, Antenna, Place, Swept, Track
from controller.sensing.strangers import Strangers
from controller.sensing.turnstile import LEAST, Turnstile
from controller.sensing.unwatched import Unwatched
from drivers.base import AntennaRead, Reading, RegionRead

#: Confidence of a Fact that only the deal plan decided.
TIE_PERMILLE: Final = 500
#: So many sweeps in which none of the burns answers: somebody has taken them up. A card that is dealt then waits no longer than so many
#: sweeps more than it needs for itself until that is told.
LIFTED_SWEEPS: Final = 3
LIFTED_PATIENCE_SWEEPS: Final = 9


class CardSensing:
    """Turns the readings of all antennas into Facts and Discrepancies about one deck.

    `take` is total and deterministic: any readings in any order give events, never an exception,
    and the same readings give the same events. Driven by readings only; it knows no clock.
    Time: a Fact's interval runs from the last sweeps without the card (or with it in its former
    place) to the first with it. No single sweep bounds it: see `intervals`.
    Invariants: a card is in one place; memory does not grow with what is read.
    Raises: SensingError from the constructor when two tags stand for one card.
    """

    def __init__(
        self,
        settings: SensingSettings,
        antenna_zones: Mapping[tuple[str, int], Zone],
        deck: Mapping[bytes, Card],
        regions: Mapping[tuple[str, str], Zone] | None = None,
        others: Mapping[bytes, str] | None = None,
    ) -> None:
        places: dict[Zone, Place] = {}
        self._antennas: dict[tuple[str, int], Antenna] = {}
        for index, ((part, number), zone) in enumerate(antenna_zones.items()):
            place = places.setdefault(zone, Place(zone))
            antenna = Antenna(part, index, place)
            place.antennas.append(antenna)
            self._antennas[part, number] = antenna
        self._all = tuple(self._antennas.values())
        self._rivals = Rivals(settings, self._all)
        self._expected: dict[Zone, int] = {}
        self._expectation = NOTHING_EXPECTED
        self._felt = 0  # cards accepted in holes and on the board
        self._episode_ns = round(settings.episode_s * 1e9)
        self._strangers = Strangers(settings.appear_k, settings.appear_n, self._episode_ns, settings.max_unknown)
        self._questions = Questions(self._episode_ns)
        self._burns = places.get(BURN)
        self._unwatched = Unwatched()
        self._vanish_ns = round(settings.vanish_s * 1e9)
        self._vanish_sweeps = settings.vanish_sweeps
        self._appear_k = settings.appear_k
        self._appear_bits = (1 << settings.appear_n) - 1
        self._lead = settings.lead
        self._tie_k, self._tie_n = settings.tie_k, settings.tie_n
        self._depth = settings.readable_depth
        self._noise = Noise()
        self._turnstile = Turnstile(settings.appear_n, settings.tie_n)
        self._tracks: dict[bytes, Track] = {}
        self._by_card: dict[Card, Track] = {}
        self._others: Mapping[bytes, str] = {}
        self.put_in_play(deck, others or {})
        self.faces = FaceSensing(regions or {}, self._lies)
        self._looking = False
        #: Readings of antennas that no zone was given to; they are dropped.
        self.unmapped_readings = 0

    def put_in_play(self, deck: Mapping[bytes, Card], others: Mapping[bytes, str]) -> None:
        """Read the cards of another deck from now on; `others` are tags of decks that are not in play, by the deck's name.

        Nothing is known of where its cards lie. Raises: SensingError when two tags stand for one card.
        """
        if len(set(deck.values())) != len(deck):
            raise SensingError("the deck has two tags for one card; `smarttable deck check` says more, enrolling it again cures it")
        for antenna in self._all:
            antenna.place.residents.clear()
        self._felt = 0
        self._turnstile.clear()
        self._judge = self._weak = False
        self._tracks = {tag: Track(card, len(self._all)) for tag, card in deck.items()}
        self._by_card = {track.card: track for track in self._tracks.values()}
        self._others = {tag: name for tag, name in others.items() if tag not in deck}

    @property
    def unknown_reads(self) -> int:
        """How many sightings were of tags outside the deck: mangled ids and foreign cards."""
        return self._strangers.reads

    def swept(self) -> Iterator[Swept]:
        """How often each antenna is asked. Nothing in it depends on what lies there."""
        for (part, number), antenna in self._antennas.items():
            yield Swept(part, number, antenna.place.zone, antenna.sweeps, antenna.sweeps_per_s(), antenna.ends_ns[antenna.sweeps & SLOT])

    def zone_of(self, card: Card) -> Zone | None:
        """Where `card` was last accepted, an undealt card glimpsed in the stub included."""
        places = (track.place for track in self._tracks.values() if track.card == card)
        return next((place.zone for place in places if place is not None), None)

    def lies_on_table(self, tag: bytes) -> bool:
        """Whether the card of that tag was accepted in a place whose antenna still reads it."""
        track = self._tracks.get(tag)
        return track is not None and track.place is not None and any(self._rivals.answers(track, one) for one in track.place.antennas)

    def look_through(self, looking: bool) -> None:
        """While the deck is looked through what the stub shows of it is told too: no hand is played with it."""
        if looking and not self._looking:
            for antenna in self._all:
                if antenna.place.zone == STUB:
                    for track in list(antenna.place.residents):
                        self._relocate(track, None)
                        track.loose = False
        self._looking = looking

    def recall(self, zones: Sequence[Zone | None]) -> None:
        """Take up where an earlier run left the cards, card `c` in `zones[c]`. Tells nothing; one that lies there no more is missed.

        Time: when such a card moved is open on the side of the past: nobody looked meanwhile.
        """
        places = {antenna.place.zone: antenna.place for antenna in self._all}
        for track in self._tracks.values():
            zone = zones[track.card]
            if zone in places:
                self._relocate(track, places[zone])
                track.seen_ns = track.sure_ns = 0
                track.loose = zone != STUB

    def expect(self, expectation: Expectation) -> None:
        """Say what the deal plan would see next; used for ties only."""
        if expectation is not self._expectation:
            self._expectation = expectation
            self._expected = {zone: turn for turn, zone in reversed(tuple(enumerate(expectation.zones)))}
            self._unwatched.expect(burn=BURN in self._expected)

    def take(self, reading: Reading) -> list[Fact | Discrepancy]:
        """Return what one sweep of one antenna, or one look of a camera, brought about, mostly nothing."""
        if isinstance(reading, RegionRead):
            return list(self.faces.take(reading))
        out = self._swept(reading)
        if self._judge and not self._felt:
            self._judge_reads(reading.ended_ns, out)
        return out

    def _swept(self, reading: AntennaRead) -> list[Fact | Discrepancy]:  # noqa: PLR0912 -- all readings come by here: no detours
        out: list[Fact | Discrepancy] = []
        antenna = self._antennas.get((reading.part, reading.antenna))
        if antenna is None:
            self.unmapped_readings += 1
            return out
        sweep = antenna.sweeps = antenna.sweeps + 1
        started_ns = reading.started_ns
        antenna.starts_ns[sweep & SLOT] = started_ns
        antenna.ends_ns[sweep & SLOT] = reading.ended_ns
        place, index, tracks = antenna.place, antenna.index, self._tracks
        if self._burns is not None:
            self._unwatched.read(reading.part, reading.ended_ns, out, burns=place is self._burns)
        if self._questions:
            self._questions.expire(reading.ended_ns, reading.part, out)
        seen = 0
        for tag in reading.tags:
            track = tracks.get(tag)
            if track is None:
                self._stranger(tag, antenna, out)
                continue
            gap = sweep - track.newest[index]
            if gap == 0:
                continue  # one tag answered twice in a sweep
            mask = ((track.masks[index] << gap) | 1) & BITS if gap < WINDOW else 1
            track.masks[index] = mask
            track.newest[index] = sweep
            if track.place is place:
                seen += 1
                track.missed = 0
                if gap > 1 or track.strayed:
                    self._read_amiss(track, gap)
                if follows(gap):
                    track.sure_ns = track.seen_ns
                track.seen_ns = started_ns
                continue
            track.strayed = track.place is not None
            hits = (mask & self._appear_bits).bit_count()
            if hits >= LEAST:
                self._turnstile.heard(track, antenna)
            if hits >= self._appear_k:
                self._contend(track, antenna, mask, out)
        self._noise.heard += seen
        if seen < len(place.residents):
            if place.pile:
                self._look_into_pile(antenna, reading.tags, seen, out)
            else:
                self._miss(antenna, list(place.residents), out)
        else:
            place.missed = 0
        return out

    def _read_amiss(self, track: Track, gap: int) -> None:
        """A card is heard in its place again, and was missed there meanwhile, or heard elsewhere."""
        track.gaps += gap - 1
        if follows(gap) and track.place is not None and track.place.on_felt:
            self._noise.missed += gap - 1
        if track.strayed:
            track.strayed = False
            self._noise.strays += 1

    # -- a card answers elsewhere than where it was accepted ------------------------------------

    def _contend(self, track: Track, antenna: Antenna, mask: int, out: list[Fact | Discrepancy]) -> None:
        """`antenna` has seen `track` often enough; accept it there, call a tie, or wait."""
        doubted = track.tie and self._now_ns(antenna) - track.tie_ns <= self._episode_ns
        if doubted and track.place is not None and any(self._rivals.answers(track, a) for a in track.place.antennas):
            self._settle_tie(track, antenna, mask, out)  # of two places that both read it, luck must not choose
        elif not self._accept_leader(track, antenna, mask, out):
            self._settle_tie(track, antenna, mask, out)

    def _accept_leader(self, track: Track, antenna: Antenna, mask: int, out: list[Fact | Discrepancy]) -> bool:
        """Accept `track` at `antenna` if over some recent stretch it leads every rival by enough.

        The place it was accepted in must have had as many chances to see it and not used them; a
        reader that fell silent has not lost its card, unless the newcomer reads it for long. A card that was dealt seldom comes to
        another place of the felt, and a neighbour hears it from afar for as long as it lies there: for that it must be read for longer,
        and for long out of a pile, in which others may hide it from its own antenna.
        """
        holder, lead = track.place, self._lead
        needed = max(lead, self._rivals.needed(track, antenna.place, self._expected))
        noisy = self._noise.hears_beside or self._may_be_undealt(track, antenna.place) or self._rivals.is_heard_about(track, antenna.place)
        rivals = self._rivals.of(track, antenna.place)
        stretches = range(needed, (WINDOW if noisy else self._tie_n) + 1)
        for stretch in reversed(stretches) if track.held else stretches:
            hits = (mask & ((1 << stretch) - 1)).bit_count()
            if hits < needed:
                continue
            since_ns = antenna.starts_ns[(antenna.sweeps - stretch + 1) & SLOT]
            rival, rival_hits = strongest(rivals, since_ns)
            if hits - rival_hits < lead:
                continue
            if holder is not None and hits < self._tie_k and max(a.sweeps_since(since_ns) for a in holder.antennas) < lead:
                continue
            if noisy and not self._rivals.outweighs(track, antenna.place, hits, since_ns):
                continue
            if self._turnstile.holds(track, antenna, needed) or self._waits_for_burns(track, antenna, needed):
                track.held = True
                return True
            evidence = Evidence(
                antenna.part, hits, stretch, 1000 * hits // max(stretch, hits + rival_hits), rival.zone if rival else None, rival_hits
            )
            self._accept(track, antenna, stretch, evidence, out)
            return True
        return False

    def _may_be_undealt(self, track: Track, place: Place) -> bool:
        """Whether nobody knows yet if the places beside the deck hear the cards in it; those are dealt to seats first."""
        return track.place is None and not place.at_seat and place.zone != STUB and not self._noise.is_known

    def _waits_for_burns(self, track: Track, antenna: Antenna, needed: int) -> bool:
        """Whether a card that is dealt has to wait for the burns, which read empty: they were taken up before, and that is told first."""
        burns, place = self._burns, antenna.place
        if burns is None or not burns.residents or burns.missed < LIFTED_SWEEPS or place is burns or place.partly_seen:
            return False
        dealt = track.place is not burns and (track.place is None or track.place.pile)
        return dealt and track.mask(antenna).bit_length() <= needed + LIFTED_PATIENCE_SWEEPS

    def _settle_tie(self, track: Track, antenna: Antenna, mask: int, out: list[Fact | Discrepancy]) -> None:
        """Two places read `track` for long and neither leads: ask the plan, else a person, once."""
        stretch, place = self._tie_n, antenna.place
        hits = (mask & ((1 << stretch) - 1)).bit_count()
        since_ns = antenna.starts_ns[(antenna.sweeps - stretch + 1) & SLOT] if antenna.sweeps >= stretch else NEVER_NS
        rival, rival_hits = strongest(self._rivals.of(track, place), since_ns)
        if hits < self._tie_k or rival is None or rival_hits < self._appear_k or not self._rivals.goes_on(track, rival):
            return
        evidence = Evidence(antenna.part, hits, stretch, TIE_PERMILLE, rival.zone, rival_hits, by_expectation=False)
        now_ns, pair = self._now_ns(antenna), frozenset((place.zone, rival.zone))
        # The plan speaks only for a card that lay nowhere, and never for one the stub shows: that one may be undealt.
        if track.place is None and STUB not in (place.zone, rival.zone):
            turn, rival_turn = self._expected.get(place.zone), self._expected.get(rival.zone)
            if turn is not None and (rival_turn is None or turn < rival_turn):
                told = Evidence(antenna.part, hits, stretch, TIE_PERMILLE, rival.zone, rival_hits, by_expectation=True)
                self._accept(track, antenna, stretch, told, out)
                track.tie, track.tie_ns = pair, now_ns  # the plan has answered: nobody is asked
                return
            if rival_turn is not None and rival_hits >= self._tie_k - 1:
                return  # the rival's own next sweep takes it
        news = pair != track.tie or now_ns - track.tie_ns > self._episode_ns
        track.tie, track.tie_ns = pair, now_ns
        if news:
            zones = (rival.zone, place.zone) if track.place is rival else (place.zone, rival.zone)
            self._questions.ask(track, Discrepancy("rfid.two_places", zones, now_ns, evidence), out)
        else:
            self._questions.confirm(track, now_ns)

    def _accept(self, track: Track, antenna: Antenna, stretch: int, evidence: Evidence, out: list[Fact | Discrepancy]) -> None:
        """Move `track` to the antenna's place; tell it, unless it is an undealt card that the stub shows."""
        former, was_loose = track.place, track.loose
        noise = self._noise
        per_stray = weighing.SWEEPS_PER_STRAY_NOISY if noise.hears_beside else weighing.SWEEPS_PER_STRAY
        missed = weighing.CHANCE_MISSES_BADLY if noise.reads_badly else weighing.CHANCE_MISSES
        since_ns = antenna.starts_ns[(antenna.sweeps - stretch + 1) & SLOT]
        elsewhere_ns = self._rivals.heard_ns(track, antenna.place, since_ns) if former is None else NEVER_NS
        after_ns, by_ns = arrival(track, antenna, stretch, per_stray, missed, elsewhere_ns=elsewhere_ns)
        if noise.heard > weighing.HALVED_SIGHTINGS:
            noise.forget()
        self._relocate(track, antenna.place)
        track.seen_ns = antenna.starts_ns[track.newest[antenna.index] & SLOT]
        track.sure_ns = after_ns
        for other in self._all:  # what others saw is used up: the next move needs sightings of its own
            if other.place is not antenna.place:
                track.masks[other.index] = 0
        zone = antenna.place.zone
        if zone == STUB:
            track.loose = False
            if former is None and not was_loose and not self._looking:
                return
        self._questions.drop(track, self._now_ns(antenna), antenna.part, out)
        up = zone in BOARD_NUMBER or self.faces.came_up(track.card, self._now_ns(antenna))
        side: Side = "up" if up else "down"
        track.by_ns = by_ns
        out.append(CardMoved(track.card, former.zone if former else None, zone, side, after_ns, by_ns, evidence))

    # -- a card does not answer where it was accepted -------------------------------------------

    def _miss(self, antenna: Antenna, residents: list[Track], out: list[Fact | Discrepancy]) -> None:
        """Count a sweep without for each of `residents` not seen in it; those missing for long are gone."""
        ended_ns = self._now_ns(antenna)
        for track in residents:
            if track.newest[antenna.index] == antenna.sweeps:
                continue
            if track.missed == 0:
                track.missed_since_ns = ended_ns
            track.missed += 1
            if track.missed <= GAP_MISSES + 1:
                track.left_by_ns = ended_ns
            long = track.missed >= self._vanish_sweeps and ended_ns - track.missed_since_ns >= self._vanish_ns
            if long and not (antenna.place.on_felt and self._turnstile.comes(track)):
                self._vanish(track, antenna, track.missed, track.left_by_ns, out)

    def _vanish(self, track: Track, antenna: Antenna, missed: int, by_ns: int, out: list[Fact | Discrepancy]) -> None:
        """`track` lies in no antenna's field; `missed` sweeps say so, the first of them at `by_ns`."""
        zone = antenna.place.zone
        after_ns = min(max(last_there(track, by_ns), 0), by_ns)
        self._relocate(track, None)
        self._questions.drop(track, self._now_ns(antenna), antenna.part, out)
        out.append(CardMoved(track.card, zone, None, "down", after_ns, by_ns, Evidence(antenna.part, 0, missed)))

    def _look_into_pile(self, antenna: Antenna, tags: tuple[bytes, ...], seen: int, out: list[Fact | Discrepancy]) -> None:
        """Not every card of a pile answered: most are hidden; some may be gone, or the whole pile."""
        place = antenna.place
        if place.zone == STUB:
            return
        if not place.partly_seen:  # the burn: as many cards as can be read hide the others
            residents = list(place.residents)
            answering = sum(self._rivals.answers(track, antenna) for track in residents)
            if seen and answering >= self._depth:  # no card hides all
                for track in residents:
                    track.missed = 0
            else:
                self._miss(antenna, residents, out)
        if any((known := self._tracks.get(tag)) is not None and known.place in (place, None) for tag in tags):
            place.missed = 0
            return
        ended_ns = self._now_ns(antenna)
        if place.missed == 0:
            place.missed_since_ns = ended_ns
        place.missed += 1
        lifted = place.missed >= self._vanish_sweeps and ended_ns - place.missed_since_ns >= self._vanish_ns
        if lifted and self._felt == 0:
            for track in list(place.residents):
                self._vanish(track, antenna, place.missed, place.missed_since_ns, out)

    # -- bookkeeping ----------------------------------------------------------------------------

    def _relocate(self, track: Track, place: Place | None) -> None:
        former = track.place
        if former is not None:
            del former.residents[track]
            self._felt -= former.on_felt
            if former.on_felt:
                read_quality.left(track, sum([antenna.sweeps for antenna in former.antennas]) - track.since - track.missed)
                self._judge = True
        if place is not None:
            track.since, track.gaps = sum([antenna.sweeps for antenna in place.antennas]), 0
            place.residents[track] = None
            self._felt += place.on_felt
            place.missed = 0
        track.place = place
        track.missed = 0
        track.tie = frozenset()
        track.loose = True
        track.strayed = track.held = False
        self._turnstile.arrived(track)
        if self._felt == 0:  # nothing is in play: what left the felt has been collected
            for other in self._tracks.values():
                if other.place is None:
                    other.loose = False

    def _judge_reads(self, now_ns: int, out: list[Fact | Discrepancy]) -> None:
        """Nothing is in play: say once of a deck that one of its tags reads badly, and not which."""
        self._judge = False
        if self._weak or not read_quality.is_weak(list(self._tracks.values())):
            return
        self._weak = True
        out.append(Discrepancy("rfid.weak_deck", (STUB,), now_ns, Evidence("", 0, 0)))

    def _stranger(self, tag: bytes, antenna: Antenna, out: list[Fact | Discrepancy]) -> None:
        """A tag that is none of the deck in play: of another deck that is enrolled, or of none."""
        ended_ns, zone = self._now_ns(antenna), antenna.place.zone
        hits = self._strangers.take(tag, antenna, ended_ns, lambda mask: self._is_stranger_here(tag, antenna, mask))
        about = (tag, antenna.index)
        if not hits:
            self._questions.confirm(about, ended_ns)
            return
        stretch = self._appear_bits.bit_count()
        evidence, deck = Evidence(antenna.part, hits, stretch), self._others.get(tag)
        kind = "rfid.unknown_tag" if deck is None else "rfid.foreign_card"
        self._questions.ask(about, Discrepancy(kind, (zone,), ended_ns, evidence), out)
        if deck is not None:
            since_ns = antenna.ends_ns[(antenna.sweeps - stretch) & SLOT] if antenna.sweeps > stretch else 0
            out.append(ForeignCard(zone, deck, max(since_ns, 0), ended_ns, evidence))

    def _is_stranger_here(self, tag: bytes, antenna: Antenna, mask: int) -> bool:
        """Whether a tag that is none of the deck's lies here, and is not only heard from beside."""
        if not self._noise.hears_beside:
            return True
        for stretch in range(self._appear_k, WINDOW + 1):
            since_ns = antenna.starts_ns[(antenna.sweeps - stretch + 1) & SLOT]
            hits = (mask & ((1 << stretch) - 1)).bit_count()
            if weighing.outweighs(antenna.place, hits, since_ns, self._strangers.seen(tag, self._all)):
                return True
        return False

    def _lies(self, card: Card) -> tuple[Zone, int] | None:
        """Where a card was accepted, and by when it had come there; None when it lies nowhere."""
        track = self._by_card.get(card)
        return None if track is None or track.place is None else (track.place.zone, track.by_ns)

    @staticmethod
    def _now_ns(antenna: Antenna) -> int:
        return antenna.ends_ns[antenna.sweeps & SLOT]
