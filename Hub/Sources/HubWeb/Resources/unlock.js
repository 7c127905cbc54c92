// Shows what the person wrote, once they have typed their words: opened in this page and kept in its
// memory alone. When the page goes, all of it goes: by signing out, closing, opening anew. It also goes
// when nobody has touched the page for a while.
//
// So while it is unlocked, the pages that show details are put into this one instead of being opened;
// every other way leads out of it and locks. `files` stands above.

const idleMilliseconds = 10 * 60_000;
const idleCheckMilliseconds = 5_000;
const pages = ["/", "/timeline", "/directory"];
/** Details that are opened at once: a few milliseconds in which the browser does nothing else. */
const sliceCount = 100;
const foundMax = 50;
const newestMax = 3;

/** What is open: null while locked. */
let opened = null;

/** Lets the browser draw, and hear the person. */
const breathe = () => window.scheduler?.yield?.() ?? new Promise((resolve) => { setTimeout(resolve); });

// MARK: - Opening

/** What the person wrote in some domains: fetched, opened and kept up to date. */
class Details {
  /** By domain and record, such as "anchor/focusSession-…". */
  #known = new Map();
  #newestFirst = null;
  #sealed;
  #keys;
  /** How far each domain's feed has been read. */
  #cursors = new Map();
  /** One look after another: two at once would read the same changes. */
  #reading = Promise.resolve();
  /** Called whenever there is more to show; null once nobody may see any. */
  onChange = () => {};
  /** Details that these words do not open. */
  refused = new Set();

  /** `keys` makes the key of an epoch, by domain. */
  constructor(sealed, keys) {
    this.#sealed = sealed;
    this.#keys = keys;
  }

