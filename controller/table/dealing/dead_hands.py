"""Hands that are dead: of a wrong number of cards, thrown forward, lifted at a bet, or thrown onto another player's cards."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.events import Act, CardMoved
from controller.game import betting, counted, dead_hand
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.game.zones import HOLE, HOLE_SEAT, MUCK, PLACE_BYTE, UP, UP_SEAT
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed, Remedy, Ruling
from controller.table import rulings
from controller.table.dealing import asking, late_hands, lowball_short
from controller.table.dealing.misdeals import STOPPED, Telling, dealing_of, put
from controller.table.table import Table

KIND: Final = "dead_hand"
COUNT_RULES: Final = ("roberts.dead_hands.1.4", "roberts.stud.20a", "home.7.dead", "cooke.10.18.c")
SHORT_RULES: Final = ("roberts.dead_hands.1.4", "roberts.lowball.11", "home.7.dead")
THROWN_RULES: Final = ("roberts.dead_hands.1.2", "home.5.bind_fold", "cooke.10.18.a", "cooke.def.retrieved_hand")
LIFTED_RULES: Final = ("roberts.dead_hands.1.3", "roberts.stud.10", "cooke.5.17.a")
LIFTED_SHOWN_RULES: Final = ("roberts.stud.10",)
INTO_RULES: Final = ("roberts.dead_hands.3",)
_GONE: Final = (PLACE_BYTE[None][0], PLACE_BYTE[MUCK][0])

Outcome = tuple[Table, Hand | None, list[Told]]


def at_show(table: Table, hand: Hand, seat: int, house: House) -> Outcome | None:
    """Return what a hand with too many cards comes to when it is shown; None when nothing is wrong with it.

    Source: roberts.dead_hands.1.4, roberts.stud.20a.
    """
    i = hand.index_of[seat] if 0 < seat < len(hand.index_of) else -1
    key = f"count/{seat}"
    ruled, answer = dealing_of(table).ruled, house.options.late_wrong_count_hand
    if i < 0 or not dead_hand.can_die(hand, i) or hand.shown[i] is not None or key in ruled:
        return None
    if late_hands.mark(seat) in ruled and not (answer == "dead" and any(_waits_for(one, seat) for one in rulings.docket_of(table).rulings)):
        return None  # it was asked when the card came
    if not counted.too_many(hand, table.card_places, seat) or "dead.count" in house.without:
        return None
    options: OptionsUsed = (("late_wrong_count_hand", answer),)
    telling = Telling([], house)
    if answer != "dead":
        table = put(table, replace(dealing_of(table), ruled=(*dealing_of(table).ruled, key)))
        what = asking.Asked(KIND, COUNT_RULES, seat, ("play_on",), "kill_hand", options=options, may_until="award")
        return asking.asked(table, what, telling), hand, telling.told
    table = rulings.opened(table, _dead(seat, COUNT_RULES, options), telling.told, house)
    return table, dead_hand.killed(hand, i, telling.told), telling.told


def _dead(seat: int, rules: tuple[str, ...], options: OptionsUsed = (), about_seq: int = 0) -> Ruling:
    return Ruling(0, KIND, rules, options, (Remedy("kill_hand", (seat,)),), seat=seat, about_seq=about_seq, may_until="award")


def short(table: Table, hand: Hand, seat: int, house: House) -> tuple[Table, list[Told]] | None:
    """Return what is ruled when a player is found short of cards before the draw, and the deal can no longer be called wrong.

    Source: roberts.dead_hands.1.4.
    """
    i = hand.index_of[seat]
    if not counted.short_before_draw(hand) or "dead.short_draw" in house.without:
        return None
    telling = Telling([], house)
    if (now := lowball_short.too_few(table, hand, seat, telling)) is not None:
        return now, telling.told
    answer = house.options.draw_hand_short_before_draw
    options: OptionsUsed = (("draw_hand_short_before_draw", answer),)
    if answer == "ask_floor":
        what = asking.Asked(KIND, SHORT_RULES, seat, ("play_on",), "kill_hand", options=options)
        return asking.asked(table, what, telling), telling.told
    if answer == "live":
        steps = (Remedy("play_on", (seat,)), Remedy("complete_on_draw", (seat,)))
        ruling = Ruling(0, "live_hand", SHORT_RULES, options, steps, seat=seat)
        if "lowball.completed" not in house.without:
            table = replace(table, hand=lowball_short.completed_on_draw(hand, i))
        return rulings.opened(table, ruling, telling.told, house), telling.told
    table = rulings.opened(table, _dead(seat, SHORT_RULES, options), telling.told, house)
    return replace(table, hand=dead_hand.killed(hand, i, telling.told)), telling.told


def thrown_forward(table: Table, hand: Hand, command: Act, house: House) -> Outcome | None:
    """Return what an action behind a player comes to who has thrown his cards away without a word: he is out. None when he has not.

    Source: roberts.dead_hands.1.2, cooke.10.18.a, home.5.bind_fold.
    """
    i = hand.to_act
    if hand.stage != "betting" or i < 0 or "dead.thrown" in house.without or not _thrown_away(table, hand, i):
        return None
    seat = hand.seats[i]
    telling = Telling([], house)
    folded = betting.act(hand, seat, "fold", None)
    if isinstance(folded, Refused):
        return None
    after, told = folded
    if after.to_act < 0 or after.seats[after.to_act] != command.seat:
        return None
    acted = betting.act(after, command.seat, command.do, command.to_chips)
    if isinstance(acted, Refused):
        return None
    table = rulings.opened(table, _dead(seat, THROWN_RULES), telling.told, house)
    last, more = acted
    return table, last, [*told, *telling.told, *more]


def _thrown_away(table: Table, hand: Hand, i: int) -> bool:
    """Whether all that is known of a player's cards has left him: those in sight, where he has any."""
    cards = hand.up_of(i) or hand.hole_of(i)
    return bool(cards) and all(table.card_places[card] in _GONE for card in cards)


