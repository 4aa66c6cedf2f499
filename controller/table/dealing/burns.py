"""Burns: one before each street of the board. Where one is missing, or is one too many, the order of the cards is restored in time.

Burned cards are counted since the hand began, so that later cards come as they would have without an error: what was burned too
little is burned before the next street, what was burned too much is not burned again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec.structs import replace

from controller.events import CardMoved
from controller.game import amended, street
from controller.game.hand import Hand
from controller.game.outcome import Told
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BURN, STUB, Zone
from controller.rules.ruling import OptionsUsed, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import board_deal, remedies
from controller.table.dealing.misdeals import PLAY_ON, Telling, dealing_of, put
from controller.table.dealing.state import AS_PLANNED, Move
from controller.table.table import Table, running

Kind = Literal["missing", "double"]

KIND: Final = "burn_error"
#: What is waited for before it is ruled about: a burn that may be read late, before the street, or before the card that is one too many.
MISSING: Final = "missing"
OVER: Final = "over"
#: What the dealer, or the floor, says instead: the card was burned, and no antenna read it.
BURNED: Final = "burned"
RULES: Final[Mapping[Kind, tuple[str, ...]]] = {
    "missing": ("cooke.14.08.a", "cooke.14.22.c", "cooke.4.17.u", "roberts.irregularities.15a", "roberts.holdem.5a", "home.2.burn"),
    "double": ("cooke.14.22.d", "roberts.irregularities.15a", "roberts.holdem.5a"),
}
#: The same before the flop: while no card was turned, and once some were.
COVERED_RULES: Final = ("roberts.holdem.4a",)
EXPOSED_RULES: Final = ("roberts.holdem.4b",)
ALL_IN_RULES: Final = ("roberts.holdem.5b", "roberts.irregularities.15d", "cooke.1.02")
LATE_RULES: Final[Mapping[Kind, tuple[str, ...]]] = {
    "missing": ("cooke.14.22.c", "roberts.irregularities.15b", "roberts.irregularities.15c", "roberts.holdem.5a", "home.2.burn"),
    "double": ("cooke.14.22.d", "roberts.irregularities.15b", "roberts.irregularities.15c", "roberts.holdem.5a"),
}
#: What is asked about the burns while nobody knows what lies there.
DOUBTS: Final = frozenset({"rfid.two_places", "rfid.unwatched"})
#: Answer → what is to be done; what restores the order is done by the dealer, anything else the floor decides.
_STEPS: Final[Mapping[tuple[Kind, str], tuple[Remedy, ...]]] = {
    ("missing", "restore_order"): (Remedy("first_to_burn"),),
    ("double", "restore_order"): (Remedy("burn_to_board"),),
    ("missing", "reshuffle_stub"): (Remedy("reshuffle_redeal"),),
    ("double", "reshuffle_stub"): (Remedy("reshuffle_redeal"),),
    ("missing", "ask_floor"): (Remedy("floor_decides"),),
    ("double", "ask_floor"): (Remedy("floor_decides"),),
}
_MOVES: Final[Mapping[Kind, tuple[tuple[Zone, Zone], ...]]] = {
    "missing": ((BOARD, BURN), (STUB, BOARD)),
    "double": ((BURN, BOARD), (BOARD, STUB)),
}
_UNTIL: Final[Mapping[str, str]] = {
    "first_action_on_street": "first_action", "substantial_action_on_street": "substantial_action", "until_award": "award",
    "next_hand": "next_hand",
}  # fmt: skip
#: What of the floor's answers there is where the cards that were turned go back.
RESHUFFLE: Final = "reshuffle"


def is_odd(table: Table, hand: Hand) -> bool:
    """Whether a card that was burned is more than one of its street, or anything else was odd before; asked of every burned card."""
    plan = VARIANTS[hand.setup.variant].burns_by_street
    return table.around.dealing is not AS_PLANNED or len(hand.burned) > plan[board_deal.coming(hand)]


def are_odd(hand: Hand) -> bool:
    """Whether more or fewer cards than planned are burned by the time a street was dealt; asked of every street."""
    return len(hand.burned) != VARIANTS[hand.setup.variant].burns_by_street[board_deal.dealt_street(hand)]


def came(table: Table, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a card came to the burns: one that is too many is ruled about.

    Source: cooke.14.22.d, roberts.holdem.4a, roberts.irregularities.15a.
    """
    hand = running(table)
    if hand is None or not telling.house.burn_antenna or not board_deal.dealt_in_streets(hand):
        return table
    if event.card not in hand.burned:
        if event.card in hand.dealt:
            return _put_right(table, hand, event, telling)
        hand = amended.amended(hand, event.card, BURN)
        table = replace(table, hand=hand)
    if read_late(table, event):
        if is_half_made(table, board_deal.of(table).error):
            return table  # the cards lie otherwise by now: what was begun is done
        table = board_deal.changed(table, pending="", error_by_ns=0)
        error = board_deal.of(table).error
        return board_deal.withdrawn(table, error, telling.told) if error else table
    table = missed(table, telling)
    at = board_deal.coming(hand)
    if len(hand.burned) <= board_deal.burns_due(table, hand, at) or "burn.double" in telling.house.without:
        return table
    return _ruled(table, hand, "double", telling, turned=False)


