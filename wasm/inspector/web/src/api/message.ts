import { readBytes, readColour, type Calls } from "./calls.ts";
import { bytesIn, oneOf, textIn, whole, wrong } from "./errors.ts";
import type { Held } from "./held.ts";
import { severities } from "./names.ts";
import type { Packed } from "./packed.ts";
import type { Bytes, Changed, ColourRun, Definition, Problem, ProtocolName, RowText, Selection, Severity, Span, Summary, Value } from "./types.ts";

/** What sessions and messages need of the decoder that made them. */
export interface Program {
  /** @internal */
  readonly calls: Calls;
  /** @internal */
  readonly held: Held;
  readonly names: { readonly kinds: readonly string[] };
  /** @internal */
  definition(id: number): Definition;
  /** @internal */
  protocolName(n: number): ProtocolName;
}

/** The session that a message is part of. */
interface Owner {
  readonly decoder: Program;
  /** @internal */
  readonly id: number;
}

/** Words of a row, as the program packs them (session/rows.go). */
const rowWords = 12;
const operations = { edit: 0, raw: 1, setBit: 2, clearBit: 3, delete: 4, duplicate: 5 } as const;

/** How to change a field. What depends on it follows: lengths, counts, checksums; not with "raw". */
export type Operation =
  /** Text for texts, digits or the name of a symbol for numbers, hexadecimal digits for other bytes. */
  { kind: "edit"; value: string } | { kind: "raw"; bytes: Uint8Array } | { kind: "setBit" | "clearBit"; mask: bigint } | { kind: "delete" | "duplicate" };

/** Ways to select, at the places of their numbers in the program. */
const ways = ["row", "bytes", "place"] as const;

/** Layouts of whole numbers without and with a sign, and of numbers with a point. */
const unsigned = /^u\d/;
const signed = /^(i\d|com|v|d|pac)/; // the library has 6 kB: compact, varint, decimal, packed
const points = /^f\d/;
/** What may have colours: text, ucs2, and group, whose line may be that of a text. */
const coloured = /^(t|uc|g)/;

/** Rows whose texts a row reads with its own. */
const block = 128;
/** Bytes of a value that are enough for a line. */
const line = 512;

/** What JSON calls a field: a field, or one bit or part of it. */
export class Row {
  readonly definition: Definition;
  readonly offset: number;
  readonly length: number;
  /** As in JSON: "group", "u8", …, "enum", "flags", "bits", "bit", "part". */
  readonly kind: string;
  /** What it is at a glance: 0 number, 1 text, 2 length, 3 named value or flags, 4 address, 5 fixed or echoed bytes, 6 padding, 7 unknown, 8 group. */
  readonly hue: number;
  /** Whether its line says what its members do, so that they are hidden at first: a pair, a header of a frame, bits. */
  readonly folded: boolean;
  readonly depth: number;
  /** Bytes of delimiter before a text and of terminator after it, within its range. */
  readonly lead: number;
  readonly trail: number;
  readonly marks: number;
  /** First row that is not a member of this one. */
  readonly next: number;
  /** Row that this is a member of, -1 for none. */
  readonly parent: number;
  /** Number to name the field by when changing it; a field and its bits share it. */
  readonly field: number;
  /** The kind of number it is, which an enum or flags have too. */
  private readonly layout: string;
  private coloured: readonly Span[] | null | undefined;

  constructor(
    readonly message: Message,
    readonly index: number,
  ) {
    const w = message.packed;
    const at = whole("row", index, 0, message.rowCount - 1) * rowWords;
    const { decoder } = message.session;
    this.definition = decoder.definition(w[at]!);
    this.offset = w[at + 1]!;
    this.length = w[at + 2]!;
    this.kind = decoder.names.kinds[w[at + 4]! >>> 24]!;
    this.hue = (w[at + 4]! >> 16) & 0x7f;
    this.folded = !!(w[at + 4]! & 0x800000);
    this.depth = (w[at + 3]! >> 8) & 0xff;
    this.lead = (w[at + 3]! >> 16) & 0xff;
    this.trail = w[at + 3]! >>> 24;
    this.marks = w[at + 4]! & 0xff;
    // A bit or part is a whole number, whatever its field is.
    this.layout = w[at + 4]! & 0xff00 ? "u64" : decoder.names.kinds[w[at + 3]! & 0xff]!;
    this.next = w[at + 5]!;
    this.parent = w[at + 11]! | 0;
    this.field = w[at + 10]!;
  }

