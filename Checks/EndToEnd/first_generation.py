"""A sync client of the first generation, as those that people still have installed.

Written from what is known of that generation alone: it sends no `Sync-Protocol`, knows nothing of
`modifiedAt`, `epoch`, `contracts`, `current` and `rejected`, and skips members that it does not
know. What it relies on is asserted where it relies on it.

    client = FirstGenerationClient(hub.link, bearer, "anchor")
    client.enqueue(record_id, {"type": "focusSession", "facts": {…}}, occurred_at)
    client.synchronize()                 # one push with everything, then pages until the end
    client.records                       # what it holds
"""

import dataclasses
import json
import urllib.error
import urllib.parse
import urllib.request
import uuid

CHANGE_MEMBERS = {
    "cursor",
    "changeId",
    "domain",
    "id",
    "operation",
    "version",
    "occurredAt",
    "recordedAt",
    "originDeviceId",
    "record",
}
PAGE_MAX = 500


class ServerError(Exception):
    """Anything but a success: its status, and the code of the Hub's one shape of error."""

    def __init__(self, status: int, body: bytes):
        error = json.loads(body)["error"]
        assert isinstance(error["message"], str) and error["message"]
        self.status = status
        self.code = error["code"]
        super().__init__(f"{status} {self.code}")


@dataclasses.dataclass
class Waiting:
    """An edit in the outbox; a newer one of the same record takes its place."""

    record_id: str
    operation: str
    record: dict | None
    occurred_at: str
    base: int
    key: str = dataclasses.field(default_factory=lambda: str(uuid.uuid4()))


class FirstGenerationClient:
    """Outbox, versions, cursor and records of one installation, and its way to sync them."""

    def __init__(self, link: str, bearer: str, domain: str):
        self.link = link
        self.bearer = bearer
        self.domain = domain
        self.device_id = str(uuid.uuid4())
        self.outbox: list[Waiting] = []
        self.versions: dict[str, int] = {}
        self.records: dict[str, dict] = {}
        self.cursor = 0
        self.conflicts: list[str] = []
        self.pages = 0

    def enqueue(self, record_id: str, record: dict | None, occurred_at: str) -> None:
        """Notes an upsert, or a delete where there is no record."""
        operation = "delete" if record is None else "upsert"
        base = self.versions.get(record_id, 0)
        edit = Waiting(record_id, operation, record, occurred_at, base)
        self.outbox = [one for one in self.outbox if one.record_id != record_id] + [edit]
        if record is None:
            self.records.pop(record_id, None)
        else:
            self.records[record_id] = record

    def synchronize(self) -> None:
        """Pushes everything at once, then pulls page by page to the end of the feed."""
        if self.outbox:
            for result in self.push(self.outbox):
                # What it does not know stays in the outbox; a conflict it gives up.
                if result["status"] not in ("accepted", "duplicate", "conflict"):
                    continue
                known = result.get("version") or result.get("actualVersion")
                if known is not None:
                    self.versions[result["id"]] = known
                if result["status"] == "conflict":
                    self.conflicts.append(result["id"])
                key = result["idempotencyKey"]
                self.outbox = [one for one in self.outbox if one.key != key]
        has_more = True
        while has_more:
            page = self.pull(self.cursor)
            cursor, has_more = page["cursor"], page["hasMore"]
            assert cursor >= self.cursor and (not has_more or cursor > self.cursor)
            self._apply(page["changes"], cursor)
            self.cursor = cursor
            self.pages += 1

    def _apply(self, changes: list[dict], page_cursor: int) -> None:
        assert len(changes) <= PAGE_MAX
        before = self.cursor
        for change in changes:
            assert CHANGE_MEMBERS <= change.keys()
            assert change["domain"] == self.domain
            assert before < change["cursor"] <= page_cursor
            assert isinstance(change["record"], dict), "a tombstone too is an object"
            before = change["cursor"]
            self.versions[change["id"]] = change["version"]
            if change["operation"] == "delete":
                self.records.pop(change["id"], None)
            else:
                self.records[change["id"]] = change["record"]

    def push(self, edits: list[Waiting]) -> list[dict]:
        """The Hub's result of each edit, in order."""
        mutations = []
        for edit in edits:
            mutation = {
                "id": edit.record_id,
                "idempotencyKey": edit.key,
                "operation": edit.operation,
                "baseVersion": edit.base,
                "occurredAt": edit.occurred_at,
            }
            # A record that there is not is left out, not null.
            if edit.record is not None:
                mutation["record"] = edit.record
            mutations.append(mutation)
        body = {"domain": self.domain, "deviceId": self.device_id, "mutations": mutations}
        results = self.send("v1/sync/push", json.dumps(body).encode())["results"]
        assert [(one["id"], one["idempotencyKey"]) for one in results] == [
            (edit.record_id, edit.key) for edit in edits
        ]
        return results

    def pull(self, cursor: int | str | None, domain: str | None = None) -> dict:
        query = {"domain": domain or self.domain}
        if cursor is not None:
            query["cursor"] = str(cursor)
        return self.send(f"v1/sync/pull?{urllib.parse.urlencode(query)}")

    def send(
        self,
        path: str,
        body: bytes | None = None,
        content_type: str = "application/json",
        authorization: str | None = None,
    ) -> dict:
        headers = {
            "Authorization": f"Bearer {self.bearer}" if authorization is None else authorization,
            # Sent by that generation; nothing was ever decided by it.
            "X-Personal-Device-ID": self.device_id,
        }
        if body is not None:
            headers["Content-Type"] = content_type
        request = urllib.request.Request(f"{self.link}/{path}", data=body, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                kind = answer.headers["Content-Type"]
                assert kind == "application/json; charset=utf-8", kind
                assert answer.headers["Cache-Control"] == "no-store"
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            raise ServerError(refusal.code, refusal.read()) from None
