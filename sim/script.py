"""A recorded hand as what people do at a table: cards moved and words said, in order.

What the file leaves unknown is filled in by one fixed rule: every card the file names keeps its
place, and the lowest unused card (2c 2d 2h 2s 3c …) is taken each time, first for unknown hole
cards by player, then for unknown board cards, then for the burns; the rest is the stub, lowest
on top. What was filled in is listed in `assumed`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, filterfalse, islice
from typing import Final

import msgspec

from controller.game.cards import ALL_CARDS, FULL_DECK, Card, card_text
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BURN, HOLE, MAX_SEATS, MUCK, STUB, UP, Zone
from controller.histories.handfile import Action, HandFile
from sim import script_stud
from sim.draws import filled, has_draws, holding
from sim.steps import Move, Say, Step

#: In `assumed`: how the cards below the dealt ones lie.
STUB_RULE: Final = "lowest unused card on top"


class Script(msgspec.Struct, frozen=True):
    """A hand to be played: `steps` runs from `new_hand` to the last thing the file tells.

    `holes` is by player; `burns` holds one card for each street that the file deals.
    """

    hand: HandFile
    steps: tuple[Step, ...]
    holes: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...]
    burns: tuple[Card, ...]

    def place(self, number: int) -> str:
        """Say for a person where in the file step `number` comes from; empty for what no action tells."""
        hand = self.hand
        first = len(self.steps) - self._told_by(len(hand.actions))
        action = next((n for n in range(len(hand.entries)) if first <= number < first + self._told_by(n + 1)), None)
        if action is None:
            return ""
        scaled = f", with amounts times {hand.scale} here" if hand.scale > 1 else ""
        return f" (actions[{hand.entries[action]}]{scaled})"

    def _told_by(self, actions: int) -> int:
        """How many steps the first so many actions amount to; not kept, for it is asked where a replay breaks off only."""
        steps: list[Step] = []
        _play(msgspec.structs.replace(self.hand, actions=self.hand.actions[:actions]), self.holes, self.board, self.burns, steps)
        return len(steps)

    @property
    def deck(self) -> tuple[Card, ...]:
        """The whole deck in dealing order: `deck[0]` is dealt first."""
        if has_draws(self.hand):
            first = dict.fromkeys(step.card for step in self.steps if isinstance(step, Move) and step.from_zone == STUB)
            return (*first, *(card for card in FULL_DECK if card not in first))
        if VARIANTS[self.hand.game].up_cards:
            dealt = [step.card for step in self.steps if isinstance(step, Move) and step.from_zone == STUB]
            return (*dealt, *(card for card in FULL_DECK if card not in set(dealt)))
        dealt = [hole[which] for which in range(len(self.holes[0])) for hole in self.holes]
        for street, burn in enumerate(self.burns):
            dealt += [burn, *self.board[_STREET_START[street] : _STREET_START[street + 1]]]
        return (*dealt, *(card for card in FULL_DECK if card not in set(dealt)))

    @property
    def assumed(self) -> dict[str, str | list[str]]:
        """What was filled in: cards by player (`p2`), for the `board`, the `burn`s, and the rule of the `stub`."""
        holes, board = self.hand.holes, self.hand.board
        pairs = [
            *((f"p{player}", *both) for player, both in enumerate(zip(self.holes, holes, strict=True), 1)),
            ("board", self.board, board),
        ]
        assumed: dict[str, str | list[str]] = {
            who: [card_text(card) for card, as_told in zip(cards, told, strict=True) if as_told is None]
            for who, cards, told in pairs
            if None in told
        }
        if self.burns:
            assumed["burn"] = [card_text(card) for card in self.burns]
        assumed["stub"] = STUB_RULE
        return assumed

    @property
    def collect(self) -> tuple[Move, ...]:
        """What the dealer does once the hand has ended: every card that still lies out goes back to the stub, piles last."""
        lying: dict[Card, Zone] = {step.card: step.to_zone for step in self.steps if isinstance(step, Move)}
        return tuple(Move(card, zone, STUB, "down") for zone in _COLLECTED for card, place in lying.items() if place == zone)


def script_of(hand: HandFile) -> Script:
    """Return the acts of a recorded hand. Seats are numbered as the file's players."""
    if VARIANTS[hand.game].up_cards:
        holes, burns = script_stud.fill(hand)
        posted = [_POST] if hand.stakes.ante else []  # without antes nothing is owed
        begun: list[Step] = [_NEW_HAND, *posted, *script_stud.first_deal(hand, holes), *script_stud.play(hand, holes, burns)]
        return Script(hand, tuple(begun), holes, (), burns)
    if has_draws(hand):
        named = {card for cards in (*hand.holes, *(action.cards for action in hand.actions)) for card in cards}
        changes = filled(hand, filterfalse(named.__contains__, VARIANTS[hand.game].cards))
        hand, holes, burns = msgspec.structs.replace(hand, actions=changes.actions), changes.holes, changes.burns
        board: tuple[Card, ...] = ()
    else:
        holes, board, burns = _fill(hand)
    steps: list[Step] = [_NEW_HAND, _POST]
    for round_ in zip(*holes, strict=True):
        steps += [_DEAL[card][seat] for seat, card in enumerate(round_, 1)]
    _play(hand, holes, board, burns, steps)
    return Script(hand, tuple(steps), holes, board, burns)


