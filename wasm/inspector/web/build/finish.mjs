// Ends the build of the page: writes the service worker for what was built,
// and puts it all, compressed, where fragscope serve embeds it.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(web, "dist");
const page = join(web, "..", "site", "files", "page");

function files(folder, prefix = "") {
  if (!existsSync(folder)) return [];
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .flatMap((e) => (e.isDirectory() ? files(folder, `${prefix}${e.name}/`) : [prefix + e.name]))
    .sort();
}

/** What is so large that nothing should wait for it: the program for captures. */
const large = (f) => statSync(join(dist, f)).size > 6 << 20;

// The worker is another one whenever any file is, so browsers fetch it all anew.
const source = readFileSync(join(web, "src", "offline", "sw.js"), "utf8");
const kept = files(dist).filter((f) => f !== "sw.js");
const hash = createHash("sha256").update(source);
for (const f of kept) hash.update(f).update("\0").update(readFileSync(join(dist, f)));
const version = hash.digest("hex").slice(0, 16);
const worker = source
  .replace("VERSION_OF_THE_PAGE", version)
  .replace('"LARGE_FILES_OF_THE_PAGE"', JSON.stringify(kept.filter(large)))
  .replace('"FILES_OF_THE_PAGE"', JSON.stringify(kept.filter((f) => f !== "index.html" && !large(f))));
writeFileSync(join(dist, "sw.js"), worker);

// What has a hash in its name and is there already need not be compressed again.
const compressing = [];
const wanted = new Set();
const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
for (const f of files(dist)) {
  const raw = readFileSync(join(dist, f));
  const to = join(page, f);
  // Pictures are compressed already, and a few bytes are not worth a second form.
  const plain = raw.length < 200 || /\.(png|webp)$/.test(f);
  const forms = plain ? [f] : [`${f}.br`, `${f}.gz`];
  for (const form of forms) wanted.add(form);
  if (f.startsWith("assets/") && forms.every((form) => existsSync(join(page, form)))) continue;
  mkdirSync(dirname(to), { recursive: true });
  if (plain) {
    writeFileSync(to, raw);
    continue;
  }
  // The best quality takes half a minute for the program for captures.
  const params = { [constants.BROTLI_PARAM_QUALITY]: large(f) ? 9 : 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length };
  compressing.push(brotli(raw, { params }).then((b) => writeFileSync(`${to}.br`, b)), gz(raw, { level: 9 }).then((b) => writeFileSync(`${to}.gz`, b)));
}
await Promise.all(compressing);
for (const f of files(page)) if (!wanted.has(f)) rmSync(join(page, f));
console.log(`the page: version ${version}`);