  get domains() { return [...this.#keys.keys()]; }
  get count() { return this.#known.size; }

  /** What the record is called, or undefined. */
  find(key) { return this.#known.get(key); }

  /** The newest first. */
  get all() {
    this.#newestFirst ??= [...this.#known.values()].sort((one, other) => other.at - one.at);
    return this.#newestFirst;
  }

  /** Those in which every word of a text stands. */
  matching(text) {
    const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
    return words.length === 0
      ? [] : this.all.filter((one) => words.every((word) => one.searched.includes(word)));
  }

  /** Reads what is new in a domain; where the Hub is not reached, live.js says so and this asks again. */
  catchUp(domain) {
    this.#reading = this.#reading.then(() => this.#read(domain)).catch(() => {});
    return this.#reading;
  }

  /** Page by page, the next one being fetched while one is opened, slice by slice. */
  async #read(domain) {
    let next = fetchRecords(domain, this.#cursors.get(domain) ?? 0);
    while (next) {
      const page = await next;
      next = page.hasMore ? fetchRecords(domain, page.cursor) : null;
      if (page.isFromStart) this.#forget(domain);
      for (let at = 0; at < page.changes.length; at += sliceCount) {
        const slice = page.changes.slice(at, at + sliceCount);
        await Promise.all(slice.map((change) => this.#take(domain, change)));
        await breathe();
      }
      this.#cursors.set(domain, page.cursor);
      this.#newestFirst = null;
      if (!this.onChange) return;
      this.onChange();
    }
  }

  #forget(domain) {
    for (const known of [this.#known, this.refused]) {
      for (const key of [...known.keys()]) if (key.startsWith(`${domain}/`)) known.delete(key);
    }
  }

  async #take(domain, { id, operation, version, modifiedAt, occurredAt, record }) {
    const key = `${domain}/${id}`;
    this.#known.delete(key);
    this.refused.delete(key);
    if (operation === "delete" || !record.sealed) return;
    try {
      const epochKey = await this.#keys.get(domain)(this.#sealed.epochOf(record.sealed));
      const place = { record: id, type: record.type, modifiedAt };
      const bytes = await this.#sealed.openDetail(epochKey, record.sealed, place);
      const detail = JSON.parse(new TextDecoder().decode(bytes));
      const words = wordsOf(detail);
      this.#known.set(key, {
        domain, version, at: Date.parse(occurredAt), title: words[0] ?? "",
        searched: words.join("\n").toLowerCase(),
      });
    } catch {
      this.refused.add(key);
    }
  }
}

/** A page of a domain's feed. Where the Hub has forgotten what lies behind the cursor, from the start. */
async function fetchRecords(domain, cursor) {
  const answer = await fetch(`/v1/sealed/records?domain=${domain}&cursor=${cursor}`);
  if (answer.status === 410 && cursor > 0) return fetchRecords(domain, 0);
  if (!answer.ok) throw new Error(`records: ${answer.status}`);
  return { ...(await answer.json()), isFromStart: cursor === 0 };
}

/** The words of a detail, its name first: apps call it title, name or text. */
function wordsOf({ title, name, text, ...rest }) {
  const isText = (value) => typeof value === "string" && value !== "";
  return [title, name, text, ...Object.values(rest).flat()].filter(isText);
}

/** The keys that words give for the domains that were sealed with them; none where the words are others. */
async function keysOf(sealed, root, { hub, account, unlock: domains }) {
  const keys = new Map();
  for (const domain of domains.split(" ")) {
    const answer = await fetch(`/v1/sealed/directory?domain=${domain}`);
    if (!answer.ok) throw new Error(`directory: ${answer.status}`);
    const [founding] = (await answer.json()).entries;
    const scope = { hub, account, domain };
    const ofEpoch = new Map();
    const key = (epoch) => {
      if (!ofEpoch.has(epoch)) ofEpoch.set(epoch, sealed.domainKey(root, scope, epoch));
      return ofEpoch.get(epoch);
    };
    if (await sealed.isFounding(await key(1), founding)) keys.set(domain, key);
  }
  return keys;
}

// MARK: - The form

const problems = {
  "words.wrong_count": ({ count }) => `It takes 24 words, and there are ${count}.`,
  "words.unknown_word": ({ position }) => `Word ${position} is not in the list of words.`,
  "words.wrong_checksum": () => "Each is in the list, but one is wrong or not in its place.",
  "words.others": () => "These are not the words with which this account’s details were sealed.",
};

async function unlock(form) {
  const field = form.querySelector("textarea");
  const [sealed, { rootOf }] = await Promise.all([import(files.sealed), import(files.words)]);
  const root = await sealed.rootKey(await rootOf(field.value));
  const keys = await keysOf(sealed, root, form.dataset);
  if (keys.size === 0) throw Object.assign(new Error(), { code: "words.others" });
  field.value = "";
  opened = new Details(sealed, keys);
  opened.onChange = fill;
  touch();
  const from = new URL(document.referrer || "/", location.origin);
  const isOurs = from.origin === location.origin && pages.includes(from.pathname);
  // In the place of the form, to which nobody has to come back.
  window.navigation.navigate(isOurs ? from.pathname + from.search : "/", { history: "replace" });
  for (const domain of opened.domains) opened.catchUp(domain);
}

function offer(form) {
  if (!window.navigation || !window.crypto?.subtle) return;
  form.hidden = false;
  document.querySelector("#unlock-unable").hidden = true;
  const problem = form.querySelector("#unlock-problem");
  const box = problem.closest("[hidden]");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    box.hidden = true;
    try {
      await unlock(form);
    } catch (fault) {
      const say = problems[fault.code] ?? (() => "The Hub did not answer. Try once more.");
      problem.textContent = say(fault);
      box.hidden = false;
    }
  });
}

// MARK: - Locking

let touchedAt = 0;
const touch = () => { touchedAt = Date.now(); };

function lock() {
  if (!opened) return;
  opened.onChange = null;
  opened = null;
  fill();
}

for (const event of ["pointerdown", "keydown", "wheel"]) addEventListener(event, touch, { passive: true });
setInterval(() => {
  if (Date.now() - touchedAt >= idleMilliseconds) lock();
}, idleCheckMilliseconds);
// Left, and perhaps kept by the browser for coming back.
addEventListener("pagehide", lock);

// MARK: - Showing

const setText = (element, text) => {
  // Nothing is written that stands there, because whoever watches the page would look again.
  if (element.textContent !== text) element.textContent = text;
  element.hidden = text === "";
};

/** Writes into the page as it is now what is open, and takes away what is not. */
function fill() {
  for (const line of document.querySelectorAll("[data-detail]")) {
    const keys = line.dataset.detail.split(" ");
    const titles = keys.map((key) => opened?.find(key)?.title).filter(Boolean);
    setText(line, titles.join(" · "));
  }
  for (const line of document.querySelectorAll("[data-newest]")) {
    const named = (opened?.all ?? [])
      .filter((one) => one.domain === line.dataset.newest && one.title).slice(0, newestMax);
    setText(line, named.length ? `Newest: ${named.map((one) => one.title).join(" · ")}` : "");
  }
  for (const bar of document.querySelectorAll("[data-sealed]")) fillBar(bar);
}

function fillBar(bar) {
  bar.querySelector("[data-when=locked]").hidden = opened !== null;
  bar.querySelector("[data-when=unlocked]").hidden = opened === null;
  const refused = opened?.refused.size ? `, ${opened.refused.size} do not open` : "";
  const count = opened?.count === 1 ? "1 detail" : `${opened?.count ?? 0} details`;
  setText(bar.querySelector("[data-count]"), opened ? `Unlocked here: ${count}${refused}.` : "");
  if (!opened) bar.querySelector("input").value = "";
  search(bar);
}

function search(bar) {
  const text = bar.querySelector("input").value;
  const box = bar.querySelector("[data-found]");
  const found = opened && text.trim() !== "" ? opened.matching(text) : null;
  const asked = found ? `${text}\n${found.length}` : "";
  // Only where something is another now: who reads the list keeps their place.
  if (box.dataset.found === asked) return;
  box.dataset.found = asked;
  box.hidden = !found;
  box.replaceChildren(...(found ? listed(found, bar.dataset.sealed) : []));
}

/** How many were found, and a link to the day of each. */
function* listed(found, timeZone) {
  const address = new Intl.DateTimeFormat("en-CA", { timeZone });
  const date = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "long" });
  const count = document.createElement("p");
  count.textContent = found.length === 1 ? "1 found" : `${found.length} found`;
  count.setAttribute("role", "status");
  yield count;
  const list = document.createElement("ul");
  for (const one of found.slice(0, foundMax)) {
    const link = document.createElement("a");
    link.href = `/timeline?day=${address.format(one.at)}`;
    link.textContent = one.title || "Without a title";
    const item = document.createElement("li");
    item.append(link, `, ${date.format(one.at)}`);
    list.append(item);
  }
  yield list;
}

