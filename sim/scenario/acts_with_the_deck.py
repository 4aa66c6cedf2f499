"""Acts with the deck as a whole: gathered, shuffled, looked through, changed; and what befalls it and its readers."""

from __future__ import annotations

import asyncio
from typing import Final

from controller.game.cards import FULL_DECK
from controller.game.zones import BOARD, BOARDS, BURN, HOLE, MUCK, STUB, UP, Zone
from controller.table.dealing import two_decks
from sim.fault_plan import FAULTS, PlannedFault
from sim.scenario.acting import Act, Acting, card_of
from sim.scenario.felt import READER_FAULTS
from sim.scenario.scenario import Step

#: So many cards are laid out at once when a deck is looked through.
BATCH: Final = 13
#: How long a deck that is looked through lies in one pile. Units: seconds of table time.
PILE_S: Final = 3.0
_GATHERED: Final = (*HOLE[1:], *UP[1:], *BOARDS, BURN, MUCK)


async def _collect(play: Acting, step: Step) -> None:
    await play.felt.settle()
    for zone in _GATHERED:
        for card in play.felt.world.cards_in(zone):
            await play.felt.put(card, STUB)


async def _next_hand(play: Acting, step: Step) -> None:
    await _collect(play, step)
    await play.felt.settle()
    if two_decks.next_deck(play.table.table, play.table.house):  # the players have shuffled it meanwhile
        play.felt.world.change_deck()
    play.felt.world.shuffle(play.whole_deck(tuple(step.args.get("deck", ()))))
    await play.begin(step)


async def _bomb_pot(play: Acting, step: Step) -> None:
    if play.begun:
        await _collect(play, step)
        await play.felt.settle()
        play.felt.world.shuffle(play.whole_deck(tuple(step.args.get("deck", ()))))
    await play.begin(step, {"bomb_pot": {name: step.args[name] for name in ("ante", "boards") if name in step.args}})


async def _check_deck(play: Acting, step: Step) -> None:
    await _collect(play, step)
    left_out = [card_of(name) for name in step.args.get("without", ())]
    await play.say(step, "deck", {"do": "check"})
    cards = [physical.card for physical in play.felt.world.deck if physical.card not in left_out]
    if step.args.get("on") == "stub":
        cards = []
        await asyncio.sleep(PILE_S)
    for first in range(0, len(cards), BATCH):
        for laid in (True, False):
            for card in cards[first : first + BATCH]:
                await play.felt.put(card, BOARD if laid else STUB, "up" if laid else "down")
            await play.felt.settle()
    number = {"number": step.args["number"]} if "number" in step.args else {}
    await play.say(step, "deck", {"do": "checked", **number})


async def _pass_shuffler(play: Acting, step: Step) -> None:
    if not play.scenario.shuffler:
        raise play.cannot(step, "a table with a shuffler", "it has none; write table: {shuffler: true}")
    await _collect(play, step)
    await play.felt.settle()
    in_play = "red" if play.table.table.around.deck.name in ("", "red") else "blue"
    which = step.args.get("deck", "blue" if in_play == "red" else "red")
    left_out = {card_of(name) for name in step.args.get("without", ())}
    cards = [card for card in FULL_DECK if card not in left_out]
    await play.felt.pass_shuffler("" if which == in_play else which, cards, [card_of(name) for name in step.args.get("foreign", ())])


async def _change_deck(play: Acting, step: Step) -> None:
    await _collect(play, step)
    await play.felt.settle()
    now = "blue" if play.table.table.around.deck.name in ("", "red") else "red"
    play.felt.world.change_deck()
    await play.say(step, "deck", {"do": "change", "deck": step.args.get("deck", now)})


async def _shuffled(play: Acting, step: Step) -> None:
    await play.say(step, "shuffle", {"step": step.args.get("step", step.name)})


async def _drop_deck(play: Acting, step: Step) -> None:
    """The stub falls and is gathered: its antenna reads the same cards as before."""
    await play.say(step, "report", {"what": "dropped_deck", **({"number": step.args["doubtful"]} if "doubtful" in step.args else {})})


async def _shows_boxed(play: Acting, step: Step) -> None:
    await play.felt.settle()
    await play.felt.boxed(card_of(step.args["card"]))


async def _foreign(play: Acting, step: Step) -> None:
    await play.felt.settle()
    zone = Zone(step.args.get("to", STUB))
    if step.args.get("face") == "up":
        await play.felt.show_face(card_of(step.args["card"]), zone)
    elif "back" in step.args:
        await play.felt.show_back(zone, step.args["back"])
    else:
        await play.felt.lay_foreign(card_of(step.args["card"]), zone)


async def _crease(play: Acting, step: Step) -> None:
    await play.felt.settle()
    await play.felt.show_crease(Zone(step.args["at"]))


async def _fault(play: Acting, step: Step) -> None:
    args = step.args
    if args["kind"] == "dead_tag" and "lasts" not in args:
        play.felt.kill(card_of(args["card"]))
        return
    kind = READER_FAULTS[args["kind"]]
    card = card_of(args["card"]) if "card" in args else None
    play.felt.befall(PlannedFault(kind, args.get("part", ""), args.get("antenna", 0), 0.0, args.get("lasts", FAULTS[kind].lasts_s), card))


#: Act → how it is done.
WITH_THE_DECK: Final[dict[str, Act]] = {
    "collect": _collect,
    "foreign": _foreign,
    "crease": _crease,
    "boxed": _shows_boxed,
    "check_deck": _check_deck,
    "change_deck": _change_deck,
    "pass_shuffler": _pass_shuffler,
    "drop_deck": _drop_deck,
    **dict.fromkeys(("shuffle", "riffle", "box", "cut"), _shuffled),
    "next_hand": _next_hand,
    "bomb_pot": _bomb_pot,
    "fault": _fault,
}
