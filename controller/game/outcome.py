"""What a transition of the hand or table returns: what everyone is told, or why it was refused."""

from __future__ import annotations

from typing import Any, Literal, final

import msgspec

from controller.game.cards import Card
from controller.game.chips import Stakes
from controller.game.zones import Zone

ToldKind = Literal[
    "hand_started",
    "posted",
    "card_dealt",
    "card_burned",
    "card_moved",
    "board",
    "acted",
    "acted_early",
    "street_closed",
    "uncalled_returned",
    "shown",
    "mucked",
    "drew",
    "declared",
    "openers",
    "unopened",
    "pot_carried",
    "pot_awarded",
    "hand_ended",
    "eliminated",
    "hand_void",
    "seat_taken",
    "seat_left",
    "bought_in",
    "button_moved",
    "discrepancy",
    "discrepancy_settled",
    "correction",
    "paused",
    "resumed",
    "floor_called",
    "floor_came",
    "clock_started",
    "clock_ended",
    "hidden",
    "unhidden",
    "dealer_changed",
    "player_changed",
    "stakes_changed",
    "house_changed",
    "rotation_changed",
    "game_changed",
    "ruling",
    "announcement",
    "prompt",
    "run_it",
    "shuffled",
    "deck_changed",
    "deck_checked",
    "stub_counted",
    "looked",
]


class More(msgspec.Struct, frozen=True, gc=False):
    """What only a few kinds tell. Fields that do not apply are None or empty.

    Of a correction: `replaces` are the stories that no longer hold; `was` and `now` what the entry was told by and is
    told by now; `retold` the whole hand as it is told now, each story with the seq that names its entry.
    Units: chips, seconds.
    """

    reason: str = ""
    seconds: int | None = None
    refunds: tuple[tuple[int, int], ...] = ()  # (seat, chips)
    stakes: Stakes | None = None
    option: str = ""
    answer: bool | int | str | None = None
    short_name: str = ""
    country: str = ""
    picture: str = ""
    replaces: tuple[int, ...] = ()
    was: tuple[Any, ...] = ()
    now: tuple[Any, ...] = ()
    retold: tuple[Any, ...] = ()
    ruling: Any = None  # a `rules.ruling.Ruling`, as it stands now …
    announcement: Any = None  # … an `Announcement` …
    prompt: Any = None  # … a `Prompt`
    number: int | None = None  # of cards that were changed or given up; of a rotation its place in the list, from 1
    half: str = ""  # of a pot that was split between high and low: which half was awarded
    games: tuple[str, ...] | None = None  # of a rotation: what is played one after another
    board: int = 0  # which of several boards a pot was awarded for, or a card came to, the first being 1
    times: int = 0  # how often an all-in is run


class Told(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened, not yet numbered or timed. Field by field what `effects.Tell` carries.

    Units: chips.
    """

    kind: ToldKind
    seat: int | None = None
    amount_chips: int | None = None
    to_chips: int | None = None
    do: str | None = None
    all_in: bool = False
    cards: tuple[Card, ...] = ()
    zones: tuple[Zone, ...] = ()
    pot: int | None = None
    payoffs: tuple[tuple[int, int], ...] = ()
    name: str | None = None
    code: str | None = None
    rules: tuple[str, ...] = ()
    more: More | None = None


@final
class Refused(msgspec.Struct, frozen=True, gc=False):
    """Why a command changes nothing. `message` says what would be legal instead."""

    code: str
    message: str
    rules: tuple[str, ...] = ()
