/**
 * What the page shows, whatever brings it: a paste or a packet of a capture.
 * Offsets and lengths are bytes of the datagram.
 */

import type { PasteError, PasteNote, Problem, Severity, Span } from "../api/types.ts";

export type { Fact, Found, PasteError, PasteNote, Problem, ServerSummary, Severity, Span } from "../api/types.ts";

export interface Field {
  /** Place in Message.fields. */
  index: number;
  key: string;
  /** The key of its definition: the same for all players, without what a bit or a length adds. */
  definitionKey: string;
  name: string;
  depth: number;
  offset: number;
  length: number;
  kind: string;
  /** As Row.hue. */
  hue: number;
  /** The value as text, with control characters as they are; "" for a group. */
  value: string;
  note: string;
  /** Only of a bit or part: which bits. */
  mask: bigint | null;
  /** Index of the group that it is in, -1 for none. */
  parent: number;
  /** Index of the first field that is not a member of it. */
  next: number;
  /** Text in colours, null when it has none. */
  runs: readonly Span[] | null;
}

/** A decoded datagram or frame. */
export interface Message {
  data: Uint8Array;
  protocol: string;
  title: string;
  /** Whether a server sent it: what the decoder says, else what the paste says. */
  reply: boolean;
  /** Bytes; the same as data.length, but known before the bytes are asked for. */
  length: number;
  /** Severity of the worst problem. */
  worst: Severity | "";
  fields: readonly Field[];
  problems: readonly Problem[];
}

export interface Datagram {
  length: number;
  direction: string;
  comment: string;
  line: number;
}

/** What a paste holds. */
export interface Paste {
  format: string;
  why: string;
  datagrams: readonly Datagram[];
  notes: readonly PasteNote[];
  error: PasteError | null;
}

export interface Explanation {
  kind: string;
  title: string;
  text: string;
  advice: string;
  source: string;
  /** What its values mean. */
  values: { name: string; text: string }[];
}

export interface Sample {
  name: string;
  description: string;
  text: string;
}

/** A line of the list of datagrams or packets. */
export interface Row {
  number: number;
  /** Seconds since the first packet, null where nothing is known about time. */
  time: number | null;
  from: string;
  to: string;
  protocol: string;
  title: string;
  length: number;
  worst: Severity | "";
  /** "request", "reply" or "". */
  direction: string;
}

/** Rows that may come later: row returns undefined until they are there. */
export interface Rows {
  count: number;
  row(i: number): Row | undefined;
  /** Says which rows will be shown; "rows" is announced once they are there. */
  want(from: number, to: number): void;
}

/** A half-open byte range. */
export interface Range {
  start: number;
  end: number;
}

/** A field that tiles the datagram: no group, and not empty. */
export function isLeaf(f: Field): boolean {
  return f.kind !== "group" && f.length > 0;
}

/** For each byte the index of the leaf that holds it. */
export function owners(m: Message): Int32Array {
  const own = new Int32Array(m.data.length).fill(-1);
  for (const f of m.fields) if (isLeaf(f)) own.fill(f.index, f.offset, f.offset + f.length);
  return own;
}
