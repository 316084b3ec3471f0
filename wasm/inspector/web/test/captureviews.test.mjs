// A capture at first sight, its packets as Wireshark lists them, and what a filter does and does not.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { expect, innerText, launch, open, packetsRead, pick, run, samplesDir, serve, settled, test } from "./harness.mjs";

const path = join(samplesDir, "captures", "scan-with-other-traffic.pcapng");
let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const bar = (page) => page.locator("fs-capture-bar");
const tab = (page, name) => page.getByRole("tab", { name: new RegExp(`^${name}`) });

/** Texts that end to the right of the cell that they are in. */
const cutShort = (all) => all.filter((e) => e.getBoundingClientRect().right > e.parentElement.getBoundingClientRect().right + 1).map((e) => e.textContent);

async function read(page) {
  await page.locator("fs-app header input[type=file]").setInputFiles(path);
  await packetsRead(page);
}

async function filter(page, expression, said = /packets match/) {
  await bar(page).getByRole("combobox", { name: "Filter" }).fill(expression);
  await page.keyboard.press("Enter");
  await page.locator("fs-app footer").getByText(said).waitFor();
}

test("a capture opens on an overview, which leads everywhere; every view says how much is in it", async () => {
  const { page, done } = await open(browser, server.url);
  await page.locator("fs-app header input[type=file]").setInputFiles(path);
  const view = page.getByRole("region", { name: "Overview" });
  await view.getByRole("heading", { name: "Servers" }).waitFor();
  for (const name of ["Protocols", "Problems", "Messages", "Unsolicited reply floods", "Other traffic"])
    await expect(view.getByRole("heading", { name, exact: true }), name).toHaveCount(1);
  await page.locator("fs-plots canvas").first().waitFor();
  // What did not happen is counted in the statistics, so that every column has room here.
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = () => view.locator(".wide").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.innerText));
    await expect.poll(cut, `cut at ${width}`).toEqual([]);
  }
  // A legend has values where the pointer is, and only names before.
  await settled(page);
  const legends = page.locator("fs-plots .u-legend");
  for (let i = 0; i < (await legends.count()); i++) await expect(legends.nth(i)).not.toHaveText(/--|Time|:$/m, innerText);
  await page.locator("fs-plots .u-over").first().hover();
  await expect(page.locator("fs-plots .u-legend").first()).toHaveText(/Time\s*20\d\d-.*unsolicited\s*\d/s, innerText);
  await expect(page.locator("fs-hex"), "a packet is shown that nobody chose").toHaveCount(0);
  const report = JSON.parse(run("analyze", "--format", "json", path));
  await expect(tab(page, "Packets").locator(".number")).toHaveText(String(report.packets));
  await expect(tab(page, "Servers").locator(".number")).toHaveText(String(report.servers.length));
  await expect(tab(page, "Problems").locator(".number")).toHaveText(String(report.problems.length));
  await view.getByRole("button", { name: "unreal2", exact: true }).first().click();
  await page.locator("fs-app footer").getByText("packets match").waitFor();
  await expect(tab(page, "Packets")).toHaveAttribute("aria-selected", "true");
  await done();
});

