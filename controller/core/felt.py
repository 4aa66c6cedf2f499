"""What the felt says: facts, discrepancies, timers. It is never refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from controller import events
from controller.core import announcing
from controller.core.tellings import Stepped, after, board_told, numbered, one_told, up_told
from controller.effects import Tell
from controller.game import boards, deal, drawing, joker, street
from controller.game.cards import DECK_SIZE, JOKER, Card
from controller.game.hand import OVER, Hand
from controller.game.outcome import Told
from controller.game.short_stub import mixes
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BOARDS, BURN, HOLE, HOLE_SEAT, MUCK, PLACE_BYTE, PLACES, UP, Zone
from controller.rules.house import House
from controller.table import antes, clocks, expiry, questions, seats, sight_calls, waiting
from controller.table.announcing import reminders, turns
from controller.table.dealing import (
    board_deal,
    board_watch,
    burns,
    deck_check,
    draw_burns,
    early_cards,
    jokers,
    remedies,
    sight,
    stub_count,
    stud_burns,
    stud_last,
    watch,
)
from controller.table.dealing.misdeals import Telling
from controller.table.dealing.state import AS_PLANNED, UNSHUFFLED, Move
from controller.table.table import QUIET, Table, running

#: By card, but for the joker: what of `card_places` lies before it and behind it.
_AROUND: Final = {card: (slice(card), slice(card + 1, None)) for card in range(DECK_SIZE)}

#: What a zone means for a card that comes to lie there, looked up once a Fact: its byte and number
#: among the places, the zone alone, and of an arrival the kind of its Tell, the seat, and `accept`.
Room: TypeAlias = Callable[[Table, events.CardMoved, Telling], Table]
_Route: TypeAlias = tuple[bytes, int, tuple[Zone, ...], Any, int | None, Callable[[Hand, Card, Any], Hand] | None]


def _route(zone: Zone | None) -> _Route:
    byte = PLACE_BYTE[zone]
    alone = () if zone is None else (zone,)
    arrival = deal.ARRIVALS.get(zone)
    if arrival is None:
        return byte, byte[0], alone, "card_moved", None, None
    return byte, byte[0], alone, arrival.kind, arrival.seat or None, arrival.accept


_ROUTES: Final[dict[Zone | None, _Route]] = {zone: _route(zone) for zone in PLACES}
#: Out of every antenna's field, or in a zone that holds no cards.
_NOWHERE: Final = _route(None)
_ON_BOARD: Final = (BOARD,)
_BYTE: Final = deal.BYTE
_TURNS: Final = deal.TURNS
_WATCHED_PLACES: Final = frozenset({PLACE_BYTE[BOARD][0], PLACE_BYTE[BURN][0]})
_BOARD_PLACES: Final = frozenset(PLACE_BYTE[zone][0] for zone in BOARDS)
#: `_FROM_TO[a][b]`: the zones a card went between, by number of place.
_FROM_TO: Final = tuple([tuple([_ROUTES[a][2] + _ROUTES[b][2] for b in PLACES]) for a in PLACES])
#: The same, with whether one of them is a board, and whether the deal is held against the plan when a card leaves the first of them.
_MOVES: Final = tuple(
    [
        tuple([(zones, not _BOARD_PLACES.isdisjoint((a, b)), a in _WATCHED_PLACES) for b, zones in enumerate(row)])
        for a, row in enumerate(_FROM_TO)
    ]
)
#: Of those between which cards go that are in nobody's sight, and that the deal is not held against the plan for.
_IS_PLAIN: Final = tuple([tuple([not of_board and not is_watched for _, of_board, is_watched in row]) for row in _MOVES])


def card_moved(table: Table, event: events.CardMoved, house: House) -> Stepped:  # noqa: PLR0911, PLR0912 -- the busiest of all: no detours
    stepped: Stepped | None
    card = event.card
    around = _AROUND.get(card) or _around_joker(table, card)
    if around is None:
        return _no_card_of_deck(table, event, house)
    byte, place, alone, kind, seat, accept = _ROUTES.get(event.to_zone, _NOWHERE)
    places = table.card_places
    was = places[card]
    if was == place:
        return table, ()
    quiet = table.around is QUIET
    if not quiet:
        if table.around.deck.laid is not None and event.to_zone is not None:
            table = deck_check.laid(table, card)
        if table.around.dealing is not AS_PLANNED and (odd := _odd(table, event, house)) is not None:
            return odd
    head, tail = around
    places = places[head] + byte + places[tail]
    before, seq = table.rev, table.seq + 1
    rev = before + 1
    hand = table.hand
    if hand is None:
        tell = Tell(seq, "card_moved", event.by_ns, before, rev, zones=_FROM_TO[was][place], evidence=event.evidence)
        return replace(table, rev=rev, seq=seq, card_places=places), (tell,)
    if kind == "card_dealt" and hand.stage == "betting" and (quiet or _goes_as_planned(table, hand, event)):
        setup = hand.setup
        rounds = setup.deals or (0 if hand.street else VARIANTS[setup.variant].first_down)
        turn = _TURNS[rounds][len(setup.seats)].get(hand.dealt_to)
        if turn is not None:
            to_index, with_it = turn
            if seat == setup.seats[to_index] and event.side == "down" and card not in hand.dealt:
                # the next card of a deal in which nothing was odd: what goes as planned pays for no more than these comparisons
                by_ns, hand = event.by_ns, replace(hand, dealt=hand.dealt + _BYTE[card], dealt_to=with_it)
                tell = Tell(seq, kind, by_ns, before, rev, hand.number, seat, zones=alone, evidence=event.evidence)
                if by_ns > table.dealt_by_ns:
                    return replace(table, rev=rev, seq=seq, hand=hand, card_places=places, dealt_by_ns=by_ns), (tell,)
                return replace(table, rev=rev, seq=seq, hand=hand, card_places=places), (tell,)
    if accept is None and quiet and hand.setup.usual and _IS_PLAIN[was][place]:
        # a card leaves for where cards count no more, as in every fold
        tell = Tell(seq, "card_moved", event.by_ns, before, rev, hand.number, zones=_FROM_TO[was][place], evidence=event.evidence)
        return replace(table, rev=rev, seq=seq, card_places=places), (tell,)
    if accept is None or hand.stage in OVER:
        if hand.drawing.counts and event.to_zone in (MUCK, None) and hand.stage not in OVER and card not in hand.burned:
            return _given_up(table, places, event, house)
        zones, of_board, is_watched = _MOVES[was][place]
        tell = Tell(
            seq, "card_moved", event.by_ns, before, rev, hand.number,
            zones=zones, evidence=event.evidence, cards=_face_up(hand, card, was, place) if of_board else (),
        )  # fmt: skip
        stepped = (replace(table, rev=rev, seq=seq, card_places=places), (tell,))
        if hand.up and card in hand.up:
            return watched(stepped, event, house, watch.left)
        return watched(stepped, event, house) if is_watched and hand.stage not in OVER else stepped
    if hand.street < 0 and (stepped := _first_street_card(table, places, event)) is not None:
        return stepped
    dealt = accept(hand, card, seat)
    if dealt is hand or (kind == "board" and not quiet and remedies.waits_for_room(table)):
        return watched(_not_in_turn(table, places, event, house), event, house, watch.surplus)
    if kind == "card_dealt":
        return _hole_card(table, places, dealt, event, house)
    if hand.stage == "drawing":
        stepped = _burned_while_owed(table, places, dealt, event, house)
        return watched(stepped, event, house) if house.burn_antenna and burns.is_odd(table, dealt) else stepped
    if kind == "board":
        return _board_card(table, places, dealt, event, house)
    if kind == "up_card":
        stepped = _street_card(table, places, dealt, event, house)
        calm = dealt.street >= 0 and (quiet or (dealt.stage == "dealing" and _goes_as_planned(table, dealt, event)))
        return stepped if calm and not watch.odd_in_sight(table, dealt, seat or 0) else watched(stepped, event, house)
    tell = Tell(seq, kind, event.by_ns, before, rev, hand.number, seat, zones=alone, evidence=event.evidence)
    stepped = replace(table, rev=rev, seq=seq, hand=dealt, card_places=places), (tell,)
    return watched(stepped, event, house) if dealt.up or (house.burn_antenna and burns.is_odd(table, dealt)) else stepped


def _goes_as_planned(table: Table, hand: Hand, event: events.CardMoved) -> bool:
    """Whether nothing was odd in the deal so far, and nothing of it is to be looked at because of where this card came from, or because it
    is the first of the hand. `hand` is as it was before the card, or with it if that is not its first.
    """
    around = table.around
    return around.dealing is AS_PLANNED and (hand.dealt != b"" or around.shuffled is UNSHUFFLED) and event.from_zone not in (BOARD, BURN)


def _first_street_card(table: Table, places: bytes, event: events.CardMoved) -> Stepped | None:
    """The next card of the first street of a game with up-cards, where all came in turn, nothing was odd and others are still to come;
    None = there is something to look at.
    """
    hand = table.hand
    if hand is None or hand.stage != "dealing" or not (table.around is QUIET or _goes_as_planned(table, hand, event)):
        return None
    setup, so_far, card = hand.setup, hand.dealt_to, event.card
    variant, players, came = VARIANTS[setup.variant], len(setup.seats), len(so_far)
    turn = _TURNS[variant.hole_by_street[0]][players].get(so_far) if variant.up_cards else None
    if turn is None or came + 1 >= players * variant.hole_by_street[0] or card in hand.dealt:
        return None
    if hand.owing or setup.off or True in hand.folded or True in hand.mucked:
        return None
    to_index, with_it = turn
    seat, up = setup.seats[to_index], came >= players * variant.down_by_street[0]
    zones = (UP[seat] if up else HOLE[seat],)
    if event.to_zone != zones[0] or (event.side == "up") != up:
        return None
    dealt, by_ns, seq, rev = hand.dealt + _BYTE[card], event.by_ns, table.seq + 1, table.rev + 1
    hand = replace(hand, dealt=dealt, dealt_to=with_it, up=hand.up + _BYTE[card]) if up else replace(hand, dealt=dealt, dealt_to=with_it)
    cards = (card,) if up else ()
    tell = Tell(seq, "card_dealt", by_ns, table.rev, rev, hand.number, seat, cards=cards, zones=zones, evidence=event.evidence)
    by_ns = max(by_ns, table.dealt_by_ns)
    return replace(table, rev=rev, seq=seq, hand=hand, card_places=places, dealt_by_ns=by_ns), (tell,)


def _hole_card(table: Table, places: bytes, hand: Hand, event: events.CardMoved, house: House) -> Stepped:
    """A card came to a player's hole cards and was not the next in turn of a plain deal: there is something to look at."""
    seat = 0 if event.to_zone is None else HOLE_SEAT[event.to_zone]
    if hand.up and hand.stage == "dealing":
        if event.side == "up":
            hand = stud_last.lies_open(hand, seat, event.card, house)
        stepped = _street_card(table, places, hand, event, house)
        calm = event.side != "up" and hand.street >= 0 and (table.around is QUIET or _goes_as_planned(table, hand, event))
        if not calm or stud_burns.lacks(table, hand) or mixes(hand):
            return watched(stepped, event, house)
        return stepped
    if hand.owing:
        return watched(_unpaid(table, places, hand, event, house), event, house)
    to, setup, by_ns, seq, rev = hand.dealt_to, hand.setup, event.by_ns, table.seq + 1, table.rev + 1
    tell = Tell(seq, "card_dealt", by_ns, table.rev, rev, hand.number, seat, zones=(HOLE[seat],), evidence=event.evidence)
    if (
        to[-1] != (len(to) - 1) % len(setup.seats)
        or table.around is not QUIET
        or event.side == "up"
        or (not setup.deals and hand.stage == "drawing")
    ):
        return watched((replace(table, rev=rev, seq=seq, hand=hand, card_places=places), (tell,)), event, house)
    by_ns = max(by_ns, table.dealt_by_ns)
    return replace(table, rev=rev, seq=seq, hand=hand, card_places=places, dealt_by_ns=by_ns), (tell,)


