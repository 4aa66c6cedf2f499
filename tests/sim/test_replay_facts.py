"""Recorded hands at fact level: the table's payoffs against the files' and PokerKit's."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import msgspec
import oracle
import pytest
from core_table import CoreTable
from hand_texts import DATA, fields, hand_text, holdem_files, other_cards

from controller.events import Act, CardMoved, NewHand, Post, Show
from controller.game.zones import BOARD, BURN, HOLE_SEAT, MUCK
from controller.histories.phh import parse
from sim.facts import events_of
from sim.faults import Faults
from sim.hands import recorded_hands
from sim.outcome import ReplayResult
from sim.replay import ReplayError, ReplayOptions, choose, find_files, load, replay_facts, replay_one
from sim.script import STUB_RULE, script_of


def replay(text: str) -> ReplayResult:
    return replay_facts("hand.phh", parse(text), CoreTable)


def replay_file(path: Path) -> ReplayResult:
    return replay_one(load(path), ReplayOptions(), CoreTable, lambda _: pytest.fail("no loop runs at fact level"))


def next_of(result: ReplayResult) -> dict[str, object]:
    assert result.next is not None
    return dict(msgspec.to_builtins(result.next))


@pytest.mark.slow
def test_every_recorded_holdem_hand_comes_out_as_its_file_says() -> None:
    results = [replay_file(file) for file in holdem_files()]
    assert len(results) == 790
    assert [(result.file, result.error, result.discrepancies) for result in results if not result.ok or result.discrepancies] == []
    odd = [result for result in results if result.normalised]
    assert [Path(result.file).relative_to(DATA).as_posix() for result in odd] == ["pluribus/102/0.phh"]
    for result in results:
        if result.expected is not None and not result.normalised:
            assert result.payoffs == result.expected
        assert result.payoffs is not None
        assert sum(result.payoffs) == 0
        assert result.next is None


@pytest.mark.slow
def test_the_same_payoffs_without_the_files_results() -> None:
    for file in holdem_files():
        text = file.read_text("utf-8")
        blind = re.sub(r"^(finishing_stacks|winnings) = .*$", "", text, flags=re.MULTILINE)
        result = replay(blind)
        assert result.expected is None
        assert result.ok
        assert result.payoffs == replay_file(file).payoffs, file


@pytest.mark.slow
def test_five_hundred_hands_with_exchanged_cards_agree_with_pokerkit() -> None:
    for seed in range(500):
        draw = random.Random(seed)  # noqa: S311 # repeatable
        file = draw.choice(holdem_files())
        text = hand_text(file, actions=other_cards(fields(file)["actions"], draw))
        assert replay(text).payoffs == oracle.payoffs(text), (seed, file)


@pytest.mark.parametrize("file", [*holdem_files()[:9], *holdem_files()[20::60], *holdem_files()[-4:]], ids=lambda file: file.stem)
def test_whoever_is_next_in_a_cut_hand_is_so_for_pokerkit_too(file: Path) -> None:
    actions = fields(file)["actions"]
    for count in range(len(actions) + 1):
        text = hand_text(file, actions=actions[:count])
        result = replay(text)
        assert result.error is None
        if result.payoffs is None:
            assert result.ok
            assert next_of(result) == oracle.next_act(text), (count, actions[:count])
        else:
            assert result.next is None
            assert result.payoffs == oracle.payoffs(text)


def test_an_unfinished_hand_is_held_against_the_stacks_behind() -> None:
    file = DATA / "pluribus/102/0.phh"
    text = hand_text(file, actions=fields(file)["actions"][:9], finishing_stacks=[9950, 9900, 10000, 10000, 9775, 10000])
    result = replay(text)
    assert (result.ok, result.payoffs, result.final_stacks) == (True, None, [9950, 9900, 10000, 10000, 9775, 10000])
    wrong = replay(hand_text(file, actions=fields(file)["actions"][:9], finishing_stacks=[9950, 9900, 10000, 10000, 9776, 9999]))
    assert (wrong.ok, wrong.error) == (False, None)


def test_the_odd_chip_goes_left_of_the_button_and_is_named() -> None:
    result = replay_file(DATA / "pluribus/102/0.phh")
    assert result.ok
    assert result.normalised == "odd_chip"
    assert result.expected == [112.5, -225, 0, 0, 112.5, 0]
    assert result.payoffs == [113, -225, 0, 0, 112, 0]


def test_an_odd_chip_somewhere_else_is_not_normalised() -> None:
    file = DATA / "pluribus/102/0.phh"
    text = hand_text(file, finishing_stacks=[10113, 9775, 10000.5, 10000, 10112, 9999.5])
    result = replay(text)
    assert (result.ok, result.normalised) == (False, None)


def test_an_act_the_file_leaves_out_is_put_in_and_named() -> None:
    result = replay_file(DATA / "wsop2019_42_3/00-01-07.phh")
    assert result.ok
    assert result.assumed["acts"] == ["p8 fold"]


def test_checks_that_a_file_leaves_out_are_put_in() -> None:
    file = DATA / "pluribus/102/0.phh"
    actions = fields(file)["actions"]
    without = [action for n, action in enumerate(actions) if n < 13 or action != "p2 cc"]
    assert len(actions) - len(without) == 3
    result = replay(hand_text(file, actions=without))
    assert result.error is None
    assert result.assumed["acts"] == ["p2 check"] * 3
    assert result.payoffs == [113, -225, 0, 0, 112, 0]


def test_nothing_is_put_in_for_a_player_who_is_out() -> None:
    file = DATA / "pluribus/102/0.phh"
    result = replay(hand_text(file, actions=[*fields(file)["actions"][:8], "p3 cc"]))
    assert (result.error or "").startswith("p3 call refused: ")
    assert "acts" not in result.assumed
    assert next_of(result)["actor"] == "p5"


def test_unknown_cards_are_filled_in_by_rule_and_named() -> None:
    text = """
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 2c2h', 'd dh p2 ????', 'p2 cc', 'p1 cc', 'd db 3c??3d', 'p1 cc', 'p2 cc']
"""
    result = replay(text)
    assert result.assumed == {"p2": ["2d", "2s"], "board": ["3h"], "burn": ["3s"], "stub": STUB_RULE}
    assert next_of(result)["actor"] is None


@pytest.mark.parametrize("file", holdem_files()[::25], ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_the_deck_is_dealt_in_order_and_every_card_moves_once_from_the_stub(file: Path) -> None:
    hand = parse(file.read_text("utf-8"))
    script = script_of(hand)
    assert sorted(script.deck) == list(range(52))
    moves = [event for event in events_of(script) if isinstance(event, CardMoved)]
    dealt = [move.card for move in moves if move.to_zone != MUCK]
    assert dealt == list(script.deck[: len(dealt)])
    holes = [HOLE_SEAT[move.to_zone] for move in moves if move.to_zone in HOLE_SEAT]
    assert holes == [*range(1, len(hand.stacks) + 1)] * 2, "round by round, from the left of the button"
    zones = [move.to_zone for move in moves if move.to_zone in (BOARD, BURN)]
    assert zones == [BURN, BOARD, BOARD, BOARD, BURN, BOARD, BURN, BOARD][: len(zones)]
    assert all(move.side == ("up" if move.to_zone == BOARD else "down") for move in moves)


def test_events_are_what_a_hand_is_made_of() -> None:
    hand = parse((DATA / "pluribus/103/32.phh").read_text("utf-8"))
    events = events_of(script_of(hand))
    assert isinstance(events[0], NewHand)
    assert isinstance(events[1], Post)
    acts = [(event.do, event.to_chips) for event in events if isinstance(event, Act)]
    told = [action for action in hand.actions if action.kind in ("fold", "check_call", "bet_raise")]
    assert [to_chips for _, to_chips in acts] == [action.to_chips or None for action in told]
    assert [event.seat for event in events if isinstance(event, Show)] == [a.player for a in hand.actions if a.kind == "show"]
    times = [event.by_ns if isinstance(event, CardMoved) else event.head.at_ns for event in events if not isinstance(event, CardMoved)]
    assert times == sorted(times)


FRACTIONS = """
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [0.25, 0.50, 0]
min_bet = 0.50
starting_stacks = [100.5, 80, 120]
actions = ['d dh p1 AcAd', 'd dh p2 KcKd', 'd dh p3 7c2d', 'p3 f', 'p1 cbr 1.75', 'p2 f']
"""


@pytest.mark.parametrize(
    ("result_line", "ok", "expected", "said"),
    [
        ("", True, None, None),
        ("finishing_stacks = [101, 79.5, 120]", True, [0.5, -0.5, 0], None),
        ("finishing_stacks = [101.5, 79, 120]", False, [1, -1, 0], None),
        ("finishing_stacks = [100.9, 79.5, 120]", False, [0.4, -0.5, 0], "finishing_stacks: 0.1 of the chips"),
        # winnings are what was collected from the pot, one's own bets included
        ("winnings = [1.0, 0, 0]", True, [0.5, -0.5, 0], None),
        ("winnings = [0.9, 0, 0]", False, [0.4, -0.5, 0], "winnings: 0.1 of the chips"),
        ("winnings = [0, 1.0, 0]", False, [-0.5, 0.5, 0], None),
    ],
)
def test_results_are_compared_in_the_files_unit(result_line: str, ok: bool, expected: list[float] | None, said: str | None) -> None:
    result = replay(FRACTIONS + result_line)
    assert (result.ok, result.expected) == (ok, expected)
    assert result.payoffs == [0.5, -0.5, 0]
    assert result.final_stacks == [101, 79.5, 120]
    assert (result.error is None) if said is None else said in (result.error or "")


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (["p3 f", "p1 f", "p2 cc"], "p2 check refused: "),
        (["p3 f", "p3 f"], "p3 fold refused: "),
        (["p3 cbr 500"], "p3 raise to 50000 refused: "),
    ],
)
def test_an_act_the_rules_refuse_is_that_hands_error(actions: list[str], said: str) -> None:
    file_text = re.sub(r"actions = .*", f"actions = {actions!r}", FRACTIONS)
    result = replay(file_text)
    assert not result.ok
    assert result.error is not None
    assert result.error.startswith(said)
    place = f" (actions[{len(actions) - 1}], with amounts times 100 here)"  # it is the last act that is wrong
    assert result.error.endswith(place)
    assert len(result.error) > len(said) + len(place)


def test_a_wager_that_the_house_counts_as_another_is_that_hands_error() -> None:
    result = replay(re.sub(r"actions = .*", 'actions = ["p3 cbr 0.75"]', FRACTIONS))
    assert not result.ok
    assert (result.error or "").startswith("p3 to 0.75 counts as 1 at this house; ")


def test_every_game_of_a_mixed_final_table_comes_out_as_its_file_says() -> None:
    files = find_files([DATA / "wsop2023_43_5"])
    results = [replay_file(file) for file in files]
    assert [result.file for result in results] == [file.as_posix() for file in sorted(files)]
    assert [(result.file, result.error, result.discrepancies) for result in results if not result.ok or result.discrepancies] == []
    games = {"NT": 8, "FT": 4, "PO": 5, "FO/8": 9, "F7S": 9, "F7S/8": 5, "FR": 7, "N2L1D": 5, "F2L3D": 4}
    assert Counter(result.variant for result in results) == games
    for result in results:
        assert result.hand is not None
        assert result.payoffs == result.expected


SHORT = """variant = "NS"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [
  "d dh p1 AhTh", "d dh p2 9c9d", "d dh p3 6c7c", "p3 f", "p1 cbr 6", "p2 cc", "d db 9hKhQh", "p1 cc", "p2 cbr 94", "p1 cc",
  "p1 sm AhTh", "p2 sm 9c9d", "d db Qc", "d db 6s",
]
"""


def test_a_flush_beats_a_full_house_in_a_short_deck_hand() -> None:
    assert replay(SHORT).payoffs == oracle.payoffs(SHORT) == [100, -100, 0]
    full = SHORT.replace('"NS"', '"NT"')
    assert replay(full).payoffs == oracle.payoffs(full) == [-100, 100, 0]


def test_one_line_of_json_has_every_field_in_order() -> None:
    line = replay_file(DATA / "pluribus/102/0.phh").as_json()
    names = ["file", "hand", "variant", "ok", "expected", "payoffs", "final_stacks", "normalised", "assumed"]
    names += ["rulings", "discrepancies", "next", "error", "wrong", "lost"]
    assert list(msgspec.json.decode(line)) == names
    assert b"\n" not in line


def test_faults_without_readers_are_refused_with_the_remedy() -> None:
    with pytest.raises(ReplayError, match=r"^--faults: .*--wire"):
        ReplayOptions(faults=Faults(miss=0.1))
    assert ReplayOptions(wire=True, faults=Faults(miss=0.1)).faults.miss == 0.1
    assert ReplayOptions(pty=True, faults=Faults(cross=0.1)).faults.cross == 0.1


def test_paths_that_cannot_be_replayed_say_so(tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match=r"nowhere: no such file or folder; check the path"):
        find_files([tmp_path / "nowhere"])
    with pytest.raises(ReplayError, match=r"no \.phh file in this folder"):
        find_files([tmp_path])
    cut = tmp_path / "cut.phh"
    cut.write_text((DATA / "pluribus/102/0.phh").read_text("utf-8")[:200], encoding="utf-8")
    binary = tmp_path / "binary.phh"
    binary.write_bytes(b"variant = '\xff'")
    results = [replay_file(file) for file in find_files([tmp_path])]
    assert [Path(result.file).name for result in results] == ["binary.phh", "cut.phh"]
    assert ["not UTF-8" in (result.error or "") or "cut off" in (result.error or "") for result in results] == [True, True]


def test_a_sample_is_drawn_from_the_games_that_are_played_and_repeats() -> None:
    recorded = [load(file) for file in find_files([DATA])]
    first, again = (choose(recorded, ReplayOptions(sample=100, seed=1)) for _ in range(2))
    assert [one.file for one in first] == [one.file for one in again]
    assert len({one.file for one in first}) == 100
    assert all(one.hand is not None for one in first)
    assert [one.file for one in choose(recorded, ReplayOptions(sample=100, seed=2))] != [one.file for one in first]
    assert len(choose(recorded, ReplayOptions())) == 840
    assert len(choose(recorded, ReplayOptions(sample=5000))) == 840


@pytest.mark.parametrize("seed", range(5))
def test_a_sample_has_a_hand_of_every_game_where_there_is_room(seed: int) -> None:
    recorded = [load(file) for file in find_files([DATA])]
    sample = choose(recorded, ReplayOptions(sample=80, seed=seed))
    assert len({one.file for one in sample}) == 80
    games = Counter(one.hand.variant for one in sample if one.hand is not None)
    assert len(games) == 10
    assert games.total() == 80
    few = choose(recorded, ReplayOptions(sample=3, seed=seed))
    assert len({one.hand.variant for one in few if one.hand is not None}) == 3


def test_the_hands_that_come_with_the_program_are_sound() -> None:
    hands = recorded_hands()
    assert len(hands) >= 10
    shown = split = all_in = 0
    for name, text in hands:
        result = replay(text)
        assert result.ok, name
        hand = parse(text)
        shown += any(action.kind == "show" for action in hand.actions)
        split += sum(payoff > 0 for payoff in result.payoffs or []) > 1
        all_in += 0 in (result.final_stacks or [])
    assert min(shown, split, all_in) >= 1


def test_a_file_too_long_for_a_hand_is_an_error_and_not_read(tmp_path: Path) -> None:
    file = tmp_path / "disk.phh"
    with file.open("wb") as written:
        written.truncate(2**40)  # a hole: it takes no room on the disk, and would in memory
    failure = load(file).failure
    assert "longer than 1,000,000 bytes" in str(failure)
