"""Sharing: Anchor's day shows what another app said, as long as the person lets it.

The real `hub`, `anchor` and Chromium; the other app is its side of the wire alone.
"""

import datetime
import json
import uuid

import pytest
from playwright.sync_api import expect

from anchor import Anchor
from device import Device

TODAY = datetime.datetime.now(datetime.timezone.utc).date()


@pytest.fixture
def anchor(programs, tmp_path):
    return Anchor(programs, tmp_path / "desk")


def planned_workout() -> dict:
    figures = ("sessions", "minutes", "workingSets", "tonnageKg", "records")
    return {
        "id": f"summary-{TODAY.isoformat()}",
        "type": "daySummary",
        "occurredAt": f"{TODAY.isoformat()}T00:00:00Z",
        "facts": {name: 0 for name in figures} | {"planned": True},
    }


def choose(tab, hub, device_name: str, *labels: str) -> None:
    """Lets a device have these and nothing else."""
    tab.goto(f"{hub.link}/devices")
    tab.page.get_by_role("link", name=f"Sharing with {device_name}").click()
    for box in tab.page.get_by_role("checkbox").all():
        box.set_checked(box.evaluate("box => box.labels[0].textContent") in labels)
    tab.page.get_by_role("button", name="Save").click()
    tab.page.wait_for_url(f"{hub.link}/devices")


def test_a_planned_workout_stands_on_anchors_day_while_it_is_shared(hub, anchor, chromium):
    with chromium.profile() as open_tab:
        tab = open_tab(hub.setup_link)
        hub.make_owner(tab)
        anchor.connect(hub, open_tab, "Desk")
        setline = Device.connected(hub, open_tab, "Phone", client="setline")
        setline.push(planned_workout(), domain="setline")
        anchor.run("sync")
        assert "other apps" not in anchor.run("today")

        tab.goto(f"{hub.link}/devices")
        tab.page.get_by_role("link", name="Sharing with Desk").click()
        expect(tab.page.get_by_label("Read the days of Setline")).not_to_be_checked()
        for _ in tab.each_look():
            tab.screenshot("hub-sharing")
            tab.assert_sound()
        choose(tab, hub, "Desk", "Read the days of Setline")
        expect(tab.page.get_by_text("the days of Setline")).to_be_visible()
        for _ in tab.each_look():
            tab.screenshot("hub-devices-shared")
            tab.assert_sound()
        anchor.run("sync")
        assert "Setline  planned" in anchor.run("today")

        hub.stop()
        assert "Setline  planned" in anchor.run("today"), "offline too"
        serving = anchor.start("serve", "--port", "0")
        page = open_tab(serving.wait_for_link())
        expect(page.page.get_by_text("From your other apps")).to_be_visible()
        for _ in page.each_look():
            page.screenshot("anchor-today-shared")
            page.assert_sound()
        page.page.close()
        assert serving.stop() == 0, serving.output
        hub.start()

        choose(tab, hub, "Desk")
        anchor.run("sync")
        assert "other apps" not in anchor.run("today")
        tab.goto(f"{hub.link}/activity/audit")
        for words in ("let in on more", "let in no longer"):
            expect(tab.page.get_by_text(f"Anchor {words}: the days of Setline")).to_be_visible()


def test_another_app_starts_a_focus_session_while_the_person_lets_it(hub, anchor, chromium):
    with chromium.profile() as open_tab:
        tab = open_tab(hub.setup_link)
        hub.make_owner(tab)
        anchor.connect(hub, open_tab, "Desk")
        setline = Device.connected(hub, open_tab, "Phone", client="setline")
        anchor.run("sync")

        def ask() -> int:
            body = {"id": str(uuid.uuid4()), "parameters": {"minutes": 25}}
            return setline.send(
                "/v1/domains/anchor/actions/startFocus", json.dumps(body).encode()
            ).status

        assert ask() == 403
        choose(tab, hub, "Phone", "Ask Anchor: start focus")
        assert ask() == 200
        anchor.run("sync")
        assert anchor.count() == 1
        tab.goto(f"{hub.link}/activity")
        expect(tab.page.locator(".action-item")).to_contain_text("Asked by Setline on Phone")
        for _ in tab.each_look():
            tab.screenshot("hub-activity-by-app")
            tab.assert_sound()
        choose(tab, hub, "Phone")
        assert ask() == 403