def fold(seat: int, hole: Sequence[Card]) -> tuple[Step, ...]:
    """A player folds: he says so, then his cards go into the muck."""
    return (_FOLD[seat], *(_GIVE_UP[card][seat] for card in hole))


def check(seat: int) -> tuple[Step, ...]:
    """A player checks."""
    return (_CHECK[seat],)


def describe(step: Step) -> str:
    """Return a step in words, for messages; cards are not named."""
    if isinstance(step, Move):
        return f"a card to {step.to_zone}"
    who = f"p{step.seat} " if step.seat else ""
    what = step.do or step.draw or step.verb.replace("_", " ")
    return f"{who}{what}" + (f" to {step.to_chips}" if step.to_chips is not None else "")


_NEW_HAND: Final = Say("new_hand")
_POST: Final = Say("post")
_SEATS: Final = range(MAX_SEATS + 1)  # by seat number; [0] is never used
_DEAL: Final = tuple(tuple(Move(card, STUB, HOLE[seat], "down") for seat in _SEATS) for card in ALL_CARDS)
_GIVE_UP: Final = tuple(tuple(Move(card, HOLE[seat], MUCK, "down") for seat in _SEATS) for card in ALL_CARDS)
_BURN: Final = tuple(Move(card, STUB, BURN, "down") for card in ALL_CARDS)
_TURN_UP: Final = tuple(Move(card, STUB, BOARD, "up") for card in ALL_CARDS)
_FOLD: Final = tuple(Say("act", seat, "fold") for seat in _SEATS)
_CHECK: Final = tuple(Say("act", seat, "check") for seat in _SEATS)
_CALL: Final = tuple(Say("act", seat, "call") for seat in _SEATS)
_SHOW: Final = tuple(Say("show", seat) for seat in _SEATS)
_MUCK: Final = tuple(Say("muck", seat) for seat in _SEATS)
#: In which order the dealer gathers the cards.
_COLLECTED: Final = (*HOLE[1:], *UP[1:], BOARD, BURN, MUCK)
#: Board cards before each street after the first; a burn goes before them.
_STREET_START: Final = (0, 3, 4, 5)
#: Burns there are by then, by the number of board cards.
_BURNS_AT: Final = (0, 1, 1, 1, 2, 3)
_BURNS_BEFORE: Final = {start: street for street, start in enumerate(_STREET_START[:-1])}


