"""The vectors of docs/protocol/sealed.md, against Python's `cryptography` and the browser's WebCrypto.

The kit's own tests hold the same file against OpenSSL.
"""

import base64
import hashlib
import json
import pathlib
import re

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

import sealed
from browser import WIDE
from hub import Hub

REPOSITORY = pathlib.Path(__file__).parents[2]
VECTORS = json.loads((REPOSITORY / "docs/protocol/sealed-vectors.json").read_text())
RESOURCES = REPOSITORY / "Hub/Sources/HubWeb/Resources"
MODULE = RESOURCES / "sealed.js"
LIST = REPOSITORY / "PersonalSyncKit/Sources/PersonalSyncSealed/Words/WordList+English.swift"
WORDS = re.search(r'words: """(.*?)"""', LIST.read_text(), re.DOTALL).group(1).split()
ROOT = bytes.fromhex(VECTORS["root"])
USUAL = VECTORS["details"][0]


def scope_of(vector: dict) -> sealed.Scope:
    return sealed.Scope(*(vector.get(name, VECTORS["scope"][name]) for name in VECTORS["scope"]))


def place_of(vector: dict) -> sealed.Place:
    names = ("record", "type", "modifiedAt")
    return sealed.Place(*(vector.get(name, USUAL[name]) for name in names))


def detail_of(vector: dict) -> bytes:
    text = vector["detail"] if "detail" in vector else vector["repeat"] * vector["times"]
    return text.encode()


def text_of(vector: dict) -> str:
    """What is sealed in a vector of a detail, computed anew."""
    scope, epoch = scope_of(vector), vector["epoch"]
    key = sealed.domain_key(ROOT, scope, epoch)
    salt = bytes.fromhex(vector["salt"])
    return sealed.seal(key, scope, epoch, place_of(vector), detail_of(vector), salt)


def refusal_of(body) -> str:
    with pytest.raises(sealed.Refused) as refused:
        body()
    return str(refused.value)


def device(name: str) -> sealed.DeviceKeys:
    found = next(one for one in VECTORS["devices"] if one["device"] == name)
    keys = (bytes.fromhex(found[kind]) for kind in ("signing", "agreement"))
    return sealed.DeviceKeys.of(name, *keys)


def directory(upto: int | None = None) -> sealed.Directory:
    entries = [bytes.fromhex(entry) for entry in VECTORS["directory"]["entries"][:upto]]
    trusted = bytes.fromhex(VECTORS["directory"]["trusted"])
    return sealed.Directory.read(b"".join(map(sealed.lp, entries)), scope_of({}), trusted)


def test_words_are_those_of_the_root():
    for vector in VECTORS["words"]:
        root = bytes.fromhex(vector["root"])
        assert sealed.words(root, WORDS) == vector["words"]
        assert sealed.root_of(vector["words"], WORDS) == root
    for vector in VECTORS["refusedWords"]:
        assert refusal_of(lambda: sealed.root_of(vector["typed"], WORDS)) == vector["refusal"]


def test_keys_are_derived_from_the_root():
    for vector in VECTORS["keys"]:
        scope = scope_of(vector)
        key = sealed.domain_key(ROOT, scope, vector["epoch"])
        public = sealed.directory_key(ROOT, scope).public_key().public_bytes_raw()
        assert key.hex() == vector["key"]
        assert sealed.key_id(key).hex() == vector["id"]
        assert public.hex() == vector["directoryKey"]


def test_details_are_sealed_and_opened():
    for vector in VECTORS["details"]:
        scope, epoch, place = scope_of(vector), vector["epoch"], place_of(vector)
        key = sealed.domain_key(ROOT, scope, epoch)
        text = text_of(vector)
        assert text == vector.get("sealed", text)
        assert hashlib.sha256(text.encode()).hexdigest() == vector["sealedHash"]
        assert sealed.associated(scope, epoch, place).hex() == vector["associated"]
        assert sealed.open_detail(key, scope, epoch, place, text) == detail_of(vector)


