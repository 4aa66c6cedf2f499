"""Every expectation of the language: its fields, what it means, an example. Only what is written is compared."""

from __future__ import annotations

from typing import Final, get_args

import msgspec

from controller.game.chips import Limit
from controller.game.hand import Stage
from controller.game.outcome import ToldKind
from controller.game.variants import VARIANTS
from controller.rules.ruling import REMEDY_KINDS, RULING_KINDS, Status, Who
from controller.rules.ruling_words import ANNOUNCEMENTS, PROMPTS
from sim.scenario.grammar import (
    CARD,
    CARD_PLACE,
    CARDS,
    CHIPS,
    CHIPS_OR_NONE,
    CODE,
    RULE_ID,
    RULE_IDS,
    SEAT,
    SEATS,
    SIGNED,
    Anything,
    Either,
    Field,
    Flag,
    ListOf,
    MapOf,
    Record,
    Text,
    Whole,
    Word,
    by_seat,
)

TEXT: Final = Text("text on one line")
WORD: Final = Text("a word", r"[a-z][a-z0-9_]{0,63}")
NOBODY: Final = "nobody"
NONE: Final = "none"
#: The streets of every game.
STREET_NAMES: Final = tuple(dict.fromkeys(name for game in VARIANTS.values() for name in game.street_names))

#: What a story may be of.
KINDS: Final[tuple[str, ...]] = get_args(ToldKind)
STAGES: Final[tuple[str, ...]] = (*Stage.__args__, "between")  # type: ignore[attr-defined] # a Literal has its words
STATUSES: Final[tuple[str, ...]] = get_args(Status)
WHO: Final[tuple[str, ...]] = get_args(Who)
ANNOUNCED: Final = tuple(ANNOUNCEMENTS)
ASKED: Final = tuple(PROMPTS)
#: What is said of an act that is refused.
CODE_OR_NONE: Final = Text("a reason code, as rfid.two_places, or none", r"none|[a-z_]+(\.[a-z_]+)+")
OF_NOBODY: Final = Either((SEAT, Word((NOBODY,))))
AMOUNT_OR_NOT: Final = Either((CHIPS, Word((NONE,))))


class Expected(msgspec.Struct, frozen=True):
    """A row. `later` = the table cannot tell it yet; `rules` = it names rules there."""

    says: str
    example: str
    form: Record | MapOf
    later: bool = False
    rules: bool = False


def _row(says: str, example: str, fields: dict[str, Field], **more: object) -> Expected:
    rules = bool(more.get("rules"))
    fields = {**fields, "rules": Field(RULE_IDS, later=not (rules or more.get("later")))}
    short, bare = str(more.get("short", "")), bool(more.get("bare"))
    return Expected(says, example, Record(fields, short, bare), bool(more.get("later")), rules)


def _need(kind: object) -> Field:
    return Field(kind, required=True)


def _may(kind: object, later: bool = False) -> Field:
    return Field(kind, later=later)


