import { store } from "./store";
import * as engine from "./engine";
import type { Found, Message } from "./model";

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

  /** What waits for the program that searches. */
  private waiting: Promise<void> | null = null;

  run(query: string): void {
    this.query = query;
    this.at = this.marked = -1;
    // In a capture it is about the packet that is shown, the only one of the session.
    this.found = engine.search(query, store.packets ? 0 : store.current) ?? nothing;
    if (store.packets) for (const h of this.found.hits) h.datagram = store.current;
    store.announce("search");
    if (!engine.complete() && query !== "")
      this.waiting ??= store.complete().then(() => {
        this.waiting = null;
        this.run(this.query);
      });
  }

  again(): void {
    if (store.packets && this.query !== "") this.run(this.query);
  }

  /** The filter of a capture that leaves what has this; "" when it is a place and nothing to look for. */
  get filter(): string {
    const { number, place, bytes } = this.found;
    const q = this.query.trim();
    if (q === "" || number > 0 || place) return "";
    return `text(${JSON.stringify(q)})` + (bytes ? ` or bytes("${bytes}")` : "");
  }

  private mark(datagram: number): void {
    if (this.marked === datagram) return;
    this.marked = datagram;
    this.rows = new Set();
    this.bytes = new Uint8Array(store.message?.length ?? 0);
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
  async step(by: number): Promise<void> {
    await this.waiting;
    if (this.found.number > 0) return goto(this.found.number);
    const n = this.found.hits.length;
    if (n === 0) return;
    this.at = this.at < 0 ? (by > 0 ? 0 : n - 1) : (this.at + by + n) % n;
    const h = this.found.hits[this.at]!;
    if (h.datagram !== store.current) await store.go(h.datagram);
    if (h.row >= 0) store.selectField(h.row);
    else store.selectBytes(h.start, h.end - 1);
    store.say(`${this.at + 1} of ${this.total}: ${h.row >= 0 ? (store.message?.fields[h.row]?.name ?? "") : `bytes ${h.start} to ${h.end - 1}`}`);
    store.announce("search");
  }
}

async function goto(number: number): Promise<void> {
  if (store.packets) await (await import("./capture/state")).capture.goto(number);
  else if (number >= 1 && number <= store.rows.count) await store.go(number - 1);
  else store.say(`there is no datagram ${number}`);
}

export const hits = new Hits();

/** Selects the next problem (or the one before); wraps around. Looks in other datagrams of a paste too. */
export async function nextProblem(by: 1 | -1): Promise<void> {
  await nextPlace(
    by,
    (m) => m.problems.map((p) => [p.offset, p.length, `${p.severity}: ${p.message}`] as const).sort((a, b) => a[0] - b[0]),
    "no problems",
    nextPacket,
  );
}

/** Goes to the next packet of a capture that has a problem, and selects its first or last one. False: no other has any. */
async function nextPacket(by: 1 | -1): Promise<boolean> {
  const { capture } = await import("./capture/state");
  if (!(await capture.nextProblem(by))) return false;
  await nextProblem(by);
  return true;
}

/** Selects the next bytes that nobody understands. */
export async function nextUnknown(by: 1 | -1): Promise<void> {
  await nextPlace(
    by,
    (m) => m.fields.filter((f) => f.kind === "unknown" && f.length > 0).map((f) => [f.offset, f.length, `unknown bytes at ${f.offset}`] as const),
    "no unknown bytes",
  );
}

type Spot = readonly [number, number, string];

async function nextPlace(by: 1 | -1, places: (m: Message) => Spot[], none: string, farther?: (by: 1 | -1) => Promise<boolean>): Promise<void> {
  const count = store.packets ? 1 : store.rows.count;
  for (let k = 0; k <= count; k++) {
    if (k === 1 && store.packets && (await farther?.(by))) return;
    const i = store.packets ? store.current : (store.current + by * k + count * 2) % count;
    const m = store.packets ? store.message : store.messages[i];
    if (!m) continue;
    const from = k === 0 ? (store.range ? store.range.start : by > 0 ? -1 : Infinity) : by > 0 ? -1 : Infinity;
    const list = places(m);
    const spot = by > 0 ? list.find((p) => p[0] > from) : list.findLast((p) => p[0] < from);
    if (!spot) continue;
    if (i !== store.current) await store.go(i);
    show(m, spot);
    return;
  }
  store.say(store.packets && !farther ? `${none} in this packet` : none);
}

function show(m: Message, [offset, length, what]: Spot): void {
  const same = m.fields.find((f) => f.kind !== "group" && f.offset === offset && f.length === length && length > 0);
  if (same) store.selectField(same.index);
  else if (m.data.length > 0) {
    const o = Math.min(offset, m.data.length - 1);
    store.selectBytes(o, Math.max(o, Math.min(m.data.length, offset + length) - 1));
  }
  store.say(what);
}
