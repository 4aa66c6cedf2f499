"""Games with a board other than hold'em, against the worked examples of the rule catalogue: hands, halves, quarters, odd chips."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest
from at_table import AtTable, cards, chips_of
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.events import NewHand, SetStakes
from controller.game.awards import Contest, halves_of, shares
from controller.game.chips import Stakes
from controller.game.showdown import show_order
from controller.game.variants import VARIANTS
from controller.rules.award_rules import award_rules
from controller.rules.catalogue.row import Book
from controller.rules.house import House
from controller.rules.options import PRESETS

ONE = Stakes(0, 1)


def dealt(game: str, holes: Mapping[int, str], board: str, *, house: House | None = None) -> AtTable:
    """Seats with `holes` put in twenty each, the others are empty; the first of them has the button. Everybody shows."""
    each = 20
    stakes = replace(ONE, game=game)
    stacks = [each if seat in holes else None for seat in range(1, 8)]
    at = AtTable(stacks, stakes, button=min(holes), house=house).start().deal(holes)
    while at.hand.stage == "betting":
        at.act(at.hand.seats[at.hand.to_act], "all_in" if at.hand.current_bet < each else "call")
    at.board(board)
    for seat in show_order(at.hand):
        at.show(seat)
    assert chips_of(at.table) == each * len(holes)
    return at


#: rule, game, holes by seat, board, what each half or pot went to: (pot, seat, chips)
AWARDS = [
    ("cooke.6.06.a", "omaha", {2: "Th9c8c7d", 4: "3s3d5s6d"}, "Ah Kh Qh Jh 2c", [(0, 2, 40)]),
    ("cooke.6.06.a, four of a kind on the board", "omaha", {2: "AcKcQcJc", 4: "AdKd3c4c"}, "9c 9d 9h 9s 2c", [(0, 4, 20), (0, 2, 20)]),
    ("cooke.4.14.d", "omaha", {2: "Ac8d6s5h", 4: "Ad7c7h6c"}, "Ah As Kd Qc Js", [(0, 2, 40)]),
    ("roberts.omaha.0", "omaha", {4: "AsKsQsJs", 2: "3c3d5h6h"}, "Ts 9s 4d 2c 2h", [(0, 2, 40)]),
    ("cooke.6.07.a", "omaha_hilo", {2: "KsKdQcQd", 4: "As7c7sTh"}, "Kc 8d 5h 3s 2d", [(0, 2, 20), (0, 4, 20)]),
    ("cooke.6.07.d", "omaha_hilo", {2: "As2s3d4c", 4: "KdKhQcTc"}, "Kc Qd 8s Jh 9d", [(0, 4, 40)]),
    ("cooke.6.07.e", "omaha_hilo", {2: "As2sKdKc", 4: "QdQcJdJc"}, "Kh 8c 5h 3h 2d", [(0, 2, 20), (0, 2, 20)]),
    ("roberts.omaha_hilo.1", "omaha_hilo", {2: "AcKcQdJh", 4: "QcQsTcTd"}, "2c 3d 4h 5s Kd", [(0, 2, 40)]),
    ("roberts.omaha_hilo.2a, no low possible", "omaha_hilo", {3: "As3sJdJh", 2: "Ad3dTcTs"}, "2h 5c 9d Kc Qs", [(0, 3, 40)]),
    ("roberts.omaha_hilo.2b", "omaha_hilo", {2: "Ah2hKdQd", 4: "QcQsJcJs"}, "3c 7d 8s Ks Kc", [(0, 2, 20), (0, 2, 20)]),
    ("roberts.omaha_hilo.2c", "omaha_hilo", {2: "AcTd5h4h", 6: "Kh9h2c4c"}, "Kc Qd Jh 9s 3d", [(0, 2, 40)]),
    ("a quarter", "omaha_hilo", {2: "As2sKdKc", 4: "Ah2hQcQd"}, "Kh 8c 5c 3d Jd", [(0, 2, 20), (0, 4, 10), (0, 2, 10)]),
    ("a flush beats a full house", "short_deck", {2: "AhTh", 4: "9c9d"}, "9h Kh Qh Qc 6s", [(0, 2, 40)]),
    ("ace to nine is a straight", "short_deck", {2: "AhKd", 4: "KcQd"}, "6c 7d 8h 9s Ks", [(0, 2, 40)]),
    ("five-card Omaha", "omaha5", {2: "AhKhQc2d3c", 4: "9s9d8c8d7h"}, "9h 4h 2h Kc Js", [(0, 2, 40)]),
    ("Big O", "omaha5_hilo", {2: "AhKhQc2d3c", 4: "9s9d8c8d7h"}, "9h 4h 8h Kc 5s", [(0, 2, 20), (0, 2, 20)]),
]


@pytest.mark.parametrize(("rule", "game", "holes", "board", "awards"), AWARDS, ids=[row[0] for row in AWARDS])
def test_who_gets_what(rule: str, game: str, holes: Mapping[int, str], board: str, awards: list[tuple[int, int, int]]) -> None:
    at = dealt(game, holes, board)
    assert at.awards == awards


def test_both_halves_are_named() -> None:
    at = dealt("omaha_hilo", {2: "AhKhQc2d", 4: "9s9d8c8d"}, "9h 4h 8h Kc 5s")
    told = [(t.seat, t.name, t.more.half if t.more else "") for t in at.tells("pot_awarded")]
    assert told == [(2, "a flush, ace high", "high"), (2, "an eight-five low", "low")]
    assert [t.name for t in at.tells("shown") if t.seat == 2] == ["a flush, ace high; an eight-five low"]


def test_a_pot_that_is_not_split_says_nothing_of_halves() -> None:
    at = dealt("omaha_hilo", {2: "AcTd5h4h", 6: "Kh9h2c4c"}, "Kc Qd Jh 9s 3d")
    assert [(t.name, t.more) for t in at.tells("pot_awarded")] == [("a straight, ace high", None)]


#: rule, book, pot, unit, winners of the high half, of the low half (deal order), each player's chips
ODD = [
    ("cooke.9.18.c", "cooke", 165, 5, (0,), (1,), {0: 85, 1: 80}),
    ("cooke.6.07.b", "cooke", 200, 1, (0,), (0, 1), {0: 150, 1: 50}),
    ("roberts.ties.5.3a", "roberts", 51, 1, (0,), (1,), {0: 26, 1: 25}),
    ("roberts.ties.5.3b", "roberts", 103, 1, (0, 1), (2,), {0: 26, 1: 26, 2: 51}),
    ("roberts.ties.5.3b, lows tie", "roberts", 206, 1, (0,), (1, 2), {0: 103, 1: 52, 2: 51}),
    ("roberts.ties.5.3c", "roberts", 54, 1, (0, 1), (0, 1), {0: 27, 1: 27}),
    ("each half apart", "cooke", 54, 1, (0, 1), (0, 1), {0: 28, 1: 26}),
    ("cooke.9.18.a", "cooke", 145, 5, (0, 1), (), {0: 75, 1: 70}),
    ("roberts.ties.5.1", "roberts", 101, 1, (0, 1), (), {0: 51, 1: 50}),
]


@pytest.mark.parametrize("row", ODD, ids=[row[0] for row in ODD])
def test_odd_chips(row: tuple[str, Book, int, int, tuple[int, ...], tuple[int, ...], Mapping[int, int]]) -> None:
    _, book, pot, unit, highs, lows, chips = row
    rules = award_rules(PRESETS[book])
    who = tuple(sorted({*highs, *lows}))
    strengths = ({i: int(i in highs) for i in who}, {i: 0 if i in lows else -1 for i in who})
    at = Contest(halves_of("omaha_hilo", rules), strengths, (None,) * 3, rules, unit if rules.unit == "betting_unit" else 1)
    got = dict.fromkeys(who, 0)
    for share in shares(pot, who, at):
        got[share.player] += share.chips
    assert got == chips


def test_the_house_may_give_the_odd_chip_to_the_low_half_or_by_suit() -> None:
    rules = replace(award_rules(PRESETS["cooke"]), odd_half="low", odd_chip="high_card_by_suit")
    halves = halves_of("omaha_hilo", rules)
    apart = shares(51, (0, 1), Contest(halves, ({0: 5, 1: 4}, {0: 1, 1: 2}), (None, None), rules, 1))
    assert [(share.player, share.chips, share.half.name) for share in apart] == [(0, 25, "high"), (1, 26, "low")]
    tied = shares(51, (0, 1), Contest(halves, ({0: 5, 1: 5}, {0: -1, 1: -1}), (cards("2cKd"), cards("2dKh")), rules, 1))
    assert [(share.player, share.chips) for share in tied] == [(0, 25), (1, 26)]


#: option, answer, game, holes, board, awards by it
HOUSES = [
    (
        "omaha_hilo_qualifier",
        "none",
        "omaha_hilo",
        {2: "AsQs2dKc", 4: "KdKhQcTc"},
        "Ks 9d 7s Jh 3d",
        [(0, 4, 20), (0, 2, 20)],
    ),
    ("omaha_hilo_qualifier", "seven", "omaha_hilo", {2: "As2sQdTd", 4: "KdKhQcTc"}, "Ks 8d 5h 3c Jh", [(0, 4, 40)]),
    ("omaha_hilo_qualifier", "nine", "omaha_hilo", {2: "As2s7d7c", 4: "KdKhQcTc"}, "Ks 9d 5h 3c Jh", [(0, 4, 20), (0, 2, 20)]),
    ("omaha_cards_from_hand", "up_to_two", "omaha", {2: "Th9c8c7d", 4: "3s3d5s6d"}, "Ah Kh Qh Jh 2c", [(0, 2, 40)]),
    ("holdem_hilo", True, "holdem", {2: "As2s", 4: "KdKh"}, "Ks 8d 5h 3c Jh", [(0, 4, 20), (0, 2, 20)]),
]


@pytest.mark.parametrize("row", HOUSES, ids=[f"{row[0]} {row[1]}" for row in HOUSES])
def test_a_house_may_rank_otherwise(row: tuple[str, object, str, Mapping[int, str], str, list[tuple[int, int, int]]]) -> None:
    option, answer, game, holes, board, awards = row
    house = House(seats=7, stakes=replace(ONE, game=game), options=replace(PRESETS["cooke"], **{option: answer}))
    assert dealt(game, holes, board, house=house).awards == awards


def test_each_pot_is_halved_for_itself() -> None:
    """roberts.ties.5.4, cooke.4.12.d: the short stack's low shares the main pot only."""
    at = AtTable([10, 20, 20], replace(ONE, game="omaha_hilo"), button=1).start()
    at.deal({1: "As2sTdTh", 2: "KsKdQcQd", 3: "Ah4cJsJh"})
    at.acts("1 all_in, 2 all_in, 3 call").board("Kc 8d 5h 3s 9d")
    for seat in show_order(at.hand):
        at.show(seat)
    assert at.awards == [(1, 2, 10), (1, 3, 10), (0, 2, 15), (0, 1, 15)]


