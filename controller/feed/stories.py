"""Tells in words: the `event` topic. One plain sentence a kind, from one table.

Whatever a `Tell` holds may be known by everyone; nothing is added here that it does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from controller.effects import Tell
from controller.events import BY_HAND, DISCREPANCIES
from controller.feed.evidence import evidence_view
from controller.feed.ruled import announcement_text, prompt_text, ruling_text
from controller.feed.views import card_texts, hand_id
from controller.game.cards import DECK_SIZE
from controller.game.dead_hand import DEAD
from controller.game.outcome import More
from controller.game.rotations import figures
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BOARD_NUMBER, BURN, HOLE_SEAT, MUCK, SHUFFLER, STUB, UP_SEAT, Zone
from controller.rules.catalogue.option import shown
from controller.rules.ruling import Prompt

_PLACES: Final[Mapping[Zone, str]] = {
    BOARD: "the board",
    **{zone: f"board {number + 1}" for zone, number in BOARD_NUMBER.items() if number},
    BURN: "the burn pile",
    MUCK: "the muck",
    STUB: "the stub",
    **{zone: f"seat {seat}" for zone, seat in HOLE_SEAT.items()},
    **{zone: f"seat {seat}'s up-cards" for zone, seat in UP_SEAT.items()},
}

#: What was done → the sentence; `all_in` is added to those that put chips in.
_ACTS: Final[Mapping[str, str]] = {
    "fold": "Seat {seat} folds",
    "check": "Seat {seat} checks",
    "call": "Seat {seat} calls {amount}",
    "bet": "Seat {seat} bets {amount}",
    "raise": "Seat {seat} raises to {to}",
    "complete": "Seat {seat} completes to {to}",
    "open": "Seat {seat}, who is all-in, declares the pot open",
    "bring_in": "Seat {seat} brings it in for {amount}",
    "declare_all_in": "Seat {seat} is all-in for what lies in the pot",
    "plays_on": "Seat {seat} plays on",
    "retrieved": "The hand of seat {seat} comes back",
}

#: What was posted, where the Tell says it.
_POSTS: Final[Mapping[str, str]] = {
    "ante": "Seat {seat} posts the ante of {amount}",
    "small_blind": "Seat {seat} posts the small blind of {amount}",
    "big_blind": "Seat {seat} posts the big blind of {amount}",
    "straddle": "Seat {seat} straddles: {to}",
    "button_blind": "Seat {seat} posts the button's blind of {amount}",
}


def story_text(tell: Tell) -> str:
    """Return the one sentence that says what `tell` tells."""
    text = _TEXTS[tell.kind](tell)
    return text if text.endswith(("?", "!", ".")) else text + "."


def story_view(tell: Tell) -> dict[str, Any]:
    """Return the body of an `event` message without its stamps; fields that do not apply are left out."""
    view: dict[str, Any] = {
        "seq": tell.seq,
        "rev_before": tell.rev_before,
        "rev_after": tell.rev_after,
        "kind": tell.kind,
        "hand": hand_id(tell.hand),
        "text": story_text(tell),
    }
    optional = {
        "seat": tell.seat,
        "amount": tell.amount_chips,
        "to": tell.to_chips,
        "do": tell.do,
        "all_in": tell.all_in or None,
        "cards": card_texts(tell.cards) or None,
        "zones": list(tell.zones) or None,
        "pot": tell.pot,
        "payoffs": {str(seat): chips for seat, chips in sorted(tell.payoffs)} or None,
        "name": tell.name,
        "code": tell.code,
        "rules": list(tell.rules) or None,
        "evidence": None if tell.evidence is None else evidence_view(tell.evidence, counts=bool(tell.cards)),
        **({} if tell.more is None else _more_view(tell.more)),
    }
    view.update((field, said) for field, said in optional.items() if said is not None)
    return view


def _more_view(more: More) -> dict[str, Any]:
    return {
        "reason": more.reason or None,
        "number": more.number,
        "seconds": more.seconds,
        "refunds": {str(seat): chips for seat, chips in more.refunds} or None,
        "replaces": list(more.replaces) or None,
        "stakes": None if more.stakes is None else msgspec.structs.asdict(more.stakes),
        "option": more.option or None,
        "answer": more.answer,
        "short_name": more.short_name or None,
        "country": more.country or None,
        "picture": more.picture or None,
        "half": more.half or None,
        "board": more.board or None,
        "times": more.times or None,
        "games": None if more.games is None else list(more.games),
        **({} if more.prompt is None else _prompt_fields(more.prompt)),
    }


def _prompt_fields(prompt: Prompt) -> dict[str, Any]:
    """What of a prompt no other field of a story says."""
    return {"prompt": prompt.id, "who": prompt.who, "what": prompt.what, "answers": list(prompt.answers)}


def _fields(tell: Tell) -> dict[str, Any]:
    return {"seat": tell.seat, "amount": tell.amount_chips, "to": tell.to_chips, "name": tell.name, "hand": tell.hand}


def _said(template: str) -> Callable[[Tell], str]:
    return lambda tell: template.format(**_fields(tell))


def _with_all_in(text: str, tell: Tell) -> str:
    return f"{text} and is all in" if tell.all_in else text


def _dealt(tell: Tell) -> str:
    """A card that lies in everybody's sight by its name, another without."""
    return f"Seat {tell.seat} is dealt {' '.join(card_texts(tell.cards)) or 'a card'}"


