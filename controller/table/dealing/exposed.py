"""A hole card that showed its face: by whose doing, whether the deal is wrong for it, and whether its player keeps it."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from controller.events import By, CardMoved
from controller.game import amended, counted
from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.variants import VARIANTS
from controller.rules.house import House
from controller.rules.ruling import Announcement, OptionsUsed, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import by_game, first_faces, killing, misdeals, on_draw, replacing, stud, window
from controller.table.dealing.misdeals import Telling
from controller.table.dealing.state import AS_PLANNED, Exposed
from controller.table.table import Table

#: How a card showed: it lies or lay face up; it was flashed on its way and lies face down; it may have been; it turned over at a hand;
#: it was dealt off the table.
How: TypeAlias = Literal["face", "flashed", "suspected", "flipped", "off_table"]

#: What the dealer says of a card that everybody saw, and of one of a hand that was folded.
SHOWN: Final = "card_exposed"
FOLDED_SHOWN: Final = "folded_card_exposed"
EARLY_RULES: Final = (
    "cooke.def.misdeal",
    "cooke.14.20.g",
    "roberts.misdeals.1.1",
    "roberts.holdem.1a",
    "roberts.lowball.1.1",
    "home.7.misdeal.1",
)
#: … of one that came off the deck and becomes the burn card: nobody is to wonder where the burn came from.
BECOMES_BURN: Final = "card_becomes_burn"
COUNT_RULES: Final = ("cooke.14.20.h", "roberts.misdeals.1.2", "roberts.holdem.1c", "roberts.lowball.1.2", "home.7.misdeal.1")
PLAYERS_RULES: Final = ("cooke.14.09.c", "roberts.irregularities.12b", "home.7.soso")
SHOWN_RULES: Final = ("cooke.14.09.b", "cooke.14.16.b", "home.7.soso")
SUSPECTED_RULES: Final = ("cooke.14.09.a", "roberts.irregularities.12c")
FLASH_RULES: Final = ("cooke.7.18.07.c",)
KEPT_RULES: Final = ("cooke.7.11.a", "roberts.irregularities.12", "roberts.irregularities.13")


def exposed(
    table: Table, seat: int, card: Card | None, by: By, telling: Telling, *, how: How = "face", read_ns: tuple[int, int] | None = None
) -> Table:
    """Return the table after a hole card of a seat showed its face, with what is ruled about it.

    `read_ns` = the interval in which it came, as readers have it: others that came before it may be unread, and are waited for.
    Source: cooke.14.09, cooke.14.20.g, cooke.14.20.h, roberts.holdem.1, home.7.misdeal.1.
    """
    hand = table.hand
    if hand is None or hand.over or hand.index_of[seat] < 0:
        return table
    dealing = misdeals.dealing_of(table)
    if (card is not None and card in dealing.scrap) or any(one.seat == seat and one.card == card for one in dealing.exposed):
        return table
    one = Exposed(
        seat,
        by,
        card,
        first_faces.place_of(hand, seat, card, telling.house, fell=how == "off_table"),
        seen=telling.house.options.exposed_card_display == "all_players",
    )
    i = hand.index_of[seat]
    if hand.folded[i] or hand.mucked[i]:
        return _announced(_put(table, one), one, telling, FOLDED_SHOWN)
    if by == "player":
        return _by_player(_put(table, one), one, telling)
    if stud.by_sight(hand):
        return stud.exposed(_put(table, one), one, telling)
    return _by_dealer(table, one, telling, how, read_ns)


def another_came(table: Table, seat: int, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a card came to a player one of whose cards showed: it may be known by it which of his that one was."""
    for one in first_faces.waiting(table):
        hand = table.hand
        if hand is None or one.seat != seat or one.card == event.card or event.card not in hand.hole_of(hand.index_of[seat]):
            continue
        known, place = first_faces.with_another(hand, one, event.after_ns, telling.house)
        table = _instead(table, one, known) if place is None else _decided(table, one, place, telling)
    return table


def overdue(table: Table, telling: Telling) -> Table:
    """Return the table once it was waited for long enough for the cards before those that showed."""
    for one in first_faces.waiting(table):
        if table.hand is not None:
            table = _decided(table, one, first_faces.in_the_end(table.hand, one, telling.house), telling)
    return table


def _decided(table: Table, one: Exposed, place: int, telling: Telling) -> Table:
    hand, known = table.hand, replace(one, nth=place)
    return table if hand is None else _dealt(_instead(table, one, known), hand, known, telling._replace(about_seq=0), off_table=False)


def _instead(table: Table, one: Exposed, known: Exposed) -> Table:
    dealing = misdeals.dealing_of(table)
    return misdeals.put(table, replace(dealing, exposed=tuple([known if other is one else other for other in dealing.exposed])))


