"""Board and burns that are not as planned, where a scenario cannot say it: intervals of the readers, timers, answers no book gives."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import EVIDENCE, AtTable, cards
from msgspec.structs import replace

from controller.events import Act, Answer, CardMoved, Discrepancy, EnterCard, FloorRule, Header, Report, Shuffle, Tick
from controller.game.cards import Card
from controller.game.chips import Stakes
from controller.game.zones import BOARD, BURN, MUCK, STUB, Zone
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.rules.ruling import Ruling
from controller.table.dealing.remedies import due
from controller.table.rulings import docket_of
from controller.table.table import QUIET
from controller.table.waiting import waits

TEN = Stakes(5, 10)


class Felt(AtTable):
    """Two players at a table that reads its burns, on a clock of its own."""

    def __init__(self, book: Any = "cooke", *, burn_antenna: bool = True, game: str = "", **options: Any) -> None:
        answers, stakes = replace(PRESETS[book], **options), replace(TEN, game=game)
        house = House(seats=3, stakes=stakes, book=book, options=answers, burn_antenna=burn_antenna)
        super().__init__([900] * 3, stakes, button=3, house=house)
        self.start().deal({1: "AsKsQs", 2: "AdKdQd", 3: "AhKhQh"} if game else {1: "AsKs", 2: "AdKd", 3: "AhKh"})

    def lay(self, text: str, zone: Zone | None, *, after_ns: int | None = None) -> None:
        """Lay cards down one after another; `after_ns` = the antenna did not look since then."""
        for card in cards(text):
            self._now += 100
            came = self.table.card_zones[card]
            since = self._now - 100 if after_ns is None else after_ns
            self.do(CardMoved(card, came, zone, "down", since, self._now, EVIDENCE))

    def to_the_flop(self) -> Felt:
        self.acts("3 call, 1 call, 2 check")
        self.lay("2c", BURN)
        self.lay("3c 7d 9h", BOARD)
        return self

    def to_the_turn(self) -> Felt:
        self.to_the_flop().acts("1 check, 2 check, 3 check")
        return self

    def wait(self) -> None:
        """Let every timer of the board fire."""
        for name in waits(self.table):
            if name.startswith(("early/", "burn/")):
                self.do(Tick(name, self._now))

    def decide(self, ruling: Ruling, decision: Any, alternative: str = "") -> None:
        self.ok(FloorRule(Header(self._now, f"f{self._now}", "floor"), ruling.id, decision, "so it was", alternative))

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        return docket_of(self.table).rulings

    @property
    def newest(self) -> Ruling:
        return self.rulings[-1]

    @property
    def ordered(self) -> list[tuple[Zone | None, Zone | None]]:
        return [(one.from_zone, one.to_zone) for one in due(self.table)]

    def timer(self) -> str:
        (name,) = [one for one in waits(self.table) if one.startswith("early/")]
        return name


def does(ruling: Ruling) -> list[str]:
    return [one.do for one in ruling.remedy]


def test_a_hand_as_planned_leaves_nothing_behind() -> None:
    felt = Felt().to_the_turn()
    felt.lay("4c", BURN)
    felt.lay("Jd", BOARD)
    assert felt.table.around is QUIET, "the busiest steps look for this first"


@pytest.mark.parametrize("waited", [False, True])
def test_a_burn_that_may_have_lain_there_in_time_takes_the_ruling_back(waited: bool) -> None:
    """Its antenna had not looked since before the turn was dealt."""
    felt = Felt().to_the_turn()
    before_ns = felt._now
    felt.lay("Jd", BOARD)
    if waited:
        felt.wait()
        assert does(felt.newest) == ["first_to_burn"]
    felt.lay("4c", BURN, after_ns=before_ns)
    felt.wait()
    assert [one.status for one in felt.rulings] == ["lapsed"] * waited
    assert felt.ordered == []
    assert felt.hand.board == cards("3c7d9hJd")
    felt.acts("1 check, 2 check, 3 check")
    felt.lay("5c", BURN)
    felt.lay("Qd", BOARD)
    felt.wait()
    assert [one.status for one in felt.rulings] == ["lapsed"] * waited, "the count of burns is right again"


def test_a_burn_that_certainly_came_after_the_turn_takes_nothing_back() -> None:
    felt = Felt().to_the_turn()
    felt.lay("Jd", BOARD)
    felt.wait()
    felt.lay("4c", BURN)
    assert [(one.kind, does(one)) for one in felt.rulings] == [("burn_error", ["first_to_burn"]), ("procedure", ["floor_decides"])]


@pytest.mark.parametrize("waited", [False, True])
def test_a_flop_of_four_whose_burn_was_read_late_is_a_turn_that_came_early(waited: bool) -> None:
    felt = Felt().to_the_flop()
    before_ns = felt._now
    felt.lay("Jd", BOARD)
    if waited:
        felt.wait()
        assert does(felt.newest) == ["reshuffle_no_burn"]
        assert felt.newest.waits
    felt.lay("4c", BURN, after_ns=before_ns)
    assert [one.status for one in felt.rulings] == ["lapsed"] * waited
    felt.acts("1 check, 2 check, 3 check")  # nobody is stopped, and the panel had lagged
    assert felt.hand.board == cards("3c7d9hJd")


@pytest.mark.parametrize("waited", [False, True])
def test_a_burn_that_is_read_late_while_cards_are_given_up_came_before_the_flop(waited: bool) -> None:
    felt = Felt(game="crazy_pineapple")
    felt.acts("3 call, 1 call, 2 check")
    before_ns = felt._now
    felt.lay("3c 7d 9h", BOARD)
    assert felt.hand.stage == "drawing"
    if waited:
        felt.wait()
        assert does(felt.newest) == ["first_to_burn"]
    felt.lay("2c", BURN, after_ns=before_ns)
    assert "deal.discard_owed" not in [one.code for one in felt.table.open], "nobody burned while cards are owed"
    felt.wait()
    assert [one.status for one in felt.rulings] == ["lapsed"] * waited
    felt.lay("Qs Qd Qh", MUCK)
    felt.acts("1 check, 2 check, 3 check")
    assert [one.status for one in felt.rulings] == ["lapsed"] * waited


@pytest.mark.parametrize("code", ["rfid.unwatched", "rfid.two_places"])
def test_a_burn_of_which_nobody_knows_is_not_missing_then_or_later(code: str) -> None:
    felt = Felt()
    felt.acts("3 call, 1 call, 2 check")
    felt.do(Discrepancy(code, (BURN,), felt._now, EVIDENCE))
    felt.lay("3c 7d 9h", BOARD)
    felt.wait()
    assert felt.rulings == ()
    felt.do(Discrepancy(code, (BURN,), felt._now, EVIDENCE, settled=True))
    felt.acts("1 check, 2 check, 3 check")
    felt.lay("4c", BURN)
    felt.lay("Jd", BOARD)
    felt.wait()
    felt.acts("1 check, 2 check, 3 check")
    assert felt.rulings == ()


def test_a_burn_is_missing_though_something_is_asked_about_another_place() -> None:
    felt = Felt()
    felt.acts("3 call, 1 call, 2 check")
    felt.do(Discrepancy("rfid.two_places", (BOARD, MUCK), felt._now, EVIDENCE))
    felt.lay("3c 7d 9h", BOARD)
    felt.wait()
    assert does(felt.newest) == ["first_to_burn"]


def test_without_an_antenna_for_the_burns_nothing_is_said_of_them() -> None:
    felt = Felt(burn_antenna=False)
    felt.acts("3 call, 1 call, 2 check")
    felt.lay("3c 7d 9h", BOARD)
    felt.acts("1 check, 2 check, 3 check")
    felt.lay("Jd", BOARD)
    felt.wait()
    assert felt.rulings == ()


def test_the_wrong_board_card_on_the_burns_is_told() -> None:
    felt = Felt().to_the_turn()
    felt.lay("Jd", BOARD)
    felt.wait()
    felt.lay("9h", BURN)
    assert (felt.newest.kind, does(felt.newest)) == ("board_error", ["push_back"])
    assert felt.hand.board == cards("3c7d9hJd")


def test_a_dealer_who_sees_it_himself_need_not_wait_for_the_ruling() -> None:
    felt = Felt().to_the_turn()
    felt.lay("Jd", BOARD)
    felt.lay("Jd", BURN)
    assert does(felt.newest) == ["first_to_burn"]
    assert felt.act_refused(1, "check").code == "act.stopped"
    felt.lay("4c", BOARD)
    assert felt.hand.board == cards("3c7d9h4c")
    felt.act(1, "check")


def test_an_action_does_not_wait_for_what_the_readers_may_have_missed() -> None:
    felt = Felt("roberts").to_the_turn()
    felt.lay("Jd", BOARD)
    assert felt.rulings == ()
    felt.act(1, "check")
    assert [does(one) for one in felt.rulings] == [["first_to_burn"], ["play_on", "burn_more"]]


@pytest.mark.parametrize("first", ["Jd away", "4c there"])
def test_the_moves_of_a_missing_burn_may_be_made_in_any_order(first: str) -> None:
    felt = Felt().to_the_turn()
    felt.lay("Jd", BOARD)
    felt.wait()
    if first == "Jd away":
        felt.lay("Jd", BURN)
        assert felt.act_refused(1, "check").code == "act.stopped"
        felt.lay("4c", BOARD)
    else:
        felt.lay("4c", BOARD)
        felt.lay("Jd", BURN)
    assert felt.hand.board == cards("3c7d9h4c")
    assert felt.hand.burned == cards("2cJd")
    assert felt.newest.carried_out or felt.ordered == []
    felt.act(1, "check")


def test_the_panel_is_waited_for_as_long_as_for_a_missing_card() -> None:
    felt = Felt()
    felt.acts("3 call, 1 call")
    felt.lay("2c", BURN)
    felt.lay("3c 7d 9h", BOARD)
    (asked,) = docket_of(felt.table).prompts
    assert (asked.what, asked.seat, asked.answers) == ("board_early", 2, ("check", "early"))
    early = felt.timer()
    felt.do(Tick("early/1/0/2", felt._now))  # of a card less: what came since made it another
    assert felt.rulings == ()
    felt.do(Tick(early, felt._now))
    assert does(felt.newest) == ["finish_round", "reshuffle_no_burn"]
    assert felt.hand.board == ()


def test_an_action_that_the_dealer_enters_by_the_question_is_that_action() -> None:
    felt = Felt()
    felt.acts("3 raise 30, 1 fold")
    felt.lay("2c", BURN)
    felt.lay("3c 7d 9h", BOARD)
    (asked,) = docket_of(felt.table).prompts
    assert asked.answers == ("call", "early")
    felt.ok(Answer(felt.head(), asked.id, "call"))
    assert felt.hand.street == 1
    assert sorted(felt.hand.board) == sorted(cards("3c7d9h"))
    assert felt.rulings == ()


def test_the_next_player_is_asked_about_when_two_have_yet_to_act() -> None:
    felt = Felt()
    felt.acts("3 call")
    felt.lay("2c", BURN)
    felt.lay("3c 7d 9h", BOARD)
    assert [one.seat for one in docket_of(felt.table).prompts] == [1]
    felt.acts("1 call")
    assert [one.seat for one in docket_of(felt.table).prompts] == [2]
    felt.acts("2 check")
    assert docket_of(felt.table).prompts == ()
    assert felt.hand.street == 1


def test_cards_that_are_taken_away_again_are_asked_about_no_more() -> None:
    felt = Felt()
    felt.acts("3 call, 1 call")
    felt.lay("3c", BOARD)
    felt.lay("3c", None)
    assert docket_of(felt.table).prompts == ()
    assert not [one for one in waits(felt.table) if one.startswith("early/")]


def early_flop(felt: Felt) -> Felt:
    felt.acts("3 call, 1 call")
    felt.lay("2c", BURN)
    felt.lay("3c 7d 9h", BOARD)
    felt.do(Tick(felt.timer(), felt._now))
    return felt


def test_where_the_house_has_it_early_cards_stand_when_the_rest_folds() -> None:
    felt = Felt(early_board_cards="if_remaining_fold")
    felt.acts("3 raise 30, 1 call")
    felt.lay("2c", BURN)
    felt.lay("3c 7d 9h", BOARD)
    felt.do(Tick(felt.timer(), felt._now))
    felt.acts("2 fold")
    assert sorted(felt.hand.board) == sorted(cards("3c7d9h"))
    assert felt.hand.stage == "betting"


def test_they_do_not_stand_when_he_calls() -> None:
    felt = early_flop(Felt(early_board_cards="if_remaining_fold"))
    felt.acts("2 check")
    assert (felt.hand.board, felt.hand.stage) == ((), "dealing")


def test_the_floor_may_let_them_stand_for_the_player_had_acted() -> None:
    felt = early_flop(Felt())
    felt.decide(felt.newest, "override", "play_on")
    felt.acts("2 check")
    assert sorted(felt.hand.board) == sorted(cards("3c7d9h"))
    assert felt.ordered == []


def test_where_they_are_dead_the_next_cards_come_without_a_shuffle_or_a_burn() -> None:
    felt = early_flop(Felt(early_flop_remedy="next_cards_no_shuffle"))
    felt.acts("2 check")
    felt.lay("3c 7d 9h", MUCK)
    felt.lay("4c 5c 6c", BOARD)
    assert felt.hand.board == cards("4c5c6c")
    assert [one.kind for one in felt.rulings] == ["board_error"]


def test_a_fourth_card_becomes_the_next_burn_where_the_house_has_it() -> None:
    felt = Felt(oversized_flop_remedy="fourth_becomes_burn").to_the_flop()
    felt.lay("Jd", BOARD)
    felt.wait()
    assert felt.act_refused(1, "check").code == "act.stopped"
    felt.decide(felt.newest, "confirm")
    felt.lay("Jd", BURN)
    felt.acts("1 check, 2 check, 3 check")
    felt.lay("Qd", BOARD)
    assert felt.hand.board == cards("3c7d9hQd")
    assert [one.kind for one in felt.rulings] == ["board_error"], "no other burn is due before the turn"


def test_a_dealer_does_not_decide_what_is_the_floors() -> None:
    felt = Felt().to_the_flop()
    felt.lay("Jd", BOARD)
    felt.wait()
    assert felt.refused(FloorRule(felt.head(), felt.newest.id, "confirm")) == "floor_rule.floor_only"


def test_an_action_of_the_floor_itself_closes_the_window_of_a_burn_error() -> None:
    felt = Felt(missing_burn_remedy="ask_floor").to_the_turn()
    felt.lay("Jd", BOARD)
    felt.wait()
    assert does(felt.newest) == ["floor_decides"]
    for seat in (1, 2):
        felt.ok(Act(Header(felt._now, f"a{seat}", "floor"), seat, "check"))
    assert does(felt.newest) == ["play_on", "burn_more"]
    assert felt.newest.remedy[1].amount_chips == 2


def test_a_burn_that_no_antenna_read_was_burned_all_the_same() -> None:
    felt = Felt().to_the_turn()
    felt.lay("Jd", BOARD)
    felt.wait()
    felt.decide(felt.newest, "override", "burned")
    felt.acts("1 check, 2 check, 3 check")
    felt.lay("5c", BURN)
    felt.lay("Qd", BOARD)
    assert len(felt.rulings) == 1
    assert felt.hand.board == cards("3c7d9hJdQd")


def test_from_the_top_no_burn_makes_up_for_one_that_was_missing() -> None:
    felt = Felt("home").to_the_turn()
    felt.lay("Jd", BOARD)
    felt.wait()
    felt.acts("1 check")
    assert does(felt.newest) == ["play_on"]
    felt.acts("2 check, 3 check")
    felt.lay("5c", BURN)
    felt.lay("Qd", BOARD)
    assert [does(one) for one in felt.rulings] == [["first_to_burn"], ["play_on"]]


def test_a_burn_left_out_after_a_dropped_stub_where_the_house_has_it() -> None:
    felt = Felt(burns_after_dropped_stub=False).to_the_flop()
    felt.ok(Report(felt.head(), "dropped_deck", number=1))
    felt.decide(felt.newest, "confirm")
    felt.acts("1 check, 2 check, 3 check")
    felt.ok(Shuffle(felt.head(), "shuffle"))
    felt.lay("Jd", BOARD)
    felt.wait()
    assert [one.kind for one in felt.rulings] == ["stub_error"]


def test_a_dropped_stub_that_is_used_as_it_lies() -> None:
    felt = Felt(dropped_stub_remedy="go_on_from_pile").to_the_flop()
    felt.ok(Report(felt.head(), "dropped_deck"))
    assert (does(felt.newest), felt.newest.who) == (["stub_goes_on"], "nobody")


def test_a_mixed_stub_may_void_the_hand() -> None:
    felt = Felt(mixed_stub_remedy="void_and_refund").to_the_flop()
    felt.ok(Report(felt.head(), "stub_mixed"))
    felt.decide(felt.newest, "confirm")
    assert felt.hand.stage == "void"
    assert [felt.stack(seat) for seat in (1, 2, 3)] == [900, 900, 900]


@pytest.mark.parametrize(("number", "amount"), [(0, 42), (2, 40)])
def test_the_cards_that_belong_into_the_stub_are_counted(number: int, amount: int) -> None:
    felt = Felt().to_the_flop()
    felt.ok(Report(felt.head(), "stub_mixed", number=number))
    assert felt.newest.amount_chips == amount
    assert felt.newest.remedy[-1].amount_chips == amount


def test_nothing_is_shuffled_within_a_hand_that_no_ruling_calls_for() -> None:
    felt = Felt().to_the_flop()
    assert felt.refused(Shuffle(felt.head(), "shuffle")) == "shuffle.running"
    assert felt.refused(Report(felt.head(), "stub_restored")) == "report.nothing"


def test_no_ruling_on_board_burns_or_stub_names_a_card() -> None:
    """A card on the board may have been laid there face down, and burns always are."""
    for felt in (early_flop(Felt()), Felt().to_the_flop(), Felt().to_the_turn()):
        felt.lay("Jd", BOARD)
        felt.wait()
        felt.lay("4c 5c", BURN)
        felt.lay("4c", MUCK)
        felt.ok(Report(felt.head(), "stub_mixed"))
        assert felt.rulings
        assert all(not one.cards and not any(step.cards for step in one.remedy) for one in felt.rulings)


@pytest.mark.parametrize("swap", [("4c", "8s"), ("5c", "Qs")])
def test_what_is_told_hangs_on_no_burned_card(swap: tuple[str, str]) -> None:
    """The same moves with another card face down: everybody hears the very same."""

    def told(burn: str) -> list[tuple[Any, ...]]:
        felt = Felt().to_the_turn()
        felt.lay(burn, BURN)
        felt.lay("6c", BURN)
        felt.lay(burn, MUCK)
        felt.lay(burn, BURN)
        felt.lay("6c", STUB)
        felt.lay("Jd", BOARD)
        felt.wait()
        felt.acts("1 check, 2 check")
        return [(one.kind, one.cards, one.zones, one.code, one.more and one.more.ruling) for one in felt.told]

    assert told(swap[0]) == told(swap[1])


def test_a_card_of_a_player_on_the_board_is_no_early_card() -> None:
    felt = Felt()
    felt.acts("3 call, 1 call")
    felt.move(Card(cards("As")[0]), BOARD, None)
    assert docket_of(felt.table).prompts == ()


# -- cards that no reader saw and a person entered: neither did it see the burn


def entered(felt: Felt, text: str) -> Felt:
    for card in cards(text):
        felt.ok(EnterCard(felt.head(), BOARD, card))
    return felt


@pytest.mark.parametrize("read", [(), ("9h",)], ids=["all", "all but the last"])
def test_the_burn_of_a_flop_that_was_entered_by_hand_is_not_missing(read: tuple[str, ...]) -> None:
    felt = Felt()
    felt.acts("3 call, 1 call, 2 check")
    entered(felt, "3c 7d" if read else "3c 7d 9h")
    for card in read:
        felt.lay(card, BOARD)
    felt.acts("1 check")
    felt.wait()
    assert felt.rulings == ()
    felt.lay("2c", BURN)  # the reader is back
    felt.acts("2 check, 3 check")
    felt.lay("4c", BURN)
    felt.lay("8h", BOARD)
    felt.acts("1 check, 2 check, 3 check")
    assert felt.rulings == ()


def test_a_burn_that_was_never_read_is_not_asked_for_later_but_the_next_one_that_is_missing_is() -> None:
    felt = Felt()
    entered(felt.acts("3 call, 1 call, 2 check"), "3c 7d 9h").acts("1 check, 2 check, 3 check")
    felt.lay("4c", BURN)
    felt.lay("8h", BOARD)
    felt.acts("1 check, 2 check, 3 check")
    felt.wait()
    assert felt.rulings == ()
    felt.lay("Th", BOARD)
    felt.acts("1 check")
    assert [one.kind for one in felt.rulings] == ["burn_error"]


@pytest.mark.parametrize("book", ["cooke", "roberts", "home"])
def test_a_second_burn_that_the_floor_lets_stand_before_the_street_is_counted_once(book: str) -> None:
    """It was burned for the coming street, not for the one that lies there: nothing is missing when that comes, and nothing too much."""
    felt = Felt(book).to_the_turn()
    felt.lay("4c 5c", BURN)
    assert does(felt.newest) == ["burn_to_stub"]
    felt.decide(felt.newest, "override", "play_on")
    ruled = len(felt.rulings)
    felt.lay("Jd", BOARD)
    felt.wait()
    assert len(felt.rulings) == ruled
    felt.acts("1 check, 2 check, 3 check")
    if book == "home":  # the deal goes on from the top; elsewhere the river comes as if there had been no error
        felt.lay("6c", BURN)
    felt.lay("Qd", BOARD)
    felt.wait()
    assert len(felt.rulings) == ruled
    assert felt.hand.street == 3
