import type { Program } from "./go.ts";
import { Packed } from "./packed.ts";
import type { Changed, Fact, Span, Symbol_ } from "./types.ts";

const utf8in = new TextEncoder();
const utf8out = new TextDecoder();

/** Calls of a program: input is copied in once, the answer is copied out once. */
export class Calls {
  constructor(
    private readonly program: Program,
    private readonly what = "decoder",
  ) {}

  /** Whether the program has a function: the one that a page starts with lacks some. */
  has(name: string): boolean {
    return name in this.program.exports;
  }

  /** Calls a function; its answer, if it has one, is still in the program. */
  raw(name: string, ...args: number[]): number {
    const failure = this.program.failure();
    if (failure !== undefined) throw new Error(`the ${this.what} has stopped: ${failure}`);
    const call = this.program.exports[name];
    if (call === undefined) throw new Error(`this program only reads: it has no ${name}`);
    const result = call(...args);
    const late = this.program.failure();
    if (late !== undefined) throw new Error(`the ${this.what} has stopped: ${late}`);
    return result;
  }

  /** Copies text or bytes into the program and returns how many bytes they are. */
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
    const place = this.raw("answer");
    const a = new Uint32Array(this.program.memory.buffer, place, 2);
    return { at: a[0]!, length: a[1]! };
  }

  /** Calls a function and gives its answer, to be read in order. */
  packed(name: string, ...args: number[]): Packed {
    this.raw(name, ...args);
    const { at, length } = this.answer();
    return new Packed(this.program.memory.buffer, at, length);
  }

  /** Calls a function that answers with bytes. */
  bytesOf(name: string, ...args: number[]): Uint8Array<ArrayBuffer> {
    this.raw(name, ...args);
    const { at, length } = this.answer();
    return new Uint8Array(new Uint8Array(this.program.memory.buffer, at, length));
  }

  /** The same, into memory that is there already; into new memory, of some more bytes, when that is not enough. */
  bytesInto(room: ArrayBuffer | undefined, name: string, ...args: number[]): Uint8Array<ArrayBuffer> {
    this.raw(name, ...args);
    const { at, length } = this.answer();
    const own = room !== undefined && room.byteLength >= length ? room : new ArrayBuffer(length + (length >> 3));
    const bytes = new Uint8Array(own, 0, length);
    bytes.set(new Uint8Array(this.program.memory.buffer, at, length));
    return bytes;
  }

  /** Calls a function that answers with text. */
  textOf(name: string, ...args: number[]): string {
    this.raw(name, ...args);
    const { at, length } = this.answer();
    return utf8out.decode(new Uint8Array(this.program.memory.buffer, at, length));
  }

  /** Gives bytes to be filled before a call, and a view of them. */
  room(size: number): { bytes: Uint8Array; view: DataView } {
    const at = this.raw("input", size);
    return { bytes: new Uint8Array(this.program.memory.buffer, at, size), view: new DataView(this.program.memory.buffer, at, size) };
  }
}

/** What the values or bits of a field mean. */
export function readSymbols(q: Packed): { symbols: Symbol_[] | null; flags: boolean } {
  const n = q.int();
  if (n < 0) return { symbols: null, flags: false };
  const flags = q.bool();
  return { symbols: Array.from({ length: n }, () => ({ value: q.u64(), name: q.text(), doc: q.text() })), flags };
}

/** Text in its colours. */
export const readSpans = (p: Packed): Span[] => p.list((q) => ({ text: q.text(), colour: readColour(q) }));

/** A colour, null for the default. */
export function readColour(q: Packed): string | null {
  const [plain, rgb] = [q.bool(), q.u32()];
  return plain ? null : "#" + rgb.toString(16).padStart(6, "0");
}

export const readFacts = (p: Packed): Fact[] => p.list((q) => ({ name: q.text(), value: readSpans(q) }));

/** Bytes, or why there are none. */
export const readBytes = (p: Packed): Changed => (p.bool() ? { ok: true, bytes: p.bytes() } : { ok: false, error: p.text() });
