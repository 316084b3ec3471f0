/** What is in the page, kept for when its tab is loaded again. Of a capture that is only the name: it is a file, which has to be opened. */
import { store, type FieldsView, type MiddleTab, type Pane } from "./store";

const key = "fragscope.tab";

interface Kept {
  /** The address that it was kept at: another one is for something else. */
  hash: string;
  /** There is a capture of this name, and nothing of what follows. */
  capture?: string;
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
    if (store.packets) sessionStorage.setItem(key, JSON.stringify({ hash: location.hash, capture: name }));
    else if (typeof store.given.input !== "string") sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(all));
  } catch {
    // The browser forbids it, or the text is too long: then the page begins anew.
  }
}

/** What was kept when this tab was loaded before; null when nothing was, or for another address. */
function before(): Kept | null {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (entry?.type !== "reload" && entry?.type !== "back_forward") return null;
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as Kept | null;
    return kept?.hash === location.hash ? kept : null;
  } catch {
    return null;
  }
}

/** The capture that was open before and is not any more; "" for none. */
export const lost = (): string => before()?.capture ?? "";

/** Reads what was kept; false when that is nothing. */
export function resume(): boolean {
  const kept = before();
  if (!kept || kept.capture !== undefined) return false;
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
