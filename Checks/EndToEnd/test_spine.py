"""The spine, as one story: from what was recorded offline to the dashboard and a second device.

Everything is the real thing: a `timew export`, `anchor`, `hub`, and a Chromium. The account's days
are those of another zone than the machines' and their minutes do not come out even, so that a day
cut at the wrong midnight, or minutes rounded too early, show up as a wrong figure.
"""

import datetime
import pathlib
import re
import shutil
import time
import zoneinfo

import figures
import timewarrior
from anchor import CODE, Anchor
from hub import FINGERPRINT, Hub
from processes import PATIENCE_SECONDS

INTERVALS = 2_000
OWNER = "Ada"
OFFLINE_TITLE = f"{timewarrior.SECRET} written down while the Hub was away"


class Story:
    """What there is at each step; every step leaves it ready for the next."""

    def __init__(self, programs, open_tab, folder):
        self.programs = programs
        self.open_tab = open_tab
        self.folder = folder
        self.zone = timewarrior.zone_of_now()
        self.export = timewarrior.make_export(folder / "timewarrior", INTERVALS, self.zone)
        self.intervals = timewarrior.read_export(self.export)
        self.desk = Anchor(programs, folder / "desk")
        self.laptop = Anchor(programs, folder / "laptop")

    @property
    def day(self) -> datetime.date:
        return datetime.datetime.now(zoneinfo.ZoneInfo(self.zone)).date()

    @property
    def todays_minutes(self) -> int:
        return timewarrior.minutes(timewarrior.of_day(self.intervals, self.day, self.zone))

    # Without a Hub

    def the_export_is_a_hard_one(self):
        today = timewarrior.of_day(self.intervals, self.day, self.zone)
        by_utc = timewarrior.of_day(
            self.intervals, datetime.datetime.now(datetime.timezone.utc).date(), "UTC"
        )

        assert len(self.intervals) == INTERVALS
        assert sum(one.seconds // 60 for one in today) < self.todays_minutes
        assert timewarrior.minutes(by_utc) != self.todays_minutes

    def a_dry_run_adds_nothing(self):
        told = self.desk.json("import", self.export, "--dry-run")

        assert told["additions"] == INTERVALS and not told["failures"]
        assert self.desk.sessions() == {}

    def the_import_is_quick_and_whole(self):
        begun = time.monotonic()
        told = self.desk.json("import", self.export, "--yes")
        seconds = time.monotonic() - begun

        figures.tell(f"import of {INTERVALS:,} intervals, the whole process", f"{seconds:.2f} s")
        assert told["added"] == INTERVALS
        held = sorted((one.start, one.seconds) for one in self.desk.sessions().values())
        assert held == [(int(one.start.timestamp()), one.seconds) for one in self.intervals]

    def the_same_file_again_adds_nothing(self):
        before = self.desk.sessions()

        assert self.desk.json("import", self.export, "--yes")["added"] == 0
        assert self.desk.sessions() == before

    # The account, and the first device

    def the_hub_gets_an_owner(self):
        self.hub = Hub(self.programs, self.folder / "hub")
        self.person = self.open_tab(self.hub.setup_link)
        self.hub.make_owner(self.person, OWNER, self.zone)

    def the_hub_asks_whether_it_may_adopt_for_ever(self):
        self.connecting = self.desk.start("connect", self.hub.link)
        code = self.connecting.wait_for(CODE).group()
        tab = self.hub.review(self.open_tab, code)
        asked = tab.page.locator("main").inner_text()

        assert f"{INTERVALS:,} records that belong to nobody yet" in asked
        assert "for good" in asked and "for ever" in asked and "cannot move" in asked
        assert OWNER in asked
        self.fingerprint = FINGERPRINT.search(asked).group()
        assert self.fingerprint == self.hub.fingerprint
        show(tab, "spine-connect-review")
        self.hub.approve(tab, "Desk")
        tab.page.close()
        assert self.connecting.wait() == 0, self.connecting.output

    def nothing_is_sent_before_anchor_was_answered_too(self):
        refused = self.desk.refusal("sync", status=5)

        assert refused["code"] == "ownership.approval_required"
        assert "anchor approve" in refused["remedy"]
        assert self.timeline() == []

    def anchor_asks_the_same_at_a_terminal(self):
        declining = self.desk.start("approve", at_terminal=True)
        declining.wait_for(r"\[y/N\]")
        declining.type("n")
        assert declining.wait() == 1
        assert self.desk.json("status")["sync"]["state"] == "approval_needed"

        approving = self.desk.start("approve", at_terminal=True)
        approving.wait_for(r"\[y/N\]")
        asked = approving.output
        assert f"{INTERVALS} records of this store would become the account's" in asked
        assert "PERMANENT" in asked and "for ever" in asked
        assert FINGERPRINT.search(asked).group() == self.fingerprint
        assert OWNER in asked and self.hub.link in asked
        approving.type("y")
        assert approving.wait() == 0

    def everything_is_sent(self):
        begun = time.monotonic()
        told = self.desk.json("sync")
        seconds = time.monotonic() - begun

        figures.tell(f"first sync, {told['pushed']:,} records", f"{seconds:.2f} s")
        assert told["waiting"] == told["conflicts"] == told["quarantined"] == 0
        assert told["pushed"] > INTERVALS
        assert self.desk.json("sync")["pushed"] == 0

    def today_shows_the_exact_minutes(self):
        assert self.summary_at_the_hub() == self.todays_minutes
        assert self.desk.json("today")["focusedMinutes"] == self.todays_minutes
        self.person.reload()
        figure = self.person.page.locator("#anchor .figure").filter(has_text="Focus")
        exact = figure.locator(f"time[datetime=PT{self.todays_minutes}M]")
        assert exact.inner_text().split() == words_of(self.todays_minutes)
        shown = self.person.page.locator("#timeline li")
        assert shown.count() == len(timewarrior.of_day(self.intervals, self.day, self.zone))
        show(self.person, "spine-today")

    def no_word_reached_the_hub(self):
        assert any(timewarrior.SECRET in one.words for one in self.desk.sessions().values())
        for file in self.hub.files:
            assert timewarrior.SECRET.encode() not in file.read_bytes(), file

    # Without the Hub again

    def sessions_are_logged_while_the_hub_is_away(self):
        self.hub.stop()
        self.desk.run("log", "20m", OFFLINE_TITLE)
        self.desk.run("focus", "25", OFFLINE_TITLE)
        self.desk.run("pause")
        self.desk.run("resume")
        self.desk.run("done")
        refused = self.desk.refusal("sync", status=4)

        assert refused["message"] == "The Hub cannot be reached."
        assert "Your 2 waiting changes are safe." in refused["remedy"]
        assert self.desk.json("today")["focusedMinutes"] >= self.todays_minutes + 20

    def they_arrive_when_the_hub_is_back(self):
        self.hub.start()
        told = self.desk.json("sync")
        timeline = self.timeline()

        assert told["pushed"] == 2 and told["waiting"] == 0
        logged = [one for one in timeline if one["facts"]["focusedMinutes"] == 20]
        assert len(timeline) == len(self.held_today(self.desk)) and logged
        self.person.reload()
        assert self.person.page.locator("#timeline li").count() == len(timeline)

    def the_summary_keeps_its_half_hour(self):
        # privacy.md, "Day summaries": at most every 30 minutes while its day lasts.
        assert self.summary_at_the_hub() == self.todays_minutes
        note = self.person.page.locator("#anchor .note").inner_text()
        assert re.fullmatch(r"as of \d\d:\d\d", note)

    # The second device

    def a_second_device_gets_the_facts_and_no_words(self):
        self.laptop.connect(self.hub, self.open_tab, "Laptop")
        told = self.laptop.json("sync")
        here, there = self.laptop.sessions(), self.desk.sessions()

        assert told["pulled"] >= INTERVALS + 2 and told["waiting"] == 0
        assert {one.facts for one in here.values()} == {one.facts for one in there.values()}
        assert all(one.is_finished and not one.is_full for one in here.values())
        assert not any(one.words for one in here.values())
        for file in self.laptop.folder.iterdir():
            assert timewarrior.SECRET.encode() not in file.read_bytes(), file

    def it_rounds_nothing_that_the_first_one_knows(self):
        before = self.desk.sessions()
        self.laptop.run("sync")
        self.desk.run("sync")

        assert self.summary_at_the_hub() == self.todays_minutes
        assert self.desk.sessions() == before
        tab = self.open_tab(f"{self.hub.link}/devices")
        assert tab.page.locator("section.card").count() == 2
        show(tab, "spine-devices")
        tab.page.close()

    # By itself

    def the_local_page_shows_the_day_and_sends_what_comes(self):
        serving = self.desk.start("serve", "--port", "0")
        tab = self.open_tab(serving.wait_for_link())
        told = self.desk.json("today")
        assert clock_of(told["focusedMinutes"]) in tab.page.locator("main").inner_text()
        show(tab, "spine-anchor-today")
        tab.page.get_by_role("link", name="Up to date").click()
        tab.page.get_by_role("heading", name="Up to date").wait_for()
        show(tab, "spine-anchor-hub")

        self.desk.run("log", "7m", "noticed by the page")
        wait_until(lambda: len(self.held_today(self.desk)) == len(self.timeline()))
        assert serving.stop() == 0, serving.error("did not end in order")
        tab.page.close()

    def another_device_hears_of_it_at_once(self):
        serving = self.laptop.start("serve", "--port", "0")
        serving.wait_for_link()
        self.send_and_wait("3m")
        seconds = self.send_and_wait("4m")

        # The next pass by the clock would come a quarter of an hour later.
        figures.tell("from a sync until another device has it", f"{seconds:.2f} s")
        assert serving.stop() == 0, serving.error("did not end in order")

    def send_and_wait(self, length: str) -> float:
        """Logs a session on the desk and sends it; seconds until the laptop has it."""
        before = self.laptop.count()
        self.desk.run("log", length, "heard elsewhere")
        self.desk.run("sync")
        begun = time.monotonic()
        wait_until(lambda: self.laptop.count() > before)
        return time.monotonic() - begun

    # Another account

    def a_strangers_hub_is_refused(self, chromium):
        self.desk.run("log", "5m", "queued")
        stranger = Hub(self.programs, self.folder / "stranger")
        self.is_refused(chromium, stranger, "identity.hub_key_changed")
        stranger.stop()

    def another_account_of_the_same_hub_is_refused(self, chromium):
        """The Hub's folder was lost but for its keys, and it was set up anew."""
        anew = self.folder / "anew"
        shutil.copytree(self.hub.data / "keys", anew / "keys")
        other = Hub(self.programs, anew)
        assert other.fingerprint == self.hub.fingerprint
        self.is_refused(chromium, other, "ownership.different_account")
        other.stop()

    def is_refused(self, chromium, other: Hub, code: str):
        before, waiting = self.desk.sessions(), self.desk.waiting
        connecting = self.desk.start("connect", other.link, "--json")
        with chromium.profile() as open_tab:
            other.make_owner(open_tab(other.setup_link), "Grace")
            if connecting.exit_status is None:
                other.approve(other.review(open_tab, connecting.wait_for(CODE).group()), "Desk")
        assert connecting.wait() == 5, connecting.output
        refused = connecting.output

        assert code in refused
        assert "another" in refused and "--data DIR" in refused and "Nothing was sent" in refused
        assert waiting > 0 and self.desk.waiting == waiting
        assert self.desk.sessions() == before
        assert self.desk.json("status")["sync"]["account"] == OWNER

    def the_queue_still_reaches_its_own_hub(self):
        assert self.desk.json("sync")["waiting"] == 0
        assert len(self.timeline()) == len(self.held_today(self.desk))

    # Leaving

    def signing_out_keeps_everything(self):
        before = self.desk.sessions()
        self.desk.run("sign-out")
        self.desk.run("log", "10m", "after signing out")
        after = self.desk.sessions()

        assert before.items() <= after.items() and len(after) == len(before) + 1
        standing = self.desk.json("status")["sync"]
        assert standing["state"] == "signed_out" and standing["waiting"] == 1
        state = pathlib.Path(self.desk.environment["XDG_STATE_HOME"]) / "anchor"
        kept = [file for file in state.rglob("*") if file.is_file()]
        assert kept and not any(b"hub_" in file.read_bytes() for file in kept)

    def signing_in_again_goes_on_where_it_was(self):
        connecting = self.desk.start("connect", self.hub.link)
        tab = self.hub.review(self.open_tab, connecting.wait_for(CODE).group())
        self.hub.approve(tab, "Desk again")
        tab.page.close()

        assert connecting.wait() == 0
        assert self.desk.json("sync")["waiting"] == 0
        self.laptop.run("sync")
        assert {one.facts for one in self.laptop.sessions().values()} == {
            one.facts for one in self.desk.sessions().values()
        }

    # Looking

    def timeline(self) -> list:
        """Today's sessions as the Hub knows them."""
        return self.hub.today(self.person)["timeline"]

    def summary_at_the_hub(self) -> int:
        """The minutes of today as the Hub knows them."""
        apps = self.hub.today(self.person)["apps"]
        (anchor,) = (app for app in apps if app["app"] == "anchor")
        return anchor["summary"]["facts"]["focusedMinutes"]

    def held_today(self, anchor: Anchor) -> list:
        return anchor.json("today")["sessions"]


def words_of(minutes: int) -> list[str]:
    """Such as 2 h 05 min."""
    hours, rest = divmod(minutes, 60)
    return [str(hours), "h", f"{rest:02}", "min"] if hours else [str(rest), "min"]


def clock_of(minutes: int) -> str:
    """Such as 2:05, for hours."""
    return f"{minutes // 60}:{minutes % 60:02}"


def wait_until(is_so) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.1)


