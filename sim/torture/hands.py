"""The dealer's hands, as a slip is written with them: cards that come and go, what is said of it, and what has to be ruled."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from controller.game.cards import FULL_DECK, JOKER
from controller.game.zones import BOARD, BURN, HOLE, STUB, Zone
from sim.torture.mistake import required
from sim.torture.model import HandModel
from sim.torture.plan import ASKED, WAITING, Happened, Noticed, Press, Ruled, Settled, Slipped, Turned, Waited
from sim.torture.player import Player
from sim.torture.setup import Setup
from sim.torture.writing import Writing

#: So long people wait where a burn may be read late, before what lies there is ruled about. Units: table seconds.
BURN_READ_S: Final = 4.0


class Hands(Writing):
    """Cards go by their place in the deck. `burned_already` = the burn of the next street lies there by now."""

    def __init__(self, setup: Setup, seed: int, number: int) -> None:
        super().__init__(setup)
        self.draw = random.Random(f"torture deal:{seed}:{number}")  # noqa: S311 # a repeatable run is the point
        self.burned_already = False
        self.aside = self.last_burned = -1  # a card that was laid aside, and the one that was burned last
        self.new_cards: list[Player] = []  # who gets the cards of the draw that is open, card by card
        self._comes = False  # a street is being dealt
        self._then: Callable[[], None] | None = None

    @property
    def setup(self) -> Setup:
        return self._setup

    @property
    def model(self) -> HandModel:
        return self._model

    # -- cards ---------------------------------------------------------------------------------------

    def order(self) -> list[Player]:
        """Return who gets the cards of the deal, card by card. Source: cooke.6.03.b."""
        return self.players() * self._model.game.dealt_first

    def players(self) -> list[Player]:
        """Return who gets cards, in turn: not who has left before the deal."""
        return [player for player in self._model.players if not player.folded]

    def next_card(self) -> int:
        return self._next_card()

    def lay(self, at: int, zone: Zone, *, up: bool = False) -> None:
        self._lay(at, zone, up=up)

    def deal_all(self) -> None:
        """Everybody gets his first cards, as it ought to be."""
        for player in self.order():
            self.deal_one(player)

    def zone_of_next(self, player: Player) -> Zone:
        """Return where his next card comes to lie."""
        return HOLE[player.seat]

    def deal_in_turn(self, player: Player, turn: int) -> None:
        """Give him the next card in that turn of the deal, 0 the first, though he may lack one before."""
        self.deal_one(player)

    def replace_last(self, player: Player) -> None:
        """The top card comes, face down, for a down-card that was none."""
        Writing._give_next(self, player, self._next_card())

    def first_dealt(self) -> None:
        """The first cards lie there: in games with up-cards the round begins with them where everybody has paid."""

    def deal_one(self, player: Player, *, up: bool = False) -> None:
        """Give him the next card."""
        self._give_next(player, self._next_card(), up=up)

    def given(self, player: Player, at: int) -> None:
        """A card that is no other player's comes to lie before him."""
        self._give_next(player, at)

    def coming(self, count: int) -> list[int]:
        """Return the next so many cards, which stay where they are."""
        return self._stub[:count]

    def held_by(self, player: Player) -> list[int]:
        return self._held_by(player)

    def burn(self) -> int:
        """Burn the next card and return it."""
        at = self.last_burned = self._next_card()
        self._burn(at)
        return at

    def burn_once(self) -> None:
        """Burn a card unless the burn lies there by now."""
        if not self.burned_already:
            self.burn()
        self.burned_already = False

    def dealt_anew(self) -> None:
        """Everybody gets the cards that he changes, behind a burn. Source: cooke.7.05.a, cooke.14.08.a."""
        self.burn_once()
        for player in self.new_cards:
            self.deal_one(player)
        self._open_street()

    def open_street(self) -> None:
        self._open_street()

    def to_board(self) -> int:
        """Lay the next card on the board and return it."""
        at = self._next_card()
        self._model.on_board.append(at)
        self._lay(at, BOARD)
        return at

    def street_cards(self) -> int:
        """Return how many cards the coming street has on the board."""
        return self._model.game.streets[self._model.street + 1].board

    def finish_street(self) -> None:
        """The coming street lies there: its round begins, or what comes before it. Once a street."""
        model = self._model
        if not self._comes:
            return
        self._comes = False
        if model.game.streets[model.street + 1].late:
            model.await_discards()
            self._settled()
        else:
            self._open_street()

    def given_to(self, player: Player, at: int, holder: Player) -> None:
        """A card that lies before one player goes to another."""
        self._taken_from(holder, at)
        self._give_next(player, at)

    def joker(self) -> int:
        """Return a joker that nobody plays with: the next card off a deck that has one."""
        self._setup = self._model.setup = replace(self._setup, deck=(*self._setup.deck, JOKER))
        return len(self._setup.deck) - 1

    def then(self, street: Callable[[], None]) -> None:
        """So the cards of the next street come, and not as ever."""
        self._then = street

    def into_stub(self, at: int) -> None:
        """A card that lies there by now is one of the stub again."""
        self._stub.append(at)

    def back(self, *cards: int) -> None:
        """Cards go back on top of the stub, the last one named first, so that the first is dealt next."""
        for at in reversed(cards):
            if at in self._model.on_board:
                self._model.on_board.remove(at)
            self._stub.insert(0, at)
            self._lay(at, STUB)

    def shuffled(self) -> None:
        """The unused cards are shuffled and cut. Source: cooke.14.26."""
        self.draw.shuffle(self._stub)
        self.take("reshuffle", Press("shuffle", {"step": "shuffle"}), told="shuffled")

    def replaced(self, player: Player, nth: int) -> None:
        """The top card replaces a player's nth card, which becomes the burn. Source: cooke.14.09.e, roberts.holdem.1b."""
        held = self._held_by(player)
        new = self._next_card()
        moves = [(new, HOLE[player.seat]), (held[nth], BURN)]
        if self.draw.random() < 0.5:
            moves.reverse()
        for at, zone in moves:
            self._lay(at, zone)
        held[nth] = new
        self.burned_already = True

    def burned(self, player: Player) -> None:
        """His last card is put on the burns: on top of the stub it would be burned next. Source: cooke.14.20.e."""
        at = self._held_by(player)[-1]
        self._taken_from(player, at)
        self._burn(at)
        self.burned_already = True

    def any_card(self) -> int:
        """Return some card of a deck like this one."""
        return self.draw.randrange(len(FULL_DECK))

    def turned(self, player: Player, nth: int) -> None:
        """A player turns his nth card up."""
        self._steps.append(Turned(self._setup.deck[self._held_by(player)[nth]]))
        self._last = None

    def happens(self, what: Any, at: int, zone: Zone = STUB) -> None:
        """Something else befalls a card."""
        self._steps.append(Happened(what, self._setup.deck[at], zone))
        self._last = None

    def wait(self, seconds: float = BURN_READ_S) -> None:
        self._steps.append(Waited(seconds))
        self._last = None

    # -- what is said, and ruled ----------------------------------------------------------------------

    def take(self, kind: str, press: Press, *, told: str) -> None:
        """Somebody says something that is taken."""
        self._take(kind, press, told=told)

    def told(self, what: str, player: Player | None = None, *, told: str = "ruling", **more: Any) -> None:
        """Somebody tells of it at the panel."""
        seat = {} if player is None else {"seat": player.seat}
        self._take("told_of_the_deal", Press("report", {"what": what, **seat, **more}), told=told)

    def answered(self, what: str, answer: str, *, told: str = "ruling") -> None:
        """What the dealer is asked about the cards is answered."""
        self._take("answers_about_cards", Press("answer", {"prompt": ASKED + what, "with": answer}), told=told)

    def decided(self, kind: str, alternative: str = "", *, role: str = "floor") -> None:
        """The floor, or the dealer, confirms what waits, or has something else instead."""
        how = {"decision": "override", "alternative": alternative, "reason": "as it is fairest"} if alternative else {"decision": "confirm"}
        self._take("decides_about_cards", Press("floor_rule", {"ruling": WAITING + kind, **how}, role), told="ruling")

    def killed(self, player: Player) -> None:
        """The floor confirms that a hand is dead."""
        self._model.kill(player)
        self.decided("dead_hand")

    def misdeal(self) -> None:
        """The dealer confirms a misdeal: chips go back, and the hand is over. Source: cooke.14.20.m, home.7.before_two."""
        self._model.void()
        self._take("misdeal", Press("floor_rule", {"ruling": WAITING + "misdeal", "decision": "confirm"}), told="ruling")

    def slipped(self, kind: str) -> None:
        """Something goes wrong with what comes next."""
        self._steps.append(Slipped(kind))

    def ruled(
        self, kind: str, ruling: str, player: Player | int | None, remedy: str, rules: tuple[str, ...],
        *, also: tuple[str, ...] = (), unread: str = "",
    ) -> None:  # fmt: skip
        """By now this has to have been ruled, and with it rulings of these kinds."""
        named = required(rules, self._setup.book)
        seat = player.seat if isinstance(player, Player) else player
        self._steps.append(Ruled(kind, ruling, seat, remedy, named, named[0] if named else "", also, unread))
        self._last = None

    def noticed(self, kind: str, code: str, zone: Zone, *, besides: str = "") -> None:
        """By now this has to be asked about at that place, and nothing ruled but what may be ruled `besides`."""
        self._steps.append(Noticed(kind, code, zone, besides))
        self._last = None

    def refunded(self) -> None:
        """The floor confirms that the deck is fouled: everybody has his chips back. Source: cooke.14.12.d, roberts.irregularities.4."""
        self._model.void()
        self._take(
            "decides_about_cards", Press("floor_rule", {"ruling": WAITING + "fouled_deck", "decision": "confirm"}, "floor"), told="ruling"
        )

    def voided(self, reason: str) -> None:
        """The floor voids the hand."""
        self._model.void()
        self._take("hand_voided", Press("void_hand", {"reason": reason}, "floor"), told="hand_void")

    def settled(self) -> None:
        """The table has to stand now as the generator keeps it."""
        self._settled()

    @property
    def over(self) -> bool:
        return self._model.moment == "over"

    def steps_so_far(self) -> int:
        return len([one for one in self._steps if not isinstance(one, Settled)])
