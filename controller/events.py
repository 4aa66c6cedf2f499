"""Everything the core takes in: Facts, Discrepancies, Commands and Ticks.

The journal holds exactly these, as the canonical bytes of `encode`. All are frozen and
array-like: a field may be appended with a default, never moved or removed.

Time: `at_ns`, `after_ns` and `by_ns` are table time in nanoseconds.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from controller.game.cards import Card
from controller.game.chips import Round, Stakes
from controller.game.zones import Zone

Side = Literal["down", "up"]
#: Who speaks: the dealer's panel, the floor's, a device, or the administrator.
Role = Literal["dealer", "floor", "device", "admin"]
ActDo = Literal["fold", "check", "call", "bet", "raise", "all_in", "complete", "bring_in"]
#: What a player says of his cards while they are changed or given up; a rap, which is a check while there is betting; and that the pot
#: is open, of who has no chips to open it with.
DrawDo = Literal["draw", "stand_pat", "discard", "rap", "open", "split", "declare"]
#: How a player acted out of turn: by a deed, by words, or by words with a condition; `held` and `free` is what the floor made of it.
EarlyHow = Literal["", "done", "said", "if", "held", "free"]
#: What can be decided about a ruling, and what a player may ask to have counted.
Decision = Literal["confirm", "override", "reopen"]
Wanted = Literal[
    "stack", "deck", "splash", "all_in_unsaid", "misread", "unaware", "absent", "drew", "stop", "arrived", "retrieve", "set_up",
]  # fmt: skip
#: What shows of a card where it ought not to: its face, its face within the deck, the back of another deck.
Shows = Literal["face", "boxed", "back", "marred"]
#: Who made a card show.
By = Literal["dealer", "player"]
#: What a person saw happen to cards that no sensor of this table sees.
Reported = Literal[
    "exposed", "boxed", "off_table", "looked", "skipped", "no_card", "flashed", "dropped_deck", "stub_mixed", "wrong_back", "card_missing",
    "marred", "last_mixed", "stub_counted", "stub_restored", "knew", "suspected", "flipped", "joker", "out_of_sight", "dealt_out",
    "absent_dealt_out", "unposted", "button_wrong", "not_shuffled", "not_cut", "objection", "stop",
]  # fmt: skip
#: One step of a shuffle, or what happens to the deck around it.
ShuffleStep = Literal[
    "scramble", "spread", "riffle", "box", "cut", "shuffle", "to_shuffler", "from_shuffler", "checked", "placed",
]  # fmt: skip
#: What is done with the deck in play.
DeckDo = Literal["change", "set_up", "check", "checked"]


class Evidence(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Why a Fact was accepted. Names parts, zones, counts and confidence, never a tag.

    `seen` of the last `sweeps` sweeps of the zone's antenna reported the card; `rival_zone`
    reported it `rival_seen` times meanwhile; `by_expectation` says the deal plan broke a tie.
    """

    part: str
    seen: int
    sweeps: int
    confidence_permille: int = 1000
    rival_zone: Zone | None = None
    rival_seen: int = 0
    by_expectation: bool = False


class CardMoved(msgspec.Struct, frozen=True, array_like=True, tag="card_moved", gc=False):
    """Fact: a card is now in another place. `to_zone` None = it left every antenna's field.

    Time: it happened after `after_ns` (last sweep without) and no later than `by_ns` (first
    sweep with); moves whose intervals overlap have no known order.
    """

    card: Card
    from_zone: Zone | None
    to_zone: Zone | None
    side: Side
    after_ns: int
    by_ns: int
    evidence: Evidence


class CardSeen(msgspec.Struct, frozen=True, array_like=True, tag="card_seen", gc=False):
    """Fact: a card shows what a card ought not to show where it lies, or on its way there.

    `card` None = which one it is is not known. `zone` is where it lies, or from where it was seen on its way: STUB = on top of the deck
    or just off it; None = off the table. `landed` = it has shown so since it came to lie there, as far as can be told; False = it was
    turned later. `back` names the colour of another deck's back; a back that is `marred` has a mark or a bend.
    Time: it showed after `after_ns` (last look without) and no later than `by_ns` (first look with).
    """

    card: Card | None
    zone: Zone | None
    shows: Shows
    after_ns: int
    by_ns: int
    evidence: Evidence
    landed: bool = False
    back: str = ""


