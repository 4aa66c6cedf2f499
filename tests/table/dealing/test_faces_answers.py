"""Cards that show, boxed cards, jokers and cards off the table: what each answer of the house makes of the same mistake."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from controller.effects import CommandDone
from controller.events import CardMoved, CardSeen, Draw, FloorRule, Header, Report
from controller.feed.views import seat_view
from controller.game.cards import ALL_CARDS, JOKER, Card
from controller.game.chips import Stakes
from controller.game.zones import BURN, HOLE, MUCK, STUB, Zone
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.rules.ruling import Ruling
from controller.table.dealing import remedies
from controller.table.rulings import docket_of
from tests.at_table import EVIDENCE, AtTable, cards

SEATS = 4
#: A deck without meaning: deuces first.
DECK = ALL_CARDS[:52]


class Dealt:
    """A hand that is dealt card by card; what the camera saw of a card goes with it."""

    def __init__(self, game: str = "holdem", limit: Any = "no_limit", **options: Any) -> None:
        small = {"small_bet": 10, "big_bet": 20} if limit == "fixed_limit" else {}
        stakes = Stakes(5, 10, game=game, limit=limit, **small)
        house = House(seats=SEATS, stakes=stakes, book="cooke", options=replace(PRESETS["cooke"], **options))
        self.at = AtTable([500] * SEATS, stakes, button=SEATS, house=house).start(stakes)
        self.next = 0

    def move(self, card: Card, zone: Zone | None, *, up: bool = False) -> None:
        self.at._now += 2
        now = self.at._now
        came = self.at.table.card_zones[card]
        self.at.do(CardMoved(card, came, zone, "up" if up else "down", now - 1, now, EVIDENCE))

    def deal(self, number: int, *up: int) -> Dealt:
        """Deal the next cards round and round, until so many are out; those of `up` land face up."""
        while self.next < number:
            self.move(DECK[self.next], HOLE[1 + self.next % SEATS], up=self.next + 1 in up)
            self.next += 1
        return self

    def report(self, what: Any, seat: int = 0, card: Card | None = None, **more: Any) -> CommandDone:
        return self.at.ask(Report(self.at.head(), what, seat, card, **more))

    def seen(self, card: Card, zone: Zone | None, shows: Any, *, landed: bool = False) -> None:
        self.at._now += 2
        self.at.do(CardSeen(card, zone, shows, self.at._now - 1, self.at._now, EVIDENCE, landed=landed))

    def confirm(self, *, override: bool = False) -> CommandDone:
        self.at._now += 1
        head = Header(self.at._now, f"f{self.at._now}", "floor")
        return self.at.ask(FloorRule(head, self.rulings[-1].id, "override" if override else "confirm", reason="so"))

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        return docket_of(self.at.table).rulings

    @property
    def last(self) -> tuple[str, int | None, list[str]]:
        """The newest ruling: its kind, its seat, its steps."""
        one = self.rulings[-1]
        return one.kind, one.seat, [step.do for step in one.remedy]

    @property
    def due(self) -> list[tuple[Zone | None, Zone]]:
        return [(one.from_zone, one.to_zone) for one in remedies.due(self.at.table)]

    def up(self, seat: int) -> list[str]:
        return list(seat_view(self.at.table, seat, frozenset())["up"])


REPLACED = ["replace_after_deal", "replace_with_burn"]
EXPOSED: list[tuple[str, int, dict[str, Any], tuple[str, int | None, list[str]]]] = [
    ("holdem", 2, {}, ("misdeal", 2, ["redeal"])),
    ("holdem", 2, {"early_exposed_card": "same_as_later_card"}, ("exposed_card", 2, REPLACED)),
    ("holdem", 6, {}, ("exposed_card", 2, REPLACED)),
    ("holdem", 6, {"early_exposed_scope": "any_players_first_two"}, ("misdeal", 2, ["redeal"])),
    ("omaha", 10, {"early_exposed_scope": "any_players_first_two"}, ("exposed_card", 2, REPLACED)),
    ("holdem", 6, {"exposed_card_remedy": "kept"}, ("exposed_card", 2, ["play_on"])),
    ("holdem", 6, {"exposed_card_remedy": "replace_at_once"}, ("exposed_card", 2, ["replace_now"])),
    ("holdem", 8, {}, ("exposed_card", 4, ["replace_now", "replace_with_burn"])),
    ("holdem", 6, {"exposed_cards_for_misdeal": 1}, ("misdeal", 2, ["redeal"])),
    ("holdem", 6, {"exposed_cards_for_misdeal": 0}, ("exposed_card", 2, REPLACED)),
    ("five_card_draw", 6, {}, ("exposed_card", 2, ["play_on"])),
    ("five_card_draw", 6, {"high_draw_exposed_before_draw": "replaced"}, ("exposed_card", 2, REPLACED)),
    ("five_card_draw", 6, {"exposed_count_basis": "all_by_dealer", "exposed_cards_for_misdeal": 1}, ("misdeal", 2, ["redeal"])),
    ("five_card_draw", 6, {"exposed_cards_for_misdeal": 1}, ("exposed_card", 2, ["play_on"])),
    ("ace_to_five_lowball", 6, {}, ("exposed_card", 2, ["play_on"])),  # a three
    ("ace_to_five_lowball", 6, {"lowball_a5_big_bet_kept_exposed": "none"}, ("exposed_card", 2, REPLACED)),
    ("deuce_to_seven_triple_draw", 18, {"lowball_27_kept_exposed": "all"}, ("exposed_card", 2, ["play_on"])),
    ("deuce_to_seven_triple_draw", 18, {}, ("exposed_card", 2, REPLACED)),  # a six
    ("badugi", 6, {}, ("exposed_card", 2, REPLACED)),
]


@pytest.mark.parametrize(("game", "number", "options", "expected"), EXPOSED)
def test_a_card_that_lands_face_up(game: str, number: int, options: dict[str, Any], expected: tuple[str, int | None, list[str]]) -> None:
    dealt = Dealt(game, **options).deal(number, number)
    assert dealt.last == expected
    assert dealt.rulings[-1].cards == (DECK[number - 1],)


@pytest.mark.parametrize(
    ("what", "options", "expected"),
    [
        ("suspected", {}, ("exposed_card", 3, REPLACED)),
        ("suspected", {"suspected_flash_is_exposed": False}, ("exposed_card", 3, ["play_on"])),
        ("flipped", {}, ("exposed_card", 3, REPLACED)),
        ("flipped", {"card_flipped_off_hand": "player"}, ("exposed_card", 3, ["play_on", "show_to_all"])),
        ("flashed", {}, ("exposed_card", 3, REPLACED)),
        ("off_table", {}, ("exposed_card", 3, REPLACED)),
        ("off_table", {"off_table_card_button_games": "plays"}, ("off_table", 3, ["play_on"])),
        ("joker", {}, ("joker", 3, ["put_aside", "replace_after_deal"])),
        ("joker", {"stray_joker_remedy": "fouled_deck"}, ("fouled_deck", None, ["return_bets", "pay_seat", "pay_seat", "change_deck"])),
        ("joker", {"stray_joker_remedy": "misdeal", "stray_joker_cutoff": "substantial_action"}, ("misdeal", 3, ["redeal"])),
        ("out_of_sight", {}, ("dead_hand", 3, ["kill_hand"])),
        ("out_of_sight", {"hand_out_of_sight": "warning"}, ("live_hand", 3, ["warn"])),
    ],
)
def test_what_a_person_tells_of_a_card(what: str, options: dict[str, Any], expected: tuple[str, int | None, list[str]]) -> None:
    dealt = Dealt(**options).deal(6)
    card = None if what in ("joker", "out_of_sight") else DECK[30]
    assert dealt.report(what, 3, card).ok
    assert dealt.last == expected


@pytest.mark.parametrize(
    ("answer", "steps"),
    [("plays", ("exposed_card", ["play_on", "show_to_all"])), ("hand_dead", ("dead_hand", ["kill_hand"]))],
)
def test_a_card_that_its_player_shows(answer: str, steps: tuple[str, list[str]]) -> None:
    dealt = Dealt(player_exposed_card=answer).deal(8)
    dealt.seen(DECK[2], HOLE[3], "face")
    assert (dealt.rulings[-1].kind, [step.do for step in dealt.rulings[-1].remedy]) == steps
    assert dealt.up(3) == ["2h"]


@pytest.mark.parametrize("what", ["dropped", "plays"])
def test_a_card_that_a_player_drops(what: str) -> None:
    dealt = Dealt(dropped_card_status="hand_dead" if what == "dropped" else "plays").deal(8)
    assert dealt.report("off_table", 3).ok, "whoever has all his cards has dropped one himself"
    assert dealt.last[0] == ("dead_hand" if what == "dropped" else "live_hand")
    if what == "dropped":
        assert dealt.confirm().ok
        assert dealt.at.hand.folded == (False, False, True, False)
        assert dealt.at.to_act == 4, "it was his turn"


def test_the_floor_lets_a_dropped_hand_play() -> None:
    dealt = Dealt().deal(8)
    assert dealt.report("off_table", 3).ok
    assert dealt.confirm(override=True).ok
    assert not any(dealt.at.hand.folded)


@pytest.mark.parametrize(
    ("answer", "said", "due"),
    [
        ("shown_becomes_burn", ["show_to_all", "return_as_burn"], [(STUB, BURN)]),
        ("shown_keeps_place", ["show_to_all"], []),
        ("not_shown", None, []),
    ],
)
def test_a_card_of_the_deck_that_was_seen(answer: str, said: list[str] | None, due: list[tuple[Zone, Zone]]) -> None:
    dealt = Dealt(flashed_deck_card=answer).deal(8)
    done = dealt.report("flashed", 0, DECK[20])
    assert (done.code if said is None else dealt.last[2]) == (said or "report.nothing")
    assert dealt.due == due
    assert dealt.report("flashed", 0, DECK[20]).code == "report.nothing", "it is told once"


def test_a_replaced_card_is_no_longer_in_the_seats_view() -> None:
    dealt = Dealt().deal(3, 3).deal(8)
    assert dealt.up(3) == ["2h"]
    assert dealt.due == [(STUB, HOLE[3]), (HOLE[3], BURN)]
    dealt.move(DECK[20], HOLE[3])
    dealt.move(DECK[2], BURN)
    assert (dealt.up(3), dealt.due, dealt.rulings[-1].carried_out) == ([], [], True)
    assert dealt.at.hand.hole_of(2) == (DECK[20], DECK[6]), "it has the turn of the card that it came for"
    assert dealt.at.hand.burned == (DECK[2],)


@pytest.mark.parametrize("hides", ["not_shown", "panic"])
def test_a_view_shows_no_card_that_is_not_to_be_seen(hides: str) -> None:
    dealt = Dealt(exposed_card_display="not_shown" if hides == "not_shown" else "all_players").deal(3, 3)
    if hides == "panic":
        dealt.at.table = replace(dealt.at.table, around=replace(dealt.at.table.around, hidden=True))
    assert dealt.up(3) == []


def test_moves_of_a_ruling_that_the_floor_has_decided_otherwise_are_not_due() -> None:
    dealt = Dealt().deal(3, 3).deal(8)
    assert dealt.due
    assert dealt.confirm(override=True).ok
    assert dealt.due == []


# Boxed cards.


def test_a_card_taken_for_an_exposed_one_turns_out_boxed() -> None:
    dealt = Dealt().deal(2, 2)
    assert dealt.last[0] == "misdeal"
    assert dealt.report("boxed", 2, DECK[1]).ok
    assert [(one.kind, one.status) for one in dealt.rulings] == [("misdeal", "lapsed"), ("boxed_card", "in_force")]
    assert dealt.at.hand.hole_of(1) == ()
    dealt.move(DECK[1], MUCK)
    dealt.move(DECK[40], HOLE[2])
    assert dealt.at.hand.hole_of(1) == (DECK[40],)
    assert dealt.rulings[-1].carried_out


def test_a_boxed_card_on_the_flop_opens_the_deal_again() -> None:
    dealt = Dealt().deal(8)
    dealt.at.acts("3 call, 4 call, 1 call, 2 check")
    dealt.move(DECK[10], BURN)
    dealt.at.board("AcAdAh")
    assert (dealt.at.hand.stage, dealt.at.hand.street) == ("betting", 1)
    assert dealt.report("boxed", 0, cards("Ad")[0]).ok
    assert (dealt.at.hand.stage, dealt.at.hand.street, dealt.at.hand.board) == ("dealing", 0, cards("AcAh"))
    dealt.at.board("Kd")
    assert (dealt.at.hand.stage, dealt.at.hand.board) == ("betting", cards("AcAhKd"))


@pytest.mark.parametrize(
    ("game", "options", "kind"),
    [
        ("holdem", {}, "misdeal"),
        ("holdem", {"boxed_cards_for_misdeal": 0}, "boxed_card"),
        ("ace_to_five_lowball", {}, "misdeal"),
        ("ace_to_five_lowball", {"boxed_lowball_misdeal": False}, "boxed_card"),
    ],
)
def test_two_boxed_cards(game: str, options: dict[str, Any], kind: str) -> None:
    dealt = Dealt(game, **options).deal(4)
    for card in (DECK[20], DECK[21]):
        dealt.seen(card, STUB, "boxed")
    assert dealt.last[0] == kind


@pytest.mark.parametrize(("answer", "due"), [("next_card", [(HOLE[3], MUCK), (STUB, HOLE[3])]), ("after_round", [(HOLE[3], MUCK)])])
def test_the_card_below_a_boxed_one_was_dealt_on(answer: str, due: list[tuple[Zone, Zone]]) -> None:
    dealt = Dealt(boxed_card_replacement=answer).deal(7)
    assert dealt.report("boxed", 3, DECK[2]).ok  # of the first round, which everybody has
    assert dealt.due == [(HOLE[3], MUCK), (STUB, HOLE[3])]
    dealt = Dealt(boxed_card_replacement=answer).deal(7)
    assert dealt.report("boxed", 3, DECK[6]).ok  # nothing was dealt behind it
    assert dealt.due == [(HOLE[3], MUCK)]
    dealt = Dealt(boxed_card_replacement=answer).deal(4)
    dealt.deal(7)
    dealt.move(DECK[30], HOLE[1])  # one too many there: the round is not dealt out
    assert dealt.report("boxed", 2, DECK[5]).ok
    assert ((STUB, HOLE[2]) in dealt.due) is (answer == "next_card")
    assert due[0] == (HOLE[3], MUCK)


def test_a_boxed_card_that_nobody_names_is_the_last_one_that_came_to_that_seat() -> None:
    dealt = Dealt().deal(7)
    assert dealt.report("boxed", 3).ok
    assert dealt.at.hand.hole_of(2) == (DECK[2],)
    assert dealt.rulings[-1].cards == ()
    assert DECK[6] not in [card for tell in dealt.at.told for card in tell.cards]
    dealt = Dealt().deal(8)
    assert dealt.report("boxed", 3).ok
    assert dealt.at.hand.hole_of(2) == (DECK[2], DECK[6]), "another came since: which one it was nobody said"


def test_the_first_card_that_falls_in_the_deal_is_an_early_one() -> None:
    dealt = Dealt()
    assert dealt.report("off_table", 1, DECK[40]).ok
    assert dealt.last[0] == "misdeal"
    dealt = Dealt().deal(2)
    assert dealt.report("off_table", 3).ok
    assert dealt.last[0] == "exposed_card"


# Jokers.


def test_a_joker_without_a_tag_is_not_waited_for_on_its_way_out() -> None:
    dealt = Dealt().deal(6)  # the joker at seat 3 was not read
    dealt.next = 7
    dealt.deal(8)
    assert dealt.report("joker", 3).ok
    assert dealt.due == [(STUB, HOLE[3])]
    dealt.move(DECK[20], HOLE[3])
    assert dealt.at.hand.hole_of(2) == (DECK[2], DECK[20])
    assert dealt.rulings[-1].carried_out


@pytest.mark.parametrize(("zone", "up"), [(HOLE[3], True), (HOLE[3], False), (BURN, False)])
def test_a_stray_joker_is_put_aside_and_counts_nowhere(zone: Zone, up: bool) -> None:
    dealt = Dealt().deal(2)
    dealt.move(JOKER, zone, up=up)
    assert dealt.last[0] == "joker"
    assert JOKER not in dealt.at.hand.dealt
    dealt.move(JOKER, MUCK)
    assert dealt.at.table.card_zones[JOKER] == MUCK
    assert not [tell for tell in dealt.at.told if tell.kind == "discrepancy"]


@pytest.mark.parametrize(("answer", "kind"), [("fouled_deck", "fouled_deck"), ("scrap_replaced", "joker")])
def test_a_second_joker(answer: str, kind: str) -> None:
    dealt = Dealt("five_card_draw", second_joker=answer).deal(8)
    assert dealt.report("joker", 2).ok
    assert dealt.last[0] == kind


@pytest.mark.parametrize(
    ("cutoff", "acted", "in_time"),
    [
        ("no_limit", True, True),
        ("holder_acts", False, True),
        ("holder_acts", True, False),
        ("substantial_action", False, True),
        ("substantial_action", True, False),
    ],
)
def test_until_when_a_joker_is_replaced(cutoff: str, acted: bool, in_time: bool) -> None:
    dealt = Dealt(stray_joker_cutoff=cutoff, late_stray_joker="hand_dead").deal(8)
    if acted:
        dealt.at.acts("3 call, 4 call")
    assert dealt.report("joker", 3).ok
    assert dealt.last[0] == ("joker" if in_time else "dead_hand")


# In a draw.


def drawing(game: str, **options: Any) -> Dealt:
    """Seats 1 and 2 draw one each, 3 and 4 are out; the burn is dealt."""
    dealt = Dealt(game, "fixed_limit", **options).deal(20)
    dealt.at.acts("3 fold, 4 fold, 1 call, 2 check")
    for seat, card in ((1, DECK[0]), (2, DECK[1])):
        dealt.move(card, MUCK)
        dealt.at.ok(draws_one(dealt, seat))
    dealt.move(DECK[30], BURN)
    return dealt


def draws_one(dealt: Dealt, seat: int) -> Any:
    return Draw(dealt.at.head(), seat, "draw", 1)


@pytest.mark.parametrize("game", ["five_card_draw", "ace_to_five_lowball", "deuce_to_seven_triple_draw", "badugi"])
@pytest.mark.parametrize("told", ["landed", "reported", "behind"])
def test_a_card_that_shows_in_the_draw_is_replaced_when_the_others_have_theirs(game: str, told: str) -> None:
    if game == "badugi":
        dealt = Dealt(game, "fixed_limit").deal(16)
        dealt.at.acts("3 fold, 4 fold, 1 call, 2 check")
        for seat, card in ((1, DECK[0]), (2, DECK[1])):
            dealt.move(card, MUCK)
            dealt.at.ok(draws_one(dealt, seat))
        dealt.move(DECK[30], BURN)
    else:
        dealt = drawing(game)
    dealt.move(DECK[31], HOLE[1], up=told == "landed")
    if told == "reported":
        assert dealt.report("exposed", 1, DECK[31]).ok
    if told != "behind":
        assert dealt.due == [(HOLE[1], MUCK)], "the other draws first"
    dealt.move(DECK[32], HOLE[2])
    if told == "behind":
        assert dealt.at.hand.stage == "betting"
        assert dealt.report("exposed", 1, DECK[31]).ok
    assert dealt.at.hand.stage == "drawing"
    assert dealt.due == [(HOLE[1], MUCK), (STUB, HOLE[1])]
    dealt.move(DECK[31], MUCK)
    dealt.move(DECK[33], HOLE[1])
    assert (dealt.at.hand.stage, dealt.at.hand.street) == ("betting", 1)
    assert DECK[33] in dealt.at.hand.hole_of(0)
    assert DECK[31] not in dealt.at.hand.dealt
    assert dealt.rulings[-1].carried_out


def test_once_somebody_has_acted_on_the_draw_the_floor_decides() -> None:
    dealt = drawing("five_card_draw")
    dealt.move(DECK[31], HOLE[1])
    dealt.move(DECK[32], HOLE[2])
    dealt.at.acts("1 check")
    assert dealt.report("exposed", 1, DECK[31]).ok
    assert dealt.last == ("exposed_card", 1, ["floor_decides"])
    assert dealt.rulings[-1].who == "floor"


def test_a_house_that_lets_it_be_kept_lets_it_be_kept() -> None:
    dealt = drawing("five_card_draw", draw_card_exposed_on_draw="kept")
    dealt.move(DECK[31], HOLE[1], up=True)
    assert dealt.last == ("exposed_card", 1, ["play_on"])
    dealt.move(DECK[32], HOLE[2])
    assert dealt.at.hand.stage == "betting"
