// Every route, in workerd, beside the command and after many requests.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { start } from "./harness.mjs";
import { command, folder, top } from "./place.mjs";

const samples = path.join(top, "samples");
const names = readdirSync(samples)
  .filter((name) => name.endsWith(".hex"))
  .map((name) => name.slice(0, -4));
const read = (name) => readFileSync(path.join(samples, name));

const dir = mkdtempSync(path.join(tmpdir(), "fragscope-api-"));
const rows = (table) => execFileSync(path.join(folder, "build/onepass"), ["rows", table]).toString();

let worker;
before(async () => {
  worker = await start();
});
after(async () => {
  await worker.stop();
  assert.deepEqual(worker.outbound, []);
  rmSync(dir, { recursive: true });
});

async function text(where, init) {
  const answer = await worker.ask(where, init);
  const body = await answer.text();
  assert.equal(answer.status, 200, `${where}: ${body.slice(0, 300)}`);
  return body;
}

async function decode(name) {
  const answer = await worker.many("/api/decode", read(`${name}.hex`));
  assert.equal(answer.status, 200, `${name}: ${answer.text.slice(0, 300)}`);
  return answer.text;
}

test("the JSON of every sample is the command's", async () => {
  assert.ok(names.length > 100);
  for (const name of names) assert.equal(await decode(name), read(`${name}.json`).toString(), name);
});

test("every format is the command's", async () => {
  const name = "ut2004-info-reply";
  for (const format of ["table", "tree", "markdown", "json", "ndjson", "csv"]) {
    const body = await text(`/api/decode?format=${format}`, { method: "POST", body: read(`${name}.hex`) });
    assert.equal(body, command(["decode", "--format", format], read(`${name}.hex`)).toString(), format);
  }
});

test("what is compressed is decoded as the command does", async () => {
  for (const body of [read("ut2004-info-reply.hex"), read("captures/ut99-status-part-lost.pcapng")]) {
    const compressed = gzipSync(body);
    assert.equal(await text("/api/decode", { method: "POST", body: compressed }), command(["decode", "--format", "json"], compressed).toString());
  }
  // It begins as if it were compressed, and is a packet after all.
  const packet = Buffer.from("1f8b5c7374617475735c", "hex");
  assert.equal(await text("/api/decode", { method: "POST", body: packet }), command(["decode", "--format", "json"], packet).toString());
});

test("captures are analyzed as the command does", async () => {
  for (const name of readdirSync(path.join(samples, "captures")).filter((file) => file.endsWith(".pcapng"))) {
    const capture = read(`captures/${name}`);
    for (const format of ["json", "report", "ndjson", "csv"]) {
      const body = await text(`/api/analyze?format=${format}`, { method: "POST", body: capture });
      assert.equal(body, command(["analyze", "--format", format, "-"], capture).toString(), `${name} ${format}`);
    }
    // What is compressed in a table has other bytes there than here; its rows are the same.
    command(["analyze", "--format", "parquet", "--output", path.join(dir, name), "-"], capture);
    const table = path.join(dir, name, "answer.parquet");
    const answer = await worker.ask("/api/analyze?format=parquet", { method: "POST", body: capture });
    assert.equal(answer.headers.get("content-type"), "application/vnd.apache.parquet");
    writeFileSync(table, Buffer.from(await answer.arrayBuffer()));
    assert.equal(rows(table), rows(path.join(dir, name, "exchanges.parquet")), name);
    assert.equal(await text("/api/decode", { method: "POST", body: capture }), command(["decode", "--format", "json"], capture).toString(), name);
  }
});

test("a capture that comes in pieces is analyzed while it comes", async () => {
  const capture = read("captures/ut99-status-part-lost.pcapng");
  const whole = await text("/api/analyze", { method: "POST", body: capture });
  let at = 0;
  const pieces = new ReadableStream({
    pull(controller) {
      if (at >= capture.length) return controller.close();
      controller.enqueue(capture.subarray(at, at + 500));
      at += 500;
    },
  });
  assert.equal(await text("/api/analyze", { method: "POST", body: pieces, duplex: "half" }), whole);
});

test("the routes without a body", async () => {
  for (const [where, type, holds] of [
    ["/api/explain", "application/json", '"length-past-end"'],
    ["/api/explain/length-past-end", "application/json", '"severity": "'],
    ["/api/protocols", "application/json", '"rules request"'],
    ["/api/request?protocol=unreal2&format=hex&message=rules+request", "text/plain; charset=utf-8", "79 00 00 00 01"],
    ["/api/openapi.json", "application/json", '"openapi": "3.1.0"'],
    ["/api/", "text/html; charset=utf-8", "<code>/api/decode</code>"],
    ["/api/page.css", "text/css; charset=utf-8", "main {"],
  ]) {
    const answer = await worker.ask(where);
    const body = await answer.text();
    assert.equal(answer.status, 200, where);
    assert.equal(answer.headers.get("content-type"), type, where);
    assert.ok(body.includes(holds), `${where}: ${body.slice(0, 300)}`);
    assert.equal(answer.headers.get("access-control-allow-origin"), "*");
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
    assert.match(answer.headers.get("content-security-policy"), /default-src 'none'/);
    const tag = answer.headers.get("etag");
    assert.match(tag, /^"[0-9a-f]+"$/);
    const again = await worker.ask(where, { headers: { "If-None-Match": tag } });
    assert.equal(again.status, 304, where);
    assert.equal(await again.text(), "");
  }
  const raw = await worker.ask("/api/request?protocol=unreal2&message=rules+request");
  assert.deepEqual([...new Uint8Array(await raw.arrayBuffer())], [0x79, 0, 0, 0, 1]);
  const head = await worker.ask("/api/protocols", { method: "HEAD" });
  assert.equal(head.status, 200);
  const preflight = await worker.ask("/api/decode", { method: "OPTIONS", headers: { Origin: "https://example.org", "Access-Control-Request-Method": "POST" } });
  assert.equal(preflight.status, 204);
  assert.match(preflight.headers.get("access-control-allow-methods"), /POST/);
});

