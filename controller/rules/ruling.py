"""What the table rules, says and asks: rulings with their remedies, announcements, prompts. The words for them are in `ruling_words`.

Nothing here decides anything: `controller.table.rulings` opens and decides them.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

import msgspec

from controller.events import Evidence
from controller.game.cards import Card

RulingKind = Literal[
    "misdeal", "fouled_deck", "exposed_card", "boxed_card", "joker", "wrong_card", "burn_error", "board_error", "stub_error",
    "dead_hand", "live_hand", "bet_corrected", "out_of_turn", "action_skipped", "raise_capped", "not_reopened", "clock_expired",
    "show_required", "show_order", "wrong_push", "odd_chip", "button_error", "blind_error", "not_entitled", "void_hand", "forfeit",
    "limit_error", "procedure", "deck_error", "off_table", "splashed_pot", "short_buy", "foreign_chip", "chip_drift", "late_objection",
    "correction", "amount_misread", "unaware_of_raise",
]  # fmt: skip
RemedyKind = Literal[
    "redeal", "replace_with_burn", "replace_after_deal", "push_back", "return_as_burn", "reshuffle_no_burn", "next_becomes",
    "treat_as_absent", "return_bets", "play_on", "complete_bet", "return_excess", "hold_to_action", "restore_action", "kill_hand",
    "retrieve_hand", "show_to_all", "move_button_next_hand", "floor_decides", "replace_now", "refuse", "warn", "count_stub",
    "change_deck", "divide_pot", "doubt_against", "fold_or_call", "forfeit_or_call",
    "third_card_down", "kill_ante_back", "last_card_up", "deal_up", "restore_order", "goes_to", "burn_to", "last_to", "top_to",
    "back_on_stub", "keeps_card", "keeps_no_raise", "lay_aside", "restore_early", "mix_with_burns", "rest_down",
    "finish_round", "set_aside", "reshuffle_aside", "first_to_burn", "burn_to_board", "burn_to_stub", "burn_back", "burn_more",
    "no_burn", "next_burn", "reshuffle_redeal", "shuffle_stub", "shuffle_first", "stub_goes_on", "take_out", "put_aside",
    "replace_after_round", "replace_last", "complete_on_draw", "deal_top",
    "pay_seat", "stays_in_pot", "call_set_up", "find_card", "compare_hands",
]  # fmt: skip

#: Who has to agree to a ruling: nobody, for it is done; the dealer; the floor.
Who = Literal["nobody", "dealer", "floor"]
#: `in_force` it is done; `proposed` it is not until somebody confirms it; `lapsed` what it was about is no more.
Status = Literal["in_force", "proposed", "confirmed", "overridden", "reopened", "lapsed"]
RULING_KINDS: Final[tuple[str, ...]] = get_args(RulingKind)
REMEDY_KINDS: Final[tuple[str, ...]] = get_args(RemedyKind)

#: Answers of the house that led to a ruling: (question, answer).
OptionsUsed: TypeAlias = tuple[tuple[str, bool | int | str], ...]


class Remedy(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One step of what is to be done about it. Units: chips."""

    do: RemedyKind
    seats: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()
    amount_chips: int | None = None
    to_chips: int | None = None


class Ruling(msgspec.Struct, frozen=True, gc=False):
    """An irregularity and what follows from it. `number` counts within the `hand`; 0 = not opened yet.

    `about_seq` is the story of the entry it is about. `may_until` says until when it can be decided otherwise, `until_ns` the same in
    table time where it is a time. `alternative` is what the floor let happen instead of the remedy; "" = the remedy holds.
    `carried_out` = the table is as the remedy has it.
    Units: chips; `amount_chips` what was entered, `to_chips` what it counts as, a total for the street. Of a stub `amount_chips` is how
    many cards belong into it.
    Invariants: `cards` lie face up.
    """

    number: int
    kind: RulingKind
    rules: tuple[str, ...] = ()
    options: OptionsUsed = ()
    remedy: tuple[Remedy, ...] = ()
    seat: int | None = None
    cards: tuple[Card, ...] = ()
    amount_chips: int | None = None
    to_chips: int | None = None
    who: Who = "nobody"
    may_until: str = ""
    until_ns: int | None = None
    evidence: Evidence | None = None
    status: Status = "in_force"
    reason: str = ""
    about_seq: int = 0
    alternatives: tuple[str, ...] = ()
    alternative: str = ""
    carried_out: bool = True
    hand: int = 0

    @property
    def id(self) -> str:
        """How it is called outside."""
        return f"h{self.hand}-r{self.number}"

    @property
    def waits(self) -> bool:
        """Whether somebody has yet to decide about it."""
        return self.status in WAITING or (self.status == "in_force" and self.who != "nobody")


class Announcement(msgspec.Struct, frozen=True, gc=False):
    """What the dealer has to say aloud. `number` counts within the `hand`. Units: chips, seconds; `until_ns` table time.

    Invariants: `cards` lie face up.
    """

    number: int
    about: str
    seat: int | None = None
    amount_chips: int | None = None
    rules: tuple[str, ...] = ()
    until_ns: int | None = None
    acknowledged: bool = False
    seconds: int | None = None
    hand: int = 0
    cards: tuple[Card, ...] = ()
    to_chips: int | None = None
    game: str = ""
    limit: str = ""
    by_number: bool = False  # a two is called a two, and not a deuce
    reminded: int = 0  # 1 the dealer was reminded of it, 2 the floor was asked about it

    @property
    def id(self) -> str:
        """How it is called outside."""
        return f"h{self.hand}-a{self.number}"


class Prompt(msgspec.Struct, frozen=True, gc=False):
    """What somebody (`who`) is asked, with at most two answers. `number` counts within the `hand`. Units: chips."""

    number: int
    who: Literal["dealer", "floor"]
    what: str
    seat: int | None = None
    amount_chips: int | None = None
    rules: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    hand: int = 0

    @property
    def id(self) -> str:
        """How it is called outside."""
        return f"h{self.hand}-p{self.number}"


#: Statuses in which a ruling waits for a person, whoever it is.
WAITING: Final = frozenset({"proposed", "reopened"})
