// Measures what a Go program costs a Worker before it does anything, and what
// each thing that it may import adds: sizes, and the time from the start of
// workerd to the first answer, beyond that of a Worker without a program.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { startBare } from "./bare.mjs";
import { folder, top } from "./place.mjs";
import { computing } from "./process.mjs";

const rounds = 7; // the first brings files into memory

// Each program uses what it is named after, then waits.
const decode =
  'f, err := paste.Parse([]byte("78 00 00 00 00"), paste.Options{MaxBytes: 1 << 18}); if err != nil { panic(err) }; ' +
  "m := decoder.Decode(f.Datagrams[0].Data, decoder.Options{});";
const programs = {
  "nothing but Go": [[], ""],
  fmt: [["fmt", "io"], `fmt.Fprintf(io.Discard, "%d %s", 1, "x")`],
  "encoding/json": [["encoding/json", "io"], `json.NewEncoder(io.Discard).Encode(map[string]int{"a": 1})`],
  decoder: [["fragscope/decoder"], `n = len(decoder.Decode([]byte{0x78, 0, 0, 0, 0}, decoder.Options{}).Fields)`],
  "and paste": [["fragscope/decoder", "fragscope/decoder/paste"], `${decode} n = len(m.Fields)`],
  "and render": [
    ["fragscope/decoder", "fragscope/decoder/paste", "fragscope/decoder/render"],
    `${decode} p := render.Printer{Format: render.JSON, Total: 1}; b := p.Datagram(p.Begin(nil), m); ` +
      `n = len(p.End(b, render.NewReport([]*decoder.Message{m}).Status))`,
  ],
  "net/http": [["net/http", "net/http/httptest"], `http.NotFoundHandler().ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))`],
  "net/http and workers": [["net/http", "github.com/syumai/workers"], "workers.ServeNonBlock(http.NotFoundHandler()); workers.Ready()"],
};

const entry = `import "../build/wasm_exec.js";
import program from "../build/startup.wasm";

let runs = false;
export default {
  fetch() {
    if (!runs) {
      runs = true;
      const go = new globalThis.Go();
      globalThis.context = { binding: {} };
      go.run(new WebAssembly.Instance(program, { ...go.importObject, workers: { ready() {} } }));
    }
    return new Response("nothing");
  },
};
`;

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

async function cold(name) {
  const begin = performance.now();
  const worker = await startBare(name);
  const ready = performance.now();
  await worker.ask(name === "front" ? "/api/decode" : "/", name === "front" ? "78 00 00 00 00" : undefined);
  const end = performance.now();
  const { main, all } = computing();
  await worker.stop();
  return [end - begin, end - ready, main, all];
}

const dir = mkdtempSync(path.join(tmpdir(), "fragscope-startup-"));
const built = {};
try {
  for (const [name, [imports, body]] of Object.entries(programs)) {
    const source = path.join(dir, "main.go");
    const file = path.join(dir, `${Object.keys(built).length}.wasm`);
    writeFileSync(source, `package main\n\nimport (\n${imports.map((i) => `"${i}"`).join("\n")}\n)\n\nvar n int\n\nfunc main() {\n${body}\nselect {}\n}\n`);
    execFileSync("go", ["build", "-trimpath", "-ldflags=-s -w", "-o", file, source], {
      cwd: top,
      env: { ...process.env, GOOS: "js", GOARCH: "wasm" },
      stdio: "inherit",
    });
    built[name] = file;
  }
  built["the Worker"] = path.join(folder, "build/front.wasm");
  writeFileSync(path.join(folder, "build/startup.mjs"), entry);
  const runs = { empty: [] };
  for (let round = 0; round < rounds; round++) {
    for (const name of ["empty", ...Object.keys(built)]) {
      if (name in programs) writeFileSync(path.join(folder, "build/startup.wasm"), readFileSync(built[name]));
      const run = await cold(name === "empty" ? "empty" : name in programs ? "startup" : "front");
      if (round > 0) (runs[name] ??= []).push(run);
    }
  }
  const middle = (name) => [0, 1, 2, 3].map((i) => median(runs[name].map((run) => run[i])));
  const nothing = middle("empty");
  console.log(
    `a Worker without a program: ${nothing.map((n) => n.toFixed(0)).join(", ")} ms (wall clock, ` +
      `of that the first request, processor time of the thread that answers, of all); beyond that:`,
  );
  for (const [name, file] of Object.entries(built)) {
    const bytes = readFileSync(file);
    const [wall, first, main, all] = middle(name).map((n, i) => (n - nothing[i]).toFixed(0));
    console.log(
      `${name}: ${(bytes.length / 1e6).toFixed(1)} MB, with gzip ${(gzipSync(bytes, { level: 9 }).length / 1e6).toFixed(2)} MB; ` +
        `${wall} ms, ${first} ms, ${main} ms, ${all} ms`,
    );
  }
} finally {
  rmSync(dir, { recursive: true });
  rmSync(path.join(folder, "build/startup.wasm"), { force: true });
  rmSync(path.join(folder, "build/startup.mjs"), { force: true });
}
