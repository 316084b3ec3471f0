// What programs for Node do with the package, as short as they are written.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { run, sampleJSON, sampleNames, samplesDir, sampleText, test } from "../harness.mjs";
import { load, node, readme, write } from "./installed.mjs";

const captures = join(samplesDir, "captures");
const { ArgumentError, Capture, ClosedError, FilterError, loadDecoder, nanoseconds, openCapture } = await load("node.js");
const decoder = await loadDecoder();
const path = join(captures, "ut2004-multi-packet.pcapng");

test("a query and its status", () => {
  // A server that answers what a sample has.
  const text = sampleText("ut2004-players-reply");
  write({
    "server.mjs": `
      import { createSocket } from "node:dgram";
      import { loadDecoder } from "fragscope/node";
      export const server = createSocket("udp4").bind(0, "127.0.0.1");
      const session = (await loadDecoder()).parse(${JSON.stringify(text)});
      const replies = session.datagrams.map((_, i) => session.message(i).data);
      server.on("message", (_, { port, address }) => replies.forEach((r) => server.send(r, port, address))).unref();`,
    "status.mjs": `
      import { createSocket } from "node:dgram";
      import { decodeStatus } from "fragscope/node";
      import { server } from "./server.mjs";

      const socket = createSocket("udp4");
      const replies = [];
      socket.on("message", (reply) => replies.push(reply));
      socket.send(Uint8Array.of(0x80, 0, 0, 0, 3), server.address().port, "127.0.0.1");
      setTimeout(async () => {
        const status = await decodeStatus(replies);
        console.log(JSON.stringify(status));
        socket.close();
      }, 500);`,
  });
  const want = JSON.parse(sampleJSON("ut2004-players-reply")).status;
  assert.ok(want.playerList.length > 0);
  assert.deepEqual(JSON.parse(node("status.mjs")), want);
});

test("every sample's JSON is the command's", () => {
  write({
    "samples.json": JSON.stringify(sampleNames.map((name) => ({ name, text: sampleText(name) }))),
    "all.mjs": `
      import { readFileSync } from "node:fs";
      import { loadDecoder } from "fragscope/node";
      const decoder = await loadDecoder();
      const out = {};
      for (const { name, text } of JSON.parse(readFileSync("samples.json", "utf8"))) {
        const session = decoder.parse(text);
        out[name] = session.json();
        session.close();
      }
      process.stdout.write(JSON.stringify(out));`,
  });
  const all = JSON.parse(node("all.mjs"));
  // That the command prints the same of each is a test of its own, in Go.
  for (const name of sampleNames) assert.equal(all[name], sampleJSON(name), name);
  for (const name of ["ut2004-info-reply", "ut3-exchange"])
    assert.equal(run("decode", "--format", "json", join(samplesDir, `${name}.hex`)), sampleJSON(name), `${name}, by the command`);
});

test("a capture is read by a thread, and the program ends by itself", () => {
  write({
    "capture.mjs": `
      import { openCapture } from "fragscope/node";
      const capture = await openCapture(process.argv[2]);
      await capture.read();
      console.log(await (await capture.export("csv", "servers")).text());`,
  });
  const want = run("analyze", "--format", "csv", "--table", "servers", path).replaceAll(path, basename(path));
  assert.equal(node("capture.mjs", path), `${want}\n`);
});

test("a capture is a path, a URL, bytes or a Blob", async () => {
  const bytes = readFileSync(path);
  const want = run("analyze", "--format", "ndjson", path);
  for (const given of [path, new URL(`file://${path}`), bytes, new Blob([bytes])]) {
    const capture = await openCapture(given, { name: path });
    const summary = await capture.read();
    assert.equal(summary.whole, true);
    assert.equal(await (await capture.export("ndjson", "exchanges")).text(), want);
    const copy = new Uint8Array(await (await capture.export("pcapng")).arrayBuffer());
    const again = await openCapture(copy);
    assert.equal((await again.read()).packets, summary.packets);
    again.close();
    capture.close();
  }
});

test("times are of one type", async () => {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/;
  const capture = await openCapture(path);
  await capture.read();
  const packets = await capture.packets(0, 10_000);
  const all = { from: 0, count: 1000 };
  const times = [
    ...packets.map((p) => p.time),
    (await capture.packet(0)).time,
    ...(await capture.exchanges(all)).rows.map((x) => x.time),
    ...(await capture.servers(all)).rows.flatMap((s) => [s.firstSeen, s.lastSeen]),
    ...(await capture.conversations({ ...all, sort: "first" })).rows.flatMap((v) => [v.first, v.last]),
    (await capture.report()).first,
  ];
  for (const t of times) assert.match(t, time);
  const [a, b] = [packets[0].time, packets[1].time].map(nanoseconds);
  assert.equal(typeof (b - a), "bigint");
  assert.equal(Number(a / 1_000_000n), Date.parse(packets[0].time));
  assert.equal(nanoseconds("1969-12-31T23:59:59.999999999Z"), -1n);
  assert.equal(nanoseconds("2026-01-01T00:00:00Z") % 1_000_000_000n, 0n);
  for (const t of ["yesterday", "2026-01-01", "2026-01-01T00:00:00+01:00", 7])
    assert.throws(
      () => nanoseconds(t),
      (e) => e instanceof ArgumentError && e.argument === "time",
    );
  capture.close();
});

