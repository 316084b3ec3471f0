// Workers that decode pieces of a capture for the one that reads it. Decoding is
// the larger half of the work, and of more than three helpers the reading
// worker, which puts together what they find, has no use. With few processors
// there are as many helpers as these, though the reading worker needs one too:
// it waits now and then, and nothing would be done meanwhile.
import { CaptureProgram } from "./captureProgram.ts";

/** To a helper: the program, once, then pieces. */
export type Help = { helper: WebAssembly.Module } | { piece: number; bytes: Uint8Array<ArrayBuffer> };
interface Answer {
  piece: number;
  answer: Uint8Array<ArrayBuffer>;
}

const most = 3;
/** Bytes of a file, or of what was compressed, from which on helpers are worth their start. */
const large = 8 << 20;

/** Whether this machine has processors for helpers. */
export const canHelp = (): boolean => typeof Worker !== "undefined" && navigator.hardwareConcurrency > 1;

/** Whether a capture is large enough for helpers. */
export function worthHelp(file: Blob): boolean {
  return canHelp() && file.size >= (/\.(gz|zst|lz4|bz2)$/i.test((file as File).name ?? "") ? large / 4 : large);
}

export const isHelp = (data: object): data is Help => "helper" in data || "piece" in data;

/** Those that help a reading worker; they end with it. */
export class Helpers {
  readonly count = Math.min(most, navigator.hardwareConcurrency);
  private readonly workers: { worker: Worker; pieces: Set<number> }[] = [];
  /** Gets the answers, empty for none. */
  taken: (id: number, answer: Uint8Array) => void = () => {};

  constructor(module: WebAssembly.Module) {
    for (let i = 0; i < this.count; i++) {
      const worker = new Worker(self.location.href, { type: "module" });
      const w = { worker, pieces: new Set<number>() };
      worker.onmessage = (e: MessageEvent<Answer>) => {
        w.pieces.delete(e.data.piece);
        this.taken(e.data.piece, e.data.answer);
      };
      // One that has failed has no answer to what it was given; the others, or nobody, get the rest.
      worker.onerror = (e) => {
        e.preventDefault();
        this.workers.splice(this.workers.indexOf(w), 1);
        worker.terminate();
        for (const id of w.pieces) this.none(id);
      };
      worker.postMessage({ helper: module } satisfies Help);
      this.workers.push(w);
    }
  }

  /** Has the one with the least to do answer for a piece. */
  give(piece: number, bytes: Uint8Array<ArrayBuffer>): void {
    const w = this.workers.reduce<(typeof this.workers)[0] | null>((a, b) => (a && a.pieces.size <= b.pieces.size ? a : b), null);
    if (!w || bytes.length === 0) return this.none(piece);
    w.pieces.add(piece);
    w.worker.postMessage({ piece, bytes } satisfies Help, [bytes.buffer]);
  }

  close(): void {
    for (const { worker } of this.workers) worker.terminate();
    this.workers.length = 0;
  }

  /** The reading worker has to do it itself. */
  private none(piece: number): void {
    queueMicrotask(() => this.taken(piece, new Uint8Array(0)));
  }
}

let program: Promise<CaptureProgram> | null = null;

/** What a helper does. */
export async function help(h: Help): Promise<void> {
  if ("helper" in h) {
    program = CaptureProgram.create(h.helper);
    return;
  }
  let answer: Uint8Array<ArrayBuffer>;
  try {
    answer = (await program!).piece(h.bytes);
  } catch (e) {
    setTimeout(() => { throw e; }); // the reading worker is told by an error of this one
    return;
  }
  (self as unknown as { postMessage(a: Answer, t: Transferable[]): void }).postMessage({ piece: h.piece, answer }, [answer.buffer]);
}
