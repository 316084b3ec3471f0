/** Compiles the program whose address it is sent, and sends it back, or why that failed. */
import { compile } from "./go.ts";

addEventListener("message", async ({ data }: MessageEvent<string>) => {
  postMessage(await compile(fetch(data)).catch((e: unknown) => (e instanceof Error ? e.message : String(e))));
});
