"""The story in words: one plain sentence for each thing told."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

import pytest
from felt import Felt

from controller.effects import Tell, TellKind
from controller.events import Evidence
from controller.feed.payloads import Story
from controller.feed.stories import story_text, story_view
from controller.game.cards import Card, parse_cards
from controller.game.chips import Stakes
from controller.game.dead_hand import DEAD
from controller.game.outcome import More
from controller.game.zones import BOARD, BOARDS, HOLE, MUCK, SHUFFLER, STUB
from controller.rules.ruling import Announcement, Prompt, Ruling

ACE, KING, KING_HEARTS = Card(51), Card(47), Card(46)
RAISE = Tell(1, "acted", 0, 0, 1, seat=3, do="raise", amount_chips=600, to_chips=600)
FOLD = Tell(1, "acted", 0, 0, 1, seat=3, do="fold")

SENTENCES: list[tuple[Tell, str]] = [
    (Tell(1, "hand_started", 0, 0, 1, hand=7), "Hand 7 begins."),
    (Tell(1, "posted", 0, 0, 1, seat=3, amount_chips=50, do="small_blind"), "Seat 3 posts the small blind of 50."),
    (Tell(1, "posted", 0, 0, 1, seat=3, amount_chips=80, do="big_blind", all_in=True), "Seat 3 posts the big blind of 80 and is all in."),
    (Tell(1, "posted", 0, 0, 1, seat=3, amount_chips=10, do="ante"), "Seat 3 posts the ante of 10."),
    (Tell(1, "card_dealt", 0, 0, 1, seat=3), "Seat 3 is dealt a card."),
    (Tell(1, "card_burned", 0, 0, 1), "A card is burned."),
    (Tell(1, "card_moved", 0, 0, 1, zones=(HOLE[3], MUCK)), "A card moves from seat 3 to the muck."),
    (Tell(1, "card_moved", 0, 0, 1, zones=(STUB,)), "A card moves: the stub."),
    (Tell(1, "card_moved", 0, 0, 1, zones=(BOARD, MUCK), cards=(ACE,)), "As moves from the board to the muck."),
    (Tell(1, "board", 0, 0, 1, cards=(ACE, KING)), "On the board: As Ks."),
    (Tell(1, "acted", 0, 0, 1, seat=3, do="fold"), "Seat 3 folds."),
    (Tell(1, "acted", 0, 0, 1, seat=3, do="check"), "Seat 3 checks."),
    (Tell(1, "acted", 0, 0, 1, seat=3, do="call", amount_chips=200), "Seat 3 calls 200."),
    (Tell(1, "acted_early", 0, 0, 1, seat=5, do="raise", to_chips=600), "Out of turn: Seat 5 raises to 600."),
    (Tell(1, "acted", 0, 0, 1, seat=3, do="bet", amount_chips=300, to_chips=300), "Seat 3 bets 300."),
    (Tell(1, "acted", 0, 0, 1, seat=3, do="raise", to_chips=600), "Seat 3 raises to 600."),
    (Tell(1, "acted", 0, 0, 1, seat=3, do="raise", to_chips=600, all_in=True), "Seat 3 raises to 600 and is all in."),
    (Tell(1, "street_closed", 0, 0, 1, amount_chips=700), "The betting round is over: 700 in the pot."),
    (Tell(1, "uncalled_returned", 0, 0, 1, seat=3, amount_chips=40), "40 that nobody called goes back to seat 3."),
    (Tell(1, "shown", 0, 0, 1, seat=3, cards=(ACE, KING), name="a pair of aces"), "Seat 3 shows As Ks: a pair of aces."),
    (Tell(1, "shown", 0, 0, 1, seat=3, cards=(ACE, KING)), "Seat 3 shows As Ks."),
    (Tell(1, "mucked", 0, 0, 1, seat=3), "Seat 3 mucks."),
    (Tell(1, "drew", 0, 0, 1, seat=3, do="draw", more=More(number=1)), "Seat 3 draws 1 card."),
    (Tell(1, "drew", 0, 0, 1, seat=3, do="draw", more=More(number=3)), "Seat 3 draws 3 cards."),
    (Tell(1, "declared", 0, 0, 1, seat=3, do="says", more=More(number=8)), "Seat 3 calls 8 low."),
    (Tell(1, "declared", 0, 0, 1, seat=3, do="says", more=More(number=0)), "Seat 3 calls a pair."),
    (Tell(1, "declared", 0, 0, 1, seat=3, do="dead", more=More(number=12)), "Seat 3 called queen low and holds less: his hand is dead."),
    (Tell(1, "openers", 0, 0, 1, seat=3, do="shown"), "Seat 3 has shown openers."),
    (Tell(1, "openers", 0, 0, 1, seat=3, do="shown", cards=(Card(0),)), "Seat 3 has shown openers; he had split them: 2c."),
    (Tell(1, "openers", 0, 0, 1, seat=3, do="none"), "Seat 3 opened and held no openers: his hand is dead."),
    (
        Tell(1, "openers", 0, 0, 1, seat=3, do="split"),
        "Seat 3 splits his openers: the cards that he changes stay apart under a chip.",
    ),
    (
        Tell(1, "unopened", 0, 0, 1, seat=3, amount_chips=10, name="ace-to-five lowball"),
        "Nobody opens: ace-to-five lowball is played on, and seat 3 must bet 10.",
    ),
    (Tell(1, "pot_carried", 0, 0, 1, amount_chips=24), "The pot has no winner: 24 stay in it for the next deal."),
    (Tell(1, "drew", 0, 0, 1, seat=3, do="stand_pat", more=More(number=0)), "Seat 3 stands pat."),
    (Tell(1, "drew", 0, 0, 1, seat=3, do="discard", more=More(number=1)), "Seat 3 gives up 1 card."),
    (Tell(1, "pot_awarded", 0, 0, 1, seat=3, amount_chips=9, pot=0, name="a flush"), "Seat 3 wins 9 from the main pot with a flush."),
    (Tell(1, "pot_awarded", 0, 0, 1, seat=3, amount_chips=9, pot=2), "Seat 3 wins 9 from side pot 2."),
    (
        Tell(1, "hand_ended", 0, 0, 1, hand=7, payoffs=((1, -100), (2, 0), (3, 100))),
        "Hand 7 is over: seat 1 loses 100, seat 3 wins 100.",
    ),
    (Tell(1, "hand_ended", 0, 0, 1, hand=7, payoffs=((1, 0), (2, 0))), "Hand 7 is over: nobody wins or loses."),
    (Tell(1, "hand_void", 0, 0, 1, hand=7), "Hand 7 is void; every chip goes back."),
    (
        Tell(1, "hand_void", 0, 0, 1, hand=7, more=More(reason="fouled deck.", refunds=((1, 50), (3, 150)))),
        "Hand 7 is void: fouled deck; every chip goes back (50 to seat 1, 150 to seat 3).",
    ),
    (
        Tell(1, "correction", 0, 0, 1, seat=3, more=More(was=(RAISE,), now=(FOLD,))),
        "Corrected: Seat 3 folds (entered was: Seat 3 raises to 600).",
    ),
    (Tell(1, "correction", 0, 0, 1, seat=3, more=More(was=(RAISE,))), "Taken back: Seat 3 raises to 600."),
    (
        Tell(1, "correction", 0, 0, 1, hand=7, payoffs=((1, -5), (3, 5)), more=More(was=(FOLD,), now=(RAISE,))),
        "Corrected: Seat 3 raises to 600 (entered was: Seat 3 folds). Hand 7 is over: seat 1 loses 5, seat 3 wins 5.",
    ),
    (Tell(1, "board", 0, 0, 1, cards=(KING_HEARTS,), zones=(BOARDS[1],)), "On board 2: Kh."),
    (Tell(1, "run_it", 0, 0, 1, more=More(times=2)), "It is run twice."),
    (Tell(1, "run_it", 0, 0, 1, more=More(times=3)), "It is run three times."),
    (Tell(1, "run_it", 0, 0, 1, more=More(times=1)), "It is run once."),
    (Tell(1, "looked", 0, 0, 1, seat=3), "Seat 3 looked at his cards."),
    (Tell(1, "acted", 0, 0, 1, seat=3, do="fold", code=DEAD), "The hand of seat 3 is dead."),
    (Tell(1, "shuffled", 0, 0, 1, do="riffle"), "A riffle."),
    (Tell(1, "shuffled", 0, 0, 1, do="shuffle"), "The deck is shuffled and cut."),
    (
        Tell(1, "pot_awarded", 0, 0, 1, seat=3, amount_chips=50, pot=0, name="a flush", more=More(half="high", board=2)),
        "Seat 3 wins 50 from the high half of the main pot on board 2 with a flush.",
    ),
    (Tell(1, "paused", 0, 0, 1), "The game is paused."),
    (Tell(1, "resumed", 0, 0, 1), "The game goes on."),
    (Tell(1, "floor_called", 0, 0, 1), "The floor is called."),
    (Tell(1, "floor_called", 0, 0, 1, seat=3, more=More(reason="string bet?")), "The floor is called to seat 3: string bet?"),
    (Tell(1, "floor_came", 0, 0, 1, seat=3), "The floor has come."),
    (Tell(1, "acted_early", 0, 0, 1, seat=3, amount_chips=400, to_chips=600, do="raise"), "Out of turn: Seat 3 raises to 600."),
    (Tell(1, "clock_started", 0, 0, 1, seat=3, more=More(seconds=60)), "Time is called on seat 3: 60 seconds."),
    (Tell(1, "clock_ended", 0, 0, 1, seat=3, code="clock.acted"), "The clock of seat 3 is over."),
    (Tell(1, "clock_ended", 0, 0, 1, seat=3, code="clock.stopped"), "The clock of seat 3 is taken back."),
    (Tell(1, "clock_ended", 0, 0, 1, seat=3, code="clock.expired"), "The time of seat 3 is up."),
    (Tell(1, "hidden", 0, 0, 1), "Hole cards are hidden."),
    (Tell(1, "unhidden", 0, 0, 1), "Hole cards are shown again as before."),
    (Tell(1, "dealer_changed", 0, 0, 1, name="Ann"), "Ann deals."),
    (Tell(1, "dealer_changed", 0, 0, 1, name=""), "The dealer has left."),
    (Tell(1, "player_changed", 0, 0, 1, seat=3, name="Ann"), "Seat 3 is Ann."),
    (
        Tell(1, "house_changed", 0, 0, 1, more=More(option="raise_cap", answer="no_cap")),
        "From the next hand on raise_cap is no_cap.",
    ),
    (
        Tell(1, "house_changed", 0, 0, 1, more=More(option="buy_the_button", answer=False)),
        "From the next hand on buy_the_button is false.",
    ),
    (Tell(1, "stakes_changed", 0, 0, 1, more=More(stakes=Stakes(5, 10))), "From the next hand on the blinds are 5 and 10."),
    (
        Tell(1, "rotation_changed", 0, 0, 1, more=More(games=("holdem", "razz"), number=2)),
        "From the next hand on the games go round: Texas hold'em, razz; first razz.",
    ),
    (Tell(1, "rotation_changed", 0, 0, 1, more=More(games=())), "The rotation is over: the game stays as it is."),
    (
        Tell(1, "game_changed", 0, 0, 1, more=More(stakes=Stakes(0, 10, limit="fixed_limit", game="razz"))),
        "The game is fixed-limit razz, 10-20.",
    ),
    (Tell(1, "stakes_changed", 0, 0, 1, more=More(stakes=Stakes(5, 10, 10))), "From the next hand on the blinds are 5 and 10, ante 10."),
    (Tell(1, "seat_taken", 0, 0, 1, seat=3, name="{seat} Ann", amount_chips=900), "{seat} Ann takes seat 3 with 900."),
    (Tell(1, "seat_left", 0, 0, 1, seat=3), "Seat 3 is free."),
    (Tell(1, "bought_in", 0, 0, 1, seat=3, amount_chips=500), "Seat 3 buys in for 500."),
    (Tell(1, "button_moved", 0, 0, 1, seat=3), "The button is at seat 3."),
    (
        Tell(1, "discrepancy", 0, 0, 1, code="rfid.unknown_tag", zones=(HOLE[4],)),
        "A tag that belongs to no deck in play lies here: remove it, or enrol its deck and put it in play (seat 4).",
    ),
    (Tell(1, "discrepancy_settled", 0, 0, 1, code="rfid.unknown_tag", zones=(HOLE[4],)), "What was asked about seat 4 is settled."),
    (Tell(1, "discrepancy_settled", 0, 0, 1, code="rfid.later_kind"), "What was asked is settled."),
    (Tell(1, "ruling", 0, 0, 1, more=More(ruling=Ruling(1, "clock_expired", seat=3))), "The time of seat 3 is up."),
    (
        Tell(1, "ruling", 0, 0, 1, more=More(ruling=Ruling(1, "bet_corrected", seat=3, amount_chips=1500, to_chips=2000))),
        "Seat 3: 1,500 was entered; it counts as 2,000.",
    ),
    (Tell(1, "ruling", 0, 0, 1, more=More(ruling=Ruling(1, "misdeal"))), "Misdeal: the hand is dealt anew."),
    (
        Tell(1, "announcement", 0, 0, 1, more=More(announcement=Announcement(1, "stack", 5, 1240))),
        "Seat 5 has 1,240.",
    ),
    (
        Tell(1, "announcement", 0, 0, 1, more=More(announcement=Announcement(1, "clock", 5, seconds=10))),
        "Seat 5 has 10 seconds left.",
    ),
    (
        Tell(1, "prompt", 0, 0, 1, more=More(prompt=Prompt(1, "dealer", "fold_for_free", 3, answers=("fold", "check")))),
        "Seat 3 may check for free: fold all the same?",
    ),
    (Tell(1, "deck_changed", 0, 0, 1, do="change", name="blue"), "The deck blue is put in play."),
    (Tell(1, "deck_changed", 0, 0, 1, do="set_up"), "A new set-up of decks comes to the table; the deck is in play."),
    (
        Tell(1, "deck_checked", 0, 0, 1, do="complete", name="blue", zones=(SHUFFLER,), more=More(number=52)),
        "The deck blue passed the shuffler: all 52 cards are there.",
    ),
    (
        Tell(1, "deck_checked", 0, 0, 1, do="partly", zones=(SHUFFLER,), more=More(number=50)),
        "The deck in play passed the shuffler: 50 of 52 cards were read, 2 were not seen.",
    ),
    (Tell(1, "deck_checked", 0, 0, 1, do="begun"), "The deck is looked through: lay its cards on the antenna."),
    (
        Tell(1, "deck_checked", 0, 0, 1, do="dead_tags", more=More(number=50)),
        "The deck was looked through: 50 of 52 cards were read, the others have dead tags.",
    ),
    (Tell(1, "stub_counted", 0, 0, 1, do="right"), "The stub was counted."),
    (Tell(1, "stub_counted", 0, 0, 1, do="short"), "The stub was counted: a card is missing."),
    (Tell(1, "stub_counted", 0, 0, 1, do="over"), "The stub was counted: it has a card too many."),
    (Tell(1, "eliminated", 0, 0, 1, seat=4), "Seat 4 has lost all chips and is out."),
    (Tell(1, "discrepancy", 0, 0, 1, code="rfid.later_kind"), "The sensors contradict the table: look and call the floor."),
]


@pytest.mark.parametrize(("tell", "sentence"), SENTENCES, ids=[f"{tell.kind}-{n}" for n, (tell, _) in enumerate(SENTENCES)])
def test_each_kind_has_its_sentence(tell: Tell, sentence: str) -> None:
    assert story_text(tell) == sentence


def test_no_kind_is_without_a_sentence() -> None:
    assert {tell.kind for tell, _ in SENTENCES} == set(get_args(TellKind))


def test_a_story_holds_what_the_tell_holds_and_nothing_empty() -> None:
    evidence = Evidence("hf0", 2, 3, 900, HOLE[4], 1, True)
    tell = Tell(9, "card_dealt", 0, 4, 5, hand=2, seat=3, zones=(HOLE[3],), evidence=evidence)
    assert story_view(tell) == {
        "seq": 9,
        "rev_before": 4,
        "rev_after": 5,
        "kind": "card_dealt",
        "hand": "h2",
        "text": "Seat 3 is dealt a card.",
        "seat": 3,
        "zones": ["seat/3/hole"],
        "evidence": {"part": "hf0", "rival_zone": "seat/4/hole", "by_expectation": True},
    }


def test_how_often_a_card_was_seen_is_told_of_face_up_cards_only() -> None:
    """A tag that answers badly does so in every hand: its counts would mark the card from the back."""
    evidence = Evidence("hf1", 2, 3, 900, HOLE[4], 1)
    board = Tell(9, "board", 0, 4, 5, hand=2, cards=(parse_cards("Kd") or ()), zones=(BOARD,), evidence=evidence)
    assert story_view(board)["evidence"] == {
        "part": "hf1",
        "rival_zone": "seat/4/hole",
        "seen": 2,
        "sweeps": 3,
        "confidence_permille": 900,
        "rival_seen": 1,
    }
    for kind in ("card_dealt", "card_burned", "card_moved", "discrepancy"):
        tell = Tell(9, kind, 0, 4, 5, hand=2, zones=(HOLE[3],), evidence=evidence)
        assert story_view(tell)["evidence"] == {"part": "hf1", "rival_zone": "seat/4/hole"}


def test_the_story_of_a_hand_as_a_viewer_reads_it() -> None:
    felt = Felt()
    felt.seat(1, 3)
    felt.deal({1: ("As", "Ad"), 3: ("Kc", "Kd")})
    felt.act("raise 300", "fold")
    assert felt.stories()[2:] == [
        "Hand 1 begins.",
        "Seat 3 posts the big blind of 100.",
        "Seat 1 posts the small blind of 50.",
        *["Seat 3 is dealt a card.", "Seat 1 is dealt a card."] * 2,
        "Seat 1 raises to 300.",
        "Seat 3 folds.",
        "200 that nobody called goes back to seat 1.",
        "The betting round is over: 200 in the pot.",
        "Seat 1 wins 200 from the main pot.",
        "Hand 1 is over: seat 1 wins 100, seat 3 loses 100.",
    ]
    stories = [Story.model_validate(story) for story in felt.bodies("event")]
    assert [story.seq for story in stories] == list(range(1, len(stories) + 1))
    assert all(before.rev_after == after.rev_before for before, after in pairwise(stories))
