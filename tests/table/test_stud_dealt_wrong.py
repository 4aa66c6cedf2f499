"""Stud that is dealt wrong: what is decided about it stays when the hand is corrected, and chips are conserved whatever is decided."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest
from at_table import EVIDENCE, AtTable, cards, chips_of
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.core import expectation
from controller.events import (
    Act,
    Answer,
    CardMoved,
    CardSeen,
    Change,
    Correct,
    FloorRule,
    Muck,
    NewHand,
    Post,
    Report,
    Show,
    decode,
    encode,
)
from controller.game.cards import FULL_DECK, Card
from controller.game.chips import Stakes
from controller.game.legal_actions import legal_actions
from controller.game.showdown import show_order
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BURN, HOLE, HOLE_SEAT, MUCK, STUB, UP, UP_SEAT, Zone
from controller.hand_log import HandLog
from controller.rules.catalogue.row import BOOKS
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.rules.ruling import Ruling
from controller.table.rulings import docket_of

STAKES: Final = Stakes(0, 20, ante=2, limit="fixed_limit", small_bet=20, big_bet=40, bring_in=5)
GAMES: Final = [name for name, variant in VARIANTS.items() if variant.forced == "bring_in"]
#: More events than any hand takes.
MOST: Final = 800


class Felt(AtTable):
    """A stud table whose events are kept as the daemon keeps them, for corrections."""

    def __init__(self, book: Any, players: int = 3, game: str = "stud7", *, burn_antenna: bool = True, **answers: Any) -> None:
        self.log = HandLog()
        options, free = replace(PRESETS[book], **answers), frozenset({"fold.for_free"})
        house = House(seats=8, stakes=STAKES, book=book, options=options, without=free, burn_antenna=burn_antenna)
        super().__init__([400] * players, STAKES, button=players, house=house)
        self.ok(NewHand(self.head(), replace(STAKES, game=game)))
        self.ok(Post(self.head()))

    def do(self, event: Any) -> Any:
        event = self.log.complete(event)
        assert decode(encode(event)) == event
        effects = super().do(event)
        self.log.take(event, effects)
        return effects

    def lay(self, text: str, zone: Zone, side: Any = None) -> Felt:
        self._now += 10
        came = "up" if zone in UP or zone == BOARD else "down"
        self.do(CardMoved(cards(text)[0], STUB, zone, side or came, self._now - 1, self._now, EVIDENCE))
        return self

    def deal(self, text: str) -> Felt:
        """Cards in turn, as `8h 1, Kc 2^`: to a seat, ^ among its up-cards, b = burned."""
        for one in text.split(","):
            card, place = one.split()
            zone = BURN if place == "b" else UP[int(place[0])] if place.endswith("^") else HOLE[int(place)]
            self.lay(card, zone)
        return self

    def decide(self, decision: Any, alternative: str = "", role: Any = "floor") -> Any:
        ruling = self.rulings[-1]
        return self.ask(FloorRule(replace(self.head(), role=role), ruling.id, decision, "so it was seen", alternative))

    def correct(self, **change: Any) -> Any:
        """The last action entered was another."""
        last = next(one for one in reversed(self.log.entries) if isinstance(one.event, Act))
        return self.ask(Correct(replace(self.head(), role="floor"), last.first_seq, Change(**change)))

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        return docket_of(self.table).rulings


def up_of(felt: Felt, seat: int) -> tuple[Card, ...]:
    return felt.hand.up_of(felt.hand.seats.index(seat))


def test_an_exposed_down_card_is_the_up_card_after_a_correction_too() -> None:
    felt = Felt("roberts").deal("8h 1, 9h 2, Th 3, Jh 1").lay("6h", HOLE[2], "up").deal("Qh 3, 2c 1^, 7s 2, Kd 3^")
    assert up_of(felt, 2) == cards("6h")
    assert felt.hand.hole_of(1) == cards("9h6h7s")
    felt.acts("1 bring_in, 2 call")
    assert felt.correct(do="complete", to_chips=20).ok
    assert (up_of(felt, 2), felt.hand.bets) == (cards("6h"), (5, 20, 0))


def test_what_the_floor_says_of_an_exposed_card_is_folded_again() -> None:
    felt = Felt("cooke").deal("8h 1, 9h 2, Th 3, Jh 1").lay("6h", HOLE[2], "up")
    assert not felt.decide("confirm").ok, "nothing is proposed: the floor has to say what is to be"
    assert felt.decide("override", "third_card_down").ok
    felt.deal("Qh 3, Kc 1^, 7s 2, Kd 3^").acts("2 bring_in, 3 call")
    assert felt.correct(do="fold").ok
    assert (up_of(felt, 2), felt.hand.folded) == (cards("6h"), (False, False, True))


def test_both_in_sight_gives_the_ante_back_and_nothing_else() -> None:
    felt = Felt("roberts").deal("8h 1").lay("9h", HOLE[2], "up").deal("Th 3, Jh 1").lay("6h", HOLE[2], "up")
    hand = felt.hand
    assert (hand.folded, hand.stacks, hand.put_in) == ((False, True, False), (398, 400, 398), (2, 0, 2))
    assert chips_of(felt.table) == 1_200


@pytest.mark.parametrize("street", ["fourth", "all cards"])
def test_a_street_without_a_burn_is_put_in_order_and_corrected_afterwards(street: str) -> None:
    felt = Felt("roberts").deal("8h 1, 9h 2, Th 3, Jh 1, 6s 2, Qh 3, 2c 1^, Qc 2^, 7s 3^").acts("1 complete 20, 2 call, 3 call")
    felt.deal("8c 1^, Kd 2^" if street == "fourth" else "8c 1^, Kd 2^, 2h 3^")
    assert felt.decide("confirm", role="dealer").ok
    felt.do(CardMoved(cards("8c")[0], UP[1], BURN, "down", felt._now, felt._now + 1, EVIDENCE))
    felt.do(CardMoved(cards("Kd")[0], UP[2], UP[1], "up", felt._now + 1, felt._now + 2, EVIDENCE))
    felt._now += 5
    if street == "fourth":
        felt.deal("2h 2^")
    else:
        felt.do(CardMoved(cards("2h")[0], UP[3], UP[2], "up", felt._now, felt._now + 1, EVIDENCE))
    felt.deal("Js 3^")
    assert (felt.hand.stage, felt.hand.burned) == ("betting", cards("8c"))
    assert [up_of(felt, seat) for seat in (1, 2, 3)] == [cards("2cKd"), cards("Qc2h"), cards("7sJs")]
    felt.acts("1 check, 2 check")
    assert felt.correct(do="bet", to_chips=20).ok
    assert (felt.hand.burned, felt.hand.bets, up_of(felt, 1)) == (cards("8c"), (0, 20, 0), cards("2cKd"))


def test_a_card_of_a_remedy_that_was_read_nowhere_on_its_way_has_followed_it() -> None:
    felt = Felt("roberts").deal("8h 1, 9h 2, Th 3, Jh 1, 6s 2, Qh 3, 2c 1^, Qc 2^, 7s 3^").acts("1 complete 20, 2 call, 3 call")
    felt.deal("8c 1^, Kd 2^, 2h 3^")
    assert felt.decide("confirm", role="dealer").ok
    for text, came, to in (("8c", UP[1], BURN), ("Kd", UP[2], UP[1]), ("2h", UP[3], UP[2])):
        felt._now += 2
        felt.do(CardMoved(cards(text)[0], came, None, "up", felt._now, felt._now + 1, EVIDENCE))
        felt.do(CardMoved(cards(text)[0], None, to, "up", felt._now, felt._now + 1, EVIDENCE))
    felt._now += 5
    felt.deal("Js 3^")
    assert [one.kind for one in felt.rulings] == ["burn_error"]
    assert (felt.hand.stage, felt.hand.burned) == ("betting", cards("8c"))
    assert [up_of(felt, seat) for seat in (1, 2, 3)] == [cards("2cKd"), cards("Qc2h"), cards("7sJs")]


def test_a_second_burn_is_nobodys_to_see_before_it_lies_in_sight() -> None:
    felt = Felt("roberts").deal("8h 1, 9h 2, Th 3, Jh 1, 6s 2, Qh 3, 2c 1^, Qc 2^, 7s 3^").acts("1 complete 20, 2 call, 3 call")
    felt.deal("5c b, 8c b, Kd 1^, 2h 2^, Js 3^")
    assert felt.decide("confirm", role="dealer").ok
    assert up_of(felt, 1) == cards("2c")
    ruling = felt.rulings[-1]
    assert not set(cards("8c5c")) & {card for step in ruling.remedy for card in step.cards}
    felt.do(CardMoved(cards("8c")[0], BURN, UP[1], "up", felt._now, felt._now + 1, EVIDENCE))
    assert up_of(felt, 1) == cards("2c8c")


def test_nothing_is_put_in_order_once_somebody_has_acted() -> None:
    felt = Felt("roberts").deal("8h 1, 9h 2, Th 3, Jh 1, 6s 2, Qh 3, 2c 1^, Qc 2^, 7s 3^").acts("1 complete 20, 2 call, 3 call")
    felt.deal("8c 1^, Kd 2^, 2h 3^").acts("2 check")
    assert felt.decide("confirm", role="dealer").code == "floor_rule.too_late"
    felt.acts("3 check, 1 check")
    assert felt.rulings[-1].status == "lapsed"


def test_a_burn_that_is_read_late_was_not_missing() -> None:
    felt = Felt("roberts").deal("8h 1, 9h 2, Th 3, Jh 1, 6s 2, Qh 3, 2c 1^, Qc 2^, 7s 3^").acts("1 complete 20, 2 call, 3 call")
    felt.deal("8c 1^")
    first_ns = felt._now
    felt.deal("Kd 2^")
    assert felt.rulings[-1].kind == "burn_error"
    felt.do(CardMoved(cards("5c")[0], STUB, BURN, "down", first_ns - 5, felt._now + 1, EVIDENCE))
    assert felt.rulings[-1].status == "lapsed"
    felt._now += 5
    felt.deal("2h 3^")
    assert felt.hand.stage == "betting"


def test_a_table_that_reads_no_burns_misses_none() -> None:
    felt = Felt("roberts", burn_antenna=False)
    felt.deal("8h 1, 9h 2, Th 3, Jh 1, 6s 2, Qh 3, 2c 1^, Qc 2^, 7s 3^").acts("1 complete 20, 2 call, 3 call")
    felt.deal("8c 1^, Kd 2^, 2h 3^")
    assert not felt.rulings


def test_up_cards_that_lie_there_again_were_not_thrown_away() -> None:
    felt = Felt("roberts", 2).deal("8h 1, 9h 2, Jh 1, 6s 2, 2c 1^, Qc 2^").acts("1 complete 20")
    felt.do(CardMoved(cards("Qc")[0], UP[2], None, "up", felt._now, felt._now + 1, EVIDENCE))
    assert (felt.rulings[-1].kind, felt.rulings[-1].status) == ("dead_hand", "proposed")
    assert felt.ask(Act(felt.head(), 2, "call")).code == "act.stopped"
    felt.do(CardMoved(cards("Qc")[0], None, UP[2], "up", felt._now, felt._now + 1, EVIDENCE))
    assert felt.rulings[-1].status == "lapsed"
    felt.acts("2 call")


def test_a_fold_that_is_entered_decides_it() -> None:
    felt = Felt("roberts").deal("8h 1, 9h 2, Th 3, Jh 1, 6s 2, Qh 3, 2c 1^, Qc 2^, 7s 3^").acts("1 complete 20")
    felt.do(CardMoved(cards("Qc")[0], UP[2], None, "up", felt._now, felt._now + 1, EVIDENCE))
    felt.acts("2 fold")
    assert felt.rulings[-1].status == "lapsed"
    assert felt.hand.seats[felt.hand.to_act] == 3


def _misdealt(felt: Felt, draw: random.Random, stub: list[Card]) -> None:
    """One card as the plan has it, or as a dealer who makes every mistake there is."""
    zones = [zone for zone in expectation(felt.table, felt.house).zones if zone != MUCK]
    kind = draw.random()
    zone = (
        zones[0]
        if zones and kind < 0.7
        else draw.choice([BURN, BOARD, *[places[seat] for places in (HOLE, UP) for seat in felt.hand.seats]])
    )
    felt._now += draw.choice((1, 5))
    side: Any = "up" if zone in UP_SEAT or zone == BOARD or (zone in HOLE_SEAT and draw.random() < 0.15) else "down"
    felt.do(CardMoved(stub.pop(), STUB, zone, side, felt._now - draw.choice((1, 3, 9)), felt._now, EVIDENCE))


def _says(felt: Felt, draw: random.Random) -> None:
    """Somebody decides, answers, reports, sees, or pushes a card about."""
    what, hand = draw.randrange(6), felt.hand
    seat = draw.choice(hand.seats)
    if what == 0 and felt.rulings:
        ruling = draw.choice(felt.rulings)
        decision: Any = draw.choice(("confirm", "override", "reopen"))
        head = replace(felt.head(), role=draw.choice(("dealer", "floor")))
        felt.ask(FloorRule(head, ruling.id, decision, "so it was", draw.choice(("", *ruling.alternatives))))
    elif what == 1:
        felt.ask(Answer(felt.head(), "", draw.choice(("all_in", "play_on", "check"))))
    elif what == 2:
        told: Any = draw.choice(("exposed", "off_table", "looked", "last_mixed", "no_card", "joker"))
        felt.ask(Report(felt.head(), told, seat, draw.choice((None, draw.choice(FULL_DECK))), draw.choice(("", "dealer", "player"))))
    elif what == 3 and hand.dealt:
        card = Card(draw.choice(hand.dealt))
        felt._now += 1
        felt.do(CardSeen(card, felt.table.card_zones[card], "face", felt._now - 1, felt._now, EVIDENCE, landed=draw.random() < 0.5))
    elif hand.dealt:
        card = Card(draw.choice(hand.dealt))
        came, to_zone = felt.table.card_zones[card], draw.choice((None, MUCK, BURN, HOLE[seat], UP[seat]))
        felt._now += 1
        felt.do(CardMoved(card, came, to_zone, "up" if to_zone in UP else "down", felt._now - 1, felt._now, EVIDENCE))


@settings(max_examples=40, deadline=None)
@example(seed=43704, game="stud7", book="cooke", players=4)  # one of several rulings of a kind about a seat is decided
@given(seed=st.integers(0, 2**32), game=st.sampled_from(GAMES), book=st.sampled_from(tuple(BOOKS)), players=st.integers(2, 8))
def test_whatever_is_dealt_wrong_chips_stay_and_the_hand_can_be_folded_again(seed: int, game: str, book: Any, players: int) -> None:
    draw = random.Random(seed)  # noqa: S311 -- a shuffled deck of a test
    felt = Felt(book, players, game)
    stub = list(FULL_DECK)
    draw.shuffle(stub)
    whole = chips_of(felt.table)
    for _ in range(MOST):
        hand = felt.hand
        if hand.over or not stub:
            break
        if draw.random() < 0.12:
            _says(felt, draw)
        elif hand.stage == "betting" and draw.random() < 0.8:
            may = [one for one in legal_actions(hand) if one.legal]
            one = draw.choice(may)
            to_chips = one.min_to if one.do in ("bet", "raise", "complete") else None
            felt.ask(Act(replace(felt.head(), role="floor"), hand.seats[hand.to_act], one.do, to_chips))  # type: ignore[arg-type] # a legal action is one of its words
        elif hand.stage == "showdown":
            waiting = show_order(hand)
            if not waiting or draw.random() < 0.2:
                break
            felt.ask(_show(felt, waiting[0], draw))
        else:
            _misdealt(felt, draw, stub)
        assert chips_of(felt.table) == whole
        held = [*felt.hand.board, *felt.hand.burned, *(card for held in felt.hand.holes for card in held)]
        assert len(held) == len(set(held)) == len(felt.hand.dealt)
    last = next((one for one in reversed(felt.log.entries) if isinstance(one.event, Act)), None)
    if last is not None:
        answer = felt.ask(Correct(replace(felt.head(), role="floor"), last.first_seq, Change(remove=True)))
        assert answer.code != "correct.lost", "the hand's events make the hand"
    assert chips_of(felt.table) == whole


def _show(felt: Felt, seat: int, draw: random.Random) -> Any:
    return Show(felt.head(), seat) if draw.random() < 0.6 else Muck(felt.head(), seat)
