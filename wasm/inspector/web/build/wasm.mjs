// Builds the Go programs for the browser into src/generated.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const root = join(web, "..", "..", "..");
const out = join(web, "src", "generated");
mkdirSync(out, { recursive: true });

function go(env, ...args) {
  execFileSync("go", args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
}

// All programs for WebAssembly are compiled with these flags, so that they share
// packages. The runtime does not need to check its own indexes and pointers.
const [trimpath, ldflags, ...runtime] = readFileSync(join(root, ".ci/wasm-flags"), "utf8").trim().split("\n");

function build(name, folder, ...flags) {
  const file = join(out, name);
  go({ GOOS: "js", GOARCH: "wasm" }, "build", trimpath, ldflags, ...flags, "-o", file, folder);
  return file;
}

// A first visit waits for the decoder, so it is built small. Code that is not
// copied into its callers compresses to an eighth less; where every field is
// read it has to be fast, and is. (Packing the rows of the largest datagram takes
// half a millisecond longer so, and the program is 3.7 kB smaller.) What only
// stack traces need is taken out.
const fast = ["decoder", "decoder/wire"].map((name) => `-gcflags=fragscope/${name}=`);
const small = ["-gcflags=all=-l", ...runtime, ...fast];
const decoder = "./wasm/inspector/decoder";
const programs = [
  // The page shows its first packet 100 ms earlier at 10 Mbit/s with this one than when it waits for the whole decoder.
  build("first.wasm", decoder, "-tags=first", ...small),
  build("decoder.wasm", decoder, "-tags=quick", ...small),
  // The analyzer is loaded when a capture is opened, and has to be fast then.
  build("analyzer.wasm", "./wasm/inspector/analyzer", "-tags=quick", ...runtime),
  // This one writes Parquet too, and is half as large again: it is loaded when somebody wants that.
  build("parquet.wasm", "./wasm/inspector/analyzer", "-tags=quick,parquet", ...runtime),
];
for (const file of programs) go({}, "run", "./wasm/inspector/slim", file);
for (const file of programs) console.log(`${file.slice(out.length + 1)}: ${statSync(file).size} bytes`);