def show(tab, name: str) -> None:
    """A screenshot in each look, of a page that is sound in each."""
    for _ in tab.each_look():
        tab.screenshot(name)
        tab.assert_sound()


def test_a_local_session_reaches_the_dashboard_and_a_second_device(chromium, programs, tmp_path):
    with chromium.profile() as open_tab:
        story = Story(programs, open_tab, tmp_path)
        story.the_export_is_a_hard_one()
        story.a_dry_run_adds_nothing()
        story.the_import_is_quick_and_whole()
        story.the_same_file_again_adds_nothing()

        story.the_hub_gets_an_owner()
        story.the_hub_asks_whether_it_may_adopt_for_ever()
        story.nothing_is_sent_before_anchor_was_answered_too()
        story.anchor_asks_the_same_at_a_terminal()
        story.everything_is_sent()
        story.today_shows_the_exact_minutes()
        story.no_word_reached_the_hub()

        story.sessions_are_logged_while_the_hub_is_away()
        story.they_arrive_when_the_hub_is_back()
        story.the_summary_keeps_its_half_hour()

        story.a_second_device_gets_the_facts_and_no_words()
        story.it_rounds_nothing_that_the_first_one_knows()

        story.the_local_page_shows_the_day_and_sends_what_comes()
        story.another_device_hears_of_it_at_once()

        story.a_strangers_hub_is_refused(chromium)
        story.another_account_of_the_same_hub_is_refused(chromium)
        story.the_queue_still_reaches_its_own_hub()

        story.signing_out_keeps_everything()
        story.signing_in_again_goes_on_where_it_was()
