// Runs the Workers in workerd as their wrangler files describe them, with all
// that they are bound to emulated in this process. Nothing leaves the machine:
// whatever a Worker tried to fetch is in outbound.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Miniflare } from "miniflare";
import { client } from "./client.mjs";
import { optionsOf } from "./options.mjs";
import { folder } from "./place.mjs";

// worker describes the Worker of a wrangler file to miniflare.
async function worker(name, config, script, bindings) {
  const workerOptions = await optionsOf(config);
  return {
    ...workerOptions,
    name,
    modules: true,
    modulesRoot: folder,
    rootPath: folder,
    scriptPath: script,
    modulesRules: workerOptions.modulesRules.filter((rule) => ["ESModule", "CompiledWasm"].includes(rule.type)).slice(0, 2),
    bindings: { ...workerOptions.bindings, ...bindings },
  };
}

// patience is how long a test waits for an answer or a state, in milliseconds.
const patience = 60_000;

// ask uses each connection once: one that was idle for 5 s is closed by workerd,
// perhaps just when a request is sent on it.
const ask = (url, init, token) =>
  fetch(url, {
    signal: AbortSignal.timeout(patience),
    ...init,
    headers: { ...(token && { Authorization: `Bearer ${token}` }), ...init?.headers, Connection: "close" },
  });

// until waits until what a function returns holds, and returns it.
export async function until(what, read, holds, seconds = patience / 1000) {
  for (const end = Date.now() + seconds * 1000; ; ) {
    const value = await read();
    if (holds(value)) return value;
    if (Date.now() > end) throw new Error(`${what}: after ${seconds} s it is ${JSON.stringify(value)}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

// withinWindow waits where the minute that a limit counts in is nearly over, so
// that what is counted together falls into one.
export async function withinWindow() {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 8_000) await new Promise((done) => setTimeout(done, left + 100));
}

// start runs the Workers. bindings are texts for them; limit is how many
// requests one address may send in a minute; jobs is the main file of the
// Worker that works off jobs, without which there is none; front that of the
// first Worker; token what requests bring and jobs want, none for "".
export async function start({ bindings = {}, limit = 1_000_000, jobs, front: main = "src/worker.mjs", token = "a token for tests" } = {}) {
  if (token) bindings = { ...bindings, JOBS_TOKEN: token };
  const outbound = [];
  const logs = []; // all that the Workers have written
  const outboundService = (request) => {
    outbound.push(request.url);
    return new Response("nothing is fetched in tests", { status: 500 });
  };
  const handleRuntimeStdio = (...streams) => {
    for (const stream of streams) stream.on("data", (text) => logs.push(String(text)));
  };
  const state = mkdtempSync(path.join(tmpdir(), "fragscope-worker-"));
  const front = await worker("fragscope", "wrangler.jsonc", main, bindings);
  front.ratelimits.LIMITER.simple.limit = limit;
  const workers = [
    { ...front, outboundService },
    { ...(await worker("fragscope-analysis", "wrangler.analysis.jsonc", "src/analysis.mjs", bindings)), outboundService },
  ];
  if (jobs) workers.push({ ...(await worker("fragscope-jobs", "wrangler.jobs.jsonc", jobs, bindings)), outboundService });
  const mf = new Miniflare({ workers, cf: false, host: "127.0.0.1", port: 0, defaultPersistRoot: state, handleRuntimeStdio });
  const url = await mf.ready;
  const database = await mf.getD1Database("JOBS", "fragscope");
  const migrations = readdirSync(path.join(folder, "migrations"))
    .sort()
    .map((name) => readFileSync(path.join(folder, "migrations", name), "utf8"));
  for (const statement of migrations.join("\n").replace(/--.*$/gm, "").split(";")) if (statement.trim()) await database.prepare(statement).run();
  const many = client(url.port, token && { Authorization: `Bearer ${token}` });
  return {
    mf,
    url,
    outbound,
    logs,
    database,
    ask: (where, init) => ask(new URL(where, url), init, token),
    many: many.ask, // for many requests, one like the other
    async stop() {
      many.close();
      await mf.dispose();
      rmSync(state, { recursive: true, force: true });
    },
  };
}
