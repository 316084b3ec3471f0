// Runs a Go program that was built for js/wasm and talks to its host through
// exported functions only. Such a program needs eight functions of its host.
// Go hands each the address of its arguments, 8 bytes above which they stand.

/** A program that was started; its exports are functions of numbers. */
export interface Program {
  readonly memory: WebAssembly.Memory;
  readonly exports: Readonly<Record<string, (...args: number[]) => number>>;
  /** What the program said before it ended, when it has; undefined while it runs. */
  failure(): string | undefined;
}

/** What a program's code may be given as. */
export type Source = WebAssembly.Module | BufferSource | Response | Promise<WebAssembly.Module | BufferSource | Response>;

/** Compiles code; a response with the right type is compiled while it loads. */
export async function compile(source: Source): Promise<WebAssembly.Module> {
  const given = await source;
  if (given instanceof WebAssembly.Module) return given;
  if (typeof Response !== "undefined" && given instanceof Response) {
    if (!given.ok) throw new Error(`cannot load ${given.url}: HTTP status ${given.status}`);
    if (/^application\/wasm\b/.test(given.headers.get("Content-Type") ?? "")) {
      return WebAssembly.compileStreaming(given);
    }
    return WebAssembly.compile(await given.arrayBuffer());
  }
  return WebAssembly.compile(given as BufferSource);
}

/** Functions besides Go's own that a program may import, by module and name. */
export type HostFunctions = Record<string, Record<string, (...args: number[]) => number | void>>;

/** Starts a program. It returns once the program waits to be called. Host functions that need its memory get it from a function. */
export async function start(module: WebAssembly.Module, host: HostFunctions | ((memory: () => WebAssembly.Memory) => HostFunctions) = {}): Promise<Program> {
  let memory: WebAssembly.Memory;
  let exports: Record<string, (...args: number[]) => number>;
  let ended = false;
  let said = "";
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  let lastTimer = 0;
  const text = new TextDecoder();
  const view = () => new DataView(memory.buffer);
  const epoch = Date.now() - performance.now();

  const gojs: Record<string, (sp: number) => void> = {
    "runtime.wasmExit": () => {
      ended = true;
    },
    "runtime.wasmWrite": (sp) => {
      const v = view();
      const from = Number(v.getBigInt64(sp + 16, true));
      const bytes = new Uint8Array(memory.buffer, from, v.getInt32(sp + 24, true));
      said = (said + text.decode(bytes)).slice(-4000);
    },
    "runtime.resetMemoryDataView": () => {},
    "runtime.nanotime1": (sp) => {
      view().setBigInt64(sp + 8, BigInt(Math.round((epoch + performance.now()) * 1e6)), true);
    },
    "runtime.walltime": (sp) => {
      const now = Date.now();
      const v = view();
      v.setBigInt64(sp + 8, BigInt(Math.floor(now / 1000)), true);
      v.setInt32(sp + 16, (now % 1000) * 1e6, true);
    },
    "runtime.scheduleTimeoutEvent": (sp) => {
      const v = view();
      const id = ++lastTimer;
      const wake = () => {
        if (ended || !timers.has(id)) return;
        exports["resume"]!();
        // Go now and then looks a moment too early; it has to be woken again.
        if (timers.has(id)) timers.set(id, setTimeout(wake, 1));
      };
      timers.set(id, setTimeout(wake, Number(v.getBigInt64(sp + 8, true))));
      v.setInt32(sp + 16, id, true);
    },
    "runtime.clearTimeoutEvent": (sp) => {
      const id = view().getInt32(sp + 8, true);
      clearTimeout(timers.get(id));
      timers.delete(id);
    },
    "runtime.getRandomData": (sp) => {
      const v = view();
      const from = Number(v.getBigInt64(sp + 8, true));
      crypto.getRandomValues(new Uint8Array(memory.buffer, from, Number(v.getBigInt64(sp + 16, true))));
    },
  };

  const more = typeof host === "function" ? host(() => memory) : host;
  const instance = await WebAssembly.instantiate(module, { ...more, gojs: { ...gojs, ...more["gojs"] } });
  exports = instance.exports as unknown as typeof exports;
  memory = instance.exports["mem"] as WebAssembly.Memory;

  // The program's name is its only argument: argv, a null, no environment, a null.
  const name = 4096;
  const list = name + 8;
  new Uint8Array(memory.buffer, name, 3).set([0x67, 0x6f, 0]);
  const v = view();
  v.setBigInt64(list, BigInt(name), true);
  v.setBigInt64(list + 8, 0n, true);
  v.setBigInt64(list + 16, 0n, true);
  exports["run"]!(1, list);
  const failure = () => (ended ? said || "the program ended" : undefined);
  if (ended) throw new Error(failure());
  return { memory, exports, failure };
}
