"""For each app, every field that never travels in clear, planted by its own program.

A new app adds a function beside `anchor`, and its name to `PLANTED`; `test_canary.py` compares the
names with the apps that this release has, and what is planted with the columns of their stores.
"""

import datetime
import json
import pathlib
import sqlite3

from canary import Canary

PLANTED = {"anchor"}

# By app, the columns of its own tables that hold no words of a person's: ids, hashes and closed lists.
CLOSED = {
    "anchor": {
        *("action", "batch", "bound", "digest", "habit", "id", "kind", "pauses", "phase", "reason"),
        *("record", "schedule", "session", "side", "status"),
    }
}
# Tables of the kit and the shell, which stand in each app's file.
SHARED_TABLES = ("sync_", "shell_", "sqlite_", "schema_")


def unmarked_columns(app: str, store: sqlite3.Connection, canary: Canary) -> set[str]:
    """The columns of an app's own tables that could hold words, and in which no mark stands."""
    marks = [mark.text for mark in canary.marks if mark.app == app]
    columns: dict[str, bool] = {}
    tables = store.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    for (table,) in tables:
        if table.startswith(SHARED_TABLES):
            continue
        for _, name, kind, *_ in store.execute(f"PRAGMA table_info({table})").fetchall():
            if kind not in ("TEXT", "BLOB") or name in CLOSED[app]:
                continue
            values = [str(row[0]) for row in store.execute(f"SELECT {name} FROM {table}")]
            is_marked = any(mark in value for mark in marks for value in values)
            columns[name] = columns.get(name, False) or is_marked
    return {name for name, is_marked in columns.items() if not is_marked}


def anchor(canary: Canary, desk, folder: pathlib.Path) -> None:
    """Titles, tags and notes by each way in, the name of a file, and exact seconds."""
    tag = canary.plant("anchor", "tag of a logged session")
    desk.run("log", "45m", canary.plant("anchor", "title of a logged session"), "--tag", tag)
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
        "tags": [canary.plant("anchor", "imported tag")],
        # The first line becomes the title; all of it the notes.
        "annotation": canary.plant("anchor", "imported title")
        + "\n"
        + canary.plant("anchor", "imported note"),
    }
    export = folder / f"{canary.plant('anchor', 'name of an imported file')}.json"
    export.write_text(json.dumps([interval]), encoding="utf-8")
    desk.run("import", export, "--yes")
    habit(canary, desk)
    plan(canary, desk)


def plan(canary: Canary, desk) -> None:
    """All that is said of a block, of a template and of a day at its end."""
    before = canary.plant("anchor", "title of a block before it was changed")
    title = canary.plant("anchor", "title of a block")
    intent = ("--intent", canary.plant("anchor", "intent of a block"))
    desk.run("plan", "add", "7:00", "45m", before, *intent)
    desk.run("plan", "edit", before, "--title", title)
    desk.run("plan", "why", title, "interruption")
    template = canary.plant("anchor", "title of a template")
    intent = ("--intent", canary.plant("anchor", "intent of a template"))
    desk.run("plan", "usual", "add", "9:00", "30m", template, *intent)
    removed = canary.plant("anchor", "title of a block that is removed")
    desk.run("plan", "add", "20m", removed)
    desk.run("plan", "remove", removed)
    desk.run("plan", "review", "--note", canary.plant("anchor", "note of a review"))


def habit(canary: Canary, desk) -> None:
    """All that is said of a habit and of its days, with an exact amount."""
    before = canary.plant("anchor", "name of a habit before it was changed")
    desk.run(
        *("habit", "add", before, "--target", "20", "--unit", canary.plant("anchor", "unit")),
        *("--question", canary.plant("anchor", "question of a habit")),
        *("--notes", canary.plant("anchor", "notes of a habit")),
    )
    name = canary.plant("anchor", "name of a habit")
    desk.run("habit", "edit", before, "--name", name)
    canary.note("anchor", "exact amount", "913572468")
    desk.run("habit", "done", name, "913572.468", "--note", canary.plant("anchor", "note on a day"))
    cleared = canary.plant("anchor", "note on a day that another device clears")
    desk.run("habit", "done", name, "--day", "yesterday", "--note", cleared)
