"""PHH files: what is read from them, and what is said about the ones that cannot be played."""

from __future__ import annotations

import random
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.game.cards import parse_card
from controller.game.chips import Stakes
from controller.histories.codes import CODES
from controller.histories.handfile import VARIANTS, Action, HandFile, HistoryError
from controller.histories.phh import parse

DATA = Path(__file__).resolve().parents[1] / "data" / "phh"

HAND = """\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 150, 300]
actions = [
  'd dh p1 AcKd',  # a TOML comment with a 'quote' in it
  "d dh p2 ????",
  'd dh p3 7h6h',
  'p3 cbr 6  # commentary, part of the action',
  '',
  'p1 f',
  "p2 cc",
  'd db 2c3c4c',
]
players = ['Ann', '', 'Cy']
hand = 7
"""


def hand_with(**changes: str | None) -> str:
    """The hand above with whole fields (name=TOML text) replaced; None removes one."""
    lines, skipping = [], False
    for line in HAND.splitlines():
        name = line.split(" = ")[0]
        if name in changes:
            skipping = line.endswith("[")
            continue
        if skipping:
            skipping = line != "]"
            continue
        lines.append(line)
    return "\n".join(lines + [f"{name} = {text}" for name, text in changes.items() if text is not None])


def with_action(entry: str) -> str:
    """The hand above with one more action, on line 15."""
    return HAND.replace("  'd db 2c3c4c',\n", f"  'd db 2c3c4c',\n  '{entry}',\n")


def message_of(text: str) -> str:
    with pytest.raises(HistoryError) as caught:
        parse(text)
    return str(caught.value)


def hand_or_error(text: str) -> HandFile | HistoryError:
    try:
        return parse(text)
    except HistoryError as error:
        return error


def test_a_hand_is_read_whole() -> None:
    hand = parse(HAND)
    ac, kd, h7, h6 = (parse_card(name) for name in ("Ac", "Kd", "7h", "6h"))
    board = tuple(parse_card(name) for name in ("2c", "3c", "4c"))
    assert hand == HandFile(
        variant="NT",
        hand=7,
        names=("Ann", "", "Cy"),
        stakes=Stakes(1, 2, 0, "all", 2),
        stacks=(200, 150, 300),
        holes=((ac, kd), (None, None), (h7, h6)),
        board=board,
        actions=(
            Action("bet_raise", 3, (), 6),
            Action("fold", 1),
            Action("check_call", 2),
            Action("board", 0, board),
        ),
        scale=1,
        finishing=None,
        winnings=None,
        entries=(3, 5, 6, 7),
    )


@pytest.mark.parametrize(
    ("changes", "stakes", "scale"),
    [
        ({"min_bet": "0.5"}, Stakes(10, 20, 0, "all", 5), 10),
        ({"blinds_or_straddles": "[0.25, 0.50, 0]"}, Stakes(25, 50, 0, "all", 200), 100),
        ({"antes": "[0.0, 1.5, 0.0]"}, Stakes(10, 20, 15, "big_blind", 20), 10),
        ({"antes": "[3, 3, 3]"}, Stakes(1, 2, 3, "all", 2), 1),
        ({"antes": "[0, 0, 4]"}, Stakes(1, 2, 4, "button", 2), 1),
        ({"blinds_or_straddles": "[1, 2, 2]"}, Stakes(1, 2, 0, "all", 2, button_blind=2), 1),
        ({"starting_stacks": "[200.000, 150.0, 3e2]"}, Stakes(1, 2, 0, "all", 2), 1),
        ({"starting_stacks": "[200.125, 150, 300]"}, Stakes(1000, 2000, 0, "all", 2000), 1000),
        ({"actions": "['p3 cbr 6.5']"}, Stakes(10, 20, 0, "all", 20), 10),
        # results are no inputs: their fractions do not change our unit
        ({"finishing_stacks": "[200.5, 149.5, 300]"}, Stakes(1, 2, 0, "all", 2), 1),
    ],
)
def test_amounts_become_whole_by_the_smallest_power_of_ten(changes: dict[str, str], stakes: Stakes, scale: int) -> None:
    hand = parse(hand_with(**changes))
    assert (hand.stakes, hand.scale) == (stakes, scale)
    assert hand.unscale(hand.stacks[1]) == 150


@pytest.mark.parametrize(
    ("antes", "ante_from"), [("[0, 3]", "big_blind"), ("[3, 0]", "button"), ("[3, 3]", "all")], ids=["big blind", "button", "all"]
)
def test_heads_up_the_arrays_are_written_small_big_but_the_button_is_p2(antes: str, ante_from: str) -> None:
    hand = parse(hand_with(antes=antes, blinds_or_straddles="[1, 2]", starting_stacks="[50, 60]", players="['A', 'B']", actions="['p2 f']"))
    assert hand.stakes == Stakes(1, 2, 3, ante_from, 2)
    assert hand.stacks == (50, 60)


