"""Whatever is said of decks, whenever: `step` takes it, chips are conserved, and no ruling on a deck names a card."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.events import (
    Act,
    CardMoved,
    CardSeen,
    Deck,
    DeckRead,
    Evidence,
    FloorRule,
    ForeignCard,
    Header,
    NewHand,
    Post,
    Report,
    Shuffle,
    Tick,
)
from controller.game.betting import legal
from controller.game.cards import FULL_DECK
from controller.game.chips import Stakes
from controller.game.zones import BOARD, BURN, HOLE, MUCK, STUB, UP
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.rules.ruling import Ruling
from controller.table.dealing import stub_count
from controller.table.rulings import docket_of
from tests.at_table import AtTable, chips_of

EVIDENCE = Evidence("hf0", 2, 2)
ZONES = (BOARD, BURN, MUCK, STUB, HOLE[1], HOLE[2], HOLE[9], UP[1])
KINDS = ("wrong_back", "card_missing", "marred", "stub_counted", "knew")
STEPS = ("scramble", "spread", "riffle", "box", "cut", "shuffle", "checked")
INSTEAD = ("", "play_on", "pot_divided", "chips_stay", "all_refunded")
DOS = ("change", "set_up", "check", "checked")

role: Any = st.sampled_from(["dealer", "floor"])
events: Any = st.one_of(
    st.tuples(st.just("report"), st.sampled_from(KINDS), st.integers(-1, 12), st.sampled_from(["", *map(str, ZONES)]), st.integers(0, 60)),
    st.tuples(st.just("foreign"), st.sampled_from(ZONES)),
    st.tuples(st.just("passed"), st.sampled_from(["", "blue", "red", "x"]), st.integers(-1, 60), st.integers(0, 3), st.integers(0, 3)),
    st.tuples(st.just("seen"), st.none() | st.integers(0, 51), st.sampled_from([*ZONES, None]), st.sampled_from(["face", "back"])),
    st.tuples(st.just("moved"), st.integers(0, 51), st.sampled_from([*ZONES, None])),
    st.tuples(st.just("deck"), st.sampled_from(DOS), st.sampled_from(["", "blue", "green"]), st.integers(0, 60)),
    st.tuples(st.just("shuffle"), st.sampled_from(STEPS)),
    st.tuples(st.just("tick")),
    st.tuples(st.just("act"), st.integers(0, 3)),
    st.tuples(st.just("hand")),
    st.tuples(st.just("floor"), st.sampled_from(["confirm", "override", "reopen"]), st.sampled_from(INSTEAD)),
)


class AnyDeck:
    """A table that is given what Hypothesis draws."""

    def __init__(self, book: Any) -> None:
        house = House(seats=4, stakes=Stakes(5, 10), book=book, options=PRESETS[book], decks=("blue", "red"))
        self.table = AtTable([300, 300, 300, None], Stakes(5, 10), button=3, house=house).start()

    def head(self, who: str) -> Header:
        return replace(self.table.head(), role=who)  # type: ignore[arg-type] # one of two

    def give(self, drawn: tuple[Any, ...], who: str) -> None:
        kind, *rest = drawn
        at_ns = self.head(who).at_ns
        match kind:
            case "report":
                what, seat, zone, number = rest
                self.table.do(Report(self.head(who), what, seat, None, "", zone, number))
            case "foreign":
                self.table.do(ForeignCard(rest[0], "blue", at_ns - 1, at_ns, EVIDENCE))
            case "passed":
                self.table.do(DeckRead(*rest, at_ns - 1, at_ns, EVIDENCE))
            case "seen":
                self.table.do(CardSeen(rest[0], rest[1], rest[2], at_ns - 1, at_ns, EVIDENCE))
            case "moved":
                self.table.do(CardMoved(FULL_DECK[rest[0]], None, rest[1], "down", at_ns - 1, at_ns, EVIDENCE))
            case "deck":
                self.table.do(Deck(self.head(who), *rest))
            case "shuffle":
                self.table.do(Shuffle(self.head(who), rest[0]))
            case "tick":
                self.table.do(Tick(stub_count.TIMER, at_ns))
            case "hand":
                self.table.do(NewHand(self.head(who)))
                self.table.do(Post(self.head(who)))
            case "act":
                self.act(rest[0], who)
            case _:
                self.decide(rest[0], rest[1])

    def act(self, choice: int, who: str) -> None:
        hand = self.table.table.hand
        now = None if hand is None else legal(hand)
        if now is not None:
            do: Any = ("fold", "check" if not now.call_chips else "call", "all_in", "all_in")[choice]
            self.table.do(Act(self.head(who), now.seat, do))

    def decide(self, decision: Any, alternative: str) -> None:
        waiting = [one for one in docket_of(self.table.table).rulings if one.kind in ("fouled_deck", "deck_error")]
        if waiting:
            self.table.do(FloorRule(self.head("floor"), waiting[-1].id, decision, "so it is", alternative))


@settings(max_examples=400, deadline=None)
@given(book=st.sampled_from(["cooke", "roberts", "home"]), drawn=st.lists(st.tuples(events, role), max_size=40))
def test_step_takes_all_of_it_and_no_chip_is_lost(book: str, drawn: list[tuple[tuple[Any, ...], str]]) -> None:
    any_deck = AnyDeck(book)
    for what, who in drawn:
        before = chips_of(any_deck.table.table)
        any_deck.give(what, who)
        assert chips_of(any_deck.table.table) == before, what
    for tell in any_deck.table.told:
        ruling: Ruling | None = tell.more.ruling if tell.kind == "ruling" and tell.more is not None else None
        if ruling is not None and ruling.kind in ("fouled_deck", "deck_error"):
            assert ruling.cards == ()
            assert all(step.cards == () for step in ruling.remedy)
            paid = [step.amount_chips or 0 for step in ruling.remedy if step.do in ("pay_seat", "stays_in_pot")]
            assert all(chips > 0 for chips in paid)