def _odd(table: Table, event: events.CardMoved, house: House) -> Stepped | None:
    """A card that moves as a remedy has it, or that does not exist for this hand; None = it is a card like any other."""
    if table.around.dealing.moves:
        if remedies.by_way_of_stub(table, event):
            gone = card_moved(table, replace(event, to_zone=None), house)
            come = card_moved(gone[0], replace(event, from_zone=None), house)
            return come[0], (*gone[1], *come[1])
        if (move := remedies.made(table, event)) is not None:
            return _remedied(table, move, event, house)
        late = burns.read_late(table, event) or draw_burns.read_late(table, event)
        if not late and (move := remedies.made_otherwise(table, event)) is not None:
            return _made_otherwise(table, move, event, house)
    dealing = table.around.dealing
    return _put_aside(table, event, house) if event.card in dealing.scrap and dealing.hand == table.hand_number else None


def _put_aside(table: Table, event: events.CardMoved, house: House, ruled: Sequence[Told] = ()) -> Stepped:
    """A card that does not exist for this hand has moved: it counts nowhere."""
    card = event.card
    was = table.card_places[card]
    byte, place = _ROUTES.get(event.to_zone, _NOWHERE)[:2]
    places = table.card_places[:card] + byte + table.card_places[card + 1 :]
    told = [Told("card_moved", zones=_FROM_TO[was][place]), *ruled]
    return numbered(replace(table, card_places=places), table.hand, told, event.by_ns, house, evidence=event.evidence)


