"""Random hands of every stud game at every house: dealt as the plan says, played by what is legal, to their end."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest
from at_table import EVIDENCE, AtTable
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.core import expectation
from controller.events import Act, CardMoved, NewHand, Post, Request
from controller.game.cards import FULL_DECK, Card
from controller.game.chips import Stakes
from controller.game.legal_actions import legal_actions
from controller.game.short_stub import is_last, way
from controller.game.showdown import show_order
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BURN, MUCK, STUB, UP_SEAT, Zone
from controller.rules.catalogue.row import BOOKS
from controller.rules.house import House
from controller.rules.options import PRESETS

GAMES: Final = [name for name, variant in VARIANTS.items() if variant.forced == "bring_in"]
STAKES: Final = Stakes(0, 20, ante=2, limit="fixed_limit", small_bet=20, big_bet=40, bring_in=5)
#: More events than any hand takes.
MOST: Final = 2_000


class Dealt(AtTable):
    """A table whose dealer deals from a shuffled deck, as the plan says, and mixes burns in where he has to."""

    def __init__(self, draw: random.Random, players: int, game: str, house: House) -> None:
        super().__init__([draw.randint(8, 400) for _ in range(players)], STAKES, button=players, house=house)
        self.draw = draw
        self.ok(NewHand(self.head(), replace(STAKES, game=game)))
        self.ok(Post(self.head()))
        self.stub = list(FULL_DECK)
        draw.shuffle(self.stub)
        self.burns: list[Card] = []
        self.mixed = False

    def lay(self, card: Card, zone: Zone) -> None:
        self._now += 1
        side: Any = "up" if zone in UP_SEAT or zone == BOARD else "down"
        self.do(CardMoved(card, STUB, zone, side, self._now - 1, self._now, EVIDENCE))

    def deal(self) -> None:
        """Lay the next card where the plan has it."""
        hand = self.hand
        short = is_last(hand) and way(hand).startswith("mixed")
        if short and not self.mixed and len(self.stub) == 1:
            self.mix(burn=way(hand) == "mixed")
        zones = [zone for zone in expectation(self.table, self.house).zones if zone != MUCK and not (self.mixed and zone == BURN)]
        self.lay_top(zones[0])

    def mix(self, *, burn: bool) -> None:
        """The last card and the burns are mixed, and one of them is burned again."""
        self.mixed = True
        for card in self.burns:
            self.move(card, None, BURN)
        self.stub += self.burns
        self.draw.shuffle(self.stub)
        if burn:
            self.lay_top(BURN)

    def lay_top(self, zone: Zone) -> None:
        card = self.stub.pop()
        if zone == BURN:
            self.burns.append(card)
        self.lay(card, zone)

    def play(self) -> None:
        """One action of the player to act, or what is done for him because he is away."""
        hand = self.hand
        seat = hand.seats[hand.to_act]
        if self.draw.random() < 0.05:
            self.ok(Request(self.head(), seat, "absent"))
            return
        other = self.draw.choice(hand.seats)
        if other != seat:
            assert self.ask(Act(self.head(), other, "bring_in")).code in ("act.out_of_turn", "act.deal_wrong")
        may = [one for one in legal_actions(hand) if one.legal and (one.do != "fold" or self.draw.random() < 0.25)]
        one = self.draw.choice(may)
        amount = one.do in ("bet", "raise", "complete")
        to_chips = self.draw.choice((one.min_to, one.max_to)) if amount else None
        self.ok(Act(self.head(), seat, one.do, to_chips))  # type: ignore[arg-type] # a legal action is one of its words


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), players=st.integers(2, 8), game=st.sampled_from(GAMES), book=st.sampled_from(tuple(BOOKS)))
def test_every_hand_comes_to_its_end(seed: int, players: int, game: str, book: Any) -> None:
    draw = random.Random(seed)  # noqa: S311 -- a shuffled deck of a test
    house = House(seats=8, stakes=STAKES, book=book, options=PRESETS[book], without=frozenset({"fold.for_free"}))
    table = Dealt(draw, players, game, house)
    for _ in range(MOST):
        hand = table.hand
        if hand.over:
            break
        if hand.stage == "betting":
            table.play()
        elif hand.stage == "dealing":
            table.deal()
        else:
            table.show(next(iter(show_order(hand))))
    hand = table.hand
    assert hand.stage == "ended"
    assert sum(hand.payoffs) == 0
    assert not table.table.open
    cards = [*hand.board, *hand.burned, *(card for held in hand.holes for card in held)]
    assert len(cards) == len(set(cards)) == len(hand.dealt)


@pytest.mark.parametrize("book", BOOKS)
def test_eight_who_stay_in_come_to_the_end_whatever_the_deck_has(book: Any) -> None:
    """The last cards of eight, seven and six players, by every way of dealing them."""
    ways = set()
    for out in range(4):
        for seed in range(4):
            draw = random.Random(seed)  # noqa: S311 -- a shuffled deck of a test
            stakes = replace(STAKES, ante=0)
            house = House(seats=8, stakes=stakes, book=book, options=PRESETS[book], without=frozenset({"fold.for_free"}))
            table = Dealt(draw, 8, "stud7", house)
            gone = 0
            while not table.hand.over:
                hand = table.hand
                if hand.stage == "dealing":
                    if hand.street == 3:
                        ways.add(way(hand))
                    table.deal()
                elif hand.stage == "betting":
                    may = {one.do for one in legal_actions(hand) if one.legal}
                    do: Any = next(do for do in ("bring_in", "check", "call") if do in may)
                    if do == "call" and gone < out and "fold" in may:
                        do, gone = "fold", gone + 1
                    table.act(hand.seats[hand.to_act], do)
                else:
                    table.show(next(iter(show_order(hand))))
            assert sum(table.hand.payoffs) == 0
    assert (
        ways
        == {"cooke": {"each", "mixed", "common"}, "roberts": {"each", "mixed", "mixed_without_burn", "common"}, "home": {"each", "common"}}[
            book
        ]
    )
