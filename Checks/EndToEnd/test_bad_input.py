"""What a broken or hostile program sends: the Hub says what is wrong, and keeps what it has."""

import datetime
import http.client
import json
import re
import sqlite3
import urllib.parse

import pytest

from anchor import CODE, Anchor
from device import PUSH, Device, session, summary
from hub import Hub
from processes import Programs, wait_until_answered

SECRET = "Quisquilian"
A_DAY = datetime.date(2026, 3, 2)
A_TIME = datetime.datetime(2026, 3, 2, 9, 30, tzinfo=datetime.timezone.utc)


class Stage:
    """A Hub with an owner, a person's browser, and a connected device that keeps three records."""

    def __init__(self, programs, open_tab, folder):
        self.hub = Hub(programs, folder / "hub")
        self.open_tab = open_tab
        self.person = open_tab(self.hub.setup_link)
        self.hub.make_owner(self.person)
        self.device = self.connect()
        records = (session(A_TIME, 45), session(A_TIME, 50))
        self.device.push(summary(A_DAY, focusedMinutes=95), *records)
        self.kept = self.device.pull()

    def connect(self) -> Device:
        return Device.connected(self.hub, self.open_tab, "A program")


@pytest.fixture(scope="module")
def stage(chromium, build_folder, tmp_path_factory):
    folder = tmp_path_factory.mktemp("bad-input")
    logs = build_folder / "logs" / "end-to-end" / "bad-input"
    with Programs(folder, logs) as programs, chromium.profile() as open_tab:
        yield Stage(programs, open_tab, folder)


def sessions(count: int) -> list[dict]:
    return [session(A_TIME, 25) for _ in range(count)]


JSON = "application/json"
REFUSED_BODIES = [
    pytest.param(
        lambda device: device.push_request(*sessions(1))[:-2],
        *(JSON, 400, "invalid_json", r"at byte \d+"),
        id="json that breaks off",
    ),
    pytest.param(
        lambda device: b'{"domain":"anchor","domain":"anchor"}',
        *(JSON, 400, "invalid_json", "twice|duplicate"),
        id="a member twice",
    ),
    pytest.param(
        lambda device: b"\xff\xfe{\x00}\x00",
        *(JSON, 400, "invalid_json", r"at byte \d+"),
        id="utf-16",
    ),
    pytest.param(
        lambda device: device.push_request(*sessions(1)),
        *("text/plain", 415, "unsupported_media_type", "application/json"),
        id="another content type",
    ),
    pytest.param(
        lambda device: device.push_request(*sessions(101)),
        *(JSON, 400, "invalid_request", "100"),
        id="101 mutations",
    ),
    pytest.param(
        lambda device: device.push_request(*sessions(1), domain="nowhere"),
        *(JSON, 400, "invalid_domain", "domain"),
        id="unknown domain",
    ),
    pytest.param(
        lambda device: device.push_request(*sessions(1), domain="journal"),
        *(JSON, 403, "forbidden", "domain"),
        id="another app's domain",
    ),
]


@pytest.mark.parametrize(("body", "kind", "status", "code", "told"), REFUSED_BODIES)
def test_a_body_that_cannot_be_taken_is_refused_whole(stage, body, kind, status, code, told):
    answer = stage.device.send(PUSH, body(stage.device), kind)

    assert (answer.status, answer.code) == (status, code), answer
    assert re.search(told, answer.message), answer.message
    assert stage.device.pull() == stage.kept


def test_a_body_of_two_megabytes_is_refused_and_the_hub_goes_on(stage):
    address = urllib.parse.urlsplit(stage.hub.link)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=30)
    connection.putrequest("POST", PUSH)
    connection.putheader("Content-Type", JSON)
    connection.putheader("Content-Length", "2000000")
    connection.endheaders()
    try:
        for _ in range(200):
            connection.send(b" " * 10_000)
    except OSError:
        pass  # It need not read to the end what it will not take.
    with connection.getresponse() as answer:
        refused = json.load(answer)["error"]

    assert (answer.status, refused["code"]) == (413, "payload_too_large")
    assert re.search(r"larger than \d+ bytes", refused["message"])
    assert stage.device.pull() == stage.kept
    wait_until_answered(f"{stage.hub.link}/ready")


def test_a_text_where_a_fact_should_be_is_refused_alone_and_not_repeated(stage):
    good, bad = sessions(2)
    bad["facts"]["focusedMinutes"] = SECRET
    worse = session(A_TIME, 25)
    worse["facts"]["title"] = SECRET
    answer = stage.device.send(PUSH, stage.device.push_request(bad, good, worse))
    results = answer.body["results"]
    stage.kept = stage.device.pull()

    assert [one["status"] for one in results] == ["rejected", "accepted", "rejected"]
    assert good["id"] in stage.kept and not {bad["id"], worse["id"]} & stage.kept.keys()
    assert results[0]["reason"]["code"] == "contract_violation"
    assert (results[0]["reason"]["field"], results[0]["reason"]["reason"]) == (
        "focusedMinutes",
        "wrong_kind",
    )
    assert results[2]["reason"]["reason"] == "unknown_field"
    assert SECRET not in json.dumps(answer.body) and SECRET not in stage.hub.program.output
    for file in stage.hub.files:
        assert SECRET.encode() not in file.read_bytes(), file


