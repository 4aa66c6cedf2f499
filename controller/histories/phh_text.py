"""A hand as values → poker hand history text (PHH). Pure.

The text is normalised: one way to write a hand, so that text that was read and written once stays as it is, byte by
byte. What a file says beside the hand itself (commentary, venue, user fields) is not kept.
Source: the PHH specification, required and optional fields.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Final

from controller.game.cards import Card, card_text
from controller.game.variants import VARIANTS
from controller.histories.codes import CODES
from controller.histories.handfile import Action, HandFile, Kind

_UNKNOWN = "??"


def write(hand: HandFile) -> str:
    """Return the file's text, in the unit of the file (`hand.scale`).

    Invariants: `parse(write(hand))` is `hand` but for `entries`; so `write(parse(text))` changes nothing the second time.
    """
    return "".join(f"{line}\n" for line in _lines(hand))


def _lines(hand: HandFile) -> Iterator[str]:
    stakes, players = hand.stakes, len(hand.stacks)
    posted = (stakes.big_blind, 0) if hand.dead_small else (stakes.small_blind, stakes.big_blind)
    blinds = [*posted, *[0] * (players - 2)]
    if players > 2:
        blinds[-1] += stakes.button_blind
    for player, straddle in enumerate(hand.straddles):
        blinds[player] = max(blinds[player], straddle)
    yield f'variant = "{hand.variant}"'
    # one player's ante for all is in the pot whole, whatever the others could have paid
    yield f"ante_trimming_status = {'true' if stakes.ante_from == 'all' else 'false'}"
    yield f"antes = {_array(hand, _antes(hand))}"
    if VARIANTS[hand.game].forced == "bring_in":
        yield f"bring_in = {_amount(hand, stakes.bring_in)}"
    else:
        yield f"blinds_or_straddles = {_array(hand, blinds)}"
    if CODES[hand.variant].limit == "fixed_limit":
        yield f"small_bet = {_amount(hand, stakes.small_bet)}"
        yield f"big_bet = {_amount(hand, stakes.big_bet)}"
    else:
        yield f"min_bet = {_amount(hand, stakes.min_bet)}"
    yield f"starting_stacks = {_array(hand, hand.stacks)}"
    yield "actions = ["
    first = VARIANTS[hand.game].hole_by_street[0]
    for player, cards in enumerate(hand.holes, 1):
        yield f'  "d dh p{player} {_cards(cards[:first])}",'
    for action in hand.actions:
        yield f'  "{_action(hand, action)}",'
    yield "]"
    if hand.hand is not None:
        yield f"hand = {hand.hand if isinstance(hand.hand, int) else _quoted(hand.hand)}"
    if any(hand.names):
        yield f"players = [{', '.join(map(_quoted, hand.names))}]"
    for field, results in (("finishing_stacks", hand.finishing), ("winnings", hand.winnings)):
        if results is not None:
            yield f"{field} = [{', '.join(map(_plain, results))}]"


def _antes(hand: HandFile) -> list[int]:
    """The array is written small blind, big blind, … button; heads-up it is small (the button), big."""
    players, ante = len(hand.stacks), hand.stakes.ante
    payer = {"big_blind": 1, "button": 0 if players == 2 else players - 1}.get(hand.stakes.ante_from)
    return [ante if payer in (None, n) else 0 for n in range(players)]


def _action(hand: HandFile, action: Action) -> str:
    cards = f" {_cards(action.cards)}" if action.cards else ""
    amount = _amount(hand, action.to_chips) if action.kind == "bet_raise" else ""
    return _ACTIONS[action.kind].format(player=action.player, cards=cards, amount=amount)


#: What is done → how the file says it.
_ACTIONS: Final[Mapping[Kind, str]] = {
    "board": "d db{cards}",
    "deal": "d dh p{player}{cards}",
    "replace": "d dh p{player}{cards}",
    "draw": "p{player} sd{cards}",
    "bring_in": "p{player} pb",
    "fold": "p{player} f",
    "check_call": "p{player} cc",
    "bet_raise": "p{player} cbr {amount}",
    "show": "p{player} sm{cards}",
    "muck": "p{player} sm",
}


def _cards(cards: Iterable[Card | None]) -> str:
    return "".join(_UNKNOWN if card is None else card_text(card) for card in cards)


def _array(hand: HandFile, chips: Iterable[int]) -> str:
    return f"[{', '.join(_amount(hand, one) for one in chips)}]"


def _amount(hand: HandFile, chips: int) -> str:
    return _plain(Decimal(chips) / hand.scale)


def _plain(amount: Decimal) -> str:
    """The shortest way to write it without an exponent."""
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _quoted(text: str) -> str:
    """A TOML basic string: JSON's escapes, and the one character that JSON leaves alone."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
