"""The shuffle and the cut, step by step, as the dealer's panel is told them: held against the house's procedure.

A house that tells none of them does not use its panel for it: then nothing is said about its shuffle, unless a person reports it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from controller.events import Report, Shuffle
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.game.zones import BOARDS, BURN, HOLE, PLACE_BYTE, PLACES, UP
from controller.rules.house import House
from controller.rules.ruling import Announcement, OptionsUsed, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import boundary, misdeals, reshuffling, window
from controller.table.dealing.misdeals import Telling
from controller.table.dealing.state import LETTERS
from controller.table.table import Table, running, said

#: So many steps are kept: nobody shuffles longer.
MOST_STEPS: Final = 40
SEQUENCE_RULES: Final = ("cooke.14.03.a",)
ENDS_RULES: Final = ("cooke.14.03.b",)
TWO_BOXES_RULES: Final = ("cooke.14.03.c",)
MISSING_RULES: Final = ("cooke.14.20.a",)
NO_CUT_RULES: Final = ("cooke.14.20.a", "cooke.14.03.e", "cooke.def.cut")
SHUFFLER_RULES: Final = ("cooke.14.20.a", "cooke.14.28.a")
IN_HAND_RULES: Final = ("home.2.noshuffle", "cooke.14.26")
RETURNED_RULES: Final = ("cooke.14.21.d",)
ONE_BLOCK_RULES: Final = ("cooke.14.28.b",)
CUTS_RULES: Final = ("home.2.cut", "cooke.14.27.c")
#: Who cuts the deck, and who shuffles the other one meanwhile.
CUTS: Final = "cuts"
SHUFFLES_NEXT: Final = "shuffles_next"

#: Steps with which all cards have to be together → by which registered rule, and by which of the books.
_GATHERED_BEFORE: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "scramble": ("hand.scrambled", boundary.SCRAMBLE_RULES),
    "riffle": ("shuffle.returned_cards", RETURNED_RULES),
    "shuffle": ("shuffle.returned_cards", RETURNED_RULES),
    "to_shuffler": ("shuffler.one_block", ONE_BLOCK_RULES),
}
#: What of the deck is told, that a deal without a cut is held against it.
_TOLD_OF_THE_DECK: Final = frozenset("RBCOD")
#: Where no card of the deck may lie any more.
_OUT: Final = tuple([PLACE_BYTE[zone][0] for zone in (*HOLE[1:], *UP[1:], *BOARDS, BURN)])


def shuffled(table: Table, command: Shuffle, house: House) -> rulings.Outcome:
    """Return the table after a step of the shuffle, or why it cannot be one; the floor's word is taken.

    Source: cooke.14.02.a, cooke.14.03.a.
    """
    within = reshuffling.shuffled(table, command, house)
    if within is not None:
        return within
    hand, step = running(table), command.step
    if hand is not None and hand.dealt and "shuffle.not_in_hand" not in house.without:
        return Refused("shuffle.running", "Cards of the hand are dealt: the deck is shuffled between hands.", IN_HAND_RULES)
    before = boundary.steps_of(table)
    if command.head.role not in ("floor", "admin"):
        refused = _not_now(table, step, before, house)
        if refused is not None:
            return refused
    steps = (LETTERS[step] if step == "scramble" else before + LETTERS[step])[-MOST_STEPS:]
    told = [Told("shuffled", do=step, rules=boundary.rules_of(step))]
    first = step in ("riffle", "shuffle") and not set(before) & set("RA")
    table = said(table, shuffled=replace(table.around.shuffled, steps=steps, hand=boundary.of_hand(table)))
    if step in ("cut", "shuffle"):
        table = rulings.unsaid(table, CUTS)
    return (_said_who(table, told, house) if first else table), told


def _not_now(table: Table, step: str, before: str, house: House) -> Refused | None:
    """Return why this step cannot be done now."""
    rule, rules = _GATHERED_BEFORE.get(step, ("", ()))
    if rule and house.options.verify_returned_cards and rule not in house.without and (out := _cards_out(table)):
        return Refused("shuffle.cards_out", f"Cards still lie at {', '.join(out)}: gather them first, then shuffle.", rules)
    if step in ("riffle", "shuffle") and boundary.objection_stands(table) and "objection.cutoff" not in house.without:
        return Refused(
            "shuffle.objection", "An objection to the last hand waits for the floor: shuffle when it has come.", boundary.OBJECTION_RULES
        )
    if step != "cut":
        return None
    done = _riffles_of(before)
    wrong = next((one for one in WRONG if one.is_so(done, house)), None)
    return None if wrong is None or not done else Refused(wrong.code, wrong.message, wrong.rules)


def _cards_out(table: Table) -> list[str]:
    """Return where cards lie that belong in the deck by now; which they are nobody is told."""
    lying = set(table.card_places)
    return [str(PLACES[place]) for place in _OUT if place in lying]


def _riffles_of(steps: str) -> str:
    """Return the riffles and boxes since the last scramble; "" where none is told, or the whole shuffle, or a shuffler's deck, stands
    for them: a house may tell its panel of the cut alone.
    """
    since = steps[steps.rfind("S") + 1 :]
    return "" if set(since) & set("AO") else "".join([step for step in since if step in "RB"])


class Wrong(NamedTuple):
    """A way in which riffles (R) and boxes (B) are not the house's: when it is so, and what the dealer is told."""

    is_so: Callable[[str, House], bool]
    code: str
    message: str
    rules: tuple[str, ...]


