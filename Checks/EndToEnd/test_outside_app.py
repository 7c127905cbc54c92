"""An app outside this repository: copied out and built as docs/outside-app.md says, and synchronised.

The commands are those of the page, so what a newcomer types is what is tried here. The Hub is the real one; the
person is one without a browser.
"""

import pathlib
import re
import shutil
import subprocess

import pytest

from anchor import CODE
from person import Person
from processes import Program, Programs, private_environment

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PAGE = REPOSITORY / "docs" / "outside-app.md"

# The kit is built from nothing, in a scratch folder of the app's own.
pytestmark = pytest.mark.timeout(1_200)


def commands_of_the_page() -> str:
    """The first shell commands that the page shows."""
    return re.search(r"^```sh\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE).group(1)


@pytest.fixture(scope="module")
def todo(tmp_path_factory) -> pathlib.Path:
    """The built program, in a folder beside a copy of what it needs of this repository."""
    outside = tmp_path_factory.mktemp("outside")
    # What the app depends on, and nothing else, so that no more is needed than the page says.
    for package in ("PersonalSyncKit", "HubContracts", "Toolbox", "Samples/ToDo"):
        shutil.copytree(
            REPOSITORY / package,
            outside / "personal-hub" / package,
            ignore=shutil.ignore_patterns(".build"),
        )
    # Nice, because checks of how soon something is done run beside it.
    made = subprocess.run(
        ["nice", "-n", "19", "sh", "-ec", commands_of_the_page()],
        cwd=outside,
        capture_output=True,
        text=True,
        timeout=1_000,
        stdin=subprocess.DEVNULL,
    )
    assert made.returncode == 0, (made.stdout + made.stderr)[-3_000:]
    return outside / "tasks" / ".build" / "debug" / "todo"


class List:
    """A to-do list on a device of its own."""

    def __init__(self, programs: Programs, binary: pathlib.Path, home: pathlib.Path):
        self._programs = programs
        self._binary = binary
        self._environment = private_environment(home, TODO_HOME=str(home / "todo"))

    def run(self, *words: str, status: int = 0) -> str:
        return self._programs.run(
            self._binary, *words, environment=self._environment, status=status
        )

    def start(self, *words: str) -> Program:
        return self._programs.start(
            self._binary, *words, environment=self._environment, at_terminal=True
        )

    def connect(self, address: str, person: Person, name: str, answer: str = "yes") -> Program:
        connecting = self.start("connect", address)
        code = connecting.wait_for(CODE).group()
        person.send("/connect/decision", code=code, decision="approve", deviceName=name)
        connecting.wait_for("Type yes:")
        connecting.type(answer)
        connecting.wait()
        return connecting


@pytest.fixture
def desk(programs, todo, tmp_path) -> List:
    return List(programs, todo, tmp_path / "desk")


@pytest.fixture
def phone(programs, todo, tmp_path) -> List:
    return List(programs, todo, tmp_path / "phone")


def test_two_devices_of_an_app_outside_are_in_step(hub, desk, phone):
    person = Person.who_owns(hub)
    port = hub.link.rsplit(":", 1)[1]
    desk.run("add", "Buy", "milk")
    # The kit knows that names under localhost are this machine, whatever the system's resolver does.
    assert desk.connect(f"http://hub.localhost:{port}", person, "Desk").exit_status == 0
    assert "1 change waits" in desk.run("status")
    assert "1 sent, 0 received" in desk.run("sync")
    assert desk.run("status") == "Up to date\n"

    assert phone.connect(f"http://localhost:{port}", person, "Phone").exit_status == 0
    assert "0 sent, 1 received" in phone.run("sync")
    assert phone.run("list") == "1 [ ] (a task of another device)\n"
    phone.run("done", "1")
    phone.run("sync")
    desk.run("sync")
    assert desk.run("list") == "1 [x] Buy milk\n"

    assert "Signed out" in desk.run("sign-out")
    assert "Nobody was signed in" in desk.run("sign-out")
    assert desk.run("list") == "1 [x] Buy milk\n"


def test_a_conflict_shows_both_sides_and_either_can_be_taken(hub, desk, phone):
    person = Person.who_owns(hub)
    desk.connect(hub.link, person, "Desk")
    phone.connect(hub.link, person, "Phone")
    desk.run("add", "Buy", "milk")
    desk.run("sync")
    phone.run("sync")
    desk.run("done", "1")
    phone.run("remove", "1")
    desk.run("sync")

    assert "conflict" in phone.run("sync")
    assert "todo take 1" in phone.run("conflicts")
    phone.run("take", "1")
    assert phone.run("conflicts") == "Nothing to look at.\n"
    phone.run("sync")
    desk.run("sync")
    assert phone.run("list").count("[x]") == desk.run("list").count("[x]")


def test_what_goes_wrong_is_said_in_words_and_by_the_exit_status(hub, desk):
    person = Person.who_owns(hub)

    assert "todo connect HUB" in desk.run("sync", status=1)
    assert "like https://hub.example.org" in desk.run("connect", "localhost:8765", status=1)
    assert "cannot be reached" in desk.run("connect", "http://localhost:1", status=1)
    assert "no task 7" in desk.run("done", "7", status=1)
    assert "todo sign-out" in desk.run("frobnicate", status=2)
    refused = desk.connect(hub.link, person, "Desk", answer="no")
    assert refused.exit_status == 1 and "stays as it is" in refused.output
    assert "Not connected" in desk.run("status")
    desk.run("add", "Buy", "milk")
    desk.connect(hub.link, person, "Desk")
    hub.stop()
    assert "cannot be reached" in desk.run("sync", status=1)
    assert "1 change waits" in desk.run("status")
    hub.start()
    assert "1 sent" in desk.run("sync")
