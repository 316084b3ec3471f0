// What the library says to calls that it cannot answer, and that what it answers is right.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sampleNames, sampleText, test } from "../harness.mjs";
import { file, load } from "./installed.mjs";

const { ArgumentError, ClosedError, Decoder, Session } = await load("index.js");
const program = readFileSync(file("dist", "decoder.wasm"));
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
const decoder = await Decoder.create(program);
const other = await Decoder.create(program);
const request = Uint8Array.of(0x80, 0, 0, 0, 0);
/** Unreal 2 players: a reply with a score of -3. */
const players = Uint8Array.of(0x80, 0, 0, 0, 2, 1, 0, 0, 0, 2, 0x41, 0, 9, 0, 0, 0, 0xfd, 0xff, 0xff, 0xff, 0, 0, 0, 0);
const whole = (most) => new RegExp(`expected a whole number from (0|-1) to ${most}$`);

/** Holds a call to what it throws: which argument, what was found, what is expected. */
function refuses(call, argument, found, expected, type = ArgumentError) {
  assert.throws(call, (e) => {
    assert.ok(e instanceof type && e instanceof ArgumentError && e instanceof RangeError, `${call}: ${e}`);
    assert.equal(e.name, type.name, String(call));
    assert.equal(e.argument, argument, String(call));
    assert.match(e.message, found, String(call));
    assert.match(e.message, expected, String(call));
    return true;
  });
}

test("a row that there is not is refused", () => {
  const session = decoder.decode([request, players]);
  const message = session.message(1);
  const last = message.rowCount - 1;
  const calls = ["row", "offset", "length", "depth", "next", "parent", "leaf", "text", "line", "colours"].map((name) => (row) => message[name](row));
  calls.push((row) => message.change(row, { kind: "delete" }));
  for (const row of [99, -1, NaN, 1.5, "1", undefined]) {
    for (const call of calls)
      refuses(() => call(row), "row", RegExp(`row: found ${JSON.stringify(row) === "null" ? "NaN" : JSON.stringify(row)}`), whole(last));
    refuses(() => message.select("row", row), "a", /found/, whole(last));
    refuses(() => session.message(row), "index", /found/, whole(1));
    refuses(() => message.texts(row ?? null), "from", /found/, whole(last + 1));
  }
  for (const n of [-1, NaN, 1.5]) {
    refuses(() => message.texts(0, n), "to", /found/, /expected a whole number from 0/);
    refuses(() => message.select("bytes", n, 2), "a", /found/, /expected a whole number from 0/);
    refuses(() => message.select("place", 0, n), "b", /found/, /expected a whole number from 0/);
    refuses(() => message.touched(n, 2), "start", /found/, /expected a whole number from 0/);
    refuses(() => message.touched(0, n), "end", /found/, /expected a whole number from 0/);
    refuses(() => session.search("x", n), "current", /found/, whole(1));
    refuses(() => session.summary(n), "rows", /found/, /expected a whole number from 0/);
  }
  refuses(() => session.show("json", 2), "index", /found 2/, whole(1));
  refuses(() => session.next("problem", 1, NaN, 0, 0), "from", /found NaN/, /expected a whole number from -1/);
  refuses(() => session.next("problem", 1, 0, 2, 0), "current", /found 2/, whole(1));
  refuses(() => session.next("problem", 0, 0, 0, 0), "by", /found 0/, /expected 1 or -1/);
  refuses(() => session.next("problems", 1, 0, 0, 0), "what", /found "problems"/, /expected one of problem, unknown/);
  refuses(() => decoder.decode([]).message(0), "index", /found 0/, /expected none: it is empty/);
  assert.equal(message.row(last).index, last);
  assert.equal(message.texts(0, last + 100).length, last + 1, "to may be beyond the last row");
  session.close();
});

test("a session that is closed is refused", () => {
  const session = decoder.decode([request, players]);
  const message = session.message(0);
  const closed = (call) => refuses(call, "session", /found closed/, /expected open/, ClosedError);
  const diff = decoder.decode(request).message(0);
  session.close();
  session.close(); // once more does no harm
  for (const call of [
    () => session.message(0),
    () => session.message(1),
    () => session.status(),
    () => session.summary(),
    () => session.show("table"),
    () => session.json(),
    () => session.toJSON(),
    () => session.search("x"),
    () => session.next("problem", 1, 0, 0, 1),
    () => session.replies(),
    () => message.data,
    () => message.texts(),
    () => message.text(0),
    () => message.line(0),
    () => message.colours(0),
    () => message.positions(),
    () => message.select("row", 0),
    () => message.touched(0, 1),
    () => message.change(0, { kind: "delete" }),
    () => message.row(0).key,
    () => decoder.diff(message, diff),
    () => decoder.diff(diff, message),
  ])
    closed(call);
});

