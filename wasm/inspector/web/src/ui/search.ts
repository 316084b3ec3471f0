import { capital, hex, num } from "./copyas";
import { store } from "./store";
import * as engine from "./engine";
import type { Found } from "./model";
import { offset, settings } from "./settings";

const nothing: Found = { number: 0, place: false, bytes: "", total: 0, hits: [] };

/** What the last search found, and where in it one is. */
class Hits {
  at = -1;
  query = "";
  private found = nothing;
  /** The datagram or packet whose rows and bytes are marked. */
  private marked = -1;
  private rows = new Set<number>();
  private bytes = new Uint8Array();

  get total(): number {
    return this.found.total;
  }

  run(query: string): void {
    this.query = query;
    this.at = this.marked = -1;
    // In a capture it is about the packet that is shown, the only one of the session.
    this.found = engine.session?.search(place(query), store.packets ? 0 : store.current) ?? nothing;
    if (store.packets) for (const h of this.found.hits) h.datagram = store.current;
    store.announce("search");
  }

  again(): void {
    if (store.packets && this.query !== "") this.run(this.query);
  }

  /** The filter of a capture that leaves what has this; "" when it is a place and nothing to look for. */
  get filter(): string {
    const { number, place, bytes } = this.found;
    const q = this.query.trim();
    if (q === "" || number > 0 || place) return "";
    // Text of packets that nobody understands is in their bytes.
    const utf8 = hex(new TextEncoder().encode(q));
    const utf16 = hex(Uint8Array.from([...q].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8])));
    const written = !bytes && q.length >= 2 && q.length <= 64 ? ` or bytes("${utf8}") or bytes("${utf16}")` : "";
    return `text(${JSON.stringify(q)})${bytes ? ` or bytes("${bytes}")` : ""}${written}`;
  }

  private mark(datagram: number): void {
    if (this.marked === datagram) return;
    this.marked = datagram;
    this.rows = new Set();
    this.bytes = new Uint8Array(store.message?.summary.length ?? 0);
    for (const h of this.found.hits) {
      if (h.datagram !== datagram) continue;
      if (h.row >= 0) this.rows.add(h.row);
      else this.bytes.fill(1, h.start, h.end);
    }
  }

  has(row: number): boolean {
    if (this.found.total === 0) return false;
    this.mark(store.current);
    return this.rows.has(row);
  }

  byte(o: number): boolean {
    if (this.found.total === 0) return false;
    this.mark(store.current);
    return this.bytes[o] === 1;
  }

  /** Goes to the next hit, or the one before; for #12 to the twelfth datagram or packet. */
  step(by: number): Promise<void> {
    return store.during(this.stepped(by));
  }

  private async stepped(by: number): Promise<void> {
    // The first packet of a capture is what "again" searches once it has come.
    while (store.packets?.none === "" && !store.message) await new Promise((come) => store.addEventListener("current", come, { once: true }));
    if (this.found.number > 0) return goto(this.found.number);
    const n = this.found.hits.length;
    if (n === 0) return;
    this.at = this.at < 0 ? (by > 0 ? 0 : n - 1) : (this.at + by + n) % n;
    const h = this.found.hits[this.at]!;
    if (h.datagram !== store.current) await store.go(h.datagram);
    if (h.row >= 0) store.selectField(h.row);
    else store.selectBytes(h.start, h.end - 1);
    store.say(`${num(this.at + 1)} of ${num(this.total)}: ${h.row >= 0 ? (store.field?.name ?? "") : `bytes ${offset(h.start)} to ${offset(h.end - 1)}`}`);
    store.announce("search");
  }
}

/** A search for a place (@12, @12-28, @12+4, @0x12) as the program takes it, which is hexadecimal; others as they are. */
function place(query: string): string {
  if (!query.startsWith("@")) return query;
  const decimal = (n: string): boolean => !settings.hex && /^\d+$/.test(n);
  return query.replace(/(0x)?([0-9a-f]+)/gi, (_, prefix, n) => (!prefix && decimal(n) ? Number(n).toString(16) : n));
}

async function goto(number: number): Promise<void> {
  if (store.packets) await (await import("./capture/state")).capture.goto(number);
  else if (number >= 1 && number <= store.rows.count) await store.go(number - 1);
  else store.say(`Datagram ${number} not found`);
}

export const hits = new Hits();

/** Selects the next problem, or the one before, around the end; also in other datagrams of a paste, or packets of a capture. */
export const nextProblem = (by: 1 | -1): Promise<void> => store.during(next("problem", by));

/** Selects the next bytes that nobody understands. */
export const nextUnknown = (by: 1 | -1): Promise<void> => store.during(next("unknown", by));

/** Selects the next problem or unknown bytes of the datagram that is shown, whichever comes first, then the next problem elsewhere. */
export function nextOdd(by: 1 | -1): Promise<void> {
  const from = store.selection?.start ?? -1;
  const [problem, unknown] = (["problem", "unknown"] as const).map((what) => engine.session?.next(what, by, from, shownIn(), 0) ?? null);
  const sooner = unknown && (!problem || by * (unknown.start - problem.start) < 0);
  return sooner || (unknown && !store.datagrams.some((d) => d.problems > 0)) ? nextUnknown(by) : nextProblem(by);
}

const shownIn = (): number => (store.packets ? 0 : store.current);

async function next(what: "problem" | "unknown", by: 1 | -1): Promise<void> {
  const count = store.packets ? 0 : store.rows.count;
  if (await step(what, by, store.selection?.start ?? -1, count)) return;
  if (store.packets && what === "problem") {
    const { capture } = await import("./capture/state");
    const found = await capture.nextProblem(by);
    if (found === undefined) return;
    if (found) return next(what, by);
  }
  // Around the end of the only packet that is looked in.
  if (store.packets && (await step(what, by, -1, 0))) return;
  const none = what === "problem" ? "No problems" : "No unknown bytes";
  store.say(store.packets && what === "unknown" ? `${none} in this packet` : none);
}

async function step(what: "problem" | "unknown", by: 1 | -1, from: number, others: number): Promise<boolean> {
  const p = engine.session?.next(what, by, from, store.packets ? 0 : store.current, others);
  if (!p) return false;
  if (!store.packets && p.datagram !== store.current) await store.go(p.datagram);
  store.select("place", p.start, p.end);
  const problem = store.message?.problems[p.problem];
  store.say(problem ? capital(`${problem.severity}: ${problem.message}`) : `Unknown bytes at ${offset(p.start)}`);
  return true;
}
