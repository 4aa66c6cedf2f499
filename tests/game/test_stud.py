"""Games with up-cards: who brings it in, who opens, what may be bet, who wins; played through the core as the felt tells it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from controller import events
from controller.core import expectation
from controller.effects import CommandDone
from controller.events import CardMoved, NewHand, Post
from controller.feed.stories import story_view
from controller.feed.views import seat_view
from controller.game.awards import AwardRules, Contest
from controller.game.awards import shares as shares_of
from controller.game.cards import FULL_DECK, Card, card_text
from controller.game.chips import Limit, Stakes
from controller.game.legal_actions import legal_actions
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, HOLE, STUB, UP, Zone
from controller.rules.house import House
from controller.rules.options import PRESETS, HouseOptions
from tests.at_table import EVIDENCE, AtTable, cards

LIMIT = Stakes(0, 20, ante=2, limit="fixed_limit", small_bet=20, big_bet=40, bring_in=5)
NO_FREE_FOLD = frozenset({"fold.for_free"})


def house_of(book: Any = "roberts", *, seats: int = 8, **answers: Any) -> House:
    options = {name: getattr(PRESETS[book], name) for name in HouseOptions.__struct_fields__} | answers
    return House(seats=seats, stakes=LIMIT, book=book, options=HouseOptions(**options), without=NO_FREE_FOLD)


class Stud(AtTable):
    """Seats from 1 on, the button at the last, so that seat 1 is dealt to first."""

    def __init__(self, stacks: Sequence[int], game: str = "stud7", house: House | None = None, stakes: Stakes = LIMIT) -> None:
        super().__init__(stacks, stakes, button=len(stacks), house=house or house_of())
        self.ok(NewHand(self.head(), stakes, game))
        if stakes.ante:
            self.post()
        self._unnamed = list(FULL_DECK)

    def lay(self, card: Card, zone: Zone) -> Stud:
        self._now += 1
        self._unnamed.remove(card)
        side: Any = "up" if zone in UP or zone == BOARD else "down"
        self.do(CardMoved(card, STUB, zone, side, self._now - 1, self._now, EVIDENCE))
        return self

    def first(self, holes: Mapping[int, str]) -> Stud:
        """Deal the first street, a round at a time: of each seat's cards the last one comes up."""
        left = {seat: list(cards(text)) for seat, text in holes.items()}
        while any(left.values()):
            for seat, those in left.items():
                if those:
                    card = those.pop(0)
                    self.lay(card, HOLE[seat] if those else UP[seat])
        return self

    def up(self, ups: Mapping[int, str]) -> Stud:
        for seat, text in ups.items():
            self.lay(cards(text)[0], UP[seat])
        return self

    def down(self, downs: Mapping[int, str]) -> Stud:
        for seat, text in downs.items():
            self.lay(cards(text)[0], HOLE[seat])
        return self

    @property
    def to_act(self) -> int | None:
        return self.hand.seats[self.hand.to_act] if self.hand.to_act >= 0 else None

    def may(self) -> set[str]:
        return {one.do for one in legal_actions(self.hand) if one.legal}


THREE = {1: "KsQh7d", 2: "9c9h3d", 3: "AsTd3c"}


