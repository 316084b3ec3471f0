import { readFacts, readSpans } from "./calls.ts";
import { Message, type Program } from "./message.ts";
import { showFormats } from "./names.ts";
import type { Packed } from "./packed.ts";
import type { Found, Paste, PasteError, Place, Reply, ServerSummary, ShowFormat, Status, Summary } from "./types.ts";

/** Datagrams that belong together, decoded. Close it when it is no longer shown. */
export class Session {
  private readonly cache = new Map<number, Message>();

  constructor(
    readonly decoder: Program,
    /** @internal */
    readonly id: number,
    /** What the paste was; null when the datagrams were given as bytes. */
    readonly paste: Paste | null,
    readonly datagrams: readonly Summary[],
    /** The answer that continues with the rows of the first. */
    answer: Packed,
  ) {
    const first = datagrams[0];
    if (first) this.cache.set(0, new Message(this, first, answer));
  }

  close(): void {
    this.decoder.calls.raw("drop", this.id);
    this.cache.clear();
  }

  message(index: number): Message {
    let m = this.cache.get(index);
    if (m === undefined) {
      const summary = this.datagrams[index];
      if (summary === undefined) throw new RangeError(`there is no datagram ${index}`);
      m = new Message(this, summary);
      this.cache.set(index, m);
    }
    return m;
  }

  /** What all datagrams together say about a server; null for nothing. */
  status(): Status | null {
    return JSON.parse(this.decoder.calls.textOf("status", this.id)) as Status | null;
  }

  /** The same for people, with the first rows of each table; null for nothing. */
  summary(rows = 500): ServerSummary | null {
    const p = this.decoder.calls.packed("summary", this.id, rows);
    if (!p.bool()) return null;
    const [title, facts] = [readSpans(p), readFacts(p)];
    const tables = p.list((q) => {
      const name = q.text();
      const columns = q.list((c) => ({ name: c.text(), number: c.bool() }));
      const total = q.u32();
      return { name, columns, total, rows: q.list((r) => columns.map(() => readSpans(r))) };
    });
    return { title, facts, tables };
  }

  /** All datagrams as the command fragscope decode writes them, or one of them. */
  show(format: ShowFormat, index = -1, options: { width?: number; full?: boolean } = {}): string {
    return this.decoder.calls.textOf("show", this.id, index, showFormats.indexOf(format), options.width ?? 0, options.full ? 1 : 0);
  }

  json(): string {
    return this.show("json");
  }

  /**
   * Looks in names, values and notes for text, whatever its case, and for bytes when it is hexadecimal digits; after @ it is a place
   * (@10, @10-1f, @10+4) in the current datagram. The hits begin with those of the current datagram.
   */
  search(query: string, current = 0): Found {
    const p = this.decoder.calls.packed("search", this.id, this.decoder.calls.put(query), current);
    const [number, place, bytes, total] = [p.int(), p.bool(), p.text(), p.int()];
    return { number, place, bytes, total, hits: p.list((q) => ({ datagram: q.u32(), row: q.int(), start: q.u32(), end: q.u32() })) };
  }

  /**
   * The next problem, or the next unknown bytes, after the byte from of the current datagram (-1: nothing is selected) and then in so
   * many other datagrams, around the end; with by -1 the one before. Null for none.
   */
  next(what: "problem" | "unknown", by: 1 | -1, from: number, current: number, others: number): Place | null {
    const p = this.decoder.calls.packed("next", this.id, what === "unknown" ? 1 : 0, by, from, current, others);
    return p.bool() ? { datagram: p.int(), start: p.int(), end: p.int(), problem: p.int() } : null;
  }

  /** Which datagrams are parts of one answer. */
  replies(): Reply[] {
    const states: Reply["completeness"][] = ["unknown", "incomplete", "complete"];
    return this.decoder.calls.packed("replies", this.id).list((q) => ({
      protocol: this.decoder.protocolName(q.u32()),
      completeness: states[q.u32()]!,
      datagrams: q.list((r) => r.u32()),
      duplicates: q.list((r) => r.u32()),
      missing: q.list((r) => r.u32()),
    }));
  }
}

/** True for what Decoder.parse returns when a paste cannot be read. */
export function isPasteError(x: Session | PasteError): x is PasteError {
  return !(x instanceof Session);
}
