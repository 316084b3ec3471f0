// What the browser tests share: a static server for the built page, one
// browser, and pages that note every request and every error.
import { createServer } from "node:http";
import { readFile, mkdtemp, rm } from "node:fs/promises";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
export const dist = join(here, "..", "dist");
export const samplesDir = join(here, "..", "..", "..", "..", "samples");

const types = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".wasm": "application/wasm",
  ".json": "application/json", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml", ".png": "image/png",
};

/** The policy that fragscope serve sends; tested so that nothing needs more. */
export const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
  + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the built page from a folder below the root, as a plain static host does. */
export async function serve(folder = dist, base = "/some/where/") {
  assert.ok(existsSync(join(folder, "index.html")), "build the page first: npm run build");
  const server = createServer(async (req, res) => {
    const path = new URL(req.url, "http://localhost").pathname;
    if (!path.startsWith(base)) return void res.writeHead(404).end();
    const name = normalize(decodeURIComponent(path.slice(base.length)) || "index.html");
    if (name.startsWith("..")) return void res.writeHead(404).end();
    try {
      const body = await readFile(join(folder, name));
      res.writeHead(200, { "Content-Type": types[extname(name)] ?? "application/octet-stream", "Content-Security-Policy": policy, "Cache-Control": "no-cache" }).end(body);
    } catch {
      res.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${server.address().port}${base}`;
  return { url, close: () => new Promise((done) => { server.closeAllConnections(); server.close(done); }) };
}

function browserPath() {
  const path = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((p) => p && existsSync(p));
  assert.ok(path, "no Chromium found: install it, or say where it is in CHROMIUM");
  return path;
}

/** Starts the browser. Close it with close. */
export async function launch() {
  const args = ["--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return chromium.launch({ executablePath: browserPath(), headless: true, args });
}

/** A page in a fresh profile. done() asserts that nothing went elsewhere and nothing failed. */
export async function open(browser, url, { hash = "", first = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: "allow", ...options });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(url).origin }).catch(() => {});
  if (!first) await context.addInitScript(() => localStorage.setItem("fragscope.tour", "done"));
  const origin = new URL(url).origin;
  const elsewhere = [];
  const errors = [];
  context.on("request", (r) => {
    if (new URL(r.url()).origin !== origin && !/^(data|blob):/.test(r.url())) elsewhere.push(r.url());
  });
  const page = await context.newPage();
  page.on("pageerror", (e) => errors.push(String(e)));
  page.on("console", (m) => { if (m.type() === "error" && !/net::ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(m.text())) errors.push(m.text()); });
  page.on("dialog", (d) => { errors.push(`dialog: ${d.message()}`); void d.dismiss(); });
  await page.goto(url + hash);
  await page.locator("fs-app").waitFor({ timeout: 20_000 });
  return {
    page, context,
    async done() {
      assert.deepEqual(elsewhere, [], "requests that left the page's origin");
      assert.deepEqual(errors, [], "errors in the page");
      await context.close();
    },
  };
}

export const sampleNames = readdirSync(samplesDir).filter((n) => n.endsWith(".hex")).map((n) => n.slice(0, -4)).sort();
export const sampleText = (name) => readFileSync(join(samplesDir, name + ".hex"), "utf8");
export const sampleJSON = (name) => readFileSync(join(samplesDir, name + ".json"), "utf8");

/** Puts text into the paste box as a person does. */
export async function paste(page, text) {
  await page.locator("fs-paste textarea").fill(text);
}

/** Bytes that are marked as selected, as offsets. */
export const selectedBytes = (page) => page.locator("fs-hex .b.sel").evaluateAll((cells) => cells.map((c) => Number(c.dataset.o)));

/** Names of the fields in sight that are selected. */
export const selectedField = (page) => page.locator("fs-fields .f[aria-selected=true] .name bdi").allInnerTexts();

export async function temporary(run) {
  const dir = await mkdtemp(join(tmpdir(), "fragscope-"));
  try {
    return await run(dir);
  } finally {
    await rm(dir, { recursive: true });
  }
}
