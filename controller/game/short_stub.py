"""Too few cards for everybody's last one: the burns are mixed in, a burn is left out, or one card counts for all."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from controller.game.hand import Hand
from controller.game.variants import VARIANTS

#: The stub has a card for each; burns and the bottom card are mixed and dealt on, with a burn again or without; one card for all.
Way: TypeAlias = Literal["each", "mixed", "mixed_without_burn", "common"]


#: What one card for all takes.
BURN_AND_CARD: Final = 2


class Count(NamedTuple):
    """What is known when the last cards are due. `left` = cards in the stub before the burn of that street, `needs` = who gets one."""

    left: int
    burned: int
    needs: int


def street_due(hand: Hand) -> int:
    """Return the street whose cards may come now: that of the round, or the next one while its cards are dealt."""
    return hand.street + 1 if hand.stage == "dealing" or hand.street < 0 else hand.street


def gets_cards(hand: Hand, i: int) -> bool:
    """Whether a player's place gets the cards of the coming streets. Source: cooke.5.15.a."""
    return not hand.folded[i] or i in hand.kept


def is_last(hand: Hand) -> bool:
    """Whether the cards that are due are the last of a game with up-cards."""
    variant = VARIANTS[hand.setup.variant]
    return variant.up_cards > 0 and street_due(hand) + 1 == len(variant.streets)


def count(hand: Hand) -> Count:
    """Return what is left for the last cards. Live players have all their cards of the streets before, read or not.

    Invariants: the same from the end of the round before until the hand is over, whatever is dealt meanwhile.
    """
    variant, before = VARIANTS[hand.variant], street_due(hand) - 1
    burned = variant.burns_by_street[before]
    in_it = [gets_cards(hand, i) for i in range(len(hand.seats))]
    held = sum([variant.hole_by_street[before] if live else hand.dealt_to.count(i) for i, live in enumerate(in_it)])
    aside = len(hand.amiss.aside)  # they are mixed in with the burns
    return Count(len(variant.cards) - held - burned - aside, burned + aside, sum(in_it))


def way(hand: Hand) -> Way:
    """Return how the last cards are dealt.

    The bottom card is dealt to nobody before it is mixed with the burns. Where they are mixed in, one card was burned
    and all but the last were dealt, and another card is burned.
    Source: cooke.5.21.a, cooke.5.21.c, cooke.5.21.d, cooke.5.21.f, cooke.4.17.p, roberts.stud.15a, roberts.stud.15b, roberts.stud.15c.
    """
    rules, (left, burned, needs) = hand.setup.sight, count(hand)
    if left >= needs + 2 or not rules.short_stub:
        return "each"
    if rules.mix_burns:
        with_burn = left + burned - 1
        if with_burn >= needs:
            return "mixed"
        if with_burn + 1 >= needs and rules.skip_last_burn:
            return "mixed_without_burn"
    return "common"


def common_card(hand: Hand) -> bool:
    """Whether the last card is one for all on the board. A card that somebody got for himself already leaves it at that."""
    if not is_last(hand):
        return False
    if hand.board:
        return True
    whole = VARIANTS[hand.variant].hole_cards
    return way(hand) == "common" and not any(hand.dealt_to.count(i) >= whole for i in range(len(hand.seats)))


def last_is_common(hand: Hand) -> bool:
    """Whether the stub has no card to burn before the one for all."""
    return common_card(hand) and count(hand).left < BURN_AND_CARD


def mixes(hand: Hand) -> bool:
    """Whether burns may come again as last cards."""
    return is_last(hand) and way(hand) in ("mixed", "mixed_without_burn")
