"""A browser that is given the words shows what the person wrote, as long as its page lives."""

import datetime
import json
import re
import secrets

import pytest
from playwright.sync_api import expect

import figures
import sealed
from anchor import Anchor
from browser import Tab
from device import PUSH, Device, session
from hub import Hub
from test_sealed import WORDS

TITLE = "write the chapter on lighthouses"
OTHER_TITLE = "read about tides"
TAG = "halfdone"
# Of the account of another person.
OTHER_WORDS = " ".join(["abandon"] * 23 + ["art"])
IDLE = "11:00"


class Home:
    """A Hub with an owner and an Anchor whose words are sealed."""

    def __init__(self, programs, open_tab, folder):
        self.hub = Hub(programs, folder / "hub")
        self.open_tab = open_tab
        self.hub.make_owner(open_tab(self.hub.setup_link))
        self.desk = Anchor(programs, folder / "desk")
        self.desk.connect(self.hub, open_tab, "Desk")
        self.words = self.desk.seal()
        self.desk.run("log", "45m", TITLE, "--tag", TAG)
        self.desk.run("log", "20m", OTHER_TITLE)
        self.desk.run("sync")

    def tab(self, path: str = "/") -> Tab:
        return self.open_tab(f"{self.hub.link}{path}")

    def unlocked(self, path: str = "/") -> Tab:
        """A tab in which the words were typed on the way to `path`."""
        tab = self.tab(path)
        tab.page.get_by_role("link", name="Unlock with the words").click()
        type_words(tab, self.words)
        tab.page.wait_for_url(f"{self.hub.link}{path}")
        return tab


def type_words(tab: Tab, words: str) -> None:
    tab.page.get_by_label("Your 24 words").fill(words)
    tab.page.get_by_role("button", name="Unlock", exact=True).click()


def shown(tab: Tab, text: str = TITLE):
    """Where the page's own list names a record so."""
    return tab.page.locator(".timeline-words", has_text=text).first


def expect_locked(tab: Tab) -> None:
    expect(tab.page.get_by_role("link", name="Unlock with the words")).to_be_visible()
    assert "lighthouses" not in tab.page.content()


@pytest.fixture
def home(chromium, programs, tmp_path):
    with chromium.profile() as open_tab:
        yield Home(programs, open_tab, tmp_path)


def test_what_was_written_is_shown_on_today_timeline_and_directory_and_nowhere_else(home):
    locked = home.tab("/timeline")
    expect_locked(locked)
    locked.page.close()

    tab = home.unlocked()
    expect(shown(tab)).to_be_visible()
    look(tab, "unlocked-today")
    tab.page.get_by_role("link", name="Timeline", exact=True).click()
    tab.page.wait_for_url(f"{home.hub.link}/timeline")
    expect(shown(tab)).to_be_visible()
    expect(shown(tab, OTHER_TITLE)).to_be_visible()
    look(tab, "unlocked-timeline")
    tab.page.get_by_role("link", name="Directory", exact=True).click()
    expect(shown(tab, f"Newest: {OTHER_TITLE} · {TITLE}")).to_be_visible()
    look(tab, "unlocked-directory")

    tab.page.go_back()
    expect(shown(tab)).to_be_visible()
    tab.page.get_by_role("link", name="Devices", exact=True).click()
    tab.page.get_by_role("heading", name="Devices", exact=True).wait_for()
    tab.page.go_back()
    expect_locked(tab)


def look(tab: Tab, name: str) -> None:
    before = tab.look
    for _ in tab.each_look():
        tab.screenshot(name)
        tab.assert_sound()
    for _ in tab.each_look((before,)):
        pass


def test_what_is_written_later_appears_and_what_is_deleted_goes(home):
    tab = home.unlocked("/timeline")
    expect(shown(tab)).to_be_visible()

    home.desk.run("log", "5m", "name the rocks")
    home.desk.run("sync")
    expect(shown(tab, "name the rocks")).to_be_visible()
    home.desk.run("undo")
    home.desk.run("sync")
    expect(tab.page.get_by_text("name the rocks")).to_have_count(0)

    expect(shown(tab)).to_be_visible()
    tab.assert_sound()


