// The same packets give the same JSON, byte for byte, from the command, from the
// library of the page in Chromium and from the Worker in workerd: mutated packets
// of all samples. SAME=5000 takes that many, SEED other ones.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { launch, serveFolder } from "../../inspector/web/test/harness.mjs";
import { start } from "./harness.mjs";
import { command, folder, top } from "./place.mjs";

const packets = Number(process.env.SAME ?? 300);
const seed = process.env.SEED ?? "14";
const batch = 20; // packets of one paste

test(`${packets} mutated packets, the same JSON everywhere`, { timeout: 3_600_000 }, async () => {
  const dir = mkdtempSync(path.join(tmpdir(), "fragscope-same-"));
  const web = path.join(top, "wasm/inspector/web");
  execFileSync(path.join(web, "node_modules/.bin/tsc"), ["-p", "tsconfig.package.json", "--outDir", path.join(dir, "api")], { cwd: web });
  copyFileSync(path.join(web, "src/generated/decoder.wasm"), path.join(dir, "api/decoder.wasm"));
  copyFileSync(path.join(web, "src/api/wasm_exec.js"), path.join(dir, "api/wasm_exec.js"));
  writeFileSync(path.join(dir, "index.html"), "<!doctype html><title>the library</title>");
  const hosted = await serveFolder("/", dir);
  const browser = await launch();
  const worker = await start();
  try {
    const page = await browser.newPage();
    await page.goto(hosted.url);
    await page.evaluate(async () => {
      const { Decoder } = await import("/api/index.js");
      window.decoder = await Decoder.create(fetch("/api/decoder.wasm"));
    });
    const lines = execFileSync(path.join(folder, "build/onepass"), ["mutate", String(packets), seed], { maxBuffer: 1 << 28 })
      .toString()
      .trim()
      .split("\n");
    assert.equal(lines.length, packets);
    let bytes = 0;
    for (let i = 0; i < lines.length; i += batch) {
      const paste = lines.slice(i, i + batch).join("\n\n") + "\n";
      const where = `packets ${i + 1} to ${Math.min(lines.length, i + batch)} of seed ${seed}`;
      const want = command(["decode", "--format", "json", "-"], paste).toString();
      assert.equal(JSON.parse(want).datagrams.length, Math.min(batch, lines.length - i), where);
      const answer = await worker.many("/api/decode?format=json", paste);
      assert.equal(answer.status, 200, where);
      assert.equal(answer.text, want, `${where}, Worker`);
      const shown = await page.evaluate((text) => {
        const session = window.decoder.parse(text);
        const json = session.json();
        session.close();
        return json;
      }, paste);
      assert.equal(shown, want, `${where}, Chromium`);
      bytes += want.length;
    }
    console.log(`${packets} packets, ${bytes} bytes of JSON, the same from the command, Chromium and workerd`);
  } finally {
    await worker.stop();
    await browser.close();
    await hosted.stop();
    rmSync(dir, { recursive: true, force: true });
  }
});
