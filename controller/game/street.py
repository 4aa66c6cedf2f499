"""Streets: whose turn it is, when a betting round is over, and what comes after it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game import boards, deal, drawn, limits, pots, showdown, sight, unopened
from controller.game.amiss import able
from controller.game.hand import Hand
from controller.game.limits import FRESH, NO_CAP, Round
from controller.game.outcome import Told
from controller.game.round_rules import CLOSING
from controller.game.variants import VARIANTS
from controller.game.zones import MAX_SEATS

#: The board cards of a street are there, and its betting round begins.
ROUND_RULES: Final = ("home.1.rounds", "cooke.4.08.c")
#: The same in games that have a second flop.
FIVE_ROUND_RULES: Final = ("cooke.6.09.a", *ROUND_RULES)

#: `_CLOCKWISE[n][i]`: the others of n players in turn after player i, then himself; i = -1 is before the first.
_CLOCKWISE: Final = tuple(
    (*[tuple([(i + k) % n for k in range(1, n + 1)]) for i in range(n)], tuple(range(n))) for n in range(MAX_SEATS + 1)
)


#: By number of players: no bets, and bets that nobody has answered.
_ZEROS: Final = tuple([(0,) * n for n in range(MAX_SEATS + 1)])
_UNFACED: Final = tuple([(-1,) * n for n in range(MAX_SEATS + 1)])


def next_to_act(after: int, folded: tuple[bool, ...], stacks: tuple[int, ...], faced_at: tuple[int, ...], current_bet: int) -> int:
    """Return the index of the next player who has chips and has not answered the bet, clockwise from `after`; -1 for nobody.

    Source: cooke.4.06.a, cooke.6.04.c, cooke.6.04.d, home.3.round_end.
    """
    for j in _CLOCKWISE[len(stacks)][after]:
        if faced_at[j] != current_bet and stacks[j] and not folded[j]:
            return j
    return -1


def round_rules(hand: Hand) -> tuple[str, ...]:
    """Return why a betting round begins with the board card that came last."""
    if hand.setup.usual:
        return ROUND_RULES
    variant = VARIANTS[hand.setup.variant]
    if variant.up_cards:
        return deal.COMMON_CARD_RULES
    return FIVE_ROUND_RULES if variant.played_on == "best_board" else ROUND_RULES


def has_decision(i: int, folded: tuple[bool, ...], stacks: tuple[int, ...], bets: tuple[int, ...]) -> bool:
    """Whether it matters what player i does: somebody could answer him, or his bet falls short of somebody's."""
    others = [j for j, out in enumerate(folded) if not out and j != i]
    return max([stacks[j] for j in others]) > 0 or bets[i] < max([bets[j] for j in others])


def betting_over(hand: Hand) -> bool:
    """Whether nobody can bet any more: at most one live player has chips left."""
    stacks = able(hand.amiss, hand.stacks) if hand.amiss.all_in else hand.stacks
    if 0 not in stacks:
        return hand.folded.count(False) <= 1
    return sum([1 for stack, out in zip(stacks, hand.folded, strict=True) if stack and not out]) <= 1


def close(hand: Hand, told: list[Told]) -> Hand:
    """End the betting round: uncalled chips go back, bets into the pots, and the next cards are due.

    Source: cooke.4.12.a, cooke.4.06.b, cooke.4.17.f.
    """
    setup, cap = hand.setup, hand.round.cap
    usual, n = setup.usual, len(setup.seats)
    if not usual:
        if "turn.checked_round" in setup.off and hand.street and not any(hand.bets):
            again = (-1,) * n
            return replace(hand, faced_at=again, to_act=next_to_act(-1, hand.folded, hand.stacks, again, 0))
        if not hand.current_bet and not hand.street and unopened.passed_out(hand):
            return unopened.nobody_opened(hand, told)
    stacks, put_in = pots.take_back_uncalled(hand, told)
    variant, street = VARIANTS[setup.variant], hand.street + 1
    more, rules = street < len(variant.board_by_street) - ("rounds.count" in setup.off), CLOSING[setup.variant]
    closed_by = (rules.bet if hand.current_bet else rules.checked) if more else rules.last
    told.append(Told("street_closed", None, sum(put_in), rules=closed_by))
    hand = replace(
        hand,
        stage="dealing" if more else "showdown",
        to_act=-1,
        stacks=stacks,
        put_in=put_in,
        bets=_ZEROS[n],
        current_bet=0,
        round=FRESH if cap == NO_CAP else Round(cap=cap),
        faced_at=_UNFACED[n],
        pots=pots.layer(hand, put_in) if usual or setup.betting.bets_gathered else hand.pots,
    )
    if hand.kept and hand.aggressor >= 0:  # somebody has bet since: no more cards for those who had folded without a bet to face
        hand = replace(hand, kept=b"")
    if not more:
        return showdown.settle_if_done(hand, told)
    if usual and len(hand.board) < variant.board_by_street[street]:
        return hand
    changes = variant.changes_before[street] and setup.draws.draws
    return drawn.begun(hand) if changes else open_next(hand, told)


