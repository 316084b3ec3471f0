// A capture that a worker reads, as a page or a program uses it.
import { ArgumentError, ClosedError, numbers, oneOf, textIn, whole, wrong } from "./errors.ts";
import {
  exportKinds,
  type Blob_,
  FilterError,
  outcomes,
  sorts,
  tables,
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
  type LongTask,
  type Order,
  type PacketRow,
  type Progress,
  type ServerHistory,
  type ServerRow,
  type Suggestions,
  type TableName,
} from "./captureTypes.ts";
import type { Answer, Call, Calls, Request } from "./captureCalls.ts";
import type { Closing, Compiled, Host } from "./types.ts";

export { ArgumentError, ClosedError };
export * from "./captureTypes.ts";
export { nanoseconds } from "./captureTime.ts";

/** What a capture needs of a worker: a Web Worker has it. */
export interface CaptureWorker {
  postMessage(message: unknown): void;
  terminate(): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: events of browsers are of types that there are only with lib.dom
  addEventListener(type: "message" | "error", listener: (event: any) => void): void;
  /** Where a process ends by itself: whether it waits for the worker. */
  ref?(): void;
  unref?(): void;
}

export interface CaptureOptions {
  /** Name of the file, when it is not a File. */
  name?: string;
  /** Layouts (Kaitai Struct descriptions, lines of --- between them) that describe what no protocol recognises. */
  layout?: string;
}

export interface OpenOptions extends CaptureOptions {
  /** A worker that runs captureWorker; the capture ends it when it is closed. */
  worker: CaptureWorker;
  /** Where analyzer.wasm is, from the document; or its code: compiled once it can be used for one capture after the other. */
  wasm: string | Host<"URL", { readonly href: string }> | Compiled;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(why: unknown): void;
  progress: ((p: Progress) => void) | undefined;
}

export interface Capture extends Closing {}

/** An open capture. All methods work while it is still being read. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: a method named by a symbol needs a lib that not every user of the types has
export class Capture {
  readonly name: string;
  /** As of the last time that reading or filtering ended. */
  summary: CaptureSummary;
  /** How far it was read. */
  progress: Progress;
  /** Layouts that describe what no protocol recognises, "" for none. */
  layout: string;
  private readonly link: Link;

  private constructor(link: Link, name: string, layout: string, summary: CaptureSummary) {
    this.link = link;
    this.name = name;
    this.layout = layout;
    this.summary = summary;
    this.progress = { bytes: 0, total: summary.bytes, packets: 0, all: 0, exchanges: 0 };
    forgotten.register(this, link, link);
  }

  /** Looks at the beginning of a file. The error says what it seems to be when it is no capture. */
  static async open(file: Blob_, options: OpenOptions): Promise<Capture> {
    numbers(options, { worker: null, wasm: null, name: null, layout: null });
    const wasm = code(options);
    if (typeof file?.size !== "number") wrong("file", file, "a File or a Blob");
    if (typeof options.worker?.postMessage !== "function") wrong("options.worker", options.worker, "a Worker that runs captureWorker");
    const name = textIn("options.name", options.name ?? (file as { name?: string }).name ?? "capture");
    const layout = textIn("options.layout", options.layout ?? "");
    const link = new Link(options.worker);
    try {
      return new Capture(link, name, layout, await link.call("open", [file, name, wasm, layout]));
    } catch (e) {
      link.close();
      throw e;
    }
  }

  /** Reads the packets. A signal stops it; what was read until then stays, and the summary says so. */
  async read(task: LongTask = {}): Promise<CaptureSummary> {
    return (this.summary = await this.link.call("read", [], this.noting(task)));
  }

  /**
   * Reads all packets again, which layouts describe from now on as options.layout does; "" for none. All are shown: a filter has to be applied again.
   * A signal stops it, and nothing has changed.
   */
  async describe(layout: string, task: LongTask = {}): Promise<CaptureSummary> {
    this.summary = await this.link.call("describe", [textIn("layout", layout)], task);
    this.progress = { ...this.progress, packets: this.summary.matching };
    this.layout = layout;
    return this.summary;
  }

  /** Leaves only the packets that match an expression; "" restores all. A wrong one is a FilterError. */
  async filter(expression: string, task: LongTask = {}): Promise<CaptureSummary> {
    this.summary = await this.link.call("filter", [textIn("expression", expression)], task);
    this.progress = { ...this.progress, packets: this.summary.matching };
    return this.summary;
  }

  /**
   * The packets [from, to) of the list, as far as there are any; of the list in another order than that of the file. With plain without info
   * and answers, for which each packet is read again.
   */
  async packets(from: number, to: number, order: Order & { plain?: boolean } = {}): Promise<PacketRow[]> {
    numbers(order, { ...ordered, plain: null });
    const q = { ...order, from: whole("from", from), count: whole("to", to, from) - from };
    return (await this.link.call("packets", [q])).rows;
  }

  /** A packet by its place in the file, from 0. */
  async packet(index: number): Promise<CapturePacket> {
    try {
      return await this.link.call("packet", [whole("index", index)]);
    } catch (e) {
      whole("index", index, 0, (await this.now()).packets - 1);
      throw e;
    }
  }

  /** The first datagrams of packets at places in the file; with none of those in the list that no protocol recognises. */
  async datagrams(packets: readonly number[] = []): Promise<ComparedDatagrams> {
    return this.link.call("datagrams", [packets.map((n) => whole("packets", n))]);
  }

  /** Place in the list, which may be sorted, of the packet at a place in the file; -1 when the filter leaves it out. */
  async find(index: number, order: Order = {}): Promise<number> {
    numbers(order, ordered);
    return this.link.call("find", [whole("index", index), order]);
  }

  /** What a filter can continue with after a text; in an empty one, filters that were used before. */
  async suggest(before: string, used: readonly string[] = []): Promise<Suggestions> {
    return this.link.call("suggest", [textIn("before", before), used]);
  }

  /** What was read so far. */
  async now(): Promise<CaptureSummary> {
    return this.link.call("summary", []);
  }

  /** The report of what is shown, null while the file is read. */
  async report(): Promise<CaptureReport | null> {
    return this.link.call("report", []);
  }

  /** The history of the server at "host:port"; null when it is not in the capture. */
  async server(address: string): Promise<ServerHistory | null> {
    return this.link.call("server", [textIn("address", address)]);
  }

  async exchanges(options: ExchangeQuery): Promise<List<ExchangeRow>> {
    numbers(options, { ...range, sort: sorts.exchanges, outcome: ["", ...outcomes], server: null, client: null });
    for (const name of ["server", "client"] as const) textIn(`options.${name}`, options[name] ?? "");
    return this.link.call("exchanges", [options]);
  }

  async servers(options: ListQuery): Promise<List<ServerRow>> {
    numbers(options, { ...range, sort: sorts.servers });
    return this.link.call("servers", [options]);
  }

  async conversations(options: ListQuery): Promise<List<Conversation>> {
    numbers(options, { ...range, sort: sorts.conversations });
    return this.link.call("conversations", [options]);
  }

  /** What the command fragscope analyze writes for the same file and filter. */
  async export(kind: ExportKind, table: TableName | "" = "", task: LongTask = {}): Promise<Blob_> {
    oneOf("kind", kind, exportKinds);
    oneOf("table", table, ["", ...tables]);
    return this.link.call("export", [kind, table], task);
  }

  /** Ends the worker. A call after it, or one that waits, is rejected with a ClosedError. */
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

