"""What synchronising leaves to a person: conflicts, refused changes and the trash, on Anchor's page."""

import json
import sqlite3

import pytest

from anchor import Anchor

START = "2026-11-30T09:00:00Z"


def facts(minutes: int) -> dict:
    return {
        "type": "focusSession",
        "facts": {
            "completed": True,
            "endedAt": START,
            "focusedMinutes": minutes,
            "startedAt": START,
        },
    }


def text(value: dict) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


@pytest.fixture
def desk(programs, tmp_path):
    """Anchor with one of each, written into its store as a pass would have left them."""
    desk = Anchor(programs, tmp_path / "desk")
    desk.run("log", "45m", "write the chapter about the lighthouse")
    session = next(iter(desk.sessions()))
    record = f"focusSession-{session}"
    change = {
        "cursor": 2,
        "changeId": "22222222-2222-4222-8222-222222222222",
        "domain": "anchor",
        "id": record,
        "operation": "upsert",
        "version": 2,
        "occurredAt": START,
        "modifiedAt": 1_796_025_600_000,
        "recordedAt": "2026-11-30T09:00:00.000Z",
        "originDeviceId": "11111111-1111-4111-8111-111111111111",
        "record": facts(50),
    }
    with sqlite3.connect(desk.database) as database:
        domain = database.execute("SELECT domain FROM sync_outbox").fetchone()[0]
        database.execute(
            "INSERT INTO sync_conflict(domain, record, kept_ms, winner, local_is_delete,"
            " local_occurred_minute, local_modified_ms, local_body, remote_change)"
            " VALUES(?, ?, 1796025600000, 'remote', 0, 29933760, 1796025600000, ?, ?)",
            (domain, record, text(facts(25)), text(change)),
        )
        database.execute(
            "INSERT INTO sync_trash VALUES"
            "(?, 'focusSession-abcdef01-0000-4000-8000-000000000001', 1796025600000, 29933760, ?)",
            (domain, text(facts(33))),
        )
    return desk


def test_matters_are_shown_and_decided(desk, chromium):
    assert "Conflict 1" in desk.run("attention")
    serving = desk.start("serve", "--port", "0")
    link = serving.wait_for_link()
    with chromium.open(link) as tab:
        tab.goto(tab.page.url.rstrip("/") + "/hub/attention")
        for _ in tab.each_look():
            tab.assert_sound()
            tab.screenshot("anchor-attention")
        tab.page.get_by_role("button", name="Take the one kept aside").click()
        tab.page.get_by_role("button", name="Bring back").click()
        assert tab.page.get_by_text("Nothing to look at").is_visible()
        tab.assert_sound()
    assert serving.stop() == 0, serving.error("did not end in order")
    assert sorted(session.seconds for session in desk.sessions().values()) == [1_500, 1_980]
