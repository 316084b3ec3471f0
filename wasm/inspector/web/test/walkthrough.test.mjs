// From opening the page to "what is the map of this server", as somebody who sees it for the first time: how many actions it takes, and how long
// the page lets them wait (README.md).
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { expect, innerText, launch, open, run, samplesDir, sampleText, serve, test } from "./harness.mjs";

let server, browser;
before(async () => {
  server = await serve();
  browser = await launch({ fast: true });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** A page at the first visit, what counts the actions on it, and says how long all took: what a person thinks meanwhile is not in it. */
async function visit(t) {
  const { page, done } = await open(browser, server.url, { first: true });
  await page.locator("fs-start").waitFor();
  const actions = [];
  const act = async (what, does) => {
    actions.push(what);
    await does();
  };
  const within = async (most, atMost) => {
    const seconds = (await page.evaluate(() => performance.now())) / 1000; // since it began to load
    t.diagnostic(`${seconds.toFixed(1)} s, ${actions.length} actions: ${actions.join(", ")}`);
    assert.ok(actions.length <= atMost, actions.join(", "));
    assert.ok(seconds <= most, `${seconds} s`);
  };
  return { page, done, act, within };
}

test("the map of a server from a post with hex in it", async (t) => {
  const { page, done, act, within } = await visit(t);
  const post =
    "Hi all, my server browser shows garbage for one server. Wireshark says it sent this:\n\n" +
    `${sampleText("ut2004-info-reply").replace(/^#.*\n/gm, "")}\n` +
    "Does anybody know which map it runs? Thanks!\n";
  await page.evaluate((text) => navigator.clipboard.writeText(text), post);
  await act("Ctrl+V anywhere", () => page.keyboard.press("ControlOrMeta+V"));
  const fact = page.locator("fs-app .result .fact", { hasText: "Map" });
  await fact.waitFor();
  await expect(fact).toHaveText(/^Map\s+DM-/, innerText);
  await within(10, 3);
  await done();
});

test("the maps of the servers in a capture of 160 packets with other traffic", async (t) => {
  const path = join(samplesDir, "captures", "scan-with-other-traffic.pcapng");
  const report = JSON.parse(run("analyze", "--format", "json", path));
  const { page, done, act, within } = await visit(t);
  assert.equal(report.packets, 160);
  const wanted = report.servers.find((s) => s.map !== null);
  await act("Open file, and choose it", () => page.locator("fs-app header input[type=file]").setInputFiles(path));
  await page.getByRole("region", { name: "Overview" }).getByRole("heading", { name: "Servers" }).waitFor();
  await act("All servers", () => page.getByRole("tab", { name: /^Servers/ }).click());
  const cells = page.locator("fs-servers [data-i]", { hasText: `${wanted.serverAddress}:${wanted.serverPort}` }).locator("[role=gridcell]");
  await cells.nth(2).waitFor();
  await expect(cells.nth(2)).toHaveText(wanted.map, innerText);
  await within(20, 4);
  await done();
});