@pytest.mark.parametrize(
    ("game", "ups", "answers", "first"),
    [
        ("stud7", ("7d", "3d", "3c"), {}, 3),  # clubs are the lowest suit
        ("stud7", ("7d", "3s", "3h"), {}, 3),
        ("stud7", ("2s", "As", "3c"), {}, 1),  # an ace is high
        ("stud7", ("7d", "3d", "3c"), {"stud_bring_in": "high_card"}, 1),
        ("stud7_hilo", ("7d", "As", "3c"), {}, 3),
        ("stud7_hilo", ("7d", "As", "3c"), {"stud_hilo_bring_in_ace": "low"}, 2),
        ("razz", ("Kd", "Ks", "Ah"), {}, 2),  # the highest, and spades before diamonds
        ("razz", ("Jd", "As", "Qh"), {}, 3),  # an ace is low
        ("razz", ("Jd", "As", "Qh"), {"razz_low_ranking": "deuce_to_seven"}, 2),
        ("razz_27", ("Jd", "As", "Qh"), {}, 2),
        ("stud5", ("7d", "3d", "3c"), {}, 3),
    ],
)
def test_whose_card_makes_the_forced_bet(game: str, ups: tuple[str, str, str], answers: dict[str, Any], first: int) -> None:
    down = 1 if game.startswith("stud5") else 2
    hidden = iter(cards("8c8d8h9c9d9h"))
    table = Stud((500, 500, 500), game, house_of(**answers))
    for seat, up in enumerate(ups, 1):
        for _ in range(down):
            table.lay(next(hidden), HOLE[seat])
        table.lay(cards(up)[0], UP[seat])
    assert (table.hand.stage, table.to_act) == ("betting", first)


def test_nobody_acts_before_every_live_player_has_his_up_card() -> None:
    table = Stud((500, 500, 500))
    assert table.hand.stage == "dealing"
    assert expectation(table.table, table.house).zones[:3] == (HOLE[1], HOLE[2], HOLE[3])
    table.first({1: THREE[1], 2: THREE[2]})
    assert (table.hand.stage, table.to_act) == ("dealing", None)
    assert expectation(table.table, table.house).zones[0] == HOLE[3]
    table.first({3: THREE[3]})
    assert table.to_act == 3


def test_whoever_brings_it_in_neither_folds_nor_checks_and_may_open_for_a_whole_bet() -> None:
    table = Stud((500, 500, 500)).first(THREE)
    assert table.may() == {"bring_in", "complete"}
    assert table.act_refused(3, "fold").code == "act.must_open"
    assert table.act_refused(3, "check").code == "act.must_open"
    assert table.act_refused(3, "complete", 30).code == "act.wrong_size"
    table.act(3, "complete", 20)
    assert (table.hand.current_bet, table.to_act) == (20, 1)
    assert table.act_refused(1, "bring_in").code == "act.no_bring_in"


def test_completing_is_no_raise_and_three_raises_may_follow() -> None:
    """roberts.stud.6"""
    table = Stud((500, 500, 500)).first(THREE)
    table.act(3, "bring_in")
    assert table.act_refused(1, "raise", 25).code == "act.complete_first"
    table.acts("1 complete 20, 2 raise 40, 3 raise 60, 1 raise 80")
    assert table.act_refused(2, "raise", 100).code == "act.capped"


def test_the_round_ends_when_all_have_called_the_bring_in_unless_the_house_lets_its_player_complete() -> None:
    """roberts.stud.3, cooke.5.07.b"""
    table = Stud((500, 500, 500)).first(THREE)
    table.acts("3 bring_in, 1 call, 2 call")
    assert table.hand.stage == "dealing"
    table = Stud((500, 500, 500), house=house_of("cooke")).first(THREE)
    table.acts("3 bring_in, 1 call, 2 call")
    assert table.to_act == 3
    table.act(3, "complete", 20)
    assert table.to_act == 1


def test_a_short_bring_in_leaves_the_others_the_whole_one() -> None:
    """roberts.stud.4b: ante 2, bring-in 5, and 3 are left."""
    table = Stud((500, 500, 5)).first(THREE)
    table.act(3, "bring_in")
    assert table.hand.bets == (0, 0, 3)
    assert table.hand.current_bet == 5
    table.acts("1 call, 2 call")
    assert [chips for chips, _ in table.hand.pots] == [15, 4]


def test_a_low_card_without_chips_lets_the_next_player_open_or_fold() -> None:
    """roberts.stud.4a"""
    table = Stud((500, 500, 2)).first(THREE)
    assert table.to_act == 1
    assert "fold" in table.may()
    table.act(1, "fold")
    assert table.to_act is None  # one player with chips against an all-in: nothing to bet
    table = Stud((500, 500, 500, 2)).first({**THREE, 3: "AsTd4c", 4: "JsJd2c"})
    table.act(1, "bring_in")
    assert (table.hand.bets, table.to_act) == ((5, 0, 0, 0), 2)


