"""Who sits where with what: taking and leaving seats, buying in, placing the button, ending a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from controller.game.carried import left_by
from controller.game.chips import MAX_CHIPS
from controller.game.hand import Hand
from controller.game.outcome import More, Refused, Told
from controller.rules.house import House
from controller.table import carrying, clocks, deck_request, rulings
from controller.table.table import QUIET, Seat, Table, running, said

FROZEN_RULES = ("cooke.9.05.b", "cooke.9.07.b", "cooke.4.05.a", "roberts.buyin.2b")

OUT_RULES = ("home.1.elim",)
#: The pot is pushed, then the button moves.
POT_FIRST_RULES: Final = ("cooke.14.21.e",)

Outcome = Refused | tuple[Table, list[Told]]


def sit(table: Table, seat: int, held: Seat, house: House) -> Outcome:
    """Seat a player with a stack; during a hand too, he is dealt in from the next one on.

    Source: cooke.8.05.g (a seat is one player's).
    """
    place, name, stack_chips = seat - 1, held.name, held.stack_chips
    if not 0 <= place < len(table.seats):
        return _no_such_seat(table, "sit", seat)
    if table.seats[place] is not None and "seat.one_player" not in house.without:
        return Refused("sit.taken", f"Seat {seat} is taken; free are {_free(table)}.", ("cooke.8.05.g",))
    if not 0 < stack_chips <= MAX_CHIPS:
        return Refused("sit.stack", f"A stack is 1 … {MAX_CHIPS} chips.")
    if not name.strip():
        return Refused("sit.name", "A player needs a name.")
    told = Told("seat_taken", seat=seat, amount_chips=stack_chips, name=name, more=_details(held))
    return _seated(table, place, held), [told]


def describe(table: Table, seat: int, details: Mapping[str, str | None]) -> Outcome:
    """Change how a seated player is called and shown; None leaves a detail as it is, empty takes it away."""
    held = _held(table, seat)
    if held is None:
        return _no_player(table, "player", seat)
    given = {field: text for field, text in details.items() if text is not None}
    if not given.get("name", held.name).strip():
        return Refused("player.name", "A player needs a name: leave `name` out to keep the one he has.")
    now = replace(held, **given)
    if now == held:
        return Refused("player.same", f"Seat {seat} is described so already: nothing changes.")
    return _seated(table, seat - 1, now), [Told("player_changed", seat=seat, name=now.name, more=_details(now))]


def stand(table: Table, seat: int) -> Outcome:
    """Empty a seat; its stack leaves with the player.

    Refused to everyone dealt into the running hand, folded or not: should it be voided, his chips
    must be there to be given back (cooke.9.05.c: chips stay on the table until he quits the game).
    """
    held = _held(table, seat)
    if held is None:
        return _no_player(table, "stand", seat)
    hand = running(table)
    if hand is not None and seat in hand.seats:
        return Refused("stand.in_hand", f"Seat {seat} is in the running hand: wait until it is over, or void it.", ("cooke.9.05.c",))
    told = Told("seat_left", seat=seat, amount_chips=held.stack_chips, name=held.name)
    return carrying.gone(_seated(table, seat - 1, None), seat), [told]


#: The rules by which chips are added between hands: without either of them nobody minds.
ADDED_BETWEEN: Final = frozenset({"hand.freezes_stacks", "stack.added_between_hands"})


def buy_in(table: Table, seat: int, amount_chips: int, house: House) -> Outcome:
    """Add chips to a stack.

    Source: cooke.9.05.b (between hands only), cooke.9.07.b, home.1.elim.
    """
    held = _held(table, seat)
    if held is None:
        return _no_player(table, "buy_in", seat)
    hand = running(table)
    if hand is not None and seat in hand.seats and not hand.off & ADDED_BETWEEN:
        return Refused("buy_in.in_hand", f"Seat {seat} is in the running hand: chips are added between hands.", FROZEN_RULES)
    if not held.stack_chips and not house.options.rebuys and "seats.eliminated" not in house.without:
        return Refused("buy_in.eliminated", f"Seat {seat} has lost all chips and is out: nobody rebuys here.", OUT_RULES)
    if not 0 < amount_chips <= MAX_CHIPS - held.stack_chips:
        return Refused("buy_in.amount", f"An amount is 1 chip or more, and a stack at most {MAX_CHIPS}.")
    stack_chips = held.stack_chips + amount_chips
    return _seated(table, seat - 1, replace(held, stack_chips=stack_chips)), [
        Told("bought_in", seat=seat, amount_chips=amount_chips, to_chips=stack_chips)
    ]


def place_button(table: Table, seat: int) -> Outcome:
    """Put the button in front of a player; the next hand is dealt from there.

    Source: roberts.irregularities.1.
    """
    if running(table) is not None:
        return Refused("button.running", "The button moves between hands: play this one out, or void it.", POT_FIRST_RULES)
    held = _held(table, seat)
    if held is None:
        return _no_player(table, "button", seat)
    if not held.stack_chips:
        return Refused("button.no_chips", f"Seat {seat} has no chips and will not be dealt in: place the button at a player who will.")
    return replace(table, button=seat, button_set=True), [Told("button_moved", seat=seat)]


def void_hand(table: Table, reason: str, house: House, rules: tuple[str, ...] = ()) -> Outcome:
    """Give every chip of the running hand back; the next hand is dealt from the same button. `rules` = those of the ruling that has it so.

    What was asked, counted down or proposed about a turn is over with it; what waited for its end is said now.
    """
    hand = running(table)
    if hand is None:
        return Refused("void_hand.no_hand", "No hand is running: a hand that was paid out cannot be voided.")
    zeros = (0,) * len(hand.seats)
    void = replace(
        hand,
        stage="void",
        to_act=-1,
        stacks=hand.start_stacks,
        bets=zeros,
        put_in=zeros,
        dead_put_in=zeros,
        current_bet=0,
        payoffs=zeros,
        pots=(),
        owing=(),
    )
    refunds = tuple([(seat, chips) for seat, chips in sorted(zip(hand.seats, hand.put_in, strict=True)) if chips])
    told = Told("hand_void", payoffs=tuple(zip(hand.seats, zeros, strict=True)), rules=rules, more=More(reason=reason, refunds=refunds))
    stories = [*clocks.stopped(table), told]
    if table.around is not QUIET:
        table = rulings.lapsed(table, lambda one: one.kind == "clock_expired" and one.status == "proposed", stories)
        table = deck_request.due(said(rulings.unasked(rulings.unsaid(table, clocks.CLOCK)), clock=None), stories, house)
    return replace(table, hand=void, button_set=True), stories


def settle(table: Table, hand: Hand, told: list[Told], house: House) -> Table:
    """Return the table with an ended hand's stacks carried over to the seats; who has nothing left is out where nobody rebuys.

    Source: home.1.elim.
    """
    out = 0 in hand.stacks and not house.options.rebuys and "seats.eliminated" not in house.without
    if out and any(one.kind == "hand_ended" for one in told):
        told += [
            Told("eliminated", seat=seat, rules=OUT_RULES)
            for seat, stack in zip(hand.seats, hand.stacks, strict=True)
            if not stack and not left_by(hand).of(seat)
        ]
    seats, setup = list(table.seats), hand.setup
    for i, payoff in enumerate(hand.payoffs):
        if payoff:
            place = setup.seats[i] - 1
            held = seats[place]
            if held is not None:
                seats[place] = replace(held, stack_chips=hand.stacks[i])
    table = replace(table, hand=hand, seats=tuple(seats))
    if not setup.usual:
        table = carrying.settled(table, hand)
    return table if table.around is QUIET else deck_request.due(table, told, house)


def _details(held: Seat) -> More | None:
    more = More(short_name=held.short_name, country=held.country, picture=held.picture)
    return None if more == More() else more


def _held(table: Table, seat: int) -> Seat | None:
    return table.seats[seat - 1] if 0 < seat <= len(table.seats) else None


def _seated(table: Table, place: int, held: Seat | None) -> Table:
    seats = list(table.seats)
    seats[place] = held
    return replace(table, seats=tuple(seats))


def _free(table: Table) -> str:
    return ", ".join(str(n) for n, held in enumerate(table.seats, 1) if held is None) or "none"


def _no_such_seat(table: Table, verb: str, seat: int) -> Refused:
    return Refused(f"{verb}.no_such_seat", f"There is no seat {seat}: this table has 1 … {len(table.seats)}.")


def _no_player(table: Table, verb: str, seat: int) -> Refused:
    if not 0 < seat <= len(table.seats):
        return _no_such_seat(table, verb, seat)
    return Refused(f"{verb}.empty_seat", f"Nobody sits at seat {seat}.")
