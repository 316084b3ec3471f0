// The analyzer's program, as a worker calls it. All of it is synchronous.
import { Calls } from "./calls.ts";
import { compile, start, type Program } from "./go.ts";
import {
  type AnswerKind,
  FilterError,
  type CapturePacket,
  type CaptureReport,
  type CaptureSummary,
  type ComparedDatagrams,
  type Conversation,
  type ExchangeQuery,
  type ExchangeRow,
  type ExportKind,
  type List,
  type ListQuery,
  type Order,
  type PacketRow,
  type Progress,
  type ServerHistory,
  type ServerRow,
  type Suggestions,
  type TableName,
} from "./captureTypes.ts";
import { timeOf } from "./captureTime.ts";
import { directions, severities } from "./names.ts";
import type { Packed } from "./packed.ts";
import type { Bytes, Source, Time } from "./types.ts";

/** Nanoseconds as text, null where they are not known. */
function readTime(p: Packed): Time | null {
  const t = BigInt.asIntN(64, p.u64());
  return p.bool() ? timeOf(t) : null;
}

/** What a packet is in its exchange, by its number there. */
const answers: readonly AnswerKind[] = ["", "reply", "answered", "unanswered", "unsolicited"];

const milliseconds = (ns: bigint): number | null => (ns < 0n ? null : Number(ns) / 1e6);

/** What a step of a task says. */
export interface Step extends Omit<Progress, "total"> {
  over: boolean;
  /** It can only go on when a helper has answered. */
  waiting: boolean;
  /** Why it failed, "" for not. */
  error: string;
}

/** What hands out pieces of the capture. */
export interface Giver {
  /** Memory for a piece, n bytes with any content. */
  room(n: number): Bytes;
  /** Has a helper answer for a piece: bytes to be handed to its program's piece. */
  give(id: number, piece: Bytes): void;
}

/** A capture's bytes. */
export interface Reader {
  /** Copies bytes from an offset on; returns how many there were, -1 when they cannot be read. */
  read(at: number, to: Uint8Array): number;
  /** The same, of bytes that were read a moment ago. */
  again(at: number, to: Uint8Array): number;
}

/** A file that grows at its end. */
export interface Store {
  readonly size: number;
  append(bytes: Uint8Array): void;
  read(at: number, to: Uint8Array): number;
  /** All of it. */
  blob(type: string): Blob;
  clear(): void;
}

/** Where a worker has its files. */
export interface Storage {
  open(file: Blob): Reader;
  store(): Store;
}

export class CaptureProgram {
  private readonly calls: Calls;
  private readonly files: Files;
  /** Names of protocols by their numbers. */
  private readonly protocols: readonly string[];

  private constructor(
    /** The program's code, for helpers to start it too. */
    readonly module: WebAssembly.Module,
    program: Program,
    files: Files,
  ) {
    this.calls = new Calls(program, "analyzer");
    this.files = files;
    this.protocols = this.json("protocols");
  }

  /** Loads and starts the program. */
  static async create(source: Source, storage: Storage): Promise<CaptureProgram> {
    const files = new Files(storage);
    const module = await compile(source);
    const program = await start(module, (memory) => ({ host: files.host(memory) }));
    return new CaptureProgram(module, program, files);
  }

  /** Opens a capture and starts to read it; step continues. Layouts describe what no protocol recognises. */
  open(file: Blob, name: string, layout: string): void {
    this.files.open(file);
    this.begun("open", `${name.replaceAll("\0", "")}\0${layout}`, file.size);
  }

  /** Starts to read all of it again, as layouts say. */
  describe(layout: string): void {
    this.begun("describe", layout);
  }

  private begun(name: string, text: string, ...more: number[]): void {
    const p = this.calls.packed(name, this.calls.put(text), ...more);
    if (!p.bool()) throw new Error(p.text());
  }

  step(ms: number): Step {
    const p = this.calls.packed("step", ms);
    return { over: p.bool(), bytes: Number(p.u64()), packets: p.u32(), all: p.u32(), exchanges: p.u32(), waiting: p.bool(), error: p.text() };
  }

  /** Has n helpers take part in what is read from now on. */
  help(n: number, giver: Giver): void {
    this.files.giver = n > 0 ? giver : null;
    this.calls.raw("help", n);
  }

  /** Takes the answer of a helper; an empty one says that it has none. */
  take(id: number, answer: Uint8Array): void {
    this.calls.raw("take", id, this.calls.put(answer));
  }

  /** Answers for a piece, as a helper: into memory that is given, when it is enough. */
  piece(piece: Uint8Array, room?: ArrayBuffer): Bytes {
    const answer = this.calls.answer("piece", this.calls.put(piece));
    const n = answer.length;
    const bytes = new Uint8Array(room !== undefined && room.byteLength >= n ? room : new ArrayBuffer(n + (n >> 3)), 0, n);
    bytes.set(answer);
    return bytes;
  }

