// What somebody sees who comes for the first time, and how packets come in from anywhere on the page.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { expect, launch, open, packetsRead, paste, pick, sampleNames, samplesDir, sampleText, serve, settled, test } from "./harness.mjs";

let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const heading = (page) => page.locator("fs-app .heading");
const box = (page) => page.locator("fs-paste textarea");

/** Pastes as the keyboard does, where the focus is. */
async function press(page, text) {
  await page.evaluate((t) => navigator.clipboard.writeText(t), text);
  await page.keyboard.press("Control+V");
}

const examples = [
  ["Minecraft", "status reply"],
  ["Counter-Strike, Rust (A2S)", "info reply"],
  ["Quake III", "status reply"],
  ["SA-MP", "info reply"],
  ["UT2004", "server info reply"],
];

test("first visit: one box, an example with one field lit in text, fields and bytes, and what it means; the first own input ends it", async () => {
  const { page, done } = await open(browser, server.url, { first: true, viewport: { width: 1280, height: 720 } });
  const start = page.locator("fs-start");
  await start.getByRole("heading", { name: "Paste a game-server packet, see what every byte means" }).waitFor();
  await expect(start.locator("textarea")).toHaveAttribute("placeholder", "Paste bytes here: any hex dump, log or capture");
  const wide = await start.locator(".box").boundingBox();
  assert.ok(wide.width > 1200, `the box is ${wide.width} px wide`);
  await expect(box(page)).toHaveValue(sampleText("ut2004-info-reply"));
  await expect(page.locator("fs-fields .f[aria-selected=true] .name bdi")).toHaveText("Hostname");
  await expect(page.locator("fs-hex .b.sel")).toHaveCount(24);
  await page.locator("fs-paste mark.sel").first().waitFor({ state: "attached" });
  await expect(page.locator("fs-detail")).toContainText("The server's name");
  for (const [name, want] of examples) {
    await pick(start, "Try an example", name);
    await heading(page).getByText(want, { exact: true }).waitFor();
    await expect(page.locator("fs-fields .f[aria-selected=true]"), name).toHaveCount(1);
  }
  await start.locator("textarea").focus();
  await press(page, "80 00 00 00 01");
  await heading(page).getByText("rules request").waitFor();
  await expect(start).toHaveCount(0);
  await expect(box(page)).toHaveValue("80 00 00 00 01");
  await page.reload();
  await page.locator("fs-fields .f").first().waitFor();
  await expect(start, "it comes back").toHaveCount(0);
  await done();
});

test("first visit: a capture among the examples, and the button that pastes", async () => {
  const { page, done } = await open(browser, server.url, { first: true });
  const start = page.locator("fs-start");
  await page.evaluate(() => navigator.clipboard.writeText("80 00 00 00 02"));
  await start.getByRole("button", { name: "Paste", exact: true }).click();
  await heading(page).getByText("player list request").waitFor();
  await expect(start).toHaveCount(0);
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  await page.goto(server.url);
  await pick(start, "Try an example", "A capture");
  await page.locator("fs-capture-bar").getByText("160 packets").first().waitFor();
  await expect(start).toHaveCount(0);
  await done();
});

test("on a phone the fields come first and a sheet says what one means; on a tablet fields are above the bytes", async () => {
  const { page, done } = await open(browser, server.url, { first: true, viewport: { width: 390, height: 844 } });
  await expect(page.locator("fs-fields")).toBeVisible();
  await expect(page.locator("fs-hex")).toBeHidden();
  const sheet = page.locator("fs-app .sheet");
  await expect(sheet.locator("fs-detail")).toContainText("The server's name");
  const band = await page.locator("fs-start").boundingBox();
  assert.ok(band.height < 90, `the band takes ${band.height} px`);
  const lit = await page.locator("fs-fields .f[aria-selected=true]").boundingBox();
  const [top, height] = await sheet.evaluate((e) => [e.getBoundingClientRect().top, e.getBoundingClientRect().height]);
  assert.ok(lit.y + lit.height <= top, "the sheet lies over the field");
  assert.ok(height < 400, `the sheet takes ${height} px`);
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(sheet).toHaveCount(0);
  await page.locator("fs-fields .f", { hasText: "Game port" }).click();
  await expect(sheet.locator("h2")).toHaveText("Game port");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await page.setViewportSize({ width: 768, height: 1024 });
  const [fields, bytes] = await Promise.all([page.locator("fs-fields").boundingBox(), page.locator("fs-hex").boundingBox()]);
  assert.ok(fields.y + fields.height <= bytes.y && bytes.width > 250, JSON.stringify({ fields, bytes }));
  await done();
});