@pytest.mark.parametrize("vector", VECTORS["refusedDetails"], ids=lambda one: one["name"])
def test_a_detail_is_refused_by_name(vector):
    scope, epoch = scope_of(vector), vector.get("epoch", 1)
    key = sealed.domain_key(ROOT, scope, epoch)
    assert vector["refusal"] == refusal_of(
        lambda: sealed.open_detail(key, scope, epoch, place_of(vector), vector["sealed"])
    )


def test_a_directory_is_what_its_entries_say():
    expected, found = VECTORS["directory"], directory()
    assert [link.hex() for link in found.links[1:]] == expected["links"]
    assert sorted(member.hex() for member in found.members) == [
        member.replace("-", "") for member in expected["members"]
    ]
    assert (len(found.key_ids), found.is_epoch_due) == (expected["epoch"], expected["isEpochDue"])
    assert directory(expected["dueAfter"]).is_epoch_due


@pytest.mark.parametrize("vector", VECTORS["refusedDirectories"], ids=lambda one: one["name"])
def test_a_directory_is_refused_by_name(vector):
    trusted = bytes.fromhex(vector.get("trusted", VECTORS["directory"]["trusted"]))
    seen = vector.get("seen")
    head = (seen["size"], bytes.fromhex(seen["link"])) if seen else None
    data = bytes.fromhex(vector["bytes"])
    assert vector["refusal"] == refusal_of(
        lambda: sealed.Directory.read(data, scope_of({}), trusted, head)
    )


def test_wrapped_keys_open_for_their_device():
    for vector in VECTORS["wraps"]:
        keys, epoch = device(vector["device"]), vector["epoch"]
        once = X25519PrivateKey.from_private_bytes(bytes.fromhex(vector["once"]))
        key = sealed.domain_key(ROOT, scope_of({}), epoch)
        wrapped = sealed.wrap(key, scope_of({}), epoch, keys.device, keys.card[48:], once)
        assert wrapped.hex() == vector["wrap"]
        assert sealed.unwrap(wrapped, keys, directory()) == key


@pytest.mark.parametrize("vector", VECTORS["refusedWraps"], ids=lambda one: one["name"])
def test_a_wrapped_key_is_refused_by_name(vector):
    data, keys = bytes.fromhex(vector["wrap"]), device(vector["device"])
    assert vector["refusal"] == refusal_of(lambda: sealed.unwrap(data, keys, directory()))


def test_a_pairing_ends_in_its_digits():
    pairing = VECTORS["pairing"]
    offer, commitment, answer, reveal = (
        bytes.fromhex(pairing[name]) for name in ("offer", "commitment", "answer", "reveal")
    )
    assert offer[21:] == device(pairing["newDevice"]).card
    assert commitment[21:] == sealed.commitment(scope_of({}), offer, reveal)
    assert answer[21:].hex() == pairing["newNonce"]
    seen = directory(pairing["trustedSees"])
    assert reveal[21:] == (
        bytes.fromhex(pairing["trustedNonce"])
        + bytes.fromhex(pairing["trustedDevice"].replace("-", ""))
        + seen.trusted
        + sealed.u32(pairing["trustedSees"])
        + seen.links[-1]
    )
    assert sealed.digits(scope_of({}), offer, commitment, answer, reveal) == pairing["digits"]


def address_of(file: pathlib.Path) -> str:
    """Where the Hub serves a file: under the 64 bits of FNV-1a of its bytes."""
    value = 0xCBF29CE484222325
    for byte in file.read_bytes():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"/assets/{file.stem}.{value:016x}{file.suffix}"


@pytest.fixture
def page(programs, tmp_path, chromium):
    """A page of a real Hub, under its own policy of content."""
    hub = Hub(programs, tmp_path / "hub")
    with chromium.open(f"{hub.link}/signin", WIDE) as tab:
        yield tab.page
        tab.assert_sound()


