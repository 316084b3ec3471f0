// What a reader does who knows other tools for packets: copies with the
// keyboard, takes a step back, follows a request to its replies, marks, folds.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { copyFileSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
  expect,
  innerText,
  launch,
  open,
  packetsRead,
  paste,
  pick,
  run,
  samplesDir,
  sampleText,
  selectedBytes,
  selectedField,
  serve,
  settled,
  temporary,
  test,
} from "./harness.mjs";

const captures = join(samplesDir, "captures");
let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const footer = (page) => page.locator("fs-app footer");
const heading = (page) => page.locator("fs-app .heading");
const clipboard = (page, want) => page.waitForFunction(async (w) => (await navigator.clipboard.readText()) === w, want);
const box = (page) => page.locator("fs-paste textarea");
const names = (page) => page.locator("fs-fields .vwin .f .name bdi").allTextContents();

async function read(page, name) {
  await page.locator("fs-app header input[type=file]").setInputFiles(join(captures, name));
  await page
    .locator("fs-capture-bar")
    .getByRole("heading", { name: basename(name), exact: true })
    .waitFor();
  await packetsRead(page);
}

async function saved(page, choose) {
  const [file] = await Promise.all([page.waitForEvent("download"), choose()]);
  const chunks = [];
  for await (const c of await file.createReadStream()) chunks.push(c);
  return { name: file.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

test("what is pointed at is named below, wherever the eye is", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut3-exchange" });
  const pointed = page.locator("fs-pointed");
  await page.locator("fs-hex #b4").hover();
  await footer(page).getByText("Request ID, 4 bytes at 0x3–0x6").waitFor();
  await page.locator("fs-fields .f", { hasText: "Request type" }).click();
  await page.mouse.move(0, 0);
  await footer(page).getByText("Request type, 1 byte at 0x2").waitFor();
  await page.keyboard.press("3");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await footer(page).getByText("2 bytes at 0x3–0x4 in Request ID").waitFor();
  await page.keyboard.press("Escape");
  await pointed.locator("span").waitFor({ state: "detached" });
  await done();
});

test("what has the keyboard is copied", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut3-exchange" });
  await page.keyboard.press("3");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Control+c");
  await clipboard(page, "FE FD");
  await page.keyboard.press("2");
  await page.keyboard.press("End");
  await page.keyboard.press("Control+c");
  await clipboard(page, "0x0003  Request ID  10 20 30 40  10 20 30 40");
  // Text that somebody selected stays what is copied.
  await page.locator("fs-app .heading b").dblclick();
  await page.keyboard.press("Control+c");
  await page.waitForFunction(async () => ["challenge", "request"].includes((await navigator.clipboard.readText()).trim()));
  for (const [form, want] of [
    ["Hex digits, no spaces", "FEFD0910203040"],
    ["Escaped string", '"\\xfe\\xfd\\x09\\x10\\x20\\x30\\x40"'],
  ]) {
    await page.keyboard.press("3");
    await page.keyboard.press("Escape");
    await pick(page.locator("fs-app header"), "Copy as", form);
    await clipboard(page, want);
  }
  await paste(page, '"\\xfe\\xfd\\x09\\x10\\x20\\x30\\x40"');
  await page.locator("fs-paste #said").getByText("1 datagram, 7 bytes").waitFor();
  await done();
});

test("bytes are selected by their offsets, and saved", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply-colours" });
  const go = async (q) => {
    await page.locator("#search").fill(q);
    await page.keyboard.press("Enter");
  };
  await go("@0x2D-0x40");
  await footer(page).getByText("20 bytes at 0x2D–0x40").waitFor();
  await expect.poll(() => selectedBytes(page)).toEqual(Array.from({ length: 20 }, (_, i) => 45 + i));
  await expect(selectedField(page)).toHaveText(["Map name"]);
  const file = await saved(page, () => pick(page.locator("fs-app header"), "Save", "selected"));
  assert.equal(file.name, "ut2004-info-reply-colours-0x2D-0x40.bin");
  assert.equal(file.bytes.toString("latin1"), "CTF-\x1b\xff\x01\x01FaceClassic\0");
  await go("@0x13+4");
  await footer(page).getByText("4 bytes at 0x13–0x16 in Hostname").waitFor();
  await go("@5C+100"); // to the end
  await expect(page.locator("fs-hex .b.sel")).toHaveCount(4);
  await go("@9-5");
  await expect(page.locator("fs-app .count")).toHaveText("No matches");
  await done();
});

