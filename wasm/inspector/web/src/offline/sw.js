// Keeps the page for when there is no network. What is kept is one build, whole:
// every file has to be the one that this build was made with, else nothing is
// installed and the next visit tries again. Another build brings another service
// worker, which takes over at once: names below assets/ hold a hash of their
// content, so a tab of the build before still gets its own files, from what was
// kept for that one.
const here = new URL("./", self.location.href).href;
const mine = (name) => name.startsWith("fragscope-") && name.endsWith(` ${here}`); // an origin may have several such pages
const kept = `fragscope-VERSION_OF_THE_PAGE ${here}`;
// Names with the beginning of the SHA-256 of their content.
const files = "FILES_OF_THE_PAGE";
const late = "LATE_FILES_OF_THE_PAGE"; // fetched when everything else is there, or when they are needed
const sums = new Map(Object.entries({ ...files, ...late }).map(([name, sum]) => [new URL(name, here).href, sum]));

/** Fetches a file of this build; fails for anything else that a host sends under its name. */
async function fetched(name) {
  const answer = await fetch(name, { cache: "no-cache" });
  const sum = await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer());
  const hex = Array.from(new Uint8Array(sum).subarray(0, 8), (b) => b.toString(16).padStart(2, "0")).join("");
  if (!answer.ok || hex !== sums.get(name)) throw new Error(`${name} is not of this build`);
  // Cloudflare sends NAME.html as NAME, and no navigation takes what came from elsewhere.
  return answer.redirected ? new Response(answer.body, answer) : answer;
}

async function keep(names) {
  const cache = await caches.open(kept);
  await Promise.all(Object.keys(names).map(async (name) => {
    const url = new URL(name, here).href;
    if (!(await cache.match(url))) await cache.put(url, await fetched(url));
  }));
}

/** The builds that are kept, this one first, then the one before. */
async function builds() {
  const others = (await caches.keys()).filter((name) => mine(name) && name !== kept); // in the order in which they came
  return [kept, ...others.reverse()];
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  // Chromium may lose a visit that it hands to a service worker while that is replaced. So the network is asked beside
  // it, and the first answer counts: where there is no network, the one that was kept.
  event.addRoutes?.([{ condition: { requestMode: "navigate" }, source: "race-network-and-fetch-handler" }]);
  event.waitUntil(keep(files).catch(async (e) => {
    await caches.delete(kept);
    throw e;
  }));
});

// Nothing here is waited for: a visit waits for a service worker that is being activated,
// and Chromium never answers one that waits when that worker claims tabs. Those of the
// build before are its own without that.
self.addEventListener("activate", () => {
  builds().then((all) => Promise.all(all.slice(2).map((name) => caches.delete(name))));
  keep(late).catch(() => {}); // they are kept when they are used, then
});

// A tab that was opened before there was any asks for it, once this one is active.
self.addEventListener("message", (event) => {
  if (event.data === "claim") event.waitUntil(self.clients.claim());
});

/** A file of this build, or of the one before, which a tab may show. */
async function found(name) {
  for (const cacheName of await builds()) {
    const answer = await caches.match(name, { cacheName });
    if (answer) return answer;
  }
  return undefined;
}

// Only what was kept is answered here; everything else goes its usual way.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  const path = url.origin + url.pathname;
  const name = path === `${here}index.html` ? here : path;
  if (!sums.has(name) && !name.startsWith(`${here}assets/`)) return;
  event.respondWith(
    found(name).then(async (answer) => {
      if (answer) return answer;
      if (!sums.has(name) || name === here) return fetch(request);
      await keep({ [name]: "" }).catch(() => {}); // no room: the page needs it all the same
      return (await found(name)) ?? fetch(request);
    }),
  );
});
