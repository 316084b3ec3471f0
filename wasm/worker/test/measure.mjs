// Measures what docs.md tells: sizes, the first request of a Worker, those after
// it beside the same for what needs no program, and the steps of a job, in one
// isolate and in two at once.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { startBare } from "./bare.mjs";
import { folder, top } from "./place.mjs";
import { computing } from "./process.mjs";
import * as job from "./steps.mjs";

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const least = (list) => Math.min(...list);
const ms = (n, digits = 0) => `${n.toFixed(digits)} ms`;
const paste = "78 00 00 00 00";

function sizes() {
  for (const name of ["front.wasm", "analysis.wasm", "jobs.wasm"]) {
    const file = readFileSync(path.join(folder, "build", name));
    console.log(`${name}: ${(file.length / 1e6).toFixed(2)} MB, with gzip ${(gzipSync(file, { level: 9 }).length / 1e6).toFixed(2)} MB`);
  }
}

// cold starts workerd with a Worker and asks it once.
async function cold(name, where, body) {
  const begin = performance.now();
  const worker = await startBare(name);
  const ready = performance.now();
  const before = computing();
  const { status, text } = await worker.ask(where, body);
  const end = performance.now();
  const after = computing();
  await worker.stop();
  if (status !== 200) throw new Error(text);
  return {
    all: [end - begin, after.main, after.all],
    first: [end - ready, after.main - before.main, after.all - before.all],
  };
}

async function starts() {
  const capture = readFileSync(path.join(top, "samples/captures/ut99-status-part-lost.pcapng"));
  const kinds = { empty: ["/", undefined], front: ["/api/decode", paste], analysis: ["/api/analyze", capture] };
  const runs = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]));
  for (let round = 0; round <= 10; round++) {
    for (const [name, [where, body]] of Object.entries(kinds)) {
      const run = await cold(name, where, body);
      if (round > 0) runs[name].push(run); // the first brings files into memory
    }
  }
  const middle = (name, what) => [0, 1, 2].map((i) => median(runs[name].map((run) => run[what][i])));
  const nothing = middle("empty", "all");
  console.log(
    `medians of ${runs.empty.length} starts, from that of the process workerd to its answer; wall clock, processor time of the thread that answers, of all`,
  );
  console.log(`an empty Worker: ${nothing.map((n) => ms(n)).join(", ")}`);
  for (const name of ["front", "analysis"]) {
    const whole = middle(name, "all");
    console.log(
      `${name}: ${whole.map((n) => ms(n)).join(", ")}; beyond the empty one ${whole.map((n, i) => ms(n - nothing[i])).join(", ")}; ` +
        `of that the first request ${middle(name, "first")
          .map((n) => ms(n))
          .join(", ")}`,
    );
  }
}

async function warm() {
  const rounds = [];
  for (let round = 0; round < 3; round++) {
    const worker = await startBare();
    const series = async (...what) => {
      for (let i = 0; i < 1500; i++) await worker.ask(...what);
      const times = [];
      const before = computing().all;
      for (let i = 0; i < 500; i++) {
        const begin = performance.now();
        await worker.ask(...what);
        times.push(performance.now() - begin);
      }
      return [median(times), (computing().all - before) / 500];
    };
    rounds.push([...(await series("/api/decode", paste)), ...(await series("/nothing"))]);
    await worker.stop();
  }
  const [time, spent, plain, plainSpent] = [0, 1, 2, 3].map((i) => least(rounds.map((round) => round[i])));
  console.log(
    `a request after it: ${ms(time, 2)}, ${ms(spent, 2)} of processor time of all threads; one that needs no program ${ms(plain, 2)}, ${ms(plainSpent, 2)}`,
  );
}

async function steps() {
  const dir = mkdtempSync(path.join(tmpdir(), "fragscope-measure-"));
  const file = path.join(dir, "capture.pcapng");
  const packets = Number(execFileSync(path.join(folder, "build/onepass"), ["generate", file, "200000"]));
  const capture = readFileSync(file);
  rmSync(dir, { recursive: true });
  const buckets = 2;
  const workers = [await startBare("parts"), await startBare("parts")];
  const [worker] = workers;
  const timed = async (what) => {
    const begin = performance.now();
    const before = computing().all;
    const result = await what();
    return [result, performance.now() - begin, computing().all - before];
  };
  await job.index(worker, capture);
  const [found, , indexed] = await timed(() => job.index(worker, capture));
  const { pieces } = found;
  const parts = async (worker) => {
    const list = [];
    for (const piece of pieces) list.push(await job.part(worker, capture, piece, buckets));
    return list;
  };
  for (const worker of workers) await parts(worker);
  const [handed, oneWall, one] = await timed(() => parts(worker));
  const [, twoWall, two] = await timed(() => Promise.all(workers.map(parts)));
  const bytes = pieces.reduce((sum, piece) => sum + piece.end - piece.start, 0);
  const cut = await Promise.all(handed.map((part) => job.sections(worker, part)));
  const bucketing = async () => [await job.bucket(worker, cut, 0, buckets), await job.bucket(worker, cut, 1, buckets)];
  await bucketing();
  const [reports, , matched] = await timed(bucketing);
  const [, , merged] = await timed(() => job.merge(worker, found, cut, reports));
  await Promise.all(workers.map((worker) => worker.stop()));
  const mib = capture.length / 2 ** 20;
  console.log(`${packets} packets, ${(capture.length / packets).toFixed(0)} bytes each, ${pieces.length} parts; processor time in workerd:`);
  console.log(
    `index ${(indexed / mib).toFixed(1)} ms a MiB; parts ${((one / bytes) * 8388.608).toFixed(2)} s for 8 MiB, ` +
      `which hand over ${((handed.reduce((sum, part) => sum + part.length, 0) / bytes) * 100).toFixed(0)} % of their bytes; ` +
      `buckets ${((matched / packets) * 1000).toFixed(1)} µs a packet; merge ${ms(merged)}`,
  );
  console.log(
    `twice the parts in two isolates at once: ${(two / one).toFixed(2)} times the processor time, ` +
      `${((2 * oneWall) / twoWall).toFixed(2)} times the parts a second`,
  );
}

sizes();
await starts();
await warm();
await steps();
