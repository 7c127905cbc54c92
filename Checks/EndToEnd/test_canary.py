"""What apps never tell is not at the Hub: not in its folder, its logs, its SQL, nor on the wire.

docs/protocol/privacy.md, "What metadata shows anyway", says what is. See Checks/Privacy/README.md.
"""

import base64
import datetime
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Privacy"))

import plants  # noqa: E402
from canary import Canary, Search, disguises, leaks  # noqa: E402

import figures  # noqa: E402
from anchor import Anchor  # noqa: E402
from device import Device, session  # noqa: E402
from go_between import GoBetween, Reply  # noqa: E402
from hub import Hub  # noqa: E402
from processes import ProgramError, binary, free_port  # noqa: E402


class Ear(GoBetween):
    """Keeps what is said on the wire, both ways."""

    def __init__(self, hub_port: int):
        self.heard: list[tuple[str, bytes]] = []
        super().__init__(hub_port)

    def _answer(self, method: str, target: str, headers, body: bytes) -> Reply:
        reply = super()._answer(method, target, headers, body)
        sent = f"{method} {target}\n{headers}".encode() + body
        self.heard.append((f"a request to {target.split('?')[0]}", sent))
        said = "\n".join(f"{name}: {value}" for name, value in reply.headers).encode()
        self.heard.append((f"an answer of {target.split('?')[0]}", said + (reply.body or b"")))
        return reply


class House:
    """A Hub behind an ear, and two machines of one person."""

    def __init__(self, programs, open_tab, folder):
        port = free_port()
        self.ear = Ear(port)
        self.hub = Hub(programs, folder / "hub", port, "--origin", self.ear.link)
        self.hub.link = self.ear.link
        self.open_tab = open_tab
        self.hub.make_owner(open_tab(self.hub.setup_link))
        self.desk = Anchor(programs, folder / "desk")
        self.laptop = Anchor(programs, folder / "laptop")

    def search(self, canary: Canary, place: str = "at the Hub") -> Search:
        search = Search(canary)
        search.folder(f"a file {place}", self.hub.data)
        search.dump(f"the SQL {place}", self.hub.data / "hub.db")
        search.data(f"the log {place}", self.hub.program.output.encode())
        for heard, data in self.ear.heard:
            search.data(heard, data)
        return search


def test_nothing_private_is_at_the_hub_or_on_the_wire(chromium, programs, tmp_path):
    canary = Canary(seed=20)
    with chromium.profile() as open_tab:
        house = House(programs, open_tab, tmp_path)
        with house.ear:
            plants.anchor(canary, house.desk, tmp_path)
            for machine, name in ((house.desk, "Desk"), (house.laptop, "Laptop")):
                machine.connect(house.hub, open_tab, name)
            house.desk.run("sync")
            house.laptop.run("sync")
            # A crash of the Hub, and a sync that has to say things again.
            house.hub.program.kill()
            house.hub.start()
            house.hub.link = house.ear.link
            house.desk.run("log", "15m", canary.plant("anchor", "title after the crash"))
            house.desk.run("sync")
            house.laptop.run("sync")
            for page in ("/", "/timeline", "/directory", "/knows", "/knows/anchor/focusSession"):
                open_tab(f"{house.hub.link}{page}").page.close()

            search = house.search(canary)

    assert len(house.laptop.sessions()) >= 4, "the scenario did sync"
    assert len(canary.marks) >= 11
    assert search.findings == []
    figures.tell("canary", f"{len(canary.marks)} marks, {search.bytes_searched:,} bytes searched")


def test_an_app_that_leaks_is_found_in_every_disguise(chromium, programs, tmp_path):
    canary = Canary(seed=21)
    with chromium.profile() as open_tab:
        house = House(programs, open_tab, tmp_path)
        with house.ear:
            device = Device.ask(house.hub.link)
            house.hub.approve(house.hub.review(open_tab, device.user_code), "Leak")
            device.sign_in()
            # What is called sealed, and is not: the Hub cannot tell, the search can.
            marks = {name: canary.plant("leaky", name) for name in leaks("x")}
            for name, mark in marks.items():
                leaking = session(datetime.datetime.now(datetime.timezone.utc), minutes=5)
                detail = base64.urlsafe_b64encode(leaks(mark)[name]).decode().rstrip("=")
                device.push(leaking | {"sealed": f"v1.{detail}"})

            search = house.search(canary)

    for name in marks:
        assert any(f"leaky's {name} in a file" in one for one in search.findings), name
        assert any(f"leaky's {name} in a request" in one for one in search.findings), name


def test_every_disguise_of_the_search_finds_its_own_leak():
    canary = Canary(seed=22)
    mark = canary.plant("leaky", "text")

    for name, leak in leaks(mark).items():
        search = Search(canary)
        search.data("a haystack", b"hay " * 99 + leak + b" hay" * 99)
        disguise = "plain" if name == "gzip" else name
        assert any(disguise in one for one in search.findings), name
    assert set(disguises(mark)) | {"gzip"} == set(leaks(mark))


def test_every_app_of_this_release_is_planted():
    def is_built(name: str) -> bool:
        try:
            return binary(name).exists()
        except ProgramError:
            return False

    apps = ("anchor", "calorie", "setline", "kith", "live", "asteroid", "journal")
    assert {name for name in apps if is_built(name)} == plants.PLANTED
