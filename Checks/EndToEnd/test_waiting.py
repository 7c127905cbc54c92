"""Conflicts on a device, as the Hub's pages say that there are some, until the person has decided."""

import datetime

from playwright.sync_api import expect

from anchor import Anchor
from device import Device, session
from hub import Hub
from processes import PATIENCE_SECONDS, free_port

WORDS = "1 conflict waits on Desk"
TITLE = "Zanzibar quartet"


def make_conflict(desk: Anchor, other: Device) -> None:
    """Another device has changed what is taken back on the desk, where nobody knows of that."""
    before = set(other.pull())
    desk.run("log", "5m", TITLE)
    desk.run("sync")
    (changed,) = [id for id in set(other.pull()) - before if id.startswith("focusSession")]
    start = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=5)
    other.push(session(start, minutes=4, span=5) | {"id": changed, "base": 1})
    desk.run("undo")
    assert desk.json("sync")["conflicts"] == 1


def test_a_conflict_is_on_the_pages_until_it_is_decided_in_the_app(chromium, programs, tmp_path):
    port = free_port()
    page = f"anchor=http://anchor.localhost:{port}"
    hub = Hub(programs, tmp_path / "hub", 0, "--app-page", page)
    desk = Anchor(programs, tmp_path / "desk")
    with chromium.profile() as open_tab:
        tab = open_tab(hub.setup_link)
        hub.make_owner(tab)
        desk.connect(hub, open_tab, "Desk")
        other = Device.connected(hub, open_tab, "Other")
        expect(tab.page.get_by_text("conflict")).to_have_count(0)

        make_conflict(desk, other)

        # Told to the page that stood open, and not asked for by it.
        expect(tab.page.locator("#anchor").get_by_text(WORDS)).to_be_visible(
            timeout=PATIENCE_SECONDS * 1_000
        )
        for path, name in (("", "today"), ("directory",) * 2, ("devices",) * 2, ("knows",) * 2):
            tab.goto(f"{hub.link}/{path}")
            if name != "knows":
                expect(tab.page.get_by_text(WORDS)).to_be_visible()
            for _ in tab.each_look():
                tab.assert_sound()
                tab.screenshot(f"hub-waiting-{name}")
        assert all(TITLE.encode() not in path.read_bytes() for path in hub.files)

        serving = desk.start("serve", "--port", str(port))
        own = open_tab(serving.wait_for_link())
        tab.goto(hub.link)
        own.goto(hub.link)
        own.page.get_by_role("link", name="Look at it in Anchor").click()
        own.page.get_by_role("button", name="Keep the one shown").click()
        expect(own.page.get_by_text("Nothing to look at")).to_be_visible()
        expect(tab.page.get_by_text(WORDS)).to_have_count(0, timeout=PATIENCE_SECONDS * 1_000)
        expect(tab.page.locator("#anchor")).to_be_visible()
        assert serving.stop() == 0, serving.output


def test_what_waited_is_gone_with_the_session(chromium, programs, tmp_path):
    hub = Hub(programs, tmp_path / "hub")
    desk = Anchor(programs, tmp_path / "desk")
    with chromium.profile() as open_tab:
        tab = open_tab(hub.setup_link)
        hub.make_owner(tab)
        desk.connect(hub, open_tab, "Desk")
        make_conflict(desk, Device.connected(hub, open_tab, "Other"))
        tab.goto(hub.link)
        expect(tab.page.get_by_text(WORDS)).to_be_visible()

        desk.run("sign-out")

        tab.goto(hub.link)
        expect(tab.page.get_by_text(WORDS)).to_have_count(0)
        assert desk.run("attention").startswith("Conflict 1")
