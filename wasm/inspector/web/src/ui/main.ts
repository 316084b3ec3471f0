/** The page's beginning: it is drawn while the program loads; then what the address says is read, else a sample. */
import "./page.css";
import "../api/trusted.ts";
import { applyTheme } from "./theme";
import * as engine from "./engine";
import { openFragment } from "./input";
import { isLost, why } from "./loading";
import { recall } from "./memory";
import { places } from "./places";
import { store } from "./store";
import "./app";
import { keep, lost, resume } from "./resume";
import { register } from "../offline/register";
import type { App } from "./app";

applyTheme();
addEventListener("unhandledrejection", (e) => {
  if (!isLost(e.reason)) return;
  e.preventDefault();
  store.warn(why(e.reason));
});
register((update) => store.offer(update));

async function start(): Promise<void> {
  const host = document.querySelector("fragscope-app");
  if (!host) throw new Error("the page has no place for the inspector");
  const app = document.createElement("fs-app") as unknown as App;
  const resumed = resume();
  const linked = !resumed && location.hash.length > 1;
  if (!resumed && !linked) app.firstVisit();
  host.replaceChildren(app);
  try {
    await engine.load();
    const layout = recall("layout");
    if (layout) await store.describe(layout).catch(() => ""); // without it the rest is shown
  } catch (e) {
    const p = document.createElement("p");
    p.setAttribute("role", "alert");
    p.textContent = `The decoder could not be loaded: ${e instanceof Error ? e.message : String(e)}. Reload the page to try again.`;
    host.replaceChildren(p);
    return;
  }
  if (linked && !(await openFragment(location.hash))) app.firstVisit();
  store.begin();
  places.begin();
  const capture = lost();
  if (capture) store.warn(`${capture} was open before the page was reloaded: open it again, or drop it here.`, true);
  addEventListener("pagehide", keep);
  addEventListener("hashchange", (e) => {
    if (!places.handles(e.newURL)) void openFragment(location.hash);
  });
}

void start();
