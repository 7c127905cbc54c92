"""Kills with SIGKILL, at random moments of a sync: no session is lost and none is doubled.

Each round gives both devices sessions that the other one lacks, and kills either the `anchor` that
synchronises or the Hub that it speaks to. Then whoever died starts again, both synchronise to the
end, and every store is compared with what was recorded.
"""

import collections
import datetime
import faulthandler
import json
import random
import time

import pytest

import figures
from anchor import Anchor, damage
from device import Device
from hub import Hub
from processes import kill_count, kill_seed

UTC = datetime.timezone.utc
# For each round: on the device that mostly sends, and on the other one.
SENT, SENT_BACK = 300, 60
# A kill that comes too late, when the sync has ended, does not count and is tried again.
TRIES_PER_KILL = 3
# Days whose summaries the Hub takes, so that these are sent as well.
DAYS_BACK = 390


class Fleet:
    """A Hub and two devices, and all that was ever recorded on them."""

    def __init__(self, programs, open_tab, folder, dice: random.Random):
        self.dice = dice
        self.folder = folder
        self.hub = Hub(programs, folder / "hub")
        self.hub.make_owner(open_tab(self.hub.setup_link))
        self.desk = Anchor(programs, folder / "desk")
        self.laptop = Anchor(programs, folder / "laptop")
        for device, name in ((self.desk, "Desk"), (self.laptop, "Laptop")):
            device.connect(self.hub, open_tab, name)
        # By device: when each session started, and how long it was, in seconds.
        self.recorded: dict[Anchor, dict[int, int]] = {self.desk: {}, self.laptop: {}}
        # How long the last whole sync of each kind took, in seconds.
        self.lengths = {self.desk: 0.5, self.laptop: 0.5}
        self.seen = collections.Counter()

    def record(self, device: Anchor, count: int) -> None:
        """Imports that many new sessions of some week, each of a start of its own."""
        midnight = datetime.datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        # The other device's are older than any summary, so each summary is one device's to send.
        newest = 1 if device is self.desk else DAYS_BACK + 100
        week = self.dice.randrange(newest, newest + DAYS_BACK - 7)
        sessions: dict[int, int] = {}
        while len(sessions) < count:
            back = datetime.timedelta(days=self.dice.randrange(week, week + 7))
            start = int((midnight - back).timestamp()) + self.dice.randrange(80_000)
            if not any(start in known for known in (sessions, *self.recorded.values())):
                sessions[start] = self.dice.randrange(60, 300)
        file = self.folder / "export.json"
        rows = [
            {"id": 1, "start": stamp(start), "end": stamp(start + seconds), "tags": ["kept"]}
            for start, seconds in sessions.items()
        ]
        file.write_text(json.dumps(rows))
        assert device.json("import", file, "--yes")["added"] == count
        self.recorded[device] |= sessions

    def kill_one(self) -> str | None:
        """A round with one kill; what was killed and when, or None where the sync was quicker."""
        self.record(self.desk, SENT)
        self.record(self.laptop, SENT_BACK)
        device = self.dice.choice((self.desk, self.laptop))
        victim = self.dice.choice(("anchor", "hub"))
        if device is self.laptop:
            self.synchronise(self.desk)
        before = self.work_left(device)
        running = device.start("sync", "--json")
        time.sleep(self.dice.random() * self.lengths[device])
        is_hit = running.exit_status is None
        if victim == "anchor":
            running.kill()
            is_hit = running.exit_status == -9
        else:
            self.hub.program.kill()
            assert running.wait() in (0, 4), running.output
            self.hub.start()
        left = self.work_left(device)
        self.settle()
        if not is_hit:
            return None
        moment = "at the start" if left == before else "in the middle" if left > 0 else "at the end"
        return f"{victim}, {'sending' if device is self.desk else 'receiving'}, {moment}"

    def work_left(self, device: Anchor) -> int:
        """How many sessions it has still to send or to get."""
        missing = sum(map(len, self.recorded.values())) - device.count()
        return device.waiting + (missing if device is self.laptop else 0)

    def settle(self) -> None:
        """Synchronises both to the end."""
        for device in (self.desk, self.laptop, self.desk):
            self.synchronise(device)

    def synchronise(self, device: Anchor) -> None:
        begun = time.monotonic()
        told = device.json("sync")
        if max(told["pushed"], told["pulled"]) >= SENT:
            self.lengths[device] = time.monotonic() - begun
        assert told["waiting"] == 0, told
        assert told["conflicts"] == told["quarantined"] == 0, told

    def check(self) -> None:
        """Both stores have all that was recorded, their own to the second; every file is whole."""
        desk, laptop = self.desk.sessions(), self.laptop.sessions()
        for device, sessions in ((self.desk, desk), (self.laptop, laptop)):
            own = {one.start: one.seconds for one in sessions.values() if one.is_full}
            assert own == self.recorded[device]
            assert len(sessions) == sum(map(len, self.recorded.values()))
        assert {one.facts for one in desk.values()} == {one.facts for one in laptop.values()}
        for file in (self.desk.database, self.laptop.database, self.hub.data / "hub.db"):
            assert damage(file) == [], file

    def check_hub(self, open_tab) -> None:
        """The Hub holds each session once, and of each day the sum of the device that knows it."""
        reader = Device.connected(self.hub, open_tab, "A reader")
        records = reader.pull()
        minutes = {
            id.removeprefix("focusSession-"): record["facts"]["focusedMinutes"]
            for id, record in records.items()
            if record["type"] == "focusSession"
        }
        assert minutes == {one.id: one.seconds // 60 for one in self.desk.sessions().values()}

        seconds = collections.Counter()
        for start, length in self.recorded[self.desk].items():
            seconds[f"summary-{datetime.datetime.fromtimestamp(start, UTC):%Y-%m-%d}"] += length
        summaries = {
            id: record["facts"]["focusedMinutes"]
            for id, record in records.items()
            if record["type"] == "daySummary"
        }
        assert summaries == {day: min(sum // 60, 1_440) for day, sum in seconds.items()}


def stamp(seconds: int) -> str:
    return f"{datetime.datetime.fromtimestamp(seconds, UTC):%Y%m%dT%H%M%SZ}"


@pytest.mark.kills
@pytest.mark.timeout(0)
def test_no_kill_loses_or_doubles_a_session(chromium, programs, tmp_path):
    kills, seed = kill_count(), kill_seed()
    replay = f"script/kills {kills} --seed {seed}"
    figures.tell("to repeat it", replay)
    # The stacks that are shown for a check that hangs; this one may well take an hour.
    faulthandler.cancel_dump_traceback_later()
    with chromium.profile() as open_tab:
        fleet = Fleet(programs, open_tab, tmp_path, random.Random(seed))
        for number in range(kills * TRIES_PER_KILL):
            if sum(fleet.seen.values()) == kills:
                break
            if kind := fleet.kill_one():
                fleet.seen[kind] += 1
            try:
                fleet.check()
            except AssertionError as found:
                raise AssertionError(f"after round {number + 1} of {replay}: {found}") from found

        # What the Hub itself holds is what a device gets that has nothing.
        fresh = Anchor(programs, tmp_path / "fresh")
        fresh.connect(fleet.hub, open_tab, "Fresh")
        fleet.synchronise(fresh)
        assert {one.facts for one in fresh.sessions().values()} == {
            one.facts for one in fleet.desk.sessions().values()
        }
        fleet.check_hub(open_tab)

    for kind, count in sorted(fleet.seen.items()):
        figures.tell(f"killed: {kind}", str(count))
    figures.tell("sessions at the end, on each device and at the Hub", f"{fleet.desk.count():,}")
    assert sum(fleet.seen.values()) == kills, "too many syncs were quicker than their kill"
