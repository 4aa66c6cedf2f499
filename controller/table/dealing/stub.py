"""The stub: dropped, or mixed with cards that stay out of it; and burned cards, which lie apart until the pot is pushed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.events import CardMoved, Report
from controller.game import short_stub
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.game.variants import VARIANTS
from controller.game.zones import BURN
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed, Prompt, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import board_deal, remedies
from controller.table.dealing.misdeals import PLAY_ON, Telling, dealing_of
from controller.table.dealing.state import Move
from controller.table.table import Table, running

KIND: Final = "stub_error"
#: What the dealer is asked after the deck fell, and what he can say.
ASKED: Final = "stub_top"
CERTAIN: Final = "certain"
DOUBTFUL: Final = "doubtful"
#: What the floor can have instead.
GO_ON: Final = "go_on"
RESHUFFLE: Final = "reshuffle"
VOID: Final = "void"
GO_ON_RULES: Final = ("cooke.14.25.a",)
DOUBT_RULES: Final = ("cooke.14.25.b", "cooke.14.25.c", "cooke.14.25.d", "cooke.14.26", "roberts.irregularities.17", "home.2.noshuffle")
MIXED_RULES: Final = ("cooke.def.fouled_deck", *DOUBT_RULES)
APART_RULES: Final = ("cooke.14.08.d", "home.2.burn_bottom")
OUT_RULES: Final = ("cooke.14.26", "roberts.holdem.8a", "home.2.noshuffle")
_ALTERNATIVES: Final[Mapping[str, tuple[str, ...]]] = {
    "reshuffle_unused_cards": (GO_ON,),
    "rebuild_stub": (GO_ON, VOID),
    "void_and_refund": (RESHUFFLE, GO_ON),
    "ask_floor": (RESHUFFLE, GO_ON),
}


def dropped(table: Table, hand: Hand, command: Report, house: House) -> rulings.Outcome:
    """Return the table after the dealer dropped the deck: it is used if its top is certain, which the dealer is asked.

    Source: cooke.14.25.a, roberts.irregularities.17.
    """
    answer, told = house.options.dropped_stub_remedy, list[Told]()
    if "stub.dropped" in house.without:
        return Refused("report.nothing", "Nothing follows from that here: the house has no rule for it.")
    if answer == "go_on_from_pile":
        return _goes_on(table, (("dropped_stub_remedy", answer),), told, house), told
    if answer == "ask_floor" or command.number:
        return _doubted(table, hand, "dropped_stub_remedy", command.number, Telling(told, house)), told
    prompt = Prompt(0, "dealer", ASKED, rules=(*GO_ON_RULES, "roberts.irregularities.17"), answers=(CERTAIN, DOUBTFUL))
    return board_deal.changed(rulings.asked(table, prompt, told, house), doubt=True), told


def answered(table: Table, hand: Hand, answer: str, house: House) -> rulings.Outcome:
    """Return the table after the dealer said whether the top of the stub is certain.

    Source: cooke.14.25.a, cooke.14.25.b.
    """
    told: list[Told] = []
    table = board_deal.changed(rulings.unasked(table), doubt=False)
    if answer == CERTAIN:
        return _goes_on(table, (("dropped_stub_remedy", house.options.dropped_stub_remedy),), told, house), told
    return _doubted(table, hand, "dropped_stub_remedy", 0, Telling(told, house)), told


def mixed(table: Table, hand: Hand, command: Report, house: House) -> rulings.Outcome:
    """Return the table after cards that stay out were mixed into the stub; `number` of it may or may not belong to it.

    Source: cooke.def.fouled_deck, cooke.14.25.c, cooke.14.26, roberts.irregularities.17.
    """
    if "stub.mixed" in house.without:
        return Refused("report.nothing", "Nothing follows from that here: the house has no rule for it.")
    told: list[Told] = []
    return _doubted(table, hand, "mixed_stub_remedy", command.number, Telling(told, house)), told


def unused(hand: Hand) -> int:
    """Return how many cards of the deck were never dealt: what belongs into the stub."""
    return len(VARIANTS[hand.variant].cards) - len(hand.dealt)


def _goes_on(table: Table, used: OptionsUsed, told: list[Told], house: House) -> Table:
    ruling = Ruling(0, KIND, GO_ON_RULES, used, (Remedy("stub_goes_on"),), who="nobody")
    return rulings.opened(table, ruling, told, house)


def _doubted(table: Table, hand: Hand, question: str, doubtful: int, telling: Telling) -> Table:
    """Rule about a stub that cannot be dealt from as it is: nothing is dealt before the floor has decided."""
    told, house = telling.told, telling.house
    answer = str(getattr(house.options, question))
    out = house.options.doubtful_cards_in_reshuffle
    mixed_in = question == "mixed_stub_remedy"
    excludes = out == "excluded" and "stub.doubtful" not in house.without
    count = unused(hand) - (doubtful if excludes else 0)
    take_out = (Remedy("take_out"),) if mixed_in else ()
    steps = {
        "reshuffle_unused_cards": (*take_out, Remedy("shuffle_stub", amount_chips=count)),
        "rebuild_stub": (*take_out, Remedy("shuffle_stub", amount_chips=count)),
        "void_and_refund": (Remedy("return_bets"),),
        "ask_floor": (Remedy("floor_decides"),),
    }[answer]
    ruling = Ruling(
        0, KIND, MIXED_RULES if mixed_in else DOUBT_RULES, ((question, answer), ("doubtful_cards_in_reshuffle", out)), steps,
        amount_chips=count, who="floor", status="proposed", alternatives=_ALTERNATIVES[answer], carried_out=False,
    )  # fmt: skip
    return rulings.opened(table, ruling, told, house)


def reshuffled(table: Table, number: int, house: House) -> Table:
    """Return the table whose unused cards are to be shuffled and cut before the next card; burns go on as ever, or not.

    Source: cooke.14.25.d.
    """
    hand = running(table)
    if hand is None:
        return table
    at = board_deal.coming(hand)
    table = board_deal.changed(table, shuffle=(number, at))
    skips = not house.options.burns_after_dropped_stub and board_deal.dealt_in_streets(hand)
    return board_deal.changed(table, shift=board_deal.of(table).shift - 1) if skips else table


def _is_meant(move: Move, event: CardMoved) -> bool:
    """Whether a burned card moves as a remedy has it, even if there is no room for it yet."""
    return move.card == event.card or (move.card is None and (move.from_zone, move.to_zone) == (BURN, event.to_zone))


def burn_left(table: Table, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a burned card left the burns, before the pot was pushed: it is put back, and never shuffled in.

    Source: cooke.14.08.d, cooke.14.26.
    """
    hand, house = running(table), telling.house
    if hand is None or short_stub.mixes(hand):  # then the burns are dealt again
        return table
    if event.card not in hand.burned or any(_is_meant(one, event) for one in dealing_of(table).moves):
        return table
    if short_stub.mixes(hand):  # a short stub of a game with up-cards: the burns are mixed in
        return table
    shuffles = board_deal.of(table).shuffle[0] > 0
    rules: tuple[str, ...]
    used: OptionsUsed
    if shuffles and "stub.reshuffled" not in house.without:
        rules, used = OUT_RULES, (("midhand_reshuffle", house.options.midhand_reshuffle),)
    elif house.options.burns_kept_apart and "burn.apart" not in house.without:
        rules, used = APART_RULES, (("burns_kept_apart", True),)
    else:
        return table
    ruling = Ruling(
        0, KIND if shuffles else "burn_error", rules, used, (Remedy("burn_back"),),
        who="dealer", about_seq=telling.about_seq, alternatives=(PLAY_ON,), carried_out=False,
    )  # fmt: skip
    table = rulings.opened(table, ruling, telling.told, house)
    return remedies.ordered(table, (Move(rulings.docket_of(table).numbers[0], None, BURN, event.card),))
