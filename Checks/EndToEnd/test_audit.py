"""A Hub whose record of what happened was rewritten is caught by the person's own device.

Somebody with the Hub's disk changes an entry and makes every hash behind it fit. Nothing in the Hub
can tell; Anchor, which has seen the chain, does, and goes on synchronising.
"""

import hashlib
import sqlite3

from anchor import Anchor
from hub import Hub
from processes import binary

RULES = "audit_entry_stays", "audit_entry_kept", "audit_entry_once"


def rewrite(database, number: int) -> None:
    """Gives one entry another event, and puts every commitment and link right again."""
    with sqlite3.connect(database) as connection:
        for rule in RULES:
            connection.execute(f"DROP TRIGGER {rule}")
        connection.execute(
            "UPDATE audit_content SET content ="
            " CAST(replace(CAST(content AS TEXT), 'setup_link', 'invitation') AS BLOB)"
            " WHERE number = ?",
            (number,),
        )
        link = bytes(32)
        rows = connection.execute(
            "SELECT account, number, salt, content FROM audit_content ORDER BY number"
        ).fetchall()
        for account, place, salt, content in rows:
            commitment = hashlib.sha256(b"hub-audit-entry-v1\0" + salt + content).digest()
            link = hashlib.sha256(
                b"hub-audit-link-v1\0" + link + place.to_bytes(8, "big") + commitment
            ).digest()
            connection.execute(
                "UPDATE audit_entry SET commitment = ?, link = ? WHERE account = ? AND number = ?",
                (commitment, link, account, place),
            )
        connection.execute("UPDATE audit_head SET link = ?", (link,))
        connection.execute("DELETE FROM audit_checkpoint")


def test_a_rewritten_record_is_caught_by_a_device_and_by_its_checkpoint(
    programs, chromium, tmp_path
):
    hub = Hub(programs, tmp_path / "hub")
    desk = Anchor(programs, tmp_path / "desk")
    verify = binary("hub"), "audit", "verify", "--data", hub.data
    with chromium.profile() as open_tab:
        hub.make_owner(open_tab(hub.setup_link))
        desk.connect(hub, open_tab, "Desk")
        desk.run("sync")
        seen = desk.json("status")["sync"]
        assert seen["auditEntries"] >= 2 and "auditAlarm" not in seen
        tab = open_tab(f"{hub.link}/activity/audit")
        assert "Fits" in tab.page.locator("main").inner_text()
        tab.page.get_by_role("button", name="Verify now").click()
        tab.page.get_by_text("none altered, none missing").wait_for()
    with sqlite3.connect(desk.database) as store:
        (note,) = store.execute("SELECT note FROM sync_audit").fetchone()
    kept = tmp_path / "checkpoint"
    kept.write_bytes(note)
    programs.run(*verify, "--against", kept)
    hub.stop()

    rewrite(hub.data / "hub.db", 1)

    programs.run(*verify)
    assert "has signed" in programs.run(*verify, "--against", kept, status=5)
    hub.start()
    desk.run("log", "25m", "after")
    desk.run("sync")
    told = desk.json("status")["sync"]
    assert told["auditAlarm"] == "forked" and told["waiting"] == 0
    assert "is another than this device has seen" in desk.run("status")
    with sqlite3.connect(hub.data / "hub.db") as database:
        (records,) = database.execute("SELECT count(*) FROM record").fetchone()
    assert records > 0
    hub.stop()