def _by_dealer(table: Table, one: Exposed, telling: Telling, how: How, read_ns: tuple[int, int] | None) -> Table:
    """One that the dealer showed: in a draw, or before it."""
    hand, card = table.hand, one.card
    if hand is None:
        return table
    if how == "off_table" and on_draw.waits(hand, one.seat):
        return _announced(on_draw.fell(_put(table, replace(one, on_draw=True)), one, telling), one, telling)
    if not _counts(table, hand, one, how, telling.house):
        return _plays(table, one, telling, *_why_not(table, hand, one, how, telling.house))
    street = -1 if card is None else amended.of_draw(hand, card)
    if street >= 0:
        one = replace(one, on_draw=True)
        return _announced(on_draw.exposed(_put(table, one), one, street, telling), one, telling)
    game = by_game.of_game(hand, one.card, telling.house)
    one = replace(one, kept=bool(game and game.kept))
    table = _put(table, one)
    if read_ns is not None and _is_held_back(table, hand, one, read_ns, telling.house):
        return _instead(table, one, first_faces.held_back(one, hand, read_ns[1]))
    return _dealt(table, hand, one, telling, off_table=how == "off_table")


def _is_held_back(table: Table, hand: Hand, one: Exposed, read_ns: tuple[int, int], house: House) -> bool:
    """Whether a card makes the deal a wrong one only by being one of the first two, and may be none of them."""
    if not window.open_for_misdeals(hand, house) or _misdeal(table, one, house) is None:
        return False
    if _misdeal(table, replace(one, nth=0), house) is not None:
        return False
    return first_faces.may_be_later(hand, one, house, wide=read_ns[1] - read_ns[0] > first_faces.WIDE_NS)


def _dealt(table: Table, hand: Hand, one: Exposed, telling: Telling, *, off_table: bool) -> Table:
    """Before the first draw, or where none is: a misdeal, or the card is replaced or kept; after substantial action the hand plays on.

    Source: cooke.14.20.o, roberts.misdeals.2a, home.7.after_two.
    """
    house = telling.house
    game = by_game.of_game(hand, one.card, house)
    cards = () if one.card is None else (one.card,)
    wrong = _misdeal(table, one, house)
    if wrong is not None and window.open_for_misdeals(hand, house):
        said = len(telling.told)
        table = misdeals.called(table, wrong[0], telling, seat=one.seat, cards=cards, options=wrong[1])
        return table if len(telling.told) > said else _announced(table, one, telling)  # it was called already: what shows is said
    if wrong is not None:
        table = _plays(table, one, telling, window.TOO_LATE_RULES, wrong[1])
    elif game is not None and game.kept:
        table = _plays(table, one, telling, (*(on_draw.OFF_TABLE_RULES if off_table else ()), *game.rules), game.options)
    elif window.substantial(hand, house):
        used = (("exposed_card_remedy", house.options.exposed_card_remedy),) if game is None else game.options
        table = _plays(table, one, telling, window.TOO_LATE_RULES, used)
    elif off_table or not _surplus(hand, one):
        table = replacing.replaced(table, one, telling, game, off_table=off_table)
    return _announced(table, one, telling)


def _surplus(hand: Hand, one: Exposed) -> bool:
    """Whether it is a card too many: it goes back as such, and none comes for it."""
    i = hand.index_of[one.seat]
    return one.card is not None and one.card not in hand.dealt and len(hand.hole_of(i)) >= counted.due(hand, i)


def in_sight(table: Table, seat: int) -> tuple[Card, ...]:
    """Return the hole cards of a seat that everybody sees, as they showed: one that was replaced is not his any more, and one that is
    waited for was not told yet.

    What a person told is taken as he told it: whether the seat holds that card is not looked at, for the answer must not tell.
    """
    if table.around.dealing is AS_PLANNED:
        return ()
    showing = [one for one in misdeals.dealing_of(table).exposed if one.seat == seat and one.seen and one.nth >= 0 and not one.replaced]
    return tuple([one.card for one in showing if one.card is not None])


def _put(table: Table, one: Exposed) -> Table:
    dealing = misdeals.dealing_of(table)
    return misdeals.put(table, replace(dealing, exposed=(*dealing.exposed, one)))


def _misdeal(table: Table, one: Exposed, house: House) -> tuple[tuple[str, ...], OptionsUsed] | None:
    """Return by which rules, and answers, a card that the dealer exposed makes the deal a wrong one; None when it does not.

    Who must keep his card needs no other: such a card counts only where every card does, unless it is one of the first two.
    """
    options, without = house.options, house.without
    first = 0 < one.nth <= first_faces.EARLY
    if first and options.early_exposed_card == "misdeal" and "misdeal.early_exposed" not in without:
        return EARLY_RULES, (("early_exposed_card", options.early_exposed_card), ("early_exposed_scope", options.early_exposed_scope))
    most, every = options.exposed_cards_for_misdeal, options.exposed_count_basis == "all_by_dealer"
    counted = [other for other in misdeals.dealing_of(table).exposed if other.by == "dealer" and not other.on_draw]
    count = sum(1 for other in counted if every or not other.kept)
    if most and count >= most and (every or not one.kept) and "misdeal.exposed_count" not in without:
        return COUNT_RULES, (("exposed_cards_for_misdeal", most), ("exposed_count_basis", options.exposed_count_basis))
    return None


