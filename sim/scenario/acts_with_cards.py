"""Acts of hands with single cards: dealt, turned, shown, dropped, moved, mucked."""

from __future__ import annotations

from typing import Final

from controller.game.cards import card_text
from controller.game.short_stub import street_due
from controller.game.variants import VARIANTS
from controller.game.zones import BOARDS, BURN, HOLE, MUCK, STUB, UP, Zone
from controller.table.dealing import order
from sim.scenario.acting import Act, Acting, card_of
from sim.scenario.acts import ASIDE
from sim.scenario.scenario import Step


async def _deal(play: Acting, step: Step) -> None:
    cards, hand, seat = step.args.get("cards", ()), play.table.table.hand, step.args["to"]
    if len(cards) > 1 and hand is not None and order.is_dealt(hand) and not {"up", "face"} & step.args.keys():
        named = play.going_round.setdefault(seat, [])
        for one in cards:
            card = card_of(one)
            if play.felt.world.zone_of(card) != STUB or any(card in others for others in play.going_round.values()):
                raise play.cannot(step, f"{one} in the stub", f"it lies at {play.felt.world.zone_of(card)}")
            named.append(card)
        return
    await play.deal_round()
    await play.lay(
        step,
        step.args.get("cards", 1),
        (UP if step.args.get("up") else HOLE)[step.args["to"]],
        up=step.args.get("up", False) or step.args.get("face") == "up",
    )


async def _deal_all(play: Acting, step: Step) -> None:
    hand = play.hand(step)
    if VARIANTS[hand.variant].up_cards:
        await play.deal_round()
        await _deal_street(play, step)
        return
    named = play.going_round
    for count in range(VARIANTS[hand.variant].hole_cards):
        for seat in hand.seats:
            if len(play.felt.world.cards_in(HOLE[seat])) <= count:
                card = named[seat].pop(0) if named.get(seat) else await play.next_card(step, up=False)
                await play.felt.put(card, HOLE[seat])
    await play.deal_round()


async def _deal_street(play: Acting, step: Step) -> None:
    await play.felt.settle()
    hand = play.hand(step)
    row, due = VARIANTS[hand.variant], street_due(hand)
    live = [seat for seat, out in zip(hand.seats, hand.folded, strict=True) if not out]
    for zones, most in ((HOLE, row.down_by_street[due]), (UP, row.up_by_street[due])):
        for count in range(most):
            for seat in live:
                if len(play.felt.world.cards_in(zones[seat])) <= count:
                    await play.lay(step, 1, zones[seat], up=zones is UP)


async def _burn(play: Acting, step: Step) -> None:
    await play.felt.settle()
    await play.lay(step, [step.args["card"]] if "card" in step.args else 1, BURN)


async def _board(play: Acting, step: Step) -> None:
    await play.felt.settle()
    await play.lay(step, step.args["cards"], BOARDS[step.args.get("on", 1) - 1], up=True)


async def _move(play: Acting, step: Step) -> None:
    card, lies = card_of(step.args["card"]), play.felt.world.zone_of(card_of(step.args["card"]))
    if step.args.get("from", lies) != lies:
        raise play.cannot(step, f"{step.args['card']} at {step.args['from']}", f"it lies at {lies}")
    await play.felt.settle()
    if step.args["to"] == ASIDE:
        await play.felt.drop(card)
        return
    to_zone = Zone(step.args["to"])
    await play.felt.put(card, to_zone, "up" if to_zone in BOARDS or to_zone in UP else "down")


async def _muck(play: Acting, step: Step) -> None:
    hand, seat = play.table.table.hand, step.args["seat"]
    if hand is None or hand.stage != "showdown" or await play.say(step, "muck", {"seat": seat}):
        await play.give_up(seat)


async def _discard(play: Acting, step: Step) -> None:
    await play.felt.settle()
    place = HOLE[step.args["seat"]]
    for name in step.args["cards"]:
        lies = play.felt.world.zone_of(card_of(name))
        if lies != place:
            raise play.cannot(step, f"{name} at {place}", f"it lies at {lies}")
        await play.felt.put(card_of(name), MUCK)


async def _expose(play: Acting, step: Step) -> None:
    card, place = card_of(step.args["card"]), HOLE[step.args["seat"]]
    if play.felt.world.zone_of(card) != place:
        raise play.cannot(step, f"{step.args['card']} at {place}", f"it lies at {play.felt.world.zone_of(card)}")
    await play.felt.settle()
    await play.felt.turn_up(card)


async def _flash(play: Acting, step: Step) -> None:
    """A hole card is seen by a camera; one of the deck or the muck by people alone."""
    card = card_of(step.args["card"])
    await play.felt.settle()
    if play.felt.world.zone_of(card) in HOLE:
        await play.felt.turn_up(card)
        play.felt.world.turn(card, "down")


async def _turn_over(play: Acting, step: Step) -> None:
    card = card_of(step.args["card"])
    await play.felt.settle()
    if play.felt.world.side_of(card) == "up":
        play.felt.world.turn(card, "down")
    else:
        await play.felt.turn_up(card)


async def _drop(play: Acting, step: Step) -> None:
    await play.felt.settle()
    await play.felt.drop(card_of(step.args["card"]))


async def _swap(play: Acting, step: Step) -> None:
    await play.felt.settle()
    one, other = map(card_of, step.args["cards"])
    places = play.felt.world.zone_of(one), play.felt.world.zone_of(other)
    for card, place in ((one, places[1]), (other, places[0])):
        if place is None:
            raise play.cannot(step, f"{card_text(card)} and its fellow on the table", "one of them is in a hand")
        await play.felt.put(card, place, play.felt.world.side_of(card))


async def _peek(play: Acting, step: Step) -> None:
    await play.say(step, "report", {"what": "looked", "seat": step.args["seat"]})


#: Act → how it is done.
WITH_CARDS: Final[dict[str, Act]] = {
    "deal": _deal,
    "deal_all": _deal_all,
    "burn": _burn,
    "board": _board,
    "move": _move,
    "muck": _muck,
    "expose": _expose,
    "flash": _flash,
    "drop": _drop,
    "swap": _swap,
    "turn_over": _turn_over,
    "peek": _peek,
    "discard": _discard,
}
