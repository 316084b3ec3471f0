// An isolate has 128 MB. The longest captures, and those that are made to be
// hard on memory, leave room in it. MEMORY=all tries all of them, and the steps of
// jobs with them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { zeros } from "../../inspector/web/test/harness.mjs";
import { startBare } from "./bare.mjs";
import { folder } from "./place.mjs";
import { peak } from "./process.mjs";
import * as job from "./steps.mjs";

const most = 32 << 20; // bytes of a capture that the Worker takes
const all = process.env.MEMORY === "all";
const room = 110; // MB that may be used

// captures are the names of those that onepass makes; the first are the hardest.
const captures = ["people-of-many", ...(all ? ["changes-of-many", "changes", "people", "rules", "unfinished", "hosts", "fragments", "usual traffic"] : [])];

// capture makes the capture of that name.
function capture(name, size = most) {
  const dir = mkdtempSync(path.join(tmpdir(), "fragscope-memory-"));
  try {
    const file = path.join(dir, "capture");
    execFileSync(path.join(folder, "build/onepass"), name === "usual traffic" ? ["generate", file, "170000"] : ["hostile", file, name, String(size)]);
    return readFileSync(file).subarray(0, size);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

test("an analysis", { timeout: 900_000 }, async () => {
  for (const [name, query] of captures.flatMap((name) => ["", ...(all ? ["?format=parquet"] : [])].map((query) => [name, query]))) {
    const worker = await startBare("measured-analysis");
    try {
      await worker.ask("/api/analyze", readFileSync(path.join(folder, "../../samples/captures/ut99-status-part-lost.pcapng")));
      const before = peak();
      const { status, text } = await worker.ask(`/api/analyze${query}`, capture(name));
      const after = peak();
      const { go } = await worker.state();
      const size = text.length / 2 ** 20;
      console.log(
        `${name}${query}: ${status}, ${size.toFixed(1)} MiB; Go has grown to ${go.toFixed(0)} MB; ` +
          `workerd by ${(after - before).toFixed(0)} MB in all, from ${before.toFixed(0)} MB`,
      );
      // What is too much for an answer is refused when it has been made.
      assert.ok(status === 200 || (status === 413 && JSON.parse(text).type === "/api/#answer-too-long"), text.slice(0, 300));
      assert.ok(go + (status === 413 ? 16 : size) < room, name);
    } finally {
      await worker.stop();
    }
  }
});

test("a small capture that unpacks to 4 GiB", { timeout: 300_000 }, async () => {
  const worker = await startBare("measured-analysis");
  try {
    const bytes = zeros();
    const { status, text } = await worker.ask("/api/analyze", bytes);
    assert.equal(status, 413, text.slice(0, 300));
    assert.equal(JSON.parse(text).limit, most);
    const { go } = await worker.state();
    console.log(`${bytes.length} bytes: ${status}; Go has grown to ${go.toFixed(0)} MB`);
    assert.ok(go < room, `${go} MB`);
  } finally {
    await worker.stop();
  }
  const jobs = await startBare("parts");
  try {
    const bytes = zeros(16); // 256 MiB, twice what an isolate has; a compressed capture is one part
    const found = await job.index(jobs, bytes);
    await job.part(jobs, bytes, found.pieces[0], 1);
    const { go } = await jobs.state();
    console.log(`index and part of ${bytes.length} bytes that unpack to 256 MiB: Go has grown to ${go.toFixed(0)} MB`);
    assert.ok(go < room, `${go} MB`);
  } finally {
    await jobs.stop();
  }
});

test("a job of more clients than fit ends with those who asked most", { timeout: 300_000 }, async () => {
  const worker = await startBare("parts");
  try {
    const buckets = 32; // each remembers 4000 clients
    const bytes = capture("hosts", 8 << 20);
    const found = await job.index(worker, bytes);
    const cut = [];
    for (const piece of found.pieces) cut.push(await job.sections(worker, await job.part(worker, bytes, piece, buckets)));
    const reports = [];
    for (let n = 0; n < buckets; n++) reports.push(await job.bucket(worker, cut, n, buckets));
    const report = JSON.parse(await job.merge(worker, found, cut, reports));
    const { go } = await worker.state();
    const { clients, dropped } = report;
    console.log(`${clients.length} clients, ${dropped.clients} exchanges of others; Go has grown to ${go.toFixed(0)} MB`);
    assert.equal(clients.length, 20_000);
    assert.ok(dropped.clients > 100_000);
    assert.ok(go < room);
  } finally {
    await worker.stop();
  }
});

if (all) {
  test("the steps of a job", { timeout: 900_000 }, async () => {
    for (const name of captures) {
      const worker = await startBare("parts");
      try {
        const bytes = capture(name);
        const found = await job.index(worker, bytes);
        const cut = [];
        for (const piece of found.pieces) cut.push(await job.sections(worker, await job.part(worker, bytes, piece, 1)));
        const { go: before } = await worker.state();
        const report = await job.bucket(worker, cut, 0, 1);
        const { go: after } = await worker.state();
        const merged = await job.merge(worker, found, cut, [report]);
        const { go } = await worker.state();
        console.log(
          `${name}: Go has grown to ${before.toFixed(0)} MB by the parts, ${after.toFixed(0)} MB by the bucket, ${go.toFixed(0)} MB by the merge; ` +
            `report.json ${(merged.length / 2 ** 20).toFixed(1)} MiB`,
        );
        assert.ok(go < room, name);
      } finally {
        await worker.stop();
      }
    }
  });
}
