// Measures what docs.md tells: sizes, the first request of a Worker, and those
// after it, beside the same for what the Worker answers without its program.
import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { startBare } from "./bare.mjs";
import { folder } from "./harness.mjs";
import { computing } from "./process.mjs";

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const ms = (n) => `${n.toFixed(1)} ms`;

for (const name of ["fragscope.wasm", "jobs.wasm"]) {
  const file = readFileSync(path.join(folder, "build", name));
  const brotli = brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 } });
  const mb = (n) => `${(n / 1e6).toFixed(2)} MB`;
  console.log(`${name}: ${mb(file.length)}, gzip ${mb(gzipSync(file, { level: 9 }).length)}, brotli ${mb(brotli.length)}`);
}
const cold = [], first = [], all = [], warm = [], warmBusy = [], plain = [], plainBusy = [];
for (let round = 0; round < 5; round++) {
  const worker = await startBare();
  const timed = async (where, init) => {
    const begin = performance.now();
    await (await worker.ask(where, init)).arrayBuffer();
    return performance.now() - begin;
  };
  const decode = () => timed("/api/decode", { method: "POST", body: "78 00 00 00 00" });
  const nothing = () => timed("/nothing"); // the Worker answers without its program
  const series = async (one, n) => {
    for (let i = 0; i < 1000; i++) await one();
    const times = [];
    const before = computing().all;
    for (let i = 0; i < n; i++) times.push(await one());
    return [median(times), (computing().all - before) / n];
  };
  for (let i = 0; i < 3; i++) await nothing(); // the connection, and workerd itself
  const before = computing();
  cold.push(await decode());
  const after = computing();
  first.push(after.main - before.main);
  all.push(after.all - before.all);
  const [time, spent] = await series(decode, 500);
  warm.push(time);
  warmBusy.push(spent);
  const [plainTime, plainSpent] = await series(nothing, 500);
  plain.push(plainTime);
  plainBusy.push(plainSpent);
  await worker.stop();
}
const least = (list) => Math.min(...list);
console.log(`least of ${cold.length} rounds:`);
console.log(`first request ${ms(least(cold))} (${ms(least(first))} of processor time of its thread; wanted: under 100 ms; ${ms(least(all))} with the threads that compile beside it)`);
console.log(`request after it ${ms(least(warm))} (${least(warmBusy).toFixed(2)} ms of processor time of all threads; wanted: under 2 ms); one that needs no program ${ms(least(plain))} (${least(plainBusy).toFixed(2)} ms)`);
