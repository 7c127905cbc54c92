"""Sealed details as docs/protocol/sealed.md has them, over Python's `cryptography`.

Made from that page alone and by nobody's code, so that an error of the kit's would not be made here
too. `test_sealed.py` holds the vectors beside the page against it.
"""

import base64
import dataclasses
import hashlib
import hmac
import re
import struct
import uuid

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

SIZES = (256, 1024, 4096, 16384, 65536)
FORMAT = b"HSD1\x01"
OVERHEAD = len(FORMAT) + 4 + 32 + 32 + 16
CHARACTERS_MAX = 87_385
NONCE = bytes(12)


class Refused(Exception):
    """What is not taken; the text is the name of the refusal."""


# Notation


def lp(field: bytes) -> bytes:
    return struct.pack(">H", len(field)) + field


def frame(*fields: bytes) -> bytes:
    return b"".join(map(lp, fields))


def hkdf(key: bytes, salt: bytes, info: bytes, count: int) -> bytes:
    return HKDF(hashes.SHA256(), count, salt, info).derive(key)


def u32(number: int) -> bytes:
    return struct.pack(">I", number)


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclasses.dataclass(frozen=True)
class Scope:
    """hub, account and domain."""

    hub: str
    account: str
    domain: str

    @property
    def fields(self) -> tuple[bytes, bytes, bytes]:
        return uuid.UUID(self.hub).bytes, uuid.UUID(self.account).bytes, self.domain.encode()


# Keys


def words(root: bytes, listed: list[str]) -> str:
    bits = int.from_bytes(root + hashlib.sha256(root).digest()[:1])
    return " ".join(listed[bits >> 11 * place & 2047] for place in reversed(range(24)))


def root_of(typed: str, listed: list[str]) -> bytes:
    given = typed.lower().split()
    if len(given) != 24:
        raise Refused("words.wrong_count")
    bits = 0
    for word in given:
        if word not in listed:
            raise Refused("words.unknown_word")
        bits = bits << 11 | listed.index(word)
    root = (bits >> 8).to_bytes(32)
    if bits & 0xFF != hashlib.sha256(root).digest()[0]:
        raise Refused("words.wrong_checksum")
    return root


def domain_key(root: bytes, scope: Scope, epoch: int) -> bytes:
    return hkdf(root, b"", frame(b"hub sealed v1 domain key", *scope.fields, u32(epoch)), 32)


def key_id(key: bytes) -> bytes:
    return hkdf(key, b"", frame(b"hub sealed v1 key id"), 32)


def directory_key(root: bytes, scope: Scope) -> Ed25519PrivateKey:
    seed = hkdf(root, b"", frame(b"hub sealed v1 directory key", *scope.fields), 32)
    return Ed25519PrivateKey.from_private_bytes(seed)


# The sealed detail


@dataclasses.dataclass(frozen=True)
class Place:
    record: str
    type: str
    modified_at: int


def associated(scope: Scope, epoch: int, place: Place) -> bytes:
    return frame(
        FORMAT,
        *scope.fields,
        place.record.encode(),
        place.type.encode(),
        struct.pack(">q", place.modified_at),
        u32(epoch),
    )


def size_for(detail_bytes: int) -> int:
    for size in SIZES:
        if OVERHEAD + 4 + detail_bytes <= size:
            return size
    raise Refused("sealed.too_large")


def pad(detail: bytes) -> bytes:
    return (u32(len(detail)) + detail).ljust(size_for(len(detail)) - OVERHEAD, b"\0")


def record_key(key: bytes, salt: bytes) -> tuple[bytes, bytes]:
    derived = hkdf(key, salt, frame(b"hub sealed v1 record"), 64)
    return derived[:32], derived[32:]


def seal_padded(
    key: bytes, scope: Scope, epoch: int, place: Place, padded: bytes, salt: bytes
) -> str:
    once, commitment = record_key(key, salt)
    body = AESGCM(once).encrypt(NONCE, padded, associated(scope, epoch, place))
    return "v1." + base64url(FORMAT + u32(epoch) + salt + commitment + body)


def seal(key: bytes, scope: Scope, epoch: int, place: Place, detail: bytes, salt: bytes) -> str:
    return seal_padded(key, scope, epoch, place, pad(detail), salt)


