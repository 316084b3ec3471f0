// What is too much, too slow, broken or nonsense gets a clear answer, and the
// Worker goes on.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { start, until } from "./harness.mjs";
import { top } from "./place.mjs";

let worker, hasty;
before(async () => {
  worker = await start();
});
after(async () => {
  await hasty?.stop();
  await worker.stop();
  assert.deepEqual(worker.outbound, []);
});

// impatient calls with the Worker that waits 400 ms for a body in place of 30 s.
// The other tests have the real patience: 40 MB take longer than that on a
// busy machine.
async function impatient(does) {
  const patient = worker;
  worker = hasty ??= await start({ bindings: { PATIENCE_MS: "400" } });
  try {
    await does();
    assert.deepEqual(worker.outbound, []);
  } finally {
    worker = patient;
  }
}

async function refused(where, init, status, type, members = {}) {
  const answer = await worker.ask(where, init);
  const problem = JSON.parse(await answer.text());
  assert.equal(answer.status, status, JSON.stringify(problem));
  assert.equal(answer.headers.get("content-type"), "application/problem+json");
  assert.equal(problem.type, `/api/#${type}`);
  assert.equal(problem.status, status);
  for (const [name, value] of Object.entries(members)) assert.deepEqual(problem[name], value, name);
  return answer;
}

async function alive() {
  const answer = await worker.ask("/api/decode?format=ndjson", { method: "POST", body: "78 00 00 00 00" });
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /server info request/);
}

// stream makes a body of n pieces that come without a length.
const stream = (n, piece) =>
  new ReadableStream({
    pull(controller) {
      if (n-- > 0) controller.enqueue(piece);
      else controller.close();
    },
  });

test("over the limits", async () => {
  const limit = 256 * 1024;
  await refused("/api/decode", { method: "POST", body: "00 ".repeat(limit / 3 + 1) }, 413, "too-large", { limit });
  await refused("/api/decode", { method: "POST", body: stream(40, new Uint8Array(10_000)), duplex: "half" }, 413, "too-large", { limit });
  const zeros = Buffer.alloc(24 + 16 + 1000);
  zeros.writeUInt32LE(0xa1b2c3d4, 0);
  zeros.writeUInt16LE(2, 4);
  zeros.writeUInt16LE(4, 6);
  zeros.writeUInt32LE(65535, 16);
  zeros.writeUInt32LE(1, 20);
  zeros.writeUInt32LE(1000, 32);
  zeros.writeUInt32LE(1000, 36);
  const record = zeros.subarray(24);
  const long = Buffer.concat([zeros, ...Array(40_000).fill(record)]);
  await refused("/api/analyze", { method: "POST", body: long }, 413, "too-large", { limit: 32 * 1024 * 1024 });
  await refused("/api/analyze", { method: "POST", body: gzipSync(long) }, 413, "too-large", { limit: 32 * 1024 * 1024 });
  await refused("/api/decode", { method: "POST", body: gzipSync(Buffer.alloc(8 << 20)) }, 422, "unreadable");
  await alive();
});

// sendsFirst sends size bytes to a path and reads nothing until all are sent.
const sendsFirst = (where, chunked, size) =>
  new Promise((resolve, reject) => {
    const piece = Buffer.alloc(1 << 20, 0x78);
    const socket = net.connect(Number(worker.url.port), worker.url.hostname);
    let text = "";
    socket.on("error", reject);
    socket.on("close", () => reject(new Error(`closed after ${JSON.stringify(text)}`)));
    socket.on("data", (data) => {
      text += data;
      const [head, body] = text.split("\r\n\r\n");
      const length = /^content-length: (\d+)/im.exec(head)?.[1];
      if (length === undefined || body === undefined || body.length < Number(length)) return;
      socket.removeAllListeners("close");
      socket.destroy();
      resolve({ status: Number(head.split(" ")[1]), problem: JSON.parse(body) });
    });
    socket.pause();
    socket.write(
      `POST ${where} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a token for tests\r\n` +
        `${chunked ? "Transfer-Encoding: chunked" : `Content-Length: ${size}`}\r\n\r\n`,
    );
    (function more() {
      for (; size > 0; size -= piece.length) {
        if (chunked) socket.write(`${piece.length.toString(16)}\r\n`);
        const room = socket.write(piece);
        if (chunked) socket.write("\r\n");
        if (!room) {
          size -= piece.length;
          return void socket.once("drain", more);
        }
      }
      if (chunked) socket.write("0\r\n\r\n");
      socket.resume();
    })();
  });

