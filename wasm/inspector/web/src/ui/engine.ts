/**
 * Everything that the page uses of the decoder. The shapes of the page
 * (model.ts) are made here from those of the API, as late as possible: a
 * datagram of tens of thousands of fields is shown a screen at a time.
 */
import {
  Decoder,
  isPasteError,
  type DecodeOptions,
  type Fact,
  type Found,
  type Message as ApiMessage,
  type Operation,
  type PasteError,
  type Row,
  type ServerSummary,
  type Session,
  type ShowFormat,
  type Summary,
} from "../api/index.ts";
import type { Explanation, Field, Message, Paste, Problem, Span } from "./model";
import type {} from "./boot";
import firstURL from "../generated/first.wasm?url";
import wholeURL from "../generated/decoder.wasm?url";

/** How to read: names, "" to auto-detect. */
export interface How {
  format: string;
  protocol: string;
  from: string;
}

let decoder: Decoder | undefined;
let session: Session | null = null;
/** Opens what is shown once more, in another program. */
let reopen: ((d: Decoder) => Session) | null = null;
/** The messages of the session that were given away. */
let given: LiveMessage[] = [];

/** Waits for what reads and decodes; that and the texts of fields are available after it. */
export async function load(): Promise<void> {
  const first = await Decoder.create(window.fragscopeProgram ?? fetch(firstURL));
  decoder ??= first;
}

/** Whether what reads and decodes is there. */
export const ready = (): boolean => decoder !== undefined;

function need(): Decoder {
  if (!decoder) throw new Error("the decoder is not loaded yet");
  return decoder;
}

let loading: Promise<void> | null = null;

/**
 * Loads the whole decoder: what sums up, writes, explains and changes. What is
 * shown moves over to it.
 */
export function loadWhole(): Promise<void> {
  return (loading ??= (async () => {
    try {
      const whole = await Decoder.create(fetch(wholeURL));
      decoder = whole;
      if (!session || !reopen) return;
      session = reopen(whole); // the first program is dropped with all it holds
      for (const m of given) m.move(session);
    } catch (e) {
      loading = null; // the next call tries again
      throw e;
    }
  })());
}

/** Whether the whole decoder is there. */
export const complete = (): boolean => decoder?.whole === true;

const texts = 128; // rows whose texts are read together

class LiveField implements Field {
  readonly index: number;
  readonly depth: number;
  readonly offset: number;
  readonly length: number;
  readonly kind: string;
  readonly hue: number;
  readonly parent: number;
  readonly next: number;
  private coloured: readonly Span[] | null | undefined;

  private readonly of: LiveMessage;
  readonly row: Row;

  constructor(of: LiveMessage, row: Row) {
    this.of = of;
    this.row = row;
    this.index = row.index;
    this.depth = row.depth;
    this.offset = row.offset;
    this.length = row.length;
    this.kind = row.kind;
    this.hue = row.hue;
    this.parent = row.parent;
    this.next = row.next;
  }

  get key(): string {
    return this.row.key;
  }
  get definitionKey(): string {
    return this.row.definition.key;
  }
  get mask(): bigint | null {
    return this.row.mask === 0n ? null : this.row.mask;
  }
  get name(): string {
    return this.of.text(this.index, 0);
  }
  get value(): string {
    return this.of.text(this.index, 1);
  }
  get note(): string {
    return this.of.text(this.index, 2);
  }

  get runs(): readonly Span[] | null {
    if (this.coloured === undefined) this.coloured = this.of.colours(this.row);
    return this.coloured;
  }
}

class LiveMessage implements Message {
  readonly protocol: string;
  readonly title: string;
  readonly reply: boolean;
  worst: Message["worst"];
  readonly length: number;
  session: Session;
  readonly summary: Summary;
  private list: LiveField[] | undefined;
  private read_: ApiMessage | undefined;
  private readonly blocks: string[][] = [];

  constructor(session: Session, summary: Summary) {
    this.session = session;
    this.summary = summary;
    this.protocol = summary.protocol;
    this.title = summary.message;
    this.reply = summary.direction === "reply" || (summary.direction === "unknown" && summary.way === "received");
    this.worst = summary.worst ?? "";
    this.length = summary.length;
  }

  /** The same datagram, opened in the whole program, which says more about several that belong together. */
  move(to: Session): void {
    this.session = to;
    this.worst = to.datagrams[this.summary.index]!.worst ?? "";
    this.read_ = this.list = undefined;
    this.blocks.length = 0;
  }

