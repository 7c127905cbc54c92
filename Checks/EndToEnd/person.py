"""A person who sends a page's forms without a browser: for checks that are not about pages.

    person = Person.who_owns(hub)
    device = person.connect(Device.ask(hub.link))
"""

import http.cookiejar
import urllib.error
import urllib.parse
import urllib.request

from device import Device
from hub import PASSWORD, Hub


class Person:
    """Signed in to a Hub, by the cookie of a browser that is not there."""

    def __init__(self, link: str):
        self.link = link
        self.cookies = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.cookies)
        )

    @classmethod
    def who_owns(cls, hub: Hub) -> "Person":
        """Makes the account of a new Hub."""
        person = cls(hub.link)
        person.send(
            "/setup",
            code=hub.setup_link,
            name="Ada",
            timeZone="UTC",
            password=PASSWORD,
            repeatedPassword=PASSWORD,
        )
        assert any(person.cookies), "the set-up form was not taken"
        return person

    def open(self, path: str) -> str:
        """What a page says, as the Hub sends it."""
        request = urllib.request.Request(self.link + path)
        request.add_header("Sec-Fetch-Site", "same-origin")
        with self._opener.open(request, timeout=30) as answer:
            return answer.read().decode()

    def send(self, path: str, **fields: str) -> str:
        """Posts a form as the Hub's own page would; what is answered, past its redirection."""
        body = urllib.parse.urlencode(fields).encode()
        request = urllib.request.Request(self.link + path, data=body)
        request.add_header("Sec-Fetch-Site", "same-origin")
        with self._opener.open(request, timeout=30) as answer:
            return answer.read().decode()

    def try_to_send(self, path: str, **fields: str) -> int:
        """Posts a form that may be refused; the status."""
        try:
            self.send(path, **fields)
            return 200
        except urllib.error.HTTPError as refusal:
            return refusal.code

    def connect(self, device: Device, name: str = "A program") -> Device:
        """Approves a device that asks, and lets it fetch its session."""
        self.send(
            "/connect/decision", code=device.user_code, decision="approve", deviceName=name
        )
        device.sign_in()
        return device