test("packets have the columns of Wireshark over the full width; others open in a drawer", async () => {
  const { page, done } = await open(browser, server.url, { viewport: { width: 1280, height: 800 } });
  await read(page);
  await settled(page);
  const heads = await page.locator("fs-list [role=columnheader]").allTextContents();
  assert.deepEqual(
    heads.slice(0, 8).map((text) => text.trim()),
    ["No. ▴", "Time", "Source", "Destination", "Protocol", "Length", "Answer", "Info"],
  );
  const box = await page.locator("fs-list").boundingBox();
  assert.ok(box.width > 1240, `the list is ${box.width} px wide`);
  const cells = page.locator("fs-list #p4 [role=gridcell]");
  for (const [i, text] of ["5", "0.009304", "10.20.0.2:35840", "198.18.1.13:6500", "gamespy3", "49", /^→ 12 [\d.]+ ms$/, "challenge request"].entries())
    await expect(cells.nth(i)).toHaveText(text);
  for (const name of ["Flows", "Servers", "Exchanges"]) {
    await tab(page, name).click();
    await settled(page);
    const heads = page.locator(`fs-${name.toLowerCase()} [role=columnheader] button`);
    await heads.first().waitFor();
    const cut = () => heads.evaluateAll((all) => all.filter((h) => h.scrollWidth > h.clientWidth).map((h) => h.innerText));
    await expect.poll(cut, `${name}: there is room for the names of all columns`).toEqual([]);
    // On a tablet the address and port of a server, which is what is looked for, are whole.
    await page.setViewportSize({ width: 820, height: 1180 });
    const short = () =>
      page.locator(`fs-${name.toLowerCase()} [data-i] > .m`).evaluateAll((cells) => {
        const whole = document.createRange();
        const long = cells.filter((c) => {
          whole.selectNode(
            c.firstChild.nodeType === Node.TEXT_NODE ? c.firstChild : [...c.childNodes].find((n) => n.nodeType === Node.TEXT_NODE && n.data.trim()),
          );
          return whole.getBoundingClientRect().right > c.getBoundingClientRect().right;
        });
        return long.map((c) => c.textContent);
      });
    await expect.poll(short, `${name}: addresses are cut short`).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  await expect(page.locator("fs-hex")).toHaveCount(0);
  await page.locator("fs-exchanges [data-i]").nth(2).click();
  await page.locator("fs-hex .b[data-o]").first().waitFor();
  await page.locator("fs-fields .vwin .f", { hasText: "Ethernet" }).waitFor();
  await settled(page);
  const values = page.locator("fs-fields .vwin .value > bdi");
  await expect.poll(() => values.evaluateAll(cutShort), "values are cut, though their bytes are beside them").toEqual([]);
  await page.getByRole("button", { name: "Close packet" }).click();
  await expect(page.locator("fs-hex")).toHaveCount(0);
  await done();
});

test("a filter hides rows and never changes what packets mean", async () => {
  const { page, done } = await open(browser, server.url);
  await read(page);
  const line = page.locator("fs-packet-line");
  const replies = page.locator("fs-list [data-i]", { hasText: "challenge reply" });
  await replies.first().click();
  await line.getByText(/reply to packet \d+/).waitFor();
  await settled(page);
  const said = () => line.evaluate((e) => e.shadowRoot.textContent);
  const before = await said();
  await filter(page, 'direction == "reply"');
  await replies.first().click();
  await line.getByText(/reply to packet \d+/).waitFor();
  await expect.poll(said).toBe(before);
  await tab(page, "Exchanges").click();
  await settled(page);
  const outcomes = await page.locator("fs-exchanges [data-i]").allTextContents();
  assert.ok(outcomes.length > 0 && outcomes.filter((t) => /unsolicited/.test(t)).length < outcomes.length / 2, "replies lost their requests");
  await done();
});

test("the words of other tools are understood in a filter", async () => {
  const { page, done } = await open(browser, server.url);
  await read(page);
  const shown = async (expression) => {
    await filter(page, "size > 0", /160 of 160 packets match/); // so that the next words are about this one
    await filter(page, expression, /^\d\d? of 160 packets match/);
    await settled(page);
    return page.locator("fs-list [data-i] .no").allTextContents();
  };
  assert.deepEqual(await shown("udp.port == 6500"), await shown("port(6500)"));
  assert.deepEqual(await shown("ip.addr == 198.18.1.13"), await shown('host("198.18.1.13")'));
  const plain = await shown("gamespy3");
  assert.ok(plain.length > 0);
  assert.deepEqual(await shown("gamespy3 && udp && not tcp.port == 6500"), plain);
  assert.deepEqual(plain, await shown('protocol == "gamespy3"'));
  await done();
});

test("a menu does nothing until something in it is chosen", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply" });
  await page.evaluate(() => navigator.clipboard.writeText("as it was"));
  const header = page.locator("fs-app header");
  const button = header.getByRole("button", { name: "Copy as", exact: true });
  await page.waitForFunction(() => document.querySelector("fs-app").shadowRoot.querySelector(".result")?.textContent.trim());
  await button.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "as it was");
  await page.keyboard.press("Escape");
  await expect(button).toHaveAttribute("aria-expanded", "false");
  assert.equal(await button.evaluate((b) => b.getRootNode().activeElement === b), true, "the focus is lost");
  await pick(header, "Copy as", "Hex digits");
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith("80 00 00 00 00"));
  await done();
});

test("on a phone what is used less is behind one button, and nothing sticks out", async () => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 640, height: 400 },
  ]) {
    const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply", viewport });
    const header = page.locator("fs-app header");
    const more = header.getByRole("button", { name: "More", exact: true });
    await more.click();
    await expect(header.getByRole("button", { name: "Copy link" })).toBeVisible();
    for (const item of ["Share…", "Help", ".hex, all"]) await header.getByRole("menuitem", { name: item, exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await expect(header.getByRole("button", { name: "Copy as" })).toHaveCount(0);
    const height = await header.evaluate((h) => h.offsetHeight);
    assert.ok(height < 80, `the toolbar is ${height} px high`);
    await read(page);
    await page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name: "Capture", pressed: true }).waitFor();
    const bar = await page.locator("fs-capture-bar").evaluate((b) => b.offsetHeight);
    assert.ok(bar < 70, `name and filter of the capture take ${bar} px`);
    for (const name of ["Overview", "Packets", "Exchanges", "Servers"]) {
      await tab(page, name).click();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width, name);
    }
    await done();
  }
});

