// The page as a user has it: paste, click, move, share.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { join } from "node:path";
import {
  expect,
  innerText,
  launch,
  open,
  paste,
  pick,
  run,
  sampleJSON,
  sampleNames,
  sampleText,
  selectedBytes,
  selectedField,
  serve,
  settled,
  temporary,
  test,
} from "./harness.mjs";

let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Waits until the text of a part of the page matches. */
const inside = (page, part, text) => expect.poll(() => page.locator(part).evaluate((e) => e.shadowRoot.textContent)).toMatch(text);

const info = Uint8Array.from(
  sampleText("ut2004-info-reply-colours")
    .split("\n")
    .filter((l) => !l.startsWith("#"))
    .join(" ")
    .match(/[0-9A-F]{2}/g),
  (d) => parseInt(d, 16),
);
const hex = (b) => b.toString(16).padStart(2, "0");
const digits = Array.from(info, hex);

function rows(n, line) {
  const out = [];
  for (let i = 0; i < info.length; i += n)
    out.push(line(i, digits.slice(i, i + n), Array.from(info.subarray(i, i + n), (b) => (b >= 32 && b < 127 ? String.fromCharCode(b) : ".")).join("")));
  return out.join("\n") + "\n";
}

const pairs = (d) => {
  const out = [];
  for (let i = 0; i < d.length; i += 2) out.push(d.slice(i, i + 2).join(""));
  return out.join(" ");
};
const dumps = {
  "plain hex": digits.join(" "),
  "plain hex without blanks": digits.join(""),
  xxd: rows(16, (i, d, a) => `${i.toString(16).padStart(8, "0")}: ${pairs(d).padEnd(39)}  ${a}`),
  "hexdump -C":
    rows(16, (i, d, a) => `${i.toString(16).padStart(8, "0")}  ${d.slice(0, 8).join(" ").padEnd(23)}  ${d.slice(8).join(" ").padEnd(23)}  |${a}|`) +
    info.length.toString(16).padStart(8, "0"),
  Wireshark: rows(16, (i, d, a) => `${i.toString(16).padStart(4, "0")}   ${d.join(" ").padEnd(47)}   ${a}`),
  "tcpdump -X":
    "12:00:00.000000 IP 192.0.2.1.7778 > 192.0.2.2.50000: UDP, length 96\n" +
    rows(16, (i, d, a) => `\t0x${i.toString(16).padStart(4, "0")}:  ${pairs(d).padEnd(39)}  ${a}`),
  "C array": `unsigned char packet[] = {\n${digits.map((d) => "0x" + d).join(", ")}\n};`,
  "Go slice": `packet := []byte{${digits.map((d) => "0x" + d).join(", ")}}`,
  "Python bytes": `b"${digits.map((d) => "\\x" + d).join("")}"`,
  "Rust array": `let p: [u8; 96] = [${digits.map((d) => "0x" + d).join(", ")}];`,
  base64: Buffer.from(info).toString("base64"),
};

test("every kind of dump gives the same packet", async () => {
  const { page, done } = await open(browser, server.url);
  for (const [name, text] of Object.entries(dumps)) {
    await paste(page, "");
    await page.locator("fs-app .heading").getByText("No datagram").waitFor();
    await paste(page, text);
    await expect(page.locator("fs-app .heading"), name).toContainText("server info reply");
    await expect(page.locator("fs-paste #said"), name).toContainText(/1 datagram, 96 bytes\s*Why\?\s*Recognised by /);
    await expect(page.locator("fs-hex .b[data-o]"), name).toHaveCount(96);
  }
  await done();
});

