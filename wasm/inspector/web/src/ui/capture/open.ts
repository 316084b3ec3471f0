/** Opens captures: everything that only they need is loaded here, when the first one is opened. */
import wasm from "../../generated/analyzer.wasm?url";
import { Capture } from "../../api/capture.ts";
import { compile } from "../../api/go.ts";
import type { Back, Opened } from "./place";
import { capture } from "./state";
import { start } from "./worker";
import "./bar";
import "./view";

let code: Promise<WebAssembly.Module> | null = null;

/** The program's code, compiled once for all captures. */
function load(): Promise<WebAssembly.Module> {
  code ??= compile(fetch(new URL(wasm, import.meta.url)));
  code.catch(() => {
    code = null;
  }); // the next one tries again
  return code;
}

/** Opens a capture, and shows it if it is still wanted then, with back as it was before. */
export async function openCapture(to: Opened, wanted: () => boolean, back?: Back): Promise<void> {
  const chosen = performance.now();
  const wasm = await load();
  const opened = await Capture.open(to.file, { worker: start(), wasm });
  if (wanted()) capture.begun(opened, to, chosen, back);
  else opened.close();
}