/** Reads on where the page shows a record that is newer than what is open. */
function follow() {
  const behind = new Set();
  for (const line of opened ? document.querySelectorAll("[data-detail]") : []) {
    const key = line.dataset.detail.split(" ")[0];
    // Asked for once: what does not open stays as it is.
    if (line.dataset.asked) continue;
    line.dataset.asked = "1";
    const known = opened.find(key)?.version ?? 0;
    if (known < Number(line.dataset.version)) behind.add(key.split("/")[0]);
  }
  for (const domain of opened?.domains ?? []) if (behind.has(domain)) opened.catchUp(domain);
}

// MARK: - Going on

// XMLHttpRequest, as in live.js.
const fetchPage = (url, signal) => new Promise((resolve, reject) => {
  const request = new XMLHttpRequest();
  request.open("GET", url);
  request.responseType = "document";
  request.onload = () => resolve(request);
  request.onerror = reject;
  signal.addEventListener("abort", () => { request.abort(); reject(signal.reason); });
  request.send();
});

/** Puts a page into this one; one that is not what was asked for is opened, which locks. */
async function show(url, signal) {
  const answer = await fetchPage(url, signal);
  const page = answer.status === 200 ? answer.response : null;
  if (!page || new URL(answer.responseURL).pathname !== new URL(url).pathname) {
    lock();
    location.assign(url);
    return;
  }
  document.title = page.title;
  // Says how wide the page is.
  document.body.className = page.body.className;
  for (const part of ["main", ".navigation"]) {
    document.querySelector(part).replaceWith(document.adoptNode(page.querySelector(part)));
  }
}

window.navigation?.addEventListener("navigate", (event) => {
  const { destination, canIntercept, hashChange, downloadRequest, formData, navigationType } = event;
  // Back to a page that was put into this one: the browser would leave in view what is there now.
  const isReturn = navigationType === "traverse" && destination.sameDocument;
  if (!opened && !isReturn) return;
  if (!canIntercept || hashChange || formData || downloadRequest !== null) return;
  if (navigationType === "reload" || !pages.includes(new URL(destination.url).pathname)) return;
  event.intercept({ handler: () => show(destination.url, event.signal) });
});

// What live.js and the above put into the page.
if (document.querySelector("main")) {
  new MutationObserver(() => { if (opened) { fill(); follow(); } })
    .observe(document.body, { childList: true, subtree: true });
}
document.addEventListener("input", (event) => {
  const bar = event.target.closest("[data-sealed]");
  if (bar) search(bar);
});
const form = document.querySelector("form[data-unlock]");
if (form) offer(form);
