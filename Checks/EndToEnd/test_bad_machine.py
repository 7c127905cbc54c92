"""What a machine can do: a port is taken, a file damaged, the disk full, a folder closed.

Each is told with what, where and what to do; nothing is lost and nothing is made worse.
"""

import contextlib
import datetime
import hashlib
import os
import pathlib
import shutil
import socket
import sqlite3
import subprocess
import tempfile

import pytest

from anchor import Anchor, Reader, damage
from device import PUSH, Device, session
from hub import Hub
from processes import Programs, binary, private_environment

NOBODY = 65_534
A_TIME = datetime.datetime(2026, 3, 2, 9, 30, tzinfo=datetime.timezone.utc)


@contextlib.contextmanager
def taken_port():
    """A port of this machine on which another program listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def digests(folder: pathlib.Path) -> dict[str, str]:
    """Of each file, without SQLite's and our own notes of who has it open."""
    passing = ("-shm", ".lock")
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
        if not path.name.endswith(passing) and path.stat().st_size > 0
    }


def refusal(programs: Programs, *command, status: int = 1, **more) -> str:
    """What a program says that has to end with that status by itself; on one line."""
    return " ".join(programs.run(*command, status=status, **more).split())


# Ports and folders that are taken


def test_the_hub_says_that_its_port_is_taken(programs, tmp_path):
    with taken_port() as port:
        told = refusal(programs, binary("hub"), "serve", "--data", tmp_path / "hub", "--port", port)

    assert told == (
        f"hub: Another program listens on port {port}. Stop it, or choose another with --port N."
    )


def test_anchor_says_that_its_port_is_taken(programs, tmp_path):
    anchor = Anchor(programs, tmp_path)
    with taken_port() as port:
        refused = anchor.refusal("serve", "--port", port, status=1)

    assert refused["code"] == "http_server.port_in_use"
    assert str(port) in refused["message"] and "--port N" in refused["remedy"]


def test_a_second_hub_on_one_folder_is_refused(programs, tmp_path):
    hub = Hub(programs, tmp_path / "hub")
    told = refusal(programs, binary("hub"), "serve", "--data", hub.data, "--port", "0")

    assert f"Another Hub runs on {hub.data}" in told and "--data DIR" in told
    hub.stop()


# Damaged files


def overwritten_header(file: pathlib.Path) -> None:
    with file.open("r+b") as opened:
        opened.write(b"not a database any more ")


def overwritten_pages(file: pathlib.Path) -> None:
    with file.open("r+b") as opened:
        opened.seek(2 * 4096)
        opened.write(bytes(range(256)) * 64)


