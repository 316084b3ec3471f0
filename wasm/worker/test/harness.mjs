// Runs the Worker in workerd as wrangler.jsonc describes it, with all that it
// is bound to emulated in this process. Nothing leaves the machine: whatever
// the Worker tried to fetch is in outbound.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions as optionsOf } from "wrangler";

export const folder = fileURLToPath(new URL("..", import.meta.url));
export const top = path.join(folder, "../..");

// command runs the fragscope of this source tree.
export function command(args, input) {
  return execFileSync(path.join(folder, "build/fragscope"), args, { input, maxBuffer: 1 << 30, stdio: ["pipe", "pipe", "ignore"] });
}

// start runs the Worker. bindings are texts for it; limit is how many requests
// one address may send in a minute; script is another main file.
export async function start({ bindings = {}, limit = 1_000_000, script = "src/worker.mjs", keep } = {}) {
  const outbound = [];
  const { workerOptions } = optionsOf(path.join(folder, "wrangler.jsonc"));
  const state = keep ?? mkdtempSync(path.join(tmpdir(), "fragscope-worker-"));
  workerOptions.ratelimits.LIMITER.simple.limit = limit;
  const mf = new Miniflare({
    ...workerOptions,
    modules: true,
    modulesRoot: folder,
    rootPath: folder,
    scriptPath: script,
    modulesRules: workerOptions.modulesRules.filter((rule) => ["ESModule", "CompiledWasm"].includes(rule.type)).slice(0, 2),
    bindings: { ...workerOptions.bindings, ...bindings },
    outboundService: (request) => {
      outbound.push(request.url);
      return new Response("nothing is fetched in tests", { status: 500 });
    },
    cf: false,
    host: "127.0.0.1",
    port: 0,
    defaultPersistRoot: state,
  });
  const url = await mf.ready;
  return {
    mf,
    url,
    outbound,
    ask: (where, init) => fetch(new URL(where, url), { ...init, signal: AbortSignal.timeout(60_000) }),
    async stop() {
      await mf.dispose();
      if (!keep) rmSync(state, { recursive: true, force: true });
    },
  };
}
