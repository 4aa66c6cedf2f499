"""A finished hand of ours as an Open Hand History. Pure.

What that form has no word for (a bet that comes back uncalled, burned cards, evidence) is in the sidecar. Nobody's eyes are the
hero's: every hand is an observed one.
Source: the Open Hand History specification, version 1.4.6 (hh-specs.handhistory.org): object, player, round, action and pot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Final

from controller.game.cards import Card, card_text
from controller.game.zones import BOARD
from controller.histories.finished import Deed, FinishedHand, Manner
from controller.histories.handfile import Number, number
from controller.histories.json_text import json_text

SPEC_VERSION: Final = "1.4.6"

#: Games the form has a word and streets for.
GAMES: Final[Mapping[str, str]] = {"holdem": "Holdem", "omaha": "Omaha", "omaha_hilo": "OmahaHiLo"}
#: Cards on the board → the street that begins with them.
_STREETS: Final[Mapping[int, str]] = {0: "Preflop", 3: "Flop", 4: "Turn", 5: "River"}
_SHOWDOWN: Final = "Showdown"
_FLOP: Final = 3
#: What a hand is marked with whose board was dealt more than once; each further run has its streets as rounds of their own.
_RUN_AGAIN: Final = ["Run_It_Twice"]
_POSTS: Final[Mapping[str, str]] = {
    "ante": "Post Ante",
    "small_blind": "Post SB",
    "big_blind": "Post BB",
    "straddle": "Straddle",
    "button_blind": "Post Extra Blind",
}

#: Limit → the form's word; it has none for spread limit.
_LIMITS: Final[Mapping[str, str]] = {"no_limit": "NL", "pot_limit": "PL", "fixed_limit": "FL"}
_ACTS: Final[Mapping[str, str]] = {
    "fold": "Fold",
    "check": "Check",
    "call": "Call",
    "bet": "Bet",
    "raise": "Raise",
    "complete": "Raise",
    "bring_in": "Bring In",
}
_GIVEN: Final[Mapping[str, str]] = {"shown": "Shows Cards", "mucked": "Mucks Cards"}

Fields = dict[str, Any]


def ohh_text(done: FinishedHand, manner: Manner) -> str:
    """Return the hand as a file of its own. Several such texts make one file when a blank line stands between them."""
    return json_text({"ohh": ohh(done, manner)}) + "\n"


def ohh(done: FinishedHand, manner: Manner) -> Fields:
    """Return the content of the `ohh` object.

    Shape: player ids are seat numbers; actions are numbered through the hand.
    Units: amounts are chips / `manner.per_amount`; a raise's is what the player added.
    Invariants: the wins of a pot add up to its amount, no rake is taken.
    Raises: ValueError for a hand that was voided: nobody won or lost.
    """
    if not done.paid:
        raise ValueError(f"hand {done.hand.number} was voided: it has no result to record")
    hand, stakes = done.hand, done.hand.stakes

    def amount(chips: int) -> Number:
        return number(Decimal(chips) / manner.per_amount)

    seated = sorted(zip(hand.seats, manner.names(done), hand.start_stacks, strict=True))
    return {
        "spec_version": SPEC_VERSION,
        "site_name": "smarttable",
        "network_name": "smarttable",
        "internal_version": manner.software,
        "game_number": f"{manner.table_id}-h{hand.number}",
        "start_date_utc": datetime.fromtimestamp(done.deeds[0].utc_ms // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "table_name": manner.table_name,
        "game_type": GAMES[hand.variant],
        "bet_limit": {"bet_type": _LIMITS[stakes.limit], "bet_cap": 0},
        "table_size": done.table_seats,
        "currency": manner.currency,
        "dealer_seat": hand.button,
        "small_blind_amount": amount(stakes.small_blind),
        "big_blind_amount": amount(stakes.big_blind),
        "ante_amount": amount(stakes.ante),
        "hero_player_id": None,
        "flags": [*_RUN_AGAIN[: hand.boards.runs > 1], *([] if manner.naming == "sitting" else ["Anonymous"]), "Observed"],
        "players": [{"id": seat, "seat": seat, "name": name, "starting_stack": amount(chips)} for seat, name, chips in seated],
        "rounds": _rounds(done, manner),
        "pots": _pots(done, manner),
    }


def _rounds(done: FinishedHand, manner: Manner) -> list[Fields]:
    rounds: list[Fields] = [{"id": 0, "street": _STREETS[0], "cards": [], "actions": []}]
    shows: list[Fields] = []
    boards: dict[str, list[Card]] = {}
    dealt = False
    for deed in done.deeds:
        told = deed.told
        if told.kind == "board":
            place = told.zones[0] if told.zones else BOARD
            board = boards.setdefault(place, [*done.hand.board[: done.hand.boards.shared]] if place != BOARD else [])
            before = len(board) if len(board) >= _FLOP else 0
            board += told.cards
            if len(board) in _STREETS:
                rounds.append({"id": len(rounds), "street": _STREETS[len(board)], "cards": _texts(board[before:]), "actions": []})
        elif told.kind in _GIVEN:
            # a hand may be tabled before the board is complete; the form has one place for it
            shows.append(_given(deed, manner.holes(done)[done.hand.seats.index(told.seat or 0)]))
        elif (action := _bet(deed, manner)) is not None:
            if told.kind == "acted" and not dealt:
                rounds[0]["actions"] += _deals(done, manner)
                dealt = True
            rounds[-1]["actions"].append(action)
    if not dealt:  # everybody was all-in with the blinds
        rounds[0]["actions"] += _deals(done, manner)
    if shows:
        rounds.append({"id": max(len(rounds), 4), "street": _SHOWDOWN, "cards": [], "actions": shows})
    for count, action in enumerate((one for played in rounds for one in played["actions"]), 1):
        action["action_number"] = count
    return rounds


def _deals(done: FinishedHand, manner: Manner) -> Iterator[Fields]:
    for seat, cards in zip(done.hand.seats, manner.holes(done), strict=True):
        yield {"action_number": 0, "player_id": seat, "action": "Dealt Cards", "cards": _texts(cards) if cards else None}


def _given(deed: Deed, may_see: tuple[Card, ...]) -> Fields:
    told = deed.told
    cards = told.cards if told.kind == "shown" else may_see
    return {"action_number": 0, "player_id": told.seat, "action": _GIVEN[told.kind], "cards": _texts(cards) if cards else None}


def _bet(deed: Deed, manner: Manner) -> Fields | None:
    """The action of a post, a bet, or a refusal to bet; None for whatever else was told."""
    told = deed.told
    names = _POSTS if told.kind == "posted" else _ACTS if told.kind == "acted" else {}
    name = names.get(told.do or "")
    if name is None:
        return None
    action: Fields = {"action_number": 0, "player_id": told.seat, "action": name}
    if told.amount_chips:
        action["amount"] = number(Decimal(told.amount_chips) / manner.per_amount)
        action["is_allin"] = told.all_in
    return action


def _pots(done: FinishedHand, manner: Manner) -> list[Fields]:
    def amount(chips: int) -> Number:
        return number(Decimal(chips) / manner.per_amount)

    pots: list[Fields] = [
        {"number": index, "amount": amount(chips), "rake": 0, "player_wins": []} for index, (chips, _) in enumerate(done.hand.pots)
    ]
    for deed in done.deeds:
        told = deed.told
        if told.kind == "pot_awarded" and told.pot is not None:
            pots[told.pot]["player_wins"].append({"player_id": told.seat, "win_amount": amount(told.amount_chips or 0)})
    return pots


def _texts(cards: Iterable[Card]) -> list[str]:
    return [card_text(card) for card in cards]
