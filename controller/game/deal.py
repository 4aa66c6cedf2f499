"""The deal plan: who gets which card next, and what a card that moved means for the hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from controller.game import boards, drawing
from controller.game.cards import Card
from controller.game.drawn import NO_DRAWING, fifth_burns
from controller.game.hand import TO_TABLE, Hand
from controller.game.short_stub import common_card, gets_cards, last_is_common, mixes, street_due
from controller.game.thrown_away import picked_up
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BOARD_NUMBER, BOARDS, BURN, HOLE, HOLE_SEAT, MAX_SEATS, MUCK, UP, UP_SEAT, Zone

#: Every number of one byte as that byte.
BYTE: Final = tuple([bytes((n,)) for n in range(256)])
_TO_TABLE: Final = BYTE[TO_TABLE]


def _turns(players: int, deals: int) -> dict[bytes, tuple[int, bytes]]:
    order = bytes(range(players)) * deals
    so_far = [order[:n] for n in range(len(order) + 1)]
    return {so_far[n]: (index, so_far[n + 1]) for n, index in enumerate(order)}


#: `TURNS[d][n]`: the plain deal of d cards each to n players. `dealt_to` so far → the index of who gets the next card, `dealt_to` with it;
#: a deal that has not gone in turn is not in it.
TURNS: Final = tuple(
    [
        tuple([_turns(players, deals) for players in range(MAX_SEATS + 1)])
        for deals in range(1 + max(row.hole_cards for row in VARIANTS.values()))
    ]
)


#: Why a card is one too many: in front of a seat, and on the board.
HOLE_RULES: Final = ("cooke.4.01.e", "home.1.hole")
TWO_HOLE_RULES: Final = (*HOLE_RULES, "cooke.6.05.a")
MANY_HOLE_RULES: Final = ("cooke.4.17.s", *HOLE_RULES)
BOARD_RULES: Final = ("cooke.4.08.c", "home.1.rounds")
SECOND_FLOP_RULES: Final = ("cooke.6.09.b", *BOARD_RULES)
#: A board card during the first round, and one more than the board has.
EARLY_BOARD_RULES: Final = ("cooke.6.01.a", *BOARD_RULES)
WHOLE_BOARD_RULES: Final = ("cooke.6.01.b", *BOARD_RULES)
#: Games with up-cards: only who has paid the ante gets cards; a last card comes down.
NOT_IN_HAND_RULES: Final = ("cooke.5.05.b", "cooke.4.17.i")
LAST_DOWN_RULES: Final = ("cooke.5.10.a", "cooke.4.17.o")
#: Games of five cards, the first of which comes down.
ONE_DOWN_RULES: Final = ("cooke.5.26.a",)
_FIVE: Final = 5
#: Games with up-cards: the place of who folded without a bet to face gets its card.
FOLDED_PLACE_RULES: Final = ("cooke.5.15.a", "roberts.stud.9")
#: Games of seven cards: a player has them all.
ALL_SEVEN_RULES: Final = ("cooke.5.03.a",)
#: Games of seven cards: the up-card that is waited for, by how many cards a player has with it.
UP_CARD_RULES: Final[dict[int, tuple[str, ...]]] = {4: ("cooke.5.08.a",), 6: ("cooke.5.09.b",)}
#: Games of five cards: a player has them all; and one card is for all where the deck has too few.
ALL_FIVE_RULES: Final = ("cooke.4.11.a",)
COMMON_CARD_RULES: Final = ("cooke.4.17.p",)


def surplus_rules(hand: Hand | None, zone: Zone) -> tuple[str, ...]:
    """Return why a card is one too many in a zone: on the board, or in front of a seat by how many cards the game deals, whether it
    is in the hand, and how its cards come.
    """
    if zone in BOARD_NUMBER:
        if hand is None:
            return BOARD_RULES
        if VARIANTS[hand.variant].played_on == "best_board" and "board.second_flop" not in hand.off:
            return SECOND_FLOP_RULES
        whole = len(hand.board) >= VARIANTS[hand.variant].board_by_street[-1]
        return WHOLE_BOARD_RULES if whole else EARLY_BOARD_RULES if hand.stage == "betting" and not hand.street else BOARD_RULES
    if hand is None:
        return HOLE_RULES
    if VARIANTS[hand.variant].forced == "bring_in":
        return _surplus_by_sight(hand, zone)
    return MANY_HOLE_RULES if VARIANTS[hand.variant].hole_cards > 2 else TWO_HOLE_RULES


def _surplus_by_sight(hand: Hand, zone: Zone) -> tuple[str, ...]:
    if hand.index_of[HOLE_SEAT.get(zone) or UP_SEAT[zone]] < 0:
        return NOT_IN_HAND_RULES
    if zone not in UP_SEAT:
        return HOLE_RULES
    if _down_only(hand):
        return LAST_DOWN_RULES
    return ONE_DOWN_RULES if VARIANTS[hand.variant].hole_cards == _FIVE else HOLE_RULES


def expected_zones(hand: Hand) -> tuple[Zone, ...]:
    """Return the zones that may receive the next card, in order of turn.

    Hole cards go round from the first seat left of the button, one a turn (cooke.6.03.b); a burn
    comes before each board stage (cooke.6.02.a); folded cards on their way are expected in the muck.
    """
    if hand.over:
        return ()
    if hand.stage == "drawing":
        return drawing.expected(hand)
    variant = VARIANTS[hand.variant]
    held = [hand.dealt_to.count(i) for i in range(len(hand.seats))]
    zones: list[Zone] = []
    if variant.up_cards:
        zones.extend(_streets_zones(hand))
    elif hand.stage != "showdown" and not hand.board:
        waiting = sorted([(count, i) for i, count in enumerate(held) if count < drawing.whole_hole(hand, i) and not hand.folded[i]])
        if not hand.setup.usual and "deal.from_the_left" in hand.setup.off:
            waiting.reverse()
        zones.extend(HOLE[hand.seats[i]] for _, i in waiting)
    if hand.stage == "dealing":
        if not variant.up_cards and len(hand.burned) < boards.burns_due(hand):
            zones.append(BURN)
        if hand.boards.further:
            zones.extend(boards_waiting(hand))
        elif not variant.up_cards or board_due(hand) > 0:
            zones.append(BOARD)
    if hand.stage == "showdown" or True in hand.folded:
        zones.append(MUCK)
    return tuple(zones)


def board_due(hand: Hand) -> int:
    """Return how many cards the hand waits for now on its first board."""
    setup = hand.setup
    if "board.by_street" in setup.off and not hand.over:
        return VARIANTS[setup.variant].board_by_street[-1] - len(hand.board)
    if hand.stage != "dealing":
        return 0
    variant = VARIANTS[setup.variant]
    due = variant.board_by_street[hand.street + 1] - len(hand.board)
    return due + common_card(hand) if variant.up_cards else due


def boards_waiting(hand: Hand) -> tuple[Zone, ...]:
    """Return the places of the board that wait for cards now, in the order of dealing; one antenna stands for all that have none."""
    if hand.stage != "dealing":
        return ()
    waiting = [number for number, cards in enumerate(boards.due(hand, board_due(hand))) if cards > 0]
    with_antenna = hand.setup.board_antennas
    return tuple(dict.fromkeys([BOARDS[number if number < with_antenna else 0] for number in waiting]))


def due_at(hand: Hand, zone: Zone) -> int:
    """Return how many cards the board of this place waits for now; where one antenna reads several, the one whose turn it is."""
    if hand.stage != "dealing":
        return 0
    due, number = boards.due(hand, board_due(hand)), BOARD_NUMBER[zone]
    if not number and due[0] <= 0:
        return next((cards for cards in due[hand.setup.board_antennas :] if cards > 0), 0)
    return due[number] if number < len(due) else 0


def cards_due(hand: Hand) -> int:
    """Return how many cards all boards together wait for now."""
    first = board_due(hand)
    if not hand.boards.further or hand.stage != "dealing":
        return max(first, 0)
    return sum([max(cards, 0) for cards in boards.due(hand, first)])


def due_of(hand: Hand, i: int) -> tuple[int, int]:
    """Return how many down-cards and up-cards a player still gets on the present street, in games with up-cards."""
    if hand.mucked[i] or not gets_cards(hand, i):
        return 0, 0
    variant, due = VARIANTS[hand.setup.variant], street_due(hand)
    ups = hand.up_to.count(i)
    downs = hand.dealt_to.count(i) - ups
    down, up = variant.down_by_street[due] - downs, variant.up_by_street[due] - ups
    if common_card(hand):
        streets = variant.streets[due]
        down, up = down - streets.down, up - streets.up
    if hand.amiss.last_up and any(hand.dealt_to[hand.dealt.index(card)] == i for card in hand.amiss.last_up):
        down -= 1  # it came in sight
    return down if down > 0 else 0, up if up > 0 else 0


def ups_due(hand: Hand) -> tuple[int, ...]:
    """Return the indices of live players who lack a card in sight on the present street. The place of one who has folded may lack his."""
    if "stud.all_up_cards" in hand.setup.off and hand.street >= 0:
        return ()
    variant, due, holders, mucked = VARIANTS[hand.setup.variant], street_due(hand), hand.up_to, hand.mucked
    whole = variant.up_by_street[due] - (variant.streets[due].up if common_card(hand) else 0)
    return tuple([i for i, out in enumerate(hand.folded) if not out and not mucked[i] and holders.count(i) < whole])


def up_card_rules(hand: Hand) -> tuple[str, ...]:
    """Return why an up-card is waited for on the present street."""
    variant = VARIANTS[hand.variant]
    held = variant.hole_by_street[street_due(hand)]
    if variant.hole_cards == 5:
        return ALL_FIVE_RULES if held == 5 else ()
    return UP_CARD_RULES.get(held, ()) if variant.hole_cards == 7 else ()


def last_card_rules(hand: Hand, card: Card) -> tuple[str, ...]:
    """Return which rule is met with a card that came down to a player on a later street; () while he has not all of them."""
    variant = VARIANTS[hand.variant]
    holder = hand.dealt_to[hand.dealt.index(card)]
    return ALL_SEVEN_RULES if variant.hole_cards == 7 and hand.dealt_to.count(holder) == 7 else ()


def _down_only(hand: Hand) -> bool:
    """Whether the cards of a street after the first come down, and none of them up."""
    due = street_due(hand)
    street = VARIANTS[hand.variant].streets[due]
    return due > 0 and street.down > 0 and not street.up


def downs_due(hand: Hand) -> bool:
    """Whether a street that deals down-cards only still lacks one of a live player: what came since the last up-card counts.

    On the first street the up-cards are waited for alone: they come last.
    """
    due = street_due(hand)
    street = VARIANTS[hand.variant].streets[due]
    if not due or not street.down or common_card(hand) or "stud.seven_cards" in hand.setup.off:
        return False
    regular = bytes([card for card in hand.up if card not in hand.amiss.last_up]) if hand.amiss.last_up else hand.up
    since = hand.dealt_to[hand.dealt.rindex(regular[-1:]) + 1 :] if regular else b""
    return any(since.count(i) < street.down for i, out in enumerate(hand.folded) if not out)


def _streets_zones(hand: Hand) -> list[Zone]:
    """Down-cards before up-cards, round after round, from the first seat left of the button. Source: cooke.5.03.a, cooke.5.03.b."""
    waiting = sorted([(hand.dealt_to.count(i), i) for i in range(len(hand.seats)) if any(due_of(hand, i))])
    zones = [HOLE[hand.seats[i]] if due_of(hand, i)[0] else UP[hand.seats[i]] for _, i in waiting]
    variant, due = VARIANTS[hand.variant], street_due(hand)
    if (
        hand.stage == "dealing"
        and due < len(variant.streets)
        and len(hand.burned) < variant.burns_by_street[due]
        and not last_is_common(hand)
    ):
        again = mixes(hand) and any(hand.dealt_to.count(i) >= variant.hole_cards for i in range(len(hand.seats)))
        zones.insert(len(zones) if again else 0, BURN)  # burns that were mixed in come again
    return zones


def is_surplus(hand: Hand, card: Card, zone: Zone) -> bool:
    """Whether a card that `ARRIVALS` left out of the hand lies where it counts: one too many there."""
    seat = HOLE_SEAT.get(zone) or UP_SEAT.get(zone)
    if seat is not None:
        i = hand.index_of[seat]
        return card not in hand.hole_of(i) if i >= 0 else "stud.anted_only" not in hand.setup.off
    return zone in BOARD_NUMBER and card not in boards.at(hand, zone)


def _in_hole(hand: Hand, card: Card, seat: int) -> Hand:
    setup, dealt, dealt_to = hand.setup, hand.dealt, hand.dealt_to
    i = setup.index_of[seat]
    if i < 0 or dealt_to.count(i) >= setup.deals:
        return _in_another_hole(hand, card, i)
    if card in dealt:
        return _change_holder(hand, card, i)
    return replace(hand, dealt=dealt + BYTE[card], dealt_to=dealt_to + BYTE[i])


def _in_another_hole(hand: Hand, card: Card, i: int) -> Hand:
    """A card in front of a player where it is not as plain as in hold'em, or of nobody in the hand (i < 0)."""
    if hand.drawing is not NO_DRAWING:
        return _in_changed_hole(hand, card, i)
    setup, dealt = hand.setup, hand.dealt
    variant = VARIANTS[setup.variant]
    if variant.up_cards:
        return _down_on_street(hand, card, i)
    if i < 0 or (hand.dealt_to.count(i) >= variant.hole_cards and "deal.hole_cards" not in setup.off):
        return hand
    if card in dealt:
        return _change_holder(hand, card, i)
    return replace(hand, dealt=dealt + BYTE[card], dealt_to=hand.dealt_to + BYTE[i])


