// Ends the build of the page: writes the service worker for what was built,
// and puts it all, compressed, where fragscope serve embeds it. With QUICK set
// it is compressed less, which is enough for tests and saves most of a minute.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompress, constants } from "node:zlib";
import { promisify } from "node:util";
import { files, large, rare, serviceWorker } from "./offline.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(web, "dist");
const page = join(web, "..", "site", "files", "page");

const version = serviceWorker(dist);

const quick = Boolean(process.env.QUICK);
/** Is there when what was compressed last is larger than it could be. */
const mark = join(web, "src", "generated", "quick");
const again = !quick && existsSync(mark);

// What has a hash in its name and is there already need not be compressed again.
const compressing = [];
const wanted = new Set();
const brotli = promisify(brotliCompress);
for (const f of files(dist)) {
  const raw = readFileSync(join(dist, f));
  // Pictures are compressed already, and a few bytes are not worth it.
  const plain = raw.length < 200 || /\.(png|webp)$/.test(f);
  const form = plain ? f : `${f}.br`;
  const to = join(page, form);
  wanted.add(form);
  if (f.startsWith("assets/") && !again && existsSync(to)) continue;
  mkdirSync(dirname(to), { recursive: true });
  if (plain) {
    writeFileSync(to, raw);
    continue;
  }
  if (quick && f.startsWith("assets/")) writeFileSync(mark, "");
  // The best quality takes half a minute for the program for captures.
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quick ? 5 : large(f) || rare(f) ? 9 : 11,
    [constants.BROTLI_PARAM_LGWIN]: 22, // so much is held for a client that has it unpacked
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
  };
  compressing.push(brotli(raw, { params }).then((b) => writeFileSync(to, b)));
}
await Promise.all(compressing);
if (again) rmSync(mark);
for (const f of files(page)) if (!wanted.has(f)) rmSync(join(page, f));
console.log(`the page: version ${version}`);
