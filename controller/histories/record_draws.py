"""What was changed and given up in a finished hand, as a history's actions. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from controller.game.cards import Card
from controller.game.drawn import cards_of
from controller.game.hand import Hand
from controller.histories.handfile import Action, HandFile


def first_cards(hand: Hand, index: int) -> tuple[Card, ...]:
    """Return the cards a player was dealt at first: what he held at the end, with every change undone."""
    cards = list(hand.hole_of(index))
    for into in range(len(hand.drawing.counts) + hand.street, 0, -1):
        came = cards_of(hand.drawing.came, into, index)
        cards = [card for card in cards if card not in came]
        cards += cards_of(hand.drawing.gone, into, index)
    return tuple(cards)


def drew(hand: Hand, index: int, into: int, number: int) -> Action:
    """Return a player's change of so many cards before the betting of a street; None for what no reader saw go."""
    return Action("draw", index + 1, _padded(cards_of(hand.drawing.gone, into, index), number))


def replacements(hand: Hand, draws: list[Action], into: int) -> Iterator[Action]:
    """Return the new cards of everyone who changed some, in order of turn."""
    for action in draws:
        if action.cards:
            came = cards_of(hand.drawing.came, into, action.player - 1)
            yield Action("replace", action.player, _padded(came, len(action.cards)))


def without_hidden(file: HandFile) -> HandFile:
    """Return the hand without the cards that were changed: nobody saw them."""
    hidden = {"draw", "replace"}
    actions = [replace(one, cards=(None,) * len(one.cards)) if one.kind in hidden else one for one in file.actions]
    return replace(file, actions=tuple(actions))


def _padded(cards: tuple[Card, ...], number: int) -> tuple[Card | None, ...]:
    return (*cards, *[None] * (number - len(cards)))
