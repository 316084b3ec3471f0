// Builds the npm package fragscope in package/: the typed library and its
// programs. It is not published from here.
//
//   node build/package.mjs [FOLDER [VERSION]]   builds it in FOLDER instead, and packs it
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const source = join(web, "package");
const to = process.argv[2] && resolve(process.argv[2]);
const folder = to ? join(to, "package") : source;
const dist = join(folder, "dist");
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
if (folder !== source) for (const file of ["package.json", "README.md"]) copyFileSync(join(source, file), join(folder, file));
// By its path: other versions, for tests, have commands of the same name.
const tsc = join(web, "node_modules", "typescript", "bin", "tsc");
execFileSync("node", [tsc, "-p", "tsconfig.package.json", "--outDir", dist], { cwd: web, stdio: "inherit" });
for (const program of ["decoder.wasm", "analyzer.wasm"]) copyFileSync(join(web, "src", "generated", program), join(dist, program));
copyFileSync(join(web, "src", "api", "wasm_exec.js"), join(dist, "wasm_exec.js"));
copyFileSync(join(web, "..", "..", "..", "LICENSE"), join(folder, "LICENSE"));
const version = process.argv[3];
if (version) {
  const manifest = join(folder, "package.json");
  writeFileSync(manifest, `${JSON.stringify({ ...JSON.parse(readFileSync(manifest, "utf8")), version }, null, 2)}\n`);
}
if (to) execFileSync("npm", ["pack", "--silent", "--pack-destination", to], { cwd: folder, stdio: "inherit" });
