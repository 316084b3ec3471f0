// Everybody can use every view: no violation that axe-core finds, in either
// theme, on a desktop and on a phone.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { check, launch, open, paste, pick, serve, settled, test } from "./harness.mjs";

let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const devices = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } };

// Everything that a view can show is in these; each view once on each of the two, and what differs on a phone there too.
const samples = {
  "ut2004-info-reply-cut": ["Summary"],
  "gamespy3-three-datagrams": ["JSON and text", "Compare"],
  "frame-ethernet-vlan": [],
  "ut2004-rules-reply-hostile": ["Summary"],
};

for (const [device, viewport] of Object.entries(devices)) {
  const phone = device === "phone";
  const pane = async (page, name) => {
    if (phone) await page.locator("fs-app .panes").getByRole("button", { name }).click();
  };

  for (const [sample, tabs] of Object.entries(samples))
    test(`no violation in ${sample}, ${device}`, async () => {
      const { page, done } = await open(browser, server.url, { hash: `#sample=${sample}`, viewport });
      await pane(page, "Fields");
      await settled(page);
      await page.locator("fs-fields .vwin .f").nth(1).click();
      await check(page, "table");
      if (sample === "frame-ethernet-vlan") {
        await page.getByRole("button", { name: "Tree" }).click();
        await check(page, "tree");
      }
      for (const tab of tabs) {
        await page.getByRole("tab", { name: tab }).click();
        await settled(page);
        await check(page, tab);
      }
      await page.getByRole("tab", { name: "Fields" }).click();
      await pane(page, "Bytes");
      await page.locator("fs-hex .b[data-o]").first().click();
      await page.locator("fs-hex .vscroll").focus();
      const first = sample === Object.keys(samples)[0];
      if (first) await pick(page.locator("fs-detail"), "More", "Edit bytes");
      if (first || phone) await check(page, "bytes");
      await pane(page, "Input");
      if (first && phone) await check(page, "input");
      await done();
    });

  test(`no violation at the first visit, without a packet, in samples and help, ${device}`, async () => {
    const { page, done } = await open(browser, server.url, { first: true, viewport });
    await page.locator("fs-start").waitFor();
    await settled(page);
    await check(page, "first visit");
    await pane(page, "Input");
    await paste(page, "80 00 0O");
    await page.locator("fs-start").waitFor({ state: "detached" });
    await page.locator("fs-paste .bad").waitFor({ state: "attached" });
    await check(page, "error in the paste");
    await paste(page, "");
    await settled(page);
    await check(page, "nothing pasted");
    await paste(page, "hello");
    await page.locator("fs-paste .callout").waitFor({ state: "attached" });
    await check(page, "text that is no packet");
    await page.evaluate(() => (location.hash = "#sample=two-servers-replies"));
    await page.locator("fs-app .heading").getByText("1 of 2").waitFor({ state: "attached" });
    if (phone) await pick(page.locator("fs-app header"), "More", "Share…");
    else await page.getByRole("button", { name: "Share…" }).click();
    await page.locator("fs-share img").waitFor();
    await check(page, "share");
    if (phone) await pick(page.locator("fs-app header"), "More", "Samples");
    else await page.getByRole("button", { name: "Samples" }).click();
    await page.locator("fs-gallery li").first().waitFor();
    await check(page, "samples");
    if (phone) await pick(page.locator("fs-app header"), "More", "Help");
    else await page.getByRole("button", { name: "Help" }).click();
    await page.locator("fs-help dt").first().waitFor();
    await check(page, "help");
    await done();
  });
}

test("at twice the size and with little motion everything is still in reach", async () => {
  // 200 % zoom of a window 1280 wide leaves 640.
  const { page, done } = await open(browser, server.url, {
    hash: "#sample=ut2004-info-reply",
    viewport: { width: 640, height: 450 },
    reducedMotion: "reduce",
    deviceScaleFactor: 2,
  });
  for (const name of ["Input", "Fields", "Bytes"]) {
    await page.locator("fs-app .panes").getByRole("button", { name }).click();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${name}: nothing sticks out to the side`);
    const box = await page.locator({ Input: "fs-paste textarea", Fields: "fs-fields .vscroll", Bytes: "fs-hex .vscroll" }[name]).boundingBox();
    assert.ok(box && box.height >= 60 && box.width > 250, `${name}: ${JSON.stringify(box)}`);
  }
  const moving = await page
    .locator("fs-app header button")
    .first()
    .evaluate((b) => getComputedStyle(b).transitionDuration);
  assert.equal(moving, "0s");
  await done();
});