@pytest.mark.parametrize(
    ("game", "ups", "answers", "first"),
    [
        ("stud7", {1: "7h", 2: "Kd", 3: "Ac"}, {}, 1),  # a pair of sevens
        ("stud7", {1: "2h", 2: "Kd", 3: "Ac"}, {}, 3),
        ("stud7", {1: "Kh", 2: "2s", 3: "Kd"}, {}, 1),  # king-seven
        ("stud7_hilo", {1: "7h", 2: "Kd", 3: "Ac"}, {}, 1),
        ("razz", {1: "7h", 2: "Kd", 3: "Ac"}, {}, 3),  # a pair is worst, ace-three best
        ("razz", {1: "2h", 2: "Kd", 3: "3s"}, {}, 1),
    ],
)
def test_the_best_board_opens_the_later_rounds(game: str, ups: dict[int, str], answers: dict[str, Any], first: int) -> None:
    table = Stud((500, 500, 500), game, house_of(**answers)).first(THREE)
    opener = table.to_act
    assert opener is not None
    order = [opener, opener % 3 + 1, (opener + 1) % 3 + 1]
    table.acts(f"{order[0]} bring_in, {order[1]} call, {order[2]} call").up(ups)
    assert table.to_act == first


@pytest.mark.parametrize(("book", "game", "first"), [("cooke", "stud7", 2), ("roberts", "stud7", 1), ("cooke", "stud7_hilo", 1)])
def test_equal_boards_go_by_suit_or_by_place(book: str, game: str, first: int) -> None:
    """cooke.5.11.b, cooke.5.24.d, roberts.stud.2b: king of diamonds against king of spades, with sevens beside them."""
    table = Stud((500, 500, 500), game, house_of(book, bring_in_may_complete=False)).first({1: "2c2d7d", 2: "4c4d7s", 3: "5c5d3c"})
    table.acts("3 bring_in, 1 call, 2 call").up({1: "Kd", 2: "Ks", 3: "9c"})
    assert table.to_act == first


@pytest.mark.parametrize(
    ("doors", "ups", "first"),
    [
        ({1: "KcKd7d", 2: "JcJd7s", 3: "QcQdTc"}, {1: "2s", 2: "2c", 3: "9c"}, 2),  # the lowest card decides: not the seven of diamonds
        ({1: "KcKd7s", 2: "JcJd7d", 3: "QcQdTc"}, {1: "2s", 2: "2c", 3: "9c"}, 2),
        ({1: "KcKd7s", 2: "JcJd7d", 3: "QcQdTc"}, {1: "2d", 2: "2s", 3: "9c"}, 1),
    ],
)
def test_razz_boards_of_equal_ranks_go_by_the_suit_of_the_lowest_card_at_cooke(
    doors: dict[int, str], ups: dict[int, str], first: int
) -> None:
    """cooke.5.25.e: deuce of diamonds before deuce of spades."""
    table = Stud((500, 500, 500), "razz", house_of("cooke", bring_in_may_complete=False)).first(doors)
    table.acts("3 bring_in, 1 call, 2 call").up(ups)
    assert table.to_act == first


def test_the_big_bet_comes_with_fifth_street() -> None:
    table = Stud((500, 500, 500)).first(THREE).acts("3 bring_in, 1 call, 2 call").up({1: "8h", 2: "2s", 3: "Jd"})
    assert isinstance(table, Stud)
    table.acts("3 bet 20, 1 call, 2 fold").up({1: "8s", 3: "Jh"})
    table.act(3, "bet")  # without an amount it is the only one there is
    assert table.hand.bets == (0, 0, 40)


