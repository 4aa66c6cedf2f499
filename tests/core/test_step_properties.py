"""What holds for every stream of events, sensible or not."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from at_table import EVIDENCE, AtTable, cards, check_step, chips_of
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.core import expectation, step
from controller.effects import Effect, Tell
from controller.events import (
    Ack,
    Act,
    Answer,
    Button,
    BuyIn,
    CardMoved,
    Change,
    Clock,
    Correct,
    Dealer,
    Decision,
    Discrepancy,
    EnterCard,
    Entry,
    Event,
    FloorCall,
    FloorRule,
    Header,
    Muck,
    NewHand,
    Panic,
    Pause,
    Plain,
    Player,
    Post,
    Request,
    Resume,
    SetOption,
    SetRotation,
    SetStakes,
    Show,
    Sit,
    Stand,
    Straddle,
    Tick,
    VoidHand,
    decode,
    encode,
)
from controller.game import wagers
from controller.game.betting import legal
from controller.game.cards import FULL_DECK
from controller.game.chips import Round, Stakes
from controller.game.hand import Hand
from controller.game.zones import BOARD, BURN, CARD_ZONES, HOLE, MUCK, STUB
from controller.hand_log import HandLog
from controller.rules.announcing import Announcing
from controller.rules.catalogue.row import BOOKS
from controller.rules.house import House
from controller.rules.options import PRESETS, HouseOptions
from controller.table import clocks
from controller.table.announcing import reminders, turns
from controller.table.rulings import docket_of
from controller.table.table import Table, new_table
from controller.table.waiting import waits

SEATS = 6
HOUSE = House(seats=SEATS, stakes=Stakes(5, 10))
ANNOUNCES = House(seats=SEATS, stakes=Stakes(5, 10), announcing=Announcing())

#: What every hand may be played for, in every limit, with antes of all kinds, three blinds, units.
GAMES = (
    Stakes(1, 2, 1),
    Stakes(5, 10, 10, "big_blind"),
    Stakes(1, 2, 1, "button", limit="pot_limit"),
    Stakes(5, 10, limit="pot_limit", unit=5, max_bets=(40,)),
    Stakes(2, 4, limit="fixed_limit", button_blind=2),
    Stakes(1, 3, 2, limit="fixed_limit", big_bet=9),
    Stakes(1, 2, limit="spread_limit", max_bets=(6, 10)),
    Stakes(0, 1, min_bet=3, limit="spread_limit", max_bets=(5,)),
    Stakes(1, 2, button_blind=2),
)

seat_numbers = st.integers(-1, SEATS + 2)
amounts = st.one_of(st.integers(-5, 60), st.integers(-(10**18), 10**18))
ante_from: Any = st.sampled_from(["all", "big_blind", "button"])
limits: Any = st.sampled_from(["no_limit", "pot_limit", "fixed_limit", "spread_limit", ""])
small = st.integers(-1, 20)
stakes = st.builds(
    Stakes,
    st.integers(-1, 12),
    small,
    st.integers(-1, 12),
    ante_from,
    small,
    limits,
    small,
    small,
    st.lists(st.integers(-1, 60), max_size=3).map(tuple),
    st.integers(-1, 12),
    st.integers(-1, 6),
)
roles: Any = st.sampled_from(["dealer", "floor"])
heads = st.builds(Header, st.integers(0, 10**12), st.text(max_size=4), roles, st.none() | st.integers(0, 9))
zones = st.none() | st.sampled_from([*sorted(CARD_ZONES), "seat/3/up", ""])
card_numbers: Any = st.integers(-1, 53)
moves = st.builds(
    CardMoved, card_numbers, zones, zones, st.sampled_from(["down", "up"]), st.integers(0, 9), st.integers(0, 9), st.just(EVIDENCE)
)
dos: Any = st.sampled_from(["fold", "check", "call", "bet", "raise", "all_in", "complete"])
how: Any = st.sampled_from(["", "", "done", "said", "if", "held", "free"])
texts = st.text(max_size=2)
wanted: Any = st.sampled_from(["stack", "deck"])
option_names = st.sampled_from([*HouseOptions.__struct_fields__, "", "__class__"])
answers = (
    st.none() | st.booleans() | st.integers(-2, 9) | st.sampled_from(["none", "never", "ask_floor", "2 big_blind", "simple_button", ""])
)
plain: st.SearchStrategy[Plain] = st.one_of(
    moves,
    st.builds(Discrepancy, st.sampled_from(["rfid.two_places", "x"]), st.just((BOARD,)), st.integers(0, 9), st.just(EVIDENCE)),
    st.builds(Tick, st.text(max_size=3), st.integers(0, 9)),
    st.builds(EnterCard, heads, st.sampled_from([*sorted(CARD_ZONES), "seat/3/up", ""]), card_numbers),
    st.builds(NewHand, heads, st.none() | stakes),
    st.builds(Post, heads, st.none() | seat_numbers),
    st.builds(Straddle, heads, seat_numbers, st.none() | amounts),
    st.builds(Act, heads, seat_numbers, dos, st.none() | amounts, st.booleans(), how),
    st.builds(Answer, heads, st.sampled_from(["h1-p1", "h2-p1", ""]), st.sampled_from(["fold", "check", "x"])),
    st.builds(Request, heads, seat_numbers, wanted, seat_numbers),
    st.builds(Show, heads, seat_numbers, st.none() | st.lists(card_numbers, max_size=3).map(tuple)),
    st.builds(Muck, heads, seat_numbers),
    st.builds(Sit, heads, seat_numbers, st.text(max_size=2), amounts),
    st.builds(Stand, heads, seat_numbers),
    st.builds(BuyIn, heads, seat_numbers, amounts),
    st.builds(Button, heads, seat_numbers),
    st.builds(VoidHand, heads, texts),
    st.builds(Pause, heads),
    st.builds(Resume, heads),
    st.builds(FloorCall, heads, st.none() | seat_numbers, texts),
    st.builds(Ack, heads, st.none() | st.integers(0, 99), st.sampled_from(["", "h1-a1", "h1-a2"])),
    st.builds(Clock, heads, seat_numbers, st.none() | st.integers(-1, 30), st.booleans()),
    st.builds(Panic, heads, st.booleans()),
    st.builds(Dealer, heads, texts),
    st.builds(Player, heads, seat_numbers, st.none() | texts, st.none() | texts, st.none() | texts, st.none() | texts),
    st.builds(SetStakes, heads, stakes),
    st.builds(SetOption, heads, option_names, answers),
    st.builds(
        SetRotation,
        heads,
        st.none() | st.lists(st.builds(Round, st.sampled_from(["holdem", "razz", "badugi", "whist"])), max_size=3).map(tuple),
        st.integers(-1, 4),
        st.none() | st.integers(-1, 2),
    ),
    st.builds(Tick, st.just("clock"), st.integers(0, 10**12)),
)
seqs = st.integers(-1, 60)
changes = st.builds(Change, st.booleans(), st.none() | dos, st.none() | amounts)
entries = st.lists(st.builds(Entry, seqs, seqs, plain, st.lists(seqs, max_size=1).map(tuple)), max_size=4).map(tuple)
decisions: Any = st.sampled_from(["confirm", "override", "reopen"])
rules = st.builds(
    FloorRule,
    heads,
    st.sampled_from(["h1-r1", "h1-r2", "h2-r1", ""]),
    decisions,
    texts,
    st.sampled_from(["", "as_entered", "act_again", "by_hand", "free"]),
    entries,
)
anything: st.SearchStrategy[Event] = st.one_of(plain, plain, plain, st.builds(Correct, heads, seqs, changes, entries), rules)


def sensible(table: Table) -> list[Any]:
    """Events that fit the state, so that streams get through whole hands."""
    head = Header(1, "h", "dealer")
    hand = table.hand
    if hand is None or hand.over:
        broke = [seat for seat, held in enumerate(table.seats, 1) if held is not None and not held.stack_chips]
        if broke:
            return [BuyIn(head, broke[0], 25)]
        return [NewHand(head), *(NewHand(head, game) for game in GAMES)]
    if hand.stage == "posting":
        return [Post(head), *(Post(head, hand.seats[one.index]) for one in hand.owing)]
    now = legal(hand)
    if now is not None:
        dos: list[Event] = [
            Act(head, now.seat, "fold"),
            Act(head, now.seat, "call" if now.call_chips else "check"),
            Act(head, now.seat, "all_in"),
        ]
        if now.min_raise_to is not None and now.max_raise_to is not None:
            verb: Any = wagers.verb(hand)
            small = hand.current_bet + 1  # counts as another amount at some houses, and is refused at others
            dos += [Act(head, now.seat, verb, to) for to in (now.min_raise_to, (now.min_raise_to + now.max_raise_to) // 2, small)]
        if not hand.street and max(hand.faced_at) < 0:
            dos += [Straddle(head, seat) for seat in hand.seats]
        return dos
    fresh = [card for card in FULL_DECK if card not in hand.dealt]
    if hand.stage == "dealing":
        entered = [EnterCard(head, BOARD, card) for card in (fresh[4], hand.dealt[0] if hand.dealt else fresh[5])]
        return [
            *(CardMoved(card, STUB, BOARD, "up", 1, 2, EVIDENCE) for card in fresh[:3]),
            *entered,
            *(Tick(name, 3) for name in waits(table)),
        ]
    live = [hand.seats[i] for i in range(len(hand.seats)) if not hand.folded[i] and not hand.mucked[i] and hand.shown[i] is None]
    i = hand.seats.index(live[0])
    held = hand.holes[i]
    named = (*held, *fresh[: 2 - len(held)])
    typed = EnterCard(head, HOLE[live[0]], fresh[3])
    return [Show(head, live[0], named), Muck(head, live[-1]), Show(head, live[0]), typed, *(Tick(name, 3) for name in waits(table))]


def around(table: Table, seat: int) -> list[Event]:
    """What people ask and decide around a turn, and the timer of a clock that runs."""
    docket, due_ns = docket_of(table), clocks.due_ns(table)
    late: list[Event] = [Clock(Header(1, "h", "floor"), seat, 15)] if due_ns is None else [Tick("clock", due_ns)]
    answered = [Answer(Header(1, "h", "dealer"), one.id, answer) for one in docket.prompts for answer in one.answers]
    decided = [
        FloorRule(Header(1, "h", "floor"), one.id, decision, "so it was", alternative)
        for one in docket.rulings[-2:]
        for decision in get_args(Decision)
        for alternative in one.alternatives
    ]
    unsaid = reminders.due_ns(table, ANNOUNCES)
    spoken: list[Event] = [] if unsaid is None else [Tick(reminders.TIMER, unsaid)]
    spoken += [Ack(Header(1, "h", "dealer"), None, one.id) for one in docket.announcements[:1]]
    return [*late, *answered, *decided, *spoken, Tick(turns.waits(table, ANNOUNCES), 3)]


def deals(hand: Hand) -> list[Event]:
    fresh = [card for card in FULL_DECK if card not in hand.dealt]
    return [
        CardMoved(fresh[k], STUB, HOLE[seat], "down", 1, 2, EVIDENCE) for k, seat in enumerate((*hand.seats, *hand.seats)) if k < len(fresh)
    ]


def fitting(table: Table, pick: int, *, with_people: bool = False) -> Event:
    """Return one of the events that fit the state: one in six is a hole card, where there is a hand.

    `with_people` = what they ask and decide around a turn is among them.
    """
    if table.hand is not None and not table.hand.over and pick % 6 == 0:
        choice = deals(table.hand)
        pick //= 6
    else:
        choice = sensible(table)
    now = None if table.hand is None else legal(table.hand)
    if with_people and now is not None:
        choice = [*choice, *around(table, now.seat)]
    return choice[pick % len(choice)]


def check_state(table: Table) -> None:
    hand = table.hand
    if hand is None:
        return
    flat = [card for held in hand.holes for card in held] + [*hand.board, *hand.burned]
    assert len(flat) == len(set(flat)), "a card is in one place of the hand"
    assert sorted(hand.dealt) == sorted(flat)
    leave = {move.card for move in table.around.dealing.moves}  # a ruling takes it from him, and another has come for it already
    assert all(len([card for card in held if card not in leave]) <= 2 for held in hand.holes)
    assert len(hand.board) <= 5
    assert all(stack >= 0 for stack in hand.stacks)
    assert all(bet >= 0 for bet in hand.bets)
    if hand.stage not in ("ended", "void"):
        assert [a + b for a, b in zip(hand.stacks, hand.put_in, strict=True)] == list(hand.start_stacks)
        assert sum(chips for chips, _ in hand.pots) + sum(hand.bets) == sum(hand.put_in) or not hand.pots
    if hand.stage == "ended":
        assert sum(hand.payoffs) == 0
        assert sum(chips for chips, _ in hand.pots) == sum(hand.put_in)
    assert (hand.stage == "betting") == (hand.to_act >= 0) == (legal(hand) is not None)
    for chips, who in hand.pots:
        assert chips > 0 or not sum(hand.put_in), "without a small blind there may be nothing to win"
        assert who


def checked(table: Table, event: Event, house: House = HOUSE) -> tuple[Table, tuple[Effect, ...]]:
    """Step, and check what must hold of every step."""
    after, effects = step(table, event, house)
    check_step(table, event, after, effects)
    check_state(after)
    if not isinstance(event, Sit | Stand | BuyIn | Correct):  # a correction may be one of chips that were bought
        assert chips_of(after) == chips_of(table), event
    assert set(expectation(after, house).zones) <= CARD_ZONES
    return after, effects


#: Each byte picks one of the events that fit the state, so that streams get through whole hands; strays come in between.
picks = st.binary(min_size=80, max_size=150)
strays = st.dictionaries(st.integers(0, 150), anything, max_size=6)


@st.composite
def houses(draw: st.DrawFn) -> House:
    """A house of any of the books, with some of its answers changed; as table.toml may have them."""
    book: Any = draw(st.sampled_from([*BOOKS]))
    options = PRESETS[book]
    for name in draw(st.lists(st.sampled_from(HouseOptions.__struct_fields__), max_size=25, unique=True)):
        options = replace(options, **{name: draw(_answers_to(name))})
    announcing = draw(st.sampled_from([None, Announcing(), Announcing(0, 60), Announcing(15, 0)]))
    return House(seats=SEATS, stakes=Stakes(5, 10), book=book, options=options, announcing=announcing)


def _answers_to(name: str) -> st.SearchStrategy[Any]:
    """Every answer that a question allows; of amounts a few."""
    kind = _KINDS[name]
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if get_origin(kind) is Annotated:
        bounds = kind.__metadata__[0]
        return st.integers(bounds.ge, min(bounds.le, bounds.ge + 70))
    return st.booleans() if kind is bool else st.sampled_from(["none", "preset", "2 big_blind", "1 small_bet", "10 minute"])


_KINDS = get_type_hints(HouseOptions, include_extras=True)


@settings(max_examples=250)
@given(st.lists(st.integers(1, 60), min_size=2, max_size=SEATS), picks, strays, houses())
@pytest.mark.slow
def test_any_stream_of_events(stacks: list[int], picks: bytes, strays: dict[int, Event], house: House) -> None:
    """Never raises; chips are conserved; every command answered once; numbers without a gap; replay = live, byte for byte."""
    table = new_table(house)
    log = HandLog()
    events: list[Event] = []
    live: list[Effect] = []

    def take(event: Event) -> None:
        nonlocal table, live
        event = log.complete(event)
        table, effects = checked(table, event, house)
        log.take(event, effects)
        events.append(event)
        live += effects

    for seat, stack in enumerate(stacks, 1):
        take(Sit(Header(0, "s", "dealer"), seat, "P", stack))
    for turn, pick in enumerate(picks):
        if turn in strays:
            take(strays[turn])
        take(fitting(table, pick, with_people=True))

    again = new_table(house)
    log_again = HandLog()
    replayed: list[Effect] = []
    for event in events:
        assert encode(decode(encode(event))) == encode(event)
        again, effects = step(again, decode(encode(event)), house)
        log_again.take(event, effects)
        replayed += effects
    assert msgspec.msgpack.encode(again) == msgspec.msgpack.encode(table)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(table), type=Table) == table
    assert replayed == live
    assert log_again.entries == log.entries


@given(st.lists(anything, max_size=30))
def test_nothing_but_nonsense(events: list[Event]) -> None:
    table = new_table(HOUSE)
    for event in events:
        table, _ = checked(table, event)


def test_things_that_are_no_events_change_nothing() -> None:
    table = new_table(HOUSE)
    for thing in (None, "x", 5, object()):
        assert step(table, thing, HOUSE) == (table, ())  # type: ignore[arg-type] # that is the point
    assert step(table, Tick("clock", 5), HOUSE) == (table, ())


def test_a_discrepancy_is_told_with_its_evidence() -> None:
    at = AtTable([900, 900], Stakes(5, 10))
    at.do(Discrepancy("rfid.two_places", (HOLE[1], HOLE[2]), 7, EVIDENCE))
    tell = at.told[-1]
    assert (tell.kind, tell.code, tell.zones, tell.at_ns, tell.evidence) == (
        "discrepancy",
        "rfid.two_places",
        (HOLE[1], HOLE[2]),
        7,
        EVIDENCE,
    )


def test_no_hidden_card_is_ever_told() -> None:
    """The same hand with other hidden cards tells the same, bit by bit, until the hands are shown."""

    def told(first: str, second: str, burn: int, stub: int) -> list[Tell]:
        at = AtTable([900] * 3, Stakes(5, 10), button=1).start().deal({1: first, 2: second}).acts("1 call, 2 fold")
        for card in cards(second):
            at.move(card, MUCK, HOLE[2])
        at.act(3, "check")
        at.move(FULL_DECK[burn], BURN, STUB)
        at.board("2c 7d 9h")
        at.move(FULL_DECK[stub], HOLE[1], STUB)
        return at.told

    assert told("AsAd", "KsKd", 50, 40) == told("4c5h", "QsJd", 20, 31)
