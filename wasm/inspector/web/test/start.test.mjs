// What somebody sees who comes for the first time, and how packets come in from anywhere on the page.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { expect, launch, open, packetsRead, paste, sampleNames, samplesDir, sampleText, serve, settled, test } from "./harness.mjs";

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

test("first visit: what it is in one sentence, a plain sample, six things to begin with", async () => {
  const { page, done } = await open(browser, server.url, { first: true });
  const start = page.locator("fs-start");
  await start.getByText("Paste a game-server packet, see what every byte means.").waitFor();
  await expect(page.locator("fs-fields .game"), "the first sample has colour codes").toHaveCount(0);
  await expect(box(page)).toHaveValue(sampleText("ut2004-info-reply"));
  const cards = start.locator("li button");
  await expect(cards).toHaveCount(6);
  for (const width of [820, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = () =>
      cards.evaluateAll((all, width) => all.filter((c) => c.getBoundingClientRect().right > width || c.scrollWidth > c.clientWidth).length, width);
    await expect.poll(cut, `cards that are not whole in sight at ${width} px`).toBe(0);
  }
  for (const [i, want] of ["server info", "player list reply", "status reply", "challenge request", "query reply"].entries()) {
    await cards.nth(i).click();
    await heading(page).getByText(want).first().waitFor();
  }
  await cards.nth(5).click();
  await page.locator("fs-capture-bar").getByText("160 packets").first().waitFor();
  await start.getByRole("button", { name: "Close" }).click();
  await page.reload();
  await page.locator("fs-fields .f").first().waitFor();
  await expect(start, "it comes back").toHaveCount(0);
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
  await page.locator("fs-paste summary").click();
  await page.locator("fs-paste").getByLabel("Protocol").selectOption("gamespy1");
  await page.locator("fs-paste").getByText("Decoded as gamespy1, as chosen.").waitFor();
  await heading(page).getByText("gamespy1 (chosen)").waitFor();
  await page.locator("fs-list .line").click();
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
  const alert = page.locator("fs-app [role=alert]");
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
