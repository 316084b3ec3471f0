// Measures the page as fragscope serve sends it, in Chromium, and prints a
// table with what is wished for.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { dist, launch, serve } from "../test/harness.mjs";
import { Chromium, pause } from "./chromium.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const server = await serve();
const browser = await launch({ fast: true });
const rows = [];
const add = (what, measured, wish, beside = "") => rows.push([what, measured, wish, beside]);
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const kb = (n) => `${(n / 1000).toFixed(0)} KB`;

/**
 * Milliseconds from the start of a navigation until the first packet is in the page, and until it is painted: without and
 * with what the browser has kept of an earlier visit.
 */
async function visits(rounds) {
  const browser = new Chromium();
  const out = { first: [], firstPainted: [], again: [], againPainted: [] };
  const marks = `["first packet", "first packet painted"].map((name) => performance.getEntriesByName(name)[0]?.startTime ?? null)`;
  try {
    await visit(browser, await browser.fresh(), marks); // the first one in a new browser takes longer
    for (let i = 0; i < rounds; i++) {
      const profile = await browser.fresh();
      for (const which of ["first", "again"]) {
        const [shown, painted] = await visit(browser, profile, marks);
        if (shown === null || painted === null) throw new Error("no packet was shown");
        out[which].push(shown);
        out[`${which}Painted`].push(painted);
      }
      await browser.forget(profile);
    }
  } finally {
    await browser.close();
  }
  return out;
}

async function visit(browser, profile, expression) {
  const page = await browser.visit(profile, server.url);
  let told = null;
  for (let i = 0; i < 10 && !told?.every((t) => t !== null); i++) {
    await pause(1500); // nobody looks on meanwhile
    told = await page.tell(expression);
  }
  await page.close();
  return told;
}

