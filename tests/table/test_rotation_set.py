"""What each game of a rotation is played for, how the floor sets it, corrections in it, and pots that wait for a winner."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable
from msgspec.structs import replace
from rotating import TEN_TWENTY, at_table, begin, deal, floor, play, rotation_of, rounds

from controller.effects import Tell
from controller.events import Act, Change, Correct, Entry, Header, NewHand, Post, SetRotation, SetStakes
from controller.game.chips import Round, Stakes
from controller.game.rotations import ROTATIONS, stakes_of
from controller.game.zones import STUB
from controller.table.rotation import MAX_MINUTES, hands_left
from controller.table.rulings import docket_of

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
