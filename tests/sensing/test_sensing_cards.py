"""Sequences of sweeps → Facts: what moves a card, what does not, and when a person is asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from controller.events import CardMoved, Discrepancy, Evidence, Expectation, Fact
from controller.game.cards import Card, parse_card
from controller.game.zones import BOARD, BURN, HOLE, MUCK, STUB, Zone
from controller.sensing.cards import CardSensing
from controller.sensing.errors import SensingError
from controller.sensing.settings import SensingSettings
from drivers.base import AntennaRead

#: Antenna of each place on this little table; all on one reader, swept in this order.
ZONES: dict[tuple[str, int], Zone] = {
    ("hf0", 1): HOLE[1], ("hf0", 2): HOLE[2], ("hf0", 3): BOARD, ("hf0", 4): MUCK, ("hf0", 5): BURN, ("hf0", 6): STUB,
}  # fmt: skip
ANTENNA = {zone: number for (_, number), zone in ZONES.items()}
TURN_NS = 50_000_000
ROUND_NS = TURN_NS * len(ZONES)

NAMES = ("As", "Kd", "7h", "2c", "9s", "Tc", "3d")


def tag(name: str) -> bytes:
    return b"\xe0\x04\x01\x00\x00\x00\x00" + name[0].encode()


def card(name: str) -> Card:
    found = parse_card(name)
    assert found is not None
    return found


DECK = {tag(name): card(name) for name in NAMES}
Seen = dict[Zone, tuple[str, ...]]


class Felt:
    """Feeds rounds of sweeps; a round says which cards each antenna reads, those unnamed read nothing."""

    def __init__(self, settings: SensingSettings | None = None, zones: dict[tuple[str, int], Zone] = ZONES) -> None:
        self.zones = zones
        self.sensing = CardSensing(settings or SensingSettings(), zones, DECK)
        self.now_ns = 0

    def sweep(self, part: str, antenna: int, tags: Sequence[bytes]) -> list[Fact | Discrepancy]:
        started_ns, self.now_ns = self.now_ns, self.now_ns + TURN_NS
        return self.sensing.take(AntennaRead(part, antenna, tuple(tags), started_ns, self.now_ns))

    def round(self, seen: Seen, times: int = 1, silent: Iterable[Zone] = ()) -> list[Fact | Discrepancy]:
        out = []
        for _ in range(times):
            for (part, antenna), zone in self.zones.items():
                if zone in silent:
                    self.now_ns += TURN_NS
                else:
                    out += self.sweep(part, antenna, [tag(name) for name in seen.get(zone, ())])
        return out


def moves(events: Iterable[object]) -> list[tuple[Card, Zone | None, Zone | None, str]]:
    return [(event.card, event.from_zone, event.to_zone, event.side) for event in events if isinstance(event, CardMoved)]


def codes(events: Iterable[object]) -> list[str]:
    return [event.kind for event in events if isinstance(event, Discrepancy)]


def settled(seen: Seen, settings: SensingSettings | None = None) -> Felt:
    felt = Felt(settings)
    felt.round(seen, 6)
    return felt


def test_a_card_appears_after_three_sightings_face_down_in_a_hole() -> None:
    felt = Felt()
    assert felt.round({HOLE[1]: ("As",)}, 2) == []
    assert moves(felt.round({HOLE[1]: ("As",)})) == [(card("As"), None, HOLE[1], "down")]
    assert felt.round({HOLE[1]: ("As",)}, 50) == []


def test_on_the_board_it_lies_face_up() -> None:
    felt = settled({HOLE[1]: ("2c", "9s", "Tc", "3d")})
    felt.round({HOLE[1]: ("2c", "9s", "Tc", "3d")}, 10)
    assert moves(felt.round({HOLE[1]: ("2c", "9s", "Tc", "3d"), BOARD: ("As", "Kd", "7h")}, 3)) == [
        (card(name), None, BOARD, "up") for name in ("As", "Kd", "7h")
    ]


def test_one_missed_sweep_of_four_does_not_keep_a_card_from_appearing() -> None:
    felt = Felt()
    felt.round({HOLE[1]: ("As",)}, 2)
    felt.round({})
    assert moves(felt.round({HOLE[1]: ("As",)})) == [(card("As"), None, HOLE[1], "down")]


def test_two_sightings_far_apart_are_cross_reads() -> None:
    felt = Felt()
    for _ in range(20):
        assert felt.round({HOLE[1]: ("As",)}, 2) == []
        assert felt.round({}, 3) == []


def test_the_interval_is_bounded_by_the_sweeps_around_the_arrival() -> None:
    felt = Felt()
    felt.round({}, 7)
    laid_ns = felt.now_ns
    (fact,) = felt.round({HOLE[1]: ("As",)}, 3)
    assert isinstance(fact, CardMoved)
    # four sweeps without may be chance misses, two with it cross-reads of a card that is about to come
    assert (fact.after_ns, fact.by_ns) == (laid_ns - 5 * ROUND_NS, laid_ns + 2 * ROUND_NS + TURN_NS)
    assert fact.evidence == Evidence("hf0", 3, 3, 1000)


def test_the_interval_of_a_move_begins_with_the_last_sweep_that_surely_saw_it_in_its_former_place() -> None:
    felt = settled({HOLE[1]: ("As",)})
    last_seen_ns = felt.now_ns - 2 * ROUND_NS  # the last but one: the last may be a stray from where it lies now
    moved_ns = felt.now_ns
    events = felt.round({MUCK: ("As",)}, 4)
    assert moves(events) == [(card("As"), HOLE[1], MUCK, "down")]
    (fact,) = events
    assert isinstance(fact, CardMoved)
    assert (fact.after_ns, fact.by_ns) == (last_seen_ns, moved_ns + 2 * ROUND_NS + 4 * TURN_NS)


def test_a_pile_may_have_hidden_a_card_for_long_before_it_was_seen() -> None:
    felt = settled({HOLE[1]: ("As",), HOLE[2]: ("Kd",)})
    last_seen_ns = felt.now_ns - 2 * ROUND_NS
    felt.round({HOLE[2]: ("Kd",)}, 4)
    (fact,) = felt.round({HOLE[2]: ("Kd",), MUCK: ("As",)}, 3)
    assert isinstance(fact, CardMoved)
    assert (fact.to_zone, fact.after_ns) == (MUCK, last_seen_ns)


def test_a_cross_read_before_the_move_does_not_date_it() -> None:
    felt = settled({STUB: ("As",), HOLE[2]: ("Kd",)})
    felt.round({HOLE[1]: ("As",), STUB: ("As",), HOLE[2]: ("Kd",)})
    last_seen_ns, moved_ns = felt.now_ns - ROUND_NS - TURN_NS, felt.now_ns  # before anything was heard here
    (fact,) = felt.round({HOLE[1]: ("As",), HOLE[2]: ("Kd",)}, 3)
    assert isinstance(fact, CardMoved)
    assert (fact.after_ns, fact.by_ns) == (last_seen_ns, moved_ns + 2 * ROUND_NS + TURN_NS)


@pytest.mark.parametrize(("former", "needed"), [(MUCK, 6), (BURN, 6), (HOLE[1], 5)])
def test_a_card_that_was_dealt_comes_to_another_place_only_when_it_is_read_for_long(former: Zone, needed: int) -> None:
    """Others may hide it from its own antenna, and a neighbour's hears it from afar: three sightings in a row are chance there."""
    felt = settled({HOLE[2]: ("As",)})
    felt.round({former: ("As",)}, 6)
    assert felt.round({BOARD: ("As",)}, needed - 1) == []
    (fact,) = felt.round({BOARD: ("As",)}, 1)
    assert isinstance(fact, CardMoved)
    assert (fact.from_zone, fact.to_zone) == (former, BOARD)


