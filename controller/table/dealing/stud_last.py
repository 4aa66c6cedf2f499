"""The last card of a game with up-cards, which comes down, lies in sight: it counts and its player may be all-in, or the floor is asked."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.events import Answer
from controller.game import deal, sighted, street
from controller.game.amiss import able
from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.game.short_stub import is_last
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed, Prompt, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import asking
from controller.table.dealing.misdeals import Telling, dealing_of, put
from controller.table.table import Table

ASKED_RULES: Final = ("cooke.5.20.a",)
ALL_IN_RULES: Final = ("roberts.stud.16",)
MANY_RULES: Final = ("roberts.stud.18.1", "roberts.stud.17")
TWO_RULES: Final = ("roberts.stud.18.2", "roberts.stud.17")
#: What the player may say before the betting starts.
DECLARE: Final = "declare_all_in"
PLAYS_ON: Final = "plays_on"
SAID: Final = (DECLARE, PLAYS_ON)
DECLARED_RULES: Final = ("roberts.stud.18.1", "roberts.stud.18.2")
#: In `Dealing.ruled`: the other player's last card goes up too.
OTHER_UP: Final = "stud_other_up"
_TWO: Final = 2


def lies_open(hand: Hand, seat: int, card: Card, house: House) -> Hand:
    """Return the hand with a last card that came in sight, before it is told and the round begins; unchanged where the floor is asked.

    Source: roberts.stud.16, roberts.stud.17.
    """
    ruled = house.options.stud_last_card_exposed == "robert_17_18" and "stud.last_up" not in house.without
    return sighted.last_in_sight(hand, seat, (card,)) if ruled and is_last(hand) else hand


def exposed(table: Table, hand: Hand, seat: int, cards: tuple[Card, ...], telling: Telling) -> Table:
    """Return the table after a last card came in sight, with what is ruled about it.

    Source: cooke.5.20.a, roberts.stud.16, roberts.stud.17, roberts.stud.18.1, roberts.stud.18.2.
    """
    house, i = telling.house, hand.index_of[seat]
    answer = house.options.stud_last_card_exposed
    options: OptionsUsed = (("stud_last_card_exposed", answer),)
    rule = "stud.last_up_asked" if answer == "ask_floor" else "stud.last_up"
    if rule in house.without:
        return table
    if answer == "ask_floor":
        what = asking.Asked("exposed_card", ASKED_RULES, seat, ("last_card_up", "play_on"), "last_card_up", options, cards)
        return asking.asked(table, what, telling)
    table = replace(table, hand=sighted.last_in_sight(hand, seat, cards))
    if OTHER_UP in dealing_of(table).ruled:  # it was to come so
        return table
    others = [j for j, out in enumerate(hand.folded) if not out and j != i]
    rules, steps = _follows(hand, i, others)
    if rules is TWO_RULES and not _has_last(hand, others[0]):
        dealing = dealing_of(table)
        table = put(table, replace(dealing, ruled=(*dealing.ruled, OTHER_UP)))
        steps = (Remedy("deal_up", (hand.seats[others[0]],)),)
    ruling = Ruling(0, "exposed_card", rules, options, steps, seat=seat, cards=cards, about_seq=telling.about_seq, may_until="first_action")
    table = rulings.opened(table, ruling, telling.told, house)
    if rules is ALL_IN_RULES or steps[0].do == "deal_up" or "stud.declare_all_in" in house.without:
        return table
    prompt = Prompt(0, "dealer", DECLARE, seat, rules=DECLARED_RULES, answers=("all_in", "play_on"))
    return rulings.asked(table, prompt, telling.told, house)


def _follows(hand: Hand, i: int, others: list[int]) -> tuple[tuple[str, ...], tuple[Remedy, ...]]:
    """Return the rules, and what is done, by how many are left and whether the player can bet."""
    if not hand.stacks[i]:
        return ALL_IN_RULES, (Remedy("play_on", (hand.seats[i],)), Remedy("rest_down"))
    if len(others) + 1 > _TWO:
        return MANY_RULES, (Remedy("play_on", (hand.seats[i],)), Remedy("rest_down"))
    return TWO_RULES, (Remedy("play_on", (hand.seats[i],)),)


def _has_last(hand: Hand, i: int) -> bool:
    """Whether a player has his last card."""
    return not any(deal.due_of(hand, i))


def declared(table: Table, prompt: Prompt, command: Answer) -> Refused | tuple[Table, Hand | None, list[Told]]:
    """Return the table after a player whose last card lies in sight said that he is all-in for what he has in the pot, or plays on.

    Source: roberts.stud.18.1, roberts.stud.18.2.
    """
    hand, seat = table.hand, prompt.seat or 0
    if hand is None or hand.over:
        return Refused("answer.unknown", f"No prompt {prompt.id} waits for an answer: look at the state.")
    table = rulings.unasked(table)
    if command.answer != "all_in":
        return table, hand, [Told("acted", seat, do=PLAYS_ON, rules=prompt.rules)]
    i = hand.index_of[seat]
    told = [Told("acted", seat, do=DECLARE, rules=prompt.rules)]
    hand = replace(hand, amiss=replace(hand.amiss, all_in=hand.amiss.all_in + bytes((i,))))
    if hand.stage != "betting":
        return table, hand, told
    stacks = able(hand.amiss, hand.stacks)
    to_act = street.next_to_act(i, hand.folded, stacks, hand.faced_at, 0) if hand.to_act == i else hand.to_act
    if to_act >= 0 and not street.has_decision(to_act, hand.folded, stacks, hand.bets):
        to_act = -1
    hand = replace(hand, to_act=to_act)
    return table, hand if to_act >= 0 else street.close(hand, told), told
