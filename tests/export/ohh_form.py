"""What the Open Hand History specification, version 1.4.6, asks of a file: a JSON Schema, and an accountant.

Written from the pages of the specification (hh-specs.handhistory.org), not from our writer: all fields are required unless
the page of the field says it may be left out or null.
"""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import Any, Final

from jsonschema import Draft202012Validator

Ohh = dict[str, Any]

_CARDS: Final = {"type": "array", "items": {"type": "string", "pattern": "^[2-9TJQKA][hsdc]$"}, "uniqueItems": True}
_AMOUNT: Final = {"type": "number", "minimum": 0}
_VERSION: Final = {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"}


def _object(required: dict[str, Any], **optional: Any) -> dict[str, Any]:
    return {"type": "object", "properties": required | optional, "required": list(required), "additionalProperties": False}


_NULL: Final = {"type": "null"}
_ACTIONS: Final = (
    "Dealt Cards", "Mucks Cards", "Shows Cards", "Post Ante", "Post SB", "Post BB", "Straddle", "Post Dead", "Post Extra Blind",
    "Fold", "Check", "Bet", "Raise", "Call", "Added Chips", "Sits Down", "Stands Up", "Add to Pot",
)  # fmt: skip
_ACTION: Final = _object(
    {"action_number": {"type": "integer", "minimum": 1}, "action": {"enum": list(_ACTIONS)}},
    player_id={"type": "integer"}, amount=_AMOUNT, is_allin={"type": "boolean"}, cards={"anyOf": [_CARDS, _NULL]},
)  # fmt: skip
_ROUND: Final = _object(
    {
        "id": {"type": "integer"},
        "street": {"enum": ["Preflop", "Flop", "Turn", "River", "Showdown"]},
        "actions": {"type": "array", "items": _ACTION},
    },
    cards={"anyOf": [_CARDS, _NULL]},
)
_PLAYER: Final = _object(
    {"id": {"type": "integer"}, "seat": {"type": "integer", "minimum": 1}, "name": {"type": "string"}, "starting_stack": _AMOUNT},
    display={"type": "string"}, player_bounty=_AMOUNT, is_sitting_out={"type": "boolean"},
)  # fmt: skip
_WIN: Final = _object(
    {"player_id": {"type": "integer"}, "win_amount": _AMOUNT}, cashout_amount=_AMOUNT, cashout_fee=_AMOUNT, bonus_amount=_AMOUNT
)
_POT: Final = _object(
    {"number": {"type": "integer", "minimum": 0}, "amount": _AMOUNT, "player_wins": {"type": "array", "items": _WIN}},
    rake={"anyOf": [_AMOUNT, _NULL]}, jackpot={"anyOf": [_AMOUNT, _NULL]},
)  # fmt: skip
_HAND: Final = _object(
    {
        "spec_version": {"const": "1.4.6"},
        "site_name": {"type": "string", "minLength": 1},
        "network_name": {"type": "string", "minLength": 1},
        "internal_version": _VERSION,
        "game_number": {"type": "string", "minLength": 1},
        "start_date_utc": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},
        "table_name": {"type": "string", "minLength": 1},
        "game_type": {"enum": ["Holdem", "Omaha", "OmahaHiLo", "Stud", "StudHiLo", "Draw"]},
        "bet_limit": _object({"bet_type": {"enum": ["NL", "PL", "FL"]}, "bet_cap": _AMOUNT}),
        "table_size": {"type": "integer", "minimum": 2, "maximum": 10},
        "currency": {"type": "string", "pattern": "^[A-Z]{3}$"},
        "dealer_seat": {"type": "integer", "minimum": 1},
        "small_blind_amount": _AMOUNT,
        "big_blind_amount": _AMOUNT,
        "players": {"type": "array", "items": _PLAYER, "minItems": 2},
        "rounds": {"type": "array", "items": _ROUND, "minItems": 1},
        "pots": {"type": "array", "items": _POT, "minItems": 1},
    },
    ante_amount={"anyOf": [_AMOUNT, _NULL]},
    hero_player_id={"anyOf": [{"type": "integer"}, _NULL]},
    tournament={"const": True},  # left out for cash games
    flags={"type": "array", "items": {"enum": ["Run_It_Twice", "Anonymous", "Observed", "Fast", "Cap"]}},
)
SCHEMA: Final = _object({"ohh": _HAND})
_VALIDATOR: Final = Draft202012Validator(SCHEMA)


def faults_of(document: object) -> list[str]:
    """What the specification has against a document."""
    return [f"{error.json_path}: {error.message}" for error in _VALIDATOR.iter_errors(document)]


def money(text_number: Any) -> Decimal:
    return Decimal(str(text_number))


def actions(ohh: Ohh) -> list[tuple[str, Ohh]]:
    """(street, action) of every action."""
    return [(one["street"], action) for one in ohh["rounds"] for action in one["actions"]]


def put_in(ohh: Ohh) -> dict[int, Decimal]:
    """What each player put in by the actions, uncalled bets included."""
    paid: dict[int, Decimal] = defaultdict(Decimal)
    for _, action in actions(ohh):
        paid[action["player_id"]] += money(action.get("amount", 0))
    return paid


def audit(ohh: Ohh, returned: dict[int, Decimal]) -> dict[int, Decimal]:
    """Return each player's stack after the hand, by this file and what came back uncalled.

    Raises: AssertionError where the file contradicts itself.
    """
    numbers = [action["action_number"] for _, action in actions(ohh)]
    assert numbers == list(range(1, len(numbers) + 1))
    ids = [one["id"] for one in ohh["rounds"]]
    assert ids == sorted(set(ids))
    seated = {one["id"]: money(one["starting_stack"]) for one in ohh["players"]}
    assert len(seated) == len(ohh["players"])
    assert ohh["dealer_seat"] in {one["seat"] for one in ohh["players"]}
    cards = [card for one in ohh["rounds"] for card in one["cards"] or ()]
    cards += [card for _, action in actions(ohh) if action["action"] == "Dealt Cards" for card in action["cards"] or ()]
    assert len(cards) == len(set(cards)), "no card is in two places"
    paid = put_in(ohh)
    left = {player: stack - paid[player] for player, stack in seated.items()}
    _check_all_ins(ohh, seated)
    won: dict[int, Decimal] = defaultdict(Decimal)
    for number, pot in enumerate(ohh["pots"]):
        assert pot["number"] == number
        assert sum(money(win["win_amount"]) for win in pot["player_wins"]) + money(pot["rake"]) == money(pot["amount"])
        for win in pot["player_wins"]:
            won[win["player_id"]] += money(win["win_amount"])
    assert sum(paid.values()) - sum(returned.values()) == sum(money(pot["amount"]) for pot in ohh["pots"])
    return {player: left[player] + returned.get(player, Decimal(0)) + won[player] for player in seated}


def _check_all_ins(ohh: Ohh, seated: dict[int, Decimal]) -> None:
    """A player is all-in with the action that takes his last chip, and with no other."""
    left = dict(seated)
    for street, action in actions(ohh):
        assert not (street == "Preflop" and action["action"] == "Bet"), "Bet is not a valid pre-flop action"
        if amount := money(action.get("amount", 0)):
            left[action["player_id"]] -= amount
            assert left[action["player_id"]] >= 0
            assert action["is_allin"] == (left[action["player_id"]] == 0)
