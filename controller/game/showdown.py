"""Showdown: who shows first, showing and mucking, awards and odd chips."""

from __future__ import annotations

from msgspec.structs import replace

from controller.game import boards, deal, declared, joker, must_bet, openers, sight
from controller.game.awards import Contest, by_board, contest, contests, name_of, names_of, shares
from controller.game.cards import Card
from controller.game.drawn import left_late, unseen
from controller.game.hand import Hand
from controller.game.outcome import More, Refused, Told
from controller.game.sight import FULL_HAND_RULES, RULED_LIVE_RULES
from controller.game.uncontested import UNCONTESTED_RULES, payoffs, take_all
from controller.game.variants import VARIANTS

SHOW_RULES = ("roberts.showdown.1", "cooke.11.03")
#: All of the cards are shown, by how many there are; and what a hand of many is, the dealer says.
WHOLE_HAND_RULES = (*SHOW_RULES, "cooke.6.05.e")
WHOLE_OF_MANY_RULES = (*SHOW_RULES, "cooke.6.06.b")
READ_OUT_RULES = ("cooke.6.06.c", "cooke.6.06.e")
#: Cards are given up unshown; who would play the board gives it up with them.
MUCK_RULES = ("cooke.6.05.d",)
MUCK_AT_BOARD_RULES = ("cooke.6.05.d", "cooke.6.05.c", "cooke.def.dead_hand", "roberts.holdem.9")
ODD_CHIP_RULES = ("roberts.ties.5.1", "cooke.9.18.a")
#: The best hand at the showdown, and nobody left who calls.
BEST_RULES = ("cooke.4.12.b", "cooke.8.01.10.b", "home.1.win")
#: A pot with what deals left that nobody opened: each plays for what he has matched of it.
CARRIED_RULES = ("cooke.7.13.f",)
_NO_RULES: tuple[str, ...] = ()
BEST_ODD_RULES = (*BEST_RULES, *ODD_CHIP_RULES)
#: A pot is divided, and dealt for separately.
RUN_RULES = ("roberts.nl.14b",)
#: Games with up-cards: that a call was hopeless by what lay in sight changes nothing; odd chips go by card and suit.
BEST_UP_RULES = (*BEST_RULES, "cooke.5.23.a", "roberts.stud.21")
ODD_UP_RULES = (*BEST_UP_RULES, "cooke.9.18.b", "roberts.ties.5.2", "roberts.stud_hilo.8b", "roberts.stud_hilo.9a", "roberts.stud_hilo.9b")


def show_order(hand: Hand) -> tuple[int, ...]:
    """Return the seats that have yet to show or muck, in the order they ought to.

    The last aggressor of the street comes first, else the first left of the button, then
    clockwise; but those in the last side pot come before those who contest only earlier pots.
    Source: cooke.4.17.h, roberts.showdown.7a, roberts.showdown.7b, roberts.showdown.7d, cooke.11.07.b.
    """
    if hand.stage != "showdown":
        return ()
    n, first = len(hand.seats), _first_to_show(hand)
    open_to = {i: pot for pot, (_, who) in enumerate(hand.pots) for i in who}
    clockwise = [(first + k) % n for k in range(n)]
    waiting = [i for i in clockwise if i in open_to and hand.shown[i] is None and not hand.mucked[i] and _contested(hand, i)]
    return tuple(hand.seats[i] for i in sorted(waiting, key=lambda i: -open_to[i]))


def _first_to_show(hand: Hand) -> int:
    if "show.last_aggressor" in hand.off:
        return 0
    if hand.aggressor >= 0:
        return hand.aggressor
    return sight.best_index(hand) if VARIANTS[hand.variant].up_cards and not deal.ups_due(hand) else 0


def whole_hand(hand: Hand) -> int:
    """Return how many cards a hand has at the showdown; in games with up-cards a common one takes the place of one."""
    variant = VARIANTS[hand.variant]
    return variant.held_cards - (len(hand.board) if variant.up_cards else 0)


