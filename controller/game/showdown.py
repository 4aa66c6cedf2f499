"""Showdown: who shows first, showing and mucking, awards and odd chips."""

from __future__ import annotations

from operator import sub

from msgspec.structs import replace

from controller.game import deal, pots, sight
from controller.game.awards import contest, name_of, shares
from controller.game.cards import DECK_SIZE, Card
from controller.game.hand import Hand
from controller.game.outcome import More, Refused, Told
from controller.game.variants import VARIANTS

SHOW_RULES = ("roberts.showdown.1", "cooke.11.03")
ODD_CHIP_RULES = ("roberts.ties.5.1", "cooke.9.18.a")
#: The best hand at the showdown, and nobody left who calls.
BEST_RULES = ("cooke.4.12.b", "cooke.8.01.10.b", "home.1.win")
BEST_ODD_RULES = (*BEST_RULES, *ODD_CHIP_RULES)
UNCONTESTED_RULES = ("cooke.4.12.a", "home.1.win", "home.6.noshow")
LAST_LEFT_RULES = ("cooke.4.03.b", *UNCONTESTED_RULES)


def show_order(hand: Hand) -> tuple[int, ...]:
    """Return the seats that have yet to show or muck, in the order they ought to.

    The last aggressor of the street comes first, else the first left of the button, then
    clockwise; but those in the last side pot come before those who contest only earlier pots.
    Source: cooke.4.17.h, roberts.showdown.7a, roberts.showdown.7b, roberts.showdown.7d, cooke.11.07.b.
    """
    if hand.stage != "showdown":
        return ()
    n = len(hand.seats)
    first = (
        hand.aggressor
        if hand.aggressor >= 0
        else sight.best_index(hand)
        if VARIANTS[hand.variant].up_cards and not deal.ups_due(hand)
        else 0
    )
    open_to = {i: pot for pot, (_, who) in enumerate(hand.pots) for i in who}
    clockwise = [(first + k) % n for k in range(n)]
    waiting = [i for i in clockwise if i in open_to and hand.shown[i] is None and not hand.mucked[i] and not _uncontested(hand, i)]
    return tuple(hand.seats[i] for i in sorted(waiting, key=lambda i: -open_to[i]))


def show(hand: Hand, seat: int, cards: tuple[Card, ...] | None, *, tabled_early: bool) -> Refused | tuple[Hand, list[Told]]:
    """Table a hand; `cards` names what no reader saw. `tabled_early` = betting is over, the board is not.

    Source: roberts.showdown.1, cooke.11.03, home.4.faceup.
    """
    refusal = _cannot_give(hand, seat, "show") if not tabled_early or hand.stage != "dealing" else _not_live(hand, seat, "show")
    if refusal is not None:
        return refusal
    i = hand.seats.index(seat)
    known = hand.hole_of(i)
    full = VARIANTS[hand.variant].held_cards - (len(hand.board) if VARIANTS[hand.variant].up_cards else 0)
    if len(known) > full:
        return Refused(
            "show.not_showdown", f"Seat {seat} has yet to give {len(known) - full} card(s) up; show when that is done.", SHOW_RULES
        )
    if cards is None:
        if len(known) != full:
            return Refused(
                "show.cards_unread",
                f"Only {len(known)} of seat {seat}'s {full} cards were read: name them all with the command.",
                SHOW_RULES,
            )
        cards = known
    else:
        wrong = _misnamed(hand, i, cards, full)
        if wrong is not None:
            return wrong
        unread = bytes([card for card in cards if card not in known])
        cards = (*known, *[card for card in cards if card not in known])
        hand = replace(hand, dealt=hand.dealt + unread, dealt_to=hand.dealt_to + bytes([i]) * len(unread), entered=hand.entered + unread)
    shown = list(hand.shown)
    shown[i] = cards
    hand = replace(hand, shown=tuple(shown))
    told = [Told("shown", seat=seat, cards=cards, name=name_of(hand.setup, hand.board, cards))]
    return settle_if_done(hand, told), told


