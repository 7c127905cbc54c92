"""Actions: a person presses a button on Today, and Anchor on its own machine does it.

The real `hub`, `anchor` and Chromium; nothing here knows how one tells the other.
"""

import re
import time

import pytest
from playwright.sync_api import expect

import figures
from anchor import Anchor, Reader
from processes import PATIENCE_SECONDS

PATIENCE_MS = PATIENCE_SECONDS * 1_000


@pytest.fixture
def anchor(programs, tmp_path):
    return Anchor(programs, tmp_path / "desk")


def until(condition, what: str) -> None:
    """Waits until the condition holds."""
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < PATIENCE_SECONDS, what
        time.sleep(0.01)


def is_focusing(anchor: Anchor) -> bool:
    with Reader(anchor.database) as database:
        return database.execute(
            "SELECT count(*) FROM session WHERE phase = 'running'"
        ).fetchone() == (1,)


def card(tab):
    return tab.page.locator("#anchor")


def test_start_finish_and_undo_from_today(hub, anchor, chromium):
    with chromium.profile() as open_tab:
        tab = open_tab(hub.setup_link)
        hub.make_owner(tab)
        anchor.connect(hub, open_tab, "Desk")
        serving = anchor.start("serve", "--port", "0")
        serving.wait_for_link()
        tab.goto(hub.link)
        start = card(tab).get_by_role("button", name="Start focus")
        until(lambda: tab.reload() and start.count() == 1, "Anchor says what it performs")

        pressed = time.monotonic()
        start.click()
        until(lambda: is_focusing(anchor), "Anchor focuses")
        seconds = time.monotonic() - pressed
        figures.tell("from Start focus on Today until Anchor focuses", f"{seconds * 1000:.0f} ms")
        expect(card(tab).get_by_text("Done")).to_be_visible(timeout=PATIENCE_MS)
        for _ in tab.each_look():
            tab.screenshot("hub-today-actions")
            tab.assert_sound()

        card(tab).get_by_role("button", name=re.compile("^Undo")).click()
        until(lambda: not is_focusing(anchor), "Anchor takes it back")
        expect(card(tab).get_by_text("Taken back")).to_be_visible(timeout=PATIENCE_MS)
        assert anchor.count() == 0

        start.click()
        until(lambda: is_focusing(anchor), "Anchor focuses again")
        card(tab).get_by_role("button", name="Finish focus").click()
        until(lambda: not is_focusing(anchor), "Anchor finishes")
        tab.goto(f"{hub.link}/activity")
        items = tab.page.locator(".action-item")
        expect(items).to_have_count(3)
        expect(items.first.get_by_text("Done", exact=True)).to_be_visible(timeout=PATIENCE_MS)
        expect(items.first).to_contain_text("on Desk")
        for _ in tab.each_look():
            tab.screenshot("hub-activity")
            tab.assert_sound()
        assert serving.stop() == 0, serving.output


def test_without_anchor_an_action_waits_for_its_next_start_and_no_longer(
    hub, anchor, programs, chromium
):
    """Also without scripts: a form, and the page that it leads back to."""
    with chromium.profile() as open_tab:
        tab = open_tab(hub.setup_link)
        hub.make_owner(tab)
        anchor.connect(hub, open_tab, "Desk")
        anchor.run("sync")
        state = tab.state()
    with chromium.profile(state=state, scripts=False) as open_tab:
        tab = open_tab(hub.link)
        card(tab).get_by_role("button", name="Start focus").click()
        expect(card(tab).get_by_text("Waits for Anchor")).to_be_visible()
        anchor.run("sync")
        assert is_focusing(anchor)
        tab.reload()
        expect(card(tab).get_by_text("Done")).to_be_visible()

        card(tab).get_by_role("button", name="Finish focus").click()
        card(tab).get_by_role("button", name=re.compile("Cancel")).click()
        expect(card(tab).get_by_text("Cancelled")).to_be_visible()
        anchor.run("sync")
        assert is_focusing(anchor)


def test_an_empty_activity_page_says_how_to_begin(hub, chromium):
    with chromium.profile() as open_tab:
        tab = open_tab(hub.setup_link)
        hub.make_owner(tab)
        tab.goto(f"{hub.link}/activity")
        expect(tab.page.get_by_text("Nothing asked yet")).to_be_visible()
        for _ in tab.each_look():
            tab.screenshot("hub-activity-empty")
            tab.assert_sound()