/** Packets a second that a capture is read with, from choosing it until everything about it is known. */
async function captures(rounds, datagrams) {
  const folder = mkdtempSync(join(tmpdir(), "fragscope-capture-"));
  const browser = new Chromium();
  const out = [];
  try {
    const path = join(folder, "measured.pcapng");
    const generate = ["run", "./samples/capgen/generate", "--datagrams", String(datagrams), path];
    execFileSync("go", generate, { cwd: join(web, "..", "..", ".."), stdio: "ignore" });
    for (let i = 0; i < rounds; i++) {
      const profile = await browser.fresh();
      const page = await browser.visit(profile, server.url);
      await pause(2000);
      const input = `document.querySelector("fs-app").shadowRoot.querySelector("header input[type=file]")`;
      await page.tell(`(${input}.focus(), 0)`); // as whoever is about to choose a file: the program is loaded meanwhile
      await pause(4000);
      await page.choose(input, path);
      let read = null;
      for (let s = 0; s < 60 && !read; s++) {
        await pause(2000);
        read = await page.tell(`((m) => m ? { duration: m.duration, detail: m.detail } : null)(performance.getEntriesByName("capture read")[0])`);
      }
      if (!read) throw new Error("the capture was not read");
      out.push(read.detail.packets / (read.duration / 1000));
      await page.close();
      await browser.forget(profile);
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return out;
}

/** What a first visit loads before its first packet is on the screen, as it crosses the wire. */
async function load() {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  const debug = await context.newCDPSession(page);
  await debug.send("Network.enable");
  const names = new Map();
  const sizes = new Map();
  let first = true;
  const before = new Set();
  debug.on("Network.requestWillBeSent", (e) => {
    names.set(e.requestId, e.request.url);
    if (first) before.add(e.requestId);
  });
  debug.on("Network.loadingFinished", (e) => sizes.set(e.requestId, e.encodedDataLength));
  await page.goto(server.url);
  await page.waitForFunction(() => performance.getEntriesByName("first packet").length > 0, undefined, { polling: 5 });
  first = false;
  await page.waitForTimeout(400);
  await context.close();
  let bytes = 0;
  let program = 0;
  for (const id of before) {
    if (/manifest|icon/.test(names.get(id))) continue;
    bytes += sizes.get(id) ?? 0;
    if (names.get(id).endsWith(".wasm")) program += sizes.get(id) ?? 0;
  }
  return { bytes, program };
}

/** Calls of the decoder by themselves: the API in a page of its own. */
async function calls() {
  const page = await (await browser.newContext({ serviceWorkers: "block" })).newPage();
  await page.goto(server.url);
  await page.locator("fs-app .heading b").waitFor();
  const assets = readdirSync(join(dist, "assets"));
  const name = (re) => `${server.url}assets/${assets.find((f) => re.test(f))}`;
  const lib = { entry: join(web, "src", "api", "index.ts"), formats: ["iife"], name: "fragscope" };
  const [{ output }] = await build({ root: web, configFile: false, publicDir: false, logLevel: "error", build: { lib, write: false } });
  // Through the debugger: the page's policy lets no other script in.
  await page.evaluate(`${output[0].code}; window.fragscope = fragscope; undefined`);
  await page.evaluate(
    async ({ program, packet, paste }) => {
      const bytes = Uint8Array.from(packet);
      window.work = {};
      const d = await window.fragscope.Decoder.create(fetch(program));
      window.work.packet = (n) => {
        for (let i = 0; i < n; i++) {
          const s = d.decode(bytes);
          s.message(0);
          s.close();
        }
      };
      window.work.paste = (n) => {
        for (let i = 0; i < n; i++) {
          const s = d.parse(paste, { positions: true });
          s.message(0).texts(0, 128);
          s.close();
        }
      };
    },
    { program: name(/^decoder-.*wasm$/), packet: Array.from(packet), paste },
  );
  // Processor time of the page's thread: what else the machine does is left out.
  const debug = await page.context().newCDPSession(page);
  await debug.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => (await debug.send("Performance.getMetrics")).metrics.find((m) => m.name === "TaskDuration").value * 1000;
  const out = {};
  for (const [key, n] of [
    ["packet", 1000],
    ["paste", 10],
  ]) {
    const run = () => page.evaluate(([k, n]) => window.work[k](n), [key, n]);
    await run();
    await run();
    const times = [];
    for (let k = 0; k < 5; k++) {
      const from = await spent();
      await run();
      times.push(((await spent()) - from) / n);
    }
    out[key] = median(times);
  }
  return out;
}

/** A rules reply of 1,400 bytes, as large as a datagram of these protocols gets. */
function rules(size) {
  const out = [0x80, 0, 0, 0, 1];
  const text = (s) => out.push(s.length + 1, ...Buffer.from(s), 0);
  for (let i = 0; out.length < size - 40; i++) {
    text(`Setting${i}`);
    text(`value ${i * 37}`);
  }
  text("Last");
  text("x".repeat(size - out.length - 2));
  return Uint8Array.from(out);
}
const packet = rules(1400);

/** 64 KB of text, as xxd writes it: datagrams of 1,400 bytes. */
function dump(size) {
  let text = "";
  while (text.length < size) {
    for (let i = 0; i < packet.length; i += 16) {
      const row = [...packet.subarray(i, i + 16)];
      const hex = row
        .map((b) => b.toString(16).padStart(2, "0"))
        .join("")
        .replace(/(....)/g, "$1 ");
      const ascii = row.map((b) => (b > 31 && b < 127 ? String.fromCharCode(b) : ".")).join("");
      text += `${i.toString(16).padStart(8, "0")}: ${hex.padEnd(40)} ${ascii}\n`;
    }
    text += "\n";
  }
  return text.slice(0, text.lastIndexOf("\n", size) + 1);
}
const paste = dump(65536);

try {
  const { bytes, program } = await load();
  add("first load: page and decoder, brotli", kb(bytes), "1,300 KB", "wiregasm: 14,000 KB");
  add("  of it the program (an empty one of Go's: 442 KB)", kb(program), "");
  const v = await visits(9);
  const ms = (list) => `${median(list).toFixed(0)} ms`;
  const range = (list) => `${Math.min(...list).toFixed(0)} to ${Math.max(...list).toFixed(0)} ms`;
  add("navigation to the first packet, first visit", ms(v.first), "300 ms", range(v.first));
  add("  until it is painted", ms(v.firstPainted), "", range(v.firstPainted));
  add("  visited before", ms(v.again), "", range(v.again));
  const p = await captures(3, 1_000_000);
  const rate = `${Math.round(median(p) / 1000)} thousand`;
  add("a capture of 1,000,000 packets: packets a second", rate, "200 thousand", `on ${availableParallelism()} processors`);
  const c = await calls();
  add("a call: a packet of 1,400 bytes, 312 fields and its problems to the page, processor time", `${(c.packet * 1000).toFixed(0)} µs`, "60 µs");
  add(`a paste of 64 KB (${paste.length} characters) read again, processor time`, `${c.paste.toFixed(1)} ms`, "16 ms");
} finally {
  await browser.close();
  await server.close();
}
const widths = [0, 1, 2, 3].map((i) => Math.max(...rows.map((r) => r[i].length), ["", "measured", "wished", "beside"][i].length));
const line = (r) =>
  r
    .map((c, i) => (i === 0 || i === 3 ? c.padEnd(widths[i]) : c.padStart(widths[i])))
    .join("  ")
    .trimEnd();
console.log(line(["", "measured", "wished", "beside"]));
for (const r of rows) console.log(line(r));
