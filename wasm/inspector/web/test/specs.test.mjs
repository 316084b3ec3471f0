// The sources that the inspector names open the section of the specification.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { check, dist, expect, launch, open, serve, serveFolder, settled, test } from "./harness.mjs";

const specifications = readdirSync(join(dist, "spec")).length;

let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Clicks a link and returns the tab that it opens, whose errors are noted. */
async function opened(context, link, errors) {
  const arrives = context.waitForEvent("page");
  await link.click();
  const tab = await arrives;
  tab.on("console", (m) => m.type() === "error" && errors.push(m.text()));
  tab.on("pageerror", (e) => errors.push(String(e)));
  await tab.waitForLoadState();
  return tab;
}

/** The heading that a tab was opened at, which is where a reader sees it. */
async function heading(tab) {
  const target = tab.locator(":target");
  await expect.poll(async () => (await target.boundingBox())?.y, "the heading is not in sight").toBeGreaterThanOrEqual(0);
  assert.ok((await target.boundingBox()).y < 400, "the heading is not at the top");
  return target.innerText();
}

test("a field's source opens its section", async () => {
  const errors = [];
  const { page, context, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply" });
  await page.locator("fs-fields .f", { hasText: "Map name" }).last().click();
  const link = page.locator("fs-detail fs-story .src a");
  await expect(link).toHaveText("protocol/unreal2/SPEC.md#server-info-reply");
  const tab = await opened(context, link, errors);
  assert.equal(new URL(tab.url()).pathname, "/spec/unreal2.html");
  assert.equal(await heading(tab), "Server info reply");
  assert.equal(await tab.title(), "Unreal2 query — fragscope");
  assert.equal(await tab.evaluate(() => getComputedStyle(document.body).display), "grid", "its style sheet is there");
  assert.equal(await tab.evaluate(() => window.opener), null);
  assert.equal((await context.request.get(tab.url())).headers()["content-encoding"], "br");
  // From there to what all protocols share, and to a sample in the inspector.
  await tab.locator("main").getByRole("link", { name: "Unreal strings" }).first().click();
  await tab.waitForURL(/spec\/index\.html#unreal-strings$/);
  assert.equal(await heading(tab), "Unreal strings");
  await tab.locator("nav").getByRole("link", { name: "GameSpy 3 and 4 query" }).click();
  await tab.locator("main").getByRole("link", { name: /three/ }).first().click();
  await tab.locator("fs-app .heading b").waitFor();
  assert.match(tab.url(), /#sample=gamespy3-three-datagrams$/);
  assert.deepEqual(errors, []);
  await done();
});

test("a problem's sources open, each its own", async () => {
  const errors = [];
  const { page, context, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply-cut" });
  await page.keyboard.press("n");
  await page.locator("fs-detail .problem fs-explain button").first().click();
  const links = page.locator("fs-detail .problem .src a");
  await links.first().waitFor();
  await settled(page);
  for (let i = 0; i < (await links.count()); i++) {
    const anchor = (await links.nth(i).innerText()).split("#")[1];
    const tab = await opened(context, links.nth(i), errors);
    assert.equal((await heading(tab)).toLowerCase().replaceAll(" ", "-"), anchor);
  }
  await page.keyboard.press("?");
  const tab = await opened(context, page.getByRole("link", { name: "specifications of the protocols" }), errors);
  await expect(tab.locator("h1")).toHaveText("What the query protocols share");
  assert.deepEqual(errors, []);
  await done();
});

test("what is no link into a specification stays text", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=frame-ethernet-vlan" });
  await page.locator("fs-fields .f", { hasText: "7778 → 50123" }).locator(".tw").click();
  await page.locator("fs-fields .f", { hasText: "Destination port" }).first().click();
  await expect(page.locator("fs-detail fs-story .src")).toHaveText("Source: RFC 768");
  await expect(page.locator("fs-detail fs-story .src a")).toHaveCount(0);
  await done();
});

test("the theme that the inspector was given holds, and everybody can read them", async () => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    const { page, done } = await open(browser, `${server.url}spec/unreal2.html`, { hash: "#worked-example", ready: false, viewport });
    assert.equal(await heading(page), "Worked example");
    await check(page, `${viewport.width} wide`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= viewport.width, "nothing sticks out to the right");
    await done();
  }
  const { page, done } = await open(browser, server.url, { colorScheme: "light" });
  await page.evaluate(() => localStorage.setItem("fragscope.theme", "dark"));
  await page.goto(`${server.url}spec/index.html`);
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor), "rgb(20, 23, 28)");
  await done();
});

test("they are loaded when they are opened, and are there without a network", async () => {
  const asked = [];
  const first = await open(browser, server.url, { ready: false });
  first.page.on("request", (r) => asked.push(r.url()));
  await first.page.reload();
  await first.page.locator("fs-app .heading b").waitFor();
  assert.ok(asked.length > 3);
  assert.deepEqual(
    asked.filter((url) => url.includes("/spec/")),
    [],
  );
  await first.done();
  const host = await serveFolder("/some/where/");
  const { page, done } = await open(browser, host.url, { serviceWorkers: "allow" });
  const kept = () =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      const names = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return names.flat().filter((r) => r.url.includes("/spec/")).length;
    });
  await expect.poll(kept).toBeGreaterThanOrEqual(specifications);
  await host.stop();
  await page.goto(`${host.url}spec/gamespy1.html#query-ids`);
  assert.equal(await heading(page), "Query ids");
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).display), "grid");
  await done();
});
