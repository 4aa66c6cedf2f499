"""What table.toml may hold: one frozen model a section, with bounds and defaults.

Each field's description is what `check-config` and the example file say about it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

from msgspec.structs import replace
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, WithJsonSchema

from controller.config_nearest import nearest_hint
from controller.config_rounds import Rotation
from controller.feed.reveal import MAX_DELAY_S, Broadcast, Reveal
from controller.game.chips import AnteFrom, Limit, Stakes
from controller.game.rotations import ROTATIONS, stakes_of
from controller.game.variants import FIRST_GAME, VARIANTS
from controller.game.zones import BURN, CARD_ZONES, FURTHER_ZONES, MAX_SEATS, SHUFFLER, SIGHT_ZONES, Zone
from controller.journal.disk import Kept
from controller.journal.paths import JournalPlace
from controller.rules.announcing import DEFAULT_FLOOR_S, DEFAULT_REMIND_S, MOST_S, Announcing
from controller.rules.catalogue.row import Book
from controller.rules.house import House, board_antennas
from controller.rules.options import DEFAULT_BOOK, PRESETS
from controller.sensing.settings import BOUNDS, SensingSettings
from controller.table.rotation import MAX_MINUTES

K = TypeVar("K")
V = TypeVar("V")


def _in_folder(written: Any, info: ValidationInfo) -> Path:
    """A path in the file is meant from the file's own folder."""
    if not isinstance(written, str | Path) or not str(written) or "\0" in str(written):
        raise ValueError("a path is needed, written as text in quotes")
    folder: Path = (info.context or {}).get("folder", Path())
    try:
        return folder / Path(written).expanduser()
    except RuntimeError:
        raise ValueError("no home folder belongs to this ~; write the whole path") from None


def _antenna_number(written: Any) -> int:
    """Keys are text in TOML."""
    if isinstance(written, str) and written.isascii() and written.isdigit():
        return int(written)
    raise ValueError("an antenna is named by its output's number, from 1")


def _known_zone(written: str) -> Zone:
    if written in CARD_ZONES | SIGHT_ZONES | FURTHER_ZONES | {SHUFFLER}:
        return Zone(written)
    raise ValueError(
        f"there is no zone {written!r}{nearest_hint(written, CARD_ZONES | {SHUFFLER})}; zones are seat/1/hole … seat/{MAX_SEATS}/hole, "
        "board, burn, muck and stub, board/2 and board/3 where further boards have antennas of their own, and shuffler"
    )


def _frozen(mapping: Mapping[K, V]) -> Mapping[K, V]:
    return MappingProxyType(dict(mapping))


FilePath: TypeAlias = Annotated[Path, BeforeValidator(_in_folder)]
Port: TypeAlias = Annotated[int, Field(ge=1, le=65535)]
Host: TypeAlias = Annotated[str, Field(min_length=1, max_length=253, pattern=r"^[A-Za-z0-9.:_-]+$")]
Chips: TypeAlias = Annotated[int, Field(ge=0, le=10**15)]
PartName: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,32}$")]
DeckName: TypeAlias = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$")]
AntennaNumber: TypeAlias = Annotated[int, BeforeValidator(_antenna_number), Field(ge=1, le=255)]
ZoneName: TypeAlias = Annotated[str, AfterValidator(_known_zone)]
#: The answer to a question of the house: each question has its own kind, and says itself what it takes.
Answer: TypeAlias = Annotated[Any, WithJsonSchema({"type": ["boolean", "integer", "string"]})]
OptionValue: TypeAlias = bool | int | float | str


