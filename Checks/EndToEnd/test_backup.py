"""A backup under load, a restore, and devices that send again: nothing is lost.

Real devices write while the backup is made and after it. Then the Hub is killed and put back. What
the backup does not hold, the devices still have and offer again.
"""

import datetime
import json
import os
import stat
import threading

from anchor import Anchor
from device import Device, session
from hub import Hub
from processes import binary

UTC = datetime.timezone.utc


def record(device: Anchor, file, first_day: int, count: int) -> None:
    """Imports that many sessions, each of a day of its own."""
    midnight = datetime.datetime.now(UTC).replace(hour=8, minute=0, second=0, microsecond=0)
    rows = []
    for number in range(count):
        start = midnight - datetime.timedelta(days=first_day + number)
        rows.append(
            {
                "id": number + 1,
                "start": start.strftime("%Y%m%dT%H%M%SZ"),
                "end": (start + datetime.timedelta(minutes=25)).strftime("%Y%m%dT%H%M%SZ"),
                "tags": [f"day {first_day + number}"],
            }
        )
    file.write_text(json.dumps(rows))
    assert device.json("import", file, "--yes")["added"] == count


def facts(device: Anchor) -> set:
    return {each.facts for each in device.sessions().values()}


class Load:
    """A device that pushes one record after another, until it is stopped."""

    def __init__(self, device: Device):
        self.device = device
        self.accepted = 0
        self.problems: list[str] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> "Load":
        self._thread.start()
        return self

    def __exit__(self, *_) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self.device.push(session(datetime.datetime.now(UTC), minutes=45))
                self.accepted += 1
            except (AssertionError, OSError) as problem:
                self.problems.append(str(problem))
                return


def test_nothing_is_lost_when_a_hub_is_put_back(programs, chromium, tmp_path):
    hub = Hub(programs, tmp_path / "hub")
    desk, laptop = Anchor(programs, tmp_path / "desk"), Anchor(programs, tmp_path / "laptop")
    export, backup = tmp_path / "export.json", tmp_path / "hub-backup.tar"
    with chromium.profile() as open_tab:
        hub.make_owner(open_tab(hub.setup_link))
        desk.connect(hub, open_tab, "Desk")
        laptop.connect(hub, open_tab, "Laptop")
        busy = Device.connected(hub, open_tab, "Busy")
    record(desk, export, first_day=1, count=40)
    desk.run("sync")
    laptop.run("sync")

    with Load(busy) as load:
        said = programs.run(binary("hub"), "backup", backup, "--data", hub.data)
    assert "found whole" in said
    assert load.accepted > 0 and not load.problems, load.problems
    assert stat.S_IMODE(os.stat(backup).st_mode) == 0o600

    # What the backup cannot hold: new on both, and synchronised before the Hub dies.
    record(desk, export, first_day=100, count=15)
    record(laptop, export, first_day=200, count=15)
    for device in (desk, laptop, desk):
        device.run("sync")
    before = facts(desk)
    assert len(before) == 70 + load.accepted and facts(laptop) == before

    hub.program.kill()
    programs.run(binary("hub"), "restore", backup, "--data", hub.data, "--yes")
    hub.start()
    for device in (desk, laptop, desk, laptop):
        device.run("sync")

    assert facts(desk) == before
    assert facts(laptop) == before
    assert desk.waiting == 0 and laptop.waiting == 0
    held = busy.pull()
    ids = set(desk.sessions())
    assert len(ids) == 70 + load.accepted
    missing = [id for id in ids if not any(id in record for record in held)]
    assert not missing


def test_a_disk_that_fills_up_leaves_no_half_backup(programs, tmp_path):
    hub = Hub(programs, tmp_path / "hub")
    room = tmp_path / "room"
    room.mkdir()

    # 40 blocks of 512 bytes: less than the database alone.
    said = programs.run(
        *("sh", "-c", 'ulimit -f 40; trap "" XFSZ; exec "$0" "$@"'),
        *(binary("hub"), "backup", room / "backup.tar", "--data", hub.data),
        status=1,
    )

    assert "backup.tar" in said and "Nothing was left there" in said
    assert list(room.iterdir()) == []
    hub.stop()