def _counts(table: Table, hand: Hand, one: Exposed, how: How, house: House) -> bool:
    """Whether a card counts as exposed by the dealer at all.

    Source: cooke.14.09.a, cooke.7.18.07.c, roberts.irregularities.12c.
    """
    if how == "suspected" and (not house.options.suspected_flash_is_exposed or "exposed.suspected" in house.without):
        return False
    if how == "suspected" and _looked(table, one, house):
        return False
    return not (how in ("flashed", "suspected") and _flash_is_none(hand, house))


def _looked(table: Table, one: Exposed, house: House) -> bool:
    asked = house.options.exposure_claim_before_looking and "exposed.claim" not in house.without
    return asked and one.seat in misdeals.dealing_of(table).looked


def _flash_is_none(hand: Hand, house: House) -> bool:
    """Whether a card that was merely flashed is none that was exposed: in lowball, before the draw."""
    low = VARIANTS[hand.variant].draws and by_game.ranking(VARIANTS[hand.variant]) in ("ace_to_five", "deuce_to_seven")
    before = not hand.drawing.counts
    return bool(low) and before and not house.options.lowball_flash_before_draw_counts and "exposed.flash_before_draw" not in house.without


def _why_not(table: Table, hand: Hand, one: Exposed, how: How, house: House) -> tuple[tuple[str, ...], OptionsUsed]:
    """Return by which rules, and answers, a card that may have been seen is none that was exposed."""
    if how == "suspected" and _looked(table, one, house):
        return SUSPECTED_RULES, (("exposure_claim_before_looking", house.options.exposure_claim_before_looking),)
    if _flash_is_none(hand, house):
        return FLASH_RULES, (("lowball_flash_before_draw_counts", house.options.lowball_flash_before_draw_counts),)
    return SUSPECTED_RULES, (("suspected_flash_is_exposed", house.options.suspected_flash_is_exposed),)


def _plays(table: Table, one: Exposed, telling: Telling, rules: tuple[str, ...], options: OptionsUsed) -> Table:
    """The card stays where it is, and there is no choice about it."""
    cards = () if one.card is None else (one.card,)
    ruling = Ruling(
        0, "exposed_card", rules, options, (Remedy("play_on", (one.seat,)),),
        seat=one.seat, cards=cards, about_seq=telling.about_seq,
    )  # fmt: skip
    return rulings.opened(table, ruling, telling.told, telling.house)


def _by_player(table: Table, one: Exposed, telling: Telling) -> Table:
    """A card that its player showed: it plays, or his hand is dead; and everybody is told."""
    house = telling.house
    if "exposed.by_player" in house.without:
        return table
    answer = house.options.player_exposed_card
    if answer == "hand_dead":
        table = killing.proposed(table, one.seat, PLAYERS_RULES, telling, options=(("player_exposed_card", answer),))
        return _announced(table, one, telling)
    cards = () if one.card is None else (one.card,)
    ruling = Ruling(
        0, "exposed_card", PLAYERS_RULES, (("player_exposed_card", answer),),
        (Remedy("play_on", (one.seat,)), Remedy("show_to_all", (one.seat,), cards)),
        seat=one.seat, cards=cards, who="nobody", about_seq=telling.about_seq,
    )  # fmt: skip
    return _announced(rulings.opened(table, ruling, telling.told, house), one, telling)


def _announced(table: Table, one: Exposed, telling: Telling, about: str = SHOWN) -> Table:
    house = telling.house
    if house.options.exposed_card_display != "all_players" or "exposed.announced" in house.without or one.card is None:
        return table
    if about == SHOWN and _becomes_burn(table, one):
        about = BECOMES_BURN
    return rulings.announced(table, Announcement(0, about, one.seat, rules=SHOWN_RULES, cards=(one.card,)), telling.told, house)


def _becomes_burn(table: Table, one: Exposed) -> bool:
    """Whether the card is to be burned, as what was ruled about it just now has it."""
    ruled = rulings.docket_of(table).rulings[-1:]
    return any(step.do == "replace_with_burn" and ruling.seat == one.seat for ruling in ruled for step in ruling.remedy)


def taken_back(table: Table, seat: int, card: Card | None, telling: Telling) -> Table:
    """Return the table as if this card had not been taken for one that was exposed: it turned out to be something else."""
    dealing = misdeals.dealing_of(table)
    if not any(one.seat == seat and one.card == card for one in dealing.exposed):
        return table
    gone = [
        one.number
        for one in rulings.docket_of(table).rulings
        if one.kind in ("exposed_card", "misdeal") and one.seat == seat and one.status != "lapsed" and (card is None or card in one.cards)
    ]
    table = rulings.lapsed(table, lambda one: one.number in gone, telling.told)
    return misdeals.put(
        table,
        replace(
            dealing,
            exposed=tuple([one for one in dealing.exposed if (one.seat, one.card) != (seat, card)]),
            moves=tuple([one for one in dealing.moves if one.ruling not in gone]),
            stopped=0 if dealing.stopped in gone else dealing.stopped,
        ),
    )