def test_expected_payoffs_are_finishing_less_starting_stacks_in_the_files_unit() -> None:
    hand = parse(hand_with(finishing_stacks="[199.5, 152, 298.5]", min_bet="0.5"))
    assert hand.expected == (Decimal("-0.5"), Decimal(2), Decimal("-1.5"))
    assert parse(HAND).expected is None


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (HAND[:90], ("line 5", "cut off")),
        (HAND.replace("antes = [0", "antes = [0 0"), ("line 2", "TOML")),
        ("x = " + "[" * 100_000, ("TOML",)),
        ("", ("variant is missing",)),
        (hand_with(variant="'XX'"), ("variant", "'XX'", "known are FT, NT")),
        (hand_with(variant="3"), ("variant", "known are")),
        (hand_with(variant="'FO/8'"), ("small_bet is missing", "Omaha hi-lo")),
        (hand_with(antes=None), ("antes is missing",)),
        (hand_with(blinds_or_straddles=None), ("blinds_or_straddles is missing",)),
        (hand_with(min_bet=None), ("min_bet is missing",)),
        (hand_with(starting_stacks=None), ("starting_stacks is missing",)),
        (hand_with(actions=None), ("actions is missing",)),
        (hand_with(antes="[0, 0]"), ("antes", "2 amounts for 3 players")),
        (hand_with(antes="5"), ("antes", "not an array")),
        (hand_with(antes="[0, 5, 5]"), ("antes", "nor the button's alone")),
        (hand_with(antes="[0, -1, 0]"), ("antes", "-1 is out of bounds")),
        (hand_with(antes="[0, true, 0]"), ("antes", "True is no amount")),
        (hand_with(blinds_or_straddles="[1, 2, 4]"), ("line ", "p3 posts too", "straddles are not played")),
        (hand_with(blinds_or_straddles="[2, 1, 0]"), ("2 and 1", "small, then big")),
        (hand_with(blinds_or_straddles="[0, 0, 0]"), ("0 and 0",)),
        (hand_with(min_bet="0"), ("min_bet", "above 0")),
        (hand_with(starting_stacks="[200, inf, 300]"), ("starting_stacks", "unknown")),
        (hand_with(starting_stacks="[200, nan, 300]"), ("starting_stacks", "unknown")),
        (hand_with(starting_stacks="[200, 0, 300]"), ("p2 has 0 chips",)),
        (hand_with(starting_stacks="[200]"), ("1 players", "2 to 10")),
        (hand_with(starting_stacks="[200.0000000000001, 1, 1]"), ("decimal places", "round them")),
        (hand_with(starting_stacks="[1e300, 1, 1]"), ("out of bounds",)),
        (hand_with(finishing_stacks="[200, 150, 301]"), ("finishing_stacks", "adds up to 651", "650")),
        (hand_with(winnings="[1, 2]"), ("winnings", "2 amounts for 3 players")),
        (hand_with(players="['A']"), ("players", "1 names for 3 players")),
        (hand_with(players="[1, 2, 3]"), ("players", "not an array of names")),
        (hand_with(actions="'p1 f'"), ("actions", "not an array of strings")),
        (with_action("p9 f"), ("line 15", "'p9 f'", "p1 to p3")),
        (with_action("p01 f"), ("line 15", "no player")),
        (with_action("p1 cbr"), ("line 15", "no action", "pN cbr amount")),
        (with_action("p1 cbr lots"), ("line 15", "'lots' is no amount")),
        (with_action("p1 cbr -5"), ("line 15", "no amount")),
        (with_action("p1 cbr 0"), ("line 15", "out of bounds")),
        (with_action("d db 5x"), ("line 15", "'5x' is no card")),
        (with_action("d db 5"), ("line 15", "'5' is no card")),
        (with_action("d db 5c6c7c"), ("line 15", "makes 6 cards")),
        (with_action("d dh p1 5c"), ("line 15", "makes 3 cards")),
        (with_action("d db 4c"), ("line 15", "4c is there twice")),
        (with_action("d db 7h"), ("line 15", "7h is there twice")),
        (with_action("p2 sm 7h5c"), ("line 15", "7h is there twice")),
        (with_action("p3 sm AhKh"), ("line 15", "other cards than were dealt")),
        (with_action("p3 sm 7h"), ("line 15", "shows 1 cards")),
        (with_action("p3 sm -"), ("line 15", "'-' is no card")),
        (with_action("p1 sd"), ("line 15", "stud or draw")),
        (with_action("p1 wins"), ("line 15", "no action")),
        ("[1]\nvariant = 'NT'\n", (".phhs", "file of its own")),
    ],
)
def test_a_file_that_cannot_be_played_says_where_and_what_to_do(text: str, parts: tuple[str, ...]) -> None:
    message = message_of(text)
    for part in parts:
        assert part in message


