// Today and Activity, kept fresh while somebody looks at it: asks for the page again and puts in what changed.

const seconds = 30;
// An app was asked for something and has not answered yet: somebody waits for it.
const isPending = () => document.querySelector("[data-live] [data-pending]") !== null;
const offline = (page) => page.getElementById("offline");

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

const partsOf = (page) =>
  [...page.querySelectorAll("[data-live]")].map((part) => part.id).join(" ");

const refresh = async () => {
  if (document.hidden) return;
  let answer;
  try {
    answer = await fetchPage();
  } catch {
    offline(document).hidden = false;
    return;
  }
  // Signed out meanwhile: whoever looks should not go on seeing the day.
  if (answer.responseURL && new URL(answer.responseURL).pathname !== location.pathname) {
    location.reload();
    return;
  }
  if (answer.status !== 200 || !answer.response) {
    offline(document).hidden = false;
    return;
  }
  // Hidden again, and with the time of what is shown from now on.
  offline(document).replaceWith(document.adoptNode(offline(answer.response)));
  // Another day began, the first app was connected, or the last one went.
  if (partsOf(answer.response) !== partsOf(document)) {
    location.reload();
    return;
  }
  for (const part of document.querySelectorAll("[data-live]")) {
    const fresh = answer.response.getElementById(part.id);
    // What somebody is reading with the keyboard, or has opened, is not pulled away.
    const isHeld = part.contains(document.activeElement) || part.querySelector("details[open]");
    if (fresh && !isHeld && !fresh.isEqualNode(part)) part.replaceWith(document.adoptNode(fresh));
  }
};

if (offline(document)) {
  setInterval(refresh, seconds * 1000);
  setInterval(() => { if (isPending()) refresh(); }, 1000);
  document.addEventListener("visibilitychange", refresh);
}
