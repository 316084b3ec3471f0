// The paste box: what of a text was read, how else it can be read, and what stays while something is wrong in it.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { expect, innerText, launch, open, paste, selectedField, serve, settled, test } from "./harness.mjs";

let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const post = "what is this?\n80 00 00 00 01 # rules\n\n80 00 00 00\n02 # players \u{1f3ae} now\n";

/** What is marked in the box: the classes of each mark and its text. */
const marks = (page) => page.locator("fs-paste mark").evaluateAll((list) => list.map((m) => `${m.className}: ${m.textContent}`));
const marked = (page, text) => page.locator("fs-paste mark", { hasText: text }).first().waitFor({ state: "attached" });

test("what was read is shaded in the text, each datagram by itself, and what was skipped is grey", async () => {
  const { page, done } = await open(browser, server.url);
  await paste(page, post);
  await expect
    .poll(() => marks(page))
    .toEqual(["skip: what is this?", "even now: 80 00 00 00 01", "skip: # rules", "odd: 80 00 00 00", "odd: 02", "skip: # players \u{1f3ae} now"]);
  const shade = (i) =>
    page
      .locator("fs-paste mark")
      .nth(i)
      .evaluate((m) => getComputedStyle(m).backgroundColor);
  const shades = await Promise.all([0, 1, 3].map(shade));
  assert.equal(new Set(shades).size, 3, `shades: ${shades}`);

  // The datagram that is chosen in the list is the stronger one, and that of the caret is chosen.
  await page.locator("fs-list #p1").click();
  await page.locator("fs-paste mark.odd.now").first().waitFor({ state: "attached" });
  await expect(page.locator("fs-paste mark.even.now")).toHaveCount(0);
  await page.locator("fs-paste textarea").evaluate((t) => t.setSelectionRange(17, 17));
  await page.locator("fs-paste textarea").press("ArrowRight");
  await page.locator("fs-paste mark.even.now").waitFor({ state: "attached" });
  await expect(page.locator("fs-hex .b.sel").first()).toHaveAttribute("data-o", "1");
  await done();
});

test("the text does not wrap, and its marks move with it", async () => {
  const { page, done } = await open(browser, server.url);
  const line = (i) => `80 00 00 00 01 # ${i} ${"x".repeat(80)}\n\n`;
  const text = Array.from({ length: 180 }, (_, i) => line(i)).join("");
  await paste(page, text);
  const box = page.locator("fs-paste textarea");
  await box.evaluate((t) => t.scrollTo(0, 0)); // typing scrolls to the caret
  await marked(page, "# 0 xxx");
  const measures = await box.evaluate((t) => [t.scrollWidth > 2 * t.clientWidth, t.scrollHeight / (t.value.split("\n").length * 17)]);
  assert.ok(measures[0], "a long line is cut short or wrapped");
  assert.ok(measures[1] > 0.9 && measures[1] < 1.1, `lines take ${measures[1]} of their height`);
  assert.ok((await marks(page)).length < 200, "what is out of sight is not marked");
  await box.evaluate((t) => t.scrollTo(0, t.scrollHeight));
  await marked(page, "# 179 x");
  // The mark of the last datagram is where the text box has its line: at the bottom, above the padding.
  const [mark, area] = await Promise.all([page.locator("fs-paste mark:not(.skip)").last().boundingBox(), box.boundingBox()]);
  assert.ok(mark.y > area.y + area.height - 90 && mark.y + mark.height < area.y + area.height, JSON.stringify({ mark, area }));
  await box.evaluate((t) => t.scrollTo(500, t.scrollTop));
  await page.waitForFunction(() => {
    const root = document.querySelector("fs-app").shadowRoot.querySelector("fs-paste").shadowRoot;
    return root.querySelector("mark").getBoundingClientRect().x < root.querySelector("textarea").getBoundingClientRect().x - 300;
  });
  // A datagram that is chosen in the list is brought into sight.
  await page.locator("fs-list #p179").waitFor({ state: "detached" });
  await page.locator("fs-list .vscroll").press("Home");
  await page.locator("fs-list .vscroll").press("ArrowDown");
  await marked(page, "# 1 xxx");
  await done();
});