def test_what_a_broken_file_says_of_itself_is_kept() -> None:
    with pytest.raises(HistoryError) as caught:
        parse(hand_with(antes=None))
    assert (caught.value.variant, caught.value.hand) == ("NT", 7)


#: Code → the game of ours and its limit.
ELEVEN = {
    "FT": ("holdem", "fixed_limit"),
    "NT": ("holdem", "no_limit"),
    "NS": ("short_deck", "no_limit"),
    "PO": ("omaha", "pot_limit"),
    "FO/8": ("omaha_hilo", "fixed_limit"),
    "F7S": ("stud7", "fixed_limit"),
    "F7S/8": ("stud7_hilo", "fixed_limit"),
    "FR": ("razz", "fixed_limit"),
    "N2L1D": ("deuce_to_seven_single_draw", "no_limit"),
    "F2L3D": ("deuce_to_seven_triple_draw", "fixed_limit"),
    "FB": ("badugi", "fixed_limit"),
}


def test_every_code_of_the_notation_is_named_and_played() -> None:
    assert VARIANTS.keys() == CODES.keys() == ELEVEN.keys()


@pytest.mark.parametrize("code", ELEVEN)
def test_every_code_is_the_game_it_stands_for(code: str) -> None:
    bets = {"small_bet": "2", "big_bet": "4", "bring_in": "1"}
    hand = parse(hand_with(variant=f"'{code}'", actions="[]", finishing_stacks=None, **bets))
    assert (hand.game, hand.stakes.limit) == ELEVEN[code]


def test_unknown_cards_may_be_shown_later() -> None:
    shown = parse(with_action("p2 sm AsAh"))
    assert shown.holes[1] == (parse_card("As"), parse_card("Ah"))
    assert shown.actions[-1] == Action("show", 2, shown.holes[1])
    assert parse(with_action("p2 sm ??Ah")).holes[1] == (parse_card("Ah"), None)
    assert parse(with_action("p3 sm 6h7h")).holes[2] == (parse_card("7h"), parse_card("6h"))


def test_cards_the_file_never_mentions_are_unknown_ones() -> None:
    assert parse(hand_with(actions="['p3 f', 'p1 sm 2c2d']")).holes == ((parse_card("2c"), parse_card("2d")), (None, None), (None, None))


def test_all_recorded_hands_are_read() -> None:
    files = sorted(DATA.rglob("*.phh"))
    assert len(files) == 840
    hands = [hand for file in files if isinstance(hand := hand_or_error(file.read_text(encoding="utf-8")), HandFile)]
    assert len(hands) == 840
    played = {"NT": 790, "FT": 4, "PO": 6, "FO/8": 9, "F7S": 9, "F7S/8": 5, "FR": 7, "N2L1D": 5, "F2L3D": 4, "FB": 1}
    assert Counter(hand.variant for hand in hands) == played
    assert [(file.stem, hand.scale) for file, hand in zip(files, hands, strict=True) if hand.scale != 1] == [("antonius-blom-2009", 100)]
    assert all(hand.expected is None or sum(hand.expected) == 0 for hand in hands)


FILES = [file.read_text(encoding="utf-8") for file in sorted(DATA.rglob("*.phh"))[::40]]


@given(st.sampled_from(FILES), st.randoms(use_true_random=False))
def test_a_damaged_file_is_a_hand_or_a_history_error(text: str, draw: random.Random) -> None:
    """Whatever happens to a file, nothing but a HistoryError comes out."""
    for _ in range(draw.randint(1, 4)):
        cut = draw.randrange(len(text) + 1)
        noise = draw.choice("'\"[]#=x9.-\n\x00é")
        text = draw.choice([text[:cut], text[:cut] + noise + text[cut:], text[:cut] + text[cut + draw.randint(1, 9) :]])
    read = hand_or_error(text)
    if isinstance(read, HandFile):
        assert 2 <= len(read.stacks) <= 10
        assert all(action.player <= len(read.stacks) for action in read.actions)
    else:
        assert str(read)


@given(st.text(alphabet="NTvariant='[]0123,.dhbpcr\n #\"", max_size=200))
def test_any_text_is_a_hand_or_a_history_error(text: str) -> None:
    with pytest.raises(HistoryError):
        parse(text)
