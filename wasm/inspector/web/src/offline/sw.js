// Keeps the page for when there is no network. What is kept is one build, whole:
// every file has to be the one that this build was made with, else nothing is
// installed and the next visit tries again. Another build brings another service
// worker, which takes over when the last tab is closed, or when a reader asks
// for it (register.ts). Until a tab of the build before is gone, what it may
// still load is kept too; names below assets/ hold a hash of their content, so
// no tab gets a file of another build.
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

/** Drops the builds before this one, unless more than so many tabs are there, which may show one. */
async function tidy(most) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (tabs.length > most) return;
  await Promise.all((await caches.keys()).filter((name) => mine(name) && name !== kept).map((name) => caches.delete(name)));
}

self.addEventListener("install", (event) => {
  event.waitUntil(keep(files).catch(async (e) => {
    await caches.delete(kept);
    throw e;
  }));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy(1).then(() => self.clients.claim()));
  keep(late).catch(() => {}); // they are kept when they are used, then
});

// A reader wants this build now. Chromium lets a worker take over only when the
// one before has been idle for half a minute; so that one is given the page of
// this build already, and finds what belongs to it below.
self.addEventListener("message", (event) => {
  if (event.data !== "take over") return;
  event.waitUntil((async () => {
    const page = await (await caches.open(kept)).match(here);
    for (const name of (await caches.keys()).filter(mine)) await (await caches.open(name)).put(here, page.clone());
    self.skipWaiting();
    event.source.postMessage("taken over");
  })());
});

/** A file of this build, or of another that a tab shows. */
async function found(name) {
  for (const cacheName of [kept, ...(await caches.keys()).filter(mine)]) {
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
  const page = path === here || path === `${here}index.html`;
  const name = page ? here : path;
  if (!sums.has(name) && !name.startsWith(`${here}assets/`)) return;
  if (page) event.waitUntil(tidy(0));
  event.respondWith(
    found(name).then(async (answer) => {
      if (answer) return answer;
      if (!sums.has(name) || page) return fetch(request);
      await keep({ [name]: "" }).catch(() => {}); // no room: the page needs it all the same
      return (await found(name)) ?? fetch(request);
    }),
  );
});