def lifted(table: Table, hand: Hand, event: CardMoved, telling: Telling) -> Table:
    """Return the table after an up-card left its place: all of them lifted, or one mixed with the down-cards, at a bet, is a fold.

    The dealer says that it was so: a card may only have been pushed aside. Lying there again it is no matter any more.
    Source: roberts.dead_hands.1.3, roberts.stud.10, cooke.5.17.a.
    """
    house, card = telling.house, event.card
    if card not in hand.up or hand.stage != "betting" or "dead.lifted" in house.without:
        return table
    i = hand.dealt_to[hand.dealt.index(card)]
    seat = hand.seats[i]
    if event.to_zone == UP[seat]:
        return rulings.lapsed(table, lambda one: _waits_for(one, seat), telling.told)
    if hand.folded[i] or hand.current_bet <= hand.bets[i] or any(_waits_for(one, seat) for one in rulings.docket_of(table).rulings):
        return table
    mixed = event.to_zone == HOLE[seat]
    if not mixed and any(table.card_places[one] == PLACE_BYTE[UP[seat]][0] for one in hand.up_of(i)):
        return table
    answer = house.options.stud_turned_upcards
    if answer == "action_behind":
        return table
    table = put(table, replace(dealing_of(table), ruled=tuple(dict.fromkeys((*dealing_of(table).ruled, f"lifted/{seat}")))))
    what = asking.Asked(
        KIND, LIFTED_RULES, seat, ("play_on",), "kill_hand", (("stud_turned_upcards", answer),),
        who="dealer", may_until="street_end", stops=False,
    )  # fmt: skip
    return asking.asked(table, what, telling)


def live_though_lifted(table: Table, hand: Hand, told: list[Told], house: House) -> list[Told]:
    """Return what is told of a hand that is shown; that its up-cards were lifted before, with the betting over, does not matter.

    Source: roberts.stud.10.
    """
    first = told[0] if told else None
    if first is None or first.kind != "shown" or first.seat is None or "dead.lifted" in house.without:
        return told
    ups = hand.up_of(hand.index_of[first.seat])
    lies_there = PLACE_BYTE[UP[first.seat]][0]
    if any(table.card_places[card] == lies_there for card in ups):
        return told
    return [replace(first, rules=(*first.rules, *LIFTED_SHOWN_RULES)), *told[1:]]


def _waits_for(ruling: Ruling, seat: int) -> bool:
    return ruling.kind == KIND and ruling.seat == seat and ruling.status == "proposed"


def waits(table: Table, command: Act) -> Refused | None:
    """Return why a player cannot act whose hand may be dead: that is decided first. To fold him is to decide it."""
    if command.do == "fold" or f"lifted/{command.seat}" not in dealing_of(table).ruled:
        return None
    ruling = next((one for one in rulings.docket_of(table).rulings if _waits_for(one, command.seat)), None)
    if ruling is None:
        return None
    return Refused(STOPPED, f"{ruling.id} is to be decided first: seat {command.seat} may have folded.", ruling.rules)


def folded_since(table: Table, hand: Hand, told: list[Told]) -> Table:
    """Return the table without proposals about hands that are out by now."""
    return rulings.lapsed(
        table,
        lambda one: (
            one.kind == KIND and one.status == "proposed" and one.seat is not None and not dead_hand.can_die(hand, hand.index_of[one.seat])
        ),
        told,
    )


def into_another(table: Table, hand: Hand, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a card of one player came to lie among another's: when all of his lie there, they were thrown.

    Source: roberts.dead_hands.3.
    """
    to_seat = 0 if event.to_zone is None else HOLE_SEAT.get(event.to_zone) or UP_SEAT.get(event.to_zone, 0)
    if not to_seat or event.card not in hand.dealt or "dead.into_another" in telling.house.without:
        return table
    i = hand.dealt_to[hand.dealt.index(event.card)]
    if i >= len(hand.seats) or hand.seats[i] == to_seat or not dead_hand.can_die(hand, i):
        return table
    place, seat = PLACE_BYTE[event.to_zone][0], hand.seats[i]
    if len(hand.hole_of(i)) < counted.due(hand, i):
        return table  # his cards still come: one that is pushed on to another player was not thrown
    if any(table.card_places[card] != place for card in hand.hole_of(i)) or any(
        _waits_for(one, seat) for one in rulings.docket_of(table).rulings
    ):
        return table
    answer = telling.house.options.cards_into_other_hand
    options: OptionsUsed = (("cards_into_other_hand", answer),)
    kills, asks = answer == "thrown_cards_dead", answer == "ask_floor"
    what = asking.Asked(
        KIND, INTO_RULES, seat, ("play_on",) if kills else ("kill_hand", "play_on"), "kill_hand" if kills else None if asks else "play_on",
        options, who="dealer" if kills else "floor", may_until="award",
    )  # fmt: skip
    return asking.asked(table, what, telling)
