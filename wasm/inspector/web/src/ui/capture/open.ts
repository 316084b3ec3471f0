/** Opens captures: everything that only they need is loaded here, when the first one is opened or likely to be. */
import wasm from "../../generated/analyzer.wasm?url";
import { Capture } from "../../api/capture.ts";
import { compile } from "../../api/go.ts";
import type { Back, Opened } from "./place";
import { capture } from "./state";
import { start } from "./worker";
import "./bar";
import "./view";

let code: Promise<WebAssembly.Module> | null = null;
/** A worker that has started the program and waits for a file. */
let ready: Worker | null = null;

/** The program's code, compiled once for all captures. */
function load(): Promise<WebAssembly.Module> {
  code ??= compile(fetch(new URL(wasm, import.meta.url)));
  code.catch(() => {
    code = null;
  }); // the next one tries again
  return code;
}

/** Starts what will be needed when a file is chosen. */
export function prepare(): void {
  if (ready) return;
  const worker = (ready = start());
  load().then(
    (wasm) => Capture.prepare({ worker, wasm }),
    () => {},
  );
}

/** Opens a capture, and shows it if it is still wanted then, with back as it was before. */
export async function openCapture(to: Opened, wanted: () => boolean, back?: Back): Promise<void> {
  const chosen = performance.now();
  const worker = ready ?? start();
  ready = null;
  let wasm: WebAssembly.Module;
  try {
    wasm = await load();
  } catch (e) {
    worker.terminate();
    throw e;
  }
  const opened = await Capture.open(to.file, { worker, wasm });
  if (wanted()) capture.begun(opened, to, chosen, back);
  else opened.close();
}