def _put_right(table: Table, hand: Hand, event: CardMoved, telling: Telling) -> Table:
    """A card of the board, or of a player, is laid on the burns: the dealer may have seen by himself that he had burned none."""
    if board_deal.of(table).pending != MISSING or event.card not in hand.board[board_deal.before(hand, board_deal.dealt_street(hand)) :]:
        return _strayed(table, hand, event, telling)
    table = missed(table, telling)
    dealing = dealing_of(table)
    move = next((one for one in dealing.moves if (one.from_zone, one.to_zone) == (BOARD, BURN)), None)
    if move is None:
        return table
    table = put(table, replace(dealing, moves=tuple([one for one in dealing.moves if one is not move])))
    return followed(replace(table, hand=amended.amended(hand, event.card, BURN)), move.ruling)


def read_late(table: Table, event: CardMoved) -> bool:
    """Whether a card that came to the burns may have been burned in time, before the card that lacked it."""
    board = board_deal.of(table)
    return event.to_zone == BURN and (board.pending != "" or board.error > 0) and board.error_by_ns > event.after_ns


def _strayed(table: Table, hand: Hand, event: CardMoved, telling: Telling) -> Table:
    """A card of the board, or of a player, is no burn: while a burn error is put right, another board card than the one meant is told.

    Source: cooke.14.22.c.
    """
    error = board_deal.ruling(table, board_deal.of(table).error)
    if error is None or error.kind != KIND or event.card not in hand.board:
        return table
    ruling = Ruling(
        0, "board_error", error.rules, error.options, (Remedy("push_back"),),
        who="dealer", about_seq=telling.about_seq, alternatives=(PLAY_ON,), carried_out=False,
    )  # fmt: skip
    return rulings.opened(table, ruling, telling.told, telling.house)


def street_dealt(table: Table, by_ns: int, telling: Telling) -> Table:
    """Return the table after all cards of a street lie on the board: as many must have been burned as are due by then.

    Source: cooke.14.08.a, cooke.14.22.c, home.2.burn.
    """
    hand = running(table)
    if hand is None or not telling.house.burn_antenna or not board_deal.dealt_in_streets(hand):
        return table
    at = board_deal.dealt_street(hand)
    wrong = len(hand.burned) - board_deal.burns_due(table, hand, at)
    kind: Kind = "double" if wrong > 0 else "missing"
    if wrong < 0 and -wrong <= _unseen(hand, at) + board_deal.of(table).unknown:
        wrong = 0
    if not wrong or f"burn.{kind}" in telling.house.without:
        return board_deal.changed(table, pending="") if board_deal.of(table).pending else table
    if kind == "missing" and is_unknown(table):
        return board_deal.changed(table, unknown=-wrong)
    if kind == "missing":
        return board_deal.changed(table, pending=MISSING, error_by_ns=by_ns)
    return _ruled(table, hand, kind, telling, turned=True)