#: What is wrong with a shuffle, in the order in which it is said.
WRONG: Final = (
    Wrong(
        lambda done, house: "BB" in done and "shuffle.two_boxes" not in house.without,
        "shuffle.two_boxes", "The deck was boxed twice running: scramble, and shuffle anew.", TWO_BOXES_RULES,
    ),
    Wrong(
        lambda done, house: done.startswith("B") and "shuffle.ends" not in house.without,
        "shuffle.begins_with_box", "The shuffle began with a box: scramble, and begin with a riffle.", ENDS_RULES,
    ),
    Wrong(
        lambda done, house: done.endswith("B") and "shuffle.ends" not in house.without,
        "shuffle.ends_with_box", "The last step was a box: one more riffle, then the cut.", ENDS_RULES,
    ),
    Wrong(
        lambda done, house: done.count("R") < house.options.min_riffles and "shuffle.sequence" not in house.without,
        "shuffle.riffles", "Too few riffles for this house: riffle again, then cut.", SEQUENCE_RULES,
    ),
    Wrong(
        lambda done, house: done.count("B") < house.options.min_boxes and "shuffle.sequence" not in house.without,
        "shuffle.boxes", "A box is missing: box, riffle, then cut.", SEQUENCE_RULES,
    ),
)  # fmt: skip


def first_card(table: Table, hand: Hand, telling: Telling) -> Table:
    """Return the table after the first card of a hand came off a deck whose shuffle was told: it has to have been cut.

    Source: cooke.14.20.a, cooke.14.03.e, cooke.14.28.a.
    """
    house, now = telling.house, table.around.shuffled
    steps = now.steps if now.hand == hand.number else ""
    since = steps[steps.rfind("S") + 1 :]
    if not set(since) & _TOLD_OF_THE_DECK or "A" in since or "shuffle.cut" in house.without:
        return table
    cut = since.rfind("C")
    if cut >= 0 and not set(since[cut:]) & set("RBO"):
        return table
    by_machine = "O" in since
    if by_machine and (not house.options.cut_after_shuffler or "shuffler.cut" in house.without):
        return table
    if house.options.missing_shuffle_or_cut != "misdeal" or not window.open_for_misdeals(hand, house):
        return table
    return misdeals.called(table, SHUFFLER_RULES if by_machine else NO_CUT_RULES, telling, options=_answer(house))


def missing(table: Table, hand: Hand, command: Report, house: House) -> rulings.Outcome:
    """Return the table after it was told that the deck had not been shuffled, or cut, before the deal.

    Source: cooke.14.20.a.
    """
    if house.options.missing_shuffle_or_cut != "misdeal" or "shuffle.reported" in house.without:
        return Refused("report.no_rule", "Nothing follows from that here: call the floor.")
    telling = Telling([], house)
    rules = MISSING_RULES if command.what == "not_shuffled" else NO_CUT_RULES
    if window.open_for_misdeals(hand, house):
        return misdeals.told_of(table, rules, telling, options=_answer(house))
    ruling = Ruling(0, "procedure", (*rules, *window.TOO_LATE_RULES), _answer(house), (Remedy("play_on"),))
    return rulings.opened(table, ruling, telling.told, house), telling.told


def _answer(house: House) -> OptionsUsed:
    return (("missing_shuffle_or_cut", house.options.missing_shuffle_or_cut),)


def _said_who(table: Table, told: list[Told], house: House) -> Table:
    """Have it said who cuts, where players do, and who shuffles the deck of the next hand, where players deal with two.

    Source: home.2.cut, cooke.14.27.c.
    """
    left, right = boundary.neighbours(table)
    options = house.options
    if not left or "deal.who_cuts" in house.without:
        return table
    cuts = {"player_on_left": left, "player_on_right": right}.get(options.who_cuts)
    if cuts:
        table = rulings.announced(table, Announcement(0, CUTS, cuts, rules=CUTS_RULES), told, house)
    if options.dealer_mode == "player_dealt" and options.player_dealt_decks > 1:
        table = rulings.announced(table, Announcement(0, SHUFFLES_NEXT, right, rules=CUTS_RULES), told, house)
    return table
