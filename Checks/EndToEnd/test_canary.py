"""What apps never tell is not at the Hub: not in its folder, its logs, its SQL, nor on the wire.

docs/protocol/privacy.md, "What metadata shows anyway", says what is. See Checks/Privacy/README.md.
"""

import base64
import datetime
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Privacy"))

import plants  # noqa: E402
from canary import Canary, Search, disguises, leaks  # noqa: E402
from playwright.sync_api import expect  # noqa: E402

import figures  # noqa: E402
from anchor import Anchor, Reader  # noqa: E402
from device import PUSH, Device, session  # noqa: E402
from go_between import GoBetween, Reply  # noqa: E402
from hub import Hub  # noqa: E402
from outings import Outings, hub_key  # noqa: E402
from person import Person  # noqa: E402
from processes import ProgramError, binary, free_port  # noqa: E402
from test_unlock import type_words  # noqa: E402


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

    def __init__(self, programs, open_tab, folder, canary: Canary, *options: str):
        port = free_port()
        self._programs = programs
        self._folder = folder
        self.ear = Ear(port)
        options = ("--origin", self.ear.link, "--log", "text", *options)
        self.hub = Hub(programs, folder / "hub", port, *options)
        self.hub.link = self.ear.link
        self.open_tab = open_tab
        self.hub.make_owner(open_tab(self.hub.setup_link))
        home = canary.plant("anchor", "name of the home folder")
        self.desk = Anchor(programs, folder / "desk" / home)
        self.laptop = Anchor(programs, folder / "laptop" / home)

    @property
    def backup(self) -> pathlib.Path:
        return self._folder / "backup.tar"

    @property
    def export(self) -> pathlib.Path:
        return self._folder / "export.tar"

    def start_again(self) -> None:
        self.hub.start()
        self.hub.link = self.ear.link

    def command(self, verb: str, *words) -> None:
        self._programs.run(binary("hub"), verb, *words, "--data", self.hub.data)

    def keep_copies(self) -> None:
        """What a person takes away: the Hub as a whole, and an account."""
        self.command("backup", self.backup)
        self.command("export", "Ada", self.export)

    def search(self, canary: Canary, is_heard: bool = True) -> Search:
        """Everything that the Hub has, wrote, or said while it still runs."""
        assert (self.hub.data / "hub.db-wal").stat().st_size > 0, "there is a log to search"
        search = Search(canary)
        search.folder("a file at the Hub", self.hub.data)
        search.dump("the SQL at the Hub", self.hub.data / "hub.db")
        search.data("the log of the Hub", self.hub.program.output.encode())
        search.data("a backup", self.backup.read_bytes())
        search.data("an export", self.export.read_bytes())
        if is_heard:
            search.memory("the Hub's memory", self.hub.program.pid)
        for heard, data in self.ear.heard:
            if is_heard or not heard.startswith("a request"):
                search.data(heard, data)
        return search


def test_nothing_private_is_at_the_hub_or_on_the_wire(chromium, programs, tmp_path):
    canary = Canary(seed=20)
    with chromium.profile() as open_tab:
        house = House(programs, open_tab, tmp_path, canary)
        with house.ear:
            plants.anchor(canary, house.desk, tmp_path)
            for machine, name in ((house.desk, "Desk"), (house.laptop, "Laptop")):
                machine.connect(house.hub, open_tab, name)
            house.desk.run("sync")
            house.laptop.run("sync")
            read_in_a_browser(house, seal(canary, house))
            conflict(canary, house)
            act_and_undo(canary, house)
            # A crash of the Hub, and a sync that has to say things again.
            house.hub.program.kill()
            house.start_again()
            house.desk.run("log", "15m", canary.plant("anchor", "title after the crash"))
            house.desk.run("sync")
            house.laptop.run("sync")
            put_back(canary, house)
            for page in ("/", "/timeline", "/directory", "/knows", "/knows/anchor/focusSession"):
                open_tab(f"{house.hub.link}{page}").page.close()
            house.desk.run("sign-out")
            house.keep_copies()

            search = house.search(canary)

    assert len(house.laptop.sessions()) >= 5, "the scenario did sync"
    assert house.laptop.sessions() == house.desk.sessions(), "and each word of it arrived"
    with Reader(house.desk.database) as store:
        assert plants.unmarked_columns("anchor", store, canary) == set()
    assert not search.findings, "\n".join(search.findings)
    figures.tell("canary", f"{len(canary.marks)} marks, {search.bytes_searched:,} bytes searched")


