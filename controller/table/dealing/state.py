"""What is known of a hand's deal beside the hand itself: one field of `Around`, and the empty one as long as nothing is odd."""

from __future__ import annotations

from typing import Final

import msgspec

from controller.events import By
from controller.game.cards import Card
from controller.game.zones import Zone


class Exposed(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A card that showed its face. `nth` = the how-manieth card that went to a player it was, 1 the first off the deck, 0 unknown; below 0
    it is waited for: it lay there by `by_ns`, and is the -`nth`th of its player if all that may have come before it did.

    `card` None = which one it is nobody said. `replaced` = it has left the seat, and another card came for it. `kept` = by the rules of
    the game it stays where it is; `on_draw` = it came in exchange for another; `seen` = everybody sees it
    where it lies.
    """

    seat: int
    by: By
    card: Card | None = None
    nth: int = 0
    replaced: bool = False
    kept: bool = False
    on_draw: bool = False
    seen: bool = False
    by_ns: int = 0


class Move(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A move that puts something right, of the ruling of that number. `card` is the table's own knowledge, told to nobody.

    `from_zone` STUB = the top card; None = wherever it lies. `card` None = whichever card comes from there.
    `after_deal` = not before everybody has all his cards, `after_round` = not before everybody has so many. The card has the
    turn of `for_card`, where it comes for one.
    """

    ruling: int
    from_zone: Zone | None
    to_zone: Zone
    card: Card | None = None
    after_deal: bool = False
    aside: bool = False  # it is kept apart from stub and hands, among the burns
    after_round: int = 0
    for_card: Card | None = None


class Ahead(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A card that came to a player since the deal left the rotation: whose it was by where it came, and when. Time: table time."""

    card: Card
    index: int
    after_ns: int
    by_ns: int


class Came(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A card of a game with up-cards that may have come too soon: on which street, to which player, and by when. Time: table time."""

    card: Card
    street: int
    index: int
    by_ns: int


class BoardDeal(msgspec.Struct, frozen=True, gc=False):
    """What of a hand's board and burns is not as planned.

    `early` cards came to the board while seats, `owed`, had yet to act; they may still be taken. `void` cards lie there and never stand.
    `shift` more burns (fewer, below 0) than planned are due from now on, and of `once` = (street, burns) so many more for that street.
    `error` is the ruling on a burn that can still be put right or on a card too many, which came by `error_by_ns`; `acts` counts who has
    acted since. `shuffle` = (ruling, street): the unused cards are to be shuffled and cut before that street; (0, -1) = they are not.
    `pending` = a burn is `missing`, or a card is one too many (`over`), unless a burn is read late that came before it.
    `unknown` counts burns of which nobody knows whether they were made: their antenna was not asked, or could not tell.
    `doubt` = the dealer was asked whether the top of the stub is certain.
    Time: table time.
    """

    early: tuple[Card, ...] = ()
    owed: tuple[int, ...] = ()
    void: tuple[Card, ...] = ()
    shift: int = 0
    once: tuple[int, int] = (-1, 0)
    error: int = 0
    error_by_ns: int = 0
    acts: int = 0
    shuffle: tuple[int, int] = (0, -1)
    doubt: bool = False
    pending: str = ""
    unknown: int = 0


BOARD_AS_PLANNED: Final = BoardDeal()


class Dealing(msgspec.Struct, frozen=True, gc=False):
    """How the deal of a hand went where it did not go as planned.

    `boxed` counts cards that lay face up within the deck; `scrap` are those that do not exist for this hand, and jokers it is played
    without.
    `looked` are seats whose players have looked at their cards, `seen` those cards. `ahead` are the cards that came since one of them
    was not the next in turn, and is empty as long as none was. `moves` are what has yet to be done, in order, `made` what was. `stopped`
    is the number of the ruling for which the action stands still, 0 = it does not. `misdealt` = the hand is to be dealt anew, with what was
    posted: the seats that had posted are `posted`.

    Invariants: it says nothing of another hand than `hand`.
    """

    hand: int = 0
    exposed: tuple[Exposed, ...] = ()
    boxed: int = 0
    looked: tuple[int, ...] = ()
    ahead: tuple[Ahead, ...] = ()
    moves: tuple[Move, ...] = ()
    stopped: int = 0
    misdealt: bool = False
    posted: tuple[int, ...] = ()
    ruled: tuple[str, ...] = ()  # what was ruled already in this hand and is not ruled twice, as each room names it
    early_up: Came | None = None  # a card that came in sight before its player was seen to have his down-cards
    unburned: Came | None = None  # the first card of a street, before which no burn was read
    wrong_street: int = 0  # the street whose cards are to be put in order, if somebody says so
    burns_off: int = 0  # how many burns more lie there than the plan has, and were let stand
    overtaking: tuple[Came, ...] = ()  # up-cards of a later street that came while somebody before had none
    removing: int = 0  # the ruling by which cards that came too early are set aside with one for each who is left
    removed: int = 0  # how many of them there were
    giving: int = 0  # the ruling by which cards that came too early go to whom they belong when the betting is done
    scrap: bytes = b""
    seen: tuple[Card, ...] = ()
    button: int = 0  # the seat from which the hand is to be dealt anew; 0 = from the same one
    board: BoardDeal = BOARD_AS_PLANNED
    made: tuple[Move, ...] = ()


#: Everything goes as planned.
AS_PLANNED: Final = Dealing()


class Shuffled(msgspec.Struct, frozen=True, gc=False):
    """What was done with the deck since the last hand: one letter a step, in order.

    `S` scramble, `P` spread, `R` riffle, `B` box, `C` cut, `A` the whole shuffle, `I` into the shuffler, `O` out of it, `V` checked,
    `D` put down to be cut. They are for the hand of that number; what was told for another one is over.
    """

    steps: str = ""
    hand: int = 0


UNSHUFFLED: Final = Shuffled()
#: Step → its letter.
LETTERS: Final[dict[str, str]] = {
    "scramble": "S", "spread": "P", "riffle": "R", "box": "B", "cut": "C", "shuffle": "A", "to_shuffler": "I", "from_shuffler": "O",
    "checked": "V", "placed": "D",
}  # fmt: skip


class Buttoned(msgspec.Struct, frozen=True, gc=False):
    """A button that was put where it would not have gone: `due` is the seat it belonged to in the hand of that number.

    `back` = it goes back there with the next hand; `had` = who had it out of turn, and is passed over once. 0 = none.
    `tied` are the seats that draw for the button again.
    """

    due: int = 0
    hand: int = 0
    back: int = 0
    had: int = 0
    tied: tuple[int, ...] = ()


AS_IT_GOES: Final = Buttoned()