def test_a_card_before_the_first_sweep_may_have_lain_there_for_ever() -> None:
    (fact,) = Felt().round({HOLE[1]: ("As",)}, 3)
    assert isinstance(fact, CardMoved)
    assert fact.after_ns == 0


def test_a_card_taken_up_is_gone_after_the_time_to_vanish_and_comes_back_from_nowhere() -> None:
    felt = settled({HOLE[1]: ("As",)})
    taken_ns = felt.now_ns
    events = felt.round({}, 8)
    assert events == []
    (fact,) = felt.round({}, 2)
    assert isinstance(fact, CardMoved)
    assert moves([fact]) == [(card("As"), HOLE[1], None, "down")]
    assert taken_ns - 2 * ROUND_NS == fact.after_ns
    assert fact.by_ns == taken_ns + 2 * ROUND_NS + TURN_NS
    assert moves(felt.round({HOLE[1]: ("As",)}, 3)) == [(card("As"), None, HOLE[1], "down")]


def test_a_reader_that_was_silent_has_missed_nothing() -> None:
    felt = settled({HOLE[1]: ("As",)})
    felt.now_ns += 60_000_000_000
    assert felt.round({}, 2) == []
    felt.now_ns += 60_000_000_000
    assert felt.round({}, 2) == []
    assert felt.round({HOLE[1]: ("As",)}, 5) == []


