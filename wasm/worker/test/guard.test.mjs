// Who may do what, and what is left when a part of the Worker fails.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { client } from "../src/client.mjs";
import { start, withinWindow } from "./harness.mjs";
import { top } from "./place.mjs";

let worker, strict;
before(async () => {
  worker = await start({ front: "test/failing.mjs" });
  strict = await start({ token: "", limit: 5 });
});
after(async () => {
  await strict.stop();
  await worker.stop();
  assert.deepEqual(worker.outbound, []);
});

test("jobs want the token, and are off without one", async () => {
  const id = "00000000000000000000000000000000";
  for (const authorization of ["", "Bearer", "Bearer a token", "Bearer a token for tests and more", "Basic a token for tests", "a token for tests"]) {
    for (const [where, init] of [
      ["/api/jobs", { method: "POST", body: "x" }],
      [`/api/jobs/${id}`, {}],
      [`/api/jobs/${id}/report.json`, {}],
      [`/api/jobs/${id}/servers`, {}],
    ]) {
      const answer = await worker.ask(where, { ...init, headers: { Authorization: authorization } });
      assert.equal(answer.status, 401, `${where} with ${authorization}`);
      assert.equal(answer.headers.get("www-authenticate"), "Bearer");
      assert.equal(JSON.parse(await answer.text()).type, "/api/#token");
    }
  }
  assert.equal((await worker.ask(`/api/jobs/${id}`)).status, 404);
  for (const authorization of ["Bearer ", "Bearer undefined", ""]) {
    const headers = { Authorization: authorization, "CF-Connecting-IP": "192.0.2.7" };
    const answer = await strict.ask("/api/jobs", { method: "POST", body: "x", headers });
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), /Jobs are off here/);
  }
  assert.equal((await strict.ask("/api/jobs", { method: "OPTIONS" })).status, 404);
});

test("one line of IPv6 is one client", () => {
  for (const [address, want] of [
    ["192.0.2.1", "192.0.2.1"],
    ["", ""],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002:ffff::", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8::1:0:0:0:1", "2001:db8:0:1::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
  ])
    assert.equal(client(address), want, address);
});

test("addresses of one /64 share a limit, others do not", async () => {
  await withinWindow();
  const statuses = [];
  for (const address of [1, 2, 3, 4, 5, 6].map((n) => `2001:db8::${n}`).concat("2001:db8:0:1::1")) {
    const answer = await strict.ask("/api/request?protocol=unreal2", { headers: { "CF-Connecting-IP": address } });
    statuses.push(answer.status);
    await answer.arrayBuffer();
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 200]);
});

test("one address may not ask without end", async () => {
  await withinWindow();
  const statuses = [];
  for (let i = 0; i < 8; i++) {
    const answer = await strict.ask("/api/request?protocol=unreal2");
    statuses.push(answer.status);
    if (answer.status === 429) {
      assert.equal(answer.headers.get("retry-after"), "60");
      assert.equal(JSON.parse(await answer.text()).type, "/api/#busy");
    } else await answer.arrayBuffer();
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429, 429]);
});

test("a job that cannot be begun leaves nothing behind", async () => {
  const bucket = await worker.mf.getR2Bucket("CAPTURES", "fragscope");
  for (const fail of ["database", "queue"]) {
    const answer = await worker.ask("/api/jobs?name=x", { method: "POST", body: "a capture", headers: { Fail: fail } });
    assert.equal(answer.status, 503, fail);
    assert.equal(JSON.parse(await answer.text()).type, "/api/#storage");
    assert.deepEqual((await bucket.list()).objects, [], fail);
    assert.equal((await worker.database.prepare("SELECT count(*) AS n FROM jobs").first()).n, 0, fail);
  }
});

test("an exception in one request does not restart the program for others", async () => {
  const decode = async () => assert.equal((await worker.ask("/api/decode", { method: "POST", body: "78 00 00 00 00" })).status, 200);
  const starts = async () => Number(await (await worker.ask("/api/starts")).text());
  await decode();
  const before = await starts();
  // The small program hands a capture on, and the other Worker fails.
  const capture = gzipSync(readFileSync(path.join(top, "samples/captures/ut99-status-part-lost.pcapng")));
  for (let i = 0; i < 3; i++) {
    const answer = await worker.ask("/api/decode", { method: "POST", body: capture, headers: { Fail: "analysis" } });
    assert.equal(answer.status, 500);
    await answer.arrayBuffer();
    await decode();
  }
  assert.equal(await starts(), before);
});
