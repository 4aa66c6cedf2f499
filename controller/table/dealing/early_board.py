"""Board cards that come before the betting round is over: asked about first, for the panel may lag; if they came early they never stand.

While they lie there the dealer is asked what the player did whose action is not entered. Entered in time, the cards are taken as ever.
When nothing was entered for as long as a missing card is waited for, or the dealer says that the player has yet to act, they are early:
the betting goes on, and when it is over the board is put right as the house has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.events import CardMoved
from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.outcome import Told
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, MUCK, STUB, Zone
from controller.rules.house import House
from controller.rules.ruling import Prompt, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import board_deal, oversized, remedies
from controller.table.dealing.misdeals import PLAY_ON, Telling
from controller.table.dealing.state import Move
from controller.table.table import Table, running

KIND: Final = "board_error"
#: What the dealer is asked, and the answer that is no act.
ASKED: Final = "board_early"
EARLY: Final = "early"
RESHUFFLE: Final = "reshuffle"
NEXT_CARD: Final = "next_card"
EARLY_RULES: Final = ("cooke.14.13", "cooke.14.22.a", "cooke.6.01.a", "roberts.holdem.6", "roberts.irregularities.16", "home.2.no_predeal")
#: Which of the three it is, by how many cards lie on the board before that street: the question, its rules, and the registered rule.
_STREETS: Final[Mapping[str, tuple[str, tuple[str, ...], str]]] = {
    "flop": ("early_flop_remedy", ("cooke.14.13.01.a", "cooke.14.13.01.b", "roberts.holdem.7"), "board.early_flop"),
    "turn": ("early_turn_remedy", ("cooke.14.13.02.a", "cooke.14.13.02.b", "cooke.def.dead_card", "roberts.holdem.8a"), "board.early_turn"),
    "river": ("early_river_remedy", ("cooke.14.13.03", "roberts.holdem.8b"), "board.early_river"),
}
_STEPS: Final[Mapping[str, tuple[Remedy, ...]]] = {
    "reshuffle_no_burn": (Remedy("finish_round"), Remedy("reshuffle_no_burn")),
    "river_card_as_turn_then_reshuffle": (Remedy("finish_round"), Remedy("set_aside"), Remedy("reshuffle_aside")),
    "next_cards_no_shuffle": (Remedy("finish_round"), Remedy("next_becomes")),
    "next_card_no_shuffle": (Remedy("finish_round"), Remedy("next_becomes")),
    "ask_floor": (Remedy("finish_round"), Remedy("floor_decides")),
}
#: Answer → where the early cards go, or beside it: what is set aside, and what lies deep in the stub, no antenna reads.
_GOES: Final[Mapping[str, Zone]] = {
    "reshuffle_no_burn": STUB, "river_card_as_turn_then_reshuffle": STUB, "next_cards_no_shuffle": MUCK, "next_card_no_shuffle": MUCK,
}  # fmt: skip


def arrived(table: Table, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a card came to the board that the hand does not wait for.

    Source: cooke.14.13, roberts.holdem.6, roberts.irregularities.16.
    """
    hand = running(table)
    if hand is None or event.card in hand.dealt or not board_deal.dealt_in_streets(hand):
        return table
    board = board_deal.of(table)
    if event.card in (*board.early, *board.void) or any(one.to_zone == BOARD for one in remedies.due(table)):
        return table  # where a remedy has one there, it is taken once there is room for it
    if oversized.is_one(table, hand, telling.house):
        return oversized.came(table, event)
    if hand.stage != "betting" or hand.street + 1 >= len(VARIANTS[hand.variant].streets) or "board.early" in telling.house.without:
        return table
    if board.void:
        return board_deal.changed(table, void=(*board.void, event.card))
    table = board_deal.changed(table, early=(*board.early, event.card), owed=board.owed or _owing(hand))
    return table if board.early else _asked(table, hand, telling)


def after_all(table: Table, telling: Telling) -> Table:
    """Return the table whose card too many on the board is one that came early: a burn for it was read late."""
    hand, board = running(table), board_deal.of(table)
    if hand is None or not board.void:
        return table
    return _asked(board_deal.changed(table, early=board.void, void=(), owed=_owing(hand)), hand, telling)


def _owing(hand: Hand) -> tuple[int, ...]:
    """Return the seats that have yet to act in the round."""
    players = zip(hand.seats, hand.folded, hand.stacks, hand.faced_at, strict=True)
    return tuple([seat for seat, out, stack, faced in players if not out and stack and faced != hand.current_bet])