test("groups are closed and opened together, and stay so in the next packet", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=frame-ethernet-vlan" });
  await page.locator("fs-fields").getByRole("button", { name: "Open all groups" }).click();
  await settled(page);
  const all = await names(page);
  await page.locator("fs-fields").getByRole("button", { name: "Close all groups" }).click();
  await settled(page);
  const top = await names(page);
  assert.deepEqual(top.slice(0, 4), ["Ethernet", "VLAN tag", "IPv4", "UDP"]);
  assert.ok(top.length < all.length);
  await page.keyboard.press("2");
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => names(page)).toEqual(all);
  // What is selected inside gives way to its group.
  await page.locator("fs-fields .f", { hasText: "Time to live" }).click();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(selectedField(page)).toHaveText(["IPv4"]);
  await read(page, "ut3-challenge.pcapng");
  await heading(page).getByText("2 of 6").waitFor(); // the first reply
  await settled(page);
  const shown = await names(page);
  assert.ok(!shown.includes("Time to live") && shown.includes("IPv4"), "headers that were closed are closed in a capture too");
  await page.locator("fs-fields .f", { hasText: "IPv4" }).locator(".tw").click();
  await page.keyboard.press("j");
  await heading(page).getByText("3 of 6").waitFor();
  await settled(page);
  assert.ok((await names(page)).includes("Time to live"), "what was opened is open in the next packet");
  assert.ok(!(await names(page)).includes("Checksum"), "UDP is closed still");
  await done();
});

test("what was replaced or changed comes back", async () => {
  const { page, done } = await open(browser, server.url);
  await paste(page, "80 00 00 00 00");
  await page.getByRole("button", { name: "Samples" }).click();
  await page.locator("fs-gallery").getByText("UT3 exchange", { exact: true }).click();
  await heading(page).getByText("1 of 4").waitFor();
  await page.locator("fs-paste").getByRole("button", { name: "Undo" }).click();
  await expect(box(page)).toHaveValue("80 00 00 00 00");
  await heading(page).getByText("server info request").waitFor();
  await page.keyboard.press("Control+Shift+z");
  await heading(page).getByText("1 of 4").waitFor();
  // A changed field of the second datagram, undone where one stands.
  await page.keyboard.press("j");
  await page.locator("fs-fields .f", { hasText: "Request ID" }).click();
  await pick(page.locator("fs-detail"), "More", "Delete");
  await heading(page).getByText("13 bytes").waitFor();
  await expect(box(page)).not.toHaveValue(sampleText("ut3-exchange"));
  await page.keyboard.press("Control+z");
  await heading(page).getByText("17 bytes, 2 of 4").waitFor();
  await expect(box(page)).toHaveValue(sampleText("ut3-exchange"));
  // In the box its own undo goes first, as long as there was typing.
  await box(page).click();
  await page.keyboard.press("Control+z");
  await expect(box(page)).toHaveValue("80 00 00 00 00");
  await page.keyboard.press("End");
  await page.keyboard.insertText(" 41");
  await heading(page).getByText("6 bytes").waitFor();
  await page.keyboard.press("Control+z");
  await heading(page).getByText("server info request").waitFor();
  await expect(box(page)).toHaveValue("80 00 00 00 00");
  await page.keyboard.press("Control+y");
  await heading(page).getByText("6 bytes").waitFor();
  await page.keyboard.press("Control+z");
  await heading(page).getByText("server info request").waitFor();
  // A capture that came in its place.
  await read(page, "ut3-challenge.pcapng");
  await page.locator("fs-app .heading b").click();
  await page.keyboard.press("Control+z");
  await expect(box(page)).toHaveValue("80 00 00 00 00");
  await done();
});