def _no_card_of_deck(table: Table, event: events.CardMoved, house: House) -> Stepped:
    """A joker moves in a hand that is played without one: among the cards of the hand it is a stray one; else nobody knows the tag."""
    dealing = table.around.dealing
    if event.card == JOKER and JOKER in dealing.scrap and dealing.hand == table.hand_number:
        return _odd(table, event, house) or (table, ())
    if event.card == JOKER:
        telling = Telling([], house, table.seq + 1)
        place = _ROUTES.get(event.to_zone, _NOWHERE)[0]
        lies = replace(table, card_places=table.card_places[:JOKER] + place + table.card_places[JOKER + 1 :])
        after_it = jokers.stray(lies, event.to_zone, telling, up=event.side == "up")
        if telling.told:
            return _put_aside(after_it, event, house, telling.told)
    return one_told(table, Told("discrepancy", zones=_zones_named(event), code="rfid.unknown_tag"), event.by_ns, house, event.evidence)


def _remedied(table: Table, move: Move, event: events.CardMoved, house: House) -> Stepped:
    """A card moved as a remedy has it."""
    telling = Telling([], house)
    table = watch.followed(remedies.followed(table, move, event, telling), move, event, telling)
    table = board_watch.followed(table, move, event, telling)
    hand = table.hand
    if hand is not None and hand.up and hand.stage == "dealing":  # the card in sight may be the last that the round waits for
        table = _followed_up(replace(table, hand=street.open_next(hand, telling.told)), hand, telling)
    return numbered(table, table.hand, telling.told, event.by_ns, house, evidence=event.evidence)


