/** Opens captures: everything that only they need is loaded here, when the first one is opened. */
import wasm from "../../generated/analyzer.wasm?url";
import { Capture } from "../../api/capture.ts";
import { store } from "../store";
import { capture } from "./state";
import "./bar";
import "./view";

export async function openCapture(file: File): Promise<void> {
  store.say(`opening ${file.name}`);
  const worker = new Worker(new URL("../../api/captureWorker.ts", import.meta.url), { type: "module" });
  capture.show(await Capture.open(file, { worker, wasm: new URL(wasm, import.meta.url) }));
}
