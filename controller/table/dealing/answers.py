"""What the answers to a ruling on the deal do to the hand: one row each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from controller.game import dead_hand, sighted, street
from controller.game.dead_hand import can_die, killed
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.rules.ruling import Remedy, Ruling
from controller.table.dealing import burn_order, early_aside, misdeals
from controller.table.table import Table


class Answered(NamedTuple):
    """A ruling that was answered, and the table and hand as they are; what is done is told in `told`, and what is to be done in `steps`."""

    table: Table
    hand: Hand
    ruling: Ruling
    told: list[Told]
    steps: list[Remedy]


Done = Refused | tuple[Table, Hand | None]
Does = Callable[[Answered, House], Done]


def _play_on(it: Answered, house: House) -> Done:
    return burn_order.let_stand(it.table, it.hand) if it.ruling.kind == "burn_error" else it.table, it.hand


def _restore_order(it: Answered, house: House) -> Done:
    if not burn_order.untouched(it.hand):
        return Refused("floor_rule.too_late", "Somebody has acted on these cards: they stay, and the hand goes on.")
    return burn_order.restored(it.table, it.hand, it.ruling.number, it.steps, it.told)


def _push_back(it: Answered, house: House) -> Done:
    if not burn_order.untouched(it.hand):
        return Refused("floor_rule.too_late", "Somebody has acted on these cards: they stay, and the hand goes on.")
    return burn_order.restored(it.table, it.hand, it.ruling.number, it.steps, it.told, as_they_came=True)


def _redeal(it: Answered, house: House) -> Done:
    table, hand, told = misdeals.confirmed(it.table, house)
    it.told.extend(told)
    return table, hand


def _kill(it: Answered, house: House) -> Done:
    return _dead(it, ante_back=False)


def _kill_ante_back(it: Answered, house: House) -> Done:
    return _dead(it, ante_back=True)


def _dead(it: Answered, *, ante_back: bool) -> Done:
    i = it.hand.index_of[it.ruling.seat or 0]
    if not can_die(it.hand, i):
        return Refused("floor_rule.too_late", f"Seat {it.ruling.seat} has no live hand any more: nothing is to be done.")
    return it.table, killed(it.hand, i, it.told, ante_back=ante_back)


def _third_down(it: Answered, house: House) -> Done:
    return it.table, sighted.in_place_of_third(it.hand, it.ruling.seat or 0, it.ruling.cards)


def _last_up(it: Answered, house: House) -> Done:
    hand = sighted.last_in_sight(it.hand, it.ruling.seat or 0, it.ruling.cards)
    if hand.stage == "betting" and burn_order.untouched(hand):  # another's board may be the best one now
        hand = street.open_next(replace(hand, stage="dealing", street=hand.street - 1, to_act=-1), it.told)
    return it.table, hand


def _set_aside(it: Answered, house: House) -> Done:
    return early_aside.removed(it.table, it.hand, it.ruling.number)


def _restore_early(it: Answered, house: House) -> Done:
    return misdeals.put(it.table, replace(misdeals.dealing_of(it.table), giving=it.ruling.number)), it.hand


def _keeps_no_raise(it: Answered, house: House) -> Done:
    return it.table, sighted.held_back(it.hand, it.hand.index_of[it.ruling.seat or 0])


def _retrieve(it: Answered, house: House) -> Done:
    i = it.hand.index_of[it.ruling.seat or 0]
    it.told.append(Told("acted", it.ruling.seat, do="retrieved"))
    return it.table, dead_hand.revived(it.hand, i)


#: Answer → what it does. The same words stand in a ruling's alternatives, and as the step that it proposes.
DOES: Final[Mapping[str, Does]] = {
    "play_on": _play_on,
    "redeal": _redeal,
    "kill_hand": _kill,
    "kill_ante_back": _kill_ante_back,
    "third_card_down": _third_down,
    "last_card_up": _last_up,
    "restore_order": _restore_order,
    "push_back": _push_back,
    "lay_aside": _set_aside,
    "restore_early": _restore_early,
    "keeps_no_raise": _keeps_no_raise,
    "keeps_card": _play_on,
    "retrieve_hand": _retrieve,
}
