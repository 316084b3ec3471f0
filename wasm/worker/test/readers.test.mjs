// Readers that do not read: what is kept for them is bounded, and others are
// answered all the while.
import assert from "node:assert/strict";
import net from "node:net";
import { after, before, test } from "node:test";
import { start, until } from "./harness.mjs";
import { memory } from "./process.mjs";

const grace = 15_000; // milliseconds

let worker;
before(async () => {
  worker = await start({ bindings: { GRACE_MS: String(grace) } });
});
after(async () => {
  await worker.stop();
});

// paste makes a paste of n empty rules, each of which is 700 bytes of JSON.
const paste = (n) => Buffer.from(`80 00 00 00 01 ${"00 00 ".repeat(n)}`);

// silent asks and reads no more than the head of the answer.
const silent = (long) =>
  new Promise((resolve, reject) => {
    const socket = net.connect(Number(worker.url.port), worker.url.hostname);
    socket.on("error", () => {});
    socket.on("close", () => resolve({ status: 0, socket }));
    socket.setTimeout(60_000, () => reject(new Error("no answer")));
    socket.once("readable", () => {
      const head = String(socket.read(12) ?? "");
      resolve({ status: Number(head.split(" ")[1]), socket });
    });
    socket.write(`POST /api/decode HTTP/1.1\r\nHost: x\r\nContent-Length: ${long.length}\r\n\r\n`);
    socket.write(long);
  });

test("more datagrams than an answer may hold are refused, and the Worker goes on", async () => {
  const answer = await worker.ask("/api/decode", { method: "POST", body: "00\n\n".repeat(65_000) });
  const problem = await answer.json();
  assert.deepEqual([answer.status, problem.type, problem.limit], [413, "/api/#answer-too-long", 16 << 20]);
  assert.equal((await worker.ask("/api/decode", { method: "POST", body: "78 00 00 00 00" })).status, 200);
});

test("an answer in pieces comes whole", async () => {
  const answer = await worker.ask("/api/decode", { method: "POST", body: paste(5_000) });
  assert.equal(answer.status, 200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.ok(bytes.length > 1 << 20, `${bytes.length} bytes`);
  assert.equal(JSON.parse(bytes).datagrams[0].length, 10_005);
});

test("readers that do not read", { timeout: 120_000 }, async () => {
  const long = paste(19_000);
  const size = (await (await worker.ask("/api/decode", { method: "POST", body: long })).arrayBuffer()).byteLength;
  assert.ok(size > 10 << 20 && size < 16 << 20, `${size} bytes`);
  const before = memory();
  const readers = await Promise.all(Array.from({ length: 12 }, () => silent(long)));
  const statuses = readers.map((r) => r.status);
  assert.ok(statuses.includes(200), `none was answered: ${statuses}`);
  // Two fit; sockets have taken some of each.
  const answered = statuses.filter((s) => s === 200).length;
  assert.ok(answered <= 6 && statuses.includes(503), `too many were answered: ${statuses}`);
  const grown = memory() - before;
  // Short answers need no room.
  const short = await worker.ask("/api/decode", { method: "POST", body: "78 00 00 00 00" });
  assert.equal(short.status, 200);
  await short.text();
  // Those who read nothing lose their places.
  const asked = async () => {
    const answer = await worker.ask("/api/decode", { method: "POST", body: long });
    return [answer.status, (await answer.arrayBuffer()).byteLength];
  };
  await until("a long answer", asked, ([status, bytes]) => status === 200 && bytes === size);
  console.log(`${statuses.join(" ")}; ${size} bytes an answer; ${grown.toFixed(0)} MB more`);
  for (const { socket } of readers) socket.destroy();
  await until("a long answer", asked, ([status]) => status === 200);
  for (let i = 0; i < 4; i++) assert.deepEqual(await asked(), [200, size]);
});