/** A paste, and after it a capture of which a filter, a chosen packet and a mark are in use; back waits until it is shown so again. */
async function captureInUse() {
  const { page, done } = await open(browser, server.url);
  const bar = page.locator("fs-capture-bar");
  await paste(page, "80 00 00 00 01");
  await read(page, "scan-with-other-traffic.pcapng");
  await bar.getByRole("combobox", { name: "Filter" }).fill("gamespy3");
  await page.keyboard.press("Enter");
  await footer(page).getByText("of 160 packets match").waitFor();
  await page.locator("fs-list #p2").click();
  await heading(page)
    .getByText(/data request.*3 of/)
    .waitFor();
  await settled(page);
  await page.keyboard.press("m");
  const chosen = await heading(page).innerText();
  const back = async () => {
    await bar.getByRole("heading", { name: "scan-with-other-traffic.pcapng" }).waitFor();
    await bar.getByText("of 160 packets match").waitFor();
    await heading(page).getByText(chosen).waitFor();
    await expect(bar.getByRole("combobox", { name: "Filter" })).toHaveValue("gamespy3");
    await expect(page.locator("fs-list .star"), "the packet that was marked").toHaveCount(1);
    await page.getByRole("tab", { name: /^Packets/, selected: true }).waitFor();
  };
  return { page, done, bar, back };
}

test("a capture that a paste or its own Close replaced comes back as it was, and goes again", async () => {
  const { page, done, bar, back } = await captureInUse();
  await page.evaluate(() => navigator.clipboard.writeText("80 00 00 00 00"));
  await page.keyboard.press("Control+v");
  await heading(page).getByText("server info request").waitFor();
  await page.locator("fs-app h1").click();
  await page.keyboard.press("Control+z");
  await back();
  await page.keyboard.press("Control+y");
  await heading(page).getByText("server info request").waitFor();
  await page.keyboard.press("Control+z");
  await back();
  await page.keyboard.press("Control+z");
  await heading(page).getByText("rules request").waitFor();
  await page.keyboard.press("Control+y");
  await back();
  await bar.getByRole("button", { name: "Close" }).click();
  await heading(page).getByText("No datagram").waitFor();
  await page.keyboard.press("Control+z");
  await back();
  await done();
});

test("a capture that another file replaced comes back once, and what was chosen for a text stays with the text", async () => {
  const { page, done, back } = await captureInUse();
  await read(page, "ut3-challenge.pcapng");
  await heading(page).getByText("2 of 6").waitFor();
  await page.evaluate(() => {
    window.workers = 0;
    window.Worker = class extends Worker {
      constructor(...of) {
        super(...of);
        window.workers++;
      }
    };
  });
  await page.evaluate(() => {
    const pressed = { key: "z", ctrlKey: true, bubbles: true, composed: true, cancelable: true };
    for (let n = 0; n < 2; n++) document.body.dispatchEvent(new KeyboardEvent("keydown", pressed)); // for the second one it is on its way already
  });
  await back();
  assert.equal(await page.evaluate(() => window.workers), 1, "the capture was begun more than once");
  // What is chosen for a text is not for the capture before it, but for the text again.
  const forced = page.locator("fs-paste").getByText("Decoded as gamespy1, as chosen.");
  await page.evaluate(() => navigator.clipboard.writeText("80 00 00 00 00"));
  await page.keyboard.press("Control+v");
  await page.locator("fs-paste summary", { hasText: "Decode as…" }).click();
  await page.locator("fs-paste").getByLabel("Protocol").selectOption("gamespy1");
  await forced.waitFor();
  await page.locator("fs-app h1").click();
  await page.keyboard.press("Control+z");
  await heading(page).getByText("server info request").waitFor();
  await page.keyboard.press("Control+z");
  await back();
  for (let n = 0; n < 2; n++) await page.keyboard.press("Control+y");
  await forced.waitFor();
  await done();
});