def envelope_of(text: str) -> bytes:
    if len(text.encode()) > CHARACTERS_MAX:
        raise Refused("sealed.too_large")
    if not text.startswith("v1."):
        other = re.match(r"v[0-9]+\.", text)
        raise Refused("sealed.other_version" if other else "sealed.not_sealed")
    digits = text[3:]
    if not re.fullmatch(r"[A-Za-z0-9_-]*", digits) or len(digits) % 4 == 1:
        raise Refused("sealed.not_sealed")
    envelope = base64.urlsafe_b64decode(digits + "=" * (-len(digits) % 4))
    if base64url(envelope) != digits or not envelope.startswith(b"HSD"):
        raise Refused("sealed.not_sealed")
    return envelope


def open_detail(key: bytes, scope: Scope, epoch: int, place: Place, text: str) -> bytes:
    envelope = envelope_of(text)
    if len(envelope) < len(FORMAT):
        raise Refused("sealed.wrong_length")
    if not envelope.startswith(FORMAT):
        raise Refused("sealed.other_version")
    if len(envelope) not in SIZES:
        raise Refused("sealed.wrong_length")
    if envelope[5:9] != u32(epoch):
        raise Refused("sealed.other_epoch")
    once, commitment = record_key(key, envelope[9:41])
    if not hmac.compare_digest(commitment, envelope[41:73]):
        raise Refused("sealed.wrong_key")
    try:
        padded = AESGCM(once).decrypt(NONCE, envelope[73:], associated(scope, epoch, place))
    except InvalidTag:
        raise Refused("sealed.other_record") from None
    length = int.from_bytes(padded[:4])
    detail = padded[4 : 4 + length]
    if length > len(padded) - 4 or pad(detail) != padded:
        raise Refused("sealed.malformed_detail")
    return detail


# Devices


@dataclasses.dataclass(frozen=True)
class DeviceKeys:
    device: str
    signing: Ed25519PrivateKey
    agreement: X25519PrivateKey

    @classmethod
    def of(cls, device: str, signing: bytes, agreement: bytes) -> "DeviceKeys":
        return cls(
            device,
            Ed25519PrivateKey.from_private_bytes(signing),
            X25519PrivateKey.from_private_bytes(agreement),
        )

    @property
    def card(self) -> bytes:
        return (
            uuid.UUID(self.device).bytes
            + self.signing.public_key().public_bytes_raw()
            + self.agreement.public_key().public_bytes_raw()
        )


class Directory:
    """The devices of a domain; every entry in it has been checked."""

    ENTRIES_MAX = 4096

    def __init__(self, scope: Scope, trusted: bytes):
        self.scope = scope
        self.trusted = trusted
        self.entries: list[bytes] = []
        self.links: list[bytes] = [bytes(32)]
        self.members: dict[bytes, bytes] = {}
        self.key_ids: list[bytes] = []
        self.is_epoch_due = False
        self._ever: set[bytes] = set()

    @classmethod
    def read(
        cls, data: bytes, scope: Scope, trusted: bytes, seen: tuple[int, bytes] | None = None
    ) -> "Directory":
        directory = cls(scope, trusted)
        while data:
            entry, data = _field(data)
            directory.append(entry)
        if not directory.entries:
            raise Refused("directory.malformed")
        if seen and (len(directory.links) <= seen[0] or directory.links[seen[0]] != seen[1]):
            raise Refused("directory.rolled_back")
        return directory

    def sign(self, action: bytes, signer: bytes, key: Ed25519PrivateKey) -> bytes:
        """The next entry, not appended."""
        body = frame(
            b"hub sealed v1 directory",
            *self.scope.fields,
            u32(len(self.entries)),
            self.links[-1],
            signer,
            action,
        )
        return body + lp(key.sign(body))

    def append(self, entry: bytes) -> None:
        if len(self.entries) >= self.ENTRIES_MAX:
            raise Refused("directory.malformed")
        rest, fields = entry, []
        for _ in range(9):
            field, rest = _field(rest)
            fields.append(field)
        label, hub, account, domain, index, previous, signer, action, signature = fields
        wanted = {1: 65, 2: 81, 3: 17, 4: 37}
        if (
            rest
            or label != b"hub sealed v1 directory"
            or len(index) != 4
            or len(previous) != 32
            or len(signer) not in (0, 16)
            or not action
            or wanted.get(action[0]) != len(action)
            or (action[0] == 4 and action[1:5] == bytes(4))
            or len(signature) != 64
        ):
            raise Refused("directory.malformed")
        if (hub, account, domain) != self.scope.fields:
            raise Refused("directory.other_scope")
        if index != u32(len(self.entries)) or previous != self.links[-1]:
            raise Refused("directory.not_next")
        if not self.entries and (action[0] != 1 or action[1:33] != self.trusted):
            raise Refused("directory.not_trusted")
        if signer and signer not in self.members:
            raise Refused("directory.not_permitted")
        key = self.members[signer][16:48] if signer else self.trusted
        try:
            Ed25519PublicKey.from_public_bytes(key).verify(signature, entry[:-66])
        except InvalidSignature:
            raise Refused("directory.bad_signature") from None
        self._apply(action, by_words=not signer)
        self.entries.append(entry)
        self.links.append(hashlib.sha256(entry).digest())

    def _apply(self, action: bytes, by_words: bool) -> None:
        kind, content = action[0], action[1:]
        if kind == 1 and not self.entries and by_words:
            self.key_ids.append(content[32:])
        elif kind == 2 and not self._ever & {content[:16], content[16:48], content[48:]}:
            self._ever |= {content[:16], content[16:48], content[48:]}
            self.members[content[:16]] = content
        elif kind == 3 and content in self.members:
            del self.members[content]
            self.is_epoch_due = True
        elif kind == 4 and by_words and content[:4] == u32(len(self.key_ids) + 1):
            self.key_ids.append(content[4:])
            self.is_epoch_due = False
        else:
            raise Refused("directory.not_permitted")

    @property
    def data(self) -> bytes:
        return b"".join(map(lp, self.entries))


