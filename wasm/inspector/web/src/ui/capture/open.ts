/** Opens captures: everything that only they need is loaded here, when the first one is opened. */
import wasm from "../../generated/analyzer.wasm?url";
import { Capture } from "../../api/capture.ts";
import { loader } from "./code";
import type { Back, Opened } from "./place";
import { capture } from "./state";
import { start } from "./worker";
import { store } from "../store";
import "./bar";
import "./view";

const load = loader(new URL(wasm, import.meta.url));

/** Opens a capture, and shows it if it is still wanted then, with back as it was before. */
export async function openCapture(to: Opened, wanted: () => boolean, back?: Back): Promise<void> {
  const chosen = performance.now();
  const opened = await Capture.open(to.file, { worker: start(), wasm: await load(), layout: store.layout });
  if (wanted()) capture.begun(opened, to, chosen, back);
  else opened.close();
}
