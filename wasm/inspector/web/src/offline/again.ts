// Loads the page once more where a script of it did not come: Chromium may lose one that it hands to a service worker
// while that of another build takes its place. A page that fails again within a minute has another reason.
const key = "fragscope again";
addEventListener(
  "error",
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    try {
      const last = Number(sessionStorage.getItem(key));
      if (Date.now() - last < 60_000) return;
      sessionStorage.setItem(key, String(Date.now()));
    } catch {
      return; // nothing is remembered here: it would not end
    }
    location.reload();
  },
  true,
);
