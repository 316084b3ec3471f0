import { store } from "./store";
import type { Message } from "./model";

/** A place that a search found: a field by its name or value, or bytes. */
export interface Hit {
  datagram: number;
  field: number;
  start: number;
  end: number;
}

const maxHits = 5000;
/** An offset, the first and last of some bytes, or the first and how many there are, hexadecimal. */
const place = /^@(?:0x)?([0-9a-f]{1,8})(?:\s*([-+])\s*(?:0x)?([0-9a-f]{1,8}))?$/;

/** What the last search found, and where in it one is. */
class Hits {
  list: Hit[] = [];
  at = -1;
  query = "";
  private fields = new Set<string>();

  run(query: string): void {
    this.query = query;
    this.list = [];
    this.at = -1;
    this.fields.clear();
    const q = query.trim().toLowerCase();
    const at = place.exec(q);
    if (at) {
      const start = parseInt(at[1]!, 16);
      const end = at[2] === "-" ? parseInt(at[3]!, 16) + 1 : start + (at[2] === "+" ? parseInt(at[3]!, 16) : 1);
      const size = store.message?.data.length ?? 0;
      if (start < size && end > start) this.list.push({ datagram: store.current, field: -1, start, end: Math.min(end, size) });
    } else if (q !== "") {
      if (store.packets) {
        if (store.message) search(this.list, store.message, store.current, q);
      } else {
        store.messages.forEach((m, i) => search(this.list, m, i, q));
      }
      for (const h of this.list) if (h.field >= 0) this.fields.add(`${h.datagram}:${h.field}`);
    }
    store.announce("search");
  }

  /** In a capture it is about the packet that is shown. */
  again(): void {
    if (store.packets && this.query !== "") this.run(this.query);
  }

  /** The filter of a capture that leaves what has this; "" when it is a place and nothing to look for. */
  get filter(): string {
    const q = this.query.trim();
    if (q === "" || q.startsWith("#") || place.test(q.toLowerCase())) return "";
    const bytes = asBytes(q.toLowerCase());
    return `text(${JSON.stringify(q)})` + (bytes ? ` or bytes("${Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join(" ")}")` : "");
  }

  has(datagram: number, field: number): boolean {
    return this.fields.size > 0 && this.fields.has(`${datagram}:${field}`);
  }

  byte(datagram: number, o: number): boolean {
    return this.list.length > 0 && this.list.length < 200 && this.list.some((h) => h.field < 0 && h.datagram === datagram && h.start <= o && o < h.end);
  }

  /** Goes to the next hit, or the one before; for #12 to the twelfth datagram or packet. */
  async step(by: number): Promise<void> {
    const number = /^\s*#(\d{1,9})\s*$/.exec(this.query);
    if (number) return goto(Number(number[1]));
    const n = this.list.length;
    if (n === 0) return;
    this.at = this.at < 0 ? (by > 0 ? 0 : n - 1) : (this.at + by + n) % n;
    const h = this.list[this.at]!;
    if (h.datagram !== store.current) await store.go(h.datagram);
    if (h.field >= 0) store.selectField(h.field);
    else store.selectBytes(h.start, h.end - 1);
    store.say(`${this.at + 1} of ${n}: ${h.field >= 0 ? (store.message?.fields[h.field]?.name ?? "") : `bytes ${h.start} to ${h.end - 1}`}`);
    store.announce("search");
  }
}

async function goto(number: number): Promise<void> {
  if (store.packets) await (await import("./capture/state")).capture.goto(number);
  else if (number >= 1 && number <= store.rows.count) await store.go(number - 1);
  else store.say(`there is no datagram ${number}`);
}

/** Hex digits, with or without blanks and 0x, as bytes; null when it is something else. */
function asBytes(q: string): Uint8Array | null {
  const digits = q.replace(/0x|\\x|[\s:,-]/g, "");
  if (digits.length < 2 || digits.length % 2 !== 0 || !/^[0-9a-f]+$/.test(digits)) return null;
  return Uint8Array.from(digits.match(/../g)!, (d) => parseInt(d, 16));
}

function search(out: Hit[], m: Message, datagram: number, q: string): void {
  for (const f of m.fields) {
    if (out.length >= maxHits) return;
    if (f.kind === "bit" && !f.name.toLowerCase().includes(q)) continue;
    if (
      f.name.toLowerCase().includes(q) ||
      f.value.toLowerCase().includes(q) ||
      f.note.toLowerCase().includes(q) ||
      f.runs
        ?.map((r) => r.text)
        .join("")
        .toLowerCase()
        .includes(q)
    ) {
      out.push({ datagram, field: f.index, start: f.offset, end: f.offset + f.length });
    }
  }
  const needle = asBytes(q);
  if (!needle) return;
  for (let i = m.data.indexOf(needle[0]!); i >= 0 && out.length < maxHits; i = m.data.indexOf(needle[0]!, i + 1)) {
    if (needle.every((b, k) => m.data[i + k] === b)) out.push({ datagram, field: -1, start: i, end: i + needle.length });
  }
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
