"""Cards that are changed or given up: who says what when, which cards count, and when the betting goes on."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable, cards, chips_of
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.effects import CommandDone
from controller.events import Act, Draw, Muck, Show
from controller.game.chips import Stakes
from controller.game.deal import expected_zones
from controller.game.showdown import show_order
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BURN, HOLE, MUCK, STUB
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.table.waiting import waits

STAKES = Stakes(1, 2)
FIXED = Stakes(5, 10, limit="fixed_limit", small_bet=10, big_bet=20)
HOLES = {1: "2c3c4c5c7d", 2: "Ks2d3d4d5d", 3: "AhAdAc8h9h"}


def draw_game(game: str, holes: dict[int, str], stakes: Stakes = STAKES, stacks: tuple[int, ...] = (100, 100, 100)) -> AtTable:
    """Three players; seat 3 has the button, seat 1 is first left of it."""
    return AtTable(list(stacks), replace(stakes, game=game), button=3).start().deal(holes)


def says(at: AtTable, seat: int, do: Any, number: int | None = None) -> CommandDone:
    return at.ask(Draw(at.head(), seat, do, number))


def gives_up(at: AtTable, seat: int, text: str) -> None:
    for card in cards(text):
        at.move(card, MUCK, HOLE[seat])


def gets(at: AtTable, seat: int, text: str) -> None:
    for card in cards(text):
        at.move(card, HOLE[seat], STUB)


def all_in_before_the_draw(game: str = "deuce_to_seven_single_draw", holes: dict[int, str] | None = None) -> AtTable:
    return draw_game(game, holes or HOLES).acts("3 all_in, 1 call, 2 call")


def test_a_single_draw_from_the_deal_to_the_pot() -> None:
    at = draw_game("deuce_to_seven_single_draw", HOLES).acts("3 call, 1 call, 2 check")
    assert (at.hand.stage, at.to_act) == ("drawing", None)
    assert says(at, 1, "stand_pat").ok
    assert says(at, 2, "draw", 1).ok
    gives_up(at, 2, "Ks")
    assert says(at, 3, "draw", 3).ok
    gives_up(at, 3, "AhAdAc")
    at.move(cards("Qc")[0], BURN, STUB)
    gets(at, 2, "7h")
    assert at.hand.stage == "drawing"
    gets(at, 3, "2s3s4s")
    assert (at.hand.stage, at.to_act) == ("betting", 1)
    assert at.hand.hole_of(1) == cards("2d3d4d5d7h")
    assert at.hand.given_up == bytes(cards("KsAhAdAc"))
    at.acts("1 check, 2 bet 10, 3 fold, 1 call")
    for seat in show_order(at.hand):
        at.show(seat)
    assert at.awards == [(0, 1, 13), (0, 2, 13)]  # both have seven-five
    assert chips_of(at.table) == 300
    assert [(tell.seat, tell.do, tell.more and tell.more.number) for tell in at.tells("drew")] == [
        (1, "stand_pat", 0), (2, "draw", 1), (3, "draw", 3),
    ]  # fmt: skip


def test_nothing_hidden_is_told() -> None:
    at = all_in_before_the_draw()
    says(at, 1, "draw", 1)
    gives_up(at, 1, "7d")
    assert [tell for tell in at.told if tell.cards] == []


#: seat, what he says, how many, why not; seat 2 is to draw, and one of his cards is gone
WRONG = [
    (3, "draw", 1, "draw.out_of_turn"),
    (2, "draw", 6, "draw.number"),
    (2, "draw", None, "draw.number"),
    (2, "draw", -1, "draw.number"),
    (2, "stand_pat", None, "draw.number"),
    (2, "discard", None, "draw.number"),
    (7, "draw", 1, "draw.not_in_hand"),
]


@pytest.mark.parametrize(("seat", "do", "number", "code"), WRONG)
def test_what_cannot_be_said(seat: int, do: str, number: int | None, code: str) -> None:
    at = all_in_before_the_draw()
    says(at, 1, "stand_pat")
    gives_up(at, 2, "Ks")
    assert says(at, seat, do, number).code == code


def test_the_number_may_be_changed_until_a_card_came_or_the_next_has_said_his() -> None:
    at = all_in_before_the_draw()
    assert says(at, 1, "draw", 3).ok
    assert says(at, 1, "draw", 2).ok
    gives_up(at, 1, "7d5c")
    assert says(at, 1, "draw", 1).code == "draw.number"  # two have gone
    assert says(at, 2, "draw", 1).ok
    assert says(at, 1, "draw", 3).code == "draw.said"
    gives_up(at, 2, "Ks")
    assert says(at, 3, "draw", 2).ok
    assert says(at, 3, "draw", 1).ok  # nobody is behind him
    gives_up(at, 3, "8h")
    gets(at, 3, "Tc")
    assert says(at, 3, "draw", 2).code == "draw.said"
    assert [tell.more and tell.more.number for tell in at.tells("drew")] == [3, 2, 1, 2, 1]


def test_nobody_bets_before_the_draw_is_over_nor_draws_while_there_is_betting() -> None:
    at = draw_game("five_card_draw", HOLES)
    assert says(at, 1, "draw", 1).code == "draw.not_now"
    at.acts("3 call, 1 call, 2 check")
    assert at.act_refused(1, "check").code == "act.draw_first"


def test_all_in_players_draw_too_and_the_best_hand_after_it_wins() -> None:
    at = all_in_before_the_draw()
    says(at, 1, "stand_pat")
    says(at, 2, "stand_pat")
    says(at, 3, "draw", 5)
    gives_up(at, 3, "AhAdAc8h9h")
    gets(at, 3, "2s3s4s5s")
    assert at.hand.stage == "drawing"
    gets(at, 3, "8s")
    assert at.hand.stage == "showdown"
    for seat in show_order(at.hand):
        at.show(seat)
    assert at.awards == [(0, 1, 300)]


def test_all_in_before_the_first_of_three_draws() -> None:
    at = all_in_before_the_draw("deuce_to_seven_triple_draw")
    for _ in range(3):
        assert at.hand.stage == "drawing"
        for seat in (1, 2, 3):
            assert says(at, seat, "stand_pat").ok
    assert at.hand.stage == "showdown"


def test_who_changes_five_gets_them_in_a_row() -> None:
    at = all_in_before_the_draw()
    says(at, 1, "draw", 5)
    says(at, 2, "draw", 1)
    says(at, 3, "stand_pat")
    gives_up(at, 1, HOLES[1])
    gives_up(at, 2, "Ks")
    at.move(cards("Qc")[0], BURN, STUB)
    gets(at, 1, "2s3s4s5s")
    assert expected_zones(at.hand)[:2] == (HOLE[1], HOLE[2])


def test_the_last_player_gets_his_fifth_card_behind_a_burn_where_the_house_has_it_so() -> None:
    house = House(seats=3, options=PRESETS["roberts"], without=frozenset({"fold.for_free"}))
    at = AtTable([100] * 3, replace(STAKES, game="five_card_draw"), button=3, house=house).start(replace(STAKES, game="five_card_draw"))
    at.deal(HOLES).acts("3 all_in, 1 call, 2 call")
    says(at, 1, "draw", 1)
    says(at, 2, "stand_pat")
    says(at, 3, "draw", 5)
    gives_up(at, 1, "7d")
    gives_up(at, 3, HOLES[3])
    seen = []
    for card in cards("QcTs2s3s4s5sQd6s"):
        zone = expected_zones(at.hand)[0]
        seen.append(zone)
        at.move(card, zone, STUB)
    assert seen == [BURN, HOLE[1], *[HOLE[3]] * 4, BURN, HOLE[3]]
    assert len(at.hand.burned) == 2
    assert at.hand.stage == "showdown"


def test_the_fifth_card_comes_when_all_others_have_theirs_where_the_house_has_it_so() -> None:
    house = House(seats=3, options=PRESETS["roberts"], without=frozenset({"fold.for_free"}))
    at = AtTable([100] * 3, STAKES, button=3, house=house).start(replace(STAKES, game="five_card_draw"))
    at.deal(HOLES).acts("3 all_in, 1 call, 2 call")
    says(at, 1, "draw", 5)
    says(at, 2, "draw", 1)
    says(at, 3, "stand_pat")
    gives_up(at, 1, HOLES[1])
    gives_up(at, 2, "Ks")
    assert expected_zones(at.hand)[:3] == (BURN, HOLE[1], HOLE[2])
    at.move(cards("Qc")[0], BURN, STUB)
    gets(at, 1, "2s3s4s5s")
    assert expected_zones(at.hand)[:2] == (HOLE[2], HOLE[1])


def test_cards_may_go_before_it_is_said_how_many_and_come_back() -> None:
    at = all_in_before_the_draw()
    gives_up(at, 1, "7d5c")
    gets(at, 1, "5c")
    assert at.hand.given_up == bytes(cards("7d"))
    assert says(at, 1, "draw", 1).ok
    assert len(at.hand.hole_of(0)) == 4


def test_who_gives_up_more_than_he_said_gets_as_many() -> None:
    at = all_in_before_the_draw()
    says(at, 1, "draw", 1)
    gives_up(at, 1, "7d5c")
    for seat in (2, 3):
        says(at, seat, "stand_pat")
    gets(at, 1, "7h")
    assert at.hand.stage == "drawing"
    gets(at, 1, "8c")
    assert at.hand.stage == "showdown"


def test_a_card_that_no_reader_sees_in_the_muck_has_gone_when_he_said_that_one_goes() -> None:
    at = all_in_before_the_draw()
    at.move(cards("7d")[0], None, HOLE[1])
    assert len(at.hand.hole_of(0)) == 5  # he looks at it
    at.move(cards("7d")[0], HOLE[1])
    says(at, 1, "draw", 1)
    at.move(cards("7d")[0], None, HOLE[1])
    assert at.hand.given_up == bytes(cards("7d"))
    at.move(cards("7d")[0], HOLE[1])  # he only looked at it again
    assert (len(at.hand.hole_of(0)), at.hand.given_up) == (5, b"")
    at.move(cards("7d")[0], None, HOLE[1])
    at.move(cards("2c")[0], None, HOLE[1])
    assert at.hand.given_up == bytes(cards("7d"))


def test_a_discard_that_was_shuffled_back_may_come_again() -> None:
    at = all_in_before_the_draw()
    says(at, 1, "draw", 1)
    gives_up(at, 1, "7d")
    says(at, 2, "draw", 1)
    gives_up(at, 2, "Ks")
    says(at, 3, "stand_pat")
    gets(at, 1, "Ks")
    at.move(cards("7d")[0], STUB, MUCK)
    gets(at, 2, "7d")
    assert at.hand.stage == "showdown"
    assert (at.hand.hole_of(0)[-1:], at.hand.hole_of(1)[-1:]) == (cards("Ks"), cards("7d"))


def test_a_new_card_that_no_reader_saw_holds_nothing_up() -> None:
    at = draw_game("five_card_draw", HOLES).acts("3 call, 1 call, 2 check")
    says(at, 1, "draw", 1)
    gives_up(at, 1, "7d")
    says(at, 2, "stand_pat")
    says(at, 3, "stand_pat")
    assert at.hand.stage == "drawing"
    at.acts("1 check, 2 check, 3 check")
    assert at.hand.stage == "showdown"
    at.show(1, "2c3c4c5c6c")
    assert at.hand.shown[0] == cards("6c5c4c3c2c")  # a hand of draw is shown by rank: the order of dealing would name the drawn


def test_the_bet_doubles_after_the_second_draw_of_three() -> None:
    at = draw_game("deuce_to_seven_triple_draw", HOLES, FIXED).acts("3 call, 1 call, 2 check")
    sizes = []
    for _ in range(3):
        for seat in (1, 2, 3):
            says(at, seat, "stand_pat")
        sizes.append(at.legal.min_raise_to)
        at.acts("1 check, 2 check, 3 check")
    assert sizes == [10, 20, 20]


def test_badugi_is_four_cards_of_four_suits() -> None:
    holes = {1: "Ac2d3h4s", 2: "Ad2c3d4d", 3: "KcQdJhTs"}
    at = all_in_before_the_draw("badugi", holes)
    for _ in range(3):
        for seat in (1, 2, 3):
            says(at, seat, "stand_pat")
    for seat in show_order(at.hand):
        at.show(seat)
    assert at.awards == [(0, 1, 300)]


#: game → cards on the board when one of three has to go
DISCARDS = {"pineapple": 0, "crazy_pineapple_late": 3}


@pytest.mark.parametrize("game", DISCARDS)
@pytest.mark.parametrize("said", [True, False])
def test_one_of_three_cards_is_given_up(game: str, *, said: bool) -> None:
    at = draw_game(game, {1: "AcAdAh", 2: "KcKdKh", 3: "QcQdQh"}).acts("3 call, 1 call, 2 check")
    if DISCARDS[game]:
        at.board("2s5d9h").acts("1 check, 2 check, 3 check")
    assert (at.hand.stage, len(at.hand.board)) == ("drawing", DISCARDS[game])
    assert at.act_refused(1, "check").code == "act.discards_owed"
    assert says(at, 1, "draw", 1).code == "draw.discard_first"
    for seat, card in ((3, "Qh"), (1, "Ah"), (2, "Kh")):  # in no order
        if said:
            assert says(at, seat, "discard").ok
            assert says(at, seat, "discard").code in ("draw.said", "draw.not_now")
        gives_up(at, seat, card)
    assert [tell.seat for tell in at.tells("drew")] == [3, 1, 2]
    assert at.hand.stage == "dealing"
    at.board("Th" if DISCARDS[game] else "2s5d9h")
    assert at.hand.stage == "betting"
    assert at.hand.hole_of(0) == cards("AcAd")


@pytest.mark.parametrize("betting", [True, False])
def test_in_crazy_pineapple_the_flop_lies_there_before_one_is_given_up(*, betting: bool) -> None:
    acts = "3 call, 1 call, 2 check" if betting else "3 all_in, 1 all_in, 2 all_in"
    at = draw_game("crazy_pineapple", {1: "AcAdAh", 2: "KcKdKh", 3: "QcQdQh"}).acts(acts)
    assert at.hand.stage == "dealing"
    at.board("2s5d9h")
    assert (at.hand.stage, at.hand.street) == ("drawing", 0)
    for seat, card in ((3, "Qh"), (1, "Ah"), (2, "Kh")):
        assert at.act_refused(2, "check").code == "act.discards_owed"
        gives_up(at, seat, card)
    assert (at.hand.stage, at.hand.street) == ("betting" if betting else "dealing", 1)
    if betting:
        at.acts("1 check, 2 check, 3 check")
    at.board("Th")
    if betting:
        at.acts("1 check, 2 check, 3 check")
    at.board("3c")
    assert (at.hand.stage, at.hand.hole_of(0)) == ("betting" if betting else "showdown", cards("AcAd"))


def test_a_discard_that_no_reader_saw_leaves_the_hand_when_it_is_seen_or_the_others_are_named() -> None:
    at = draw_game("pineapple", {1: "AcAdAh", 2: "KcKdKh", 3: "QcQdQh"}).acts("3 call, 1 call, 2 check")
    for seat in (1, 2, 3):
        assert says(at, seat, "discard").ok
    assert at.hand.stage == "dealing"
    gives_up(at, 1, "Ah")  # the reader of the muck was slow
    assert at.hand.hole_of(0) == cards("AcAd")
    gives_up(at, 1, "Ad")  # only one of his went
    assert at.hand.hole_of(0) == cards("AcAd")
    at.board("2s5d9h").acts("1 check, 2 check, 3 check").board("3s").acts("1 check, 2 check, 3 check").board("4h")
    at.acts("1 check, 2 check, 3 check")
    at.show(1)
    assert at.ask(Show(at.head(), 2, None)).code == "show.cards_unread"
    assert at.ask(Show(at.head(), 2, cards("2c3c"))).code == "show.cards_contradict"
    at.show(2, "KcKd")
    at.show(3, "QcQh")
    assert at.hand.shown == (cards("AcAd"), cards("KcKd"), cards("QcQh"))
    assert at.hand.given_up == bytes(cards("AhKhQd"))
    assert at.awards == [(0, 1, 6)]


def test_a_draw_whose_old_card_no_reader_saw_go_ends_with_five_cards() -> None:
    at = draw_game("five_card_draw", HOLES).acts("3 call, 1 call, 2 check")
    says(at, 1, "draw", 1)
    says(at, 2, "stand_pat")
    says(at, 3, "stand_pat")
    gets(at, 1, "6c")
    assert (at.hand.stage, len(at.hand.hole_of(0))) == ("betting", 6)
    at.acts("1 check, 2 check, 3 check")
    assert at.ask(Show(at.head(), 1, None)).code == "show.cards_unread"
    at.show(1, "2c3c4c5c6c")
    assert at.hand.hole_of(0) == cards("2c3c4c5c6c")
    assert at.hand.given_up == bytes(cards("7d"))


def test_after_the_discard_nobody_is_short_of_a_card_and_a_third_one_is_too_many() -> None:
    at = draw_game("pineapple", {1: "AcAdAh", 2: "KcKdKh", 3: "QcQdQh"}).acts("3 call, 1 call, 2 check")
    for seat, card in ((3, "Qh"), (1, "Ah"), (2, "Kh")):
        gives_up(at, seat, card)
    assert [timer for timer in waits(at.table) if timer.startswith("holes")] == []
    gets(at, 1, "2h")
    assert [tell.code for tell in at.tells("discrepancy")] == ["rfid.extra_card"]
    assert at.hand.hole_of(0) == cards("AcAd")


def test_a_new_card_that_does_not_come_is_asked_for_when_all_have_said() -> None:
    at = all_in_before_the_draw()
    says(at, 1, "draw", 1)
    gives_up(at, 1, "7d")
    holes = lambda: [asked for timer, asked in waits(at.table).items() if timer.startswith("holes")]  # noqa: E731
    assert holes() == []
    says(at, 2, "stand_pat")
    says(at, 3, "stand_pat")
    assert holes() == [(("deal.hole_unread", (HOLE[1],)),)]
    gets(at, 1, "7h")
    assert holes() == []


def test_tahoe_keeps_three_and_plays_two() -> None:
    at = AtTable([20, 20], Stakes(0, 1, game="tahoe"), button=1).start().deal({1: "8h7h6h", 2: "AcAd2c"})
    at.acts(f"{at.to_act} all_in").acts(f"{at.to_act} call").board("5d4cKsQdJc")
    for seat in show_order(at.hand):
        at.show(seat)
    assert at.awards == [(0, 2, 40)]  # 8-7-6 and the 5-4 of the board would be a straight of three


ZONES = [*HOLE[1:4], MUCK, BURN, STUB, BOARD, None]
SAID = ["draw", "stand_pat", "discard", "rap", "open"]
#: Any card anywhere, and anything that can be said.
EVENTS = st.one_of(
    st.tuples(st.just("move"), st.sampled_from(VARIANTS["badugi"].cards[:16]), st.sampled_from(ZONES)),
    st.tuples(st.just("draw"), st.integers(0, 4), st.sampled_from(SAID), st.sampled_from([None, -1, 0, 1, 5, 9])),
    st.tuples(st.just("act"), st.integers(0, 4), st.sampled_from(["fold", "check", "call", "all_in", "raise"])),
    st.tuples(st.just("show"), st.integers(0, 4)),
    st.tuples(st.just("muck"), st.integers(0, 4)),
)


@given(st.lists(EVENTS, max_size=60), st.sampled_from([name for name, row in VARIANTS.items() if row.forced != "bring_in"]), st.booleans())
def test_nothing_that_happens_in_any_game_breaks_it(events: list[Any], game: str, deal: bool) -> None:
    """No event in any state raises, chips are conserved, and a card is in one hand."""
    at = AtTable([40, 25, 100], replace(STAKES, game=game, ante=int(VARIANTS[game].forced != "blinds")), button=3).start()
    if deal:
        for n, card in enumerate(VARIANTS[game].cards[-3 * VARIANTS[game].hole_cards :]):
            at.move(card, HOLE[n % 3 + 1], STUB)
    for kind, *rest in events:
        if kind == "move":
            at.move(rest[0], rest[1])
        elif kind == "draw":
            at.do(Draw(at.head(), *rest))
        elif kind == "act":
            at.do(Act(at.head(), at.to_act if rest[0] == 0 and at.to_act else rest[0], rest[1]))
        else:
            at.do((Show if kind == "show" else Muck)(at.head(), rest[0]))
        expected_zones(at.hand)
        waits(at.table)
        held = [card for hole in at.hand.holes for card in hole]
        assert len(held) == len(set(held))
        assert chips_of(at.table) == 165


@given(data=st.data(), game=st.sampled_from([name for name, row in VARIANTS.items() if any(one.draw for one in row.streets)]))
def test_whatever_is_drawn_nothing_is_lost(data: st.DataObject, game: str) -> None:
    """Chips are conserved, a card is one player's, and everybody holds a whole hand after each draw."""
    row = VARIANTS[game]
    deck = [*data.draw(st.permutations(row.cards))]
    at = AtTable([40, 25, 100], replace(STAKES, game=game, ante=int(row.forced != "blinds")), button=3).start()
    for _ in range(row.hole_cards):
        for seat in at.hand.seats:
            at.move(deck.pop(), HOLE[seat], STUB)
    while at.hand.stage in ("betting", "drawing", "posting"):
        if at.hand.stage == "posting":  # nobody opened, and the same cards are played on for low
            at.post()
        elif at.hand.stage == "betting":
            may = at.legal
            at.act(may.seat, "all_in" if data.draw(st.integers(0, 5)) == 0 and may.can_raise else "call" if may.call_chips else "check")
        else:
            live = [seat for i, seat in enumerate(at.hand.seats) if not at.hand.folded[i]]
            wanted = {seat: data.draw(st.integers(0, 2)) for seat in live}
            for seat, number in wanted.items():
                going = at.hand.hole_of(at.hand.seats.index(seat))[:number]
                assert says(at, seat, "draw", number).ok
                for card in going:
                    at.move(card, MUCK, HOLE[seat])
            for seat, number in wanted.items():
                for _ in range(number):
                    at.move(deck.pop(), HOLE[seat], STUB)
            held = [card for hole in at.hand.holes for card in hole]
            assert len(held) == len(set(held)) == row.hole_cards * 3
            assert set(held).isdisjoint(at.hand.given_up)
    for seat in show_order(at.hand):
        at.show(seat)
    assert at.hand.stage == "ended"
    assert chips_of(at.table) == 165