test("a bad digit is marked and in sight, what can be read is decoded, and a click mends it", async () => {
  const { page, done } = await open(browser, server.url, { viewport: { width: 1280, height: 720 } });
  const bad = page.locator("fs-paste .bad");
  const said = page.locator("fs-paste #said");
  const long = `80 00 00 00 00 ${"00 ".repeat(20)}0O 00 00`;
  await paste(page, long);
  await bad.waitFor({ state: "attached" });
  await expect(bad).toHaveText("O");
  await expect(said).toContainText("1 character could not be read at line 1, column 77: “O” was read as 0.");
  await expect(page.locator("fs-app .heading")).toContainText("server info reply");
  await expect(page.locator("fs-hex .b[data-o]")).toHaveCount(28);
  const [mark, box] = await Promise.all([bad.boundingBox(), page.locator("fs-paste textarea").boundingBox()]);
  assert.ok(mark.x > box.x && mark.x + mark.width < box.x + box.width, "the bad digit is out of sight");
  await expect(page.locator("fs-paste textarea")).toHaveAttribute("aria-invalid", "true");
  await said.getByRole("button", { name: "O → 0" }).click();
  await bad.waitFor({ state: "detached" });
  await expect(page.locator("fs-paste textarea")).toHaveValue(long.replace("O", "0"));
  // Half a byte at the end is left out.
  await paste(page, "80 00 00 00 0");
  await expect(said).toContainText("“0” was left out");
  await expect(page.locator("fs-hex .b[data-o]")).toHaveCount(4);
  await said.getByRole("button", { name: "0 → 00" }).click();
  await expect(page.locator("fs-app .heading")).toContainText("server info request");
  // What is no packet is said under its place.
  await paste(page, "hello, world");
  await bad.waitFor({ state: "attached" });
  const at = await bad.boundingBox();
  const callout = await page.locator("fs-paste .callout").boundingBox();
  assert.ok(callout.y >= at.y + at.height && callout.y < at.y + at.height + 20, "the message stands under the place");
  await done();
});

test("a field marks its bytes, and a byte its field", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply-colours" });
  await page
    .locator("fs-fields .f", { hasText: /^.*0x002D\s*Map name/s })
    .first()
    .click();
  await expect(selectedField(page)).toHaveText(["Map name"]);
  await expect.poll(() => selectedBytes(page)).toEqual(Array.from({ length: 20 }, (_, i) => 45 + i));
  await inside(page, "fs-detail", /Map name/);

  await page.locator("fs-hex #b77").click();
  await expect(selectedField(page)).toHaveText(["Current players"]);
  await expect.poll(() => selectedBytes(page)).toEqual([75, 76, 77, 78]);

  await page.locator("fs-hex #b19").hover();
  await expect(page.locator("fs-fields .f.hov .name bdi")).toHaveText("Hostname");
  await expect(page.locator("fs-hex .b.hov")).toHaveCount(25);
  await page.locator("fs-fields .f", { hasText: "Game port" }).hover();
  const pointed = () => page.locator("fs-hex .b.hov").evaluateAll((c) => c.map((x) => Number(x.dataset.o)));
  await expect.poll(pointed).toEqual([10, 11, 12, 13]);

  // Dragging over bytes takes just these, and tells which fields they touch.
  await page.locator("fs-hex #b10").hover();
  await page.mouse.down();
  await page.locator("fs-hex #b16").hover();
  await page.mouse.up();
  await expect(page.locator("fs-hex .b.sel")).toHaveCount(7);
  await inside(page, "fs-detail", /7 bytes selected[^]*Game port[^]*Query port/);
  await done();
});

test("the keyboard is enough", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut3-exchange" });
  const title = page.locator("fs-app .heading b");
  const before = await title.innerText();
  await page.keyboard.press("1");
  await page.keyboard.press("ArrowDown");
  await expect(title).not.toHaveText(before);
  await page.keyboard.press("Home");
  await expect(title).toHaveText(before);
  await page.keyboard.press("2");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("fs-fields .f[aria-selected=true]")).toHaveAttribute("aria-rowindex", "3");
  const active = await page.locator("fs-fields .f[aria-selected=true]").getAttribute("id");
  await expect(page.locator("fs-fields .vscroll")).toHaveAttribute("aria-activedescendant", active);
  await page.keyboard.press("3");
  const from = await page.locator("fs-hex .b.cur").getAttribute("data-o");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("fs-hex .b.cur")).toHaveAttribute("data-o", String(Number(from) + 1));
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page.locator("fs-hex .b.sel")).toHaveCount(2);
  await page.keyboard.press("t");
  await expect(page.locator("fs-fields .tree")).toHaveCount(1);
  await page.keyboard.press("?");
  await page.locator("fs-help").getByText("next problem, previous problem").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("fs-fields").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("challenge");
  await page.keyboard.press("Enter");
  await page.locator("fs-fields .f.hit[aria-selected=true]").waitFor();
  await done();
});

