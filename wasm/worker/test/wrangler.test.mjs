// Wrangler with the files that describe the Workers: what it would deploy, and
// what go tool task worker runs on this machine, in a browser.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { launch, open, paste } from "../../inspector/web/test/harness.mjs";
import { until } from "./harness.mjs";
import { command, folder, top } from "./place.mjs";

const dir = mkdtempSync(path.join(tmpdir(), "fragscope-wrangler-"));
after(() => rmSync(dir, { recursive: true, force: true }));
const env = {
  ...process.env,
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_LOG_PATH: dir,
  WRANGLER_REGISTRY_PATH: path.join(dir, "registry"), // Workers of other runs have the same names
  CI: "1",
  NO_COLOR: "1",
};

test("what would be deployed fits, with its bindings", { timeout: 180_000 }, () => {
  for (const [config, script, bindings, most] of [
    [
      "wrangler.jsonc",
      "worker.js",
      [
        "env.WORK (fragscope-work)",
        "env.JOBS (fragscope-jobs)",
        "env.CAPTURES (fragscope-captures)",
        "env.ANALYSIS (fragscope-analysis)",
        "env.LIMITER (600 requests/60s)",
        "env.ASSETS",
      ],
      3 << 20,
    ],
    ["wrangler.analysis.jsonc", "analysis.js", [], 10 << 20],
    ["wrangler.jobs.jsonc", "jobs.js", ["env.WORK (fragscope-work)", "env.JOBS (fragscope-jobs)", "env.CAPTURES (fragscope-captures)"], 10 << 20],
  ]) {
    const out = path.join(dir, config);
    const said = execFileSync(path.join(folder, "node_modules/.bin/wrangler"), ["deploy", "--dry-run", "-c", config, "--outdir", out], {
      cwd: folder,
      env,
      timeout: 120_000,
      stdio: ["ignore", "pipe", "pipe"],
    }).toString();
    assert.doesNotMatch(said, /WARNING|ERROR/, config);
    assert.deepEqual([...said.matchAll(/^env\.\w+(?: \([^)]*\))?/gm)].map(([name]) => name).sort(), [...bindings].sort(), config);
    const files = readdirSync(out).filter((name) => /\.(js|wasm)$/.test(name));
    assert.ok(files.includes(script) && files.some((name) => name.endsWith(".wasm")), String(files));
    const [size, gzip] = /Total Upload: ([\d.]+) KiB \/ gzip: ([\d.]+) KiB/
      .exec(said)
      .slice(1)
      .map((kib) => Number(kib) * 1024);
    console.log(`${config}: ${(size / 2 ** 20).toFixed(1)} MiB, with gzip ${(gzip / 2 ** 20).toFixed(1)} MiB`);
    // What Cloudflare allowed on its free and its paid plan until 2026, compressed; since then 64 MiB as it is.
    assert.ok(gzip < most && size < 64 << 20, `${config}: ${size} bytes, ${gzip} compressed`);
  }
});

test("on this machine: the page in a browser, a capture analyzed, a job worked off", { timeout: 240_000 }, async () => {
  const program = spawn(path.join(top, ".ci/worker"), ["run"], {
    env: { ...env, JOBS_TOKEN: "local", PORT: "0", STATE: path.join(dir, "state") },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  let browser;
  const ended = new Promise((resolve) => program.on("close", resolve));
  try {
    const url = await new Promise((resolve, reject) => {
      for (const stream of [program.stdout, program.stderr])
        stream.on("data", (text) => {
          said += text;
          const ready = /Ready on (http:\/\/127\.0\.0\.1:\d+)/.exec(said);
          if (ready) resolve(`${ready[1]}/`);
        });
      void ended.then(() => reject(new Error(said)));
    });
    const ask = (where, init) => fetch(new URL(where, url), { signal: AbortSignal.timeout(60_000), headers: { Authorization: "Bearer local" }, ...init });

    browser = await launch();
    const { page, done } = await open(browser, url, { serviceWorkers: "allow" });
    await paste(page, "78 00 00 00 00");
    await page.locator("fs-app .heading").getByText("server info request").waitFor();
    // The specifications, once as they are sent, and once as the service worker has kept them.
    await page.evaluate(() => navigator.serviceWorker.ready);
    for (const address of ["spec/unreal2", "spec/unreal2.html"]) {
      await page.goto(`${url}${address}#ping-reply`);
      assert.equal(await page.locator(":target").innerText(), "Ping reply");
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).display), "grid", "its style sheet is there");
    }
    await done();

    const body = readFileSync(path.join(top, "samples/captures/ut99-status-part-lost.pcapng"));
    const want = command(["analyze", "--format", "json", "-"], body).toString();
    assert.equal(await (await ask("/api/analyze", { method: "POST", body })).text(), want);

    const begun = await ask("/api/jobs?name=-", { method: "POST", body });
    assert.equal(begun.status, 202);
    const { id } = await begun.json();
    const states = new Set();
    const read = async () => (await ask(`/api/jobs/${id}`)).json();
    const job = await until("the job", read, ({ state }) => states.add(state) && ["done", "failed"].includes(state));
    assert.deepEqual(
      [job.parts, job.buckets],
      [
        { total: 1, done: 1, lost: 0 },
        { total: 1, done: 1, lost: 0 },
      ],
    );
    assert.deepEqual(await (await ask(job.files[0])).json(), JSON.parse(want));
    const { servers } = await (await ask(`/api/jobs/${id}/servers`)).json();
    assert.equal(servers.length, JSON.parse(want).servers.length);
    console.log(`states of the job that were seen: ${[...states].join(", ")}`);
    // Here nothing triggers the daily clean-up by itself, which wrangler points out.
    const warned = said.replace(/^.*Scheduled Workers are not automatically triggered.*$/gm, "");
    assert.doesNotMatch(warned, /WARNING/);
  } finally {
    await browser?.close();
    process.kill(-program.pid, "SIGTERM");
    await ended;
  }
});
