import type { Program } from "./go.ts";
import { Packed, utf8 } from "./packed.ts";
import type { Bytes, Changed, Fact, Span, Symbol_ } from "./types.ts";

const utf8in = new TextEncoder();

/** Calls of a program: input is copied in once, the answer is copied out once. */
export class Calls {
  constructor(
    private readonly program: Program,
    private readonly what = "decoder",
  ) {}

  /** Calls a function; its answer, if it has one, is still in the program. */
  raw(name: string, ...args: number[]): number {
    this.check();
    const result = this.program.exports[name]!(...args);
    this.check();
    return result;
  }

  private check(): void {
    const failure = this.program.failure();
    if (failure !== undefined) throw new Error(`the ${this.what} has stopped: ${failure}`);
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

  /** Calls a function and gives its answer, which holds until the next call. */
  answer(name: string, ...args: number[]): Uint8Array {
    this.raw(name, ...args);
    const place = this.raw("answer"); // memory that grows meanwhile is another buffer
    const [at, length] = new Uint32Array(this.program.memory.buffer, place, 2);
    return new Uint8Array(this.program.memory.buffer, at, length);
  }

  /** Calls a function and gives its answer, to be read in order. */
  packed(name: string, ...args: number[]): Packed {
    return new Packed(this.answer(name, ...args));
  }

  /** Calls a function that answers with bytes. */
  bytesOf(name: string, ...args: number[]): Bytes {
    return new Uint8Array(this.answer(name, ...args));
  }

  /** Calls a function that answers with text. */
  textOf(name: string, ...args: number[]): string {
    return utf8.decode(this.answer(name, ...args));
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