test("messages of two decoders are not compared", () => {
  const [a, b] = [decoder.decode(players).message(0), other.decode(players).message(0)];
  refuses(() => decoder.diff(a, b), "b", /found/, /expected a message of this decoder/);
  refuses(() => decoder.diff(b, a), "a", /found/, /expected a message of this decoder/);
  refuses(() => decoder.diff(a, undefined), "b", /found undefined/, /expected a message of this decoder/);
  assert.deepEqual(decoder.diff(a, a), []);
});

test("options and names that are not known are refused", () => {
  const protocols = /expected one of .*unreal2.*gamespy1/;
  for (const call of [(o) => decoder.decode(request, o), (o) => decoder.parse("80", o), (o) => decoder.decodeStatus(request, o)]) {
    refuses(() => call({ protocol: "quake" }), "options.protocol", /found "quake"/, protocols);
    refuses(() => call({ from: "server" }), "options.from", /found "server"/, /expected one of unknown, request, reply/);
    refuses(() => call({ from: null }), "options.from", /found \[object Null\]/, /expected one of/);
    refuses(() => call({ link: "token-ring" }), "options.link", /found "token-ring"/, /expected one of auto, none, ethernet/);
    refuses(() => call({ protokol: "unreal2" }), "options.protokol", /found "protokol"/, /expected one of .*protocol, from, link/);
  }
  const session = decoder.decode(players);
  const message = session.message(0);
  refuses(() => decoder.parse("80", { format: "yaml" }), "options.format", /found "yaml"/, /expected one of .*xxd/);
  refuses(() => session.show("yaml"), "format", /found "yaml"/, /expected one of table, .*csv/);
  refuses(() => session.show("table", 0, { wide: 1 }), "options.wide", /found "wide"/, /expected one of width, full/);
  refuses(() => session.show("table", 0, { width: -1 }), "options.width", /found -1/, /expected a whole number/);
  refuses(() => decoder.dump("yaml", request), "format", /found "yaml"/, /expected one of .*xxd/);
  refuses(() => decoder.dump("", request), "format", /found ""/, /expected one of .*xxd/);
  refuses(() => decoder.write("yaml", request), "form", /found "yaml"/, /expected one of/);
  refuses(() => decoder.request("quake"), "protocol", /found "quake"/, protocols);
  for (const id of [-1, NaN, 2 ** 32, 0.5, "1"]) refuses(() => decoder.request("gamespy3", { id }), "options.id", /found/, whole(4294967295));
  refuses(() => decoder.request("gamespy3", { challenge: NaN }), "options.challenge", /found NaN/, /expected a whole number/);
  refuses(() => decoder.request("unreal-master", { port: 65536 }), "options.port", /found 65536/, whole(65535));
  refuses(() => decoder.request("unreal-master", { text: "a\0b" }), "options.text", /found "a\\u0000b"/, /expected text without NUL/);
  refuses(
    () => decoder.request("gamespy3", { identity: 1 }),
    "options.identity",
    /found "identity"/,
    /expected one of id, challenge, port, message, text, game/,
  );
  refuses(() => message.select("rows", 0), "how", /found "rows"/, /expected one of row, bytes, place/);
  refuses(() => message.change(0, { kind: "insert" }), "operation.kind", /found "insert"/, /expected one of edit, raw/);
  refuses(() => message.change(0, { kind: "edit", value: 7 }), "operation.value", /found 7/, /expected a string/);
  refuses(() => message.change(0, { kind: "raw", bytes: "80" }), "operation.bytes", /found "80"/, /expected a Uint8Array/);
  for (const mask of [1, -1n, 1n << 64n, undefined]) refuses(() => message.change(0, { kind: "setBit", mask }), "operation.mask", /found/, /expected a bigint/);
});

test("what is neither text nor bytes is refused", () => {
  refuses(() => decoder.parse(80), "text", /found 80/, /expected a Uint8Array/);
  refuses(() => decoder.decode("80"), "datagrams[0]", /found "80"/, /expected a Uint8Array/);
  refuses(() => decoder.decode(request.buffer), "datagrams[0]", /found \[object ArrayBuffer\]/, /expected a Uint8Array/);
  refuses(() => decoder.decode([request, undefined]), "datagrams[1]", /found undefined/, /expected a Uint8Array/);
  refuses(() => decoder.explain(42), "name", /found 42/, /expected a string/);
  refuses(() => decoder.decode(request).search(42), "query", /found 42/, /expected a string/);
  for (const call of [(b) => decoder.dump("xxd", b), (b) => decoder.write(decoder.forms[0], b), (b) => decoder.interpret(b)])
    refuses(() => call("80"), "bytes", /found "80"/, /expected a Uint8Array/);
  for (const n of [0, 9]) refuses(() => decoder.interpret(new Uint8Array(n)), "bytes.length", RegExp(`found ${n}`), /expected a whole number from 1 to 8/);
  assert.equal(decoder.decode(Buffer.from(request)).datagrams[0].length, 5, "a Buffer is bytes");
});

