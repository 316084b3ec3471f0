// What people do by habit elsewhere: find, go to a place, filter again as before, copy in a form, change the theme.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { expect, innerText, launch, open, packetsRead, paste, samplesDir, selectedBytes, selectedField, serve, test } from "./harness.mjs";

let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const search = (page) => page.getByRole("searchbox");
const scan = join(samplesDir, "captures", "scan-with-other-traffic.pcapng");

test("Ctrl + F leads to the search and Ctrl + G to a place, from the paste box too", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply-colours" });
  await page.locator("fs-paste textarea").focus();
  await page.keyboard.press("Control+f");
  await expect(search(page)).toBeFocused();
  await page.keyboard.type("players");
  await page.keyboard.press("Enter");
  await expect(selectedField(page)).toHaveText(["Current players"]);
  await page.locator("fs-hex .vscroll").focus();
  await page.keyboard.press("Control+f");
  await page.keyboard.type("port"); // what was looked for is selected, and gives way
  await expect(search(page)).toHaveValue("port");
  // In the search itself the key is the browser's.
  const left = await search(page).evaluate((i) => {
    const e = new KeyboardEvent("keydown", { key: "f", ctrlKey: true, bubbles: true, composed: true, cancelable: true });
    return i.dispatchEvent(e);
  });
  assert.equal(left, true);
  // What was typed just before is not searched for, or it would stand in the box again.
  await search(page).evaluate((i) => {
    i.value = "ports";
    i.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    i.dispatchEvent(new KeyboardEvent("keydown", { key: "g", ctrlKey: true, bubbles: true, composed: true, cancelable: true }));
  });
  await expect(page.locator("fs-app [role=search]")).toHaveAttribute("aria-busy", "false");
  await expect(search(page)).toHaveValue("@");
  await page.keyboard.type("4B");
  await page.keyboard.press("Enter");
  await expect.poll(() => selectedBytes(page)).toEqual([0x4b]);
  await page.locator("fs-app header input[type=file]").setInputFiles(scan);
  await packetsRead(page);
  await page.keyboard.press("Control+g");
  await page.keyboard.type("40");
  await page.keyboard.press("Enter");
  await page.locator("fs-app .heading").getByText("40 of 160").waitFor();
  await done();
});

test("filters that were applied before are offered in an empty one, the last one first", async () => {
  const { page, done } = await open(browser, server.url);
  const input = page.locator("fs-app header input[type=file]");
  const box = page.locator("fs-capture-bar").getByRole("combobox", { name: "Filter" });
  const options = page.locator("fs-capture-bar").getByRole("option");
  const said = (text) => page.locator("fs-app footer").getByText(text).waitFor();
  await input.setInputFiles(scan);
  await packetsRead(page);
  for (const filter of ["gamespy3", "protocol ==", "size > 100", "gamespy3", ""]) {
    await box.fill(filter);
    await page.keyboard.press("Enter");
    if (filter === "") await said(/^All 160 packets are shown$/);
    else if (filter !== "protocol ==") await page.waitForFunction((f) => JSON.parse(localStorage.getItem("fragscope.filters") ?? "[]")[0] === f, filter);
    else await page.locator("fs-capture-bar").getByRole("alert").waitFor();
  }
  await page.reload();
  await page.locator("fs-app .heading b").waitFor({ state: "attached" });
  await input.setInputFiles(scan);
  await packetsRead(page);
  await box.focus();
  await page.keyboard.press("ArrowDown");
  await expect(options.nth(0)).toHaveText("gamespy3 recent");
  await expect(options.nth(1)).toHaveText("size > 100 recent");
  await expect(options.nth(2), "a filter that is wrong was not applied").not.toHaveText(/recent/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(box).toHaveValue("size > 100");
  await page.keyboard.press("Enter");
  await said(/packets match/);
  // Other things may be kept under this name by then.
  await page.evaluate(() => localStorage.setItem("fragscope.filters", '{"no": "list"'));
  await box.fill("");
  await page.keyboard.press("ArrowDown");
  await options.first().waitFor();
  await expect(options.filter({ hasText: "recent" })).toHaveCount(0);
  // What a name can be is offered before the quote, too.
  for (const [begun, want] of [
    ["protocol == game", 'protocol == "gamespy1"'],
    ["not worst!=", 'not worst!="note"'],
  ]) {
    await box.fill(begun);
    await options.first().waitFor();
    await page.keyboard.press("Tab");
    await expect(box).toHaveValue(want);
  }
  await done();
});

test("to copy, the forms that people use come first, and what dump programs write by option last", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply" });
  await page.locator("fs-app .result b").waitFor();
  await page.locator("fs-app header").getByRole("button", { name: "Copy as", exact: true }).click();
  const menu = page.locator("fs-app header").getByRole("menu", { name: "Copy as" });
  await menu.getByRole("menuitem", { name: "Hex digits", exact: true }).waitFor();
  const texts = (await menu.locator("p, [role=menuitem]").allTextContents()).map((text) => text.trim());
  const heading = texts.indexOf("Dumps by option");
  for (const name of ["Hex digits", "C array", "Go literal", "base64", "xxd", "Markdown table", "JSON"]) assert.ok(texts.indexOf(name) < heading, name);
  assert.ok(heading > 0 && texts.slice(heading + 1).every((name) => name.includes(" -")), texts.join(", "));
  assert.ok(texts.includes("hexdump -C"));
  const { height } = page.viewportSize();
  const json = await menu.getByRole("menuitem", { name: "JSON", exact: true }).boundingBox();
  assert.ok(json.y + json.height < height, "JSON is seen without scrolling");
  await done();
});