def _in_changed_hole(hand: Hand, card: Card, i: int) -> Hand:
    """A card in front of a player of a hand in which cards were changed or given up: a new one, or one that comes late."""
    if i < 0:
        return hand
    if card in hand.dealt:
        return picked_up(hand, card, i)
    if hand.stage == "drawing":
        return drawing.came(hand, card, i)
    if hand.dealt_to.count(i) >= drawing.whole_hole(hand, i):
        return hand
    return replace(hand, dealt=hand.dealt + BYTE[card], dealt_to=hand.dealt_to + BYTE[i])


def _in_sight(hand: Hand, card: Card, seat: int) -> Hand:
    """An up-card: part of the hand where the plan has one for this seat now."""
    i = hand.setup.index_of[seat]
    if i < 0 or card in hand.dealt or not VARIANTS[hand.setup.variant].up_cards:
        return hand
    down, up = due_of(hand, i)
    off = hand.setup.off
    if not up and not ("stud.last_down" in off and down) and "deal.hole_cards" not in off:
        return hand
    return replace(hand, dealt=hand.dealt + BYTE[card], dealt_to=hand.dealt_to + BYTE[i], up=hand.up + BYTE[card])


def _change_holder(hand: Hand, card: Card, to_index: int) -> Hand:
    """A card of the hand lies in another seat's place: during the deal it is that seat's, later it is one too many."""
    at = hand.dealt.index(card)
    holder = hand.dealt_to[at]
    if hand.board or hand.stage == "showdown" or holder in (TO_TABLE, to_index) or hand.shown[holder] is not None:
        return hand
    return replace(hand, dealt_to=hand.dealt_to[:at] + BYTE[to_index] + hand.dealt_to[at + 1 :])


