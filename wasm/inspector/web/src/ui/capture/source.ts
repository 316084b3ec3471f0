/** What the page shows of a capture, as the worker gives it. */
import type { ExchangeRow, ExportKind, FilterName, LongTask } from "../../api/index.ts";
import type { Row } from "../model";

export interface Run {
  from: string;
  to: string;
  value: unknown;
}

export interface ServerRow {
  address: string;
  port: number;
  protocols: string[];
  name: string | null;
  map: string | null;
  players: number | null;
  maxPlayers: number | null;
  answered: number;
  unanswered: number;
  incomplete: number;
  rttP50Ms: number | null;
  rttP90Ms: number | null;
  rttP99Ms: number | null;
  requests: number;
  replies: number;
}

export interface ServerEvent {
  time: string;
  packet: number | null;
  kind: string;
  who: string | null;
  old: string | null;
  new: string | null;
}

export interface ServerHistory extends ServerRow {
  history: { players: Run[]; maxPlayers: Run[]; map: Run[] };
  events: ServerEvent[];
}

export interface Outcomes {
  answered: number;
  incomplete: number;
  unanswered: number;
  unasked: number;
}

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

/** The report as the command writes it in JSON; only what is shown here. */
export interface Report {
  packets: number;
  bytes: number;
  first: string | null;
  last: string | null;
  queryPackets: number;
  files: { format: string; skipped: number; problems: { code: string; packet: number; message: string }[] }[];
  protocols: { protocol: string; exchanges: Outcomes; requests: number; replies: number; retries: number; missing: number; duplicates: number; reordered: number; firstRtt: Rtt }[];
  messages: { protocol: string; message: string; packets: number; bytes: number }[];
  servers: ServerRow[];
  clients: { address: string; exchanges: Outcomes; requests: number; replies: number; rtt: Rtt }[];
  problems: { code: string; severity: string; count: number; message: string; advice: string; examples: { packet: number }[] }[];
  otherTraffic: { what: string; packets: number; bytes: number }[];
  activity?: { widthMs: number; bins: ({ start: string } & Outcomes)[] };
}

/** An open capture. */
export interface Source {
  readonly name: string;
  readonly format: string;
  /** Packets that the filter lets through. */
  readonly count: number;
  readonly names: readonly FilterName[];
  packets(from: number, to: number): Promise<Row[]>;
  /** Bytes of packet i of the list, and the kind of frame around them. */
  packet(i: number): Promise<{ data: Uint8Array; link: string } | null>;
  /** Place in the list of the packet with a number, -1 when the filter keeps it out. */
  find(number: number): Promise<number>;
  filter(expression: string, task: LongTask): Promise<void>;
  report(): Promise<Report>;
  server(address: string): Promise<ServerHistory | null>;
  exchanges(from: number, count: number): Promise<{ total: number; rows: ExchangeRow[] }>;
  export(kind: ExportKind, task: LongTask): Promise<Blob>;
  close(): void;
}