def test_an_open_pair_on_fourth_street_opens_the_upper_limit() -> None:
    """roberts.stud.7a, roberts.stud.7b: and once it was bet, raises are in its steps."""
    table = Stud((900, 900, 900)).first(THREE)
    table.acts("3 bring_in, 1 call, 2 call").up({1: "7h", 2: "2s", 3: "Jd"})
    assert table.act_refused(1, "bet", 30).code == "act.wrong_size"
    table.act(1, "bet", 20)
    table.act(2, "raise", 60)
    table.act(3, "raise")
    assert table.hand.bets == (20, 60, 100)
    small = Stud((900, 900, 900), house=house_of(stud_open_pair_double_bet=False)).first(THREE)
    small.acts("3 bring_in, 1 call, 2 call").up({1: "7h", 2: "2s", 3: "Jd"})
    assert small.act_refused(1, "bet", 40).code == "act.wrong_size"
    low = Stud((900, 900, 900), "stud7_hilo").first(THREE)
    low.acts("3 bring_in, 1 call, 2 call").up({1: "7h", 2: "2s", 3: "Jd"})
    assert low.act_refused(1, "bet", 40).code == "act.wrong_size"


def to_seventh(game: str, house: House, holes: Mapping[int, str], stakes: Stakes = LIMIT) -> Stud:
    """Two players check down from the bring-in on; each has seven cards as named: two down, four up, one down."""
    table = Stud((500, 500), game, house, stakes).first({seat: text[:6] for seat, text in holes.items()})
    first = table.to_act
    assert first is not None
    table.acts(f"{first} bring_in, {3 - first} call")
    for street in range(3, 6):
        if table.hand.stage == "betting":  # whoever brought it in may complete at some houses
            table.act(first, "check")
        table.up({seat: text[2 * street : 2 * street + 2] for seat, text in holes.items()})
        first = table.to_act or first
        table.acts(f"{first} check, {3 - first} check")
    table.down({seat: text[12:] for seat, text in holes.items()})
    first = table.to_act or first
    return table.acts(f"{first} check, {3 - first} check")  # type: ignore[return-value] # it is the same table


def test_the_last_card_comes_down_and_the_round_waits_for_it() -> None:
    holes = {1: "AsAdKcQh9h5d2c", 2: "7s7dJcTh8h4d3s"}
    table = to_seventh("stud7", house_of(), holes)
    assert table.hand.stage == "showdown"
    table.show(1)
    table.show(2)
    assert table.hand.payoffs == (7, -7)


def enter(table: Stud, zone: Zone, card: str) -> CommandDone:
    (named,) = cards(card)
    return table.ask(events.EnterCard(table.head(), zone, named))


def test_an_up_card_that_no_antenna_reads_is_asked_for_and_entered() -> None:
    table = Stud((500, 500)).first({1: "AsAdKc", 2: "7s7dJc"}).acts("2 bring_in, 1 call")
    assert isinstance(table, Stud)
    assert enter(table, UP[1], "Kc").code == "enter_card.face_up"
    assert enter(table, HOLE[1], "Qh").code == "enter_card.not_due"
    table.up({1: "Qh"})
    held = len(table.hand.dealt) - len(table.hand.burned)
    table._now += 1
    table.do(events.Tick(f"holes/{table.hand.number}/{held}", table._now))
    assert [(one.code, one.zones) for one in table.table.open] == [("deal.up_unread", (UP[2],))]
    assert (table.hand.stage, enter(table, UP[1], "2d").code) == ("dealing", "enter_card.not_due")
    assert enter(table, UP[2], "Th").ok
    assert (table.hand.stage, table.to_act, table.table.open) == ("betting", 1, ())
    told = next(one for one in reversed(table.told) if one.kind == "card_dealt")
    assert (told.seat, [card_text(card) for card in told.cards], told.zones) == (2, ["Th"], (UP[2],))
    assert [card_text(Card(card)) for card in table.hand.up] == ["Kc", "Jc", "Qh", "Th"]
    assert enter(table, UP[1], "2d").code == "enter_card.not_due"


