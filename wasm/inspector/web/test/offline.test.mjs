// The page from any static host, below any folder; and without one, after the
// first visit.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { launch, open, paste, serve, serveFolder } from "./harness.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
});

/** Waits until the service worker has everything and answers for the page. */
const kept = (page) => page.evaluate(async () => {
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
});

test("from a folder of a plain host, and again when the host is gone", async () => {
  const server = await serveFolder("/some/where/");
  const { page, context, done } = await open(browser, server.url, { hash: "#sample=ut3-exchange" });
  const title = await page.locator("fs-app .heading b").innerText();
  await kept(page);
  await server.stop();
  await page.reload();
  await page.locator("fs-app .heading b").waitFor();
  assert.equal(await page.locator("fs-app .heading b").innerText(), title);
  await paste(page, "80 00 00 00 00");
  await page.locator("fs-app .heading").getByText("server info request").waitFor();
  await page.getByRole("button", { name: "Samples" }).click();
  await page.locator("fs-gallery li").first().waitFor();
  // Every part that is loaded late is there too.
  const other = await context.newPage();
  await other.goto(server.url + "index.html#sample=ut2004-info-reply");
  await other.locator("fs-app .heading b").getByText("server info reply").waitFor();
  await done();
});

test("it can be installed", async () => {
  const server = await serve();
  const { page, context, done } = await open(browser, server.url);
  await kept(page);
  const session = await context.newCDPSession(page);
  const { errors, manifest } = await session.send("Page.getAppManifest").then(async (m) => ({ errors: m.errors, manifest: JSON.parse(m.data) }));
  assert.deepEqual(errors, []);
  assert.equal(manifest.display, "standalone");
  for (const icon of manifest.icons) assert.equal((await page.request.get(new URL(icon.src, server.url).href)).status(), 200, icon.src);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A window without a profile of its own can install nothing, whatever the page.
  assert.deepEqual(installabilityErrors.filter((e) => e.errorId !== "in-incognito"), []);
  await done();
  await server.close();
});

test("it is sent compressed, once, and with a strict policy", async () => {
  const server = await serve();
  const { page, done } = await open(browser, "about:blank", { origin: server.url, ready: false });
  const answers = [];
  page.on("response", (r) => answers.push(r));
  await page.goto(server.url);
  await page.locator("fs-app .heading b").waitFor();
  for (const r of answers) {
    const head = await r.allHeaders();
    const policy = head["content-security-policy"];
    assert.match(policy, /default-src 'none'/, r.url());
    assert.match(policy, /connect-src 'self'/, r.url());
    assert.doesNotMatch(policy, /'unsafe-|\*|data:|https?:/, r.url());
    if (/\.(js|css|wasm)$|\/$/.test(r.url())) assert.equal(head["content-encoding"], "br", r.url());
    if (r.url().includes("/assets/")) assert.match(head["cache-control"], /immutable/, r.url());
  }
  const wasm = answers.find((r) => r.url().endsWith(".wasm")).url();
  const br = await fetch(wasm, { headers: { "Accept-Encoding": "br" } });
  assert.equal(br.headers.get("content-encoding"), "br");
  const again = await fetch(wasm, { headers: { "Accept-Encoding": "br", "If-None-Match": br.headers.get("etag") } });
  assert.equal(again.status, 304);
  await done();
  await server.close();
});
