/** The code of programs that are loaded when they are wanted. */

/** Compiles a program in a worker: on the page's own thread that is a task of a quarter of a second where machines are slow. */
function compiled(address: string, signal: AbortSignal | undefined): Promise<WebAssembly.Module> {
  const worker = new Worker(new URL("../../api/compileWorker.ts", import.meta.url), { type: "module" });
  return new Promise<WebAssembly.Module>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<WebAssembly.Module | string>) => (typeof data === "string" ? reject(new Error(data)) : resolve(data));
    worker.onerror = (e) => reject(new Error(e.message || `cannot load ${address}`));
    signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    worker.postMessage(address);
  }).finally(() => worker.terminate());
}

/** Returns what loads and compiles a program: once, and again after it failed. */
export function loader(address: URL): (signal?: AbortSignal) => Promise<WebAssembly.Module> {
  let code: Promise<WebAssembly.Module> | null = null;
  return async (signal) => {
    code ??= compiled(address.href, signal);
    try {
      return await code;
    } catch (e) {
      code = null;
      throw e;
    }
  };
}
