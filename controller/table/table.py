"""The table between and during hands: the whole state that `step` folds over."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from controller.game.cards import ALL_CARDS
from controller.game.carried import NOTHING, Carried
from controller.game.chips import Stakes
from controller.game.hand import Hand
from controller.game.variants import FIRST_GAME
from controller.game.zones import MAX_SEATS, PLACES, Zone
from controller.rules.house import House
from controller.rules.ruling import Announcement, Prompt, Ruling
from controller.table.dealing.deck_state import FIRST_DECK, DeckLife
from controller.table.dealing.state import AS_IT_GOES, AS_PLANNED, UNSHUFFLED, Buttoned, Dealing, Shuffled


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A taken seat. `stack_chips` is up to date between hands; during one, `Hand.stacks` is."""

    name: str
    stack_chips: int
    short_name: str = ""
    country: str = ""  # ISO 3166 alpha-2
    picture: str = ""  # name of a picture file


class OpenQuestion(msgspec.Struct, frozen=True, gc=False):
    """A discrepancy that is not settled: its reason code, the places it is about, and since when. Time: table time."""

    code: str
    zones: tuple[Zone, ...]
    at_ns: int


class StandingCall(msgspec.Struct, frozen=True, gc=False):
    """A call for the floor that nobody has answered: the story that told it, since when, where and why. Time: table time."""

    seq: int
    at_ns: int
    seat: int | None = None
    reason: str = ""


class CalledClock(msgspec.Struct, frozen=True, gc=False):
    """Time called on a player. Time: table time; while the game is paused `ends_ns` is None and `left_ns` what is left.

    `expired` = it ran out, and the floor has yet to decide what that means. `countdown_s` before the end the rest is announced;
    `warned` = that was done.
    """

    seat: int
    ends_ns: int | None
    left_ns: int = 0
    expired: bool = False
    countdown_s: int = 0
    warned: bool = False


class Docket(msgspec.Struct, frozen=True, gc=False):
    """What was ruled in a hand, is to be announced and is asked, oldest first. `numbers` are the last ones given, of each.

    `queued` are the seats that asked for another deck when the hand is over.

    Invariants: it says nothing of another hand than `hand`.
    """

    hand: int = 0
    rulings: tuple[Ruling, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    numbers: tuple[int, int, int] = (0, 0, 0)
    queued: tuple[int, ...] = ()


#: Nothing was ruled.
NO_DOCKET: Final = Docket()


class Rotation(msgspec.Struct, frozen=True, gc=False):
    """Games that are played one after another, the `at`-th of them now. `minutes` of table time each lasts; 0 = as the house has it.

    `first` is the seat from which its first hand was dealt, and where every lap of the button begins; 0 = none was dealt yet.
    `since_ns` is when the present game began. `over` = it is to end, but a pot without a winner waits for one. Time: table time.
    """

    games: tuple[Stakes, ...]
    at: int = 0
    minutes: int = 0
    first: int = 0
    since_ns: int | None = None
    over: bool = False


class Around(msgspec.Struct, frozen=True, gc=False):
    """What people have said around the game: one field of the table, for every event makes a new table."""

    paused: bool = False
    hidden: bool = False  # no feed shows a hole card
    floor_call: StandingCall | None = None
    clock: CalledClock | None = None
    dealer: str = ""
    answers: tuple[tuple[str, bool | int | str], ...] = ()  # what the floor has changed of the house's, by name
    docket: Docket = NO_DOCKET
    rotation: Rotation | None = None
    carried: Carried = NOTHING  # what lies in the pot between deals that had no winner
    dealing: Dealing = AS_PLANNED
    shuffled: Shuffled = UNSHUFFLED
    buttoned: Buttoned = AS_IT_GOES
    deck: DeckLife = FIRST_DECK
    behind: tuple[tuple[int, int], ...] = ()  # chips that play and are still on their way to a seat: (seat, chips)


#: Nothing has been said; most tables hold this very value, which `step` looks for first.
QUIET: Final = Around()


class Table(msgspec.Struct, frozen=True, gc=False):
    """State of the table. `seats[n - 1]` is seat n; `card_zones[c]` where card c was last accepted.

    Shape: `card_places` holds the same as one byte a card, an index into `zones.PLACES`.

    Invariants: a card has one zone; `rev` grows with every change; `seq` is the number of the
    last thing told.
    """

    # what changes most comes first: `replace` looks a field up by going through them
    rev: int
    seq: int
    hand: Hand | None  # the running hand, or the last one until the next begins
    card_places: bytes
    hand_number: int
    seats: tuple[Seat | None, ...]
    button: int  # seat of the button, 0 before the first hand
    stakes: Stakes
    button_set: bool = False  # the button was placed by hand: the next hand is dealt from there
    open: tuple[OpenQuestion, ...] = ()  # questions for a person, oldest first
    before: Table | None = None  # as it was before `hand` began: where a correction folds the hand again from
    around: Around = QUIET
    dealt_by_ns: int = 0  # by when the cards that were dealt in turn lay there. Time: table time

    @property
    def paused(self) -> bool:
        """Whether the game stands still."""
        return self.around.paused

    @property
    def hidden(self) -> bool:
        """Whether no feed may show a hole card."""
        return self.around.hidden

    @property
    def floor_call(self) -> StandingCall | None:
        """The call for the floor that nobody has answered."""
        return self.around.floor_call

    @property
    def clock(self) -> CalledClock | None:
        """The clock called on the player to act."""
        return self.around.clock

    @property
    def dealer(self) -> str:
        """Who deals; empty = nobody is logged in."""
        return self.around.dealer

    @property
    def card_zones(self) -> tuple[Zone | None, ...]:
        """The zone each card was last accepted in; None = in no antenna's field."""
        return tuple([PLACES[place] for place in self.card_places])


@lru_cache(maxsize=64)  # a run of hands begins with the same one each time
def new_table(house: House) -> Table:
    """Return an empty table: no one seated, no card seen, nothing told."""
    seats = max(2, min(house.seats, MAX_SEATS))
    stakes = house.rotation[0] if house.rotation else house.stakes
    if not stakes.game and house.variant != FIRST_GAME:
        stakes = replace(stakes, game=house.variant)
    places = bytes(len(ALL_CARDS))
    table = Table(rev=0, seq=0, hand=None, card_places=places, hand_number=0, seats=(None,) * seats, button=0, stakes=stakes)
    return said(table, rotation=rotation_of(house)) if house.rotation else table


def rotation_of(house: House) -> Rotation | None:
    """Return the games that the table was set up to play one after another; None = it plays one."""
    return Rotation(house.rotation, minutes=house.rotation_minutes) if house.rotation else None


def said(table: Table, **said: Any) -> Table:
    """Return the table with fields of `around` changed."""
    around = replace(table.around, **said)
    return replace(table, around=QUIET if around == QUIET else around)


def running(table: Table) -> Hand | None:
    """Return the hand that is being played, None between hands."""
    hand = table.hand
    return None if hand is None or hand.over else hand