  stop(): void {
    this.calls.raw("stop");
  }

  filter(expression: string): void {
    const p = this.calls.packed("filter", this.calls.put(expression));
    if (!p.bool()) throw new FilterError(p.text(), p.int());
  }

  export(kind: ExportKind, table: TableName | ""): void {
    this.files.exported.clear();
    this.begun("export", JSON.stringify({ kind, table }));
  }

  /** What was exported, once that is over. */
  exported(type: string): Blob {
    const blob = this.files.exported.blob(type);
    this.files.exported.clear();
    return blob;
  }

  packets(q: ListQuery): List<PacketRow> {
    const answer = this.calls.packed("rows", this.query(q));
    const total = answer.u32();
    const protocolOf = (number: number, layout: string): string => layout || (this.protocols[number] ?? "unknown");
    const rows = answer.list(
      (p): PacketRow => ({
        index: p.u32(),
        time: readTime(p),
        length: p.u32(),
        source: p.text(),
        destination: p.text(),
        protocol: protocolOf(p.u32(), p.text()),
        message: p.text(),
        info: p.text(),
        direction: directions[p.u32()]!,
        worst: severities[p.int() - 1] ?? null,
        answer: answers[p.u32()]!,
        other: p.u32(),
        afterMs: milliseconds(BigInt.asIntN(64, p.u64())),
      }),
    );
    return { total, rows };
  }

  private query(q: Order): number {
    return this.calls.put(JSON.stringify(q));
  }

  packet(index: number): CapturePacket {
    const p = this.calls.packed("packet", index);
    if (!p.bool()) throw new Error(p.text());
    const about = { index, time: readTime(p), length: p.u32(), link: p.text(), comments: p.list((q) => q.text()) };
    const [only, exchange] = [p.u32(), p.list((q) => q.bytes())];
    return { ...about, only, exchange, bytes: exchange[only]! };
  }

  datagrams(packets: readonly number[]): ComparedDatagrams {
    const p = this.calls.packed("datagrams", this.calls.put(JSON.stringify(packets)));
    return { of: p.u32(), packed: p.bytes() };
  }

  find(index: number, order: Order): number {
    return this.calls.raw("find", index, this.query(order)) | 0;
  }

  summary(): CaptureSummary {
    return this.json("summary");
  }

  report(): CaptureReport | null {
    return this.json("report");
  }

  server(address: string): ServerHistory | null {
    return this.json("server", this.calls.put(address));
  }

  exchanges(q: ExchangeQuery): List<ExchangeRow> {
    return this.json("exchanges", this.query(q));
  }

  servers(q: ListQuery): List<ServerRow> {
    return this.json("servers", this.query(q));
  }

  conversations(q: ListQuery): List<Conversation> {
    return this.json("conversations", this.query(q));
  }

  suggest(before: string, used: readonly string[]): Suggestions {
    return this.json("suggest", this.calls.put(JSON.stringify({ before, used })));
  }

  private json<T>(name: string, ...args: number[]): T {
    return JSON.parse(this.calls.textOf(name, ...args)) as T;
  }
}

/** The files that the program reads and writes, by their numbers there. */
class Files {
  private capture: Reader | null = null;
  private readonly unpacked: Store;
  readonly exported: Store;
  giver: Giver | null = null;

  constructor(private readonly storage: Storage) {
    this.unpacked = storage.store();
    this.exported = storage.store();
  }

  open(file: Blob): void {
    this.capture = this.storage.open(file);
    this.unpacked.clear();
    this.exported.clear();
  }

  host(memory: () => WebAssembly.Memory): Record<string, (...args: number[]) => number | void> {
    const bytes = (at: number, n: number): Uint8Array => new Uint8Array(memory().buffer, at >>> 0, n >>> 0);
    return {
      read: (file, at, to, n) => {
        const room = bytes(to!, n!);
        return file === 0 ? this.capture!.read(at!, room) : this.unpacked.read(at!, room);
      },
      write: (file, from, n) => (file === 1 ? this.unpacked : this.exported).append(bytes(from!, n!)),
      give: (id, from, to, at, n) => {
        const piece = this.giver!.room(n! + to! - from!);
        piece.set(bytes(at!, n!));
        const room = piece.subarray(n);
        // What was unpacked is there to be read again, if anything was.
        const got = this.unpacked.size > 0 ? this.unpacked.read(from!, room) : this.capture!.again(from!, room);
        this.giver!.give(id!, got === room.length ? piece : new Uint8Array(0));
      },
    };
  }
}