def _unseen(hand: Hand, at: int) -> int:
    """Return of how many streets up to that one a card was entered by hand: no reader saw it, nor perhaps the burn before it."""
    begins = [board_deal.before(hand, one) for one in range(at + 1)]
    streets = zip(begins, [*begins[1:], len(hand.board)], strict=True)
    return sum([any(card in hand.entered for card in hand.board[first:last]) for first, last in streets])


def missed(table: Table, telling: Telling) -> Table:
    """Return the table once a burn was waited for that was not made: it is ruled about, unless nobody knows whether it was.

    Source: cooke.14.22.c, roberts.irregularities.15a, home.2.burn.
    """
    hand, pending = running(table), board_deal.of(table).pending
    if hand is None or pending != MISSING:
        return table
    if is_unknown(table):
        return doubted(table)
    by_ns = board_deal.of(table).error_by_ns
    return board_deal.changed(_ruled(board_deal.changed(table, pending=""), hand, "missing", telling, turned=True), error_by_ns=by_ns)


def is_unknown(table: Table) -> bool:
    """Whether nobody knows what lies on the burns: a card may lie there or elsewhere, or their reader does not answer."""
    return any(one.code in DOUBTS and BURN in one.zones for one in table.open)


def doubted(table: Table) -> Table:
    """Return the table after it was said, or is no more, that nobody knows what lies on the burns: one that is waited for is unknown."""
    hand = running(table)
    if hand is None or board_deal.of(table).pending != MISSING:
        return table
    lacking = board_deal.burns_due(table, hand, board_deal.dealt_street(hand)) - len(hand.burned)
    return board_deal.changed(table, pending="", error_by_ns=0, unknown=max(0, lacking))


def _ruled(table: Table, hand: Hand, kind: Kind, telling: Telling, *, turned: bool) -> Table:
    """Rule about the burns of a street; `turned` = its cards lie on the board already. What was ruled about it before is no more."""
    house, options = telling.house, telling.house.options
    error = board_deal.of(table).error
    if error:
        table = board_deal.withdrawn(table, error, telling.told)
    at = board_deal.dealt_street(hand) if turned else board_deal.coming(hand)
    first = not board_deal.before(hand, at)
    all_in = turned and street.betting_over(hand)
    window = "burn_error_window_all_in" if all_in and "burn.all_in" not in house.without else "burn_error_window"
    until = str(getattr(options, window))
    if until == "not_corrected":
        return late(table, kind, telling)
    question, rules = f"{kind}_burn_remedy", RULES[kind]
    if first and turned and "burn.exposed_preflop" not in house.without:
        question, rules = "preflop_burn_error_exposed", (*rules, *EXPOSED_RULES)
    elif first and not turned:
        rules = (*rules, *COVERED_RULES)
    answer = str(getattr(options, question))
    restores = answer == "restore_order"
    steps = _STEPS[kind, answer] if turned or not restores else (Remedy("burn_to_stub"),)
    used: OptionsUsed = ((question, answer), (window, until))
    ruling = Ruling(
        0, KIND, (*rules, *(ALL_IN_RULES if all_in else ())), used, steps,
        who="dealer" if restores else "floor", may_until=_UNTIL[until], status="in_force" if restores else "proposed",
        about_seq=telling.about_seq, alternatives=_alternatives(kind, restores=restores), carried_out=False,
    )  # fmt: skip
    table = rulings.opened(table, ruling, telling.told, house)
    number = rulings.docket_of(table).numbers[0]
    if restores:
        pairs = _MOVES[kind] if turned else ((BURN, STUB),)
        only = hand.board[-1] if turned and len(hand.board) - board_deal.before(hand, at) == 1 else None
        table = remedies.ordered(table, [Move(number, came, to, only if came == BOARD else None) for came, to in pairs])
    else:
        table = put(table, replace(dealing_of(table), stopped=number))
    return board_deal.changed(table, error=number, error_by_ns=0, acts=0)


