// Lists tell the story: what each packet contains, what answers it, and what one asks first about a capture.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { expect, launch, open, packetsRead, paste, samplesDir, sampleText, serve, settled, test } from "./harness.mjs";

let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const scan = join(samplesDir, "captures", "scan-with-other-traffic.pcapng");
const give = (page, file) => page.locator("fs-app header input[type=file]").setInputFiles(file);
const filterBox = (page) => page.locator("fs-capture-bar").getByRole("combobox", { name: "Filter" });

/** A pcap of UDP packets, from one host to another, each with its payload; back says which go the other way. */
function pcap(payloads, back = () => false) {
  const head = Buffer.alloc(24);
  head.writeUInt32LE(0xa1b2c3d4, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(262144, 16);
  head.writeUInt32LE(101, 20);
  const out = [head];
  payloads.forEach((payload, i) => {
    const b = Buffer.alloc(16 + 28 + payload.length);
    b.writeUInt32LE(Math.floor(i / 1000), 0);
    b.writeUInt32LE((i % 1000) * 1000, 4);
    b.writeUInt32LE(28 + payload.length, 8);
    b.writeUInt32LE(28 + payload.length, 12);
    b.set([0x45, 0], 16);
    b.writeUInt16BE(28 + payload.length, 18);
    b.set([64, 17], 24);
    const ends = [[192, 0, 2, 1], [192, 0, 2, 2], 50000, 29000];
    const [from, to, source, destination] = back(i) ? [ends[1], ends[0], ends[3], ends[2]] : ends;
    b.set(from, 28);
    b.set(to, 32);
    b.writeUInt16BE(source, 36);
    b.writeUInt16BE(destination, 38);
    b.writeUInt16BE(8 + payload.length, 40);
    payload.copy(b, 44);
    out.push(b);
  });
  return { name: "made.pcap", mimeType: "application/vnd.tcpdump.pcap", buffer: Buffer.concat(out) };
}

test("the headline is about the packet below it, or says of how many replies it is", async () => {
  const { page, done } = await open(browser, server.url);
  const reply = (players, max) => {
    const text = sampleText("ut2004-info-reply").replace(/^#.*\n/gm, "");
    return text.replace("04 00 00 00\n0A", `0${players} 00 00 00\n${max}`);
  };
  await paste(page, `${reply(4, "0A")}\n${reply(7, "10")}`);
  await page.locator("fs-list #p1").waitFor();
  const line = page.locator("fs-app .result");
  await page.locator("fs-list #p0").click();
  await expect(line).toContainText("4 of 10");
  await page.locator("fs-list #p1").click();
  await expect(line).toContainText("7 of 16");
  await paste(page, sampleText("ut3-exchange"));
  await expect(line).toContainText("in all 4 replies:");
  await done();
});

test("each datagram of a paste has what tells it from the others", async () => {
  const { page, done } = await open(browser, server.url);
  await paste(page, sampleText("two-servers-replies"));
  await expect(page.locator("fs-list #p0 .sub")).toContainText("Grimms-Insta-Deathmatch · DM-1on1-Squader · 4/10");
  await paste(page, "F7 5A 51 03 01\n\nF7 5A 51 03 02");
  await expect(page.locator("fs-list #p1 .title")).toHaveText("unknown");
  await expect(page.locator("fs-list #p1 .sub")).toContainText("F7 5A 51 03 02 · .ZQ..");
  await page.getByRole("tab", { name: "Summary" }).click();
  await expect(page.locator("fs-summary .problem"), "the same problem is said for each datagram").toHaveCount(1);
  await expect(page.locator("fs-summary .problem")).toContainText("and 1 more");
  await done();
});

test("a long name leaves room for the facts beside it", async () => {
  const { page, done } = await open(browser, server.url, { viewport: { width: 1280, height: 720 } });
  const name = "W".repeat(250);
  const hex = (s) => Buffer.from(s, "latin1").toString("hex");
  await paste(page, hex(`\\hostname\\${name}\\mapname\\DM-A\\numplayers\\3\\maxplayers\\8\\final\\\\queryid\\1.1`));
  const map = page.locator("fs-app .result .fact", { hasText: "DM-A" });
  await expect(map).toBeVisible();
  const box = await page.locator("fs-app .result").boundingBox();
  assert.ok(box.height < 80, `the headline is ${box.height} px high`);
  await page.getByRole("tab", { name: "Summary" }).click();
  assert.ok((await page.locator("fs-summary .name").boundingBox()).height < 60);
  await done();
});

test("a capture opens with its first query reply, and its lists have values and answers", async () => {
  const { page, done } = await open(browser, server.url, { viewport: { width: 1440, height: 900 } });
  await give(page, scan);
  await packetsRead(page);
  await settled(page);
  const chosen = page.locator("fs-list .line[aria-selected=true]");
  await expect(chosen.locator(".no")).toHaveText("12");
  await expect(page.locator("fs-app .heading b")).toHaveText("challenge reply");
  await expect(chosen.locator(".answer")).toHaveText(/^↩ 5 [\d.]+ ms$/);
  await expect(page.locator("fs-list #p4 .answer")).toHaveText(/^→ 12 [\d.]+ ms$/);
  await expect(page.locator("fs-list #p4"), "what belongs together is not marked").toHaveClass(/pair/);
  await expect(page.locator("fs-list #p0 .title")).toHaveText(/^UDP other · 5A 28 46 CF/);
  await expect(page.locator("fs-list .line .title", { hasText: /info reply · .+ · \d+\/\d+/ }).first()).toBeVisible();
  await filterBox(page).fill('message == "basic request"');
  await filterBox(page).press("Enter");
  await page.locator("fs-app .heading b").getByText("basic request").waitFor();
  await expect(page.locator("fs-fields .vwin .name", { hasText: "basic" }), "a request shows no field of its protocol").not.toHaveCount(0);
  await done();
});

test("a reply whose values have no keys of their own has those that its request asked for, in a capture as in a paste", async () => {
  const { page, done } = await open(browser, server.url);
  const datagrams = sampleText("gamespy3-values-reply")
    .replace(/^#.*\n/gm, "")
    .trim()
    .split(/\n\s*\n/)
    .map((hex) => Buffer.from(hex.replace(/\s/g, ""), "hex"));
  assert.equal(datagrams.length, 2);
  await give(
    page,
    pcap(datagrams, (i) => i === 1),
  );
  await packetsRead(page);
  const named = page.locator("fs-fields .vwin .name", { hasText: "mapname" });
  await expect(page.locator("fs-app .heading b")).toHaveText("values reply");
  await expect(named).toHaveCount(1);
  await page.locator("fs-list #p0").click();
  await expect(page.locator("fs-app .heading b")).toHaveText("data request");
  await page.locator("fs-list #p1").click();
  await expect(page.locator("fs-app .heading b")).toHaveText("values reply");
  await expect(named).toHaveCount(1);
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(page.locator("fs-text"), "the text shows other packets as well").not.toContainText("data request");
  await done();
});

test("a right click on a cell, or the key for menus, shows only or not what has its value", async () => {
  const { page, done } = await open(browser, server.url, { viewport: { width: 1440, height: 900 } });
  await give(page, scan);
  await packetsRead(page);
  await settled(page);
  await page.locator("fs-list #p4 .proto").click({ button: "right" });
  const item = (name) => page.getByRole("menuitem", { name, exact: true });
  await item("Only this").click();
  await expect(filterBox(page)).toHaveValue('protocol == "gamespy3"');
  await settled(page);
  await page.locator("fs-list #p0 .from").click({ button: "right" });
  await item("Not this").click();
  await expect(filterBox(page)).toHaveValue('(protocol == "gamespy3") and not (src == "10.20.0.2" and srcport == 35840)');
  await settled(page);
  await page.locator("fs-list .vscroll").focus();
  await page.keyboard.press("Shift+F10");
  await expect(item("Only this").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.locator("fs-list .vscroll"), "the keyboard is elsewhere").toBeFocused();
  await page.getByRole("tab", { name: /^Servers/ }).click();
  await page.locator("fs-servers [data-i]").first().locator("[role=gridcell]").first().click({ button: "right" });
  await item("Only this").click();
  await expect(filterBox(page)).toHaveValue(/ and host\("[\d.]+"\) and port\(\d+\)$/);
  await done();
});

test("which servers did not answer is one click from the overview; the servers that say who they are come first", async () => {
  const { page, done } = await open(browser, server.url);
  await give(page, scan);
  const findings = page.locator("fs-capture-view").getByRole("list", { name: "Findings" });
  await expect(page.locator("fs-capture-view section tbody tr").first().locator("td").nth(1)).not.toHaveText("");
  await findings.getByRole("button", { name: /^3 servers did not answer$/ }).click();
  const answered = page.locator("fs-servers [data-i] [role=gridcell]:nth-child(6)");
  await expect(answered.nth(2)).toHaveText("0");
  await expect(answered.first()).toHaveText("0");
  await page.getByRole("tab", { name: "Overview" }).click();
  await findings.getByRole("button", { name: /requests without a reply$/ }).click();
  await expect(page.locator("fs-exchanges").getByRole("combobox", { name: "Outcome" })).toHaveValue("unanswered");
  await done();
});

test("traffic of an unknown protocol has flows", async () => {
  const { page, done } = await open(browser, server.url);
  const payloads = Array.from({ length: 12 }, (_, i) => Buffer.from([0xf7, 0x5a, 0x51, 0x03, i, 1, 2, 3]));
  await give(
    page,
    pcap(payloads, (i) => i % 2 === 1),
  );
  await packetsRead(page);
  await page.getByRole("tab", { name: /^Flows 1$/ }).click();
  const row = page.locator("fs-flows [data-i]");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("192.0.2.1");
  await expect(row).toContainText("192.0.2.2:29000");
  await row.click();
  await page.locator("fs-list #p11").waitFor();
  await page.getByRole("tab", { name: "Timeline" }).click();
  await page.getByText("Nothing to plot: no known query traffic in this capture.").waitFor();
  await done();
});

test("a filter that is applied while another runs replaces it, and the page below does not move", { timeout: 120_000 }, async () => {
  const { page, done } = await open(browser, server.url);
  const request = Buffer.from("8000000000", "hex");
  await give(page, pcap(Array.from({ length: 150_000 }, () => request)));
  await packetsRead(page);
  await settled(page);
  const box = filterBox(page);
  const y = async () => (await page.locator("fs-list").boundingBox()).y;
  const before = await y();
  await box.fill('field("unreal2.version", "1")');
  await box.press("Enter");
  await page.locator("fs-capture-bar progress").waitFor();
  assert.equal(await y(), before, "the list moves when a filter runs");
  await box.fill("size == 33");
  await box.press("Enter");
  await page.locator("fs-capture-bar").getByText("150,000 of 150,000 packets match").waitFor();
  await expect(box).toHaveValue("size == 33");
  await settled(page);
  await expect(page.locator("fs-app footer")).not.toContainText("stopped");
  await done();
});

test("on a phone a tap on a packet shows it", async () => {
  const { page, done } = await open(browser, server.url, { viewport: { width: 390, height: 844 } });
  await give(page, scan);
  await packetsRead(page);
  await page.locator("fs-list #p17").click();
  await expect(page.locator("fs-fields")).toBeVisible();
  await expect(page.locator("fs-fields")).toHaveAttribute("data-packet", "18");
  await page.locator("fs-app header").getByRole("button", { name: "More" }).click();
  const items = page.locator("fs-app header").getByRole("menuitem");
  await expect(items.first()).toBeVisible();
  assert.ok((await items.count()) < 15, `${await items.count()} items in one list`);
  await done();
});
