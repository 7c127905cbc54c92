"""The ground the other checks stand on: each planted fault in a page is found."""

import http.server
import threading

import pytest

from browser import LOOKS, Look, is_of_this_machine

SOUND = "<h1>Today</h1><p>Nothing yet.</p>"
PHONE = Look(390, "light")


@pytest.fixture
def site():
    """A function that serves a body as a whole page on this machine and returns its link."""
    bodies: dict[str, str] = {}

    class Pages(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = bodies.get(self.path)
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write((body or "").encode())

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def serve(body: str) -> str:
        path = f"/{len(bodies)}"
        bodies[path] = (
            "<!doctype html><html lang=en><head><title>A page</title>"
            "<meta name=viewport content='width=device-width'><link rel=icon href='data:,'>"
            "<style>@media (prefers-color-scheme: dark) {body {background: #111; color: #eee}}"
            f"</style></head><body><main>{body}</main></body></html>"
        )
        return f"http://page.localhost:{server.server_port}{path}"

    yield serve
    server.shutdown()
    server.server_close()


def test_a_sound_page_passes_in_every_look(chromium, site):
    with chromium.open(site(SOUND)) as tab:
        shots = []
        for _ in tab.each_look():
            tab.assert_sound()
            shots.append(tab.screenshot("browser-check"))

    assert len({shot.name for shot in shots}) == len(LOOKS)
    assert len({shot.read_bytes() for shot in shots}) == len(LOOKS)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("<script>console.error('lost')</script>", "console: lost"),
        ("<script>throw new Error('broken')</script>", "uncaught: broken"),
        ("<img alt='' src='/missing.png'>", "404"),
        ("<img alt='' src='http://example.com/a.png'>", "request to the outside: http://example"),
        ("<script src='//example.org/a.js'></script>", "request to the outside: http://example"),
        ("<div id=wide style='width:800px'>wide</div>", "wider than the window: div#wide"),
        ("<p style='color:#999;background:#aaa'>faint</p>", "axe: serious: color-contrast"),
        ("<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>", "axe: critical: image-alt"),
    ],
)
def test_a_fault_is_found(chromium, site, fault, told):
    with chromium.open(site(SOUND + fault), PHONE) as tab:
        tab.page.wait_for_load_state("networkidle")

        with pytest.raises(AssertionError, match=told):
            tab.assert_sound()


def test_a_wide_table_that_scrolls_by_itself_is_no_overflow(chromium, site):
    table = (
        "<div style='overflow-x:auto' tabindex=0 role=region aria-label=Days>"
        "<div style='width:800px'>wide</div></div>"
    )
    with chromium.open(site(SOUND + table), PHONE) as tab:
        tab.assert_sound()


def test_an_error_that_was_caused_on_purpose_can_be_allowed(chromium, site):
    with chromium.open(site(SOUND + "<script>console.error('wanted')</script>")) as tab:
        tab.assert_sound(allowed_errors=("wanted",))


def test_two_profiles_share_no_cookie_unless_one_begins_with_the_others_state(chromium, site):
    link = site(SOUND)
    with chromium.open(link) as first:
        first.page.evaluate("document.cookie = 'who=first'")
        with chromium.open(link) as second:
            assert second.page.evaluate("document.cookie") == ""
        with chromium.open(link, state=first.state()) as third:
            assert third.page.evaluate("document.cookie") == "who=first"


@pytest.mark.parametrize(
    ("url", "is_inside"),
    [
        ("http://hub.localhost:8080/today", True),
        ("http://127.0.0.1/", True),
        ("http://[::1]:80/", True),
        ("data:text/plain,a", True),
        ("http://localhost.example.com/", False),
        ("https://fonts.example/a.woff2", False),
        ("wss://example.com/live", False),
    ],
)
def test_what_is_outside_is_told_by_the_host(url, is_inside):
    assert is_of_this_machine(url) is is_inside
