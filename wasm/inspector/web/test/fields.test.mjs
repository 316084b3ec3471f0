// The fields as a person reads them: each line says what is in it, and nothing that can be read is cut short or out of sight.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { expect, innerText, launch, open, paste, sampleText, serve, settled, test } from "./harness.mjs";

let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const row = (page, name) => page.locator("fs-fields .vwin .f").filter({ has: page.locator(`.name bdi:text-is("${name}")`) });
const value = (page, name) => row(page, name).locator(".value");
const names = (page) => page.locator("fs-fields .vwin .f .name bdi").allTextContents();

test("a pair, a header and flags are one line each, which says what is in it", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut99-status-reply" });
  await expect(value(page, "hostname")).toHaveText("UT99 @ Mobile Infanterie – Server name");
  await expect(value(page, "gamename")).toHaveText("ut – Game");
  const after = async () => {
    const list = await names(page);
    const at = list.indexOf("hostname");
    return list.slice(at + 1, at + 3);
  };
  assert.ok(!(await after()).includes("Key"), "the parts of pairs are not folded");
  await row(page, "hostname").locator(".tw").click();
  await expect.poll(after).toEqual(["Key", "Value"]);

  await paste(page, sampleText("frame-ethernet-vlan"));
  await row(page, "IPv4").waitFor();
  await expect(value(page, "IPv4")).toHaveText("192.0.2.10 → 198.51.100.7");
  await expect(value(page, "UDP")).toHaveText("7778 → 50123");
  await expect(value(page, "Ethernet")).toHaveText("02:00:00:00:00:0a → 02:00:00:00:00:07");
  await settled(page);
  assert.deepEqual((await names(page)).slice(0, 5), ["Ethernet", "VLAN tag", "IPv4", "UDP", "Protocol version"]);
  await row(page, "Map name").waitFor();

  await paste(page, sampleText("ugp-query-reply-rules"));
  await expect(value(page, "Server flags")).toHaveText(/server name, mode, current players, max players/);
  assert.ok(!(await names(page)).includes("teams"), "the bits of flags are not folded");
  // In its colours also where it is folded.
  await paste(page, sampleText("quake3-status-reply"));
  await expect(row(page, "sv_hostname").locator(".game span")).toHaveCount(2);
  await done();
});

test("what is selected or wrong inside a folded line is found there", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=frame-checksum-wrong" });
  const udp = row(page, "UDP");
  await expect(udp.locator(".value")).toHaveText(/checksum/i, innerText);
  await expect(udp.locator(".mark")).toHaveAttribute("class", "mark warning");
  await page.keyboard.press("n");
  await expect(row(page, "Checksum")).toHaveAttribute("aria-selected", "true");
  await expect(page.locator("fs-hex .b.sel")).not.toHaveCount(0);
  await done();
});

test("a value is not cut short where there is room for it, and is named in full to who points at it", async () => {
  for (const width of [1280, 1920, 390]) {
    const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply", viewport: { width, height: 900 } });
    if (width < 820) await page.locator("fs-app .panes").getByRole("button", { name: "Fields" }).click();
    const cut = () =>
      page
        .locator("fs-fields .vwin .value > bdi")
        .evaluateAll((all) => all.filter((e) => e.getBoundingClientRect().right > e.parentElement.getBoundingClientRect().right + 1).map((e) => e.textContent));
    await expect.poll(cut, `${width} px`).toEqual([]);
    const short = () =>
      page.locator("fs-fields .vwin .name bdi").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent));
    await expect.poll(short, `names at ${width} px`).toEqual([]);
    await expect(row(page, "Game port")).toHaveAttribute("title", /^Game port = 7788\nOffset 0xA, 4 bytes$/);
    await page.evaluate(() => {
      location.hash = "#sample=frame-ethernet-vlan";
    });
    await row(page, "VLAN tag").waitFor();
    for (const [header, form] of [
      ["IPv4", "Table"],
      ["Ethernet", "Table"],
      ["Ethernet", "Tree"],
    ]) {
      await page.getByRole("button", { name: form, exact: true }).click();
      const long = await row(page, header).evaluate((e) => {
        const over = (part) => part.getBoundingClientRect().right - part.parentElement.getBoundingClientRect().right;
        const value = e.querySelector(".value");
        return Math.max(
          over(value.querySelector("bdi")),
          over(e.querySelector(".name bdi")),
          over(e.lastElementChild),
          value.scrollHeight - value.clientHeight,
        );
      });
      assert.ok(long <= 1, `${width} px, ${form}: a name or two addresses are ${long} px too long`);
    }
    await done();
  }
});

test("views with a count stay in the row of what belongs to them", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply-cut", viewport: { width: 1280, height: 800 } });
  const problems = page.getByRole("tab", { name: /^Problems/ });
  await problems.getByText("1").waitFor();
  const [one, other] = [await problems.boundingBox(), await page.getByRole("button", { name: "Table", exact: true }).boundingBox()];
  assert.ok(Math.abs(other.y + other.height / 2 - one.y - one.height / 2) < 8, "they are in two lines");
  await done();
});

