import { ask } from "./asked";
import { capital } from "./copyas";
import { isPasteError } from "../api/index.ts";
import { why } from "./loading";
import { hues } from "./shade";
import { store } from "./store";
import { makeFragment, pastedFragment, readFragment } from "./permalink";
import * as engine from "./engine";
import type { Back } from "./capture/place";

/** Files whose name or first bytes say that they are captures. */
const captureNames = /\.(pcap|pcapng|cap|ntar)(\.(gz|zst|lz4|bz2))?$/i;
const captureMagic = ["d4c3b2a1", "a1b2c3d4", "4d3cb2a1", "a1b23c4d", "34cdb2a1", "a1b2cd34", "0a0d0d0a"];
/** First bytes of what is compressed: with gzip, zstd, lz4, bzip2. */
const packedMagic = /^(1f8b|28b52ffd|04224d18|425a68)/;

/** Reads another input: what was chosen for the one before does not hold for it. On a phone its fields are shown. */
function replace(input: string | Uint8Array, about: { name?: string; description?: string; example?: boolean } = {}): void {
  store.format = store.protocol = store.from = "";
  store.read(input, about);
  if (input.length > 0) store.setView({ pane: store.error && !store.mended ? "input" : "fields" });
}

/** Why files could not be opened, with their names. */
export function failure(files: readonly File[], e: unknown): string {
  const text = why(e);
  return files.some((f) => text.startsWith(`${f.name}:`)) ? text : `${files.map((f) => f.name).join(", ")}: ${text}`;
}

/** Takes pasted text: a dump, or a link to a page like this. With keep it is the text that was there, changed. */
export function accept(text: string, about: { keep?: boolean } = {}): void {
  const link = pastedFragment(text);
  if (link !== null) return void openFragment(link);
  if (isLayout(text)) return void store.during(describe(text));
  ask();
  if (about.keep) store.read(text, about);
  else replace(text);
}

/** Takes files: several dumps become one list; only one capture is shown. */
export const acceptFiles = (files: readonly File[]): Promise<void> => store.during(take(files));

async function take(files: readonly File[]): Promise<void> {
  const one = files.length === 1 ? files[0] : undefined;
  const wanted = ask();
  if (one) return acceptFile(one, wanted);
  const kinds = await Promise.all(files.map(isCapture));
  if (!wanted()) return;
  const first = kinds.indexOf(true);
  if (first >= 0) {
    await acceptFile(files[first]!, wanted);
    if (!wanted()) return;
    const others = files.length === 2 ? "file" : `${files.length - 1} files`;
    return store.warn(`One capture is shown at a time: ${files[first]!.name} was opened, not the other ${others}.`);
  }
  const parts: string[] = [];
  const wrong: string[] = [];
  for (const file of files) {
    if (file.size > engine.maxPaste) {
      wrong.push(`${file.name} is too large for a dump (max ${engine.maxPaste >> 20} MiB)`);
      continue;
    }
    const data = await content(file);
    if (!wanted()) return;
    const result = engine.parse(data);
    if (isPasteError(result)) {
      wrong.push(`${file.name}, line ${result.line}: ${result.found ? `found ${result.found}, ` : ""}expected ${result.expected}`);
      continue;
    }
    const n = result.datagrams.length;
    for (let i = 0; i < n; i++) parts.push(`# ${file.name.replace(/[\r\n]/g, " ")}${n > 1 ? `, ${i + 1} of ${n}` : ""}\n${lines(result.message(i).data)}`);
    result.close();
  }
  if (!wanted()) return;
  if (parts.length > 0) replace(parts.join("\n\n") + "\n", { name: `${files.length} files` });
  if (wrong.length > 0) store.warn(`Not read: ${wrong.join("; ")}`);
}

async function isCapture(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const magic = Array.from(head, (b) => b.toString(16).padStart(2, "0")).join("");
  // A file that starts with printable text is no capture, whatever its name: a dump of one, perhaps.
  const words = head.length === 4 && head.every((b) => b === 9 || b === 10 || b === 13 || (b >= 32 && b < 127));
  return captureMagic.includes(magic) || packedMagic.test(magic) || (captureNames.test(file.name) && !words);
}

/** A file as text, or as the bytes of one datagram when it is none. */
async function content(file: File): Promise<string | Uint8Array> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Not text: the bytes themselves are the datagram.
  }
  return bytes;
}

/** Takes a file: a capture goes to the worker, everything else is read as a paste. */
async function acceptFile(file: File, wanted: () => boolean): Promise<void> {
  const capture = await isCapture(file);
  if (!wanted()) return;
  if (capture) return acceptCapture(file, wanted);
  if (file.size === 0) return store.warn(`${file.name}: the file is empty.`);
  if (file.size > engine.maxPaste) {
    return store.warn(`${file.name} is too large for a dump (max ${engine.maxPaste >> 20} MiB) and is not a capture.`);
  }
  const data = await content(file);
  if (!wanted()) return;
  if (typeof data === "string" && isLayout(data)) await describe(data, file.name);
  else replace(data, { name: file.name });
}

