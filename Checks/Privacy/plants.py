"""For each app, every field that never travels in clear, planted by its own program.

A new app adds a function beside `anchor`, and its name to `PLANTED`; `test_canary.py` compares the
names with the apps that this release has.
"""

import datetime
import json
import pathlib

from canary import Canary

PLANTED = {"anchor"}


def anchor(canary: Canary, desk, folder: pathlib.Path) -> None:
    """Titles, tags and notes by each way in, and the exact seconds of a session."""
    desk.run("log", "45m", canary.plant("anchor", "title of a logged session"))
    desk.run("focus", "20m", canary.plant("anchor", "title of a running session"))
    desk.run("done")
    desk.run("log", "30m", canary.plant("anchor", "title that is taken back"))
    desk.run("undo")
    start = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
    start = start.replace(second=37) - datetime.timedelta(days=2)
    end = start + datetime.timedelta(seconds=2_743)
    for time in (start, end):
        canary.note("anchor", "exact second", time.strftime("%Y-%m-%dT%H:%M:%S"))
        canary.note("anchor", "exact second", str(int(time.timestamp())))
    interval = {
        "id": 1,
        "start": start.strftime("%Y%m%dT%H%M%SZ"),
        "end": end.strftime("%Y%m%dT%H%M%SZ"),
        "tags": [canary.plant("anchor", "imported title"), canary.plant("anchor", "imported tag")],
        "annotation": canary.plant("anchor", "imported note"),
    }
    export = folder / "planted.json"
    export.write_text(json.dumps([interval]), encoding="utf-8")
    desk.run("import", export, "--yes")
