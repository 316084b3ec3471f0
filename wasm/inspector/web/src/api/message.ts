import { readBytes, type Calls } from "./calls.ts";
import { severities } from "./names.ts";
import type { Packed } from "./packed.ts";
import type { Changed, ColourRun, Definition, Problem, ProtocolName, Row, RowText, Summary } from "./types.ts";

/** What sessions and messages need of the decoder that made them. */
export interface Program {
  /** @internal */
  readonly calls: Calls;
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

/** One datagram, field by field. */
export class Message {
  readonly index: number;
  /** The rows as the program packed them, 12 words each; row() reads one. */
  readonly packed: Uint32Array;
  readonly rowCount: number;
  readonly problems: readonly Problem[];
  private bytes: Uint8Array<ArrayBuffer> | undefined;

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
  }

  get data(): Uint8Array<ArrayBuffer> {
    return (this.bytes ??= this.session.decoder.calls.bytesOf("data", this.session.id, this.index));
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
    const { calls, names } = this.session.decoder;
    const ids = [this.session.id, this.index, index] as const;
    return {
      index,
      get key() {
        return calls.textOf("key", ...ids);
      },
      definition,
      offset: w[1]!,
      length: w[2]!,
      kind: names.kinds[w[4]! >>> 24] ?? "unknown",
      hue: (w[4]! >> 16) & 0xff,
      depth: (w[3]! >> 8) & 0xff,
      lead: (w[3]! >> 16) & 0xff,
      trail: w[3]! >>> 24,
      marks: w[4]! & 0xff,
      next: w[5]!,
      parent: w[11]! | 0,
      value: (BigInt(w[7]!) << 32n) | BigInt(w[6]!),
      mask: (BigInt(w[9]!) << 32n) | BigInt(w[8]!),
      field: w[10]!,
    };
  }

  /** Name, value and note of the rows [from, to), as a person reads them. Ask for the rows on screen. */
  texts(from = 0, to = this.rowCount): RowText[] {
    const n = Math.max(0, Math.min(to, this.rowCount) - from);
    const p = this.session.decoder.calls.packed("texts", this.session.id, this.index, from, from + n);
    const all: RowText[] = [];
    for (let i = 0; i < n; i++) all.push({ name: p.text(), value: p.text(), note: p.text() });
    return all;
  }

  /** Value of a row's field as the packet has it: nothing is escaped. */
  text(row: number): string {
    return this.session.decoder.calls.textOf("value", this.session.id, this.index, this.field(row));
  }

  /** A row as one line: where, what, its bytes, its value and what that means. */
  line(row: number): string {
    return this.session.decoder.calls.textOf("line", this.session.id, this.index, row);
  }

  /** Runs of colour of a text. */
  colours(row: number): ColourRun[] {
    return this.session.decoder.calls.packed("colours", this.session.id, this.index, this.field(row)).list((q) => {
      const begin = q.u32();
      const end = q.u32();
      const code = q.int();
      const plain = q.bool();
      const rgb = q.u32();
      const colour = plain || code < 0 ? null : "#" + rgb.toString(16).padStart(6, "0");
      return { begin, end, code, colour, text: q.text() };
    });
  }

  /** Where in the paste each byte is: line, column and width, three numbers a byte. Empty unless requested. */
  positions(): Uint32Array {
    const p = this.session.decoder.calls.packed("positions", this.session.id, this.index);
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
    if (operation.kind === "edit") n = this.session.decoder.calls.put(operation.value);
    if (operation.kind === "raw") n = this.session.decoder.calls.put(operation.bytes);
    if (operation.kind === "setBit" || operation.kind === "clearBit") mask = operation.mask;
    return readBytes(
      this.session.decoder.calls.packed(
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
