import { readFacts, readSpans } from "./calls.ts";
import { ClosedError, numbers, oneOf, textIn, whole, wrong } from "./errors.ts";
import { estimate } from "./held.ts";
import { Message, type Program } from "./message.ts";
import { showFormats } from "./names.ts";
import type { Packed } from "./packed.ts";
import type { Closing, Decoded, Found, Paste, Pasted, PasteError, Place, Reply, ServerSummary, ShowFormat, Status, Summary } from "./types.ts";

export interface Session extends Closing {}

/** Datagrams that belong together, decoded. Close it when it is no longer shown: that spares the program what others need. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: a method named by a symbol needs a lib that not every user of the types has
export class Session {
  private messages: Message[] = [];
  private closed = false;

  constructor(
    readonly decoder: Program,
    private held: number,
    /** Has the program decode the datagrams once more, and says by what number it holds them. */
    private readonly again: () => [number, Packed],
    /** Bytes that were given. */
    private readonly size: number,
    /** What the paste was; null when the datagrams were given as bytes. */
    readonly paste: Paste | null,
    readonly datagrams: readonly Summary[],
    /** The answer that continues with the rows of the first. */
    answer: Packed,
  ) {
    this.use();
    if (datagrams[0]) this.messages.push(new Message(this, datagrams[0], answer));
  }

  /** @internal The number by which the program holds the datagrams. A call's first argument: to hold them may take calls. */
  get id(): number {
    if (this.closed) throw new ClosedError("session");
    if (!this.decoder.held.has(this.held)) [this.held] = this.again();
    return this.use();
  }

  private use(): number {
    this.decoder.held.use(this.held, estimate(this.size, this.datagrams.length));
    return this.held;
  }

  /** Frees what the program holds. After it every function of the session and its messages that needs the program throws a ClosedError. */
  close(): void {
    this.closed = true;
    this.decoder.held.drop(this.held);
    this.messages = [];
  }

  message(index: number): Message {
    return (this.messages[whole("index", index, 0, this.datagrams.length - 1)] ??= new Message(this, this.datagrams[index]!));
  }

  /** How the paste was read; nothing of datagrams that were given as bytes. The parts are there when positions were requested. */
  pasted(): Pasted {
    const p = this.decoder.calls.packed("pasted", this.id);
    return { others: p.list((v) => ({ text: v.text(), name: v.text() })), parts: p.take(4 * p.u32()) };
  }

  /** What the replies say together about their server, of several servers about the first; null for nothing. */
  status(): Status | null {
    return JSON.parse(this.decoder.calls.textOf("status", this.id)) as Status | null;
  }

  /** The same for people, of the server of a datagram, or alone of what that datagram itself contains, with the first rows of each table; null for nothing. */
  summary(rows = 500, index = 0, alone = false): ServerSummary | null {
    const p = this.decoder.calls.packed("summary", this.id, whole("rows", rows), index, alone ? 1 : 0);
    const datagrams = p.ints();
    if (!p.bool()) return null;
    return {
      datagrams,
      title: readSpans(p),
      facts: readFacts(p),
      tables: p.list((q) => {
        const name = q.text();
        const columns = q.list((c) => ({ name: c.text(), number: c.bool() }));
        const total = q.u32();
        return { name, columns, total, rows: q.list((r) => columns.map(() => readSpans(r))) };
      }),
    };
  }

  /** In one line what a datagram contains beside its title: a server's name, map and players, the first bytes of an unknown one. */
  info(index: number): string {
    return this.decoder.calls.textOf("info", this.id, whole("index", index, 0, this.datagrams.length - 1));
  }

  /** All datagrams as the command fragscope decode writes them, or one of them. */
  show(format: ShowFormat, index = -1, options: { width?: number; full?: boolean } = {}): string {
    const f = oneOf("format", format, showFormats);
    whole("index", index, -1, this.datagrams.length - 1);
    const more = numbers(options, { width: [0, 0x7fffffff], full: null });
    return this.decoder.calls.textOf("show", this.id, index, f, ...more);
  }

  json(): string {
    return this.show("json");
  }

  /** The same, read; JSON.stringify calls it. */
  toJSON(): Decoded {
    return JSON.parse(this.json()) as Decoded;
  }

  /**
   * Looks in names, values and notes for text, whatever its case, and for bytes when it is hexadecimal digits; after @ it is a place
   * (@10, @10-1f, @10+4) in the current datagram. The hits begin with those of the current datagram.
   */
  search(query: string, current = 0): Found {
    const from = whole("current", current, 0, Math.max(0, this.datagrams.length - 1));
    const p = this.decoder.calls.packed("search", this.id, this.decoder.calls.put(textIn("query", query)), from);
    const [number, place, bytes, total] = [p.int(), p.bool(), p.text(), p.int()];
    return { number, place, bytes, total, hits: p.list((q) => ({ datagram: q.u32(), row: q.int(), start: q.u32(), end: q.u32() })) };
  }

  /**
   * The next problem, or the next unknown bytes, after the byte from of the current datagram (-1: nothing is selected) and then in so
   * many other datagrams, around the end; with by -1 the one before. Null for none.
   */
  next(what: "problem" | "unknown", by: 1 | -1, from: number, current: number, others: number): Place | null {
    const unknown = oneOf("what", what, ["problem", "unknown"]);
    if (by !== 1 && by !== -1) wrong("by", by, "1 or -1");
    whole("from", from, -1);
    whole("current", current, 0, Math.max(0, this.datagrams.length - 1));
    whole("others", others);
    const p = this.decoder.calls.packed("next", this.id, unknown, by, from, current, others);
    return p.bool() ? { datagram: p.int(), start: p.int(), end: p.int(), problem: p.int() } : null;
  }

  /** Which datagrams are parts of one answer. */
  replies(): Reply[] {
    const states: Reply["completeness"][] = ["unknown", "incomplete", "complete"];
    return this.decoder.calls.packed("replies", this.id).list((q) => ({
      protocol: this.decoder.protocolName(q.u32()),
      completeness: states[q.u32()]!,
      datagrams: q.ints(),
      duplicates: q.ints(),
      missing: q.ints(),
    }));
  }
}

/** True for what Decoder.parse returns when a paste cannot be read. */
export function isPasteError(x: Session | PasteError): x is PasteError {
  return !(x instanceof Session);
}

// "using" closes a session; where there is no symbol for that yet, compilers agree on this one.
Object.defineProperty(Session.prototype, Symbol.dispose ?? Symbol.for("Symbol.dispose"), { value: Session.prototype.close });
