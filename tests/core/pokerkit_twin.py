"""A hand of any game at PokerKit's table beside ours: the same stakes, the same cards, the same acts.

PokerKit's state machine is given the streets, the deck and the rankings that our row of the game has. Its own games stand beside ours in
`test_pokerkit_oracle`.

Where PokerKit departs from the rules of the table, a row of `DEPARTS` says so, with the rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

import pokerkit.state
import pytest
from pokerkit import Automation, BettingStructure, Card, Deck, Opening, RankOrder, State, Street
from pokerkit.hands import (
    BadugiHand,
    EightOrBetterLowHand,
    Hand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    ShortDeckHoldemHand,
    StandardHighHand,
    StandardLowHand,
)
from pokerkit.lookups import Entry, Label, Lookup
from pokerkit.utilities import CardsLike

from controller.game import variants
from controller.game.betting import Legal
from controller.game.chips import Stakes
from controller.game.variants import VARIANTS, Variant
from controller.rules.house import House
from controller.rules.options import HouseOptions


class UpToTwoHand(StandardHighHand):
    """None, one or two of the hand with the board, as in Tahoe: PokerKit has no such game. Source: cooke.6.08.03.a."""

    @classmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> Hand:
        hole, board = Card.clean(hole_cards), Card.clean(board_cards)
        return max(StandardHighHand.from_game(two, board) for two in combinations(hole, 2))


@lru_cache(maxsize=65_536)
def _entry(kind: type[Hand], cards: tuple[Card, ...]) -> Entry:
    return kind.lookup.get_entry(cards)


def _entry_of(hand: Hand) -> Entry:
    known: dict[str, Entry] = vars(hand)
    entry = known.get("entry_once_looked_up")
    if entry is None:
        entry = known["entry_once_looked_up"] = _entry(type(hand), hand.cards)
    return entry


# PokerKit looks up both hands anew each time it compares two, and asks of every tuple of cards whether it is one
Hand.entry = property(_entry_of)  # type: ignore[assignment,method-assign]  # in place of its own
_clean = Card.clean
Card.clean = classmethod(lambda _, cards: cards if type(cards) is tuple else _clean(cards))  # type: ignore[assignment,method-assign]  # as above


def _remembered(kind: type[Hand]) -> type[Hand]:
    """Return the hand type with a memory: PokerKit ranks the same cards again and again, and in Omaha sixty hands each time."""

    @lru_cache(maxsize=4096)
    def best(hole: tuple[Card, ...], board: tuple[Card, ...]) -> Hand | None:
        return kind.from_game_or_none(hole, board)

    def from_game(cls: type[Hand], hole_cards: CardsLike, board_cards: CardsLike = ()) -> Hand:
        hand = best(Card.clean(hole_cards), Card.clean(board_cards))
        if hand is None:
            raise ValueError("no such hand")
        return hand

    return type(kind.__name__, (kind,), {"from_game": classmethod(from_game)})


_KINDS: Final[Mapping[str, type[Hand]]] = {
    "high": StandardHighHand,
    "high_bug": StandardHighHand,  # no joker is dealt here
    "short_deck": ShortDeckHoldemHand,
    "ace_to_five": RegularLowHand,
    "ace_to_five_eight": EightOrBetterLowHand,
    "deuce_to_seven": StandardLowHand,
    "badugi": BadugiHand,
    "omaha_high": OmahaHoldemHand,
    "omaha_ace_to_five_eight": OmahaEightOrBetterLowHand,
    "up_to_two_high": UpToTwoHand,
}
HANDS: Final = {ranking: _remembered(kind) for ranking, kind in _KINDS.items()}

DECKS: Final[Mapping[str, Deck]] = {"52": Deck.STANDARD, "36": Deck.SHORT_DECK_HOLDEM}
STRUCTURES: Final[Mapping[str, BettingStructure]] = {
    "no_limit": BettingStructure.NO_LIMIT,
    "pot_limit": BettingStructure.POT_LIMIT,
    "fixed_limit": BettingStructure.FIXED_LIMIT,
}

#: PokerKit does the rest: blinds, bets, and at the end hands and chips.
AUTOMATIC: Final = tuple(a for a in Automation if a not in (Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING))

#: A house that plays as PokerKit does. In fixed limit only a whole bet counts, with nothing to complete; its cap holds for two players too.
#: Boards that tie go by position, a pair in sight opens no other bet, and who brought it in may not raise a call.
#: Who checks a seven after the draw has given nothing up.
AS_THEIRS: Final = House(
    options=HouseOptions(
        limit_reopen_threshold="full_bet",
        raise_cap="no_cap",
        heads_up_round_cap=True,
        heads_up_cap_release="stays_for_round",
        raise_cap_two_rounds="no_cap",
        heads_up_cap_release_two_rounds="stays_for_round",
        bring_in_may_complete=False,
        stud_board_tie="position",
        razz_board_tie="position",
        stud_open_pair_double_bet=False,
        odd_chip_stud="all_cards",
        lowball_check_raise=True,
        lowball_must_bet_sevens=False,
    ),
    without=frozenset({"limit.completion"}),
)


class Departure(NamedTuple):
    """Where PokerKit departs from a rule of the table, and what the comparison does about it."""

    rules: tuple[str, ...]
    theirs: str
    done: str


#: What is not held against PokerKit; it has its own tests with values from the rules' text.
DEPARTS: Final[Mapping[str, Departure]] = {
    "short_big_blind": Departure(
        ("roberts.blinds.9", "cooke.4.17.d"), "the others owe no more than a short big blind", "the big blind is never short"
    ),
    "short_bring_in": Departure(
        ("roberts.stud.4b", "cooke.5.07.b"), "the others owe no more than a short bring-in", "everybody has the bring-in after his ante"
    ),
    "after_short_all_in": Departure(
        ("cooke.8.01.03.b", "roberts.nl.3b", "home.4.yet"),
        "who has yet to act may raise a short all-in; several short all-ins",
        "whether he may raise is not compared after a short all-in of that round",
    ),
    "short_completion": Departure(
        ("cooke.9.09.01.a", "roberts.betting.5a"),
        "an all-in between the bring-in and the whole bet makes another least raise",
        "nobody raises so",
    ),
    "odd_chips": Departure(
        ("roberts.ties.3", "roberts.ties.5.1", "roberts.ties.5.2", "cooke.9.18.b"),
        "all odd chips of what the same players share go to the first of them, in stud too, and not by suit",
        "payoffs are held against `settled`, which lays them by the rules; PokerKit's may be off by the odd chips",
    ),
    "low_of_another_pot": Departure(
        ("roberts.ties.5.4", "cooke.9.18.d"),
        "a low that is in for the main pot alone halves the side pots too, where nobody has one",
        "payoffs are held against `settled`, which divides each pot for itself",
    ),
    "common_card": Departure(
        ("cooke.5.21.a", "roberts.stud.15a"),
        "cards of folded hands are dealt again before there is one card for all",
        "as many fold early as the deck needs; where all-in players keep it short the rest of the hand is not compared",
    ),
    "deuce_bring_in": Departure(
        ("roberts.razz.3a", "cooke.5.25.c"),
        "aces are low on boards of every low game",
        "its two tables of boards are told that they are high",
    ),
    "no_game": Departure(("cooke.6.05.a",), "antes alone, bomb pots and several boards are other games", "they have tests of their own"),
    "discards": Departure(("cooke.6.08.01.a", "cooke.6.08.02.a"), "there is no pineapple", "it is dealt the cards that are kept"),
}


def twin(game: str, stakes: Stakes, stacks: Sequence[int], raise_cap: int | None) -> State:
    """Return PokerKit's state of a hand that begins. Antes, blinds and stacks are in deal order, the button last.

    `raise_cap` = raises after the bet. PokerKit does not count the blind as the bet: of its first street one less is left.
    """
    row, n = VARIANTS[game], len(stacks)
    antes = [stakes.ante] * n if stakes.ante_from == "all" else [0] * n
    if stakes.ante_from != "all":
        # heads-up PokerKit takes antes as it takes blinds: the small blind's (the button's) first
        antes[1 if stakes.ante_from == "big_blind" else n - 1 if n > 2 else 0] = stakes.ante
    stud = row.forced == "bring_in"
    return State(
        AUTOMATIC,
        DECKS[row.deck],
        tuple(HANDS[half.ranking] for half in row.halves),
        tuple(_street(row, number, stakes, raise_cap) for number in range(len(row.streets))),
        STRUCTURES[stakes.limit],
        stakes.ante_from == "all",
        antes,
        0 if stud else (stakes.small_blind, stakes.big_blind),
        stakes.bring_in if stud else 0,
        list(stacks),
        n,
    )


def _street(row: Variant, number: int, stakes: Stakes, raise_cap: int | None) -> Street:
    street = row.streets[number]
    fixed = stakes.limit == "fixed_limit"
    size = (stakes.big_bet_chips if street.big else stakes.small_bet_chips) if fixed else stakes.big_blind
    blind = street.opens == "blinds"
    kept = street.down - (sum(later.discard for later in row.streets) if number == 0 else 0)
    return Street(
        street.burn,
        (False,) * kept + (True,) * street.up,
        street.board,
        street.draw > 0,
        _opening(row, street),
        size,
        None if raise_cap is None or not fixed else raise_cap + (not blind),
    )


def _opening(row: Variant, street: variants.Street) -> Opening:
    low = row.halves[0].name == "low"
    if street.opens == "bring_in":
        return Opening.HIGH_CARD if low else Opening.LOW_CARD
    if street.opens == "best_up":
        return Opening.LOW_HAND if low else Opening.HIGH_HAND
    return Opening.POSITION


def compare_legal(ours: Legal, theirs: State, index: int, *, short_all_in: bool) -> bool:
    """Compare what the player to act may do; return whether both let him raise."""
    assert theirs.actor_index == index
    assert theirs.checking_or_calling_amount == ours.call_chips
    least = theirs.min_completion_betting_or_raising_to_amount
    if short_all_in and ours.can_raise != (least is not None):
        return False  # departs: after_short_all_in
    assert ours.min_raise_to == least
    assert ours.max_raise_to == theirs.max_completion_betting_or_raising_to_amount
    return ours.can_raise


def settle_formality(theirs: State) -> None:
    """PokerKit still asks a player whose bet stands against everybody's and whom nobody could answer; all he can do is check."""
    if theirs.actor_index is not None:
        assert theirs.checking_or_calling_amount == 0
        assert theirs.min_completion_betting_or_raising_to_amount is None
        theirs.check_or_call()


