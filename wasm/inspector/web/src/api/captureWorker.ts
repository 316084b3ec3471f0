// The Web Worker that reads captures.
import "./trusted.ts";
import { serve } from "./captureTask.ts";
import { blobs } from "./captureStore.ts";

const take = serve({
  post: (message, options) => postMessage(message, options),
  worker: () => new Worker(self.location.href, { type: "module" }),
  processors: typeof Worker === "undefined" ? 1 : navigator.hardwareConcurrency,
  storage: blobs,
  fetch: (address) => fetch(address),
});
addEventListener("message", (e) => take(e.data));
