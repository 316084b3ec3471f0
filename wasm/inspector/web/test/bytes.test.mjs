// The bytes and numbers as a person works with them: typed over, in one base, in shades that can be seen; and what is wrong in a tab of its own.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { expect, launch, open, packetsRead, paste, pick, samplesDir, selectedField, serve, settled, test } from "./harness.mjs";

let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const info = { hash: "#sample=ut2004-info-reply" };
const whole = (page) => page.waitForFunction(() => document.querySelector("fs-app").shadowRoot.querySelector(".result").textContent.trim() !== "");
const byte = (page, o) => page.locator(`fs-hex .b[data-o='${o}']`);
const footer = (page) => page.locator("fs-app footer");
const row = (page, name) => page.locator("fs-fields .vwin .f").filter({ has: page.locator(`.name bdi:text-is("${name}")`) });

test("bytes are typed over, what is typed in a row is undone as one", async () => {
  const { page, done } = await open(browser, server.url, info);
  await whole(page);
  await row(page, "Game port").click(); // bytes 10 to 13
  await page.keyboard.press("3");
  await page.keyboard.press("1"); // in the bytes it is a digit
  await expect(byte(page, 10)).toHaveText("1_");
  await page.keyboard.press("Escape");
  await expect(byte(page, 10), "Escape does not leave the byte as it was").toHaveText("6C");
  for (const digit of "61e1") await page.keyboard.press(digit);
  await footer(page).getByText("changed one byte").waitFor();
  await row(page, "Game port").locator(".value", { hasText: "57697" }).waitFor();
  for (const [o, digits] of ["61", "E1", "00"].entries()) await expect(byte(page, 10 + o)).toHaveText(digits);
  await expect(page.locator("fs-hex .b.cur"), "the cursor does not move on").toHaveAttribute("data-o", "12");
  await expect(selectedField(page)).toHaveText(["Game port"]);
  await page.keyboard.press("ControlOrMeta+Z");
  await row(page, "Game port").locator(".value", { hasText: "7788" }).waitFor();
  for (const [o, digits] of ["6C", "1E"].entries()) await expect(byte(page, 10 + o)).toHaveText(digits);
  await page.keyboard.press("ControlOrMeta+Shift+Z");
  await row(page, "Game port").locator(".value", { hasText: "57697" }).waitFor();
  await done();
});

test("the packets of a capture are not typed over", async () => {
  const { page, done } = await open(browser, server.url);
  await page.locator("fs-app header input[type=file]").setInputFiles(join(samplesDir, "captures", "scan-with-other-traffic.pcapng"));
  await packetsRead(page);
  await page.locator("fs-list #p4").click();
  await page.locator("fs-hex .b[data-o='0']").click();
  await page.locator("fs-hex .vscroll").focus();
  const was = await byte(page, 0).innerText();
  await page.keyboard.press("f");
  await page.keyboard.press("f");
  await settled(page);
  await expect(byte(page, 0)).toHaveText(was);
  await done();
});

test("offsets are hexadecimal with 0x until that is switched, which is remembered; values stay as they are", async () => {
  const { page, done } = await open(browser, server.url, { ...info, viewport: { width: 1280, height: 800 } });
  const seen = async () => [
    await row(page, "Game port").locator(".off").innerText(),
    (await row(page, "Game port").locator(".value").innerText()).trim(),
    (await page.locator("fs-hex .o").nth(2).innerText()).trim(),
    await page.locator("fs-hex .head .b").nth(10).innerText(),
    (await row(page, "Game port").getAttribute("title")).replace(/^[^]*Offset /, ""),
  ];
  await expect.poll(seen).toEqual(["0x000A", "7788", "0x0010", "0A", "0xA, 4 bytes"]);
  await row(page, "Game port").click();
  await page.mouse.move(700, 5);
  await footer(page).getByText("4 bytes at 0xA–0xD").waitFor();
  await expect(page.locator("fs-hex [role=row]").first().locator(".b[data-o]")).toHaveCount(16);
  await page.getByRole("searchbox").fill("@10");
  await page.keyboard.press("Enter");
  await footer(page).getByText("1 byte at 0x10").waitFor();
  await row(page, "Game port").click();
  await page.keyboard.press("x");
  await page.mouse.move(700, 5);
  await footer(page).getByText("4 bytes at 10–13").waitFor();
  await page.reload();
  await page.locator("fs-app .heading b").waitFor();
  await page.getByRole("button", { name: "hexadecimal offsets", pressed: false }).waitFor();
  await expect.poll(seen).toEqual(["10", "7788", "16", "10", "10, 4 bytes"]);
  await page.getByRole("searchbox").fill("@10");
  await page.keyboard.press("Enter");
  await footer(page).getByText("byte at 10").waitFor();
  await page.getByRole("button", { name: "hexadecimal offsets" }).click();
  await expect(row(page, "Game port").locator(".off")).toHaveText("0x000A");
  await page.evaluate(() => (location.hash = "#sample=pariah-info-reply"));
  await page.locator("fs-detail").getByText("Pariah server info reply").waitFor();
  await page.keyboard.press("u");
  await footer(page)
    .getByText(/^Unknown bytes at 0x[0-9A-F]+$/)
    .waitFor();
  await done();
});

