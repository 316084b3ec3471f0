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

// config describes the Worker to workerd; texts in it are those of file names.
function config() {
  const { workerOptions } = optionsOf(path.join(folder, "wrangler.jsonc"));
  const files = ["test/measured.mjs", ...readdirSync(path.join(folder, "src")).map((name) => `src/${name}`), "build/wasm_exec.js", "build/fragscope.wasm"];
  // What belongs to the other Worker has modules that are not here.
  const modules = files.filter((name) => !["src/jobs.mjs", "src/steps.mjs"].includes(name)).map(
    (name) => `(name = "${name}", ${name.endsWith(".wasm") ? "wasm" : "esModule"} = embed "../${name}")`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ["--expose-gc", "--max-semi-space-size=4"], # MB: new objects have that much from the start, and garbage shows as no growth
  services = [
    (name = "main", worker = (
      compatibilityDate = "${workerOptions.compatibilityDate}",
      compatibilityFlags = ${JSON.stringify(workerOptions.compatibilityFlags)},
      modules = [${modules.join(", ")}]
    )),
    (name = "internet", network = (allow = []))
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
`;
}

// startBare resolves to where the Worker is. stop ends it.
export async function startBare() {
  const file = path.join(folder, `build/workerd-${process.pid}-${performance.now()}.capnp`);
  writeFileSync(file, config());
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
