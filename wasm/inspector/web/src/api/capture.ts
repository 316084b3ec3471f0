// A capture that a Web Worker reads, as a page uses it.
import {
  FilterError,
  type CapturePacket,
  type CaptureReport,
  type CaptureSummary,
  type Conversation,
  type ExchangeQuery,
  type ExchangeRow,
  type ExportKind,
  type FilterName,
  type List,
  type ListQuery,
  type LongTask,
  type PacketRow,
  type Progress,
  type ServerHistory,
  type ServerRow,
  type TableName,
} from "./captureTypes.ts";
import type { Answer, Call, Calls, Request } from "./captureCalls.ts";

export * from "./captureTypes.ts";

export interface OpenOptions {
  /** A worker that runs captureWorker; the capture ends it when it is closed. */
  worker: Worker;
  /** Where analyzer.wasm is, or its code: compiled once it can be used for one capture after the other. */
  wasm: string | URL | WebAssembly.Module;
  /** Name of the file, when it is not a File. */
  name?: string;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(why: unknown): void;
  progress: ((p: Progress) => void) | undefined;
}

/** An open capture. All methods work while it is still being read. */
export class Capture {
  readonly name: string;
  /** What a filter can use. */
  readonly names: readonly FilterName[];
  /** As of the last time that reading or filtering ended. */
  summary: CaptureSummary;
  /** How far it was read. */
  progress: Progress;
  private readonly link: Link;

  private constructor(link: Link, name: string, summary: CaptureSummary, names: FilterName[]) {
    this.link = link;
    this.name = name;
    this.summary = summary;
    this.names = names;
    this.progress = { bytes: 0, total: summary.bytes, packets: 0, all: 0, exchanges: 0 };
  }

  /** Has a worker start the program, and practise, before there is a file: that takes as long as to choose one. */
  static prepare(options: Pick<OpenOptions, "worker" | "wasm">): void {
    options.worker.postMessage({ prepare: code(options) } satisfies Request);
  }

  /** Looks at the beginning of a file. The error says what it seems to be when it is no capture. */
  static async open(file: Blob, options: OpenOptions): Promise<Capture> {
    const link = new Link(options.worker);
    const name = options.name ?? (file instanceof File ? file.name : "capture");
    try {
      const { summary, names } = await link.call("open", [file, name, code(options)]);
      return new Capture(link, name, summary, names);
    } catch (e) {
      link.close();
      throw e;
    }
  }

  /** Reads the packets. A signal stops it; what was read until then stays, and the summary says so. */
  async read(task: LongTask = {}): Promise<CaptureSummary> {
    return (this.summary = await this.link.call("read", [], this.noting(task)));
  }

  /** Leaves only the packets that match an expression; "" restores all. A wrong one is a FilterError. */
  async filter(expression: string, task: LongTask = {}): Promise<CaptureSummary> {
    this.summary = await this.link.call("filter", [expression], task);
    this.progress = { ...this.progress, packets: this.summary.matching };
    return this.summary;
  }

  /** The packets [from, to) of the list. */
  packets(from: number, to: number): Promise<PacketRow[]> {
    return this.link.call("packets", [from, to]);
  }

  /** A packet by its place in the file, from 0. */
  packet(index: number): Promise<CapturePacket> {
    return this.link.call("packet", [index]);
  }

  /** Place in the list of the packet at a place in the file, -1 when the filter leaves it out. */
  find(index: number): Promise<number> {
    return this.link.call("find", [index]);
  }

  /** What was read so far. */
  now(): Promise<CaptureSummary> {
    return this.link.call("summary", []);
  }

  /** The report of what is shown, null while the file is read. */
  report(): Promise<CaptureReport | null> {
    return this.link.call("report", []);
  }

  /** The history of the server at "host:port". */
  server(address: string): Promise<ServerHistory | null> {
    return this.link.call("server", [address]);
  }

  exchanges(q: ExchangeQuery): Promise<List<ExchangeRow>> {
    return this.link.call("exchanges", [q]);
  }

  servers(q: ListQuery): Promise<List<ServerRow>> {
    return this.link.call("servers", [q]);
  }

  conversations(q: ListQuery): Promise<List<Conversation>> {
    return this.link.call("conversations", [q]);
  }

  /** What the command fragscope analyze writes for the same file and filter. */
  export(kind: ExportKind, table: TableName | "" = "", task: LongTask = {}): Promise<Blob> {
    return this.link.call("export", [kind, table], task);
  }

  /** Ends the worker. */
  close(): void {
    this.link.close();
  }

  private noting(task: LongTask): LongTask {
    return {
      ...task,
      onProgress: (p) => {
        this.progress = p;
        task.onProgress?.(p);
      },
    };
  }
}

const code = (options: Pick<OpenOptions, "wasm">): string | WebAssembly.Module =>
  options.wasm instanceof WebAssembly.Module ? options.wasm : String(options.wasm);

/** Calls to the worker and their answers. */
class Link {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  private ended: Error | null = null;

  constructor(worker: Worker) {
    this.worker = worker;
    worker.addEventListener("message", (e: MessageEvent<Answer>) => this.take(e.data));
    worker.addEventListener("error", (e) => {
      e.preventDefault();
      this.end(new Error(e.message || "the worker that reads captures could not be started"));
    });
  }

  call<K extends Call>(call: K, args: Parameters<Calls[K]>, task: LongTask = {}): Promise<ReturnType<Calls[K]>> {
    if (this.ended) return Promise.reject(this.ended);
    const id = ++this.last;
    const stop = (): void => this.worker.postMessage({ stop: id } satisfies Request);
    return new Promise<unknown>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, progress: task.onProgress });
      this.worker.postMessage({ id, call, args } satisfies Request);
      if (task.signal?.aborted) stop();
      else task.signal?.addEventListener("abort", stop, { once: true });
    }).finally(() => task.signal?.removeEventListener("abort", stop)) as Promise<ReturnType<Calls[K]>>;
  }

  private take(a: Answer): void {
    const w = this.waiting.get(a.id);
    if (!w) return;
    if ("progress" in a) return w.progress?.(a.progress);
    this.waiting.delete(a.id);
    if ("value" in a) w.resolve(a.value);
    else if (a.kind === "FilterError") w.reject(new FilterError(a.error, a.column));
    else if (a.kind === "AbortError") w.reject(new DOMException(a.error, "AbortError"));
    else w.reject(new Error(a.error));
  }

  close(): void {
    this.end(new Error("the capture is closed"));
  }

  private end(why: Error): void {
    this.ended ??= why;
    this.worker.terminate();
    for (const w of this.waiting.values()) w.reject(this.ended);
    this.waiting.clear();
  }
}
