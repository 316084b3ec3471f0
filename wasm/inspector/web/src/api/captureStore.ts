// Bytes of a worker that are too many for its memory: the browser keeps blobs,
// on disk when it has to.

import type { Reader, Storage, Store } from "./captureProgram.ts";
import type { Bytes } from "./types.ts";

/** Reads blobs without waiting; there is one in workers only. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

const reader = (): FileReaderSync => new FileReaderSync();

/** Copies bytes of a blob from an offset on; returns how many there were, -1 when the browser cannot read them. */
function readBlob(blob: Blob, at: number, to: Uint8Array): number {
  if (at >= blob.size) return 0;
  try {
    const bytes = new Uint8Array(reader().readAsArrayBuffer(blob.slice(at, Math.min(blob.size, at + to.length))));
    to.set(bytes);
    return bytes.length;
  } catch {
    return -1;
  }
}

/** A blob that is read from its beginning to its end: the browser brings what comes next while this thread works. */
class AheadReader implements Reader {
  private ahead: { at: number; bytes: Uint8Array | null } | null = null;
  /** What was read last, in order, one behind the other. */
  private last: { at: number; bytes: Uint8Array }[] = [];

  constructor(private readonly blob: Blob) {}

  /** Copies bytes as readBlob does. */
  read(at: number, to: Uint8Array): number {
    if (to.length < worthwhile) return readBlob(this.blob, at, to);
    const wanted = Math.max(0, Math.min(to.length, this.blob.size - at));
    const here = this.ahead?.at === at ? this.ahead.bytes : null;
    let n = wanted;
    if (here && here.length >= wanted) {
      to.set(here.subarray(0, wanted));
      this.note(at, here.subarray(0, wanted));
    } else {
      n = readBlob(this.blob, at, to);
      if (n > 0) this.note(at, to.slice(0, n));
    }
    if (n > 0) this.fetch(at + n, to.length);
    return n;
  }

  /** Copies bytes that were read a moment ago, once more. */
  again(at: number, to: Uint8Array): number {
    let n = 0;
    for (const { at: from, bytes } of this.last) {
      if (from > at + n || from + bytes.length <= at + n) continue;
      const part = bytes.subarray(at + n - from, at - from + to.length);
      to.set(part, n);
      n += part.length;
      if (n === to.length) return n;
    }
    return readBlob(this.blob, at, to);
  }

  private note(at: number, bytes: Uint8Array): void {
    const before = this.last.at(-1);
    if (before && before.at + before.bytes.length !== at) this.last = [];
    this.last.push({ at, bytes });
    let size = 0;
    for (const l of this.last) size += l.bytes.length;
    while (this.last.length > 1 && size > remembered) size -= this.last.shift()!.bytes.length;
  }

  private fetch(at: number, length: number): void {
    this.ahead = null;
    if (at >= this.blob.size) return;
    const ahead: { at: number; bytes: Uint8Array | null } = { at, bytes: null };
    this.ahead = ahead;
    this.blob
      .slice(at, Math.min(this.blob.size, at + length))
      .arrayBuffer()
      .then(
        (b) => {
          ahead.bytes = new Uint8Array(b);
        },
        () => {}, // reported when these bytes are read
      );
  }
}

/** Bytes of one read when a file is read in order; a single packet is less. */
const worthwhile = 1 << 18;
/** Bytes that are kept of what was read last. */
const remembered = 8 << 20;

const block = 4 << 20;

/** A file that grows at its end. */
class BlobStore implements Store {
  size = 0;
  private blobs: Blob[] = [];
  /** The bytes of the latest of them. */
  private latest: Bytes[] = [];
  private tail = new Uint8Array(0);
  private used = 0;

  append(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.used === this.tail.length) this.grow();
      const n = Math.min(bytes.length - at, this.tail.length - this.used);
      this.tail.set(bytes.subarray(at, at + n), this.used);
      this.used += n;
      at += n;
      if (this.used === block) {
        this.blobs.push(new Blob([this.tail]));
        this.latest.push(this.tail);
        this.tail = this.latest.length > 2 ? this.latest.shift()! : new Uint8Array(block);
        this.used = 0;
      }
    }
    this.size += bytes.length;
  }

  /** Makes room in the tail, which is a block at most. */
  private grow(): void {
    const wider = new Uint8Array(Math.min(block, Math.max(1 << 16, 4 * this.tail.length)));
    wider.set(this.tail);
    this.tail = wider;
  }

  /** Copies bytes from an offset on; returns how many there were, -1 when the browser cannot read them. */
  read(at: number, to: Uint8Array): number {
    let n = 0;
    while (n < to.length) {
      const i = Math.floor((at + n) / block);
      const within = (at + n) % block;
      if (i >= this.blobs.length) {
        const rest = i > this.blobs.length ? new Uint8Array(0) : this.tail.subarray(within, this.used).subarray(0, to.length - n);
        to.set(rest, n);
        return n + rest.length;
      }
      const kept = this.latest[i - this.blobs.length + this.latest.length];
      if (kept) {
        const part = kept.subarray(within, within + to.length - n);
        to.set(part, n);
        n += part.length;
        continue;
      }
      const got = readBlob(this.blobs[i]!, within, to.subarray(n, n + Math.min(to.length - n, block - within)));
      if (got <= 0) return got < 0 ? -1 : n;
      n += got;
    }
    return n;
  }

  /** All of it as one blob. */
  blob(type: string): Blob {
    return new Blob([...this.blobs, this.tail.slice(0, this.used)], { type });
  }

  clear(): void {
    this.size = 0;
    this.blobs = [];
    this.latest = [];
    this.tail = new Uint8Array(0);
    this.used = 0;
  }
}

/** Files of a Web Worker. */
export const blobs: Storage = { open: (file) => new AheadReader(file), store: () => new BlobStore() };
