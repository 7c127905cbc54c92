"""Marks that nobody else writes, the disguises in which they could travel, and the search for them.

    canary = Canary(seed=1)
    title = canary.plant("anchor", "title")     # "zqxhvkwpjgmbtyn…"
    ...                                         # a whole scenario
    search = Search(canary)
    search.folder("the Hub's folder", hub.data)
    assert search.findings == []
"""

import base64
import dataclasses
import gzip
import hashlib
import pathlib
import random
import re
import sqlite3
import urllib.parse
import zlib

# No English and no base64 of ours has these in a row; windows of 8 are unique enough.
LETTERS = "zqxjvkwhgpmbyf"
WINDOW = 8
DETAIL = re.compile(rb"v1\.([A-Za-z0-9_-]{8,})")
HASHES = ("md5", "sha1", "sha256", "sha512")


@dataclasses.dataclass(frozen=True)
class Mark:
    """What was planted, and in which field of which app."""

    app: str
    field: str
    text: str

    def __str__(self) -> str:
        return f"{self.app}'s {self.field}"


class Canary:
    """Makes marks; the same ones for the same seed."""

    def __init__(self, seed: int):
        self._random = random.Random(seed)
        self.marks: list[Mark] = []

    def plant(self, app: str, field: str) -> str:
        text = "".join(self._random.choice(LETTERS) for _ in range(24))
        self.marks.append(Mark(app, field, text))
        return text

    def note(self, app: str, field: str, text: str) -> str:
        """A private value that the check did not choose, such as an exact time."""
        self.marks.append(Mark(app, field, text))
        return text


def aligned(data: bytes, encode) -> set[bytes]:
    """What is always in a base64 text that holds `data`, wherever `data` begins."""
    found = set()
    for shift in range(3):
        text = encode(b"\0" * shift + data)
        # The first and last characters depend on the neighbours.
        first, last = (0, 2, 3)[shift], len(text.rstrip(b"=")) - (0 if not text.endswith(b"=") else 1)
        found.add(text[first:last])
    return found


def disguises(text: str) -> dict[str, set[bytes]]:
    """By name, the byte strings that would give `text` away."""
    plain = text.encode()
    wide = {"utf-16le": text.encode("utf-16le"), "utf-16be": text.encode("utf-16be")}
    found = {
        "plain": {plain},
        "utf-16": set(wide.values()),
        "reversed": {plain[::-1]},
        "hex": {plain.hex().encode(), plain.hex().upper().encode()},
        "percent": {
            "".join(f"%{byte:02X}" for byte in plain).encode(),
            urllib.parse.quote(text).encode(),
        },
        "base64": aligned(plain, base64.b64encode) | aligned(plain, base64.urlsafe_b64encode),
        "hash": set(),
        "windows": set(),
    }
    for name in HASHES:
        digest = hashlib.new(name, plain).digest()
        found["hash"] |= {digest, digest.hex().encode(), base64.b64encode(digest).rstrip(b"=")}
        found["hash"].add(base64.urlsafe_b64encode(digest).rstrip(b"="))
    if set(text) <= set(LETTERS):
        found["windows"] = {
            plain[start : start + WINDOW] for start in range(len(plain) - WINDOW + 1)
        }
    return found


def unpacked(data: bytes, depth: int = 2) -> list[bytes]:
    """The data itself, and what is compressed or called sealed inside it."""
    found = [data]
    if depth == 0:
        return found
    for detail in DETAIL.findall(data):
        text = detail[: len(detail) // 4 * 4 + (len(detail) % 4 if len(detail) % 4 != 1 else 0)]
        inside = base64.urlsafe_b64decode(text + b"=" * (-len(text) % 4))
        found += unpacked(inside, depth - 1)
    starts = [(b"\x1f\x8b\x08", 31), (b"\x78\x9c", 15), (b"\x78\xda", 15), (b"\x78\x01", 15)]
    for magic, bits in starts:
        place = data.find(magic)
        while place >= 0:
            try:
                inside = zlib.decompressobj(bits).decompress(data[place:], 1 << 22)
                if len(inside) >= WINDOW:
                    found += unpacked(inside, depth - 1)
            except zlib.error:
                pass
            place = data.find(magic, place + 1)
    return found


class Search:
    """Looks for every mark of a canary, in every disguise."""

    def __init__(self, canary: Canary):
        self._wanted = [(mark, disguises(mark.text)) for mark in canary.marks]
        self.findings: list[str] = []
        self.bytes_searched = 0

    def data(self, place: str, data: bytes) -> None:
        for piece in unpacked(data):
            self.bytes_searched += len(piece)
            haystacks = (piece, piece.lower())
            for mark, named in self._wanted:
                for disguise, forms in named.items():
                    if any(form in hay for form in forms for hay in haystacks if form):
                        self.findings.append(f"{mark} in {place}, {disguise}")

    def folder(self, place: str, folder: pathlib.Path) -> None:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                self.data(f"{place}: {path.relative_to(folder)}", path.read_bytes())

    def dump(self, place: str, database: pathlib.Path) -> None:
        connection = sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)
        try:
            self.data(place, "\n".join(connection.iterdump()).encode())
        finally:
            connection.close()


def leaks(text: str) -> dict[str, bytes]:
    """How a broken app could send `text`, by the name of the disguise that has to be found."""
    plain = text.encode()
    return {
        "plain": plain,
        "utf-16": text.encode("utf-16le"),
        "reversed": plain[::-1],
        "hex": plain.hex().encode(),
        "percent": "".join(f"%{byte:02X}" for byte in plain).encode(),
        "base64": b"x" + base64.b64encode(b"y" + plain + b"z"),
        "hash": hashlib.sha256(plain).digest(),
        "windows": plain[5:15],
        "gzip": gzip.compress(b"a detail that was only compressed: " + plain),
    }
