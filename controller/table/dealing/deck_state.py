"""What is known of the deck in play from one hand to the next: one field of `Around`, and the empty one as long as nothing was said."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

#: What is to be done with the deck: nothing; change it at the next break, or before it is shuffled again; make it whole before that.
DeckDue = Literal["", "break", "now", "whole"]
#: With these it is not shuffled.
NOT_SHUFFLED: Final = frozenset({"now", "whole"})


class Passed(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A deck that passed the shuffler's antenna: how many of its cards were read, and how many that are none of it. `name` "" = the one
    in play. Time: table time.
    """

    name: str
    seen: int
    strange: int
    at_ns: int


class DeckLife(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The deck in play. `name` "" = the one the table was set up with.

    `since_hand` is the last hand that was played with another deck, `lap` how many players were dealt in when it was changed, 0 = it was
    not; `changed_ns` and `set_up_ns` when. `fresh` = it is new, and has yet to be introduced; `introduced` are the letters of the steps
    that were done for that; `other_fresh` = so is the other deck of its set-up; `marked` = a
    back looked marked in the hand that is played. `due` = it is to be changed.
    `counted_ns` is when the stub was last counted, `count_due` = it is to be counted. `cutoff_hand` is the last hand about whose deck
    nobody can object any more.
    `laid` are the cards that were read since it is being looked through, None = it is not; `strangers` = some were of another deck.
    `checked_ns` is when that was done last. `passed` are the decks that the shuffler's antenna has read, each as it was last.
    Time: table time.
    """

    name: str = ""
    since_hand: int = 0
    lap: int = 0
    changed_ns: int | None = None
    set_up_ns: int | None = None
    fresh: bool = False
    introduced: str = ""
    due: DeckDue = ""
    counted_ns: int | None = None
    count_due: bool = False
    cutoff_hand: int = 0
    laid: bytes | None = None
    strangers: bool = False
    checked_ns: int | None = None
    other_fresh: bool = False
    passed: tuple[Passed, ...] = ()
    marked: bool = False


#: Nothing was said of the deck.
FIRST_DECK: Final = DeckLife()
