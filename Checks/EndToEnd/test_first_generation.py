"""A client of the first generation and this Hub, both ways (docs/first-generation.md)."""

import datetime
import json
import uuid

import pytest

from device import Device, session
from first_generation import FirstGenerationClient, ServerError, Waiting
from hub import Hub
from person import Person
from processes import Programs

A_TIME = datetime.datetime(2026, 3, 2, 9, 30, tzinfo=datetime.timezone.utc)
# As its clients wrote them: with the milliseconds, and in their own zone.
A_TEXT = "2026-03-02T10:30:12.345+01:00"


@pytest.fixture(scope="module")
def device(build_folder, tmp_path_factory):
    """A session of this Hub's; how one of the first generation was made is not tried."""
    folder = tmp_path_factory.mktemp("first-generation")
    logs = build_folder / "logs" / "end-to-end" / "first-generation"
    with Programs(folder, logs) as programs:
        hub = Hub(programs, folder / "hub")
        yield Person.who_owns(hub).connect(Device.ask(hub.link))


@pytest.fixture
def client(device) -> FirstGenerationClient:
    return FirstGenerationClient(device.link, device.bearer, "anchor")


def focus(minutes: int) -> dict:
    record = session(A_TIME, minutes)
    return {"type": record["type"], "facts": record["facts"]}


def new_id() -> str:
    return str(uuid.uuid4())


def upsert(record_id: str, minutes: int, base: int = 0, key: str | None = None) -> Waiting:
    return Waiting(record_id, "upsert", focus(minutes), A_TEXT, base, key or new_id())


def delete(record_id: str, base: int) -> Waiting:
    return Waiting(record_id, "delete", None, A_TEXT, base)


def refusal(call, *arguments, **named) -> tuple[int, str]:
    with pytest.raises(ServerError) as raised:
        call(*arguments, **named)
    return raised.value.status, raised.value.code


def test_what_one_installation_pushes_another_pulls(client, device):
    other = FirstGenerationClient(device.link, device.bearer, "anchor")
    record_id, gone = new_id(), new_id()
    client.enqueue(record_id, focus(25), A_TEXT)
    client.enqueue(gone, focus(30), A_TEXT)
    client.synchronize()
    other.synchronize()
    assert other.records == client.records and record_id in other.records

    other.enqueue(record_id, focus(50), A_TEXT)
    other.enqueue(gone, None, A_TEXT)
    other.synchronize()
    client.synchronize()
    assert client.records == other.records
    assert client.records[record_id] == focus(50) and gone not in client.records
    assert not client.outbox and not other.outbox and not client.conflicts + other.conflicts


def test_it_and_an_app_of_today_read_each_other(client, device):
    record_id = new_id()
    client.enqueue(record_id, focus(25), A_TEXT)
    client.synchronize()
    todays = session(A_TIME, 40)
    device.push(todays)
    client.synchronize()

    assert device.pull()[record_id] == focus(25)
    assert client.records[todays["id"]] == focus(40)


def test_the_same_key_again_is_a_duplicate_with_the_first_answer(client):
    edit = upsert(new_id(), 25)
    first, again = client.push([edit])[0], client.push([edit])[0]

    assert (first["status"], first["version"]) == ("accepted", 1)
    assert again == first | {"status": "duplicate"}


def test_a_wrong_base_is_a_conflict_that_is_not_remembered(client):
    record_id, key = new_id(), new_id()
    client.push([upsert(record_id, 25)])

    stale = client.push([upsert(record_id, 30, base=0, key=key)])[0]
    assert (stale["status"], stale["expectedVersion"], stale["actualVersion"]) == ("conflict", 0, 1)
    right = client.push([upsert(record_id, 30, base=1, key=key)])[0]
    assert (right["status"], right["version"]) == ("accepted", 2)


def test_a_conflict_over_a_record_that_is_not_there_has_no_version(client):
    result = client.push([upsert(new_id(), 25, base=3)])[0]

    assert result["status"] == "conflict" and not result["actualVersion"]


