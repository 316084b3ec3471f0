// What a worker does that reads captures. It has one thread: what takes long goes
// on in slices, and between two of them it answers what it is asked. With a
// large capture it has helpers decode it piece by piece: workers of its own,
// with the same script (captureHelp.ts).
import { CaptureProgram, type Step } from "./captureProgram.ts";
import { Helpers, help, isHelp, worthHelp, type Help, type Platform } from "./captureHelp.ts";
import { FilterError, type Progress } from "./captureTypes.ts";
import { reads, type Answer, type Call, type Calls, type Request } from "./captureCalls.ts";

let platform: Platform;
const post = (answer: Answer): void => platform.post(answer);

/** Milliseconds of work before the page is listened to. */
const slice = 16;
/** Milliseconds between two reports of progress. */
const pause = 250; // each costs the page a picture

const types: Record<string, string> = {
  json: "application/json",
  html: "text/html",
  text: "text/plain",
  pcapng: "application/x-pcapng",
  ndjson: "application/x-ndjson",
  csv: "text/csv",
  parquet: "application/vnd.apache.parquet",
};

let program: CaptureProgram | null = null;
let loading: Promise<CaptureProgram> | null = null;
let size = 0;
/** The task that is at work. */
let working: number | null = null;
let stopped = false;

const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port1.onmessage = () => waiting.shift()?.();

/** Lets messages of the page come in. */
function turn(): Promise<void> {
  return new Promise((done) => {
    waiting.push(done);
    port2.postMessage(0);
  });
}

/** Goes on when a helper has answered, or the page wants something. */
let wake: () => void = () => {};
function news(): Promise<void> {
  return new Promise((done) => {
    wake = done;
  });
}

/** Works on the program's task until it is over; says whether it was stopped. */
async function finish(id: number): Promise<boolean> {
  const p = program!;
  working = id;
  stopped = false;
  let told = 0;
  const tell = (s: Step): void => {
    const progress: Progress = { bytes: s.bytes, total: size, packets: s.packets, all: s.all, exchanges: s.exchanges };
    post({ id, progress });
    told = performance.now();
  };
  try {
    for (;;) {
      const step = p.step(slice);
      if (step.over || performance.now() - told > pause) tell(step);
      if (step.error) throw new Error(step.error);
      if (step.over) return false;
      await (step.waiting ? news() : turn());
      if (stopped) {
        p.stop();
        tell(p.step(0));
        return true;
      }
    }
  } finally {
    working = null;
  }
}

const aborted = (): never => {
  throw new DOMException("stopped", "AbortError");
};

/** Loads and starts the program, once. */
const load = (wasm: string | WebAssembly.Module): Promise<CaptureProgram> =>
  (loading ??= CaptureProgram.create(typeof wasm === "string" ? platform.fetch(wasm) : wasm, platform.storage));

/** Whether this machine has processors for helpers. */
const canHelp = (): boolean => platform.processors > 1;

let helpers: Helpers | null = null;

type Long = Exclude<Call, (typeof reads)[number]>;

/** What takes long. */
const tasks: { [K in Long]: (id: number, ...args: Parameters<Calls[K]>) => Promise<ReturnType<Calls[K]>> } = {
  async open(_id, file, name, wasm, layout) {
    program ??= await load(wasm);
    size = file.size;
    program.open(file, name, layout);
    if (layout === "" && canHelp() && worthHelp(file, name)) {
      const p = program;
      const h = (helpers ??= new Helpers(platform, p.module));
      h.taken = (id, answer) => {
        p.take(id, answer);
        wake();
      };
      p.help(h.count, h);
    } else {
      helpers?.close();
      helpers = null;
    }
    return program.summary();
  },
  async read(id) {
    await finish(id);
    return program!.summary();
  },
  async describe(id, layout) {
    program!.describe(layout);
    if (await finish(id)) aborted();
    return program!.summary();
  },
  async filter(id, expression) {
    program!.filter(expression);
    if (expression !== "" && (await finish(id))) aborted();
    return program!.summary();
  },
  async export(id, kind, table) {
    program!.export(kind, table);
    if (await finish(id)) aborted();
    return program!.exported(types[kind] ?? "");
  },
};

const isRead = (call: Call): call is (typeof reads)[number] => (reads as readonly string[]).includes(call);

async function answerTo({ id, call, args }: Extract<Request, { call: Call }>): Promise<unknown> {
  if (program === null && call !== "open") throw new Error("no capture is open");
  if (isRead(call)) return (program![call] as (...args: unknown[]) => unknown).apply(program, args);
  if (call !== "open" && working !== null) throw new Error("the capture is busy: stop what it is doing first");
  return (tasks[call] as (id: number, ...args: unknown[]) => Promise<unknown>)(id, ...args);
}

async function handle(r: Request): Promise<void> {
  if ("stop" in r) {
    if (working === r.stop) stopped = true;
    return wake();
  }
  try {
    post({ id: r.id, value: await answerTo(r) });
  } catch (e) {
    const error = e instanceof Error || e instanceof DOMException ? e : new Error(String(e));
    post({ id: r.id, error: error.message, kind: error.name, column: e instanceof FilterError ? e.column : -1 });
  }
}

/** Serves what messages ask for. */
export function serve(p: Platform): (message: Request | Help) => void {
  platform = p;
  return (message) => void (isHelp(message) ? help(message, platform) : handle(message));
}
