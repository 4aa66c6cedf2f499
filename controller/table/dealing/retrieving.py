"""A hand that was thrown away and is wanted back: nobody has acted behind it and it has not touched the muck, or the floor says."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.events import CardMoved
from controller.game import counted, dead_hand
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.game.zones import HOLE_SEAT, MUCK, PLACE_BYTE
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import asking
from controller.table.dealing.misdeals import Telling, dealing_of, put
from controller.table.table import Table, running

RULES: Final = ("roberts.dead_hands.2", "cooke.10.18.b", "cooke.10.19.b")
#: Until it touches the muck, or somebody acts behind it, a hand is not dead …
BACK_RULES: Final = ("cooke.def.retrieved_hand", "cooke.10.19.a")
#: … and then it is.
TOUCHED_RULES: Final = ("cooke.def.retrieved_hand", "cooke.10.18.a")
#: The answer of a house in which a hand that was let go is not dead at once.
_NOT_AT_ONCE: Final = "muck_or_action_behind"
#: Answers by which no hand comes back.
_NEVER: Final = "never"
_MUCKED: Final = PLACE_BYTE[MUCK][0]
_GONE: Final = (PLACE_BYTE[None][0], _MUCKED)


def request(table: Table, seat: int, house: House) -> rulings.Outcome:
    """Return the table with a hand back that is not dead yet, or with the floor asked whether it comes back; or why it cannot.

    That it can be told apart says that each of its cards was read and lies nowhere else; which they are nobody is told.
    Source: roberts.dead_hands.2, cooke.10.18.b, cooke.10.19.a, cooke.10.19.b, cooke.def.retrieved_hand.
    """
    hand = running(table)
    if hand is not None and (i := hand.index_of[seat]) >= 0 and _not_dead_yet(table, hand, i, house):
        return _back(table, hand, i, house)
    if hand is None or "dead.retrieve" in house.without:
        return Refused(
            "request.no_ruling", "Nothing is ruled here about hands that were thrown away: correct the entry, or call the floor."
        )
    i = hand.index_of[seat]
    if i < 0 or not (hand.folded[i] or hand.mucked[i]):
        return Refused("request.hand_live", f"Seat {seat} has thrown no hand away: there is nothing to bring back.")
    shown = hand.stage == "showdown"
    name = "retrieve_mucked_hand" if shown else "revive_folded_hand"
    answer = house.options.retrieve_mucked_hand if shown else house.options.revive_folded_hand
    options: OptionsUsed = ((name, answer),)
    if answer == _NEVER:
        return Refused("request.no_ruling", f"A hand that was thrown away stays dead in this house, that of seat {seat} too.", RULES)
    telling = Telling([], house)
    back = _told_apart(table, hand, i) and (answer != "four_conditions" or hand.shown[i] is not None)
    instead = ("retrieve_hand", "play_on") if back else ("play_on",)
    what = asking.Asked("dead_hand", RULES, seat, instead, options=options, may_until="award", stops=False)
    return asking.asked(table, what, telling), telling.told


def _told_apart(table: Table, hand: Hand, i: int) -> bool:
    """Whether every card of the hand was read, and lies where no other hand does."""
    cards = hand.hole_of(i)
    return len(cards) == counted.due(hand, i) and all(table.card_places[card] in _GONE for card in cards)


def _not_dead_yet(table: Table, hand: Hand, i: int, house: House) -> bool:
    """Whether a hand that was let go is not dead: nobody has acted behind it, and none of it lies in the muck.

    Where somebody between it and the player to act is out it is not known when he went: then it is the floor's.
    """
    if house.options.folded_hand_dead_when != _NOT_AT_ONCE or "dead.taken_back" in house.without:
        return False
    if not hand.folded[i] or hand.stage != "betting" or hand.to_act < 0:
        return False
    n = len(hand.seats)
    between = [(i + k) % n for k in range(1, (hand.to_act - i) % n)]
    if any(hand.folded[j] or hand.stacks[j] for j in between):
        return False
    return all(table.card_places[card] != _MUCKED for card in hand.hole_of(i))


def _back(table: Table, hand: Hand, i: int, house: House) -> rulings.Outcome:
    """He has his hand back, and his turn: it is as it was before he let it go."""
    seat, told = hand.seats[i], list[Told]()
    options: OptionsUsed = (("folded_hand_dead_when", house.options.folded_hand_dead_when),)
    ruling = Ruling(0, "live_hand", BACK_RULES, options, (Remedy("retrieve_hand", (seat,)), Remedy("restore_action", (seat,))), seat=seat)
    table = rulings.opened(table, ruling, told, house)
    told.append(Told("acted", seat, do="retrieved"))
    live = dead_hand.revived(hand, i)
    acts = (*live.last_acts[:i], "", *live.last_acts[i + 1 :])
    return replace(table, hand=replace(live, to_act=i, last_acts=acts)), told


def pulled_back(table: Table, hand: Hand, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a card came back to its player from the muck: when all of his did, his hand had touched it.

    Source: cooke.def.retrieved_hand, cooke.10.18.a.
    """
    house, zone = telling.house, event.to_zone
    if event.from_zone != MUCK or zone not in HOLE_SEAT or event.card not in hand.dealt or hand.stage != "betting":
        return table
    i, answer = hand.dealt_to[hand.dealt.index(event.card)], house.options.folded_hand_dead_when
    if i >= len(hand.seats) or hand.seats[i] != HOLE_SEAT[zone] or not dead_hand.can_die(hand, i):
        return table
    if answer != _NOT_AT_ONCE or "dead.pulled_back" in house.without:
        return table
    dealing = dealing_of(table)
    ruled = dict.fromkeys((*dealing.ruled, f"touched/{event.card}"))
    table = put(table, replace(dealing, ruled=tuple(ruled)))
    if any(f"touched/{card}" not in ruled for card in hand.hole_of(i)):
        return table
    options: OptionsUsed = (("folded_hand_dead_when", answer),)
    what = asking.Asked("dead_hand", TOUCHED_RULES, hand.seats[i], ("play_on",), "kill_hand", options, who="dealer", may_until="award")
    return asking.asked(table, what, telling)