def _posted(tell: Tell) -> str:
    return _with_all_in(_POSTS.get(tell.do or "", "Seat {seat} posts {amount}").format(**_fields(tell)), tell)


def _acted(tell: Tell) -> str:
    if tell.code == DEAD:
        return f"The hand of seat {tell.seat} is dead"
    return _with_all_in(_ACTS.get(tell.do or "", "Seat {seat} acts").format(**_fields(tell)), tell)


def _returned(tell: Tell) -> str:
    what = "The ante of {amount}" if tell.do == "ante" else "{amount} that nobody called"
    return f"{what} goes back to seat {{seat}}".format(**_fields(tell))


def _drew(tell: Tell) -> str:
    number = 0 if tell.more is None else tell.more.number or 0
    cards = "1 card" if number == 1 else f"{number} cards"
    return f"Seat {tell.seat} " + {"stand_pat": "stands pat", "discard": f"gives up {cards}"}.get(tell.do or "", f"draws {cards}")


def _acted_early(tell: Tell) -> str:
    return f"Out of turn: {_acted(tell)}"


def _moved(tell: Tell) -> str:
    what = " ".join(card_texts(tell.cards)) or "A card"
    places = [_PLACES.get(zone, zone) for zone in tell.zones]
    if len(places) > 1:
        return f"{what} moves from {places[0]} to {places[1]}"
    return f"{what} moves: {places[0]}" if places else f"{what} moves"


def _board(tell: Tell) -> str:
    further = [zone for zone in tell.zones if zone != BOARD]
    return f"On {_PLACES[further[0]] if further else 'the board'}: {' '.join(card_texts(tell.cards))}"


def _run_it(tell: Tell) -> str:
    return {2: "It is run twice", 3: "It is run three times"}.get(tell.more.times if tell.more else 1, "It is run once")


#: Step of the shuffle → its sentence.
_STEPS: Final[Mapping[str, str]] = {
    "scramble": "The cards are scrambled",
    "spread": "The deck is spread",
    "riffle": "A riffle",
    "box": "A box",
    "cut": "The deck is cut",
    "shuffle": "The deck is shuffled and cut",
    "to_shuffler": "The deck goes into the shuffler",
    "from_shuffler": "The deck comes out of the shuffler",
    "checked": "The deck was checked",
    "placed": "The deck lies on the table to be cut",
}


def _shuffled(tell: Tell) -> str:
    return _STEPS[tell.do or "shuffle"]


def _street_closed(tell: Tell) -> str:
    return "The betting round is over" if tell.amount_chips is None else f"The betting round is over: {tell.amount_chips} in the pot"


def _shown(tell: Tell) -> str:
    named = f": {tell.name}" if tell.name else ""
    return f"Seat {tell.seat} shows {' '.join(card_texts(tell.cards)) or 'his hand'}{named}"


def _declared(tell: Tell) -> str:
    number = None if tell.more is None else tell.more.number
    what = "nothing" if number is None else "a pair" if number == 0 else f"{_CALLED.get(number, str(number))} low"
    if tell.do == "fouled":
        others = ", ".join(zone.split("/")[1] for zone in tell.zones)
        return f"Seat {tell.seat} called {what}, and seat {others} mucked for it: his hand is dead, the floor confirms who wins"
    after = {"met": ", and holds it", "stands": " and holds less: the cards count", "dead": " and holds less: his hand is dead"}
    return f"Seat {tell.seat} calls {what}" if tell.do == "says" else f"Seat {tell.seat} called {what}{after.get(tell.do or '', '')}"


def _openers(tell: Tell) -> str:
    if tell.do == "none":
        return f"Seat {tell.seat} opened and held no openers: his hand is dead"
    if tell.do == "split":
        return f"Seat {tell.seat} splits his openers: the cards that he changes stay apart under a chip"
    split = f"; he had split them: {' '.join(card_texts(tell.cards))}" if tell.cards else ""
    return f"Seat {tell.seat} has shown openers{split}"


