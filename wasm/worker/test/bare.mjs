// Runs the Worker in workerd alone, as Cloudflare does: no program between it
// and its clients, so that what is measured is its own. measured.mjs adds
// paths that say what it holds.
import { spawn } from "node:child_process";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { unstable_getMiniflareWorkerOptions as optionsOf } from "wrangler";
import { folder } from "./harness.mjs";

const { default: workerd } = createRequire(createRequire(import.meta.url).resolve("miniflare"))("workerd");

// config describes the Workers to workerd; texts in it are those of file names.
// Without main there is no program of ours: a Worker that answers with nothing.
function config(main) {
  const { compatibilityDate, compatibilityFlags } = optionsOf(path.join(folder, "wrangler.jsonc")).workerOptions;
  const modules = (files) => files.map((name) => `(name = "${name}", ${name.endsWith(".wasm") ? "wasm" : "esModule"} = embed "../${name}")`).join(", ");
  const shared = ["answer", "body", "go", "problem"].map((name) => `src/${name}.mjs`);
  const worker = (files, rest) => `(
      compatibilityDate = "${compatibilityDate}",
      compatibilityFlags = ${JSON.stringify(compatibilityFlags)},
      modules = [${modules(files)}],
      ${rest}
    )`;
  const bindings = `bindings = [(name = "ANALYSIS", service = "analysis")]`;
  const files = {
    front: [...new Set([main, "src/worker.mjs"]), "src/upload.mjs", ...shared, "build/wasm_exec.js", "build/front.wasm"],
    analysis: ["src/analysis.mjs", ...shared, "build/wasm_exec.js", "build/analysis.wasm"],
  };
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ["--expose-gc", "--max-semi-space-size=4"], # MB: new objects have that much from the start, and garbage shows as no growth
  services = [
    (name = "main", worker = ${main === "test/empty.mjs" ? worker([main], "") : worker(files.front, main === "test/measured.mjs" ? bindings : "")}),
    ${main === "test/measured.mjs" ? `(name = "analysis", worker = ${worker(files.analysis, "")}),` : ""}
    (name = "internet", network = (allow = []))
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
`;
}

// startBare resolves to where the Worker of main is. stop ends it.
export async function startBare(main = "test/measured.mjs") {
  const file = path.join(folder, `build/workerd-${process.pid}-${performance.now()}.capnp`);
  writeFileSync(file, config(main));
  const child = spawn(workerd, ["serve", "--control-fd=3", file], { stdio: ["ignore", "inherit", "inherit", "pipe"] });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const port = await new Promise((resolve, reject) => {
    let told = "";
    child.stdio[3].on("data", (piece) => {
      const found = /"port":\s*(\d+)/.exec((told += piece));
      if (found) resolve(found[1]);
    });
    ended.then((code) => reject(new Error(`workerd ended with ${code}`)));
  }).finally(() => rmSync(file, { force: true }));
  const url = `http://127.0.0.1:${port}/`;
  const ask = (where, init) => fetch(new URL(where, url), { signal: AbortSignal.timeout(60_000), ...init });
  return {
    ask,
    state: async () => (await ask("/state")).json(),
    async stop() {
      child.kill();
      await ended;
    },
  };
}
