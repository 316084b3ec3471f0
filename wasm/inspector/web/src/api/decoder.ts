import { compile, start, type Program, type Source } from "./go.ts";
import { Packed } from "./packed.ts";
import type {
  Change,
  Changed,
  ColourRun,
  Confidence,
  DecodeOptions,
  Definition,
  Direction,
  Explanation,
  ParseOptions,
  Paste,
  PasteError,
  Problem,
  ProtocolName,
  Reference,
  Reply,
  RequestOptions,
  Row,
  RowText,
  Severity,
  ShowFormat,
  Status,
  Summary,
  Symbol_,
} from "./types.ts";

const directions: Direction[] = ["unknown", "request", "reply"];
const confidences: Confidence[] = ["unlikely", "possible", "likely", "certain"];
const severities: Severity[] = ["note", "warning", "error"];
const ways: Summary["way"][] = ["", "sent", "received"];
const showFormats: ShowFormat[] = ["table", "tree", "markdown", "json", "ndjson", "csv"];
const rowWords = 12;
const operations = { edit: 0, raw: 1, setBit: 2, clearBit: 3, delete: 4, duplicate: 5 } as const;

/** How to change a field. What depends on it follows: lengths, counts, checksums; not with "raw". */
export type Operation =
  /** Text for texts, digits or the name of a symbol for numbers, hexadecimal digits for other bytes. */
  | { kind: "edit"; value: string }
  | { kind: "raw"; bytes: Uint8Array }
  | { kind: "setBit" | "clearBit"; mask: bigint }
  | { kind: "delete" | "duplicate" };

const utf8in = new TextEncoder();
const utf8out = new TextDecoder();

/**
 * The decoder program. All of it is synchronous: a call on a packet takes
 * microseconds. Sessions hold memory until they are closed.
 */
export class Decoder {
  readonly reference: Reference;
  private readonly definitions: Definition[] = [];
  private readonly answerAt: number;
  private readonly formatNumbers = new Map<string, number>();
  private readonly protocolNumbers = new Map<string, number>();
  private readonly protocolNames: string[] = [];
  private readonly linkNumbers = new Map<string, number>();

  private constructor(private readonly program: Program) {
    this.answerAt = this.raw("answer");
    this.reference = this.readReference();
  }

  /** Loads and starts the program. */
  static async create(source: Source): Promise<Decoder> {
    return new Decoder(await start(await compile(source)));
  }

  /** Reads a paste and decodes what is in it; the error says where it cannot be read. */
  parse(text: string | Uint8Array, options: ParseOptions = {}): Session | PasteError {
    const id = this.raw("open");
    const n = this.put(text);
    const format = options.format === undefined ? 0 : this.number(this.formatNumbers, options.format, "format");
    const p = this.packed("parse", id, n, format, options.positions ? 1 : 0, ...this.decodeOptions(options));
    if (!p.bool()) {
      this.raw("drop", id);
      return { line: p.int(), column: p.int(), found: p.text(), expected: p.text(), advice: p.text() };
    }
    const paste: Paste = {
      format: p.text(),
      formatText: p.text(),
      why: p.text(),
      notes: p.list((q) => ({ line: q.int(), column: q.int(), text: q.text() })),
    };
    return new Session(this, id, paste, this.summaries(p));
  }

  /** Decodes datagrams given as bytes. */
  decode(datagrams: Uint8Array | readonly Uint8Array[], options: DecodeOptions = {}): Session {
    const list = datagrams instanceof Uint8Array ? [datagrams] : datagrams;
    const id = this.raw("open");
    let size = 4 + 4 * list.length;
    for (const d of list) size += d.length;
    const at = this.raw("input", size);
    const view = new DataView(this.program.memory.buffer, at, size);
    const bytes = new Uint8Array(this.program.memory.buffer, at, size);
    view.setUint32(0, list.length, true);
    let to = 4 + 4 * list.length;
    list.forEach((d, i) => {
      view.setUint32(4 + 4 * i, d.length, true);
      bytes.set(d, to);
      to += d.length;
    });
    return new Session(this, id, null, this.summaries(this.packed("load", id, size, ...this.decodeOptions(options))));
  }

