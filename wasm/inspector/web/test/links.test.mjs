// Permalinks have one form: what links.json says, the page reads and writes as the desktop does, whose tests read the same file.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { expect, launch, open, selectedBytes, serve, test } from "./harness.mjs";

const links = JSON.parse(readFileSync(new URL("links.json", import.meta.url), "utf8"));
let browser, server;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

function packed(head, body) {
  const text = Buffer.from(JSON.stringify(head));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length);
  return deflateRawSync(Buffer.concat([size, text, body])).toString("base64url");
}

function unpacked(link) {
  const all = inflateRawSync(Buffer.from(link.split("#d=")[1], "base64url"));
  const size = all.readUInt32LE(0);
  return { head: JSON.parse(all.subarray(4, 4 + size)), body: all.subarray(4 + size) };
}

for (const l of links) {
  test(`a link with ${l.name}`, async () => {
    const body = Buffer.from(l.body, "hex");
    const { page, done } = await open(browser, server.url, { hash: `#d=${packed(l.head, body)}` });
    const app = page.locator("fs-app");
    await app.locator(".heading b").waitFor();
    if (l.datagrams.length > 1)
      await app
        .locator(".heading")
        .getByText(`${l.current + 1} of ${l.datagrams.length}`)
        .waitFor();
    const want = l.selected.length ? Array.from({ length: l.selected[1] - l.selected[0] }, (_, i) => l.selected[0] + i) : [];
    await expect.poll(() => selectedBytes(page)).toEqual(want);
    const box = page.locator("fs-paste");
    for (const [label, value] of [
      ["Protocol", l.protocol],
      ["Direction", l.from],
      ["Format", l.format],
    ])
      await expect(box.getByLabel(label), label).toHaveValue(value);

    await app.locator("header").getByRole("button", { name: "Copy link" }).click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes("#d="));
    const again = unpacked(await page.evaluate(() => navigator.clipboard.readText()));
    // The page writes what is in the box; of a link of datagrams that is their digits.
    const { l: lengths, ...head } = l.head;
    assert.deepEqual(again.head, head);
    if (lengths === undefined) assert.equal(again.body.toString(), body.toString());
    else
      assert.deepEqual(
        again.body
          .toString()
          .replace(/^#.*\n/gm, "")
          .replace(/\s/g, "")
          .toLowerCase(),
        l.datagrams.join(""),
      );
    await done();
  });
}