test("while something is wrong in the text, what was read before stays, dimmed, and the mistake is said once", async () => {
  const { page, done } = await open(browser, server.url);
  const filler = Array.from({ length: 60 }, () => "so it goes on").join("\n");
  await paste(page, "80 00 00 00 00\n\n80 00 00 00 01");
  await page.locator("fs-app .heading").getByText("unreal2, 5 bytes, 1 of 2").waitFor();
  await settled(page);
  const fields = await page.locator("fs-fields .f").count();
  await paste(page, `hello, world\n${filler}`);
  const said = page.locator("fs-paste #said");
  await said.getByText("The previous result is dimmed.").waitFor();
  await expect(page.locator("fs-fields .f"), "the fields went away").toHaveCount(fields);
  for (const part of ["fs-list", "section[aria-label=Fields]", "section[aria-label=Bytes]"])
    assert.match(
      await page.locator(`fs-app ${part}`).evaluate((e) => `${getComputedStyle(e).opacity} ${getComputedStyle(e).filter}`),
      /^0\.\d+ grayscale/,
      part,
    );
  await expect(said).toHaveText(/Line 1, column 1[^]*The previous result is dimmed\./, innerText);

  // Out of sight it is said below the box, in sight beside its place.
  const sentence = /found text/i;
  const seen = () =>
    page.locator("fs-paste").evaluate((e) => {
      const wide = (x) => x.checkVisibility({ visibilityProperty: true }) && x.getBoundingClientRect().width > 2;
      return ["callout", "why"].filter((name) => [...e.shadowRoot.querySelectorAll(`.${name}`)].some(wide));
    });
  await page.locator("fs-paste textarea").evaluate((t) => t.scrollTo(0, t.scrollHeight));
  await expect.poll(seen).toEqual(["why"]);
  await expect(said).toHaveText(sentence);
  await said.getByRole("button", { name: "Go to error" }).click();
  await expect.poll(seen).toEqual(["callout"]);
  await expect(page.locator("fs-paste .callout")).toHaveText(/^Found text/, innerText);
  assert.equal(await page.locator("fs-paste textarea").evaluate((t) => t.value.slice(t.selectionStart, t.selectionEnd)), "h");
  const [callout, area] = await Promise.all([page.locator("fs-paste .callout").boundingBox(), page.locator("fs-paste textarea").boundingBox()]);
  assert.ok(callout.y >= area.y && callout.y + callout.height <= area.y + area.height, "what is wrong is cut off");

  await paste(page, "80 00 00 00 02");
  await page.locator("fs-app .heading").getByText("unreal2, 5 bytes").waitFor();
  await expect(page.locator("fs-app .stale")).toHaveCount(0);
  // What was replaced as a whole is not kept.
  await paste(page, "");
  await page.locator("fs-app .heading").getByText("No datagram").waitFor();
  await done();
});

test("the other readings of a text are offered; one that is chosen is said, and taken back", async () => {
  const { page, done } = await open(browser, server.url);
  await paste(page, "91 98 97 92");
  const others = page.locator("fs-paste").getByRole("group", { name: "Other interpretations" });
  await others.waitFor();
  await expect(page.locator("fs-hex .b[data-o='0']").first()).toHaveText("91");
  await others.getByRole("button", { name: "as number list: 4 bytes, unknown" }).click();
  await page.locator("fs-paste").getByText("Decoded as number list, as chosen.").waitFor();
  await expect(page.locator("fs-hex .b[data-o='0']").first()).toHaveText("5B");
  await expect(others).toHaveCount(0);
  await page.locator("fs-paste").getByRole("button", { name: "Auto-detect" }).click();
  await others.waitFor();
  await expect(page.locator("fs-hex .b[data-o='0']").first()).toHaveText("91");
  await paste(page, "80");
  await page.locator("fs-paste #said").getByText("1 datagram, 1 byte").waitFor();
  await done();
});

