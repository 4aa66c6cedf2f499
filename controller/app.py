"""The daemon: composition root. Start order, supervision, stop order.

Start: table (drivers, sensing, core) → page → embedded broker → MQTT session. Nothing waits for
a device or a broker that is absent: a missing part is health. Stop is the same backwards, and
each step has a limit.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import secrets
import signal
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from controller import __version__
from controller.archive import JournalArchive
from controller.clock import Clock
from controller.config import Config
from controller.config_speaker import words_of
from controller.effects import Effect, Tell
from controller.feed.hub import FeedHub
from controller.feed.stored import StoredStories
from controller.from_config import command_role, load_rack, mqtt_settings
from controller.game.zones import Zone
from controller.harness import SIMULATED_DRIVER, ReaderSetup, TableInProcess, simulated_reader_options
from controller.health import beat
from controller.instruments import Setting, backstage
from controller.journal_retry import JOURNAL, keep_writing
from controller.mqtt.broker import EmbeddedBroker, keep_running
from controller.mqtt.publisher import MqttPublisher
from controller.on_air import before_this_start, broadcast_feed
from controller.parts import Parts
from controller.recovery import Recovered
from controller.service_manager import ServiceManager, core_answers
from controller.session_key import session_key
from controller.speaker import SPEAKER, Speaker
from controller.stored_stories import JournalStories
from controller.supervisor import supervise
from controller.table.house_rules import in_force
from controller.table.table import Table
from controller.tokens import TokenFile
from controller.web.access_gate import Gate
from controller.web.app import make_app
from controller.web.overlay_files import OverlayFiles
from controller.web.server import WebServer, WebServerError
from controller.web.tls import server_context
from drivers.base import Health
from firmware_bridge.links import opener_for

log = logging.getLogger(__name__)

#: Wall seconds a step of stopping may take.
STOP_LIMIT_S: Final = 5.0

#: Wall seconds between two attempts to serve the page.
PAGE_RETRY_S: Final = 5.0


class Daemon:
    """One table with its feed, broker and page, on the running loop.

    `keep_effects` keeps what the table did for whoever compares it with the truth. It goes on where the journal
    `recovered` left off; without one the table is new, and is forgotten at the end.
    Raises: DriverError, SensingError for a part that cannot be as the config says.
    """

    def __init__(self, config: Config, *, recovered: Recovered | None = None, keep_effects: bool = False) -> None:
        self.config = config
        self.clock = Clock(asyncio.get_running_loop())
        boot_id = secrets.token_hex(8)
        rack = load_rack(config)
        house = replace(config.house(), decks=rack.names)
        past = before_this_start(recovered, house, config.overlay.broadcast())
        self.journal = None if recovered is None else recovered.journal(config.journal.place(), house, boot_id, self.clock)
        self.table = TableInProcess(
            house,
            readers=_readers(config, self.clock),
            rack=rack,
            settings=config.sensing_settings(),
            clock=self.clock,
            boot_id=boot_id,
            journal=self.journal,
            table=None if recovered is None else recovered.table,
            told=None if recovered is None else recovered.told,
            log=None if recovered is None else recovered.log,
            keep_effects=keep_effects,
        )
        self.hub = FeedHub(
            self.clock,
            boot_id,
            self.table.table,
            card_parts=[reader.name for reader in config.readers],
            sequence="" if recovered is None else recovered.store.sequence,
            cited=house.cited,
            house=house,
        )
        self._info = {
            "software_version": __version__,
            "table_name": config.table.name,
            "game": config.games_played()[0][0],
            "limit": config.games_played()[0][1],
            "seats": config.table.seats,
            "unit": config.money.unit,
            "house_book": house.book,
            "drivers": {reader.name: reader.driver for reader in config.readers},
            "config_hash": config.fingerprint(),
        }
        self._tell_info(self.table.table)
        self.table.turn.on_effects(self.hub.update)
        self.table.turn.on_effects(self._house_changed)
        self.broadcast = broadcast_feed(config, self.clock, boot_id, past)
        self.table.turn.on_table(self.broadcast.follow)
        self.table.turn.on_effects(self.broadcast.update)
        self.table.on_health(self._part_health)
        self.speaker = self._make_speaker()
        stored = None if recovered is None else JournalStories(config.journal.place(), house)
        self.publisher = None if config.mqtt.broker == "off" else self._make_publisher(stored)
        self.broker: EmbeddedBroker | None = None
        self.web: WebServer | None = None
        self.gate = Gate(
            TokenFile(config.web.token_file),
            session_key(config.web.session_key_file),
            trust_loopback=config.web.trust_loopback,
            loop_s=self.clock.loop_s,
        )
        self.archive = None if recovered is None else JournalArchive(config.journal.place(), house, hidden=lambda: self.table.table.hidden)
        self.backstage = backstage(self.table, self.hub, _setting(config, known=len(rack.in_play(self.table.table)[0])))
        self._broker_up = asyncio.Event()
        self._journal_trouble = ""  # why the journal is not written
        self._page_trouble = ""  # why the page is not served, as the log said it last
        self._parts = Parts()
        if recovered is not None:
            self._go_on(recovered)

    async def start(self) -> None:
        """Start every part. A part that cannot start is health and is tried again; nothing waits for it."""
        try:
            await self._start()
        except BaseException:
            await self.stop()
            raise

    async def _start(self) -> None:
        await self._parts.open()
        for driver in self.table.drivers:
            self._part_health(driver.health())
        await self.table.start()
        if self.journal is not None:
            self._supervise(JOURNAL, lambda: keep_writing(self.table.turn, self.clock.loop_s))
        self._supervise("overlay", self.broadcast.run)
        if self.speaker is not None:
            self._supervise(SPEAKER, self.speaker.run)
        if self.config.web.enabled:
            web = self.web = self._make_web()
            if not await self._open_page(web):
                self._supervise("page", lambda: self._open_page_later(web))
        if self.config.mqtt.broker == "embedded":
            self.broker = broker = EmbeddedBroker(port=self.config.mqtt.port, loop_s=self.clock.loop_s)
            self._supervise("broker", lambda: keep_running(broker, self._broker_health, loop_s=self.clock.loop_s))
        if self.publisher is not None:
            self._supervise("mqtt", self._publish)
        self._supervise("heartbeat", lambda: beat(self.clock.loop_s, self._heartbeat))

    def watch(self, manager: ServiceManager) -> None:
        """Let the service manager have its signs of life, as long as the core answers."""
        turn = self.table.turn
        self._supervise("watchdog", lambda: manager.watch(lambda: core_answers(turn.table, turn.house), self.clock.loop_s))

    async def broken(self) -> None:
        """Wait for ever, unless a fault gets past the supervision of a part.

        Raises: ExceptionGroup with it.
        """
        async with asyncio.TaskGroup() as groups:
            groups.create_task(self._parts.broken(), name="parts broken")
            groups.create_task(self.table.broken(), name="readers broken")

    async def stop(self) -> None:
        """Stop every part in reverse order, each within its limit; never fails."""
        if self.publisher is not None:
            self.publisher.stop()
            self._broker_up.set()  # it may still wait for a broker that never came
            mqtt = self._parts.task("mqtt")
            if mqtt is not None:
                await self._limited("mqtt", asyncio.shield(mqtt))
        await self._parts.close()
        self.hub.close()
        self.broadcast.close()
        if self.web is not None:
            await self._limited("page", self.web.stop())
        if self.archive is not None:
            self.archive.close()
        await self._limited("readers", self.table.stop())
        if self.broker is not None:
            await self._limited("broker", self.broker.stop())
        self.table.turn.close()

    # -- what was before ---------------------------------------------------------------------------

    def _go_on(self, recovered: Recovered) -> None:
        """Take up what the state does not say, and let the broker have what it may not have taken."""
        if self.journal is not None:
            self.journal.on_trouble = self._journal_health
            self._journal_health(*self.journal.trouble)
            if recovered.boot_number == 1 and not recovered.keys.just_made:  # the file was lost or emptied: the key has been there before
                log.warning("journal: %s is a new one: nothing is known from before, `seq` begins at 1", self.config.journal.file)
        self.hub.recall(recovered.of_hand)
        for asked in recovered.asked:
            self.table.desk.recall(asked.command, asked.done, asked.as_of_seq, asked.boot)
        if self.publisher is not None:
            session = self.publisher.session
            self.table.turn.told_by = lambda: session.told_seq
            session.go_on(recovered.told, recovered.table.seq)

    def _journal_health(self, reason: str, remedy: str) -> None:
        if reason:
            log.error("journal: %s: %s: %s; the hand goes on, nothing is told until it is mended", self.config.journal.file, reason, remedy)
        elif self._journal_trouble:
            log.warning("journal: %s is written again", self.config.journal.file)
        self._journal_trouble = reason
        self.hub.part_health(JOURNAL, "failed" if reason else "ok", reason, remedy)

    # -- parts -----------------------------------------------------------------------------------

    def _make_publisher(self, stored: StoredStories | None) -> MqttPublisher:
        config = self.config
        return MqttPublisher(
            mqtt_settings(config),
            config.table.id,
            self.hub,
            self.table.desk,
            role=command_role(config),
            loop_s=self.clock.loop_s,
            stored=stored,
        )

    def _make_speaker(self) -> Speaker | None:
        speaker, command = self.config.speaker, words_of(self.config.speaker.command)
        if not command:
            return None
        language = speaker.language or self.config.web.language
        made = Speaker(
            command,
            language,
            lambda state, reason, remedy: self.hub.part_health(SPEAKER, state, reason, remedy),
            loop_s=self.clock.loop_s,
        )
        self.table.turn.on_effects(made.heard)
        return made

    def _make_web(self) -> WebServer:
        web = self.config.web
        app = make_app(
            self.hub,
            title=self.config.table.name,
            language=web.language,
            desk=self.table.desk,
            gate=self.gate,
            archive=self.archive,
            backstage=self.backstage,
            broadcast=self.broadcast,
            overlay_files=OverlayFiles(self.config.overlay.logo, self.config.overlay.css),
            allowed_hosts=(web.host, *web.hosts),
            loop_s=self.clock.loop_s,
            pictures=self.config.players.pictures,
        )
        tls = server_context(web.tls_cert, web.tls_key) if web.tls_cert and web.tls_key else None
        return WebServer(app, web.host, web.port, loop_s=self.clock.loop_s, tls=tls)

    async def _open_page(self, web: WebServer) -> bool:
        """Try to serve the page; return whether it is served."""
        try:
            await web.start()
        except WebServerError as error:
            if self._page_trouble != error.code:
                log.warning("page: %s; it is tried again by itself", error)
            self._page_trouble = error.code
            self.hub.part_health("page", "failed", error.code, str(error))
            return False
        if self._page_trouble:
            log.warning("page: served on %s", web.url)
        self.hub.part_health("page", "ok")
        return True

    async def _open_page_later(self, web: WebServer) -> None:
        while True:
            await asyncio.sleep(self.clock.loop_s(PAGE_RETRY_S))
            if await self._open_page(web):
                return

    def _broker_health(self, state: str, reason: str, remedy: str) -> None:
        self.hub.part_health("broker", state, reason, remedy)
        if state == "ok":
            self._broker_up.set()

    async def _publish(self) -> None:
        """Speak to the broker; to the embedded one not before it runs: on its port there may be somebody else's."""
        if self.broker is not None:
            await self._broker_up.wait()
        if self.publisher is not None:
            await self.publisher.run()

    def _supervise(self, name: str, part: Callable[[], Awaitable[None]]) -> None:
        def failed(reason: str, remedy: str) -> None:
            self.hub.part_health(name, "failed", reason, remedy)

        self._parts.start(name, supervise(name, part, failed, loop_s=self.clock.loop_s))

    async def _limited(self, what: str, step: Awaitable[object]) -> None:
        try:
            await asyncio.wait_for(step, self.clock.loop_s(STOP_LIMIT_S))
        except TimeoutError:
            log.warning("%s did not stop within %.0f s: left behind", what, STOP_LIMIT_S)

    # -- what the table is -----------------------------------------------------------------------

    def _tell_info(self, table: Table) -> None:
        self.hub.set_info(**self._info, house_options=in_force(table, self.table.turn.house).changed())

    def _house_changed(self, table: Table, effects: Sequence[Effect]) -> None:
        if any(isinstance(effect, Tell) and effect.kind == "house_changed" for effect in effects):
            self._tell_info(table)

    # -- what the parts say ----------------------------------------------------------------------

    def _part_health(self, health: Health) -> None:
        self.hub.part_health(health.part, health.state, health.reason, health.remedy, since_ns=health.since_ns, counters=health.counters)

    def _heartbeat(self, loop_lag_ms: int) -> None:
        counters = self.table.counters()
        if self.journal is not None:
            counters[JOURNAL] = dict(self.journal.counters)
        self.table.turn.note_told()
        outbox = 0
        if self.speaker is not None:
            counters[SPEAKER] = dict(self.speaker.counters)
        if self.web is not None:
            counters["page"] = dict(self.gate.attempts.counters)
        if self.publisher is not None:
            counters["mqtt"] = self.publisher.session.counters
            outbox = self.publisher.session.backlog
        self.hub.metrics(events=self.table.events, readings=self.table.readings, loop_lag_ms=loop_lag_ms, outbox=outbox, counters=counters)


