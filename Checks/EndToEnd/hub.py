"""A running Hub, and what a person does on its pages.

    hub = Hub(programs, tmp_path / "hub")
    with chromium.profile() as open_tab:
        hub.make_owner(open_tab(hub.setup_link), zone="Europe/Berlin")
        hub.approve(open_tab, code, "Desk")
    hub.stop()
    hub.start()                          # on the same port, with the same data
"""

import json
import pathlib
import re
import urllib.parse

from browser import Tab
from processes import Program, Programs, binary, wait_until_answered

PASSWORD = "violet kettle on a hill"
SETUP_LINK = re.compile(r"https?://\S+/setup#t=\S+")
# What Chromium's console says of a page that stands open while the Hub ends, is away, and begins.
UNREACHED = (
    *("ERR_CONNECTION_", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_EMPTY_RESPONSE"),
    "status of 503",
)
FINGERPRINT = re.compile(r"\b[0-9a-f]{4}(?: [0-9a-f]{4}){3}\b")


class Hub:
    """A Hub on a data folder of its own, reached under one link however often it is started."""

    def __init__(self, programs: Programs, data: pathlib.Path, port: int = 0, *options: str):
        self.data = data
        self._programs = programs
        self._port = port
        self._options = options
        self.start()

    def start(self) -> None:
        self.program: Program = self._programs.start(
            *(binary("hub"), "serve", "--data", self.data, "--poll-seconds", "1"),
            *("--port", str(self._port), *self._options),
        )
        self.link = self.program.wait_for_link()
        if self._port == 0:
            self._port = urllib.parse.urlsplit(self.link).port
        wait_until_answered(f"{self.link}/ready")

    def stop(self) -> None:
        """Ends it in order; it has to say that it could."""
        status = self.program.stop()
        assert status == 0, self.program.error(f"ended with status {status}")

    @property
    def setup_link(self) -> str:
        return self.program.wait_for(SETUP_LINK).group()

    @property
    def fingerprint(self) -> str:
        """Of its key, as it printed it where it was started."""
        return self.program.wait_for(FINGERPRINT).group()

    @property
    def files(self) -> list[pathlib.Path]:
        return sorted(path for path in self.data.rglob("*") if path.is_file())

    def make_owner(self, tab: Tab, name: str = "Ada", zone: str = "UTC") -> None:
        """Fills in the set-up page that `tab` shows."""
        tab.page.get_by_label("Your name").fill(name)
        tab.page.get_by_label("Time zone").select_option(zone)
        tab.page.get_by_label("Password", exact=True).fill(PASSWORD)
        tab.page.get_by_label("Repeat the password").fill(PASSWORD)
        tab.page.get_by_role("button", name="Make this Hub mine").click()
        tab.page.wait_for_url(f"{self.link}/")

    def review(self, open_tab, code: str) -> Tab:
        """Types an app's code on the connect page; the tab that shows what asks."""
        tab = open_tab(f"{self.link}/connect")
        tab.page.get_by_label("Code").fill(code)
        tab.page.get_by_role("button", name="Continue").click()
        tab.page.get_by_label("What do you call this device?").wait_for()
        return tab

    def approve(self, tab: Tab, device_name: str) -> None:
        """Approves what `review` shows."""
        tab.page.get_by_label("What do you call this device?").fill(device_name)
        # Asked for again ten minutes after it was last given.
        if (password := tab.page.get_by_label("Your password")).is_visible():
            password.fill(PASSWORD)
        tab.page.get_by_role("button", name="Approve").click()
        tab.page.get_by_role("heading", name="Approved").wait_for()

    def today(self, tab: Tab) -> dict:
        """The day as the Hub tells it to its own pages."""
        return json.loads(tab.fetch("/v1/life/today"))