def _pot_awarded(tell: Tell) -> str:
    pot = "the pot" if tell.pot is None else "the main pot" if tell.pot == 0 else f"side pot {tell.pot}"
    named = f" with {tell.name}" if tell.name else ""
    board = f" on board {tell.more.board}" if tell.more is not None and tell.more.board else ""
    half = f"the {tell.more.half} half of " if tell.more is not None and tell.more.half else ""
    return f"Seat {tell.seat} wins {tell.amount_chips} from {half}{pot}{board}{named}"


def _hand_ended(tell: Tell) -> str:
    results = [f"seat {seat} {'wins' if chips > 0 else 'loses'} {abs(chips)}" for seat, chips in sorted(tell.payoffs) if chips]
    return f"Hand {tell.hand} is over: {', '.join(results) or 'nobody wins or loses'}"


def question_text(code: str, zones: Sequence[Zone]) -> str:
    """Return what a person is asked to look into, and where, without the full stop."""
    where = ", ".join(_PLACES.get(zone, zone) for zone in zones)
    text = DISCREPANCIES.get(code, "The sensors contradict the table: look and call the floor").rstrip(".")
    return f"{text} ({where})" if where else text


def _discrepancy(tell: Tell) -> str:
    return question_text(tell.code or "", tell.zones)


def _settled(tell: Tell) -> str:
    where = ", ".join(_PLACES.get(zone, zone) for zone in tell.zones)
    return f"What was asked about {where} is settled" if where else "What was asked is settled"


def _because(tell: Tell) -> str:
    """The reason that came with it, as people wrote it."""
    return f": {tell.more.reason.rstrip('.')}" if tell.more is not None and tell.more.reason else ""


def _hand_void(tell: Tell) -> str:
    refunds = () if tell.more is None else tell.more.refunds
    back = ", ".join(f"{chips} to seat {seat}" for seat, chips in refunds)
    return f"Hand {tell.hand} is void{_because(tell)}; every chip goes back{f' ({back})' if back else ''}"


def _correction(tell: Tell) -> str:
    more = tell.more or More()
    was, now = ("; ".join(_TEXTS[one.kind](one) for one in told if is_entry(one)) for told in (more.was, more.now))
    text = f"Corrected: {now} (entered was: {was})" if now else f"Taken back: {was}"
    return f"{text}. {_hand_ended(tell)}" if tell.payoffs else text


def _floor_called(tell: Tell) -> str:
    return f"The floor is called{'' if tell.seat is None else f' to seat {tell.seat}'}{_because(tell)}"


def _clock_started(tell: Tell) -> str:
    return f"Time is called on seat {tell.seat}: {tell.more.seconds if tell.more else 0} seconds"


_CLOCK_ENDS: Final[Mapping[str, str]] = {
    "clock.acted": "The clock of seat {seat} is over",
    "clock.stopped": "The clock of seat {seat} is taken back",
    "clock.expired": "The time of seat {seat} is up",
}


def _clock_ended(tell: Tell) -> str:
    return _CLOCK_ENDS.get(tell.code or "", _CLOCK_ENDS["clock.acted"]).format(seat=tell.seat)


def _stakes_changed(tell: Tell) -> str:
    stakes = tell.more.stakes if tell.more is not None else None
    if stakes is None:
        return "The stakes change with the next hand"
    ante = f", ante {stakes.ante}" if stakes.ante else ""
    game = f"the game is {VARIANTS[stakes.game].title} and " if stakes.game in VARIANTS else ""
    return f"From the next hand on {game}the blinds are {stakes.small_blind} and {stakes.big_blind}{ante}"


def _rotation_changed(tell: Tell) -> str:
    games = () if tell.more is None else tell.more.games or ()
    if not games:
        return "The rotation is over: the game stays as it is"
    first = games[(tell.more.number or 1) - 1] if tell.more is not None else games[0]
    return f"From the next hand on the games go round: {', '.join(map(_title, games))}; first {_title(first)}"


def _game_changed(tell: Tell) -> str:
    stakes = tell.more.stakes if tell.more is not None else None
    if stakes is None:
        return "The game changes"
    return "The game is {} {}, {}-{}".format(stakes.limit.replace("_", "-"), _title(stakes.game), *figures(stakes))


def _title(game: str) -> str:
    return VARIANTS[game].title if game in VARIANTS else game


def _house_changed(tell: Tell) -> str:
    if tell.more is None or tell.more.answer is None:
        return "The house answers a question in another way"
    return f"From the next hand on {tell.more.option} is {shown(tell.more.answer)}"


def _deck_changed(tell: Tell) -> str:
    which = f" {tell.name}" if tell.name else ""
    return (
        f"A new set-up of decks comes to the table; the deck{which} is in play"
        if tell.do == "set_up"
        else f"The deck{which} is put in play"
    )


