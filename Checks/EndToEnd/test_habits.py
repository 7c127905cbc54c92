"""Habits: kept on Anchor's own pages without a Hub, and in step with one.

The real `hub`, `anchor` and Chromium.
"""

import datetime

from playwright.sync_api import expect

from anchor import Anchor
from browser import EXTREME_LOOKS

SECRET = "a walk with Wilhelmina"


def days_back(days: int) -> str:
    today = datetime.datetime.now(datetime.timezone.utc).date()
    return (today - datetime.timedelta(days=days)).isoformat()


def keep_for_a_while(anchor: Anchor) -> None:
    """Three habits, one of which has a past with every kind of day in it."""
    anchor.run(
        *("habit", "add", "read", "--since", days_back(90), "--target", "20", "--unit", "pages"),
        *("--question", "Did you read today?", "--notes", "Novels count.\nSo do letters."),
    )
    anchor.run("habit", "add", "call somebody", "--every", "2/week", "--since", days_back(30))
    anchor.run("habit", "add", "stretch", "--every", "weekdays")
    for back in range(1, 60):
        if back % 7 == 3:
            anchor.run("habit", "skip", "read", "--day", days_back(back), "--note", "ill")
        elif back % 5:
            amount = ("12",) if back % 11 == 0 else ()
            anchor.run("habit", "done", "read", *amount, "--day", days_back(back))


def test_habits_are_kept_on_pages_without_a_hub(desk, chromium):
    keep_for_a_while(desk)
    serving = desk.start("serve", "--port", "0")
    with chromium.profile() as open_tab:
        tab = open_tab(serving.wait_for_link())
        card = tab.page.locator("section.card", has=tab.page.get_by_role("heading", name="Habits"))

        card.get_by_role("button", name="Check in read").focus()
        tab.page.keyboard.press("Enter")
        expect(tab.page.get_by_text("Checked in.")).to_be_visible()
        expect(card.get_by_text("done, 20 pages")).to_be_visible()
        for _ in tab.each_look():
            tab.screenshot("anchor-day-habits")
            tab.assert_sound()

        tab.page.get_by_role("link", name="Habits", exact=True).first.click()
        tab.page.get_by_role("heading", name="New habit").wait_for()
        tab.page.get_by_label("Name").fill("Water the plants")
        tab.page.get_by_label("How often").select_option("3/week")
        tab.page.get_by_role("button", name="Begin").click()
        expect(tab.page.get_by_role("link", name="Water the plants")).to_be_visible()
        for _ in tab.each_look():
            tab.screenshot("anchor-habits")
            tab.assert_sound()

        tab.page.get_by_role("link", name="read", exact=True).click()
        year = tab.page.get_by_role("img")
        assert "read, the year up to" in (year.first.get_attribute("aria-label") or "")
        tab.page.get_by_text("Change it").click()
        for _ in tab.each_look():
            tab.screenshot("anchor-habit")
            tab.assert_sound()

        tab.page.get_by_label("Day", exact=True).fill(days_back(5))
        tab.page.get_by_role("textbox", name="Note", exact=False).first.fill("late, and gladly")
        tab.page.get_by_role("button", name="Skip").click()
        expect(tab.page.get_by_text("late, and gladly").last).to_be_visible()
        tab.page.get_by_role("button", name="Undo").click()
        tab.page.wait_for_url("**/habits")

    said = {one["day"]: one for one in desk.json("habit", "show", "read")["days"]}
    assert days_back(5) not in said


def test_todays_habits_are_on_the_hub_and_their_names_are_not(hub, desk, programs, chromium, tmp_path):
    laptop = Anchor(programs, tmp_path / "laptop")
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        desk.connect(hub, open_tab, "Desk")
        words = desk.seal()
        desk.run("habit", "add", SECRET)
        desk.run("habit", "add", "read", "--target", "20", "--unit", "pages")
        desk.run("habit", "done", "read", "--note", SECRET)
        desk.run("sync")

        tab.goto(hub.link)
        expect(tab.page.locator("#anchor").get_by_text("1 of 2")).to_be_visible()
        for _ in tab.each_look(EXTREME_LOOKS):
            tab.screenshot("hub-today-habits")
            tab.assert_sound()

        laptop.connect(hub, open_tab, "Laptop")
        laptop.run("sync")
        laptop.unlock(words)
        laptop.run("sync")

    def content(anchor: Anchor) -> list[dict]:
        return anchor.json("habit", "list", "--all")["habits"]

    assert content(laptop) == content(desk)
    hub.stop()
    kept = b"".join(file.read_bytes() for file in hub.data.rglob("*") if file.is_file())
    assert b"Wilhelmina" not in kept