test("where a file is dragged over the page it says so", async () => {
  const { page, done } = await open(browser, server.url);
  const zone = page.locator("fs-app .dropzone");
  await expect(zone).toBeHidden();
  await page.evaluate(() => dispatchEvent(new DragEvent("dragover", { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() })));
  await expect(zone).toBeVisible();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["80 00 00 00 01"], "x.hex"));
    dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
  });
  await expect(zone).toBeHidden();
  await heading(page).getByText("rules request").waitFor();
  await done();
});

test("the first stop of the keyboard leads to the paste box", async () => {
  const { page, done } = await open(browser, server.url);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the paste box" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(box(page)).toBeFocused();
  await done();
});

test("what was asked for last is shown, whatever comes last", async () => {
  const { page, done } = await open(browser, server.url);
  await page.evaluate(() => {
    const { arrayBuffer } = Blob.prototype;
    window.reading = [];
    const held = new Promise((then) => (window.release = then));
    Blob.prototype.arrayBuffer = function () {
      const read = held.then(() => arrayBuffer.call(this));
      window.reading.push(read);
      return read;
    };
  });
  const file = { name: "slow.hex", mimeType: "text/plain", buffer: Buffer.from("80 00 00 00 01") };
  await page.locator("fs-app header input[type=file]").setInputFiles(file);
  await page.waitForFunction(() => window.reading.length > 0);
  await page.locator("fs-app h1").click();
  await press(page, "80 00 00 00 02");
  await heading(page).getByText("player list request").waitFor();
  await page.evaluate(() => window.release());
  await settled(page); // the file is read
  await expect(heading(page).locator("b")).toHaveText("player list request");
  await expect(box(page)).toHaveValue("80 00 00 00 02");
  await done();
});

test("every sample has a title that people read", async () => {
  const { page, done } = await open(browser, server.url);
  await page.getByRole("button", { name: "Samples" }).click();
  await page.locator("fs-gallery li").first().waitFor();
  await expect(page.locator("fs-gallery li b")).toHaveCount(sampleNames.length);
  const titles = (await page.locator("fs-gallery li b").allTextContents()).map((text) => text.trim());
  assert.deepEqual(
    titles.filter((t) => !/^[A-Z0-9]/.test(t) || t.includes("-reply")),
    [],
  );
  await page.locator("fs-gallery li", { hasText: "UGP ping reply" }).locator("button").click();
  await heading(page).getByText("ugp, 8 bytes").waitFor();
  await done();
});

