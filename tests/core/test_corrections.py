"""Corrections: the hand as if the entry had been right the first time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import pytest
from at_table import AtTable, cards, check_step, chips_of
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from test_step_properties import HOUSE, check_state, fitting

from controller.core import step
from controller.effects import CommandDone, Effect, Tell
from controller.events import (
    Act,
    Button,
    BuyIn,
    Change,
    Correct,
    EnterCard,
    Event,
    Header,
    Muck,
    NewHand,
    Pause,
    Post,
    Show,
    Sit,
    Stand,
    VoidHand,
    decode,
    encode,
)
from controller.game.chips import Stakes
from controller.game.zones import BOARD, STUB
from controller.hand_log import HandLog
from controller.table import standing
from controller.table.rulings import docket_of
from controller.table.table import NO_DOCKET, Table, new_table

STAKES = Stakes(50, 100)
REMOVE = Change(remove=True)


class Corrected(AtTable):
    """A table with the events of its hand kept beside it, as the daemon keeps them."""

    def __init__(self, stacks: Sequence[int | None], stakes: Stakes = STAKES) -> None:
        self.log = HandLog()
        self.journal: list[Event] = []
        super().__init__(stacks, stakes, button=1)

    def do(self, event: Event) -> tuple[Effect, ...]:
        event = self.log.complete(event)
        self.journal.append(event)
        effects = super().do(event)
        self.log.take(event, effects)
        return effects

    def seq_of(self, kind: str, nth: int = -1) -> int:
        return self.tells(kind)[nth].seq

    def correct(self, seq: int, change: Change, role: Any = "floor") -> CommandDone:
        head = self.head()
        return self.ask(Correct(replace(head, role=role), seq, change))

    def corrected(self, seq: int, change: Change, role: Any = "floor") -> Tell:
        answer = self.correct(seq, change, role)
        assert answer.ok, answer
        return self.tells("correction")[-1]


def state_of(table: Table) -> Table:
    """The table but for the numbers that only grow, and for what was ruled, which has numbers too."""
    return replace(table, rev=0, seq=0, before=None, around=replace(table.around, docket=NO_DOCKET))


def in_force(table: Table) -> list[tuple[object, ...]]:
    """What is ruled of the entries as they are now."""
    rulings = [one for one in docket_of(table).rulings if one.status != "lapsed"]
    return sorted([(one.kind, one.seat or 0, one.amount_chips or 0, one.to_chips or 0, one.remedy) for one in rulings], key=repr)


def test_the_last_entry_is_another_amount() -> None:
    felt = Corrected([1000, 1000, 1000]).start()
    felt.act(1, "raise", 600)
    seq = felt.table.seq
    tell = felt.corrected(felt.seq_of("acted"), Change(to_chips=300), "dealer")
    assert (tell.seq, felt.table.seq, felt.table.rev) == (seq + 1, seq + 1, felt.table.rev)
    assert tell.more is not None
    assert tell.more.replaces == (seq,)
    assert (tell.seat, tell.do, tell.to_chips) == (1, "raise", 300)
    assert felt.hand.stacks[felt.hand.seats.index(1)] == 700
    assert felt.legal.min_raise_to == 500
    right = Corrected([1000, 1000, 1000]).start()
    right.act(1, "raise", 300)
    assert state_of(felt.table) == state_of(right.table)


def test_another_deed_and_a_later_call_follows() -> None:
    """The floor changes the raise; the call that answered it, and the result, become smaller."""
    felt = Corrected([1000, 1000, 1000]).start()
    felt.acts("1 raise 600, 2 call, 3 fold")
    wrong = felt.seq_of("acted", 0)
    later = felt.seq_of("acted", 1)
    tell = felt.corrected(wrong, Change(to_chips=300))
    assert tell.more is not None
    assert {wrong, later} <= set(tell.more.replaces)
    assert felt.seq_of("acted", 2) not in tell.more.replaces, "the fold stands as it was told"
    assert sum(felt.hand.put_in) == 700
    assert chips_of(felt.table) == 3000


def test_an_ended_hand_is_corrected_and_the_stacks_follow() -> None:
    felt = Corrected([1000, 1000]).start()
    felt.acts("1 raise 600, 2 fold")
    assert felt.stack(1) == 1100
    tell = felt.corrected(felt.seq_of("acted"), Change(do="call"), "dealer")
    assert felt.hand.stage == "dealing"
    assert tell.payoffs == ()
    felt.corrected(felt.seq_of("correction"), Change(do="fold"), "dealer")
    assert felt.stack(1) == 1100
    assert dict(felt.tells("correction")[-1].payoffs) == {1: 100, 2: -100}


def test_a_correction_is_corrected_by_its_own_seq_and_by_the_first() -> None:
    felt = Corrected([1000, 1000, 1000]).start()
    felt.act(1, "raise", 600)
    first = felt.seq_of("acted")
    by = felt.corrected(first, Change(to_chips=300)).seq
    tell = felt.corrected(by, Change(to_chips=400))
    assert tell.more is not None
    assert tell.more.replaces == (first, by)
    felt.corrected(first, Change(do="call"))
    assert felt.hand.bets == (50, 100, 100)


def test_taken_back_it_never_was() -> None:
    felt = Corrected([1000, 1000, 1000]).start()
    before = felt.table
    felt.act(1, "fold")
    seq = felt.seq_of("acted")
    felt.corrected(seq, REMOVE, "dealer")
    assert state_of(felt.table) == state_of(before)
    assert felt.correct(seq, REMOVE).code == "correct.no_entry"
    felt.act(1, "call")


def test_cards_that_came_meanwhile_stay() -> None:
    """The board was dealt on a call that was a raise: the cards are not taken for the flop before the raise is answered."""
    felt = Corrected([1000, 1000]).start()
    felt.acts("1 call, 2 check").board("Ah Kd 9c")
    felt.corrected(felt.seq_of("acted"), Change(do="raise", to_chips=300), "dealer")
    assert felt.hand.stage == "betting"
    assert felt.hand.board == ()
    felt.act(1, "call")
    assert set(felt.hand.board) == set(cards("Ah Kd 9c")), "they lie there, and count now"
    assert felt.to_act == 2


REFUSED: list[tuple[str, str]] = [
    ("the start of the hand", "correct.new_hand"),
    ("a card", "correct.fact"),
    ("a pause", "correct.fact"),
    ("an earlier entry, by the dealer", "correct.floor_only"),
    ("no entry", "correct.no_entry"),
    ("the same", "correct.same"),
    ("an action of a post", "correct.only_remove"),
    ("too small a raise", "act.below_minimum"),
    ("what makes a later entry illegal", "correct.later"),
]


@pytest.mark.parametrize(("what", "code"), REFUSED)
def test_refused(what: str, code: str) -> None:
    felt = Corrected([1000, 1000, 1000])
    felt.new_hand()
    felt.deal({2: "AsKd"})
    felt.post()
    felt.acts("1 raise 300, 2 raise 600, 3 call")
    first, second, third = (felt.seq_of("acted", n) for n in range(3))
    seq, change, role = {
        "the start of the hand": (felt.seq_of("hand_started"), REMOVE, "floor"),
        "a card": (felt.seq_of("card_dealt"), REMOVE, "floor"),
        "a pause": (0, REMOVE, "floor"),
        "an earlier entry, by the dealer": (second, REMOVE, "dealer"),
        "no entry": (99_999, REMOVE, "floor"),
        "the same": (third, Change(do="call"), "dealer"),
        "an action of a post": (felt.seq_of("posted"), Change(do="fold"), "floor"),
        "too small a raise": (first, Change(to_chips=100), "floor"),
        "what makes a later entry illegal": (first, Change(do="raise", to_chips=600), "floor"),
    }[what]
    if what == "a pause":
        felt.ok(Pause(felt.head()))
        seq = felt.seq_of("paused")
    answer = felt.correct(seq, change, role)
    assert answer.code == code, answer
    if code == "correct.later":
        assert f"told as {second}" in answer.message
        assert "act raise 600 of seat 2" in answer.message
    if code == "correct.floor_only":
        assert str(third) in answer.message


def test_shown_cards_stay_shown() -> None:
    felt = Corrected([1000, 1000]).start()
    felt.deal({1: "AsAd", 2: "KsKd"})
    felt.acts("1 all_in, 2 call").board("2c 3d 4h 9s Jd")
    felt.show(2)
    assert felt.correct(felt.seq_of("shown"), REMOVE).code == "correct.shown"
    assert felt.correct(felt.seq_of("acted"), Change(do="fold")).code == "correct.later", "he showed: he was in the hand"
    felt.muck(1)
    felt.corrected(felt.seq_of("mucked"), REMOVE, "dealer")
    felt.show(1)
    assert dict(felt.payoffs) == {1: 1000, 2: -1000}


def test_a_stack_and_a_buy_in_between_hands() -> None:
    felt = Corrected([1000, 1000, None]).start()
    felt.acts("1 fold")
    felt.buy_in(1, 5000)
    felt.ok(Sit(felt.head(), 3, "P3", 70))
    felt.corrected(felt.seq_of("bought_in"), Change(to_chips=500))
    felt.corrected(felt.seq_of("seat_taken"), Change(to_chips=700), "dealer")
    assert (felt.stack(1), felt.stack(3)) == (1450, 700)
    felt.new_hand()
    assert felt.correct(felt.seq_of("bought_in"), REMOVE).code == "correct.no_entry", "the next hand has begun"


def test_a_hand_that_was_voided_by_mistake_goes_on() -> None:
    felt = Corrected([1000, 1000]).start()
    felt.act(1, "call")
    before = felt.table
    felt.void()
    felt.corrected(felt.seq_of("hand_void"), REMOVE)
    assert state_of(felt.table) == state_of(before)


def test_a_card_entered_wrongly_is_taken_back_and_entered_right() -> None:
    felt = Corrected([1000, 1000]).start()
    felt.acts("1 call, 2 check").board("Ah Kd")
    felt.ok(EnterCard(felt.head(), BOARD, cards("9c")[0]))
    assert felt.hand.stage == "betting"
    tell = felt.corrected(felt.seq_of("board"), REMOVE, "dealer")
    assert tell.more is not None
    assert len(tell.more.was) == 1
    assert felt.hand.board == cards("Ah Kd")
    felt.ok(EnterCard(felt.head(), BOARD, cards("9d")[0]))
    assert felt.hand.board == cards("Ah Kd 9d")


def test_without_all_its_events_a_hand_is_not_corrected() -> None:
    felt = Corrected([1000, 1000]).start()
    felt.act(1, "call")
    felt.log.entries.pop(0)
    assert felt.correct(felt.seq_of("acted"), REMOVE).code == "correct.lost"
    felt.log.entries.clear()
    assert felt.correct(felt.seq_of("acted"), REMOVE).code == "correct.no_entry"


def test_before_the_first_hand_there_is_nothing_to_correct() -> None:
    felt = Corrected([1000, 1000])
    assert felt.correct(1, REMOVE).code == "correct.no_hand"


# -- against the same hand played right ------------------------------------------------------------

picks = st.binary(min_size=30, max_size=120)
mistakes = st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), min_size=1, max_size=3)


def changes_for(event: Event, pick: int) -> Change:
    if isinstance(event, Act) and pick % 5:
        return [Change(do="fold"), Change(do="call"), Change(do="check"), Change(do="all_in"), Change(do="raise", to_chips=10 + pick % 40)][
            pick % 5
        ]
    if isinstance(event, BuyIn | Sit) and pick % 2:
        return Change(to_chips=1 + pick % 50)
    return REMOVE


def as_right(event: Event, change: Change) -> Event | None:
    if change.remove:
        return None
    if isinstance(event, Act):
        return replace(event, do=change.do, to_chips=change.to_chips)
    return replace(event, amount_chips=change.to_chips) if isinstance(event, BuyIn) else replace(event, stack_chips=change.to_chips)


def played_out(played: Sequence[tuple[int, Event]], asked: Collection[int]) -> tuple[Table, tuple[int, CommandDone] | None]:
    """The table after these entries, from an empty one; with the place of the first that is refused, where one is.

    `asked` = the seqs of those that nothing came of but a question: without what led there they go.
    """
    table = new_table(HOUSE)
    for number, (seq, one) in enumerate(played):
        table, told = step(table, without_rev(one), HOUSE)
        if told and isinstance(told[-1], CommandDone) and not told[-1].ok and seq not in asked:
            return table, (number, told[-1])
    return table, None


def without_rev(event: Event) -> Event:
    return replace(event, head=replace(event.head, expect_rev=None)) if hasattr(event, "head") else event


def found_wrong(played: Sequence[tuple[int, Event]], ruled: Sequence[tuple[object, ...]]) -> bool:
    """Whether a wager of these entries is ruled to be of a wrong amount that was not ruled so before: set right, or found too late."""
    table, known = new_table(HOUSE), bare_of(ruled)
    for _, one in played:
        table, told = step(table, without_rev(one), HOUSE)
        for ruling in standing.rulings_in([tell for tell in told if isinstance(tell, Tell)]):
            if (ruling.kind, ruling.seat or 0, ruling.amount_chips or 0, ruling.to_chips or 0) not in known:
                return True
    return False


def standing_in(log: HandLog) -> dict[int, Act]:
    """The wagers that stand as they were entered, by the seq each was first told with."""
    acts = [(one.first_seq, one.event) for one in log.entries if isinstance(one.event, Act)]
    return {seq: act for seq, act in acts if act.as_entered and act.do != "fold"}


def bare_of(ruled: Sequence[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Rulings but for who gives or gets what (all who called the wager, where it is found later), and without what was found too late."""
    return [one[:-1] for one in ruled if one[0] != "late_objection"]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.integers(1, 60), min_size=2, max_size=6), picks, mistakes)
