"""The life of a deck: that it is to be changed, that it was, and what a new one needs before it is dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from controller.events import Deck, NewHand, Shuffle
from controller.game.cards import DECK_SIZE
from controller.game.outcome import Refused, Told
from controller.game.zones import STUB
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed, Remedy, Ruling
from controller.table import questions, rulings
from controller.table.dealing import boundary, deck_check, redealing, shuffling, stub_count, two_decks
from controller.table.dealing.deck_state import NOT_SHUFFLED, DeckLife, Passed
from controller.table.dealing.misdeals import Telling
from controller.table.dealing.state import LETTERS, UNSHUFFLED
from controller.table.table import QUIET, Table, running, said

#: The ruling that something is to be done with the deck.
KIND: Final = "deck_error"
#: What sensing asks of a deck that reads badly.
WEAK: Final = "rfid.weak_deck"
MARRED_RULES: Final = ("cooke.14.19.a", "cooke.16.17.a")
#: A deck that is not whole is not shuffled, and no hand is dealt with it.
WHOLE_RULES: Final = ("cooke.4.01.a", "cooke.14.21.d")
NEW_RULES: Final = ("cooke.14.19.b",)
#: Two new decks come: the second one is made ready as well before it is first dealt.
SET_UP_RULES: Final = ("cooke.14.19.b", "cooke.def.set_up")
#: Letters of the steps of a shuffle: a new deck is spread, looked through and scrambled; what is a riffle; and after which nobody can
#: object about the last hand any more, by the house's answer.
_INTRODUCED: Final = "PVS"
_RIFFLE: Final = "R"
_CUTOFF: Final[Mapping[str, frozenset[str]]] = {
    "first_riffle": frozenset({"riffle", "shuffle"}),
    "scramble": frozenset({"scramble", "riffle", "shuffle"}),
    "next_deal": frozenset(),
}
#: Steps that are not done with a deck that is to be changed.
_MIXES: Final = frozenset({"riffle", "shuffle", "box", "cut"})


def flagged(table: Table, rules: tuple[str, ...], telling: Telling, *, options: OptionsUsed = (), now: bool = False) -> Table:
    """Return the table whose deck is to be changed at the next break, or `now`: before it is shuffled again. Told once a hand.

    Source: roberts.irregularities.3b, roberts.irregularities.10, cooke.14.20.j.
    """
    house = telling.house
    if "deck.flagged" in house.without:
        return table
    deck = table.around.deck
    table = said(table, deck=replace(deck, due="now" if now or deck.due in NOT_SHUFFLED else "break"))
    if not rules or any(one.kind == KIND and one.status != "lapsed" for one in rulings.docket_of(table).rulings):
        return table
    ruling = Ruling(
        0, "deck_error", rules, options, (Remedy("change_deck"),),
        who="nobody", may_until="next_riffle" if now else "next_hand", about_seq=telling.about_seq, carried_out=False,
    )  # fmt: skip
    return rulings.opened(table, ruling, telling.told, house)


def marred(table: Table, telling: Telling) -> Table:
    """Return the table after a card was found marked or damaged: the deck is changed before it is shuffled again.

    The game is not touched by it, and nobody has to wait for two laps.
    Source: cooke.14.19.a, cooke.16.17.a.
    """
    house = telling.house
    answer = house.options.marred_card_action
    if "deck.marred" in house.without:
        return table
    steps: dict[str, tuple[Remedy, ...]] = {
        "change_deck_and_setup": (Remedy("change_deck"), Remedy("call_set_up")),
        "change_deck": (Remedy("change_deck"),),
        "ask_floor": (Remedy("floor_decides"),),
    }
    asks = answer == "ask_floor"
    ruling = Ruling(
        0, "deck_error", MARRED_RULES, (("marred_card_action", answer),), steps[answer],
        who="floor" if asks else "nobody", may_until="next_riffle", status="proposed" if asks else "in_force",
        about_seq=telling.about_seq, carried_out=False,
    )  # fmt: skip
    table = rulings.opened(table, ruling, telling.told, house)
    return table if asks else said(table, deck=replace(table.around.deck, due="now"))


def deck(table: Table, command: Deck, house: House) -> rulings.Outcome:
    """Another deck is put in play, or a new set-up: between hands, or before the first card.

    Source: cooke.14.19.a, cooke.14.19.b.
    """
    if command.do == "check":
        return deck_check.begun(table, command)
    if command.do == "checked":
        return deck_check.done(table, command, house)
    hand = running(table)
    if hand is not None and hand.dealt:
        return Refused("deck_change.running", "Cards of this hand are dealt: the deck is changed between hands.")
    if command.deck and house.decks and command.deck not in house.decks:
        return Refused("deck_change.unknown", f"No deck of that name is enrolled; there are: {', '.join(house.decks)}.")
    was = table.around.deck
    read = None if command.deck in ("", was.name) else deck_check.passed_last(was, command.deck)
    if read is not None and read.strange and command.head.role not in ("floor", "admin"):
        return Refused(
            "deck_change.not_whole",
            "When that deck passed the shuffler there were cards among it that are none of it: look it through first, or take another one.",
            NEW_RULES,
        )
    lap = len(table.hand.seats) if table.hand is not None else sum(1 for one in table.seats if one is not None and one.stack_chips)
    now = DeckLife(
        command.deck or was.name, table.hand_number, lap, command.head.at_ns, was.set_up_ns, was.other_fresh,
        counted_ns=was.counted_ns, cutoff_hand=table.hand_number, other_fresh=was.fresh,
        passed=_passed(was, read),
    )  # fmt: skip
    if read is not None and read.seen == DECK_SIZE and not read.strange:
        now = replace(now, checked_ns=read.at_ns)
    if command.do == "set_up":
        now = replace(now, set_up_ns=command.head.at_ns, fresh=True, other_fresh="deck.set_up" not in house.without)
    told = [Told("deck_changed", do=command.do, name=now.name or None, rules=SET_UP_RULES if command.do == "set_up" else ())]
    for one in rulings.docket_of(table).rulings:
        if one.kind == KIND and not one.carried_out and one.status == "in_force":
            table = rulings.changed(table, replace(one, carried_out=True), told)
    if questions.is_open(table, WEAK, (STUB,)):
        table = questions.closed(table, WEAK, (STUB,))
        told.append(Told("discrepancy_settled", zones=(STUB,), code=WEAK))
    nowhere = bytes(len(table.card_places))
    return replace(said(table, deck=now, shuffled=UNSHUFFLED), card_places=nowhere), told


def _passed(was: DeckLife, read: Passed | None) -> tuple[Passed, ...]:
    """Return the decks that passed the shuffler, after the one that was `read` there has come into play; what lay on the table is old."""
    left = [one for one in was.passed if one.name and one is not read]
    return tuple(left if read is None else [*left, replace(read, name="")])


def shuffled(table: Table, command: Shuffle, house: House) -> rulings.Outcome:
    """Return the table after a step of the shuffle, unless the deck is to be changed first, or is new and was not made ready.

    Source: cooke.1.02, cooke.14.19.a, cooke.14.19.b.
    """
    now, options = table.around.deck, house.options
    if now.due in NOT_SHUFFLED and command.step in _MIXES and not _let_go(now.due, house):
        return Refused(
            "shuffle.deck_due",
            "This deck is to be changed, or made whole and looked through, before it is shuffled again: enter it with deck.",
            WHOLE_RULES if now.due == "whole" else MARRED_RULES,
        )
    if now.fresh and command.step == "cut" and "deck.new" not in house.without:
        steps = boundary.steps_of(table)
        if options.new_deck_spread and not set(_INTRODUCED) <= set(now.introduced):
            return Refused("shuffle.new_deck", "A new deck is spread face up, looked through and scrambled first.", NEW_RULES)
        riffles = steps.count(_RIFFLE)
        if riffles < options.new_deck_riffles:
            more = f"A new deck is riffled {options.new_deck_riffles} times; there were {riffles}."
            return Refused("shuffle.new_deck", more, NEW_RULES)
    outcome = shuffling.shuffled(table, command, house)
    if isinstance(outcome, Refused) or (not now.fresh and command.step not in _CUTOFF[options.objection_cutoff]):
        return outcome
    table, told = outcome
    now = table.around.deck
    if now.fresh and LETTERS[command.step] in _INTRODUCED:
        now = replace(now, introduced=now.introduced + LETTERS[command.step])
    if command.step == "cut":
        now = replace(now, fresh=False)
    if command.step in _CUTOFF[options.objection_cutoff]:
        now = replace(now, cutoff_hand=table.hand_number)
    return said(table, deck=now), told


def _let_go(due: str, house: House) -> bool:
    """Whether the house has no rule against shuffling a deck with which something is due."""
    return "deck.whole" in house.without if due == "whole" else "deck.due" in house.without


def new_hand(table: Table, command: NewHand, house: House) -> rulings.Outcome:
    """Begin the next hand, with the deck whose turn it is; a stub that was to be counted still is. A deck that is not whole is not dealt.

    Source: cooke.4.01.a, cooke.14.15, cooke.14.27.b.
    """
    whole_due = table.around is not QUIET and table.around.deck.due == "whole"
    if whole_due and command.head.role not in ("floor", "admin") and "deck.whole" not in house.without:
        return Refused("new_hand.deck_due", "The deck is not whole: find what is missing, or put another one in play.", WHOLE_RULES)
    changed: list[Told] = []
    ready = two_decks.in_turn(table, changed, house) if house.options.dealer_mode == "player_dealt" else table
    outcome = redealing.new_hand(ready, command, house)
    if isinstance(outcome, Refused) or outcome[0].around is QUIET:
        return outcome
    begun, told = outcome
    if changed and begun.before is not None:  # a correction folds the hand again from there, with the deck that was in play then
        before = replace(said(begun.before, deck=table.around.deck), card_places=table.card_places)
        begun, told = replace(begun, before=before), [*changed, *told]
    return stub_count.still_due(begun, told, house), told