def test_where_cards_do_not_lie_in_sight_none_is_entered_there() -> None:
    at = AtTable([100, 100], Stakes(5, 10), button=1).start().deal({1: "AsKd", 2: "4c5d"})
    (card,) = cards("2c")
    assert at.ask(events.EnterCard(at.head(), UP[1], card)).code == "enter_card.not_due"


def test_seventh_street_goes_on_without_a_last_card_that_no_antenna_reads() -> None:
    table = Stud((500, 500)).first({1: "AsAdKc", 2: "7s7dJc"}).acts("2 bring_in, 1 call")
    assert isinstance(table, Stud)
    for ups in ({1: "Qh", 2: "Th"}, {1: "9h", 2: "8h"}, {1: "5d", 2: "4d"}):
        table.up(ups)
        first = table.to_act
        assert first is not None
        table.acts(f"{first} check, {3 - first} check")
    table.down({1: "2c"})
    assert table.hand.stage == "dealing"
    held = len(table.hand.dealt) - len(table.hand.burned)
    table._now += 1
    table.do(events.Tick(f"holes/{table.hand.number}/{held}", table._now))
    assert (table.hand.stage, table.to_act) == ("betting", 1)
    assert [one.code for one in table.table.open] == ["deal.hole_unread"]
    table.down({2: "3s"})
    assert not table.table.open


@pytest.mark.parametrize(
    ("game", "holes"),
    [
        ("razz", {1: "AsKd2s3c4d5hKc", 2: "Ad5c4h3d2dQsQc"}),  # two wheels
        ("stud7_hilo", {1: "As2d3s4c6dKhKc", 2: "QdQcQh9dJd9sTc"}),  # one has the low, the other the high
        ("stud7", {1: "AsKdQs9c7d2h3c", 2: "AdKcQh9d7h2s3d"}),
    ],
)
def test_pots_are_shared(game: str, holes: dict[int, str]) -> None:
    table = to_seventh(game, house_of(stud_hilo_qualifier="eight"), holes)
    table.show(1)
    table.show(2)
    assert table.hand.payoffs == (0, 0)


def test_a_low_that_does_not_qualify_leaves_the_high_hand_everything() -> None:
    holes = {1: "As2d3s4c9dKhKc", 2: "QdQcQh9hJd9sTc"}
    for qualifier, payoffs in (("eight", (-7, 7)), ("nine", (0, 0)), ("none", (0, 0))):
        table = to_seventh("stud7_hilo", house_of(stud_hilo_qualifier=qualifier), holes)
        table.show(1)
        table.show(2)
        assert table.hand.payoffs == payoffs, qualifier


@pytest.mark.parametrize(
    ("half", "chips", "holes", "best_five", "shares"),
    [
        # cooke.9.18.b: of the tied straights to the nine, hearts before diamonds; by all cards it is the king
        ("high", 155, ("9d8s7c6h5hKs2c", "9h8d7s6c5sQc2d"), True, (77, 78)),
        ("high", 155, ("9d8s7c6h5hKs2c", "9h8d7s6c5sQc2d"), False, (78, 77)),
        # roberts.stud_hilo.9a and 9b
        ("high", 51, ("QsQd7c7h4d2cAh", "QhQc7s7d4s2sAd"), False, (26, 25)),
        ("low", 41, ("Ac2d3c4d6hKsKd", "Ad2h3d4h6sQsQd"), False, (21, 20)),
    ],
)
def test_odd_chips_go_by_card_and_suit(half: str, chips: int, holes: tuple[str, str], best_five: bool, shares: tuple[int, int]) -> None:
    game = VARIANTS["stud7_hilo"].halves[half == "low"]
    held = tuple([cards(hole) for hole in holes])
    rules = AwardRules(odd_chip_up="best_five" if best_five else "all_cards")
    strong = {i: game.rank(hole, ()) for i, hole in enumerate(held)}
    assert strong[0] == strong[1]
    got = shares_of(chips, (0, 1), Contest((game,), (strong,), held, rules, 1, by_suit=True))
    assert tuple([one.chips for one in got]) == shares


