"""Games that are played one after another: which hand is of which game, for what, and what everyone is told of it."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable
from msgspec.structs import replace

from controller.core import expectation
from controller.effects import Tell
from controller.events import Act, Button, Change, Correct, Entry, Header, NewHand, Post, SetOption, SetRotation, SetStakes, Sit
from controller.game.chips import Limit, Round, Stakes
from controller.game.rotations import ROTATIONS, figures, stakes_of
from controller.game.zones import STUB
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.table.rotation import MAX_MINUTES, hands_left
from controller.table.rulings import docket_of
from controller.table.table import Rotation

TEN_TWENTY = Stakes(5, 10, ante=2, bring_in=3, limit="fixed_limit")
MINUTE_NS = 60 * 10**9
HORSE = ["holdem", "omaha_hilo", "razz", "stud7", "stud7_hilo"]


def at_table(stacks: list[int | None], rotation: str = "horse", *, minutes: int = 0, **answers: Any) -> AtTable:
    """Players at seats 1, 2, …, the first hand dealt from seat 1."""
    games = stakes_of(ROTATIONS[rotation], TEN_TWENTY) if rotation else ()
    house = House(
        seats=len(stacks),
        stakes=TEN_TWENTY,
        rotation=games,
        rotation_minutes=minutes,
        without=frozenset({"fold.for_free"}),
        options=replace(PRESETS["cooke"], **answers),
    )
    return AtTable(stacks, TEN_TWENTY, button=1, house=house)


def floor(at: AtTable) -> Header:
    return replace(at.head(), role="floor")


def begin(at: AtTable, minute: float = 0.0, **how: Any) -> str:
    """Begin a hand at a minute, and return which game it is."""
    head = at.head()
    at.ok(NewHand(replace(head, at_ns=head.at_ns + round(minute * MINUTE_NS)), **how))
    return at.hand.variant


def deal(at: AtTable) -> None:
    """Blinds in, and cards to whoever is expected to get one until somebody is to act."""
    if at.hand.owing:
        at.post()
    deck = iter(range(52))
    while at.to_act is None:
        card = next(deck)
        at.move(card, expectation(at.table, at.house).zones[0], STUB)  # type: ignore[arg-type] # a number is a card


def play(at: AtTable, minute: float = 0.0, **how: Any) -> str:
    """Play a hand in which nobody wants anything, and gather the cards. Returns which game it was."""
    game = begin(at, minute, **how)
    deal(at)
    while at.hand.stage != "ended":
        forced = at.hand.current_bet == 0
        at.act(at.to_act or 0, "bring_in" if forced else "fold")
    for card, place in enumerate(at.table.card_places):
        if place:
            at.move(card, STUB)  # type: ignore[arg-type]
    return game


def rotation_of(at: AtTable) -> Rotation:
    now = at.table.around.rotation
    assert now is not None
    return now


def rounds(*games: str) -> tuple[Round, ...]:
    return tuple([Round(game) for game in games])


# -- by laps


def test_each_game_is_played_for_a_lap_of_the_button_in_the_order_of_its_letters() -> None:
    """cooke.8.05.a, cooke.8.05.d: six active, hold'em dealt six hands, then Omaha hi-lo; after stud hi-lo hold'em again."""
    at = at_table([1_000] * 6)
    played = [play(at) for _ in range(6 * 6)]
    assert played == [game for game in [*HORSE, "holdem"] for _ in range(6)]


def test_the_button_moves_in_stud_too() -> None:
    """cooke.8.05.c: it marks how far the round is."""
    at = at_table([1_000] * 3)
    buttons = []
    for _ in range(12):
        game = play(at)
        buttons.append((game, at.table.button))
    assert buttons[6:9] == [("razz", 1), ("razz", 2), ("razz", 3)]


@pytest.mark.parametrize(
    ("stacks", "after", "left"),
    [
        pytest.param([1_000] * 4, 0, 4, id="before the first hand, as many as there are players"),
        pytest.param([1_000] * 4, 1, 3, id="then one less with each hand"),
        pytest.param([1_000] * 4, 4, 0, id="with the last one nothing is left: the next hand is of the next game"),
        pytest.param([1_000] * 4, 5, 3, id="which goes round as well"),
        pytest.param([1_000, None, 1_000, None, 1_000], 1, 2, id="empty seats are passed over"),
    ],
)
def test_how_many_hands_of_a_game_are_left(stacks: list[int | None], after: int, left: int) -> None:
    at = at_table(stacks)
    for _ in range(after):
        play(at)
    assert hands_left(at.table, rotation_of(at)) == left


def test_who_comes_in_the_middle_of_a_lap_has_the_button_in_his_turn() -> None:
    at = at_table([1_000, 1_000, None, 1_000])
    assert [play(at), play(at)] == ["holdem", "holdem"]
    at.ok(Sit(at.head(), 3, "New", 1_000))
    assert [play(at), at.table.button] == ["holdem", 3]
    assert [play(at), at.table.button] == ["holdem", 4]
    assert [play(at), at.table.button] == ["omaha_hilo", 1]


def test_a_lap_ends_where_it_began_although_nobody_sits_there_any_more() -> None:
    at = at_table([1_000] * 4)
    assert [play(at) for _ in range(2)] == ["holdem"] * 2
    at.stand(1)
    assert [play(at) for _ in range(2)] == ["holdem"] * 2
    assert [play(at), at.table.button] == ["omaha_hilo", 2], "the button passes the empty seat: the lap is over"
    at.ok(Sit(at.head(), 1, "New", 1_000))
    assert [play(at) for _ in range(2)] == ["omaha_hilo"] * 2
    assert [play(at), at.table.button] == ["razz", 1], "the lap begins where it always did"


def test_a_void_hand_is_dealt_again_and_counts_for_nothing() -> None:
    at = at_table([1_000] * 3)
    for _ in range(3):
        play(at)
    assert begin(at) == "omaha_hilo"
    at.void()
    assert [play(at) for _ in range(4)] == ["omaha_hilo"] * 3 + ["razz"]
    assert len(at.tells("game_changed")) == 3


def test_a_button_that_is_placed_by_hand_ends_no_lap() -> None:
    at = at_table([1_000] * 4)
    play(at)
    at.ok(Button(at.head(), 1))
    assert hands_left(at.table, rotation_of(at)) == 4
    assert [play(at) for _ in range(5)] == ["holdem"] * 4 + ["omaha_hilo"]


# -- by time


def test_each_game_lasts_as_long_as_it_is_set_to() -> None:
    at = at_table([1_000] * 3, minutes=20)
    minutes = (0, 7, 19.9, 20, 39, 40.5, 60, 60.5)
    assert [play(at, minute) for minute in minutes] == [
        "holdem", "holdem", "holdem", "omaha_hilo", "omaha_hilo", "razz", "razz", "stud7",
    ], "a game lasts from its first hand on"  # fmt: skip


def test_a_house_that_changes_every_half_hour() -> None:
    """cooke.8.05.d, the alternate."""
    at = at_table([1_000] * 3, rotation_change="half_hour")
    assert [play(at, minute) for minute in (0, 1, 2, 3, 29.9, 30.1, 61)] == ["holdem"] * 5 + ["omaha_hilo", "razz"]


def test_the_floor_changes_what_ends_a_game() -> None:
    at = at_table([1_000] * 3)
    play(at)
    at.ok(SetOption(floor(at), "rotation_change", "half_hour"))
    assert [play(at, minute) for minute in (1, 2, 3, 4)] == ["holdem"] * 4
    at.ok(SetOption(floor(at), "rotation_change", None))
    assert play(at, 5) == "holdem", "the third hand of the lap, wherever the button came from"
    assert play(at, 6) == "omaha_hilo"


def test_after_a_long_break_the_next_game_follows_and_none_is_left_out() -> None:
    at = at_table([1_000] * 3, minutes=10)
    assert [play(at, minute) for minute in (0, 95, 96)] == ["holdem", "omaha_hilo", "omaha_hilo"]


# -- what is told


def test_a_new_game_is_told_and_has_to_be_announced() -> None:
    """cooke.8.05.e: 'razz, 10-20'."""
    at = at_table([1_000] * 2)
    for _ in range(4):
        play(at)
    at.told.clear()
    begin(at)
    kinds = [tell.kind for tell in at.told]
    assert kinds == ["game_changed", "hand_started", "announcement"]
    (changed,) = at.tells("game_changed")
    assert changed.more is not None
    assert (changed.more.number, changed.more.stakes) == (3, at.hand.stakes)
    (one,) = docket_of(at.table).announcements
    assert (one.about, one.game, one.limit, one.amount_chips, one.to_chips) == ("game", "razz", "fixed_limit", 10, 20)
    assert "cooke.8.05.e" in one.rules
    at.void()
    begin(at)
    assert len(at.tells("game_changed")) == 1, "it is the same game"


@pytest.mark.parametrize(
    ("limit", "two"),
    [("fixed_limit", (10, 20)), ("no_limit", (5, 10)), ("pot_limit", (5, 10))],
)
def test_a_game_is_called_by_its_bets_or_by_its_blinds(limit: Limit, two: tuple[int, int]) -> None:
    assert figures(Stakes(5, 10, limit=limit)) == two


# -- what each game is played for


def test_blinds_are_for_games_with_blinds_and_antes_for_the_others() -> None:
    holdem, _, razz, _, _ = stakes_of(ROTATIONS["horse"], TEN_TWENTY)
    assert holdem == replace(TEN_TWENTY, game="holdem", ante=0, bring_in=0)
    assert razz == replace(TEN_TWENTY, game="razz", small_blind=0)


@pytest.mark.parametrize(
    ("one", "now", "then"),
    [
        pytest.param(Round("omaha"), Stakes(5, 10, ante=10), Stakes(5, 10, 10, game="omaha"), id="an ante where all have blinds"),
        pytest.param(Round("omaha", "pot_limit"), Stakes(5, 10), Stakes(5, 10, limit="pot_limit", game="omaha"), id="its own limit"),
        pytest.param(
            Round("omaha", "no_limit"),
            Stakes(5, 10, limit="spread_limit", max_bets=(20,)),
            Stakes(5, 10, game="omaha"),
            id="the most of a street goes with its limit",
        ),
        pytest.param(
            Round("omaha", small_blind=20, big_blind=40),
            Stakes(5, 10, small_bet=10, big_bet=20, limit="fixed_limit"),
            Stakes(20, 40, limit="fixed_limit", game="omaha"),
            id="with its own big blind it has its own bets",
        ),
        pytest.param(
            Round("omaha"),
            Stakes(0, 10, ante=2, game="razz", bring_in=3, limit="fixed_limit"),
            Stakes(5, 10, 2, limit="fixed_limit", game="omaha"),
            id="blinds where the table plays without",
        ),
        pytest.param(
            Round("razz", ante=1, bring_in=2), TEN_TWENTY, replace(TEN_TWENTY, small_blind=0, ante=1, bring_in=2, game="razz"), id="its own"
        ),
    ],
)
def test_what_a_round_leaves_open_is_as_the_table_plays(one: Round, now: Stakes, then: Stakes) -> None:
    assert stakes_of([one, one], now) == (then, then)


def test_each_hand_is_played_by_the_limit_of_its_game() -> None:
    at = at_table([1_000] * 2, "eight_game")
    seen = []
    for _ in range(16):
        begin(at)
        seen.append((at.hand.variant, at.hand.stakes.limit))
        at.void()
        at.table = replace(at.table, button_set=False)  # as if it had been played out
    assert seen[::2] == seen[1::2]
    assert seen[::2] == [(one.game, one.limit) for one in ROTATIONS["eight_game"]]


# -- the floor sets it


def test_the_floor_sets_a_rotation_between_hands() -> None:
    at = at_table([1_000] * 2, "")
    assert play(at) == "holdem"
    at.ok(SetRotation(floor(at), rounds("omaha", "razz"), position=2))
    assert [play(at) for _ in range(5)] == ["razz", "razz", "omaha", "omaha", "razz"]
    assert [tell.more and tell.more.games for tell in at.tells("rotation_changed")] == [("omaha", "razz")]


def test_the_floor_goes_on_to_another_game_of_the_list() -> None:
    at = at_table([1_000] * 2)
    assert play(at) == "holdem"
    at.ok(SetRotation(floor(at), None, position=4))
    assert [play(at) for _ in range(3)] == ["stud7", "stud7", "stud7_hilo"]


def test_an_empty_list_ends_it_and_the_game_stays() -> None:
    at = at_table([1_000] * 2)
    for _ in range(3):
        play(at)
    at.ok(SetRotation(floor(at), ()))
    assert at.table.around.rotation is None
    assert [play(at) for _ in range(5)] == ["omaha_hilo"] * 5


def test_the_minutes_of_a_rotation_stay_when_another_game_is_chosen() -> None:
    at = at_table([1_000] * 2, minutes=15)
    at.ok(SetRotation(floor(at), None, position=2))
    assert rotation_of(at).minutes == 15
    at.ok(SetRotation(floor(at), rounds("omaha", "razz")))
    assert rotation_of(at).minutes == 0, "a new list is as the house has it"
    at.ok(SetRotation(floor(at), None, minutes=5))
    assert rotation_of(at).minutes == 5


def test_a_hand_of_another_game_counts_in_the_lap_and_the_rotation_goes_on() -> None:
    at = at_table([1_000] * 3)
    assert play(at) == "holdem"
    assert play(at, game="badugi") == "badugi"
    assert [play(at) for _ in range(2)] == ["holdem", "omaha_hilo"]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (SetRotation(Header(1, "x", "floor"), ()), "rotation.none"),
        (SetRotation(Header(1, "x", "floor"), None, 2), "rotation.none"),
        (SetRotation(Header(1, "x", "floor"), rounds("omaha")), "rotation.games"),
        (SetRotation(Header(1, "x", "floor"), rounds(*["omaha"] * 21)), "rotation.games"),
        (SetRotation(Header(1, "x", "floor"), rounds("omaha", "whist")), "rotation.unknown_game"),
        (SetRotation(Header(1, "x", "floor"), (Round("omaha"), Round("razz", big_blind=0))), "rotation.stakes"),
        (SetRotation(Header(1, "x", "floor"), rounds("omaha", "razz"), 3), "rotation.position"),
        (SetRotation(Header(1, "x", "floor"), rounds("omaha", "razz"), 0), "rotation.position"),
        (SetRotation(Header(1, "x", "floor"), rounds("omaha", "razz"), 1, MAX_MINUTES + 1), "rotation.minutes"),
        (SetRotation(Header(1, "x", "floor"), rounds("omaha", "razz"), 1, -1), "rotation.minutes"),
    ],
)
def test_what_cannot_be_set_is_refused_with_the_reason(command: SetRotation, code: str) -> None:
    at = at_table([1_000] * 2, "")
    assert at.refused(replace(command, head=floor(at))) == code


def test_during_a_hand_the_rotation_stays() -> None:
    at = at_table([1_000] * 2)
    begin(at)
    assert at.refused(SetRotation(floor(at), None, 2)) == "rotation.running"


def test_stakes_alone_are_not_changed_while_each_game_has_its_own() -> None:
    at = at_table([1_000] * 2)
    assert at.refused(SetStakes(floor(at), Stakes(10, 20))) == "stakes.rotation"


def test_a_game_for_fewer_players_is_refused_and_the_floor_goes_on_to_another() -> None:
    at = at_table([1_000] * 9)
    at.ok(SetRotation(floor(at), None, position=3))
    assert at.refused(NewHand(at.head())) == "new_hand.players"
    at.ok(SetRotation(floor(at), None, position=1))
    assert play(at) == "holdem"


# -- corrections


def test_a_corrected_first_hand_of_a_game_is_of_that_game() -> None:
    """The hand is folded again from before it began, when the game before was on."""
    at = at_table([1_000] * 3)
    for _ in range(3):
        play(at)
    entries: list[Entry] = []

    def note(before: int, event: Any) -> None:
        entries.append(Entry(before + 1, at.table.seq, event))

    seq = at.table.seq
    new = NewHand(at.head())
    at.ok(new)
    note(seq, new)
    assert at.hand.variant == "omaha_hilo"
    for event in (Post(at.head()), Act(at.head(), at.table.button, "call")):
        seq = at.table.seq
        at.ok(event)
        note(seq, event)
    before = at.table
    command = Correct(floor(at), entries[-1].first_seq, Change(do="raise", to_chips=20), tuple(entries))
    at.ok(command)
    assert (at.hand.variant, at.hand.current_bet) == ("omaha_hilo", 20)
    assert rotation_of(at) == before.around.rotation
    assert [one.about for one in docket_of(at.table).announcements] == ["game"]


def test_what_is_told_is_in_order_of_its_numbers() -> None:
    at = at_table([1_000] * 2)
    play(at)
    assert [tell.seq for tell in at.told] == list(range(1, len(at.told) + 1))
    assert all(isinstance(tell, Tell) for tell in at.told)


# -- a pot that waits for its winner


def passed_in(at: AtTable) -> str:
    """Play a hand of a game for antes in which nobody opens: the antes stay in the pot."""
    game = begin(at)
    deal(at)
    while at.hand.stage != "ended":
        at.act(at.to_act or 0, "check")
    for card, place in enumerate(at.table.card_places):
        if place:
            at.move(card, STUB)  # type: ignore[arg-type]
    return game


def opened(at: AtTable) -> str:
    """Play one in which the first opens and nobody calls."""
    game = begin(at)
    deal(at)
    at.act(at.to_act or 0, "bet", 10)
    while at.hand.stage != "ended":
        at.act(at.to_act or 0, "fold")
    for card, place in enumerate(at.table.card_places):
        if place:
            at.move(card, STUB)  # type: ignore[arg-type]
    return game


def test_what_lies_in_the_pot_is_won_in_its_own_game_and_the_next_game_follows_then() -> None:
    at = at_table([1_000] * 2, "")
    at.ok(SetRotation(floor(at), (Round("five_card_draw_antes", ante=2), Round("holdem"))))
    assert [opened(at), passed_in(at)] == ["five_card_draw_antes"] * 2
    assert hands_left(at.table, rotation_of(at)) == 0
    assert passed_in(at) == "five_card_draw_antes", "the lap is over, the pot is not won"
    assert opened(at) == "five_card_draw_antes"
    assert at.table.around.carried.deals == 0
    assert [play(at), play(at)] == ["holdem"] * 2, "a whole lap of it"
    assert opened(at) == "five_card_draw_antes"


def test_games_for_antes_have_the_ante_of_a_mixed_list() -> None:
    draw, holdem = stakes_of([Round("five_card_draw_antes"), Round("holdem")], TEN_TWENTY)
    assert (draw.small_blind, draw.ante, draw.bring_in) == (0, 2, 0)
    assert (holdem.small_blind, holdem.ante, holdem.bring_in) == (5, 0, 0)


def test_a_game_for_antes_without_an_ante_is_refused_when_it_is_set() -> None:
    at = at_table([1_000] * 2, "")
    answer = at.ask(SetRotation(floor(at), (Round("holdem"), Round("five_card_draw_antes", ante=0))))
    assert answer.code == "rotation.stakes"
    assert "ante must be at least 1" in answer.message
