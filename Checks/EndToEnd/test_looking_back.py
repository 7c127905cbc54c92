"""Timeline, Directory and What the Hub knows, with the real `hub` and a real Chromium.

The apps' side is played over HTTP, so that every product has something to show.
"""

import datetime
import json

from browser import EXTREME_LOOKS, LOOKS
from device import Device, record, session, summary

NOW = datetime.datetime.now(datetime.timezone.utc)
TODAY = NOW.date()
DETAIL = "QQ" * 128


def back(days: int, hour: int = 12, minute: int = 0) -> datetime.datetime:
    """A time of a day that lies back."""
    day = TODAY - datetime.timedelta(days=days)
    return datetime.datetime.combine(
        day, datetime.time(hour, minute), tzinfo=datetime.timezone.utc
    )


def iso(time: datetime.datetime) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:00Z")


def assert_looks(tab, name: str, looks=LOOKS) -> None:
    for _ in tab.each_look(looks):
        tab.screenshot(f"hub-{name}")
        tab.assert_sound()


def fill(hub, open_tab) -> Device:
    """A year of an account with four apps; the device is Anchor's."""
    anchor = Device.connected(hub, open_tab, "Desk", client="anchor")
    for start in range(0, 400, 50):
        anchor.push(
            *(
                summary(back(day).date(), focusedMinutes=(day * 37) % 240, sessions=2, streak=3)
                for day in range(start, start + 50)
                if day % 9
            )
        )
    anchor.push(
        *(session(back(day, 9 + day % 5), minutes=25 + day % 30) for day in range(1, 90)),
        session(back(400), minutes=45),
        record("tag", back(3), DETAIL),
    )
    calorie = Device.connected(hub, open_tab, "Phone", client="calorie")
    macros = {"proteinG": 31, "carbsG": 72, "fatG": 22, "fibreG": 9}
    meals = [back(day, 12, 30) for day in range(1, 60, 2)]
    calorie.push(
        *(
            record("foodEntry", meal, DETAIL, at=iso(meal), meal="lunch", kcal=640, **macros)
            for meal in meals
        ),
        record("waterEntry", back(1, 8), at=iso(back(1, 8)), ml=250),
        record("weightEntry", back(1, 7), DETAIL),
        domain="calorie",
    )
    setline = Device.connected(hub, open_tab, "Gym phone", client="setline")
    sets = {"workingSets": 18, "skippedSets": 2, "exercises": 6, "tonnageKg": 7460, "records": 1}
    setline.push(
        *(
            record(
                *("session", back(day, 18), DETAIL),
                **{"startedAt": iso(back(day, 18)), "endedAt": iso(back(day, 19, 6))},
                **{"minutes": 62, **sets},
            )
            for day in (1, 3, 5)
        ),
        domain="setline",
    )
    kith = Device.connected(hub, open_tab, "Laptop", client="kith")
    person = record("person", back(20), DETAIL, cadenceDays=30)
    call = {"kind": "call", "occurredAt": iso(back(1, 20)), "person": person["id"]}
    follow_up = (TODAY + datetime.timedelta(days=14)).isoformat()
    kith.push(
        person,
        record("interaction", back(1, 20), DETAIL, **call, followUpOn=follow_up),
        domain="kith",
    )
    return anchor


def test_looking_back_across_the_apps(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        tab.goto(f"{hub.link}/timeline")
        tab.page.get_by_text("Nothing here").wait_for()
        assert_looks(tab, "timeline-empty", EXTREME_LOOKS)
        tab.goto(f"{hub.link}/directory")
        assert_looks(tab, "directory-empty", EXTREME_LOOKS)
        device = fill(hub, open_tab)

        tab.goto(f"{hub.link}/timeline")
        for told in ("Lunch, 640 kcal", "Workout, 1 h 02 min", "Call", "Water, 250 ml"):
            tab.page.get_by_text(told).first.wait_for()
        assert tab.page.get_by_text("Tag").locator("visible=true").count() == 0
        assert_looks(tab, "timeline")

        tab.page.get_by_text("Choose what is shown").click()
        tab.page.get_by_label("What").select_option("anchor")
        tab.page.get_by_label("Chart").select_option("365")
        tab.page.get_by_role("button", name="Show").click()
        tab.page.get_by_role("heading", name="Focus", exact=True).wait_for()
        assert tab.page.get_by_text("kcal").count() == 0
        assert_looks(tab, "timeline-anchor", EXTREME_LOOKS)
        tab.page.get_by_role("link", name="Earlier:").click()
        tab.page.get_by_role("link", name="Back to today").wait_for()

        tab.goto(f"{hub.link}/directory")
        tab.page.get_by_role("heading", name="No longer in the line-up").wait_for()
        anchor = tab.page.locator("#anchor")
        assert anchor.get_by_text(device.document[:8]).is_visible()
        assert anchor.get_by_text("Focus session, 90").is_visible()
        assert_looks(tab, "directory")

        tab.goto(f"{hub.link}/knows")
        assert_looks(tab, "knows")
        for closed in tab.page.locator("summary").all():
            closed.click()
        assert tab.page.locator("#calorie").get_by_text("food, serving").is_visible()
        assert_looks(tab, "knows-open", EXTREME_LOOKS)
        tab.page.get_by_role("link", name="Your values of food entry").click()
        tab.page.get_by_role("cell", name="640", exact=True).first.wait_for()
        assert DETAIL not in tab.page.content()
        assert_looks(tab, "known-values")


def test_a_page_of_ten_years_stays_small(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        fill(hub, open_tab)
        for address in ("/timeline", "/timeline?span=90", "/timeline?span=365&kind=anchor"):
            size = tab.page.evaluate(
                "async (path) => (await (await fetch(path)).arrayBuffer()).byteLength", address
            )
            assert size < 100_000, f"{address}: {size} bytes"


def test_programs_read_what_pages_show(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        device = fill(hub, open_tab)

        def read(path: str) -> dict:
            return json.loads(
                tab.page.evaluate("path => fetch(path).then((answer) => answer.text())", path)
            )

        events = read("/v1/life/events?limit=50")
        assert {item["domain"] for item in events["items"]} == {
            *("anchor", "calorie", "setline", "kith")
        }
        assert events["page"]["nextOffset"] == 50
        food = read("/v1/domains/calorie/records?type=foodEntry&limit=1")
        assert food["items"][0]["facts"]["kcal"] == 640
        assert food["items"][0]["hasDetail"] is True
        assert "sealed" not in json.dumps(food)
        assert device.send("/v1/domains/anchor/summary").body["activeCount"] == 446
        assert device.send("/v1/domains/calorie/summary").status == 403


def test_the_timeline_is_read_and_filtered_by_keyboard_alone(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        fill(hub, open_tab)

        def tab_to(words: str) -> None:
            for _ in range(40):
                tab.page.keyboard.press("Tab")
                if words in tab.page.evaluate("document.activeElement.textContent"):
                    return
            raise AssertionError(f"{words} is not reached")

        tab_to("Timeline")
        tab.page.keyboard.press("Enter")
        tab.page.get_by_text("All apps, by day").wait_for()
        tab_to("Choose what is shown")
        tab.page.keyboard.press("Enter")
        tab_to("All of Calorie")
        tab.page.keyboard.type("All of Calorie")
        tab_to("Show")
        tab.page.keyboard.press("Enter")
        tab.page.get_by_role("heading", name="Energy", exact=True).wait_for()
        assert tab.page.get_by_text("Workout").locator("visible=true").count() == 0