test("a capture whose file is gone is named once", async () => {
  const { page, done } = await open(browser, server.url);
  await temporary(async (dir) => {
    const file = join(dir, "lost.pcapng");
    copyFileSync(join(captures, "ut3-challenge.pcapng"), file);
    // As long as it is on its way undo is about that.
    await paste(page, "80 00 00 00 01");
    await paste(page, "80 00 00 00 00");
    let load;
    const loaded = new Promise((then) => (load = then));
    await page.route(/analyzer.*wasm/, (route) => loaded.then(() => route.continue()));
    await page.locator("fs-app header input[type=file]").setInputFiles(file);
    await footer(page).getByText("Opening lost.pcapng").waitFor();
    await page.locator("fs-app h1").click();
    await page.keyboard.press("Control+z");
    await footer(page).getByText("Cancelled").waitFor();
    load();
    await footer(page).getByRole("progressbar").waitFor({ state: "detached" });
    await heading(page).getByText("server info request").waitFor();
    await page.evaluate(() => {
      // The worker has read all packets, but does not say so until it may.
      window.held = [];
      const listen = Worker.prototype.addEventListener;
      Worker.prototype.addEventListener = function (type, heard, ...more) {
        const late = (e) => (e.data?.value?.packets === 6 && window.held ? window.held.push(() => heard(e)) : heard(e));
        listen.call(this, type, type === "message" ? late : heard, ...more);
      };
    });
    await page.locator("fs-app header input[type=file]").setInputFiles(file);
    await page.getByRole("tab", { name: /^Packets/ }).click();
    await page.locator("fs-list").getByRole("button", { name: "Length" }).click();
    await footer(page).getByText("The list can be sorted once the file is read", { exact: true }).waitFor();
    await page.evaluate(() => {
      const { held } = window;
      window.held = null;
      for (const hear of held) hear();
    });
    await packetsRead(page);
    await page.locator("fs-capture-bar").getByRole("button", { name: "Close" }).click();
  });
  await page.keyboard.press("Control+z");
  await expect(page.locator("fs-app [role=alert] span")).toHaveText(/^lost\.pcapng: (?!.*lost)/, innerText);
  await done();
});

test("several files make one list", async () => {
  const { page, done } = await open(browser, server.url);
  const input = page.locator("fs-app header input[type=file]");
  const file = (name, buffer) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(buffer) });
  await input.setInputFiles([file("a.bin", [0x80, 0, 0, 0, 0]), file("b.hex", sampleText("ut3-exchange")), file("c.txt", "this is no dump 0x")]);
  await heading(page).getByText("1 of 5").waitFor();
  await expect(page.locator("fs-app [role=alert]")).toHaveText(/^Not read: c\.txt, line 1: /, innerText);
  await expect(box(page)).toHaveValue(/^# a\.bin\n80 00 00 00 00\n\n# b\.hex, 1 of 4\nFE FD/);
  // Where none can be read what is there stays.
  const list = await box(page).inputValue();
  await input.setInputFiles([file("none.txt", ""), file("c.txt", "this is no dump 0x")]);
  await page.locator("fs-app [role=alert]").getByText("Not read: none.txt, line 1: ").waitFor();
  await heading(page).getByText("1 of 5").waitFor();
  await expect(box(page)).toHaveValue(list);
  await box(page).press("End");
  await page.keyboard.insertText(" # changed");
  await page.locator("fs-app [role=alert]").waitFor({ state: "detached" });
  // A capture may hold nothing.
  await input.setInputFiles(file("nothing.pcap", Buffer.from("d4c3b2a1020004000000000000000000ffff000001000000", "hex")));
  for (const view of ["Timeline", "Statistics", "Overview"]) await page.getByRole("tab", { name: view }).click();
  await page.locator("fs-capture-view").getByText("0, 0 bytes on the wire").waitFor();
  const capture = (name) => file(name, readFileSync(join(captures, name)));
  await input.setInputFiles([file("a.bin", [0x80, 0, 0, 0, 0]), capture("ut3-challenge.pcapng"), capture("ugp-ipv6.pcapng")]);
  await page.locator("fs-capture-bar").getByRole("heading", { name: "ut3-challenge.pcapng" }).waitFor();
  await page.locator("fs-app [role=alert]").getByText("ut3-challenge.pcapng was opened, not the other 2 files").waitFor();
  await done();
});

