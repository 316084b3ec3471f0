/** What the second decoder program adds: it compares unknown packets, and describes packets by layouts. */
import * as engine from "./engine";

/** What a range of bytes is, in all packets of a kind. */
export interface Finding {
  /** From the end where it is negative. */
  offset: number;
  /** 0 where it varies. */
  length: number;
  type: string;
  holds: number;
  seen: number;
  text: string;
  name: string;
  accepted: boolean;
  marked: boolean;
  part: number;
  skip: number;
  excludes: string[];
}

export interface Kind {
  packets: number;
  about: string;
  findings: Finding[];
  /** The first packets, divided as the layout divides them; a finding is -1 for none. */
  rows: { datagram: number; spans: { offset: number; length: number; finding: number }[]; hex: string }[];
}

export interface Compared {
  kinds: Kind[];
  /** The layout of what is accepted, "" for nothing. */
  layout: string;
}

const bytes = new TextEncoder();

/** Compares datagrams, with what was decided about them; a text says what is wrong with that. */
export function compare(datagrams: readonly number[], decisions: readonly string[]): Compared | string {
  const numbers = Uint32Array.from(datagrams);
  const text = bytes.encode(decisions.join("\n"));
  const given = new Uint8Array(numbers.byteLength + text.length);
  given.set(new Uint8Array(numbers.buffer));
  given.set(text, numbers.byteLength);
  const calls = engine.calls();
  const { id } = engine.session!;
  const p = calls.packed("compare", id, calls.put(given), numbers.length);
  const wrong = p.text();
  if (wrong !== "") return wrong;
  const kinds = p.list(
    (q): Kind => ({
      packets: q.int(),
      about: q.text(),
      findings: q.list((f) => ({
        offset: f.int(),
        length: f.int(),
        type: f.text(),
        holds: f.int(),
        seen: f.int(),
        text: f.text(),
        name: f.text(),
        accepted: f.bool(),
        marked: f.bool(),
        part: f.int(),
        skip: f.int(),
        excludes: f.list((x) => x.text()),
      })),
      rows: q.list((r) => ({
        datagram: r.int(),
        spans: r.list((s) => ({ offset: s.int(), length: s.int(), finding: s.int() })),
        hex: r.text(),
      })),
    }),
  );
  return { kinds, layout: p.text() };
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
