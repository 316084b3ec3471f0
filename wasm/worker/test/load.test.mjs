// 200 requests a second: no error, and memory stays flat. It takes LOAD_SECONDS,
// 5 unless told otherwise; go tool task bench gives it 60.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { start, top } from "./harness.mjs";
import { busy, memory } from "./process.mjs";

const seconds = Number(process.env.LOAD_SECONDS ?? 5);
const rate = 200;

test(`${rate} requests a second for ${seconds} s`, { timeout: (seconds + 60) * 1000 }, async () => {
  const worker = await start();
  try {
    const names = ["ut2004-info-reply", "ut99-status-request"];
    const bodies = names.map((name) => readFileSync(path.join(top, "samples", `${name}.hex`)));
    const wants = names.map((name) => readFileSync(path.join(top, "samples", `${name}.json`), "utf8"));
    const one = async (i) => {
      const answer = await fetch(new URL("/api/decode", worker.url), { method: "POST", body: bodies[i % bodies.length], signal: AbortSignal.timeout(30_000) });
      const text = await answer.text();
      if (answer.status !== 200 || text !== wants[i % wants.length]) throw new Error(`request ${i}: ${answer.status} ${text.slice(0, 100)}`);
    };
    for (let i = 0; i < 500; i++) await one(i); // everything is compiled, and memory has its size
    const times = [];
    const failures = [];
    const sizes = [];
    const running = new Set();
    const computed = busy();
    const begin = performance.now();
    for (let i = 0; i < rate * seconds; i++) {
      const due = begin + (i * 1000) / rate;
      const wait = due - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      const sent = performance.now();
      const asked = one(i).then(
        () => times.push(performance.now() - sent),
        (error) => failures.push(error.message),
      );
      running.add(asked);
      asked.finally(() => running.delete(asked));
      if (i % rate === 0) sizes.push(memory());
    }
    await Promise.all(running);
    sizes.push(memory());
    times.sort((a, b) => a - b);
    const at = (p) => times[Math.min(times.length - 1, Math.floor(times.length * p))].toFixed(2);
    console.log(
      `${times.length} answers, p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms; ${((busy() - computed) / times.length).toFixed(2)} ms of processor time each; memory ${sizes[0].toFixed(0)} MB, at the end ${sizes.at(-1).toFixed(0)} MB`,
    );
    assert.deepEqual(failures, []);
    assert.equal(times.length, rate * seconds);
    const early = Math.max(...sizes.slice(0, Math.ceil(sizes.length / 2)));
    assert.ok(sizes.at(-1) < early * 1.1 + 8, `memory grows: ${sizes.map((s) => s.toFixed(0)).join(", ")} MB`);
  } finally {
    await worker.stop();
  }
});
