"""Every act of the language: its fields, what it means, an example. One table; the docs page and the schema are made of it."""

from __future__ import annotations

from typing import Final, Literal, get_args

import msgspec

from controller.events import Decision, Reported, Wanted
from controller.game.chips import Limit
from controller.game.rotations import MAX_GAMES, MIN_GAMES
from controller.rules.ruling import RULING_KINDS
from controller.rules.ruling_words import ALTERNATIVES, ANNOUNCEMENTS, ANSWERS, PROMPTS
from sim.scenario.grammar import (
    CARD,
    CARD_PLACE,
    CARDS,
    CHIPS,
    CHIPS_OR_NONE,
    RULE_ID,
    SEAT,
    SEATS,
    Anything,
    Duration,
    Either,
    Field,
    Flag,
    ListOf,
    MapOf,
    Record,
    Text,
    Whole,
    Word,
)
from sim.scenario.rotation import LISTS, ROUND

Group = Literal["physical", "spoken", "floor", "world"]

#: Where a card lies that no antenna reads.
ASIDE: Final = "aside"
PLACE_OR_ASIDE: Final = Text(f"{CARD_PLACE.words}, or {ASIDE}", f"{CARD_PLACE.pattern}|{ASIDE}")
FACE: Final = Field(Word(("up", "down")))
COUNT: Final = Whole("a number of cards, 1 to 5", 1, 5)
TEXT: Final = Text("text on one line")
DECK_CARD: Final = Text(
    "a card, as Kd; ^Kd boxed, ~Kd dead tag, Kd/blue other back, XJ joker", r"[\^~]?([2-9TJQKA][cdhs]|XJ)(/[a-z]{1,20})?"
)
DECK: Final = ListOf(DECK_CARD, 60)
#: What is said of cards that are changed or given up; the cards themselves go by `discard`, and come by `deal`. And what else draw
#: games alone know.
CHANGING: Final = ("draw", "stand_pat", "discard", "rap", "open", "split", "declare")
BETTING: Final = ("fold", "check", "call", "bet", "raise", "all_in", "complete", "bring_in")
FAULT_KINDS: Final = ("miss", "cross_read", "mangle", "dead_tag", "unplug", "noise", "stall", "glare", "clock_jump", "power_dip")
CORRECTED_DO: Final = Word(BETTING)
ANNOUNCED: Final = tuple(ANNOUNCEMENTS)


class Act(msgspec.Struct, frozen=True):
    """A row. `later` = the table cannot do it yet; `verb` is the command of the panel, where there is one."""

    group: Group
    says: str
    example: str
    form: Record
    verb: str = ""
    later: bool = False


def _act(group: Group, says: str, example: str, fields: dict[str, Field], **more: object) -> Act:
    short, bare = str(more.get("short", "")), bool(more.get("bare"))
    return Act(group, says, example, Record(fields, short, bare), str(more.get("verb", "")), bool(more.get("later")))


def _need(kind: object) -> Field:
    return Field(kind, required=True)


def _may(kind: object, **more: bool) -> Field:
    return Field(kind, later=more.get("later", False))


_SEAT: Final = _need(SEAT)

