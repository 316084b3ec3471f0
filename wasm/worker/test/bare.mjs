// Runs the Worker in workerd alone, as Cloudflare does: no program between it
// and its clients, so that what is measured is its own. measured.mjs adds
// paths that say what it holds.
import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { client } from "./client.mjs";
import { optionsOf } from "./options.mjs";
import { folder } from "./place.mjs";

const { default: workerd } = createRequire(createRequire(import.meta.url).resolve("miniflare"))("workerd");

const shared = ["src/answer.mjs", "src/body.mjs", "src/client.mjs", "src/go.mjs", "src/held.mjs", "src/problem.mjs", "build/wasm_exec.js"];
const analysis = ["src/analysis.mjs", ...shared, "build/analysis.wasm"];
const front = [
  "src/worker.mjs",
  "src/client.mjs",
  "src/upload.mjs",
  "src/front.mjs",
  "src/body.mjs",
  "src/held.mjs",
  "src/problem.mjs",
  "build/wasm_exec.js",
  "build/front.wasm",
];

// WORKERS are the modules of what can be run, the main one first.
const WORKERS = {
  empty: ["test/empty.mjs"],
  front, // the Worker as it is delivered
  analysis,
  ending: ["test/ending.mjs", ...front], // the same, whose program can be ended
  startup: ["build/startup.mjs", "build/wasm_exec.js", "build/startup.wasm"], // of startup.mjs
  // The same, which tell what they hold.
  "measured-front": ["test/measured-front.mjs", "test/measured.mjs", ...front],
  "measured-analysis": ["test/measured-analysis.mjs", "test/measured.mjs", ...analysis],
  parts: ["test/parts.mjs", "test/measured.mjs", "src/steps.mjs", "build/wasm_exec.js", "build/jobs.wasm"],
};

// config describes a Worker to workerd; texts in it are those of file names.
async function config(name) {
  const { compatibilityDate, compatibilityFlags } = await optionsOf("wrangler.jsonc");
  const modules = WORKERS[name].map((file) => `(name = "${file}", ${file.endsWith(".wasm") ? "wasm" : "esModule"} = embed "../${file}")`);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ["--expose-gc", "--max-semi-space-size=4"], # MB: new objects have that much from the start, and garbage shows as no growth
  services = [
    (name = "main", worker = (
      compatibilityDate = "${compatibilityDate}",
      compatibilityFlags = ${JSON.stringify(compatibilityFlags)},
      modules = [${modules.join(", ")}]
    )),
    (name = "internet", network = (allow = []))
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
`;
}

// startBare resolves to the Worker of that name. stop ends it.
export async function startBare(name = "measured-front") {
  const file = path.join(folder, `build/workerd-${process.pid}-${performance.now()}.capnp`);
  writeFileSync(file, await config(name));
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
  const { ask, close } = client(port);
  return {
    ask,
    state: async () => JSON.parse((await ask("/state")).text),
    async stop() {
      close();
      child.kill();
      await ended;
    },
  };
}
