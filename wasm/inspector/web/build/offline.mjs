// Writes the service worker of a built page.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../src/offline/sw.js", import.meta.url));

export function files(folder, prefix = "") {
  if (!existsSync(folder)) return [];
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .flatMap((e) => (e.isDirectory() ? files(folder, `${prefix}${e.name}/`) : [prefix + e.name]))
    .sort();
}

/** What is so large that nothing should wait for it: the program for captures. */
export const large = (f) => /^assets\/analyzer-[^/]*\.wasm$/.test(f);

/** What is only there with a network: few want it, and it is as large as all else. */
export const rare = (f) => /^assets\/(?:parquet|workbench)-[^/]*\.wasm$/.test(f);

/** What nothing should wait for on a first visit: that, and the specifications. */
const late = (f) => large(f) || f.startsWith("spec/");

/** Writes sw.js for the files of a folder and returns the name of this build: another one whenever any file is. */
export function serviceWorker(dist) {
  const text = readFileSync(source, "utf8");
  const kept = files(dist).filter((f) => f !== "sw.js" && !rare(f));
  const sum = (f) =>
    createHash("sha256")
      .update(readFileSync(join(dist, f)))
      .digest("hex")
      .slice(0, 16);
  const sums = (list) => Object.fromEntries(list.map((f) => [f === "index.html" ? "./" : f, sum(f)]));
  const small = JSON.stringify(sums(kept.filter((f) => !late(f))));
  const big = JSON.stringify(sums(kept.filter((f) => late(f))));
  const version = createHash("sha256").update(text).update(small).update(big).digest("hex").slice(0, 16);
  const filled = text.replace("VERSION_OF_THE_PAGE", version).replace('"LATE_FILES_OF_THE_PAGE"', big).replace('"FILES_OF_THE_PAGE"', small);
  writeFileSync(join(dist, "sw.js"), filled);
  return version;
}