def show(
    hand: Hand, seat: int, cards: tuple[Card, ...] | None, *, tabled_early: bool, floor: bool = False
) -> Refused | tuple[Hand, list[Told]]:
    """Table a hand; `cards` names what no reader saw. `tabled_early` = betting is over, the board is not.

    Source: roberts.showdown.1, cooke.11.03, home.4.faceup.
    """
    refusal = _cannot_give(hand, seat, "show") if not tabled_early or hand.stage != "dealing" else _not_live(hand, seat, "show")
    if refusal is not None:
        return refusal
    i = hand.seats.index(seat)
    named = tabled(hand, i, cards, floor=floor)
    if isinstance(named, Refused):
        return named
    hand, cards = named
    shown = list(hand.shown)
    shown[i] = cards
    hand = replace(hand, shown=tuple(shown))
    if hand.setup.usual and not hand.boards.further:
        name = name_of(hand.setup, hand.board, cards)
    else:
        name = None if "show.read_out" in hand.off or _coming(hand) else names_of(hand.setup, boards.all_of(hand), cards)
    ruled = len(cards) < whole_hand(hand) and hand.stage == "showdown"
    rules = RULED_LIVE_RULES if ruled else READ_OUT_RULES if _many(hand) and name else ()
    told = [Told("shown", seat=seat, cards=cards, name=name, rules=rules)]
    return settle_if_done(hand, told), told


def _coming(hand: Hand) -> bool:
    """Whether players have yet to get cards of their own: a hand that is tabled by then is no whole one."""
    return hand.stage == "dealing" and VARIANTS[hand.variant].up_cards > 0


def laid_whole(hand: Hand, told: list[Told]) -> Hand:
    """Return the hand at its showdown, of who had tabled his cards before the last ones came: these lie open too, as far as they were read.

    Who lacks one shows again and names it.
    Source: roberts.showdown.1, home.4.faceup.
    """
    full = whole_hand(hand)
    if all(cards is None or len(cards) >= full for cards in hand.shown):
        return hand
    shown = list(hand.shown)
    for i, cards in enumerate(hand.shown):
        if cards is not None and len(cards) < full:
            known = hand.hole_of(i)
            shown[i] = known if len(known) == full and not hand.folded[i] else None
            if shown[i] is not None:
                name = None if "show.read_out" in hand.off else names_of(hand.setup, boards.all_of(hand), known)
                told.append(Told("shown", seat=hand.seats[i], cards=known, name=name))
    return replace(hand, shown=tuple(shown))


def tabled(hand: Hand, i: int, cards: tuple[Card, ...] | None, *, floor: bool = False) -> Refused | tuple[Hand, tuple[Card, ...]]:
    """Return a player's whole hand, and the hand with those cards of it that were not read but named; or why that cannot be."""
    seat, known = hand.seats[i], hand.hole_of(i)
    if cards is None and hand.setup.usual and len(known) == hand.setup.deals:
        return hand, known
    full = whole_hand(hand)
    if _coming(hand):  # as many as he was dealt so far, or one of the street that comes
        so_far = VARIANTS[hand.variant].hole_by_street[max(hand.street, 0)]
        full = len(known) if so_far <= len(known) < full else so_far
    owed = len(known) - full - unseen(hand, i)
    if owed > 0 and hand.stage != "showdown":
        why = f"Seat {seat} has yet to give {owed} card(s) up; show when that is done."
        return Refused("show.not_showdown", why, SHOW_RULES)
    if cards is None:
        least = sight.least_to_show(hand, full, floor=floor)
        if least <= len(known) <= full and not unseen(hand, i):
            return hand, _laid_out(hand, known)
        rules = FULL_HAND_RULES if VARIANTS[hand.variant].up_cards else SHOW_RULES
        why = f"{len(known)} cards were read" if len(known) < full else "not each card was read that he gave up or got"
        return Refused(
            "show.cards_unread",
            f"Of seat {seat}'s {full} cards {why}: name them all with the command.",
            rules,
        )
    wrong = _misnamed(hand, i, cards, full)
    if wrong is not None:
        return wrong
    for card in known:
        if card not in cards:
            hand = left_late(hand, i, card)
    known = hand.hole_of(i)
    more = bytes([card for card in cards if card not in known])
    cards = (*known, *[card for card in cards if card not in known])
    return replace(hand, dealt=hand.dealt + more, dealt_to=hand.dealt_to + bytes([i]) * len(more), entered=hand.entered + more), _laid_out(
        hand, cards
    )


