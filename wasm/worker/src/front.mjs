// Asks the program of the Worker that has to answer at once (main.go): one
// instance for all requests of an isolate, called once for each, with all of
// its body. A program that has ended, for want of memory say, is started anew
// by the next request.
import "../build/wasm_exec.js";
import program from "../build/front.wasm";
import { Body } from "./body.mjs";
import { headersOf } from "./client.mjs";
import { bodyOf, busy, fits } from "./held.mjs";
import { problem } from "./problem.mjs";

const PATIENCE = 30_000; // milliseconds that a body may take
const MEMORY = "48MiB"; // what Go's collector aims at

const toBytes = new TextEncoder();
const toText = new TextDecoder();

// How a body ended, as main.go has it.
const ends = { whole: 0, longer: 1, slow: 2, broken: 3 };

let telling; // the answer that is being taken over

class Program {
  constructor() {
    this.go = new globalThis.Go();
    this.go.env = { GOMEMLIMIT: MEMORY };
    const fragscope = {
      begin: (status, at, length) => {
        const texts = toText.decode(this.bytes(at, length)).split("\0");
        const headers = [];
        for (let i = 0; i + 1 < texts.length; i += 2) headers.push([texts[i], texts[i + 1]]);
        telling = { status, headers, pieces: [], size: 0, fits: true };
      },
      write: (at, length) => {
        telling.size += length;
        telling.fits &&= fits(telling.size, this.env);
        if (telling.fits) telling.pieces.push(this.bytes(at, length).slice());
        else telling.pieces = [];
      },
    };
    this.instance = new WebAssembly.Instance(program, { ...this.go.importObject, fragscope });
  }

  bytes(at, length) {
    return new Uint8Array(this.instance.exports.mem.buffer, at, length);
  }

  // run lets main get to where it waits. Only a request may do it: before the
  // first one a Worker has neither random numbers nor timers.
  run() {
    this.runs = true;
    const ended = () => (this.ended = true);
    this.go.run(this.instance).then(ended, ended);
  }

  // ask returns what Go answers; undefined when the whole program has to.
  ask(env, head, body, end) {
    this.env = env;
    if (!this.runs) this.run();
    const { input, ask } = this.instance.exports;
    const at = input(head.length + body.length);
    this.bytes(at, head.length).set(head);
    this.bytes(at + head.length, body.length).set(body);
    telling = undefined;
    if (ask(head.length, body.length, end) === 0 && !this.go.exited) return undefined;
    const told = telling;
    telling = undefined;
    if (!told || this.go.exited) throw new Error("Go has ended");
    return told;
  }
}

let running = new Program(); // before the first request, when nobody waits yet

// asked asks the program. One that fails in that cannot be asked again; what
// fails around it is none of its business.
function asked(...question) {
  try {
    return running.ask(...question);
  } catch (error) {
    running = new Program();
    throw error;
  }
}

// answer lets Go answer a request, or the Worker with the whole program.
export async function answer(request, env) {
  const body = await Body.of(request, Number(env.PATIENCE_MS) || PATIENCE);
  try {
    const { pathname, search } = new URL(request.url);
    const head = toBytes.encode([request.method, pathname, search.slice(1), ...headersOf(request).map(([, value]) => value ?? ""), ""].join("\0"));
    const end = !body || body.whole ? ends.whole : (ends[body.failure] ?? ends.longer);
    if (running.go.exited) running = new Program();
    const told = asked(env, head, body?.head ?? new Uint8Array(0), end);
    if (!told) return await env.ANALYSIS.fetch(new Request(request.url, { method: request.method, headers: request.headers, body: body.head, cf: request.cf }));
    const { status, headers, pieces } = told;
    if (!told.fits) return busy();
    if (pieces.length === 0 || request.method === "HEAD") return new Response(null, { status, headers });
    return new Response(bodyOf(pieces), { status, headers });
  } catch {
    return problem("internal", 500, "Something went wrong here", "A defect of fragscope ended this request; nothing of it was kept.");
  } finally {
    await body?.drain();
  }
}
