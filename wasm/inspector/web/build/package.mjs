// Builds the npm package fragscope in package/: the typed library and its
// programs. It is not published from here.
//
//   node build/package.mjs [FOLDER]   also packs it into FOLDER
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = join(web, "package");
rmSync(join(folder, "dist"), { recursive: true, force: true });
execFileSync(join(web, "node_modules", ".bin", "tsc"), ["-p", "tsconfig.package.json"], { cwd: web, stdio: "inherit" });
mkdirSync(join(folder, "dist"), { recursive: true });
for (const program of ["decoder.wasm", "first.wasm", "analyzer.wasm"]) copyFileSync(join(web, "src", "generated", program), join(folder, "dist", program));
copyFileSync(join(web, "..", "..", "..", "LICENSE"), join(folder, "LICENSE"));
const to = process.argv[2];
if (to !== undefined) execFileSync("npm", ["pack", "--silent", "--pack-destination", to], { cwd: folder, stdio: "inherit" });
