// Builds the Go programs for the browser into src/generated, with the flags of all
// that is built for WebAssembly here, so that packages are compiled once; and brings
// Go's own runtime for them.
import { spawn } from "node:child_process";
import { copyFile, mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const root = join(web, "..", "..", "..");

const programs = {
  decoder: ["./wasm/inspector/decoder"],
  // The decoder that also compares unknown packets and reads layouts: it takes the place of the first when asked.
  workbench: ["-tags=workbench", "./wasm/inspector/decoder"],
  analyzer: ["./wasm/inspector/analyzer"],
  // Half as large again, near the 25 MiB that static hosts take: loaded when a table is wanted as Parquet.
  parquet: ["-tags=parquet", "./wasm/inspector/analyzer"],
};

/** Where a program is. */
export const fileOf = (name) => join(web, "src", "generated", `${name}.wasm`);

/** Runs a command in the root of the repository; resolves to what it prints. */
export function run(command, args, { signal, env = {} } = {}) {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { cwd: root, signal, stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ...env } });
    let printed = "";
    child.stdout.on("data", (text) => (printed += text));
    child.on("error", failed);
    child.on("close", (status) => (status === 0 ? done(printed) : failed(new Error(`${command} ${args.join(" ")} ended with ${status}`))));
  });
}

/** Builds a program. */
export const build = (name, options) =>
  run("go", ["build", "-trimpath", "-ldflags=-s -w", "-o", fileOf(name), ...programs[name]], { ...options, env: { GOOS: "js", GOARCH: "wasm" } });

/** Brings the runtime that the program go has for programs in WebAssembly. */
export async function runtime(options) {
  const goroot = (await run("go", ["env", "GOROOT"], options)).trim();
  await mkdir(join(web, "src", "generated"), { recursive: true });
  await copyFile(join(goroot, "lib", "wasm", "wasm_exec.js"), join(web, "src", "api", "wasm_exec.js"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runtime();
  for (const name of Object.keys(programs)) {
    await build(name);
    console.log(`${name}.wasm: ${(await stat(fileOf(name))).size} bytes`);
  }
}
