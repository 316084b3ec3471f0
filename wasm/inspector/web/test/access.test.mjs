// Everybody can use every view: no violation that axe-core finds, in either
// theme, on a desktop and on a phone.
import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";
import { check, launch, open, paste, pick, serve } from "./harness.mjs";

let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

// Everything that a view can show is in these; each view once on each of the two.
const samples = ["ut2004-info-reply-cut", "gamespy3-three-datagrams", "frame-ethernet-vlan", "ut2004-rules-reply-hostile"];

describe("no violation in any view", { concurrency: 2 }, () => {
  for (const [device, viewport] of [
    ["desktop", { width: 1440, height: 900 }],
    ["phone", { width: 360, height: 740 }],
  ]) {
    test(device, () => everyView(device, { viewport }));
  }
});

async function everyView(device, look) {
  const { page, done } = await open(browser, server.url, { first: true, ...look });
  const pane = async (name) => {
    if (device === "phone") await page.locator("fs-app .panes").getByRole("button", { name }).click();
  };
  await page.locator("fs-start").waitFor();
  await check(page, "first visit");
  await page.locator("fs-start").getByRole("button", { name: "Close" }).click();
  for (const [i, sample] of samples.entries()) {
    await page.evaluate((n) => {
      location.hash = "#sample=" + n;
    }, sample);
    await pane("Fields");
    await page.waitForFunction(
      (n) => document.querySelector("fs-app").shadowRoot.querySelector(".heading")?.textContent.length > 30 && location.hash.endsWith(n),
      sample,
    );
    await page.waitForTimeout(60);
    await page.locator("fs-fields .vwin .f").nth(1).click();
    await check(page, `${sample}, table`);
    if (i === 2) {
      await page.getByRole("button", { name: "Tree" }).click();
      await check(page, `${sample}, tree`);
      await page.getByRole("button", { name: "Table" }).click();
    }
    for (const tab of [["Summary"], ["JSON and text", "Compare"], [], ["Summary"]][i]) {
      await page.getByRole("tab", { name: tab }).click();
      await check(page, `${sample}, ${tab}`);
    }
    await page.getByRole("tab", { name: "Fields" }).click();
    await pane("Bytes");
    await page.locator("fs-hex .b[data-o]").first().click();
    await page.locator("fs-hex .vscroll").focus();
    if (i === 0) await page.locator("fs-detail").getByRole("button", { name: "Edit bytes" }).click();
    if (i === 0 || device === "phone") await check(page, `${sample}, bytes`);
    await pane("Input");
    if (i === 0 && device === "phone") await check(page, `${sample}, input`);
  }
  await paste(page, "80 00 0O");
  await check(page, "error in the paste");
  await paste(page, "");
  await check(page, "nothing pasted");
  await page.getByRole("button", { name: "Samples" }).click();
  await page.locator("fs-gallery li").first().waitFor();
  await check(page, "samples");
  if (device === "phone") await pick(page.locator("fs-app header"), "More", "Help");
  else await page.getByRole("button", { name: "Help" }).click();
  await page.locator("fs-help dt").first().waitFor();
  await check(page, "help");
  await done();
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
