"""The session's key in a desktop's keyring: where it is, and what happens when that is closed."""

import pathlib

import pytest

from anchor import Anchor
from hub import Hub
from keyring import Keyring


def state(desk: Anchor) -> bytes:
    """All that is in the folder for what belongs to this machine."""
    folder = pathlib.Path(desk.environment["XDG_STATE_HOME"])
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())


@pytest.fixture
def keyring(programs, desk):
    started = Keyring(programs, desk.environment)
    started.start()
    yield started
    started.kill()


@pytest.fixture
def hub(programs, tmp_path, open_tab):
    running = Hub(programs, tmp_path / "hub")
    running.make_owner(open_tab(running.setup_link))
    return running


@pytest.fixture
def open_tab(chromium):
    with chromium.profile() as opened:
        yield opened


def test_a_session_lives_in_the_keyring_and_leaves_nothing_when_it_ends(
    keyring, hub, desk, open_tab
):
    desk.run("log", "45m", "write chapter")

    desk.connect(hub, open_tab, "Desk")

    assert len(keyring.items()) == 1
    assert b"hub_" not in state(desk)
    desk.run("sync")
    assert desk.waiting == 0
    desk.run("sign-out")
    assert keyring.items() == []
    assert b"hub_" not in state(desk)


def test_a_locked_keyring_stops_sync_and_nothing_else(keyring, hub, desk, open_tab):
    desk.connect(hub, open_tab, "Desk")
    keyring.lock()
    desk.run("log", "45m", "write chapter")

    assert desk.refusal("sync", status=5)["code"] == "keyring.locked"

    assert desk.waiting > 0
    keyring.kill()
    keyring.start()
    desk.run("sync")
    assert desk.waiting == 0


def test_who_wants_no_keyring_has_a_file(keyring, hub, desk, open_tab):
    desk.connect(hub, open_tab, "Desk", "--no-keyring")

    assert keyring.items() == []
    assert b"hub_" in state(desk)
    desk.run("sync")
