"""The order of a deal against its plan: who was dealt what in which turn, as far as the order is known.

A deal goes round: its first card is the first player's, the next the second's. Cards that were not read may lie anywhere, so a deal has
gone wrong for certain only where no round of turns, whatever else may lie unread, could have brought the cards in the order in which
they came. Two cards whose times overlap have no order, and accuse nobody: of them the one whose turn is earlier is taken to have come
before the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from controller.events import CardMoved
from controller.game import amended, drawing
from controller.game.cards import Card
from controller.game.hand import TO_TABLE, Hand
from controller.game.variants import VARIANTS
from controller.table.dealing.misdeals import dealing_of, put
from controller.table.dealing.state import Ahead
from controller.table.table import Table


class Plan(NamedTuple):
    """Who gets cards before the first round, as indices in the order of dealing, and how many each."""

    players: tuple[int, ...]
    cards_each: int

    @property
    def cards(self) -> int:
        """How many the whole deal has."""
        return len(self.players) * self.cards_each

    def owner(self, place: int) -> int:
        """Whose card the one at that place off the deck is, 0 the first."""
        return self.players[place % len(self.players)]


class Deal(NamedTuple):
    """A hand's deal as it lies: the cards that players were dealt, in the order off the deck, each with whom it lies before, as index.

    `in_turn` = the cards may have come in turn, but for those that are too many (`extra`), which come last; else they lie in the order
    of time, and `certain` says whether that is known. `short` = so many cards players lack, or are not read; no card
    need have come in a later turn than `last_turn`, 0 the first.
    """

    hand: Hand
    plan: Plan
    cards: tuple[tuple[Card, int], ...]
    in_turn: bool
    certain: bool
    first_wrong: bool
    extra: int
    short: int
    last_turn: int

    @property
    def is_whole(self) -> bool:
        """Whether each of its cards may lie where the plan has it, with none left out before the last."""
        players, count = self.plan.players, len(self.cards)
        if self.extra or count > self.plan.cards:
            return False
        if not self.in_turn:
            return all(to == self.plan.owner(place) for place, (_, to) in enumerate(self.cards))
        held = all(self.held_by(one) == (count + len(players) - 1 - n) // len(players) for n, one in enumerate(players))
        return held and (count == self.plan.cards or self.last_turn < count)

    def held_by(self, index: int) -> int:
        """How many cards lie before a player."""
        return sum(1 for _, to in self.cards if to == index)


def plan_of(hand: Hand) -> Plan:
    """Return how the starting cards of this hand go round."""
    variant = VARIANTS[hand.variant]
    players = tuple([i for i, out in enumerate(hand.folded) if not out or i in hand.dealt_to])
    return Plan(players, variant.hole_by_street[0] if variant.up_cards else variant.hole_cards)


def is_dealt(hand: Hand) -> bool:
    """Whether the starting cards of this hand are those that still come: no street, and no change of cards, has followed.

    Where nobody has chips to bet with the betting is over before the last of them comes; in games with up-cards the next ones come then.
    """
    if hand.street > 0 or hand.board or hand.over:
        return False
    if hand.drawing.counts:
        return drawing.unbegun(hand)
    return hand.street < 0 or hand.stage in ("posting", "betting") or (hand.stage == "dealing" and not VARIANTS[hand.variant].up_cards)


def in_turn(hand: Hand, index: int) -> bool:
    """Whether the last card that came to a player was the next in turn: nobody before him in the round had fewer."""
    plan = plan_of(hand)
    held = {one: hand.dealt_to.count(one) - (one == index) for one in plan.players}
    return index in held and min(plan.players, key=lambda one: (held[one], one)) == index


def kept(table: Table, hand: Hand, event: CardMoved, index: int) -> Table:
    """Return the table with a card of the deal among those that came since the deal left the rotation, once it has.

    A card that merely changes seats keeps its place off the deck.
    """
    dealing = dealing_of(table)
    known = next((one for one in dealing.ahead if one.card == event.card), None)
    if known is not None:
        ahead = tuple([replace(one, index=index) if one is known else one for one in dealing.ahead])
    elif event.card in hand.dealt[:-1]:
        return table
    elif not dealing.ahead and event.card in hand.dealt and in_turn(hand, index):
        return replace(table, dealt_by_ns=max(table.dealt_by_ns, event.by_ns))
    else:
        ahead = (*dealing.ahead, Ahead(event.card, index, event.after_ns, event.by_ns))
    return put(table, replace(dealing, ahead=ahead))


def deal_of(hand: Hand, ahead: Sequence[Ahead], dealt_by_ns: int) -> Deal:
    """Return the deal of a hand: the cards that came in turn, by `dealt_by_ns`, then those since."""
    plan, late = plan_of(hand), {one.card for one in ahead}
    first = _in_turns([(Card(card), to) for card, to in zip(hand.dealt, hand.dealt_to, strict=True) if to != TO_TABLE and card not in late])
    held = [sum(1 for _, to in first if to == one) + sum(1 for came in ahead if came.index == one) for one in plan.players]
    extra = sum(max(count - plan.cards_each, 0) for count in held)
    short = sum(max(plan.cards_each - count, 0) for count in held)
    may_be = _turns(plan, [to for _, to in first], ahead, dealt_by_ns)
    in_turn = _none_left_out(plan, may_be, extra)
    turns = _turns(plan, [to for _, to in first], ahead, 0)
    if in_turn:
        then, certain = [one for _, one in sorted(turns, key=lambda taken: taken[0])], _none_left_out(plan, turns, extra)
    else:
        then, certain = _by_time(plan, len(first), ahead)
    cards = (*first, *[(one.card, one.index) for one in then])
    wrong = cards[0][1] != plan.owner(0) if in_turn and cards else not first and not short and _began_elsewhere(plan, ahead)
    return Deal(hand, plan, cards, in_turn, certain, wrong, extra, short, max([turn for turn, _ in may_be], default=0))


def lying(table: Table, hand: Hand) -> Deal:
    """Return the deal of a hand as it lies, but for a card another has come for: it has yet to leave, or is found late to have left."""
    dealing = dealing_of(table)
    came_for = {one.for_card for one in dealing.made}
    gone = [one.card for one in dealing.moves if one.card is not None and one.card in came_for]
    left = hand
    for card in gone:
        left = amended.without(left, card)
    ahead = [one for one in dealing.ahead if one.card not in gone] if gone else dealing.ahead
    return deal_of(left, ahead, table.dealt_by_ns)._replace(hand=hand)


def _in_turns(cards: Sequence[tuple[Card, int]]) -> list[tuple[Card, int]]:
    """Return cards that were dealt in turn, round by round: one that replaced another came later, and has that one's turn."""
    rounds, turns = Counter[int](), []
    for card, to in cards:
        turns.append((rounds[to], to, card))
        rounds[to] += 1
    return [(card, to) for _, to, card in sorted(turns, key=lambda one: (one[0], one[1]))]


