"""Every page by keyboard alone: all is reached, the focus is seen, and it goes out again.

With the real `hub` and a real Chromium, on a phone's width, where the bar could hide the focus, and
on a wide one.
"""

import datetime

import pytest
from playwright.sync_api import expect

from browser import Look
from device import Device, session, summary

NOW = datetime.datetime.now(datetime.timezone.utc)
PHONE = Look(390, "light")
WIDE = Look(1440, "dark")

OWN = (
    *("/", "/timeline", "/activity", "/activity/audit", "/directory", "/devices", "/devices/all"),
    *("/knows", "/knows/anchor/focusSession", "/connect", "/account", "/account/password"),
    *("/account/authenticator", "/account/delete", "/verify?for=account"),
)
OPEN = ("/signin", "/recover", "/signed-out", "/unreached")

# What can have the focus, as the browser shows it, in the order of the document.
REACHABLE = """
() => {
  const all = document.querySelectorAll(
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]');
  // Kept beside the page: a mark on it would be a change, which `live.js` puts right.
  window.reachable = [...all].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }) && !one.disabled);
  return window.reachable.map((one) => one.textContent.trim() || one.name || one.tagName);
}
"""

# The focus as a person sees it: where, whether it is marked, and whether something lies on it.
FOCUS = """
() => {
  const one = document.activeElement;
  if (one === document.body || one === null) return null;
  const box = one.getBoundingClientRect();
  const style = getComputedStyle(one);
  const isMarked = one.matches(':focus-visible')
    && (parseFloat(style.outlineWidth) >= 2 && style.outlineStyle !== 'none');
  const x = Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1);
  const y = box.top + Math.min(box.height / 2, 12);
  const on = document.elementFromPoint(x, y);
  return {
    place: window.reachable.indexOf(one),
    name: one.textContent.trim() || one.name || one.tagName,
    isMarked,
    isSeen: y >= 0 && y <= innerHeight && on !== null
      && (one.contains(on) || on.contains(one) || one.labels?.[0]?.contains(on) === true),
  };
}
"""


def fill(hub, open_tab) -> None:
    """An account with a device, two days and something asked of an app."""
    device = Device.ask(hub.link)
    hub.approve(tab := hub.review(open_tab, device.user_code), "Desk")
    device.sign_in()
    yesterday = NOW - datetime.timedelta(days=1)
    device.push(summary(NOW.date(), focusedMinutes=25), session(yesterday, minutes=25))
    tab.goto(f"{hub.link}/activity")
    tab.page.evaluate(
        "fetch('/actions/anchor/exportLocal', { method: 'POST',"
        " body: new URLSearchParams({ id: crypto.randomUUID() }) })"
    )
    tab.page.close()


def assert_walkable(tab) -> None:
    """Tab goes through all that can be used, in order, each time seen, and leaves the page."""
    names = tab.page.evaluate(REACHABLE)
    # From the top, wherever the page has put the focus at first.
    tab.page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    tab.page.locator("body").evaluate(
        "body => { body.tabIndex = -1; body.focus({ preventScroll: true });"
        " body.removeAttribute('tabindex'); }"
    )
    visited = []
    place = f"{tab.page.url} at {tab.look}"
    for _ in range(len(names) + 5):
        tab.page.keyboard.press("Tab")
        focus = tab.page.evaluate(FOCUS)
        if focus is None or (visited and focus["place"] == visited[0]):
            break
        assert focus["isMarked"], f"{place}: the focus on {focus['name']!r} is not marked"
        assert focus["isSeen"], f"{place}: the focus on {focus['name']!r} is hidden"
        visited.append(focus["place"])
    else:
        raise AssertionError(f"{place}: the focus does not leave the page: {visited}")
    first = names[visited[0]] if visited else ""
    assert first == "Skip to content", f"{place} begins at {first!r}"
    # Of radio buttons of one name Tab reaches one; there are none.
    missed = [name for number, name in enumerate(names) if number not in visited]
    assert not missed, f"{place}: not reached: {missed}"
    assert visited == sorted(visited), f"{place}: out of order: {visited}"


@pytest.mark.parametrize("look", (PHONE, WIDE), ids=str)
def test_every_page_is_walked_by_tab(chromium, hub, look):
    with chromium.profile(look) as open_tab:
        for path in OPEN:
            assert_walkable(open_tab(hub.link + path))
        assert_walkable(open_tab(hub.setup_link))
        hub.make_owner(open_tab(hub.setup_link))
        fill(hub, open_tab)
        tab = open_tab(hub.link)
        for path in OWN:
            tab.goto(hub.link + path)
            assert_walkable(tab)


def test_what_is_folded_opens_and_closes_and_escape_closes_more(chromium, hub):
    with chromium.profile(PHONE) as open_tab:
        hub.make_owner(open_tab(hub.setup_link))
        tab = open_tab(f"{hub.link}/account")
        tab.page.get_by_text("Let an agent look").focus()
        tab.page.keyboard.press("Enter")
        expect(tab.page.get_by_role("button", name="Let it look")).to_be_visible()
        assert_walkable(tab)
        tab.page.get_by_text("Let an agent look").focus()
        tab.page.keyboard.press("Enter")
        expect(tab.page.get_by_role("button", name="Let it look")).to_be_hidden()

        more = tab.page.get_by_role("button", name="More")
        more.focus()
        tab.page.keyboard.press("Enter")
        inside = tab.page.locator("#more-pages").get_by_role("link", name="Devices")
        expect(inside).to_be_visible()
        tab.page.keyboard.press("Tab")
        assert tab.page.evaluate("document.activeElement.closest('#more-pages') !== null")
        tab.page.keyboard.press("Escape")
        expect(inside).to_be_hidden()
        assert more.evaluate("one => one === document.activeElement")


def test_skip_to_content_passes_the_navigation(chromium, hub):
    with chromium.profile(WIDE) as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        fill(hub, open_tab)
        for path in OWN[:7]:
            tab.goto(hub.link + path)
            tab.page.keyboard.press("Tab")
            tab.page.keyboard.press("Enter")
            assert tab.page.evaluate("document.activeElement.id") == "main"
            tab.page.keyboard.press("Tab")
            assert tab.page.evaluate(
                "document.activeElement.closest('main, footer') !== null"
                " || document.activeElement === document.body"
            )
