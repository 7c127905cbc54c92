"""A day's plan on Anchor's own pages without a Hub, and its numbers, and no more, on one.

The real `hub`, `anchor` and Chromium.
"""

import datetime

from playwright.sync_api import expect

from anchor import Anchor

SECRET = "a walk with Wilhelmina"


def yesterday() -> str:
    today = datetime.datetime.now(datetime.timezone.utc).date()
    return (today - datetime.timedelta(days=1)).isoformat()


def live_a_day(anchor: Anchor) -> None:
    """Yesterday as it was planned, and as it was: longer, skipped, not done, and something beside it."""
    day = ("--day", yesterday())
    anchor.run("plan", "add", "9:00", "90m", "Write chapter three", *day, "--intent", "A whole draft.")
    anchor.run("plan", "add", "9:30", "45m", "Call with the translator", *day, "--kind", "commitment")
    anchor.run("plan", "add", "13:00", "1h", "Read for the review", *day)
    anchor.run("plan", "add", "20m", "Water the plants", *day, "--kind", "routine")
    anchor.run("log", yesterday(), "9:05", "10:55", "write chapter three")
    anchor.run("log", yesterday(), "11:30", "11:50", "Mail")
    anchor.run("plan", "done", "write", *day)
    anchor.run("plan", "done", "call", *day, "9:30", "10:15")
    anchor.run("plan", "skip", "read", *day)
    anchor.run("plan", "why", "write", "interruption", *day)


def test_a_day_is_planned_lived_and_reviewed_on_pages_without_a_hub(desk, chromium):
    live_a_day(desk)
    serving = desk.start("serve", "--port", "0")
    with chromium.profile() as open_tab:
        tab = open_tab(serving.wait_for_link())
        tab.page.get_by_role("link", name="Plan", exact=True).first.click()
        tab.page.get_by_role("heading", name="Plan something").wait_for()
        tab.page.get_by_label("What", exact=True).fill("Sort the letters")
        tab.page.get_by_label("Starts at").fill("14:00")
        tab.page.get_by_role("button", name="Plan", exact=True).click()
        expect(tab.page.get_by_text("Planned.", exact=True)).to_be_visible()
        tab.page.get_by_role("button", name="Bring over").click()
        expect(tab.page.get_by_text("Water the plants").first).to_be_visible()
        tab.page.get_by_role("button", name="Done: Water the plants").focus()
        tab.page.keyboard.press("Enter")
        expect(tab.page.get_by_role("button", name="Open again: Water the plants")).to_be_visible()
        title = tab.page.locator("summary", has_text="Sort the letters")
        title.click()
        for _ in tab.each_look():
            tab.screenshot("anchor-plan")
            tab.assert_sound()

        change = tab.page.get_by_role("link", name="Change Sort the letters")
        if not change.is_visible():
            title.click()
        change.click()
        tab.page.get_by_label("Minutes").fill("600")
        for _ in tab.each_look():
            tab.screenshot("anchor-plan-block")
            tab.assert_sound()
        tab.page.get_by_role("button", name="Save").click()
        expect(tab.page.get_by_text("Too much work")).to_be_visible()
        tab.page.get_by_role("button", name="Undo").click()
        expect(tab.page.get_by_text("Too much work")).to_have_count(0)

        tab.page.get_by_role("link", name="Day before").click()
        timetable = tab.page.get_by_role("img").first.get_attribute("aria-label") or ""
        assert "Write chapter three 09:00–10:30, Call with the translator 09:30–10:15" in timetable
        assert "write chapter three 09:05–10:55" in timetable
        expect(tab.page.get_by_text("20 min longer")).to_be_visible()
        for _ in tab.each_look():
            tab.screenshot("anchor-plan-review")
            tab.assert_sound()

    review = desk.json("plan", "review", yesterday())
    assert [one.get("gap") for one in review["blocks"]] == ["variance", None, "skipped"]


def test_the_hub_knows_how_many_blocks_are_done_and_none_of_their_words(
    hub, desk, programs, chromium, tmp_path
):
    laptop = Anchor(programs, tmp_path / "laptop")
    with chromium.profile() as open_tab:
        hub.make_owner(open_tab(hub.setup_link))
        desk.connect(hub, open_tab, "Desk")
        words = desk.seal()
        desk.run("plan", "add", "9:00", "45m", SECRET, "--intent", SECRET)
        desk.run("plan", "add", "20m", "mail")
        desk.run("plan", "usual", "add", "18:00", "1h", SECRET, "--on", "weekend")
        desk.run("plan", "done", "mail")
        desk.run("plan", "review", "--note", SECRET)
        desk.run("sync")
        laptop.connect(hub, open_tab, "Laptop")
        laptop.run("sync")
        laptop.unlock(words)
        laptop.run("sync")

    assert laptop.json("plan")["blocks"] == desk.json("plan")["blocks"]
    assert laptop.json("plan", "review")["note"] == SECRET
    hub.stop()
    kept = b"".join(file.read_bytes() for file in hub.data.rglob("*") if file.is_file())
    assert b"Wilhelmina" not in kept
    assert b'"blocksDone":1,"blocksPlanned"' in kept or b'"blocksDone":1' in kept
