// What the two programs tell. Offsets and lengths are bytes of a datagram.

/** A Uint8Array that is the only one with its memory; TypeScript has a name for that from 5.7 on. */
export type Bytes = ReturnType<typeof Uint8Array.of>;

/** A type of the host's where TypeScript knows it, from lib.dom or @types/node, and otherwise as much of it as is needed. */
export type Host<Name extends string, Otherwise> = typeof globalThis extends { [K in Name]: { prototype: infer T } } ? T : Otherwise;

/** A WebAssembly.Module. */
export type Compiled = typeof globalThis extends { WebAssembly: { Module: { prototype: infer T } } } ? T : object;

/** A Response, from fetch. */
export type Fetched = Host<"Response", { readonly ok: boolean; readonly url: string; arrayBuffer(): Promise<ArrayBuffer> }>;

/** What a program's code may be given as: a response with the right type is compiled while it loads. */
export type Source = Code | Promise<Code>;
type Code = Compiled | Fetched | ArrayBuffer | Uint8Array;

/** What "using" closes, where TypeScript knows Symbol.dispose. */
export type Closing = typeof Symbol extends { readonly dispose: infer K extends symbol } ? { [P in K]: () => void } : Record<never, never>;

/** When: RFC 3339 in UTC with nine digits of fraction, so that times sort as text: "2024-05-01T18:30:00.123456789Z". */
export type Time = string;

export type Severity = "note" | "warning" | "error";
export type Direction = "unknown" | "request" | "reply";
export type Confidence = "unlikely" | "possible" | "likely" | "certain";
/** Names as JSON gives them: "unreal2", "gamespy1", …, "unknown". */
export type ProtocolName = string;

/** What is known beforehand about datagrams; everything left out is auto-detected. */
export interface DecodeOptions {
  protocol?: ProtocolName;
  from?: Direction;
  /** "none": the bytes are the payload; or the kind of frame around it, such as "ethernet". */
  link?: string;
}

export interface LoadOptions extends DecodeOptions {
  /** Place of the only datagram that the session is to have; it is read knowing the others, such as the other packets of its exchange. */
  only?: number;
}

export interface ParseOptions extends DecodeOptions {
  /** Name of a format, see Reference.formats. */
  format?: string;
  /** Request positions: where in the text each byte is. */
  positions?: boolean;
}

export interface PasteNote {
  /** From 1; 0 when the note is about the paste as a whole. */
  line: number;
  /** From 1, in characters; 0 for the whole line. */
  column: number;
  text: string;
}

/** Why a paste cannot be read, and where. */
export interface PasteError {
  line: number;
  column: number;
  found: string;
  expected: string;
  advice: string;
}

export interface Paste {
  format: string;
  /** What the format looks like, in a sentence. */
  formatText: string;
  /** What it was recognised by. */
  why: string;
  notes: PasteNote[];
}

/** How a paste was read. */
export interface Pasted {
  /** In which other ways it can be read, what decodes best first: what comes out of it, and the name of its format. */
  others: { text: string; name: string }[];
  /**
   * The parts of the text that became bytes of a datagram, and those that were skipped (datagram FFFFFFFF), in the order of the text.
   * Four numbers each: line and column from 1, width, and the datagram; column and width as JavaScript counts.
   */
  parts: Uint32Array;
}

/** One datagram of a session, without its fields. */
export interface Summary {
  index: number;
  length: number;
  protocol: ProtocolName;
  message: string;
  /** What this kind of message is. */
  doc: string;
  direction: Direction;
  confidence: Confidence;
  /** Offset of the first byte after frame headers, 0 without a frame. */
  payload: number;
  /** "none" without a frame. */
  link: string;
  worst: Severity | null;
  problems: number;
  /** Which way it went, where the paste says so. */
  way: "" | "sent" | "received";
  /** Line of the paste where it begins, from 1; 0 unknown. */
  line: number;
  comment: string;
}

export interface Symbol_ {
  value: bigint;
  name: string;
  doc: string;
}

export interface Part {
  mask: bigint;
  name: string;
  unit: string;
  symbols: Symbol_[] | null;
}

/** Everything about a field that is the same each time it occurs. */
export interface Definition {
  id: number;
  key: string;
  name: string;
  kind: string;
  role: number;
  note: string;
  doc: string;
  source: string;
  symbols: Symbol_[] | null;
  flags: boolean;
  parts: Part[];
}

/** Bits of Row.marks. */
export const Mark = {
  Length: 1,
  Ambiguous: 2,
  Raw: 4,
  Special: 8,
  Utf8: 16,
  Cut: 32,
  Open: 64,
  Superseded: 128,
} as const;

/** Texts of a row, escaped: control characters and direction marks are visible. */
export interface RowText {
  name: string;
  value: string;
  note: string;
}

export interface Problem extends DecodedProblem {
  /** Row that it is shown beside, -1 when there is none. */
  row: number;
}

/** What is selected. */
export interface Selection {
  /** Its bytes, end not included. */
  start: number;
  end: number;
  /** The row that was selected, or the innermost one that holds all of the bytes; -1 for none. */
  row: number;
  /** Whether the bytes are all of the row. */
  whole: boolean;
}

/** Where a problem is, or unknown bytes. */
export interface Place {
  datagram: number;
  /** Its bytes, end not included. */
  start: number;
  end: number;
  /** Index of the problem, -1 for unknown bytes. */
  problem: number;
}