test("a request is followed to its replies, and back", async () => {
  const { page, done } = await open(browser, server.url);
  const name = "ut2004-multi-packet.pcapng";
  const exchanges = run("analyze", "--format", "ndjson", "--table", "exchanges", join(captures, name))
    .trim()
    .split("\n")
    .map((l) => JSON.parse(l));
  const x = exchanges.find((x) => x.replies > 1);
  await read(page, name);
  const line = page.locator("fs-packet-line");
  const goto = async (n) => {
    await page.locator("#search").fill(`#${n}`);
    await page.keyboard.press("Enter");
    await heading(page).getByText(`, ${n} of 10`).waitFor();
  };
  await goto(x.requestPacket);
  await line.getByText(`${x.clientAddress}:${x.clientPort} → ${x.serverAddress}:${x.serverPort}`).waitFor();
  await line.getByText("answered by packets").waitFor();
  await expect(line.getByRole("button")).toHaveText(x.replyPackets.map(String));
  const last = x.replyPackets.at(-1);
  await line.getByRole("button", { name: String(last), exact: true }).click();
  await heading(page).getByText(`, ${last} of 10`).waitFor();
  await line.getByText(`reply to packet ${x.requestPacket}`).waitFor();
  // Times, from the start and from any packet.
  const facts = page.locator("fs-packet-facts");
  await expect(facts.locator("dl")).toHaveText(/Time\s+2026-01-01T00:00:0\d\.\d{9}Z\s+Since the first packet\s+\d\.\d{6} s/, innerText);
  await facts.getByRole("button", { name: "Set time reference" }).click();
  await facts.getByText(`Since packet ${last}`).waitFor();
  await expect(page.locator("fs-list .line[aria-selected=true] .time")).toHaveText("0.000000");
  await expect(page.locator("fs-list [data-i]").first().locator(".time")).toHaveText(/^-\d\.\d{6}$/, innerText);
  await facts.getByRole("button", { name: "Unset time reference" }).click();
  await facts.getByText("Since the first packet").waitFor();
  // Back to where one came from, and forth.
  await page.keyboard.press("[");
  await heading(page).getByText(`, ${x.requestPacket} of 10`).waitFor();
  await page.keyboard.press("]");
  await heading(page).getByText(`, ${last} of 10`).waitFor();
  await facts.getByRole("button", { name: "Show exchanges between the two" }).click();
  await page.locator("fs-exchanges").getByText(x.serverAddress).first().waitFor();
  await done();
});

test("the heading never has the number of one packet and the words of another", async () => {
  const { page, done } = await open(browser, server.url);
  await read(page, "ut2004-multi-packet.pcapng");
  await settled(page);
  await page.locator("fs-list [data-i='0']").click();
  const text = async () => (await heading(page).textContent()).trim();
  const right = new Map();
  for (let n = 1; n <= 10; n++) {
    await heading(page).getByText(`, ${n} of 10`).waitFor();
    await settled(page);
    right.set(n, await text());
    await page.keyboard.press("j");
  }
  assert.ok(new Set([...right.values()].map((t) => t.replace(/, \d+ of.*/, ""))).size > 2, "the packets have different headings");
  // Every drawing of it is noted, while packets are passed faster than they come.
  await heading(page).evaluate((e) => {
    window.drawn = [];
    new MutationObserver(() => window.drawn.push(e.textContent.trim())).observe(e, { subtree: true, childList: true, characterData: true });
  });
  for (let round = 0; round < 3; round++) {
    for (let n = 10; n > 1; n--) await page.keyboard.press("k");
    await heading(page).getByText(", 1 of 10").waitFor();
    for (let n = 1; n < 10; n++) await page.keyboard.press("j");
    await heading(page).getByText(", 10 of 10").waitFor();
  }
  await settled(page);
  const drawn = await page.evaluate(() => window.drawn);
  assert.ok(drawn.length > 6);
  assert.deepEqual(
    drawn.filter((t) => t !== right.get(Number(/, (\d+) of 10/.exec(t)?.[1]))),
    [],
  );
  await done();
});

test("a packet is gone to while the first one is still on its way", async () => {
  const { page, done } = await open(browser, server.url);
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (m, ...more) {
      const send = () => post.call(this, m, ...more);
      if (m.call === "packet" && window.held) window.held.push(send);
      else send();
    };
    window.held = [];
  });
  await read(page, "ut2004-multi-packet.pcapng");
  await page.waitForFunction(() => window.held.length > 0);
  await page.locator("#search").fill("#4");
  await page.keyboard.press("Enter");
  await page.evaluate(() => {
    const { held } = window;
    window.held = null;
    for (const send of held) send();
  });
  await heading(page).getByText(", 4 of 10").waitFor();
  await settled(page);
  await expect(page.locator("fs-fields")).toHaveAttribute("data-packet", "4");
  await done();
});

