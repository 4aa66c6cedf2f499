"""A street of a game with up-cards that was dealt without a burn, or with two: which card belongs where, and the moves to it."""

from __future__ import annotations

from msgspec.structs import replace

from controller.game import amended, deal, street
from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.outcome import Told
from controller.game.short_stub import gets_cards, street_due
from controller.game.variants import VARIANTS
from controller.game.zones import BURN, HOLE, HOLE_SEAT, STUB, UP, UP_SEAT, Zone
from controller.rules.ruling import Remedy
from controller.table.dealing import remedies
from controller.table.dealing.misdeals import dealing_of, put
from controller.table.dealing.state import Move
from controller.table.table import Table


def burns_lacking(table: Table, hand: Hand, street_at: int | None = None) -> int:
    """Return how many burns are missing for that street, or the one whose cards come now; less than 0 = there are too many.

    What was let stand on an earlier street is no longer missing.
    """
    at = street_due(hand) if street_at is None else street_at
    if not at:
        return 0
    due = VARIANTS[hand.variant].burns_by_street[at]
    return due + dealing_of(table).burns_off - len(hand.burned)


def let_stand(table: Table, hand: Hand, street_at: int | None = None) -> Table:
    """Return the table in which the street's burns are right as they are."""
    dealing = dealing_of(table)
    return put(table, replace(dealing, burns_off=dealing.burns_off - burns_lacking(table, hand, street_at)))


def untouched(hand: Hand) -> bool:
    """Whether nobody has acted on the street whose cards came last, so that they can still change places."""
    if hand.stage == "showdown":
        return not any(hand.mucked) and all(cards is None for cards in hand.shown)
    return hand.stage == "dealing" or (hand.stage == "betting" and not any(faced >= 0 for faced in hand.faced_at) and not any(hand.bets))


def street_of(hand: Hand, i: int, card: Card) -> int:
    """Return the street that a card which just came to a player is of: with it that street may have become complete, and the next due."""
    due = street_due(hand)
    return due if card in of_street(hand, i, due) else due - 1


def of_street(hand: Hand, i: int, due: int) -> tuple[Card, ...]:
    """Return the cards that a player got on a street after the first: the one whose cards come now, or came last."""
    variant = VARIANTS[hand.variant]
    if variant.streets[due].up:
        return hand.up_of(i)[variant.up_by_street[due - 1] :]
    regular = bytes([card for card in hand.up if card not in hand.amiss.last_up])
    at = hand.dealt.rindex(regular[-1:]) + 1 if regular else 0
    return tuple([Card(card) for card, to in zip(hand.dealt[at:], hand.dealt_to[at:], strict=True) if to == i])


def restored(
    table: Table, hand: Hand, ruling: int, steps: list[Remedy], told: list[Told], *, as_they_came: bool = False
) -> tuple[Table, Hand]:
    """Return the table and the hand with the street's cards counted where they belong, and the moves to be made; `steps` says them.

    The first card off the deck is the burn, and the others go to the players in turn: in the order in which the players lie, or, as far
    as that is certain, as they came (`as_they_came`). A player who has looked at his last card, or mixed it with his others, keeps it:
    only the other cards are put right. What is too many goes back on the stub.
    Source: roberts.stud.13a, roberts.stud.13b, cooke.5.19.a.
    """
    variant, due = VARIANTS[hand.variant], dealing_of(table).wrong_street
    if hand.street >= due:
        hand = replace(hand, stage="dealing", street=due - 1, to_act=-1)
    up = variant.streets[due].up > 0
    kept = () if up else dealing_of(table).looked
    who = [i for i in range(len(hand.seats)) if gets_cards(hand, i) and hand.seats[i] not in kept]
    before = variant.burns_by_street[due - 1] + dealing_of(table).burns_off
    line = [*hand.burned[before:], *[card for i in who for card in of_street(hand, i, due)]]
    if as_they_came:
        line = _as_they_came(table, line, due)
    slots: list[Zone] = [BURN, *[(UP if up else HOLE)[hand.seats[i]] for i in who]]
    moves: list[Move] = []
    in_sight = set(hand.up)
    zones = table.card_zones
    last_up = set(hand.amiss.last_up)
    for at, card in enumerate(line):
        to_zone = slots[at] if at < len(slots) else STUB
        hidden = up and to_zone in UP and card not in in_sight  # its face is nobody's business before it lies there
        either = hidden and zones[card] == BURN  # readers may have found two burns in another order than they came
        if not either:
            hand = amended.without(hand, card) if hidden else amended.amended(hand, card, to_zone)
        if zones[card] != to_zone:
            moves.append(Move(ruling, zones[card], to_zone, None if either else card))
            steps.append(_step(zones[card], to_zone, card if card in in_sight else None))
    steps += [Remedy("top_to", (hand.seats[i],)) for i in who[max(len(line) - 1, 0) :]]
    if last_up:
        hand = replace(hand, amiss=replace(hand.amiss, last_up=b""))
    return remedies.ordered(table, moves), street.open_next(hand, told)


def _as_they_came(table: Table, line: list[Card], due: int) -> list[Card]:
    """Return the cards of a street in the order off the deck: as they lie, but for those of which it is certain that they came before one.

    Readers may find two cards in another order than that in which they came: of the others the players' order says more.
    """
    came = [one for one in dealing_of(table).overtaking if one.street == due]
    if not came or came[-1].card not in line:
        return line
    late = came[-1]
    early = sorted([one for one in came[:-1] if one.index > late.index and one.by_ns <= late.by_ns], key=lambda one: one.by_ns)
    first = [Card(one.card) for one in early if one.card in line]
    rest = [card for card in line if card not in first]
    at = rest.index(late.card)
    return [*rest[:at], *first, *rest[at:]]


def _step(was: Zone | None, to_zone: Zone, card: Card | None) -> Remedy:
    """One move in words; a card by name only where it lies in sight."""
    cards = () if card is None else (card,)
    if to_zone == BURN:
        return Remedy("return_as_burn", (), cards)
    if to_zone == STUB:
        return Remedy("back_on_stub", (), cards)
    seat, came = _seat(to_zone), _seat(was)
    if cards:
        return Remedy("goes_to", (seat,), cards)
    return Remedy("last_to", (came, seat)) if came else Remedy("burn_to", (seat,))


def _seat(zone: Zone | None) -> int:
    return 0 if zone is None else UP_SEAT.get(zone) or HOLE_SEAT.get(zone, 0)


def comes_down(hand: Hand, i: int) -> bool:
    """Whether the next card that a player gets comes down."""
    return deal.due_of(hand, i)[0] > 0
