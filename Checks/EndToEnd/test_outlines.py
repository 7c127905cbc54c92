"""Every page as a screen reader lists it: landmarks, headings, what can be used, and how it is called.

Each outline is a file in `outlines/`; `UPDATE_OUTLINES=1` writes them anew. Figures, times and ids are
left out, so that an outline says how a page is made and not what is on it.
"""

import datetime
import os
import pathlib
import re

from device import Device, session, summary

OUTLINES = pathlib.Path(__file__).parent / "outlines"
NOW = datetime.datetime.now(datetime.timezone.utc)
ROLES = "banner|navigation|main|contentinfo|region|heading|link|button|textbox|combobox|checkbox"
ROLE = re.compile(rf"^- (?:{ROLES}|table|img|status|alert)\b")

WEEKDAY = re.compile(r"\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b")
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
MONTH = re.compile(rf"\b({MONTHS})\b")

OWN = {
    "today": "/",
    "timeline": "/timeline",
    "activity": "/activity",
    "audit": "/activity/audit",
    "directory": "/directory",
    "devices": "/devices",
    "knows": "/knows",
    "known-values": "/knows/anchor/focusSession",
    "connect": "/connect",
    "account": "/account",
    "password": "/account/password",
    "authenticator": "/account/authenticator",
    "leaving": "/account/delete",
}
OPEN = {"signin": "/signin", "recover": "/recover", "unreached": "/unreached"}


def outline(tab) -> str:
    """The roles and names of the page's main parts, each once in a row."""
    lines: list[str] = []
    for line in tab.accessibility_snapshot().splitlines():
        piece = line.strip()
        if not ROLE.match(piece):
            continue
        level = re.search(r"\[level=\d\]", piece)
        piece = re.sub(r" \[.*|:$|: .*", "", piece)
        # A name ends where what is of one day begins: a figure, a time, an id.
        piece = MONTH.sub("Month", WEEKDAY.sub("Day", re.sub(r"\d[^\"]*", "…", piece)))
        piece += f" {level.group()}" if level else ""
        if not lines or lines[-1] != piece:
            lines.append(piece)
    return "\n".join(lines) + "\n"


def assert_outline(tab, name: str) -> None:
    path = OUTLINES / f"{name}.txt"
    found = outline(tab)
    if os.environ.get("UPDATE_OUTLINES"):
        OUTLINES.mkdir(exist_ok=True)
        path.write_text(found)
    assert found == path.read_text(), f"{name} is another; UPDATE_OUTLINES=1 writes it anew"


def test_every_page_has_the_outline_that_was_looked_at(chromium, hub):
    with chromium.profile() as open_tab:
        for name, path in OPEN.items():
            assert_outline(open_tab(hub.link + path), name)
        tab = open_tab(hub.setup_link)
        assert_outline(tab, "setup")
        hub.make_owner(tab)
        assert_outline(tab, "today-first-app")
        device = Device.ask(hub.link)
        review = hub.review(open_tab, device.user_code)
        assert_outline(review, "connect-review")
        hub.approve(review, "Desk")
        device.sign_in()
        # Early in a day, so that it is one day's entry at any hour.
        noon = NOW.replace(hour=12) - datetime.timedelta(days=1)
        device.push(summary(NOW.date(), focusedMinutes=25), session(noon, minutes=25))
        for name, path in OWN.items():
            tab.goto(hub.link + path)
            assert_outline(tab, name)