test("a text of 2,000 lines is edited in the box; of a longer one, which is not, the box has the beginning", async () => {
  const { page, done } = await open(browser, server.url);
  const area = page.locator("fs-paste textarea");
  const give = async (lines) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), "80 00 00 00 00\n".repeat(lines));
    await page.keyboard.press("ControlOrMeta+V");
  };
  const held = () => area.evaluate((t) => [t.readOnly, t.value.trimEnd().split("\n").length]);
  await give(1_900);
  await page.locator("fs-paste .said").getByText("9,500 bytes").waitFor();
  await expect.poll(held).toEqual([false, 1_900]);
  await give(2_100);
  await page.locator("fs-paste .said").getByText("of 31,500 characters").waitFor();
  await page.locator("fs-paste .said").getByText("10,500 bytes").waitFor();
  await expect.poll(held).toEqual([true, 500]);
  await done();
});

test("of a paste of 1 MB only what lines show comes out of the program, and the page is laid out a few times", async () => {
  const { page, context, done } = await open(browser, server.url);
  await page.evaluate(() => {
    window.decoded = 0;
    const { decode } = TextDecoder.prototype;
    TextDecoder.prototype.decode = function (bytes, ...more) {
      window.decoded += bytes?.byteLength ?? 0;
      return decode.call(this, bytes, ...more);
    };
  });
  await page.getByRole("button", { name: "Copy as", disabled: false }).first().waitFor(); // the whole decoder is there
  const metrics = await context.newCDPSession(page);
  await metrics.send("Performance.enable");
  const layouts = async () => (await metrics.send("Performance.getMetrics")).metrics.find((m) => m.name === "LayoutCount").value;
  const texts = {
    "one line": "9A".repeat(500_000),
    lines: `${"9A ".repeat(15)}9A\n`.repeat(21_000),
    datagrams: `80 00 00 00 00 ${"9A ".repeat(300)}\n\n`.repeat(1_090),
  };
  for (const [name, text] of Object.entries(texts)) {
    const before = await layouts();
    const decoded = await page.evaluate(async (text) => {
      const area = document.querySelector("fs-app").shadowRoot.querySelector("fs-paste").shadowRoot.querySelector("textarea");
      area.focus();
      area.select();
      window.decoded = 0;
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, composed: true, cancelable: true }));
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
      return window.decoded;
    }, text);
    const count = (await layouts()) - before;
    assert.ok(decoded < 250_000, `${name}: ${decoded} bytes of texts were made`);
    assert.ok(count <= 6, `${name}: laid out ${count} times`);
  }
  await page.locator("fs-app .heading").getByText("305 bytes").waitFor();
  await page.locator("fs-fields .f .value", { hasText: "9A 9A" }).first().waitFor();
  await done();
});

