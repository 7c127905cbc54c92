"""Pages that stand open: what changes is put in, what somebody is at stays, and an end is seen.

With the real `hub` and a real Chromium. Nothing here waits for the page's own look every 30 s: what
is expected has to come by the stream, in less.
"""

import datetime

from playwright.sync_api import expect

from device import Device, session, summary
from hub import PASSWORD

# Well below the 30 s after which a page looks by itself.
TOLD_MS = 15_000

NOW = datetime.datetime.now(datetime.timezone.utc)


def open_live(tab, link: str) -> None:
    """Opens a page, and waits until the Hub tells it."""
    with tab.page.expect_response("**/live") as told:
        tab.goto(link)
    assert told.value.status == 200
    tab.page.evaluate("window.isOldPage = true")


def assert_same_page(tab) -> None:
    assert tab.page.evaluate("window.isOldPage"), "the page was opened anew"


def test_today_says_at_once_what_a_device_sends(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        device = Device.connected(hub, open_tab)
        # The first app has the page without one opened anew, by itself: another tab is looked at.
        open_live(tab := open_tab("about:blank"), hub.link)

        device.push(summary(NOW.date(), focusedMinutes=5))
        expect(tab.page.locator("#anchor time[datetime=PT5M]").first).to_be_visible(timeout=TOLD_MS)

        device.push(session(NOW - datetime.timedelta(minutes=1), minutes=1))
        expect(tab.page.locator("#timeline li")).to_have_count(1, timeout=TOLD_MS)
        assert_same_page(tab)
        tab.assert_sound()


def test_a_new_device_stands_in_the_list_while_it_is_looked_at(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        Device.connected(hub, open_tab)
        open_live(tab, f"{hub.link}/devices")
        directory = open_tab(f"{hub.link}/directory")

        Device.connected(hub, open_tab, "Laptop")

        tab.page.bring_to_front()
        expect(tab.page.get_by_role("heading", name="Laptop")).to_be_visible(timeout=TOLD_MS)
        assert_same_page(tab)
        expect(directory.page.locator("#anchor").get_by_text("Laptop")).to_be_visible(
            timeout=TOLD_MS
        )


def test_focus_scroll_and_what_is_open_stay(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        device = Device.connected(hub, open_tab)
        day = NOW - datetime.timedelta(days=1)
        device.push(*(session(day - datetime.timedelta(minutes=k), minutes=1) for k in range(40)))
        tab.page.set_viewport_size({"width": 390, "height": 600})
        open_live(tab, f"{hub.link}/timeline")
        tab.page.get_by_text("Choose what is shown").click()
        tab.page.get_by_label("What").select_option("anchor")
        tab.page.get_by_label("Up to").focus()
        tab.page.mouse.wheel(0, 900)
        tab.page.wait_for_function("scrollY > 300")
        scrolled = tab.page.evaluate("scrollY")

        device.push(session(day - datetime.timedelta(days=1), minutes=17))

        expect(tab.page.get_by_text("17 min").first).to_be_attached(timeout=TOLD_MS)
        assert_same_page(tab)
        assert tab.page.get_by_label("What").input_value() == "anchor"
        assert tab.page.get_by_label("Up to").evaluate("one => one === document.activeElement")
        assert tab.page.locator("details[open]").count() == 1
        assert abs(tab.page.evaluate("scrollY") - scrolled) < 5


def test_what_was_held_is_made_good_once_it_is_let_go(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        Device.connected(hub, open_tab)
        open_live(tab, f"{hub.link}/devices")
        held = tab.page.get_by_role("link", name="Disconnect Desk")
        held.focus()

        Device.connected(hub, open_tab, "Laptop")
        with tab.page.expect_response(f"{hub.link}/devices"):
            tab.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        assert tab.page.get_by_role("heading", name="Laptop").count() == 0
        assert held.evaluate("one => one === document.activeElement")

        tab.page.evaluate("document.activeElement.blur()")
        expect(tab.page.get_by_role("heading", name="Laptop")).to_be_visible(timeout=TOLD_MS)
        assert_same_page(tab)


def test_a_page_leaves_once_its_session_is_ended_elsewhere(chromium, hub):
    with chromium.profile() as open_tab, chromium.profile() as open_other:
        hub.make_owner(tab := open_tab(hub.setup_link))
        other = open_other(f"{hub.link}/signin")
        other.page.get_by_label("Name").fill("Ada")
        other.page.get_by_label("Password", exact=True).fill(PASSWORD)
        other.page.get_by_role("button", name="Sign in").click()
        other.page.wait_for_url(f"{hub.link}/")
        open_live(other, f"{hub.link}/activity")

        tab.goto(f"{hub.link}/account")
        tab.page.get_by_role("button", name="Sign out all others").click()

        other.page.wait_for_url("**/signin?**", timeout=TOLD_MS)
        assert "Nothing asked yet" not in other.page.content()


def test_a_hub_that_goes_and_comes_back_is_seen_at_once(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        Device.connected(hub, open_tab)
        open_live(tab, hub.link)

        hub.stop()
        notice = tab.page.get_by_text("The Hub does not answer")
        expect(notice).to_be_visible(timeout=TOLD_MS)
        hub.start()
        expect(notice).to_be_hidden(timeout=TOLD_MS)
        assert_same_page(tab)


def test_only_a_tab_that_is_looked_at_holds_a_stream(chromium, hub):
    """Six connections are all that a browser has for the Hub: ten open tabs must not use them up."""
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        open_live(tab, f"{hub.link}/activity")
        tab.page.evaluate(
            "Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
            "document.dispatchEvent(new Event('visibilitychange'));"
        )
        others = [open_tab(f"{hub.link}/activity") for _ in range(3)]

        # Four streams are all that one session gets.
        for one in others:
            assert one.page.evaluate("fetch('/health').then((answer) => answer.status)") == 200
        with tab.page.expect_response("**/live") as told:
            tab.page.evaluate(
                "Object.defineProperty(document, 'hidden', { value: false, configurable: true });"
                "document.dispatchEvent(new Event('visibilitychange'));"
            )
        assert told.value.status == 200
