"""A service that a Hub asks: the sample, the real Hub and a real Chromium."""

import datetime
import json
import re
import time

import pytest
from playwright.sync_api import expect

from hub import Hub
from outings import Outings, hub_key
from processes import binary

TITLE = "Zanzibar quartet with Ottoline"


@pytest.fixture
def outings(programs, tmp_path):
    return Outings(programs, tmp_path / "outings.db")


@pytest.fixture
def bound_hub(programs, tmp_path, outings):
    return Hub(programs, tmp_path / "hub", 0, "--app-page", f"live={outings.origin}")


def card(tab):
    return tab.page.locator("#live")


def seconds_to_open(tab, address: str) -> float:
    began = time.monotonic()
    tab.goto(address)
    return time.monotonic() - began


def test_a_service_from_its_link_to_its_end(bound_hub, outings, programs, chromium):
    person = outings.add_person("Ada")
    outings.start(bound_hub.link, hub_key(programs, bound_hub))
    soon = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=5)).date()
    with chromium.profile() as open_tab:
        tab = open_tab(bound_hub.setup_link)
        bound_hub.make_owner(tab)
        expect(tab.page.get_by_role("heading", name="Not linked")).to_be_visible()
        site = open_tab(bound_hub.link)
        outings.enter(site, person)
        outings.add(site, TITLE, "concert", soon.isoformat())
        outings.link(site)

        # The card, an action, and how it is taken back.
        tab.reload()
        expect(card(tab).get_by_text(re.compile("^Concert, "))).to_be_visible()
        assert TITLE not in tab.page.content()
        for _ in tab.each_look():
            tab.screenshot("hub-service")
            tab.assert_sound()
        card(tab).get_by_role("button", name=re.compile("^Start")).click()
        expect(card(tab).get_by_text("In progress", exact=True)).to_be_visible()
        card(tab).get_by_role("button", name=re.compile("^Undo")).click()
        expect(card(tab).get_by_text("Taken back")).to_be_visible()
        expect(card(tab).get_by_text("Planned", exact=True).first).to_be_visible()

        # Killed: the card says so, and everything else is there.
        outings.kill()
        wait_for_card(tab, bound_hub, "Unavailable")
        assert seconds_to_open(tab, f"{bound_hub.link}/") < 1.9
        expect(tab.page.get_by_role("heading", name="The day")).to_be_visible()
        assert "Done this year" not in card(tab).inner_text()
        for _ in tab.each_look():
            tab.screenshot("hub-service-unavailable")
            tab.assert_sound()
        tab.goto(f"{bound_hub.link}/directory")
        expect(card(tab).get_by_text("Unavailable")).to_be_visible()

        # Back: the card is, too, after the breaker's rest.
        outings.start(bound_hub.link, hub_key(programs, bound_hub))
        wait_for_card(tab, bound_hub)

        # Hanging: no page waits for it.
        outings.hang()
        try:
            tab.page.wait_for_timeout(10_500)  # What was told last is shown for ten seconds.
            assert seconds_to_open(tab, f"{bound_hub.link}/") < 1.9
            expect(card(tab).get_by_text("Unavailable")).to_be_visible(timeout=20_000)
            assert seconds_to_open(tab, f"{bound_hub.link}/timeline") < 1.9
        finally:
            outings.go_on()
        wait_for_card(tab, bound_hub)

        # Ended at the Hub: it is asked no more.
        tab.goto(f"{bound_hub.link}/devices")
        tab.page.get_by_role("link", name=re.compile("^Disconnect")).first.click()
        tab.page.get_by_role("button", name="Disconnect").click()
        tab.goto(f"{bound_hub.link}/")
        expect(tab.page.get_by_role("heading", name="Not linked")).to_be_visible()
    # The titles have stayed where they were typed.
    for path in bound_hub.files:
        assert TITLE.encode() not in path.read_bytes(), path
    assert TITLE not in bound_hub.program.output


def wait_for_card(tab, hub, words="Concert, "):
    """Looks again, as a person does, until the card says that; the breaker rests for a while."""
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        tab.goto(f"{hub.link}/")
        if card(tab).get_by_text(re.compile(words)).count():
            return
        tab.page.wait_for_timeout(1_000)
    raise AssertionError(f"the card did not come back: {card(tab).inner_text()}")


def test_a_service_is_asked_by_tls_or_on_this_machine(programs, tmp_path):
    output = programs.run(
        *(binary("hub"), "serve", "--data", tmp_path / "hub", "--port", "0"),
        *("--app-page", "live=http://192.0.2.7:8790"), status=2,
    )

    assert "needs https" in output


def test_the_sample_meets_every_requirement(outings, programs, tmp_path):
    seed = tmp_path / "check" / "key"
    key = programs.run(binary("service-check"), "key", seed).strip()
    ada, bob = (outings.add_person(name, "--linked") for name in ("Ada", "Bob"))
    outings.start("http://127.0.0.1:1", key)

    output = programs.run(
        *(binary("service-check"), "run", outings.origin, seed, ada.link),
        *("--other-link", bob.link, "--json"),
    )

    findings = json.loads(output)
    assert len(findings) == 19
    assert {finding["outcome"] for finding in findings} == {"passed"}


def test_a_service_of_another_hub_is_told_what_it_does_wrong(outings, programs, tmp_path):
    seed, other = tmp_path / "check" / "key", tmp_path / "check" / "other"
    key = programs.run(binary("service-check"), "key", seed).strip()
    programs.run(binary("service-check"), "key", other)
    ada = outings.add_person("Ada", "--linked")
    outings.start("http://127.0.0.1:1", key)

    output = programs.run(
        binary("service-check"), "run", outings.origin, other, ada.link, status=1
    )

    assert "FAIL  SVC-01" in output and "401 bad_signature" in output
