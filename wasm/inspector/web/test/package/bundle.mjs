// What users of Vite and of a CDN make of the package: built as they build it, in a browser.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, createServer as createViteServer } from "vite";
import { launch, run, samplesDir, serveFolder, test } from "../harness.mjs";
import { file, home, readme, write } from "./installed.mjs";

const capture = join(samplesDir, "captures", "ut2004-multi-packet.pcapng");
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** Builds a user's program with Vite, as it comes; returns where it is. */
async function vite(name, files) {
  write(Object.fromEntries(Object.entries(files).map(([f, text]) => [join(name, f), text])));
  const root = join(home, name);
  await build({ root, base: "./", configFile: false, logLevel: "error", build: { target: "es2022", assetsInlineLimit: 0 } });
  return join(root, "dist");
}

const html = (script) => `<!doctype html><title>x</title><body><input type="file"><script type="module" src="./${script}"></script>`;

/** Opens a page, has it do something, and asserts that nothing failed. */
async function visit(url, work) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (e) => errors.push(String(e)));
  page.on("console", (m) => m.type() === "error" && !m.location().url.endsWith("/favicon.ico") && errors.push(m.text()));
  await page.goto(url);
  page.setDefaultTimeout(20_000);
  try {
    await work(page);
  } finally {
    assert.deepEqual(errors, []);
  }
  await context.close();
}

/** What the page is told to write of a capture, held to what the command writes. */
async function exported(page) {
  await page.locator("input[type=file]").setInputFiles(capture);
  const text = await page.locator("pre").textContent();
  assert.equal(text, run("analyze", "--format", "csv", "--table", "servers", capture).replaceAll(capture, basename(capture)));
}

/** Shows what open gives for the file that is chosen. */
const showing = `
  document.querySelector("input").onchange = async (e) => {
    const capture = await open(e.target.files[0]);
    await capture.read();
    const csv = await capture.export("csv", "servers");
    document.body.append(Object.assign(document.createElement("pre"), { textContent: await csv.text() }));
    capture.close();
  };`;

test("the README's programs for Vite", async () => {
  const { "main.js": main, "captures.js": captures } = readme("js");
  const dist = await vite("vite", {
    "index.html": html("main.js"),
    "main.js": `${main}
      import { servers } from "./captures.js";
      document.querySelector("input").onchange = async (e) => {
        const rows = await servers(e.target.files[0]);
        document.body.append(Object.assign(document.createElement("pre"), { textContent: rows.map((s) => s.name).join() }));
      };`,
    "captures.js": captures,
  });
  const works = async (page) => {
    await page.getByText("server info request").first().waitFor();
    await page.locator("input[type=file]").setInputFiles(capture);
    assert.match(await page.locator("pre").textContent(), /\w/);
  };
  const server = await serveFolder("/some/where/", dist);
  await visit(server.url, works);
  await server.close();

  // While it is developed, too.
  const developing = await createViteServer({ root: join(home, "vite"), configFile: false, logLevel: "error", server: { host: "127.0.0.1", port: 0 } });
  await developing.listen();
  await visit(developing.resolvedUrls.local[0], works);
  await developing.close();
});

test("a path of a program counts from the document, wherever the worker's script is", async () => {
  for (const wasm of [`"analyzer.wasm"`, `new URL("analyzer.wasm", location.href)`, `"/some/where/analyzer.wasm"`]) {
    const dist = await vite("path", {
      "index.html": html("main.js"),
      "main.js": `
        import { Capture } from "fragscope/capture";
        const worker = () => new Worker(new URL("fragscope/captureWorker", import.meta.url), { type: "module" });
        const open = (file) => Capture.open(file, { worker: worker(), wasm: ${wasm} });${showing}`,
      "public/analyzer.wasm": readFileSync(file("dist", "analyzer.wasm")),
    });
    const server = await serveFolder("/some/where/", dist);
    await visit(server.url, exported);
    await server.close();
  }
});

test("the README's program and policy for a CDN", async () => {
  const cdn = createServer(async (req, res) => {
    const name = req.url.replace("/fragscope/", "");
    const type = name.endsWith(".wasm") ? "application/wasm" : "text/javascript";
    const body = await readFile(file(name)).catch(() => null);
    res.writeHead(body ? 200 : 404, { "Content-Type": type, "Access-Control-Allow-Origin": "*" }).end(body);
  });
  await new Promise((done) => cdn.unref().listen(0, "127.0.0.1", done));
  const here = (text) => text.replaceAll("https://cdn.example", `http://127.0.0.1:${cdn.address().port}`);
  const policy = here(/Content-Security-Policy: (.*)/.exec(readFileSync(file("README.md"), "utf8"))[1]);
  const files = { "/": html("main.js"), "/main.js": `${here(readme("js")["cdn.js"])}${showing}` };
  const server = createServer((req, res) => {
    const type = req.url === "/" ? "text/html" : "text/javascript";
    res.writeHead(files[req.url] ? 200 : 404, { "Content-Type": type, "Content-Security-Policy": `default-src 'none'; ${policy}` }).end(files[req.url]);
  });
  await new Promise((done) => server.unref().listen(0, "127.0.0.1", done));
  await visit(`http://127.0.0.1:${server.address().port}/`, exported);
  for (const s of [server, cdn]) {
    s.closeAllConnections();
    s.close();
  }
});

test("the library is at most 9 kB of what a page loads", async () => {
  const root = join(home, "size");
  const gzip = async (main) => {
    write({ "size/main.js": main });
    const options = { write: false, target: "es2022", modulePreload: false, rolldownOptions: { input: join(root, "main.js") } };
    const { output } = await build({ root, configFile: false, publicDir: false, logLevel: "error", build: options });
    return gzipSync(output.find((o) => o.isEntry).code, { level: 9 }).length;
  };
  const sizes = {
    decoder: await gzip(`import * as f from "fragscope"; const d = await f.Decoder.create(fetch("decoder.wasm")); console.log(f.isPasteError(d.parse("80")));`),
    capture: await gzip(`import { Capture } from "fragscope/capture"; console.log(Capture.open);`),
  };
  console.log(`gzip: ${JSON.stringify(sizes)}`);
  assert.ok(sizes.decoder <= 9000, `fragscope is ${sizes.decoder} bytes`);
  assert.ok(sizes.capture <= 2500, `fragscope/capture is ${sizes.capture} bytes`);
});
