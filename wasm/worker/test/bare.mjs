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
function config(name) {
  const { compatibilityDate, compatibilityFlags } = optionsOf(path.join(folder, "wrangler.jsonc")).workerOptions;
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

// workerd closes a connection that was idle for 5 s and does not announce it; it
// counts them from when it last looked at the clock, which is before a request
// that kept it busy. A client that sends on one at that moment finds it reset.
// What it cannot know it must avoid, and so connections are not used again 3 s
// after their last request began. Timers would not do: on a busy machine they
// come late.
class Connections extends http.Agent {
  constructor() {
    super({ keepAlive: true });
  }

  createConnection(...how) {
    const socket = super.createConnection(...how);
    socket.begun = performance.now();
    return socket;
  }

  reuseSocket(socket, request) {
    socket.begun = performance.now();
    super.reuseSocket(socket, request);
  }

  addRequest(request, ...rest) {
    const now = performance.now();
    for (const socket of Object.values(this.freeSockets).flat()) if (now - socket.begun > 3000) socket.destroy();
    super.addRequest(request, ...rest);
  }
}

// startBare resolves to the Worker of that name. stop ends it.
export async function startBare(name = "measured-front") {
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
      const request = http.request({ host: "127.0.0.1", port, path: where, agent, method: body === undefined ? "GET" : "POST", timeout: 300_000 }, (answer) => {
        const pieces = [];
        answer.on("data", (piece) => pieces.push(piece));
        answer.on("end", () => {
          const bytes = Buffer.concat(pieces);
          resolve({ status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString() });
        });
        answer.on("error", reject);
      });
      request.on("timeout", () => request.destroy(new Error("no answer for five minutes")));
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