class Ended(NamedTuple):
    """A hand that was shown down, by player: chips put in (`dead` of them for all), who folded, cards held; and the board."""

    row: Variant
    put_in: Sequence[int]
    dead: Sequence[int]
    folded: Sequence[bool]
    holes: Sequence[str]
    board: str


def settled(hand: Ended) -> list[int]:
    """Return the payoffs by the rules, the hands ranked by PokerKit: each pot for itself, halves for those who qualify.

    Odd chips: the high half has one, then the first left of the button; in games with up-cards who holds the highest card by suit of all
    his cards, for low the lowest. Source: roberts.ties.3, roberts.ties.5.2, roberts.ties.5.3a, roberts.stud_hilo.9a.
    """
    payoffs = [-chips for chips in hand.put_in]
    live = [i for i, out in enumerate(hand.folded) if not out]
    bet = [paid - dead for paid, dead in zip(hand.put_in, hand.dead, strict=True)]
    below, dead = 0, sum(hand.dead)
    pots: list[tuple[int, list[int]]] = []
    for level in sorted({bet[i] for i in live}):
        pots.append((sum(max(min(chips, level) - below, 0) for chips in bet) + dead, [i for i in live if bet[i] >= level]))
        below, dead = level, 0
    last_chips, last = pots[-1]
    pots[-1] = (last_chips + sum(max(chips - below, 0) for chips in bet), last)
    for chips, who in pots:
        for i, share in _shares(hand, chips, who):
            payoffs[i] += share
    return payoffs


