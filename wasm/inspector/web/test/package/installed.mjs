// The npm package as a user has it: packed, and installed in a folder of its own from that file alone.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const web = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
export const options = { encoding: "utf8", maxBuffer: 1 << 28, timeout: 120_000 };

const folder = mkdtempSync(join(tmpdir(), "fragscope-package-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
execFileSync("node", [join(web, "build", "package.mjs"), folder], { ...options, cwd: web });
const tarball = readdirSync(folder).find((f) => f.endsWith(".tgz"));
writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", "./" + tarball], { ...options, cwd: folder });

/** Where it is installed, and a file of it. */
export const home = folder;
export const file = (...path) => join(folder, "node_modules", "fragscope", ...path);
/** What one of its entries exports. */
export const load = (name) => import(pathToFileURL(file("dist", name)).href);

/** Writes files into the folder: programs of a user. */
export function write(files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Runs a program of the folder, and gives what it prints. */
export const node = (...args) => execFileSync("node", args, { ...options, cwd: folder });

/** The programs that the README shows, by the names that they begin with. */
export function readme(kind) {
  const text = readFileSync(file("README.md"), "utf8");
  const found = [...text.matchAll(/```(?:js)\n\/\/ (\w+\.\w+)(?:: .*)?\n([^]*?)```/g)].filter((m) => m[1].endsWith(`.${kind}`));
  if (found.length === 0) throw new Error(`the README shows no .${kind}`);
  return Object.fromEntries(found.map((m) => [m[1], m[2]]));
}