def seal(canary: Canary, house: House) -> str:
    """From here on the two machines tell each other everything; the Hub carries it. The words."""
    words = canary.note("anchor", "words of the details", house.desk.seal())
    house.laptop.run("sync")
    assert any(not one.is_full for one in house.laptop.sessions().values()), "locked first"
    house.laptop.unlock(words)
    (key,) = house.desk.detail_keys
    assert house.laptop.detail_keys == [key]
    canary.note("anchor", "key of the details", key)
    assert house.laptop.sessions() == house.desk.sessions()
    (habit,) = house.laptop.json("habit", "list")["habits"]
    assert habit["name"] == house.desk.json("habit", "list")["habits"][0]["name"]
    house.laptop.run("habit", "undo", habit["name"], "--day", "yesterday")
    house.laptop.run("sync")
    house.desk.run("sync")
    return words


def read_in_a_browser(house: House, words: str) -> None:
    """The person's browser opens details, and looks for one of them."""
    tab = house.open_tab(f"{house.hub.link}/unlock")
    type_words(tab, words)
    named = tab.page.locator(".timeline-words:visible").first
    expect(named).to_be_visible()
    tab.page.get_by_label("Search what you wrote").fill(named.inner_text())
    expect(tab.page.locator("[data-found] a").first).to_be_visible()
    tab.page.close()


def conflict(canary: Canary, house: House) -> None:
    """What another device has changed is taken back where nobody knows of that."""
    other = Device.connected(house.hub, house.open_tab, "Other")
    before = set(other.pull())
    house.desk.run("log", "5m", canary.plant("anchor", "title of a session in conflict"))
    house.desk.run("sync")
    (changed,) = [id for id in set(other.pull()) - before if id.startswith("focusSession")]
    start = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=5)
    edit = session(start, minutes=4, span=5) | {"id": changed, "base": 1}
    other.push(edit)
    refused = other.send(PUSH, other.push_request(edit))
    assert refused.body["results"][0]["status"] == "conflict", refused
    house.desk.run("undo")
    told = house.desk.json("sync")
    assert told["conflicts"] == 1, told
    house.laptop.run("sync")


def act_and_undo(canary: Canary, house: House) -> None:
    """Today asks Anchor to focus; a title is given to what it began, and it is taken back."""
    tab = house.open_tab(house.hub.link)
    card = tab.page.locator("#anchor")
    card.get_by_role("button", name="Start focus").click()
    house.desk.run("sync")
    tab.reload()
    expect(card.get_by_text("Done")).to_be_visible()
    card.get_by_role("button", name=re.compile("^Undo")).click()
    house.desk.run("sync")
    tab.goto(f"{house.hub.link}/activity")
    expect(tab.page.get_by_text("Taken back").first).to_be_visible()
    tab.page.close()


def put_back(canary: Canary, house: House) -> None:
    """The Hub is put back from a backup, and the machines read and offer everything again."""
    before = house.backup.with_name("before.tar")
    house.command("backup", before)
    house.desk.run("log", "25m", canary.plant("anchor", "title that the backup does not know"))
    house.desk.run("sync")
    house.hub.stop()
    house.command("restore", before, "--yes")
    house.start_again()
    house.desk.run("sync")
    house.laptop.run("sync")


def test_what_a_service_knows_is_not_at_the_hub(chromium, programs, tmp_path):
    """It shows numbers and days of the service's items, asks it to change them, and learns no word of them."""
    canary = Canary(seed=24)
    outings = Outings(programs, tmp_path / "outings.db")
    person = outings.add_person(canary.plant("outings", "name of the person"))
    canary.note("outings", "key of the person", person.key)
    titles = [canary.plant("outings", f"title of a {sort}") for sort in ("concert", "trip")]
    with chromium.profile() as open_tab:
        page = f"live={outings.origin}"
        house = House(programs, open_tab, tmp_path, Canary(seed=0), "--app-page", page)
        with house.ear:
            outings.start(house.ear.link, hub_key(programs, house.hub))
            site = open_tab(house.hub.link)
            outings.enter(site, person)
            soon = datetime.date.today() + datetime.timedelta(days=5)
            for title, sort in zip(titles, ("concert", "trip"), strict=True):
                outings.add(site, title, sort, soon.isoformat())
            outings.link(site)
            act_on_an_outing(house)
            # Away, and back: what went wrong is in the log.
            outings.kill()
            open_tab(house.hub.link).page.close()
            outings.start(house.ear.link, hub_key(programs, house.hub))
            for path in ("/", "/directory", "/activity", "/knows", "/devices"):
                open_tab(f"{house.hub.link}{path}").page.close()
            house.keep_copies()

            search = house.search(canary)

    store = b"".join(path.read_bytes() for path in tmp_path.glob("outings.db*"))
    assert all(title.encode() in store for title in titles), "the service has what is searched for"
    assert not search.findings, "\n".join(search.findings)


