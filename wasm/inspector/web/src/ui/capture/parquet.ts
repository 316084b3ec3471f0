/** Writes tables as Parquet. That takes a program of its own, half as large again as the one that reads captures, which is loaded when it is wanted. */
import address from "../../generated/parquet.wasm?url";
import { Capture } from "../../api/capture.ts";
import type { LongTask, TableName } from "../../api/captureTypes.ts";
import { loader } from "./code";
import { start } from "./worker";

const program = loader(new URL(address, import.meta.url));

/** Loads the program, once. */
export async function load(signal: AbortSignal | undefined): Promise<WebAssembly.Module> {
  try {
    return await program(signal);
  } catch (e) {
    if (!navigator.onLine) throw new Error("The Parquet writer is not available offline: connect once, or export NDJSON");
    throw e;
  }
}

/** A table of what a filter leaves of a capture, which is read once more. */
export async function write(file: File, layout: string, expression: string, table: TableName, task: LongTask): Promise<Blob> {
  const source = await Capture.open(file, { worker: start(), wasm: await load(task.signal), layout });
  try {
    await source.read(task);
    task.signal?.throwIfAborted(); // read stops, and keeps what it has
    if (expression !== "") await source.filter(expression, task);
    return (await source.export("parquet", table, task)) as Blob;
  } finally {
    source.close();
  }
}