test("what a capture cannot use is refused", async () => {
  const capture = await openCapture(path);
  const { packets } = await capture.read();
  const refuses = (call, argument, says) =>
    assert.rejects(call, (e) => {
      assert.ok(e instanceof ArgumentError, `${call}: ${e}`);
      assert.equal(e.argument, argument, String(call));
      assert.match(e.message, says, String(call));
      return true;
    });
  const last = RegExp(`expected a whole number from 0 to ${packets - 1}$`);
  for (const n of [packets, 99_999]) await refuses(() => capture.packet(n), "index", last);
  for (const n of [-1, NaN, 0.5]) {
    const number = /found .*, expected a whole number from 0 to/;
    await refuses(() => capture.packet(n), "index", number);
    await refuses(() => capture.find(n), "index", number);
    await refuses(() => capture.packets(n, 1), "from", number);
    await refuses(() => capture.packets(0, n), "to", number);
    for (const list of ["exchanges", "servers", "conversations"]) {
      await refuses(() => capture[list]({ from: n, count: 1 }), "options.from", number);
      await refuses(() => capture[list]({ from: 0, count: n }), "options.count", number);
    }
  }
  for (const list of ["exchanges", "servers", "conversations"]) {
    await refuses(() => capture[list]({ from: 0, count: 1, sort: "size" }), "options.sort", /found "size", expected one of /);
    await refuses(() => capture[list]({ from: 0, count: 1, order: "size" }), "options.order", /found "order", expected one of from, count/);
  }
  await refuses(() => capture.exchanges({ from: 0, count: 1, outcome: "lost" }), "options.outcome", /found "lost", expected one of answered/);
  await refuses(() => capture.exchanges({ from: 0, count: 1, server: 7 }), "options.server", /found 7, expected a string/);
  await refuses(() => capture.server(7), "address", /found 7, expected a string/);
  await refuses(() => capture.filter(7), "expression", /found 7, expected a string/);
  await refuses(() => capture.filter("", { progress() {} }), "options.progress", /expected one of onProgress, signal/);
  await refuses(() => capture.export("xml"), "kind", /found "xml", expected one of json/);
  await refuses(() => capture.export("csv", "games"), "table", /found "games", expected one of exchanges/);
  await refuses(() => openCapture(7), "file", /found 7, expected a path, a URL/);
  await refuses(() => openCapture(path, { worker: 1 }), "options.worker", /expected one of name/);
  const worker = { postMessage() {}, addEventListener() {}, terminate() {} };
  await refuses(() => Capture.open("capture.pcapng", { worker, wasm: "file:///a" }), "file", /expected a File or a Blob/);
  await refuses(() => Capture.open(new Blob([]), { wasm: "file:///a" }), "options.worker", /expected a Worker/);
  await refuses(() => Capture.open(new Blob([]), { worker, wasm: 7 }), "options.wasm", /expected where analyzer.wasm is/);
  await refuses(() => Capture.open(new Blob([]), { worker, wasm: "analyzer.wasm" }), "options.wasm", /as an absolute URL/);
  await assert.rejects(capture.filter("size >"), FilterError);
  await assert.rejects(openCapture(join(captures, "none.pcapng")), /ENOENT.*none\.pcapng/);
  await assert.rejects(openCapture(captures), /is not a file/);
  await assert.rejects(openCapture(Buffer.from("no capture")), /capture/);
  const waiting = capture.now();
  capture.close();
  for (const call of [() => waiting, () => capture.now(), () => capture.packets(0, 1), () => capture.packet(0), () => capture.read()])
    await assert.rejects(call, (e) => e instanceof ClosedError && e.argument === "capture");
});

test("captures that nobody closes end their threads", () => {
  write({
    "forgotten.mjs": `
      import { Capture } from "fragscope/capture";
      let ended = 0;
      const summary = { bytes: 1 };
      /** A worker that answers each call at once. */
      const worker = () => {
        let tell;
        return {
          addEventListener: (type, listener) => type === "message" && (tell = listener),
          postMessage: ({ id }) => setTimeout(() => tell({ data: { id, value: { summary, names: [] } } })),
          terminate: () => void ended++,
        };
      };
      for (let i = 0; i < 20; i++) await Capture.open(new Blob(["x"]), { worker: worker(), wasm: "file:///analyzer.wasm" });
      for (let i = 0; i < 50 && ended < 19; i++) {
        gc();
        await new Promise((done) => setTimeout(done, 20));
      }
      console.log(ended >= 19);`,
  });
  assert.equal(node("--expose-gc", "forgotten.mjs"), "true\n");
});

test("what the README shows for Node works", () => {
  const reply = decoder.parse(sampleText("ut2004-info-reply")).message(0).data;
  write({ "reply.bin": reply, "session.pcapng": readFileSync(path), ...readme("mjs") });
  const { status } = JSON.parse(sampleJSON("ut2004-info-reply"));
  assert.equal(node("status.mjs"), `${status.name} ${status.map} ${status.players}\n`);
  assert.match(node("fields.mjs"), /^0 Query version 128 .*\n[^]*\n\{"datagrams":\[\{"index":0/);
  assert.match(node("capture.mjs"), /^198\.51\.100\.20 .* \d+\n$/);
});
