"""The Hub's pages with the real `hub` and a real Chromium: how they look, and that they work.

Every page is shown in each look and must be sound there: no violation found by axe, nothing too
wide, no error in the console, no request to the outside. The app's side is played over HTTP.
"""

import datetime
import re

import pytest

from device import Device, session, summary
from processes import binary

PASSWORD = "violet kettle on a hill"
SETUP_LINK = re.compile(r"https?://\S+/setup#t=\S+")

# Chromium tells the console of every answer that is not a success; these are meant.
FORM_AGAIN = ("422",)
NOT_FOUND = ("404",)


class Hub:
    """A running Hub, and what a person does on its pages."""

    def __init__(self, program):
        self.program = program
        self.link = program.wait_for_link()

    @property
    def setup_link(self) -> str:
        return self.program.wait_for(SETUP_LINK).group()

    def make_owner(self, tab) -> None:
        """Fills in the set-up page that `tab` shows."""
        tab.page.get_by_label("Your name").fill("Ada")
        tab.page.get_by_label("Time zone").select_option("UTC")
        tab.page.get_by_label("Password", exact=True).fill(PASSWORD)
        tab.page.get_by_label("Repeat the password").fill(PASSWORD)
        tab.page.get_by_role("button", name="Make this Hub mine").click()
        tab.page.wait_for_url(f"{self.link}/")

    def connect(self, open_tab, **asking) -> Device:
        """Connects a device from its request to its session, through the pages."""
        device = Device.ask(self.link, **asking)
        page = open_tab(f"{self.link}/connect").page
        page.get_by_label("Code").fill(device.user_code)
        page.get_by_role("button", name="Continue").click()
        page.get_by_label("What do you call this device?").fill("Desk")
        page.get_by_role("button", name="Approve").click()
        page.get_by_role("heading", name="Approved").wait_for()
        page.close()
        device.sign_in()
        return device


@pytest.fixture
def hub(programs, tmp_path):
    return Hub(
        programs.start(
            binary("hub"), "serve", "--data", tmp_path / "hub", "--port", "0", "--poll-seconds", "1"
        )
    )


def assert_looks(tab, name: str, allowed_errors: tuple[str, ...] = ()) -> None:
    """The page as it is now is sound in every look; leaves a screenshot of each."""
    for _ in tab.each_look():
        tab.screenshot(f"hub-{name}")
        tab.assert_sound(allowed_errors)


def today() -> datetime.date:
    return datetime.datetime.now(datetime.timezone.utc).date()


def at(hour: int, minute: int) -> datetime.datetime:
    return datetime.datetime.combine(
        today(), datetime.time(hour, minute), tzinfo=datetime.timezone.utc
    )


def test_setting_up(chromium, hub):
    with chromium.profile() as open_tab:
        assert_looks(open_tab(hub.link), "signin-without-owner")
        assert_looks(open_tab(f"{hub.link}/setup"), "setup-code-by-hand")

        tab = open_tab(hub.setup_link)
        # The link's code is taken, and kept neither in view nor in the address.
        assert tab.page.get_by_label("Set-up code").is_hidden()
        assert tab.page.url == f"{hub.link}/setup"
        assert_looks(tab, "setup")

        tab.page.get_by_label("Your name").fill("Ada")
        tab.page.get_by_label("Password", exact=True).fill("anchor anchor anchor")
        tab.page.get_by_label("Repeat the password").fill("anchor anchor another")
        tab.page.get_by_role("button", name="Make this Hub mine").click()
        tab.page.get_by_text("among the first that somebody would try").wait_for()
        assert tab.page.get_by_text("The two passwords differ.").is_visible()
        assert tab.page.get_by_label("Your name").input_value() == "Ada"
        assert_looks(tab, "setup-again", FORM_AGAIN)

        hub.make_owner(tab)
        assert_looks(tab, "today-first-app", FORM_AGAIN)
        assert_looks(open_tab(f"{hub.link}/setup"), "nothing-here", NOT_FOUND)