class ForeignCard(msgspec.Struct, frozen=True, array_like=True, tag="foreign_card", gc=False):
    """Fact: a card of another enrolled deck lies where cards of the deck in play lie. Which card it is nobody is told.

    `deck` names the deck it is of. Time: as of `CardMoved`.
    """

    zone: Zone
    deck: str
    after_ns: int
    by_ns: int
    evidence: Evidence


class DeckRead(msgspec.Struct, frozen=True, array_like=True, tag="deck_read", gc=False):
    """Fact: a deck has passed the shuffler's antenna, card by card. Numbers only: which cards they were is known to nobody by it.

    `deck` names it, "" = the one in play. `seen` of its 52 cards were read; `strange` other cards were among them, and the fellows of
    `twice` of these were read too. A deck whose pass goes on is told again, with what was read by then.
    Time: it passed after `after_ns` (first sweep with one of its cards) and no later than `by_ns` (the last with a new one).
    """

    deck: str
    seen: int
    strange: int
    twice: int
    after_ns: int
    by_ns: int
    evidence: Evidence


class Discrepancy(msgspec.Struct, frozen=True, array_like=True, tag="discrepancy", gc=False):
    """What sensing could not decide, or what contradicts the table: a question for a person.

    `kind` is a reason code of `DISCREPANCIES`. No card is named: a suspected card is not a card.
    `settled` = the question of this kind about these zones has answered itself.
    """

    kind: str
    zones: tuple[Zone, ...]
    at_ns: int
    evidence: Evidence
    settled: bool = False


#: Reason code → what a person is told, with what to do.
DISCREPANCIES: Final[dict[str, str]] = {
    "rfid.two_places": "One card answers from two places and neither is stronger: see which place holds it and move it clear of the other.",
    "rfid.unwatched": "No antenna looks here, for its reader does not answer: what lies here is not known until it does.",
    "rfid.unknown_tag": "A tag that belongs to no deck in play lies here: remove it, or enrol its deck and put it in play.",
    "rfid.weak_deck": "A card of the deck in play reads badly: change the deck at the next break, and look it through with deck check.",
    "rfid.foreign_card": (
        "A card of another enrolled deck lies here: take it out and look for its fellow; when the whole deck was changed, say so with deck."
    ),
    "rfid.extra_card": "More cards lie here than the game can have here: count them and call the floor.",
    "deal.flop_unread": "Not every card of the flop is read: lay each of them flat on the board's antenna, or enter the missing one.",
    "deal.turn_unread": "The turn card is not read: lay it flat on the board's antenna, or enter it.",
    "deal.river_unread": "The river card is not read: lay it flat on the board's antenna, or enter it.",
    "deal.board_unread": "Not every card of this street is read: lay each of them flat on its board's antenna, or enter the missing one.",
    "deal.hole_unread": (
        "Not every card of this seat is read: see that it was dealt all of them, squared up on its antenna. Betting goes on; "
        "at the showdown lay them open on the antenna, enter the missing one, or name both with show."
    ),
    "deal.hole_out_of_sight": (
        "A card of this hand lies in no reader's field: ask its player to lay his cards where all can see them; "
        "if they were taken away, or one fell to the floor, report it."
    ),
    "deal.up_unread": (
        "The up-card of this seat is not read: lay it flat on the antenna of the seat's up-cards, or enter it. The round waits for it."
    ),
    "deal.discard_owed": "A card was burned, and this seat has yet to give a card up: first the discard, then the board.",
    "deal.folded_cards": "The cards of this seat are folded and still lie there: take them into the muck.",
    "entry.contradicts": "The card entered for this place was read in another and is not taken: call the floor, who enters the right one.",
    "entry.read_otherwise": "What is read here contradicts a card that was entered by hand: compare them and call the floor.",
}

#: `Evidence.part` of a card that a person entered, by role; no part of a table is called so.
BY_HAND: Final = "hand:"