def _asked(table: Table, hand: Hand, telling: Telling) -> Table:
    """Ask what the player did whose turn it is; what he does by the most usual act is one touch."""
    if hand.to_act < 0:
        return table
    usual = "check" if hand.current_bet == hand.bets[hand.to_act] else "call"
    prompt = Prompt(0, "dealer", ASKED, hand.seats[hand.to_act], rules=EARLY_RULES, answers=(usual, EARLY))
    return rulings.asked(table, prompt, telling.told, telling.house)


def entered(table: Table, before: Hand, told: list[Told], telling: Telling) -> Table:
    """Return the table after an entry: what lay too early is part of the board by now, or it is asked about the next player."""
    hand, board = running(table), board_deal.of(table)
    if hand is None or not board.early:
        return table
    lying = tuple([card for card in board.early if card not in hand.dealt])
    if not lying:
        return board_deal.changed(table, early=(), owed=())
    if lying != board.early:
        table = board_deal.changed(table, early=lying)
    new_turn = hand.stage == "betting" and (hand.to_act, hand.street) != (before.to_act, before.street)
    return _asked(table, hand, telling) if new_turn else table


def ruled(table: Table, telling: Telling) -> Table:
    """Rule that the cards which lie there came too early: they never stand, however the betting ends.

    Source: cooke.14.13.01.a, cooke.14.13.02.a, cooke.14.13.03, cooke.14.22.a, roberts.holdem.6, roberts.holdem.7, roberts.holdem.8a.
    """
    hand, board, house = running(table), board_deal.of(table), telling.house
    if hand is None or not board.early:
        return table
    at = board_deal.coming(hand)
    question, rules, registered = _STREETS[_name(hand, at)]
    answer = str(getattr(house.options, question))
    if registered in house.without:
        answer, rules = "ask_floor", ()
    ruling = Ruling(
        0, KIND, (*EARLY_RULES, *rules), ((question, answer), ("early_board_cards", house.options.early_board_cards)), _STEPS[answer],
        who="floor", status="proposed", about_seq=telling.about_seq, alternatives=alternatives(answer), carried_out=False,
    )  # fmt: skip
    table = rulings.unasked(rulings.opened(table, ruling, telling.told, house))
    number = rulings.docket_of(table).numbers[0]
    table = board_deal.changed(table, early=(), void=board.early)
    return put_right(table, hand, number, answer, at)


def alternatives(answer: str) -> tuple[str, ...]:
    """Return what the floor can decide instead."""
    if answer in ("reshuffle_no_burn", "river_card_as_turn_then_reshuffle"):
        return (NEXT_CARD, PLAY_ON)
    return (RESHUFFLE, PLAY_ON) if answer in _GOES else (RESHUFFLE, NEXT_CARD, PLAY_ON)


def put_right(table: Table, hand: Hand, number: int, answer: str, at: int) -> Table:
    """Return the table with the moves, the burns and the shuffle that put the board right."""
    if answer not in _GOES:
        return table
    table = remedies.ordered(table, [Move(number, BOARD, _GOES[answer], card) for card in board_deal.of(table).void])
    if answer == "river_card_as_turn_then_reshuffle":
        burned_for_it = len(hand.burned) >= board_deal.burns_due(table, hand, at)
        return board_deal.changed(table, once=(at, 1 if burned_for_it else 0), shuffle=(number, at + 1))
    if answer == "reshuffle_no_burn":
        return board_deal.changed(table, shuffle=(number, at))
    return table


def stands(table: Table, hand: Hand, house: House) -> tuple[Card, ...]:
    """Return the cards that lie early and stand all the same: the house has it so, and who had yet to act has folded.

    Source: the house's `early_board_cards`; cooke.14.13, roberts.holdem.6 and roberts.irregularities.16 say never.
    """
    board = board_deal.of(table)
    if house.options.early_board_cards != "if_remaining_fold" or not board.owed or not board.void:
        return ()
    return board.void if all(hand.folded[hand.index_of[seat]] for seat in board.owed) else ()


def _name(hand: Hand, at: int) -> str:
    """Return which of three streets it is most like: the first of the board, the last, or one between."""
    if not board_deal.before(hand, at):
        return "flop"
    return "river" if at == len(VARIANTS[hand.variant].streets) - 1 else "turn"