def test_what_was_written_is_found_by_its_words(home):
    tab = home.unlocked()
    box = tab.page.get_by_label("Search what you wrote")

    box.fill("HALF lighthouses")

    found = tab.page.locator("[data-found]")
    expect(found).to_contain_text("1 found")
    expect(found.get_by_role("link", name=TITLE)).to_be_visible()
    look(tab, "unlocked-search")
    box.fill("whales")
    expect(found).to_contain_text("0 found")
    box.fill("tides")
    found.get_by_role("link", name=OTHER_TITLE).click()
    tab.page.wait_for_url(re.compile(r"/timeline\?day=\d{4}-\d\d-\d\d$"))
    expect(shown(tab, OTHER_TITLE)).to_be_visible()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "It takes 24 words, and there are 0."),
        ("abandon " * 6 + "lighthause " + "abandon " * 17, "Word 7 is not in the list"),
        ("abandon " * 24, "one is wrong or not in its place"),
        (OTHER_WORDS, "These are not the words"),
    ],
)
def test_words_that_open_nothing_say_why(home, typed, said):
    asked = []
    tab = home.tab("/unlock")
    tab.page.on("request", lambda request: asked.append((request.url, request.post_data)))
    tab.page.locator("textarea").evaluate("(field) => { field.required = false; }")

    type_words(tab, typed)

    expect(tab.page.get_by_text(said)).to_be_visible()
    assert not [one for one in asked if one[1] or "abandon" in one[0]], asked
    if typed == OTHER_WORDS:
        for _ in tab.each_look():
            tab.screenshot("unlock")
            tab.assert_sound()


def test_the_words_and_what_they_open_are_gone_with_the_session_and_when_nobody_is_there(home):
    tab = home.tab()
    tab.page.clock.install()
    tab.reload()
    tab.page.get_by_role("link", name="Unlock with the words").click()
    type_words(tab, home.words)
    expect(shown(tab)).to_be_visible()

    tab.page.clock.fast_forward(IDLE)
    expect_locked(tab)

    tab = home.unlocked("/timeline")
    expect(shown(tab)).to_be_visible()
    kept = tab.page.evaluate(
        "async () => JSON.stringify([{...localStorage}, {...sessionStorage},"
        " (await indexedDB.databases()).length, document.cookie])"
    )
    assert kept == '[{},{},0,""]'
    tab.page.get_by_role("button", name="Sign out").click()
    tab.page.get_by_role("heading", name="Signed out").wait_for()
    tab.page.go_back()
    expect(tab.page.get_by_label("Password")).to_be_visible()
    assert "lighthouses" not in tab.page.content()


def test_another_tab_that_signs_out_locks_this_one(home):
    tab = home.unlocked("/timeline")
    expect(shown(tab)).to_be_visible()

    other = home.tab("/timeline")
    expect_locked(other)
    other.page.get_by_role("button", name="Sign out").click()

    expect(tab.page.get_by_label("Password")).to_be_visible()
    assert "lighthouses" not in tab.page.content()


COUNT = 10_000
PER_PUSH = 100
LONGEST_TASK = """
new PerformanceObserver((list) => {
  window.longest = Math.max(window.longest ?? 0, ...list.getEntries().map((one) => one.duration));
}).observe({ type: "longtask" });
"""


def test_ten_thousand_details_are_opened_and_found(home):
    tab = home.tab("/unlock")
    given = tab.page.locator("form[data-unlock]").evaluate("(form) => ({ ...form.dataset })")
    push_many(home, sealed.Scope(given["hub"], given["account"], "anchor"))
    tab.page.evaluate(LONGEST_TASK)

    began = tab.page.evaluate("() => performance.now()")
    type_words(tab, home.words)
    count = tab.page.get_by_text(f"Unlocked here: {COUNT + 2} details.", exact=True)
    expect(count).to_be_visible(timeout=120_000)

    opened, longest = tab.page.evaluate("() => [performance.now(), window.longest ?? 0]")
    figures.tell(
        "ten thousand details in a browser",
        f"{opened - began:,.0f} ms from the words to the last title, with fetching;"
        f" the longest task took {longest:,.0f} ms",
    )
    tab.page.get_by_label("Search what you wrote").fill("chapter 7777")
    expect(tab.page.locator("[data-found]")).to_contain_text("1 found")


def push_many(home: Home, scope: sealed.Scope) -> None:
    """Sessions of another device of the person's, one a minute, that were sealed with their words."""
    device = Device.connected(home.hub, home.open_tab, "Laptop")
    key = sealed.domain_key(sealed.root_of(home.words, WORDS), scope, 1)
    start = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=20)
    stamp = int(start.timestamp()) * 1_000
    for first in range(0, COUNT, PER_PUSH):
        records = []
        for number in range(first, first + PER_PUSH):
            record = session(start + datetime.timedelta(minutes=number), minutes=1)
            place = sealed.Place(record["id"], record["type"], stamp + number)
            detail = json.dumps({"title": f"chapter {number}", "tags": ["book"], "notes": ""}).encode()
            text = sealed.seal(key, scope, 1, place, detail, secrets.token_bytes(32))
            records.append(record | {"sealed": text, "modifiedAt": place.modified_at})
        body = json.loads(device.push_request(*records))
        for mutation, record in zip(body["mutations"], records, strict=True):
            mutation["modifiedAt"] = record["modifiedAt"]
        answer = device.send(PUSH, json.dumps(body).encode())
        assert {one["status"] for one in answer.body["results"]} == {"accepted"}, answer
