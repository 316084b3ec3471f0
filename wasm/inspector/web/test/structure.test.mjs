// Unknown packets: what they are made of, what is accepted, named and undone, and where it is kept.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, launch, open, paste, root, serve, test } from "./harness.mjs";

let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** The made-up protocol of the command's test: magic, counter, kind, length, id, texts, CRC. */
const made = readFileSync(join(root, "analyzer/cmd/fragscope/testdata/script/structure.txtar"), "utf8").split("-- made.hex --\n")[1].split("\n-- ")[0];

const view = (page) => page.locator("fs-structure");
const findings = (page, kind) => view(page).getByRole("list", { name: `Findings of kind ${kind}` });
const grid = (page, kind) => view(page).getByRole("group", { name: new RegExp(`^Packets of kind ${kind}`) });
const tab = (page) => page.getByRole("tab", { name: "Structure" });
const fieldNames = (page) => page.locator("fs-fields");

async function shown(browser, url, options) {
  const opened = await open(browser, url, options);
  await paste(opened.page, made);
  await tab(opened.page).click();
  await view(opened.page).getByRole("heading", { name: "Kind 2" }).waitFor();
  return opened;
}

test("Structure is offered for several unknown packets alone, and shows what they are made of", async () => {
  const { page, done } = await open(browser, server.url);
  await expect(tab(page)).toHaveCount(0);
  await paste(page, "5a51c10b02");
  await expect(tab(page)).toHaveCount(0);
  await paste(page, made);
  await tab(page).click();
  await expect(view(page).getByRole("heading", { level: 3 })).toHaveText([/^Kind 1 12 packets/, /^Kind 2 12 packets/]);
  for (const text of [/constant: always 5a 51/, /counter: .*counter, 1 more/, /length: .*length of what follows/, /checksum: .*CRC-16\/MODBUS/])
    await expect(findings(page, 2).getByRole("listitem").filter({ hasText: text })).not.toHaveCount(0);
  await expect(grid(page, 1).getByRole("row")).toHaveCount(12);
  await done();
});

test("what is accepted decodes at once, is undone, and comes back with the link and with the browser", async () => {
  const { page, done } = await shown(browser, server.url);
  await view(page).getByRole("button", { name: "Accept all of kind 1" }).click();
  await view(page).getByRole("button", { name: "Accept all of kind 2" }).click();
  await expect(view(page).getByRole("button", { name: "Accept", exact: true })).toHaveCount(0);
  await expect(page.locator("fs-list")).toContainText("Found in 24 packets");
  await findings(page, 2).getByRole("listitem").filter({ hasText: "counter" }).getByRole("textbox").fill("Sequence number");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Fields" }).click();
  await expect(fieldNames(page)).toContainText("Sequence number");
  await expect(fieldNames(page)).not.toContainText("Unknown bytes");
  await tab(page).click();
  await view(page).getByRole("button", { name: "Undo" }).click();
  await page.getByRole("tab", { name: "Fields" }).click();
  await expect(fieldNames(page)).toContainText("Counter");
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.waitForURL(/#d=/);
  const link = page.url();
  const second = await open(browser, link); // a browser of its own
  await expect(fieldNames(second.page)).toContainText("Counter");
  await second.done();
  await page.goto("about:blank");
  await page.goto(server.url);
  await paste(page, made);
  await expect(page.locator("fs-list")).toContainText("Found in 24 packets");
  await tab(page).click();
  await view(page).getByRole("button", { name: "Remove layout" }).click();
  await expect(page.locator("fs-list")).not.toContainText("Found in 24 packets");
  await done();
});

test("a range is named by dragging and a key, and by the keyboard alone", async () => {
  const { page, done } = await shown(browser, server.url);
  const byte = (at) => grid(page, 2).locator(`i[data-at="1 0 ${at}"]`);
  await byte(7).hover();
  await page.mouse.down();
  await byte(8).hover();
  await page.mouse.up();
  await page.keyboard.press("b");
  await page.keyboard.press("2");
  const marked = findings(page, 2).getByRole("listitem").filter({ hasText: "u2be, named by you" });
  await expect(marked).toHaveCount(1);
  await marked.getByRole("textbox").fill("half");
  await page.keyboard.press("Enter");
  await expect(marked.getByRole("textbox")).toHaveValue("half");
  // From the back where something before it varies; without the mouse.
  await grid(page, 2).focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("c");
  const sum = findings(page, 2).getByRole("listitem").filter({ hasText: "checksum, named by you" });
  await expect(sum).toContainText("-2 +2");
  await page.keyboard.press("Control+z");
  await expect(sum).toHaveCount(0);
  await page.keyboard.press("Control+Shift+z");
  await expect(sum).toHaveCount(1);
  await page.keyboard.press("Delete");
  await expect(sum).toHaveCount(0);
  await done();
});

test("a layout is pasted, its errors have a place, and it is exported", async () => {
  const { page, done } = await shown(browser, server.url);
  await view(page).getByText("Layout as text").click();
  const text = view(page).getByRole("textbox", { name: "Layout" });
  await text.fill("meta: {id: zq, title: ZQ message, endian: le}\nseq:\n  - {id: magic, type: u3}\n");
  await view(page).getByRole("button", { name: "Apply" }).click();
  await expect(view(page).getByRole("alert")).toContainText("line 3, column 23: there is no type “u3”");
  await text.fill("meta: {id: zq, title: ZQ message, endian: le}\nseq:\n  - {id: magic, contents: ZQ}\n  - {id: rest, size-eos: true}\n");
  await view(page).getByRole("button", { name: "Apply" }).click();
  await expect(page.locator("fs-list")).toContainText("ZQ message");
  await view(page).getByText("Export layout").click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: /Wireshark/ }).click()]);
  assert.match(readFileSync(await file.path(), "utf8"), /^-- Wireshark dissector of the layout zq/);
  await done();
});

test("a link written by hand brings a layout, which is there before the first packet", async () => {
  const text = "meta: {id: zq, title: ZQ message, endian: le}\nseq:\n  - {id: magic, contents: ZQ}\n  - {id: rest, size-eos: true}\n";
  const { page, done } = await open(browser, `${server.url}#layout=${encodeURIComponent(text)}`);
  await expect(page.locator("fs-fields")).not.toContainText("Unknown bytes"); // the example is there as ever
  await paste(page, "5a51 c10b 02");
  await expect(page.locator("fs-fields")).toContainText(/magic/i);
  await done();
});