def test_the_game_changes_with_the_stakes_between_hands_and_stays() -> None:
    at = AtTable([100, 100], Stakes(1, 2))
    at.ok(SetStakes(at.head(), Stakes(1, 2, limit="pot_limit", game="omaha")))
    assert [t.more.stakes.game for t in at.tells("stakes_changed") if t.more and t.more.stakes] == ["omaha"]
    at.new_hand()
    assert at.hand.variant == "omaha"
    at.post()
    at.acts(f"{at.hand.seats[at.hand.to_act]} fold")
    at.new_hand(Stakes(2, 4, limit="", unit=0))
    assert (at.hand.variant, at.hand.stakes.limit, at.hand.stakes.big_blind) == ("omaha", "pot_limit", 4)


def test_a_hand_may_name_its_game_and_an_unknown_one_is_refused() -> None:
    at = AtTable([100, 100], Stakes(1, 2))
    answer = at.ask(NewHand(at.head(), None, "snap"))
    assert (answer.code, "holdem, " in answer.message) == ("new_hand.unknown_variant", True)
    assert at.ask(SetStakes(at.head(), Stakes(1, 2, game="snap"))).code == "stakes.unknown_game"
    at.ok(NewHand(at.head(), None, "short_deck"))
    assert (at.hand.variant, at.table.stakes.game) == ("short_deck", "short_deck")