def act_on_an_outing(house: House) -> None:
    """Today has the service begin an item, and take that back."""
    tab = house.open_tab(house.hub.link)
    card = tab.page.locator("#live")
    card.get_by_role("button", name=re.compile("^Start")).first.click()
    expect(card.get_by_text("In progress", exact=True).first).to_be_visible()
    card.get_by_role("button", name=re.compile("^Undo")).click()
    expect(card.get_by_text("Taken back")).to_be_visible()
    tab.page.close()


def test_what_a_broken_program_sends_in_clear_is_refused_and_not_kept(
    chromium, programs, tmp_path
):
    """It has been on the wire; the Hub must neither store it, nor log it, nor say it again."""
    canary = Canary(seed=23)

    def mark(field: str) -> str:
        return canary.plant("broken", field)

    with chromium.profile() as open_tab:
        house = House(programs, open_tab, tmp_path, Canary(seed=0))
        with house.ear:
            device = Device.connected(house.hub, open_tab, "Broken")
            device.push(good := session(datetime.datetime.now(datetime.timezone.utc), minutes=5))
            facts = good["facts"]
            for broken in (
                {"id": mark("id")},
                {"occurredAt": mark("time")},
                {"type": mark("type")},
                {"facts": facts | {mark("name of a fact"): 1}},
                {"facts": facts | {"focusedMinutes": mark("value of a fact")}},
                {"facts": facts | {"completed": {"a": mark("nested value")}}},
                {"sealed": {"title": mark("open detail")}},
            ):
                fresh = session(datetime.datetime.now(datetime.timezone.utc), minutes=5)
                answer = device.send(PUSH, device.push_request(fresh | broken))
                assert "accepted" not in str(answer.body), (broken, answer)
            unasked = [
                device.send(PUSH, mark("no JSON").encode()),
                device.send(PUSH, json.dumps({mark("member"): mark("value")}).encode()),
                device.send(PUSH, b"[" * 2_000_000 + mark("too much").encode()),
                device.send(f"{PUSH}?{mark('query')}", b"{}", kind=f"text/{mark('media type')}"),
                device.send(f"/{mark('path')}", b"{}"),
                device.send(f"/v1/sync/pull?domain={mark('domain')}"),
                device.send(f"/v1/actions/{mark('action')}/lease", b"{}"),
                device.send("/v1/limits", Hub_Request_Id=mark("header"), User_Agent=mark("agent")),
                device.send("/v1/session", Authorization=f"Bearer {mark('bearer')}"),
                device.send("/v1/session", Cookie=f"hub_dev={mark('cookie')}"),
            ]
            assert all(one.status >= 400 for one in unasked[:6]), unasked
            guest = Person(house.hub.link)
            for _ in range(2):
                guest.try_to_send("/signin", name=mark("name"), password=mark("password"))
            guest.try_to_send("/recover", code=mark("code"), name=mark("recovered name"))
            guest.try_to_send("/setup", code=mark("set-up code"))
            guest.try_to_send("/signin?to=" + mark("place"), name="Ada", password="wrong")
            house.keep_copies()

            search = house.search(canary, is_heard=False)

    # A mutation is answered by its id, and a form shows again what was typed, to who sent it.
    own = (
        *("broken's id in an answer of /v1/sync/push", "broken's name in an answer of /signin"),
        "broken's code in an answer of /recover",
    )
    findings = [one for one in search.findings if not one.startswith(own)]
    assert len(canary.marks) >= 25
    assert not findings, "\n".join(findings)


def test_an_app_that_leaks_is_found_in_every_disguise_and_place(chromium, programs, tmp_path):
    canary = Canary(seed=21)
    with chromium.profile() as open_tab:
        house = House(programs, open_tab, tmp_path, Canary(seed=0))
        with house.ear:
            device = Device.connected(house.hub, open_tab, "Leak")
            # What is called sealed, and is not: the Hub cannot tell, the search can.
            marks = {name: canary.plant("leaky", name) for name in leaks("x")}
            for name, mark in marks.items():
                leaking = session(datetime.datetime.now(datetime.timezone.utc), minutes=5)
                detail = base64.urlsafe_b64encode(leaks(mark)[name]).decode().rstrip("=")
                device.push(leaking | {"sealed": f"v1.{detail}"})
            assert len(device.pull()) == len(marks)
            # The log says no more than this; it is known to be looked through.
            canary.note("the log", "route", PUSH)
            house.keep_copies()

            search = house.search(canary)

    places = (
        *("a file at the Hub: hub.db-wal", "the SQL at the Hub", "a backup", "an export"),
        *("the Hub's memory", f"a request to {PUSH}", "an answer of /v1/sync/pull"),
    )
    for name in marks:
        for place in places:
            assert search.finds(f"leaky's {name}", place), (name, place)
    assert search.finds("the log's route", "the log of the Hub")


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
