// Workers that decode pieces of a capture for the one that reads it. Decoding is
// the larger half of the work, and of more than three helpers the reading
// worker, which puts together what they find, has no use. With few processors
// there are as many helpers as these, though the reading worker needs one too:
// it waits now and then, and nothing would be done meanwhile.
//
// Pieces and answers go to and fro in the same memory: what is new has to be
// emptied, page by page, by the system first, which takes a tenth of the time.
import { CaptureProgram, type Giver, type Storage } from "./captureProgram.ts";
import type { CaptureWorker } from "./capture.ts";
import type { Bytes, Source } from "./types.ts";

/** To a helper: the program, once, then pieces, each with memory for the answer if there is any. */
export type Help = { helper: WebAssembly.Module } | { piece: number; bytes: Bytes; room: ArrayBuffer | undefined };
interface HelperAnswer {
  piece: number;
  answer: Bytes;
  /** The memory in which the piece came. */
  spent: ArrayBuffer;
}

/** Memory that is used again: no more of it than is in flight. */
class Spare {
  private readonly buffers: ArrayBuffer[] = [];

  take(least: number): ArrayBuffer | undefined {
    const i = this.buffers.findIndex((b) => b.byteLength >= least);
    return i < 0 ? undefined : this.buffers.splice(i, 1)[0];
  }

  put(b: ArrayBuffer): void {
    if (b.byteLength === 0 || b.byteLength > longest) return;
    this.buffers.push(b);
    if (this.buffers.length > 2 * most + 2) this.buffers.shift();
  }
}

/** Bytes of what is used again, at most: a piece is 1 MB and a bit, its answer twice that. */
const longest = 4 << 20;
/** Bytes of new memory for pieces, at least. */
const usual = (1 << 20) + (1 << 16);

const most = 3;
/** Bytes of a file, or of what was compressed, from which on helpers are worth their start. */
const large = 8 << 20;

/** A worker that is posted memory to keep. */
export interface HelperWorker extends CaptureWorker {
  postMessage(message: unknown, options?: { transfer: ArrayBuffer[] }): void;
}

/** What a worker that reads has around it. */
export interface Platform {
  /** Says something to the one that started this worker. */
  post(message: unknown, options?: { transfer: ArrayBuffer[] }): void;
  /** Starts a worker with the same script. */
  worker(): HelperWorker;
  /** Processors for workers, 1 for no helpers. */
  readonly processors: number;
  readonly storage: Storage;
  /** Gets the code that is at an address. */
  fetch(address: string): Source;
}

/** Whether a capture is large enough for helpers. */
export const worthHelp = (file: Blob, name: string): boolean => file.size >= (/\.(gz|zst|lz4|bz2)$/i.test(name) ? large / 4 : large);

export const isHelp = (data: object): data is Help => "helper" in data || "piece" in data;

/** Those that help a reading worker; they end with it. */
export class Helpers implements Giver {
  readonly count: number;
  private readonly workers: { worker: HelperWorker; pieces: Set<number> }[] = [];
  private readonly pieces = new Spare();
  private readonly answers = new Spare();
  /** Gets the answers, empty for none; they hold until it returns. */
  taken: (id: number, answer: Uint8Array) => void = () => {};

  constructor(platform: Platform, module: WebAssembly.Module) {
    this.count = Math.min(most, platform.processors);
    for (let i = 0; i < this.count; i++) {
      const worker = platform.worker();
      const w = { worker, pieces: new Set<number>() };
      worker.addEventListener("message", (e: { data: HelperAnswer }) => {
        w.pieces.delete(e.data.piece);
        this.pieces.put(e.data.spent);
        this.taken(e.data.piece, e.data.answer);
        this.answers.put(e.data.answer.buffer);
      });
      // One that has failed has no answer to what it was given; the others, or nobody, get the rest.
      worker.addEventListener("error", (e: { preventDefault(): void }) => {
        e.preventDefault();
        this.workers.splice(this.workers.indexOf(w), 1);
        void worker.terminate();
        for (const id of w.pieces) this.none(id);
      });
      worker.postMessage({ helper: module } satisfies Help);
      this.workers.push(w);
    }
  }

  room(n: number): Bytes {
    return new Uint8Array(this.pieces.take(n) ?? new ArrayBuffer(Math.max(n, usual)), 0, n);
  }

  /** Has the one with the least to do answer for a piece. */
  give(piece: number, bytes: Bytes): void {
    const w = this.workers.reduce<(typeof this.workers)[0] | null>((a, b) => (a && a.pieces.size <= b.pieces.size ? a : b), null);
    if (!w || bytes.length === 0) return this.none(piece);
    w.pieces.add(piece);
    const room = this.answers.take(1);
    w.worker.postMessage({ piece, bytes, room } satisfies Help, { transfer: room ? [bytes.buffer, room] : [bytes.buffer] });
  }

  close(): void {
    for (const { worker } of this.workers) void worker.terminate();
    this.workers.length = 0;
  }

  /** The reading worker has to do it itself. */
  private none(piece: number): void {
    queueMicrotask(() => this.taken(piece, new Uint8Array(0)));
  }
}

let program: Promise<CaptureProgram> | null = null;

/** What a helper does. */
export async function help(h: Help, platform: Platform): Promise<void> {
  if ("helper" in h) {
    program = CaptureProgram.create(h.helper, platform.storage);
    return;
  }
  let answer: Bytes;
  try {
    answer = (await program!).piece(h.bytes, h.room);
  } catch (e) {
    setTimeout(() => {
      throw e;
    }); // the reading worker learns it from an error of this one
    return;
  }
  platform.post({ piece: h.piece, answer, spent: h.bytes.buffer } satisfies HelperAnswer, { transfer: [answer.buffer, h.bytes.buffer] });
}
