"""What everyone may see of the table, as plain JSON values.

The models of `feed.payloads` are the contract; dictionaries are built here because every turn of
the table builds them. A hole card is in a view when the hand was shown and in no other case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from controller.feed.dealing_view import dealing_view, deck_view
from controller.game import boards, declared, drawing, joker, openers, runs
from controller.game.betting import legal
from controller.game.cards import Card, card_text
from controller.game.drawn import cards_of, opener_of, said_of, unseen
from controller.game.hand import Hand
from controller.game.legal_actions import LegalAction, legal_actions
from controller.game.legal_rules import turn_rules
from controller.game.pots import pots_of
from controller.game.showdown import show_order, whole_hand
from controller.game.variants import FIRST_GAME, VARIANTS
from controller.table.announcing import behind
from controller.table.dealing.exposed import in_sight
from controller.table.table import QUIET, Table

View = dict[str, Any]

#: Rules of all books → those that the house names.
Cited = Callable[[tuple[str, ...]], tuple[str, ...]]


#: Stages in which the hand is over and chips are back in the stacks.
OVER: Final = frozenset({"ended", "void"})

#: Players dealt in → what the places are called, in deal order (first seat left of the button first).
POSITIONS: Final[Mapping[int, tuple[str, ...]]] = {
    2: ("BB", "BTN"),
    3: ("SB", "BB", "BTN"),
    4: ("SB", "BB", "UTG", "BTN"),
    5: ("SB", "BB", "UTG", "CO", "BTN"),
    6: ("SB", "BB", "UTG", "HJ", "CO", "BTN"),
    7: ("SB", "BB", "UTG", "LJ", "HJ", "CO", "BTN"),
    8: ("SB", "BB", "UTG", "UTG+1", "LJ", "HJ", "CO", "BTN"),
    9: ("SB", "BB", "UTG", "UTG+1", "UTG+2", "LJ", "HJ", "CO", "BTN"),
    10: ("SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO", "BTN"),
}


def hand_id(number: int | None) -> str | None:
    """Return how a hand is called on every feed."""
    return None if number is None else f"h{number}"


def card_texts(cards: Sequence[Card]) -> list[str]:
    """Return the names of face-up cards."""
    return [card_text(card) for card in cards]


#: What of `state` the table alone does not say.
NOBODY_CALLED: Final[Mapping[str, Any]] = {
    "rotation": None, "floor_call": None, "clock": None, "last_entry": None, "rulings": [], "announcements": [], "prompts": []
}  # fmt: skip


def state_view(
    table: Table, newcomers: frozenset[int], quality: View, called: Mapping[str, Any] = NOBODY_CALLED, cited: Cited = tuple
) -> View:
    """Return the body of `state` without its stamps.

    `newcomers` are seats taken since the last hand ended: what that hand did there is not theirs. `called` are the
    fields that have UTC times and the story in them: what is called, ruled, announced and asked, and the entry made last.
    `cited` says which rules the house names.
    """
    hand = table.hand
    stakes = table.stakes if hand is None or hand.stage in OVER else hand.stakes
    return {
        "rev": table.rev,
        "hand": hand_id(hand.number) if hand else None,
        "stage": hand.stage if hand else "between",
        "street": VARIANTS[hand.variant].street_names[max(hand.street, 0)] if hand else None,
        "board": card_texts(hand.board) if hand else [],
        "boards": boards_view(hand),
        "run_it": _run_it(hand),
        "board_cards": VARIANTS[hand.variant if hand else stakes.game or FIRST_GAME].board_by_street[-1],
        "pots": _pots(table, hand),
        "pot_total": _chips_in_play(table, hand),
        "button": table.button or None,
        "small_blind": stakes.small_blind,
        "big_blind": stakes.big_blind,
        "ante": stakes.ante,
        "limit": stakes.limit,
        "small_bet": stakes.small_bet_chips if stakes.limit == "fixed_limit" else None,
        "big_bet": stakes.big_bet_chips if stakes.limit == "fixed_limit" else None,
        "game": hand.variant if hand and hand.stage not in OVER else stakes.game or (hand.variant if hand else FIRST_GAME),
        "hand_cards": whole_hand(hand) if hand else VARIANTS[stakes.game or FIRST_GAME].held_cards,
        "to_act": _to_act(hand),
        "opener": None if hand is None else opener_of(hand),
        "shows_openers": _shows_openers(hand),
        "legal": _legal(hand, cited),
        "draw": draw_view(hand) if hand and hand.stage == "drawing" else None,
        "to_show": next(iter(show_order(hand)), None) if hand else None,
        "joker": hand is not None and joker.plays(hand.setup),
        "calls": [*declared.numbers(hand)] if hand else [],
        "seats": [seat_view(table, seat, newcomers) for seat in range(1, len(table.seats) + 1)],
        "quality": quality,
        "paused": table.paused,
        "hidden": table.hidden,
        "dealer": table.dealer or None,
        "deck": deck_view(table),
        **dealing_view(table),
        **called,
    }


def seat_view(table: Table, seat: int, newcomers: frozenset[int]) -> View:
    """Return the public view of one seat."""
    taken = table.seats[seat - 1]
    view: View = {
        "seat": seat,
        "name": None,
        "stack": 0,
        "bet": 0,
        "state": "empty",
        "position": None,
        "to_act": False,
        "last_action": None,
        "drew": [],
        "cards": {"count": 0, "shown": []},
        "up": [],
        "result": None,
        "short_name": None,
        "country": None,
        "picture": None,
        "behind": 0 if table.around is QUIET else behind.of(table, seat),
    }
    hand = table.hand
    dealt_in = hand is not None and seat in hand.seats and seat not in newcomers
    if taken is not None:
        view.update(
            name=taken.name,
            stack=taken.stack_chips,
            state="waiting",
            short_name=taken.short_name or None,
            country=taken.country or None,
            picture=taken.picture or None,
        )
    if hand is None or not dealt_in or taken is None:
        return view
    index = hand.seats.index(seat)
    over = hand.stage in OVER
    if not over:
        view["stack"] = hand.stacks[index]
        view["bet"] = hand.bets[index]
    gone = hand.folded[index] or hand.mucked[index]
    view["state"] = _seat_state(hand, index, over)
    view["position"] = _position(hand, index)
    view["to_act"] = hand.to_act == index
    view["last_action"] = hand.last_acts[index] or None
    view["drew"] = [*said_of(hand.drawing, index)]
    shown = () if table.hidden else hand.shown[index] or ()
    view["cards"] = {"count": 0 if gone else hand.dealt_to.count(index) - unseen(hand, index), "shown": card_texts(shown)}
    if hand.up and not gone:
        view["up"] = card_texts(hand.up_of(index))
    if table.around is not QUIET and not (gone or over or table.hidden or shown):
        view["up"] += card_texts(in_sight(table, seat))
    view["result"] = hand.payoffs[index] if hand.stage == "ended" and hand.payoffs else None
    return view


def _seat_state(hand: Hand, index: int, over: bool) -> str:
    if hand.folded[index]:
        return "folded"
    if hand.mucked[index]:
        return "mucked"
    return "all_in" if not over and hand.stacks[index] == 0 else "in_hand"


def _shows_openers(hand: Hand | None) -> int | None:
    return hand.seats[hand.drawing.opener] if hand is not None and not hand.over and openers.owed(hand) else None


def boards_view(hand: Hand | None) -> list[list[str]]:
    """Return every board as it counts, where more than one is dealt."""
    return [card_texts(board) for board in boards.all_of(hand)] if hand is not None and hand.boards.further else []


def _run_it(hand: Hand | None) -> View | None:
    if hand is None:
        return None
    most = hand.setup.most_runs if hand.setup.most_runs > 1 and runs.why_not(hand) is None else 0
    return {"times": hand.boards.runs, "most": most} if most or hand.boards.runs > 1 else None


def draw_view(hand: Hand) -> View:
    """Return what is asked of players whose cards are changed or given up."""
    turn, coming = drawing.to_draw(hand), drawing.coming(hand)
    return {
        "seat": None if turn < 0 else hand.seats[turn],
        "least": 0 if turn < 0 else len(cards_of(hand.drawing.gone, hand.street + 1, turn)),
        "most": coming.draw,
        "discard": coming.discard,
        "waiting": [seat for i, seat in enumerate(hand.seats) if hand.drawing.counts[-1][i] == -1],
        "split": None if hand.drawing.split else _shows_openers(hand),
    }


def _position(hand: Hand, index: int) -> str | None:
    """What his place is called; nothing where nobody has a blind and no place acts before another."""
    if VARIANTS[hand.variant].forced != "blinds":
        return None
    names = POSITIONS.get(len(hand.seats))
    if hand.setup.dead_small and names is not None:
        names = tuple([name for name in POSITIONS.get(len(hand.seats) + 1, names) if name != "SB"])
    return names[index] if names else None


def _to_act(hand: Hand | None) -> int | None:
    return None if hand is None or hand.to_act < 0 else hand.seats[hand.to_act]


def _legal(hand: Hand | None, cited: Cited) -> View | None:
    if hand is None:
        return None
    options = legal(hand)
    if options is None:
        return None
    return {
        "call": options.call_chips,
        "can_raise": options.can_raise,
        "min_raise_to": options.min_raise_to,
        "max_raise_to": options.max_raise_to,
        "actions": [_action(one, cited) for one in legal_actions(hand)],
        "rules": [*cited(turn_rules(hand))],
    }


def _action(one: LegalAction, cited: Cited) -> View:
    return {
        "do": one.do,
        "legal": one.legal,
        "min": one.min_to,
        "max": one.max_to,
        "step": one.step_chips,
        "code": one.code,
        "why": one.why,
        "rules": [*cited(one.rules)],
    }


def _pots(table: Table, hand: Hand | None) -> list[View]:
    if hand is None or hand.stage in OVER:
        waits = table.around.carried
        return [{"amount": waits.chips, "seats": sorted([seat for seat, _ in waits.shares])}] if waits.deals else []
    return [{"amount": chips, "seats": sorted(seats)} for chips, seats in pots_of(hand)]


def _chips_in_play(table: Table, hand: Hand | None) -> int:
    """What left the stacks and has not come back: right whatever became of antes and uncalled bets."""
    if hand is None or hand.stage in OVER:
        return table.around.carried.chips
    return sum(hand.start_stacks) - sum(hand.stacks) + hand.setup.carried.chips