def _none_left_out(plan: Plan, turns: Sequence[tuple[int, Ahead]], extra: int) -> bool:
    """Whether every card had a turn, but for those that are too many."""
    return sum(1 for turn, _ in turns if turn >= plan.cards) <= extra


def _turns(plan: Plan, first: Sequence[int], ahead: Sequence[Ahead], dealt_by_ns: int) -> list[tuple[int, Ahead]]:
    """Return for each card the earliest turn of the deal in which it can have come, whatever other cards were not read.

    The players of `first` got cards in turn before them, by `dealt_by_ns`: one that may have come earlier may be the one that a card of
    the same player was taken for. A card takes the first free turn of its player behind the cards that surely came before it. Turns
    behind the last of the plan are none: who has no other came out of turn, or has too many cards.
    """
    taken: list[tuple[int, Ahead]] = []
    for one in sorted(ahead, key=lambda came: came.by_ns):
        if one.index not in plan.players:
            continue
        floor = max([turn for turn, before in taken if before.by_ns <= one.after_ns], default=-1)
        if one.after_ns >= dealt_by_ns:
            floor = max(floor, _last_turn_before(plan, first, [before.index for _, before in taken if before.by_ns <= one.after_ns]))
        used = {turn for turn, _ in taken}
        turn = plan.players.index(one.index)
        while turn <= floor or turn in used:
            turn += len(plan.players)
        taken.append((turn, one))
    return taken


def _last_turn_before(plan: Plan, first: Sequence[int], then: Sequence[int]) -> int:
    """Return the last turn that players must have had who got so many cards, each named once a card; -1 when there was none."""
    count = Counter((*first, *then))
    return max([plan.players.index(one) + (count[one] - 1) * len(plan.players) for one in count if one in plan.players], default=-1)


def _by_time(plan: Plan, in_order: int, ahead: Sequence[Ahead]) -> tuple[list[Ahead], bool]:
    """Return cards that did not come in turn in the order of time, and whether it is known.

    Of cards whose times overlap the one whose turn it is comes first; where it is nobody's of them the order is unknown.
    """
    left, then, certain = sorted(ahead, key=lambda one: one.by_ns), list[Ahead](), True
    while left:
        owner = plan.owner(in_order + len(then))
        free = [one for one in left if not any(before.by_ns <= one.after_ns for before in left if before is not one)] or left[:1]
        due = [one for one in free if one.index == owner]
        certain = certain and (len(due) == 1 or len(free) == 1)
        then.append((due or free)[0])
        left.remove(then[-1])
    return then, certain


def _began_elsewhere(plan: Plan, ahead: Sequence[Ahead]) -> bool:
    """Whether another's card surely came before every card of the player whose the first one is."""
    his = [one for one in ahead if one.index == plan.owner(0)]
    return all(any(other.by_ns <= one.after_ns for other in ahead if other.index != one.index) for one in his)
