// What the browser tests share: the command that serves the built page, one
// browser, and pages that note every request and every error.
import { execFileSync, spawn } from "node:child_process";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { readFile, mkdtemp, rm } from "node:fs/promises";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";
import { test as node } from "node:test";
import { chromium, expect as playwright } from "@playwright/test";

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "..", "..", "..", "..");
export const dist = join(here, "..", "dist");
export const command = join(root, "bin", "fragscope");
export const samplesDir = join(root, "samples");

/**
 * The longest that a test may take, in milliseconds: at least twice what the slowest one takes beside eight
 * busy loops on two cores (.ci/flaky page 20 --load 8). Few tests have a limit of their own.
 */
const limit = 60_000;
/** How long one step of a test waits for its state: it fails before its test does, and reports what it saw last. */
const patience = limit / 2;

/** A test that ends in time. With FLAKY it reports its limit, for .ci/flaky. */
export function test(name, options, run) {
  if (typeof options === "function") [options, run] = [{}, options];
  const timeout = options.timeout ?? limit;
  return node(name, { ...options, timeout }, (t) => {
    if (process.env.FLAKY) t.diagnostic(`limit ${timeout} ms`);
    return run(t);
  });
}

/** Assertions that wait until they hold: of locators, and with expect.poll of what a function returns. */
export const expect = playwright.configure({ timeout: patience });

/** For toHaveText: the text as it is shown, with line breaks between blocks and without what is hidden. */
export const innerText = { useInnerText: true };

/** Starts the command that carries the page. */
export async function serve(...args) {
  assert.ok(existsSync(command), "build the page and the command first: .ci/page test");
  const program = spawn(command, ["serve", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  program.unref(); // a test that failed does not wait for it
  process.once("exit", () => program.kill("SIGKILL"));
  const ended = new Promise((done) => program.once("exit", done));
  const url = await new Promise((found, failed) => {
    let said = "";
    program.stdout.on("data", (text) => {
      said += text;
      const m = /http:\/\/\S+/.exec(said);
      if (m) found(m[0]);
    });
    void ended.then((status) => failed(new Error(`fragscope serve ended with ${status}`)));
  });
  const carried = await (await fetch(url)).text();
  program.stdout.unref();
  assert.equal(carried, readFileSync(join(dist, "index.html"), "utf8"), "the command carries another page than was built last: .ci/page test builds both");
  return {
    url,
    async close() {
      program.ref();
      program.kill("SIGTERM");
      await ended;
    },
  };
}

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

/** Serves the page that a folder holds from below the root, as any static host does; stop lets nobody in any more, and move serves another folder. */
export async function serveFolder(base = "/some/where/", folder = dist) {
  const server = createServer(async (req, res) => {
    const path = new URL(req.url, "http://localhost").pathname;
    const name = normalize(decodeURIComponent(path.slice(base.length)) || "index.html");
    if (!path.startsWith(base) || name.startsWith("..")) return void res.writeHead(404).end();
    try {
      const body = await readFile(join(folder, name));
      res.writeHead(200, { "Content-Type": types[extname(name)] ?? "application/octet-stream" }).end(body);
    } catch {
      res.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  server.unref();
  const stop = () =>
    new Promise((done) => {
      server.closeAllConnections();
      server.close(done);
    });
  return {
    url: `http://127.0.0.1:${server.address().port}${base}`,
    stop,
    close: stop,
    move(to) {
      folder = to;
    },
  };
}

/** What the command prints. */
export const run = (...args) => execFileSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });

/**
 * Chromium without its windows, tabs and menus where that is there: the same engine, and a page
 * of the tests takes 0.9 s of processor time to open, not 1.6 s. CHROMIUM names another one.
 */
export function browserPath() {
  const path = [process.env.CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
    (p) => p && existsSync(p),
  );
  assert.ok(path, "no Chromium found: install it, or say where it is in CHROMIUM");
  return path;
}

export function browserArguments() {
  const args = ["--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return args;
}

/**
 * Starts the browser. Close it with close. Each page compiles the decoder quickly and not once more, for speed:
 * that is a quarter of the time of a page that reads a few packets. With fast, for much that is to be read, it is.
 */
export async function launch({ fast = false } = {}) {
  const args = browserArguments();
  if (!fast) args.push("--js-flags=--no-wasm-tier-up,--no-wasm-dynamic-tiering");
  return chromium.launch({ executablePath: browserPath(), headless: true, args });
}

/**
 * A page in a fresh profile. done() asserts that nothing went elsewhere and nothing failed. Without
 * serviceWorkers: "allow" the browser does not store the whole page for use without a network.
 */
export async function open(browser, url, { hash = "", first = false, origin = new URL(url).origin, ready = true, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: "block", ...options });
  context.setDefaultTimeout(patience);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin }).catch(() => {});
  if (!first)
    await context.addInitScript(() => {
      if (location.protocol !== "about:") localStorage.setItem("fragscope.start", "done");
    });
  origin = new URL(origin).origin;
  const elsewhere = [];
  const errors = [];
  context.on("request", (r) => {
    if (new URL(r.url()).origin !== origin && !/^(data|blob):/.test(r.url())) elsewhere.push(r.url());
  });
  const page = await context.newPage();
  page.on("pageerror", (e) => errors.push(String(e)));
  page.on("console", (m) => {
    if (m.type() === "error" && !/net::ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(m.text())) errors.push(m.text());
  });
  page.on("dialog", (d) => {
    errors.push(`dialog: ${d.message()}`);
    void d.dismiss();
  });
  await page.goto(url + hash);
  if (ready) await page.locator("fs-app .heading b").waitFor({ state: "attached" });
  return {
    page,
    context,
    async done() {
      assert.deepEqual(elsewhere, [], "requests that left the page's origin");
      assert.deepEqual(errors, [], "errors in the page");
      await context.close();
    },
  };
}

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const contrast = ["color-contrast", "link-in-text-block"];
const everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Asserts that axe-core finds no violation in a page, in either theme. These differ in
 * colours: what is not about those is looked at in the light one. A phone has the
 * colours of a desktop: there, they are looked at in the bar that only a phone shows.
 */
export async function check(page, view) {
  // Through the debugger, which the page's policy does not bind.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(readFileSync(axe, "utf8"));
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" }); // no colour is on its way
    const found = await page.evaluate(
      async ({ contrast, everything, dark }) => {
        const panes = innerWidth < 500 && document.querySelector("fs-app")?.shadowRoot.querySelector(".panes");
        const runs = dark ? [] : [[document, everything, panes ? contrast : []]];
        if (panes) runs.push([{ fromShadowDom: ["fs-app", ".panes"] }, contrast, []]);
        else if (dark) runs.push([document, contrast, []]);
        const found = [];
        for (const [where, values, without] of runs) {
          const { violations } = await window.axe.run(where, {
            runOnly: values,
            rules: Object.fromEntries(without.map((name) => [name, { enabled: false }])),
            resultTypes: ["violations"],
          });
          for (const v of violations)
            for (const n of v.nodes.slice(0, 3))
              found.push(`${v.id}: ${JSON.stringify(n.target)} ${n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? v.help}`);
        }
        return found;
      },
      { contrast, everything, dark: colorScheme === "dark" },
    );
    assert.deepEqual(found, [], `${view}, ${colorScheme}`);
  }
}