test("groups close and open in the tree", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-players-reply" });
  await page.keyboard.press("t");
  const group = page.locator("fs-fields .f.group").first();
  await group.click();
  await expect(group).toHaveAttribute("aria-expanded", "true");
  const n = await page.locator("fs-fields .vwin .f").count();
  await page.keyboard.press("2");
  await page.keyboard.press("ArrowLeft");
  await expect(group).toHaveAttribute("aria-expanded", "false");
  await expect.poll(() => page.locator("fs-fields .vwin .f").count()).toBeLessThan(n);
  await page.keyboard.press("ArrowRight");
  await expect(group).toHaveAttribute("aria-expanded", "true");
  await done();
});

test("a link shows the same in a fresh profile", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut3-exchange" });
  await page.keyboard.press("j");
  await page.keyboard.press("t");
  await page.locator("fs-fields .vwin .f").nth(1).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.locator("fs-app footer").getByText("Link copied").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, page.url());
  const state = (p) =>
    Promise.all([
      p.locator("fs-app .heading b").innerText(),
      selectedField(p).allTextContents(),
      selectedBytes(p),
      p.locator("fs-fields .tree").count(),
      p.locator("fs-paste textarea").inputValue(),
    ]);
  await settled(page);
  const mine = await state(page);
  const fragment = new URL(link).hash;
  await done();
  const other = await open(browser, server.url, { hash: fragment });
  await other.page.locator("fs-fields .tree").waitFor();
  await expect.poll(() => state(other.page)).toEqual(mine);
  // A link can be pasted like any dump.
  await paste(other.page, "");
  await paste(other.page, server.url + fragment);
  await expect(other.page.locator("fs-app .heading b")).toHaveText(mine[0]);
  await other.done();
});

test("damaged links say so", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#d=AAAAbbbb", ready: false });
  await expect(page.locator("fs-app [role=alert]")).toHaveText(/^The link is damaged/, innerText);
  await done();
});

/** A link whose fragment inflates to that head and so many bytes. */
function bomb(head, bytes) {
  const h = Buffer.from(typeof head === "string" ? head : JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(h.length);
  return `#d=${deflateRawSync(Buffer.concat([length, h, bytes]), { level: 9 }).toString("base64url")}`;
}

test("links that inflate are stopped at the length of a paste", async () => {
  for (const [bytes, said] of [
    [Buffer.alloc(200 << 20, "00 "), /holds more than the 2 MiB/],
    [Buffer.alloc(17 << 20, "00 "), /holds more than the 2 MiB/],
  ]) {
    const { page, done } = await open(browser, server.url, { hash: bomb({}, bytes), ready: false });
    await expect(page.locator("fs-app [role=alert]")).toHaveText(said);
    await done();
  }
});

test("links with senseless parameters give a clear answer", async () => {
  const one = Buffer.from("8000000000", "hex");
  for (const [hash, said] of [
    [
      bomb({ l: [5], c: 1e308, s: [-1, "x"], v: "<img src=x>", t: "exchanges", p: "__proto__", r: "constructor", f: "javascript:alert(1)" }, one),
      "server info request",
    ],
    [bomb({ l: [5, 1e15, -3, null, {}], c: 4 }, one), "server info request"],
    [bomb({ l: Array(100_000).fill(0) }, one), "more than 10000 datagrams"],
    [bomb({ l: Array(9_000).fill(0) }, one), "No datagram"],
    [bomb("[[[[", one), "the link is damaged"],
    [bomb("null", one), "the link is damaged"],
    [`#d=${"A".repeat(100_000)}`, "the link is damaged"],
    ["#hex=%", "the link is damaged"],
    ["#sample=%E0%A4%A", "the link is damaged"],
    ["#sample=../../x", "sample ../../x not found"],
    ["#sample=__proto__", "sample __proto__ not found"],
  ]) {
    const { page, done } = await open(browser, server.url, { hash, ready: false });
    await expect(page.locator("fs-app").getByText(said).first(), hash.slice(0, 60)).toBeVisible();
    await done();
  }
});

test("a saved capture has requests one way and replies the other", () =>
  temporary(async (dir) => {
    const { page, done } = await open(browser, server.url, { hash: "#sample=ut3-exchange" });
    const [file] = await Promise.all([page.waitForEvent("download"), pick(page.locator("fs-app header"), "Save", "pcap")]);
    const path = join(dir, "saved.pcap");
    await file.saveAs(path);
    const exchanges = run("analyze", "--format", "ndjson", path)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      exchanges.map((x) => [x.serverAddress, x.outcome]),
      [
        ["192.0.2.2", "answered"],
        ["192.0.2.2", "answered"],
      ],
    );
    await done();
  }));

