/**
 * What the page shows, whatever brings it: a paste or a packet of a capture.
 * Offsets and lengths are bytes of the datagram.
 */

export type Severity = "note" | "warning" | "error";

/** A run of text in one colour; colour null is the default one. */
export interface Run {
  text: string;
  colour: string | null;
}

export interface Field {
  /** Place in Message.fields. */
  index: number;
  key: string;
  name: string;
  depth: number;
  offset: number;
  length: number;
  kind: string;
  /** The value as text, with control characters as they are; "" for a group. */
  value: string;
  note: string;
  /** Only of a bit or part: which bits. */
  mask: bigint | null;
  /** Index of the group that it stands in, -1 for none. */
  parent: number;
  /** Index of the first field that is not a member of it. */
  next: number;
  /** Text in colours, null when it has none. */
  runs: readonly Run[] | null;
}

export interface Problem {
  severity: Severity;
  code: string;
  offset: number;
  length: number;
  message: string;
  advice: string;
}

/** A decoded datagram or frame. */
export interface Message {
  data: Uint8Array;
  protocol: string;
  title: string;
  /** Bytes; the same as data.length, but known before the bytes are asked for. */
  length: number;
  /** Severity of the worst problem. */
  worst: Severity | "";
  fields: readonly Field[];
  problems: readonly Problem[];
}

export interface Place {
  line: number;
  column: number;
}

export interface Datagram {
  length: number;
  direction: string;
  comment: string;
  line: number;
}

export interface PasteError extends Place {
  found: string;
  expected: string;
  advice: string;
}

export interface PasteNote extends Place {
  text: string;
}

/** What a paste holds. */
export interface Paste {
  format: string;
  why: string;
  datagrams: readonly Datagram[];
  notes: readonly PasteNote[];
  error: PasteError | null;
}

export interface Pair {
  key: string;
  value: string;
}

export interface Player {
  id: number | null;
  name: string | null;
  score: number | null;
  ping: number | null;
  team: number | null;
  extra: Pair[] | null;
}

export interface Team {
  id: number | null;
  name: string | null;
  score: number | null;
  size: number | null;
  extra: Pair[] | null;
}

/** The server in one value, as in the JSON. */
export interface Status {
  protocol: string;
  name: string | null;
  map: string | null;
  mapTitle: string | null;
  gameType: string | null;
  game: string | null;
  gamePort: number | null;
  queryPort: number | null;
  players: number | null;
  maxPlayers: number | null;
  password: boolean | null;
  version: string | null;
  rules: Pair[] | null;
  mutators: string[] | null;
  playerList: Player[] | null;
  teams: Team[] | null;
  complete: boolean | null;
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