def test_a_card_on_its_way_is_never_in_two_places() -> None:
    felt = settled({STUB: ("As", "Kd")})
    events = felt.round({HOLE[2]: ("As",), STUB: ("Kd", "7h")}, 20)
    assert moves(events) == [(card("As"), STUB, HOLE[2], "down")]
    assert codes(events) == []


@pytest.mark.parametrize("pattern", ["x..", ".x.", "x.....x", "xx......"])
def test_weak_cross_reads_of_a_neighbour_move_nothing(pattern: str) -> None:
    felt = settled({HOLE[1]: ("As", "Kd")})
    for mark in pattern * 100:
        cross: Seen = {HOLE[2]: ("As",)} if mark == "x" else {}
        assert felt.round({HOLE[1]: ("As", "Kd"), **cross}) == []


def test_what_the_stub_shows_of_undealt_cards_is_no_fact() -> None:
    felt = Felt()
    assert felt.round({STUB: ("As", "Kd")}, 20) == []
    assert felt.round({STUB: ("7h", "2c")}, 20) == []
    assert felt.sensing.zone_of(card("As")) == STUB
    assert moves(felt.round({HOLE[1]: ("As",)}, 4)) == [(card("As"), STUB, HOLE[1], "down")]


def test_a_dealt_card_that_the_stub_shows_has_moved_there() -> None:
    felt = settled({HOLE[1]: ("As",), HOLE[2]: ("Kd",)})
    assert moves(felt.round({HOLE[2]: ("Kd",), STUB: ("As",)}, 5)) == [(card("As"), HOLE[1], STUB, "down")]


def test_a_dealt_card_that_vanished_and_comes_up_in_the_stub_is_news_while_others_are_in_play() -> None:
    felt = settled({HOLE[1]: ("As",), HOLE[2]: ("Kd",)})
    assert moves(felt.round({HOLE[2]: ("Kd",)}, 12)) == [(card("As"), HOLE[1], None, "down")]
    assert moves(felt.round({HOLE[2]: ("Kd",), STUB: ("As",)}, 5)) == [(card("As"), None, STUB, "down")]


def test_a_collected_card_that_comes_up_in_the_stub_is_no_news() -> None:
    felt = settled({HOLE[1]: ("As",), HOLE[2]: ("Kd",)})
    assert len(moves(felt.round({}, 12))) == 2
    assert felt.round({STUB: ("As", "Kd")}, 5) == []
    assert moves(felt.round({HOLE[2]: ("As",)}, 5)) == [(card("As"), STUB, HOLE[2], "down")]


def test_a_mucked_card_is_never_missing_while_a_hand_is_on() -> None:
    felt = settled({HOLE[1]: ("As",), MUCK: ("Kd", "7h")})
    assert felt.round({HOLE[1]: ("As",), MUCK: ("7h",)}, 100) == []
    assert felt.round({HOLE[1]: ("As",)}, 100) == []
    assert felt.sensing.zone_of(card("Kd")) == MUCK


def test_the_muck_is_gone_when_nothing_lies_on_the_felt_and_it_reads_empty() -> None:
    felt = settled({HOLE[1]: ("As",), MUCK: ("Kd", "7h")})
    events = felt.round({}, 30)
    assert sorted(moves(events)) == sorted(
        [(card("As"), HOLE[1], None, "down"), (card("Kd"), MUCK, None, "down"), (card("7h"), MUCK, None, "down")]
    )
    assert felt.sensing.zone_of(card("Kd")) is None


@pytest.mark.parametrize("seen", [("Kd", "7h"), ("7h",)], ids=["all of it", "its top"])
def test_a_muck_that_answers_now_and_then_stays(seen: tuple[str, ...]) -> None:
    felt = settled({MUCK: ("Kd", "7h")})
    for _ in range(10):
        assert felt.round({}, 8) == []
        assert felt.round({MUCK: seen}) == []