def _made_otherwise(table: Table, move: Move, event: events.CardMoved, house: House) -> Stepped:
    """A card moved, and not as a remedy has it: what it means is found as ever, and that the remedy was another is told."""
    stepped = card_moved(remedies.given_up(table, move), event, house)
    telling = Telling([], house, table.seq + 1)
    table = watch.made_otherwise(stepped[0], move, event, telling)
    if not telling.told:
        return stepped
    table, tells = numbered(table, table.hand, telling.told, event.by_ns, house, evidence=event.evidence)
    return table, (*stepped[1], *tells)


def watched(stepped: Stepped, event: events.CardMoved, house: House, room: Room = watch.moved) -> Stepped:
    """Add what is ruled about a card that moved, behind what was told of it."""
    table, effects = stepped
    first = effects[0]
    telling = Telling([], house, first.seq if isinstance(first, Tell) else 0)
    before = table.hand
    table = room(table, event, telling)
    if not telling.told:
        return table, effects
    table = _followed_up(table, before, telling)
    table, tells = numbered(table, table.hand, telling.told, event.by_ns, house, evidence=event.evidence)
    return table, (*effects, *tells)


def _followed_up(table: Table, before: Hand | None, telling: Telling) -> Table:
    """Take over what a ruling has made of the hand: it may be over by it, or its next round has begun."""
    hand, told, house = table.hand, telling.told, telling.house
    if hand is None or hand is before:
        return table
    if hand.stage == "ended":
        return seats.settle(table, hand, told, house)
    return sight_calls.said(table, before, hand, told, house)


