// Passkeys: makes one, signs in with one, or proves once more who is there with one.
//
// A form with data-passkey stays hidden where the browser has no passkeys; password and code then do.

const encode = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const decode = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

async function ask(path, values) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(values),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** Lets the person choose a passkey, and has it checked; returns where to go on. */
async function use(form, purpose, mediation, signal) {
  const given = await ask(`/${purpose}/passkey/options`, {});
  const chosen = await navigator.credentials.get({
    mediation,
    signal,
    publicKey: {
      challenge: decode(given.challenge),
      rpId: given.host,
      allowCredentials: [],
      userVerification: "required",
    },
  });
  const { response } = chosen;
  return ask(`/${purpose}/passkey`, {
    ...Object.fromEntries(new FormData(form)),
    id: encode(chosen.rawId),
    clientData: encode(response.clientDataJSON),
    authenticatorData: encode(response.authenticatorData),
    signature: encode(response.signature),
    user: encode(response.userHandle ?? new ArrayBuffer(0)),
  });
}

/** Has a passkey made, and kept by the Hub. */
async function create(form) {
  const given = await ask("/account/passkeys/options", {});
  if (given.location) return given;
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: decode(given.challenge),
      rp: { id: given.host, name: "Hub" },
      user: { id: decode(given.user), name: given.name, displayName: given.name },
      pubKeyCredParams: given.algorithms.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: given.known.map((id) => ({ type: "public-key", id: decode(id) })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
    },
  });
  return ask("/account/passkeys", {
    name: new FormData(form).get("name"),
    clientData: encode(made.response.clientDataJSON),
    attestation: encode(made.response.attestationObject),
  });
}

/** Goes on to a page of ours, as the Hub said. */
function goOn({ location: path }) {
  location.assign(path);
}

for (const form of window.PublicKeyCredential ? document.querySelectorAll("[data-passkey]") : []) {
  const purpose = form.dataset.passkey;
  const problem = form.querySelector("[data-problem]");
  // Only one request for a passkey may wait at a time.
  let waiting = new AbortController();
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    waiting.abort();
    waiting = new AbortController();
    problem.hidden = true;
    try {
      goOn(await (purpose === "create" ? create(form) : use(form, purpose, "optional", waiting.signal)));
    } catch {
      problem.hidden = false;
    }
  });
  // The browser offers passkeys beside the name's field, for who has some.
  if (purpose === "signin" && (await PublicKeyCredential.isConditionalMediationAvailable?.())) {
    use(form, purpose, "conditional", waiting.signal).then(goOn, () => {});
  }
}