const ordered = { sort: sorts.packets, down: null } as const;
const range = { from: [0, 0x7fffffff], count: [0, 0x7fffffff], down: null } as const;

// "using" closes a capture; where there is no symbol for that yet, compilers agree on this one.
Object.defineProperty(Capture.prototype, Symbol.dispose ?? Symbol.for("Symbol.dispose"), { value: Capture.prototype.close });

/** Ends the workers of captures that nobody has any more. */
const forgotten = new FinalizationRegistry<Link>((link) => link.close());

/** The code, or where it is: a worker resolves addresses against its own script. */
function code({ wasm }: Pick<OpenOptions, "wasm">): string | WebAssembly.Module {
  if (wasm instanceof WebAssembly.Module) return wasm;
  const here = (globalThis as { document?: { baseURI: string } }).document?.baseURI ?? (globalThis as { location?: { href: string } }).location?.href;
  try {
    if (typeof wasm === "string" || wasm instanceof URL) return new URL(wasm, here).href;
  } catch {
    // not an address
  }
  return wrong("options.wasm", wasm, `where analyzer.wasm is, ${here === undefined ? "as an absolute URL, " : ""}or its compiled code`);
}

/** Calls to the worker and their answers. */
class Link {
  private readonly worker: CaptureWorker;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  private ended: Error | null = null;

  constructor(worker: CaptureWorker) {
    this.worker = worker;
    worker.addEventListener("message", (e: { data: Answer }) => this.take(e.data));
    worker.addEventListener("error", (e: { message?: string; preventDefault(): void }) => {
      e.preventDefault();
      this.end(new Error(e.message || "the worker that reads captures could not be started"));
    });
  }

  call<K extends Call>(call: K, args: Parameters<Calls[K]>, task: LongTask = {}): Promise<ReturnType<Calls[K]>> {
    if (this.ended) return Promise.reject(this.ended);
    numbers(task, { onProgress: null, signal: null });
    const id = ++this.last;
    const stop = (): void => this.worker.postMessage({ stop: id } satisfies Request);
    return new Promise<unknown>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, progress: task.onProgress });
      this.worker.ref?.();
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
    if (this.waiting.size === 0) this.worker.unref?.();
    if ("value" in a) w.resolve(a.value);
    else if (a.kind === "FilterError") w.reject(new FilterError(a.error, a.column));
    else if (a.kind === "AbortError") w.reject(new DOMException(a.error, "AbortError"));
    else w.reject(new Error(a.error));
  }

  close(): void {
    // The registry would hold the error, whose stack holds who closed the capture, who may hold the capture.
    forgotten.unregister(this);
    this.end(new ClosedError("capture"));
  }

  private end(why: Error): void {
    this.ended ??= why;
    void this.worker.terminate();
    for (const w of this.waiting.values()) w.reject(this.ended);
    this.waiting.clear();
  }
}
