"""The API as its description says it: schemathesis asks, as it should be and as it should not.

More than in CI: SCHEMATHESIS_EXAMPLES=200 script/test EndToEnd --filter described
"""

import datetime
import json
import os
import pathlib
import subprocess
import sys
import urllib.request

from device import Device, session, summary
from hub import Hub
from person import Person

HERE = pathlib.Path(__file__).parent
EXAMPLES = os.environ.get("SCHEMATHESIS_EXAMPLES", "3")
A_TIME = datetime.datetime(2026, 3, 2, 9, 30, tzinfo=datetime.timezone.utc)


def description(hub: Hub) -> dict:
    with urllib.request.urlopen(f"{hub.link}/v1/openapi.json", timeout=10) as answer:
        return json.load(answer)


def close_answers(document: dict) -> dict:
    """Lets no answer have a member that is not described.

    The description itself is open, so that a client of today reads the Hub of tomorrow.
    """
    schemas = document["components"]["schemas"]

    def close(schema) -> None:
        if isinstance(schema, list):
            for one in schema:
                close(one)
        elif isinstance(schema, dict):
            if schema.get("type") == "object" and "properties" in schema:
                schema["additionalProperties"] = False
            if name := schema.get("$ref", "").removeprefix("#/components/schemas/"):
                close(schemas[name])
            for one in schema.values():
                close(one)

    for path in document["paths"].values():
        for operation in path.values():
            close(operation["responses"])
    return document


def test_the_hub_answers_as_its_description_says(hub, tmp_path):
    device = Person.who_owns(hub).connect(Device.ask(hub.link))
    device.push(session(A_TIME, 45), summary(A_TIME.date(), focusedMinutes=45))
    document = tmp_path / "openapi.json"
    document.write_text(json.dumps(close_answers(description(hub))))

    asked = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "--config-file", HERE / "schemathesis.toml"),
            *("run", document, "--url", hub.link, "--max-examples", EXAMPLES, "--no-color"),
            *("--header", f"Authorization: Bearer {device.bearer}"),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert asked.returncode == 0, f"{asked.stdout}\n{asked.stderr}"

    ended = urllib.request.Request(
        f"{hub.link}/v1/session",
        method="DELETE",
        headers={"Authorization": f"Bearer {device.bearer}"},
    )
    with urllib.request.urlopen(ended, timeout=10) as answer:
        assert answer.status == 204
    assert device.send("/v1/sync/pull?domain=anchor").status == 401


def test_the_program_prints_the_description_that_it_serves(hub, programs):
    printed = programs.run(hub.program.command[0], "openapi")

    assert json.loads(printed) == description(hub)
