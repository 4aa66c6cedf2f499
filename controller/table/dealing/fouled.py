"""A fouled deck: a card too many or too few, one of another deck, two of one kind. What follows is the house's answer to each.

No ruling here names a card, and none depends on which one it is: a place is all that is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from controller.game.hand import Hand
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import deck_life, misdeals, refunds, window
from controller.table.dealing.misdeals import PLAY_ON, Telling
from controller.table.table import Table

BUTTON_RULES: Final = ("cooke.14.12.g",)
DEAD_RULES: Final = ("home.7.dead",)
#: What of a deal can no longer be put right after substantial action: all but a fouled deck.
EXCEPTED_RULES: Final = ("cooke.10.17.a",)
#: Kinds of ruling that say what a foul has led to.
_KIND: Final = "fouled_deck"


class Foul(NamedTuple):
    """A row: the rule's name in the code, the question that decides it, and by which rows of the books it is so.

    `misdeal` are those by which it is a misdeal as long as the deal can be called wrong, `stands` those by which the result stands.
    """

    name: str
    option: str
    rules: tuple[str, ...]
    misdeal: tuple[str, ...] = ()
    stands: tuple[str, ...] = ()


_STANDS: Final = ("roberts.irregularities.10", "home.7.after_two")
#: What is wrong with a deck → what it is.
FOULS: Final[Mapping[str, Foul]] = {
    "duplicate": Foul("fouled.duplicate", "duplicate_card", ("cooke.14.12.c", "roberts.irregularities.4"), ("home.7.misdeal.2",)),
    "back": Foul("fouled.back", "odd_back_in_play", ("cooke.14.12.b", "roberts.irregularities.3a"), ("home.7.misdeal.2",)),
    "back_in_stub": Foul(
        "fouled.back_in_stub", "odd_back_in_stub", ("cooke.14.12.b",), stands=("roberts.irregularities.3b",)
    ),
    "surplus": Foul("fouled.count", "surplus_card_in_deck", ("cooke.14.12.a",), ("home.7.misdeal.9",), _STANDS),
    "missing_early": Foul("misdeal.missing_card", "missing_card_before_window", (), ("cooke.14.20.j", "home.7.misdeal.9"), _STANDS),
    "missing": Foul("fouled.count", "missing_card_after_window", ("cooke.14.12.a",), (), _STANDS),
}  # fmt: skip
#: Answers by which the hand is void and its chips go back, at any time …
_VOID: Final = frozenset({"void_and_refund", "fouled_deck_refund"})
#: … those by which it is a misdeal while the deal can still be called wrong …
_IN_TIME: Final = frozenset({"misdeal", "misdeal_then_play_on", "as_invalid_card"})
#: … and one by which a hand that holds such a card is dead afterwards.
_DEAD: Final = "as_invalid_card"


def called(table: Table, what: str, telling: Telling, *, seat: int | None = None, also: tuple[str, ...] = ()) -> Table:
    """Return the table after the deck was found fouled by `what`, a row of `FOULS`: among the cards of `seat`, if anybody's.

    `also` are rules by which it was found. Of one hand it is ruled once. A foul that is found when its time is over changes nothing but
    that the deck is to be changed.
    Source: cooke.14.12, cooke.14.20.j, cooke.10.17, roberts.irregularities.3, roberts.irregularities.10, home.7.misdeal.9.
    """
    hand, house = table.hand, telling.house
    if hand is None or hand.stage == "void" or _ruled(table):
        return table
    early = not hand.over and window.open_for_misdeals(hand, house)
    foul = FOULS["missing_early" if what == "missing" and early else what]
    if also:
        foul = Foul(foul.name, foul.option, (*foul.rules, *also), (*foul.misdeal, *also), (*foul.stands, *also))
    if foul.name in house.without:
        return table
    answer = str(getattr(house.options, foul.option))
    options: OptionsUsed = ((foul.option, answer),)
    if answer in _VOID and in_time(table, house):
        if not early and "misdeal.substantial" not in house.without:
            foul = Foul(foul.name, foul.option, (*foul.rules, *EXCEPTED_RULES))
        return _proposed(table, foul, telling, seat, options)
    if answer in _IN_TIME and early:
        table = misdeals.called(table, foul.misdeal, telling, seat=seat, options=options)
        return deck_life.flagged(table, foul.misdeal, telling, now=True)
    if answer == _DEAD and not hand.over:
        return _invalid(table, hand, telling, seat, options)
    return deck_life.flagged(table, foul.stands or foul.rules, telling, options=options)


def in_time(table: Table, house: House) -> bool:
    """Whether it is still a ground to give chips back: in a running hand it is, afterwards until the house's cut-off.

    Source: cooke.1.02, cooke.10.17.a.
    """
    hand = table.hand
    if hand is None or not hand.over:
        return hand is not None
    if house.options.fouled_refund_deadline == "pot_pushed":
        return False
    return table.around.deck.cutoff_hand < hand.number


def _ruled(table: Table) -> bool:
    return any(one.kind == _KIND and one.status != "lapsed" for one in rulings.docket_of(table).rulings)


def _proposed(table: Table, foul: Foul, telling: Telling, seat: int | None, options: OptionsUsed) -> Table:
    """The betting stops, and the floor is asked to give the chips back."""
    house, hand = telling.house, table.hand
    if hand is None:
        return table
    ruling = Ruling(
        0, "fouled_deck", foul.rules, options, seat=seat, who="floor", may_until=_until(house),
        status="proposed", about_seq=telling.about_seq, alternatives=(PLAY_ON,), carried_out=False,
    )  # fmt: skip
    table = rulings.opened(table, with_shares(ruling, hand, house), telling.told, house)
    number = rulings.docket_of(table).numbers[0]
    table = misdeals.put(table, replace(misdeals.dealing_of(table), stopped=number))
    return deck_life.flagged(table, (), telling, now=True)


def with_shares(ruling: Ruling, hand: Hand, house: House, guilty: tuple[int, ...] = ()) -> Ruling:
    """Return a ruling whose remedy says who gets what, and by which rules."""
    if "fouled.refund" in house.without:
        return replace(ruling, remedy=(Remedy("change_deck"),))
    share = refunds.shares(hand, house, guilty)
    asks = guilty and house.options.fouled_deck_freeroll == "ask_floor"
    back = Remedy("divide_pot", tuple([seat for seat, _ in share.paid])) if share.divided else Remedy("return_bets")
    steps = (Remedy("floor_decides") if asks else back, *[Remedy("pay_seat", (seat,), (), chips) for seat, chips in share.paid])
    stays = (Remedy("stays_in_pot", (), (), share.stays_chips),) if share.stays_chips else ()
    button = BUTTON_RULES if same_button(house) else ()
    kept = tuple([one for one in ruling.options if one[0] not in dict(share.options)])
    return replace(
        ruling,
        rules=house.cited(tuple(dict.fromkeys((*ruling.rules, *share.rules, *button)))),
        options=(*kept, *share.options),
        remedy=(*steps, *stays, Remedy("change_deck")),
    )


def same_button(house: House) -> bool:
    """Whether the hand after one that was void for its deck is dealt from the same button. Source: cooke.14.12.g."""
    return house.options.fouled_deck_button == "same_positions" and "fouled.same_button" not in house.without


def _until(house: House) -> str:
    return "award" if house.options.fouled_refund_deadline == "pot_pushed" else "next_riffle"


def _invalid(table: Table, hand: Hand, telling: Telling, seat: int | None, options: OptionsUsed) -> Table:
    """A hand with such a card is dead; where it is nobody's card the floor is asked.

    Source: home.7.dead.
    """
    holder = seat if seat in hand.seats and not hand.folded[hand.seats.index(seat)] else None
    dead = holder is not None
    ruling = Ruling(
        0, "dead_hand" if dead else "fouled_deck", DEAD_RULES if dead else (), options,
        (Remedy("kill_hand", (seat or 0,)),) if dead else (Remedy("floor_decides"),),
        seat=seat, who="floor", may_until="award", status="proposed", about_seq=telling.about_seq,
        alternatives=(PLAY_ON,), carried_out=False,
    )  # fmt: skip
    table = rulings.opened(table, ruling, telling.told, telling.house)
    return deck_life.flagged(table, (), telling)