def muck(hand: Hand, seat: int) -> Refused | tuple[Hand, list[Told]]:
    """Give a hand up unshown; it can win nothing that another still contests.

    Source: cooke.6.05.d, home.6.muck_ok, home.6.award.
    """
    refusal = _cannot_give(hand, seat, "muck")
    if refusal is not None:
        return refusal
    i = hand.seats.index(seat)
    mucked = list(hand.mucked)
    mucked[i] = True
    # a pot all others have given up already is his: only from contested ones he withdraws
    left = tuple((chips, who if who == (i,) else tuple(j for j in who if j != i)) for chips, who in hand.pots)
    told = [Told("mucked", seat=seat, rules=("cooke.6.05.d",))]
    return settle_if_done(replace(hand, mucked=tuple(mucked), pots=left), told), told


def settle_if_done(hand: Hand, told: list[Told]) -> Hand:
    """Pay the pots out when every hand that contests one has been shown; else return the hand as it is."""
    if hand.stage != "showdown":
        return hand
    for _, who in hand.pots:
        if len(who) > 1:
            for i in who:
                if hand.shown[i] is None:
                    return hand
    return _pay(hand, told)


def win_uncontested(hand: Hand, folded: tuple[bool, ...], last_acts: tuple[str, ...], told: list[Told]) -> Hand:
    """Return the hand after the fold that left one player: he takes everything and need not show.

    His uncalled chips go back to him first.
    Source: cooke.4.12.a, cooke.4.03.b, home.1.win, home.6.noshow.
    """
    winner = folded.index(False)
    stacks, put_in = pots.take_back_uncalled(hand, told)
    chips = sum(put_in)
    told.append(Told("street_closed", None, chips))
    told.append(Told("pot_awarded", hand.setup.seats[winner], chips, pot=0, rules=LAST_LEFT_RULES))
    work = [*stacks]
    work[winner] += chips
    stacks = tuple(work)
    return replace(
        hand,
        stage="ended",
        folded=folded,
        last_acts=last_acts,
        to_act=-1,
        stacks=stacks,
        put_in=put_in,
        bets=(0,) * len(work),
        current_bet=0,
        payoffs=_payoffs(hand, stacks, told),
        pots=((chips, (winner,)),),
    )


def _pay(hand: Hand, told: list[Told]) -> Hand:
    """Award each pot for itself, side pots before the main pot (cooke.11.07.a), and end the hand."""
    at = contest(hand.setup, hand.board, hand.shown)
    stacks = list(hand.stacks)
    for pot in range(len(hand.pots) - 1, -1, -1):
        chips, who = hand.pots[pot]
        if len(who) == 1:
            stacks[who[0]] += chips
            told.append(Told("pot_awarded", hand.seats[who[0]], chips, pot=pot, rules=UNCONTESTED_RULES))
            continue
        found = shares(chips, who, at)
        rules = BEST_RULES if found[0].chips == found[-1].chips else BEST_ODD_RULES
        for i, share, half, split, strength in found:
            stacks[i] += share
            name = half.named(strength)
            more = More(half=half.name) if split else None
            told.append(Told("pot_awarded", hand.seats[i], share, pot=pot, name=name, rules=rules, more=more))
    final = tuple(stacks)
    return replace(hand, stage="ended", to_act=-1, stacks=final, payoffs=_payoffs(hand, final, told))


def _payoffs(hand: Hand, stacks: tuple[int, ...], told: list[Told]) -> tuple[int, ...]:
    """Return and tell what each player won or lost, now that the chips are with their owners."""
    payoffs = tuple(map(sub, stacks, hand.start_stacks))
    told.append(Told("hand_ended", payoffs=tuple(zip(hand.setup.seats, payoffs, strict=True))))
    return payoffs


def _uncontested(hand: Hand, i: int) -> bool:
    """Whether nobody else contests any pot player i is in."""
    return all(who == (i,) for _, who in hand.pots if i in who)


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
    if len(known) == full:  # whatever is named: the answer must not tell whether it was right
        return Refused("show.cards_read", f"The cards of seat {seat} were read: show without naming them.", SHOW_RULES)
    if len(cards) != full or len(set(cards)) != full or not all(0 <= card < DECK_SIZE for card in cards):
        return Refused("show.cards_wrong", f"Name exactly {full} different cards of the deck for seat {seat}.", SHOW_RULES)
    if not set(known) <= set(cards) or any(card in hand.dealt and card not in known for card in cards):
        return Refused("show.cards_contradict", f"The cards named for seat {seat} contradict what was read: look again.", SHOW_RULES)
    return None


def _listed(seats: tuple[int, ...]) -> str:
    return ", ".join(str(seat) for seat in sorted(seats))