test("values are those of the JSON, and signed ones signed", () => {
  let signed = 0;
  for (const name of sampleNames) {
    const session = decoder.parse(sampleText(name), { positions: true });
    const doc = session.toJSON();
    assert.deepEqual(doc, JSON.parse(session.json()));
    assert.equal(JSON.stringify(session), JSON.stringify(doc));
    assert.deepEqual(session.status(), doc.status);
    for (const [i, datagram] of doc.datagrams.entries()) {
      let n = 0;
      for (const row of session.message(i).rows()) {
        const field = datagram.fields[n++];
        assert.equal(row.number, field.value, `${name}: ${field.key}`);
        assert.equal(row.key, field.key);
        if (typeof row.number === "number" && Number.isSafeInteger(row.number) && !/^f\d/.test(row.kind))
          assert.equal(row.value, BigInt(row.number), field.key);
        if (row.value < 0n) signed++;
      }
      assert.equal(n, datagram.fields.length);
    }
    session.close();
  }
  assert.ok(signed > 20, `the samples have ${signed} negative numbers`);
  const score = decoder
    .decode(players)
    .message(0)
    .rows()
    .find((r) => r.definition.key === "unreal2.players.score");
  assert.deepEqual([score.value, score.number], [-3n, -3]);
});

test("of a long value a line has the beginning, and the text is whole", () => {
  const session = decoder.decode(new Uint8Array(5_000).fill(0x9a));
  const row = session
    .message(0)
    .rows()
    .find((r) => r.length > 4_000 && r.kind !== "group");
  assert.match(session.message(0).texts(row.index, row.index + 1, 512)[0].value, /^9A( 9A){511}…$/);
  assert.equal(row.text, Array(row.length).fill("9A").join(" "));
  assert.equal(row.text, session.message(0).texts(row.index, row.index + 1)[0].value);
  session.close();
});

test("text begins with what it begins with", () => {
  // A byte order mark is part of a text, as it is in the JSON.
  const message = decoder.decode(Buffer.from("\\hostname\\\ufeffmarked\\final\\"), { protocol: "gamespy1" }).message(0);
  const json = message.session.toJSON().datagrams[0].fields;
  assert.deepEqual(
    message.rows().map((r) => r.number),
    json.map((f) => f.value),
  );
  assert.ok(json.some((f) => String(f.value).startsWith("\ufeff")));
});

test("an answer for which the program's memory grows arrives", async () => {
  const { Calls } = await load("calls.js");
  const memory = new WebAssembly.Memory({ initial: 1 });
  const answer = () => {
    memory.grow(1);
    new Uint32Array(memory.buffer, 16, 2).set([32, 5]);
    new Uint8Array(memory.buffer, 32).set(Buffer.from("grown"));
    return 16;
  };
  const calls = new Calls({ memory, exports: { ask: () => 0, answer }, failure: () => undefined });
  assert.equal(calls.textOf("ask"), "grown");
});

test("status in one call", () => {
  const replies = sampleNames.find((n) => n === "ut3-exchange");
  const session = decoder.parse(sampleText(replies));
  const datagrams = session.datagrams.map((_, i) => session.message(i).data);
  assert.deepEqual(decoder.decodeStatus(datagrams), session.status());
  assert.ok(decoder.decodeStatus(datagrams).name);
  assert.equal(decoder.decodeStatus(request), null);
});

test("using closes a session", () => {
  const session = decoder.decode(request);
  assert.equal(Session.prototype[Symbol.dispose], Session.prototype.close);
  session[Symbol.dispose]();
  assert.throws(() => session.json(), ClosedError);
});

test("sessions that nobody closes take bounded memory, and all of them answer", async () => {
  const decoder = await Decoder.create(program);
  const reply = decoder.parse(sampleText("ut3-exchange"));
  const packet = players;
  const want = decoder.decode(packet).json();
  const kept = [];
  for (let i = 0; i < 6000; i++) kept.push(decoder.decode(packet));
  const taken = () => {
    collect(); // else it is what JavaScript has not looked at yet
    return process.memoryUsage.rss() / 1e6;
  };
  const before = taken();
  for (let i = 0; i < 50_000; i++) decoder.decode(packet);
  const more = taken() - before;
  assert.ok(more < 150, `50,000 sessions took ${more.toFixed(0)} MB`);
  for (const session of [kept[0], kept[5999], kept[0], reply, kept[1500]]) {
    if (session !== reply) assert.equal(session.json(), want);
    assert.ok(session.message(0).texts().length > 0);
  }
  assert.deepEqual(decoder.diff(kept[1].message(0), kept[2].message(0)), [], "both are there while they are compared");
  for (const given of [packet.slice(), Buffer.from(packet)]) {
    const copied = [decoder.decode(given), decoder.parse(given, { format: "raw bytes" })];
    given.fill(0);
    for (let i = 0; i < 6000; i++) decoder.decode(packet);
    for (const session of copied) assert.equal(session.json(), want, "a buffer that is used again changes nothing");
  }
});