test("where one pane is shown at a time, a capture and the packet of an exchange are shown as they are opened", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply", viewport: { width: 390, height: 844 } });
  const panes = page.getByRole("navigation", { name: "Panes" });
  await panes.getByRole("button", { name: "Fields" }).click();
  await read(page); // in the pane that has it
  await tab(page, "Exchanges").click();
  await page.locator("fs-exchanges [data-i]").nth(3).click();
  await panes.getByRole("button", { name: "Fields", pressed: true }).waitFor();
  await page
    .locator("fs-packet-line")
    .getByText(/packet \d+/)
    .waitFor();
  await done();
});

test("what else happened to an exchange is said in its row, and a filter that is taken away says that all is shown", async () => {
  const { page, done } = await open(browser, server.url, { viewport: { width: 1280, height: 800 } });
  await read(page);
  await tab(page, "Exchanges").click();
  const rows = page.locator("fs-exchanges [data-i]");
  for (const words of ["answered, 1 retry", "unsolicited, 2 duplicates"]) {
    const text = rows.getByText(words, { exact: true }).first();
    await text.waitFor();
    const [cell, inner] = await text.evaluate((e) => [e.parentElement.clientWidth, e.offsetWidth]);
    assert.ok(inner <= cell, `${words} is cut: ${inner} px in ${cell}`);
  }
  // Where there is less room a cell has two lines.
  const cut = (list) =>
    list.evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight).map((e) => e.textContent));
  for (const width of [820, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.locator("fs-exchanges .vscroll").evaluate((e) => e.scrollTo(0, (e.scrollHeight - e.clientHeight) / 2));
    await rows.getByText("unsolicited, 2 duplicates", { exact: true }).last().waitFor();
    await expect.poll(() => cut(page.locator("fs-exchanges [data-i] > *")), `${width} px`).toEqual([]);
  }
  // So has a packet, which shows where it came from and went to.
  await tab(page, "Packets").click();
  await page.locator("fs-list .sub").first().waitFor();
  assert.deepEqual(await cut(page.locator("fs-list [data-i] > :not(.title)")), []);
  await page.setViewportSize({ width: 1280, height: 800 });
  await filter(page, "unreal2");
  await filter(page, "", /^All 160 packets are shown$/);
  await done();
});

test("the toolbar is one line on everything wider than a phone, and the arrows pass by views that hold nothing", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply" });
  const header = page.locator("fs-app header");
  const widths = [821, 1040, 1041, 1280];
  for (const capture of [false, true]) {
    if (capture) await read(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await header.getByRole("button", { name: width > 1040 ? "Copy link" : "More", exact: true }).waitFor();
      const height = await header.evaluate((h) => h.offsetHeight);
      assert.ok(height < 45, `${height} px at ${width}`);
    }
    if (capture) continue;
    await page.getByRole("tab", { name: "Problems", disabled: true }).waitFor();
    const to = async (key, name) => {
      await page.keyboard.press(key);
      await page.getByRole("tab", { name, selected: true }).waitFor();
    };
    await page.getByRole("tab", { name: "Fields" }).focus();
    await to("ArrowRight", "Summary");
    await to("End", "Compare");
    await to("ArrowRight", "Fields");
    await to("ArrowLeft", "Compare");
    await to("Home", "Fields");
  }
  await done();
});

test("a packet is marked whose row has not come yet", async () => {
  const { page, done } = await open(browser, "about:blank", { ready: false, origin: new URL(server.url).origin });
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    const waiting = [];
    let held = false;
    Worker.prototype.postMessage = function (message, ...more) {
      if (held && message?.call === "packets") waiting.push(() => post.call(this, message, ...more));
      else post.call(this, message, ...more);
    };
    window.holdRows = (on) => {
      held = on;
      if (!on) for (const go of waiting.splice(0)) go();
    };
  });
  await page.goto(server.url);
  await read(page);
  const list = page.locator("fs-list");
  await list.locator("#p4").click();
  await page.locator("fs-app .heading").getByText("49 bytes").waitFor();
  await page.evaluate(() => window.holdRows(true));
  await list.getByRole("columnheader", { name: "Length", exact: true }).getByRole("button").click();
  await expect(list.locator("[aria-selected=true]")).toContainText("…");
  await page.keyboard.press("m");
  await page.evaluate(() => window.holdRows(false));
  await expect(list.locator("[aria-selected=true]")).toContainText("marked");
  await expect(page.locator("fs-app footer")).toContainText("5 is marked");
  await done();
});

