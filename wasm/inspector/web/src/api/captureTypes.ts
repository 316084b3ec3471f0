// What is known about an opened capture.
import type { EventRow, OutcomeName, PlayerRow, ServerRow } from "./captureRows.ts";
import type { Bytes, Direction, Host, ProtocolName, Severity, Time } from "./types.ts";

export interface Progress {
  /** Bytes of the file that the task has read, and all of them. */
  bytes: number;
  total: number;
  /** Packets in the list, and in the file as far as it was read. */
  packets: number;
  all: number;
  exchanges: number;
}

export * from "./captureRows.ts";

/** An AbortSignal. */
export type Signal = Host<
  "AbortSignal",
  {
    readonly aborted: boolean;
    addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
    removeEventListener(type: "abort", listener: () => void): void;
  }
>;

/** A Blob. */
export type Blob_ = Host<"Blob", { readonly size: number; readonly type: string; arrayBuffer(): Promise<ArrayBuffer>; text(): Promise<string> }>;

export interface LongTask {
  onProgress?: (p: Progress) => void;
  /** Ends the task. */
  signal?: Signal;
}

export interface FileProblem {
  code: string;
  /** Bytes from the start of the (uncompressed) file. */
  offset: number;
  packet: number;
  message: string;
}

export interface CaptureSummary {
  name: string;
  /** Such as "pcapng" or "pcap, gzip". */
  format: string;
  /** Of the file. */
  bytes: number;
  packets: number;
  /** Packets that the filter lets through. */
  matching: number;
  filter: string;
  /** The file was read to its end. */
  whole: boolean;
  /** Reading was stopped before the end. */
  stopped: boolean;
  problems: FileProblem[];
  /** Kinds of packet, the most frequent first; protocol is "" for what is no query. */
  messages: { protocol: string; message: string; packets: number; bytes: number }[];
  /** Datagrams over UDP that no protocol recognises. */
  unknown: number;
  /** Packets without a problem, and with a note, a warning or an error as the worst. */
  worst: [number, number, number, number];
}

/** A line of the list of packets. */
export interface PacketRow {
  /** Place in the file, from 0: what packet() takes. */
  index: number;
  /** Null where the file has none. */
  time: Time | null;
  /** "192.0.2.7:7778"; "" unknown. */
  source: string;
  destination: string;
  protocol: ProtocolName;
  /** Name of the message; of what the packet seems to be when it is no query. */
  message: string;
  /** What it contains beside its title: a server's name, map and players, the first bytes of an unknown packet. */
  info: string;
  direction: Direction;
  /** Bytes on the wire. */
  length: number;
  /** Of a query packet only. */
  worst: Severity | null;
  answer: AnswerKind;
  /** Number of the reply to a request, or of the request of a reply; 0 for none. */
  other: number;
  /** Milliseconds between the two, null unknown. */
  afterMs: number | null;
}

/** What a packet is in its exchange, as far as that is known. */
export type AnswerKind = "" | "reply" | "answered" | "unanswered" | "unsolicited";

export interface CapturePacket {
  index: number;
  time: Time | null;
  /** For Decoder.decode's options. */
  link: string;
  bytes: Bytes;
  /** The packets of its exchange, in order, as far as they are not too large together; for Decoder.decode. */
  exchange: Bytes[];
  /** Which of them it is; for Decoder.decode's options. */
  only: number;
  /** Bytes on the wire. */
  length: number;
  comments: string[];
}

/** Datagrams to compare with each other. */
export interface ComparedDatagrams {
  /** How many there were to choose from. */
  of: number;
  /** The first of them, with times and addresses, as the program that compares them reads them. */
  packed: Bytes;
}

/** What a filter that cannot be understood is rejected with. */
export class FilterError extends Error {
  override readonly name = "FilterError";
  /** Where in the expression, in characters from 0; -1 unknown. */
  readonly column: number;

  constructor(message: string, column: number) {
    super(message);
    this.column = column;
  }
}

/** What a filter can continue with at a place. */
export interface Suggestions {
  /** Characters before the place that a suggestion replaces. */
  replace: number;
  /** What is shown, what is written once it is accepted, and what it is. */
  list: { name: string; insert: string; doc: string }[];
}

/** What lists are sorted by: names of columns, "" for the list's own order. */
export const sorts = {
  packets: ["", "time", "source", "destination", "protocol", "message", "length", "problem"],
  exchanges: ["", "time", "message", "rtt", "outcome", "client", "server"],
  servers: ["", "address", "name", "map", "players", "requests", "answered", "rttP50Ms", "rttP90Ms", "rttP99Ms", "protocol"],
  conversations: ["", "client", "server", "exchanges", "answered", "replies", "bytes", "replyBytes", "rttMeanMs", "first"],
} as const;

/** How a list is sorted. Rows that have nothing in a column come last. */
export interface Order {
  /** One of sorts. */
  sort?: string;
  /** The greatest first. */
  down?: boolean;
}

export interface ListQuery extends Order {
  from: number;
  count: number;
}

export interface ExchangeQuery extends ListQuery {
  /** Only those of this server or client: a host, or a host and a port. */
  server?: string;
  client?: string;
  /** Only those with this outcome. */
  outcome?: OutcomeName | "";
}

export interface List<T> {
  total: number;
  rows: T[];
}