test("text and files that are pasted anywhere are read; a new paste forgets what was chosen, selected and marked", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply" });
  await page.locator("fs-fields .vwin .f").nth(3).click();
  await page.keyboard.press("m");
  await press(page, "80 00 00 00 01");
  await heading(page).getByText("rules request").waitFor();
  await page.locator("fs-paste summary", { hasText: "Decode as…" }).click();
  await page.locator("fs-paste").getByLabel("Protocol").selectOption("gamespy1");
  await page.locator("fs-paste").getByText("Decoded as gamespy1, as chosen.").waitFor();
  await heading(page).getByText("gamespy1 (chosen)").waitFor();
  await page.locator("fs-app h1").click();
  await press(page, "80 00 00 00 02");
  await heading(page).getByText("player list request").waitFor();
  await expect(page.locator("fs-paste").getByText("as chosen"), "the protocol is still forced").toHaveCount(0);
  await expect(page.locator("fs-fields .f[aria-selected=true], fs-list .star"), "something is still selected or marked").toHaveCount(0);

  // A file from the clipboard, as a screenshot tool or a file manager leaves it.
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["80 00 00 00 00"], "request.txt", { type: "text/plain" }));
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await heading(page).getByText("server info request").waitFor();
  await page.locator("fs-app header input[type=file]").setInputFiles({ name: "none.hex", mimeType: "text/plain", buffer: Buffer.alloc(0) });
  await page.locator("fs-app [role=alert]").getByText("none.hex: the file is empty.").waitFor();
  await heading(page).getByText("server info request").waitFor();
  await page.getByRole("button", { name: "Dismiss" }).click();

  // What is pasted over a text is undone as a whole, and never glued to it.
  await box(page).click();
  await page.keyboard.press("Control+A");
  await press(page, "80 00 00 00 01");
  await heading(page).getByText("rules request").waitFor();
  await page.keyboard.press("Control+Z"); // "Z" without Shift, as with Caps Lock
  await heading(page).getByText("server info request").waitFor();
  await expect(box(page)).toHaveValue("80 00 00 00 00");
  await page.keyboard.press("Control+Shift+Z");
  await heading(page).getByText("rules request").waitFor();
  await done();
});

test("what was wrong with a link is said until something else is given", async () => {
  const { page, context, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply" });
  const alert = page.locator("fs-app [role=alert]");
  const hash = (h) =>
    page.evaluate((h) => {
      location.hash = h;
    }, h);
  for (const [link, says] of [
    ["#d=AAAA", /^The link is damaged/],
    ["#sample=nope", /^Sample nope not found/],
  ]) {
    await hash(link);
    await alert.getByText(says).waitFor();
    await hash("#sample=ut3-exchange");
    await page.locator("fs-app .heading b").getByText("challenge request").waitFor();
    await expect(alert, `${link}: the error stands above what is good`).toHaveCount(0);
    await hash("#sample=ut2004-info-reply");
    await page.locator("fs-app .heading b").getByText("server info reply").waitFor();
  }
  await paste(page, "80");
  await page.locator("fs-app .heading").getByText("1 byte", { exact: false }).waitFor();
  assert.doesNotMatch(await page.locator("fs-app").evaluate((a) => a.shadowRoot.querySelector(".heading").textContent), /1 bytes/);
  // Without a network parts of the page do not come.
  await page.getByRole("button", { name: "Copy as", disabled: false }).first().waitFor();
  await context.setOffline(true);
  const lost = "part of this page could not be loaded. Check the connection, then reload the page";
  for (const act of [
    () => page.getByRole("tab", { name: "Compare" }).click(),
    () => page.getByRole("button", { name: "Samples" }).click(),
    () => page.locator("fs-app header input[type=file]").setInputFiles(join(samplesDir, "captures", "ut3-challenge.pcapng")),
  ]) {
    await act();
    await alert.getByText(lost).waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await alert.waitFor({ state: "detached" });
  }
  await done();
});

test("a page that is loaded again says which capture was open", async () => {
  const { page, done } = await open(browser, server.url);
  const file = join(samplesDir, "captures", "ut2004-multi-packet.pcapng");
  await page.locator("fs-app header input[type=file]").setInputFiles(file);
  await packetsRead(page);
  await page.reload();
  const alert = page.locator("fs-app .bad[role=status]");
  await alert.getByText(/^ut2004-multi-packet\.pcapng was open before the page was reloaded: open it again/).waitFor();
  await page.locator("fs-app header input[type=file]").setInputFiles(file);
  await packetsRead(page);
  await expect(alert).toHaveCount(0);
  await page.locator("fs-capture-bar").getByRole("button", { name: "Close" }).click();
  await page.reload();
  await page.locator("fs-app .heading").getByText("No datagram").waitFor();
  await expect(alert, "it was closed").toHaveCount(0);
  await done();
});
