"""States worth looking at: what the browser tests and the picture in the README show."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from scripted_hub import HEAD, TWO_PLACES, ScriptedHub, announcement, health, info, prompt, ruling, seat, state, status

from controller.feed.payloads import ClockView, FloorCallView, LastEntryView, State

LONG = (
    "Maximiliane Freifrau von Hohenstein-Wolkenburg",
    'Bartholomew "The Ledger" Featherstonehaugh III',
    "Οδυσσέας Παπαδόπουλος-Κωνσταντινίδης",
)


def main_scene(hub: ScriptedHub) -> None:
    """A turn card, a side pot, a raise to answer: the picture in the README."""
    hub.publish("info", info())
    hub.publish("status", status())
    hub.publish("health/hf0", health("hf0"))
    hub.publish("health/hf1", health("hf1"))
    down = (2, ())
    seats = [
        seat(1, "Anna", 24_300, state="in_hand", position="UTG", last_action="call 1200", cards=down),
        seat(2, "Bela", 9_850, state="folded", position="UTG+1", last_action="fold"),
        seat(3, "Chidi", 0, state="all_in", position="LJ", last_action="call 3050", cards=down),
        seat(4, "Dolores", 41_075, state="folded", position="HJ", last_action="fold"),
        seat(5, "Emil", 18_600, bet=2_400, state="in_hand", position="CO", last_action="bet 2400", cards=down),
        seat(6, "Fatima", 30_250, bet=7_200, state="in_hand", position="BTN", last_action="raise 7200", cards=down),
        seat(7, "Goran", 12_900, state="folded", position="SB", last_action="fold"),
        seat(8, "Hana", 22_475, state="in_hand", position="BB", to_act=True, last_action=None, cards=down),
        seat(9, "Ivo", 15_000),
    ]
    hub.publish(
        "state",
        state(
            41, seats, hand="h128", stage="betting", street="turn", board=["Kd", "9s", "4h", "Qc"], button=6, to_act=8,
            pots=[(12_350, (1, 3, 5, 6, 8)), (4_600, (1, 5, 6, 8))],
            legal={"call": 7_200, "can_raise": True, "min_raise_to": 12_000, "max_raise_to": 22_475},
        ),
    )  # fmt: skip


def main_stories(hub: ScriptedHub) -> None:
    """What was said on the way to `main_scene`."""
    hub.tell("board", "On the board: Kd 9s 4h.", cards=["Kd", "9s", "4h"])
    hub.tell("acted", "Seat 8 checks.", seat=8, do="check")
    hub.tell("acted", "Seat 3 bets 3050 and is all in.", seat=3, do="bet", amount=3_050, all_in=True)
    hub.tell("acted", "Seat 5 calls 3050.", seat=5, do="call", amount=3_050)
    hub.tell("street_closed", "The betting round is over: 16950 in the pot.", amount=16_950)
    hub.tell("board", "On the board: Qc.", cards=["Qc"])
    hub.tell("acted", "Seat 5 bets 2400.", seat=5, do="bet", amount=2_400)
    hub.tell("acted", "Seat 6 raises to 7200.", seat=6, do="raise", to=7_200)


def crowded(hub: ScriptedHub) -> None:
    """Ten long names, eight-digit stacks and bets, every seat with a bet, every pot a side pot."""
    hub.publish("info", info(table_name="The Grand Championship Final Table of the Northern Archipelago"))
    hub.publish("status", status())
    big = 98_765_432
    positions = ("SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO", "BTN")
    seats = [
        seat(
            n, LONG[n % 3], big - n, bet=12_345_678 + n, state="in_hand", position=positions[n - 1], to_act=n == 4,
            last_action=f"raise {12_345_678 + n}", cards=(2, ()),
        )
        for n in range(1, 11)
    ]  # fmt: skip
    hub.publish(
        "state",
        state(
            7, seats, hand="h123456", stage="betting", street="river", board=["Th", "Jh", "Qh", "Kh", "Ah"],
            button=10, to_act=4, ante=12_500_000,
            small_blind=12_500_000, big_blind=25_000_000, pots=[(99_999_999, range(1, 11)), (88_888_888, (1, 2, 3)), (77_777_777, (1, 2))],
            legal={"call": 12_345_678, "can_raise": True, "min_raise_to": 24_691_356, "max_raise_to": 98_765_432},
            parts_down=["hf0", "hf1"], discrepancies=TWO_PLACES,
        ),
    )  # fmt: skip


def showdown(hub: ScriptedHub) -> None:
    """A hand that ended: faces up, winners and losers."""
    hub.publish("info", info(table_name="Table 2"))
    hub.publish("status", status())
    shown = {1: ("Jc", "Td"), 3: ("As", "Ah"), 6: ("Kc", "Qs"), 8: ("7d", "7h")}
    results = {1: 21_400, 3: -8_200, 6: -8_200, 8: -5_000}
    seats = [
        seat(n, name, 20_000 + 1_111 * n, state="in_hand" if n in shown else "folded", cards=(2 if n in shown else 0, shown.get(n, ())),
             result=results.get(n, 0), position=("SB", "BB", "BTN")[n % 3] if n in (3, 4, 5) else "UTG")
        for n, name in enumerate(("Anna", "Bela", "Chidi", "Dolores", "Emil", "Fatima", "Goran", "Hana", "Ivo", "Jun"), 1)
    ]  # fmt: skip
    hub.publish("state", state(60, seats, hand="h129", stage="ended", street="river", board=["9c", "8s", "Qd", "5h", "2c"], button=5))
    hub.tell("pot_awarded", "Seat 1 wins 21400 from the main pot with a straight.", seat=1, amount=21_400)


def heads_up(hub: ScriptedHub) -> None:
    """A table of two before the flop."""
    hub.publish("info", info(table_name="Heads-up", seats=2))
    hub.publish("status", status())
    seats = [
        seat(1, "Anna", 9_900, bet=100, state="in_hand", position="BB", cards=(2, ())),
        seat(2, "Bela", 9_950, bet=50, state="in_hand", position="BTN", to_act=True, cards=(2, ())),
    ]
    hub.publish("state", state(5, seats, places=2, hand="h1", stage="betting", street="preflop", button=2, to_act=2,
                               legal={"call": 50, "can_raise": True, "min_raise_to": 200, "max_raise_to": 10_000}))  # fmt: skip


def nobody(hub: ScriptedHub) -> None:
    """A table before anybody sat down."""
    hub.publish("info", info())
    hub.publish("status", status())
    hub.publish("state", state(0, []))


def posting(hub: ScriptedHub) -> None:
    """Blinds to post, the floor called, a part down: what a dealer sees before the cards."""
    hub.publish("info", info())
    hub.publish("status", status())
    hub.publish("health/hf1", health("hf1", "failed", "link.absent"))
    seats = [seat(n, name, 12_500, state="in_hand", position=position) for n, (name, position) in _SIX.items()]
    call = FloorCallView(seq=7, seat=None, reason="", since_utc=HEAD["utc"])
    hub.publish("state", state(8, seats, hand="h7", stage="posting", street="preflop", button=5, parts_down=["hf1"], floor_call=call,
                               dealer="Maria"))  # fmt: skip


def clocked(hub: ScriptedHub) -> None:
    """A bet is asked of a player on the clock, after a raise that may be corrected."""
    posting(hub)
    down = (2, ())
    acts = {1: "fold", 2: "fold", 4: "raise 300", 5: None, 7: "fold", 8: None}
    bets = {4: 300, 7: 50, 8: 100}
    seats = [
        seat(n, name, 12_500 - bets.get(n, 0), bet=bets.get(n, 0), state="folded" if acts[n] == "fold" else "in_hand", position=position,
             to_act=n == 5, last_action=acts[n], cards=(0, ()) if acts[n] == "fold" else down)
        for n, (name, position) in _SIX.items()
    ]  # fmt: skip
    clock = ClockView(seat=5, ends_utc="2099-01-01T00:00:00.000Z", ends_table_ms=10**12, left_ms=None, expired=True)
    entry = LastEntryView(seq=31, text="Seat 4 raises to 300.", verb="act", seat=4, do="raise", to=300)
    hub.publish("state", state(31, seats, hand="h7", stage="betting", street="preflop", button=5, to_act=5, clock=clock, last_entry=entry,
                               dealer="Maria",
                               legal={"call": 300, "can_raise": True, "min_raise_to": 500, "max_raise_to": 12_500}))  # fmt: skip


def paused(hub: ScriptedHub) -> None:
    """The game stands still and the cards are hidden."""
    clocked(hub)
    told = json.loads(hub.held["state"].body)
    told.update(paused=True, hidden=True, clock=None, rev=40, last_entry=None)
    hub.publish("state", State.model_validate(told))


def to_show(hub: ScriptedHub) -> None:
    """A showdown: one hand is open, the next is to show or muck."""
    posting(hub)
    seats = [
        seat(n, name, 9_000, state="in_hand" if n in (1, 4, 8) else "folded", position=position, cards=cards)
        for (n, (name, position)), cards in zip(_SIX.items(), [(2, ()), (0, ()), (2, ("As", "Ah")), (0, ()), (0, ()), (2, ())], strict=True)
    ]
    hub.publish("state", state(90, seats, hand="h7", stage="showdown", street="river", board=["9c", "8s", "Qd", "5h", "2c"], button=5,
                               to_show=8, dealer="Maria", pots=[(9_600, (1, 4, 8))]))  # fmt: skip


#: A bet below the least, corrected; the dealer confirms.
CORRECTED = ruling(
    1, "bet_corrected", "Seat 5: 450 was entered; it counts as 600.", seat=5, amount=450, to=600,
    rules=["roberts.nl.10", "roberts.nl.3a"], options={"under_minimum_raise": "must_make_minimum"}, may_until="street_end", about=31,
    remedy=[("complete_bet", {"seats": [5], "to": 600}), ("play_on", {})], alternatives=["as_entered"],
    steps=["Seat 5 makes it 600.", "Play goes on."],
)  # fmt: skip
#: A card that came face up; the floor decides.
EXPOSED = ruling(
    2, "exposed_card", "A card lies face up: Kd.", seat=8, cards=["Kd"], who="floor",
    rules=["cooke.14.20.g"], may_until="substantial_action", alternatives=["redeal"],
    remedy=[("replace_with_burn", {"seats": [8], "cards": ["Kd"]})], steps=["Replace it with the top card; Kd becomes the burn card."],
    evidence={"part": "hf0", "rival_zone": "burn"},
)  # fmt: skip
COUNT = announcement(3, "stack", "Seat 5 has 12,500.", seat=5, amount=12_500, rules=["cooke.8.01.08.a"])
LAST_SECONDS = announcement(
    4, "clock", "Seat 5 has 10 seconds left.", seat=5, seconds=10, until_utc="2099-01-01T00:00:10.000Z", rules=["cooke.8.01.09.a"]
)
NO_BET = prompt(5, "fold_for_free", "Seat 5 may check for free: fold all the same?", ("fold", "check"), seat=5, rules=["home.3.fold_nobet"])
UNSAID = prompt(6, "unsaid", "The dealer has not announced it: was it said?", ("said",), who="floor", seat=5, rules=["cooke.8.01.08.a"])
#: A long story that the table has no words for.
LONG_STORY = ruling(
    6, "procedure", "Seat 4 put in chips twice, then said raise, and the dealer had announced a call of seat 1.",
    who="floor", rules=["roberts.nl.10", "cooke.14.20.g", "roberts.nl.3a"], steps=["Count what seat 4 put in.", "Ask seat 1 what was said.",
    "Keep both bets apart until the floor is there.", "Deal no card."],
)  # fmt: skip


#: A misdeal, for which nobody acts until it is decided.
MISDEAL = ruling(
    7, "misdeal", "Misdeal.", seat=7, cards=["As"], rules=["cooke.14.20.g", "cooke.14.20.m"], may_until="substantial_action",
    options={"early_exposed_card": "misdeal", "early_exposed_scope": "first_two_off_deck"}, alternatives=["play_on"],
    remedy=[("redeal", {})], steps=["Deal again."],
)  # fmt: skip
#: A card that showed is replaced: the moves of it, one of them made.
REPLACED = ruling(
    8, "exposed_card", "A card lies face up: 2h.", seat=4, cards=["2h"], rules=["cooke.14.09.e"], who="nobody", status="in_force",
    options={"exposed_card_remedy": "replace_after_deal_becomes_burn"},
    remedy=[("replace_after_deal", {"seats": [4]}), ("replace_with_burn", {"seats": [4], "cards": ["2h"]})],
    steps=["Seat 4 gets another card after the deal.", "2h becomes the burn card."],
)  # fmt: skip
MOVES = [
    {"ruling": "h7-r8", "from_zone": "stub", "to_zone": "seat/4/hole", "when": "now", "made": True},
    {"ruling": "h7-r8", "from_zone": "seat/4/hole", "to_zone": "burn", "when": "now", "made": False},
]


def ruled(hub: ScriptedHub, rulings: Iterable[object] = (), announcements: Iterable[object] = (), prompts: Iterable[object] = (),
          **fields: object) -> None:  # fmt: skip
    """The scene `clocked` with these open, in one step from the state before."""
    if "state" not in hub.held or json.loads(hub.held["state"].body)["dealer"] is None:
        clocked(hub)
    told = json.loads(hub.held["state"].body)
    told.update(rev=told["rev"] + 1, rulings=list(rulings), announcements=list(announcements), prompts=list(prompts),
                **{"clock": None, "floor_call": None, **fields})  # fmt: skip
    hub.publish("state", State.model_validate(told))


def corrected(hub: ScriptedHub) -> None:
    """One ruling, with steps, that the dealer confirms."""
    ruled(hub, rulings=[CORRECTED])


def all_at_once(hub: ScriptedHub) -> None:
    """More waits than there is room for, in a crowd of notices."""
    ruled(hub, [CORRECTED, EXPOSED, LONG_STORY], [COUNT, LAST_SECONDS])


_SIX = {1: ("Anna", "UTG"), 2: ("Bela", "HJ"), 4: ("Dolores", "CO"), 5: ("Emil", "BTN"), 7: ("Goran", "SB"), 8: ("Hana", "BB")}

#: What the live page is shown with.
SCENES: dict[str, Callable[[ScriptedHub], None]] = {
    "main": main_scene,
    "crowded": crowded,
    "showdown": showdown,
    "heads_up": heads_up,
    "nobody": nobody,
}

#: What the dealer's panel is shown with besides.
PANEL_SCENES: dict[str, Callable[[ScriptedHub], None]] = {
    **SCENES,
    "posting": posting,
    "clocked": clocked,
    "paused": paused,
    "to_show": to_show,
    "corrected": corrected,
    "exposed": lambda hub: ruled(hub, rulings=[EXPOSED]),
    "misdealt": lambda hub: ruled(hub, rulings=[MISDEAL], stopped="h7-r7"),
    "replaced": lambda hub: ruled(hub, rulings=[REPLACED], moves=MOVES),
    "asked": lambda hub: ruled(hub, prompts=[NO_BET]),
    "said": lambda hub: ruled(hub, announcements=[LAST_SECONDS]),
    "all_at_once": all_at_once,
}