  /** What is known about a problem's code, a field's key, a rule's key or a protocol; when nothing is, names like it. */
  explain(name: string): { explanations: Explanation[]; suggestions: string[] } {
    const p = this.packed("explain", this.put(name));
    const explanations = p.list((q): Explanation => {
      const kind = q.text() as Explanation["kind"];
      const named = q.text();
      const protocol = this.protocolName(q.u32());
      const severity = q.u32();
      const title = q.text();
      const text = q.text();
      const advice = q.text();
      const story = q.text();
      const source = q.text();
      const { symbols, flags } = readSymbols(q);
      const values = q.list((v) => ({ text: v.text(), name: v.text() }));
      return {
        kind,
        name: named,
        protocol,
        severity: severity === 0 ? null : severities[severity - 1]!,
        title,
        text,
        advice,
        story,
        source,
        symbols,
        flags,
        values,
      };
    });
    return { explanations, suggestions: p.list((q) => q.text()) };
  }

  /** Every name that explain knows. */
  explainable(): { kind: Explanation["kind"]; name: string }[] {
    return this.packed("explainable").list((q) => ({ kind: q.text() as Explanation["kind"], name: q.text() }));
  }

  /** Bytes as text in a format of Reference.formats that is writable, as the program of that name writes them. */
  dump(format: string, bytes: Uint8Array): string {
    const n = this.put(bytes);
    return this.textOf("dump", n, this.number(this.formatNumbers, format, "format"));
  }

  /** Builds a request. */
  request(protocol: ProtocolName, o: RequestOptions = {}): Changed {
    const n = this.put([o.message ?? "", o.text ?? "", o.game ?? ""].join("\0"));
    const number = this.number(this.protocolNumbers, protocol, "protocol");
    return readBytes(this.packed("request", n, number, o.id ?? 0, o.challenge ?? 0, o.port ?? 0));
  }

  /** Which values differ between two messages. */
  diff(a: Message, b: Message): Change[] {
    const kinds: Change["kind"][] = ["changed", "added", "removed"];
    return this.packed("diff", a.session.id, a.index, b.session.id, b.index).list((q) => ({
      kind: kinds[q.u32()]!,
      a: q.int(),
      b: q.int(),
    }));
  }

  // What follows is for Session and Message.

  /** @internal */
  raw(name: string, ...args: number[]): number {
    const failure = this.program.failure();
    if (failure !== undefined) throw new Error(`the decoder has stopped: ${failure}`);
    const result = this.program.exports[name]!(...args);
    const late = this.program.failure();
    if (late !== undefined) throw new Error(`the decoder has stopped: ${late}`);
    return result;
  }

  /** @internal Copies text or bytes into the program and returns how many bytes they are. */
  put(text: string | Uint8Array): number {
    if (typeof text === "string") {
      const room = 3 * text.length;
      const at = this.raw("input", room);
      return utf8in.encodeInto(text, new Uint8Array(this.program.memory.buffer, at, room)).written;
    }
    const at = this.raw("input", text.length);
    new Uint8Array(this.program.memory.buffer, at, text.length).set(text);
    return text.length;
  }

  private answer(): { at: number; length: number } {
    const a = new Uint32Array(this.program.memory.buffer, this.answerAt, 2);
    return { at: a[0]!, length: a[1]! };
  }

  /** @internal */
  packed(name: string, ...args: number[]): Packed {
    this.raw(name, ...args);
    const { at, length } = this.answer();
    return new Packed(this.program.memory.buffer, at, length);
  }

  /** @internal */
  bytesOf(name: string, ...args: number[]): Uint8Array<ArrayBuffer> {
    this.raw(name, ...args);
    const { at, length } = this.answer();
    return new Uint8Array(new Uint8Array(this.program.memory.buffer, at, length));
  }