def _alternatives(kind: Kind, *, restores: bool) -> tuple[str, ...]:
    unread = (BURNED,) if kind == "missing" else ()
    return (PLAY_ON, *unread) if restores else (RESHUFFLE, PLAY_ON, *unread)


def acted(table: Table, told: list[Told], telling: Telling) -> Table:
    """Return the table after an entry of the hand: once enough have acted on the street its cards stand.

    Source: cooke.14.22.c, cooke.10.17, roberts.irregularities.15b.
    """
    if any(one.kind in ("acted", "street_closed") for one in told):
        table = missed(table, telling)
    board, options = board_deal.of(table), telling.house.options
    if not board.error:
        return table
    acts = board.acts + sum([1 for one in told if one.kind == "acted"])
    most = 1 if options.burn_error_window == "first_action_on_street" else options.substantial_action_players
    closed = any(one.kind == "street_closed" for one in told)
    table = board_deal.changed(table, acts=acts)
    now = board_deal.ruling(table, board.error)
    if (acts < most and not closed) or now is None or now.kind != KIND or _begun(table, now):
        return table
    return late(board_deal.withdrawn(table, board.error, telling.told), None, telling)


def _begun(table: Table, ruling: Ruling) -> bool:
    """Whether a part of what restores the order was done already: then the rest is."""
    left = sum([1 for one in dealing_of(table).moves if one.ruling == ruling.number])
    return ruling.status == "in_force" and left == 1 and len(ruling.remedy) == 1 and ruling.remedy[0].do != "burn_to_stub"


def is_half_made(table: Table, number: int) -> bool:
    """Whether some of a ruling's moves were made and others are left: the board has a card too few, or one too many."""
    dealing = dealing_of(table)
    return any(one.ruling == number for one in dealing.made) and any(one.ruling == number for one in dealing.moves)


def late(table: Table, kind: Kind | None, telling: Telling, *, turned: bool = True) -> Table:
    """Return the table once a burn error is found too late: the cards stand, and what is burned from now on makes up for it, or not.
    `turned` = the street that was burned for lies there.

    Source: cooke.14.22.c, cooke.14.22.d, cooke.def.proper_card, roberts.irregularities.15b, roberts.irregularities.15c.
    """
    hand, house = running(table), telling.house
    if hand is None or "burn.late" in house.without:
        return table
    street_at = max(board_deal.dealt_street(hand), 0) if turned else board_deal.coming(hand)
    wrong = len(hand.burned) - board_deal.burns_due(table, hand, street_at)
    wrong = min(0, wrong + board_deal.of(table).unknown) if wrong < 0 else wrong
    if not wrong:
        return table
    kind = kind or ("double" if wrong > 0 else "missing")
    answer, plan = house.options.late_burn_error, VARIANTS[hand.variant].burns_by_street
    after = street_at + 1
    steps: tuple[Remedy, ...] = (Remedy("play_on"),)
    if answer == "play_on_from_top":
        table = board_deal.changed(table, shift=board_deal.of(table).shift + wrong)
    elif not turned:  # the next street is the one that has a burn less
        table = board_deal.changed(table, once=(street_at, wrong))
    if answer != "play_on_from_top" and after < len(plan):
        more = board_deal.burns_due(table, hand, after) - len(hand.burned)
        steps = (*steps, Remedy("burn_more", amount_chips=more) if more > 0 else Remedy("no_burn"))
    ruling = Ruling(0, KIND, LATE_RULES[kind], (("late_burn_error", answer),), steps, who="nobody", about_seq=telling.about_seq)
    return rulings.opened(table, ruling, telling.told, house)


def followed(table: Table, number: int) -> Table:
    """Return the table after a move of a ruling about burns: nobody acts while the order is half restored."""
    dealing = dealing_of(table)
    if dealing.board.error != number:
        return table
    left = any(one.ruling == number for one in dealing.moves)
    board = dealing.board if left else replace(dealing.board, error=0, error_by_ns=0, acts=0)
    return put(table, replace(dealing, stopped=number if left else 0, board=board))
