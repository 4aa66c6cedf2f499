"""The generator's own bookkeeping of a hand: whose turn it is, what lies where, what may be done.

Written from the rule books, apart from the table's engine: what both get wrong in the same way no run would find.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from controller.game.cards import card_text
from sim.torture import payout
from sim.torture.games import GAMES, Strength
from sim.torture.rounds import Round
from sim.torture.setup import Setup

Moment = Literal["before", "posting", "betting", "drawing", "board", "showdown", "over"]
#: Why a player may put in no more than a call.
WhyNoRaise = Literal["", "only_call", "capped", "not_reopened", "check_raise", "nobody_to_answer"]

#: No bound but the stack.
NO_END: Final = 10**15

#: How a scenario calls a moment.
_STAGES: Final[dict[Moment, str]] = {
    "before": "between", "posting": "posting", "betting": "betting", "drawing": "drawing", "board": "dealing",
    "showdown": "showdown", "over": "ended",
}  # fmt: skip


class Player(msgspec.Struct):
    """A player in turn. Units: chips. `bet` is this street's; `paid` the whole hand's, without `ante`."""

    seat: int
    stack: int
    start: int
    bet: int = 0
    paid: int = 0
    ante: int = 0
    folded: bool = False
    mucked: bool = False
    shown: bool = False
    answered: int | None = None  # the bet he last acted on in this street
    freed: bool = False  # a wager that counts came since he acted
    checked: bool = False  # in this street

    @property
    def live(self) -> bool:
        return not self.folded and not self.mucked

    def pay(self, chips: int) -> int:
        """Put chips into the bet, as many as there are; return how many went in."""
        chips = min(chips, self.stack)
        self.stack -= chips
        self.bet += chips
        self.paid += chips
        return chips


class Range(msgspec.Struct, frozen=True):
    """The totals for the street that a bet or raise may come to; all-in for less than `low` where both are the same."""

    low: int
    high: int


class HandModel:
    """One hand as the generator keeps it, from `new_hand` to the payoffs. Call only what may be done: it checks nothing."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.players = [Player(seat, setup.stacks[seat], setup.stacks[seat]) for seat in setup.order]
        self.moment: Moment = "before"
        self.street = 0
        self.round = Round(setup, 0, len(self.players))
        self.short = False  # the last bet or raise of this street was an all-in that is no full one
        self.turn: Player | None = None
        self.dealt = False  # a card has been dealt
        self.straddlers: list[Player] = []
        self.last_raiser: Player | None = None
        self.owing: dict[int, list[tuple[str, int]]] = {}
        self.is_void = False
        self.lying: list[int] = []  # the pots as they were gathered last, main pot first
        self.pots: list[payout.Pot] = []
        self.payoffs: dict[int, int] = {}
        self.game = GAMES[setup.game]
        self.held: list[list[int]] = [[] for _ in self.players]  # cards by their place in the deck
        self.on_board: list[int] = []
        self.to_draw: list[Player] = []  # who has yet to say how many cards he changes, or to give up his, in turn

    # -- who is who --------------------------------------------------------------------------------

    def at(self, seat: int) -> Player | None:
        """Return the player of a seat; None = not in the hand."""
        return next((player for player in self.players if player.seat == seat), None)

    @property
    def in_hand(self) -> list[Player]:
        return [player for player in self.players if not (player.folded or player.mucked)]

    @property
    def opening(self) -> bool:
        """Whether somebody has to open the round, and nobody has."""
        return False

    @property
    def big_blind_at(self) -> int:
        """Heads-up the button has the small blind. Source: home.4.hu_blinds, roberts.blinds.4."""
        return 0 if len(self.players) == 2 else 1

    # -- forced bets -------------------------------------------------------------------------------

    def begin(self) -> None:
        """The hand begins: antes and blinds are owed."""
        blinds = self.setup.stakes
        self.moment = "posting"
        big = self.big_blind_at
        small = 1 - big if len(self.players) == 2 else 0
        payers = {"all": range(len(self.players)), "big_blind": (big,), "button": (len(self.players) - 1,)}[blinds.ante_from]
        for i, player in enumerate(self.players):
            owed = [("blind", blinds.small_blind)] if i == small else [("blind", blinds.big_blind)] if i == big else []
            if i in payers:
                owed = [("ante", blinds.ante), *owed] if blinds.ante_from == "all" else [*owed, ("ante", blinds.ante)]
            if owed := [(what, chips) for what, chips in owed if chips]:
                self.owing[player.seat] = owed

    def post(self, seat: int | None = None) -> None:
        """Antes and blinds go in, of one seat or of all; who has less is all-in. Source: cooke.4.09.b, roberts.blinds.1."""
        for paying in [seat] if seat is not None else list(self.owing):
            player = self.at(paying)
            for what, chips in self.owing.pop(paying):
                if player is None:
                    continue
                if what == "ante":
                    went = min(chips, player.stack)
                    player.stack -= went
                    player.ante += went
                else:
                    player.pay(chips)
        if not self.owing:
            self._posted()

    def _posted(self) -> None:
        self.moment = "betting"
        self.round = Round(self.setup, 0, self._contesting())
        self._pass_turn(self.big_blind_at)

    def void(self) -> None:
        """The hand does not count: every chip goes back. Source: cooke.14.20.m, home.7.before_two."""
        for player in self.players:
            player.stack, player.bet, player.paid, player.ante = player.start, 0, 0, 0
        self.turn, self.owing, self.pots, self.lying = None, {}, [], []
        self.moment, self.is_void = "over", True

    # -- straddles ----------------------------------------------------------------------------------

    @property
    def straddles_played(self) -> bool:
        """Whether anybody may straddle in this house and game. Source: roberts.blinds.16, roberts.nl.12a, cooke.12.18.a."""
        answers = self.setup.answers
        return answers.straddle_limit_games if self.round.is_limit else answers.straddle_big_bet

    @property
    def acted(self) -> bool:
        """Whether somebody has acted in this round: blinds and straddles are no action."""
        return any(player.folded or (player.answered is not None and player not in self.straddlers) for player in self.players)

    @property
    def before_play(self) -> bool:
        """Whether the blinds are in, no card is dealt, and nobody has acted: the time for straddles. Source: cooke.12.18.a."""
        return self.moment == "betting" and not self.street and not self.dealt and not self.acted

    def next_straddler(self) -> Player | None:
        """Who sits left of the big blind, or of the last straddler; None where that is a blind again."""
        at = self.players.index(self.straddlers[-1]) if self.straddlers else self.big_blind_at
        return self.players[at + 1] if at + 1 < len(self.players) and len(self.players) > 2 else None

    def straddle_to(self) -> int:
        """What the next straddle comes to. Source: cooke.12.18.a, cooke.12.18.c, roberts.nl.12b."""
        return self.round.price + self.setup.stakes.small_bet if self.straddlers else 2 * self.setup.stakes.big_blind

    def straddle(self, player: Player) -> None:
        """He raises blind: he acts last and may raise, unless the straddles have made every raise. Source: cooke.12.18.d, cooke.12.18.e."""
        to_chips = self.straddle_to()
        player.pay(to_chips - player.bet)
        self.round.straddled(to_chips)
        self.straddlers.append(player)
        if self.round.capped:
            player.answered = to_chips
        self.round.left(self._contesting())
        self._pass_turn(self.players.index(player))

    # -- how it has to stand ------------------------------------------------------------------------

    def stands(self) -> dict[str, Any]:
        """Return how the table has to stand, as the expectations of a scenario say it."""
        deck = self.setup.deck
        state: dict[str, Any] = {
            "stage": _STAGES[self.moment],
            "street": self.game.streets[self.street].name,
            "to_act": "nobody",
            "min_raise_to": "none",
            "max_raise_to": "none",
            "bets": {player.seat: player.bet for player in self.players},
            "pots": [] if self.moment == "over" else list(self.lying),
            "board": [card_text(deck[at]) for at in self.on_board],
            "live": sorted(player.seat for player in self.in_hand),
        }
        if self.turn is not None:
            may = self.wager_range(self.turn)
            state |= {"to_act": self.turn.seat, "to_call": self.call_chips(self.turn)}
            state |= {} if may is None else {"min_raise_to": may.low, "max_raise_to": may.high}
        order = self.show_order() if self.moment == "showdown" else []
        stands: dict[str, Any] = {
            "state": state,
            "stacks": {player.seat: player.stack for player in self.players},
            "shows_first": order[0].seat if order else "nobody",
        }
        if self.is_void:
            state["stage"] = "void"
        return stands | ({"payoffs": dict(self.payoffs)} if self.moment == "over" and not self.is_void else {})

    # -- what the player in turn may do -------------------------------------------------------------

    @property
    def price(self) -> int:
        """What a player must have in front of him."""
        return self.round.price if self.moment == "betting" else 0

    @property
    def step(self) -> int:
        """The size of the last full bet or raise."""
        return self.round.step

    def call_chips(self, player: Player) -> int:
        return min(self.price - player.bet, player.stack)

    def why_no_raise(self, player: Player) -> WhyNoRaise:
        """Source: roberts.nl.3b, cooke.8.01.03.a, cooke.8.01.03.b, cooke.9.09.a, cooke.9.16.a."""
        price = self.price
        if player.bet + player.stack <= price:
            return "only_call"
        if self.round.capped:
            return "capped"
        if player.answered is not None and not self.round.reopened(player.answered, player.freed):
            return "not_reopened"
        if player.checked and not self.setup.answers.check_raise:
            return "check_raise"
        for other in self.players:
            if other is not player and other.live and other.stack and other.bet + other.stack > price:
                return ""
        return "nobody_to_answer"

    def bounds(self, player: Player) -> Range:
        """Return the least and the most that he might bet or raise to, if he may and his stack had no end."""
        most = self.round.most(self._pot_as_counted(player), self.price - player.bet)
        return Range(self.round.least(), NO_END if most is None else most)

    def wager_range(self, player: Player) -> Range | None:
        """Return what he may bet or raise to. Source: cooke.8.01.a, cooke.8.01.02.c, cooke.9.09.a."""
        if self.why_no_raise(player):
            return None
        bounds, all_in = self.bounds(player), player.bet + player.stack
        return Range(min(bounds.low, all_in), min(bounds.high, all_in))

    def _pot_as_counted(self, player: Player) -> int:
        """Everything in the pot and before the players, as pot-limit counts it: small and short blinds for full ones where the house does.

        Source: cooke.8.02.03.d, roberts.pl.5a, roberts.pl.5b.
        """
        pot = sum(one.paid + one.ante for one in self.players)
        if self.street:
            return pot
        stakes, answers = self.setup.stakes, self.setup.answers
        big = self.players[self.big_blind_at]
        small = self.players[1 - self.big_blind_at]
        counted = {id(small): small.bet, id(big): big.bet}
        if answers.pot_limit_short_blind == "as_full_blind":
            for one, blind in ((small, stakes.small_blind), (big, stakes.big_blind)):
                counted[id(one)] = max(one.bet, blind) if not one.stack else one.bet
        if answers.pot_limit_small_blind_full and stakes.small_blind and big.answered is None and not big.folded and player is not small:
            counted[id(small)] = max(counted[id(small)], stakes.big_blind)
        return pot + sum(counted.values()) - small.bet - big.bet

    def _contesting(self) -> int:
        """How many players are in the hand and not all-in."""
        return len([player for player in self.in_hand if player.stack])

    # -- what players do ----------------------------------------------------------------------------

    def fold(self, player: Player) -> None:
        player.folded = True
        left = [other for other in self.players if not other.folded]
        if len(left) == 1:
            self._win_alone(left[0])
            return
        self.round.left(self._contesting())
        self._pass_turn(self.players.index(player))

    def wager(self, player: Player, to_chips: int) -> None:
        """Check, call, bet, raise or complete: his total for the street becomes this."""
        player.checked = player.checked or not to_chips
        player.pay(to_chips - player.bet)
        if to_chips > self.price:
            self.short = to_chips < self.round.least()
            if self.round.wager(to_chips):
                for other in self.players:
                    other.freed = True
            self.last_raiser = player
        player.answered, player.freed = self.price, False
        self.round.left(self._contesting())
        self._pass_turn(self.players.index(player))

    def _pass_turn(self, after: int) -> None:
        self.turn = self._next(after)
        if self.turn is None:
            self._close()

    def _next(self, after: int) -> Player | None:
        """Return who acts next, clockwise: he has chips and has not answered the bet. Source: cooke.4.06.a, home.3.round_end."""
        count = len(self.players)
        for player in (self.players[(after + k) % count] for k in range(1, count + 1)):
            if player.live and player.stack and player.answered != self.price:
                others = [other for other in self.in_hand if other is not player]
                alone = all(not other.stack and other.bet <= player.bet for other in others)
                return None if alone else player
        return None

    def _close(self) -> None:
        """The betting round is over: what nobody matched goes back, and the next cards are due. Source: cooke.4.12.a."""
        self._take_back()
        for player in self.players:
            player.bet, player.answered, player.freed, player.checked = 0, None, False, False
        self.turn, self.short = None, False
        self.lying = [pot.chips for pot in self.gathered()]
        self._await_cards()

    def _await_cards(self) -> None:
        """The next street's cards are due, or what players change and give up before them; after the last street hands are shown."""
        if self.street == len(self.game.streets) - 1:
            self._to_showdown()
            return
        coming = self.game.streets[self.street + 1]
        first = (coming.draw or coming.discard) and not coming.late
        self.to_draw = [player for player in self.players if player.live] if first else []
        self.moment = "drawing" if self.to_draw else "board"

    def await_discards(self) -> None:
        """The board lies there, and everybody gives up cards before its round. Source: cooke.6.08.02.a."""
        self.to_draw = [player for player in self.players if player.live]
        self.moment = "drawing"

    def _take_back(self) -> None:
        best, second = sorted((player.bet for player in self.players), reverse=True)[:2]
        if best > second:
            owner = next(player for player in self.players if player.bet == best)
            owner.bet -= best - second
            owner.paid -= best - second
            owner.stack += best - second

    @property
    def betting_over(self) -> bool:
        """Whether nobody can bet any more, so that hands are turned up while the board is run out. Source: home.4.faceup."""
        return len([player for player in self.in_hand if player.stack]) < 2

    # -- cards and the showdown ----------------------------------------------------------------------

    def open_street(self) -> None:
        """The cards of the next street lie there: betting, or with nobody left to bet the next cards, or the showdown."""
        self.street += 1
        self.last_raiser = None
        self.round = Round(self.setup, self.street, self._contesting())
        self.moment = "betting"
        self.turn = self._next(-1)
        if self.turn is None:
            self._await_cards()

    def show(self, player: Player) -> None:
        player.shown = True
        self._settle()

    def muck(self, player: Player) -> None:
        player.mucked = True
        payout.give_up(self.pots, self.players.index(player))
        self._settle()

    def show_order(self) -> list[Player]:
        """Who has yet to show, in order: side pots first, the last aggressor before the others. Source: roberts.showdown.7a, 7b, 7d."""
        needed = payout.contested(self.pots)
        first = self._first_to_show()
        count = len(self.players)
        waiting = [i for i in ((first + k) % count for k in range(count)) if i in needed and not self.players[i].shown]
        last_pot = {i: number for number, pot in enumerate(self.pots) for i in pot.contenders}
        return [self.players[i] for i in sorted(waiting, key=lambda i: -last_pot[i])]

    def _first_to_show(self) -> int:
        return self.players.index(self.last_raiser) if self.last_raiser is not None else 0

    def halves(self) -> tuple[Strength, ...]:
        """What the pot is shared by in this house."""
        return self.game.halves

    def _odd_chip_orders(self, showing: set[int]) -> list[list[int]]:
        """The players of each half in the order in which odd chips go to them; none = clockwise."""
        return []

    def gathered(self) -> list[payout.Pot]:
        """The pots of everything put in so far."""
        live = [i for i, player in enumerate(self.players) if not player.folded]
        if self.setup.stakes.ante_from == "all":
            return payout.peel([player.paid + player.ante for player in self.players], live, 0)
        return payout.peel([player.paid for player in self.players], live, sum(player.ante for player in self.players))

    def _to_showdown(self) -> None:
        self.moment = "showdown"
        self.pots = self.gathered()
        self._settle()

    def _settle(self) -> None:
        if self.moment != "showdown" or not all(self.players[i].shown for i in payout.contested(self.pots)):
            return
        deck, answers = self.setup.deck, self.setup.answers
        board, showing = [deck[at] for at in self.on_board], payout.contested(self.pots)
        halves = [{i: strength([deck[at] for at in self.held[i]], board) for i in showing} for strength in self.halves()]
        unit = self.setup.stakes.unit if answers.odd_chip_unit == "min_betting_unit" else 1
        evenly = answers.tied_both_ways == "evenly_whole_pot"
        self._pay(payout.won(self.pots, halves, payout.Dividing(unit, evenly, self._odd_chip_orders(showing))))

    def _win_alone(self, winner: Player) -> None:
        self._take_back()
        self._pay({self.players.index(winner): sum(player.paid + player.ante for player in self.players)})

    def _pay(self, taken: dict[int, int]) -> None:
        self.moment, self.turn = "over", None
        for i, player in enumerate(self.players):
            player.stack += taken.get(i, 0)
            player.bet = 0
            self.payoffs[player.seat] = player.stack - player.start