test("hostile names stay text", async () => {
  const { page, done } = await open(browser, server.url);
  const names = [
    "😀 smile",
    "<img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    "<script>alert(1)</script>",
    "a\u202Eb\u2066c",
    "\u0007\u001b[31mred\u0000x",
    "${7*7}{{7*7}}",
    "' onmouseover='alert(1)",
  ];
  const bytes = [];
  for (const n of names) bytes.push(...Buffer.from(`\\${n.replaceAll("\\", "")}\\${n}`, "utf8"));
  const reply = [...Buffer.from("\\gamename\\ut\\hostname\\<img src=x onerror=alert(1)>"), ...bytes, ...Buffer.from("\\final\\\\queryid\\1.1")];
  await paste(page, reply.map(hex).join(" "));
  for (const tab of ["Fields", "Summary", "JSON and text", "Compare"]) {
    await page.getByRole("tab", { name: tab }).click();
    assert.equal(
      await page.evaluate(() => {
        const bad = [];
        const walk = (root) => {
          for (const e of root.querySelectorAll("*")) {
            if (/^(IMG|SCRIPT|IFRAME)$/.test(e.tagName) && !e.src?.startsWith(location.origin)) bad.push(e.outerHTML);
            for (const a of e.attributes) if (a.name !== "title" && /^on|javascript:/i.test(a.name + "=" + a.value)) bad.push(e.outerHTML);
            if (e.shadowRoot) walk(e.shadowRoot);
          }
        };
        walk(document.body);
        return bad.join("\n");
      }),
      "",
      tab,
    );
  }
  await page.getByRole("tab", { name: "Fields" }).click();
  const shown = await page.locator("fs-app").evaluate((app) => {
    const out = [];
    const walk = (root) => {
      for (const e of root.querySelectorAll("*")) {
        if (!/^(TEXTAREA|STYLE|SCRIPT)$/.test(e.tagName)) for (const n of e.childNodes) if (n.nodeType === 3) out.push(n.data);
        if (e.shadowRoot) walk(e.shadowRoot);
      }
    };
    walk(app.shadowRoot);
    return out.join("");
  });
  assert.doesNotMatch(shown, /[\u202a-\u202e\u2066-\u2069\u0007\u001b\u0000]/);
  // A character of two UTF-16 code units is shown whole.
  assert.match(shown, /😀 smile/u);
  assert.doesNotMatch(shown, /\p{Surrogate}/u);
  await done();
});

test("the JSON is the command's, for samples of every protocol", async () => {
  const { page, done } = await open(browser, server.url);
  await page.getByRole("tab", { name: "JSON and text" }).click();
  // Of all of them this is held to the package, whose decoder the page has.
  const some = sampleNames.filter((name, i) => i === 0 || name.split("-")[0] !== sampleNames[i - 1].split("-")[0] || name.includes("hostile"));
  assert.ok(some.length > 20, `${some.length} samples`);
  // In one call: a call for each takes ten times as long as the page does.
  const wrong = await page.evaluate(
    async (samples) => {
      const pre = () => document.querySelector("fs-app").shadowRoot.querySelector("fs-text")?.shadowRoot?.querySelector("pre")?.textContent;
      for (const [name, want] of samples) {
        location.hash = "#sample=" + name;
        for (const end = Date.now() + 30_000; pre() !== want; ) {
          if (Date.now() > end) return { name, want, found: pre() };
          await new Promise((done) => setTimeout(done));
        }
      }
      return null;
    },
    some.map((name) => [name, sampleJSON(name)]),
  );
  if (wrong) assert.equal(wrong.found, wrong.want, wrong.name);
  await done();
});

test("problems are explained in place, and can be walked through", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply-cut" });
  await page.keyboard.press("n");
  await page.locator("fs-detail .problem").first().waitFor();
  await page.locator("fs-detail fs-explain button").first().click();
  await page.locator("fs-detail fs-explain .story p").first().waitFor();
  await page.getByRole("tab", { name: "Summary" }).click();
  await page.locator("fs-summary .problem").first().waitFor();
  await page.locator("fs-summary .problem button.link").first().click();
  await expect(page.getByRole("tab", { name: "Fields" })).toHaveAttribute("aria-selected", "true");
  await done();
});

