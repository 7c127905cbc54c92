// Opens sealed details with WebCrypto, as docs/protocol/sealed.md says; seals none.
//
// Keys are CryptoKeys that no script can export, and raw bytes of keys are overwritten once they are
// imported. Nothing here fetches, stores, logs or touches the page.

const MAKER = [0x48, 0x53, 0x44];
const VERSION = 0x31;
const SUITE = 1;
const SIZES = [256, 1024, 4096, 16384, 65536];
const CHARACTERS_MAX = 87385;
const SALT_AT = 9;
const COMMITMENT_AT = 41;
const BODY_AT = 73;
const OVERHEAD = BODY_AT + 16;
const LENGTH_BYTES = 4;

const ascii = (text) => new TextEncoder().encode(text);

/** Why a detail was not opened: `code` is a name of docs/protocol/sealed.md, "4.3 Opening". */
export class SealedFault extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** The root key of an account; its 32 bytes are overwritten. */
export async function rootKey(bytes) {
  return derivingKey(bytes);
}

/** The key of a domain's details in an epoch; `scope` has hub, account and domain. */
export async function domainKey(root, scope, epoch) {
  const info = frame(ascii("hub sealed v1 domain key"), ...fieldsOf(scope), u32(epoch));
  const key = await derivingKey(await derive(root, new Uint8Array(), info, 32));
  return { key, scope, epoch };
}

/** The epoch whose key a sealed text needs. */
export function epochOf(text) {
  return epochIn(envelopeOf(text));
}

/**
 * The bytes of a detail, which was sealed with this domain key for this place: record, type and
 * modifiedAt in milliseconds. Throws the first `SealedFault` that applies.
 */
export async function openDetail({ key, scope, epoch }, text, place) {
  const envelope = envelopeOf(text);
  if (epochIn(envelope) !== epoch) throw new SealedFault("sealed.other_epoch");
  const salt = envelope.subarray(SALT_AT, COMMITMENT_AT);
  const derived = await derive(key, salt, frame(ascii("hub sealed v1 record")), 64);
  try {
    if (!isSame(derived.subarray(32), envelope.subarray(COMMITMENT_AT, BODY_AT))) {
      throw new SealedFault("sealed.wrong_key");
    }
    const record = await crypto.subtle.importKey(
      "raw", derived.subarray(0, 32), "AES-GCM", false, ["decrypt"]);
    return unpad(await decrypt(record, envelope.subarray(BODY_AT), associated(scope, epoch, place)));
  } finally {
    derived.fill(0);
  }
}

async function decrypt(key, body, additionalData) {
  // Each record's key is used once, so that the nonce may be the same for all.
  const iv = new Uint8Array(12);
  try {
    return new Uint8Array(
      await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData }, key, body));
  } catch {
    throw new SealedFault("sealed.other_record");
  }
}

async function derivingKey(bytes) {
  try {
    return await crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveBits"]);
  } finally {
    bytes.fill(0);
  }
}

async function derive(key, salt, info, count) {
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, 8 * count));
}

/** The bytes of a text that may be an envelope of ours. */
function envelopeOf(text) {
  if (ascii(text).length > CHARACTERS_MAX) throw new SealedFault("sealed.too_large");
  if (!text.startsWith("v1.")) {
    throw new SealedFault(/^v[0-9]+\./.test(text) ? "sealed.other_version" : "sealed.not_sealed");
  }
  const bytes = decode(text.slice(3));
  if (!bytes || !MAKER.every((byte, index) => bytes[index] === byte)) {
    throw new SealedFault("sealed.not_sealed");
  }
  if (bytes.length < MAKER.length + 2) throw new SealedFault("sealed.wrong_length");
  if (bytes[3] !== VERSION || bytes[4] !== SUITE) throw new SealedFault("sealed.other_version");
  if (!SIZES.includes(bytes.length)) throw new SealedFault("sealed.wrong_length");
  return bytes;
}

function epochIn(envelope) {
  return new DataView(envelope.buffer).getUint32(MAKER.length + 2);
}

/** base64url without padding; null unless it is the one writing of some bytes. */
function decode(text) {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const rewritten = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return rewritten === text ? Uint8Array.from(binary, (one) => one.charCodeAt(0)) : null;
}

/** The detail behind its length and before its zeros. */
function unpad(padded) {
  const room = padded.length - LENGTH_BYTES;
  const length = new DataView(padded.buffer).getUint32(0);
  const size = SIZES.find((one) => one - OVERHEAD - LENGTH_BYTES >= length);
  const detail = padded.slice(LENGTH_BYTES, LENGTH_BYTES + length);
  if (
    length > room || size !== padded.length + OVERHEAD ||
    padded.subarray(LENGTH_BYTES + length).some((byte) => byte !== 0)
  ) {
    throw new SealedFault("sealed.malformed_detail");
  }
  return detail;
}

function associated(scope, epoch, { record, type, modifiedAt }) {
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigInt64(0, BigInt(modifiedAt));
  const format = Uint8Array.of(...MAKER, VERSION, SUITE);
  return frame(format, ...fieldsOf(scope), ascii(record), ascii(type), time, u32(epoch));
}

function fieldsOf({ hub, account, domain }) {
  return [uuid(hub), uuid(account), ascii(domain)];
}

/** Fields, each behind its length. */
function frame(...fields) {
  const bytes = new Uint8Array(fields.reduce((sum, field) => sum + 2 + field.length, 0));
  let end = 0;
  for (const field of fields) {
    new DataView(bytes.buffer).setUint16(end, field.length);
    bytes.set(field, end + 2);
    end += 2 + field.length;
  }
  return bytes;
}

function uuid(text) {
  return Uint8Array.from(text.replaceAll("-", "").match(/../g), (pair) => parseInt(pair, 16));
}

function u32(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

/** Whether both are equal, in a time that depends on their lengths only. */
function isSame(left, right) {
  return left.length === right.length &&
    left.reduce((difference, byte, index) => difference | (byte ^ right[index]), 0) === 0;
}
