"""Every state that Today, Directory, Activity and Account can be in, in each look.

Each is reached as a person reaches it, with the real `hub` and a real Chromium; only a summary of a
kind that the Hub does not know is put into its database by hand.
"""

import datetime
import sqlite3
import uuid

from playwright.sync_api import expect

from device import Device, session, summary
from hub import UNREACHED
from test_hub_pages import assert_looks

NOW = datetime.datetime.now(datetime.timezone.utc)


def ask_for(tab, action: str, **fields: str) -> None:
    """Asks Anchor for an action as its form on a page does."""
    status = tab.page.evaluate(
        "async ([path, fields]) => (await fetch(path, {"
        " method: 'POST', body: new URLSearchParams(fields) })).status",
        [f"/actions/anchor/{action}", {"id": str(uuid.uuid4()), **fields}],
    )
    assert status == 200


def test_today_while_an_app_and_an_action_wait_for_the_person(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        # Approved here and not yet in the app: it has used its session for nothing.
        Device.connected(hub, open_tab)
        tab.goto(hub.link)
        ask_for(tab, "exportLocal")
        tab.reload()

        expect(tab.page.get_by_text("Anchor on Desk waits for your yes")).to_be_visible()
        expect(tab.page.get_by_text("1 action waits for your yes")).to_be_visible()
        assert_looks(tab, "today-approval-needed")
        assert_looks(open_tab(f"{hub.link}/directory"), "directory-not-in-use")
        tab.page.get_by_role("link", name="Look, and decide").click()
        expect(tab.page.get_by_role("button", name="Approve Export on the device")).to_be_visible()
        assert_looks(tab, "activity-approval-needed")


def test_activity_with_an_action_in_each_state_that_a_person_can_bring_about(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        Device.connected(hub, open_tab)
        tab.goto(f"{hub.link}/activity")
        for _ in range(2):
            ask_for(tab, "exportLocal")
        ask_for(tab, "startFocus", minutes="25")
        ask_for(tab, "finishFocus")
        tab.reload()
        tab.page.get_by_role("button", name="Decline Export on the device").first.click()
        tab.page.get_by_role("button", name="Cancel Start focus").click()
        for state in ("Waits for you", "Declined", "Cancelled", "Waits for Anchor"):
            expect(tab.page.get_by_text(state, exact=True)).to_be_visible()
        assert_looks(tab, "activity-states")
        tab.goto(f"{hub.link}/activity?problem=held")
        assert_looks(tab, "activity-problem")


def test_today_with_a_summary_that_this_hub_cannot_read(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        device = Device.connected(hub, open_tab)
        device.push(
            summary(NOW.date(), focusedMinutes=5),
            session(NOW - datetime.timedelta(minutes=2), minutes=1),
        )
        hub.stop()
        with sqlite3.connect(hub.data / "hub.db") as database:
            database.execute(
                "UPDATE record SET body = CAST(replace(CAST(body AS TEXT),"
                " 'focusedMinutes', 'focusedHours') AS BLOB)"
            )
        hub.start()
        tab.goto(hub.link)

        expect(tab.page.get_by_text("Not readable here")).to_be_visible()
        expect(tab.page.get_by_text("1 record of today cannot be read")).to_be_visible()
        assert tab.page.locator("#anchor").get_by_text("0 min").count() == 0
        # The page that stood open has asked while the Hub was stopped.
        assert_looks(tab, "today-unavailable", UNREACHED)


def test_pages_that_stand_open_while_the_hub_is_away(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        Device.connected(hub, open_tab)
        tabs = {path: open_tab(f"{hub.link}/{path}") for path in ("directory", "activity", "devices")}
        hub.stop()
        for path, one in tabs.items():
            one.page.bring_to_front()
            expect(one.page.get_by_text("The Hub does not answer")).to_be_visible(timeout=15_000)
            assert_looks(one, f"{path}-offline", UNREACHED)
