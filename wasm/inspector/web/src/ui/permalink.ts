/**
 * Permalinks. Everything is in the fragment, which no browser sends to a
 * server: "#d=" and base64url of deflate-raw of
 *
 *     4 bytes  length of the head, little endian
 *     head     JSON: see Head
 *     bytes    the datagrams, one after the other, or the text of the paste
 *
 * "#hex=" with digits, "#sample=NAME" and "#layout=" with a description in Kaitai Struct's language are for links written by hand
 * and by other programs.
 */
import { maxPaste } from "./engine";
import type { FieldsView, MiddleTab } from "./store";

interface Head {
  /** Lengths of the datagrams; absent when the bytes are the text of the paste. */
  l?: number[];
  /** Datagram shown, selected bytes, views. */
  c?: number;
  s?: [number, number];
  v?: FieldsView;
  t?: MiddleTab;
  p?: string;
  r?: string;
  f?: string;
  /** The layout that describes what is unknown. */
  k?: string;
}

export interface Shared {
  text: string | null;
  datagrams: Uint8Array[];
  current: number;
  selection: readonly [number, number] | null;
  fieldsView: FieldsView;
  tab: MiddleTab;
  protocol: string;
  from: string;
  format: string;
  layout: string;
}

export type Link = { kind: "shared"; shared: Shared } | { kind: "text"; text: string } | { kind: "sample"; name: string } | { kind: "layout"; text: string };

/** What a fragment may become when it is decompressed: the longest paste, and a little for the head. */
const maxBytes = maxPaste + (1 << 16);

/** Datagrams of a link, each two lines or more of text. */
const maxDatagrams = 10_000;

async function pump(data: Uint8Array, through: GenericTransformStream, max = Infinity): Promise<Uint8Array> {
  // In small pieces: each may become a thousand times as much before anybody can stop it.
  const pieces = Array.from({ length: Math.ceil(data.length / 4096) }, (_, i) => data.subarray(i * 4096, (i + 1) * 4096));
  const source = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
  const reader = source.pipeThrough(through as ReadableWritablePair<Uint8Array, Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    total += value.length;
    if (total > max) {
      await reader.cancel();
      throw new Error(`the link holds more than the ${maxPaste >> 20} MiB that a paste may have`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

function base64(b: Uint8Array): string {
  let s = "";
  for (let i = 0; i < b.length; i += 0x8000) s += String.fromCharCode(...b.subarray(i, i + 0x8000));
  return btoa(s);
}

function fromBase64url(s: string): Uint8Array {
  const raw = atob(s.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(raw, (c) => c.charCodeAt(0));
}

/** Gives the fragment, "#" included. */
export async function makeFragment(s: Shared): Promise<string> {
  const head: Head = {};
  if (s.text === null) head.l = s.datagrams.map((d) => d.length);
  if (s.current > 0) head.c = s.current;
  if (s.selection) head.s = [s.selection[0], s.selection[1]];
  if (s.fieldsView !== "table") head.v = s.fieldsView;
  if (s.tab !== "fields") head.t = s.tab;
  if (s.protocol) head.p = s.protocol;
  if (s.from) head.r = s.from;
  if (s.format) head.f = s.format;
  if (s.layout) head.k = s.layout;
  const h = new TextEncoder().encode(JSON.stringify(head));
  const body = s.text === null ? s.datagrams : [new TextEncoder().encode(s.text)];
  const all = new Uint8Array(4 + h.length + body.reduce((n, d) => n + d.length, 0));
  new DataView(all.buffer).setUint32(0, h.length, true);
  all.set(h, 4);
  let at = 4 + h.length;
  for (const d of body) {
    all.set(d, at);
    at += d.length;
  }
  const packed = await pump(all, new CompressionStream("deflate-raw"));
  return "#d=" + base64(packed).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const count = (v: unknown): number => (typeof v === "number" && Number.isInteger(v) && v >= 0 ? v : 0);
const word = (v: unknown): string => (typeof v === "string" ? v : "");

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error("the link is damaged: % must be followed by two hex digits of UTF-8; write % itself as %25");
  }
}

/** Reads a fragment, with or without "#". Throws an Error that says what is wrong with it; null when it is none of ours. */
export async function readFragment(fragment: string): Promise<Link | null> {
  const text = fragment.replace(/^#/, "");
  if (text.startsWith("sample=")) return { kind: "sample", name: unescaped(text.slice(7)) };
  if (text.startsWith("hex=")) return { kind: "text", text: unescaped(text.slice(4).replaceAll("+", " ")) };
  if (text.startsWith("layout=")) return { kind: "layout", text: unescaped(text.slice(7)) };
  if (!text.startsWith("d=")) return null;
  let all: Uint8Array;
  try {
    all = await pump(fromBase64url(text.slice(2)), new DecompressionStream("deflate-raw"), maxBytes);
  } catch (e) {
    if (e instanceof Error && e.message.startsWith("the link")) throw e;
    throw new Error("the link is damaged: it may have been cut when it was copied");
  }
  const size = all.length < 4 ? Infinity : new DataView(all.buffer).getUint32(0, true);
  if (4 + size > all.length) throw new Error("the link is damaged: its header is cut");
  let head: Head;
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(all.subarray(4, 4 + size)));
    if (typeof parsed !== "object" || parsed === null) throw new Error();
    head = parsed as Head;
  } catch {
    throw new Error("the link is damaged: its header is invalid");
  }
  const body = all.subarray(4 + size);
  const datagrams: Uint8Array[] = [];
  if (Array.isArray(head.l)) {
    if (head.l.length > maxDatagrams) throw new Error(`the link holds more than ${maxDatagrams} datagrams`);
    let at = 0;
    for (const n of head.l) {
      if (at < body.length && count(n) > 0) datagrams.push(body.subarray(at, at + count(n)));
      at += count(n);
    }
  }
  const sel = Array.isArray(head.s) ? ([count(head.s[0]), count(head.s[1])] as const) : null;
  return {
    kind: "shared",
    shared: {
      text: Array.isArray(head.l) ? null : new TextDecoder().decode(body),
      datagrams,
      current: count(head.c),
      selection: sel && sel[0] <= sel[1] ? sel : null,
      fieldsView: head.v === "tree" ? "tree" : "table",
      tab: head.t === "problems" || head.t === "summary" || head.t === "text" || head.t === "compare" || head.t === "structure" ? head.t : "fields",
      protocol: word(head.p),
      from: word(head.r),
      format: word(head.f),
      layout: word(head.k),
    },
  };
}

/** Whether pasted text is a link to this kind of page rather than a dump. */
export function pastedFragment(text: string): string | null {
  const m = /^\s*(?:https?:\/\/\S+?)?(#(?:d|hex|sample|layout)=\S+)\s*$/.exec(text);
  return m ? m[1]! : null;
}
