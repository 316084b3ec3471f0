// Asks for the service worker once the page has what it needs itself. Only the
// built page has one, and only where the browser allows it (https, localhost).
// A build that came while this one was shown waits until the reader wants it.

/** Calls offer with what shows another build, as soon as there is one. */
export function register(offer: (update: () => void) => void): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const workers = navigator.serviceWorker;
  const ready = (waiting: ServiceWorker): void =>
    offer(() => {
      workers.addEventListener("message", () => location.reload(), { once: true });
      waiting.postMessage("take over");
    });
  const start = async (): Promise<void> => {
    const at = await workers.register("./sw.js");
    if (at.waiting && workers.controller) ready(at.waiting);
    at.addEventListener("updatefound", () => {
      const next = at.installing;
      next?.addEventListener("statechange", () => {
        if (next.state === "installed" && workers.controller) ready(next);
      });
    });
  };
  const begin = (): void =>
    void start().catch(() => {
      // Without it the page works all the same, only not offline.
    });
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}
