// What is known about an opened capture. Times are nanoseconds since
// 1970-01-01 UTC where they are bigint, milliseconds where they are numbers.
import type { Severity } from "./types.ts";

export interface Progress {
  /** Bytes of the file read, and all of them. */
  bytes: number;
  total: number;
  packets: number;
}

export interface LongTask {
  onProgress?: (p: Progress) => void;
  /** Ends the task; its promise is rejected with the signal's reason. */
  signal?: AbortSignal;
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
  bytes: number;
  packets: number;
  /** Packets of the query protocols. */
  game: number;
  /** Time of the first and last packet, nanoseconds; null without packets. */
  first: bigint | null;
  last: bigint | null;
  problems: FileProblem[];
}

/** A line of the list of packets. */
export interface PacketRow {
  /** Place in the file, from 0: what packet() takes. */
  index: number;
  /** Nanoseconds; null where the file has no time. */
  time: bigint | null;
  /** "192.0.2.7:7778"; "" unknown. */
  source: string;
  destination: string;
  protocol: string;
  /** Name of the message; of what the packet seems to be when it is no query. */
  message: string;
  direction: "unknown" | "request" | "reply";
  /** Bytes on the wire. */
  length: number;
  worst: Severity | null;
}

export interface CapturePacket {
  index: number;
  time: bigint | null;
  /** For Decoder.decode's options. */
  link: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Bytes on the wire. */
  length: number;
  comments: string[];
}

export interface FilterError {
  message: string;
  /** Where in the expression, from 0, in UTF-16 units. */
  column: number;
}

export interface FilterName {
  name: string;
  doc: string;
  /** Values worth suggesting, such as the names of protocols. */
  values: string[];
}

export interface ExchangeQuery {
  from?: number;
  count?: number;
  /** Only those of this server, "192.0.2.7:7778". */
  server?: string;
  /** Only those with this outcome. */
  outcome?: "answered" | "incomplete" | "unanswered" | "unasked";
}

export interface ExchangeRow {
  protocol: string;
  message: string;
  client: string;
  server: string;
  outcome: "answered" | "incomplete" | "unanswered" | "unasked";
  time: bigint;
  /** Packet numbers from 1, 0 for none. */
  request: number;
  retries: number[];
  replies: number[];
  count: number;
  /** Milliseconds, null for none. */
  firstRtt: number | null;
  lastRtt: number | null;
  missing: number;
  duplicates: number;
  reordered: number;
  bytesOut: number;
  bytesIn: number;
  problems: string[];
}

export type ExportKind = "json" | "ndjson" | "csv" | "pcapng" | "html";