def missing_cards(hand: Hand) -> str:
    """Say which cards the next round waits for: how many of the board, and before whom a card of his own is missing."""
    lack = [
        str(hand.seats[i]) for i, out in enumerate(hand.folded) if not out and VARIANTS[hand.variant].up_cards and any(deal.due_of(hand, i))
    ]
    board = deal.cards_due(hand)
    return f"seat(s) {', '.join(lack)} lack a card" if lack and not board else f"{board} board card(s) not seen yet"


def open_next(hand: Hand, told: list[Told], *, unread: bool = False) -> Hand:
    """Begin the next betting round if its cards in sight lie there; else return the hand as it is. `unread` = down-cards of this street
    were waited for in vain, and the hand goes on without them.

    With nobody left to bet the board is run out street by street.
    Source: cooke.6.02.a, cooke.6.04.d, home.4.faceup.
    """
    setup, street, stacks = hand.setup, hand.street, hand.stacks
    variant, usual = VARIANTS[setup.variant], setup.usual
    board_by_street, lying = variant.board_by_street, len(hand.board)
    while hand.stage == "dealing" and lying >= board_by_street[street + 1]:
        if hand.boards.further and not boards.further_lie(hand, street + 1):
            break
        if not usual and variant.up_cards:
            return _open_by_sight(hand, told, unread)
        if not usual and len(hand.drawing.counts) < variant.changes_by_street[street + 1]:
            return drawn.begun(hand)
        street += 1
        behind = -1 if setup.betting.first_left_of_button else 0
        if not usual and hand.drawing.opener >= 0 and variant.streets[street].opens == "opener" and setup.draws.opener_first:
            behind = hand.drawing.opener - 1  # who opened the first round begins this one, or the next in turn from him
        first = next_to_act(behind, hand.folded, stacks, hand.faced_at, 0)
        if first >= 0 and (0 not in stacks or has_decision(first, hand.folded, stacks, hand.bets)):
            size = limits.street_size(setup.stakes, setup.betting, setup.variant, street)
            begun = hand.round
            if not setup.plain:
                begun = replace(begun, cap=limits.opening_cap(setup.stakes, setup.betting, stacks, hand.folded))
            return replace(hand, street=street, aggressor=-1, stage="betting", to_act=first, full_raise=size, round=begun)
        hand = replace(hand, street=street, aggressor=-1)
        if street + 1 == len(board_by_street):
            return showdown.settle_if_done(replace(hand, stage="showdown"), told)
        if variant.changes_before[street + 1] and setup.draws.draws:
            return drawn.begun(hand)
    return hand


def _open_by_sight(hand: Hand, told: list[Told], unread: bool) -> Hand:
    """Begin the next round of a game with up-cards once every live player has his, and a common card lies there if one is due.

    The last down-cards are waited for until they are overdue. Whoever is all-in is passed over.
    Source: cooke.5.06.b, cooke.5.11.a, roberts.stud.2a, roberts.stud.2b, roberts.stud.4a.
    """
    setup, variant, stacks = hand.setup, VARIANTS[hand.setup.variant], able(hand.amiss, hand.stacks)
    while hand.stage == "dealing" and not deal.ups_due(hand) and deal.board_due(hand) <= 0 and (unread or not deal.downs_due(hand)):
        street = hand.street + 1
        first = sight.opener(hand, street)
        to_act = next_to_act(first - 1, hand.folded, stacks, hand.faced_at, 0) if setup.sight.left_of_all_in or stacks[first] else -1
        if to_act >= 0 and has_decision(to_act, hand.folded, stacks, hand.bets):
            return replace(
                hand,
                street=street,
                aggressor=-1,
                stage="betting",
                to_act=to_act,
                full_raise=limits.street_size(setup.stakes, setup.betting, setup.variant, street),
                round=Round(
                    cap=limits.opening_cap(setup.stakes, setup.betting, stacks, hand.folded),
                    upper=setup.stakes.big_bet_chips if _upper_too(hand, street) else 0,
                ),
            )
        hand = replace(hand, street=street, aggressor=-1)
        if street + 1 == len(variant.streets):
            return showdown.settle_if_done(showdown.laid_whole(replace(hand, stage="showdown"), told), told)
    return hand


def _upper_too(hand: Hand, street: int) -> bool:
    """Whether the bet of the later streets is open on this one already, because somebody shows a pair; in games for high only.

    Source: cooke.4.17.m, cooke.5.08.b, cooke.5.24.h, cooke.5.25.f, cooke.5.26.c, roberts.stud.7a, roberts.stud_hilo.6, roberts.razz.4.
    """
    setup = hand.setup
    if not setup.sight.open_pair or setup.stakes.limit != "fixed_limit" or not street:
        return False
    for_high = sight.sight(hand) == "high" or not setup.sight.pair_for_high_only
    return not VARIANTS[setup.variant].streets[street].big and for_high and sight.open_pair(hand)