  get api(): ApiMessage {
    return (this.read_ ??= this.session.message(this.summary.index));
  }
  get data(): Uint8Array {
    return this.api.data;
  }
  get problems(): readonly Problem[] {
    return this.api.problems;
  }
  get fields(): readonly LiveField[] {
    if (!this.list) {
      const m = this.api;
      this.list = Array.from({ length: m.rowCount }, (_, i) => new LiveField(this, m.row(i)));
    }
    return this.list;
  }

  text(row: number, which: 0 | 1 | 2): string {
    const block = Math.floor(row / texts);
    const from = block * texts;
    const have = (this.blocks[block] ??= this.api.texts(from, from + texts).flatMap((t) => [t.name, t.value, t.note]));
    return have[(row - from) * 3 + which] ?? "";
  }

  colours(row: Row): readonly Span[] | null {
    if ((row.kind !== "text" && row.kind !== "ucs2") || row.length === 0) return null;
    const runs = this.api.colours(row.index);
    if (!runs.some((r) => r.code >= 0)) return null;
    return runs;
  }
}

function options(how: How): DecodeOptions {
  return {
    ...(how.protocol ? { protocol: how.protocol } : {}),
    ...(how.from === "request" || how.from === "reply" ? { from: how.from } : {}),
  };
}

/** Opens a session in place of the one that was shown. */
function renew(open: (d: Decoder) => Session | PasteError): Session | PasteError {
  forget();
  const next = open(need());
  if (isPasteError(next)) return next;
  session = next;
  reopen = open as (d: Decoder) => Session; // what was read once is read again
  given = next.datagrams.map((s) => new LiveMessage(next, s));
  return next;
}

function forget(): void {
  session?.close();
  session = reopen = null;
  given = [];
  summedUp = undefined;
}

let summedUp: ServerSummary | null | undefined;

/** The longest paste, in characters or bytes: reading one takes up to fifty times as much memory, and the page does nothing else meanwhile. */
export const maxPaste = 2 << 20;

/** Where the bytes of a paste are written is only read up to this size: it costs 12 bytes each. */
const maxPositions = 1 << 18;

/** Reads a paste, or bytes that are a paste or one datagram. */
export function read(input: string | Uint8Array, how: How): { paste: Paste; messages: readonly Message[] } {
  const empty: Paste = { format: "", why: "", notes: [], datagrams: [], error: null };
  if (input.length === 0 || (typeof input === "string" && input.trim() === "")) {
    forget();
    return { paste: empty, messages: [] };
  }
  if (input.length > maxPaste) {
    forget();
    return {
      paste: {
        ...empty,
        error: {
          line: 1,
          column: 1,
          found: `${(input.length / 2 ** 20).toFixed(1)} MiB`,
          expected: `at most ${maxPaste >> 20} MiB`,
          advice: "paste a part of it, or open the packets as a capture file",
        },
      },
      messages: [],
    };
  }
  const o = { ...options(how), ...(how.format ? { format: how.format } : {}), positions: input.length <= maxPositions };
  const result = renew((d) => d.parse(input, o));
  if (isPasteError(result)) return { paste: { ...empty, error: result }, messages: [] };
  const p = result.paste!;
  return {
    paste: {
      format: p.format,
      why: p.why,
      notes: p.notes,
      error: null,
      datagrams: result.datagrams.map((s) => ({
        length: s.length,
        direction: s.way || (s.direction === "unknown" ? "" : s.direction),
        comment: s.comment,
        line: s.line,
      })),
    },
    messages: given,
  };
}

/** Decodes one datagram by itself: a packet of a capture. */
export function decode(data: Uint8Array, how: Omit<How, "format">, link: string): Message {
  const known = link && need().names.links.includes(link) ? { link } : {};
  renew((d) => d.decode(data, { ...options({ ...how, format: "" }), ...known }));
  return given[0]!;
}

/** Where in the paste the bytes of a datagram are written: line, column and width, three numbers a byte. */
export function positions(m: Message): Uint32Array | null {
  if (!(m instanceof LiveMessage)) return null;
  const p = m.api.positions();
  return p.length > 0 ? p : null;
}