def test_a_muck_on_which_a_card_not_yet_accepted_lies_stays() -> None:
    felt = settled({MUCK: ("Kd",)})
    for _ in range(20):
        assert felt.round({MUCK: ("As",)}) == []
        assert felt.round({}, 2) == []


def test_of_two_cards_one_answering_twice_does_not_stand_for_the_other() -> None:
    felt = settled({HOLE[1]: ("As", "Kd")})
    assert moves(felt.round({HOLE[1]: ("As", "As")}, 12)) == [(card("Kd"), HOLE[1], None, "down")]


def test_the_muck_stays_when_nothing_else_lies_on_the_felt_but_it_still_answers() -> None:
    felt = settled({MUCK: ("Kd", "7h")})
    assert felt.round({MUCK: ("7h",)}, 100) == []


def test_a_folded_card_the_muck_reads_badly_is_nowhere_and_then_in_the_muck() -> None:
    felt = settled({HOLE[1]: ("As",), HOLE[2]: ("Kd",)})
    events = []
    for number in range(20):
        seen: Seen = {HOLE[2]: ("Kd",), **({MUCK: ("As",)} if number % 4 == 0 else {})}
        events += felt.round(seen)
    assert moves(events) == [(card("As"), HOLE[1], None, "down")]
    assert moves(felt.round({HOLE[2]: ("Kd",), MUCK: ("As",)}, 3)) == [(card("As"), None, MUCK, "down")]


def test_a_card_is_taken_for_a_burn_that_nobody_waits_for_only_when_it_is_read_for_long() -> None:
    """The deck and the muck lie beside the burns, whose antenna hears their top cards from afar."""
    felt = settled({HOLE[1]: ("2c",), MUCK: ("Kd",)})
    keep: Seen = {HOLE[1]: ("2c",)}
    assert felt.round({**keep, BURN: ("As",)}, 4) == []
    assert moves(felt.round({**keep, BURN: ("As",)}, 1)) == [(card("As"), None, BURN, "down")]
    assert felt.round({**keep, BURN: ("As", "Kd")}, 5) == []
    assert moves(felt.round({**keep, BURN: ("As", "Kd")}, 1)) == [(card("Kd"), MUCK, BURN, "down")]


def test_a_buried_burn_card_is_not_missing_until_it_could_be_seen() -> None:
    felt = settled({HOLE[1]: ("2c",), BURN: ("As",)})
    keep: Seen = {HOLE[1]: ("2c",)}
    felt.round({**keep, BURN: ("As", "Kd")}, 6)
    felt.round({**keep, BURN: ("Kd", "7h")}, 6)
    assert felt.round({**keep, BURN: ("Kd", "7h")}, 100) == []
    events = felt.round({**keep, BURN: ("Kd",)}, 30)  # with one card there, nothing hides the others
    assert sorted(moves(events)) == sorted([(card("As"), BURN, None, "down"), (card("7h"), BURN, None, "down")])


def test_a_burn_card_that_is_not_hidden_is_missed() -> None:
    felt = settled({HOLE[1]: ("2c",), BURN: ("As", "Kd")})
    assert moves(felt.round({HOLE[1]: ("2c",), BURN: ("As",)}, 30)) == [(card("Kd"), BURN, None, "down")]
    assert moves(felt.round({HOLE[1]: ("2c",)}, 30)) == [(card("As"), BURN, None, "down")]


def test_a_card_between_two_antennas_is_asked_about_once_and_stays() -> None:
    felt = settled({HOLE[1]: ("As",)})
    events = felt.round({HOLE[1]: ("As",), HOLE[2]: ("As",)}, 200)
    assert moves(events) == []
    (question,) = events
    assert isinstance(question, Discrepancy)
    assert (question.kind, question.zones) == ("rfid.two_places", (HOLE[1], HOLE[2]))
    assert question.evidence.rival_zone == HOLE[1]


def test_after_the_question_a_clear_move_decides() -> None:
    felt = settled({HOLE[1]: ("As",)})
    felt.round({HOLE[1]: ("As",), HOLE[2]: ("As",)}, 20)
    assert moves(felt.round({HOLE[2]: ("As",)}, 15)) == [(card("As"), HOLE[1], HOLE[2], "down")]


