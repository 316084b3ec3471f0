// What the page and the worker that reads captures say to each other.
import type {
  CapturePacket,
  CaptureReport,
  CaptureSummary,
  Conversation,
  ExchangeQuery,
  ExchangeRow,
  ExportKind,
  FilterName,
  List,
  ListQuery,
  PacketRow,
  Progress,
  ServerHistory,
  ServerRow,
  TableName,
} from "./captureTypes.ts";

/** What the worker can do. */
export interface Calls {
  open(file: Blob, name: string, wasm: string | WebAssembly.Module): { summary: CaptureSummary; names: FilterName[] };
  read(): CaptureSummary;
  filter(expression: string): CaptureSummary;
  export(kind: ExportKind, table: TableName | ""): Blob;
  packets(from: number, to: number): PacketRow[];
  packet(index: number): CapturePacket;
  find(index: number): number;
  summary(): CaptureSummary;
  report(): CaptureReport | null;
  server(address: string): ServerHistory | null;
  exchanges(q: ExchangeQuery): List<ExchangeRow>;
  servers(q: ListQuery): List<ServerRow>;
  conversations(q: ListQuery): List<Conversation>;
}

export type Call = keyof Calls;

/** From the page: a call, that a call's task should stop, or that a file will come. */
export type Request = { id: number; call: Call; args: unknown[] } | { stop: number } | { prepare: string | WebAssembly.Module };

/** From the worker: the value, why there is none, or how far it is. */
export type Answer = { id: number; value: unknown } | { id: number; error: string; kind: string; column: number } | { id: number; progress: Progress };
