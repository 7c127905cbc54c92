// Says that the Hub cannot be reached, where it cannot: the one page that browsers keep of it.
//
// `files` and `shell`, its name, stand above. They are kept when this worker is installed, and nothing
// else ever is: they are the same for everybody, and no page of a person is among them.

addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(shell)
      .then((cache) => cache.addAll(files.map((file) => new Request(file, { credentials: "omit" }))))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([
    registration.navigationPreload?.enable(),
    caches.keys().then((names) =>
      Promise.all(names.filter((name) => name !== shell).map((name) => caches.delete(name)))),
  ]));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const isPage = request.mode === "navigate" && request.method === "GET";
  const file = isPage ? files[0] : new URL(request.url).pathname;
  // Everything but pages and the shell's own files goes its way without us.
  if (!files.includes(file)) return;
  // A page is asked for by the browser itself: asked by us it would no longer say that a person went
  // there, and one that another site leads to is refused.
  if (isPage && !registration.navigationPreload) return;
  event.respondWith(
    Promise.resolve(isPage ? event.preloadResponse : undefined)
      .then((answer) => answer ?? fetch(request))
      .catch(async () =>
        (await caches.open(shell)).match(file).then((kept) => kept ?? Response.error())),
  );
});
