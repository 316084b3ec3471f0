// What the page and the worker that reads captures say to each other.
import type { CaptureProgram } from "./captureProgram.ts";
import type { CaptureSummary, ExportKind, Progress, TableName } from "./captureTypes.ts";

/** What the program answers at once. */
export const reads = ["packets", "packet", "datagrams", "find", "summary", "report", "server", "exchanges", "servers", "conversations", "suggest"] as const;

/** What the worker can do. */
export interface Calls extends Pick<CaptureProgram, (typeof reads)[number]> {
  open(file: Blob, name: string, wasm: string | WebAssembly.Module, layout: string): CaptureSummary;
  read(): CaptureSummary;
  describe(layout: string): CaptureSummary;
  filter(expression: string): CaptureSummary;
  export(kind: ExportKind, table: TableName | ""): Blob;
}

export type Call = keyof Calls;

/** From the page: a call, or that a call's task should stop. */
export type Request = { id: number; call: Call; args: unknown[] } | { stop: number };

/** From the worker: the value, why there is none, or how far it is. */
export type Answer = { id: number; value: unknown } | { id: number; error: string; kind: string; column: number } | { id: number; progress: Progress };
