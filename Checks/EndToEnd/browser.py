"""Opens pages in a real Chromium, and checks what must hold for every page of ours.

    def test_today(chromium):
        with chromium.open(link) as tab:
            tab.page.get_by_role("heading", name="Today").wait_for()
            for look in tab.each_look():
                tab.screenshot("today")
                tab.assert_sound()

`chromium` is the fixture in conftest.py. `tab.page` is Playwright's page.
"""

import contextlib
import dataclasses
import os
import pathlib
import shutil
import urllib.parse

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, Page, sync_playwright
from playwright.sync_api import TimeoutError as OutOfTime

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@dataclasses.dataclass(frozen=True)
class Look:
    """A window width in CSS pixels, and light or dark."""

    width: int
    scheme: str

    def __str__(self) -> str:
        return f"{self.width}-{self.scheme}"

    @property
    def viewport(self) -> dict[str, int]:
        return {"width": self.width, "height": 844 if self.width < 600 else 900}


LOOKS = tuple(Look(width, scheme) for width in (390, 768, 1440) for scheme in ("light", "dark"))
WIDE = Look(1440, "light")

# For a page whose parts are all looked at elsewhere, or that is too long to be looked at six times.
EXTREME_LOOKS = (Look(390, "dark"), WIDE)


@dataclasses.dataclass(frozen=True)
class Violation:
    """What axe found: its rule, how bad, and the selectors of the elements."""

    rule: str
    impact: str
    help: str
    selectors: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.impact}: {self.rule}: {self.help}: {'; '.join(self.selectors)}"


def browser_path() -> str:
    """CHROMIUM, or the first of the known names on the PATH."""
    named = os.environ.get("CHROMIUM")
    found = named or next(filter(None, map(shutil.which, BROWSERS)), None)
    if not found:
        raise FileNotFoundError(
            "no Chromium: script/setup browser installs it, or set CHROMIUM to its path"
        )
    return found


def is_of_this_machine(url: str) -> bool:
    """Whether fetching `url` asks nobody outside this machine."""
    parts = urllib.parse.urlsplit(url)
    if parts.scheme in ("data", "blob", "about"):
        return True
    host = (parts.hostname or "").rstrip(".")
    return host in ("127.0.0.1", "::1", "localhost") or host.endswith(".localhost")


class Tab:
    """A page, and what went wrong in it since it was opened."""

    def __init__(self, page: Page, look: Look, screenshots: pathlib.Path):
        self.page = page
        self.look = look
        self.errors: list[str] = []
        self.outside_requests: list[str] = []
        self._screenshots = screenshots
        page.on("console", self._note_console)
        page.on("pageerror", lambda error: self.errors.append(f"uncaught: {error}"))
        page.context.on("request", self._note_request)

    def goto(self, link: str):
        """Opens `link`; the answer to it."""
        return self._uncrossed(lambda: self.page.goto(link))

    def reload(self):
        """Opens the same page anew; the answer to it."""
        return self._uncrossed(self.page.reload)

    def fetch(self, path: str) -> str:
        """What a script of the page gets from `path`."""
        script = "path => fetch(path).then((answer) => answer.text())"
        return self._uncrossed(lambda: self.page.evaluate(script, path))

    def _uncrossed(self, act):
        """What `act` gives.

        The page may open itself anew at that moment, as Today does once there is a first app.
        Playwright says that in many ways, and `act` changes nothing: so once more. What does not
        come in time is not asked for again.
        """
        try:
            return act()
        except OutOfTime:
            raise
        except Error:
            self.page.wait_for_load_state()
            return act()

    def each_look(self, looks: tuple[Look, ...] = LOOKS):
        """Shows the page as it is in each of `looks`, one after another."""
        for look in looks:
            self.look = look
            self.page.set_viewport_size(look.viewport)
            self.page.emulate_media(color_scheme=look.scheme)
            yield look

    def state(self) -> dict:
        """Cookies and local storage, for `Chromium.open(state=…)`."""
        return self.page.context.storage_state()

    def screenshot(self, name: str) -> pathlib.Path:
        """The whole page, as `<name>-<width>-<scheme>.png` in the build's screenshots folder."""
        path = self._screenshots / f"{name}-{self.look}.png"
        self.page.screenshot(path=path, full_page=True, animations="disabled")
        return path

    def overflow(self) -> list[str]:
        """The elements that make the page wider than its window; empty when none does.

        What stands in a box that scrolls by itself, such as a wide table, does not count.
        """
        return self._uncrossed(lambda: self.page.evaluate(_OVERFLOW))

    def repeated_ids(self) -> list[str]:
        """Ids that stand on more than one element: a label would name the first of them only."""
        return self._uncrossed(lambda: self.page.evaluate(_REPEATED_IDS))

    def violations(self) -> list[Violation]:
        """What axe finds on the page as it is now."""
        response = self._uncrossed(lambda: Axe().run(self.page)).response
        return [
            Violation(
                rule=found["id"],
                impact=found["impact"] or "unrated",
                help=found["help"],
                selectors=tuple(str(node["target"]) for node in found["nodes"]),
            )
            for found in response["violations"]
        ]

    def accessibility_snapshot(self) -> str:
        """The roles and names of the page, as Playwright's aria snapshot."""
        return self.page.locator("body").aria_snapshot()

    def assert_sound(self, allowed_errors: tuple[str, ...] = ()) -> None:
        """Nothing in the console, no request outside, nothing too wide, no id twice, no violation.

        `allowed_errors` are parts of the messages that the test caused on purpose: Chromium
        reports a page answered with 404, for one.
        """
        errors = [
            error for error in self.errors if not any(part in error for part in allowed_errors)
        ]
        findings = [
            *(f"console: {error}" for error in errors),
            *(f"request to the outside: {url}" for url in self.outside_requests),
            *(f"wider than the window: {element}" for element in self.overflow()),
            *(f"an id twice: {name}" for name in self.repeated_ids()),
            *(f"axe: {violation}" for violation in self.violations()),
        ]
        place = f"{self.page.url} at {self.look}"
        assert not findings, "\n  ".join([f"{place}:", *findings])

    def _note_console(self, message) -> None:
        if message.type == "error":
            place = message.location.get("url", "")
            self.errors.append(f"{message.text} ({place})" if place else message.text)

    def _note_request(self, request) -> None:
        if not is_of_this_machine(request.url):
            self.outside_requests.append(request.url)