def _shares(hand: Ended, chips: int, who: Sequence[int]) -> list[tuple[int, int]]:
    won: list[tuple[str, list[int]]] = []
    for half in hand.row.halves:
        strong = {i: HANDS[half.ranking].from_game_or_none(hand.holes[i], hand.board) for i in who}
        hands = [one for one in strong.values() if one is not None]
        if hands:
            best = max(hands)
            won.append((half.name + " deuce" * ("deuce" in half.ranking), [i for i in who if strong[i] == best]))
    part, odd = divmod(chips, len(won))
    shares: list[tuple[int, int]] = []
    for k, (half_name, winners) in enumerate(won):
        each, rest = divmod(part + (odd if k == 0 else 0), len(winners))
        first = sorted(winners, key=lambda i: _odd_chip_order(hand.holes[i], half_name)) if hand.row.up_cards else winners
        shares += [(i, each + (place < rest)) for place, i in enumerate(first)]
    return shares


def _odd_chip_order(hole: str, half_name: str) -> int:
    ranks = "A23456789TJQK" if half_name == "low" else "23456789TJQKA"
    worth = [4 * ranks.index(hole[at]) + "cdhs".index(hole[at + 1]) for at in range(0, len(hole), 2)]
    return min(worth) if half_name.startswith("low") else -max(worth)


class _AcesHigh(Lookup):
    """Boards of games for low in which the ace is high: pairs and more are worse than none, no straights and flushes."""

    rank_order = RankOrder.STANDARD

    def _add_entries(self) -> None:
        for pairs, singles in (({}, 4), ({2: 1}, 2), ({2: 2}, 0), ({3: 1}, 1), ({4: 1}, 0)):
            for count in range(0 if pairs else 1, singles + 1):
                self._add_multisets(Counter(pairs | ({1: count} if count else {})), (False, True), Label.HIGH_CARD)


def deuce_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let PokerKit look at boards of low games as deuce-to-seven has them (departs: deuce_bring_in)."""
    monkeypatch.setattr(pokerkit.state, "_LowHandOpeningLookup", _AcesHigh)
    monkeypatch.setattr(State, "_State__low_hand_opening_lookup", _AcesHigh())