export const formats = (): readonly string[] => decoder?.names.formats ?? [];
export const protocols = (): readonly string[] => decoder?.names.protocols.filter((n) => n !== "unknown") ?? [];

export function explain(name: string): readonly Explanation[] {
  if (!decoder?.whole) return [];
  return decoder.explain(name).explanations.map((e) => ({
    kind: e.kind,
    title: e.title,
    text: e.kind === "problem" ? e.story : [e.text, e.story].filter(Boolean).join("\n"),
    advice: "",
    source: e.source,
    values: [
      ...(e.symbols ?? []).map((s) => ({ name: e.flags ? `0x${s.value.toString(16)}` : String(s.value), text: s.doc ? `${s.name}: ${s.doc}` : s.name })),
      ...e.values.map((v) => ({ name: v.text, text: v.name })),
    ],
  }));
}

/** Where what is shown has something; only once the decoder is complete. */
export const search = (query: string, current: number): Found | null => (session && complete() ? session.search(query, current) : null);

/** The server as a person reads it; null for nothing, or as long as the decoder is not complete. */
export function summary(): ServerSummary | null {
  if (!session || !complete()) return null;
  if (summedUp === undefined) summedUp = session.summary();
  return summedUp;
}

/** What a few bytes would be as numbers, a time and so on. */
export const interpret = (bytes: Uint8Array): readonly Fact[] => (decoder?.whole ? decoder.interpret(bytes) : []);

/** The ways in which bytes are copied; none as long as the decoder is not complete. */
export const forms = (): readonly string[] => (decoder?.whole ? decoder.forms : []);
export const write = (form: string, bytes: Uint8Array): string => need().write(form, bytes);

/** A field as one line; "" as long as the decoder is not complete. */
export const line = (m: Message, f: Field): string => (m instanceof LiveMessage && complete() ? m.api.line(f.index) : "");

/** All datagrams that are shown, or just one of them, as text: what the command prints. */
export function render(form: ShowFormat, messages: readonly Message[]): string {
  const first = messages[0];
  if (!(first instanceof LiveMessage) || !complete()) return "";
  const one = messages.length === 1 && first.session.datagrams.length > 1;
  return first.session.show(form, one ? first.summary.index : -1);
}

function change(m: Message, f: Field, operation: Operation): Uint8Array {
  if (!(m instanceof LiveMessage)) throw new Error("this field cannot be changed");
  const r = m.api.change(f.index, operation);
  if (!r.ok) throw new Error(r.error);
  return r.bytes;
}

export const edit = (m: Message, f: Field, value: string): Uint8Array => change(m, f, { kind: "edit", value });
export const setBit = (m: Message, f: Field, on: boolean): Uint8Array => change(m, f, { kind: on ? "setBit" : "clearBit", mask: f.mask ?? 0n });
export const deleteField = (m: Message, f: Field): Uint8Array => change(m, f, { kind: "delete" });
export const duplicateField = (m: Message, f: Field): Uint8Array => change(m, f, { kind: "duplicate" });

export function editRaw(m: Message, f: Field, digits: string): Uint8Array {
  const plain = digits.replace(/\s|0x|,/g, "");
  if (plain.length % 2 !== 0 || /[^0-9a-f]/i.test(plain)) throw new Error("bytes are written as pairs of hexadecimal digits, such as 1B FF");
  return change(m, f, { kind: "raw", bytes: Uint8Array.from(plain.match(/../g) ?? [], (d) => parseInt(d, 16)) });
}

/** The value of a field as the packet has it, nothing escaped. */
export function plainValue(m: Message, f: Field): string {
  return m instanceof LiveMessage && f.mask === null ? m.api.text(f.index) : f.value;
}

export interface Difference {
  kind: "changed" | "added" | "removed";
  a: number;
  b: number;
}

export function diff(a: Message, b: Message): readonly Difference[] {
  if (!(a instanceof LiveMessage) || !(b instanceof LiveMessage) || !decoder?.whole) return [];
  // The API counts fields; the page counts rows, in which bits have a place too.
  const rows = (m: LiveMessage): Map<number, number> => new Map(m.fields.filter((f) => f.mask === null).map((f) => [f.row.field, f.index]));
  const [ra, rb] = [rows(a), rows(b)];
  return decoder.diff(a.api, b.api).map((c) => ({ kind: c.kind, a: ra.get(c.a) ?? -1, b: rb.get(c.b) ?? -1 }));
}