def test_signing_in_and_out(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        tab.page.get_by_role("button", name="Sign out").click()
        tab.page.wait_for_url("**/signed-out")
        assert_looks(tab, "signed-out")

        # Where the person wanted to go is where signing in leads.
        tab.goto(f"{hub.link}/devices")
        assert_looks(tab, "signin")
        tab.page.get_by_label("Name").fill("Ada")
        tab.page.get_by_label("Password").fill("not the one at all")
        tab.page.get_by_role("button", name="Sign in").click()
        tab.page.get_by_text("do not belong together").wait_for()
        assert tab.page.get_by_label("Name").input_value() == "Ada"
        assert tab.page.get_by_label("Password").input_value() == ""
        assert_looks(tab, "signin-again", FORM_AGAIN)

        tab.page.get_by_label("Password").fill(PASSWORD)
        tab.page.get_by_role("button", name="Sign in").click()
        tab.page.wait_for_url(f"{hub.link}/devices")


def test_connecting_an_app(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(open_tab(hub.setup_link))
        tab = open_tab(f"{hub.link}/connect")
        assert_looks(tab, "connect")
        tab.page.get_by_label("Code").fill("BCDF-GHJK")
        tab.page.get_by_role("button", name="Continue").click()
        tab.page.get_by_text("No app waits with this code").wait_for()
        assert_looks(tab, "connect-again", FORM_AGAIN)

        device = Device.ask(hub.link, unowned_records=412)
        tab = open_tab(device.offer["verification_uri_complete"])
        tab.page.get_by_text(device.user_code, exact=True).wait_for()
        assert_looks(tab, "connect-link")
        tab.page.get_by_role("button", name="Yes, go on").click()
        for told in ("412 records that belong to nobody yet", "cannot move to another account"):
            tab.page.get_by_text(told).first.wait_for()
        assert_looks(tab, "connect-review")
        tab.page.get_by_label("What do you call this device?").fill("Desk")
        tab.page.get_by_role("button", name="Approve").click()
        tab.page.get_by_text("anchor approve").wait_for()
        assert_looks(tab, "connect-approved")
        device.sign_in()

        refused = Device.ask(hub.link)
        tab = open_tab(refused.offer["verification_uri_complete"])
        tab.page.get_by_role("button", name="Yes, go on").click()
        tab.page.get_by_role("button", name="Refuse").click()
        tab.page.get_by_role("heading", name="Refused").wait_for()
        assert_looks(tab, "connect-refused")
        with pytest.raises(AssertionError, match="access_denied"):
            refused.sign_in()


def test_today_shows_the_exact_minutes_that_were_pushed(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        device = hub.connect(open_tab)
        tab.reload()
        tab.page.get_by_text("Connected, and nothing yet today").wait_for()
        assert_looks(tab, "today-connected")

        days = [today() - datetime.timedelta(days=past) for past in (6, 5, 4, 2, 1)]
        device.push(
            *(
                summary(day, focusedMinutes=minutes, sessions=minutes // 30, streak=9)
                for day, minutes in zip(days, (95, 140, 60, 0, 118), strict=True)
            )
        )
        tab.reload()
        tab.page.get_by_text("1 h 58 min, streak 9 days").wait_for()
        assert_looks(tab, "today-nothing-yet")

        device.push(
            summary(
                today(),
                focusedMinutes=125,
                sessions=3,
                habitsDone=4,
                habitsScheduled=6,
                blocksPlanned=3,
                blocksDone=2,
                streak=12,
            ),
            session(at(8, 40), minutes=25),
            session(at(9, 20), minutes=50, span=55),
            session(at(14, 5), minutes=50, completed=False),
        )
        tab.reload()
        card = tab.page.locator("#anchor")
        assert card.get_by_text("2 h 05 min").locator("visible=true").count() == 1
        assert card.locator("time[datetime=PT125M]").count() == 1
        assert tab.page.locator("#timeline li").count() == 3
        assert_looks(tab, "today")
        assert_looks(open_tab(f"{hub.link}/devices"), "devices")


def test_today_follows_what_comes_in_without_being_reloaded(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        device = hub.connect(open_tab)
        look_again = "document.dispatchEvent(new Event('visibilitychange'))"

        # With its first app connected, the page is another one and is opened anew, by itself.
        tab.page.get_by_text("Connected, and nothing yet today").wait_for()
        tab.page.evaluate("window.isOldPage = true")
        device.push(summary(today(), focusedMinutes=5))
        tab.page.evaluate(look_again)
        tab.page.locator("time[datetime=PT5M]").first.wait_for()
        assert tab.page.evaluate("window.isOldPage")

        hub.program.stop()
        tab.page.evaluate(look_again)
        tab.page.get_by_text("The Hub does not answer").wait_for()
        assert_looks(tab, "today-offline", ("ERR_CONNECTION_REFUSED",))


def test_a_device_is_disconnected(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(open_tab(hub.setup_link))
        device = hub.connect(open_tab)
        tab = open_tab(f"{hub.link}/devices")
        tab.page.get_by_role("link", name="Disconnect Desk").click()
        assert_looks(tab, "disconnect")
        tab.page.get_by_role("button", name="Disconnect").click()
        tab.page.wait_for_url(f"{hub.link}/devices")

        with pytest.raises(AssertionError, match="401"):
            device.push(summary(today(), focusedMinutes=5))


def test_everything_works_without_scripts(chromium, hub):
    with chromium.profile(scripts=False) as open_tab:
        tab = open_tab(f"{hub.link}/setup")
        tab.page.get_by_label("Set-up code").fill(hub.setup_link)
        hub.make_owner(tab)
        device = hub.connect(open_tab)
        device.push(summary(today(), focusedMinutes=125))
        tab.reload()
        assert tab.page.locator("time[datetime=PT125M]").count() == 1
        tab.page.get_by_role("button", name="Sign out").click()
        tab.page.wait_for_url("**/signed-out")


def test_the_keyboard_alone_is_enough(chromium, hub):
    with chromium.open(hub.setup_link) as tab:
        keyboard = tab.page.keyboard
        # The name has the focus; the time zone is the browser's own.
        keyboard.type("Ada")
        keyboard.press("Tab")
        keyboard.press("Tab")
        keyboard.type(PASSWORD)
        keyboard.press("Tab")
        keyboard.type(PASSWORD)
        keyboard.press("Enter")
        tab.page.wait_for_url(f"{hub.link}/")

        keyboard.press("Tab")
        assert tab.page.evaluate("document.activeElement.textContent") == "Skip to content"
        keyboard.press("Enter")
        assert tab.page.evaluate("document.activeElement.id") == "main"