@pytest.mark.slow
def test_a_corrected_hand_is_the_hand_played_right(stacks: list[int], picks: bytes, mistakes: list[tuple[int, int]]) -> None:
    """Wrong entries first, then corrections, against the right entries from the start: the same table, or a later entry is illegal.

    But a wager that the correction makes one of a wrong amount, and that is found too late, stands as it lay.
    """
    table, log = new_table(HOUSE), HandLog()
    right: list[tuple[int, Event]] = []  # first seq, event: what ought to have been entered
    asked: set[int] = set()
    journal: list[Event] = []

    def take(event: Event) -> tuple[Effect, ...]:
        nonlocal table
        event = log.complete(event)
        journal.append(event)
        before, (table, effects) = table, step(table, event, HOUSE)
        log.take(event, effects)
        check_step(before, event, table, effects)
        check_state(table)
        if effects and isinstance(effects[0], Tell) and not isinstance(event, Correct):
            right.append((effects[0].seq, event))
            if isinstance(event, Show) and all(one.kind == "ruling" for one in effects if isinstance(one, Tell)):
                asked.add(effects[0].seq)
        return effects

    for seat, stack in enumerate(stacks, 1):
        take(Sit(Header(0, f"s{seat}", "dealer"), seat, "P", stack))
    for turn, pick in enumerate(picks):
        event = fitting(table, pick)
        take(replace(event, head=replace(event.head, cmd_id=f"c{turn}")) if hasattr(event, "head") else event)
    begun = max([n for n, (_, event) in enumerate(right) if isinstance(event, NewHand)], default=None)
    if begun is None:
        return
    found_late = False
    for which, how in mistakes:
        entries = [
            n
            for n, (_, event) in enumerate(right)
            if n > begun and isinstance(event, Post | Act | Muck | Sit | Stand | BuyIn | Button | VoidHand | EnterCard)
        ]
        if not entries:
            return
        at = entries[which % len(entries)]
        seq, wrong = right[at]
        change = changes_for(wrong, how)
        event = as_right(wrong, change)
        chips, stood, ruled = chips_of(table), standing_in(log), in_force(table)
        effects = take(Correct(Header(9, f"k{which}", "floor"), seq, change))
        done = effects[-1]
        assert isinstance(done, CommandDone)
        played = [*right[:at], *([] if event is None else [(seq, event)]), *right[at + 1 :]]
        other, refused = played_out(played, asked)
        found = found_wrong(played, ruled)
        stand = {key: act for key, act in standing_in(log).items() if stood.get(key) != act}
        if stand:
            assert found, "a wager stands as found too late that nothing is wrong with"
            played = [(key, replace(one, do=stand[key].do, to_chips=stand[key].to_chips, as_entered=True) if key in stand else one)
                      for key, one in played]  # fmt: skip
            other, refused = played_out(played, asked)
        if event == wrong:
            assert done.code == "correct.same"
        elif refused is not None:
            itself = event is not None and refused[0] == at
            assert not done.ok
            assert done.code == (refused[1].code if itself else "correct.later")
        elif found and not done.ok:  # it would stand as found too late, and then an entry behind it cannot be
            assert done.code == "correct.later"
        else:
            assert done.ok, done
            assert state_of(table) == state_of(other)
            assert bare_of(in_force(table)) == bare_of(in_force(other))
            found_late = found_late or found
            assert found_late or in_force(table) == in_force(other)
            assert isinstance(wrong, Sit | Stand | BuyIn) or chips_of(table) == chips
            right[:] = played
    again = new_table(HOUSE)
    for one in journal:
        again, _ = step(again, decode(encode(one)), HOUSE)
    assert again == table


def test_a_card_that_comes_after_a_correction_is_taken_as_ever() -> None:
    felt = Corrected([1000, 1000]).start()
    felt.acts("1 call, 2 check")
    felt.corrected(felt.seq_of("acted"), Change(do="raise", to_chips=300), "dealer")
    felt.move(cards("Ah")[0], BOARD, STUB)
    assert felt.hand.board == ()
    felt.act(1, "call")
    felt.board("Kd 9c")
    assert len(felt.hand.board) == 3
