// Captures go through R2, the queue and back, in parts: as a whole, beside the
// report of one pass. JOB_PACKETS=1000000 takes that many, in parts as long as
// those on Cloudflare; fewer packets are cut into as many parts.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { start, until } from "./harness.mjs";
import { command, folder, top } from "./place.mjs";

const dir = mkdtempSync(path.join(tmpdir(), "fragscope-jobs-"));
const onepass = (...args) => execFileSync(path.join(folder, "build/onepass"), args, { maxBuffer: 1 << 30 }).toString();

const total = Number(process.env.JOB_PACKETS ?? 150_000);
const share = (bytes) => String(Math.round((bytes * total) / 1_000_000));

let worker;
before(async () => {
  const bindings = { RETRY_SECONDS: "0", POISON: "6", FLAKY: "3", PART_BYTES: share(8 << 20), BUCKET_BYTES: share(48 << 20) };
  worker = await start({ bindings, jobs: "test/faulty.mjs" });
});
after(async () => {
  await worker.stop();
  assert.deepEqual(worker.outbound, []);
  rmSync(dir, { recursive: true, force: true });
});

async function json(where, init) {
  const answer = await worker.ask(where, init);
  return { answer, body: JSON.parse(await answer.text()) };
}

// upload begins a job for a file.
async function upload(file, name) {
  const init = { method: "POST", body: createReadStream(file), duplex: "half", headers: { "Content-Length": String(statSync(file).size) } };
  const { answer, body } = await json(`/api/jobs?name=${name}`, { ...init, signal: AbortSignal.timeout(300_000) });
  assert.equal(answer.status, 202, JSON.stringify(body));
  assert.equal(answer.headers.get("location"), `/api/jobs/${body.id}`);
  return body.id;
}

// finished waits for a job.
async function finished(id, seconds) {
  const read = async () => (await json(`/api/jobs/${id}`)).body;
  return until("the job", read, (job) => job.state === "done" || job.state === "failed", seconds);
}

test(`${total} packets, a part that fails twice and one that is poisoned`, { timeout: total * 8 }, async () => {
  const file = path.join(dir, "long.pcapng");
  const packets = Number(onepass("generate", file, String(total)));
  assert.ok(packets >= total);
  const id = await upload(file, "long");
  const job = await finished(id, total / 250);
  assert.equal(job.state, "done", JSON.stringify(job));
  assert.ok(job.parts.total > 10 && job.buckets.total > 1, JSON.stringify(job));
  assert.deepEqual([job.parts.done, job.parts.lost, job.buckets.done], [job.parts.total - 1, 1, job.buckets.total]);
  assert.deepEqual(job.lost, [{ kind: "part", number: 7, why: "this part cannot be read" }]);

  const { body: report, answer } = await json(`/api/jobs/${id}/report.json`);
  const problem = report.files[0].problems.pop();
  assert.equal(problem.code, "part-lost");
  const [, from, to] = /^part 7 of \d+, packets (\d+) to (\d+) \(\d+ bytes\), could not be analyzed and is missing: this part cannot be read$/.exec(
    problem.message,
  );
  assert.equal(problem.packet, Number(from) - 1);
  assert.ok(Number(to) - Number(from) > total / 100);
  const want = JSON.parse(onepass("report", file, "long", from, to));
  assert.deepEqual(report, want.report);
  const again = await worker.ask(`/api/jobs/${id}/report.json`, { headers: { "If-None-Match": answer.headers.get("etag") } });
  assert.equal(again.status, 304);

  const rows = [];
  for (let next = `/api/jobs/${id}/servers`; next; ) {
    const { body } = await json(next);
    rows.push(...body.servers);
    next = body.next;
  }
  assert.equal(rows.length, report.servers.length);
  const byAddress = new Map(report.servers.map((s) => [`${s.serverAddress} ${s.serverPort}`, s]));
  for (const row of rows) {
    const { history, rules, playerStays, events, droppedDetails, ...want } = byAddress.get(`${row.serverAddress} ${row.serverPort}`);
    assert.deepEqual(row, want);
  }
  // The tables hold what one pass has found, whatever its order.
  const tables = [];
  for (const where of job.files.filter((name) => name.endsWith(".parquet"))) {
    const table = path.join(dir, path.basename(where));
    writeFileSync(table, Buffer.from(await (await worker.ask(where)).arrayBuffer()));
    tables.push(table);
  }
  assert.equal(tables.length, 3 + job.buckets.total);
  assert.ok(want.exchanges.rows > 0.3 * total);
  assert.deepEqual(JSON.parse(onepass("rows", ...tables.filter((table) => table.includes("exchanges-")))), want.exchanges);

  // A second delivery of every message changes nothing.
  const queue = await worker.mf.getQueueProducer("WORK", "fragscope");
  for (const message of [{ step: "index" }, { step: "part", n: 0 }, { step: "bucket", n: 0 }, { step: "merge" }]) await queue.send({ job: id, ...message });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const { body: after } = await json(`/api/jobs/${id}/report.json`);
  after.files[0].problems.pop();
  assert.deepEqual(after, report);
  const bucket = await worker.mf.getR2Bucket("CAPTURES", "fragscope");
  assert.deepEqual((await bucket.list({ prefix: `jobs/${id}/parts/` })).objects, []);
});

