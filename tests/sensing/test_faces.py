"""What a camera's looks come to: which faces are sure, when they showed, whose move they belong to; and that nothing it says can hurt."""

from __future__ import annotations

import itertools
import sys
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.events import CardSeen, Shows
from controller.game.cards import ALL_CARDS, Card, card_text, parse_card
from controller.game.zones import BOARD, HOLE, STUB, Zone
from controller.sensing.faces import GONE_LOOKS, LOOKS, MOST_FACES, STALE_NS, SURE_PERMILLE, FaceSensing
from drivers.base import CardFace, RegionRead

FRAME_NS = 100_000_000
T0_NS = 60_000_000_000
KD, AS, QH = (card for name in ("Kd", "As", "Qh") if (card := parse_card(name)) is not None)
ZONES: tuple[Zone, ...] = (HOLE[1], HOLE[2], BOARD, STUB)


class Camera:
    """Looks ten times a second at the regions of a table whose cards lie where `lies` says."""

    def __init__(self, **own: Any) -> None:
        self.lies: dict[Card, tuple[Zone, int]] = {}
        self.faces = FaceSensing({("cam0", str(zone)): zone for zone in ZONES}, self.lies.get, **own)
        self.now_ns = T0_NS

    def look(self, zone: Zone, *seen: str | CardFace) -> list[CardSeen]:
        """One look at a zone, and the time until the next."""
        faces = tuple(CardFace(one) if isinstance(one, str) else one for one in seen)
        out = self.faces.take(RegionRead("cam0", str(zone), faces, self.now_ns, self.now_ns + 1_000_000))
        self.now_ns += FRAME_NS
        return out

    def looks(self, zone: Zone, *frames: tuple[str | CardFace, ...]) -> list[CardSeen]:
        return [fact for frame in frames for fact in self.look(zone, *frame)]


def lying(card: Card = KD, zone: Zone = HOLE[1], **own: Any) -> Camera:
    """A card has lain in a zone for a while, face down, with the camera looking."""
    camera = Camera(**own)
    camera.lies[card] = (zone, camera.now_ns)
    camera.now_ns += FRAME_NS
    assert camera.looks(zone, (), ()) == []
    return camera


def unsure(name: str) -> CardFace:
    return CardFace(name, confidence_permille=SURE_PERMILLE - 1)


@pytest.mark.parametrize(
    ("frames", "told"),
    [
        ((("Kd",), ("Kd",)), True),
        ((("Kd",),), False),
        ((("Kd",), (), ("Kd",)), True),  # a hand above it
        ((("Kd",), (), (), ("Kd",)), True),
        ((("Kd",), (), (), (), ("Kd",)), False),  # gone, and seen once
        ((("Kd",), ("Kh",), ("Kd",), ("Kh",)), False),  # looks that do not agree
        ((("Kd",), (unsure("Kd"),), ("Kd",)), True),
        (((unsure("Kd"),), (unsure("Kd"),), (unsure("Kd"),)), False),
        ((("Kd",), (unsure("Kh"),), ("Kd",)), True),
        ((("Kd", "7c"), ("Kd", "7c")), True),  # what else lies there is another card
        ((("",), ("",)), False),  # a face that cannot be made out
        ((("Zz",), ("Zz",)), False),
    ],
)
def test_a_face_counts_when_looks_agree(frames: tuple[tuple[str | CardFace, ...], ...], *, told: bool) -> None:
    camera = lying()
    facts = camera.looks(HOLE[1], *frames)
    assert [(fact.card, fact.zone, fact.shows, fact.landed) for fact in facts] == ([(KD, HOLE[1], "face", False)] if told else [])


def test_it_is_told_once_for_as_long_as_it_shows_however_it_flickers() -> None:
    camera = lying()
    assert len(camera.looks(HOLE[1], ("Kd",), ("Kd",))) == 1
    frames: list[tuple[str | CardFace, ...]] = [(), ("Kd",), (), (), ("Kd",), ("Kh",), ("Kd",), (unsure("Kd"),), ("Kd",)]
    assert camera.looks(HOLE[1], *frames) == []
    assert camera.looks(HOLE[1], *[()] * GONE_LOOKS) == []
    assert len(camera.looks(HOLE[1], ("Kd",), ("Kd",))) == 1, "turned down and up again"


def test_it_showed_between_the_last_look_without_it_and_the_first_with_it() -> None:
    camera = lying()
    without_ns = camera.now_ns
    camera.look(HOLE[1])
    with_ns = camera.now_ns
    (fact,) = camera.looks(HOLE[1], ("Kd",), (), ("Kd",))
    assert (fact.after_ns, fact.by_ns) == (without_ns + 1_000_000, with_ns + 1_000_000)
    assert (fact.evidence.part, fact.evidence.seen, fact.evidence.confidence_permille) == ("cam0", LOOKS, 1000)