/** A stretch of time in which a value was seen unchanged. */
export interface Run<T = string | number | boolean> {
  from: Time | null;
  to: Time | null;
  value: T;
  packet: number;
}

/** @deprecated PlayerRow */
export type PlayerStay = PlayerRow;
/** @deprecated EventRow */
export type ServerEvent = EventRow;

export interface ServerHistory extends ServerRow {
  history: {
    name: Run<string>[];
    map: Run<string>[];
    gameType: Run<string>[];
    version: Run<string>[];
    players: Run<number>[];
    maxPlayers: Run<number>[];
    gamePort: Run<number>[];
    password: Run<boolean>[];
  };
  rules: Record<string, Run<string>[]>;
  playerStays: PlayerRow[];
  events: EventRow[];
  droppedDetails: number;
}

/** All that a client, from whatever port, and a server said to each other. */
export interface Conversation {
  client: string;
  /** host:port */
  server: string;
  protocol: ProtocolName;
  first: Time | null;
  /** When the last exchange began. */
  last: Time | null;
  exchanges: number;
  answered: number;
  requests: number;
  replies: number;
  requestBytes: number;
  replyBytes: number;
  rttMinMs: number | null;
  rttMeanMs: number | null;
  rttMaxMs: number | null;
  packet: number;
}

export type Outcomes = Record<OutcomeName, number>;

export interface Rtt {
  count: number;
  minMs: number | null;
  meanMs: number | null;
  p50Ms: number | null;
  p90Ms: number | null;
  p99Ms: number | null;
  maxMs: number | null;
  buckets?: { middleMs: number; count: number }[];
}

/** A named line of points; x is seconds since 1970-01-01 UTC, or of rttCurves milliseconds. */
export interface Curve {
  name: string;
  x: number[];
  y: number[];
}

/** What was counted, as a person reads it. */
export interface Statistics {
  facts: { name: string; value: string }[];
  tables: StatTable[];
}

/** A table of counts, of whose rows some are left out. */
export interface StatTable {
  name: string;
  columns: string[];
  /** Columns that hold words; numbers follow. */
  words: number;
  rows: StatRow[];
  more: number;
}

/** What a row counts: packets that a filter lets through, "" for none; or one packet, 0 for none. */
export interface StatRow {
  cells: string[];
  worst: number;
  filter: string;
  packet: number;
}

/** The document that fragscope analyze --format json writes, and export("json"). */
export interface Analyzed {
  schema: string;
  packets: number;
  bytes: number;
  first: Time | null;
  last: Time | null;
  queryPackets: number;
  files: { name: string; format: string; packets: number; bytes: number; skipped: number; stopped: boolean; problems: FileProblem[] }[];
  protocols: {
    protocol: ProtocolName;
    exchanges: Outcomes;
    requests: number;
    replies: number;
    retries: number;
    missing: number;
    duplicates: number;
    reordered: number;
    firstRtt: Rtt;
    lastRtt: Rtt;
  }[];
  messages: { protocol: ProtocolName; message: string; packets: number; bytes: number }[];
  clients: {
    address: string;
    first: Time | null;
    last: Time | null;
    exchanges: Outcomes;
    requests: number;
    replies: number;
    requestBytes: number;
    replyBytes: number;
    /** With servers. */
    conversations: number;
    rtt: Rtt;
  }[];
  problems: { code: string; severity: Severity; count: number; message: string; advice: string; examples: { file: string; packet: number }[] }[];
  reflections: { server: string; servers: number; client: string; replies: number; bytes: number; first: Time | null; last: Time | null; packet: number }[];
  discoveries: { client: string; message: string; time: Time | null; packet: number; answers: number }[];
  /** clients: who queried ports where nothing answered, the first few. */
  portGuesses: { host: string; answered: number[]; silent: number[]; clients: string[] }[];
  /** Servers whose replies came from another address than was queried: the first such address, and how many there are. */
  otherAddresses: { asked: string; answered: string; addresses: number; requests: number; replies: number; packet: number }[];
  tcpSessions: {
    client: string;
    server: string;
    first: Time | null;
    last: Time | null;
    messages: string[];
    entries: number;
    gapBytes: number;
    packets: number;
    packet: number;
  }[];
  otherTraffic: { what: string; packets: number; bytes: number }[];
  fragments: { packets: number; bytes: number };
  unassembled: number;
  /** Packets that were captured just before; unproven are those without an IP identification. */
  copies: { packets: number; bytes: number; unproven: number };
  dropped: { flows: number; servers: number; clients: number; findings?: number };
  servers: ServerHistory[];
  /** Exchanges that began in stretches of time of one width. */
  activity?: { widthMs: number; bins: ({ start: Time | null } & Outcomes)[] };
}

/** The report of what is shown: the document without its servers and with the busiest clients, and the curves of the plots. */
export interface CaptureReport extends Analyzed {
  /** None: Capture.servers and Capture.server have them. */
  servers: never[];
  serverCount: number;
  clientCount: number;
  statistics: Statistics;
  playerCurves: Curve[];
  rttCurves: Curve[];
  exchangeCurves: Curve[];
}

export const exportKinds = ["json", "html", "text", "pcapng", "ndjson", "csv", "parquet"] as const;
/** What an export is: a report, a copy of the capture with comments, or a table. analyzer.wasm writes no Parquet; built with the tag parquet it does. */
export type ExportKind = (typeof exportKinds)[number];
