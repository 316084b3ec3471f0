// The library in Node: its programs come with the package, and captures are read by worker threads.
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { Capture, type CaptureOptions } from "./capture.ts";
import { Decoder } from "./decoder.ts";
import { numbers, wrong } from "./errors.ts";
import { nodeWorker } from "./nodeWorker.ts";
import type { Blob_ } from "./captureTypes.ts";
import type { Bytes, DecodeOptions, Host, Status } from "./types.ts";

export * from "./capture.ts";
export * from "./index.ts";

/** A path, a URL, bytes, or a Blob. */
type File_ = string | Host<"URL", { readonly href: string }> | Uint8Array | Blob_;

/** A capture as a worker thread gets it: where it is, or its bytes. */
export interface NodeFile {
  size: number;
  path?: string;
  bytes?: Uint8Array;
}

const program = (name: string): Promise<Bytes> => readFile(new URL(name, import.meta.url));

let started: Promise<Decoder> | undefined;
let code: Promise<WebAssembly.Module> | undefined;

/** The decoder, which is started once. */
export const loadDecoder = (): Promise<Decoder> => (started ??= Decoder.create(program("decoder.wasm")));

/** What datagrams say together about a server; null for nothing. */
export async function decodeStatus(datagrams: Uint8Array | readonly Uint8Array[], options: DecodeOptions = {}): Promise<Status | null> {
  return (await loadDecoder()).decodeStatus(datagrams, options);
}

/** Opens a capture: a file by its path or URL, or its bytes. Exports of it are in memory. */
export async function openCapture(file: File_, options: CaptureOptions = {}): Promise<Capture> {
  numbers(options, { name: null, layout: null });
  const given = await capture(file);
  const name = options.name ?? (given.path === undefined ? "capture" : basename(given.path));
  code ??= program("analyzer.wasm").then((bytes) => WebAssembly.compile(bytes));
  return Capture.open(given as unknown as Blob, { worker: nodeWorker(), wasm: await code, name, layout: options.layout });
}

async function capture(file: File_): Promise<NodeFile> {
  if (file instanceof Blob) return { size: file.size, bytes: new Uint8Array(await file.arrayBuffer()) };
  if (ArrayBuffer.isView(file)) return { size: file.length, bytes: file };
  if (typeof file !== "string" && !(file instanceof URL)) return wrong("file", file, "a path, a URL, a Uint8Array or a Blob");
  const path = typeof file === "string" ? file : fileURLToPath(file);
  return { size: (await stat(path)).size, path };
}