def test_a_card_that_lands_face_up_says_so_with_its_move_and_not_again() -> None:
    camera = Camera()
    camera.look(HOLE[1])
    assert camera.looks(HOLE[1], ("Kd",), ("Kd",), ("Kd",)) == []  # its antenna has not read it yet
    assert camera.faces.came_up(KD, camera.now_ns)
    camera.lies[KD] = (HOLE[1], camera.now_ns)
    assert camera.looks(HOLE[1], ("Kd",), ("Kd",)) == []
    assert not camera.faces.came_up(KD, camera.now_ns), "asked once for each move"


def test_a_card_that_was_read_before_it_was_seen_has_shown_since_it_came() -> None:
    camera = Camera()
    camera.look(HOLE[1])
    camera.lies[KD] = (HOLE[1], camera.now_ns)
    (fact,) = camera.looks(HOLE[1], ("Kd",), ("Kd",))
    assert fact.landed


def test_a_card_that_came_up_and_was_turned_down_is_its_players_when_it_shows_again() -> None:
    camera = Camera()
    camera.looks(HOLE[1], (), ("Kd",), ("Kd",))
    assert camera.faces.came_up(KD, camera.now_ns)
    camera.lies[KD] = (HOLE[1], camera.now_ns)
    assert camera.looks(HOLE[1], ("Kd",), *[()] * GONE_LOOKS) == []
    (fact,) = camera.looks(HOLE[1], ("Kd",), ("Kd",))
    assert not fact.landed


def test_what_showed_long_ago_has_nothing_to_do_with_a_card_that_comes_now() -> None:
    camera = Camera()
    camera.looks(HOLE[1], (), ("Kd",), ("Kd",))
    assert not camera.faces.came_up(KD, camera.now_ns + STALE_NS)


def test_what_was_turned_while_the_camera_did_not_look_accuses_nobody() -> None:
    camera = lying()
    camera.now_ns += STALE_NS
    assert camera.looks(HOLE[1], ("Kd",), ("Kd",), ("Kd",)) == []


def test_a_look_after_a_long_break_begins_anew() -> None:
    camera = lying()
    assert camera.look(HOLE[1], "Kd") == []
    camera.now_ns += STALE_NS
    assert camera.look(HOLE[1], "Kd") == [], "one look then and one now do not agree"


def test_of_two_regions_the_one_counts_where_the_card_lies() -> None:
    camera = lying()
    told = []
    for _ in range(4):
        told += camera.look(HOLE[2], "Kd")  # the edge of a picture, or what shines
        told += camera.look(HOLE[1], "Kd")
    assert [(fact.zone, fact.card) for fact in told] == [(HOLE[1], KD)]
    assert not camera.faces.came_up(KD, camera.now_ns), "it is on no way"


def test_a_card_that_two_regions_show_and_no_antenna_has_is_on_its_way() -> None:
    camera = Camera()
    for _ in range(3):
        assert camera.look(HOLE[1], "Kd") == []
        assert camera.look(HOLE[2], "Kd") == []
    assert camera.faces.came_up(KD, camera.now_ns)


def test_faces_of_the_board_are_no_news() -> None:
    camera = lying(QH, BOARD)
    assert camera.looks(BOARD, ("Qh",), ("Qh",), ("Qh",)) == []


@pytest.mark.parametrize(("name", "card"), [("As", AS), ("", None)])
def test_a_boxed_card_is_told_with_what_was_made_out_of_it(name: str, card: Card | None) -> None:
    camera = Camera()
    facts = camera.looks(STUB, *[(CardFace(name, "boxed"),)] * 4)
    assert [(fact.card, fact.zone, fact.shows) for fact in facts] == [(card, STUB, "boxed")]


@pytest.mark.parametrize(
    ("own", "colour", "told"), [((), "red", True), (("blue",), "red", True), (("red", "blue"), "red", False), ((), "", False)]
)
def test_a_back_is_told_when_it_is_of_another_deck(own: tuple[str, ...], colour: str, *, told: bool) -> None:
    camera = Camera(own_backs=own)
    facts = camera.looks(STUB, *[(CardFace("", "back", colour),)] * 4)
    assert [(fact.shows, fact.back) for fact in facts] == ([("back", colour)] if told else [])


