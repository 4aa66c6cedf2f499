"""An all-in that is run more than once: what the players agree on before the rest of the board is dealt."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game.boards import ONE_BOARD, Boards
from controller.game.hand import Hand
from controller.game.outcome import More, Refused, Told
from controller.game.street import betting_over
from controller.game.variants import VARIANTS

RUN_RULES: Final = ("roberts.nl.14b",)


def agree(hand: Hand, times: int) -> Refused | tuple[Hand, list[Told]]:
    """Have the rest of the board dealt so many times, each run for its share of every pot; 1 = once after all.

    What lies on the board counts for every run.
    Source: roberts.nl.14b.
    """
    wrong = why_not(hand)
    if wrong is not None:
        return wrong
    most = hand.setup.most_runs
    if not 1 <= times <= most:
        return Refused("run_it.house", f"Here an all-in is run {most} times at the most.", RUN_RULES)
    boards = ONE_BOARD if times == 1 else Boards(((),) * (times - 1), times, len(hand.board))
    return replace(hand, boards=boards), [Told("run_it", rules=RUN_RULES, more=More(times=times))]


def why_not(hand: Hand) -> Refused | None:
    """Return why nothing can be agreed on now, whatever it is."""
    variant = VARIANTS[hand.variant]
    if hand.over:
        return Refused("state.no_hand", "No hand is running: begin one with new_hand.")
    if hand.setup.most_runs == 1:
        return Refused("run_it.house", "Here an all-in is run once.", RUN_RULES)
    if variant.boards > 1 or not variant.board_by_street[-1]:
        return Refused("run_it.game", f"In {variant.title} an all-in is run once: it is dealt again on one board only.")
    if hand.stage != "dealing" or not betting_over(hand):
        return Refused("run_it.not_all_in", "An all-in is run again when nobody can bet any more and board cards are to come: not now.")
    lie = variant.board_by_street[hand.street] if hand.street >= 0 else 0
    lying = len(hand.board) > (hand.boards.shared if hand.boards.runs > 1 else lie) or any(hand.boards.further)
    if lying or len(hand.burned) > variant.burns_by_street[hand.street + 1]:
        return Refused("run_it.begun", "A card has been dealt since betting was over: it is run as was said before.")
    return None