def test_a_hand_with_a_card_too_many_is_not_shown_before_that_is_given_up() -> None:
    """All in before the flop of crazy pineapple, the board not dealt: the third card is still to go."""
    at = all_in_before_the_draw("crazy_pineapple", {1: "KcKdKh", 2: "AcAd4h", 3: "2c3d9h"})
    assert at.hand.stage == "dealing"
    refused = at.ask(Show(at.head(), at.hand.seats[0], None))
    assert (refused.code, refused.message) == ("show.not_showdown", "Seat 1 has yet to give 1 card(s) up; show when that is done.")


def test_cards_that_left_unseen_before_he_said_how_many_are_those_he_changes() -> None:
    """Three cards thrown away in one go: the muck's antenna reads the upper ones, of the others it is only seen that they are gone."""
    at = all_in_before_the_draw("five_card_draw")
    seat = at.hand.seats[0]
    hole = at.hand.hole_of(0)
    at.move(hole[0], None, HOLE[seat])
    at.move(hole[1], None, HOLE[seat])
    at.move(hole[1], HOLE[seat], None)  # picked up again
    at.move(hole[2], MUCK, HOLE[seat])
    assert says(at, seat, "draw", 2).ok
    assert at.hand.hole_of(0) == (hole[1], *hole[3:])
    assert sorted(at.hand.given_up) == sorted((hole[0], hole[2]))
