"""Signing in and what belongs to it, with the real `hub` and a real Chromium.

Passkeys are made and used by Chromium's virtual authenticator, which can also answer wrongly.
"""

import base64
import contextlib
import datetime
import hashlib
import hmac
import re
import socket
import subprocess
import time

from device import Device, record
from floods import address_of, request_of
from hub import PASSWORD, Hub
from person import Person
from processes import binary
from test_hub_pages import FORM_AGAIN, assert_looks

NEW_PASSWORD = "seven green bottles stand"


def command(hub: Hub, *words: str) -> str:
    """What a command of the Hub's machine prints, about this Hub."""
    done = subprocess.run(
        [binary("hub"), *words, "--data", hub.data, "--origin", hub.link],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def code_of(secret: str) -> str:
    """What an authenticator app shows now (RFC 6238)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, int(time.time() // 30).to_bytes(8, "big"), hashlib.sha1).digest()
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**6:06}"


def sign_in(tab, hub: Hub, password: str = PASSWORD, code: str = "") -> None:
    tab.goto(f"{hub.link}/signin?for=account")
    tab.page.get_by_label("Name").fill("Ada")
    tab.page.get_by_label("Password", exact=True).fill(password)
    tab.page.get_by_label("Code of your authenticator").fill(code)
    tab.page.get_by_role("button", name="Sign in").click()


def test_inviting_and_joining(chromium, hub):
    with chromium.profile() as open_tab, chromium.profile() as open_other:
        hub.make_owner(open_tab(hub.setup_link))
        tab = open_tab(f"{hub.link}/account")
        assert_looks(tab, "account-owner")
        tab.page.get_by_role("button", name="Invite somebody").click()
        assert_looks(tab, "invitation")
        link = tab.page.locator(".copyable code").inner_text()

        other = open_other(link)
        assert other.page.get_by_label("Invitation code").is_hidden()
        assert other.page.url == f"{hub.link}/join"
        assert_looks(other, "join")
        other.page.get_by_label("Your name").fill("Bob")
        other.page.get_by_label("Time zone").select_option("UTC")
        other.page.get_by_label("Password", exact=True).fill(PASSWORD)
        other.page.get_by_label("Repeat the password").fill(PASSWORD)
        other.page.get_by_role("button", name="Make my account").click()
        other.page.wait_for_url(f"{hub.link}/")

    assert "Bob: since" in command(hub, "accounts", "list")


def test_an_authenticator_and_recovery_codes(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        tab.goto(f"{hub.link}/account/authenticator")
        assert_looks(tab, "authenticator")
        tab.page.get_by_role("button", name="Set one up").click()
        tab.page.get_by_text("I cannot read it").click()
        secret = tab.page.locator(".copyable code").inner_text()
        assert_looks(tab, "authenticator-waits")
        tab.page.get_by_label("The code that it shows now").fill("000000")
        tab.page.get_by_role("button", name="Use it from now on").click()
        tab.page.get_by_text("This is not its code now.").wait_for()
        tab.page.get_by_label("The code that it shows now").fill(code_of(secret))
        tab.page.get_by_role("button", name="Use it from now on").click()
        tab.page.get_by_text("From now on signing in asks for a code").wait_for()
        assert_looks(tab, "authenticator-set", FORM_AGAIN)

        tab.goto(f"{hub.link}/account")
        tab.page.get_by_role("button", name="Make recovery codes").click()
        codes = tab.page.locator(".code-list code").all_inner_texts()
        assert len(codes) == 10
        assert_looks(tab, "recovery-codes", FORM_AGAIN)

    with chromium.open(f"{hub.link}/signin") as tab:
        # The code that set it up is used up; a recovery code does as well.
        sign_in(tab, hub, code=codes[0].lower())
        tab.page.get_by_text("9 codes left").wait_for()
        tab.page.get_by_role("button", name="Sign out", exact=True).first.click()
        tab.goto(f"{hub.link}/recover")
        assert_looks(tab, "recover")
        tab.page.get_by_label("Recovery code").fill(codes[1])
        tab.page.get_by_label("New password").fill(NEW_PASSWORD)
        tab.page.get_by_label("Repeat the password").fill(NEW_PASSWORD)
        tab.page.get_by_role("button", name="Set the password").click()
        tab.page.wait_for_url(f"{hub.link}/account")
        assert_looks(tab, "account")

    link = re.search(r"http\S+", command(hub, "recover", "ada")).group()
    with chromium.open(link) as tab:
        assert tab.page.get_by_label("Recovery code").is_hidden()
        tab.page.get_by_label("New password").fill(PASSWORD)
        tab.page.get_by_label("Repeat the password").fill(PASSWORD)
        tab.page.get_by_role("button", name="Set the password").click()
        tab.page.wait_for_url(f"{hub.link}/account")
        # Whoever runs the Hub has taken the authenticator away as well.
        assert tab.page.get_by_role("link", name="Set up authenticator").is_visible()
        tab.page.get_by_role("link", name="Change password").click()
        assert_looks(tab, "new-password")


class Authenticator:
    """Chromium's virtual authenticator on one tab; it confirms by itself."""

    def __init__(self, tab):
        self._session = tab.page.context.new_cdp_session(tab.page)
        self._session.send("WebAuthn.enable", {"enableUI": False})
        made = self._session.send(
            "WebAuthn.addVirtualAuthenticator",
            {
                "options": {
                    "protocol": "ctap2",
                    "ctap2Version": "ctap2_1",
                    "transport": "internal",
                    "hasResidentKey": True,
                    "hasUserVerification": True,
                    "isUserVerified": True,
                    "automaticPresenceSimulation": True,
                }
            },
        )
        self._id = {"authenticatorId": made["authenticatorId"]}

    @property
    def credentials(self) -> list[dict]:
        return self._session.send("WebAuthn.getCredentials", self._id)["credentials"]

    @contextlib.contextmanager
    def answering(self, **bits: bool):
        """Answers wrongly in the named way for a while."""
        self._session.send("WebAuthn.setResponseOverrideBits", {**self._id, **bits})
        yield
        self._session.send(
            "WebAuthn.setResponseOverrideBits",
            {**self._id, **dict.fromkeys(bits, False)},
        )


def use_passkey(tab) -> None:
    tab.page.get_by_role("button", name="Use a passkey").click()


def test_a_passkey_is_made_and_signs_in(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        authenticator = Authenticator(tab)
        tab.goto(f"{hub.link}/account")
        tab.page.get_by_label("What do you call it?").fill("Phone")
        tab.page.get_by_role("button", name="Add a passkey").click()
        tab.page.get_by_text("Phone, used").wait_for()
        (credential,) = authenticator.credentials
        assert credential["rpId"] == "localhost" and credential["isResidentCredential"]
        assert_looks(tab, "account-passkey")

        tab.page.get_by_role("button", name="Sign out", exact=True).first.click()
        tab.page.wait_for_url("**/signed-out")
        for bits in (
            {"isBogusSignature": True},
            {"isBadUV": True},
            {"isBadUP": True},
        ):
            # Before the page is opened: beside the name's field the browser asks by itself.
            with authenticator.answering(**bits):
                tab.goto(f"{hub.link}/signin?for=devices")
                use_passkey(tab)
                tab.page.get_by_text("That did not work").wait_for()
            assert tab.page.url.startswith(f"{hub.link}/signin")
        assert_looks(tab, "signin-passkey-refused", ("422", "429"))

        # The right answer now: the browser's own offer signs in as soon as the page is there.
        tab.goto(f"{hub.link}/signin?for=devices")
        tab.page.wait_for_url(f"{hub.link}/devices")


def test_what_is_dangerous_asks_again(chromium, hub):
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        tab.goto(f"{hub.link}/verify?for=password")
        # Fresh from the set-up: it leads on at once.
        tab.page.wait_for_url(f"{hub.link}/account/password")


@contextlib.contextmanager
def export_on_its_way(hub: Hub, person: Person):
    """An export that its browser has begun to read, and reads no further."""
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in person.cookies)
    form = "Content-Type: application/x-www-form-urlencoded"
    headers = (form, f"Cookie: {cookies}", "Sec-Fetch-Site: same-origin")
    request = request_of("POST", "/account/export", hub.link, None, b"", *headers)
    with socket.socket() as reader:
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        reader.connect(address_of(hub.link))
        reader.sendall(request)
        assert reader.recv(64).startswith(b"HTTP/1.1 200")
        yield


def test_a_second_export_while_one_is_on_its_way(chromium, hub):
    person = Person.who_owns(hub)
    device = person.connect(Device.ask(hub.link))
    # More than the system keeps for a reader who does not read.
    detail = "A" * 5_400
    for day in range(1, 26):
        happened = datetime.datetime(2026, 3, day, tzinfo=datetime.timezone.utc)
        device.push(*(record("goal", happened, detail) for _ in range(100)))

    with chromium.profile() as open_tab, export_on_its_way(hub, person):
        sign_in(tab := open_tab(hub.link), hub)
        tab.page.get_by_role("button", name="Export everything").click()
        tab.page.get_by_text("is on its way already").wait_for()
        assert_looks(tab, "export-on-its-way", ("429",))
        tab.page.get_by_role("link", name="Back to Account").click()

        tab.page.get_by_role("button", name="Export everything").wait_for()
