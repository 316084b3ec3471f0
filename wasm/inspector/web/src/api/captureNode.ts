// The worker thread of Node that reads captures.
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parentPort } from "node:worker_threads";
import type { Reader, Store } from "./captureProgram.ts";
import { serve } from "./captureTask.ts";
import type { NodeFile } from "./node.ts";
import { nodeWorker } from "./nodeWorker.ts";

/** Copies bytes of an open file from an offset on; returns how many there were, -1 when they cannot be read. */
function readAt(file: number, at: number, to: Uint8Array): number {
  try {
    let n = 0;
    for (let got = 1; got > 0 && n < to.length; n += got) got = readSync(file, to, n, to.length - n, at + n);
    return n;
  } catch {
    return -1;
  }
}

/** A capture in a file, or in memory. */
function open({ path, bytes }: NodeFile): Reader {
  let read: Reader["read"];
  if (path !== undefined) {
    const file = openSync(path, "r");
    if (!fstatSync(file).isFile()) {
      closeSync(file);
      throw new Error(`${path} is not a file`);
    }
    read = (at, to) => readAt(file, at, to);
  } else {
    read = (at, to) => {
      const part = bytes!.subarray(at, at + to.length);
      to.set(part);
      return part.length;
    };
  }
  return { read, again: read };
}

/** A file that grows at its end: it has no name, and goes with this thread. */
class TemporaryFile implements Store {
  size = 0;
  private file: number | null = null;

  append(bytes: Uint8Array): void {
    if (this.file === null) {
      const folder = mkdtempSync(join(tmpdir(), "fragscope-"));
      this.file = openSync(join(folder, "unpacked"), "w+", 0o600);
      try {
        rmSync(folder, { recursive: true });
      } catch {
        // some systems remove no file that is open: the folder for temporary files has it then
      }
    }
    for (let n = 0; n < bytes.length; ) n += writeSync(this.file, bytes, n, bytes.length - n, this.size + n);
    this.size += bytes.length;
  }

  read(at: number, to: Uint8Array): number {
    return this.file === null ? 0 : readAt(this.file, at, to.subarray(0, Math.max(0, Math.min(to.length, this.size - at))));
  }

  blob(type: string): Blob {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (let at = 0; at < this.size; at += 1 << 24) {
      const part = new Uint8Array(Math.min(1 << 24, this.size - at));
      if (this.read(at, part) !== part.length) throw new Error("what was exported cannot be read again");
      parts.push(part);
    }
    return new Blob(parts, { type });
  }

  clear(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
    this.size = 0;
  }
}

const take = serve({
  post: (message, options) => parentPort!.postMessage(message, options?.transfer),
  worker: () => nodeWorker(),
  processors: availableParallelism(),
  storage: { open: (file) => open(file as unknown as NodeFile), store: () => new TemporaryFile() },
  fetch: async (address) => (address.startsWith("file:") ? readFile(new URL(address)) : fetch(address)),
});
parentPort!.on("message", take);
