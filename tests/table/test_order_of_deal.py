"""The order of a deal against its plan, by random times: a right deal accuses nobody, a wrong one whose order is known never passes."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.events import CardMoved, Evidence
from controller.game.cards import FULL_DECK, Card
from controller.game.chips import Stakes
from controller.game.zones import HOLE, STUB, Zone
from controller.rules.ruling import Ruling
from controller.table.dealing import order
from controller.table.dealing.misdeals import dealing_of
from controller.table.dealing.state import Ahead
from controller.table.rulings import docket_of
from tests.at_table import AtTable

SECOND_NS = 1_000_000_000
#: From one card of the deal to the next.
PITCH_NS = 300_000_000
GAMES = ("holdem", "omaha", "five_card_draw")
CARDS_EACH = {"holdem": 2, "omaha": 4, "five_card_draw": 5}


def table_of(players: int, game: str) -> AtTable:
    return AtTable([500] * players, Stakes(5, 10, game=game), button=players).start()


def came(at: AtTable, card: Card, zone: Zone, after_ns: int, by_ns: int) -> None:
    at.do(CardMoved(card, STUB, zone, "down", after_ns, by_ns, Evidence("hf0", 2, 2)))


def ruled(at: AtTable) -> list[Ruling]:
    return [one for one in docket_of(at.table).rulings if one.status != "lapsed"]


@st.composite
def deals(draw: st.DrawFn) -> tuple[str, int, list[tuple[int, int]], list[bool], list[int]]:
    """Return a game, its players, for each card of a right deal how much before and after it came it was read, whether it was, and when
    it is told of it: as sensing does, which needs longer for some antennas than for others.
    """
    game, players = draw(st.sampled_from(GAMES)), draw(st.integers(2, 8))
    cards = players * CARDS_EACH[game]
    blur = st.integers(0, 2 * SECOND_NS)
    widths = draw(st.lists(st.tuples(blur, blur), min_size=cards, max_size=cards))
    read = draw(st.lists(st.sampled_from([True] * 9 + [False]), min_size=cards, max_size=cards))
    delays = draw(st.lists(blur, min_size=cards, max_size=cards))
    return game, players, widths, read, delays


@settings(max_examples=100, deadline=None)
@given(deals())
def test_a_right_deal_is_never_called_out_of_sequence(deal: tuple[str, int, list[tuple[int, int]], list[bool], list[int]]) -> None:
    """However late each card is read, in whatever order it is told of, and if some are never read."""
    game, players, widths, read, delays = deal
    at = table_of(players, game)
    facts = []
    for place, (before_ns, behind_ns) in enumerate(widths):
        at_ns = 10 * SECOND_NS + place * PITCH_NS
        if read[place]:
            facts.append((at_ns + behind_ns + delays[place], place, at_ns - before_ns, at_ns + behind_ns))
    for _, place, after_ns, by_ns in sorted(facts):
        came(at, FULL_DECK[place], HOLE[at.hand.seats[place % players]], after_ns, by_ns)
    assert ruled(at) == []
    if all(read):
        assert dealing_of(at.table).ahead == (), "the deal is as planned"


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(GAMES), st.integers(2, 6), st.randoms(use_true_random=False))
def test_a_whole_deal_in_another_order_is_always_found(game: str, players: int, chance: random.Random) -> None:
    """Each player has his cards in the end, and their order is known: what was dealt out of turn is ruled by the last card."""
    at = table_of(players, game)
    turns = [place % players for place in range(players * CARDS_EACH[game])]
    right = list(turns)
    chance.shuffle(turns)
    for place, index in enumerate(turns):
        at_ns = 10 * SECOND_NS + place * PITCH_NS
        came(at, FULL_DECK[place], HOLE[at.hand.seats[index]], at_ns - PITCH_NS, at_ns)
    assert bool(ruled(at)) == (turns != right)


def test_cards_whose_times_overlap_have_no_order() -> None:
    """Two neighbours' cards are told of the wrong way round; the times say that it may be so, or not."""
    at = table_of(4, "holdem")
    for place, index in enumerate((0, 2, 1, 3, 0, 1, 2, 3)):
        at_ns = 10 * SECOND_NS + place * PITCH_NS
        came(at, FULL_DECK[place], HOLE[at.hand.seats[index]], at_ns - 2 * PITCH_NS, at_ns)
    assert ruled(at) == []


def test_a_deal_whose_cards_are_pushed_back_is_as_planned() -> None:
    at = table_of(4, "holdem")
    for place, index in enumerate((0, 2, 1, 3, 0)):
        at_ns = 10 * SECOND_NS + place * PITCH_NS
        came(at, FULL_DECK[place], HOLE[at.hand.seats[index]], at_ns - PITCH_NS, at_ns)
    (ruling,) = ruled(at)
    assert (ruling.kind, [one.seats for one in ruling.remedy], ruling.carried_out) == ("wrong_card", [(3, 2), (2, 3)], False)
    for card, zone in ((FULL_DECK[1], HOLE[2]), (FULL_DECK[2], HOLE[3])):
        at.move(card, zone)
    (ruling,) = ruled(at)
    assert ruling.carried_out
    assert dealing_of(at.table).moves == ()
    assert dealing_of(at.table).ahead == ()
    for place, index in ((5, 1), (6, 2), (7, 3)):
        at_ns = 10 * SECOND_NS + place * PITCH_NS
        came(at, FULL_DECK[place], HOLE[at.hand.seats[index]], at_ns - PITCH_NS, at_ns)
    assert [at.hand.hole_of(index) for index in range(4)] == [(FULL_DECK[index], FULL_DECK[index + 4]) for index in range(4)]
    assert len(ruled(at)) == 1


def test_another_card_of_the_seat_goes_back_than_the_one_that_came_last() -> None:
    """The floor is told, and the hand counts what lies there."""
    at = table_of(3, "holdem")
    for place in range(7):
        at_ns = 10 * SECOND_NS + place * PITCH_NS
        came(at, FULL_DECK[place], HOLE[at.hand.seats[place % 3]], at_ns - PITCH_NS, at_ns)
    assert [one.kind for one in ruled(at)] == ["wrong_card"]
    at.move(FULL_DECK[0], None, HOLE[1])
    assert [one.kind for one in ruled(at)] == ["wrong_card", "procedure"]
    assert set(at.hand.hole_of(0)) == {FULL_DECK[3], FULL_DECK[6]}


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(-5, 5), st.integers(-5, 5)), max_size=12))
def test_no_times_however_odd_break_the_order(cards: list[tuple[int, int, int]]) -> None:
    """Intervals of no length, or that end before they begin, are data like any other."""
    hand = table_of(4, "holdem").hand
    ahead = [Ahead(FULL_DECK[n], index, after_ns, by_ns) for n, (index, after_ns, by_ns) in enumerate(cards)]
    deal = order.deal_of(hand, ahead, 0)
    assert sorted(card for card, _ in deal.cards) == sorted(one.card for one in ahead)
