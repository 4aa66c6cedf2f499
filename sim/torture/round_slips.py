"""Slips while players act: a street that comes too early, a stub that falls or is mixed with other cards."""

from __future__ import annotations

from typing import Final

from controller.game.zones import BOARD, MUCK, STUB
from sim.torture.hands import Hands
from sim.torture.model import HandModel
from sim.torture.slip import Slip, plain

FLOP_RULES: Final = ("cooke.14.13.01.a", "roberts.holdem.7")
TURN_RULES: Final = ("cooke.14.13.02.a", "roberts.holdem.8a")
RIVER_RULES: Final = ("cooke.14.13.03", "roberts.holdem.8b")
CERTAIN_RULES: Final = ("cooke.14.25.a",)
#: What Robert's rules have here is advice.
DOUBT_RULES: Final = ("cooke.14.25.b", "home.2.noshuffle")
MIXED_RULES: Final = ("cooke.def.fouled_deck", "home.2.noshuffle")


def _asks_floor(hands: Hands) -> bool:
    """At home nothing is shuffled during a hand, and what is done instead no row says. Source: home.2.noshuffle."""
    return hands.setup.book == "home"


def _early_street(hands: Hands) -> None:
    """A street is turned while somebody has yet to act: its cards never stand, and when the round is over the board is put right."""
    model = hands.model
    coming = model.street + 1
    flop, last = not model.on_board, coming == len(model.game.streets) - 1
    rules = FLOP_RULES if flop else RIVER_RULES if last else TURN_RULES
    if not hands.burned_already:
        hands.burn()
    hands.burned_already = False
    hands.slipped("early_street")
    cards = [hands.next_card() for _ in range(hands.street_cards())]
    for at in cards:
        hands.lay(at, BOARD)
    hands.answered("board_early", "early")
    asked = _asks_floor(hands)
    remedy = "floor_decides" if asked else "reshuffle_no_burn" if flop or last else "set_aside"
    hands.ruled("early_street", "board_error", None, remedy, () if asked else rules)
    hands.decided("board_error", "next_card" if asked else "")
    as_turn = not (asked or flop or last)
    hands.then(lambda: _aside(hands, cards[0]) if as_turn else _anew(hands, cards, shuffles=not asked))


def _anew(hands: Hands, cards: list[int], *, shuffles: bool) -> None:
    """The early cards are gone, and others come without a burn. Source: cooke.14.13.01.a, cooke.14.13.03."""
    if shuffles:
        hands.back(*cards)
        hands.shuffled()
    else:
        for at in cards:
            hands.lay(at, MUCK)
    for _ in range(hands.street_cards()):
        hands.to_board()


def _aside(hands: Hands, early: int) -> None:
    """The river card is the turn; the early one is shuffled in before the river, which comes without a burn. Source: cooke.14.13.02.a."""
    hands.lay(early, STUB)
    hands.burn()
    hands.to_board()

    def river() -> None:
        hands.into_stub(early)
        hands.shuffled()
        hands.to_board()

    hands.then(river)


def _dropped_certain(hands: Hands) -> None:
    """The stub falls, and its top is certain: it is dealt on."""
    hands.slipped("stub_dropped")
    if _asks_floor(hands):
        hands.told("dropped_deck")
        _rebuilt(hands, "stub_dropped", "", DOUBT_RULES)
        return
    hands.told("dropped_deck", told="prompt")
    hands.answered("stub_top", "certain")
    hands.ruled("stub_dropped", "stub_error", None, "stub_goes_on", CERTAIN_RULES if hands.setup.book == "cooke" else ())


def _dropped_doubtful(hands: Hands) -> None:
    """The stub falls, and nobody knows its top any more: what is left of it is shuffled."""
    hands.slipped("stub_in_doubt")
    if _asks_floor(hands):
        hands.told("dropped_deck")
    else:
        hands.told("dropped_deck", told="prompt")
        hands.answered("stub_top", "doubtful")
    _rebuilt(hands, "stub_in_doubt", "shuffle_stub", DOUBT_RULES)


def _mixed(hands: Hands) -> None:
    """Other cards get into the stub: they are taken out, and it is shuffled."""
    hands.slipped("stub_mixed")
    hands.told("stub_mixed")
    _rebuilt(hands, "stub_mixed", "take_out", MIXED_RULES)


def _rebuilt(hands: Hands, kind: str, remedy: str, rules: tuple[str, ...]) -> None:
    asked = _asks_floor(hands)
    hands.ruled(kind, "stub_error", None, "floor_decides" if asked else remedy, () if hands.setup.book == "roberts" else rules)
    hands.decided("stub_error", "go_on" if asked else "")
    if not asked:
        hands.shuffled()


def _has_board(model: HandModel) -> bool:
    return plain(model) and any(street.board for street in model.game.streets)


def _coming(model: HandModel) -> bool:
    """Whether board cards are next, and nobody gives up cards before them."""
    streets = model.game.streets
    if model.street + 1 >= len(streets):
        return False
    coming = streets[model.street + 1]
    return coming.board > 0 and (coming.late or not coming.discard)


def _stub_is_needed(model: HandModel) -> bool:
    return model.street + 1 < len(model.game.streets)


#: Every slip while players act.
ROUND_SLIPS: Final = (
    Slip(
        "early_street",
        "turns a street before the round is over",
        _early_street,
        (*FLOP_RULES, *TURN_RULES, *RIVER_RULES),
        _has_board,
        "round",
        _coming,
    ),
    Slip("stub_dropped", "drops the stub, whose top is certain", _dropped_certain, CERTAIN_RULES, _has_board, "round", _stub_is_needed),
    Slip("stub_in_doubt", "drops the stub, whose top nobody knows", _dropped_doubtful, DOUBT_RULES, _has_board, "round", _stub_is_needed),
    Slip("stub_mixed", "mixes other cards into the stub", _mixed, MIXED_RULES, _has_board, "round", _stub_is_needed),
)