  /** @internal */
  textOf(name: string, ...args: number[]): string {
    this.raw(name, ...args);
    const { at, length } = this.answer();
    return utf8out.decode(new Uint8Array(this.program.memory.buffer, at, length));
  }

  /** @internal */
  definition(id: number): Definition {
    if (id >= this.definitions.length) this.readDefinitions();
    return this.definitions[id]!;
  }

  /** @internal */
  protocolName(n: number): ProtocolName {
    return this.protocolNames[n] ?? "unknown";
  }

  private number(map: Map<string, number>, name: string, what: string): number {
    const n = map.get(name);
    if (n === undefined) throw new RangeError(`there is no ${what} ${JSON.stringify(name)}`);
    return n;
  }

  private decodeOptions(o: DecodeOptions): [number, number, number] {
    return [
      o.protocol === undefined ? 0 : this.number(this.protocolNumbers, o.protocol, "protocol"),
      o.from === undefined ? 0 : directions.indexOf(o.from),
      o.link === undefined ? 0 : this.number(this.linkNumbers, o.link, "kind of frame"),
    ];
  }

  private summaries(p: Packed): Summary[] {
    let index = 0;
    return p.list((q): Summary => {
      const length = q.u32();
      const protocol = this.protocolName(q.u32());
      const direction = directions[q.u32()]!;
      const confidence = confidences[q.u32()]!;
      const payload = q.u32();
      const link = this.reference.links[q.u32()] ?? "none";
      const worst = q.u32();
      const problems = q.u32();
      const way = ways[q.u32()]!;
      const line = q.u32();
      return {
        index: index++,
        length,
        protocol,
        message: q.text(),
        doc: q.text(),
        direction,
        confidence,
        payload,
        link,
        worst: worst === 0 ? null : severities[worst - 1]!,
        problems,
        way,
        line,
        comment: q.text(),
      };
    });
  }

  private readReference(): Reference {
    const p = this.packed("reference");
    const formats = p.list((q) => {
      const n = q.u32();
      const writable = q.bool();
      const name = q.text();
      this.formatNumbers.set(name, n);
      return { name, doc: q.text(), writable };
    });
    const protocols = p.list((q) => {
      const n = q.u32();
      const name = q.text();
      this.protocolNumbers.set(name, n);
      this.protocolNames[n] = name;
      return {
        name,
        title: q.text(),
        doc: q.text(),
        requests: q.list((r) => r.text()),
        messages: q.list((m) => ({ direction: directions[m.u32()]!, name: m.text(), doc: m.text() })),
      };
    });
    const kinds = p.list((q) => q.text());
    const links = p.list((q) => q.text());
    links.forEach((name, n) => this.linkNumbers.set(name, n));
    return { formats, protocols, kinds, links };
  }

  private readDefinitions(): void {
    const p = this.packed("definitions", this.definitions.length);
    p.list((q) => {
      const kind = this.reference.kinds[q.u32()] ?? "unknown";
      const role = q.u32();
      const [key, name, note, doc, source] = [q.text(), q.text(), q.text(), q.text(), q.text()];
      const { symbols, flags } = readSymbols(q);
      const parts = q.list((r) => ({ mask: r.u64(), name: r.text(), unit: r.text(), symbols: readSymbols(r).symbols }));
      this.definitions.push({
        id: this.definitions.length,
        key: key!,
        name: name!,
        kind,
        role,
        note: note!,
        doc: doc!,
        source: source!,
        symbols,
        flags,
        parts,
      });
    });
  }
}

function readSymbols(q: Packed): { symbols: Symbol_[] | null; flags: boolean } {
  const n = q.int();
  if (n < 0) return { symbols: null, flags: false };
  const flags = q.bool();
  const symbols: Symbol_[] = [];
  for (let i = 0; i < n; i++) symbols.push({ value: q.u64(), name: q.text(), doc: q.text() });
  return { symbols, flags };
}

