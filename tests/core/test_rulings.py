"""Rulings, announcements and prompts: opened, decided, lapsed; said; asked and answered. Each decision is an event of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

import pytest
from at_table import AtTable
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.core import step
from controller.effects import Effect, Tell
from controller.events import (
    Ack,
    Act,
    Answer,
    Change,
    Clock,
    Correct,
    Decision,
    Entry,
    Event,
    FloorRule,
    NewHand,
    Pause,
    Request,
    Resume,
    Role,
    Tick,
    decode,
    encode,
)
from controller.game.chips import Stakes
from controller.game.outcome import Told
from controller.hand_log import HandLog
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.rules.ruling import Announcement, Prompt, Remedy, Ruling
from controller.table import rulings
from controller.table.rulings import MAX_ANNOUNCEMENTS, MAX_RULINGS, docket_of
from controller.table.table import QUIET, Table, new_table

STAKES = Stakes(50, 100)
SECOND = 1_000_000_000


def house_of(book: Any = "cooke", **answers: Any) -> House:
    return House(seats=3, stakes=STAKES, book=book, options=replace(PRESETS[book], **answers))


class Ruled(AtTable):
    """Three players, a hand begun, its events kept as the daemon keeps them, seat 1 to act facing the big blind."""

    def __init__(self, house: House | None = None) -> None:
        self.log = HandLog()
        self.journal: list[Event] = []
        super().__init__([1000, 1000, 1000], STAKES, button=1, house=house or house_of())
        self.start()

    def do(self, event: Event) -> tuple[Effect, ...]:
        event = self.log.complete(event)
        self.journal.append(event)
        effects = super().do(event)
        self.log.take(event, effects)
        return effects

    def by(self, role: Role) -> Any:
        return replace(self.head(), role=role)

    def out_of_time(self) -> Ruling:
        """Time is called on the player to act, and runs out."""
        head = self.by("floor")
        assert self.to_act is not None
        self.ok(Clock(head, self.to_act, 30))
        self.do(Tick("clock", head.at_ns + 30 * SECOND))
        return self.newest

    @property
    def newest(self) -> Ruling:
        return docket_of(self.table).rulings[-1]

    def decide(self, decision: Decision, role: Role = "floor", **more: Any) -> str:
        """Decide about the newest ruling; return the code of the answer, "" when it was done."""
        answer = self.ask(FloorRule(self.by(role), self.newest.id, decision, **more))
        return answer.code

    def kinds(self, since: int) -> list[str]:
        return [tell.kind for tell in self.told if tell.seq > since]


# Counts.


def test_a_count_is_announced_once_and_acknowledged_once() -> None:
    felt = Ruled()
    felt.act(1, "raise", 300)
    felt.ok(Request(felt.head(), 2, "stack", 1))
    (one,) = docket_of(felt.table).announcements
    assert (one.id, one.about, one.seat, one.amount_chips, one.acknowledged) == ("h1-a1", "stack", 1, 700, False)
    assert one.rules == ("cooke.8.01.08.a", "cooke.9.08.a")
    felt.ok(Ack(felt.head(), None, one.id))
    assert docket_of(felt.table).announcements == ()
    told = felt.tells("announcement")
    assert [tell.more.announcement.acknowledged for tell in told if tell.more is not None] == [False, True]
    assert felt.refused(Ack(felt.head(), None, one.id)) == "ack.no_announcement"
    felt.ok(Request(felt.head(), 3, "stack", 1))
    assert docket_of(felt.table).announcements[0].id == "h1-a2", "a number is not given twice"


@pytest.mark.parametrize(("seat", "of", "code"), [(1, 1, "request.own"), (1, 9, "request.no_such_seat"), (9, 1, "request.no_such_seat")])
def test_a_count_of_nothing_is_refused(seat: int, of: int, code: str) -> None:
    assert Ruled().refused(Request(Ruled().head(), seat, "stack", of)) == code


# What the dealer tells of a wager made in the wrong way.


def test_a_splash_waits_for_the_floor_and_takes_no_chips() -> None:
    felt = Ruled()
    felt.act(1, "raise", 300)
    before = felt.table.hand
    felt.ok(Request(felt.head(), 1, "splash"))
    (ruling,) = docket_of(felt.table).rulings
    assert (ruling.id, ruling.kind, ruling.seat, ruling.who, ruling.status) == ("h1-r1", "splashed_pot", 1, "floor", "proposed")
    assert felt.table.hand == before
    assert felt.refused(FloorRule(felt.head(), ruling.id, "confirm")) == "floor_rule.floor_only"
    felt.ok(FloorRule(felt.by("floor"), ruling.id, "confirm"))
    assert docket_of(felt.table).rulings[0].status == "confirmed"
    felt.ok(FloorRule(felt.by("floor"), ruling.id, "reopen"))
    felt.ok(FloorRule(felt.by("floor"), ruling.id, "override", "all saw 300"))
    assert docket_of(felt.table).rulings[0].status == "overridden"
    assert felt.table.hand == before


@pytest.mark.parametrize(
    ("seat", "what", "code"),
    [
        (9, "splash", "request.not_in_hand"),
        (0, "splash", "request.not_in_hand"),
        (1, "splash", "request.not_in_hand"),
        (2, "all_in_unsaid", "request.not_all_in"),
        (1, "all_in_unsaid", "request.not_in_hand"),
    ],
)
def test_what_is_told_of_a_player_is_of_one_who_is_in(seat: int, what: Literal["splash", "all_in_unsaid"], code: str) -> None:
    felt = Ruled()
    felt.act(1, "fold")
    assert felt.refused(Request(felt.head(), seat, what)) == code


@pytest.mark.parametrize(
    ("percent", "amount", "remedy"),
    [(80, 1, "restore_action"), (80, 79, "restore_action"), (80, 80, "complete_bet"), (80, 99, "complete_bet"), (0, 1, "complete_bet")],
)
def test_who_misread_the_bet_is_let_off_below_the_houses_share(percent: int, amount: int, remedy: str) -> None:
    felt = Ruled(house_of("roberts", misread_amount_relief_percent=percent))
    before = felt.table.hand
    felt.ok(Request(felt.head(), 1, "misread", 0, amount))
    (ruling,) = docket_of(felt.table).rulings
    assert (ruling.kind, ruling.amount_chips, ruling.to_chips, ruling.status) == ("amount_misread", amount, 100, "proposed")
    assert [step.do for step in ruling.remedy] == [remedy]
    assert felt.table.hand == before


@pytest.mark.parametrize(("seat", "amount"), [(1, 100), (1, 0), (1, -5), (2, 10), (9, 10)])
def test_what_is_no_short_call_was_not_misread(seat: int, amount: int) -> None:
    felt = Ruled()
    assert felt.refused(Request(felt.head(), seat, "misread", 0, amount)) == "request.no_short_call"


def test_what_is_not_said_for_long_makes_room() -> None:
    felt = Ruled()
    for _ in range(MAX_ANNOUNCEMENTS + 2):
        felt.ok(Request(felt.head(), 2, "stack", 1))
    assert [one.number for one in docket_of(felt.table).announcements] == list(range(3, MAX_ANNOUNCEMENTS + 3))


# The clock.


def test_the_count_down_is_announced_and_gone_when_he_acts() -> None:
    felt = Ruled()
    head = felt.head()
    felt.ok(Clock(head, 1, 30))
    felt.do(Tick("clock", head.at_ns + 19 * SECOND))
    assert docket_of(felt.table).announcements == ()
    felt.do(Tick("clock", head.at_ns + 20 * SECOND))
    (one,) = docket_of(felt.table).announcements
    assert (one.about, one.seat, one.seconds, one.until_ns) == ("clock", 1, 10, head.at_ns + 30 * SECOND)
    assert felt.do(Tick("clock", head.at_ns + 21 * SECOND)) == (), "it is said once"
    felt.act(1, "call")
    assert docket_of(felt.table).announcements == ()
    assert felt.table.clock is None


def test_a_pause_in_the_count_down_has_it_said_again() -> None:
    felt = Ruled()
    felt.ok(Clock(felt.head(), 1, 30))
    called_ns = felt._now
    felt.do(Tick("clock", called_ns + 26 * SECOND))
    felt._now = called_ns + 27 * SECOND
    felt.ok(Pause(felt.head()))
    felt._now += 100 * SECOND
    felt.ok(Resume(felt.head()))
    felt.do(Tick("clock", felt._now + SECOND))
    assert [one.seconds for one in docket_of(felt.table).announcements] == [4, 2]


@pytest.mark.parametrize(
    ("book", "answers", "role", "code"),
    [
        ("cooke", {}, "dealer", ""),
        ("roberts", {}, "dealer", "clock.floor_only"),
        ("roberts", {}, "floor", ""),
        ("home", {}, "floor", "clock.not_used"),
        ("cooke", {"clock_scope": "none", "clock_started_by": "not_used"}, "floor", "clock.not_used"),
        ("cooke", {"action_clock_seconds": 0}, "floor", "clock.no_time"),
    ],
)
def test_who_may_put_a_clock_on_a_player(book: str, answers: dict[str, Any], role: Role, code: str) -> None:
    felt = Ruled(house_of(book, **answers))
    assert felt.ask(Clock(felt.by(role), 1, None, True)).code == code


@pytest.mark.parametrize(("book", "seconds"), [("cooke", 70), ("roberts", 60)])
def test_how_long_the_house_has_it(book: str, seconds: int) -> None:
    """cooke.10.03.a: one minute and ten seconds; roberts.nl.13a: one minute."""
    felt = Ruled(house_of(book))
    head = felt.by("floor")
    felt.ok(Clock(head, 1, None, True))
    assert felt.table.clock is not None
    assert felt.table.clock.ends_ns == head.at_ns + seconds * SECOND


def test_a_clock_that_ran_out_folds_and_says_why() -> None:
    felt = Ruled()
    since = felt.table.seq
    ruling = felt.out_of_time()
    assert felt.kinds(since) == ["clock_started", "clock_ended", "acted", "ruling"]
    assert (ruling.id, ruling.kind, ruling.status, ruling.who, ruling.seat) == ("h1-r1", "clock_expired", "in_force", "nobody", 1)
    assert ruling.remedy == (Remedy("kill_hand", (1,)),)
    assert dict(ruling.options) == {"action_clock_seconds": 60, "clock_expiry_facing_bet": "fold"}
    assert ruling.about_seq == since + 2, "the story that his time was up"
    assert felt.hand.folded[felt.hand.seats.index(1)]


def test_a_clock_may_end_a_hand() -> None:
    felt = Ruled()
    felt.acts("1 fold")
    felt.out_of_time()
    assert felt.hand.stage == "ended"
    assert (felt.stack(2), felt.stack(3)) == (950, 1050), "and the stacks follow"


# Decisions.

#: How a ruling stands → decision → what is answered, and how it stands then.
DECIDED = {
    "in_force": {"confirm": ("", "confirmed"), "override": ("", "overridden"), "reopen": ("floor_rule.decided", "in_force")},
    "confirmed": {
        "confirm": ("floor_rule.decided", "confirmed"),
        "override": ("floor_rule.decided", "confirmed"),
        "reopen": ("", "reopened"),
    },
    "overridden": {
        "confirm": ("floor_rule.decided", "overridden"),
        "override": ("floor_rule.decided", "overridden"),
        "reopen": ("", "reopened"),
    },
    "reopened": {"confirm": ("", "confirmed"), "override": ("", "overridden"), "reopen": ("floor_rule.decided", "reopened")},
}
LEADS_TO = {"in_force": [], "confirmed": ["confirm"], "overridden": ["override"], "reopened": ["confirm", "reopen"]}


@pytest.mark.parametrize("stands", DECIDED)
@pytest.mark.parametrize("decision", get_args(Decision))
def test_what_can_be_decided_when(stands: str, decision: Decision) -> None:
    felt = Ruled()
    felt.out_of_time()
    for one in LEADS_TO[stands]:
        assert felt.decide(one, reason="so it was") == ""
    code, then = DECIDED[stands][decision]
    assert felt.decide(decision, reason="so it was") == code
    assert felt.newest.status == then


def test_the_dealer_confirms_what_is_his_and_no_more() -> None:
    felt = Ruled()
    felt.out_of_time()
    for decision in get_args(Decision):
        assert felt.decide(decision, "dealer", reason="so it was") == "floor_rule.floor_only"
    mine = replace(felt.newest, who="dealer")
    felt.table = rulings.changed(felt.table, mine, [])
    assert felt.decide("override", "dealer", reason="so it was") == "floor_rule.floor_only"
    assert felt.decide("confirm", "dealer") == ""


def test_an_override_needs_a_reason_and_a_known_alternative() -> None:
    felt = Ruled()
    felt.out_of_time()
    assert felt.decide("override") == "floor_rule.reason"
    assert felt.decide("override", reason="so it was", alternative="as_entered") == "floor_rule.alternative"
    assert felt.refused(FloorRule(felt.by("floor"), "h1-r2", "confirm")) == "floor_rule.unknown"


def test_a_turn_given_back_is_a_correction_and_then_a_decision() -> None:
    felt = Ruled()
    felt.out_of_time()
    since = felt.table.seq
    assert felt.decide("override", reason="he had said call") == ""
    assert felt.kinds(since) == ["correction", "ruling"]
    assert felt.to_act == 1
    assert (felt.newest.alternative, felt.newest.reason, felt.newest.carried_out) == ("act_again", "he had said call", False)
    felt.act(1, "call")
    assert felt.decide("reopen") == ""
    assert felt.decide("confirm") == "floor_rule.too_late", "he has acted since"


def test_a_turn_given_back_and_taken_again() -> None:
    felt = Ruled()
    felt.out_of_time()
    folded = felt.hand
    for decision in ("override", "reopen", "confirm"):
        assert felt.decide(decision, reason="so it was") == ""
    assert (felt.hand.folded, felt.hand.to_act, felt.hand.bets) == (folded.folded, folded.to_act, folded.bets)
    felt.act(2, "call")
    answer = felt.ask(Correct(felt.by("floor"), felt.tells("acted")[-1].seq, Change(do="fold")))
    assert answer.ok, "the hand can be corrected as ever"
    assert felt.hand.stage == "ended"


def test_a_turn_is_not_given_back_when_others_have_acted_on_it() -> None:
    felt = Ruled()
    felt.out_of_time()
    felt.act(2, "raise", 300)
    before = felt.table
    assert felt.decide("override", reason="he had said call") == "correct.later"
    assert felt.table == before


def test_a_house_that_asks_its_floor() -> None:
    felt = Ruled(house_of(clock_expiry_facing_bet="ask_floor"))
    ruling = felt.out_of_time()
    assert (ruling.status, ruling.who, ruling.carried_out, felt.to_act) == ("proposed", "floor", False, 1)
    assert felt.decide("override", reason="he was called away") == ""
    assert (felt.to_act, felt.table.clock) == (1, None)
    felt.out_of_time()
    assert felt.newest.id == "h1-r2"
    assert felt.decide("confirm") == ""
    assert felt.to_act == 2


def test_what_waits_lapses_when_he_acts_and_when_the_next_hand_begins() -> None:
    felt = Ruled(house_of(clock_expiry_facing_bet="ask_floor"))
    felt.out_of_time()
    felt.act(1, "call")
    assert felt.newest.status == "lapsed"
    assert felt.decide("confirm") == "floor_rule.lapsed"
    felt.acts("2 fold")
    felt.table = rulings.opened(felt.table, Ruling(0, "procedure", who="floor", status="proposed"), [], felt.house)
    felt.void()
    since = felt.table.seq
    felt.ok(NewHand(felt.head()))
    assert felt.kinds(since) == ["ruling", "hand_started"]
    told = felt.tells("ruling")[-1]
    assert told.more is not None
    assert (told.more.ruling.id, told.more.ruling.status) == ("h1-r2", "lapsed"), "it keeps its own hand's name"
    assert docket_of(felt.table).rulings == ()
    assert felt.table.around is QUIET, "the next hand's steps pay nothing"


# Amounts that are set right.


def test_a_corrected_bet_by_the_constructor() -> None:
    """How whoever takes an act that counts as another amount says so: open the ruling in the step that told the act."""
    felt = Ruled()
    told = [Told("acted", 1, 200, 200, "raise")]
    ruling = rulings.bet_corrected(seat=1, entered_chips=150, to_chips=200, rules=("cooke.10.06.a", "roberts.nl.10"))
    table = rulings.opened(felt.table, ruling, told, felt.house)
    (one,) = docket_of(table).rulings
    assert (one.id, one.about_seq, one.status, one.who) == ("h1-r1", felt.table.seq + 1, "in_force", "dealer")
    assert one.remedy == (Remedy("complete_bet", (1,), (), None, 200),)
    assert one.rules == ("cooke.10.06.a",), "the house's own book is named"
    assert [one.kind for one in told] == ["acted", "ruling"]
    over = rulings.bet_corrected(seat=1, entered_chips=500, to_chips=300, rules=())
    assert over.remedy == (Remedy("return_excess", (1,), (), 200),)


def test_an_amount_stands_as_it_was_entered_and_is_set_right_again() -> None:
    felt = Ruled(house_of("roberts"))
    felt.act(1, "raise", 150)
    assert felt.newest.kind == "bet_corrected"
    assert felt.hand.bets[felt.hand.seats.index(1)] == 200
    assert felt.decide("confirm", "dealer") == ""
    assert felt.decide("reopen", reason="the player objects") == ""
    assert felt.decide("override", reason="a house guest") == ""
    assert felt.hand.bets[felt.hand.seats.index(1)] == 150
    felt.act(2, "call")
    assert felt.decide("reopen") == ""
    assert felt.decide("confirm") == ""
    assert felt.hand.bets[felt.hand.seats.index(1)] == 200
    assert [one.id for one in docket_of(felt.table).rulings] == ["h1-r1"], "it is one ruling all along"


def test_a_ruling_lapses_with_the_entry_it_is_about() -> None:
    felt = Ruled(house_of("roberts"))
    felt.act(1, "raise", 150)
    seq = felt.tells("acted")[-1].seq
    since = felt.table.seq
    felt.ok(Correct(felt.by("floor"), seq, Change(to_chips=300)))
    assert felt.kinds(since) == ["correction", "ruling"]
    assert felt.newest.status == "lapsed"
    felt.ok(Correct(felt.by("floor"), seq, Change(to_chips=120)))
    assert [(one.id, one.status, one.amount_chips) for one in docket_of(felt.table).rulings] == [
        ("h1-r1", "lapsed", 150),
        ("h1-r2", "in_force", 120),
    ], "another amount is ruled anew, under a number of its own"


# Prompts.


def free_to_check(book: str = "home", **answers: Any) -> Ruled:
    """Seat 3, the big blind, may check for free."""
    felt = Ruled(house_of(book, **answers))
    felt.acts("1 call, 2 call")
    return felt


def test_a_fold_for_free_is_asked_about_once() -> None:
    felt = free_to_check()
    since = felt.table.seq
    felt.act(3, "fold")
    assert felt.kinds(since) == ["prompt"]
    (one,) = docket_of(felt.table).prompts
    assert (one.id, one.who, one.what, one.seat, one.answers) == ("h1-p1", "dealer", "fold_for_free", 3, ("fold", "check"))
    assert felt.to_act == 3
    assert felt.refused(Answer(felt.head(), "h1-p2", "fold")) == "answer.unknown"
    assert felt.refused(Answer(felt.head(), "h1-p1", "raise")) == "answer.other"
    felt.ok(Answer(felt.head(), "h1-p1", "fold"))
    assert felt.hand.folded[felt.hand.seats.index(3)]
    assert docket_of(felt.table).prompts == ()


@pytest.mark.parametrize(("do", "folded"), [("fold", True), ("check", False)])
def test_the_entry_made_again_is_an_answer(do: str, folded: bool) -> None:
    felt = free_to_check()
    felt.act(3, "fold").act(3, do)
    assert felt.hand.folded[felt.hand.seats.index(3)] is folded
    assert docket_of(felt.table).prompts == ()


def test_a_house_that_forbids_it() -> None:
    felt = free_to_check("cooke")
    answer = felt.act_refused(3, "fold")
    assert answer.code == "act.fold_for_free"
    assert "cooke.10.01.b" in answer.rules


def test_an_answer_is_corrected_like_the_act_it_is() -> None:
    felt = free_to_check()
    felt.act(3, "fold")
    felt.ok(Answer(felt.head(), "h1-p1", "fold"))
    seq = felt.tells("acted")[-1].seq
    felt.ok(Correct(felt.head(), seq, Change(do="check")))
    assert not any(felt.hand.folded)
    felt.ok(Correct(felt.head(), seq, Change(do="fold")))
    assert felt.hand.folded[felt.hand.seats.index(3)], "who corrects it is not asked again"
    felt.ok(Correct(felt.head(), seq, Change(remove=True)))
    assert felt.to_act == 3
    assert docket_of(felt.table).prompts == ()


# The docket.


def test_more_than_enough_rulings_make_room_and_none_that_waits_goes() -> None:
    table, house = new_table(house_of()), house_of()
    told: list[Told] = []
    for number in range(MAX_RULINGS + 5):
        table = rulings.opened(table, Ruling(0, "procedure", who="floor" if number == 2 else "nobody"), told, house)
    kept = [one.number for one in docket_of(table).rulings]
    assert len(kept) == MAX_RULINGS
    assert 3 in kept
    assert kept[-1] == MAX_RULINGS + 5
    assert len(told) == MAX_RULINGS + 5


@settings(max_examples=60, deadline=None)
@given(
    picks=st.lists(st.tuples(st.integers(0, 11), st.integers(1, 3), st.integers(0, 3)), max_size=40),
    book=st.sampled_from(["cooke", "roberts", "home"]),
)
def test_whatever_is_entered_it_folds_again_to_the_same(picks: list[tuple[int, int, int]], book: str) -> None:
    """The journal alone leads to the same table and the same stories; rulings are numbered without a gap, and each goes on as it stood."""
    felt = Ruled(house_of(book, clock_expiry_facing_bet="ask_floor") if book == "cooke" else house_of(book))
    for pick, seat, more in picks:
        felt.do(_any_event(felt, pick, seat, more))
    table, told = new_table(felt.house), []
    for event in (
        map(decode, map(encode, felt.before + felt.journal)) if hasattr(felt, "before") else map(decode, map(encode, felt.journal))
    ):
        table, effects = step(table, event, felt.house)
        told += [effect for effect in effects if isinstance(effect, Tell)]
    assert (table, told) == (felt.table, felt.told)
    opened: dict[int, list[int]] = {}
    stood: dict[str, str] = {}
    for tell in told:
        if tell.kind == "ruling" and tell.more is not None:
            one = tell.more.ruling
            if one.id not in stood:
                opened.setdefault(one.hand, []).append(one.number)
            assert stood.get(one.id) != one.status, "it is told when it stands otherwise"
            stood[one.id] = one.status
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in opened.values())


def _any_event(felt: Ruled, pick: int, seat: int, more: int) -> Event:
    head, hand = felt.by("floor" if more % 2 else "dealer"), felt.table.hand_number
    acting = felt.to_act or seat
    acts: Sequence[Event] = (
        Act(head, acting, "call"),
        Act(head, acting, "check"),
        Act(head, acting, "fold"),
        Act(head, acting, "raise", 150 + 100 * more),
        Clock(head, acting, 30),
        Tick("clock", felt._now + (20 + 5 * more) * SECOND),
        FloorRule(head, f"h{hand}-r{more}", ("confirm", "override", "reopen")[seat - 1], "so it was"),
        Answer(head, f"h{hand}-p{more}", ("fold", "check", "raise")[seat - 1]),
        Request(head, seat, "stack", 1 + more),
        Ack(head, None, f"h{hand}-a{more}"),
        Correct(head, felt.table.seq - more, (Change(remove=True), Change(do="fold"), Change(to_chips=300))[seat - 1]),
        NewHand(head),
    )
    return acts[pick]


def test_kinds_of_the_docket_are_whole_in_the_journal() -> None:
    """A snapshot holds them: what is encoded comes back."""
    from controller.recovery import decode_table, encode_table  # the shell's own, used here alone

    felt = Ruled(house_of("roberts"))
    felt.act(1, "raise", 150)
    felt.table = rulings.announced(felt.table, Announcement(0, "stack", 2, 900), [], felt.house)
    felt.table = rulings.asked(felt.table, Prompt(0, "dealer", "fold_for_free", 2, answers=("fold", "check")), [], felt.house)
    again: Table = decode_table(encode_table(felt.table))
    assert again == felt.table


def test_a_ruling_without_alternatives_is_decided_otherwise_by_hand() -> None:
    felt = Ruled()
    felt.table = rulings.opened(felt.table, Ruling(0, "procedure", who="floor"), [], felt.house)
    assert felt.newest.alternatives == ("by_hand",)
    before = felt.hand
    assert felt.decide("override", reason="the dealer was right") == ""
    assert (felt.newest.status, felt.newest.alternative, felt.newest.carried_out) == ("overridden", "by_hand", True)
    assert felt.hand is before, "people do it"
    assert felt.decide("reopen") == ""
    assert felt.decide("confirm") == ""
    assert felt.newest.alternative == ""


@pytest.mark.parametrize("entries", ["none", "of another kind", "told by too many", "that only asked"])
def test_a_decision_with_a_hand_that_is_not_this_one_is_refused(entries: str) -> None:
    """No journal of ours holds such an event; the core takes it as it comes."""
    felt = Ruled()
    felt.out_of_time()
    about = felt.newest.about_seq
    false = {
        "none": (),
        "of another kind": (Entry(about, about, Act(felt.head(), 1, "fold")),),
        "told by too many": (Entry(about, about + 10**9, Tick("clock", 1)),),
        "that only asked": (Entry(about, about, Tick("x", 1)),),
    }[entries]
    before = felt.table
    table, effects = step(before, FloorRule(felt.by("floor"), felt.newest.id, "override", "so it was", "", false), felt.house)
    assert table == before
    assert [effect.code for effect in effects if not isinstance(effect, Tell)] == ["correct.lost"]


def test_what_is_done_and_was_not_confirmed_stays_as_it_is() -> None:
    felt = Ruled(house_of("roberts"))
    felt.act(1, "raise", 150)
    assert felt.newest.waits, "for the dealer's word"
    felt.void()
    since = felt.table.seq
    felt.ok(NewHand(felt.head()))
    assert felt.kinds(since) == ["hand_started"]
