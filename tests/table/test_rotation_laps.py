"""Eight games in rotation, players coming and going: each hand is of the right game, by the right limit, opened by the right player.

What is right is worked out here apart from the table: the button walks from seat to seat, and the game is another when it walks over the
place where it began.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Final, NamedTuple

from at_table import AtTable

from controller.core import expectation
from controller.events import NewHand, Sit
from controller.feed.rotation_view import rotation_view
from controller.feed.views import state_view
from controller.game.cards import Card, card_text
from controller.game.chips import Stakes
from controller.game.rotations import ROTATIONS, stakes_of
from controller.game.zones import STUB
from controller.rules.house import House

SEATS: Final = 8
LAPS: Final = 80  # of the button: the eight games ten times


class Game(NamedTuple):
    """A game of the list as people know it. `opens` is what decides who acts first."""

    name: str
    limit: str
    opens: str
    cards: int
    raise_to: tuple[int, int]  # least and most that the first player may make it, nobody short


#: Ten-twenty: blinds 5 and 10, in stud an ante of 2 and a bring-in of 3. A pot of 15 is called with 10 and raised by 25.
EIGHT: Final = (
    Game("deuce_to_seven_triple_draw", "fixed_limit", "blinds", 5, (20, 20)),
    Game("holdem", "fixed_limit", "blinds", 2, (20, 20)),
    Game("omaha_hilo", "fixed_limit", "blinds", 4, (20, 20)),
    Game("razz", "fixed_limit", "high card", 3, (10, 10)),
    Game("stud7", "fixed_limit", "low card", 3, (10, 10)),
    Game("stud7_hilo", "fixed_limit", "low card", 3, (10, 10)),
    Game("holdem", "no_limit", "blinds", 2, (20, 0)),
    Game("omaha", "pot_limit", "blinds", 4, (20, 35)),
)
TEN_TWENTY: Final = Stakes(5, 10, ante=2, bring_in=3, limit="fixed_limit")
RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"


class Walk:
    """The button on its way round the table, and the game that is on."""

    def __init__(self) -> None:
        self.button, self.first, self.game, self.laps = 0, 0, 0, 0

    def next_hand(self, players: list[int]) -> None:
        """Walk on to the next of the players; the first hand of all is dealt from the first of them."""
        if not self.first:
            self.button = self.first = players[0]
            return
        while True:
            self.button = self.button % SEATS + 1
            if self.button == self.first:
                self.laps += 1
                self.game = (self.game + 1) % len(EIGHT)
            if self.button in players:
                return


def left_of(button: int, players: list[int]) -> list[int]:
    """The players in the order in which they are dealt to."""
    return [seat for k in range(1, SEATS + 1) if (seat := (button + k - 1) % SEATS + 1) in players]


def opener(game: Game, button: int, players: list[int], up: dict[int, str]) -> int:
    """Who acts first. Ties by suit, clubs lowest; an ace is high where the low card opens, and low where the high card does."""
    if game.opens == "blinds":
        order = left_of(button, players)
        return button if len(order) == 2 else order[2 % len(order)]
    if game.opens == "low card":
        return min(up, key=lambda seat: (RANKS.index(up[seat][0]), SUITS.index(up[seat][1])))
    return max(up, key=lambda seat: (("A" + RANKS).index(up[seat][0]), SUITS.index(up[seat][1])))


def deal(at: AtTable, draw: random.Random) -> None:
    deck = draw.sample(range(52), 52)
    if at.hand.owing:
        at.post()
    while (zones := expectation(at.table, at.house).zones) and at.hand.street < 1:
        if at.to_act is not None and at.hand.dealt_to.count(len(at.hand.seats) - 1) == DEALT[at.hand.variant]:
            return
        at.move(Card(deck.pop()), zones[0], STUB)


DEALT: Final = {game.name: game.cards for game in EIGHT}


def everyone_folds(at: AtTable) -> None:
    while at.hand.stage != "ended":
        seat = at.to_act
        assert seat is not None
        at.act(seat, "bring_in" if not at.hand.current_bet else "fold")
    for card, place in enumerate(at.table.card_places):
        if place:
            at.move(Card(card), STUB)


def come_and_go(at: AtTable, draw: random.Random, most: int) -> int:
    """Some stand up, some sit down; two stay and no more than the smallest game takes. Returns how many came or went."""
    players = [n for n, one in enumerate(at.table.seats, 1) if one is not None]
    seat, changed = draw.randint(1, SEATS), 0
    if seat in players and len(players) > 2 and draw.random() < 0.25:
        at.stand(seat)
        changed += 1
    elif seat not in players and len(players) < most and draw.random() < 0.35:
        at.ok(Sit(at.head(), seat, f"N{seat}", 1_000))
        changed += 1
    return changed


def test_eight_games_over_ten_rounds_with_players_coming_and_going() -> None:
    draw = random.Random("eight games")  # noqa: S311 # the same evening every time
    games = stakes_of(ROTATIONS["eight_game"], TEN_TWENTY)
    house = House(seats=SEATS, stakes=TEN_TWENTY, rotation=games, without=frozenset({"fold.for_free"}))
    at = AtTable([None, 1_000, 1_000, None, 1_000, 1_000, None, 1_000], TEN_TWENTY, house=house)
    walk, changes = Walk(), 0
    hands: Counter[int] = Counter()
    while True:
        changes += come_and_go(at, draw, most=7)
        for seat, one in enumerate(at.table.seats, 1):
            if one is not None and one.stack_chips < 200:
                at.buy_in(seat, 1_000 - one.stack_chips)
        players = [n for n, one in enumerate(at.table.seats, 1) if one is not None]
        announced = rotation_view(at.table, house, str)
        assert announced is not None
        game_before = walk.game
        walk.next_hand(players)
        if walk.laps == LAPS:
            break
        if hands:
            ahead = announced["position"] if announced["hands_left"] else announced["next"]
            assert ahead == walk.game + 1, "what everyone was told before the hand came true"
            assert bool(announced["hands_left"]) == (walk.game == game_before)
        game = EIGHT[walk.game]
        at.ok(NewHand(at.head()))
        hands[walk.game] += 1
        hand = at.hand
        assert (hand.variant, hand.stakes.limit) == (game.name, game.limit)
        assert at.table.button == walk.button
        assert list(hand.seats) == left_of(walk.button, players)
        deal(at, draw)
        assert {hand.seats[i]: at.hand.dealt_to.count(i) for i in range(len(players))} == dict.fromkeys(hand.seats, game.cards)
        up = {seat: card_text(at.hand.up_of(i)[0]) for i, seat in enumerate(hand.seats)} if game.opens != "blinds" else {}
        first = opener(game, walk.button, players, up)
        assert at.to_act == first, (game, walk.button, players, up)
        if game.opens != "blinds":
            assert at.hand.bets == (0,) * len(players)
            at.act(first, "bring_in")
            assert at.hand.current_bet == 3
        least, most = game.raise_to
        legal = at.legal
        assert (legal.min_raise_to, legal.max_raise_to) == (least, most or all_of(at, legal.seat)), game
        view = state_view(at.table, frozenset(), {}, {"rotation": rotation_view(at.table, house, str)})
        assert (view["game"], view["limit"], view["rotation"]["position"]) == (game.name, game.limit, walk.game + 1)
        everyone_folds(at)
    assert changes > 40, "people did come and go"
    assert min(hands.values()) > 10
    assert len(hands) == len(EIGHT)


def all_of(at: AtTable, seat: int) -> int:
    """What a player has, and has put in on this street."""
    place = at.hand.seats.index(seat)
    return at.hand.stacks[place] + at.hand.bets[place]
