// 200 requests a second: no error, and memory stays flat. It takes LOAD_SECONDS,
// 5 unless told otherwise; go tool task bench gives it 60.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { startBare } from "./bare.mjs";
import { top } from "./place.mjs";
import { busy, memory } from "./process.mjs";

const seconds = Number(process.env.LOAD_SECONDS ?? 5);
const rate = 200;
const connections = 64; // a busy machine that falls behind gets no more requests at once
const before = 4000; // requests until everything is compiled and memory has its size

test(`${rate} requests a second for ${seconds} s`, { timeout: (seconds + 120) * 1000 }, async () => {
  const worker = await startBare();
  try {
    const names = ["ut2004-info-reply", "ut99-status-request"];
    const bodies = names.map((name) => readFileSync(path.join(top, "samples", `${name}.hex`)));
    const wants = names.map((name) => readFileSync(path.join(top, "samples", `${name}.json`), "utf8"));
    const one = async (i) => {
      const { status, text } = await worker.ask("/api/decode", bodies[i % bodies.length]);
      if (status !== 200 || text !== wants[i % wants.length]) throw new Error(`request ${i}: ${status} ${text.slice(0, 100)}`);
    };
    let warm = 0;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        while (warm < before) await one(warm++);
      }),
    );
    const held = await worker.state();
    const times = [];
    const failures = [];
    const sizes = [memory()]; // at the start and after every second
    const running = new Set();
    let most = 0;
    const computed = busy();
    const begin = performance.now();
    for (let i = 0; i < rate * seconds; i++) {
      const due = begin + (i * 1000) / rate;
      const wait = due - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      while (running.size >= connections) await Promise.race(running);
      const sent = performance.now();
      const asked = one(i)
        .then(
          () => times.push(performance.now() - sent),
          (error) => failures.push(`${error.message} ${error.code ?? ""}`),
        )
        .finally(() => running.delete(asked));
      running.add(asked);
      most = Math.max(most, running.size);
      if (i % rate === rate - 1) sizes.push(memory());
    }
    await Promise.all(running);
    const took = (performance.now() - begin) / 1000;
    const spent = (busy() - computed) / times.length;
    const holds = await worker.state();
    times.sort((a, b) => a - b);
    const at = (p) => times[Math.min(times.length - 1, Math.floor(times.length * p))].toFixed(2);
    const mb = [0, 0.25, 0.5, 0.75, 1].map((part) => `${sizes[Math.round(seconds * part)].toFixed(0)} MB after ${Math.round(seconds * part)} s`).join(", ");
    console.log(
      `${times.length} answers in ${took.toFixed(1)} s, ${failures.length} failed, at most ${most} at once; ` +
        `p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms; ` +
        `${spent.toFixed(2)} ms of processor time each; workerd ${mb}; Go ${held.go} MB, at the end ${holds.go} MB; ` +
        `references to JavaScript ${held.values}, at the end ${holds.values}`,
    );
    assert.deepEqual(failures, []);
    assert.equal(times.length, rate * seconds);
    // What a request left behind would show: 2 kB of Go as 2 MB after 5 s, 3 references
    // as 3000. Go's collector lets go of references, so up to some 1100 are garbage.
    assert.ok(holds.go <= held.go + 1, `Go's memory grows from ${held.go} to ${holds.go} MB`);
    assert.ok(holds.values <= held.values + 1500, `references grow from ${held.values} to ${holds.values}`);
    assert.ok(sizes.at(-1) < sizes[0] * 1.1 + 8, `memory grows: ${mb}`);
  } finally {
    await worker.stop();
  }
});