class Section(BaseModel):
    """One section of the file: unknown keys are errors, types are not guessed, nothing changes later."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class TableSection(Section):
    id: str = Field("table-1", pattern=r"^[a-z0-9-]{1,32}$", description="Names the table in topics: smarttable/v1/<id>/… .")
    name: str = Field("Smart table", min_length=1, max_length=64, description="What people call it.")
    seats: int = Field(MAX_SEATS, ge=2, le=MAX_SEATS, description="Seats at the table.")


class GameSection(Section):
    variant: str = Field(FIRST_GAME, description=f"The game: {', '.join(VARIANTS)}.")
    limit: Limit = Field("no_limit", description="How bets are limited: no_limit, pot_limit, fixed_limit or spread_limit.")
    rotation: Rotation = Field(
        (),
        description=f"Games one after another, instead of variant: {', '.join(ROTATIONS)}, or a list of games, each with its own stakes.",
    )
    rotation_minutes: int = Field(
        0, ge=0, le=MAX_MINUTES, description="How long each of them lasts; 0 = as the house has it: a lap of the button, or half an hour."
    )


class StakesSection(Section):
    small_blind: Chips = Field(1, description="In the table's smallest unit, like every amount.")
    big_blind: int = Field(2, ge=1, le=10**15, description="At least the small blind.")
    ante: Chips = Field(0, description="0 = no ante.")
    ante_from: AnteFrom = Field("all", description="Who posts it: each player, the big blind for all, or the button for all.")
    min_bet: Chips = Field(0, description="Smallest opening bet; 0 = the big blind.")
    small_bet: Chips = Field(0, description="Fixed limit: what is bet before and on the flop; 0 = the big blind.")
    big_bet: Chips = Field(0, description="Fixed limit: what is bet on turn and river; 0 = two small bets.")
    max_bets: Annotated[tuple[Annotated[int, Field(ge=1, le=10**15)], ...], Field(strict=False, max_length=4)] = Field(
        (), description="Spread limit: the most a bet or raise may be, street by street; the last goes on."
    )
    button_blind: Chips = Field(0, description="A third blind, which the button posts; 0 = none.")
    bring_in: Chips = Field(0, description="Stud: the forced opening bet; 0 = the house's part of the small bet.")
    unit: int = Field(1, ge=1, le=10**15, description="The smallest step of a bet or raise.")


class HouseSection(Section):
    book: Book = Field(DEFAULT_BOOK, description="The rule book the house plays by: cooke, roberts or home.")
    options: Annotated[Mapping[str, Answer], AfterValidator(_frozen)] = Field(
        {},
        validate_default=True,
        description="Single answers in place of the book's; `smarttable rules options` lists the questions.",
    )


class MoneySection(Section):
    unit: str = Field("chip", min_length=1, max_length=32, description="What one unit of an amount is: chip, cent, …; shown only.")


def _setting(name: str, description: str) -> Any:
    """A field with the default and the bounds that sensing itself has for it."""
    least, most = BOUNDS[name]
    return Field(getattr(SensingSettings(), name), ge=least, le=most, description=description)


class SensingSection(Section):
    """The numbers of `SensingSettings`."""

    appear_k: int = _setting("appear_k", "A card appears when its antenna saw it in this many of its last appear_n sweeps …")
    appear_n: int = _setting("appear_n", "… of these; at least appear_k.")
    lead: int = _setting("lead", "… and this many times more often than any other antenna.")
    vanish_s: float = _setting("vanish_s", "A card is gone when missing for this many seconds …")
    vanish_sweeps: int = _setting("vanish_sweeps", "… and in this many sweeps in a row.")
    tie_k: int = _setting("tie_k", "Seen in this many of tie_n sweeps without a leader, it is a tie.")
    tie_n: int = _setting("tie_n", "Sweeps looked at for a tie; at least tie_k and lead.")
    episode_s: float = _setting("episode_s", "The same tie or unknown tag is told again after this many seconds without it.")
    overdue_s: float = _setting("overdue_s", "A card that the hand waits for is asked about when none came for this many seconds.")
    readable_depth: int = _setting("readable_depth", "Cards of a pile that an antenna reads surely, from the top.")
    max_unknown: int = _setting("max_unknown", "Unknown tags remembered at once.")


class DeckSection(Section):
    file: FilePath = Field(
        Path("run/decks.json"), validate_default=True, description="Which tag is which card: private, made by `smarttable deck enrol`."
    )
    use: Annotated[tuple[DeckName, ...], Field(strict=False)] = Field(
        (), max_length=16, description="Names of the decks in play; none named = every deck in the file."
    )


class JournalSection(Section):
    file: FilePath = Field(
        Path("run/journal.db"), validate_default=True, description="What happened at the table: written before anyone is told."
    )
    key_file: FilePath = Field(
        Path("run/table.key"),
        validate_default=True,
        description="The table key: private, made at the first start; hole cards are sealed with it.",
    )
    durability: Literal["full", "process"] = Field(
        "full", description="full = holds against power loss; process = against a crash of the daemon only, and spares weak cards."
    )
    keep_hands: int = Field(10_000, ge=10, le=1_000_000, description="Hands kept event by event; older ones are dropped.")
    snapshot_hands: int = Field(10, ge=1, le=1_000, description="The whole state is written every so many hands.")

    def place(self) -> JournalPlace:
        """Return [journal] as the journal takes it."""
        return JournalPlace(self.file, self.key_file, self.durability, Kept(self.keep_hands, self.snapshot_hands))


class ReaderSection(Section):
    name: PartName = Field(description="Names the part in health topics and messages; each reader its own.")
    driver: str = Field(description="Which driver speaks to it.")
    link: str = Field(description="serial:/dev/serial/by-id/… or tcp:HOST:PORT.")
    antennas: Annotated[Mapping[AntennaNumber, ZoneName], AfterValidator(_frozen)] = Field(
        min_length=1, description="Output number = the zone its antenna lies under."
    )
    cards_per_antenna: int = Field(52, ge=1, le=52, description="How many cards one antenna reads that lie on it.")
    options: Annotated[Mapping[str, OptionValue], AfterValidator(_frozen)] = Field(
        default_factory=lambda: MappingProxyType({}), description="The driver's own options."
    )

    def driver_options(self) -> dict[str, Any]:
        """Return what the driver is made with: its options, and the outputs that have an antenna."""
        return {**self.options, "antennas": tuple(self.antennas)}


class MqttSection(Section):
    broker: Literal["embedded", "external", "off"] = Field(
        "embedded", description="embedded = one of ours, on loopback; external = yours; off = none."
    )
    host: Host = Field("127.0.0.1", description="Where an external broker is.")
    port: Port = Field(1883, description="Its port, or the one the embedded broker listens on.")
    client_id: str = Field("", max_length=64, pattern=r"^[A-Za-z0-9_-]*$", description="Empty = smarttable-<table id>.")
    username: str = Field("", max_length=256, description="Empty = no credentials are sent.")
    password_file: FilePath | None = Field(None, description="A file that holds the password and that others cannot read.")
    tls: bool = Field(False, description="Encrypt, and check the broker's certificate.")
    ca_file: FilePath | None = Field(None, description="The authority that signed it; without it the system's own are used.")
    allow_plaintext_off_loopback: bool = Field(False, description="Permit an external broker on the network without TLS.")
    allow_anonymous_off_loopback: bool = Field(False, description="Permit an external broker on the network without a username.")
    command_role: Literal["auto", "floor", "dealer", "by_verb", "off"] = Field(
        "auto", description="In which role commands of the broker are done: auto = floor from a broker on loopback, dealer from others."
    )


class WebSection(Section):
    enabled: bool = Field(True, description="Serve the page.")
    host: Host = Field("127.0.0.1", description="Address it listens on; 0.0.0.0 = every address of this machine, which needs TLS.")
    port: Port = Field(8080, description="Port it listens on.")
    hosts: Annotated[tuple[Host, ...], Field(strict=False)] = Field(
        (), max_length=16, description="Names people call this machine by in a browser, besides its addresses."
    )
    trust_loopback: bool = Field(True, description="Who comes from this machine needs no token; false where a proxy on it serves others.")
    tls_cert: FilePath | None = Field(None, description="The page's certificate, with what signed it behind it (PEM).")
    tls_key: FilePath | None = Field(None, description="Its private key (PEM), which others cannot read.")
    token_file: FilePath = Field(
        Path("run/tokens.json"), validate_default=True, description="Who may log in: private, made by `smarttable token add`."
    )
    session_key_file: FilePath = Field(
        Path("run/session.key"), validate_default=True, description="Signs the cookies of logins: private, made at the first one."
    )
    language: Literal["en", "de"] = Field("en", description="Language the pages begin in; whoever looks may choose another.")


class AnnouncementsSection(Section):
    on: bool = Field(True, description="The dealer is told what he has to say as the house has it, and reminded until he has said it.")
    remind_s: int = Field(DEFAULT_REMIND_S, ge=0, le=MOST_S, description="He is reminded after so many seconds; 0 = never.")
    floor_s: int = Field(DEFAULT_FLOOR_S, ge=0, le=MOST_S, description="The floor is asked after so many seconds; 0 = never.")

    def announcing(self) -> Announcing | None:
        """Return [announcements] as the core takes it."""
        return Announcing(self.remind_s, self.floor_s) if self.on else None


class SpeakerSection(Section):
    command: str = Field(
        "", max_length=512, description="A program that speaks what it gets on its standard input, as espeak-ng; empty = nothing is spoken."
    )
    language: Literal["", "en", "de"] = Field("", description="What it speaks; empty = the language of [web].")


class OverlaySection(Section):
    reveal: Reveal = Field(
        "showdown",
        description="When the overlay shows hole cards: never, showdown = when they are tabled, after_hand = those of everyone once the "
        "hand is over, always = as they are read (with the broadcast token only).",
    )
    delay_s: int = Field(0, ge=0, le=MAX_DELAY_S, description="Seconds that everything on the overlay lags behind the table.")
    title: str = Field("", max_length=80, description="Name of the event; empty = the table's name.")
    sponsor: str = Field("", max_length=80, description="A line under it.")
    look: Literal["broadcast", "club"] = Field("broadcast", description="broadcast = dark glass, club = light; ?look= in the address wins.")
    logo: FilePath | None = Field(None, description="A picture beside the title: svg, png, jpg or webp, at most 512 kB.")
    css: FilePath | None = Field(None, description="Your own style sheet, put after the look's.")
    stale: Literal["flag", "hide"] = Field("flag", description="Without a line to the table: flag = a small mark, hide = nothing but it.")

    def broadcast(self) -> Broadcast:
        """Return [overlay] as its feed takes it."""
        return Broadcast(self.reveal, self.delay_s)


class PlayersSection(Section):
    pictures: FilePath = Field(
        Path("pictures"),
        validate_default=True,
        description="Folder of players' pictures (png, jpg, webp, up to 512 kB); it need not be there.",
    )


class FloorSection(Section):
    mistakes: bool = Field(
        False, description="Count what is ruled about each dealer's dealing, by name, for the floor's panel only; gone with the daemon."
    )


class RunSection(Section):
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="Least important line that is logged.")


class Config(Section):
    """The whole file, validated.

    Invariants: a section not written down is there with its defaults; cross checks have passed when it comes from `config.load`.
    """

    schema_version: Literal[1] = Field(alias="schema", description="Version of this file's shape: 1.")
    table: TableSection
    game: GameSection
    stakes: StakesSection
    house_rules: HouseSection = Field(alias="house")
    money: MoneySection
    sensing: SensingSection
    deck: DeckSection
    journal: JournalSection
    readers: Annotated[tuple[ReaderSection, ...], Field(strict=False)] = Field((), alias="reader", max_length=16)
    mqtt: MqttSection
    web: WebSection
    announcements: AnnouncementsSection
    speaker: SpeakerSection
    overlay: OverlaySection
    players: PlayersSection
    floor: FloorSection
    run: RunSection

    def house(self) -> House:
        """Return how this table is run, as the core takes it."""
        return House(
            variant=self.game.variant,
            seats=self.table.seats,
            stakes=self.stakes_played(),
            book=self.house_rules.book,
            options=replace(PRESETS[self.house_rules.book], **self.house_rules.options),
            board_antennas=board_antennas(zone for reader in self.readers for zone in reader.antennas.values()),
            burn_antenna=any(zone == BURN for reader in self.readers for zone in reader.antennas.values()),
            rotation=self.rotation_played(),
            rotation_minutes=self.game.rotation_minutes,
            announcing=self.announcements.announcing(),
        )

    def rotation_played(self) -> tuple[Stakes, ...]:
        """Return what each game of the rotation is played for; none = one game is played."""
        return stakes_of([one.round() for one in self.game.rotation], self.stakes_played())

    def games_played(self) -> tuple[tuple[str, Limit], ...]:
        """Return every game that is played here with its limit, the first first."""
        return tuple([(one.game, one.limit or self.game.limit) for one in self.game.rotation]) or ((self.game.variant, self.game.limit),)

    def stakes_played(self) -> Stakes:
        """Return [stakes] by the limit of [game]."""
        return Stakes(**self.stakes.model_dump(), limit=self.game.limit)

    def sensing_settings(self) -> SensingSettings:
        """Return [sensing] as sensing takes it. Raises: ValueError when its numbers contradict each other."""
        return SensingSettings(**self.sensing.model_dump())

    def fingerprint(self) -> str:
        """Return 16 hex digits that change when any effective value does. Secrets are named by their file only."""
        return hashlib.sha256(f"{self!r} {self.house().options!r}".encode()).hexdigest()[:16]


def _sections() -> dict[str, type[Section]]:
    fields = {field.alias or name: field.annotation for name, field in Config.model_fields.items() if field.is_required()}
    return {name: model for name, model in fields.items() if isinstance(model, type) and issubclass(model, Section)}


#: The sections a file may leave out, each with its model.
SECTIONS: Final[Mapping[str, type[Section]]] = MappingProxyType(_sections())
