"""Too many or too few cards before a player: what was to be the burn goes back, what is due is dealt, and else it is a misdeal."""

from __future__ import annotations

from typing import Final

from controller.game.cards import Card
from controller.game.deal import due_of
from controller.game.hand import Hand
from controller.game.short_stub import gets_cards
from controller.game.variants import VARIANTS
from controller.game.zones import HOLE, STUB, UP
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import misdeals, remedies, window
from controller.table.dealing.burn_order import comes_down
from controller.table.dealing.misdeals import Telling, dealing_of
from controller.table.dealing.order import Deal
from controller.table.dealing.state import Move
from controller.table.table import Table

#: Several cards too many, and such as belong to the flop or the draw.
MANY_RULES: Final = ("cooke.14.20.e", "roberts.misdeals.1.4", "roberts.holdem.2b", "roberts.lowball.1.3", "home.7.misdeal.3")
LATER_STREET_RULES: Final = ("cooke.14.20.k", *MANY_RULES)
#: One card too many: it goes back, or it cannot.
RETURNED_RULES: Final = (
    "cooke.14.20.e", "roberts.irregularities.11", "roberts.holdem.2a", "roberts.misdeals.1.4", "home.7.misdeal.3",
)  # fmt: skip
#: Answers that let a card go back only before the first betting round. Source: roberts.irregularities.11, home.7.misdeal.3.
_BEFORE_BETTING: Final = frozenset({"restore_if_possible", "return_as_burn"})
EXTRA_RULES: Final = ("roberts.lowball.1.4", "cooke.14.20.e", "roberts.misdeals.1.5", "home.7.misdeal.3")
#: A card too few: it is due and comes, or it cannot.
SHORT_RULES: Final = ("cooke.14.20.f", "cooke.def.proper_card", "roberts.misdeals.1.5", "home.7.misdeal.3")
TOP_CARD_RULES: Final = SHORT_RULES
#: A card of a later street.
STREET_RULES: Final = ("cooke.5.19.a", "cooke.def.proper_card")


def too_many(table: Table, deal: Deal, telling: Telling) -> Table:
    """Return the table after everybody has his cards and somebody one too many: the would-be burn goes back unseen, or it is a misdeal.

    Source: cooke.14.20.e, cooke.14.20.k, roberts.irregularities.11, roberts.misdeals.1.4, roberts.holdem.2a, home.7.misdeal.3.
    """
    house, hand, extra = telling.house, deal.hand, deal.cards[deal.plan.cards :]
    card, index = extra[-1]
    seat, why = hand.seats[index], _many(hand, len(extra), house) or _not_returned(table, hand, card, house)
    if why is not None:
        rules, used = why
        return misdeals.called(table, rules, telling, seat=seat, options=used)
    if "extra.returned" in house.without or len(extra) > 1:
        return table
    ruling = Ruling(
        0, "wrong_card", RETURNED_RULES, (("extra_card_remedy", house.options.extra_card_remedy),), (Remedy("return_as_burn", (seat,)),),
        seat=seat, who="nobody", may_until="substantial_action", about_seq=telling.about_seq, carried_out=False,
    )  # fmt: skip
    table = rulings.opened(table, ruling, telling.told, house)
    return remedies.ordered(table, (Move(rulings.docket_of(table).numbers[0], HOLE[seat], STUB, card),))


def _many(hand: Hand, count: int, house: House) -> tuple[tuple[str, ...], OptionsUsed] | None:
    """Return by which rules, and answers, so many cards too many are a misdeal: the one behind the burn belongs to a later street."""
    options, without, variant = house.options, house.without, VARIANTS[hand.variant]
    later = variant.board_by_street[-1] > 0 or variant.changes_by_street[-1] > 0
    if count > 1 and later and options.later_street_cards_dealt == "misdeal" and "extra.later_street" not in without:
        return LATER_STREET_RULES, (("later_street_cards_dealt", options.later_street_cards_dealt),)
    if count >= options.extra_cards_for_misdeal and "extra.many" not in without:
        return MANY_RULES, (("extra_cards_for_misdeal", options.extra_cards_for_misdeal),)
    return None


def _not_returned(table: Table, hand: Hand, card: Card, house: House) -> tuple[tuple[str, ...], OptionsUsed] | None:
    """Return why the one card too many cannot go back on the deck; None when it can."""
    options, without = house.options, house.without
    remedy = options.extra_card_remedy
    used: OptionsUsed = (("extra_card_remedy", remedy),)
    if "extra.returned" in without:
        return None
    if remedy == "always_misdeal" or (remedy in _BEFORE_BETTING and window.acted(hand)):
        return EXTRA_RULES, used
    if card in dealing_of(table).seen and options.extra_card_seen == "misdeal" and "extra.seen" not in without:
        return EXTRA_RULES, (*used, ("extra_card_seen", options.extra_card_seen))
    return None


def too_few(table: Table, deal: Deal, seat: int, telling: Telling) -> Table:
    """Return the table after a player was found to lack a card, where all that came lie where they ought to.

    His is the next card off the deck, or it is a misdeal.
    Source: cooke.14.20.f, roberts.misdeals.1.5, home.7.misdeal.3.
    """
    house, hand, plan, count = telling.house, deal.hand, deal.plan, len(deal.cards)
    remedy = house.options.short_hand_remedy
    if "short.top_card" in house.without:
        return table
    used: OptionsUsed = (("short_hand_remedy", remedy),)
    due = count < plan.cards and hand.seats[plan.owner(count)] == seat
    if not due or remedy == "always_misdeal" or (remedy == "restore_if_possible" and window.acted(hand)):
        return misdeals.called(table, SHORT_RULES, telling, seat=seat, options=used)
    ruling = Ruling(
        0, "wrong_card", TOP_CARD_RULES, used, (Remedy("deal_top", (seat,)),),
        seat=seat, who="nobody", may_until="substantial_action", about_seq=telling.about_seq, carried_out=False,
    )  # fmt: skip
    table = rulings.opened(table, ruling, telling.told, house)
    up = VARIANTS[hand.variant].up_cards > 0 and not comes_down(hand, hand.index_of[seat])
    return remedies.ordered(table, (Move(rulings.docket_of(table).numbers[0], STUB, (UP if up else HOLE)[seat]),))


def is_of_street(hand: Hand, index: int) -> bool:
    """Whether a player waits for a card of a later street, in a game with up-cards."""
    return VARIANTS[hand.variant].up_cards > 0 and hand.stage == "dealing" and hand.street >= 0 and any(due_of(hand, index))


def of_street(table: Table, hand: Hand, seat: int, telling: Telling) -> Table:
    """Return the table after a player was found to lack his card of a street of a game with up-cards, while it is dealt.

    Where everybody else has his, the top card is his; else the street goes on.
    Source: cooke.5.19.a, cooke.def.proper_card.
    """
    i = hand.index_of[seat]
    others = [j for j in range(len(hand.seats)) if j != i and gets_cards(hand, j) and any(due_of(hand, j))]
    if others or "short.top_card" in telling.house.without:
        return table
    ruling = Ruling(
        0, "wrong_card", STREET_RULES, (), (Remedy("deal_top", (seat,)),),
        seat=seat, who="nobody", may_until="first_action", about_seq=telling.about_seq, carried_out=False,
    )  # fmt: skip
    table = rulings.opened(table, ruling, telling.told, telling.house)
    zones = HOLE if comes_down(hand, i) else UP
    return remedies.ordered(table, (Move(rulings.docket_of(table).numbers[0], STUB, zones[seat]),))