function readBytes(p: Packed): Changed {
  if (!p.bool()) return { ok: false, error: p.text() };
  const n = p.u32();
  const words = p.take((n + 3) >> 2).slice();
  return { ok: true, bytes: new Uint8Array(words.buffer, 0, n) };
}

/** True for what Decoder.parse returns when a paste cannot be read. */
export function isPasteError(x: Session | PasteError): x is PasteError {
  return !(x instanceof Session);
}

/** Datagrams that belong together, decoded. Close it when it is no longer shown. */
export class Session {
  private readonly cache = new Map<number, Message>();

  constructor(
    readonly decoder: Decoder,
    /** @internal */
    readonly id: number,
    /** What the paste was; null when the datagrams were given as bytes. */
    readonly paste: Paste | null,
    readonly datagrams: readonly Summary[],
  ) {}

  close(): void {
    this.decoder.raw("drop", this.id);
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
    return JSON.parse(this.decoder.textOf("status", this.id)) as Status | null;
  }

  /** All datagrams as the command fragscope decode writes them, or one of them. */
  show(format: ShowFormat, index = -1, options: { width?: number; full?: boolean } = {}): string {
    return this.decoder.textOf(
      "show",
      this.id,
      index,
      showFormats.indexOf(format),
      options.width ?? 0,
      options.full ? 1 : 0,
    );
  }

  json(): string {
    return this.show("json");
  }

  /** Which datagrams are parts of one answer. */
  replies(): Reply[] {
    const states: Reply["completeness"][] = ["unknown", "incomplete", "complete"];
    return this.decoder.packed("replies", this.id).list((q) => ({
      protocol: this.decoder.protocolName(q.u32()),
      completeness: states[q.u32()]!,
      datagrams: q.list((r) => r.u32()),
      duplicates: q.list((r) => r.u32()),
      missing: q.list((r) => r.u32()),
    }));
  }
}

/** One datagram, field by field. */
export class Message {
  readonly index: number;
  /** The rows as the program packed them, 12 words each; row() reads one. */
  readonly packed: Uint32Array;
  readonly rowCount: number;
  readonly problems: readonly Problem[];
  private bytes: Uint8Array<ArrayBuffer> | undefined;

  constructor(
    readonly session: Session,
    readonly summary: Summary,
  ) {
    this.index = summary.index;
    const p = session.decoder.packed("rows", session.id, summary.index);
    this.rowCount = p.u32();
    this.packed = p.take(this.rowCount * rowWords);
    this.problems = p.list((q) => ({
      severity: severities[q.u32()]!,
      offset: q.u32(),
      length: q.u32(),
      code: q.text(),
      message: q.text(),
      advice: q.text(),
    }));
  }

  get data(): Uint8Array<ArrayBuffer> {
    return (this.bytes ??= this.session.decoder.bytesOf("data", this.session.id, this.index));
  }

  offset(row: number): number {
    return this.packed[row * rowWords + 1]!;
  }

  length(row: number): number {
    return this.packed[row * rowWords + 2]!;
  }

  depth(row: number): number {
    return (this.packed[row * rowWords + 3]! >> 8) & 0xff;
  }

  /** First row that is not a member of this one. */
  next(row: number): number {
    return this.packed[row * rowWords + 5]!;
  }

  /** Row that this one is a member of, -1 for none. */
  parent(row: number): number {
    return this.packed[row * rowWords + 11]! | 0;
  }

  /** Whether the row is one of those that tile the datagram. */
  leaf(row: number): boolean {
    const at = row * rowWords;
    return this.packed[at + 2]! > 0 && (this.packed[at + 3]! & 0xff) !== 0;
  }

