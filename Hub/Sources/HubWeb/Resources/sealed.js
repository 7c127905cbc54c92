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

// By the code of a character of base64url: the bits that it stands for.
const NO_BITS = 64;
const SIX_BITS = new Uint8Array(128).fill(NO_BITS);
[..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"].forEach((one, bits) => {
  SIX_BITS[one.charCodeAt(0)] = bits;
});

const encoder = new TextEncoder();
const ascii = (text) => encoder.encode(text);
const RECORD_LABEL = frame(ascii("hub sealed v1 record"));

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
  const format = Uint8Array.of(...MAKER, VERSION, SUITE);
  return { key, scope, epoch, associatedHead: frame(format, ...fieldsOf(scope)) };
}

/**
 * Whether the words that gave this key, of the first epoch, are those with which its domain's directory was
 * founded, whose first entry this is. Whose signature stands under it is not looked at: all that comes of a
 * forged one is that the right words are called wrong.
 */
export async function isFounding({ key, scope }, entry) {
  const bytes = decode(entry);
  const fields = bytes && fieldsIn(bytes);
  if (!fields || fields.length !== 9 || fields[7].length !== 1 + 2 * 32) return false;
  const expected = [ascii("hub sealed v1 directory"), ...fieldsOf(scope), u32(0)];
  const id = await derive(key, new Uint8Array(), frame(ascii("hub sealed v1 key id")), 32);
  return fields[7][0] === 1 && isSame(fields[7].subarray(1 + 32), id)
    && expected.every((field, index) => isSame(fields[index], field));
}

/** The epoch whose key a sealed text needs. */
export function epochOf(text) {
  return epochIn(envelopeOf(text));
}

/**
 * The bytes of a detail, which was sealed with this domain key for this place: record, type and
 * modifiedAt in milliseconds. Throws the first `SealedFault` that applies.
 */
export async function openDetail({ key, epoch, associatedHead }, text, place) {
  const envelope = envelopeOf(text);
  if (epochIn(envelope) !== epoch) throw new SealedFault("sealed.other_epoch");
  const salt = envelope.subarray(SALT_AT, COMMITMENT_AT);
  const derived = await derive(key, salt, RECORD_LABEL, 64);
  try {
    if (!isSame(derived.subarray(32), envelope.subarray(COMMITMENT_AT, BODY_AT))) {
      throw new SealedFault("sealed.wrong_key");
    }
    const record = await crypto.subtle.importKey(
      "raw", derived.subarray(0, 32), "AES-GCM", false, ["decrypt"]);
    return unpad(await decrypt(record, envelope.subarray(BODY_AT), associated(associatedHead, epoch, place)));
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
  if (text.length > CHARACTERS_MAX) throw new SealedFault("sealed.too_large");
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
  const bytes = new Uint8Array((text.length * 6) >> 3);
  let [held, bits, end] = [0, 0, 0];
  // By hand: of opening ten thousand details, atob and what it needs around it took most of the time.
  for (let at = 0; at < text.length; at += 1) {
    const six = SIX_BITS[text.charCodeAt(at)];
    if (six === undefined || six === NO_BITS) return null;
    held = ((held << 6) | six) & 0xfff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[end] = held >> bits;
      end += 1;
    }
  }
  const left = held & ((1 << bits) - 1);
  return bits < 6 && left === 0 ? bytes : null;
}

/** The detail behind its length and before its zeros. */
function unpad(padded) {
  const room = padded.length - LENGTH_BYTES;
  const length = new DataView(padded.buffer).getUint32(0);
  const size = SIZES.find((one) => one - OVERHEAD - LENGTH_BYTES >= length);
  const detail = padded.slice(LENGTH_BYTES, LENGTH_BYTES + length);
  let padding = 0;
  for (let at = LENGTH_BYTES + length; at < padded.length; at += 1) padding |= padded[at];
  if (length > room || size !== padded.length + OVERHEAD || padding !== 0) {
    throw new SealedFault("sealed.malformed_detail");
  }
  return detail;
}

/** What a detail is bound to; `head` is the same for all of a domain. */
function associated(head, epoch, { record, type, modifiedAt }) {
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigInt64(0, BigInt(modifiedAt));
  const tail = frame(ascii(record), ascii(type), time, u32(epoch));
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
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

/** What `frame` put together; null where it did not. */
function fieldsIn(bytes) {
  const view = new DataView(bytes.buffer);
  const fields = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const end = at + 2 + view.getUint16(at);
    if (end > bytes.length) return null;
    fields.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return at === bytes.length ? fields : null;
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