def _laid_out(hand: Hand, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return a tabled hand as it is told: where cards are changed not in the order in which they came, for the new ones came last."""
    return tuple(sorted(cards, reverse=True)) if VARIANTS[hand.variant].draws else cards


def muck(hand: Hand, seat: int) -> Refused | tuple[Hand, list[Told]]:
    """Give a hand up unshown; it can win nothing that another still contests.

    Source: cooke.6.05.d, home.6.muck_ok, home.6.award.
    """
    refusal = _cannot_give(hand, seat, "muck")
    if refusal is not None:
        return refusal
    if "muck.final" in hand.off:
        return show(hand, seat, None, tabled_early=False)
    i = hand.seats.index(seat)
    mucked = list(hand.mucked)
    mucked[i] = True
    # a pot all others have given up already is his: only from contested ones he withdraws
    his = hand.folded.count(False) > 1 or i != hand.drawing.opener
    left = tuple((chips, who if who == (i,) and his else tuple(j for j in who if j != i)) for chips, who in hand.pots)
    told = [Told("mucked", seat=seat, rules=MUCK_AT_BOARD_RULES if hand.board else MUCK_RULES)]
    return settle_if_done(replace(declared.mucked(hand, i), mucked=tuple(mucked), pots=left), told), told


def settle_if_done(hand: Hand, told: list[Told]) -> Hand:
    """Pay the pots out when every hand that contests one has been shown; else return the hand as it is, as it does while the hand is
    `unsure`.
    """
    if hand.stage != "showdown" or hand.amiss.unsure:
        return hand
    usual = hand.setup.usual
    if not usual:
        if hand.drawing.led and declared.waits(hand):
            return hand
        if hand.drawing.opener >= 0:
            hand = openers.judged(hand, told)
            if openers.owed(hand):
                return hand
            if hand.folded.count(False) == 1:
                return take_all(hand, told)
    if not all_shown(hand):
        return hand
    return _pay(hand if usual else declared.judged(hand, told) if hand.drawing.called or hand.drawing.led else hand, told)


def all_shown(hand: Hand) -> bool:
    """Whether every hand that contests a pot lies open."""
    for _, who in hand.pots:
        if len(who) > 1:
            for i in who:
                if hand.shown[i] is None:
                    return False
    return True


def _pay(hand: Hand, told: list[Told]) -> Hand:
    """Award each pot for itself, side pots before the main pot (cooke.11.07.a), and end the hand."""
    if hand.boards.further:
        return _pay_boards(hand, told)
    board = hand.board if "burns.out_of_play" not in hand.setup.off else (*hand.board, *hand.burned)
    at, more_rules = contest(hand.setup, board, hand.shown), _NO_RULES
    if not hand.setup.usual:
        hand, more_rules = must_bet.settled(hand, at, told)
        more_rules += CARRIED_RULES if hand.setup.carried.deals else ()
    stacks = list(hand.stacks)
    for pot in range(len(hand.pots) - 1, -1, -1):
        chips, who = hand.pots[pot]
        if not who:
            continue  # nobody may win it: it stays for the next deal
        if len(who) == 1:
            stacks[who[0]] += chips
            told.append(Told("pot_awarded", hand.seats[who[0]], chips, pot=pot, rules=UNCONTESTED_RULES + more_rules))
            continue
        _share(hand, (pot, chips, who), at, stacks, told, more_rules=more_rules)
    final = tuple(stacks)
    return replace(hand, stage="ended", to_act=-1, stacks=final, payoffs=payoffs(hand, final, told))


def _pay_boards(hand: Hand, told: list[Told]) -> Hand:
    """Award each pot for itself, and of each pot the share of every board. Source: roberts.nl.14b, cooke.6.09.d."""
    each = contests(hand.setup, boards.all_of(hand), hand.shown)
    stacks = list(hand.stacks)
    for pot in range(len(hand.pots) - 1, -1, -1):
        chips, who = hand.pots[pot]
        if len(who) == 1:
            stacks[who[0]] += chips
            told.append(Told("pot_awarded", hand.seats[who[0]], chips, pot=pot, rules=UNCONTESTED_RULES))
            continue
        for number, (part, at) in enumerate(zip(by_board(chips, len(each), each[0]), each, strict=True), 1):
            if part:
                _share(hand, (pot, part, who), at, stacks, told, board=number if len(each) > 1 else 0)
    final = tuple(stacks)
    return replace(hand, stage="ended", to_act=-1, stacks=final, payoffs=payoffs(hand, final, told))


def _share(
    hand: Hand,
    of: tuple[int, int, tuple[int, ...]],
    at: Contest,
    stacks: list[int],
    told: list[Told],
    *,
    board: int = 0,
    more_rules: tuple[str, ...] = (),
) -> None:
    """Award what is contested of one pot (`of`: its number, chips, who may win them), on that board where there are several; the winners'
    stacks grow.
    """
    pot, chips, who = of
    found = shares(chips, who, at)
    even, odd = (BEST_UP_RULES, ODD_UP_RULES) if VARIANTS[hand.variant].up_cards else (BEST_RULES, BEST_ODD_RULES)
    rules: tuple[str, ...] = even if found[0].chips == found[-1].chips else odd
    if more_rules:
        rules += more_rules
    if board and hand.boards.runs > 1:
        rules = RUN_RULES + rules
    for i, share, half, split, strength in found:
        stacks[i] += share
        name = half.named(strength)
        more = More(half=half.name if split else "", board=board) if split or board else None
        told.append(Told("pot_awarded", hand.seats[i], share, pot=pot, name=name, rules=rules, more=more))


def _contested(hand: Hand, i: int) -> bool:
    """Whether somebody else contests a pot that player i is in, or he has openers to show."""
    return (
        any(who != (i,) for _, who in hand.pots if i in who)
        or (i == hand.drawing.opener and openers.owed(hand))
        or i in hand.drawing.led[1::2]
    )


def _not_live(hand: Hand, seat: int, verb: str) -> Refused | None:
    if seat not in hand.seats:
        return Refused(f"{verb}.not_in_hand", f"Seat {seat} is not in this hand; in it are seats {_listed(hand.seats)}.")
    i = hand.seats.index(seat)
    if hand.folded[i]:
        return Refused(f"{verb}.folded", f"Seat {seat} has folded and can win nothing.", ("cooke.4.12.e",))
    if hand.mucked[i]:
        return Refused(f"{verb}.mucked", f"Seat {seat} has mucked; the hand is dead.", ("cooke.6.05.d",))
    if hand.shown[i] is not None:
        return Refused(f"{verb}.already_shown", f"Seat {seat} has shown: a tabled hand speaks for itself.", ("roberts.showdown.2a",))
    return None


def _cannot_give(hand: Hand, seat: int, verb: str) -> Refused | None:
    """Return why this seat can neither show nor muck now, None when it can."""
    if hand.over:
        return Refused(f"{verb}.no_hand", "No hand is running: begin one with new_hand.")
    if hand.stage != "showdown":
        return Refused(f"{verb}.not_showdown", f"There is no showdown yet (now: {hand.stage}); to give up while betting, fold.")
    return _not_live(hand, seat, verb)


def _misnamed(hand: Hand, i: int, cards: tuple[Card, ...], full: int) -> Refused | None:
    """Return why these cards cannot be player i's hand.

    Names no card and does not tell one contradiction from another: others read the refusal too.
    """
    seat = hand.seats[i]
    known = hand.hole_of(i)
    gone = unseen(hand, i)
    if len(known) == full and not gone:  # whatever is named: the answer must not tell whether it was right
        return Refused("show.cards_read", f"The cards of seat {seat} were read: show without naming them.", SHOW_RULES)
    whole = len(cards) == full or "show.whole_hand" in hand.off
    if not whole or len(set(cards)) != len(cards) or not all(joker.in_deck(hand.setup, card) for card in cards):
        rules = WHOLE_OF_MANY_RULES if _many(hand) else FULL_HAND_RULES if VARIANTS[hand.variant].up_cards else WHOLE_HAND_RULES
        return Refused("show.cards_wrong", f"Name exactly {full} different cards of the deck for seat {seat}.", rules)
    if len(set(known) - set(cards)) > gone or any(card in hand.dealt and card not in known for card in cards):
        return Refused("show.cards_contradict", f"The cards named for seat {seat} contradict what was read: look again.", SHOW_RULES)
    return None


def _many(hand: Hand) -> bool:
    """Whether there are more cards than two or three to a hand, of which some play with some of the board."""
    variant = VARIANTS[hand.setup.variant]
    return variant.held_cards > 3 and variant.board_by_street[-1] > 0


def _listed(seats: tuple[int, ...]) -> str:
    return ", ".join(str(seat) for seat in sorted(seats))
