// Runs a Go program that was built for js/wasm and talks to its host through
// exported functions only. Such a program needs eight functions of its host.
// Go hands each the address of its arguments, 8 bytes above which they stand.

import { utf8 } from "./packed.ts";
import type { Source } from "./types.ts";

/** A program that was started; its exports are functions of numbers. */
export interface Program {
  readonly memory: WebAssembly.Memory;
  readonly exports: Readonly<Record<string, (...args: number[]) => number>>;
  /** What the program said before it ended, when it has; undefined while it runs. */
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
  let exports: Record<string, (...args: number[]) => number>;
  let ended = false;
  let said = "";
  const timers: Record<number, ReturnType<typeof setTimeout>> = {};
  let lastTimer = 0;
  const view = () => new DataView(memory.buffer);
  const get = (at: number) => Number(view().getBigInt64(at, true));
  const set = (at: number, n: number) => view().setBigInt64(at, BigInt(n), true);
  const set32 = (at: number, n: number) => view().setInt32(at, n, true);

  const gojs: Record<string, (sp: number) => void> = {
    "runtime.wasmExit": () => {
      ended = true;
    },
    "runtime.wasmWrite": (sp) => {
      const bytes = new Uint8Array(memory.buffer, get(sp + 16), view().getInt32(sp + 24, true));
      said = (said + utf8.decode(bytes)).slice(-4000);
    },
    "runtime.resetMemoryDataView": () => {},
    "runtime.nanotime1": (sp) => set(sp + 8, Math.ceil(performance.now() * 1e6)), // never 0, which Go takes for a broken clock
    "runtime.walltime": (sp) => {
      const now = Date.now();
      set(sp + 8, Math.floor(now / 1000));
      set32(sp + 16, (now % 1000) * 1e6);
    },
    "runtime.scheduleTimeoutEvent": (sp) => {
      const id = ++lastTimer;
      const wake = () => {
        if (ended || !timers[id]) return;
        exports["resume"]!();
        // Go now and then looks a moment too early; it has to be woken again.
        if (timers[id]) timers[id] = setTimeout(wake, 1);
      };
      timers[id] = setTimeout(wake, get(sp + 8));
      set32(sp + 16, id);
    },
    "runtime.clearTimeoutEvent": (sp) => {
      const id = view().getInt32(sp + 8, true);
      clearTimeout(timers[id]);
      delete timers[id];
    },
    "runtime.getRandomData": (sp) => {
      crypto.getRandomValues(new Uint8Array(memory.buffer, get(sp + 8), get(sp + 16)));
    },
  };

  const more = host?.(() => memory);
  const instance = await WebAssembly.instantiate(module, { ...more, gojs: { ...gojs, ...more?.["gojs"] } });
  exports = instance.exports as unknown as typeof exports;
  memory = instance.exports["mem"] as WebAssembly.Memory;

  // No arguments and no environment: two nulls, which the memory has there.
  exports["run"]!(0, 4096);
  const failure = () => (ended ? said || "the program ended" : undefined);
  if (ended) throw new Error(failure());
  return { memory, exports, failure };
}
