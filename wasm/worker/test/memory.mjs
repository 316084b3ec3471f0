// An isolate has 128 MB. The longest captures, and those that are hardest on
// memory, leave room in it. MEMORY=all tries more of them, and the steps of jobs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { test } from "node:test";
import { startBare } from "./bare.mjs";
import { folder } from "./harness.mjs";
import * as job from "./steps.mjs";

const most = 32 << 20; // bytes of a capture that the Worker takes

// header begins a capture of raw IPv4 packets.
const header = Buffer.from("d4c3b2a1020004000000000000000000ffff0000e4000000", "hex");

// hosts makes a capture of requests, each from a client of its own to a server
// of its own, and the answer to each when replies is one.
function hosts(reply) {
  const request = Buffer.from("\\status\\", "latin1");
  const packet = (from, to, sport, dport, payload, at) => {
    const b = Buffer.alloc(16 + 28 + payload.length);
    b.writeUInt32LE(1_767_225_600 + Math.floor(at / 1000), 0);
    b.writeUInt32LE((at % 1000) * 1000, 4);
    b.writeUInt32LE(28 + payload.length, 8);
    b.writeUInt32LE(28 + payload.length, 12);
    const ip = b.subarray(16);
    ip[0] = 0x45;
    ip.writeUInt16BE(28 + payload.length, 2);
    ip[8] = 64;
    ip[9] = 17;
    ip.writeUInt32BE(from, 12);
    ip.writeUInt32BE(to, 16);
    ip.writeUInt16BE(sport, 20);
    ip.writeUInt16BE(dport, 22);
    ip.writeUInt16BE(8 + payload.length, 24);
    payload.copy(ip, 28);
    return b;
  };
  const list = [header];
  for (let i = 0, size = header.length; ; i++) {
    const some = [packet(0x0a000000 + i, 0xc6330000 + i, 1024 + (i % 60000), 7778, request, i)];
    if (reply) some.push(packet(0xc6330000 + i, 0x0a000000 + i, 7778, 1024 + (i % 60000), reply(i), i));
    size += some.reduce((sum, b) => sum + b.length, 0);
    if (size > most) return Buffer.concat(list);
    list.push(...some);
  }
}

const rule = (i, n) => `\\rule${i}x${n}\\${"v".repeat(20)}${i}`;
const all = process.env.MEMORY === "all";
const captures = {
  ...(all && { "usual traffic": usual(), "a server for each packet": hosts() }),
  "servers with many rules": hosts((i) => Buffer.from(`\\hostname\\Server ${i}${Array.from({ length: 30 }, (_, n) => rule(i, n)).join("")}\\final\\\\queryid\\${i}.1`, "latin1")),
};

// usual makes a capture of what is usual, as long as can be.
function usual() {
  const dir = mkdtempSync(path.join(tmpdir(), "fragscope-memory-"));
  try {
    const file = path.join(dir, "capture.pcapng");
    execFileSync(path.join(folder, "build/onepass"), ["generate", file, "170000"]);
    return readFileSync(file).subarray(0, most);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

test("an analysis", { timeout: 900_000 }, async () => {
  const worker = await startBare("measured-analysis");
  try {
    for (const [name, capture] of Object.entries(captures)) {
      const { status, text } = await worker.ask("/api/analyze", gzipSync(capture, { level: 1 }));
      const { go } = await worker.state();
      console.log(`${name}: ${status}, ${(text.length / 2 ** 20).toFixed(1)} MiB; Go has grown to ${go.toFixed(0)} MB`);
      assert.equal(status, 200, text.slice(0, 300));
      assert.ok(go + text.length / 2 ** 20 < 118, name);
    }
  } finally {
    await worker.stop();
  }
});

if (all) {
  test("the steps of a job", { timeout: 900_000 }, async () => {
    const worker = await startBare("parts");
    try {
      for (const [name, capture] of Object.entries(captures)) {
        const found = await job.index(worker, capture);
        const cut = [];
        for (const piece of found.pieces) cut.push(await job.sections(worker, await job.part(worker, capture, piece, 1)));
        const { go: before } = await worker.state();
        const report = await job.bucket(worker, cut, 0, 1);
        const { go: after } = await worker.state();
        const merged = await job.merge(worker, found, cut, [report]);
        const { go } = await worker.state();
        console.log(`${name}: Go has grown to ${before.toFixed(0)} MB by the parts, ${after.toFixed(0)} MB by the bucket, ${go.toFixed(0)} MB by the merge; report.json ${(merged.length / 2 ** 20).toFixed(1)} MiB`);
        assert.ok(go + merged.length / 2 ** 20 < 126, name);
      }
    } finally {
      await worker.stop();
    }
  });
}
