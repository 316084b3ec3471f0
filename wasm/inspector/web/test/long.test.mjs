// The page in use for long: what it holds stays level. LONG=3600 uses it for an
// hour; without LONG it is used for a few rounds only.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { launch, open, packetsRead, paste, pick, sampleNames, samplesDir, sampleText, serve, settled, test } from "./harness.mjs";

const seconds = Number(process.env.LONG ?? 0);
const captures = readdirSync(join(samplesDir, "captures"))
  .filter((n) => n.endsWith(".pcapng"))
  .sort();
/** Rounds after which everything is loaded and what is kept on purpose is full: 50 inputs to go back to, and as many entries of the browser's history. */
const warm = seconds > 0 ? 60 : 4;
const every = seconds > 0 ? 60_000 : 0; // between two samples

/*
 * Between the first third of the samples and the last the medians may differ by
 * this much. A round leaves at most what 50 inputs of other samples are longer,
 * some hundred kilobytes; in an hour there are about a thousand rounds, two
 * thirds of which lie between the two medians. So 1.5 kB that every round leaves
 * are found, one node or one listener a round too. In a few rounds the browser may
 * start the process of 90 MB that it keeps for the next page.
 */
const bounds = { heap: 1, wasm: 2, nodes: 500, listeners: 50, documents: 5, workers: 0, processes: seconds > 0 ? 64 : 128 }; // MB, and numbers

