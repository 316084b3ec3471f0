// Back and Forward lead through what was shown; and nothing of the page moves or leaves by itself.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { expect, launch, open, packetsRead, samplesDir, selectedField, serve, settled, test } from "./harness.mjs";

let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Waits until the page has noted what is shown. */
const noted = (page, name, value) => expect.poll(() => page.evaluate((name) => JSON.stringify(history.state?.[name]), name)).toBe(JSON.stringify(value));

test("Back closes what lies over the page, and leads to the tab, the selection and the input before", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply" });
  await settled(page);
  await noted(page, "over", "");
  await page.getByRole("button", { name: "Samples" }).click();
  await page.locator("fs-gallery li").first().waitFor();
  await noted(page, "over", "gallery");
  await page.goBack();
  await expect(page.locator("fs-gallery")).toHaveCount(0);
  await expect(page.locator("fs-app .heading b")).toHaveText("server info reply");
  await page.goForward();
  await page.locator("fs-gallery li").first().waitFor();
  await page.keyboard.press("Escape");
  await expect(page.locator("fs-gallery")).toHaveCount(0);
  await noted(page, "over", "");

  await page.getByRole("tab", { name: "Summary" }).click();
  await noted(page, "tab", "summary");
  await page.goBack();
  await expect(page.getByRole("tab", { name: "Fields" })).toHaveAttribute("aria-selected", "true");
  await page.locator("fs-fields .vwin .f", { hasText: "Map name" }).last().click();
  await noted(page, "selection", [44, 60]);
  await page.locator("fs-app h1").click();
  await page.evaluate(() => navigator.clipboard.writeText("80 00 00 00 01"));
  await page.keyboard.press("ControlOrMeta+V");
  await page.locator("fs-app .heading b").getByText("rules request").waitFor();
  await noted(page, "selection", null);
  await page.goBack();
  await page.locator("fs-app .heading b").getByText("server info reply").waitFor();
  await expect(selectedField(page)).toHaveText(["Map name"]);
  await page.goForward();
  await page.locator("fs-app .heading b").getByText("rules request").waitFor();
  await done();
});

test("of Back and Forward at once, the last is followed", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply" });
  await noted(page, "over", "");
  await page.locator("fs-app h1").click();
  await page.evaluate(() => navigator.clipboard.writeText("80 00 00 00 01"));
  await page.keyboard.press("ControlOrMeta+V");
  await page.locator("fs-app .heading b").getByText("rules request").waitFor();
  await expect.poll(() => page.evaluate(() => history.state?.inputs)).toBeGreaterThan(0);
  for (let i = 0; i < 5; i++) {
    await page.evaluate(async () => {
      for (const step of ["back", "forward", "back", "forward"]) {
        const popped = new Promise((then) => addEventListener("popstate", then, { once: true }));
        history[step]();
        await popped;
      }
    });
    await settled(page);
    await expect(page.locator("fs-app .heading b")).toHaveText("rules request");
  }
  await done();
});

test("what is opened over the page before anything was noted is closed without leaving the page", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply" });
  await page.addInitScript(() => {
    const soon = window.setTimeout.bind(window);
    window.setTimeout = (f, ms, ...rest) => soon(f, ms === 200 ? 1500 : ms, ...rest); // a machine that is busy
  });
  await page.reload();
  await page.getByRole("button", { name: "Samples" }).click();
  await page.locator("fs-gallery li").first().waitFor();
  await noted(page, "over", "gallery");
  await page.locator("fs-gallery li", { hasText: "UGP ping reply" }).locator("button").click();
  await page.locator("fs-app .heading").getByText("ugp, 8 bytes").waitFor();
  await expect(page.locator("fs-gallery")).toHaveCount(0);
  await done();
});

test("a sample that was looked for in the gallery stays; Back leads to the input before it", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply" });
  await settled(page);
  await noted(page, "over", "");
  await page.getByRole("button", { name: "Samples" }).click();
  await page.locator("fs-gallery li").first().waitFor();
  await noted(page, "over", "gallery");
  await page.locator("fs-gallery li", { hasText: "UGP ping reply" }).locator("button").click();
  await expect(page.locator("fs-gallery")).toHaveCount(0);
  await page.locator("fs-app .heading b").getByText("ping reply").waitFor();
  await noted(page, "inputs", 1);
  await expect(page.locator("fs-app .heading b")).toHaveText("ping reply");
  await page.goBack();
  await expect(page.locator("fs-app .heading b")).toHaveText("server info reply");
  await page.goForward();
  await expect(page.locator("fs-app .heading b")).toHaveText("ping reply");
  await done();
});

test("in a capture Back leads from a server to the list, and from a packet to the one before", async () => {
  const { page, done } = await open(browser, server.url);
  await page.locator("fs-app header input[type=file]").setInputFiles(join(samplesDir, "captures", "scan-with-other-traffic.pcapng"));
  await packetsRead(page);
  await settled(page);
  await page.getByRole("tab", { name: /^Servers/ }).click();
  const tab = (name) => page.getByRole("tab", { name });
  await noted(page, "captureTab", "servers");
  await page.locator("fs-servers [data-i]").first().click();
  await noted(page, "captureTab", "timeline");
  await expect(tab("Timeline")).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(tab(/^Servers/)).toHaveAttribute("aria-selected", "true");
  await page.goForward();
  await expect(tab("Timeline")).toHaveAttribute("aria-selected", "true");
  await tab(/^Packets/).click();
  await noted(page, "captureTab", "packets");
  await page.locator("fs-list .vscroll").press("Home"); // a click may meet another row, while the list goes to the packet that is shown
  await noted(page, "packet", 1);
  await page.goBack();
  await expect(page.locator("fs-fields")).not.toHaveAttribute("data-packet", "1");
  assert.ok((await page.url()).startsWith(server.url), "Back left the page");
  await done();
});