def card_seen(table: Table, event: events.CardSeen, house: House) -> Stepped:
    """A card shows its face where it ought not to, or another deck's back. What nothing follows from changes nothing that is told."""
    telling = Telling([], house)
    marked = event.shows == "marred"
    after_it = (watch.marked if marked else watch.seen)(table, event, telling)
    if not telling.told:
        return after_it if marked else table, ()  # a mark is kept in mind until the hand is over
    after_it = _followed_up(after_it, table.hand, telling)
    return numbered(after_it, after_it.hand, telling.told, event.by_ns, house, evidence=event.evidence)


def foreign_card(table: Table, event: events.ForeignCard, house: House) -> Stepped:
    """A card of another deck lies among those of the deck in play; who is asked about it sensing says."""
    telling = Telling([], house)
    after_it = watch.foreign(table, event, telling)
    if not telling.told:
        return table, ()
    return numbered(after_it, after_it.hand, telling.told, event.by_ns, house, evidence=event.evidence)


def deck_read(table: Table, event: events.DeckRead, house: House) -> Stepped:
    """A deck has passed the shuffler's antenna."""
    telling = Telling([], house)
    after_it = deck_check.passed(table, event, telling)
    if not telling.told:
        return table, ()
    return numbered(after_it, after_it.hand, telling.told, event.by_ns, house, evidence=event.evidence)


def _around_joker(table: Table, card: Card) -> tuple[slice, slice] | None:
    """What lies around the joker's place: while a hand is played without one it is no card of the deck."""
    hand = running(table)
    return (slice(card), slice(card + 1, None)) if card == JOKER and (hand is None or joker.plays(hand.setup)) else None


def _given_up(table: Table, places: bytes, event: events.CardMoved, house: House) -> Stepped:
    """A card goes to the muck, or out of sight, of a hand in which cards are changed or given up: it may leave its player's hand."""
    hand, card = table.hand, event.card
    if hand is None:
        return table, ()
    was, place = table.card_places[card], places[card]
    told = [Told("card_moved", cards=_face_up(hand, card, was, place), zones=_FROM_TO[was][place])]
    dealt = drawing.gave_up(hand, card, told, seen=event.to_zone is not None)
    return numbered(replace(table, card_places=places), dealt, told, event.by_ns, house, evidence=event.evidence)


def _face_up(hand: Hand, card: Card, was: int, place: int) -> tuple[Card, ...]:
    """Return the card if everyone sees its face as it moves: a card of the board that comes to the board or leaves it.

    The board's cards stay the hand's board when the deck is gathered and dealt again; by then they are cards like any other.
    """
    return (card,) if (was in _BOARD_PLACES or place in _BOARD_PLACES) and card in boards.lying(hand) else ()