def _down_on_street(hand: Hand, card: Card, i: int) -> Hand:
    """A down-card of a game with up-cards: part of the hand where the plan has one for this player now."""
    if i < 0 or not due_of(hand, i)[0]:
        return hand
    if card in hand.dealt:
        return _from_burns(hand, card, i) if card in hand.burned and mixes(hand) else hand
    return replace(hand, dealt=hand.dealt + BYTE[card], dealt_to=hand.dealt_to + BYTE[i])


def _from_burns(hand: Hand, card: Card, i: int) -> Hand:
    """A burn that was mixed in again comes to a player as his last card. Source: cooke.5.21.a, roberts.stud.15a."""
    at = hand.dealt.index(card)
    return replace(
        hand,
        burned=tuple([one for one in hand.burned if one != card]),
        dealt=hand.dealt[:at] + hand.dealt[at + 1 :] + BYTE[card],
        dealt_to=hand.dealt_to[:at] + hand.dealt_to[at + 1 :] + BYTE[i],
    )


def _on_board(hand: Hand, card: Card, _: int) -> Hand:
    if card in hand.dealt:
        return hand
    setup, board = hand.setup, hand.board
    if setup.usual and hand.stage == "dealing" and len(board) < VARIANTS[setup.variant].board_by_street[hand.street + 1]:
        return replace(hand, board=(*board, card), dealt=hand.dealt + BYTE[card], dealt_to=hand.dealt_to + _TO_TABLE)
    if board_due(hand) <= 0 and "board.whole" not in hand.setup.off and not _lacks_last(hand):
        return _on_further(hand, card, 0) if hand.boards.further else hand
    return replace(hand, board=(*hand.board, card), dealt=hand.dealt + BYTE[card], dealt_to=hand.dealt_to + BYTE[TO_TABLE])