test("the page is served with its policy", async () => {
  const answer = await worker.ask("/");
  const body = await answer.text();
  assert.equal(answer.status, 200);
  assert.match(body, /<fragscope-app>/);
  assert.match(answer.headers.get("content-security-policy"), /default-src 'none'; script-src 'self' 'wasm-unsafe-eval'/);
  for (const [, file] of body.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+)"/g)) {
    const asset = await worker.ask(`/${file}`);
    assert.equal(asset.status, 200, file);
    assert.match(asset.headers.get("cache-control"), /immutable/, file);
    await asset.arrayBuffer();
  }
  assert.equal((await worker.ask("/nothing")).status, 404);
});

test("one instance answers the second, the thousandth and fifty at once", async () => {
  const want = read("ut2004-info-reply.json").toString();
  for (let n = 1; n <= 1000; n++) {
    const body = await decode("ut2004-info-reply");
    if (body !== want) assert.equal(body, want, `request ${n}`);
  }
  for (let round = 0; round < 10; round++) {
    const some = Array.from({ length: 50 }, (_, i) => names[(round * 50 + i) % names.length]);
    const bodies = await Promise.all(some.map(decode));
    some.forEach((name, i) => assert.equal(bodies[i], read(`${name}.json`).toString(), name));
  }
});

test("answers are compressed for those who take that", async () => {
  const capture = read("captures/ut99-status-part-lost.pcapng");
  for (const [where, body] of [
    ["/api/decode", read("ut2004-info-reply.hex")], // JSON by Cloudflare, and its emulation here
    ["/api/decode?format=csv", read("ut2004-info-reply.hex")], // what it does not compress by the Worker
    ["/api/decode?format=ndjson", gzipSync(read("ut2004-info-reply.hex"))], // by the Worker with the whole program
    ["/api/analyze?format=csv&table=players", capture],
  ]) {
    const answers = [];
    for (const [takes, coded] of [
      ["gzip", "gzip"],
      ["gzip;q=0", null],
      ["identity", null],
    ]) {
      const answer = await worker.ask(where, { method: "POST", body, headers: { "Accept-Encoding": takes } });
      assert.equal(answer.headers.get("content-encoding"), coded, `${where} for ${takes}`);
      answers.push(await answer.text());
    }
    assert.ok(answers[0].length > 1024, where);
    assert.equal(new Set(answers).size, 1, where);
  }
  const vary = await worker.ask("/api/decode?format=csv", { method: "POST", body: read("ut2004-info-reply.hex") });
  assert.equal(vary.headers.get("vary"), "Accept-Encoding");
  await vary.text();
});

test("what would be misread, and paths that are not there", async () => {
  for (const where of ["/api/decode", "/api/analyze", "/api/jobs"]) {
    const form = new FormData();
    form.set("file", new Blob(["78 00 00 00 00"]));
    const answer = await worker.ask(where, { method: "POST", body: form });
    assert.equal(answer.status, 415, where);
    assert.equal(JSON.parse(await answer.text()).type, "/api/#body-type");
  }
  const encoded = await worker.ask("/api/decode", { method: "POST", body: "78 00 00 00 00", headers: { "Content-Encoding": "br" } });
  assert.equal(encoded.status, 415);
  const excluded = await worker.ask("/api/decode", { method: "POST", body: "78 00 00 00 00", headers: { Accept: "text/csv" } });
  assert.equal(excluded.status, 406);
  for (const where of ["/api/nothing", "/api/explain/a/b", "/api/jobs/1/2/3"]) {
    assert.equal((await worker.ask(where, { method: "OPTIONS" })).status, 404, where);
  }
});

test("texts of packets stay texts", async () => {
  const name = "\\hostname\\<script>alert(1)</script>\\final\\\\queryid\\1.1";
  const body = Buffer.from(name, "latin1").toString("hex");
  const json = await worker.ask("/api/decode", { method: "POST", body });
  assert.equal(json.headers.get("content-type"), "application/json");
  assert.equal(JSON.parse(await json.text()).status.name, "<script>alert(1)</script>");
  const lost = await worker.ask("/api/explain/%3Cscript%3E");
  assert.equal(lost.status, 404);
  assert.equal(lost.headers.get("content-type"), "application/problem+json");
  await lost.text();
});