test("single letters are keys until they are turned off", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=frame-checksum-wrong" });
  const header = page.locator("fs-app header");
  await page.keyboard.press("n");
  await page.locator("fs-fields .f[aria-selected=true]").waitFor();
  await page.keyboard.press("Escape");
  await pick(header, "Settings", "Keyboard shortcuts off");
  await page.locator("fs-app h1").click();
  for (const key of ["n", "?", "p", "t", "/"]) await page.keyboard.press(key);
  await expect(page.locator("fs-help")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Table" })).toHaveAttribute("aria-pressed", "true");
  assert.equal(await page.evaluate(() => document.querySelector("fs-app").shadowRoot.activeElement?.localName ?? ""), "");
  await page.reload();
  await page.locator("fs-app .heading b").waitFor();
  await page.keyboard.press("?");
  await expect(page.locator("fs-help"), "it is forgotten").toHaveCount(0);
  await pick(header, "Settings", "Keyboard shortcuts on");
  await page.keyboard.press("?");
  await page.locator("fs-help").waitFor();
  await done();
});

test("single letters do the same with Caps Lock", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut3-exchange" });
  const at = (n) => page.locator("fs-app .heading").getByText(`${n} of 4`).waitFor();
  await at(1);
  // With Caps Lock the key is "J" without Shift, and "j" with it.
  await page.keyboard.press("J");
  await at(2);
  await page.keyboard.press("K");
  await at(1);
  await page.keyboard.press("M");
  await footer(page).getByText("1 is marked").waitFor();
  await page.keyboard.press("J");
  await at(2);
  await page.keyboard.press("Shift+m");
  await at(1);
  await done();
});

test("problems have a tab with their number, which leads to each; without any it cannot be chosen", async () => {
  const { page, done } = await open(browser, server.url, info);
  const tab = page.getByRole("tab", { name: /^Problems/ });
  await expect(tab).toBeDisabled();
  await paste(page, "80 00 00 00 01\n\n80 00 00 00 00 01 02\n\n80 00 00 00 01 05 41\n");
  await page.locator("fs-list #p2").waitFor();
  await settled(page);
  const n = Number(await tab.locator(".number").innerText());
  assert.ok(n >= 2, `${n} problems`);
  await tab.click();
  const list = page.locator("fs-problems .problem");
  await list.nth(n - 1).waitFor();
  await expect(list).toHaveCount(n);
  await list.last().getByRole("button").first().click();
  await page.locator("fs-app .heading").getByText("3 of 3").waitFor();
  await expect(page.locator("fs-hex .b.sel")).not.toHaveCount(0);
  await done();
});

test("the line of a reply in a capture has its ping", async () => {
  const { page, done } = await open(browser, server.url);
  await page.locator("fs-app header input[type=file]").setInputFiles(join(samplesDir, "captures", "ut2004-multi-packet.pcapng"));
  await packetsRead(page);
  await page.locator("fs-list [data-i]", { hasText: "server info reply" }).first().click();
  await page
    .locator("fs-app .result")
    .getByText(/Ping [\d.]+ ms/)
    .waitFor();
  await done();
});

test("shades can be seen in both themes, and what is on them can be read", async () => {
  for (const [colorScheme, least] of [
    ["light", 1.1],
    ["dark", 1.5],
  ]) {
    const { page, done } = await open(browser, server.url, { ...info, colorScheme });
    const found = await page.locator("fs-hex").evaluate((hex) => {
      const box = document.createElement("div");
      hex.shadowRoot.append(box);
      const ink = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
      const luminance = (colour) => {
        ink.fillStyle = colour;
        ink.fillRect(0, 0, 1, 1);
        const [r, g, b] = Array.from(ink.getImageData(0, 0, 1, 1).data, (c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const contrast = (a, b) => (Math.max(luminance(a), luminance(b)) + 0.05) / (Math.min(luminance(a), luminance(b)) + 0.05);
      const ground = getComputedStyle(hex.ownerDocument.documentElement).backgroundColor;
      const out = [];
      for (const hue of ["num", "text", "len", "name", "addr", "raw"])
        for (const depth of [0, 1, 2, 3])
          for (const more of ["", " alt"])
            for (const ink of ["", " z"]) {
              box.className = `b h-${hue} d-${depth}${more}${ink}`;
              const { backgroundColor, color } = getComputedStyle(box);
              out.push([box.className, contrast(backgroundColor, ground), contrast(backgroundColor, color)]);
            }
      box.remove();
      return out;
    });
    assert.equal(found.length, 96);
    for (const [name, shade, text] of found) {
      assert.ok(shade >= least, `${colorScheme}, ${name}: ${shade.toFixed(2)} against the ground`);
      assert.ok(text >= 4.5, `${colorScheme}, ${name}: text has ${text.toFixed(2)}`);
    }
    await done();
  }
});