test("one line says which server it is, in its colours; of several datagrams it is the assembled reply", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply-colours" });
  const line = page.locator("fs-app .result");
  await line.getByText("7 of 16").waitFor();
  await expect(line.locator(".fact .muted")).toHaveText(["Map", "Players", "Game type"]);
  await expect(line.locator("b .game span")).toHaveCount(3);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    if (width < 820) await page.locator("fs-app .panes").getByRole("button", { name: "Fields" }).click();
    const cut = () =>
      line.evaluate((e) => {
        const box = e.getBoundingClientRect();
        const outside = ({ right, bottom }) => right > box.right + 1 || bottom > box.bottom + 1;
        return [...e.children].filter((part) => outside(part.getBoundingClientRect())).map((part) => part.textContent);
      });
    await expect.poll(cut, `${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await paste(page, sampleText("ut3-exchange"));
  await page.locator("fs-list").getByText("1,217 B", { exact: true }).waitFor();
  await paste(page, sampleText("ut99-status-reply-players"));
  await line.getByText(/Players \d+ of \d+/).waitFor();
  // Of replies of two servers it is the one that the datagram is of, and so is the summary.
  await paste(page, sampleText("two-servers-replies"));
  for (const [row, name, players] of [
    ["#p1", "UT99 @ Mobile Infanterie", "0 of 10"],
    ["#p0", "Grimms-Insta-Deathmatch", "4 of 10"],
  ]) {
    await page.locator("fs-list").locator(row).click();
    await line.locator("b").getByText(name, { exact: true }).waitFor();
    await line.getByText(players, { exact: true }).waitFor();
    await page.getByRole("tab", { name: "Summary" }).click();
    await page.locator("fs-summary .name").getByText(name, { exact: true }).waitFor();
  }
  await page.getByRole("tab", { name: "Fields" }).click();
  await paste(page, "80 00 00 00 00");
  await expect(line, "an empty line above the heading").toHaveCount(0);
  await done();
});

test("a field is edited in its row, with F2 and with a double click", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply" });
  await settled(page);
  await row(page, "Max players").click();
  await page.keyboard.press("2");
  await page.keyboard.press("F2");
  await row(page, "Max players").getByRole("textbox").waitFor();
  await page.keyboard.type("many");
  await page.keyboard.press("Enter");
  await expect(row(page, "Max players").getByRole("alert")).toHaveText(/^Expected a number from 0 to \d+$/, innerText); // it stays, and says why
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("32");
  await page.keyboard.press("Enter");
  await page.locator("fs-app .result").getByText("4 of 32").waitFor();
  await row(page, "Map name").dblclick();
  await row(page, "Map name").getByRole("textbox").waitFor();
  await page.keyboard.type("DM-Rankin");
  await page.keyboard.press("Enter");
  await page.locator("fs-app .result").getByText("DM-Rankin").waitFor();
  await done();
});

test("bytes have sixteen a row from 1280 pixels on, a head, and the height that they need", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply", viewport: { width: 1280, height: 800 } });
  const first = page.locator("fs-hex [role=row]").first();
  await expect(first.locator(".b[data-o]")).toHaveCount(16);
  await expect(page.locator("fs-hex .head .b")).toHaveText("00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F".split(" "));
  await settled(page);
  const [hex, last, detail] = await Promise.all([
    page.locator("fs-hex").boundingBox(),
    page.locator("fs-hex [role=row]").last().boundingBox(),
    page.locator("fs-detail").boundingBox(),
  ]);
  assert.ok(last.y + last.height <= hex.y + hex.height, "the last row is out of sight");
  assert.ok(hex.y + hex.height - last.y - last.height < 40, "there is empty room below the bytes");
  assert.ok(detail.height > 350, `only ${detail.height} px are left for what is selected`);
  // What is selected is read in both byte orders at once.
  await row(page, "Game port").click();
  await page.locator("fs-detail summary", { hasText: "As other types" }).click();
  await expect(page.locator("fs-detail dl")).toHaveText(/Little endian\s+0x1E6C, 7788\s+Big endian\s+0x6C1E0000, 1813905408/, innerText);
  await done();
});

test("compare names the rule that changed, and shows bytes field by field", async () => {
  const { page, done } = await open(browser, server.url);
  const pair = (k, v) => `\\${k}\\${v}`;
  const reply = (host, mode) => pair("hostname", host) + pair("mapname", "DM-Deck16][") + pair("gametype", mode) + "\\final\\\\queryid\\1.1";
  const digits = (text) => [...text].map((c) => c.charCodeAt(0).toString(16).padStart(2, "0")).join(" ");
  // The second name is longer: all that follows it is elsewhere.
  await paste(page, `${digits(reply("Here", "DeathMatchPlus"))}\n\n${digits(reply("Somewhere else", "DeathMatchPlus"))}\n`);
  await page.locator("fs-list #p1").waitFor();
  await page.getByRole("tab", { name: "Compare" }).click();
  const rows = page.locator("fs-compare tbody tr");
  await expect(rows).toHaveText([/^changed\s*\t\s*hostname\s*\t\s*Here\s*\t\s*Somewhere else\s*$/], innerText);
  const bytes = /^hostname\n− 0x0009 +5C 48 65 72 65 +\\Here\n\+ 0x0009 +5C 53 6F 6D 65 77 68 65 72 65 20 65 6C 73 65 +\\Somewhere else\s*$/;
  await expect(page.locator("fs-compare .hex")).toHaveText(bytes, innerText);
  await done();
});
