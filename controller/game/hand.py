"""One hand: its frozen state.

Players are indexed in deal order: index 0 is the first seat left of the button, the last index
is the button. Heads-up, index 0 is the big blind and index 1 the button with the small blind.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from controller.game import boards
from controller.game.amiss import NOTHING_AMISS, Amiss
from controller.game.awards import PLAIN_AWARDS, AwardRules
from controller.game.boards import ONE_BOARD, Boards
from controller.game.cards import ALL_CARDS, Card
from controller.game.carried import NOTHING, Carried
from controller.game.chips import Stakes
from controller.game.draw_rules import PLAIN_DRAWS, DrawRules
from controller.game.drawn import NO_DRAWING, Drawing, all_cards
from controller.game.early import Early
from controller.game.limits import FRESH, PLAIN, BettingRules, Round, is_plain, street_size
from controller.game.sight_rules import PLAIN_SIGHT, SightRules
from controller.game.variants import VARIANTS
from controller.game.zones import MAX_SEATS

Stage = Literal["posting", "betting", "dealing", "drawing", "showdown", "ended", "void"]

#: In `Hand.dealt_to`: the card went to the board or the burns.
TO_TABLE: Final = 255

#: The stages of a hand that is finished: paid out or refunded.
OVER: Final = ("ended", "void")


class Due(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A forced bet: of which player, how many chips, and whether it is his `ante`, `small_blind` or `big_blind`."""

    index: int
    amount_chips: int
    do: str