def _lacks_last(hand: Hand) -> bool:
    """Whether a board that was to be put right has lost a card, and the award waits for the one that comes instead."""
    return hand.amiss.unsure and hand.stage == "showdown" and len(hand.board) < VARIANTS[hand.setup.variant].board_by_street[-1]


def _on_further(hand: Hand, card: Card, place: int) -> Hand:
    """A card that lies on a further board: at the place that its antenna names, or where one antenna reads several, on the next that
    waits for one.
    """
    if card in hand.dealt or hand.stage != "dealing" or place > len(hand.boards.further):
        return hand
    due = boards.due(hand, board_due(hand))
    number = place or next((n for n, cards in enumerate(due) if cards > 0 and n >= hand.setup.board_antennas), 0)
    if not number or due[number] <= 0:
        return hand
    return replace(boards.put(hand, card, number), dealt=hand.dealt + BYTE[card], dealt_to=hand.dealt_to + BYTE[TO_TABLE])


def _burn(hand: Hand, card: Card, _: int) -> Hand:
    setup, burned = hand.setup, hand.burned
    if setup.usual and len(burned) < VARIANTS[setup.variant].burns_by_street[-1] and card not in hand.dealt:
        return replace(hand, burned=(*burned, card), dealt=hand.dealt + BYTE[card], dealt_to=hand.dealt_to + _TO_TABLE)
    variant = VARIANTS[hand.setup.variant]
    most = boards.most_burns(hand) + (1 if variant.up_cards else 0)  # burned again after a mix, or one too many
    if hand.drawing.counts:
        most += fifth_burns(hand.setup.draws, hand.drawing.counts)
    if card in hand.dealt or len(hand.burned) >= most:
        return hand
    return replace(hand, burned=(*hand.burned, card), dealt=hand.dealt + BYTE[card], dealt_to=hand.dealt_to + BYTE[TO_TABLE])


class Arrival(NamedTuple):
    """What a card accepted in a zone is in a running hand, when it comes in turn.

    `accept(hand, card, seat)` returns the hand with it; the very same hand when the plan has no
    room for it, for Facts are never refused. `seat` is 0 where the zone is nobody's; of a further board it is that board's number.
    """

    kind: Literal["card_dealt", "up_card", "board", "card_burned"]
    seat: int
    accept: Callable[[Hand, Card, int], Hand]


#: The zones where a card becomes part of the hand. Elsewhere (muck, stub, out of every field) it has merely moved.
#: Source: cooke.6.05.a, cooke.6.01.b, cooke.6.02.a, cooke.4.17.u.
ARRIVALS: Final[dict[Zone | None, Arrival]] = {
    **{zone: Arrival("card_dealt", seat, _in_hole) for zone, seat in HOLE_SEAT.items()},
    **{zone: Arrival("up_card", seat, _in_sight) for zone, seat in UP_SEAT.items()},
    BOARD: Arrival("board", 0, _on_board),
    **{zone: Arrival("board", number, _on_further) for zone, number in BOARD_NUMBER.items() if number},
    BURN: Arrival("card_burned", 0, _burn),
}
