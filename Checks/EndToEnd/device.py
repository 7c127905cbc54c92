"""An app's side of the Hub, played over HTTP: for checks of the Hub that need no app.

    device = Device.ask(link, unowned_records=3)
    ...                                  # a person approves device.user_code
    device.sign_in()
    device.push(summary("2026-11-30", focusedMinutes=125), session("09:20", minutes=45))
"""

import base64
import dataclasses
import datetime
import hashlib
import json
import time
import urllib.error
import urllib.request
import uuid

PATIENCE_SECONDS = 60.0
PUSH = "/v1/sync/push"


def _post(url: str, body: dict, **headers: str) -> dict:
    request = urllib.request.Request(
        url,
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json", **headers},
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


@dataclasses.dataclass(frozen=True)
class Answer:
    """What the Hub said to a request, success or not."""

    status: int
    body: dict

    @property
    def code(self) -> str:
        return self.body.get("error", {}).get("code", "")

    @property
    def message(self) -> str:
        return self.body.get("error", {}).get("message", "")


class Device:
    """A store of an app's that asks to be connected, and then pushes records."""

    def __init__(self, link: str, offer: dict, verifier: str, document: str):
        self.link = link
        self.offer = offer
        self.document = document
        self.id = str(uuid.uuid4())
        self._verifier = verifier
        self.bearer = ""

    @classmethod
    def connected(cls, hub, open_tab, name: str = "Desk", **asking) -> "Device":
        """A device that the signed-in person has approved on the Hub's pages; `asking` as of `ask`."""
        device = cls.ask(hub.link, **asking)
        tab = hub.review(open_tab, device.user_code)
        hub.approve(tab, name)
        tab.page.close()
        device.sign_in()
        return device

    @classmethod
    def ask(
        cls, link: str, unowned_records: int = 0, platform: str = "linux", client: str = "anchor"
    ) -> "Device":
        verifier = base64.urlsafe_b64encode(uuid.uuid4().bytes * 3).decode().rstrip("=")
        digest = hashlib.sha256(verifier.encode()).digest()
        document = str(uuid.uuid4())
        offer = _post(
            f"{link}/oauth/device_authorization",
            {
                "client_id": client,
                "document_id": document,
                "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="),
                "code_challenge_method": "S256",
                "platform": platform,
                "unowned_records": unowned_records,
            },
        )
        return cls(link, offer, verifier, document)

    @property
    def user_code(self) -> str:
        return self.offer["user_code"]

    def sign_in(self) -> None:
        """Asks for the session until the person has approved."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        body = {"device_code": self.offer["device_code"], "code_verifier": self._verifier}
        while True:
            try:
                self.bearer = _post(f"{self.link}/oauth/token", body)["access_token"]
                return
            except urllib.error.HTTPError as refusal:
                code = json.load(refusal)["error"]["code"]
                if code not in ("authorization_pending", "slow_down"):
                    raise AssertionError(f"the Hub refused the session: {code}") from None
            assert time.monotonic() < deadline, "nobody approved the app"
            time.sleep(self.offer["interval"])

    def send(
        self, path: str, body: bytes | None = None, kind: str = "application/json", **more: str
    ) -> Answer:
        """Sends these very bytes with the session, or asks where there are none."""
        headers = {"Authorization": f"Bearer {self.bearer}", "Sync-Protocol": "2"}
        headers |= {"Content-Type": kind} if body is not None else {}
        headers |= {name.replace("_", "-"): value for name, value in more.items()}
        request = urllib.request.Request(self.link + path, data=body, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return Answer(answer.status, json.load(answer))
        except urllib.error.HTTPError as refusal:
            return Answer(refusal.code, json.load(refusal))

    def changes(self) -> list[dict]:
        """The whole feed of the account's records, as it comes."""
        changes, cursor, has_more = [], 0, True
        while has_more:
            answer = self.send(f"/v1/sync/pull?domain=anchor&cursor={cursor}")
            assert answer.status == 200, answer
            changes += answer.body["changes"]
            cursor, has_more = answer.body["cursor"], answer.body["hasMore"]
        return changes

    def pull(self) -> dict[str, dict]:
        """Every record of the account's that the Hub holds, by id."""
        changes = self.changes()
        records = {change["id"]: change["record"] for change in changes}
        assert len(records) == len(changes), "the feed holds a record once"
        return records

    def push_request(self, *records: dict, domain: str = "anchor") -> bytes:
        """The body of a push of records that the Hub does not hold yet."""
        mutations = [
            {
                "id": record["id"],
                "idempotencyKey": str(uuid.uuid4()),
                "operation": "upsert",
                "baseVersion": record.get("base", 0),
                "occurredAt": record["occurredAt"],
                "record": {
                    name: record[name] for name in ("type", "facts", "sealed") if name in record
                },
            }
            for record in records
        ]
        body = {"domain": domain, "deviceId": self.id, "mutations": mutations}
        return json.dumps(body).encode()

    def push(self, *records: dict, domain: str = "anchor") -> list[dict]:
        """Stores records that the Hub does not hold yet; its answer to each."""
        answer = self.send(PUSH, self.push_request(*records, domain=domain))
        assert answer.status == 200, answer
        refused = [one for one in answer.body["results"] if one["status"] != "accepted"]
        assert not refused, refused
        return answer.body["results"]


def summary(day: datetime.date, base: int = 0, **figures: int) -> dict:
    """Anchor's summary of a day; figures that are not given are zero."""
    names = (
        "focusedMinutes",
        "sessions",
        "habitsDone",
        "habitsScheduled",
        "blocksPlanned",
        "blocksDone",
        "streak",
    )
    return {
        "id": f"summary-{day.isoformat()}",
        "type": "daySummary",
        "base": base,
        "occurredAt": f"{day.isoformat()}T00:00:00Z",
        "facts": {name: figures.get(name, 0) for name in names},
    }


def session(start: datetime.datetime, minutes: int, span: int = 0, completed: bool = True) -> dict:
    """A focus session from `start`, over `span` minutes or as many as were focused."""
    start = start.astimezone(datetime.timezone.utc).replace(second=0, microsecond=0)
    end = start + datetime.timedelta(minutes=span or minutes)
    return {
        "id": f"focusSession-{uuid.uuid4()}",
        "type": "focusSession",
        "occurredAt": start.strftime("%Y-%m-%dT%H:%M:00Z"),
        "facts": {
            "startedAt": start.strftime("%Y-%m-%dT%H:%M:00Z"),
            "endedAt": end.strftime("%Y-%m-%dT%H:%M:00Z"),
            "focusedMinutes": minutes,
            "completed": completed,
        },
    }


def record(kind: str, happened: datetime.datetime, sealed: str = "", /, **facts) -> dict:
    """A record of any type; `sealed` is any base64url."""
    return {
        "id": f"{kind}-{uuid.uuid4()}",
        "type": kind,
        "occurredAt": happened.strftime("%Y-%m-%dT%H:%M:00Z"),
        "facts": facts,
        **({"sealed": f"v1.{sealed}"} if sealed else {}),
    }