test("packets are sorted by every column, and what is shown stays", async () => {
  const { page, done } = await open(browser, server.url, { viewport: { width: 1280, height: 800 } });
  await read(page);
  const list = page.locator("fs-list");
  const head = (name) => list.getByRole("columnheader", { name, exact: true });
  const column = (name) => list.locator(`[data-i] .${name}`).allTextContents();
  await list.locator("#p4").click();
  await page.locator("fs-app .heading").getByText("49 bytes").waitFor();
  const selected = list.locator("[aria-selected=true] .no");
  const sorted = async (name, button, compare) => {
    await head(button).getByRole("button").click();
    await list.locator(`[role=columnheader][aria-sort]`, { hasText: button }).waitFor();
    await settled(page);
    await expect(selected, `sorted by ${button} another packet is chosen`).toHaveText("5");
    const values = (await column(name)).filter(Boolean);
    assert.ok(values.length > 10, button);
    assert.deepEqual(values, [...values].sort(compare), button);
  };
  const number = (a, b) => Number(a) - Number(b);
  await sorted("len", "Length", (a, b) => number(b, a)); // the greatest first
  await sorted("len", "Length", number);
  await sorted("time", "Time", number);
  const plain = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  const message = (text) => text.split(" · ")[0].trim();
  await sorted("title", "Info", (a, b) => plain(message(a), message(b)));
  await sorted("proto", "Protocol", plain);
  const end = (a) => {
    const [, host, port] = /^(.*):(\d+)$/.exec(a) ?? [0, a, 0];
    return host.split(".").reduce((n, x) => n * 256 + Number(x), 0) * 65536 + Number(port);
  };
  await sorted("from", "Source", (a, b) => end(a) - end(b));
  await sorted("to", "Destination", (a, b) => end(a) - end(b));
  await head("Problem").getByRole("button").click();
  await list.locator(".vscroll").evaluate((v) => v.scrollTo(0, 0));
  await list.locator("#p0 .worst .sr").waitFor({ state: "attached" });
  await settled(page);
  const bad = await list.locator("[data-i] .worst").evaluateAll((all) => all.map((c) => ["note", "warning", "error"].indexOf(c.textContent.slice(1))));
  assert.ok(bad[0] >= 0 && bad.every((n, i) => i === 0 || n <= bad[i - 1]), `problems ${bad}`);
  // A filter that comes while the list is being sorted keeps the packet that is chosen too.
  const button = await head("Length").getByRole("button").elementHandle();
  const input = await bar(page).getByRole("combobox", { name: "Filter" }).elementHandle();
  await button.evaluate(async (b, i) => {
    b.click();
    await Promise.resolve().then(); // the rows are forgotten, and where the packet is now is not known yet
    i.value = "size < 100";
    i.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, composed: true }));
  }, input);
  await page
    .locator("fs-app footer")
    .getByText(/packets match/)
    .waitFor();
  await settled(page);
  await expect(selected, "a filter during a sort chooses another packet").toHaveText("5");
  // A filter leaves the order, and the keyboard moves in it.
  await filter(page, "size > 100");
  await settled(page);
  const lengths = (await column("len")).map(Number);
  assert.ok(lengths.length > 3 && lengths.every((n, i) => n > 100 && (i === 0 || n <= lengths[i - 1])), `lengths ${lengths}`);
  await list.locator('[data-i="0"]').click();
  await list.locator('[data-i="0"][aria-selected=true]').waitFor();
  await page.keyboard.press("ArrowDown");
  await settled(page);
  const second = await list.locator('[data-i="1"][aria-selected=true] .len').innerText();
  await page.locator("fs-app .heading").getByText(`${second} bytes`).waitFor();
  await done();
});