class Header(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What every Command carries: when, by whom, its id, and the state it was meant for.

    `expect_rev` None = whatever the state is; otherwise the command is refused when the table
    has moved on.
    """

    at_ns: int
    cmd_id: str
    role: Role
    expect_rev: int | None = None
    who: str = ""  # the person or token that gave it, where the way in knows


class BombPot(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A hand that everybody pays `ante_chips` into, with so many boards and no betting before the flop."""

    ante_chips: int
    boards: int = 1


class NewHand(msgspec.Struct, frozen=True, array_like=True, tag="new_hand", gc=False):
    """Begin a hand with everyone who has chips. `stakes` None = the table's present stakes; `game` "" = the game it plays by them.

    `dead_small` = nobody has the small blind, and the first player left of the button has the big one. `bomb_pot` = this hand alone is
    one, of the game that is played.
    """

    head: Header
    stakes: Stakes | None = None
    game: str = ""
    dead_small: bool = False
    bomb_pot: BombPot | None = None


class Post(msgspec.Struct, frozen=True, array_like=True, tag="post", gc=False):
    """Antes and blinds go in: of one seat, or of everyone who owes when `seat` is None."""

    head: Header
    seat: int | None = None


class Straddle(msgspec.Struct, frozen=True, array_like=True, tag="straddle", gc=False):
    """A player raises blind before the cards. `amount_chips` is his total for the street; None = what a straddle is here."""

    head: Header
    seat: int
    amount_chips: int | None = None


class Act(msgspec.Struct, frozen=True, array_like=True, tag="act", gc=False):
    """A player's betting action. `to_chips` is his total for the street (bet and raise only).

    `as_entered` = it stands as it is: nobody is asked about it any more, and no amount is set right. No panel says so by itself.
    `early` = it was not his turn, and how he did it: chips and turn stay as they are.
    """

    head: Header
    seat: int
    do: ActDo
    to_chips: int | None = None
    as_entered: bool = False
    early: EarlyHow = ""


class Draw(msgspec.Struct, frozen=True, array_like=True, tag="draw", gc=False):
    """A player changes `number` cards, keeps them all (`stand_pat`), or gives up what everyone must (`discard`).

    A `rap` is a check while there is betting, and keeps all cards while they are changed; `open` = all-in, he declares the pot open;
    `split` = he opened, and changes one of the cards that he opened with;
    `declare` = he calls his low hand before he shows it, `number` its highest card, 0 for a pair.
    """

    head: Header
    seat: int
    do: DrawDo
    number: int | None = None


class RunIt(msgspec.Struct, frozen=True, array_like=True, tag="run_it", gc=False):
    """The players who are all-in agree to have the rest of the board dealt so many times; 1 = once after all."""

    head: Header
    times: int


class Show(msgspec.Struct, frozen=True, array_like=True, tag="show", gc=False):
    """A player tables his hand. `cards` names them by hand where no reader saw them."""

    head: Header
    seat: int
    cards: tuple[Card, ...] | None = None


class Muck(msgspec.Struct, frozen=True, array_like=True, tag="muck", gc=False):
    """A player gives his hand up at the showdown without showing."""

    head: Header
    seat: int


class Sit(msgspec.Struct, frozen=True, array_like=True, tag="sit", gc=False):
    """A player takes an empty seat with a stack."""

    head: Header
    seat: int
    name: str
    stack_chips: int
    short_name: str = ""
    country: str = ""
    picture: str = ""


class Stand(msgspec.Struct, frozen=True, array_like=True, tag="stand", gc=False):
    """A player leaves his seat and takes his stack along."""

    head: Header
    seat: int


class BuyIn(msgspec.Struct, frozen=True, array_like=True, tag="buy_in", gc=False):
    """A player adds chips to his stack between hands. `behind` = they are on their way, and play already."""

    head: Header
    seat: int
    amount_chips: int
    behind: bool = False


class Button(msgspec.Struct, frozen=True, array_like=True, tag="button", gc=False):
    """The button is put in front of a seat between hands; the next hand is dealt from there.

    `draw` = at the seat that the cards say which the players have drawn, and `seat` is 0.
    """

    head: Header
    seat: int
    draw: bool = False


class VoidHand(msgspec.Struct, frozen=True, array_like=True, tag="void_hand", gc=False):
    """The hand does not count: every chip goes back to where it was when the hand began."""

    head: Header
    reason: str = ""


class EnterCard(msgspec.Struct, frozen=True, array_like=True, tag="enter_card", gc=False):
    """A person names a card that lies in a place where no reader knows it."""

    head: Header
    zone: Zone
    card: Card


class Pause(msgspec.Struct, frozen=True, array_like=True, tag="pause", gc=False):
    """The game stands still: nothing is entered until `Resume`. What the felt says counts all the same."""

    head: Header


class Resume(msgspec.Struct, frozen=True, array_like=True, tag="resume", gc=False):
    """The game goes on; a clock that was called goes on with the time it had left."""

    head: Header


class FloorCall(msgspec.Struct, frozen=True, array_like=True, tag="floor_call", gc=False):
    """Somebody at the table wants the floor, at a seat or in general."""

    head: Header
    seat: int | None = None
    reason: str = ""


class Ack(msgspec.Struct, frozen=True, array_like=True, tag="ack", gc=False):
    """The floor answers a call: the one told as `seq`, or the one that stands when `seq` is None.

    With `announcement`, its id, the dealer has said what was to be announced.
    """

    head: Header
    seq: int | None = None
    announcement: str = ""


class Clock(msgspec.Struct, frozen=True, array_like=True, tag="clock", gc=False):
    """Time is called on the player to act: for `seconds`, or as the house has it (`house_time`); with neither it is taken back."""

    head: Header
    seat: int
    seconds: int | None = None
    house_time: bool = False


class Panic(msgspec.Struct, frozen=True, array_like=True, tag="panic", gc=False):
    """Hide all hole cards from every feed, shown ones too, until it is lifted (`on` False)."""

    head: Header
    on: bool


class Dealer(msgspec.Struct, frozen=True, array_like=True, tag="dealer", gc=False):
    """A dealer sits down at the table; an empty name = he leaves."""

    head: Header
    name: str = ""


class Player(msgspec.Struct, frozen=True, array_like=True, tag="player", gc=False):
    """Details of a seated player. None = as it is, empty = none."""

    head: Header
    seat: int
    name: str | None = None
    short_name: str | None = None
    country: str | None = None
    picture: str | None = None


class SetStakes(msgspec.Struct, frozen=True, array_like=True, tag="stakes", gc=False):
    """Between hands: what is played for from the next hand on."""

    head: Header
    stakes: Stakes


class SetOption(msgspec.Struct, frozen=True, array_like=True, tag="house_option", gc=False):
    """Between hands: the house's answer to a question from the next hand on. None = as the table's own file has it."""

    head: Header
    option: str
    answer: bool | int | str | None = None


class SetRotation(msgspec.Struct, frozen=True, array_like=True, tag="rotation", gc=False):
    """Between hands: the games that are played one after another from the next hand on, the `position`-th of them first.

    `rounds` None = those that are, none = the game that is stays. `minutes` None = as it is; 0 = as the house has it.
    """

    head: Header
    rounds: tuple[Round, ...] | None = None
    position: int = 1
    minutes: int | None = None


class Request(msgspec.Struct, frozen=True, array_like=True, tag="request", gc=False):
    """Of the player at `seat`: he wants `stack`, to know what lies before the player at `of`, or another `deck`, or a new `set_up`,
    or how many cards the player at `of` changed (`drew`).

    Or the dealer asks what is to be, for he threw chips into the pot (`splash`) or is all-in without a word (`all_in_unsaid`),
    or put in `amount_chips` for a call that is more and says that he misread the bet (`misread`),
    or for a call that a raise made more, which he did not notice (`unaware`): then `of` has acted behind him, 0 = nobody has;
    or is away when it is his turn (`absent`);
    or says `stop` before a card is burned, for he still has to act; or his chips that were on their way have `arrived`.
    or has thrown his hand away and it is wanted back (`retrieve`).
    """

    head: Header
    seat: int
    what: Wanted
    of: int = 0
    amount_chips: int = 0


class Report(msgspec.Struct, frozen=True, array_like=True, tag="report", gc=False):
    """What a person saw happen to cards. `seat` 0 = nobody's, `card` None = which one is not said, `by` "" = nobody's doing.

    `zone` "" = where the report's kind says; `number` counts what is reported, where that is counted.
    """

    head: Header
    what: Reported
    seat: int = 0
    card: Card | None = None
    by: By | Literal[""] = ""
    zone: str = ""
    number: int = 0


class Shuffle(msgspec.Struct, frozen=True, array_like=True, tag="shuffle", gc=False):
    """A step of the shuffle was done; `shuffle` = all of them, as the house has it, and the cut."""

    head: Header
    step: ShuffleStep


class Deck(msgspec.Struct, frozen=True, array_like=True, tag="deck", gc=False):
    """Another deck is put in play (`change`), or a new set-up of decks (`set_up`). `deck` names it; "" = one that is not told by name.

    Or the one in play is being looked through (`check`), or that is done (`checked`), and so many cards were counted; 0 = nobody did.
    """

    head: Header
    do: DeckDo
    deck: str = ""
    number: int = 0


class Answer(msgspec.Struct, frozen=True, array_like=True, tag="answer", gc=False):
    """A prompt, named by its id, is answered."""

    head: Header
    prompt: str
    answer: str


class Tick(msgspec.Struct, frozen=True, array_like=True, tag="tick", gc=False):
    """A timer that fired; time enters the core in no other way."""

    timer: str
    at_ns: int


#: What is entered about the game, and what people say around it.
GameCommand: TypeAlias = (
    NewHand | Post | Straddle | Act | Draw | RunIt | Answer | Show | Muck | Sit | Stand | BuyIn | Button | VoidHand | EnterCard
)
RoomCommand: TypeAlias = Pause | Resume | FloorCall | Ack | Clock | Panic | Dealer | Player | SetStakes | SetOption | SetRotation | Request
#: What is told of the cards by hand: what somebody saw, and the shuffle.
DealCommand: TypeAlias = Report | Shuffle | Deck
Fact: TypeAlias = CardMoved | CardSeen | ForeignCard | DeckRead
#: Every Event but corrections and decisions, which are made of them.
Plain: TypeAlias = Fact | Discrepancy | GameCommand | RoomCommand | DealCommand | Tick


class Entry(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One event of the hand, with the stories it was told by: `first_seq` … `last_seq`. A decision about its deal is one, without entries.

    `corrected_by` are the seqs of the corrections that changed it, oldest first; each names it too. `asked` = nothing came of it yet but
    that somebody was asked: when the hand is folded again without what led there, it goes.
    """

    first_seq: int
    last_seq: int
    event: Plain | FloorRule  # a decision by which the hand is dealt on differently
    corrected_by: tuple[int, ...] = ()
    asked: bool = False


class Change(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What is to be true instead: that it never was (`remove`), another deed, another amount. None = as it was."""

    remove: bool = False
    do: ActDo | None = None
    to_chips: int | None = None


class Correct(msgspec.Struct, frozen=True, array_like=True, tag="correct", gc=False):
    """The entry told as `seq` was wrong. `entries` are all events of the hand so far, put in by the shell.

    The journal holds them, so the fold needs nothing but this event and the table.
    """

    head: Header
    seq: int
    change: Change
    entries: tuple[Entry, ...] = ()


class FloorRule(msgspec.Struct, frozen=True, array_like=True, tag="floor_rule", gc=False):
    """A decision about the ruling of that id; `alternative` is what is to be instead where it is overridden.

    `entries` are all events of the hand so far, as of a correction: what was ruled may have to be undone.
    """

    head: Header
    ruling: str
    decision: Decision
    reason: str = ""
    alternative: str = ""
    entries: tuple[Entry, ...] = ()


Command: TypeAlias = GameCommand | RoomCommand | DealCommand | Correct | FloorRule
Event: TypeAlias = Plain | Correct | FloorRule

_encoder: Final = msgspec.msgpack.Encoder()
_decoder: Final = msgspec.msgpack.Decoder(Event)

#: The canonical bytes of an Event: what the journal stores and hashes are made of.
encode: Final = _encoder.encode


def decode(data: bytes) -> Event:
    """Return the Event whose canonical bytes are `data`.

    Raises: msgspec.DecodeError when they are not the bytes of an Event.
    """
    event: Event = _decoder.decode(data)
    return event


class Expectation(msgspec.Struct, frozen=True, gc=False):
    """What the deal plan would see next: zones that may receive a card, in order of turn.

    The shell hands it to sensing after each step. It may break a tie between two antennas and
    nothing else.
    """

    zones: tuple[Zone, ...] = ()


NOTHING_EXPECTED: Final = Expectation()
