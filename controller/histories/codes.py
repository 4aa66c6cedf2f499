"""The games that the notation has codes for, and what each is here."""

from __future__ import annotations

from typing import Final, NamedTuple

from controller.game.chips import Limit


class Code(NamedTuple):
    """A game of ours, by its name in `game.variants`, and the limit it is played by."""

    game: str
    limit: Limit


#: Every code of the specification.
CODES: Final[dict[str, Code]] = {
    "FB": Code("badugi", "fixed_limit"),
    "F2L3D": Code("deuce_to_seven_triple_draw", "fixed_limit"),
    "N2L1D": Code("deuce_to_seven_single_draw", "no_limit"),
    "FT": Code("holdem", "fixed_limit"),
    "NT": Code("holdem", "no_limit"),
    "NS": Code("short_deck", "no_limit"),
    "PO": Code("omaha", "pot_limit"),
    "FO/8": Code("omaha_hilo", "fixed_limit"),
    "F7S": Code("stud7", "fixed_limit"),
    "F7S/8": Code("stud7_hilo", "fixed_limit"),
    "FR": Code("razz", "fixed_limit"),
}