test("columns are made wider by the mouse and by keys, in every table of a capture, and stay so", async () => {
  const { page, done } = await open(browser, server.url, { viewport: { width: 1280, height: 800 } });
  await read(page);
  const head = (list, name) => page.locator(list).getByRole("columnheader", { name: new RegExp(`^${name}`) });
  const width = async (list, name) => (await head(list, name).boundingBox()).width;
  const drag = async (list, name, by) => {
    const grip = await head(list, name).locator(".grip").boundingBox();
    await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
    await page.mouse.down();
    await page.mouse.move(grip.x + by / 2, grip.y + 3);
    await page.mouse.move(grip.x + grip.width / 2 + by, grip.y + grip.height / 2);
    await page.mouse.up();
  };
  const first = await width("fs-list", "Protocol");
  await drag("fs-list", "Protocol", 60);
  assert.ok(Math.abs((await width("fs-list", "Protocol")) - first - 60) < 2);
  await expect(head("fs-list", "Protocol"), "a drag sorts").not.toHaveAttribute("aria-sort");
  const cell = await page.locator("fs-list #p0 .proto").boundingBox();
  assert.ok(Math.abs(cell.width - first - 60) < 2, "the cells are not as wide as their head");
  await head("fs-list", "Time").getByRole("button").focus();
  const time = await width("fs-list", "Time");
  await page.keyboard.press("Shift+ArrowRight");
  assert.ok((await width("fs-list", "Time")) > time + 8);
  for (const [name, list, column] of [
    ["Exchanges", "fs-exchanges", "Message"],
    ["Flows", "fs-flows", "Server"],
    ["Servers", "fs-servers", "Map"],
  ]) {
    await tab(page, name).click();
    const was = await width(list, column);
    await drag(list, column, 40);
    assert.ok(Math.abs((await width(list, column)) - was - 40) < 2, name);
  }
  await tab(page, "Statistics").click();
  const messages = page.locator("fs-capture-view table[data-name=Messages]");
  const th = messages.locator("th").first();
  const was = (await th.boundingBox()).width;
  await th.getByRole("button").focus();
  await page.keyboard.press("Shift+ArrowLeft");
  assert.ok((await th.boundingBox()).width < was - 8, "a table of the statistics");
  await messages.locator("th").nth(2).getByRole("button").click();
  await messages.locator("[aria-sort=descending]").waitFor();
  const counts = (await messages.locator("td:nth-child(3)").allTextContents()).map((t) => Number(t.replaceAll(",", "")));
  assert.ok(counts.length > 3 && counts.every((n, i) => i === 0 || n <= counts[i - 1]), `counts ${counts}`);

  await page.reload();
  await page.locator("fs-app .heading b").waitFor({ state: "attached" });
  await read(page);
  assert.ok(Math.abs((await width("fs-list", "Protocol")) - first - 60) < 2, "the width is forgotten");
  await head("fs-list", "Protocol").locator(".grip").dblclick();
  assert.ok(Math.abs((await width("fs-list", "Protocol")) - first) < 2, "a double click does not reset");
  await done();
});

test("exchanges are sorted by every column", async () => {
  const { page, done } = await open(browser, server.url);
  await read(page);
  await tab(page, "Exchanges").click();
  for (const name of ["Time", "Message", "Round trip, ms", "Outcome", "Client", "Server"]) {
    const head = page.locator("fs-exchanges").getByRole("columnheader", { name: new RegExp(`^${name}`) });
    await head.getByRole("button").click();
    await page.locator("fs-exchanges [aria-sort]", { hasText: name }).waitFor();
    await settled(page);
  }
  const servers = (await page.locator("fs-exchanges [data-i] [role=gridcell]:last-child").allTextContents()).map((text) => text.trim());
  const number = (a) => a.split(/[.:]/).reduce((n, x, i) => n * (i === 4 ? 65536 : 256) + Number(x), 0);
  assert.ok(servers.length > 5);
  assert.deepEqual(
    servers,
    [...servers].sort((a, b) => number(a) - number(b)),
  );
  await done();
});

test("times below a plot keep clear of each other, however close they are", async () => {
  const { page, done } = await open(browser, server.url, { viewport: { width: 1920, height: 1080 } });
  await page.evaluate(() => {
    window.labels = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...room) {
      if (/^\d\d:\d\d/.test(text)) window.labels.push({ canvas: this.canvas, text, x, y, width: this.measureText(text).width });
      return fillText.call(this, text, x, y, ...room);
    };
  });
  await read(page);
  await tab(page, "Timeline").click();
  await page.locator("fs-plots canvas").nth(2).waitFor();
  await settled(page);
  const over = await page.evaluate(() =>
    window.labels
      .filter((a) => window.labels.some((b) => a.canvas === b.canvas && a.y === b.y && a.x < b.x && a.x + a.width / 2 > b.x - b.width / 2))
      .map((l) => l.text),
  );
  assert.deepEqual(over, []);
  // The legend tells curves by their dashes, as the plot does.
  for (const [i, style] of ["solid", "dashed"].entries()) await expect(page.locator("#players .u-marker").nth(i + 1)).toHaveCSS("border-top-style", style);
  await done();
});
