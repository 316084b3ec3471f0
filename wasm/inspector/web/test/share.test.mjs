// What is taken along: a link, a card, a test; and what a copy says it is.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import ts from "typescript-5.7";
import { command, expect, launch, open, pick, sampleText, samplesDir, serve, temporary, test } from "./harness.mjs";
import { home, write } from "./package/installed.mjs";

let server, browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

/** Opens the panel with a field selected. */
async function panel(page, field) {
  if (field) await page.locator("fs-fields .vwin .f", { has: page.locator(`.name bdi:text-is("${field}")`) }).click();
  await page.locator("fs-app header").getByRole("button", { name: "Share…" }).click();
  return page.locator("fs-share");
}

async function copied(page, button, what) {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await button.click();
  await page.locator("fs-app footer").getByText(`${what} copied`).waitFor();
  return clipboard(page);
}

test("Copy link is the one blue button", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply" });
  await expect(page.locator("fs-app header .primary")).toHaveText("Copy link");
  await expect(page.locator(".primary")).toHaveCount(1);
  await done();
});

test("a card has the bytes, the fields and what they mean, the selected one marked, and a note", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply" });
  const share = await panel(page, "Map name");
  await share.getByLabel("Note on the card").fill("Which map is <this>?");
  await expect.poll(() => share.locator("img").evaluate((i) => i.naturalWidth), "the card is not drawn").toBe(920);
  const [svg] = await Promise.all([page.waitForEvent("download"), share.getByRole("button", { name: "Save as SVG" }).click()]);
  const chunks = [];
  for await (const c of await svg.createReadStream()) chunks.push(c);
  const text = Buffer.concat(chunks).toString();
  for (const part of ["Grimms-Insta-Deathmatch", "DM-1on1-Squader", "Map name", "Which map is &lt;this&gt;?", ">44<", "server info reply"])
    assert.ok(text.includes(part), part);
  assert.equal(text.match(/fill="#0b57c2"/g).length, 16 * 2, "the bytes of the map and their characters are marked");
  const [png] = await Promise.all([page.waitForEvent("download"), share.getByRole("button", { name: "Save as PNG" }).click()]);
  const image = [];
  for await (const c of await png.createReadStream()) image.push(c);
  const b = Buffer.concat(image);
  assert.equal(b.subarray(1, 4).toString(), "PNG");
  assert.equal(b.readUInt32BE(16), 1840);
  const markdown = await copied(page, share.getByRole("button", { name: "Copy as Markdown" }), "Markdown card");
  assert.match(markdown, /\| 44 \| \*\*Map name\*\* \| \*\*DM-1on1-Squader\*\* \|/);
  assert.match(markdown, /> Which map is \\<this\\>\?/);
  assert.match(markdown, /\[Open it live\]\(http:\/\/\S+#d=\S+\)/);
  await page.goBack();
  await expect(share).toHaveCount(0);
  await done();
});

for (const sample of ["ut2004-info-reply", "minecraft-status-reply", "quake3-status-reply-cpma"])
  test(`a copied test of ${sample} passes, in Go, Python and TypeScript`, () =>
    temporary(async (dir) => {
      const { page, done } = await open(browser, server.url, { hash: `#sample=${sample}` });
      const share = await panel(page);
      const source = (language) => copied(page, share.getByRole("button", { name: language, exact: true }).first(), `${language} test`);
      const python = await source("Python");
      writeFileSync(join(dir, "packet_test.py"), `${python}\n\n${/^def (test_\w+)/m.exec(python)[1]}()\nprint("passed")\n`);
      const env = { ...process.env, PATH: dirname(command) + delimiter + process.env.PATH };
      assert.equal(execFileSync("python3", [join(dir, "packet_test.py")], { env, encoding: "utf8" }), "passed\n");
      const go = join(dir, "packet_test.go");
      writeFileSync(go, await source("Go"));
      assert.match(execFileSync("go", ["test", "-vet=all", go], { cwd: dirname(samplesDir), encoding: "utf8" }), /^ok /);
      write({ "packet.test.js": ts.transpile(await source("TypeScript"), { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext }) });
      const alone = { ...process.env, NODE_TEST_CONTEXT: undefined }; // as nobody's subtest
      const said = execFileSync("node", ["--test-reporter=tap", "packet.test.js"], { cwd: home, env: alone, encoding: "utf8" });
      assert.match(said, /^# pass 1$/m);
      await done();
    }));

test("one field alone can be tested", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply" });
  const share = await panel(page, "Map name");
  const one = await copied(page, share.getByRole("button", { name: "Go", exact: true }).last(), "Go test of Map name");
  assert.deepEqual(one.match(/"unreal2\.[\w.]+": ".*",/g), ['"unreal2.info.map": "DM-1on1-Squader",']);
  await done();
});

test("Copy as says whether it copies the packet or the field", async () => {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply" });
  await page.locator("fs-fields .vwin .f", { hasText: "Game port" }).click();
  await pick(page.locator("fs-app header"), "Copy as", "Hex digits");
  await page.locator("fs-app footer").getByText("Hex digits of packet, 94 bytes copied").waitFor();
  const all = sampleText("ut2004-info-reply")
    .replace(/^#.*\n/gm, "")
    .match(/[0-9A-F]{2}/g)
    .join(" ");
  assert.equal(await clipboard(page), all);
  const detail = page.locator("fs-detail");
  await pick(detail, "Copy as", "Hex digits");
  await page.locator("fs-app footer").getByText("Hex digits of Game port, 4 bytes copied").waitFor();
  assert.equal(await clipboard(page), "6C 1E 00 00");
  await pick(detail, "Copy as", "The whole packet, hex digits");
  await page.locator("fs-app footer").getByText("Packet, 94 bytes copied").waitFor();
  assert.equal(await clipboard(page), all);
  await done();
});