def _not_in_turn(table: Table, places: bytes, event: events.CardMoved, house: House) -> Stepped:
    """A card lies where cards count, but the plan has no place for it: it has moved, and may be one too many."""
    hand, card, zone = table.hand, event.card, event.to_zone
    if hand is None or zone is None:
        return table, ()
    was, place = table.card_places[card], places[card]
    told = [Told("card_moved", cards=_face_up(hand, card, was, place), zones=_FROM_TO[was][place])]
    if deal.is_surplus(hand, card, zone):
        code = questions.surplus_code(hand, card, zone)
        told.append(Told("discrepancy", zones=(zone,), code=code, rules=deal.surplus_rules(hand, zone)))
        table = questions.opened(table, code, (zone,), event.by_ns)
    return numbered(replace(table, card_places=places), hand, told, event.by_ns, house, evidence=event.evidence)


def _board_card(table: Table, places: bytes, hand: Hand, event: events.CardMoved, house: House) -> Stepped:
    """A board card came in turn: tell it; when it completes a street, betting or the showdown begins."""
    setup, street_was, odd = hand.setup, hand.street, table.around is not QUIET and table.around.dealing is not AS_PLANNED
    before = table.rev
    seq, rev = table.seq + 1, before + 1
    zones: tuple[Zone, ...] = _ON_BOARD
    rules: tuple[str, ...] = street.ROUND_RULES
    if setup.usual and not odd and hand.stage == "dealing" and not hand.boards.further:
        if len(hand.board) < VARIANTS[setup.variant].board_by_street[street_was + 1]:
            tell = Tell(
                seq, "board", event.by_ns, before, rev, hand.number, cards=(event.card,), zones=_ON_BOARD, evidence=event.evidence
            )  # fmt: skip
            return replace(table, rev=rev, seq=seq, hand=hand, card_places=places), (tell,)
    else:
        first = board_told(hand, event.card)
        zones, rules = first.zones, first.rules
    told: list[Told] = []
    hand = street.open_next(hand, told)
    if told:
        told.insert(0, Told("board", cards=(event.card,), zones=zones, rules=rules))
        table = replace(table, card_places=places)
        if hand.stage == "ended":
            table = seats.settle(table, hand, told, house)
        stepped = numbered(table, hand, told, event.by_ns, house, evidence=event.evidence)
        odd = odd or (house.burn_antenna and (hand.street != street_was or hand.stage == "drawing") and burns.are_odd(hand))
        return watched(stepped, event, house) if odd else stepped
    cited = rules and house.citations[rules]
    tell = Tell(
        seq, "board", event.by_ns, before, rev, hand.number, cards=(event.card,), zones=zones, rules=cited, evidence=event.evidence
    )  # fmt: skip
    taken = replace(table, rev=rev, seq=seq, hand=hand, card_places=places), (tell,)
    odd = odd or (house.burn_antenna and (hand.street != street_was or hand.stage == "drawing") and burns.are_odd(hand))
    return watched(taken, event, house) if odd else taken


def _street_card(table: Table, places: bytes, hand: Hand, event: events.CardMoved, house: House) -> Stepped:
    """A card of a street came to a player, told by name if it lies face up; when it was the last one due, the round begins."""
    if event.card in hand.up:
        told = [up_told(hand, event.card)]
    else:
        seat = 0 if event.to_zone is None else HOLE_SEAT[event.to_zone]
        told = [Told("card_dealt", seat, zones=(HOLE[seat],), rules=deal.last_card_rules(hand, event.card))]
    hand = street.open_next(hand, told)
    table = sight_calls.said(replace(table, card_places=places), table.hand, hand, told, house)
    if hand.stage == "ended":
        table = seats.settle(table, hand, told, house)
    return numbered(table, hand, told, event.by_ns, house, evidence=event.evidence)