let server, browser;
before(async () => {
  server = await serve();
  browser = await launch({ fast: true });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** What a reader does, one thing after the other, with the next sample and the next capture. */
async function round(page, n) {
  // What follows the name is a count, and where that is 0 there is nothing to see.
  const tab = async (name) => {
    const it = page.getByRole("tab", { name: new RegExp(`^${name}`) });
    if (await it.isEnabled()) await it.click();
  };
  const header = page.locator("fs-app header");
  const heading = page.locator("fs-app .heading b");
  const said = page.locator("fs-app footer .said");
  const saved = async (action) => {
    const [file] = await Promise.all([page.waitForEvent("download"), action()]);
    await file.delete();
  };
  const name = sampleNames[n % sampleNames.length];
  await page.keyboard.press("Escape");
  await paste(page, sampleText(name));
  await heading.waitFor();
  await page.locator("fs-fields .f").nth(1).click();
  for (const key of ["n", "u", "j", "k", "m", "t", "t"]) await page.keyboard.press(key);
  for (const name of ["Summary", "JSON and text", "Compare", "Fields"]) await tab(name);
  await header.locator("#search").fill("00");
  await page.keyboard.press("Enter");
  await saved(() => pick(header, "Save", "json"));

  // The same as a link, another one, and back and forth between them.
  await header.getByRole("button", { name: "Copy link" }).click();
  await said.getByText("copied").waitFor();
  const other = sampleText("ut2004-info-reply");
  // Back leads to what was noted of the page before, a moment after it was shown.
  await page.waitForFunction(() => history.state?.tab === "fields");
  const holds = (text) =>
    page.waitForFunction((t) => {
      const { value } = document.querySelector("fs-app").shadowRoot.querySelector("fs-paste").shadowRoot.querySelector("textarea");
      return value === t || (t.length > 16_384 && value.startsWith("# from a link"));
    }, text);
  await page.evaluate(() => {
    location.hash = "#sample=ut2004-info-reply";
  });
  await holds(other);
  await page.goBack();
  await holds(sampleText(name));
  await page.goForward();
  await holds(other);
  await page.locator("fs-fields .f", { hasText: "Grimms-Insta" }).first().click();

  // A changed field, undone.
  const detail = page.locator("fs-detail");
  await detail.getByRole("button", { name: "Edit", exact: true }).click();
  await page.locator("fs-fields").getByLabel("New value").fill("Two Names");
  await page.keyboard.press("Enter");
  await page.locator("fs-fields .f", { hasText: "Two Names" }).first().click();
  await page.keyboard.press("Control+z");
  await page.locator("fs-fields .f", { hasText: "Grimms-Insta" }).first().waitFor();

  const capture = captures[n % captures.length];
  await header.locator("input[type=file]").setInputFiles(join(samplesDir, "captures", capture));
  const bar = page.locator("fs-capture-bar");
  const ready = () => packetsRead(page);
  await bar.getByRole("heading", { name: capture, exact: true }).waitFor();
  await ready();
  await bar.getByLabel("Filter").fill("length > 20");
  await page.keyboard.press("Enter");
  await ready();
  for (const name of ["Exchanges", "Flows", "Servers", "Timeline", "Statistics", "Problems", "Packets"]) await tab(name);
  await saved(() => pick(bar, "Export", "Report, JSON"));
  await page.keyboard.press("1");
  for (const key of ["End", "Home", "ArrowDown", "["]) await page.keyboard.press(key);
  await bar.getByRole("button", { name: "Close" }).click();
  await page.locator("fs-paste textarea").waitFor();
}

/** Memory that only the process has, in MB: of all the browser's processes that run now. */
async function processes(session) {
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  let kb = 0;
  for (const { id } of processInfo) {
    try {
      for (const m of readFileSync(`/proc/${id}/smaps_rollup`, "utf8").matchAll(/^Private_\w+: +(\d+) kB/gm)) kb += Number(m[1]);
    } catch {
      // It ended meanwhile, or this is not Linux.
    }
  }
  return kb / 1024;
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

const length = seconds > 0 ? `for ${seconds} s` : "for some rounds";
test(`in use ${length}, the page holds no more than at the start`, { timeout: (seconds + 120) * 1000 }, async () => {
  const { page, context, done } = await open(browser, "about:blank", { ready: false, origin: server.url, serviceWorkers: "allow" });
  // The memories of all programs that the page started and has not dropped. A program in a worker ends with it.
  await page.addInitScript(() => {
    const instantiate = WebAssembly.instantiate;
    const memories = [];
    WebAssembly.instantiate = async (...args) => {
      const made = await instantiate.apply(WebAssembly, args);
      memories.push(new WeakRef((made.instance ?? made).exports.mem));
      return made;
    };
    window.wasmBytes = () => memories.reduce((n, m) => n + (m.deref()?.buffer.byteLength ?? 0), 0);
  });
  await page.goto(server.url);
  await page.locator("fs-app .heading b").waitFor();
  const session = await context.newCDPSession(page);
  const whole = await browser.newBrowserCDPSession();
  const held = async () => {
    await paste(page, sampleText("ut2004-info-reply")); // so that what is shown does not count
    await settled(page);
    for (let i = 0; i < 3; i++) await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    const { nodes, documents, jsEventListeners } = await session.send("Memory.getDOMCounters");
    return {
      heap: usedSize / 2 ** 20,
      wasm: (await page.evaluate(() => window.wasmBytes())) / 2 ** 20,
      nodes,
      listeners: jsEventListeners,
      documents,
      workers: page.workers().length,
      processes: await processes(whole),
    };
  };
  const samples = [];
  let rounds = 0;
  const sample = async () => {
    const h = await held();
    samples.push(h);
    const memory = `heap ${h.heap.toFixed(2)} MB, wasm ${h.wasm.toFixed(2)} MB, processes ${h.processes.toFixed(0)} MB`;
    const counts = `${h.nodes} nodes, ${h.listeners} listeners, ${h.documents} documents, ${h.workers} workers`;
    console.log(`${new Date().toISOString()} round ${rounds}: ${memory}, ${counts}`);
  };
  const begun = performance.now();
  // Fields that were seen once are known by name from then on.
  if (seconds > 0) for (const name of sampleNames) await paste(page, sampleText(name));
  for (; rounds < warm; rounds++) await round(page, rounds);
  await sample();
  assert.ok(samples[0].wasm > 1, "the memory of the page's program is not seen");
  for (let told = performance.now(); samples.length < 3 || performance.now() - begun < seconds * 1000; ) {
    await round(page, rounds++);
    if (performance.now() - told < every) continue;
    await sample();
    told = performance.now();
  }
  const third = Math.ceil(samples.length / 3);
  for (const [what, bound] of Object.entries(bounds)) {
    const [first, last] = [samples.slice(0, third), samples.slice(-third)].map((list) => median(list.map((s) => s[what])));
    assert.ok(last - first <= bound, `${what}: ${first.toFixed(2)} at the start, ${last.toFixed(2)} at the end, more than ${bound} apart`);
  }
  await done();
});
