// Measures what docs.md tells: sizes, the first request of a Worker, and those
// after it, beside the same for an asset, which no program answers.
import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { folder, start } from "./harness.mjs";
import { busy } from "./process.mjs";

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const ms = (n) => `${n.toFixed(1)} ms`;

for (const name of ["fragscope.wasm", "jobs.wasm"]) {
  const file = readFileSync(path.join(folder, "build", name));
  const brotli = brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 } });
  const mb = (n) => `${(n / 1e6).toFixed(2)} MB`;
  console.log(`${name}: ${mb(file.length)}, gzip ${mb(gzipSync(file, { level: 9 }).length)}, brotli ${mb(brotli.length)}`);
}
const cold = [], coldBusy = [], warm = [], warmBusy = [], asset = [];
for (let round = 0; round < 5; round++) {
  const worker = await start();
  const timed = async (where, init) => {
    const begin = performance.now();
    await (await worker.ask(where, init)).arrayBuffer();
    return performance.now() - begin;
  };
  const decode = () => timed("/api/decode", { method: "POST", body: "78 00 00 00 00" });
  await timed("/nothing"); // the connection, and workerd itself
  const before = busy();
  cold.push(await decode());
  coldBusy.push(busy() - before);
  for (let i = 0; i < 1000; i++) await decode();
  const all = [];
  const computed = busy();
  for (let i = 0; i < 500; i++) all.push(await decode());
  warmBusy.push((busy() - computed) / 500);
  warm.push(median(all));
  asset.push(median(await Promise.all(Array.from({ length: 1 }, async () => { const list = []; for (let i = 0; i < 300; i++) list.push(await timed("/nothing")); return median(list); }))));
  await worker.stop();
}
console.log(`first request ${ms(median(cold))} (${ms(median(coldBusy))} of processor time; wanted: under 100 ms)`);
console.log(`request after it ${ms(median(warm))} (${median(warmBusy).toFixed(2)} ms of processor time; wanted: under 2 ms); an asset ${ms(median(asset))}`);
