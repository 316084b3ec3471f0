/** The list of the packets of a capture. */
import { store, type CaptureTab, type Packet, type PacketSource } from "../store";
import type { Line, Rows } from "../model";
import type { Sorted } from "../columns";
import type { Capture, CaptureReport, CaptureSummary, PacketRow } from "../../api/capture.ts";
import { nanoseconds } from "../../api/captureTime.ts";
import { Paged } from "./paged";

/** What the list has to know of its capture. */
interface Owner {
  readonly read: boolean;
  readonly expression: string;
  readonly picking: boolean;
  readonly summary: CaptureSummary | null;
  readonly report: CaptureReport | null;
  readonly lists: Readonly<Record<"exchanges" | "conversations" | "servers", { readonly known: boolean; readonly count: number }>> | null;
  readonly sorting: { packets: Sorted };
  readonly zero: bigint | null;
  inTurn(change: () => Promise<void>): Promise<void>;
  describe(): Promise<void>;
  again(): ReturnType<PacketSource["again"]>;
  close(): void;
}

/** The packets of a capture. */
export class Packets implements PacketSource, Rows {
  private readonly paged: Paged<PacketRow>;
  readonly rows = this;

  constructor(
    private readonly capture: Owner,
    private readonly source: Capture,
  ) {
    this.paged = new Paged(
      async (from, count) => ({ rows: await source.packets(from, from + count, this.sorted), total: source.progress.packets }),
      () => store.announce("rows"),
    );
  }

  get sorted(): Sorted {
    return this.capture.sorting.packets;
  }

  /** Sorts the list; the packet that is shown stays the one that is chosen. */
  async sort(by: Sorted): Promise<void> {
    if (!this.capture.read) return store.say("The list can be sorted once the file is read");
    return this.capture.inTurn(async () => {
      const { capture, count } = this;
      if (store.packets !== this) return; // filtered, or closed, meanwhile
      let chosen: number;
      let at: number;
      do {
        chosen = store.current;
        const now = await this.fetch(chosen);
        at = now ? await this.source.find(now.index, by) : -1;
      } while (store.packets === this && store.current !== chosen); // another was chosen meanwhile
      if (store.packets !== this) return;
      // At once, or the row that is there now would be the chosen one for a moment.
      capture.sorting.packets = by;
      this.paged.reload();
      this.paged.count = count;
      store.moved(Math.max(0, at));
    });
  }

  get greatest(): number {
    return this.capture.summary?.packets ?? this.count;
  }

  /** While the file is read only whether there are two: they are compared again when all are known. */
  get unknown(): number {
    const { read, summary } = this.capture;
    const n = summary?.unknown ?? 0;
    return read ? n : Math.min(n, 2);
  }

  datagrams(numbers: readonly number[]) {
    return this.source.datagrams(numbers.map((n) => n - 1));
  }

  get none(): string {
    if (this.count > 0) return "";
    if (this.capture.expression !== "") return "No packet matches the filter.";
    return this.capture.read ? "The file has no packets." : "";
  }

  get count(): number {
    return this.paged.count;
  }

  get counts(): Partial<Record<CaptureTab, number>> {
    const { report, lists, read, picking } = this.capture;
    const known: Partial<Record<CaptureTab, number>> = { packets: this.count };
    if (!read || !report) return known;
    const problems = report.problems.length + (report.files[0]?.problems.length ?? 0);
    const of = (name: keyof NonNullable<typeof lists>): number | undefined => (lists?.[name].known ? lists[name].count : undefined);
    for (const [id, n] of [
      ["exchanges", picking ? undefined : of("exchanges")],
      ["conversations", of("conversations")],
      ["servers", of("servers")],
      ["problems", problems],
    ] as const)
      if (n !== undefined) known[id] = n;
    return known;
  }

  /** What is known of packets has changed: they are asked for again. */
  renew(): void {
    const { count } = this;
    this.paged.reload();
    this.paged.count = count;
  }

  /** The list has so many rows now. */
  grow(count: number): void {
    this.paged.count = count;
  }

  row(i: number): Line | undefined {
    const p = this.paged.at(i);
    const first = this.capture.zero;
    if (!p || first === null) return undefined; // it has no time yet
    return {
      number: p.index + 1,
      time: p.time === null ? null : Number(nanoseconds(p.time) - first) / 1e9,
      from: p.source,
      to: p.destination,
      protocol: p.protocol === "unknown" ? "" : p.protocol,
      title: p.message,
      info: p.info,
      answer: p.answer === "" ? undefined : { kind: p.answer, other: p.other, ms: p.afterMs },
      length: p.length,
      worst: p.worst ?? "",
      direction: p.direction === "unknown" ? "" : p.direction,
    };
  }

  want(from: number, to: number): void {
    this.paged.want(from, to);
  }

  /** A row that may have to be fetched. */
  async fetch(i: number): Promise<PacketRow | undefined> {
    return this.paged.at(i) ?? (i < 0 || i >= this.count ? undefined : (await this.source.packets(i, i + 1, this.sorted))[0]);
  }

  async number(i: number): Promise<number | undefined> {
    const row = await this.fetch(i);
    return row && row.index + 1;
  }

  async packet(i: number): Promise<Packet | null> {
    const row = await this.fetch(i);
    return row ? { number: row.index + 1, ...(await this.source.packet(row.index)) } : null;
  }

  private looking = 0;

  /** Shows the next query packet that has a problem, or the one before; round the end once. False: there is none; undefined: somebody went elsewhere. */
  async nextProblem(by: 1 | -1): Promise<boolean | undefined> {
    const turn = ++this.looking;
    const from = store.current;
    let asked = 0;
    for (const [first, last] of stretches(from, this.count, by)) {
      const rows = await this.source.packets(first, last, { ...this.sorted, plain: true });
      if (turn !== this.looking || store.packets !== this || store.current !== from) return undefined;
      const odd = (r: PacketRow): boolean => r.worst !== null;
      const k = by > 0 ? rows.findIndex(odd) : rows.findLastIndex(odd);
      if (k >= 0) {
        await store.go(first + k);
        return store.packets === this && store.message !== null && store.message.problems.length > 0;
      }
      if (++asked % 16 === 0) store.say("Searching for the next problem…");
    }
    store.say("");
    return false;
  }

  again() {
    return this.capture.again();
  }

  describe(): Promise<void> {
    return this.capture.describe();
  }

  close(): void {
    this.capture.close();
  }
}

/** All rows but one in stretches, in the order in which they come behind it, or before it, and on from the other end. */
function* stretches(from: number, n: number, by: 1 | -1): Generator<[first: number, last: number]> {
  const step = 2048;
  for (const [a, b] of by > 0
    ? ([
        [from + 1, n],
        [0, from],
      ] as const)
    : ([
        [0, from],
        [from + 1, n],
      ] as const)) {
    if (by > 0) for (let i = a; i < b; i += step) yield [i, Math.min(b, i + step)];
    else for (let i = b; i > a; i -= step) yield [Math.max(a, i - step), i];
  }
}
