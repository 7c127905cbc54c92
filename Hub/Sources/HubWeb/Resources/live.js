// Keeps a page fresh while somebody looks at it. The Hub says when something has changed, and never
// what; the page is then asked for again, and its parts that are others now are put in.
//
// Where the Hub tells nothing, the page asks by itself. Without scripts it is as old as its opening.

const seconds = 30;
const pauseMilliseconds = 250;

// An app was asked for something and has not answered yet: somebody waits for it.
const isPending = () => document.querySelector("[data-live] [data-pending]") !== null;
const offline = (page) => page.getElementById("offline");
const partsOf = (page) => [...page.querySelectorAll("[data-live]")].map((part) => part.id).join(" ");

// XMLHttpRequest, because it parses the page itself: the policy of our pages lets no script make
// markup out of text.
const fetchPage = () => new Promise((resolve, reject) => {
  const request = new XMLHttpRequest();
  request.open("GET", location.pathname + location.search);
  request.responseType = "document";
  request.timeout = 10_000;
  request.onload = () => resolve(request);
  request.onerror = request.ontimeout = reject;
  request.send();
});

// MARK: - Putting in what changed

const valueAtFirst = (field) =>
  field instanceof HTMLSelectElement
    ? (field.querySelector("[selected]") ?? field.options[0])?.value
    : field.defaultValue;

const isTyped = (field) =>
  field.type !== "hidden"
  && (field.checked !== field.defaultChecked || field.value !== valueAtFirst(field));

/** Whether somebody is at it: the focus, something typed, opened, selected or scrolled. */
const isHeld = (part) =>
  part.contains(document.activeElement)
  || part.matches("details[open]") || part.querySelector("details[open]") !== null
  || [part, ...part.querySelectorAll("*")].some((one) => one.scrollLeft > 0 || one.scrollTop > 0)
  || [...part.querySelectorAll("input, select, textarea")].some(isTyped)
  || (!getSelection().isCollapsed && getSelection().containsNode(part, true));

/** Of what a held element was not given; it is asked for again once nobody holds it. */
let isBehind = false;

/** Makes `old` as `fresh` is, and leaves alone what somebody is at. */
const update = (old, fresh) => {
  if (old.isEqualNode(fresh)) return;
  if (!(old instanceof Element) || !isHeld(old)) {
    old.replaceWith(document.adoptNode(fresh));
    return;
  }
  const [before, after] = [[...old.childNodes], [...fresh.childNodes]];
  const fits = before.length > 0 && before.length === after.length
    && before.every((one, place) =>
      one.nodeName === after[place].nodeName && one.id === after[place].id);
  if (!fits || old.matches("form")) isBehind = true;
  else before.forEach((one, place) => update(one, after[place]));
};

const show = (answer, place) => {
  // Another page was put into this one meanwhile (unlock.js), which is asked for next.
  if (place !== location.pathname + location.search) {
    isAskedAgain = true;
    return;
  }
  // Signed out meanwhile: whoever looks should not go on seeing the day.
  if (answer.responseURL && new URL(answer.responseURL).pathname !== location.pathname) {
    location.reload();
    return;
  }
  const page = answer.status === 200 ? answer.response : null;
  if (!page || !offline(page)) {
    offline(document).hidden = false;
    return;
  }
  // Hidden again, and with the time of what is shown from now on.
  offline(document).replaceWith(document.adoptNode(offline(page)));
  // Another day began, the first app was connected, or the last one went.
  if (partsOf(page) !== partsOf(document)) {
    // As a link and not anew: a page that has been unlocked stays so.
    location.replace(location.pathname + location.search);
    return;
  }
  isBehind = false;
  for (const part of document.querySelectorAll("[data-live]")) {
    update(part, page.getElementById(part.id));
  }
};

// MARK: - Asking

let isAsking = false;
let isAskedAgain = false;

const refresh = async () => {
  if (document.hidden) return;
  if (isAsking) {
    isAskedAgain = true;
    return;
  }
  isAsking = true;
  try {
    const place = location.pathname + location.search;
    show(await fetchPage(), place);
  } catch {
    offline(document).hidden = false;
  }
  // A sync changes much in a row; what it changes during the pause is one more look.
  await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
  isAsking = false;
  if (isAskedAgain) {
    isAskedAgain = false;
    refresh();
  }
};

// MARK: - Being told

let source;

const isTold = () => source?.readyState === EventSource.OPEN;

const listen = () => {
  // A browser has six connections to the Hub for all of its tabs: only one that is looked at takes one.
  if (document.hidden) {
    source?.close();
    return;
  }
  if (source && source.readyState !== EventSource.CLOSED) return;
  source = new EventSource("/live");
  // What changed before the Hub began to tell, or while it was not reached.
  source.onopen = refresh;
  source.addEventListener("changed", refresh);
  // The Hub has gone, or the session has ended: the page itself tells which.
  source.onerror = refresh;
};

if (offline(document)) {
  listen();
  setInterval(() => { listen(); refresh(); }, seconds * 1000);
  setInterval(() => { if (isPending() && !isTold()) refresh(); }, 1000);
  document.addEventListener("visibilitychange", () => { listen(); refresh(); });
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => { if (event.persisted) { listen(); refresh(); } });
  for (const event of ["focusout", "toggle", "selectionchange"]) {
    document.addEventListener(event, () => { if (isBehind) refresh(); }, true);
  }
}