def test_the_question_is_asked_again_in_a_new_episode() -> None:
    felt = settled({HOLE[1]: ("As",)})
    both: Seen = {HOLE[1]: ("As",), HOLE[2]: ("As",)}
    assert codes(felt.round(both, 20)) == ["rfid.two_places"]
    felt.round({HOLE[1]: ("As",)}, 10)
    assert codes(felt.round(both, 20)) == []  # three seconds later: the same episode
    felt.round({HOLE[1]: ("As",)}, 60)
    assert codes(felt.round(both, 20)) == ["rfid.two_places"]


def test_after_the_question_a_run_of_luck_moves_nothing() -> None:
    felt = settled({HOLE[1]: ("As",)})
    felt.round({HOLE[1]: ("As",), HOLE[2]: ("As",)}, 20)
    for _ in range(20):
        assert felt.round({HOLE[2]: ("As",)}, 4) == []
        assert felt.round({HOLE[1]: ("As",), HOLE[2]: ("As",)}, 8) == []


def test_what_a_place_read_before_a_card_left_it_does_not_count_afterwards() -> None:
    felt = settled({STUB: ("As",)}, SensingSettings(tie_k=4))
    assert moves(felt.round({BURN: ("As",)}, 4)) == [(card("As"), STUB, BURN, "down")]
    assert felt.round({BURN: ("As",), STUB: ("As",)}, 3) == []  # three cross-reads: no tie yet
    assert codes(felt.round({BURN: ("As",), STUB: ("As",)}, 3)) == ["rfid.two_places"]


def test_a_tie_goes_where_the_plan_expects_it_and_says_so() -> None:
    felt = Felt()
    felt.sensing.expect(Expectation((HOLE[2],)))
    events = felt.round({HOLE[1]: ("As",), HOLE[2]: ("As",)}, 30)
    assert codes(events) == []
    (fact,) = events
    assert isinstance(fact, CardMoved)
    assert (fact.to_zone, fact.evidence.by_expectation, fact.evidence.rival_zone) == (HOLE[2], True, HOLE[1])


def test_of_two_expected_places_the_one_whose_turn_is_first_takes_a_tie() -> None:
    felt = Felt()
    felt.sensing.expect(Expectation((HOLE[2], HOLE[1])))
    assert moves(felt.round({HOLE[1]: ("As",), HOLE[2]: ("As",)}, 30)) == [(card("As"), None, HOLE[2], "down")]


def test_a_tie_that_the_plan_does_not_know_of_is_asked_about_and_moves_nothing() -> None:
    felt = Felt()
    felt.sensing.expect(Expectation((BOARD,)))
    events = felt.round({HOLE[1]: ("As",), HOLE[2]: ("As",)}, 60)
    assert (moves(events), codes(events)) == ([], ["rfid.two_places"])


@pytest.mark.parametrize("expected", [(HOLE[2],), (HOLE[2], HOLE[1]), (BOARD,), ()])
def test_a_clear_reading_is_never_turned_into_what_is_expected(expected: tuple[Zone, ...]) -> None:
    felt = Felt()
    felt.sensing.expect(Expectation(expected))
    (fact,) = felt.round({HOLE[1]: ("As",)}, 20)
    assert isinstance(fact, CardMoved)
    assert (fact.to_zone, fact.evidence.by_expectation) == (HOLE[1], False)


@pytest.mark.parametrize("before", [{STUB: ("As",)}, {}], ids=["seen in the stub", "from below"])
def test_a_card_the_stub_shows_is_never_laid_on_the_board_by_the_plan(before: Seen) -> None:
    felt = settled(before)
    felt.sensing.expect(Expectation((BOARD,)))
    events = felt.round({STUB: ("As",), BOARD: ("As",)}, 60)
    assert (moves(events), codes(events)) == ([], ["rfid.two_places"])


def test_a_card_accepted_clearly_is_not_moved_by_the_plan() -> None:
    felt = settled({HOLE[1]: ("As",)})
    felt.sensing.expect(Expectation((HOLE[2],)))
    events = felt.round({HOLE[1]: ("As",), HOLE[2]: ("As",)}, 60)
    assert (moves(events), codes(events)) == ([], ["rfid.two_places"])


def test_a_silent_antenna_has_not_lost_its_card_to_a_few_cross_reads() -> None:
    felt = settled({HOLE[1]: ("As",)})
    assert felt.round({HOLE[2]: ("As",)}, 3, silent=(HOLE[1],)) == []
    assert felt.round({HOLE[1]: ("As",)}, 5) == []
    moved = felt.round({HOLE[2]: ("As",)}, 8, silent=(HOLE[1],))
    assert moves(moved) == [(card("As"), HOLE[1], HOLE[2], "down")]  # read there for long and nowhere else