test("a capture that R2 announces", async () => {
  const capture = readFileSync(path.join(top, "samples/captures/ut99-status-part-lost.pcapng"));
  const bucket = await worker.mf.getR2Bucket("CAPTURES", "fragscope");
  const { etag } = await bucket.put("inbox/session.pcapng", new Blob([capture]));
  const queue = await worker.mf.getQueueProducer("WORK", "fragscope");
  const event = {
    account: "0",
    action: "PutObject",
    bucket: "fragscope-captures",
    object: { key: "inbox/session.pcapng", size: capture.length, eTag: etag },
    eventTime: "2026-01-01T00:00:00Z",
  };
  await queue.send(event);
  await queue.send(event);
  const begun = async () => (await worker.database.prepare("SELECT id FROM jobs WHERE name = 'session.pcapng'").first())?.id;
  const id = await until("the job", begun, Boolean);
  assert.equal((await finished(id)).state, "done");
  // Who knows the object does not know the number of its job.
  assert.notEqual(id, createHash("sha256").update(`inbox/session.pcapng\n${etag}`).digest("hex").slice(0, 32));
  const { body } = await json(`/api/jobs/${id}/report.json`);
  const named = (key, value) => (key === "file" ? "session.pcapng" : value);
  const want = JSON.parse(command(["analyze", "--format", "json", "-"], capture), named);
  want.files[0].name = "session.pcapng";
  assert.deepEqual(body, want);
  assert.equal((await worker.database.prepare("SELECT count(*) AS n FROM jobs WHERE name = 'session.pcapng'").first()).n, 1);
});

test("what is no capture fails and says why", async () => {
  const { answer, body } = await json("/api/jobs?name=x", { method: "POST", body: "78 00 00 00 00" });
  assert.equal(answer.status, 202);
  const job = await finished(body.id);
  assert.equal(job.state, "failed");
  assert.match(job.error, /not a capture but text/);
  assert.equal((await worker.ask(`/api/jobs/${body.id}/report.json`)).status, 404);
});

test("what jobs refuse", async () => {
  for (const [where, init, status, type] of [
    ["/api/jobs", { method: "POST", body: new Blob([new Uint8Array(9)]).stream(), duplex: "half" }, 411, "length"],
    ["/api/jobs?x=1", { method: "POST", body: "x" }, 400, "parameter"],
    ["/api/jobs", {}, 405, "method"],
    ["/api/jobs/00000000000000000000000000000000", {}, 404, "not-found"],
    ["/api/jobs/..%2f..", {}, 404, "not-found"],
    ["/api/jobs/00000000000000000000000000000000", { method: "DELETE" }, 405, "method"],
  ]) {
    const { answer, body } = await json(where, init);
    assert.equal(answer.status, status, where);
    assert.equal(body.type, `/api/#${type}`);
    assert.equal(answer.headers.get("content-type"), "application/problem+json");
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
  }
  const preflight = await worker.ask("/api/jobs", { method: "OPTIONS" });
  assert.equal(preflight.status, 204);
  assert.match(preflight.headers.get("access-control-allow-methods"), /POST/);
  const { body } = await json("/api/openapi.json");
  assert.ok(body.paths["/api/jobs/{id}"].get);
});

test("rows of jobs go when their files have", async () => {
  const { body } = await json("/api/jobs?name=old", { method: "POST", body: "78 00 00 00 00" });
  await finished(body.id);
  await worker.database
    .prepare("UPDATE jobs SET created = ? WHERE id = ?")
    .bind(Date.now() - 31 * 86_400_000, body.id)
    .run();
  const jobs = await worker.mf.getWorker("fragscope-jobs");
  const count = async () => (await worker.database.prepare("SELECT count(*) AS n FROM jobs").first()).n;
  const before = await count();
  await jobs.scheduled({ cron: "17 3 * * *" });
  assert.equal((await json(`/api/jobs/${body.id}`)).answer.status, 404);
  assert.equal(await count(), before - 1);
});