  row(index: number): Row {
    if (!(index >= 0 && index < this.rowCount)) throw new RangeError(`there is no row ${index}`);
    const w = this.packed.subarray(index * rowWords, (index + 1) * rowWords);
    const definition = this.session.decoder.definition(w[0]!);
    const marks = w[4]! & 0xff;
    const sort = (w[4]! >> 8) & 0xff;
    const value = (BigInt(w[7]!) << 32n) | BigInt(w[6]!);
    const mask = (BigInt(w[9]!) << 32n) | BigInt(w[8]!);
    let kind = this.session.decoder.reference.kinds[w[3]! & 0xff] ?? "unknown";
    let key = definition.key;
    if (sort !== 0) {
      kind = sort === 1 || (mask & (mask - 1n)) === 0n ? "bit" : "part";
      key += ".0x" + mask.toString(16);
    } else {
      if (numbers.has(kind)) {
        if (definition.parts.length > 0) kind = "bits";
        else if (definition.symbols !== null && (marks & 1) === 0) kind = definition.flags ? "flags" : "enum";
      }
      if (marks & 1) key += ".length";
    }
    return {
      index,
      key,
      definition,
      offset: w[1]!,
      length: w[2]!,
      kind,
      depth: (w[3]! >> 8) & 0xff,
      lead: (w[3]! >> 16) & 0xff,
      trail: w[3]! >>> 24,
      marks,
      next: w[5]!,
      parent: w[11]! | 0,
      value,
      mask,
      field: w[10]!,
    };
  }

  /** Name, value and note of the rows [from, to), as a person reads them. Ask for the rows on screen. */
  texts(from = 0, to = this.rowCount): RowText[] {
    const n = Math.max(0, Math.min(to, this.rowCount) - from);
    const p = this.session.decoder.packed("texts", this.session.id, this.index, from, from + n);
    const all: RowText[] = [];
    for (let i = 0; i < n; i++) all.push({ name: p.text(), value: p.text(), note: p.text() });
    return all;
  }

  /** Value of a row's field as the packet has it: nothing is escaped. */
  text(row: number): string {
    return this.session.decoder.textOf("value", this.session.id, this.index, this.field(row));
  }

  /** Runs of colour of a text. */
  colours(row: number): ColourRun[] {
    return this.session.decoder.packed("colours", this.session.id, this.index, this.field(row)).list((q) => {
      const begin = q.u32();
      const end = q.u32();
      const code = q.int();
      const plain = q.bool();
      const rgb = q.u32();
      const colour = plain || code < 0 ? null : "#" + rgb.toString(16).padStart(6, "0");
      return { begin, end, code, colour, text: q.text() };
    });
  }

  /** Where in the paste each byte stands: line, column and width, three numbers a byte. Empty unless asked for. */
  positions(): Uint32Array {
    const p = this.session.decoder.packed("positions", this.session.id, this.index);
    return p.take(3 * p.u32());
  }

  /** The leaf that holds the byte at offset, -1 for none. */
  leafAt(offset: number): number {
    for (let i = 0; i < this.rowCount; i++) {
      if (this.leaf(i) && offset >= this.offset(i) && offset < this.offset(i) + this.length(i)) return i;
    }
    return -1;
  }

  /** The datagram that comes of changing a row's field; this one stays as it is. */
  change(row: number, operation: Operation): Changed {
    let n = 0;
    let mask = 0n;
    if (operation.kind === "edit") n = this.session.decoder.put(operation.value);
    if (operation.kind === "raw") n = this.session.decoder.put(operation.bytes);
    if (operation.kind === "setBit" || operation.kind === "clearBit") mask = operation.mask;
    return readBytes(
      this.session.decoder.packed(
        "change",
        this.session.id,
        this.index,
        this.field(row),
        operations[operation.kind],
        n,
        Number(mask & 0xffffffffn),
        Number(mask >> 32n),
      ),
    );
  }

  private field(row: number): number {
    return this.packed[row * rowWords + 10]!;
  }
}

const numbers = new Set([
  "u8", "u16le", "u16be", "u24be", "u32le", "u32be", "u64le", "u64be", "i32le", "i32be", "i64be", "compact", "decimal",
]);
