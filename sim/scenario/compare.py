"""What is expected beside what the table has come to. Only what is written is compared."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from controller.effects import CommandDone, Effect, Tell
from controller.game.betting import legal
from controller.game.boards import all_of
from controller.game.cards import card_text
from controller.game.deal import expected_zones
from controller.game.drawn import opener_of
from controller.game.hand import Hand
from controller.game.legal_actions import legal_actions
from controller.game.legal_rules import turn_rules
from controller.game.pots import pots_of
from controller.game.showdown import show_order
from controller.game.variants import FIRST_GAME, VARIANTS
from controller.rules.house import House
from controller.table.rotation import hands_left
from controller.table.table import Table
from sim.scenario import ruled
from sim.scenario.compare_told import story_differs
from sim.scenario.differs import Differs, words
from sim.scenario.expectations import NOBODY, NONE
from sim.scenario.scenario import Check


class Witness(NamedTuple):
    """What an expectation is held against: the table and its house, all it told, what of it belongs to this hand, the last refusal."""

    table: Table
    house: House
    stories: Sequence[Effect]
    of_hand: Sequence[Effect]
    refused: CommandDone | None


def differences(check: Check, seen: Witness) -> list[Differs]:
    """Return what is not as expected, nothing when all is."""
    return list(_COMPARE[check.name](check.args, seen))


def _fields(name: str, args: Mapping[Any, Any], got: Mapping[Any, Any]) -> Iterable[Differs]:
    """Compare field by field; a field that there is nothing of is told as none."""
    for key, expected in args.items():
        if got.get(key) != expected:
            yield Differs(_part(name, key), words(expected), words(got.get(key)))


def _part(name: str, key: object) -> str:
    return f"{name}.{key}"


def state_of(table: Table, *, ahead: bool = True) -> dict[str, Any]:
    """Return where the hand stands, as the expectation `state` writes it; `ahead` = also where the next card is expected."""
    hand = table.hand
    state: dict[str, Any] = {
        "button": table.button, "paused": table.paused,
        "hands_left": None if table.around.rotation is None else hands_left(table, table.around.rotation),
    }  # fmt: skip
    if hand is None:
        return state | {
            "stage": "between", "to_act": NOBODY, "to_call": None, "min_raise_to": NONE, "max_raise_to": NONE,
            "pots": [], "bets": {}, "board": [], "boards": [], "owes": {}, "live": [], "holes": {},
            "street": None, "hand": None, "game": table.stakes.game or FIRST_GAME, "limit": table.stakes.limit,
            "opener": NOBODY, "next_card": None,
        }  # fmt: skip
    may, setup = legal(hand), hand.setup
    seats = setup.seats
    state |= {
        "stage": hand.stage,
        "to_act": NOBODY if may is None else may.seat,
        "to_call": None if may is None else may.call_chips,
        "min_raise_to": NONE if may is None else may.min_raise_to or NONE,
        "max_raise_to": NONE if may is None else may.max_raise_to or NONE,
        "game": setup.variant,
        "limit": setup.stakes.limit,
        "hand": hand.number,
        "street": VARIANTS[setup.variant].street_names[hand.street],
        "pots": [] if hand.over else [chips for chips, _ in pots_of(hand)],
        "bets": dict(zip(seats, hand.bets, strict=True)),
        "board": [card_text(card) for card in hand.board],
        "boards": [[card_text(card) for card in board] for board in all_of(hand)] if hand.boards.further else [],
        "owes": _owed(hand),
        "opener": opener_of(hand) or NOBODY,
        "next_card": next(iter(expected_zones(hand)), None) if ahead else None,
        "holes": {seat: hand.dealt_to.count(i) for i, seat in enumerate(seats)},
        "live": sorted([seat for seat, out, gone in zip(seats, hand.folded, hand.mucked, strict=True) if not out and not gone]),
    }
    return state


def _owed(hand: Hand) -> dict[int, int]:
    owed: dict[int, int] = {}
    for due in hand.owing:
        seat = hand.seats[due.index]
        owed[seat] = owed.get(seat, 0) + due.amount_chips
    return owed


def _state(args: Mapping[str, Any], seen: Witness) -> Iterable[Differs]:
    got = state_of(seen.table)
    for key, expected in args.items():
        if key in ("bets", "owes", "holes"):
            yield from _fields(f"state.{key}", expected, {seat: got[key].get(seat, 0) for seat in expected})
        elif (sorted(expected) if key == "live" else expected) != got[key]:
            yield Differs(f"state.{key}", words(expected), words(got[key]))


def payoffs_of(table: Table) -> dict[int, int] | None:
    """Return what each seat won or lost; None while the hand runs."""
    hand = table.hand
    return None if hand is None or hand.stage != "ended" else dict(zip(hand.seats, hand.payoffs, strict=True))


def stacks_of(table: Table) -> dict[int, int]:
    """Return what lies before each taken seat, bets apart."""
    stacks = {seat: held.stack_chips for seat, held in enumerate(table.seats, 1) if held is not None}
    hand = table.hand
    if hand is not None and not hand.over:
        stacks |= {seat: stack for seat, stack in zip(hand.seats, hand.stacks, strict=True) if seat in stacks}
    return stacks


def _payoffs(args: Mapping[int, int], seen: Witness) -> Iterable[Differs]:
    got = payoffs_of(seen.table)
    if got is None:
        stage = "there was no hand" if seen.table.hand is None else f"the hand is at {seen.table.hand.stage}"
        yield Differs("payoffs", words(args), stage)
        return
    yield from _fields("payoffs", args, got)


def _pots(args: Mapping[int, Mapping[str, Any]], seen: Witness) -> Iterable[Differs]:
    hand = seen.table.hand
    lying = () if hand is None or hand.over else pots_of(hand)
    for pot, wanted in args.items():
        if pot >= len(lying):
            yield Differs(f"pots.{pot}", words(wanted), f"{len(lying)} pots")
            continue
        chips, seats = lying[pot]
        got = {"amount": chips, "seats": sorted(seats)}
        yield from _fields(f"pots.{pot}", {key: sorted(one) if key == "seats" else one for key, one in wanted.items()}, got)


def _tells(effects: Iterable[Effect], kind: str) -> list[Tell]:
    return [effect for effect in effects if isinstance(effect, Tell) and effect.kind == kind]


def _winners(args: Mapping[int, Sequence[int]], seen: Witness) -> Iterable[Differs]:
    got: dict[int, list[int]] = {}
    for told in _tells(seen.of_hand, "pot_awarded"):
        got.setdefault(told.pot or 0, []).append(told.seat or 0)
    return _fields("winners", {pot: sorted(seats) for pot, seats in args.items()}, {pot: sorted(set(seats)) for pot, seats in got.items()})


def shows_first_of(table: Table) -> int | str:
    """Return the seat that is to show next, or that nobody is."""
    return next(iter(show_order(table.hand)), NOBODY) if table.hand else NOBODY


def _shows_first(args: Mapping[str, Any], seen: Witness) -> Iterable[Differs]:
    return _fields("shows_first", args, {"seat": shows_first_of(seen.table)})


def _refused(args: Mapping[str, Any], seen: Witness) -> Iterable[Differs]:
    done, name = seen.refused, "refused"
    if done is None:
        yield Differs(name, args.get("why", "a refusal"), "the act was taken")
        return
    if args.get("why", done.code) != done.code:
        yield Differs(_part(name, "why"), args["why"], f"{done.code} ({done.message})")
    yield from _rules(name, args, done.rules)


def _rules(name: str, args: Mapping[str, Any], named: Collection[str]) -> Iterable[Differs]:
    if missing := [rule for rule in args.get("rules", ()) if rule not in named]:
        yield Differs(_part(name, "rules"), words(missing), words(named))


def _legal(args: Mapping[str, Any], seen: Witness) -> Iterable[Differs]:
    hand = seen.table.hand
    actions = {} if hand is None else {one.do: one for one in legal_actions(hand)}
    if hand is None or not actions:
        yield Differs("legal", words(args), NOBODY)
        return
    may = [one for one in actions.values() if one.legal]
    told = args.get("actions", ())
    wager = next((one for one in may if one.do in ("bet", "raise", "complete")), None)
    call = actions["call"]
    got = {
        "seat": hand.seats[hand.to_act],
        "actions": sorted(one.do for one in may if one.do != "all_in" or "all_in" in told),
        "call": (call.max_to or 0) - hand.bets[hand.to_act] if call.legal else 0,
        "min": NONE if wager is None else wager.min_to,
        "max": NONE if wager is None else wager.max_to,
        "step": NONE if wager is None else wager.step_chips,
    }
    wanted = {key: sorted(one) if key == "actions" else one for key, one in args.items() if key != "rules"}
    yield from _fields("legal", wanted, got)
    cited = [rule for rules in (turn_rules(hand), *(one.rules for one in actions.values())) if rules for rule in seen.house.cited(rules)]
    yield from _rules("legal", args, list(dict.fromkeys(cited)))


def _story(args: Mapping[str, Any], seen: Witness) -> Iterable[Differs]:
    return (Differs(*one) for one in story_differs(args, seen.of_hand))


def _hand_name(args: Mapping[int, str], seen: Witness) -> Iterable[Differs]:
    named = [*_tells(seen.of_hand, "shown"), *_tells(seen.of_hand, "pot_awarded")]
    return _fields("hand_name", args, {told.seat: told.name for told in named if told.name})


def _discrepancy(args: Mapping[str, Any], seen: Witness) -> Iterable[Differs]:
    told = [(tell.code or "", tuple(tell.zones)) for tell in _tells(seen.of_hand, "discrepancy")]
    return _told_so("discrepancy", args, told, args.get("place"))


def _question(args: Mapping[str, Any], seen: Witness) -> Iterable[Differs]:
    place = args.get("place") or (f"seat/{args['seat']}/hole" if "seat" in args else None)
    return _told_so("question", args, [(one.code, one.zones) for one in seen.table.open], place)


def _told_so(name: str, args: Mapping[str, Any], told: Sequence[tuple[str, Collection[str]]], place: str | None) -> Iterable[Differs]:
    got = words([f"{code} at {', '.join(zones)}" for code, zones in told]) if told else NONE
    if args["code"] == NONE:
        if told:
            yield Differs(name, NONE, got)
    elif not any(code == args["code"] and (place is None or place in zones) for code, zones in told):
        yield Differs(name, args["code"] + (f" at {place}" if place else ""), got)


def _public_never(args: Mapping[str, Any], seen: Witness) -> Iterable[Differs]:
    told = {card_text(card): tell.kind for tell in seen.stories if isinstance(tell, Tell) for card in tell.cards}
    for card in args["cards"]:
        if card in told:
            yield Differs("public_never", f"{card} is told nobody", f"told as {told[card]}")


_COMPARE: Final[dict[str, Callable[[Any, Witness], Iterable[Differs]]]] = {
    "state": _state,
    "payoffs": _payoffs,
    "stacks": lambda args, seen: _fields("stacks", args, stacks_of(seen.table)),
    "pots": _pots,
    "winners": _winners,
    "shows_first": _shows_first,
    "refused": _refused,
    "legal": _legal,
    "story": _story,
    "hand_name": _hand_name,
    "discrepancy": _discrepancy,
    "question": _question,
    "public_never": _public_never,
    "no_ruling": lambda args, seen: ruled.no_ruling(args, seen.of_hand),
    "ruling": lambda args, seen: ruled.ruling(args, seen.of_hand),
    "corrected": lambda args, seen: ruled.corrected(args, seen.of_hand),
    "announcement": lambda args, seen: ruled.announcement(args, seen.of_hand, seen.table),
    "prompt": lambda args, seen: ruled.prompt(args, seen.of_hand, seen.table),
}
