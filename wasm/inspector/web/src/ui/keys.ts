/** What single keys do. */
import { nextProblem, nextUnknown } from "./search";
import { setHex, settings } from "./settings";
import { store, type Pane } from "./store";
import { trail } from "./trail";

/** Where keys lead to. */
export interface Places {
  search(): void;
  help(): void;
  paste(): void;
  /** Puts the keyboard into a part of the page. */
  into(part: string, pane: Pane): void;
}

/** Goes to the next marked datagram or packet, round the end. */
async function nextMarked(): Promise<void> {
  const numbers = [...store.marked].sort((a, b) => a - b);
  const now = store.rows.row(store.current)?.number ?? 0;
  const next = numbers.find((n) => n > now) ?? numbers[0];
  if (next === undefined) store.say("Nothing is marked");
  else if (store.packets) await (await import("./capture/state")).capture.goto(next);
  else await store.go(next - 1);
}

/** Writes offsets in the other base. */
export function switchBase(): void {
  setHex(!settings.hex);
  store.say(settings.hex ? "Offsets are hexadecimal" : "Offsets are decimal");
  store.announce("view");
}

/** What a combination of keys that finds something elsewhere means here: lists draw only what is in sight, and a browser finds nothing else. */
export function finds({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): "find" | "go" | undefined {
  if (ctrlKey === metaKey || altKey || shiftKey) return undefined;
  return ({ f: "find", g: "go" } as const)[key.toLowerCase()];
}

/** A key as Shift makes it, whatever Caps Lock does. */
export const letter = ({ key, shiftKey }: KeyboardEvent): string => (/^[a-z]$/i.test(key) ? (shiftKey ? key.toUpperCase() : key.toLowerCase()) : key);

/** What a key does; undefined for nothing, and for all while single keys are turned off. */
export function doing(key: string, to: Places): (() => void) | undefined {
  const does: Record<string, () => void> = {
    "/": () => to.search(),
    "?": () => to.help(),
    n: () => void nextProblem(1),
    N: () => void nextProblem(-1),
    u: () => void nextUnknown(1),
    U: () => void nextUnknown(-1),
    "[": () => void trail.step(-1),
    "]": () => void trail.step(1),
    m: () => void store.mark(),
    M: () => void nextMarked(),
    j: () => void store.go(store.current + 1),
    k: () => void store.go(store.current - 1),
    t: () => store.setView({ fieldsView: store.fieldsView === "table" ? "tree" : "table", tab: "fields" }),
    x: switchBase,
    1: () => to.into("fs-list", "input"),
    2: () => {
      store.setView({ tab: "fields" });
      to.into("fs-fields", "fields");
    },
    3: () => to.into("fs-hex", "bytes"),
    p: () => to.paste(),
  };
  return settings.keys && Object.hasOwn(does, key) ? does[key] : undefined;
}