def test_a_first_generation_program_hears_of_it_for_the_whole_request(stage):
    good, bad = sessions(2)
    bad["facts"]["focusedMinutes"] = SECRET
    answer = stage.device.send(PUSH, stage.device.push_request(good, bad), Sync_Protocol="1")

    assert (answer.status, answer.code) == (400, "invalid_request")
    assert stage.device.pull() == stage.kept


@pytest.mark.parametrize("bearer", ["", "Bearer ", "Bearer hub_n1_made_up", "Basic QWRhOmE="])
def test_no_session_gets_nothing(stage, bearer):
    answer = stage.device.send(PUSH, stage.device.push_request(*sessions(1)), Authorization=bearer)

    assert (answer.status, answer.code) == (401, "unauthorized")
    assert "Sign in" in answer.message and "Nothing was stored" in answer.message
    assert stage.device.pull() == stage.kept


def test_a_session_that_was_ended_gets_nothing(stage):
    device = stage.connect()
    device.push(session(A_TIME, 5))
    stage.kept = stage.device.pull()
    tab = stage.open_tab(f"{stage.hub.link}/devices")
    tab.page.get_by_role("link", name="Disconnect").first.click()
    tab.page.get_by_role("button", name="Disconnect").click()
    tab.page.wait_for_url(f"{stage.hub.link}/devices")
    tab.page.close()

    answer = device.send(PUSH, device.push_request(*sessions(1)))
    assert (answer.status, answer.code) == (401, "unauthorized")
    assert stage.device.pull() == stage.kept


@pytest.mark.parametrize(
    ("request_body", "code"),
    [
        ({"device_code": "hub_d1_made_up", "code_verifier": "v" * 43}, "invalid_grant"),
        ({"device_code": "hub_d1_made_up"}, "invalid_request"),
    ],
)
def test_a_code_that_was_not_given_out_gets_no_session(stage, request_body, code):
    answer = stage.device.send("/oauth/token", json.dumps(request_body).encode())

    assert (answer.status, answer.code) == (400, code), answer
    assert answer.message


def test_who_guesses_codes_has_to_wait(programs, tmp_path, chromium):
    hub = Hub(programs, tmp_path / "hub")
    device = Device.ask(hub.link)
    guesses = ["BCDF-GHJK", "CDFG-HJKL", "DFGH-JKLM", "FGHJ-KLMN", "GHJK-LMNP"]
    with chromium.profile() as open_tab:
        hub.make_owner(open_tab(hub.setup_link))
        tab = open_tab(f"{hub.link}/connect")
        for guess in guesses:
            tab.page.get_by_label("Code").fill(guess)
            tab.page.get_by_role("button", name="Continue").click()
            tab.page.get_by_text("No app waits with this code").wait_for()
        # Now the right one is not looked at either.
        tab.page.get_by_label("Code").fill(device.user_code)
        tab.page.get_by_role("button", name="Continue").click()
        tab.page.get_by_text("Too many wrong codes").wait_for()
        assert re.search(r"Wait \d+ minutes, then ask the app", tab.page.inner_text("main"))


def test_an_expired_session_costs_no_session_of_focus(programs, tmp_path, chromium):
    hub = Hub(programs, tmp_path / "hub")
    anchor = Anchor(programs, tmp_path / "desk")
    with chromium.profile() as open_tab:
        hub.make_owner(open_tab(hub.setup_link))
        anchor.connect(hub, open_tab, "Desk")
        anchor.run("log", "25m", "waits")
        hub.stop()
        # No clock can be turned, so the session is made 61 days older in the Hub's own file.
        with sqlite3.connect(hub.data / "hub.db") as database:
            database.execute("UPDATE device_session SET seen_ms = seen_ms - 61 * 86400000")
        database.close()
        hub.start()

        refused = anchor.refusal("sync", status=5)
        assert refused["message"] == "The Hub has ended this session."
        assert "Sign in again with anchor connect" in refused["remedy"]
        assert "Your waiting change is safe." in refused["remedy"]
        assert anchor.waiting == 1 and len(anchor.sessions()) == 1

        connecting = anchor.start("connect", hub.link)
        tab = hub.review(open_tab, connecting.wait_for(CODE).group())
        hub.approve(tab, "Desk")
        assert connecting.wait() == 0
        assert anchor.json("sync")["pushed"] >= 1


def test_a_person_who_refuses_is_told_to_the_app(programs, tmp_path, chromium, stage):
    anchor = Anchor(programs, tmp_path / "desk")
    anchor.run("log", "25m", "waits")
    connecting = anchor.start("connect", stage.hub.link)
    tab = stage.hub.review(stage.open_tab, connecting.wait_for(CODE).group())
    tab.page.get_by_role("button", name="Refuse").click()

    assert connecting.wait() == 5
    assert "The request was denied on the Hub's page." in connecting.output
    assert "anchor connect URL" in connecting.output
    assert len(anchor.sessions()) == 1
    assert anchor.json("status")["sync"]["state"] == "signed_out"
