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

const file = join(out, "decoder.wasm");
go({ GOOS: "js", GOARCH: "wasm", GOEXPERIMENT: "nogreenteagc" }, "build", "-trimpath", "-ldflags=-s -w", ...decoderFlags(), "-o", file, "./wasm/inspector/decoder");
console.log(`decoder.wasm: ${statSync(file).size} bytes`);

// The analyzer is loaded when a capture is opened, and has to be fast then.
const analyzer = join(out, "analyzer.wasm");
go({ GOOS: "js", GOARCH: "wasm" }, "build", "-trimpath", "-ldflags=-s -w", "-o", analyzer, "./wasm/inspector/analyzer");
console.log(`analyzer.wasm: ${statSync(analyzer).size} bytes`);

// A first visit waits for the decoder, and code that is not copied into its
// callers compresses to an eighth less. Where it decodes, inlining stays.
function decoderFlags() {
  return ["-gcflags=all=-l"];
}