#: What came of looking through a deck → the sentence.
_CHECKED: Final[Mapping[str, str]] = {
    "begun": "The deck is looked through: lay its cards on the antenna",
    "complete": "The deck was looked through: all {number} cards are there",
    "short": "The deck was looked through: {number} of 52 cards were read, and too few counted",
    "dead_tags": "The deck was looked through: {number} of 52 cards were read, the others have dead tags",
    "foreign": "The deck was looked through: cards of another deck are among its own",
    "partly": "The deck was looked through: {number} of 52 cards were read, {unseen} were not seen",
}


def _deck_checked(tell: Tell) -> str:
    number = 0 if tell.more is None else tell.more.number or 0
    said = _CHECKED.get(tell.do or "", _CHECKED["partly"]).format(number=number, unseen=DECK_SIZE - number)
    return said.replace("was looked through", f"{tell.name or 'in play'} passed the shuffler", 1) if SHUFFLER in tell.zones else said


#: What came of counting the stub → the sentence.
_COUNTED: Final[Mapping[str, str]] = {
    "right": "The stub was counted",
    "short": "The stub was counted: a card is missing",
    "over": "The stub was counted: it has a card too many",
}


def _of_more(words: Callable[[Any], str], field: str) -> Callable[[Tell], str]:
    """The sentence of what a Tell carries in a field of `more`."""
    return lambda tell: words(getattr(tell.more, field))


#: Kinds that tell an entry of a person about the game: what a correction is told in.
ENTRY_KINDS: Final = frozenset(
    {
        "posted",
        "acted",
        "acted_early",
        "drew",
        "shown",
        "mucked",
        "run_it",
        "seat_taken",
        "seat_left",
        "bought_in",
        "button_moved",
        "hand_void",
    }
)  # fmt: skip


def is_entry(tell: Tell) -> bool:
    """Whether it tells an entry of a person about the game."""
    return tell.kind in ENTRY_KINDS or (tell.evidence is not None and tell.evidence.part.startswith(BY_HAND))


#: Numbers of cards that have names.
_CALLED: Final[Mapping[int, str]] = {11: "jack", 12: "queen", 13: "king", 14: "ace"}
#: Kind of Tell → its sentence, without the full stop.
_TEXTS: Final[Mapping[str, Callable[[Tell], str]]] = {
    "hand_started": _said("Hand {hand} begins"),
    "posted": _posted,
    "card_dealt": _dealt,
    "card_burned": _said("A card is burned"),
    "card_moved": _moved,
    "board": _board,
    "acted": _acted,
    "acted_early": _acted_early,
    "street_closed": _street_closed,
    "uncalled_returned": _returned,
    "shown": _shown,
    "mucked": _said("Seat {seat} mucks"),
    "drew": _drew,
    "run_it": _run_it,
    "shuffled": _shuffled,
    "looked": _said("Seat {seat} looked at his cards"),
    "declared": _declared,
    "openers": _openers,
    "unopened": _said("Nobody opens: {name} is played on, and seat {seat} must bet {amount}"),
    "pot_carried": _said("The pot has no winner: {amount} stay in it for the next deal"),
    "pot_awarded": _pot_awarded,
    "hand_ended": _hand_ended,
    "hand_void": _hand_void,
    "seat_taken": _said("{name} takes seat {seat} with {amount}"),
    "seat_left": _said("Seat {seat} is free"),
    "eliminated": _said("Seat {seat} has lost all chips and is out"),
    "bought_in": _said("Seat {seat} buys in for {amount}"),
    "button_moved": _said("The button is at seat {seat}"),
    "discrepancy": _discrepancy,
    "discrepancy_settled": _settled,
    "correction": _correction,
    "paused": _said("The game is paused"),
    "resumed": _said("The game goes on"),
    "floor_called": _floor_called,
    "floor_came": _said("The floor has come"),
    "clock_started": _clock_started,
    "clock_ended": _clock_ended,
    "hidden": _said("Hole cards are hidden"),
    "unhidden": _said("Hole cards are shown again as before"),
    "dealer_changed": lambda tell: f"{tell.name} deals" if tell.name else "The dealer has left",
    "player_changed": _said("Seat {seat} is {name}"),
    "stakes_changed": _stakes_changed,
    "house_changed": _house_changed,
    "rotation_changed": _rotation_changed,
    "game_changed": _game_changed,
    "ruling": _of_more(ruling_text, "ruling"),
    "announcement": _of_more(announcement_text, "announcement"),
    "prompt": _of_more(prompt_text, "prompt"),
    "deck_changed": _deck_changed,
    "deck_checked": _deck_checked,
    "stub_counted": lambda tell: _COUNTED.get(tell.do or "", _COUNTED["right"]),
}
