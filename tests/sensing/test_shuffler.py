"""A deck passes the antenna of a shuffler: it is told in numbers whether it is whole."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.events import DeckRead
from controller.game.cards import FULL_DECK, Card
from controller.sensing.shuffler import LEAST_CARDS, QUIET_NS, ShufflerSensing
from drivers.base import AntennaRead

SWEEP_NS = 100_000_000
AT = ("hf3", 1)


def tags_of(letter: int) -> dict[bytes, Card]:
    return {bytes([0xE0, letter, card]): card for card in FULL_DECK}


RED, BLUE = tags_of(1), tags_of(2)
DECKS = {"red": RED, "blue": BLUE}


class Machine:
    """Cards lie under the antenna for so many sweeps each; what is told of them is kept."""

    def __init__(self, on_table: frozenset[bytes] = frozenset()) -> None:
        self.sensing = ShufflerSensing([AT], DECKS, lambda: "red", on_table.__contains__)
        self.at_ns = 0
        self.told: list[DeckRead] = []

    def sweep(self, *tags: bytes, times: int = 1) -> None:
        for _ in range(times):
            self.told += self.sensing.take(AntennaRead(*AT, tags, self.at_ns, self.at_ns + SWEEP_NS // 2))
            self.at_ns += SWEEP_NS

    def passes(self, tags: list[bytes], sweeps: int = 3) -> None:
        for tag in tags:
            self.sweep(tag, times=sweeps)

    def rest(self) -> None:
        self.sweep(times=QUIET_NS // SWEEP_NS + 2)

    def numbers(self) -> list[tuple[str, int, int, int]]:
        return [(one.deck, one.seen, one.strange, one.twice) for one in self.told]


def test_a_whole_deck_is_told_once_and_by_numbers_alone() -> None:
    machine = Machine()
    machine.passes(list(BLUE))
    assert machine.told == []  # it may go on
    machine.rest()
    machine.rest()
    assert machine.numbers() == [("blue", 52, 0, 0)]
    (told,) = machine.told
    assert told.after_ns == 0
    assert told.by_ns <= machine.at_ns


def test_the_deck_in_play_has_no_name() -> None:
    machine = Machine()
    machine.passes(list(RED))
    machine.rest()
    assert machine.numbers() == [("", 52, 0, 0)]


def test_one_sighting_of_its_own_card_is_enough() -> None:
    machine = Machine()
    machine.passes(list(BLUE), sweeps=1)
    machine.rest()
    assert machine.numbers() == [("blue", 52, 0, 0)]


@pytest.mark.parametrize(
    ("left_out", "foreign", "found"),
    [
        (1, 0, ("blue", 51, 0, 0)),
        (0, 1, ("blue", 52, 1, 1)),  # 53 cards: one face is there twice
        (1, 1, ("blue", 51, 1, 0)),  # the very card that is missing comes from the other deck
    ],
)
def test_what_is_missing_and_what_is_none_of_it(left_out: int, foreign: int, found: tuple[str, int, int, int]) -> None:
    machine = Machine()
    machine.passes([*list(BLUE)[left_out:], *list(RED)[:foreign]])
    machine.rest()
    assert machine.numbers() == [found]


def test_a_tag_of_no_deck_is_strange_when_it_was_read_twice_and_a_mangled_id_is_nothing() -> None:
    machine = Machine()
    machine.passes(list(BLUE)[:26])
    machine.sweep(b"phone", times=2)
    machine.sweep(b"mangled")
    machine.passes(list(BLUE)[26:])
    machine.rest()
    assert machine.numbers() == [("blue", 52, 1, 0)]


def test_a_card_that_lies_on_the_table_is_heard_from_afar_and_does_not_count() -> None:
    afar = list(RED)[:5]
    machine = Machine(frozenset(afar))
    for tag in BLUE:
        machine.sweep(tag, *afar, times=2)
    machine.rest()
    assert machine.numbers() == [("blue", 52, 0, 0)]


def test_a_pass_that_was_held_up_goes_on_and_the_next_one_begins_anew() -> None:
    machine = Machine()
    machine.passes(list(BLUE)[:30])
    machine.rest()
    machine.passes(list(BLUE)[30:])
    machine.rest()
    assert machine.numbers() == [("blue", 30, 0, 0), ("blue", 52, 0, 0)]
    machine.passes(list(BLUE)[1:])
    machine.rest()
    assert machine.numbers()[2:] == [("blue", 51, 0, 0)]
    machine.passes(list(RED))
    machine.rest()
    assert machine.numbers()[3:] == [("", 52, 0, 0)]


def test_a_few_cards_are_no_deck() -> None:
    machine = Machine()
    machine.passes(list(BLUE)[: LEAST_CARDS - 1])
    machine.rest()
    assert machine.told == []


@given(st.integers(0, 2**32), st.integers(0, 3))
def test_of_a_deck_that_passes_while_reads_are_missed_and_mangled_nothing_false_is_said(seed: int, left_out: int) -> None:
    luck = random.Random(seed)  # noqa: S311 # a repeatable reader is the point
    machine = Machine()
    passing = list(BLUE)[left_out:]
    luck.shuffle(passing)
    for tag in passing:
        for _ in range(4):
            if luck.random() < 0.05:
                machine.sweep()
            elif luck.random() < 0.05:
                machine.sweep(luck.randbytes(8))
            else:
                machine.sweep(tag)
    machine.rest()
    (told,) = machine.told
    assert told.deck == "blue"
    assert told.strange == told.twice == 0
    assert told.seen <= len(passing)


@given(st.lists(st.lists(st.sampled_from([*RED, *BLUE, b"x", b"y"]), max_size=6), max_size=120))
def test_any_sweeps_give_numbers_and_no_exception(sweeps: list[list[bytes]]) -> None:
    machine = Machine()
    for tags in sweeps:
        machine.sweep(*tags)
    machine.rest()
    for told in machine.told:
        assert LEAST_CARDS <= told.seen <= 52
        assert 0 <= told.twice <= told.strange
        assert told.after_ns <= told.by_ns
