"""A random hand of any game played at our table and at PokerKit's at once, compared act by act."""

from __future__ import annotations

import random
import warnings
from collections.abc import Sequence
from typing import NamedTuple

from at_table import EVIDENCE, AtTable, chips_of
from msgspec.structs import replace
from pokerkit import State
from pokerkit_twin import AS_THEIRS, Ended, compare_legal, settle_formality, settled, twin

from controller.events import Act, CardMoved, Draw, NewHand
from controller.game.cards import Card, card_text
from controller.game.chips import Limit, Stakes
from controller.game.deal import common_card, street_due
from controller.game.drawing import to_draw
from controller.game.hand import Hand
from controller.game.short_stub import mixes, way
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BURN, HOLE, MUCK, STUB, UP, Zone
from controller.rules.options import HouseOptions
from controller.rules.seat_rules import most_players


class Begun(NamedTuple):
    """What a random hand is played with. Stacks are in deal order; `raise_cap` raises may follow the bet, None = any number."""

    game: str
    stakes: Stakes
    stacks: list[int]
    raise_cap: int | None
    temper: float


def random_hand(rng: random.Random, game: str, limit: Limit) -> Begun:
    """Return a hand that both sides begin alike: see `DEPARTS`, `short_big_blind` and `short_bring_in`.

    Heads-up the blinds differ (PokerKit begins with the larger bet, by seat where they are equal), and every stack covers the ante.
    """
    row = VARIANTS[game]
    n = rng.randint(2, min(row.max_players, most_players(game, HouseOptions()).players))
    big = rng.choice([2, 10, 100])
    bring_in = 0
    if row.forced == "bring_in":
        bring_in = rng.randint(1, big - 1)
        stakes = Stakes(0, big, rng.choice([0, 1, big // 2]), limit=limit, bring_in=bring_in)
    else:
        small = rng.choice([big // 2, rng.randint(1, big - (n == 2))])
        stakes = Stakes(small, big, rng.choice([0, 0, 1, big // 2, big]), rng.choice(["all", "big_blind"]), limit=limit)
    if limit == "fixed_limit":
        stakes = replace(stakes, small_bet=big, big_bet=2 * big)
    deep = rng.choice([3, 10, 40])
    stacks = [stakes.ante + bring_in + rng.randint(1, big * deep) for _ in range(n)]
    blind = 1 if n > 2 else 0
    stacks[blind] = max(stacks[blind], stakes.ante + big)
    return Begun(game, stakes, stacks, rng.choice([None, 3]), rng.choice([0.1, 0.3, 0.6]))


class Both:
    """One hand at both tables."""

    def __init__(self, rng: random.Random, begun: Begun) -> None:
        self.rng, self.begun, self.row = rng, begun, VARIANTS[begun.game]
        n = len(begun.stacks)
        cap = "no_cap" if begun.raise_cap is None else "three_raises"
        options = replace(AS_THEIRS.options, raise_cap=cap, raise_cap_two_rounds=cap)
        house = replace(AS_THEIRS, seats=10, stakes=begun.stakes, options=options)
        self.at = AtTable(list(begun.stacks), begun.stakes, button=n, house=house)
        self.at.ok(NewHand(self.at.head(), begun.stakes, begun.game))
        if self.hand.stage == "posting":  # stud without antes waits for cards at once
            self.at.post()
        self.theirs: State = twin(begun.game, begun.stakes, begun.stacks, begun.raise_cap)
        self.deck: list[Card] = list(self.row.cards)
        rng.shuffle(self.deck)
        self.players = range(n)
        self.kept: list[list[Card]] = [[] for _ in self.players]
        self.spare: list[list[Card]] = [[] for _ in self.players]  # pineapple's third card: PokerKit never has it
        self.compared = True
        self.mixed = False  # burns were mixed into the stub, and come again

    @property
    def hand(self) -> Hand:
        return self.at.hand

    def lay(self, card: Card, zone: Zone, was: Zone = STUB) -> None:
        head = self.at.head()
        side = "up" if zone == BOARD or zone in UP else "down"
        self.at.do(CardMoved(card, was, zone, side, head.at_ns - 1, head.at_ns, EVIDENCE))

    def play(self) -> None:
        self.deal_street(0)
        street, short_all_in = 0, False
        while self.hand.stage in ("betting", "dealing", "drawing"):
            if self.hand.stage == "betting":
                short_all_in = self.bet(short_all_in)
                continue
            short_all_in = False
            street = street_due(self.hand) if self.hand.stage == "dealing" else self.hand.street + 1
            if self.hand.stage == "dealing" or not self.row.streets[street].on_board:  # else the next round has begun at theirs
                settle_formality(self.theirs)
            if self.hand.stage == "drawing":
                self.change(street)
            else:
                self.deal_street(street)
        if self.compared:
            settle_formality(self.theirs)
        self.show_down()

    def deal_street(self, number: int) -> None:
        """Deal a street at both tables, the burn first."""
        street = self.row.streets[number]
        if street.burn and self.hand.stage == "dealing":
            self.burn()
        live = [i for i in self.players if not self.hand.folded[i]]
        if self.row.up_cards and common_card(self.hand):
            self.compared = False  # departs: common_card
            self.lay(self.deck.pop(), BOARD)
            return
        discards = sum(later.discard for later in self.row.streets)
        for zones, cards in ((HOLE, street.down), (UP, street.up)):
            for turn in range(cards):
                for i in live:
                    self.mix()
                    card = self.deck.pop()
                    if number == 0 and turn < discards and zones is HOLE:
                        self.spare[i].append(card)
                    else:
                        self.kept[i].append(card)
                        self.tell_hole(card, i)
                    self.lay(card, zones[i + 1])
        board = [self.deck.pop() for _ in range(street.board)]
        if board and self.compared:
            self.theirs.deal_board("".join(map(card_text, board)))
        for card in board:
            self.lay(card, BOARD)

    def mix(self) -> None:
        """Before the bottom card of stud's deck would be dealt it is mixed with the burns; one is burned again. Source: cooke.5.21.a."""
        if len(self.deck) > 1 or not mixes(self.hand):
            return
        self.mixed, again = True, way(self.hand) == "mixed"
        for card in self.hand.burned:
            self.lay(card, STUB, BURN)
            self.deck.append(card)
        self.rng.shuffle(self.deck)
        if again:
            self.lay(self.deck.pop(), BURN)

    def tell_hole(self, card: Card, i: int) -> None:
        if self.compared:
            with warnings.catch_warnings():
                if self.mixed:  # PokerKit would rather not deal a card that was burned
                    warnings.simplefilter("ignore", UserWarning)
                self.theirs.deal_hole(card_text(card), i)

    def burn(self) -> None:
        card = self.deck.pop()
        if self.compared:
            self.theirs.burn_card(card_text(card))
        self.lay(card, BURN)

    def change(self, number: int) -> None:
        """Everybody changes some of his cards, or gives up what he must."""
        street = self.row.streets[number]
        if street.discard:
            for i in self.players:
                if not self.hand.folded[i]:
                    self.lay(self.spare[i].pop(), MUCK, HOLE[i + 1])
            if self.hand.stage == "dealing" and not street.on_board:
                self.deal_street(number)
            return
        new: list[tuple[int, int]] = []
        room = len(self.deck) - self.row.burns_by_street[-1] + self.row.burns_by_street[number - 1]
        while self.drawing(number):
            i = to_draw(self.hand)
            count = min(self.rng.randint(0, street.draw), room)
            room -= count
            gone = self.rng.sample(self.kept[i], count)
            before = self.rng.random() < 0.5  # his cards may go before he says so
            if before:
                self.give(gone, i)
            self.at.ok(Draw(self.at.head(), self.hand.seats[i], "draw" if count else "stand_pat", count or None))
            if not before:
                self.give(gone, i)
            assert self.theirs.stand_patter_or_discarder_index == i
            self.theirs.stand_pat_or_discard("".join(map(card_text, gone)))
            self.kept[i] = [card for card in self.kept[i] if card not in gone]
            new.append((i, count))
        card = self.deck.pop()
        self.theirs.burn_card(card_text(card))
        if self.hand.stage == "drawing" and self.hand.street + 1 == number:  # with nothing to deal it has gone on
            self.lay(card, BURN)
        for i, count in new:
            for _ in range(count):
                card = self.deck.pop()
                self.kept[i].append(card)
                self.theirs.deal_hole(card_text(card), i)
                self.lay(card, HOLE[i + 1])

    def drawing(self, number: int) -> bool:
        """Whether somebody has yet to say how many cards he changes before this street; where all stand pat the hand goes on at once."""
        return self.hand.stage == "drawing" and self.hand.street + 1 == number and to_draw(self.hand) >= 0

    def give(self, gone: Sequence[Card], i: int) -> None:
        for card in gone:
            self.lay(card, MUCK, HOLE[i + 1])

    def bet(self, short_all_in: bool) -> bool:
        """One act; return whether an all-in of less than a whole raise stands in this round."""
        at, hand, rng = self.at, self.hand, self.rng
        now = at.legal
        i = now.seat - 1
        if self.must_open():
            return self.open_round(i)
        may_raise = now.can_raise
        if self.compared:
            may_raise = compare_legal(now, self.theirs, i, short_all_in=short_all_in)
        choice = rng.random()
        if now.call_chips and (choice > 0.8 or self.deck_is_short()):
            at.act(now.seat, "fold")
            self.mirror("fold")
        elif may_raise and choice < self.begun.temper and not self.short_completion():
            assert now.min_raise_to is not None
            assert now.max_raise_to is not None
            to = rng.choice([now.min_raise_to, now.max_raise_to, rng.randint(now.min_raise_to, now.max_raise_to)])
            short_all_in = short_all_in or to - hand.current_bet < hand.full_raise
            at.act(now.seat, "raise" if hand.current_bet else "bet", to)
            self.mirror("complete_bet_or_raise_to", to)
        else:
            at.act(now.seat, "call" if now.call_chips else "check")
            self.mirror("check_or_call")
        return short_all_in

    def mirror(self, what: str, *arguments: int) -> None:
        if self.compared:
            getattr(self.theirs, what)(*arguments)

    def must_open(self) -> bool:
        return self.row.forced == "bring_in" and self.hand.street == 0 and not self.hand.current_bet

    def open_round(self, i: int) -> bool:
        """Whoever must opens, for the bring-in or for a whole bet."""
        assert self.theirs.actor_index == i
        assert self.theirs.can_post_bring_in()
        seat, whole = self.hand.seats[i], self.hand.full_raise
        if self.rng.random() < self.begun.temper and self.at.legal.can_raise and not self.short_completion():
            self.at.ok(Act(self.at.head(), seat, "complete", whole))
            self.mirror("complete_bet_or_raise_to", whole)
        else:
            self.at.act(seat, "bring_in")
            self.mirror("post_bring_in")
        return False

    def short_completion(self) -> bool:
        """Whether he has less than the whole bet that a bring-in may be raised to (departs: short_completion)."""
        hand = self.hand
        if self.row.forced != "bring_in" or hand.street or hand.current_bet >= hand.full_raise:
            return False
        return hand.bets[hand.to_act] + hand.stacks[hand.to_act] < hand.full_raise

    def deck_is_short(self) -> bool:
        """Whether the deck has too few cards for all who are in (departs: common_card)."""
        hand, row = self.hand, self.row
        if not row.up_cards:
            return False
        left = row.hole_cards - row.hole_by_street[hand.street]
        burns = row.burns_by_street[-1] - row.burns_by_street[hand.street]
        return hand.folded.count(False) * left + burns > len(self.deck)

    def show_down(self) -> None:
        while self.hand.stage == "showdown":
            i = next(i for i in self.players if not self.hand.folded[i] and self.hand.shown[i] is None)
            self.at.show(self.hand.seats[i])
        hand = self.hand
        assert hand.stage == "ended"
        assert sum(hand.payoffs) == 0
        assert chips_of(self.at.table) == sum(self.begun.stacks)
        if self.compared:
            assert not self.theirs.status
            self.compare_payoffs()

    def compare_payoffs(self) -> None:
        hand, theirs = self.hand, list(self.theirs.payoffs)
        ours = list(hand.payoffs)
        if hand.folded.count(False) == 1:
            assert ours == theirs
            return
        holes = ["".join(map(card_text, held)) for held in self.kept]
        dead = hand.dead_put_in if self.begun.stakes.ante_from != "all" else (0,) * len(ours)
        right = settled(Ended(self.row, hand.put_in, dead, hand.folded, holes, "".join(map(card_text, hand.board))))
        assert ours == right
        if ours != theirs:
            self.explain(ours, theirs)

    def explain(self, ours: Sequence[int], theirs: Sequence[int]) -> None:
        """PokerKit may lay odd chips elsewhere, and halve a side pot without a low (departs: odd_chips, low_of_another_pot)."""
        assert sum(theirs) == 0
        awards = self.at.tells("pot_awarded")
        odd = sum(len(self.players) - 1 for _ in awards)
        if len(self.row.halves) == 1 or len({tell.pot for tell in awards}) == 1:
            assert max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) <= odd
