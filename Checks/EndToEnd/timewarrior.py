"""A person's years in timewarrior, as its own `timew export` writes them.

The intervals are the same in every run of one day. `timew track` would take a minute for 2,000 of
them, so the database is written as timewarrior keeps it; the export is `timew`'s own.
"""

import collections
import dataclasses
import datetime
import json
import os
import pathlib
import random
import subprocess
import zoneinfo

UTC = datetime.timezone.utc
# Together they have a time from 10:00 to 21:00 in one of them at any moment, and in each a day
# that begins at another moment than the day of UTC.
ZONES = ("Asia/Tokyo", "America/New_York", "Europe/Berlin")
# Nobody but this file writes it, so where it is found, a text has travelled.
SECRET = "Quisquilian"

# On the clock of the account. The last one of a day goes on after midnight.
MORNING = ((0, 5), (1, 30), (5, 10), (6, 40), (8, 15))
LATER = ((12, 0), (15, 0), (18, 20), (21, 0))
NIGHT = (23, 40)


@dataclasses.dataclass(frozen=True)
class Interval:
    start: datetime.datetime
    end: datetime.datetime

    @property
    def seconds(self) -> int:
        return int((self.end - self.start).total_seconds())


def zone_of_now() -> str:
    """A time zone in which it is neither early nor late, so that today has a past and lasts."""
    for name in ZONES:
        if 10 <= datetime.datetime.now(zoneinfo.ZoneInfo(name)).hour < 21:
            return name
    raise AssertionError("the zones do not cover the day")


def make_export(folder: pathlib.Path, count: int, zone: str) -> pathlib.Path:
    """Writes a database of `count` finished intervals up to now, and the file of its export."""
    months = collections.defaultdict(list)
    for number, interval in enumerate(_intervals(count, zoneinfo.ZoneInfo(zone))):
        tag = ("write", "mail", '"chapter one"', "über")[number % 4]
        note = f' # "{SECRET} {number}"' if number % 3 == 0 else ""
        line = f"inc {_stamp(interval.start)} - {_stamp(interval.end)} # {tag}{note}\n"
        months[f"{interval.start:%Y-%m}"].append(line)
    data = folder / "data"
    data.mkdir(parents=True)
    (folder / "timewarrior.cfg").touch()
    for month, lines in months.items():
        (data / f"{month}.data").write_text("".join(lines), encoding="utf-8")
    environment = os.environ | {"TIMEWARRIORDB": str(folder), "HOME": str(folder), "TZ": "UTC"}
    # The first run makes its list of tags and says so.
    subprocess.run(["timew", "tags"], env=environment, check=True, capture_output=True)
    exported = subprocess.run(["timew", "export"], env=environment, check=True, capture_output=True)
    file = folder / "export.json"
    file.write_bytes(exported.stdout)
    return file


def read_export(file: pathlib.Path) -> list[Interval]:
    return [
        Interval(_moment(row["start"]), _moment(row["end"]))
        for row in json.loads(file.read_text(encoding="utf-8"))
    ]


def of_day(intervals: list[Interval], day: datetime.date, zone: str) -> list[Interval]:
    """Those that started on that day of the zone: an interval belongs to one day, whole."""
    place = zoneinfo.ZoneInfo(zone)
    return [one for one in intervals if one.start.astimezone(place).date() == day]


def minutes(intervals: list[Interval]) -> int:
    """Anchor's rule: the seconds of all are added, then the sum is rounded down."""
    return sum(one.seconds for one in intervals) // 60


def _intervals(count: int, zone: zoneinfo.ZoneInfo) -> list[Interval]:
    dice = random.Random(2_026)
    day = datetime.datetime.now(zone).date()
    slots = MORNING
    found: list[Interval] = []
    while len(found) < count:
        found += [_interval(day, slot, zone, dice) for slot in slots]
        day -= datetime.timedelta(days=1)
        slots = (*MORNING[:3], *dice.sample(LATER, dice.choice((0, 1, 2))), NIGHT)
    return sorted(found[:count], key=lambda one: one.start)


def _interval(day, slot, zone: zoneinfo.ZoneInfo, dice: random.Random) -> Interval:
    hour, minute = slot
    local = datetime.datetime.combine(day, datetime.time(hour, minute), tzinfo=zone)
    start = local.astimezone(UTC) + datetime.timedelta(seconds=dice.randrange(60))
    minutes = dice.randrange(3, 24 if slot == NIGHT else 55)
    return Interval(start, start + datetime.timedelta(minutes=minutes, seconds=dice.randrange(60)))


def _stamp(moment: datetime.datetime) -> str:
    return f"{moment:%Y%m%dT%H%M%SZ}"


def _moment(text: str) -> datetime.datetime:
    return datetime.datetime.strptime(text, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