  get key(): string {
    return this.message.session.decoder.calls.textOf("key", ...this.message.who, this.index);
  }
  /** As a whole number: of a number without a point its value, 1 or 0 of a bit, else the bits as they are kept. */
  get value(): bigint {
    const v = this.message.number(this.index, 6);
    return signed.test(this.layout) ? BigInt.asIntN(64, v) : v;
  }
  /** The value as JSON has it. */
  get number(): Value {
    if (this.kind === "group") return null;
    if (this.kind === "bit") return this.value !== 0n;
    if (unsigned.test(this.layout) || signed.test(this.layout)) return Number(this.value);
    const text = this.message.text(this.index);
    return points.test(this.layout) && Number.isFinite(+text) ? +text : text;
  }
  /** Of a bit or part: which bits of the field it is; 0 of a field. */
  get mask(): bigint {
    return this.message.number(this.index, 8);
  }

  /** Name, value and note as a person reads them, escaped. */
  get name(): string {
    return this.message.textsOf(this.index).name;
  }
  get text(): string {
    const text = this.message.textsOf(this.index).value;
    return text.endsWith("…") ? this.message.texts(this.index, this.index + 1)[0]!.value : text;
  }
  get note(): string {
    return this.message.textsOf(this.index).note;
  }

  /** The value as the packet has it: nothing is escaped. */
  get plain(): string {
    return this.mask === 0n ? this.message.text(this.index) : this.text;
  }

  /** The value in its colours, null when it has none. */
  get spans(): readonly Span[] | null {
    if (this.coloured === undefined) {
      const runs = coloured.test(this.kind) ? this.message.colours(this.index) : [];
      this.coloured = runs.some((r) => r.code >= 0) ? runs : null;
    }
    return this.coloured;
  }
}

/** One datagram, field by field. */
export class Message {
  readonly index: number;
  /** The rows as the program packed them, 12 words each; row() reads one. */
  readonly packed: Uint32Array;
  readonly rowCount: number;
  readonly problems: readonly Problem[];
  private bytes: Bytes | undefined;
  private all: readonly Row[] | undefined;
  private readonly blocks: RowText[][] = [];
  /** For each byte 1 plus the leaf that it is in, and in the two lowest bits 1 plus the severity of the worst problem there. */
  private readonly cells: Uint32Array;

  constructor(
    readonly session: Owner,
    readonly summary: Summary,
    /** The answer that holds its rows; without it they are read from the program. */
    answer?: Packed,
  ) {
    this.index = summary.index;
    const p = answer ?? session.decoder.calls.packed("rows", session.id, summary.index);
    this.rowCount = p.u32();
    this.packed = p.take(this.rowCount * rowWords);
    this.problems = p.list((q) => ({
      row: q.int(),
      severity: severities[q.u32()]!,
      offset: q.u32(),
      length: q.u32(),
      code: q.text(),
      message: q.text(),
      advice: q.text(),
    }));
    this.cells = p.take(summary.length);
  }

  get data(): Bytes {
    return (this.bytes ??= this.session.decoder.calls.bytesOf("data", ...this.who));
  }

  offset(row: number): number {
    return this.word(row, 1);
  }

  length(row: number): number {
    return this.word(row, 2);
  }

  depth(row: number): number {
    return (this.word(row, 3) >> 8) & 0xff;
  }

  /** First row that is not a member of this one. */
  next(row: number): number {
    return this.word(row, 5);
  }

  /** Row that this one is a member of, -1 for none. */
  parent(row: number): number {
    return this.word(row, 11) | 0;
  }

  /** Whether the row is one of those that tile the datagram. */
  leaf(row: number): boolean {
    return this.length(row) > 0 && (this.word(row, 3) & 0xff) !== 0;
  }

  row(row: number): Row {
    return new Row(this, row);
  }

  /** All rows, in the order of the bytes. */
  rows(): readonly Row[] {
    return (this.all ??= Array.from({ length: this.rowCount }, (_, i) => new Row(this, i)));
  }

  /** @internal */
  number(row: number, word: number): bigint {
    const at = row * rowWords + word;
    return (BigInt(this.packed[at + 1]!) << 32n) | BigInt(this.packed[at]!);
  }