test("the paste, what is selected of it and how it is shown survive a reload", async () => {
  const { page, done } = await open(browser, server.url, { viewport: { width: 700, height: 800 } });
  const show = (pane) => page.locator("fs-app .panes").getByRole("button", { name: pane }).click();
  await show("Input");
  const text = "# two, as typed\r\n80 00 00 00 01   # rules\n\n80 00 00 00 02";
  const typed = text.replace("\r", ""); // as a text box has it
  await paste(page, text);
  await page.locator("fs-list #p1").click();
  await page.locator("fs-app .panes").getByRole("button", { name: "Fields" }).click();
  await page.getByRole("button", { name: "Tree" }).click();
  await page.locator("fs-fields .vwin .f", { hasText: "Command" }).click();
  await page.reload();
  await page.locator("fs-app .heading").getByText("2 of 2").waitFor();
  await expect(page.locator("fs-paste textarea")).toHaveValue(typed);
  await expect(selectedField(page)).toHaveText(["Command"]);
  await expect(page.getByRole("button", { name: "Tree" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("fs-fields"), "the pane is another one").toBeVisible();
  // A mistake in the text is there again, too.
  await page.locator("fs-app .panes").getByRole("button", { name: "Input" }).click();
  await paste(page, "80 00 0O");
  await page.locator("fs-paste .bad").waitFor({ state: "attached" });
  await page.reload({ waitUntil: "load" });
  await page.locator("fs-paste .bad").waitFor({ state: "attached" });
  await expect(page.locator("fs-paste textarea")).toHaveValue("80 00 0O");
  // An address that is opened is not what was there before.
  await page.goto(`${server.url}?#sample=ut3-exchange`);
  await page.locator("fs-app .heading").getByText("1 of 4").waitFor({ state: "attached" });
  await done();
});

test("several bad digits are mended at once, and the others are marked too", async () => {
  const { page, done } = await open(browser, server.url);
  await paste(page, "80 0O 00 OO 01");
  const said = page.locator("fs-paste #said");
  await said.getByText(/^3 characters could not be read/).waitFor();
  await expect(page.locator("fs-paste .bad")).toHaveText(["O", "O", "O"]);
  await expect(page.locator("fs-app .heading")).toContainText("rules request");
  await said.getByRole("button", { name: "Fix all 3" }).click();
  await expect(page.locator("fs-paste textarea")).toHaveValue("80 00 00 00 01");
  await done();
});

test("an untouched sample is replaced by what is pasted into it; Clear empties the box", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply" });
  const box = page.locator("fs-paste textarea");
  await box.click();
  await page.evaluate(() => navigator.clipboard.writeText("00000000: 8000 0000 01                             ....."));
  await page.keyboard.press("ControlOrMeta+V");
  await page.locator("fs-app .heading").getByText("rules request").waitFor();
  await expect(box).toHaveValue(/^00000000: 8000 0000 01 +\.{5}$/);
  await page.locator("fs-paste").getByRole("button", { name: "Clear" }).click();
  await expect(box).toHaveValue("");
  await page.evaluate(() => navigator.clipboard.writeText("80 00 00 00 02"));
  await page.locator("fs-paste").getByRole("button", { name: "Paste" }).click();
  await page.locator("fs-app .heading").getByText("player list request").waitFor();
  await done();
});

test("an edit keeps the form that was pasted, comments and the other datagrams", async () => {
  const { page, done } = await open(browser, server.url);
  const dump = (last) => `my notes\n00000000: 8000 0000 0${last}                             .....\n\nmore notes\n`;
  await paste(page, `${dump(1)}00000000: 8000 0000 02                             .....\n`);
  await page.locator("fs-list #p1").waitFor();
  await page.locator("fs-list #p0").click();
  await page.locator("fs-hex .b[data-o='4']").click();
  await page.locator("fs-hex .vscroll").focus();
  await page.keyboard.press("0");
  await page.keyboard.press("2");
  await page.locator("fs-app .heading").getByText("player list request").waitFor();
  await expect(page.locator("fs-paste textarea")).toHaveValue(/^my notes\n00000000: 8000 0000 02 +\.{5}\n\nmore notes\n00000000: 8000 0000 02 +\.{5}\n$/);
  await done();
});

test("how a paste was recognised is one line, with the reason behind it; a file says its name", async () => {
  const { page, done } = await open(browser, server.url);
  const read = page.locator("fs-paste .read");
  await paste(page, "80 00 00 00 01");
  await expect(read.locator("summary")).toHaveText(/^plain hex · 1 datagram, 5 bytes\s+Why\?$/);
  await expect(read.getByText(/^Recognised by/)).toBeHidden();
  await read.locator("summary").click();
  await expect(read.getByText(/^Recognised by/)).toBeVisible();
  const png = Buffer.concat([Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), Buffer.alloc(64)]);
  await page.locator("fs-app header input[type=file]").setInputFiles({ name: "first.png", mimeType: "image/png", buffer: png });
  await expect(read.locator("summary")).toHaveText(/^first\.png: raw bytes · 1 datagram, 80 bytes/);
  await expect(page.locator("fs-paste mark"), "a mark over the empty box").toHaveCount(0);
  await done();
});