export const sampleNames = readdirSync(samplesDir)
  .filter((n) => n.endsWith(".hex"))
  .map((n) => n.slice(0, -4))
  .sort();
export const sampleText = (name) => readFileSync(join(samplesDir, name + ".hex"), "utf8");
/** What the decoder makes of a sample. That the command prints the same is a test of the command. */
export const sampleJSON = (name) => readFileSync(join(samplesDir, name + ".json"), "utf8");

/** Waits until all that was asked for is shown: no part of the page is busy. */
export const settled = (page) => expect(page.locator("[aria-busy=true]"), "parts of the page that are busy").toHaveCount(0);

/** Puts text into the paste box as a person does. */
export async function paste(page, text) {
  await page.locator("fs-paste textarea").fill(text);
}

/** Chooses from a menu, by the name of what it offers, or by that for scripts. */
export async function pick(within, menu, item) {
  await within.getByRole("button", { name: menu, exact: true }).click();
  const named = within.getByRole("menuitem", { name: item, exact: true });
  await named
    .or(within.locator(`[role=menuitem][data-value="${item}"]`))
    .first()
    .click();
}

/** Waits until the capture is read, and goes to the list of its packets. */
export async function packetsRead(page) {
  await page.locator("fs-capture-bar").getByRole("button", { name: "Export", exact: true, disabled: false }).waitFor();
  await page.getByRole("tab", { name: /^Packets/ }).click();
}

/** Bytes that are marked as selected, as offsets. */
export const selectedBytes = (page) => page.locator("fs-hex .b.sel").evaluateAll((cells) => cells.map((c) => Number(c.dataset.o)));

/** Names of the fields in sight that are selected. */
export const selectedField = (page) => page.locator("fs-fields .f[aria-selected=true] .name bdi");

export async function temporary(run) {
  const dir = await mkdtemp(join(tmpdir(), "fragscope-"));
  try {
    return await run(dir);
  } finally {
    await rm(dir, { recursive: true });
  }
}

/**
 * A pcapng of packets of zeros, compressed with zstd to three bytes for every
 * 128 KiB: 256 packets of 16 MiB are 4 GiB in 135 kB.
 */
export function zeros(packets = 256, size = (16 << 20) - 32) {
  const out = [Buffer.from("28b52ffd0038", "hex")]; // a window of 128 KiB
  const block = (type, n, data, last = 0) => {
    const head = Buffer.alloc(3);
    head.writeUIntLE(last | (type << 1) | (n << 3), 0, 3);
    out.push(head, data);
  };
  const raw = (data) => block(0, data.length, data);
  const words = (...list) => Buffer.from(Uint32Array.from(list).buffer);
  raw(words(0x0a0d0d0a, 28, 0x1a2b3c4d, 1, 0xffffffff, 0xffffffff, 28));
  raw(words(1, 20, 101, 0, 20));
  for (let i = 0; i < packets; i++) {
    raw(words(6, 32 + size, 0, 0, i, size, size));
    for (let left = size; left > 0; left -= 1 << 17) block(1, Math.min(left, 1 << 17), Buffer.alloc(1));
    raw(words(32 + size));
  }
  block(0, 0, Buffer.alloc(0), 1);
  return Buffer.concat(out);
}

/** How long the page's thread takes for the same work, in milliseconds: 60 on a quiet machine. Of three times the shortest, in which nobody else was let in. */
export const pace = (page) =>
  page.evaluate(() => {
    const times = [0, 0, 0].map(() => {
      const from = performance.now();
      const texts = new Map();
      for (let i = 0, sum = 0; i < 1e6; i++) {
        texts.set(i % 5000, `k${sum}`);
        sum = (sum * 31 + texts.get(i % 5000).length) | 0;
      }
      return performance.now() - from;
    });
    return Math.min(...times);
  });