def test_a_foreign_tag_that_stays_is_told_once_and_never_becomes_a_card() -> None:
    felt = Felt()
    foreign = b"\xe0\x07\x00\x00\x00\x00\x00\x01"
    events = [event for _ in range(50) for event in felt.sweep("hf0", 1, [foreign])]
    (told,) = events
    assert isinstance(told, Discrepancy)
    assert (told.kind, told.zones, told.evidence) == ("rfid.unknown_tag", (HOLE[1],), Evidence("hf0", 3, 4))
    felt.round({}, 40)
    assert codes(event for _ in range(5) for event in felt.sweep("hf0", 1, [foreign])) == ["rfid.unknown_tag"]
    assert felt.sensing.unknown_reads == 55


def test_mangled_ids_are_counted_and_nothing_else() -> None:
    felt = Felt()
    for number in range(20_000):
        assert felt.sweep("hf0", 1, [number.to_bytes(8, "big")]) == []
    assert felt.sensing.unknown_reads == 20_000


def test_a_foreign_tag_is_found_in_a_flood_of_mangled_ids() -> None:
    felt = Felt()
    foreign = b"\xe0\x07\x00\x00\x00\x00\x00\x01"
    events = []
    for number in range(1, 400):
        noise = [(number * 20 + more).to_bytes(8, "big") for more in range(20)]
        events += felt.sweep("hf0", 1, [*noise, foreign])
    assert codes(events) == ["rfid.unknown_tag"]


def test_readings_of_antennas_without_a_place_are_dropped_and_counted() -> None:
    felt = Felt()
    assert felt.sweep("hf7", 1, [tag("As")]) == []
    assert felt.sweep("hf0", 99, [tag("As")]) == []
    assert felt.sensing.unmapped_readings == 2


def test_one_tag_answering_twice_in_a_sweep_counts_once() -> None:
    felt = Felt()
    assert felt.sweep("hf0", 1, [tag("As")] * 5) == []
    assert felt.sweep("hf0", 1, [tag("As")] * 5) == []


def test_two_antennas_of_one_place_are_one_place() -> None:
    felt = Felt(zones={("hf0", 1): BOARD, ("hf0", 2): BOARD, ("hf0", 3): HOLE[1]})
    events = felt.round({BOARD: ("As",)}, 20)
    assert (moves(events), codes(events)) == ([(card("As"), None, BOARD, "up")], [])
    for _ in range(40):  # it slides to where only the second one reads it
        assert felt.sweep("hf0", 1, []) == []
        assert felt.sweep("hf0", 2, [tag("As")]) == []


def test_the_settings_are_obeyed() -> None:
    quick = SensingSettings(appear_k=1, appear_n=1, lead=1, vanish_s=0.2, vanish_sweeps=1)
    felt = Felt(quick)
    assert len(moves(felt.round({HOLE[1]: ("As",)}))) == 1
    assert felt.round({}) == []
    assert moves(felt.round({})) == [(card("As"), HOLE[1], None, "down")]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"appear_k": 0}, "appear_k is 0; it must be between 1 and 16"),
        ({"appear_n": 17}, "appear_n is 17; it must be between 1 and 16"),
        ({"appear_k": 5}, "appear_k is 5; it cannot be above appear_n, which is 4"),
        ({"tie_k": 9}, "tie_k is 9; it cannot be above tie_n, which is 8"),
        ({"vanish_s": 0.0}, "vanish_s is 0.0; it must be between 0.1 and 60"),
        ({"max_unknown": 1}, "max_unknown is 1; it must be between 16 and 65536"),
    ],
)
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, float], said: str) -> None:
    with pytest.raises(ValueError, match=r"must be|cannot be") as refused:
        SensingSettings(**wrong)  # type: ignore[arg-type] # each case names its own field
    assert str(refused.value) == said


def test_two_tags_for_one_card_are_refused_without_naming_either() -> None:
    with pytest.raises(SensingError) as refused:
        CardSensing(SensingSettings(), ZONES, {b"aaaaaaaa": card("As"), b"bbbbbbbb": card("As")})
    text = str(refused.value)
    assert "two tags for one card" in text
    assert not any(secret in text for secret in ("aaaa", "bbbb", "As", b"aaaa".hex()))