ACTS: Final[dict[str, Act]] = {
    # -- what hands do
    "deal": _act(
        "physical",
        "The next card of the deck, or the named ones, face down to a seat; with `up` in everybody's sight, in games that have up-cards. "
        "With `face: up` it lands face up where it ought to lie face down.",
        "deal: {to: 2}",
        {
            "to": _SEAT,
            "cards": _may(CARDS),
            "face": FACE,
            "up": _may(Flag()),
            "by": Field(Word(("dealer", "player")), later=("player",)),
        },
        short="to",
    ),
    "deal_all": _act(
        "physical",
        "The rest of the hole cards, one a turn from the first seat left of the button; in games with up-cards what this street deals.",
        "deal_all",
        {},
        bare=True,
    ),
    "burn": _act(
        "physical", "The next card of the deck, or the named one, is burned.", "burn", {"card": _may(CARD)}, short="card", bare=True
    ),
    "board": _act(
        "physical",
        "So many cards of the deck, or the named ones, face up to the board; `on` a further one, at a table where that has an antenna of "
        "its own (`board_antennas`); elsewhere each board has its cards in turn.",
        "board: [Kd, 7h, 2c]",
        {"cards": _need(Either((COUNT, CARDS))), "on": _may(Whole("a board, 1 to 3", 1, 3))},
        short="cards",
    ),
    "move": _act(
        "physical",
        "A card is laid somewhere else, or set `aside` where no antenna reads it; the panel hears nothing of it.",
        "move: {card: Kd, from: board, to: burn}",
        {"card": _need(CARD), "from": _may(CARD_PLACE), "to": _need(PLACE_OR_ASIDE)},
    ),
    "muck": _act(
        "physical",
        "A player's cards go into the muck; at the showdown the panel is told so first.",
        "muck: {seat: 3}",
        {"seat": _SEAT},
        short="seat",
        verb="muck",
    ),
    "collect": _act("physical", "Every card goes back into the stub.", "collect", {}, bare=True),
    "next_hand": _act(
        "physical",
        "The cards are gathered and shuffled, and the next hand begins. `deck` as in `table`.",
        "next_hand: {deck: [Ah, Kh]}",
        {"deck": _may(DECK)},
        bare=True,
        verb="new_hand",
    ),
    "bomb_pot": _act(
        "physical",
        "The cards are gathered and shuffled, and the next hand is a bomb pot: everybody pays the `ante`, and so many `boards` are dealt.",
        "bomb_pot: {ante: 5, boards: 2}",
        {"ante": _need(CHIPS), "boards": _may(Whole("1 or 2", 1, 2)), "deck": _may(DECK)},
        short="ante",
        verb="new_hand",
    ),
    "button": _act(
        "physical", "The button is put in front of a seat, between hands.", "button: {to: 4}", {"to": _SEAT}, short="to", verb="button"
    ),
    "sit": _act(
        "physical",
        "A player takes an empty seat.",
        "sit: {seat: 4, stack: 300}",
        {"seat": _SEAT, "stack": _need(CHIPS), "name": _may(TEXT)},
        verb="sit",
    ),
    "stand": _act("physical", "A player leaves with his chips.", "stand: {seat: 4}", {"seat": _SEAT}, short="seat", verb="stand"),
    "buy_in": _act(
        "physical",
        "A player adds chips; with `behind` they are on their way, and play.",
        "buy_in: {seat: 2, amount: 100}",
        {"seat": _SEAT, "amount": _need(CHIPS), "behind": _may(Flag())},
        verb="buy_in",
    ),
    "shuffle": _act(
        "physical",
        "The whole shuffle, as the house does it, which the panel is told; or the `step` of it that has no act of its own: the `spread` of "
        "the deck, that it was `checked`, the `scramble`, the deck goes into the shuffler, comes out of it, or is `placed` on the table.",
        "shuffle: scramble",
        {"step": _may(Word(("spread", "checked", "scramble", "to_shuffler", "from_shuffler", "placed")))},
        short="step",
        bare=True,
        verb="shuffle",
    ),
    "riffle": _act("physical", "One riffle, which the panel is told.", "riffle", {}, bare=True, verb="shuffle"),
    "box": _act("physical", "One box, which the panel is told.", "box", {}, bare=True, verb="shuffle"),
    "cut": _act("physical", "The cut, which the panel is told.", "cut", {}, bare=True, verb="shuffle"),
    "peek": _act(
        "physical", "A player looks at his cards, which the panel is told.", "peek: 3", {"seat": _SEAT}, short="seat", verb="report"
    ),
    "flash": _act(
        "physical",
        "Some players see a card: of a hole card the camera has a glimpse, one of the deck or the muck people alone see.",
        "flash: {card: Kd, to: [3, 4]}",
        {"card": _need(CARD), "to": _need(SEATS)},
    ),
    "expose": _act(
        "physical",
        "A hole card that lies there is turned over, or shown to everyone: the camera sees it.",
        "expose: {seat: 3, card: Kd}",
        {"seat": _SEAT, "card": _need(CARD)},
    ),
    "drop": _act(
        "physical",
        "A card falls off the table: it lies in no reader's field.",
        "drop: {card: Kd, where: floor}",
        {"card": _need(CARD), "where": _may(TEXT)},
        short="card",
    ),
    "discard": _act(
        "physical",
        "A player throws cards away, to draw or because he must.",
        "discard: {seat: 3, cards: [Kd]}",
        {"seat": _SEAT, "cards": _need(CARDS)},
    ),
    "swap": _act("physical", "Two cards change places.", "swap: {cards: [Kd, As]}", {"cards": _need(ListOf(CARD, 2, 2))}),
    "foreign": _act(
        "physical",
        "A card of another deck comes to lie there, on the stub unless it is said where. It looks like the others and has a tag of the "
        "other deck; with a `back` it has that one, and no tag. With `face: up` it has no tag either, and lies face up.",
        "foreign: {card: Kd, to: seat/3/hole}",
        {"card": _need(CARD), "to": _may(CARD_PLACE), "back": _may(TEXT), "face": FACE},
    ),
    "change_deck": _act(
        "physical",
        "The cards are gathered, and another deck is put in play: `blue` in place of `red`, and back.",
        "change_deck: {deck: blue}",
        {"deck": _may(TEXT)},
        short="deck",
        bare=True,
        verb="deck",
    ),
    "check_deck": _act(
        "physical",
        "The deck is looked through: its cards, but those `without`, are laid on the board's antenna, a batch at a time, and counted: "
        "`number` of them, if anybody does. With `on: stub` nobody lays them out: the deck stays in one pile.",
        "check_deck: {without: [Kd], number: 51}",
        {"without": _may(CARDS), "number": _may(Whole("a number of cards", 0, 60)), "on": _may(Word(("board", "stub")))},
        bare=True,
        verb="deck",
    ),
    "crease": _act(
        "physical",
        "A card that lies there has a mark or a bend on its back; the camera sees it.",
        "crease: seat/3/hole",
        {"at": _need(CARD_PLACE)},
        short="at",
    ),
    "pass_shuffler": _act(
        "physical",
        "A deck passes the antenna of the shuffler card by card (`shuffler: true` in the table): the one that is not in play, or the one "
        "of that name, but the cards `without`, and with `foreign` ones of the other deck.",
        "pass_shuffler: {deck: blue, without: [Kd]}",
        {"deck": _may(Word(("red", "blue"))), "without": _may(CARDS), "foreign": _may(CARDS)},
        short="deck",
        bare=True,
    ),
    "turn_over": _act(
        "physical",
        "A card is turned over where it lies; the camera sees its face.",
        "turn_over: {card: Kd}",
        {"card": _need(CARD)},
        short="card",
    ),
    "boxed": _act(
        "physical",
        "A card shows its face on top of the deck, for it lay face up within it; the camera sees it. Where it goes is said apart.",
        "boxed: Kd",
        {"card": _need(CARD)},
        short="card",
    ),
    "chips": _act(
        "physical",
        "A player puts chips in.",
        "chips: {seat: 3, amount: 30, motions: 1}",
        {
            "seat": _SEAT,
            "put": _may(ListOf(CHIPS, 200, unique=False)),
            "amount": _may(CHIPS),
            "motions": _may(Whole("a number of motions", 1, 20)),
            "from": _may(Word(("stack", "pocket"))),
        },
        later=True,
    ),
    "take": _act(
        "physical", "A player takes chips back.", "take: {seat: 3, amount: 10}", {"seat": _SEAT, "amount": _need(CHIPS)}, later=True
    ),
    "scoop": _act("physical", "The bets are gathered.", "scoop", {}, bare=True, later=True),
    "push": _act(
        "physical",
        "A pot is pushed to a player.",
        "push: {pot: 0, to: 3, amount: 40}",
        {"pot": _may(Whole("a pot, 0 is the main pot", 0, 9)), "to": _SEAT, "amount": _may(CHIPS)},
        later=True,
    ),
    "drop_deck": _act(
        "physical",
        "The dealer drops the deck and tells the panel; `doubtful` so many cards of it may be discards.",
        "drop_deck",
        {"doubtful": _may(Whole("a number of cards", 0, 60))},
        short="doubtful",
        bare=True,
        verb="report",
    ),
    "move_seat": _act("physical", "A player changes seats.", "move_seat: {seat: 3, to: 5}", {"seat": _SEAT, "to": _SEAT}, later=True),
    # -- what is said through the dealer's panel
    "post": _act(
        "spoken",
        "Antes and blinds go in: of everyone who owes (`blinds`), or of one seat.",
        "post: blinds",
        {"who": _may(Word(("blinds",))), "seat": _may(SEAT), "amount": _may(CHIPS, later=True), "live": _may(Flag(), later=True)},
        short="who",
        verb="post",
    ),
    "act": _act(
        "spoken",
        "A player acts. `to` is his total for the street, `amount` what he adds, neither where there is one size only; who folds gives his "
        "cards away. `complete` fills up an all-in that is no whole bet; `draw` names the `number` of cards, `rap` is a check or no card, "
        "and with `open` an all-in player opens. "
        "`out_of_turn` says that the writer knows it is. With `early` it is entered as out of turn: by a deed (`done`), by words (`said`) "
        "or by words with a condition (`if`); chips and turn stay. `by` the floor it is taken where only the floor may enter it.",
        "act: {seat: 3, do: raise, to: 6}",
        {
            "seat": _SEAT,
            "do": Field(Word((*BETTING, *CHANGING)), True),
            "to": _may(CHIPS),
            "amount": _may(CHIPS),
            "number": _may(Whole("a number of cards, 0 to 5; with declare a card, 0 to 14", 0, 14)),
            "out_of_turn": _may(Flag()),
            "early": _may(Word(("done", "said", "if"))),
            "by": _may(Word(("dealer", "floor"))),
        },
        verb="act",
    ),
    "show": _act(
        "spoken",
        "A player tables his hand; `cards` names it by hand where no reader saw it.",
        "show: {seat: 3}",
        {"seat": _SEAT, "cards": _may(CARDS), "by": _may(Word(("dealer", "floor")))},
        short="seat",
        verb="show",
    ),
    "enter": _act(
        "spoken",
        "A card that no reader knows is entered by hand.",
        "enter: {place: board, card: 7h}",
        {"place": _need(CARD_PLACE), "card": _need(CARD), "by": _may(Word(("dealer", "floor")))},
        verb="enter_card",
    ),
    "correct": _act(
        "spoken",
        "An entry was wrong: the last one, or the one `back` entries ago. "
        "It is taken back with `remove`, or `do` and `to` say what ought to have been.",
        "correct: {to: 8}",
        {
            "back": _may(Whole("a number of entries, 1 is the last", 1, 50)),
            "remove": _may(Flag()),
            "do": _may(CORRECTED_DO),
            "to": _may(CHIPS),
            "by": _may(Word(("dealer", "floor"))),
        },
        verb="correct",
    ),
    "press": _act(
        "spoken",
        "A command of the panel as it is written, for what no other act says: `with` its fields, `by` whom. `behind` = meant for the "
        "state so many changes ago, 0 = for the one that is; `again` = the command before once more, under the same id.",
        "press: {verb: act, with: {seat: 3, do: shove}}",
        {
            "verb": _need(Text("a verb of the panel, as act", r"[a-z_]{1,32}")),
            "with": _may(MapOf("a field", r"[a-z_]{1,32}", Anything(), numbers=False)),
            "by": _may(Word(("dealer", "floor", "device", "admin"))),
            "behind": _may(Whole("a number of changes", 0, 1_000)),
            "again": _may(Flag()),
        },
        short="verb",
    ),
    "pause": _act("spoken", "The game stands still.", "pause", {}, bare=True, verb="pause"),
    "resume": _act("spoken", "The game goes on; the floor says so.", "resume", {}, bare=True, verb="resume"),
    "call_floor": _act(
        "spoken",
        "Somebody wants the floor.",
        "call_floor: {seat: 3, reason: bet or call?}",
        {"seat": _may(SEAT), "reason": _may(TEXT)},
        bare=True,
        verb="floor_call",
    ),
    "ack": _act(
        "spoken",
        "The floor answers a call, or the dealer has said what was to be announced about that.",
        "ack: {announcement: stack}",
        {"announcement": _may(Word(ANNOUNCED))},
        short="announcement",
        bare=True,
        verb="ack",
    ),
    "time": _act(
        "spoken",
        "Time is called on a player, for `lasts`, or as long as the house has it; `stop` takes it back.",
        "time: {seat: 3, lasts: 30s}",
        {"seat": _SEAT, "lasts": _may(Duration(most_s=600)), "stop": _may(Flag()), "by": _may(Word(("dealer", "floor")))},
        short="seat",
        verb="clock",
    ),
    "say": _act(
        "spoken",
        "Something is said that may bind.",
        "say: {seat: 3, text: I raise}",
        {"seat": _SEAT, "text": _need(TEXT)},
        verb="say",
        later=True,
    ),
    "declare": _act(
        "spoken",
        "A player says what he holds.",
        "declare: {seat: 3, hand: flush}",
        {"seat": _SEAT, "hand": _need(TEXT)},
        verb="declare",
        later=True,
    ),
    "request": _act(
        "spoken",
        "A player asks for a count of what lies before another (`stack`, and `of` whom), or for another `deck`; or the dealer tells of "
        "him that he threw a disputed amount into the pot (`splash`), or is all-in and did not say so (`all_in_unsaid`), or put in "
        "`amount` for a call of more and says he misread the bet (`misread`), or did "
        "not notice a raise (`unaware`: `of` has acted behind him), or is away when it is his turn (`absent`), "
        "or says `stop` before a burn.",
        "request: {seat: 2, what: stack, of: 5}",
        {"seat": _SEAT, "what": _need(Word(get_args(Wanted))), "of": _may(SEAT), "amount": _may(CHIPS)},
        verb="request",
    ),
    "report": _act(
        "spoken",
        "The dealer tells at the panel what somebody saw happen to a card: that it was `exposed`, lay face up in the deck (`boxed`), fell "
        "off the table, and so on; `by` whose doing it was.",
        "report: {what: exposed, seat: 3, card: Kd, by: dealer}",
        {
            "what": _need(Word(get_args(Reported))),
            "seat": _may(SEAT),
            "card": _may(CARD),
            "by": _may(Word(("dealer", "player"))),
            "zone": _may(CARD_PLACE),
            "number": _may(Whole("a number of cards", 0, 60)),
            "role": _may(Word(("dealer", "floor"))),
        },
        verb="report",
    ),
    "answer": _act(
        "spoken",
        "The dealer answers a prompt: the newest, or the newest that asks this.",
        "answer: {question: fold_for_free, with: check}",
        {"question": _may(Word(tuple(PROMPTS))), "with": _need(Word(tuple(ANSWERS)))},
        short="with",
        verb="answer",
    ),
    "straddle": _act(
        "spoken",
        "A player raises blind before the cards, by what a straddle is in this house, or to `amount`.",
        "straddle: {seat: 4, amount: 4}",
        {"seat": _SEAT, "amount": _may(CHIPS)},
        short="seat",
        verb="straddle",
    ),
    "kill": _act(
        "spoken",
        "A player kills the pot.",
        "kill: {seat: 4, amount: 4}",
        {"seat": _SEAT, "amount": _may(CHIPS)},
        short="seat",
        verb="kill",
        later=True,
    ),
    "run_it": _act(
        "spoken",
        "The players who are all-in agree to have the rest of the board dealt so many times; 1 = once after all.",
        "run_it: {times: 2}",
        {"times": _need(Whole("1 to 3", 1, 3))},
        short="times",
        verb="run_it",
    ),
    "offer": _act(
        "spoken",
        "A player offers something.",
        "offer: {seat: 3, what: chop}",
        {"seat": _SEAT, "what": _need(TEXT)},
        verb="offer",
        later=True,
    ),
    "agree": _act(
        "spoken", "Players agree to an offer.", "agree: {seats: [3, 4]}", {"seats": _need(SEATS)}, short="seats", verb="agree", later=True
    ),
    "rabbit": _act("spoken", "The cards that would have come are shown.", "rabbit", {}, bare=True, verb="rabbit", later=True),
    # -- what the floor decides
    "void": _act(
        "floor",
        "The hand does not count.",
        "void: {reason: fouled deck}",
        {"reason": _may(TEXT)},
        short="reason",
        bare=True,
        verb="void_hand",
    ),
    "stakes": _act(
        "floor",
        "What is played for from the next hand on.",
        "stakes: {small_blind: 2, big_blind: 4}",
        {
            "small_blind": _need(CHIPS_OR_NONE),
            "big_blind": _need(CHIPS),
            "ante": _may(CHIPS_OR_NONE),
            "limit": _may(Word(get_args(Limit))),
            "small_bet": _may(CHIPS),
            "big_bet": _may(CHIPS),
            "max_bets": _may(ListOf(CHIPS, 4, 1, unique=False)),
            "unit": _may(CHIPS),
        },
        verb="stakes",
    ),
    "rotation": _act(
        "floor",
        "What is played one after another from the next hand on: `games`, or the list called `name`; neither = those that are. `position` "
        "says which of them is first, `minutes` how long each lasts, `stop` that no more than the present game is played.",
        "rotation: {games: [omaha, {game: razz, ante: 1}], position: 2}",
        {
            "games": _may(ListOf(ROUND, MAX_GAMES, MIN_GAMES, unique=False)),
            "name": _may(LISTS),
            "position": _may(Whole("the place of a game, 1 is the first", 1, MAX_GAMES)),
            "minutes": _may(Whole("a number of minutes", 0, 1_440)),
            "stop": _may(Flag()),
        },
        short="name",
        verb="rotation",
    ),
    "floor": _act(
        "floor",
        "A ruling of the present hand is confirmed, decided otherwise (`override`, with an `alternative` where there are several), or "
        "opened again: the newest ruling, or the newest of that `kind`, `seat`, `rule` or `option`.",
        "floor: {rule: cooke.10.03.a, decision: override, alternative: act_again}",
        {
            "rule": _may(RULE_ID),
            "option": _may(TEXT),
            "kind": _may(Word(RULING_KINDS)),
            "seat": _may(SEAT),
            "decision": _need(Word(get_args(Decision))),
            "alternative": _may(Word(tuple(ALTERNATIVES))),
            "reason": _may(TEXT),
            "by": _may(Word(("dealer", "floor"))),
        },
        verb="floor_rule",
    ),
    # -- what the world does
    "wait": _act("world", "Time passes.", "wait: 61s", {"lasts": _need(Duration())}, short="lasts"),
    "fault": _act(
        "world",
        "Something breaks, for `lasts`. A dead tag is never read, at either depth; the other faults befall readers "
        "(`part`, and `antenna` for `miss`) and do nothing where there are none.",
        "fault: {kind: unplug, part: hf0, lasts: 3s}",
        {
            "kind": Field(Word(FAULT_KINDS), True, ("cross_read", "mangle", "glare", "clock_jump")),
            "part": _may(Text("the name of a part, as hf0", r"[a-z][a-z0-9_]{0,31}")),
            "antenna": _may(Whole("an antenna, 1 to 16", 1, 16)),
            "card": _may(CARD),
            "lasts": _may(Duration()),
        },
    ),
}