def _field(data: bytes) -> tuple[bytes, bytes]:
    if len(data) < 2 or len(data) < 2 + int.from_bytes(data[:2]):
        raise Refused("directory.malformed")
    end = 2 + int.from_bytes(data[:2])
    return data[2:end], data[end:]


def wrap_context(scope: Scope, epoch: int, device: str, sender: bytes, agreement: bytes) -> bytes:
    return frame(
        b"hub sealed v1 wrap", *scope.fields, u32(epoch), uuid.UUID(device).bytes, sender, agreement
    )


def wrap(
    key: bytes, scope: Scope, epoch: int, device: str, agreement: bytes, once: X25519PrivateKey
) -> bytes:
    sender = once.public_key().public_bytes_raw()
    context = wrap_context(scope, epoch, device, sender, agreement)
    shared = once.exchange(X25519PublicKey.from_public_bytes(agreement))
    body = AESGCM(hkdf(shared, b"", context, 32)).encrypt(NONCE, key, context)
    return b"HSW1" + u32(epoch) + sender + body


def unwrap(data: bytes, keys: DeviceKeys, directory: Directory) -> bytes:
    if len(data) != 88 or not data.startswith(b"HSW1") or data[4:8] == bytes(4):
        raise Refused("wrap.malformed")
    epoch, sender = int.from_bytes(data[4:8]), data[8:40]
    own = keys.agreement.public_key().public_bytes_raw()
    context = wrap_context(directory.scope, epoch, keys.device, sender, own)
    try:
        shared = keys.agreement.exchange(X25519PublicKey.from_public_bytes(sender))
        key = AESGCM(hkdf(shared, b"", context, 32)).decrypt(NONCE, data[40:], context)
    except (InvalidTag, ValueError):
        raise Refused("wrap.not_ours") from None
    if epoch > len(directory.key_ids) or key_id(key) != directory.key_ids[epoch - 1]:
        raise Refused("wrap.wrong_key")
    return key


# Pairing


def message(kind: int, pairing: bytes, content: bytes) -> bytes:
    return b"HSP1" + bytes([kind]) + pairing + content


def commitment(scope: Scope, offer: bytes, reveal: bytes) -> bytes:
    fields = (b"hub sealed v1 pairing commitment", *scope.fields, offer, reveal)
    return hashlib.sha256(frame(*fields)).digest()


def digits(scope: Scope, *messages: bytes) -> str:
    transcript = hashlib.sha256(
        frame(b"hub sealed v1 pairing", *scope.fields, *messages)
    ).digest()
    number = int.from_bytes(hkdf(transcript, b"", frame(b"hub sealed v1 digits"), 8))
    text = f"{number % 10**12:012}"
    return f"{text[:4]} {text[4:8]} {text[8:]}"
