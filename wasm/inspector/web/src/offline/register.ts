// Asks for the service worker once the page has what it needs itself. Only the
// built page has one, and only where the browser allows it (https, localhost).

/** Whether this script is of the build that was kept last; sw.js says how the caches are called. */
async function newest(): Promise<boolean> {
  const here = new URL("./", document.baseURI).href;
  const cacheName = (await caches.keys()).findLast((name) => name.startsWith("fragscope-") && name.endsWith(` ${here}`));
  return cacheName === undefined || (await caches.match(import.meta.url, { cacheName })) !== undefined;
}

/** Calls offer with what shows another build, as soon as there is one. */
export function register(offer: (update: () => void) => void): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const workers = navigator.serviceWorker;
  const start = async (): Promise<void> => {
    const registration = await workers.register("./sw.js");
    // Another build is offered as soon as it is kept. That its worker has taken over is not waited for: Chromium may let
    // minutes pass before, and a visit has the newest page without it.
    const look = async (): Promise<void> => {
      if (!registration.installing && !(await newest())) offer(() => location.reload());
    };
    const watch = (): void => registration.installing?.addEventListener("statechange", () => void look());
    registration.addEventListener("updatefound", watch);
    watch();
    const { active } = await workers.ready;
    await look(); // it was kept before this script ran
    if (!active || workers.controller) return;
    // A tab that was opened before there was a service worker gets one, once that is active.
    const claim = (): void => {
      if (active.state === "activated") active.postMessage("claim");
    };
    active.addEventListener("statechange", claim);
    claim();
  };
  // Without it the page works all the same, only not offline.
  const begin = (): void => void start().catch(() => {});
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}
