"""The sample service, as a developer runs it beside a Hub.

    outings = Outings(programs, tmp_path / "outings.db")
    person = outings.add_person("Ada")
    outings.start(hub)
    outings.link(open_tab, person, hub)
"""

import dataclasses
import json
import os
import pathlib
import re
import signal

from playwright.sync_api import expect

from browser import Tab
from hub import PASSWORD, Hub
from processes import Program, Programs, binary, free_port, wait_until_answered


@dataclasses.dataclass(frozen=True)
class Person:
    link: str
    key: str


class Outings:
    """A service on a store and a port of its own, however often it is started."""

    def __init__(self, programs: Programs, data: pathlib.Path):
        self.origin = f"http://outings.localhost:{free_port()}"
        self.data = data
        self._programs = programs
        self.program: Program | None = None

    def add_person(self, name: str, *more: str) -> Person:
        output = self._programs.run(binary("outings"), "person", self.data, name, *more)
        found = dict(line.split(" ") for line in output.splitlines())
        return Person(found["link"], found["key"])

    def start(self, hub: str, key: str) -> None:
        """Runs it for the Hub at that origin with that key."""
        self.program = self._programs.start(
            binary("outings"), "serve", self.data, self.origin, hub, f"--hub-key={key}"
        )
        wait_until_answered(f"{self.origin}/", status=403)

    def kill(self) -> None:
        self.program.kill()

    def hang(self) -> None:
        """It keeps its port and answers nothing."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        os.kill(self.program.pid, number)

    def enter(self, tab: Tab, person: Person) -> None:
        tab.goto(f"{self.origin}/enter?key={person.key}")
        expect(tab.page.get_by_role("heading", name=re.compile("Outings of"))).to_be_visible()

    def add(self, tab: Tab, title: str, sort: str, day: str) -> None:
        tab.page.get_by_label("Title").fill(title)
        tab.page.get_by_label("Sort").select_option(sort)
        tab.page.get_by_label("Day").fill(day)
        tab.page.get_by_role("button", name="Add").click()
        tab.page.get_by_text(title).wait_for()

    def link(self, tab: Tab) -> None:
        """From the service's page to the Hub and back."""
        tab.page.get_by_role("button", name="Link my Hub").click()
        tab.page.get_by_label("What do you call this device?").fill("My outings")
        if (password := tab.page.get_by_label("Your password")).is_visible():
            password.fill(PASSWORD)
        tab.page.get_by_role("button", name="Approve").click()
        tab.page.get_by_text("Linked with a Hub.").wait_for()


def hub_key(programs: Programs, hub: Hub) -> str:
    """What hub services prints for a service to pin."""
    output = programs.run(binary("hub"), "services", "--data", hub.data, "--json")
    return json.loads(output)["hubKey"]
