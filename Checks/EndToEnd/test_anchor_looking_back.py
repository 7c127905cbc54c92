"""Anchor looks back, with the real `anchor` and a real Chromium: figures, search, files.

The sessions are a year of intervals as timewarrior exports them.
"""

import csv
import datetime
import io
import json
import re
import zoneinfo

import pytest

import timewarrior
from anchor import Anchor
from browser import EXTREME_LOOKS, Look
from test_keyboard import assert_walkable

COUNT = 900


@pytest.fixture
def zone():
    return timewarrior.zone_of_now()


@pytest.fixture
def intervals(tmp_path, zone):
    """What was done, as the export says it, and its file."""
    file = timewarrior.make_export(tmp_path / "timew", COUNT, zone)
    return timewarrior.read_export(file), file


@pytest.fixture
def desk(programs, tmp_path, intervals, zone):
    """A store with all of it, on a machine of that zone."""
    desk = Anchor(programs, tmp_path / "desk")
    desk.environment["TZ"] = zone
    desk.run("import", str(intervals[1]), "--yes")
    return desk


def open_pages(desk):
    """Serves the pages; the program and the link."""
    serving = desk.start("serve", "--port", "0")
    return serving, serving.wait_for_link()


def test_look_back_says_what_was_done(desk, chromium, intervals, zone):
    done, _ = intervals
    today = datetime.datetime.now(zoneinfo.ZoneInfo(zone)).date()
    days = [today - datetime.timedelta(days=number) for number in range(28)]
    minutes = timewarrior.minutes(
        [one for day in days for one in timewarrior.of_day(done, day, zone)]
    )
    serving, link = open_pages(desk)
    with chromium.open(link) as tab:
        tab.page.get_by_role("link", name="Look back").first.click()
        tab.page.get_by_text(f"{minutes // 60}:{minutes % 60:02d}").first.wait_for()
        for _ in tab.each_look():
            tab.screenshot("anchor-look-back")
            tab.assert_sound()
        for name in ("Week", "Quarter", "Year", "All"):
            tab.page.get_by_role("link", name=name, exact=True).click()
            tab.page.get_by_role("heading", name="Look back").wait_for()
            for _ in tab.each_look(EXTREME_LOOKS):
                tab.screenshot(f"anchor-look-back-{name.lower()}")
                tab.assert_sound()
        everything = timewarrior.minutes(done)
        tab.page.get_by_text(f"{everything // 60}:{everything % 60:02d}").first.wait_for()
        tab.page.get_by_role("link", name="#mail").first.click()
        tab.page.get_by_role("heading", name="Of #mail").wait_for()
        tab.page.get_by_text("Other days").click()
        tab.page.get_by_label("From", exact=True).fill("2001-01-01")
        tab.page.get_by_label("To", exact=True).fill("2001-12-31")
        tab.page.get_by_role("button", name="Show").click()
        tab.page.get_by_text("Nothing in these days").wait_for()
        for _ in tab.each_look(EXTREME_LOOKS):
            tab.screenshot("anchor-look-back-nothing")
            tab.assert_sound()
    assert serving.stop() == 0, serving.error("did not end in order")


def test_search_finds_what_was_noted(desk, chromium):
    serving, link = open_pages(desk)
    with chromium.open(link) as tab:
        tab.goto(tab.page.url.rstrip("/") + "/look-back")
        tab.page.get_by_label("Search sessions").fill(f"{timewarrior.SECRET.upper()} 42")
        tab.page.keyboard.press("Enter")
        tab.page.get_by_role("link", name=f"{timewarrior.SECRET} 42", exact=True).wait_for()
        for _ in tab.each_look(EXTREME_LOOKS):
            tab.screenshot("anchor-search")
            tab.assert_sound()
        tab.page.get_by_label("Search sessions").fill("nothing of the kind")
        tab.page.get_by_role("button", name="Search").click()
        tab.page.get_by_text("Nothing found").wait_for()
        tab.screenshot("anchor-search-nothing")
        tab.assert_sound()
        assert_walkable(tab)
    assert serving.stop() == 0, serving.error("did not end in order")


@pytest.mark.parametrize("look", (Look(390, "light"), Look(1440, "dark")), ids=str)
def test_every_part_is_reached_by_keyboard(desk, chromium, look):
    serving, link = open_pages(desk)
    with chromium.open(link, look) as tab:
        tab.goto(tab.page.url.rstrip("/") + "/look-back?days=year")
        assert_walkable(tab)
    assert serving.stop() == 0, serving.error("did not end in order")


def test_files_hold_every_session_and_come_back(desk, chromium, programs, tmp_path):
    serving, link = open_pages(desk)
    with chromium.open(link) as tab:
        tab.goto(tab.page.url.rstrip("/") + "/look-back?days=all")
        for name in ("CSV", "JSON", "ICS"):
            with tab.page.expect_download() as waiting:
                tab.page.get_by_role("link", name=name, exact=True).click()
            saved = tmp_path / waiting.value.suggested_filename
            waiting.value.save_as(saved)
            assert saved.name == f"anchor-all.{name.lower()}"
            assert saved.read_bytes().decode() == desk.run("export", name.lower(), "all"), name
        tab.assert_sound()
    assert serving.stop() == 0, serving.error("did not end in order")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "anchor-all.csv").read_text())))
    assert {row["session_id"] for row in rows} == set(desk.sessions())
    assert len(json.loads((tmp_path / "anchor-all.json").read_text())["sessions"]) == COUNT
    events = re.findall(r"^UID:(.+)\r?$", (tmp_path / "anchor-all.ics").read_text(), re.MULTILINE)
    assert set(events) == set(desk.sessions())
    other = Anchor(programs, tmp_path / "other")
    for kind in ("json", "csv", "ics"):
        other.run("import", str(tmp_path / f"anchor-all.{kind}"), "--yes")
        assert other.count() == COUNT, kind
    assert other.run("export", "json") == desk.run("export", "json")
