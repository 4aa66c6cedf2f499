"""What of a hand lies where, and what the player in turn may do, as the generator keeps it."""

from __future__ import annotations

from sim.torture import payout
from sim.torture.games import GAMES
from sim.torture.player import NO_END, Moment, Player, Range, WhyNoRaise
from sim.torture.rounds import Round
from sim.torture.setup import Setup


class HandBook:
    """One hand, from `new_hand` to the payoffs. Nothing is done here: `HandModel` does it."""

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

    def has_acted(self, player: Player) -> bool:
        """Whether he has done anything in this round: blinds and straddles are no action. Source: cooke.10.17, roberts.misdeals.2b."""
        return player.folded or (player.answered is not None and player not in self.straddlers)

    def hidden(self, player: Player) -> list[int]:
        """Return his cards that lie face down."""
        return self.held[self.players.index(player)]

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
        pot_chips = self._pot_as_counted(player) if self.setup.stakes.limit == "pot_limit" else 0  # nothing else asks for it
        most = self.round.most(pot_chips, self.price - player.bet)
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