def test_a_conflict_stops_none_behind_it_and_a_second_edit_builds_on_the_first(client):
    record_id, key = new_id(), new_id()
    results = client.push(
        [
            upsert(record_id, 25),
            upsert(record_id, 30, base=1),
            upsert(record_id, 35, base=1, key=key),
            upsert(new_id(), 40),
        ]
    )

    assert [one["status"] for one in results] == ["accepted", "accepted", "conflict", "accepted"]
    assert [one.get("version") for one in results] == [1, 2, None, 1]


def test_a_tombstone_can_be_deleted_again_and_written_over(client):
    record_id = new_id()
    unknown = client.push([delete(record_id, 0)])[0]
    again = client.push([delete(record_id, 1)])[0]
    client.synchronize()
    assert record_id not in client.records
    revived = client.push([upsert(record_id, 25, base=again["version"])])[0]
    client.synchronize()

    assert (unknown["status"], unknown["version"]) == ("accepted", 1)
    assert (again["status"], again["version"]) == ("accepted", 2)
    assert (revived["status"], revived["version"]) == ("accepted", 3)
    assert client.records[record_id] == focus(25)


def test_one_bad_edit_refuses_the_whole_push_and_leaves_it_waiting(client):
    good, bad = new_id(), new_id()
    client.enqueue(good, focus(25), A_TEXT)
    client.enqueue(bad, focus(-1), A_TEXT)

    assert refusal(client.synchronize) == (400, "invalid_request")
    assert [one.record_id for one in client.outbox] == [good, bad]
    reader = FirstGenerationClient(client.link, client.bearer, "anchor")
    reader.synchronize()
    assert not {good, bad} & reader.records.keys()


def test_more_than_a_page_comes_page_by_page(client):
    before = FirstGenerationClient(client.link, client.bearer, "anchor")
    before.synchronize()
    ids = [new_id() for _ in range(1_100)]
    for start in range(0, len(ids), 100):
        results = client.push([upsert(one, 25) for one in ids[start : start + 100]])
        assert {one["status"] for one in results} == {"accepted"}

    before.pages = 0
    before.synchronize()
    assert set(ids) <= before.records.keys() and before.pages == 3
    reader = FirstGenerationClient(client.link, client.bearer, "anchor")
    reader.synchronize()
    assert reader.records == before.records and reader.cursor == before.cursor
    assert reader.pull(reader.cursor)["changes"] == []


@pytest.mark.parametrize("cursor", [None, "", 0])
def test_without_a_cursor_a_pull_begins_at_the_start(client, cursor):
    client.push([upsert(new_id(), 25)])

    assert client.pull(cursor)["changes"][0]["cursor"] == client.pull(0)["changes"][0]["cursor"]


@pytest.mark.parametrize("kind", ["Application/JSON", "application/json; charset=utf-8"])
def test_json_is_known_in_any_case_and_with_parameters(client, kind):
    body = {"domain": "anchor", "deviceId": client.device_id, "mutations": []}

    assert refusal(client.send, "v1/sync/push", json.dumps(body).encode(), kind) == (
        400,
        "invalid_request",
    )


def test_refusals_have_the_codes_that_it_knows(client):
    send, push = client.send, "v1/sync/push"
    many = [upsert(new_id(), 25) for _ in range(101)]

    assert refusal(client.push, many) == (400, "invalid_request")
    assert refusal(send, push, b"{", "application/json") == (400, "invalid_json")
    assert refusal(send, push, b"{}", "text/plain") == (415, "unsupported_media_type")
    assert refusal(send, push, b" " * 1_000_001) == (413, "payload_too_large")
    assert refusal(client.pull, 0, domain="nowhere") == (400, "invalid_domain")
    assert refusal(client.pull, -1) == (400, "invalid_request")
    assert refusal(client.pull, "x") == (400, "invalid_request")
    assert refusal(send, "v1/nowhere") == (404, "not_found")
    assert refusal(send, "v1/sync/pull/") == (404, "not_found")
    for wrong in ("", "Bearer", "Bearer nobody", f"bearer {client.bearer}"):
        assert refusal(send, "v1/sync/pull?domain=anchor", authorization=wrong) == (
            401,
            "unauthorized",
        )
