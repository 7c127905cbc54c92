"""`connect --browser`: the program opens the person's browser, and the browser comes back to it."""

import pathlib
import re
import signal
import time
import urllib.parse

import pytest

from anchor import Anchor
from hub import PASSWORD, Hub
from processes import PATIENCE_SECONDS, Program

PAGE = re.compile(r"https?://\S+/oauth/authorize\?\S+")


class Desktop:
    """The command that stands in BROWSER: it writes down what it is told to open."""

    def __init__(self, folder: pathlib.Path):
        folder.mkdir()
        self._opened = folder / "opened"
        self.command = folder / "open-page"
        self.command.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$@\" >>'{self._opened}'\n")
        self.command.chmod(0o755)

    def opened(self) -> list[str]:
        """What it was told to open, waited for."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            if self._opened.exists() and (words := self._opened.read_text()).endswith("\n"):
                return words.splitlines()
            time.sleep(0.02)
        raise AssertionError("no browser was opened")


@pytest.fixture
def open_tab(chromium):
    with chromium.profile() as opened:
        yield opened


@pytest.fixture
def hub(programs, tmp_path, open_tab):
    running = Hub(programs, tmp_path / "hub")
    running.make_owner(open_tab(running.setup_link))
    return running


@pytest.fixture
def desktop(tmp_path):
    return Desktop(tmp_path / "desktop")


@pytest.fixture
def desk(programs, tmp_path, desktop):
    anchor = Anchor(programs, tmp_path / "desk")
    anchor.environment["BROWSER"] = str(desktop.command)
    anchor.run("log", "45m", "write chapter")
    return anchor


def decide(tab, decision: str) -> None:
    """What the person does on the Hub's page; the browser is then led back to the program."""
    if decision == "Approve":
        tab.page.get_by_label("What do you call this device?").fill("Desk")
        if (password := tab.page.get_by_label("Your password")).is_visible():
            password.fill(PASSWORD)
    tab.page.get_by_role("button", name=decision).click()
    tab.page.get_by_text("Go back to the program that you came from").wait_for()


def assert_signed_in(desk: Anchor, connecting: Program) -> None:
    assert connecting.wait() == 0, connecting.output
    desk.run("approve", "--yes")
    desk.run("sync")
    assert desk.waiting == 0


def test_the_persons_browser_is_opened_and_comes_back_with_the_approval(
    hub, desk, desktop, open_tab
):
    connecting = desk.start("connect", hub.link, "--browser")
    [page] = desktop.opened()
    tab = open_tab(page)
    tab.page.get_by_text("Anchor").first.wait_for()
    for _ in tab.each_look():
        tab.assert_sound()
        tab.screenshot("browser-sign-in")

    decide(tab, "Approve")

    assert_signed_in(desk, connecting)
    assert PAGE.search(connecting.output).group() == page
    assert "Your browser is opened" in connecting.output


def test_a_refusal_ends_it_and_nobody_is_signed_in(hub, desk, desktop, open_tab):
    connecting = desk.start("connect", hub.link, "--browser")

    decide(open_tab(desktop.opened()[0]), "Refuse")

    assert connecting.wait() != 0
    assert "denied on the Hub's page" in connecting.output
    assert desk.refusal("sync", status=5)["code"]
    assert desk.waiting > 0


def test_a_closed_browser_and_a_strangers_answer_are_waited_past(hub, desk, desktop, open_tab):
    connecting = desk.start("connect", hub.link, "--browser")
    [page] = desktop.opened()
    open_tab(page).page.close()
    callback = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(page).query))["redirect_uri"]

    stranger = open_tab(f"{callback}?code=hub_c1_stolen&state=somebodyelses")

    assert "This address answers a sign-in that you have begun" in stranger.page.content()
    assert connecting.exit_status is None
    decide(open_tab(page), "Approve")
    assert_signed_in(desk, connecting)


def test_a_person_who_gives_up_is_signed_in_nowhere(hub, desk, desktop, open_tab):
    connecting = desk.start("connect", hub.link, "--browser")
    [page] = desktop.opened()
    tab = open_tab(page)

    connecting.interrupt()

    assert connecting.wait() == -signal.SIGINT, connecting.output
    assert desk.refusal("sync", status=5)["code"]
    tab.page.close()


@pytest.mark.parametrize(
    ("browser", "told"),
    [
        ("", "No browser could be opened. Open this page"),
        ("/no/such/browser", "No browser could be opened. Open this page"),
        ("false", "The browser could not be opened. Open the page above yourself."),
    ],
)
def test_without_a_browser_it_says_so_and_the_link_is_as_good(
    hub, desk, open_tab, browser, told
):
    desk.environment["BROWSER"] = browser

    connecting = desk.start("connect", hub.link, "--browser")
    page = connecting.wait_for(PAGE).group()
    connecting.wait_for(re.escape(told))
    decide(open_tab(page), "Approve")

    assert_signed_in(desk, connecting)
