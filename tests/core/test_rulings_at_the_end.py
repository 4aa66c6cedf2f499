"""What was asked, announced, called and proposed in a hand, when the hand is voided or folded again."""

from __future__ import annotations

from at_table import AtTable
from test_rulings import SECOND, Ruled, house_of

from controller.events import Act, Change, Clock, Correct, Request, Tick, VoidHand
from controller.table.rulings import docket_of


def on_the_flop(felt: Ruled) -> None:
    felt.acts("1 call, 2 call, 3 check")
    felt.board("2c 7d 9h")


def test_a_question_goes_with_a_hand_that_is_voided() -> None:
    felt = Ruled(house_of("home"))
    on_the_flop(felt)
    felt.act(2, "fold")
    assert [one.what for one in docket_of(felt.table).prompts] == ["fold_for_free"]
    felt.void()
    assert docket_of(felt.table).prompts == (), "nobody can answer it any more"


def test_the_count_down_goes_with_a_hand_that_is_voided() -> None:
    felt = Ruled()
    head = felt.head()
    felt.ok(Clock(head, 1, 30))
    felt.do(Tick("clock", head.at_ns + 20 * SECOND))
    felt.void()
    assert docket_of(felt.table).announcements == ()


def test_what_was_proposed_lapses_with_a_hand_that_is_voided() -> None:
    felt = Ruled(house_of(clock_expiry_facing_bet="ask_floor"))
    felt.out_of_time()
    since = felt.table.seq
    felt.void()
    assert felt.newest.status == "lapsed"
    assert felt.kinds(since) == ["clock_ended", "hand_void", "ruling"]


def test_a_deck_that_was_asked_for_is_said_when_the_hand_is_voided() -> None:
    """cooke.4.05.b: the hand is played out first; a voided one is over too."""
    felt = Ruled()
    felt.ok(Request(felt.head(), 2, "deck"))
    felt.void()
    assert [(one.about, one.seat) for one in docket_of(felt.table).announcements] == [("deck_asked", 2)]
    assert docket_of(felt.table).queued == ()


def test_a_hand_with_a_fold_that_was_asked_about_can_be_corrected() -> None:
    """The second fold answers: folded again, it is a fold that nobody is asked about."""
    felt = Ruled(house_of("home"))
    on_the_flop(felt)
    felt.acts("2 fold, 2 fold, 3 bet 100")
    answer = felt.ask(Correct(felt.by("floor"), felt.tells("acted")[-1].seq, Change(to_chips=200)))
    assert answer.ok, answer
    assert felt.hand.current_bet == 200
    assert felt.hand.folded[felt.hand.seats.index(2)]


def test_what_lapsed_is_not_opened_anew_by_a_correction() -> None:
    felt = Ruled(house_of(clock_expiry_facing_bet="ask_floor"))
    felt.out_of_time()
    felt.act(1, "call")
    felt.act(2, "call")
    assert [one.status for one in docket_of(felt.table).rulings] == ["lapsed"]
    answer = felt.ask(Correct(felt.by("floor"), felt.tells("acted")[-1].seq, Change(do="fold")))
    assert answer.ok, answer
    assert [(one.id, one.status) for one in docket_of(felt.table).rulings] == [("h1-r1", "lapsed")]


def test_a_void_that_is_taken_back_goes_on_without_its_questions() -> None:
    felt = Ruled(house_of("home"))
    on_the_flop(felt)
    felt.act(2, "fold")
    felt.ok(VoidHand(felt.by("floor"), "the wrong deck"))
    answer = felt.ask(Correct(felt.by("floor"), felt.tells("hand_void")[-1].seq, Change(remove=True)))
    assert answer.ok, answer
    assert felt.to_act == 2
    felt.ok(Act(felt.head(), 2, "fold"))
    assert felt.to_act == 2, "he is asked anew"
    felt.ok(Act(felt.head(), 2, "fold"))
    assert felt.to_act == 3


def test_a_table_without_rulings_is_voided_in_quiet() -> None:
    at = AtTable([900, 900], house_of().stakes).start()
    at.void()
    assert [tell.kind for tell in at.told][-1] == "hand_void"