class Setup(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """What a hand begins with and keeps: one field of the hand, for every event makes a new hand.

    `plain` = no-limit as everybody plays it: nothing asks for `Hand.round`. `usual` = the game has nothing but blinds, hole cards that
    stay and a board, and no rule is switched off: nothing asks for what other games have, nor for `off`. `off` names rules that are
    switched off: only the coverage of the rules does that.
    """

    button: int
    stakes: Stakes
    seats: tuple[int, ...]
    variant: str = "holdem"
    index_of: tuple[int, ...] = ()  # by seat number: the index of its player, -1 when not in the hand
    betting: BettingRules = PLAIN
    plain: bool = True
    off: frozenset[str] = frozenset()
    awards: AwardRules = PLAIN_AWARDS
    dead_small: bool = False  # nobody has the small blind: the first left of the button has the big one
    sight: SightRules = PLAIN_SIGHT
    draws: DrawRules = PLAIN_DRAWS
    carried: Carried = NOTHING
    if_unopened: BettingRules = PLAIN  # how the game that is played when nobody opens this one bets
    most_runs: int = 1  # how often an all-in may be run in this house
    board_antennas: int = 1  # places of the board with an antenna of their own; one reads all boards, in the order of dealing
    deals: int = 0  # hole cards of each, where all come down and stay: the plain case of `deal`; 0 in games with up-cards or changes
    usual: bool = False


class Hand(msgspec.Struct, frozen=True, gc=False):
    """The state of a hand. All tuples of players are indexed in deal order.

    Stage: `posting` blinds are owed; `betting` somebody is to act; `dealing` waits for board
    cards; `drawing` for players to change or give up cards; `showdown` waits
    for hands to be shown or mucked; `ended` paid out; `void` refunded.
    Units: chips. `bets` are this street's, `put_in` the whole hand's (blinds and antes too).
    Invariants: `stacks[i] + put_in[i]` is what player i began with until the hand has ended; a
    card is in at most one of `holes`, `board` and `burned`. These three are history: what a card
    does on the felt afterwards does not take it out of them.
    """

    # what changes most comes first: `replace` looks a field up by going through them
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    put_in: tuple[int, ...]
    to_act: int  # index of the player to act, -1 when nobody is
    current_bet: int  # what a player must have in front of him this street
    full_raise: int  # size of the last full bet or raise
    faced_at: tuple[int, ...]  # the bet each player last acted on, -1 before he has acted
    aggressor: int  # who bet or raised last on this street, -1 nobody
    last_acts: tuple[str, ...]  # what each did last: "raise 600", "" before he has acted
    dealt: bytes  # all cards of the hand (hole cards, board, burns), as they came
    dealt_to: bytes  # for each of them the index of the player who holds it, or `TO_TABLE`
    stage: Stage
    board: tuple[Card, ...]
    street: int  # 0 preflop, 1 flop, 2 turn, 3 river; -1 before a first street that waits for up-cards, or for the board
    folded: tuple[bool, ...]
    round: Round
    number: int
    setup: Setup
    dead_put_in: tuple[int, ...]  # antes: in the pot, no part of a bet
    start_stacks: tuple[int, ...]
    shown: tuple[tuple[Card, ...] | None, ...]
    mucked: tuple[bool, ...]  # gave up at the showdown
    burned: tuple[Card, ...]
    payoffs: tuple[int, ...] = ()  # set when ended
    pots: tuple[tuple[int, tuple[int, ...]], ...] = ()  # gathered pots: (chips, indices who may win it)
    owing: tuple[Due, ...] = ()  # antes and blinds yet to be posted, in order of payment
    entered: bytes = b""  # cards of the hand that a person named and no reader saw come
    early: tuple[Early, ...] = ()  # what was done out of turn, oldest first
    up: bytes = b""  # cards of players that lie in everybody's sight, as they came; of `dealt`
    drawing: Drawing = NO_DRAWING  # what was changed and given up
    kept: bytes = b""  # folded players without a bet to face, in games with up-cards: their places get cards until somebody bets
    boards: Boards = ONE_BOARD  # those beside the first
    amiss: Amiss = NOTHING_AMISS  # what is not as the plan has it

    @property
    def button(self) -> int:
        """As the hand's setup has it."""
        return self.setup.button

    @property
    def stakes(self) -> Stakes:
        """As the hand's setup has it."""
        return self.setup.stakes

    @property
    def seats(self) -> tuple[int, ...]:
        """As the hand's setup has it."""
        return self.setup.seats

    @property
    def variant(self) -> str:
        """As the hand's setup has it."""
        return self.setup.variant

    @property
    def index_of(self) -> tuple[int, ...]:
        """As the hand's setup has it."""
        return self.setup.index_of

    @property
    def betting(self) -> BettingRules:
        """As the hand's setup has it."""
        return self.setup.betting

    @property
    def plain(self) -> bool:
        """As the hand's setup has it."""
        return self.setup.plain

    @property
    def off(self) -> frozenset[str]:
        """As the hand's setup has it."""
        return self.setup.off

    @property
    def holes(self) -> tuple[tuple[Card, ...], ...]:
        """Each player's hole cards as they came, folded and mucked ones too."""
        holes: list[list[Card]] = [[] for _ in self.seats]
        for card, index in zip(self.dealt, self.dealt_to, strict=True):
            if index != TO_TABLE:
                holes[index].append(Card(card))
        return tuple([tuple(held) for held in holes])

    def hole_of(self, index: int) -> tuple[Card, ...]:
        """The hole cards of one player, as they came."""
        return tuple([ALL_CARDS[card] for card, holder in zip(self.dealt, self.dealt_to, strict=True) if holder == index])

    @property
    def up_to(self) -> bytes:
        """For each card of `up` the index of the player who holds it."""
        return self.up.translate(bytes.maketrans(self.dealt, self.dealt_to))

    def up_of(self, index: int) -> tuple[Card, ...]:
        """The cards of one player that everybody sees, as they came."""
        return tuple([ALL_CARDS[card] for card, holder in zip(self.up, self.up_to, strict=True) if holder == index])

    @property
    def given_up(self) -> bytes:
        """Cards that players changed or gave up, in order."""
        return all_cards(self.drawing.gone)

    @property
    def over(self) -> bool:
        """Whether the hand is finished: paid out or refunded."""
        return self.stage in OVER


def begin(
    *,
    number: int,
    variant: str,
    stakes: Stakes,
    seats: tuple[int, ...],
    stacks: tuple[int, ...],
    owing: tuple[Due, ...],
    betting: BettingRules = PLAIN,
    off: frozenset[str] = frozenset(),
    awards: AwardRules = PLAIN_AWARDS,
    dead_small: bool = False,
    sight: SightRules = PLAIN_SIGHT,
    draws: DrawRules = PLAIN_DRAWS,
    if_unopened: BettingRules = PLAIN,
    board_antennas: int = 1,
    most_runs: int = 1,
) -> Hand:
    """Return a hand about to begin: nothing posted, nothing dealt.

    Shape: `seats` in deal order, the button's last; `stacks` alike; `owing` the forced bets in order of payment.
    """
    row = VARIANTS[variant]
    setup = Setup(
        button=seats[-1],
        stakes=stakes,
        seats=seats,
        variant=variant,
        index_of=tuple([seats.index(seat) if seat in seats else -1 for seat in range(MAX_SEATS + 1)]),
        betting=betting,
        plain=is_plain(stakes, betting) and row.forced == "blinds",
        off=off,
        awards=awards,
        dead_small=dead_small,
        sight=sight,
        draws=draws,
        if_unopened=if_unopened,
        board_antennas=board_antennas,
        most_runs=most_runs,
        deals=0 if row.up_cards or row.changes_by_street[-1] else row.hole_cards,
        usual=row.usual and not off,
    )
    return begun(setup, number, stacks, owing)


def begun(setup: Setup, number: int, stacks: tuple[int, ...], owing: tuple[Due, ...]) -> Hand:
    """Return a hand about to begin, by its setup."""
    seats, by_deal = setup.seats, VARIANTS[setup.variant].forced in ("bring_in", "bomb")
    zeros, no = (0,) * len(seats), (False,) * len(seats)
    return Hand(
        number=number,
        setup=setup,
        stage="posting" if owing or not by_deal else "dealing",  # without antes the first cards are waited for at once
        dealt=b"",
        dealt_to=b"",
        round=FRESH,
        street=-1 if by_deal else 0,
        stacks=stacks,
        bets=zeros,
        put_in=zeros,
        dead_put_in=zeros,
        start_stacks=stacks,
        folded=no,
        shown=(None,) * len(seats),
        mucked=no,
        board=(),
        burned=(),
        to_act=-1,
        current_bet=0,
        full_raise=street_size(setup.stakes, setup.betting, setup.variant, 0),
        faced_at=(-1,) * len(seats),
        aggressor=-1,
        last_acts=("",) * len(seats),
        owing=owing,
        boards=boards.of_game(VARIANTS[setup.variant]),
    )
