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

from memory import memory_of

# No English and no base64 of ours has these in a row; windows of 8 are unique enough.
LETTERS = "zqxjvkwhgpmbyf"
WINDOW = 8
MARKED = re.compile(rb"[%s]{%d,}" % (LETTERS.encode(), WINDOW))
WORDS = re.compile(rb"[A-Za-z0-9+/_%%=-]{%d,}" % WINDOW)
# How gzip and zlib begin, and how much of what follows is looked into.
COMPRESSED = re.compile(rb"\x1f\x8b\x08|\x78[\x01\x5e\x9c\xda]")
PACKED_BYTES_MAX = 1 << 20
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
            "".join(f"%{byte:02x}" for byte in plain).encode(),
            urllib.parse.quote(text).encode(),
        },
        "escaped": {
            "".join(f"\\u{byte:04{x}}" for byte in plain).encode() for x in "xX"
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
    view = memoryview(data)
    for match in COMPRESSED.finditer(data):
        bits = 31 if match.group().startswith(b"\x1f") else 15
        try:
            packed = view[match.start() : match.start() + PACKED_BYTES_MAX]
            inside = zlib.decompressobj(bits).decompress(packed, 1 << 22)
        except zlib.error:
            continue
        if len(inside) >= WINDOW:
            found += unpacked(inside, depth - 1)
    return found


class Haystack:
    """Bytes to search, with the parts in which texts of a kind can stand.

    Most of a file or a core is neither letters nor an encoding of them.
    """

    def __init__(self, data: bytes):
        self.whole = data
        words = b"\n".join(WORDS.findall(data))
        # Who would hide a text in capitals is found too.
        self.letters = b"\n".join(MARKED.findall(words.lower()))
        self.words = words

    def holds(self, disguise: str, forms: set[bytes]) -> bool:
        if disguise in ("windows", "reversed"):
            return any(form in self.letters for form in forms)
        if disguise in ("plain", "utf-16", "escaped", "hash"):
            return any(form in self.whole for form in forms)
        return any(form in self.words for form in forms)


class Search:
    """Looks for every mark of a canary, in every disguise."""

    def __init__(self, canary: Canary):
        self._wanted = [(mark, disguises(mark.text)) for mark in canary.marks]
        self.findings: list[str] = []
        self.bytes_searched = 0

    def data(self, place: str, data: bytes) -> None:
        for piece in unpacked(data):
            self.bytes_searched += len(piece)
            hay = Haystack(piece)
            for mark, named in self._wanted:
                for disguise, forms in named.items():
                    if hay.holds(disguise, forms):
                        self.findings.append(f"{mark} in {place}, {disguise}")

    def finds(self, mark: str, place: str) -> bool:
        """Whether the mark was found in a place whose name begins so."""
        return any(one.startswith(f"{mark} in {place}") for one in self.findings)

    def folder(self, place: str, folder: pathlib.Path) -> None:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                self.data(f"{place}: {path.relative_to(folder)}", path.read_bytes())

    def dump(self, place: str, database: pathlib.Path) -> None:
        """Its SQL, and every value as it is: SQL writes bytes as hexadecimal digits."""
        connection = sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)
        try:
            self.data(place, "\n".join(connection.iterdump()).encode())
            tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            for (table,) in tables.fetchall():
                values = [
                    value if isinstance(value, bytes) else str(value).encode()
                    for row in connection.execute(f"SELECT * FROM {table}")
                    for value in row
                ]
                self.data(f"{place}: {table}", b"\n".join(values))
        finally:
            connection.close()

    def memory(self, place: str, pid: int) -> None:
        for mapping, data in memory_of(pid):
            self.data(f"{place}: {mapping}", data)


def leaks(text: str) -> dict[str, bytes]:
    """How a broken app could send `text`, by the name of the disguise that has to be found."""
    plain = text.encode()
    return {
        "plain": plain,
        "utf-16": text.encode("utf-16le"),
        "reversed": plain[::-1],
        "hex": plain.hex().encode(),
        "percent": "".join(f"%{byte:02X}" for byte in plain).encode(),
        "escaped": "".join(f"\\u{byte:04x}" for byte in plain).encode(),
        "base64": b"x" + base64.b64encode(b"y" + plain + b"z"),
        "hash": hashlib.sha256(plain).digest(),
        "windows": plain[5:15],
        "gzip": gzip.compress(b"a detail that was only compressed: " + plain),
    }
