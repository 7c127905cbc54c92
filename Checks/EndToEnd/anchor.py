"""Anchor as a person uses it: a store on a machine of its own.

    desk = Anchor(programs, tmp_path / "desk")
    desk.run("log", "45m", "write chapter")
    desk.connect(hub, open_tab, "Desk")
    desk.run("sync")
    desk.sessions()                      # by id, read from its file
"""

import dataclasses
import json
import pathlib
import re
import sqlite3

from hub import Hub
from processes import Program, Programs, binary, private_environment

CODE = re.compile(r"\b[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}\b")


@dataclasses.dataclass(frozen=True)
class Session:
    """A row of the store: times in seconds since 1970, UTC."""

    id: str
    start: int
    seconds: int
    is_finished: bool
    words: str
    is_full: bool

    @property
    def facts(self) -> tuple[str, int, int]:
        """What another device may know of it: whole minutes."""
        return self.id, self.start // 60, self.seconds // 60


class Anchor:
    """One store, in the home folder of a machine whose clock shows UTC."""

    def __init__(self, programs: Programs, home: pathlib.Path):
        self.environment = private_environment(home, TZ="UTC")
        self._programs = programs

    @property
    def folder(self) -> pathlib.Path:
        return pathlib.Path(self.environment["XDG_DATA_HOME"]) / "anchor"

    @property
    def database(self) -> pathlib.Path:
        return self.folder / "anchor.db"

    def run(self, *words, status: int = 0) -> str:
        """Runs a verb to its end; what it printed, to both streams."""
        return self._programs.run(
            binary("anchor"), *words, environment=self.environment, status=status
        )

    def json(self, *words, status: int = 0) -> dict:
        """What a verb says to other programs; the last line, since questions come before."""
        return json.loads(self.run(*words, "--json", status=status).splitlines()[-1])

    def start(self, *words, at_terminal: bool = False) -> Program:
        return self._programs.start(
            binary("anchor"), *words, environment=self.environment, at_terminal=at_terminal
        )

    def refusal(self, *words, status: int) -> dict:
        """The error of a verb that has to fail with that status: code, message, remedy."""
        return self.json(*words, status=status)["error"]

    def connect(self, hub: Hub, open_tab, device_name: str, *more: str) -> None:
        """Signs in and makes the account the owner, with a person who says yes to all."""
        connecting = self.start("connect", hub.link, *more)
        tab = hub.review(open_tab, connecting.wait_for(CODE).group())
        hub.approve(tab, device_name)
        tab.page.close()
        assert connecting.wait() == 0, connecting.output
        self.run("approve", "--yes")

    def seal(self) -> str:
        """Makes the 24 words of the account's details; the words."""
        return self.json("seal", "--yes")["words"]

    def unlock(self, words: str) -> None:
        """Types the words as a person does, who is not shown what they type."""
        unlocking = self.start("unlock", at_terminal=True)
        unlocking.wait_for("The 24 words:")
        unlocking.type(words)
        assert unlocking.wait() == 0, unlocking.output
        assert words not in unlocking.output, unlocking.output

    @property
    def detail_keys(self) -> list[str]:
        """The keys of details that this machine holds, as its file of secrets writes them."""
        (secrets,) = pathlib.Path(self.environment["XDG_STATE_HOME"]).rglob("session.token")
        return [key["key"] for key in json.loads(secrets.read_bytes()).get("keys", [])]

    @property
    def waiting(self) -> int:
        """How many changes wait to be sent."""
        return self.json("status")["sync"]["waiting"]

    def count(self) -> int:
        """How many sessions there are."""
        with Reader(self.database) as database:
            return database.execute("SELECT count(*) FROM session").fetchone()[0]

    def sessions(self) -> dict[str, Session]:
        """All sessions, by id."""
        query = "SELECT id, started_s, banked_s, phase, title, tags, notes, is_full FROM session"
        with Reader(self.database) as database:
            rows = database.execute(query).fetchall()
        return {
            id: Session(id, start, seconds, phase == "finished", title + tags + notes, is_full == 1)
            for id, start, seconds, phase, title, tags, notes, is_full in rows
        }


class Reader:
    """A connection that only reads, closed at the end of its `with`."""

    def __init__(self, path: pathlib.Path):
        self._database = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)

    def __enter__(self) -> sqlite3.Connection:
        return self._database

    def __exit__(self, *_) -> None:
        self._database.close()


def damage(path: pathlib.Path) -> list[str]:
    """What SQLite finds wrong with a file; empty where all is well."""
    with Reader(path) as database:
        found = [row[0] for row in database.execute("PRAGMA integrity_check")]
    return [] if found == ["ok"] else found
