"""Who gets cards: a seat that nobody is entitled at was dealt in, a player who was entitled got none, or one who had not posted did."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from controller.events import CardMoved, Report
from controller.game.counted import has_so_many
from controller.game.dead_hand import killed
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.game.zones import HOLE_SEAT, MUCK, STUB, UP_SEAT
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed, Remedy, Ruling, RulingKind
from controller.table import rulings
from controller.table.dealing import misdeals, order, remedies, window
from controller.table.dealing.misdeals import Telling
from controller.table.dealing.state import Move
from controller.table.table import Table

UNENTITLED_RULES: Final = ("cooke.14.20.n", "cooke.def.deal_around", "roberts.misdeals.1.9", "roberts.lowball.1.8", "home.7.misdeal.7")
DEALT_OUT_RULES: Final = ("cooke.14.20.d", "roberts.misdeals.1.10", "roberts.lowball.1.9", "home.7.misdeal.8")
UNPOSTED_RULES: Final = ("cooke.14.20.l", "roberts.blinds.11a", "roberts.blinds.11b", "home.7.misdeal.7")
LIVE_RULES: Final = ("roberts.blinds.11b",)
LOOKED_RULES: Final = ("roberts.blinds.11a",)
#: From where a card comes that is dealt: the deck, or where nothing is read. Cards that come from other places were dealt already.
_DEALT_FROM: Final = (STUB, None)

Outcome = rulings.Outcome


# A seat that is not in the hand.


def unentitled(table: Table, event: CardMoved, telling: Telling) -> Table:
    """Return the table after a card of the deal came to a seat that is not in the hand, with what is ruled about it.

    Source: cooke.14.20.n, roberts.misdeals.1.9, roberts.lowball.1.8, home.7.misdeal.7.
    """
    hand, house = table.hand, telling.house
    zone = event.to_zone
    seat = 0 if zone is None else HOLE_SEAT.get(zone) or UP_SEAT.get(zone) or 0
    if hand is None or zone is None or event.from_zone not in _DEALT_FROM or event.card in hand.dealt or "deal.unentitled" in house.without:
        return table
    dealing, named = misdeals.dealing_of(table), f"unentitled/{seat}"
    options: OptionsUsed = (("unentitled_seat_dealt_in", house.options.unentitled_seat_dealt_in),)
    if named in dealing.ruled:
        return _one_more(table, Move(0, zone, MUCK, event.card), seat)
    table = misdeals.put(table, replace(dealing, ruled=(*dealing.ruled, named)))
    in_time = window.open_for_misdeals(hand, house) and order.is_dealt(hand)
    if house.options.unentitled_seat_dealt_in == "misdeal" and in_time:
        return misdeals.called(table, UNENTITLED_RULES, telling, seat=seat, options=options)
    rules = UNENTITLED_RULES if in_time else (*UNENTITLED_RULES, *window.TOO_LATE_RULES)
    ruling = Ruling(
        0, "not_entitled", rules, options, (Remedy("kill_hand", (seat,)), Remedy("play_on")),
        seat=seat, about_seq=telling.about_seq, carried_out=False,
    )  # fmt: skip
    table = rulings.opened(table, ruling, telling.told, house)
    return remedies.ordered(table, (Move(rulings.docket_of(table).numbers[0], zone, MUCK, event.card),))


def _one_more(table: Table, move: Move, seat: int) -> Table:
    """Another card of a hand that is dead: it goes to the muck with the first."""
    ruling = next((one for one in rulings.docket_of(table).rulings if one.kind == "not_entitled" and one.seat == seat), None)
    return table if ruling is None else remedies.ordered(table, (replace(move, ruling=ruling.number),))


# A player who got no cards.


def dealt_out(table: Table, hand: Hand, command: Report, house: House) -> Outcome:
    """Return the table after it was told that a player got no cards, who should have.

    Source: cooke.14.20.d, roberts.misdeals.1.10, roberts.lowball.1.9, home.7.misdeal.8.
    """
    seat = command.seat
    i = hand.index_of[seat] if seat else -1
    if i < 0:
        return Refused("report.not_entitled", "Name a seat that is in this hand: nobody else had cards to come.")
    if hand.dealt_to.count(i):
        return Refused("report.has_cards", f"Cards were read at seat {seat}: tell what is wrong with them.")
    if hand.folded[i] or "deal.dealt_out" in house.without:
        return Refused("report.nothing", "Nothing follows from that here: he is not in the hand any more, or the house has no rule for it.")
    telling = Telling([], house)
    absent = command.what == "absent_dealt_out"
    if _is_misdeal(hand, i, house, absent=absent) and window.open_for_misdeals(hand, house):
        return misdeals.told_of(table, DEALT_OUT_RULES, telling, seat=seat, options=_answers(house, absent=absent))
    rules = DEALT_OUT_RULES if window.open_for_misdeals(hand, house) else (*DEALT_OUT_RULES, *window.TOO_LATE_RULES)
    ruling = Ruling(
        0, "dead_hand", rules, _answers(house, absent=absent), (Remedy("treat_as_absent", (seat,)), Remedy("play_on")), seat=seat
    )
    return _out(table, hand, ruling, telling)


def _is_misdeal(hand: Hand, i: int, house: House, *, absent: bool) -> bool:
    """Whether the deal is a wrong one because this player got nothing: by what he has in, where he sits, and whether he is there.

    Source: cooke.14.20.d, roberts.misdeals.1.10, home.7.misdeal.8.
    """
    answer = house.options.entitled_player_dealt_out
    committed = hand.put_in[i] > 0
    if committed or (answer == "committed_or_button" and hand.seats[i] == hand.button) or (answer == "any_entitled" and not absent):
        return True
    if not absent:
        return answer == "present_or_posted"
    missed = house.options.absent_requested_hand_missed
    without = replace(hand, folded=(*hand.folded[:i], True, *hand.folded[i + 1 :]))
    others_whole = has_so_many(without, order.plan_of(hand).cards_each, {})
    return missed == "misdeal" or (missed == "misdeal_until_all_have_cards" and not others_whole)


def _answers(house: House, *, absent: bool) -> OptionsUsed:
    used: OptionsUsed = (("entitled_player_dealt_out", house.options.entitled_player_dealt_out),)
    return (*used, ("absent_requested_hand_missed", house.options.absent_requested_hand_missed)) if absent else used


# A player who has cards and had not posted.


def unposted(table: Table, hand: Hand, command: Report, house: House) -> Outcome:
    """Return the table after it was told that a player has cards for whom no ante or blind went in.

    Source: cooke.14.20.l, roberts.blinds.11a, roberts.blinds.11b.
    """
    seat = command.seat
    i = hand.index_of[seat] if seat else -1
    if i < 0:
        return Refused("report.not_in_hand", "Name a seat that was dealt cards.")
    if hand.folded[i] or "deal.unposted" in house.without:
        return Refused("report.nothing", "Nothing follows from that here: he is not in the hand any more, or the house has no rule for it.")
    then = _UNPOSTED[house.options.unposted_player_dealt_in]
    return then(table, hand, _Unposted(seat, window.open_for_misdeals(hand, house)), Telling([], house))


class _Unposted(NamedTuple):
    """Of whom it was told, and whether that was in time for a misdeal."""

    seat: int
    in_time: bool

    def ruling(self, kind: RulingKind, rules: tuple[str, ...], remedy: Remedy, house: House) -> Ruling:
        """Return what is ruled about him."""
        options: OptionsUsed = (("unposted_player_dealt_in", house.options.unposted_player_dealt_in),)
        return Ruling(0, kind, rules if self.in_time else (*rules, *window.TOO_LATE_RULES), options, (remedy,), seat=self.seat)

    def live(self, table: Table, rules: tuple[str, ...], telling: Telling) -> Outcome:
        """Return the table in which his hand is played like any other."""
        ruling = self.ruling("blind_error", rules, Remedy("play_on", (self.seat,)), telling.house)
        return rulings.opened(table, ruling, telling.told, telling.house), telling.told

    def dead(self, table: Table, hand: Hand, rules: tuple[str, ...], telling: Telling) -> tuple[Table, list[Told]]:
        """Return the table in which his hand is dead."""
        return _out(table, hand, self.ruling("dead_hand", rules, Remedy("kill_hand", (self.seat,)), telling.house), telling)


def _unposted_misdeal(table: Table, hand: Hand, one: _Unposted, telling: Telling) -> Outcome:
    if not one.in_time:
        return one.live(table, UNPOSTED_RULES, telling)
    used: OptionsUsed = (("unposted_player_dealt_in", telling.house.options.unposted_player_dealt_in),)
    return misdeals.told_of(table, UNPOSTED_RULES, telling, seat=one.seat, options=used)


def _unposted_dead(table: Table, hand: Hand, one: _Unposted, telling: Telling) -> Outcome:
    return one.dead(table, hand, UNPOSTED_RULES, telling) if one.in_time else one.live(table, UNPOSTED_RULES, telling)


def _post_first(table: Table, hand: Hand, one: _Unposted, telling: Telling) -> Outcome:
    """He may still post as long as he has not looked; once he has acted the hand is his, and he posts for the next one.

    Source: roberts.blinds.11a, roberts.blinds.11b.
    """
    seat = one.seat
    if hand.faced_at[hand.index_of[seat]] >= 0 or not one.in_time:
        return one.live(table, LIVE_RULES, telling)
    if seat in misdeals.dealing_of(table).looked:
        return one.dead(table, hand, LOOKED_RULES, telling)
    owed = sum([due.amount_chips for due in hand.owing if hand.seats[due.index] == seat]) or None
    ruling = one.ruling("blind_error", LOOKED_RULES, Remedy("complete_bet", (seat,), (), None, owed), telling.house)
    return rulings.opened(table, replace(ruling, may_until="first_action", to_chips=owed), telling.told, telling.house), telling.told


def looked_unposted(table: Table, hand: Hand, seat: int, house: House) -> tuple[Table, list[Told]] | None:
    """Return the table after a player looked at his cards who was to post first, and has not: his hand is dead. None when he was not.

    Source: roberts.blinds.11a.
    """
    owes = any(hand.seats[due.index] == seat for due in hand.owing) and hand.faced_at[hand.index_of[seat]] < 0
    first = [one.number for one in rulings.docket_of(table).rulings if one.kind == "blind_error" and one.seat == seat and _posts_first(one)]
    if not owes or not first or "deal.unposted" in house.without:
        return None
    telling = Telling([], house)
    table = rulings.lapsed(table, lambda one: one.number in first, telling.told)
    return _Unposted(seat, window.open_for_misdeals(hand, house)).dead(table, hand, LOOKED_RULES, telling)


def _posts_first(ruling: Ruling) -> bool:
    return ruling.status == "in_force" and any(step.do == "complete_bet" for step in ruling.remedy)


_UNPOSTED: Final[Mapping[str, Callable[[Table, Hand, _Unposted, Telling], Outcome]]] = {
    "misdeal": _unposted_misdeal,
    "dead_hand": _unposted_dead,
    "post_before_looking": _post_first,
}


def _out(table: Table, hand: Hand, ruling: Ruling, telling: Telling) -> tuple[Table, list[Told]]:
    """Take the player of a ruling out of the hand; where that cannot be done now the floor is asked."""
    told: list[Told] = []
    after = killed(hand, hand.index_of[ruling.seat or 0], told)
    if after is hand:
        ruling = replace(ruling, who="floor", status="proposed", carried_out=False)
        return rulings.opened(table, ruling, telling.told, telling.house), telling.told
    table = rulings.opened(replace(table, hand=after), ruling, telling.told, telling.house)
    return table, [*told, *telling.told]
