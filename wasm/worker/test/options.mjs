// What wrangler makes of a file that describes a Worker. To load wrangler takes
// more than a second, so its answer is kept while it is newer than the file.
import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { folder } from "./place.mjs";

const changed = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

export async function optionsOf(config) {
  const file = path.join(folder, config);
  const kept = path.join(folder, "build", `${config}.options.json`);
  if (changed(kept) > Math.max(changed(file), changed(path.join(folder, "package-lock.json")))) {
    const { from, options } = JSON.parse(readFileSync(kept));
    if (from === folder) return options; // paths in it begin with that
  }
  const { unstable_getMiniflareWorkerOptions: read } = await import("wrangler");
  const { workerOptions } = read(file);
  writeFileSync(`${kept}.${process.pid}`, JSON.stringify({ from: folder, options: workerOptions }));
  renameSync(`${kept}.${process.pid}`, kept);
  return workerOptions;
}
