// A capture at first sight, its packets as Wireshark lists them, and what a filter does and does not.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { launch, open, packetsRead, pick, run, samplesDir, serve } from "./harness.mjs";

const path = join(samplesDir, "captures", "scan-with-other-traffic.pcapng");
let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const bar = (page) => page.locator("fs-capture-bar");
const tab = (page, name) => page.getByRole("tab", { name: new RegExp(`^${name}`) });

async function read(page) {
  await page.locator("fs-app header input[type=file]").setInputFiles(path);
  await packetsRead(page);
}

async function filter(page, expression, said = /packets match/) {
  await bar(page).getByRole("combobox", { name: "Filter" }).fill(expression);
  await page.keyboard.press("Enter");
  await page.locator("fs-app footer").getByText(said).waitFor();
}

test("a capture opens on an overview, which leads everywhere; every view says how much is in it", async () => {
  const { page, done } = await open(browser, server.url);
  await page.locator("fs-app header input[type=file]").setInputFiles(path);
  const view = page.getByRole("region", { name: "Overview" });
  await view.getByRole("heading", { name: "Servers" }).waitFor({ timeout: 30_000 });
  for (const name of ["Protocols", "Problems", "Messages", "Unsolicited reply floods", "Other traffic"])
    assert.equal(await view.getByRole("heading", { name, exact: true }).count(), 1, name);
  await page.locator("fs-plots canvas").first().waitFor();
  assert.equal(await page.locator("fs-hex").count(), 0, "a packet is shown that nobody chose");
  const report = JSON.parse(run("analyze", "--format", "json", path));
  assert.equal(await tab(page, "Packets").locator(".number").innerText(), String(report.packets));
  assert.equal(await tab(page, "Servers").locator(".number").innerText(), String(report.servers.length));
  assert.equal(await tab(page, "Problems").locator(".number").innerText(), String(report.problems.length));
  await view.getByRole("button", { name: "unreal2", exact: true }).first().click();
  await page.locator("fs-app footer").getByText("packets match").waitFor();
  assert.equal(await tab(page, "Packets").getAttribute("aria-selected"), "true");
  await done();
});

test("packets have the columns of Wireshark over the full width; others open in a drawer", async () => {
  const { page, done } = await open(browser, server.url, { viewport: { width: 1280, height: 800 } });
  await read(page);
  assert.deepEqual((await page.locator("fs-list [role=columnheader]").allInnerTexts()).slice(0, 7), [
    "No.",
    "Time",
    "Source",
    "Destination",
    "Protocol",
    "Length",
    "Info",
  ]);
  const box = await page.locator("fs-list").boundingBox();
  assert.ok(box.width > 1240, `the list is ${box.width} px wide`);
  const cells = await page.locator("fs-list #p4 [role=gridcell]").allInnerTexts();
  assert.deepEqual(cells.slice(0, 7), ["5", "0.009304", "10.20.0.2:35840", "198.18.1.13:6500", "gamespy3", "49", "challenge request"]);
  await tab(page, "Exchanges").click();
  assert.equal(await page.locator("fs-hex").count(), 0);
  await page.locator("fs-exchanges [data-i]").nth(2).click();
  await page.locator("fs-hex .b[data-o]").first().waitFor();
  await page.getByRole("button", { name: "Close packet" }).click();
  assert.equal(await page.locator("fs-hex").count(), 0);
  await done();
});

test("a filter hides rows and never changes what packets mean", async () => {
  const { page, done } = await open(browser, server.url);
  await read(page);
  const line = page.locator("fs-packet-line");
  const replies = page.locator("fs-list [data-i]", { hasText: "challenge reply" });
  await replies.first().click();
  await line.getByText(/reply to packet \d+/).waitFor();
  const before = await line.innerText();
  await filter(page, 'direction == "reply"');
  await replies.first().click();
  await line.getByText(/reply to packet \d+/).waitFor();
  assert.equal(await line.innerText(), before);
  await tab(page, "Exchanges").click();
  const outcomes = await page.locator("fs-exchanges [data-i]").allInnerTexts();
  assert.ok(outcomes.length > 0 && outcomes.filter((t) => /unsolicited/.test(t)).length < outcomes.length / 2, "replies lost their requests");
  await done();
});

test("the words of other tools are understood in a filter", async () => {
  const { page, done } = await open(browser, server.url);
  await read(page);
  const shown = async (expression) => {
    await filter(page, "size > 0", /160 of 160 packets match/); // so that the next words are about this one
    await filter(page, expression, /^\d\d? of 160 packets match/);
    return page.locator("fs-list [data-i] .no").allInnerTexts();
  };
  assert.deepEqual(await shown("udp.port == 6500"), await shown("port(6500)"));
  assert.deepEqual(await shown("ip.addr == 198.18.1.13"), await shown('host("198.18.1.13")'));
  const plain = await shown("gamespy3");
  assert.ok(plain.length > 0);
  assert.deepEqual(plain, await shown('protocol == "gamespy3"'));
  await done();
});

test("a menu does nothing until something in it is chosen", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply" });
  await page.evaluate(() => navigator.clipboard.writeText("as it was"));
  const header = page.locator("fs-app header");
  const button = header.getByRole("button", { name: "Copy as", exact: true });
  await page.waitForFunction(() => document.querySelector("fs-app").shadowRoot.querySelector(".result")?.textContent.trim());
  await button.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "as it was");
  await page.keyboard.press("Escape");
  assert.equal(await button.getAttribute("aria-expanded"), "false");
  assert.equal(await button.evaluate((b) => b.getRootNode().activeElement === b), true, "the focus is lost");
  await pick(header, "Copy as", "Hex digits");
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith("80 00 00 00 00"));
  await done();
});

test("on a phone what is used less is behind one button, and nothing sticks out", async () => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 640, height: 400 },
  ]) {
    const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply", viewport });
    const header = page.locator("fs-app header");
    const more = header.getByRole("button", { name: "More", exact: true });
    await more.click();
    for (const item of ["Copy link", "Next problem", "Hex digits", "Help"]) await header.getByRole("menuitem", { name: item, exact: true }).waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await header.getByRole("button", { name: "Copy as" }).count(), 0);
    const height = await header.evaluate((h) => h.offsetHeight);
    assert.ok(height < 80, `the toolbar is ${height} px high`);
    await read(page);
    for (const name of ["Overview", "Packets", "Exchanges", "Servers"]) {
      await tab(page, name).click();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width, name);
    }
    await done();
  }
});