test("colour codes are colours in the summary", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply-colours" });
  await page.getByRole("tab", { name: "Summary" }).click();
  const name = page.locator("fs-summary .name");
  await expect(name).toHaveText("Gold & Steel");
  const colour = await name
    .locator("span")
    .first()
    .evaluate((s) => getComputedStyle(s).color);
  assert.equal(colour, "rgb(255, 255, 0)");
  await done();
});

test("a changed field takes its length along", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply" });
  await page.locator("fs-fields .f", { hasText: "Map name" }).last().click();
  await settled(page);
  const before = await page.locator("fs-hex .b[data-o]").count();
  await page.locator("fs-detail").getByRole("button", { name: "Edit", exact: true }).click();
  await page.locator("fs-fields input").fill("DM-A");
  await page.keyboard.press("Enter");
  await page.locator("fs-fields .f", { hasText: "DM-A" }).waitFor();
  await expect(page.locator("fs-hex .b[data-o]")).not.toHaveCount(before);
  await expect(page.locator("fs-fields .mark.error")).toHaveCount(0);
  await done();
});

test("two datagrams are compared", async () => {
  const { page, done } = await open(browser, server.url);
  const other = [...digits];
  other[75] = "09";
  await paste(page, digits.join(" ") + "\n\n" + other.join(" "));
  await page.getByRole("tab", { name: "Compare" }).click();
  await page.locator("fs-compare tr", { hasText: "Current players" }).waitFor();
  await expect(page.locator("fs-compare tr", { hasText: "Current players" })).toHaveText(/changed\s+Current players\s+7\s+9/, innerText);
  await done();
});

test("copies and downloads", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply-colours" });
  const header = page.locator("fs-app header");
  for (const [form, want] of [
    ["Hex digits", digits.join(" ").toUpperCase()],
    ["base64", dumps.base64],
  ]) {
    await pick(header, "Copy as", form);
    await page.waitForFunction(async (w) => (await navigator.clipboard.readText()).trim() === w, want);
  }
  for (const form of ["hexdump -C", "C array", "Go literal", "Python literal", "Rust literal", "xxd", "base64"]) {
    // What is copied is read again as the same bytes.
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await pick(header, "Copy as", form);
    await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== "");
    await paste(page, await page.evaluate(() => navigator.clipboard.readText()));
    await expect(page.locator("fs-paste #said"), form).toContainText("1 datagram, 96 bytes");
  }
  for (const [form, check] of [
    ["bin", (b) => Buffer.compare(b, Buffer.from(info)) === 0],
    ["pcap", (b) => b.readUInt32LE(0) === 0xa1b2c3d4 && b.length === 24 + 16 + 28 + 96],
    ["json", (b) => b.toString() === sampleJSON("ut2004-info-reply-colours")],
  ]) {
    const [file] = await Promise.all([page.waitForEvent("download"), pick(header, "Save", form)]);
    const chunks = [];
    for await (const c of await file.createReadStream()) chunks.push(c);
    assert.ok(check(Buffer.concat(chunks)), form);
  }
  await done();
});

/** A page whose program comes when it is let go. */
async function waiting(url) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  let letGo;
  const held = new Promise((done) => {
    letGo = done;
  });
  await page.route(/decoder-[^/]*\.wasm$/, async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await page.goto(url);
  await page.locator("fs-paste textarea").waitFor();
  return { context, page, letGo };
}

test("the page stands before the program has come, and reads then what was pasted meanwhile", async () => {
  const { context, page, letGo } = await waiting(server.url);
  await expect(page.locator("fs-paste textarea")).toHaveValue(/^# /);
  await expect(page.locator("fs-app .heading"), "it says that there is nothing while it waits").not.toContainText("No datagram");
  await paste(page, digits.join(" "));
  await expect(page.locator("fs-fields [data-i]")).toHaveCount(0);
  letGo();
  await page.locator("fs-app .heading").getByText("server info reply").waitFor();
  await expect(page.locator("fs-paste #said")).toHaveText(/1 datagram, 96 bytes/, innerText);
  await context.close();
});

test("without the program the page says what is missing", async () => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.route(/decoder-[^/]*\.wasm$/, (route) => route.fulfill({ status: 503 }));
  await page.goto(server.url);
  const said = /^The decoder could not be loaded: .*HTTP status 503.*\. Reload the page to try again\.$/;
  await expect(page.getByRole("alert")).toHaveText(said, innerText);
  await context.close();
});

