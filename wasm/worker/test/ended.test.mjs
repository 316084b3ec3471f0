// A Go program that has ended is started anew, and nobody notices who asks later.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startBare } from "./bare.mjs";

test("a program that has ended is started anew", async () => {
  const worker = await startBare("ending");
  try {
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 2; i++) {
        const { status, text } = await worker.ask("/api/decode?format=ndjson", "78 00 00 00 00");
        assert.equal(status, 200, text);
        assert.match(text, /server info request/);
      }
      assert.equal((await worker.ask("/end")).status, 200);
    }
  } finally {
    await worker.stop();
  }
});