class Chromium:
    """The installed Chromium, without a window; closed at the end of its `with`."""

    def __init__(self, screenshots: pathlib.Path):
        self._screenshots = screenshots
        self._stack = contextlib.ExitStack()
        screenshots.mkdir(parents=True, exist_ok=True)

    def __enter__(self) -> "Chromium":
        with contextlib.ExitStack() as opening:
            playwright = opening.enter_context(sync_playwright())
            self._browser = playwright.chromium.launch(
                executable_path=browser_path(),
                # Without the sandbox it also starts as root. No name outside this machine is
                # resolved: a page that asks for one fails here as it would in an aeroplane.
                args=[
                    "--no-sandbox",
                    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost,"
                    " EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]",
                ],
            )
            opening.callback(self._browser.close)
            self._stack = opening.pop_all()
        return self

    def __exit__(self, *_) -> None:
        self._stack.close()

    @contextlib.contextmanager
    def profile(self, look: Look = WIDE, state: dict | None = None, scripts: bool = True):
        """A profile of its own, with its own cookies: two are two people, or two machines.

        Yields a function that opens a `Tab` at a link. `state` is another tab's `state()`:
        the profile then begins signed in where that one was. Without `scripts` none runs.
        """
        context = self._browser.new_context(
            viewport=look.viewport,
            color_scheme=look.scheme,
            reduced_motion="reduce",
            locale="en-GB",
            storage_state=state,
            java_script_enabled=scripts,
        )

        def open_tab(link: str) -> Tab:
            tab = Tab(context.new_page(), look, self._screenshots)
            tab.goto(link)
            return tab

        try:
            yield open_tab
        finally:
            _leave_all(context)
            context.close()

    @contextlib.contextmanager
    def open(self, link: str, look: Look = WIDE, state: dict | None = None):
        """A `Tab` at `link`, alone in a profile of its own."""
        with self.profile(look, state) as open_tab:
            yield open_tab(link)


def _leave_all(context) -> None:
    """Shows an empty page in every tab.

    A page that opens itself anew while its profile is closed can keep the driver waiting for ever.
    """
    for page in context.pages:
        with contextlib.suppress(Error):
            page.goto("about:blank")


# An element counts when its right edge is outside the window and no ancestor clips or scrolls
# it. Where the page scrolls sideways for another reason, the page itself counts.
_OVERFLOW = """
() => {
  const width = document.documentElement.clientWidth;
  const isContained = (element) => {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      if (getComputedStyle(box).overflowX !== 'visible') return true;
    }
    return false;
  };
  const describe = (element, box) => {
    const name = element.tagName.toLowerCase();
    const id = element.id ? '#' + element.id : '';
    const classes = [...element.classList].map((one) => '.' + one).join('');
    return `${name}${id}${classes}, ${Math.round(box.right)} px of ${width}`;
  };
  const found = [];
  for (const element of document.body.querySelectorAll('*')) {
    const box = element.getBoundingClientRect();
    const isDrawn = box.width > 0 && box.height > 0;
    if (isDrawn && box.right > width + 1 && !isContained(element)) {
      found.push(describe(element, box));
    }
  }
  const whole = document.documentElement.scrollWidth;
  return whole > width && found.length === 0 ? [`the page, ${whole} px of ${width}`] : found;
}
"""

_REPEATED_IDS = """
() => {
  const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
  return [...new Set(ids.filter((id, place) => ids.indexOf(id) !== place))];
}
"""
