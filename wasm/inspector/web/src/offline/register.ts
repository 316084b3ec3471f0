// Asks for the service worker once the page has what it needs itself. Only the
// built page has one, and only where the browser allows it (https, localhost).
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  const register = (): void => {
    navigator.serviceWorker.register("./sw.js").catch(() => {
      // Without it the page works all the same, only not offline.
    });
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
