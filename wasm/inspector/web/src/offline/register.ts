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
  // The worker of another build takes over at once; this page stays until the reader wants the other.
  let controlled = workers.controller !== null;
  workers.addEventListener("controllerchange", () => {
    if (controlled) offer(() => location.reload());
    controlled = true;
  });
  const start = async (): Promise<void> => {
    await workers.register("./sw.js");
    const { active } = await workers.ready;
    if (controlled && !(await newest())) offer(() => location.reload()); // it took over before this script ran
    if (!active || controlled) return;
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