def test_looks_out_of_order_and_of_unknown_regions_are_counted_and_dropped() -> None:
    camera = lying()
    camera.look(HOLE[1], "Kd")
    late = RegionRead("cam0", str(HOLE[1]), (CardFace("Kd"),), T0_NS, T0_NS)
    backwards = RegionRead("cam0", str(HOLE[1]), (CardFace("Kd"),), camera.now_ns + 5, camera.now_ns)
    assert camera.faces.take(late) == camera.faces.take(backwards) == []
    assert camera.faces.take(RegionRead("cam0", "nowhere", (CardFace("Kd"),), camera.now_ns, camera.now_ns)) == []
    assert (camera.faces.untimely, camera.faces.unmapped) == (2, 1)
    assert len(camera.look(HOLE[1], "Kd")) == 1


names = st.one_of(st.sampled_from([card_text(card) for card in ALL_CARDS]), st.text(max_size=3))
any_face = st.builds(
    CardFace,
    names,
    st.sampled_from([*get_args(Shows), "sideways"]),
    st.sampled_from(["", "red", "blue"]) | st.text(max_size=4),
    st.integers(-(2**40), 2**40),
)
any_look = st.builds(
    RegionRead,
    st.sampled_from(["cam0", "cam1"]),
    st.sampled_from([*map(str, ZONES), "elsewhere"]),
    st.lists(any_face, max_size=6).map(tuple),
    st.integers(-(2**62), 2**62),
    st.integers(-(2**62), 2**62),
)
steady_look = st.tuples(st.sampled_from(ZONES), st.lists(any_face, max_size=4).map(tuple), st.integers(0, 3 * FRAME_NS))
where = st.none() | st.tuples(st.sampled_from(ZONES), st.integers(0, 2**40))


@settings(max_examples=200)
@given(st.lists(any_look, max_size=30), st.dictionaries(st.sampled_from(ALL_CARDS), where))
def test_any_looks_in_any_order_give_facts_that_hold(looks: list[RegionRead], lies: dict[Card, tuple[Zone, int] | None]) -> None:
    faces = FaceSensing({("cam0", str(zone)): zone for zone in ZONES}, lies.get)
    for look in looks:
        for fact in faces.take(look):
            assert fact.zone in ZONES
            assert fact.after_ns <= fact.by_ns <= look.ended_ns
            assert 0 <= fact.evidence.confidence_permille <= 1000
            assert fact.shows in get_args(Shows)
            if fact.shows == "face":
                assert fact.card is not None
                assert lies.get(fact.card, (None,)) is not None
            faces.came_up(fact.card or KD, look.ended_ns)


@settings(max_examples=100)
@given(st.lists(steady_look, max_size=40))
def test_nothing_is_told_that_was_not_seen_surely_and_often_enough(looks: list[tuple[Zone, tuple[CardFace, ...], int]]) -> None:
    camera = Camera()
    camera.lies |= dict.fromkeys(ALL_CARDS, (HOLE[1], T0_NS))
    sure: dict[tuple[Zone, str, str, str], int] = {}
    for zone, seen, pause_ns in looks:
        for face in {(one.name, one.shows, one.back) for one in seen if one.confidence_permille >= SURE_PERMILLE}:
            sure[zone, *face] = sure.get((zone, *face), 0) + 1
        for fact in camera.look(zone, *seen):
            name = "" if fact.card is None else card_text(fact.card)
            assert (
                max([n for (at, own, shows, _), n in sure.items() if at == zone and shows == fact.shows and (not name or own == name)])
                >= LOOKS
            )
        camera.now_ns += pause_ns


def test_memory_does_not_grow_with_what_is_read() -> None:
    camera = Camera()

    def size() -> int:
        kept = camera.faces.__dict__.values()
        return sum(
            sys.getsizeof(one) + sum(sys.getsizeof(part) for part in (one.values() if isinstance(one, dict) else ())) for one in kept
        )

    colours = itertools.count()
    for _ in range(200):
        camera.look(
            STUB, *[CardFace(card_text(card)) for card in ALL_CARDS], *[CardFace("", "back", f"c{next(colours)}") for _ in range(20)]
        )
    early = size()
    for _ in range(2_000):
        camera.look(
            STUB, *[CardFace(card_text(card)) for card in ALL_CARDS], *[CardFace("", "back", f"c{next(colours)}") for _ in range(20)]
        )
    assert size() <= early * 1.5
    assert len(camera.faces._shown["cam0", str(STUB)]) <= MOST_FACES * GONE_LOOKS


def test_a_mark_on_a_back_is_told_whoever_holds_the_card_and_whatever_it_is() -> None:
    camera = lying(KD, HOLE[2])
    facts = camera.looks(HOLE[2], *[(CardFace("", "marred"),)] * 4)
    assert [(fact.card, fact.zone, fact.shows) for fact in facts] == [(None, HOLE[2], "marred")]