test("the theme that is offered looks different from what is shown, and the system's comes back", async () => {
  for (const [colorScheme, other] of [
    ["light", "dark"],
    ["dark", "light"],
  ]) {
    const { page, done } = await open(browser, server.url, { colorScheme });
    const header = page.locator("fs-app header");
    const colour = () => page.locator("fs-app footer").evaluate((e) => getComputedStyle(e).backgroundColor);
    const system = await colour();
    const choose = async (name) => {
      await header.getByRole("button", { name: "Settings", exact: true }).click();
      await header.getByRole("menuitem", { name, exact: true }).click();
    };
    await choose(`Use ${other} theme`);
    await expect.poll(colour).not.toBe(system);
    await choose("Use system theme");
    await expect.poll(colour).toBe(system);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), undefined);
    await done();
  }
});

test("of bytes that nobody knows the line does not say twice that they are unknown", async () => {
  const { page, done } = await open(browser, server.url);
  await paste(page, "DE AD BE EF 00 01 02");
  const heading = page.locator("fs-app .heading");
  await heading.getByText("unknown message").waitFor();
  await expect(heading).toHaveText(/^unknown message\s*7 bytes\s*$/, innerText);
  await done();
});

test("text is found in bytes that nobody understands, as ASCII and as UTF-16, in a paste and in a capture's filter", async () => {
  const { page, done } = await open(browser, server.url);
  const hex = (b) => Buffer.from(b).toString("hex");
  const head = [0xf7, 0x5a, 0x51, 0x03];
  await paste(page, `${hex([...head, 1])}\n\n${hex([...head, ...Buffer.from("CTF_bridge")])}\n\n${hex([...head, ...Buffer.from("ctf_bridge", "utf16le")])}`);
  await page.locator("fs-list #p2").waitFor();
  await search(page).fill("ctf_bridge");
  await page.keyboard.press("Enter");
  await page.locator("fs-app .count").getByText("1/2").waitFor();
  await page.locator("fs-app .heading").getByText("2 of 3").waitFor();
  await expect.poll(() => selectedBytes(page)).toEqual(Array.from({ length: 10 }, (_, i) => 4 + i));
  await page.keyboard.press("Enter");
  await page.locator("fs-app .heading").getByText("3 of 3").waitFor();
  await expect.poll(() => selectedBytes(page)).toEqual(Array.from({ length: 20 }, (_, i) => 4 + i));
  // Escape leaves nothing of a search.
  await page.keyboard.press("Escape");
  await expect(page.locator("fs-app .count")).toHaveText("");
  await expect(page.locator("fs-hex .hit")).toHaveCount(0);
  await page.locator("fs-app header input[type=file]").setInputFiles(scan);
  await packetsRead(page);
  await search(page).fill("DHCP");
  await page.getByRole("button", { name: "Filter ▸" }).click();
  await expect(page.locator("fs-capture-bar").getByRole("combobox", { name: "Filter" })).toHaveValue(/^text\("DHCP"\) or bytes\("44 48 43 50"\) or bytes\(/);
  await done();
});

test("a dump that is pasted into the search is decoded", async () => {
  const { page, done } = await open(browser, server.url);
  await search(page).click();
  await page.evaluate(() => navigator.clipboard.writeText("80 00 00 00 01\n\n80 00 00 00 02\n"));
  await page.keyboard.press("Control+v");
  await page.locator("fs-app .heading").getByText("1 of 2").waitFor();
  await expect(search(page)).toHaveValue("");
  await done();
});
