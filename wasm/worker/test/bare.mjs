// Runs the Worker in workerd alone, as Cloudflare does: no program between it
// and its clients, so that what is measured is its own. measured.mjs adds
// paths that say what it holds.
import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { unstable_getMiniflareWorkerOptions as optionsOf } from "wrangler";
import { folder } from "./harness.mjs";

const { default: workerd } = createRequire(createRequire(import.meta.url).resolve("miniflare"))("workerd");

const shared = ["src/answer.mjs", "src/body.mjs", "src/go.mjs", "src/problem.mjs", "build/wasm_exec.js"];
const front = ["src/worker.mjs", "src/upload.mjs", ...shared, "build/front.wasm"];

// WORKERS are the modules of what can be run, the main one first.
const WORKERS = {
  empty: ["test/empty.mjs"],
  front, // the Worker as it is delivered
  measured: ["test/measured.mjs", ...front], // the same, which tells what it holds; it has the next to ask
  analysis: ["src/analysis.mjs", ...shared, "build/analysis.wasm"],
  parts: ["test/parts.mjs", "src/steps.mjs", "build/wasm_exec.js", "build/jobs.wasm"],
};

// config describes a Worker to workerd; texts in it are those of file names.
function config(name) {
  const { compatibilityDate, compatibilityFlags } = optionsOf(path.join(folder, "wrangler.jsonc")).workerOptions;
  const worker = (files, bindings = "") => `(
      compatibilityDate = "${compatibilityDate}",
      compatibilityFlags = ${JSON.stringify(compatibilityFlags)},
      bindings = [${bindings}],
      modules = [${files.map((file) => `(name = "${file}", ${file.endsWith(".wasm") ? "wasm" : "esModule"} = embed "../${file}")`).join(", ")}]
    )`;
  const second = name === "measured";
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ["--expose-gc", "--max-semi-space-size=4"], # MB: new objects have that much from the start, and garbage shows as no growth
  services = [
    (name = "main", worker = ${worker(WORKERS[name], second ? `(name = "ANALYSIS", service = "analysis")` : "")}),
    ${second ? `(name = "analysis", worker = ${worker(WORKERS.analysis)}),` : ""}
    (name = "internet", network = (allow = []))
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
`;
}

// workerd closes a connection that was idle for 5 s and does not announce it. A
// client that sends on one at that moment finds it reset; what it cannot know it
// must avoid, and so idle connections are not used again after 3 s. Timers would
// not do: on a busy machine they come late.
class Connections extends http.Agent {
  constructor() {
    super({ keepAlive: true });
  }

  keepSocketAlive(socket) {
    socket.idleSince = performance.now();
    return super.keepSocketAlive(socket);
  }

  addRequest(request, ...rest) {
    const now = performance.now();
    for (const socket of Object.values(this.freeSockets).flat()) if (now - socket.idleSince > 3000) socket.destroy();
    super.addRequest(request, ...rest);
  }
}

// startBare resolves to the Worker of that name. stop ends it.
export async function startBare(name = "measured") {
  const file = path.join(folder, `build/workerd-${process.pid}-${performance.now()}.capnp`);
  writeFileSync(file, config(name));
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
  const agent = new Connections();
  // ask resolves to the answer to a POST of body, or to a GET.
  const ask = (where, body) =>
    new Promise((resolve, reject) => {
      const request = http.request({ host: "127.0.0.1", port, path: where, agent, method: body === undefined ? "GET" : "POST", timeout: 60_000 }, (answer) => {
        const pieces = [];
        answer.on("data", (piece) => pieces.push(piece));
        answer.on("end", () => {
          const bytes = Buffer.concat(pieces);
          resolve({ status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString() });
        });
        answer.on("error", reject);
      });
      request.on("timeout", () => request.destroy(new Error("no answer for a minute")));
      request.on("error", reject);
      request.end(body);
    });
  return {
    ask,
    state: async () => JSON.parse((await ask("/state")).text),
    async stop() {
      agent.destroy();
      child.kill();
      await ended;
    },
  };
}
