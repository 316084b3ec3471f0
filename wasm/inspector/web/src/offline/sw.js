// Keeps the page for when there is no network. Names of files hold a hash of
// their content, so what is kept is never wrong; another version of the page
// brings another service worker, which takes over when the last tab is closed.
const kept = "fragscope-VERSION_OF_THE_PAGE";
const files = "FILES_OF_THE_PAGE";
const large = "LARGE_FILES_OF_THE_PAGE"; // fetched when everything else is there, or when they are needed

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(["./", ...files])));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("fragscope-") && name !== kept;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
  caches
    .open(kept)
    .then((cache) => cache.addAll(large))
    .catch(() => {}); // they are kept when they are used, then
});

// Only what was kept is answered here; everything else goes its usual way.
const here = new URL("./", self.location.href).href;
const known = new Set([...files, ...large].map((name) => new URL(name, here).href));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  const name = url.origin + url.pathname;
  const page = name === here || name === `${here}index.html`;
  if (!page && !known.has(name)) return;
  event.respondWith(
    caches
      .open(kept)
      .then(async (cache) => {
        const found = await cache.match(page ? here : name);
        if (found) return found;
        const answer = await fetch(request);
        if (answer.ok && !page) await cache.put(name, answer.clone());
        return answer;
      }),
  );
});