test("the page notes its first packet when it stands there, and not before", async () => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const mark = performance.mark.bind(performance);
    window.rowsAt = {};
    performance.mark = (name) => {
      const fields = document.querySelector("fs-app")?.shadowRoot?.querySelector("fs-fields")?.shadowRoot;
      window.rowsAt[name] = fields?.querySelectorAll("[data-i]").length ?? 0;
      return mark(name);
    };
  });
  await page.goto(server.url);
  await page.waitForFunction(() => performance.getEntriesByName("first packet painted").length > 0);
  const rows = await page.evaluate(() => window.rowsAt);
  const fields = JSON.parse(sampleJSON("ut2004-info-reply-colours")).datagrams[0].fields.length;
  assert.ok(rows["first packet"] >= Math.min(fields, 20), `${rows["first packet"]} rows of ${fields} fields`);
  await context.close();
});

test("offsets and datagrams are gone to, and bytes read in every way", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply-colours" });
  const search = page.locator("fs-app #search");
  await search.fill("@4B");
  await page.keyboard.press("Enter");
  await page.locator("fs-hex .b.sel").first().waitFor();
  await expect(selectedField(page)).toHaveText(["Current players"]);
  await page.locator("fs-hex #b10").hover();
  await page.mouse.down();
  await page.locator("fs-hex #b13").hover();
  await page.mouse.up();
  // A field's own bytes can be read otherwise; other bytes are read at once.
  const readings = /Little endian\s+0x1E61, 7777\s+Big endian\s+0x611E0000, 1629356032\s+Float[^]*Address\s+97\.30\.0\.0[^]*Unix time/;
  await page.locator("fs-detail summary", { hasText: "As other types" }).click();
  await expect(page.locator("fs-detail details dl")).toHaveText(readings, innerText);
  await page.locator("fs-hex #b11").hover();
  await page.mouse.down();
  await page.locator("fs-hex #b12").hover();
  await page.mouse.up();
  await inside(page, "fs-detail", /2 bytes selected[^]*Little endian\s*0x1E, 30[^]*Bits\s*00011110 00000000/);
  await page.evaluate(() => {
    location.hash = "#sample=ut3-exchange";
  });
  await search.fill("#3");
  await page.keyboard.press("Enter");
  await page.locator("fs-app .heading").getByText("3 of 4").waitFor();
  await search.fill("#9");
  await page.keyboard.press("Enter");
  await page.locator("fs-app footer").getByText("datagram 9 not found").waitFor();
  await done();
});

test("nothing in the toolbar is cut short on a phone", async () => {
  const { page, done } = await open(browser, server.url, { viewport: { width: 360, height: 740 } });
  const cut = await page.locator("fs-app").evaluate((app) => {
    const pen = document.createElement("canvas").getContext("2d");
    return [...app.shadowRoot.querySelectorAll("header select, header button, header label.button, .panes button, .tabs button")]
      .filter((e) => {
        if (e.localName !== "select") return e.scrollWidth > e.clientWidth + 1;
        const style = getComputedStyle(e);
        pen.font = style.font;
        const arrow = 16;
        const room = e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
        return pen.measureText(e.selectedOptions[0].text).width > room;
      })
      .map((e) => e.textContent.trim().slice(0, 30));
  });
  assert.deepEqual(cut, []);
  await done();
});

test("panes are resized and remembered, and become tabs on a phone", async () => {
  const { page, context, done } = await open(browser, server.url);
  const bar = page.locator("fs-split[name=columns]").locator(".bar").first();
  const width = () => page.locator("fs-paste").evaluate((e) => e.clientWidth);
  const before = await width();
  await bar.focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
  const wide = await width();
  assert.ok(wide > before + 40);
  await page.reload();
  await page.locator("fs-app .heading b").waitFor({ state: "attached" });
  assert.ok(Math.abs((await width()) - wide) < 3);
  await page.setViewportSize({ width: 360, height: 740 });
  const panes = page.locator("fs-app .panes").getByRole("button");
  await expect(panes).toHaveText(["Input", "Fields", "Bytes"]);
  await expect(page.locator("fs-paste")).toBeHidden(); // from now on the buttons stay where they are
  await panes.nth(2).click();
  await expect(page.locator("fs-hex")).toBeVisible();
  await expect(page.locator("fs-fields")).toBeHidden();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  void context;
  await done();
});