async function acceptCapture(file: File, wanted: () => boolean, back?: Back): Promise<void> {
  store.opening(file.name);
  try {
    const { openCapture } = await import("./capture/open");
    await openCapture({ file, reopen: (back) => reopen(file, back) }, wanted, back);
  } finally {
    store.opening("");
  }
}

/** Opens a capture that was there before; the browser reads the file again. */
async function reopen(file: File, back: Back): Promise<void> {
  try {
    await store.during(acceptCapture(file, ask(), back));
  } catch (e) {
    store.warn(failure([file], e));
  }
}

/** Shows a sample. */
export const openSample = (name: string): Promise<boolean> => store.during(showSample(name));

/** Shows a sample as an example of what the page does, with one field lit. */
export const openExample = (name: string): Promise<void> => store.during(showSample(name, true).then(lightField));

/** Selects the first field that is text, such as the name of the server, or the first value. */
export async function lightField(): Promise<void> {
  await store.settled();
  const m = store.message;
  if (!m) return;
  let first = -1;
  for (let row = 0; row < m.rowCount; row++) {
    const f = m.row(row);
    if (f.next !== row + 1 || f.length === 0) continue;
    if (hues[f.hue] === "text" && /name/i.test(f.definition.key)) return store.selectField(row);
    if (first < 0 && f.offset >= m.summary.payload) first = row;
  }
  if (first >= 0) store.selectField(first);
}

async function showSample(name: string, example = false): Promise<boolean> {
  const wanted = ask();
  const { samples } = await import("./samples");
  if (!wanted()) return true;
  const s = samples.find((s) => s.name === name);
  if (!s) throw new Error(`Sample ${name} not found`);
  replace(s.text, { name: s.name, description: s.description, example });
  return true;
}

/** Shows what a fragment holds; says what is wrong with it when it is damaged. */
export const openFragment = (fragment: string): Promise<boolean> => store.during(showFragment(fragment));

/** Whether a text seems to be a layout: what it begins with, but for comments, is meta. */
const isLayout = (text: string): boolean =>
  /^meta:/.test(
    text
      .split("\n")
      .map((line) => line.trim())
      .find((line) => line !== "" && !line.startsWith("#") && line !== "---") ?? "",
  );

/** Describes packets that no protocol recognises by a layout; what is shown stays. */
async function describe(layout: string, from = "The layout"): Promise<void> {
  const wrong = await store.describe(layout);
  if (wrong !== "") store.warn(`${from} cannot be read: ${wrong}`);
  else store.say("Layout applied");
}

async function showFragment(fragment: string): Promise<boolean> {
  try {
    const wanted = ask();
    const link = await readFragment(fragment);
    if (!wanted()) return true;
    if (!link) return false;
    if (link.kind === "sample") return await showSample(link.name);
    if (link.kind === "text") {
      replace(link.text);
      return true;
    }
    if (link.kind === "layout") {
      await describe(link.text, "The layout in the link");
      return store.message !== null;
    }
    const s = link.shared;
    store.protocol = engine.protocols().includes(s.protocol) ? s.protocol : "";
    store.from = ["request", "reply"].includes(s.from) ? s.from : "";
    store.format = engine.formats().includes(s.format) ? s.format : "";
    const text = s.text ?? "# from a link\n" + s.datagrams.map(lines).join("\n\n") + "\n";
    store.read(text, { name: "from a link" });
    await store.settled();
    if (s.layout !== "" && s.layout !== store.layout) {
      await describe(s.layout, "The layout in the link");
    }
    if (!wanted()) return true;
    store.setView({ fieldsView: s.fieldsView, tab: s.tab, pane: "fields" });
    if (s.current > 0) await store.go(s.current);
    if (s.selection && s.selection[0] < (store.message?.data.length ?? 0)) store.select("place", ...s.selection);
    return true;
  } catch (e) {
    store.warn(capital(why(e)));
    return true;
  }
}

function lines(d: Uint8Array): string {
  const out: string[] = [];
  for (let i = 0; i < d.length; i += 16) out.push(Array.from(d.subarray(i, i + 16), (b) => b.toString(16).toUpperCase().padStart(2, "0")).join(" "));
  return out.join("\n");
}

/** Text above this length is shared as the datagrams' bytes alone. */
const maxText = 16_384;

/** The address of a page that shows the same. */
export async function permalink(): Promise<string> {
  const capture = store.packets !== null;
  const datagrams = store.messages.map((m) => m.data);
  const fragment = await makeFragment({
    text: !capture && store.text !== "" && store.text.length <= maxText ? store.text : null,
    datagrams,
    current: capture ? 0 : store.current,
    selection: store.selection ? [store.selection.start, store.selection.end] : null,
    fieldsView: store.fieldsView,
    tab: store.tab,
    protocol: store.protocol,
    from: store.from,
    format: store.format,
    layout: store.layout,
  });
  return location.href.replace(/#.*$/, "") + fragment;
}