def cut_short(file: pathlib.Path) -> None:
    os.truncate(file, file.stat().st_size // 2 + 100)


DAMAGES = [overwritten_header, overwritten_pages, cut_short]


def into_one_file(database: pathlib.Path) -> None:
    """Moves what stands in the log into the file, so that the file is all there is."""
    with contextlib.closing(sqlite3.connect(database)) as opened:
        assert opened.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0


@pytest.mark.parametrize("harm", DAMAGES)
def test_a_damaged_store_is_kept_as_it_is(programs, tmp_path, harm):
    anchor = Anchor(programs, tmp_path)
    anchor.run("log", "25m", "written down")
    into_one_file(anchor.database)
    copy = shutil.copy(anchor.database, tmp_path / "copy.db")
    harm(anchor.database)
    before = digests(anchor.folder)

    for verb in (["today"], ["log", "5m"], ["sync"], ["serve", "--port", "0"]):
        refused = anchor.refusal(*verb, status=3)
        assert refused["code"] == "store.damaged"
        assert str(anchor.database) in refused["message"]
        assert "It was not touched." in refused["remedy"] and "Copy the folder" in refused["remedy"]
    assert digests(anchor.folder) == before

    shutil.copy(copy, anchor.database)
    assert anchor.json("today")["sessionsFinished"] == 1


@pytest.mark.parametrize("harm", DAMAGES)
def test_a_damaged_hub_is_kept_as_it_is(programs, tmp_path, harm):
    hub = Hub(programs, tmp_path / "hub")
    hub.stop()
    into_one_file(hub.data / "hub.db")
    copy = shutil.copy(hub.data / "hub.db", tmp_path / "copy.db")
    harm(hub.data / "hub.db")
    before = digests(hub.data)

    told = refusal(programs, binary("hub"), "serve", "--data", hub.data, "--port", "0")
    assert f"{hub.data}/hub.db is damaged" in told
    assert "Nothing was changed." in told and "put a backup in its place" in told
    assert digests(hub.data) == before

    shutil.copy(copy, hub.data / "hub.db")
    hub.start()
    hub.stop()


def test_a_hub_whose_database_is_damaged_while_it_runs_says_so(programs, chromium, tmp_path):
    hub = Hub(programs, tmp_path / "hub")
    anchor = Anchor(programs, tmp_path / "desk")
    with chromium.profile() as open_tab:
        hub.make_owner(open_tab(hub.setup_link))
        anchor.connect(hub, open_tab, "Desk")
    anchor.run("log", "25m")
    anchor.run("sync")
    anchor.run("log", "5m")
    into_one_file(hub.data / "hub.db")
    copy = shutil.copy(hub.data / "hub.db", tmp_path / "copy.db")
    spoil_records(hub.data / "hub.db")
    before = digests(hub.data)

    refused = anchor.refusal("sync", status=4)
    assert refused["code"] == "storage_unavailable"
    assert "cannot use its database" in refused["message"] and "owner" in refused["remedy"]
    assert "Your waiting change is safe." in refused["remedy"]
    assert "503 storage_unavailable" in hub.program.output
    hub.stop()
    told = refusal(programs, binary("hub"), "serve", "--data", hub.data, "--port", "0")
    assert f"{hub.data}/hub.db is damaged" in told
    assert digests(hub.data)["hub.db"] == before["hub.db"]

    shutil.copy(copy, hub.data / "hub.db")
    hub.start()
    assert anchor.json("sync")["waiting"] == 0


def spoil_records(database: pathlib.Path) -> None:
    """Overwrites the page on which the records stand."""
    with database.open("r+b") as opened:
        opened.seek(opened.read().index(b'"focusedMinutes"') // 4096 * 4096)
        opened.write(bytes(range(256)) * 16)


@pytest.mark.parametrize("key", ["identity", "pepper"])
def test_a_hub_never_makes_a_new_key_for_an_old_database(programs, tmp_path, key):
    hub = Hub(programs, tmp_path / "hub")
    hub.stop()
    (hub.data / "keys" / key).unlink()
    before = digests(hub.data)

    told = refusal(programs, binary("hub"), "serve", "--data", hub.data, "--port", "0")
    assert f"keys/{key} is missing" in told and "from a backup" in told
    assert digests(hub.data) == before


# Full disks


@pytest.fixture
def small_disk(tmp_path):
    """A file system of some megabytes, and a function that fills it to the last byte."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small file system")
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16m,mode=700", "tmpfs", folder]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("this machine does not let root mount a file system")

    def fill() -> pathlib.Path:
        filler = folder / "filler"
        descriptor = os.open(filler, os.O_WRONLY | os.O_CREAT)
        with contextlib.suppress(OSError):
            while os.write(descriptor, bytes(4_096)) > 0:
                pass
        os.close(descriptor)
        return filler

    yield folder, fill
    subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_full_disk_costs_no_session_of_focus(programs, tmp_path, small_disk):
    disk, fill = small_disk
    anchor = Anchor(programs, disk)
    anchor.run("log", "25m", "before")
    export = tmp_path / "export.json"
    rows = ",".join(
        f'{{"start":"20260302T{hour:02}{minute:02}00Z","end":"20260302T{hour:02}{minute:02}59Z"}}'
        for hour in range(24)
        for minute in range(60)
    )
    export.write_text(f"[{rows}]")
    before = anchor.sessions()
    filler = fill()

    for verb in (["import", export, "--yes"], ["log", "5m", "x" * 400], ["focus", "25", "x" * 400]):
        refused = anchor.refusal(*verb, status=3)
        assert refused["code"] == "store.disk_full", refused
        assert "disk is full" in refused["message"]
        assert "Free some space" in refused["remedy"] and "is safe" in refused["remedy"]

    filler.unlink()
    assert anchor.sessions() == before and damage(anchor.database) == []
    assert anchor.json("import", export, "--yes")["added"] == 24 * 60
    assert len(anchor.sessions()) == len(before) + 24 * 60


def test_a_full_disk_of_the_hub_costs_no_record(programs, chromium, small_disk):
    disk, fill = small_disk
    hub = Hub(programs, disk / "hub")
    with chromium.profile() as open_tab:
        hub.make_owner(open_tab(hub.setup_link))
        device = Device.connected(hub, open_tab, "A program")
    device.push(session(A_TIME, 25))
    before = device.pull()
    body = device.push_request(*(session(A_TIME, 25) for _ in range(100)))
    filler = fill()

    refused = device.send(PUSH, body)
    assert (refused.status, refused.code) == (507, "storage_full"), refused
    assert "disk is full" in refused.message
    assert device.pull() == before

    filler.unlink()
    stored = device.send(PUSH, body)
    assert {one["status"] for one in stored.body["results"]} == {"accepted"}
    assert len(device.pull()) == len(before) + 100
    hub.stop()
    assert damage(hub.data / "hub.db") == []


def records(anchor: Anchor) -> set[str]:
    """The sessions of the store, as the Hub names them."""
    return {f"focusSession-{session}" for session in anchor.sessions()}


def records_behind(anchor: Anchor, device: Device) -> set[str]:
    """The records that the Hub holds up to the place which the store has noted."""
    with Reader(anchor.database) as database:
        (place,) = database.execute("SELECT max(cursor) FROM sync_position").fetchone()
    return {change["id"] for change in device.changes() if change["cursor"] <= (place or 0)}


def test_a_disk_that_fills_up_in_the_middle_of_a_sync_costs_no_record(
    programs, chromium, small_disk, tmp_path
):
    disk, fill = small_disk
    hub = Hub(programs, tmp_path / "hub")
    anchor = Anchor(programs, disk)
    with chromium.profile() as open_tab:
        hub.make_owner(open_tab(hub.setup_link))
        anchor.connect(hub, open_tab, "Desk")
        device = Device.connected(hub, open_tab, "A program")
    for _ in range(15):
        device.push(*(session(A_TIME, 25) for _ in range(100)))
    elsewhere = set(device.pull())
    anchor.run("log", "45m", "waits")
    (own,) = records(anchor)
    filler = fill()
    os.truncate(filler, filler.stat().st_size - 1_500_000)

    for verb in (["sync"], ["sync"]):
        assert anchor.refusal(*verb, status=3)["code"] == "store.disk_full"
        held = records(anchor)
        assert 0 < len(held & elsewhere) < len(elsewhere) and own in held
        assert records_behind(anchor, device) <= held

    filler.unlink()
    assert anchor.json("sync")["waiting"] == 0
    assert records(anchor) == elsewhere | {own}
    assert own in device.pull() and damage(anchor.database) == []


# Folders and files that may not be used


class Unprivileged:
    """Runs programs as somebody for whom permissions count."""

    def __init__(self, programs: Programs, folder: pathlib.Path):
        self._programs = programs
        self.folder = folder
        self._prefix = []
        if os.geteuid() == 0:
            self._prefix = ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]

    def own(self, *paths: pathlib.Path) -> None:
        for path in paths:
            if self._prefix:
                os.chown(path, NOBODY, NOBODY)

    def can_run(self, product: str) -> bool:
        return self._programs.start(*self._prefix, binary(product), "--version").wait() == 0

    def refusal(self, product: str, *words, status: int) -> str:
        return refusal(
            self._programs,
            *(*self._prefix, binary(product), *words),
            status=status,
            folder=self.folder,
            environment=self.environment,
        )

    @property
    def environment(self) -> dict[str, str]:
        home = self.folder / "home"
        environment = private_environment(home, TZ="UTC")
        self.own(home, *home.iterdir())
        return environment


@pytest.fixture
def somebody(programs):
    # Not below pytest's own folder, which nobody else may enter.
    folder = pathlib.Path(tempfile.mkdtemp(prefix="end-to-end-"))
    folder.chmod(0o755)
    person = Unprivileged(programs, folder)
    try:
        if not all(person.can_run(product) for product in ("hub", "anchor")):
            pytest.skip("another user than root cannot reach the binaries here")
        yield person
    finally:
        shutil.rmtree(folder)


def closed(folder: pathlib.Path) -> pathlib.Path:
    folder.mkdir()
    folder.chmod(0o500)
    return folder


def test_a_folder_that_may_not_be_written_is_named(somebody):
    folder = closed(somebody.folder / "closed")
    somebody.own(folder)

    told = somebody.refusal("hub", "serve", "--data", folder / "hub", "--port", "0", status=1)
    assert f"Cannot use {folder}/hub: Permission denied." in told and "--data DIR" in told
    told = somebody.refusal("anchor", "today", "--data", folder / "anchor", status=3)
    assert f"The folder {folder}/anchor cannot be used: you may not use it." in told
    assert "Nothing was written." in told
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("product", "words", "status", "is_own", "reason"),
    [
        ("hub", ("serve", "--port", "0"), 1, False, "belongs to another user. Nothing was opened."),
        ("hub", ("serve", "--port", "0"), 1, True, "Permission denied"),
        ("anchor", ("log", "5m"), 3, False, "you may not use it"),
        ("anchor", ("log", "5m"), 3, True, "you may not use it"),
    ],
)
def test_a_file_that_may_not_be_read_is_named(somebody, product, words, status, is_own, reason):
    folder = somebody.folder / product
    folder.mkdir(mode=0o700)
    file = folder / f"{product}.db"
    file.write_bytes(b"what was there")
    file.chmod(0o000)
    somebody.own(folder, *([file] if is_own else []))

    told = somebody.refusal(product, *words, "--data", folder, status=status)
    assert str(folder) in told and reason in told
    file.chmod(0o600)
    assert file.read_bytes() == b"what was there"


def test_an_import_file_that_may_not_be_read_is_named(somebody):
    file = somebody.folder / "export.json"
    file.touch(mode=0o000)
    home = somebody.environment["HOME"]
    somebody.own(pathlib.Path(home), *pathlib.Path(home).iterdir())

    told = somebody.refusal("anchor", "import", file, "--yes", status=1)
    assert f"{file} cannot be read: you may not use it." in told and "Nothing was added." in told


def test_a_hub_that_others_could_change_or_read_does_not_start(programs, tmp_path):
    hub = Hub(programs, tmp_path / "hub")
    hub.stop()
    serve = (binary("hub"), "serve", "--data", hub.data, "--port", "0")

    hub.data.chmod(0o777)
    assert f"Others can write into {hub.data}. Run: chmod go-w" in refusal(programs, *serve)
    hub.data.chmod(0o700)
    key = hub.data / "keys" / "identity"
    key.chmod(0o644)
    told = refusal(programs, *serve)
    assert f"Others can read {key}" in told and f"chmod 600 '{key}'" in told
    key.chmod(0o600)
    hub.start()
    hub.stop()
