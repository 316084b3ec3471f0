// Unknown packets: what they are made of, what is accepted, named and undone, and where it is kept.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, launch, open, packetsRead, paste, root, serve, test } from "./harness.mjs";

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

test("a layout is pasted, dropped or opened as anything else is, and says what is wrong with it", async () => {
  const { page, done } = await open(browser, server.url);
  await paste(page, made);
  const layout = "# mine\nmeta: {id: mine, endian: le}\nseq:\n  - {id: magic, contents: [0x5a, 0x51]}\n  - {id: rest, size-eos: true}\n";
  await paste(page, layout);
  await page.locator("fs-app footer").getByText("Layout applied").waitFor();
  await expect(page.locator("fs-list"), "what was pasted before stays, and is described").toContainText("mine");
  const file = (text) => ({ name: "other.ksy", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles(file(layout.replaceAll("mine", "other")));
  await expect(page.locator("fs-list")).toContainText("other");
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles(file(layout.replace("size-eos", "size_eos")));
  await expect(page.locator("fs-app")).toContainText(/other\.ksy cannot be read: line 5, column \d+: /);
  await expect(page.locator("fs-list"), "the layout before stays").toContainText("other");
  await done();
});

test("what is accepted decodes at once, is undone, and comes back with the link and with the browser", async () => {
  const { page, done } = await shown(browser, server.url);
  await view(page).getByRole("button", { name: "Accept all of kind 1" }).click();
  await view(page).getByRole("button", { name: "Accept all of kind 2" }).click();
  await expect(view(page).getByRole("button", { name: "Accept", exact: true })).toHaveCount(0);
  await expect(page.locator("fs-list")).toContainText("Found in 24 packets");
  await expect(page.locator("fs-list")).toContainText(/found/); // the protocol
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
  const drag = async (from, to) => {
    await byte(from).hover();
    await page.mouse.down();
    await byte(to).hover();
    await page.mouse.up();
  };
  // Each key names the bytes that were dragged over, or as many as a number has from the first on.
  const mine = findings(page, 2).getByRole("listitem").filter({ hasText: "named by you" });
  for (const [key, form, size] of [
    ["4", "u4le", 4],
    ["8", "u8le", 8],
    ["f", "f4le", 4],
    ["s", "str", 2],
    ["g", "flags", 2],
  ]) {
    await drag(2, 3);
    await page.keyboard.press(key);
    await expect(mine).toContainText(`${form}, named by you`);
    await expect(mine).toContainText(`2 +${size}`);
    await page.keyboard.press("Control+z");
    await expect(mine).toHaveCount(0);
  }
  await drag(7, 8);
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

/** A capture (pcap, raw IPv4) of an A2S query and then datagrams over UDP between two hosts, every other one the other way. */
function captured(datagrams) {
  const head = Buffer.from("d4c3b2a1020004000000000000000000ffff000065000000", "hex");
  const out = [head];
  ["ffffffff54536f7572636520456e67696e6520517565727900", ...datagrams].forEach((hex, i) => {
    const data = Buffer.from(hex, "hex");
    const p = Buffer.alloc(28);
    p.writeUInt16BE(0x4500, 0);
    p.writeUInt16BE(28 + data.length, 2);
    p.writeUInt16BE(0x4011, 8);
    const ends = [
      [0xc6336407, 40001],
      [0xc6336463, 7777],
    ];
    const [from, to] = i === 0 || i % 2 === 1 ? ends : ends.toReversed();
    [from[0], to[0]].forEach((a, k) => p.writeUInt32BE(a, 12 + 4 * k));
    [from[1], to[1], 8 + data.length].forEach((n, k) => p.writeUInt16BE(n, 20 + 2 * k));
    const record = Buffer.alloc(16);
    [1764241592 + i, 0, 28 + data.length, 28 + data.length].forEach((n, k) => record.writeUInt32LE(n, 4 * k));
    out.push(record, p, data);
  });
  return { name: "unknown.pcap", mimeType: "application/octet-stream", buffer: Buffer.concat(out) };
}

const payloads = made
  .split("\n")
  .map((l) => l.trim())
  .filter((l) => l !== "" && !l.startsWith("#"));

async function opened(browser, url, datagrams) {
  const o = await open(browser, url);
  await o.page.locator("fs-app header input[type=file]").setInputFiles(captured(datagrams));
  await packetsRead(o.page);
  return o;
}

const row = (page, i) => page.locator(`fs-list #p${i}`);

test("unknown packets of a capture are compared under their numbers; what is accepted names their fields", async () => {
  const { page, done } = await opened(browser, server.url, payloads);
  await row(page, 2).click();
  await tab(page).click();
  await expect(view(page).getByRole("heading", { level: 3 })).toHaveText([/^Kind 1 12 packets, from clients/, /^Kind 2 12 packets, from servers/]);
  await expect(view(page)).toContainText("24 unknown packets are compared.");
  await expect(grid(page, 1).getByRole("rowheader").first()).toHaveText("2"); // the first is known
  await view(page).getByRole("button", { name: "Accept all of kind 2" }).click();
  await findings(page, 2).getByRole("listitem").filter({ hasText: "counter" }).getByRole("textbox").fill("Sequence number");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Fields" }).click();
  await expect(fieldNames(page)).toContainText("Sequence number");
  await tab(page).click();
  await view(page).getByRole("button", { name: "Undo" }).click();
  await page.getByRole("tab", { name: "Fields" }).click();
  await expect(fieldNames(page)).not.toContainText("Sequence number");
  await expect(fieldNames(page)).toContainText("Counter");
  await tab(page).click();
  await grid(page, 1).focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("x");
  await expect(findings(page, 1).getByRole("listitem").filter({ hasText: "named by you" })).toHaveCount(1);
  await done();
});

test("lists, filters and the report of a capture follow a layout, and its undo", async () => {
  const { page, done } = await opened(browser, server.url, payloads);
  const filter = page.locator("fs-capture-bar").getByRole("combobox", { name: "Filter" });
  const said = (text) => expect(page.locator("fs-app footer")).toContainText(text);
  const only = async (expression) => {
    await filter.fill(expression);
    await page.keyboard.press("Enter");
  };
  await row(page, 2).click();
  await page.getByRole("tab", { name: "Compare" }).click();
  await expect(page.locator("fs-compare")).toContainText("Choose two packets or more");
  await tab(page).click();
  await view(page).getByText("24 unknown packets are compared.").waitFor();
  await only("protocol == unknown");
  await said("24 of 25 packets match");
  for (const kind of [1, 2])
    await view(page)
      .getByRole("button", { name: `Accept all of kind ${kind}` })
      .click();
  await page.getByText("No packet matches the filter").first().waitFor();
  await expect(view(page)).toContainText("24 unknown packets are compared."); // the work goes on
  await only("found and found.counter >= 0");
  await said("24 of 25 packets match");
  await expect(row(page, 2)).toContainText(/found/); // the protocol
  await filter.fill("found.cou");
  await expect(page.locator("fs-capture-bar").getByRole("option", { name: /found\.counter/ })).not.toHaveCount(0);
  await page.keyboard.press("Escape"); // the suggestions lie over the tabs
  await page.getByRole("tab", { name: "Statistics" }).click();
  await expect(page.locator("fs-capture-view")).toContainText("Found in 24 packets");
  await page.getByRole("tab", { name: "Packets" }).click();
  for (let n = 0; n < 2; n++) await view(page).getByRole("button", { name: "Undo" }).click();
  await expect(page.locator("fs-capture-bar")).toContainText("found"); // is no name any more: all are shown
  await expect(row(page, 0)).toContainText("a2s");
  await expect(row(page, 2)).not.toContainText(/found/i);
  await page.getByRole("tab", { name: "Statistics" }).click();
  await expect(page.locator("fs-capture-view")).not.toContainText("Found in");
  await done();
});

test("a layout that is pasted describes the capture that is open, and the next one", async () => {
  const { page, done } = await opened(browser, server.url, payloads);
  const said = (text) => expect(page.locator("fs-app footer")).toContainText(text);
  await row(page, 2).click();
  await tab(page).click();
  const text = "meta: {id: zq, title: ZQ message}\nseq:\n  - {id: magic, contents: ZQ}\n  - {id: rest, size-eos: true}\n";
  await view(page).getByText("Layout as text").click();
  await view(page).getByRole("textbox", { name: "Layout" }).fill(text);
  await view(page).getByRole("button", { name: "Apply" }).click();
  await expect(row(page, 2)).toContainText("ZQ message");
  await page.locator("fs-app header input[type=file]").setInputFiles(captured([...payloads, payloads[1]]));
  await said("Read 26 packets");
  await packetsRead(page);
  await expect(row(page, 2)).toContainText("ZQ message");
  await page.locator("fs-capture-bar").getByRole("combobox", { name: "Filter" }).fill("zq");
  await page.keyboard.press("Enter");
  await said("25 of 26 packets match");
  await done();
});

test("of a capture those are compared that a filter shows or that are marked, and as many as is said", async () => {
  const { page, done } = await opened(
    browser,
    server.url,
    Array.from({ length: 300 }, (_, i) => payloads[i % payloads.length]),
  );
  await row(page, 1).click();
  await tab(page).click();
  await expect(view(page)).toContainText("The first 256 of 300 unknown packets are compared");
  await expect(view(page).getByRole("heading", { name: /^Kind 1/ })).toContainText("the first 64 shown");
  await page.locator("fs-capture-bar").getByRole("combobox", { name: "Filter" }).fill("packet <= 13");
  await page.keyboard.press("Enter");
  await expect(view(page)).toContainText("12 unknown packets are compared.");
  for (const i of [0, 1]) {
    await row(page, i).click();
    await page.keyboard.press("m");
  }
  await expect(view(page)).toContainText("2 marked packets are compared.");
  await expect(view(page).getByRole("rowheader")).toHaveText(["1", "2"]);
  await done();
});
