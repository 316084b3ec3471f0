// A worker thread of Node as the library uses Web Workers.
import { Worker } from "node:worker_threads";
import type { HelperWorker } from "./captureHelp.ts";

/** Starts a thread that reads captures. */
export function nodeWorker(): HelperWorker {
  const worker = new Worker(new URL("./captureNode.js", import.meta.url));
  return {
    postMessage: (message, options) => worker.postMessage(message, options?.transfer),
    terminate: () => worker.terminate(),
    addEventListener(type, listener) {
      if (type === "message") worker.on("message", (data) => listener({ data }));
      else worker.on("error", (e) => listener({ message: e.message, preventDefault() {} }));
    },
    ref: () => worker.ref(),
    unref: () => worker.unref(),
  };
}
