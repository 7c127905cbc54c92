"""What a browser keeps of the Hub: one page that says it cannot be reached, and nothing of a person.

With the real `hub` and a real Chromium, on a name that browsers hold for safe.
"""

import json

from playwright.sync_api import expect

from browser import EXTREME_LOOKS
from hub import UNREACHED

KEPT = """
async () => {
  const kept = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      kept.push([new URL(request.url).pathname, await (await cache.match(request)).text()]);
    }
  }
  return kept;
}
"""


def wait_for_worker(tab) -> None:
    """Until the browser has kept the page, and hands the Hub's pages through the worker."""
    tab.page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def test_a_page_says_plainly_that_the_hub_is_not_reached_and_goes_on_by_itself(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        wait_for_worker(tab)
        hub.stop()

        tab.goto(f"{hub.link}/timeline")
        tab.page.get_by_role("heading", name="The Hub cannot be reached").wait_for()
        assert tab.page.url == f"{hub.link}/timeline"
        for _ in tab.each_look(EXTREME_LOOKS):
            tab.screenshot("hub-unreached")
            tab.assert_sound(UNREACHED)

        hub.start()
        tab.page.get_by_role("heading", name="Timeline", exact=True).wait_for()


def test_nothing_of_a_person_is_kept(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link), name="Wilhelmina")
        wait_for_worker(tab)
        for path in ("/", "/timeline", "/activity", "/directory", "/devices", "/knows", "/account"):
            tab.goto(hub.link + path)
            assert "Wilhelmina" in tab.page.content()

        def assert_public() -> None:
            kept = tab.page.evaluate(KEPT)
            assert {path for path, _ in kept if not path.startswith("/assets/")} == {"/unreached"}
            assert not any("Wilhelmina" in text for _, text in kept)

        assert_public()
        tab.page.get_by_role("button", name="Sign out", exact=True).first.click()
        tab.page.wait_for_url("**/signed-out")
        # Signing out has emptied it; this page has had the same again kept.
        wait_for_worker(tab)
        assert_public()
        assert tab.page.evaluate("localStorage.length + sessionStorage.length") == 0

        # Neither the way back nor an address shows the day to whoever comes next.
        tab.page.go_back()
        tab.page.wait_for_load_state()
        assert "Wilhelmina" not in tab.page.content()
        wait_for_worker(tab)
        hub.stop()
        tab.goto(f"{hub.link}/")
        expect(tab.page.get_by_role("heading", name="The Hub cannot be reached")).to_be_visible()


def test_every_answer_that_depends_on_who_asks_is_kept_by_no_cache(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        kept = []
        tab.page.on(
            "response",
            lambda answer: kept.append(answer.url)
            if "no-store" not in answer.headers.get("cache-control", "")
            and "/assets/" not in answer.url
            else None,
        )
        for path in ("/", "/timeline", "/activity", "/directory", "/devices", "/knows", "/account"):
            tab.goto(hub.link + path)
            tab.page.wait_for_load_state("load")

        assert kept == []


def test_the_hub_can_be_installed(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        wait_for_worker(tab)
        tab.reload()
        session = tab.page.context.new_cdp_session(tab.page)

        found = session.send("Page.getAppManifest")
        assert found["errors"] == []
        manifest = json.loads(found["data"])
        assert manifest["start_url"] == "/" and manifest["display"] == "standalone"
        for icon in manifest["icons"]:
            size = tab.page.evaluate(
                "async (path) => {"
                " const image = await createImageBitmap(await (await fetch(path)).blob());"
                " return `${image.width}x${image.height}`; }",
                icon["src"],
            )
            assert size == icon["sizes"], icon
        assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        # A profile of a check keeps nothing, so Chromium would install nothing into it.
        assert {error["errorId"] for error in errors} <= {"in-incognito"}
