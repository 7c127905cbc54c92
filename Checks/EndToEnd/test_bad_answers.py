"""What an app does when its Hub answers with nonsense, too late, or not at all.

The Hub has seen each request, and has often stored what was sent. Still nothing is lost, and
nothing is there twice once it is well again.
"""

import json
import re

import pytest

from anchor import Anchor
from device import Device
from go_between import GoBetween, Reply
from hub import Hub
from processes import Programs, free_port

SESSION, PUSH, PULL = "/v1/session", "/v1/sync/push", "/v1/sync/pull"


class Stage:
    """A connected app whose requests go through `between`, and a reader of what the Hub holds."""

    def __init__(self, programs, open_tab, folder, between: GoBetween):
        self.between = between
        self.hub = Hub(programs, folder / "hub", between.hub_port, "--origin", between.link)
        self.hub.make_owner(open_tab(self.hub.setup_link))
        self.anchor = Anchor(programs, folder / "desk")
        self.anchor.connect(self.hub, open_tab, "Desk")
        self.reader = Device.connected(self.hub, open_tab, "A reader")

    def held(self) -> set[str]:
        """The ids of the sessions at the Hub."""
        return {id.removeprefix("focusSession-") for id in self.reader.pull() if "focus" in id}


@pytest.fixture(scope="module")
def stage(chromium, build_folder, tmp_path_factory):
    folder = tmp_path_factory.mktemp("bad-answers")
    logs = build_folder / "logs" / "end-to-end" / "bad-answers"
    with (
        Programs(folder, logs) as programs,
        GoBetween(free_port()) as between,
        chromium.profile() as open_tab,
    ):
        yield Stage(programs, open_tab, folder, between)


# How an answer is spoilt


def cut(reply: Reply) -> None:
    reply.body = None


def broken_off(reply: Reply) -> None:
    reply.body = reply.body[: len(reply.body) // 2]


def empty(reply: Reply) -> None:
    reply.body = b""


def a_page(reply: Reply) -> None:
    reply.status, reply.headers = 200, [("Content-Type", "text/html")]
    reply.body = b"<!doctype html><title>Sign in to this network</title>"


def endless(reply: Reply) -> None:
    reply.body = b" " * 40_000_000


def moved(reply: Reply) -> None:
    reply.status, reply.headers = 302, [("Location", "http://localhost:9/elsewhere")]
    reply.body = b""


def unavailable(reply: Reply) -> None:
    reply.status, reply.headers = 503, [("Retry-After", "7"), ("Content-Type", "text/plain")]
    reply.body = b"Bad gateway"


def busy(reply: Reply) -> None:
    reply.status, reply.headers = 503, [("Retry-After", "7"), ("Hub-Error", "busy")]
    reply.body = b'{"error":{"code":"busy","message":"Too much is being written."}}'


def full(reply: Reply) -> None:
    reply.status, reply.headers = 507, [("Hub-Error", "storage_full")]
    reply.body = b'{"error":{"code":"storage_full","message":"The Hub\'s disk is full."}}'


def changed(**more):
    """Members of the answer's object get other values."""

    def spoil(reply: Reply) -> None:
        reply.body = json.dumps(json.loads(reply.body) | more).encode()

    spoil.__name__ = "changed " + " ".join(more)
    return spoil


NONSENSE = "does not speak as a Hub does"
UNREACHABLE = "cannot be reached"
CASES = [
    (SESSION, cut, "http_client.connection_lost", UNREACHABLE),
    (SESSION, a_page, "sync.invalid_response", NONSENSE),
    (SESSION, broken_off, "sync.invalid_response", NONSENSE),
    (SESSION, moved, "http_302", "something unexpected.*Check the address"),
    (SESSION, unavailable, "http_503", "try again later"),
    (SESSION, changed(nonce="A" * 43), "sync.invalid_response", NONSENSE),
    (PULL, a_page, "sync.invalid_response", NONSENSE),
    (PULL, endless, "http_client.response_too_large", NONSENSE),
    (PULL, changed(hasMore=True), "sync.invalid_response", NONSENSE),
    (PULL, changed(cursor=-1), "sync.invalid_response", NONSENSE),
    (PULL, busy, "busy", "Try again in 7 s"),
    (PUSH, cut, "http_client.connection_lost", UNREACHABLE),
    (PUSH, empty, "sync.invalid_response", NONSENSE),
    (PUSH, broken_off, "sync.invalid_response", NONSENSE),
    (PUSH, a_page, "sync.invalid_response", NONSENSE),
    (PUSH, changed(results=[]), "sync.invalid_response", NONSENSE),
    (PUSH, unavailable, "http_503", "try again later"),
    (PUSH, busy, "busy", "Try again in 7 s"),
    (PUSH, full, "storage_full", "The Hub's disk is full"),
]


@pytest.mark.parametrize(
    ("path", "spoil", "code", "told"),
    [pytest.param(*case, id=f"{case[0]} {case[1].__name__}") for case in CASES],
)
def test_a_spoilt_answer_is_told_and_costs_nothing(stage, path, spoil, code, told):
    stage.anchor.run("log", "5m", "waits")
    before = stage.anchor.sessions()

    with stage.between.spoiling(path, spoil):
        refused = stage.anchor.refusal("sync", status=4)

    assert refused["code"] == code, refused
    assert re.search(told, f"{refused['message']} {refused['remedy']}"), refused
    assert "is safe" in refused["remedy"] or "are safe" in refused["remedy"], refused
    assert stage.anchor.waiting >= 1
    assert stage.anchor.json("sync")["waiting"] == 0
    assert stage.anchor.sessions() == before
    assert stage.held() == before.keys()
