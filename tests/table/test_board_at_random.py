"""Hands whose dealer burns and turns as he likes, whose people enter, decide and correct at any time: what must hold whatever happens."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import pytest
from at_table import EVIDENCE, check_step, chips_of

from controller.core import step
from controller.effects import CommandDone, Tell
from controller.events import (
    Act,
    Answer,
    Button,
    CardMoved,
    Change,
    Correct,
    Event,
    FloorRule,
    Header,
    NewHand,
    Post,
    Report,
    Show,
    Shuffle,
    Sit,
    Tick,
)
from controller.game.betting import legal
from controller.game.cards import FULL_DECK, Card
from controller.game.chips import Stakes
from controller.game.hand import Hand
from controller.game.zones import BOARD, BURN, HOLE, MUCK, STUB, Zone
from controller.hand_log import HandLog
from controller.rules.catalogue.row import BOOKS
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.table.rulings import docket_of
from controller.table.table import Table, new_table
from controller.table.waiting import waits

SEATS = 3
HANDS = 120
MOST_EVENTS = 70


@dataclass
class Playing:
    """A table of three, an evening of whatever comes."""

    house: House
    rng: random.Random
    log: HandLog = field(default_factory=HandLog)
    told: list[Tell] = field(default_factory=list)
    now: int = 0
    tried: int = 0
    lost: int = 0

    def __post_init__(self) -> None:
        self.table: Table = new_table(self.house)
        for seat in range(1, SEATS + 1):
            self.take(Sit(self.head(), seat, f"p{seat}", 500))
        self.take(Button(self.head(), SEATS))

    def head(self, role: Any = "dealer") -> Header:
        self.now += 10
        return Header(self.now, f"c{self.now}", role)

    def take(self, event: Event) -> CommandDone | None:
        event = self.log.complete(event)
        before = self.table
        self.table, effects = step(before, event, self.house)
        check_step(before, event, self.table, effects)
        self.log.take(event, effects)
        self.told += [one for one in effects if isinstance(one, Tell)]
        assert chips_of(self.table) == SEATS * 500 or isinstance(event, Sit)
        if self.table.hand is not None:
            self.check(self.table.hand)
        last = effects[-1] if effects else None
        return last if isinstance(last, CommandDone) else None

    def check(self, hand: Hand) -> None:
        flat = [card for held in hand.holes for card in held] + [*hand.board, *hand.burned]
        assert sorted(hand.dealt) == sorted(flat), "every card of the hand is in one place of it"
        assert len(set(flat)) == len(flat)
        assert len(hand.board) <= 5
        assert (hand.stage == "betting") == (legal(hand) is not None)

    def deal(self) -> None:
        for card, zone in enumerate(self.table.card_zones):
            if zone is not None:
                self.move(Card(card), None)
        self.take(NewHand(self.head()))
        self.take(Post(self.head()))
        hand = self.table.hand
        assert hand is not None
        deck = self.rng.sample(FULL_DECK, 2 * SEATS)
        for k, card in enumerate(deck):
            self.move(card, HOLE[hand.seats[k % SEATS]])

    def move(self, card: Card, to_zone: Zone | None) -> None:
        self.now += 10
        came = self.table.card_zones[card]
        after_ns = self.now - self.rng.choice([1, 10, 60])  # an antenna may have looked away
        self.take(CardMoved(card, came, to_zone, "up" if to_zone == BOARD else "down", after_ns, self.now, EVIDENCE))

    def anything(self) -> None:
        """One thing that might happen next."""
        hand = self.table.hand
        assert hand is not None
        zones = self.table.card_zones
        lying = [Card(card) for card, zone in enumerate(zones) if zone in (BOARD, BURN)]
        fresh = [card for card in FULL_DECK if card not in hand.dealt and zones[card] in (None, STUB)]
        pick = self.rng.random()
        if pick < 0.3:
            self.act(hand)
        elif pick < 0.55:
            self.move(self.rng.choice(fresh), self.rng.choice([BOARD, BOARD, BURN]))
        elif pick < 0.7 and lying:
            self.move(self.rng.choice(lying), self.rng.choice([BOARD, BURN, None, STUB, MUCK]))
        elif pick < 0.75:
            what: Any = self.rng.choice(["dropped_deck", "stub_mixed", "stub_restored"])
            self.take(Report(self.head(), what, number=self.rng.randrange(3)))
        elif pick < 0.8:
            steps: Any = self.rng.choice(["shuffle", "cut", "riffle"])
            self.take(Shuffle(self.head(), steps))
        elif pick < 0.84:
            for name in waits(self.table):
                self.take(Tick(name, self.now + 1))
        elif pick < 0.88:
            self.correct()
        else:
            self.decide()

    def act(self, hand: Hand) -> None:
        now = legal(hand)
        if now is None:
            for seat in hand.seats:
                self.take(Show(self.head(self.rng.choice(["dealer", "floor"])), seat))
            return
        do: Any = self.rng.choice(["call" if now.call_chips else "check"] * 8 + ["fold", "all_in"])
        self.take(Act(self.head(self.rng.choice(["dealer", "dealer", "floor"])), now.seat, do))

    def decide(self) -> None:
        docket = docket_of(self.table)
        for one in docket.prompts[-1:]:
            self.take(Answer(self.head(), one.id, self.rng.choice(one.answers)))
        for ruling in docket.rulings[-2:]:
            decision: Any = self.rng.choice(["confirm", "override", "reopen"])
            role: Any = self.rng.choice(["dealer", "floor"])
            alternative = self.rng.choice((*ruling.alternatives, ""))
            self.take(FloorRule(self.head(role), ruling.id, decision, "so it was", alternative))

    def correct(self) -> None:
        acts = [one for one in self.log.entries if isinstance(one.event, Act)]
        if acts:
            last = acts[-1]
            done = self.take(Correct(self.head("floor"), last.first_seq, Change(do="all_in")))
            self.tried += 1
            self.lost += done is not None and done.code == "correct.lost"

    def hand(self) -> None:
        self.deal()
        for _ in range(MOST_EVENTS):
            if self.table.hand is None or self.table.hand.over:
                return
            self.anything()


def houses() -> list[House]:
    """The books, and answers that none of them gives."""
    cooke = PRESETS["cooke"]
    rare = {
        "early_flop_remedy": "next_cards_no_shuffle", "early_turn_remedy": "next_card_no_shuffle", "early_board_cards": "if_remaining_fold",
        "oversized_flop_remedy": "fourth_becomes_burn", "missing_burn_remedy": "ask_floor", "double_burn_remedy": "reshuffle_stub",
        "late_burn_error": "play_on_from_top", "burn_error_window_all_in": "not_corrected", "burns_after_dropped_stub": False,
        "mixed_stub_remedy": "void_and_refund", "dropped_stub_remedy": "go_on_from_pile",
    }  # fmt: skip
    odd = type(cooke)(**{**{name: getattr(cooke, name) for name in cooke.__struct_fields__}, **rare})
    pairs: list[tuple[Any, Any]] = [*((book, PRESETS[book]) for book in BOOKS), ("cooke", odd)]
    return [House(seats=SEATS, stakes=Stakes(5, 10), book=book, options=options, burn_antenna=True) for book, options in pairs]


@pytest.mark.parametrize("house", houses(), ids=["cooke", "roberts", "home", "rare"])
def test_whatever_the_dealer_does_with_board_and_burns(house: House) -> None:
    """Never raises, chips stay, a card is in one place; and the hand can nearly always be folded again: a decision about an older ruling
    of a kind of which there are several is the one thing that a fold cannot find.
    """
    rng = random.Random(f"board {house.book}")  # noqa: S311 -- hands of a test, the same every time
    kinds: set[str] = set()
    tried = lost = 0
    playing = Playing(house, rng)
    for _ in range(HANDS):
        playing.hand()
        kinds |= {one.kind for one in docket_of(playing.table).rulings}
        if playing.table.hand is None or not playing.table.hand.over or not all(one and one.stack_chips for one in playing.table.seats):
            tried, lost = tried + playing.tried, lost + playing.lost
            playing = Playing(house, rng)
    assert {"burn_error", "board_error", "stub_error"} <= kinds
    assert tried > HANDS
    assert lost < tried / 50