# Opens each vector with a key derived anew; what comes of it, in hex, or the name of the refusal. The
# bytes of a root key must be gone by then.
OPEN_EACH = """
async ([address, root, vectors]) => {
  const sealed = await import(address);
  const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const opened = [];
  for (const { text, scope, epoch, place } of vectors) {
    try {
      const secret = bytes(root);
      const key = await sealed.domainKey(await sealed.rootKey(secret), scope, epoch);
      if (secret.some((byte) => byte !== 0)) throw new Error("the root key is left behind");
      opened.push(hex(await sealed.openDetail(key, text, place)));
    } catch (fault) {
      opened.push(fault.code ?? String(fault));
    }
  }
  return opened;
}
"""

def asked(vector: dict, text: str) -> dict:
    place, scope = place_of(vector), scope_of(vector)
    return {
        "text": text,
        "scope": {"hub": scope.hub, "account": scope.account, "domain": scope.domain},
        "epoch": vector.get("epoch", 1),
        "place": {
            "record": place.record,
            "type": place.type,
            "modifiedAt": place.modified_at,
        },
    }


def test_the_browser_opens_and_refuses_as_the_vectors_say(page):
    good = [asked(vector, text_of(vector)) for vector in VECTORS["details"]]
    bad = [asked(vector, vector["sealed"]) for vector in VECTORS["refusedDetails"]]
    large = asked(USUAL, "v1." + "A" * sealed.CHARACTERS_MAX)

    opened = page.evaluate(OPEN_EACH, [address_of(MODULE), VECTORS["root"], [*good, *bad, large]])

    assert opened == [
        *(detail_of(vector).hex() for vector in VECTORS["details"]),
        *(vector["refusal"] for vector in VECTORS["refusedDetails"]),
        "sealed.too_large",
    ]


ROOT_OF_EACH = """
async ([address, texts]) => {
  const { rootOf } = await import(address);
  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return Promise.all(texts.map((text) => rootOf(text).then(hex, (fault) => fault.code ?? String(fault))));
}
"""


def test_the_browser_reads_words_as_the_vectors_say(page):
    good = [vector["words"] for vector in VECTORS["words"]]
    loud = [f"  {text.upper()}\n" for text in good]
    bad = [vector["typed"] for vector in VECTORS["refusedWords"]]

    address = address_of(RESOURCES / "words.js")
    read = page.evaluate(ROOT_OF_EACH, [address, [*good, *loud, *bad]])

    roots = [vector["root"] for vector in VECTORS["words"]]
    refusals = [vector["refusal"] for vector in VECTORS["refusedWords"]]
    assert read == [*roots, *roots, *refusals]
    (known,) = re.findall(r"LIST = `(.*?)`", (RESOURCES / "words.js").read_text(), re.DOTALL)
    assert known.split() == WORDS


IS_FOUNDING = """
async ([address, root, scopes, entries]) => {
  const sealed = await import(address);
  const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
  const answers = [];
  for (const scope of scopes) {
    const key = await sealed.domainKey(await sealed.rootKey(bytes(root)), scope, 1);
    for (const entry of entries) answers.push(await sealed.isFounding(key, entry));
  }
  return answers;
}
"""


def test_the_browser_knows_the_words_that_founded_a_directory(page):
    scope = VECTORS["scope"]
    (founding, second), rest = VECTORS["directory"]["entries"][:2], ["", "AA", "!", "A" * 400]
    texts = [
        base64.urlsafe_b64encode(bytes.fromhex(entry)).decode().rstrip("=")
        for entry in (founding, second, founding[:-2], founding + "00")
    ]
    others = [scope, scope | {"domain": "kith"}, scope | {"account": scope["hub"]}]

    answers = page.evaluate(IS_FOUNDING, [address_of(MODULE), ROOT.hex(), others, [*texts, *rest]])
    other_root = page.evaluate(IS_FOUNDING, [address_of(MODULE), "11" * 32, [scope], texts])

    assert answers == [True] + [False] * (len(answers) - 1)
    assert other_root == [False] * len(texts)