test("packets are marked, and the marked ones alone are shown", async () => {
  const { page, done } = await open(browser, server.url);
  await read(page, "scan-with-other-traffic.pcapng");
  for (const n of [5, 12, 40]) {
    await page.locator("#search").fill(`#${n}`);
    await page.keyboard.press("Enter");
    await heading(page).getByText(`, ${n} of 160`).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("m");
    await footer(page).getByText(`${n} is marked`).waitFor();
  }
  await page.keyboard.press("Shift+M");
  await heading(page).getByText(", 5 of 160").waitFor();
  await pick(page.locator("fs-detail"), "Show only packets", "that are marked (3)");
  await footer(page).getByText("3 of 160 packets match").waitFor();
  const stars = page.locator("fs-list .star");
  await stars.nth(2).waitFor();
  await expect(stars).toHaveCount(3);
  await page.keyboard.press("m");
  await footer(page).getByText("5 is no longer marked").waitFor();
  await stars.nth(2).waitFor({ state: "detached" });
  await expect(stars).toHaveCount(2);
  await done();
});

test("problems and words are found in all packets of a capture", async () => {
  const { page, done } = await open(browser, server.url);
  const name = "fragments.pcapng";
  await read(page, name);
  await settled(page);
  const odd = page.locator("fs-list [data-i]:not(.other)", { has: page.locator(".sr", { hasText: /note|warning|error/ }) });
  const places = new Set((await odd.locator(".no").allTextContents()).map(Number));
  assert.ok(places.size > 2, "the sample has packets with problems");
  const detail = page.locator("fs-detail");
  const shownPacket = async () => Number(await detail.getAttribute("data-packet"));
  const visited = new Set();
  for (let i = 0; i < 60 && visited.size < places.size; i++) {
    await page.keyboard.press("n");
    await settled(page);
    const at = await shownPacket();
    if (places.has(at) && (await detail.locator(".problem").count()) > 0) visited.add(at);
  }
  assert.deepEqual(
    [...places].filter((n) => !visited.has(n)),
    [],
    "each packet that has a problem was come to",
  );
  // And backwards, round the end: before the first of them comes the last.
  const sorted = [...places].sort((a, b) => a - b);
  await page.locator("#search").fill(`#${sorted[0]}`);
  await page.keyboard.press("Enter");
  await expect(detail).toHaveAttribute("data-packet", String(sorted[0]));
  await settled(page);
  await page.keyboard.press("Escape");
  for (let i = 0; i < 20 && (await shownPacket()) !== sorted.at(-1); i++) {
    await page.keyboard.press("Shift+N");
    await settled(page);
  }
  assert.equal(await shownPacket(), sorted.at(-1));
  // Bytes and words become a filter of the whole capture.
  await read(page, "scan-with-other-traffic.pcapng");
  for (const [words, want] of [
    ["FE FD 09", 'text("FE FD 09") or bytes("fe fd 09")'],
    ["Harbour", 'text("Harbour") or bytes("48 61 72 62 6F 75 72") or bytes("48 00 61 00 72 00 62 00 6F 00 75 00 72 00")'],
  ]) {
    await page.locator("#search").fill(words);
    await page.locator("fs-app header").getByRole("button", { name: "Filter" }).click();
    await expect(page.locator("fs-capture-bar").getByRole("combobox", { name: "Filter" })).toHaveValue(want);
    await footer(page).getByText("packets match").waitFor();
    const told = JSON.parse(run("analyze", "--format", "json", "--filter", want, join(captures, "scan-with-other-traffic.pcapng")));
    const queries = told.messages.reduce((n, m) => n + m.packets, 0);
    await expect(page.locator("fs-list [data-i]:not(.other)")).toHaveCount(queries);
    assert.ok(queries > 0, words);
    await page
      .locator("fs-app .count")
      .getByText(/\d+\/\d+/)
      .waitFor(); // the packet shown has it
  }
  await done();
});
