/** What the second decoder program adds: it compares unknown packets, and describes packets by layouts. */
import type { ComparedDatagrams } from "../api/captureTypes.ts";
import type { Packed } from "../api/packed.ts";
import * as engine from "./engine";
import { hues } from "./model";

/** What a range of bytes is, in all packets of a kind. */
interface Finding {
  /** From the end where it is negative. */
  offset: number;
  /** 0 where it varies. */
  length: number;
  type: string;
  /** The name of the colour that its bytes have. */
  hue: string;
  holds: number;
  seen: number;
  text: string;
  name: string;
  accepted: boolean;
  marked: boolean;
  excludes: string[];
}

export interface Kind {
  packets: number;
  about: string;
  findings: Finding[];
  /** The findings in the order of their bytes. */
  order: number[];
  /** The first packets, divided as the layout divides them; a finding is -1 for none. */
  rows: { datagram: number; spans: { offset: number; length: number; finding: number }[]; hex: string }[];
}

export interface Compared {
  /** How many packets: bounds may leave out some. */
  packets: number;
  kinds: Kind[];
  /** The layout of what is accepted, with the decisions as comments; "" for nothing. */
  layout: string;
  canUndo: boolean;
}

const bytes = new TextEncoder();

/** What is compared after a call, or what is wrong with the decision. */
function result(p: Packed): Compared | string {
  const wrong = p.text();
  if (wrong !== "") return wrong;
  const packets = p.int();
  const kinds = p.list(
    (q): Kind => ({
      packets: q.int(),
      about: q.text(),
      findings: q.list((f) => ({
        offset: f.int(),
        length: f.int(),
        type: f.text(),
        hue: hues[f.int()] ?? "unk",
        holds: f.int(),
        seen: f.int(),
        text: f.text(),
        name: f.text(),
        accepted: f.bool(),
        marked: f.bool(),
        excludes: f.list((x) => x.text()),
      })),
      order: q.list((i) => i.int()),
      rows: q.list((r) => ({
        datagram: r.int(),
        spans: r.list((s) => ({ offset: s.int(), length: s.int(), finding: s.int() })),
        hex: r.text(),
      })),
    }),
  );
  return { packets, kinds, layout: p.text(), canUndo: p.bool() };
}

/** Compares datagrams, with what the layout that describes them says was decided. */
export function compare(datagrams: readonly number[], layout: string): Compared {
  const numbers = Uint32Array.from(datagrams);
  const n = put(new Uint8Array(numbers.buffer), layout);
  return result(engine.calls().packed("compare", engine.session!.id, n, numbers.length)) as Compared;
}

/** Does so with datagrams of a capture. */
export const comparePackets = ({ packed }: ComparedDatagrams, layout: string): Compared =>
  result(engine.calls().packed("comparePackets", put(packed, layout), packed.length)) as Compared;

function put(what: Uint8Array, layout: string): number {
  const text = bytes.encode(layout);
  const given = new Uint8Array(what.length + text.length);
  given.set(what);
  given.set(text, what.length);
  return engine.calls().put(given);
}

/** Accepts a finding under a name, "" for its usual one; one that is accepted under that name already no longer. */
export function accept(kind: number, finding: number, name: string): Compared | string {
  const calls = engine.calls();
  return result(calls.packed("accept", calls.put(name), kind, finding));
}

/** Accepts all findings of a kind that are true in all its packets. */
export const acceptAll = (kind: number): Compared | string => result(engine.calls().packed("acceptAll", kind));

/** The keys that say what the selected bytes are. */
export const marks = /^[1248fscgx]$/i;

/** Makes bytes of a row what a key says, in all packets of the kind. */
export const mark = (kind: number, row: number, offset: number, length: number, key: string, bigEndian: boolean): Compared | string =>
  result(engine.calls().packed("mark", kind, row, offset, length, key.toLowerCase().charCodeAt(0), Number(bigEndian)));

/** Takes back all decisions. */
export const removeAll = (): Compared | string => result(engine.calls().packed("removeAll"));

/** Takes back the latest step, or what was taken back; null where there is none. */
export function undo(redo: boolean): Compared | string | null {
  const p = engine.calls().packed("undo", Number(redo));
  return p.bool() ? result(p) : null;
}

/** Has what is decoded from now on described by a layout; returns what is wrong with it, "" for nothing. */
export function describe(layout: string): string {
  const calls = engine.calls();
  const p = calls.packed("describe", calls.put(layout));
  const text = p.text();
  return text === "" ? "" : `line ${p.int()}, column ${p.int()}: ${text}`;
}

/** The languages that a layout is exported in, in the order of their numbers. */
export const languages = [
  ["lua", "Wireshark dissector (Lua)", "lua"],
  ["imhex", "ImHex pattern", "hexpat"],
  ["go", "Go package", "go"],
] as const;

/** A layout in another language; throws an Error that says what cannot be written in it. */
export function exported(layout: string, language: number): string {
  const calls = engine.calls();
  const p = calls.packed("export", calls.put(layout), language);
  const wrong = p.text();
  if (wrong !== "") throw new Error(wrong);
  return p.text();
}