test("who sends everything before reading anything learns why it was refused", async () => {
  for (const [where, chunked, status, type] of [
    ["/api/decode", false, 413, "too-large"],
    ["/api/decode", true, 413, "too-large"],
    ["/api/decode?format=xml", false, 400, "parameter"],
    ["/api/analyze", true, 422, "unreadable"],
    ["/api/protocols", true, 405, "method"],
    ["/api/nothing", false, 404, "not-found"],
    ["/api/jobs?x=1", false, 400, "parameter"],
    ["/api/jobs", true, 411, "length"],
  ]) {
    const answer = await sendsFirst(where, chunked, 24 << 20);
    assert.deepEqual([answer.status, answer.problem.type], [status, `/api/#${type}`], where);
  }
});

test("the longest paste leaves memory for the next", async () => {
  for (const body of [Buffer.alloc(256 * 1024, 0x5c), Buffer.alloc(256 * 1024, 1), "\\a\\b".repeat(50_000), "5c61".repeat(60_000)]) {
    const answer = await worker.ask("/api/decode", { method: "POST", body });
    assert.ok([200, 413, 422].includes(answer.status), String(answer.status));
    await answer.arrayBuffer();
    await alive();
  }
});

test("nonsense", async () => {
  await refused("/api/decode", { method: "POST", body: "78 00\n00 O0 00" }, 422, "unreadable", { line: 2, column: 4 });
  await refused("/api/decode", { method: "POST" }, 422, "unreadable");
  await refused("/api/decode", {}, 405, "method");
  await refused("/api/analyze", { method: "POST", body: "nonsense" }, 422, "unreadable");
  await refused("/api/decode?format=xml", { method: "POST", body: "00" }, 400, "parameter", { parameter: "format" });
  await refused("/api/nothing", {}, 404, "not-found");
  await refused("/api/explain/lenght-past-end", {}, 404, "not-found", { suggestions: ["length-past-end"] });
  const capture = readFileSync(path.join(top, "samples/captures/ut99-status-part-lost.pcapng"));
  for (let cut = 0; cut < capture.length; cut += 97) {
    const answer = await worker.ask("/api/analyze", { method: "POST", body: capture.subarray(0, cut) });
    assert.ok([200, 422].includes(answer.status));
    await answer.text();
  }
  await alive();
});

test("a slow body is not waited for", () =>
  impatient(async () => {
    const capture = readFileSync(path.join(top, "samples/captures/ut99-status-part-lost.pcapng"));
    for (const [where, begin] of [
      ["/api/decode", Buffer.from("78 00")],
      ["/api/analyze", capture.subarray(0, 300)],
      ["/api/analyze", Buffer.concat([capture, Buffer.alloc(300_000)])],
    ]) {
      let end;
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(begin);
          end = () => controller.close();
        },
      });
      await refused(where, { method: "POST", body, duplex: "half" }, 408, "too-slow");
      end();
    }
    await alive();
  }));

test("clients that go away leave nothing behind", () =>
  impatient(async () => {
    const { hostname, port } = worker.url;
    const capture = readFileSync(path.join(top, "samples/captures/ut99-status-part-lost.pcapng"));
    for (let i = 0; i < 20; i++) {
      await new Promise((resolve) => {
        const socket = net.connect(Number(port), hostname, () => {
          const where = i % 2 ? "/api/analyze" : "/api/decode";
          socket.write(`POST ${where} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n`);
          socket.write(Buffer.concat([capture, Buffer.alloc(i < 10 ? 0 : 400_000)]), () => socket.destroy());
        });
        socket.on("close", resolve);
        socket.on("error", () => {}); // the Worker may have refused it already
      });
      await alive();
    }
    // The place of a capture that went away is free again.
    const analyzed = async () => {
      const answer = await worker.ask("/api/analyze", { method: "POST", body: capture });
      await answer.text();
      return answer.status;
    };
    await until("the place", analyzed, (status) => status === 200);
  }));

test("nothing of a payload is logged", async () => {
  const logging = await start({ front: "test/logging.mjs" });
  const mark = "Zebra7781";
  const status = `\\hostname\\${mark}\\final\\\\queryid\\1.1`;
  for (const [where, body] of [
    ["/api/decode", status],
    ["/api/decode", `78 00 ${mark}`],
    ["/api/decode?format=csv", Buffer.from(status, "latin1")],
    ["/api/decode", mark.repeat(40_000)],
    ["/api/analyze", mark],
    ["/api/jobs?x=1", mark],
    [`/api/explain/${mark}`, undefined],
  ]) {
    const answer = await logging.ask(where, { method: body === undefined ? "GET" : "POST", body });
    await answer.text();
  }
  await logging.ask("/log");
  const logs = await until(
    "what is logged",
    () => logging.logs.join(""),
    (text) => text.split("the last line").length > 2,
  );
  assert.doesNotMatch(logs, new RegExp(mark));
  await logging.stop();
});
