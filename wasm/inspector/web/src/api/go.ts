// Runs a Go program that was built for js/wasm and talks to its host through
// exported functions only, with the runtime that comes with Go (wasm_exec.js, which
// build/wasm.mjs copies from there).

import "./wasm_exec.js";
import type { Source } from "./types.ts";

/** What wasm_exec.js defines. */
interface Runtime {
  readonly importObject: WebAssembly.Imports;
  exit: (code: number) => void;
  run(instance: WebAssembly.Instance): Promise<void>;
}
const { Go } = globalThis as unknown as { Go: new () => Runtime };

/** A program that was started; its exports are functions of numbers. */
export interface Program {
  readonly memory: WebAssembly.Memory;
  readonly exports: Readonly<Record<string, (...args: number[]) => number>>;
  /** Why the program ended, when it has; undefined while it runs. */
  failure(): string | undefined;
}

/** Compiles code; a response with the right type is compiled while it loads. */
export async function compile(source: Source): Promise<WebAssembly.Module> {
  const given = await source;
  if (given instanceof WebAssembly.Module) return given;
  if (given instanceof Response) {
    if (!given.ok) throw new Error(`cannot load ${given.url}: HTTP status ${given.status}`);
    const typed = given.headers.get("Content-Type")?.startsWith("application/wasm");
    return typed ? WebAssembly.compileStreaming(given) : WebAssembly.compile(await given.arrayBuffer());
  }
  return WebAssembly.compile(given as BufferSource);
}

/** Functions besides Go's own that a program may import, by module and name. */
export type HostFunctions = Record<string, Record<string, (...args: number[]) => number | void>>;

/** Starts a program. It returns once the program waits to be called. Host functions that need its memory get it from a function. */
export async function start(module: WebAssembly.Module, host?: (memory: () => WebAssembly.Memory) => HostFunctions): Promise<Program> {
  let memory: WebAssembly.Memory;
  let failure: string | undefined;
  const go = new Go();
  go.exit = (code) => {
    failure = `it ended with exit code ${code}; the console has what it wrote before`;
  };
  const instance = await WebAssembly.instantiate(module, { ...go.importObject, ...host?.(() => memory) });
  memory = instance.exports["mem"] as WebAssembly.Memory;
  void go.run(instance);
  if (failure !== undefined) throw new Error(failure);
  return { memory, exports: instance.exports as unknown as Program["exports"], failure: () => failure };
}
