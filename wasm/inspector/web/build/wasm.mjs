// Builds the Go programs for the browser into src/generated.
import { execFileSync } from "node:child_process";
import { mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const root = join(web, "..", "..", "..");
const out = join(web, "src", "generated");
mkdirSync(out, { recursive: true });

function go(env, ...args) {
  execFileSync("go", args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
}

function build(name, folder, env, ...flags) {
  const file = join(out, name);
  go({ GOOS: "js", GOARCH: "wasm", ...env }, "build", "-trimpath", "-ldflags=-s -w", ...flags, "-o", file, folder);
  return file;
}

// The runtime does not need to check its own indexes and pointers, and the
// collector for many cores is of no use on one.
const runtime = ["-gcflags=runtime/...=-B -d=disablenil=1", "-gcflags=internal/...=-B -d=disablenil=1"];
const one = { GOEXPERIMENT: "nogreenteagc" };

// A first visit waits for the decoder, so it is built small. Code that is not
// copied into its callers compresses to an eighth less; where packets are
// decoded, and in the runtime, it has to be fast, and is. What only stack
// traces need is taken out.
const decoding = ["", "/wire", "/frame", "/internal/...", "/protocol/..."].map((name) => `-gcflags=fragscope/decoder${name}=`);
const small = ["-gcflags=all=-l", ...runtime, ...decoding, "-gcflags=fragscope/wasm/...="];
const programs = [
  build("first.wasm", "./wasm/inspector/decoder", one, "-tags=first", ...small),
  build("decoder.wasm", "./wasm/inspector/decoder", one, "-tags=quick", ...small),
];

// The analyzer is loaded when a capture is opened, and has to be fast then.
programs.push(build("analyzer.wasm", "./wasm/inspector/analyzer", one, "-tags=quick", ...runtime));
for (const file of programs) go({}, "run", "./wasm/inspector/slim", file);
for (const file of programs) console.log(`${file.slice(out.length + 1)}: ${statSync(file).size} bytes`);
