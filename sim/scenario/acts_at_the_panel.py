"""Acts of people who say something: at the dealer's panel, at the floor's, or of a player through them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from controller.rules.ruling import Ruling
from controller.table.rulings import docket_of
from sim.scenario.acting import Act, Acting
from sim.scenario.expectations import NONE
from sim.scenario.scenario import Step


async def _do(play: Acting, step: Step) -> None:
    args, seat = step.args, step.args["seat"]
    said: dict[str, Any] = {"seat": seat, "do": args["do"]}
    if "to" in args:
        said["to"] = args["to"]
    if "amount" in args:
        hand = play.hand(step)
        said["to"] = args["amount"] + (hand.bets[hand.seats.index(seat)] if seat in hand.seats else 0)
    if "number" in args:
        said["number"] = args["number"]
    if "early" in args:
        said["early"] = args["early"]
    folds = args["do"] == "fold" and args.get("early", "done") == "done"
    if await play.say(step, "act", said, args.get("by", "dealer")) and folds and not docket_of(play.table.table).prompts:
        await play.give_up(seat)


async def _correct(play: Acting, step: Step) -> None:
    args, back = step.args, step.args.get("back", 1)
    if back > len(play.entries):
        raise play.cannot(step, f"{back} entries in this hand", str(len(play.entries)))
    seq = play.entries[-back]
    change = {"remove": True} if args.get("remove") else {name: args[name] for name in ("do", "to") if name in args}
    if await play.say(step, "correct", {"seq": seq, "change": change}, args.get("by", "dealer")) and args.get("remove"):
        del play.entries[-back]


async def _clock(play: Acting, step: Step) -> None:
    seconds = {"stop": True} if step.args.get("stop") else {"seconds": round(step.args["lasts"])} if "lasts" in step.args else {}
    await play.say(step, "clock", {"seat": step.args["seat"], **seconds}, step.args.get("by", "dealer"))


async def _report(play: Acting, step: Step) -> None:
    said: dict[str, Any] = {name: step.args[name] for name in ("what", "seat", "card", "by", "zone", "number") if name in step.args}
    await play.say(step, "report", said, step.args.get("role", "dealer"))


async def _enter(play: Acting, step: Step) -> None:
    await play.say(step, "enter_card", {"zone": step.args["place"], "card": step.args["card"]}, step.args.get("by", "dealer"))


async def _ack(play: Acting, step: Step) -> None:
    """The floor answers a call, or the dealer has said what was to be announced."""
    await play.felt.settle()
    if "announcement" not in step.args:
        await play.say(step, "ack", {}, "floor")
        return
    about = step.args["announcement"]
    waiting = [one.id for one in docket_of(play.table.table).announcements if one.about == about]
    if not waiting:
        raise play.cannot(step, f"an announcement about {about} to be made", NONE)
    await play.say(step, "ack", {"announcement": waiting[-1]})


async def _answer(play: Acting, step: Step) -> None:
    await play.felt.settle()
    what = step.args.get("question")
    waiting = [one for one in docket_of(play.table.table).prompts if what in (None, one.what)]
    if not waiting:
        raise play.cannot(step, f"somebody is asked {what or 'something'}", "nobody is")
    prompt, answer = waiting[-1], step.args["with"]
    if await play.say(step, "answer", {"prompt": prompt.id, "with": answer}) and answer == "fold" and prompt.seat is not None:
        await play.give_up(prompt.seat)


async def _floor(play: Acting, step: Step) -> None:
    await play.felt.settle()
    args = step.args
    found = [one for one in docket_of(play.table.table).rulings if _is_meant(one, args)]
    if not found:
        raise play.cannot(step, "a ruling like this in the present hand", NONE)
    said: dict[str, Any] = {name: args[name] for name in ("decision", "alternative", "reason") if name in args}
    if args["decision"] == "override":
        said.setdefault("reason", "as the scenario says")
    await play.say(step, "floor_rule", {"ruling": found[-1].id, **said}, args.get("by", "floor"))


async def _rotation(play: Acting, step: Step) -> None:
    said: dict[str, Any] = {name: step.args[name] for name in ("games", "name", "position", "minutes") if name in step.args}
    await play.say(step, "rotation", {"games": []} if step.args.get("stop") else said, "floor")


async def _press(play: Acting, step: Step) -> None:
    args, fields = step.args, dict(step.args.get("with", {}))
    if "behind" in args:
        fields["expect_rev"] = play.table.table.rev - args["behind"]
    await play.say(step, args["verb"], play.sent if args.get("again") else fields, args.get("by", "dealer"))


async def _sit(play: Acting, step: Step) -> None:
    seat = step.args["seat"]
    await play.say(step, "sit", {"seat": seat, "name": step.args.get("name", f"p{seat}"), "stack": step.args["stack"]})


async def _wait(play: Acting, step: Step) -> None:
    await play.felt.settle()
    await asyncio.sleep(step.args["lasts"])


def _is_meant(ruling: Ruling, args: Mapping[str, Any]) -> bool:
    """Whether the floor's act is about this ruling: what it names is the ruling's."""
    return (
        args.get("kind", ruling.kind) == ruling.kind
        and args.get("seat", ruling.seat) == ruling.seat
        and ("rule" not in args or args["rule"] in ruling.rules)
        and ("option" not in args or args["option"] in dict(ruling.options))
        and ruling.status != "lapsed"
    )


def _says(verb: str, *fields: str, role: str = "dealer", **names: str) -> Callable[[Acting, Step], Awaitable[Any]]:
    """An act that is one command with the same fields; `names` maps the act's fields to the command's."""

    def act(play: Acting, step: Step) -> Awaitable[Any]:
        said = {names.get(name, name): step.args[name] for name in (*fields, *names) if name in step.args}
        return play.say(step, verb, said, step.args.get("by", role))

    return act


#: Act → how it is done.
AT_THE_PANEL: Final[dict[str, Act]] = {
    "report": _report,
    "act": _do,
    "correct": _correct,
    "enter": _enter,
    "time": _clock,
    "press": _press,
    "sit": _sit,
    "wait": _wait,
    "ack": _ack,
    "answer": _answer,
    "floor": _floor,
    "rotation": _rotation,
    "post": _says("post", "seat"),
    "straddle": _says("straddle", "seat", "amount"),
    "run_it": _says("run_it", "times"),
    "show": _says("show", "seat", "cards"),
    "button": _says("button", to="seat"),
    "stand": _says("stand", "seat"),
    "buy_in": _says("buy_in", "seat", "amount", "behind"),
    "pause": _says("pause"),
    "resume": _says("resume", role="floor"),
    "call_floor": _says("floor_call", "seat", "reason"),
    "request": _says("request", "seat", "what", "of", "amount"),
    "void": _says("void_hand", "reason", role="floor"),
    "stakes": _says("stakes", "small_blind", "big_blind", "ante", "limit", "small_bet", "big_bet", "max_bets", "unit", role="floor"),
}