  /** @internal The texts of a row as far as a line shows them. */
  textsOf(row: number): RowText {
    const from = row - (row % block);
    return (this.blocks[from / block] ??= this.texts(from, from + block, line))[row - from]!;
  }

  /**
   * Name, value and note of the rows [from, to), as a person reads them; to may be beyond the last. Ask for the rows on screen. Of values of
   * more than most bytes there is the beginning, and "…".
   */
  texts(from = 0, to = this.rowCount, most = 0x7fffffff): RowText[] {
    whole("from", from, 0, this.rowCount);
    const p = this.session.decoder.calls.packed("texts", ...this.who, from, whole("to", to, from), most);
    return p.list((q) => ({ name: q.text(), value: q.text(), note: q.text() }));
  }

  /** Value of a row's field as the packet has it: nothing is escaped. */
  text(row: number): string {
    return this.session.decoder.calls.textOf("value", ...this.who, this.field(row));
  }

  /** A row as one line: where, what, its bytes, its value and what that means. */
  line(row: number): string {
    return this.session.decoder.calls.textOf("line", ...this.who, this.place(row));
  }

  /** Runs of colour of a text. */
  colours(row: number): ColourRun[] {
    const p = this.session.decoder.calls.packed("colours", ...this.who, this.field(row));
    return p.list((q) => ({ begin: q.u32(), end: q.u32(), code: q.int(), colour: readColour(q), text: q.text() }));
  }

  /** Where in the paste each byte is: line, column and width, three numbers a byte. Empty unless requested. */
  positions(): Uint32Array {
    const p = this.session.decoder.calls.packed("positions", ...this.who);
    return p.take(3 * p.u32());
  }

  /** The leaf that holds the byte at offset, -1 for none. */
  leafAt(offset: number): number {
    return ((this.cells[offset] ?? 0) >>> 2) - 1;
  }

  /** Severity of the worst problem at a byte. */
  worstAt(offset: number): Severity | null {
    return severities[((this.cells[offset] ?? 0) & 3) - 1] ?? null;
  }

  /**
   * Selects a row; or the bytes from a to b, both included; or what is at the bytes [a, b): the field with just these, or the bytes.
   * Bytes beyond the datagram count as its last.
   */
  select(how: (typeof ways)[number], a: number, b = a): Selection {
    const way = oneOf("how", how, ways);
    whole("a", a, 0, way === 0 ? this.rowCount - 1 : undefined);
    whole("b", b);
    const p = this.session.decoder.calls.packed("select", ...this.who, way, a, b);
    return { start: p.int(), end: p.int(), row: p.int(), whole: p.bool() };
  }

  /** The leaves that the bytes [start, end) touch, at most 30, and the problems, at most 20. */
  touched(start: number, end: number): { rows: number[]; problems: Problem[] } {
    whole("start", start);
    whole("end", end);
    const p = this.session.decoder.calls.packed("touched", ...this.who, start, end);
    return { rows: p.list((q) => q.int()), problems: p.list((q) => this.problems[q.int()]!) };
  }

  /** The datagram that comes of changing a row's field; this one stays as it is. */
  change(row: number, operation: Operation): Changed {
    const field = this.field(row);
    const { kind } = operation;
    oneOf("operation.kind", kind, Object.keys(operations));
    const given = kind === "edit" ? textIn("operation.value", operation.value) : kind === "raw" ? bytesIn("operation.bytes", operation.bytes) : "";
    const mask = kind === "setBit" || kind === "clearBit" ? operation.mask : 0n;
    if (typeof mask !== "bigint" || BigInt.asUintN(64, mask) !== mask) wrong("operation.mask", mask, "a bigint of 64 bits");
    const { calls } = this.session.decoder;
    const n = calls.put(given);
    return readBytes(calls.packed("change", ...this.who, field, operations[kind], n, Number(mask & 0xffffffffn), Number(mask >> 32n)));
  }

  /** @internal What calls name it by. */
  get who(): [number, number] {
    return [this.session.id, this.index];
  }

  private field(row: number): number {
    return this.word(row, 10);
  }

  private word(row: number, n: number): number {
    return this.packed[this.place(row) * rowWords + n]!;
  }

  private place(row: number): number {
    return whole("row", row, 0, this.rowCount - 1);
  }
}