EXPECTATIONS: Final[dict[str, Expected]] = {
    "state": _row(
        "Where the hand stands: its number (`hand`), `street`, `stage`, who is `to_act` (or nobody), what he must add (`to_call`), raise "
        "totals (or none), `pots` as amounts, main pot first, `bets` of this street, `board`, where several are dealt `boards`, each as it "
        "counts, `button`, what seats still owe, seats still `live`, how many hole cards seats were dealt (`holes`), who is marked as the "
        "`opener` of a pot for antes (or nobody), where the plan has the `next_card`; `game` and `limit`, and of a rotation how many more "
        "hands of this game there are in this lap (`hands_left`).",
        "state: {street: flop, to_act: 2, to_call: 0, pots: [6]}",
        {
            "hand": _may(Whole("the number of a hand", 1, 2_000)),
            "street": _may(Word(STREET_NAMES)),
            "stage": _may(Word(STAGES)),
            "to_act": _may(OF_NOBODY),
            "opener": _may(OF_NOBODY),
            "next_card": _may(CARD_PLACE),
            "to_call": _may(CHIPS_OR_NONE),
            "min_raise_to": _may(AMOUNT_OR_NOT),
            "max_raise_to": _may(AMOUNT_OR_NOT),
            "pots": _may(ListOf(CHIPS_OR_NONE, 10, unique=False)),
            "bets": _may(by_seat(CHIPS_OR_NONE)),
            "board": _may(ListOf(CARD, 5)),
            "boards": _may(ListOf(ListOf(CARD, 5), 3)),
            "button": _may(SEAT),
            "owes": _may(by_seat(CHIPS_OR_NONE)),
            "live": _may(SEATS),
            "holes": _may(by_seat(Whole("a number of cards, 0 to 10", 0, 10))),
            "paused": _may(Flag()),
            "game": _may(Word(tuple(VARIANTS))),
            "limit": _may(Word(get_args(Limit))),
            "hands_left": _may(Whole("a number of hands", 0, 10)),
        },
    ),
    "payoffs": Expected("What seats won or lost in the hand that ended.", "payoffs: {1: -2, 3: 2}", by_seat(SIGNED)),
    "stacks": Expected("What lies before the seats, bets apart.", "stacks: {1: 198, 3: 202}", by_seat(CHIPS_OR_NONE)),
    "pots": Expected(
        "The pots as they lie, with who may win them; 0 is the main pot.",
        "pots: {0: {amount: 60, seats: [1, 2, 3]}}",
        MapOf("a pot, 0 is the main pot", "[0-9]", Record({"amount": _may(CHIPS_OR_NONE), "seats": _may(SEATS)}, "amount")),
    ),
    "winners": Expected(
        "Who took something of each pot; 0 is the main pot.",
        "winners: {0: [2], 1: [3]}",
        MapOf("a pot, 0 is the main pot", "[0-9]", SEATS),
    ),
    "shows_first": _row("Who is to show next.", "shows_first: 3", {"seat": _need(OF_NOBODY)}, short="seat"),
    "refused": _row(
        "The act before this was refused, with the code `why`, and these rules.",
        "refused: {why: act.out_of_turn, rules: [cooke.4.06.a]}",
        {"act": _may(WORD), "why": _may(CODE)},
        short="why",
        rules=True,
    ),
    "legal": _row(
        "What the player to act may do. With `actions` all of it: what is left out is not legal (all_in need not be named). `call` is "
        "what he must add; `min` and `max` are totals for a bet or raise, `step` its steps. `rules` say why it is his turn, and what he "
        "may do.",
        "legal: {seat: 3, actions: [fold, call, raise], call: 20, min: 40, max: 200}",
        {
            "seat": _may(SEAT),
            "actions": _may(ListOf(Word(("fold", "check", "call", "bet", "raise", "complete", "bring_in", "all_in")), 8)),
            "call": _may(CHIPS_OR_NONE),
            "min": _may(AMOUNT_OR_NOT),
            "max": _may(AMOUNT_OR_NOT),
            "step": _may(AMOUNT_OR_NOT),
        },
        rules=True,
    ),
    "story": _row(
        "The table told this in the present hand: a story of the kind with all these fields.",
        "story: {kind: posted, seat: 2, amount: 1}",
        {
            "kind": _need(Word(KINDS)),
            "seat": _may(SEAT),
            "amount": _may(CHIPS_OR_NONE),
            "to": _may(CHIPS_OR_NONE),
            "do": _may(WORD),
            "pot": _may(Whole("a pot, 0 is the main pot", 0, 9)),
            "code": _may(CODE),
            "all_in": _may(Flag()),
            "name": _may(TEXT),
            "cards": _may(CARDS),
        },
        short="kind",
        rules=True,
    ),
    "hand_name": Expected(
        "What the shown hands are called.",
        "hand_name: {2: a pair of aces}",
        by_seat(TEXT),
    ),
    "discrepancy": _row(
        "The table told this contradiction in the present hand; `none` = it told none.",
        "discrepancy: {code: rfid.extra_card, place: seat/3/hole}",
        {"code": _need(CODE_OR_NONE), "place": _may(CARD_PLACE)},
        short="code",
    ),
    "question": _row(
        "A person is asked this now; `none` = nobody is asked anything.",
        "question: {code: deal.flop_unread, place: board}",
        {"code": _need(CODE_OR_NONE), "place": _may(CARD_PLACE), "seat": _may(SEAT), "answers": _may(Anything(), later=True)},
        short="code",
    ),
    "public_never": _row(
        "From the first act to the last, nobody but the players was told these cards.",
        "public_never: [As, Ad]",
        {"cards": _need(CARDS)},
        short="cards",
    ),
    "no_ruling": _row(
        "The table ruled nothing in the present hand so far; `false` = it ruled something.",
        "no_ruling: true",
        {"so": _need(Flag())},
        short="so",
    ),
    "ruling": _row(
        "The table ruled so in the present hand, as the ruling stands now: its `kind`, the `seat` or the face-up `card` it is about, "
        "`amount` as entered and `to` as it counts, one `remedy` of its steps, the chips it `returns` to which seats, `who` has to agree, "
        "until when (`may_until`) it can be decided otherwise, its `status`, the floor's `alternative`.",
        "ruling: {kind: clock_expired, seat: 4, remedy: kill_hand, rules: [cooke.10.03.a]}",
        {
            "kind": _need(Word(RULING_KINDS)),
            "seat": _may(SEAT),
            "card": _may(CARD),
            "amount": _may(CHIPS),
            "to": _may(CHIPS),
            "remedy": _may(Word(REMEDY_KINDS)),
            "returns": _may(by_seat(CHIPS)),
            "who": _may(Word(WHO)),
            "may_until": _may(WORD),
            "status": _may(Word(STATUSES)),
            "alternative": _may(WORD),
        },
        short="kind",
        rules=True,
    ),
    "announcement": _row(
        "The dealer had to say this in the present hand; `rule` is short for one of `rules`; `acknowledged` = he has said it, "
        "`reminded` = he was reminded of it, `open` = it waits to be said now; "
        "`says` how he calls a card of it; `so: false` = he had not to say anything of the kind.",
        "announcement: {about: stack, seat: 5, amount: 1240}",
        {
            "rule": _may(RULE_ID),
            "about": _may(Word(ANNOUNCED)),
            "seat": _may(SEAT),
            "card": _may(CARD),
            "says": _may(TEXT),
            "so": _may(Flag()),
            "amount": _may(CHIPS),
            "seconds": _may(Whole("a number of seconds", 0, 600)),
            "to": _may(CHIPS),
            "game": _may(Word(tuple(VARIANTS))),
            "limit": _may(Word(get_args(Limit))),
            "acknowledged": _may(Flag()),
            "reminded": _may(Flag()),
            "open": _may(Flag()),
        },
        rules=True,
    ),
    "prompt": _row(
        "Somebody was asked this in the present hand; `open` = it waits for an answer now.",
        "prompt: {who: dealer, what: fold_for_free, seat: 3}",
        {
            "who": _may(Word(("dealer", "floor"))),
            "what": _may(Word(ASKED)),
            "seat": _may(SEAT),
            "open": _may(Flag()),
            "answers": _may(ListOf(WORD, 2)),
        },
        rules=True,
    ),
    "corrected": _row(
        "An entry of this seat counts as that total: the table set it right, and nobody decided otherwise.",
        "corrected: {seat: 3, to: 8}",
        {"seat": _need(SEAT), "to": _need(CHIPS)},
        rules=True,
    ),
    # -- what the table cannot tell yet
    "equity": Expected("Chances of winning, in percent.", "equity: {1: 81, 2: 19}", by_seat(CHIPS_OR_NONE), later=True),
    "deck": _row(
        "What is known of the deck.",
        "deck: complete",
        {"is": _need(Word(("complete", "missing", "unseen"))), "cards": _may(CARDS)},
        short="is",
        later=True,
    ),
    "deadline": _row(
        "Until when something may be claimed.",
        "deadline: {until: next_riffle}",
        {"until": _need(WORD), "passed": _may(Flag())},
        later=True,
        rules=True,
    ),
    "alarm": _row("An alarm is on.", "alarm: chip_drift", {"kind": _need(WORD)}, short="kind", later=True),
    "ledger": _row("What the count of chips is off by.", "ledger: {drift: 0}", {"drift": _need(SIGNED), "seat": _may(SEAT)}, later=True),
}
