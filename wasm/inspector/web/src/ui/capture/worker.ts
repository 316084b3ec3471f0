/** Starts a worker that reads captures, once it is given a program and a file. */
export const start = (): Worker => new Worker(new URL("../../api/captureWorker.ts", import.meta.url), { type: "module" });