def _burned_while_owed(table: Table, places: bytes, hand: Hand, event: events.CardMoved, house: House) -> Stepped:
    """A card is burned while cards are changed or given up: whoever has yet to give his up is told of.

    Not where the board of the street lies there already: the burn came before it, and was read late.
    Source: cooke.6.08.01.a.
    """
    told = [Told("card_burned", zones=(BURN,))]
    behind = drawing.coming(hand).on_board and len(hand.burned) <= board_deal.burns_due(table, hand, hand.street + 1)
    owed = drawing.discards_owed(hand) if "discard.first" not in house.without and not behind else ()
    for seat in owed:
        told.append(Told("discrepancy", zones=(HOLE[seat],), code=questions.DISCARD_OWED, rules=drawing.DISCARD_RULES))
        table = questions.opened(table, questions.DISCARD_OWED, (HOLE[seat],), event.by_ns)
    return numbered(replace(table, card_places=places), hand, told, event.by_ns, house, evidence=event.evidence)


def _unpaid(table: Table, places: bytes, hand: Hand, event: events.CardMoved, house: House) -> Stepped:
    """A hole card came while somebody owes: with the first one the dealer is told to ask for antes."""
    seat = 0 if event.to_zone is None else HOLE_SEAT[event.to_zone]
    told = [Told("card_dealt", seat, zones=(HOLE[seat],))]
    table = antes.asked(replace(table, card_places=places), hand, told, house)
    return numbered(table, hand, told, event.by_ns, house, evidence=event.evidence)


def _zones_named(event: events.CardMoved) -> tuple[Zone, ...]:
    return () if event.to_zone is None else (event.to_zone,)


def discrepancy(table: Table, event: events.Discrepancy, house: House) -> Stepped:
    if not event.settled:
        table = board_watch.doubted(questions.opened(table, event.kind, event.zones, event.at_ns), event.kind, event.zones)
        return one_told(table, Told("discrepancy", zones=event.zones, code=event.kind), event.at_ns, house, event.evidence)
    without = questions.closed(table, event.kind, event.zones)
    if without is table:
        return table, ()
    without = board_watch.doubted(without, event.kind, event.zones)
    return one_told(without, Told("discrepancy_settled", zones=event.zones, code=event.kind), event.at_ns, house, event.evidence)


def tick(table: Table, event: events.Tick, house: House) -> Stepped:
    """Ask for the cards that did not come, or see what a called clock has come to; a timer of what is over changes nothing."""
    if event.timer == stub_count.TIMER:
        counts: list[Told] = []
        return numbered(stub_count.due(table, counts, house), table.hand, counts, event.at_ns, house)
    if event.timer == clocks.TIMER:
        ended = expiry.timer_up(table, event.at_ns, house)
        return (table, ()) if ended is None else after(*ended, event.at_ns, house)
    if event.timer == reminders.TIMER or event.timer.startswith(turns.TIMERS):
        return announcing.tick(table, event, house)
    unasked = waiting.waits(table).get(event.timer, ())
    if not unasked or (unasked[0][0] == sight.OUT_OF_SIGHT and not sight.is_watched(house)):
        return table, ()
    if event.timer.startswith(early_cards.TIMERS):
        telling = Telling([], house)
        table = board_watch.overdue(table, telling)
        return numbered(table, table.hand, telling.told, event.at_ns, house)
    for code, zones in unasked:
        table = questions.opened(table, code, zones, event.at_ns)
    hand = table.hand
    told = [Told("discrepancy", zones=zones, code=code, rules=waiting.rules_of(hand, code)) for code, zones in unasked]
    if hand is not None and hand.stage == "dealing" and hand.up and event.timer.startswith("holes/"):
        hand = street.open_next(hand, told, unread=not deal.ups_due(hand))
        table = sight_calls.said(table, table.hand, hand, told, house)
    return numbered(table, hand, told, event.at_ns, house)