def test_down_cards_are_never_public_and_up_cards_always() -> None:
    table = Stud((500, 500, 500)).first(THREE)
    view = [seat_view(table.table, seat, frozenset()) for seat in (1, 2, 3)]
    assert [one["up"] for one in view] == [["7d"], ["3d"], ["3c"]]
    assert [one["cards"] for one in view] == [{"count": 3, "shown": []}] * 3
    hidden = {card_text(card) for text in THREE.values() for card in cards(text)[:2]}
    told = " ".join(str(story_view(one)) for one in table.told)
    assert not [name for name in hidden if name in told]
    assert all(name in told for name in ("7d", "3d", "3c"))
    table.acts("3 bring_in, 1 fold")
    assert seat_view(table.table, 1, frozenset())["up"] == []


def test_a_card_in_sight_that_is_not_due_is_one_too_many() -> None:
    table = Stud((500, 500, 500)).first(THREE)
    table.up({1: "8h"})
    assert [one.kind for one in table.told][-2:] == ["card_moved", "discrepancy"]
    assert table.hand.up_of(0) == cards("7d")


def test_cards_dealt_before_the_panel_closed_the_round_are_taken_when_it_does() -> None:
    table = Stud((500, 500)).first({1: "AsAdKc", 2: "7s7dJc"})
    table.act(2, "bring_in").up({1: "Qh", 2: "Th"})  # type: ignore[attr-defined] # it is a Stud
    table.act(1, "call")
    assert (table.hand.street, table.hand.stage, table.to_act) == (1, "betting", 1)


def test_eight_players_to_the_end_share_a_common_card() -> None:
    """roberts.stud.15c, cooke.5.21.d: 48 cards and four burns are out, so nobody can have a seventh of his own."""
    table = Stud((500,) * 8)
    deck = list(FULL_DECK)
    for n in range(2):
        for seat in range(1, 9):
            table.lay(deck[n * 8 + seat - 1], HOLE[seat])
    for street in range(4):
        for seat in range(1, 9):
            table.lay(deck[16 + street * 8 + seat - 1], UP[seat])
        while table.hand.stage == "betting":
            seat = table.to_act or 0
            table.act(
                seat, "bring_in" if not table.hand.street and not table.hand.current_bet else "call" if table.hand.current_bet else "check"
            )
    assert table.hand.stage == "dealing"
    assert BOARD in expectation(table.table, table.house).zones
    table.lay(deck[48], BOARD)
    assert (table.hand.stage, len(table.hand.board)) == ("betting", 1)
    while table.hand.stage == "betting":
        table.act(table.to_act or 0, "check")
    for seat in range(1, 9):
        table.show(seat)
    assert table.hand.stage == "ended"
    assert sum(table.hand.payoffs) == 0


def test_without_antes_the_hand_waits_for_its_cards_at_once() -> None:
    """home has no ante in stud: nothing is owed, and nobody is asked to post nothing."""
    table = Stud((500, 500), stakes=replace(LIMIT, ante=0))
    assert table.hand.stage == "dealing"
    assert table.refused(Post(table.head())) == "post.nothing_owed"
    table.first({1: "AsAdKc", 2: "7s7dJc"})
    assert (table.hand.stage, table.to_act) == ("betting", 2)


@pytest.mark.parametrize("limit", ["no_limit", "pot_limit", "fixed_limit"])
def test_the_least_over_a_bring_in_is_a_whole_bet_in_every_limit(limit: Limit) -> None:
    """cooke.5.07.c: whoever goes over the bring-in completes it, which is no raise of a whole bet on top of it."""
    table = Stud((500, 500), stakes=replace(LIMIT, limit=limit)).first({1: "AsAdKc", 2: "7s7dJc"})
    table.act(2, "bring_in")
    assert table.legal.min_raise_to == 20