def _play(hand: HandFile, holes: Sequence[Sequence[Card]], board: Sequence[Card], burns: Sequence[Card], steps: list[Step]) -> None:
    """Append what the file's actions amount to.

    `cc` is a check or a call, `cbr` a bet or a raise: the file leaves it to the state of the
    street, so as much of it is followed here as tells them apart.
    """
    if VARIANTS[hand.game].up_cards:
        steps.extend(script_stud.play(hand, holes, burns))
        return
    bets, highest = _blinds(hand)
    own = [list(hole) for hole in holes] if has_draws(hand) else []
    held, changes = own or holes, _changes(own, burns) if own else None
    dealt = 0
    add = steps.append
    for action in hand.actions:
        kind, seat = action.kind, action.player
        if kind == "fold":
            add(_FOLD[seat])
            for card in held[seat - 1]:
                add(_GIVE_UP[card][seat])
        elif kind == "check_call":
            add(_CALL[seat] if bets[seat] < highest else _CHECK[seat])
            bets[seat] = highest
        elif kind == "bet_raise":
            to_chips = action.to_chips
            add(Say("act", seat, "raise" if highest else "bet", to_chips))
            bets[seat] = to_chips
            highest = to_chips if to_chips > highest else highest
        elif kind == "board":
            for _ in action.cards:
                if dealt in _BURNS_BEFORE:
                    add(_BURN[burns[_BURNS_BEFORE[dealt]]])
                add(_TURN_UP[board[dealt]])
                dealt += 1
            bets, highest = [0] * len(bets), 0
        elif changes is not None and kind in ("draw", "replace"):
            steps += changes(action)
            bets, highest = [0] * len(bets), 0
        else:
            add(_SHOW[seat] if kind == "show" else _MUCK[seat])
            if kind == "muck":
                steps += [_GIVE_UP[card][seat] for card in held[seat - 1]]


def _changes(held: list[list[Card]], burns: Sequence[Card]) -> Callable[[Action], list[Step]]:
    """Return what each `draw` and `replace` of a hand amounts to, when asked in their order; `held` follows them."""
    burn, before = iter(burns), ""

    def steps_of(action: Action) -> list[Step]:
        nonlocal before
        steps = _changed(action, holding(held, action), burn if before == "draw" else iter(()))
        before = action.kind
        return steps

    return steps_of


def _changed(action: Action, cards: Sequence[Card], burn: Iterator[Card]) -> list[Step]:
    """What a player says who changes cards, and their way to the muck; or his new ones, the first of a draw after a burn."""
    seat = action.player
    if action.kind == "draw":
        said = Say("act", seat, draw="draw" if cards else "stand_pat", number=len(cards) or None)
        return [said, *[_GIVE_UP[card][seat] for card in cards]]
    return [*[_BURN[card] for card in islice(burn, 1)], *[_DEAL[card][seat] for card in cards]]


def _blinds(hand: HandFile) -> tuple[list[int], int]:
    """Return each seat's bet before the first action, by seat number, and the bet to call."""
    bets = [0] * (len(hand.stacks) + 1)
    small, big = (2, 1) if len(hand.stacks) == 2 else (1, 2)
    stakes = hand.stakes
    if hand.dead_small:
        bets[1] = stakes.big_blind
    else:
        bets[small], bets[big] = stakes.small_blind, stakes.big_blind
    return bets, stakes.big_blind


def _fill(hand: HandFile) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...], tuple[Card, ...]]:
    """Return hole cards by player, board and burns, with every unknown card filled in."""
    holes, board = hand.holes, hand.board
    named = set(chain(board, *holes))
    unused = filterfalse(named.__contains__, VARIANTS[hand.game].cards)
    if None in named:
        holes = tuple(tuple(next(unused) if card is None else card for card in hole) for hole in holes)
        board = tuple(next(unused) if card is None else card for card in board)
    burns = tuple(islice(unused, _BURNS_AT[len(board)]))
    return holes, board, burns  # type: ignore[return-value] # no None is left in them
