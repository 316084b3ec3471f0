import type { Bytes } from "./types.ts";

/** Texts as they are, with a mark that they may begin with. */
export const utf8: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { ignoreBOM: true });

function tooShort(): never {
  throw new Error("the answer is too short");
}

/** Reads an answer of a program, in the order in which package pack wrote it. */
export class Packed {
  readonly words: Uint32Array;
  private readonly lengths: Uint32Array;
  private readonly utf8: Uint8Array;
  private texts: string | null = null;
  private word = 0;
  private textIndex = 0;
  private textAt = 0;

  /** Copies the answer out of the program's memory: it is overwritten by the next call. */
  constructor(answer: Uint8Array) {
    const { buffer } = answer.slice();
    const all = new Uint32Array(buffer);
    const head = all.length - 3; // it is at the end
    const words = all[head]!;
    const texts = all[head + 1]!;
    this.words = all.subarray(0, words);
    this.lengths = all.subarray(words, words + texts);
    this.utf8 = new Uint8Array(buffer, 4 * (words + texts), all[head + 2]!);
  }

  u32(): number {
    return this.words[this.word++] ?? tooShort();
  }

  int(): number {
    return this.u32() | 0;
  }

  bool(): boolean {
    return this.u32() !== 0;
  }

  u64(): bigint {
    const low = this.u32();
    return (BigInt(this.u32()) << 32n) | BigInt(low);
  }

  /** The next n words. */
  take(n: number): Uint32Array {
    const from = this.word;
    this.word += n;
    return this.words.subarray(from, this.word);
  }

  /** How many bytes there are and the bytes, four to a word. */
  bytes(): Bytes {
    const n = this.u32();
    return new Uint8Array(this.take((n + 3) >> 2).slice().buffer, 0, n);
  }

  text(): string {
    const end = this.textAt + (this.lengths[this.textIndex++] ?? tooShort());
    this.texts ??= utf8.decode(this.utf8);
    const s = this.texts.slice(this.textAt, end);
    this.textAt = end;
    return s;
  }

  ints(): number[] {
    return this.list((p) => p.u32());
  }

  list<T>(read: (p: this) => T): T[] {
    return Array.from({ length: this.u32() }, () => read(this));
  }
}