/** A stretch of a text in one colour. */
export interface ColourRun {
  begin: number;
  end: number;
  /** Offset of the colour code in front of it, -1 for none. */
  code: number;
  /** "#rrggbb", or null for the default colour. */
  colour: string | null;
  text: string;
}

export interface Rule {
  key: string;
  value: string;
}

export interface Player {
  id: number | null;
  name: string | null;
  ping: number | null;
  score: number | null;
  team: number | null;
  extra: Rule[] | null;
}

export interface Team {
  id: number | null;
  name: string | null;
  score: number | null;
  size: number | null;
  extra: Rule[] | null;
}

/** A server as one value; null is unknown. */
export interface Status {
  protocol: ProtocolName;
  name: string | null;
  map: string | null;
  mapTitle: string | null;
  gameType: string | null;
  game: string | null;
  gameTitle: string | null;
  gamePort: number | null;
  queryPort: number | null;
  players: number | null;
  maxPlayers: number | null;
  bots: number | null;
  password: boolean | null;
  version: string | null;
  rules: Rule[] | null;
  mutators: string[] | null;
  playerList: Player[] | null;
  teams: Team[] | null;
  complete: boolean | null;
}

/** The document that fragscope decode --format json prints. */
export interface Decoded {
  datagrams: DecodedDatagram[];
  /** What they say together about their server, of several servers about the first; null for nothing. */
  status: Status | null;
  /** What they say about the other servers, where they are of several. */
  otherServers?: Status[];
}

export interface DecodedDatagram {
  index: number;
  protocol: ProtocolName;
  message: string;
  length: number;
  /** In the order of the bytes, a group before its members. */
  fields: DecodedField[];
  problems: DecodedProblem[];
}

export interface DecodedField {
  /** Stable name: "unreal2.info.hostname". */
  key: string;
  name: string;
  depth: number;
  offset: number;
  length: number;
  kind: string;
  value: Value;
  note: string;
  /** Of a bit or part only: which bits. */
  mask?: number;
}

/** A value as JSON has it: text for texts, addresses and other bytes, true or false for a bit, null for a group. Numbers beyond 2^53 are rounded. */
export type Value = number | string | boolean | null;

export interface DecodedProblem {
  severity: Severity;
  code: string;
  offset: number;
  length: number;
  message: string;
  advice: string;
}

/** Datagrams that are parts of one answer. */
export interface Reply {
  protocol: ProtocolName;
  completeness: "unknown" | "incomplete" | "complete";
  datagrams: number[];
  duplicates: number[];
  /** Numbers of the parts that are missing, from 0. */
  missing: number[];
}

export interface Change {
  kind: "changed" | "added" | "removed";
  /** Rows of the first and the second message, -1 where there is none. */
  a: number;
  b: number;
}

export type Changed = { ok: true; bytes: Bytes } | { ok: false; error: string };

export interface Explanation {
  kind: "problem" | "field" | "rule" | "protocol";
  name: string;
  protocol: ProtocolName;
  severity: Severity | null;
  title: string;
  /** One to three paragraphs; in a problem's sentences an ellipsis stands for each number. */
  text: string;
  advice: string;
  story: string;
  source: string;
  symbols: Symbol_[] | null;
  flags: boolean;
  values: { text: string; name: string }[];
}

export interface FormatInfo {
  name: string;
  doc: string;
  /** dump can write it. */
  writable: boolean;
}

export interface MessageInfo {
  name: string;
  doc: string;
  direction: Direction;
}

export interface ProtocolInfo {
  name: ProtocolName;
  title: string;
  doc: string;
  /** Names of the requests that can be built. */
  requests: string[];
  messages: MessageInfo[];
}

export interface Reference {
  formats: FormatInfo[];
  protocols: ProtocolInfo[];
  kinds: readonly string[];
  links: readonly string[];
}

export interface RequestOptions {
  /** One of ProtocolInfo.requests; "" for the one that queries most. */
  message?: string;
  /** Echoed by the server; 32 bits. */
  id?: number;
  /** GameSpy v3: number from the challenge reply. */
  challenge?: number;
  /** Query port in a heartbeat. */
  port?: number;
  text?: string;
  game?: string;
}

export type ShowFormat = "table" | "tree" | "markdown" | "json" | "ndjson" | "csv";

/** A place that a search found. */
export interface Hit {
  datagram: number;
  /** Index of the row, -1 for bytes. */
  row: number;
  /** Its bytes, end not included. */
  start: number;
  end: number;
}

/** What a search looked for and found. */
export interface Found {
  /** The number after #, 0 for none. */
  number: number;
  /** Whether it was a place, such as @10-1f. */
  place: boolean;
  /** The bytes that were looked for too, as hexadecimal digits with spaces between; "" for none. */
  bytes: string;
  /** How many places there are, of which at most 65536 are listed. */
  total: number;
  hits: Hit[];
}

/** A stretch of text in one colour. */
export interface Span {
  text: string;
  /** #rrggbb, null for the default colour. */
  colour: string | null;
}

/** One line about something. */
export interface Fact {
  name: string;
  value: Span[];
}

/** A server as a person reads it. */
export interface ServerSummary {
  /** Indexes of the datagrams that are of this server. */
  datagrams: number[];
  /** Its name, empty when it does not say. */
  title: Span[];
  facts: Fact[];
  tables: {
    name: string;
    columns: { name: string; number: boolean }[];
    /** How many rows there are, of which some are listed. */
    total: number;
    rows: Span[][][];
  }[];
}