def test_too_many_for_the_deck_do_not_begin() -> None:
    at = AtTable([100] * 9, Stakes(1, 2, game="omaha5"))
    answer = at.ask(NewHand(at.head()))
    assert (answer.code, "2 to 8" in answer.message) == ("new_hand.players", True)


def test_without_a_small_blind_the_first_left_of_the_button_has_the_big_one() -> None:
    at = AtTable([100] * 4, Stakes(1, 2), button=1)
    at.ok(NewHand(at.head(), dead_small=True))
    at.post()
    assert [(t.seat, t.do, t.amount_chips) for t in at.tells("posted")] == [(2, "big_blind", 2)]
    at.acts("3 call, 4 call, 1 call, 2 check")
    assert at.hand.stage == "dealing"
    at.board("2c 7d 9h")
    assert at.hand.seats[at.hand.to_act] == 2


@pytest.mark.parametrize("name", VARIANTS)
def test_every_game_can_be_dealt_to_its_most_players(name: str) -> None:
    """Where everybody stays, one card for all stands for the last of a stud game, without a burn (cooke.5.21.a, roberts.stud.15a)."""
    game = VARIANTS[name]
    board = sum(street.board * (game.boards if street.lies == "each" else 1) for street in game.streets)
    each, burned, common = (
        (game.hole_by_street[-2], game.burns_by_street[-2], 1) if game.up_cards else (game.hole_cards, game.burns_by_street[-1], 0)
    )
    assert each * game.max_players + board + burned + common <= len(game.cards)


@given(st.permutations(range(52)), st.integers(2, 5), st.integers(1, 9999))
def test_chips_are_kept_and_seats_do_not_matter(deck: list[int], players: int, pot: int) -> None:
    """A pot is divided whole; who sits where only moves odd chips."""
    rules = award_rules(PRESETS["roberts"])
    halves = halves_of("omaha_hilo", rules)
    board = tuple(deck[:5])
    holes = [tuple(deck[5 + 4 * i : 9 + 4 * i]) for i in range(players)]
    found = []
    for order in itertools.islice(itertools.permutations(range(players)), 6):
        seated = tuple(holes[i] for i in order)
        strengths = tuple({i: half.rank(hole, board) for i, hole in enumerate(seated)} for half in halves)  # type: ignore[arg-type] # ints are cards
        got = dict.fromkeys(range(players), 0)
        for share in shares(pot, tuple(range(players)), Contest(halves, strengths, seated, rules, 1)):  # type: ignore[arg-type] # ints are cards
            got[order[share.player]] += share.chips
        assert sum(got.values()) == pot
        found.append(got)
    for got in found[1:]:
        assert all(abs(got[i] - found[0][i]) <= 2 for i in range(players))
