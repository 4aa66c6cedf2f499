"""What the dealer calls out when a round of a game with up-cards begins: who brings it in, whose board is high or low, and pairs."""

from __future__ import annotations

from typing import Final

from controller.game.cards import RANKS, Card
from controller.game.hand import Hand
from controller.game.outcome import Told
from controller.game.sight import opener, sight
from controller.game.sight_rules import Sight
from controller.game.variants import VARIANTS
from controller.rules.house import House
from controller.rules.ruling import Announcement
from controller.table import possibles, rulings, short_deck
from controller.table.table import Table

BRINGS_IN: Final = "brings_in"
#: What the game is played for → what the board that opens is called.
OPENS: Final[dict[Sight, str]] = {"high": "high_hand", "hilo": "high_hand", "low": "low_hand"}
PAIR: Final = "pair"
TRIPS: Final = "trips"
#: They give way to those of the next round.
ABOUTS: Final = (BRINGS_IN, "high_hand", "low_hand", PAIR, TRIPS, possibles.STRAIGHT, possibles.FLUSH)

FIRST_RULES: Final = ("cooke.5.12.a", "cooke.14.16.g", "roberts.stud.12")
LOW_FIRST_RULES: Final = ("cooke.5.25.i", "cooke.14.16.g")
PAIR_RULES: Final = ("cooke.5.12.a", "roberts.stud.12")
RAZZ_PAIR_RULES: Final = ("cooke.5.25.g", "roberts.razz.5")

#: Jacks, queens and kings.
_FACES: Final = tuple([RANKS.index(rank) for rank in "JQK"])
_PAIR: Final = 2


def said(table: Table, before: Hand | None, hand: Hand, told: list[Told], house: House) -> Table:
    """Return the table with what is to be called out, if a round has begun since `before`; what was called is over with its round.

    Possible straights and flushes are called only where the house has it so.
    Source: cooke.5.12.a, cooke.5.12.b, cooke.5.25.g, cooke.5.25.i, roberts.stud.12, roberts.razz.5.
    """
    if before is None or (hand.stage, hand.street) == (before.stage, before.street) or not VARIANTS[hand.variant].up_cards:
        return table
    if before.stage == "dealing":  # a round that is closed has it said before cards that came too early are taken
        table = short_deck.said(table, before, hand, told, house)
    table = rulings.not_needed(table, lambda one: one.about in ABOUTS)
    if hand.stage != "betting":
        return table
    ups = VARIANTS[hand.variant].streets[hand.street].up
    for one in (*_pairs(hand, house), *(possibles.called(hand, house) if ups else ()), *_first(hand, house)):
        table = rulings.announced(table, one, told, house)
    return table


def _first(hand: Hand, house: House) -> list[Announcement]:
    """Whose card brings it in, or whose board opens: whether he acts himself or is all-in."""
    if not house.options.announce_stud_first_actor or "call.first_actor" in house.without:
        return []
    of = sight(hand)
    index = opener(hand, hand.street)
    about = OPENS[of] if hand.street else BRINGS_IN
    rules = LOW_FIRST_RULES if of == "low" else FIRST_RULES
    return [Announcement(0, about, hand.seats[index], rules=rules, cards=hand.up_of(index))]


def _pairs(hand: Hand, house: House) -> list[Announcement]:
    """Who pairs with the card he just got: cards of a rank that he shows, each time there is one more of them.

    In games for low a pair is called the first time only, and faces never, where the house has it so.
    """
    low = sight(hand) == "low"
    wanted = house.options.announce_razz_pairs if low else "all" if house.options.announce_stud_pairs else "none"
    off = "call.razz_pairs" if low else "call.pairs"
    if wanted == "none" or off in house.without or not VARIANTS[hand.variant].streets[hand.street].up:
        return []
    found = []
    for i, out in enumerate(hand.folded):
        alike = () if out else _alike(hand.up_of(i))
        silent = wanted == "first_time_no_faces" and (len(alike) > _PAIR or (alike[:1] and alike[0] // 4 in _FACES))
        if len(alike) >= _PAIR and not silent:
            about = PAIR if len(alike) == _PAIR else TRIPS
            found.append(Announcement(0, about, hand.seats[i], rules=RAZZ_PAIR_RULES if low else PAIR_RULES, cards=alike))
    return found


def _alike(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of the newest one's rank."""
    return tuple([card for card in cards if card // 4 == cards[-1] // 4])