def _setting(config: Config, *, known: int) -> Setting:
    """Return what of the config the table and status pages are told."""
    return Setting(
        game=config.games_played()[0][0],
        unit=config.money.unit,
        decks=config.deck.file,
        uses=config.deck.use,
        known=known,
        journal=config.journal.place().file,
        pictures=config.players.pictures,
        mistakes=config.floor.mistakes,
    )


def _readers(config: Config, clock: Clock) -> Sequence[ReaderSetup]:
    return [
        ReaderSetup(
            reader.name,
            reader.driver,
            opener_for(reader.link),
            {n: Zone(z) for n, z in reader.antennas.items()},
            {**_scaled_options(reader.driver, clock), **reader.options},
        )
        for reader in config.readers
    ]


def _scaled_options(driver: str, clock: Clock) -> Mapping[str, float]:
    """A clock that is not the wall's has simulated readers on the other end; their computer does not get faster with it."""
    return simulated_reader_options(clock) if driver == SIMULATED_DRIVER and clock.speed != 1.0 else {}


async def serve(
    config: Config, recovered: Recovered | None = None, manager: ServiceManager | None = None, *, while_open: int | None = None
) -> None:
    """Run the daemon, from where the journal `recovered` left off, until SIGTERM or SIGINT, then stop it in order.

    The service manager is told, if there is one. `while_open` is a descriptor whose end of file means
    the same as a signal: whoever started us holds its other end, and is gone when it closes.
    Raises: what `Daemon` and `Daemon.start` raise; ExceptionGroup for a fault that got past a part's supervision.
    """
    manager = manager or ServiceManager.from_environment()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    if while_open is not None:
        loop.add_reader(while_open, _stop_at_end, loop, while_open, stop)
    daemon = Daemon(config, recovered=recovered)
    await daemon.start()
    daemon.watch(manager)
    log.info("table %s is up", config.table.id)
    manager.ready(f"table {config.table.id} is up")
    gc.freeze()  # what is there now stays: a collection in mid hand need not look at it
    stopping = asyncio.create_task(stop.wait(), name="stop")
    broken = asyncio.create_task(daemon.broken(), name="broken")
    try:
        await asyncio.wait({stopping, broken}, return_when=asyncio.FIRST_COMPLETED)
        if broken.done():
            broken.result()
    finally:
        manager.stopping()
        stopping.cancel()
        broken.cancel()
        await asyncio.gather(stopping, broken, return_exceptions=True)
        await daemon.stop()


def _stop_at_end(loop: asyncio.AbstractEventLoop, descriptor: int, stop: asyncio.Event) -> None:
    if not os.read(descriptor, 4096):
        loop.remove_reader(descriptor)
        stop.set()
