/** What is in the page, kept for when its tab is loaded again. A capture is not: it is a file, which has to be opened. */
import { store, type FieldsView, type MiddleTab, type Pane } from "./store";

const key = "fragscope.tab";

interface Kept {
  /** The address that it was kept at: another one is for something else. */
  hash: string;
  text: string;
  name: string;
  description: string;
  format: string;
  protocol: string;
  from: string;
  current: number;
  selection: readonly [number, number] | null;
  fieldsView: FieldsView;
  tab: MiddleTab;
  pane: Pane;
}

/** Keeps what is shown. */
export function keep(): void {
  const { name, description, format, protocol, from, current, selection, fieldsView, tab, pane } = store;
  const place = selection ? ([selection.start, selection.end] as const) : null;
  const all: Kept = { hash: location.hash, text: store.text, name, description, format, protocol, from, current, selection: place, fieldsView, tab, pane };
  try {
    if (store.packets || typeof store.given.input !== "string") sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(all));
  } catch {
    // The browser forbids it, or the text is too long: then the page begins anew.
  }
}

/** Reads what was kept when this tab was loaded before; false when nothing was, or for another address. */
export function resume(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (entry?.type !== "reload" && entry?.type !== "back_forward") return false;
  let kept: Kept;
  try {
    kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as Kept;
  } catch {
    return false;
  }
  if (!kept || kept.hash !== location.hash) return false;
  const { format, protocol, from, fieldsView, tab, pane, name, description, selection } = kept;
  Object.assign(store, { format, protocol, from, fieldsView, tab, pane });
  store.read(kept.text, { name, description });
  store.addEventListener(
    "current",
    () =>
      void store
        .settled()
        .then(() => store.go(kept.current))
        .then(() => {
          if (selection && selection[1] <= (store.message?.data.length ?? 0)) store.select("place", ...selection);
        }),
    { once: true },
  );
  return true;
}
