// Pictures of the page.
//
//   node build/pictures.mjs           writes the one that README.md shows
//   node build/pictures.mjs FOLDER [NAME]
//                                     writes every view into FOLDER, in both
//                                     themes and all sizes, or in those of NAME,
//                                     such as light-phone
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, open, packetsRead, paste, pick, samplesDir, serve } from "../test/harness.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const [, , folder, only = ""] = process.argv;
const server = await serve();
const browser = await launch({ fast: true });

/** Shows a sample, with the field of a name selected. */
async function sample(page, name, field) {
  await page.evaluate((n) => {
    location.hash = "#sample=" + n;
  }, name);
  await page.waitForTimeout(150);
  if (field) await page.locator("fs-fields .f", { hasText: field }).first().click({ force: true });
}

async function picture() {
  const look = { hash: "#sample=ut2004-info-reply-colours", viewport: { width: 1280, height: 720 }, colorScheme: "light" };
  const { page, done } = await open(browser, server.url, look);
  await page
    .locator("fs-fields .f", { hasText: /Map name/ })
    .nth(1)
    .click();
  await page.mouse.move(0, 0);
  await page.waitForTimeout(200);
  const png = await page.screenshot();
  await done();
  // Chromium itself makes the smaller file.
  const painter = await browser.newPage();
  const webp = await painter.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch("data:image/png;base64," + data)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d").drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.8 });
    return Array.from(new Uint8Array(await blob.arrayBuffer()));
  }, png.toString("base64"));
  const { writeFileSync } = await import("node:fs");
  writeFileSync(join(web, "..", "inspector.webp"), Uint8Array.from(webp));
}

/** The views of a capture. */
async function capture(page, pane, shot) {
  await page.locator("fs-app header input[type=file]").setInputFiles(join(samplesDir, "captures", "scan-with-other-traffic.pcapng"));
  const bar = page.locator("fs-capture-bar");
  await packetsRead(page);
  await pane("Capture");
  await page.locator("fs-list [data-i]").nth(4).click(); // which shows its fields where one pane is shown at a time
  await pane("Capture");
  await bar.getByRole("combobox", { name: "Filter" }).fill("pro");
  await bar.getByRole("option").first().waitFor();
  await shot("capture-filter");
  await bar.getByRole("combobox", { name: "Filter" }).fill("");
  await page.keyboard.press("Escape");
  for (const tab of ["Overview", "Exchanges", "Flows", "Servers", "Timeline", "Statistics", "Problems"]) {
    await page.getByRole("tab", { name: new RegExp(`^${tab}`) }).click();
    await page.waitForTimeout(300);
    await shot(`capture-${tab.toLowerCase()}`);
  }
  await page.getByRole("tab", { name: /^Servers/ }).click();
  await page.locator("fs-servers [data-i]").first().click();
  await page.waitForTimeout(300);
  await shot("capture-server");
  await pane("Capture");
  await page.getByRole("tab", { name: /^Packets/ }).click();
  await pane("Fields");
  await page.locator("fs-fields .vwin .f").nth(2).click();
  await pane("Bytes");
  await page.waitForTimeout(150);
  await shot("capture-bytes");
}

/** What goes wrong, and what there is nothing of. */
async function odd(page, context, pane, shot) {
  const input = page.locator("fs-app header input[type=file]");
  const bar = page.locator("fs-capture-bar");
  const filter = async (text) => {
    await pane("Capture");
    await bar.getByRole("combobox", { name: "Filter" }).fill(text);
    await page.keyboard.press("Enter");
    await page.waitForTimeout(400);
  };
  await filter('text("no such words")');
  await shot("capture-nothing");
  await filter("protocl == 1");
  await shot("capture-filter-wrong");
  const open = async (name, buffer) => {
    await input.setInputFiles({ name, mimeType: "application/octet-stream", buffer });
    await page.waitForTimeout(900);
  };
  await open("damaged.pcapng", readFileSync(join(samplesDir, "captures", "damaged.pcapng")));
  await pane("Capture");
  await shot("capture-damaged");
  await page.getByRole("tab", { name: /^Problems/ }).click();
  await page.waitForTimeout(200);
  await shot("capture-damaged-problems");
  const none = Buffer.from("d4c3b2a1020004000000000000000000ffff000001000000", "hex");
  await open("empty.pcap", none);
  await pane("Capture");
  await shot("capture-empty");
  await open("no-capture.pcap", Buffer.from("\x89PNG\r\n\x1a\n0123456789", "latin1"));
  await shot("capture-none");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await shot("offline");
  await context.setOffline(false);
}

/** A dump with other text around it. */
const remarks = `Here is what I saw:

00000000: 8000 0000 0000 0000 0000 6c1e 0000 0000  ..........l.....
00000010: 0000 1847 7269 6d6d 732d 496e 7374 6100  ...Grimms-Insta.
Thanks!
`;

async function everything() {
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ["light", "dark"]) {
    for (const [device, viewport, deviceScaleFactor] of [
      ["desktop", { width: 1280, height: 800 }, 1],
      ["phone", { width: 390, height: 844 }, 2],
      ["tablet", { width: 820, height: 1180 }, 1],
      ["small", { width: 800, height: 600 }, 1],
      ["wide", { width: 1920, height: 1080 }, 1],
      ["twice", { width: 640, height: 400 }, 2],
    ]) {
      if (!`${colorScheme}-${device}`.startsWith(only)) continue;
      const { page, context, done } = await open(browser, server.url, { first: true, colorScheme, viewport, deviceScaleFactor });
      const shot = (name) => page.screenshot({ path: join(folder, `${colorScheme}-${device}-${name}.png`) });
      const pane = async (name) => {
        if (device !== "desktop") await page.locator("fs-app .panes").getByRole("button", { name }).click();
      };
      await page.locator("fs-start").waitFor();
      await shot("first");
      await sample(page, "ut2004-info-reply-cut");
      await pane("Input");
      await shot("input");
      await pane("Fields");
      await page.locator("fs-fields .vwin .f").nth(9).click();
      await page.keyboard.press("n");
      await shot("table");
      await sample(page, "frame-ethernet-vlan", "IPv4");
      await page.keyboard.press("t");
      await shot("tree");
      await page.keyboard.press("t");
      await pane("Bytes");
      await page.locator("fs-hex .b[data-o]").nth(18).click();
      await shot("bytes");
      await sample(page, "ut3-exchange");
      await pane("Fields");
      for (const tab of ["Summary", "JSON and text", "Compare"]) {
        await page.getByRole("tab", { name: tab }).click();
        await page.waitForTimeout(100);
        await shot(tab.toLowerCase().replaceAll(" ", "-"));
      }
      await page.getByRole("tab", { name: "Fields" }).click();
      await pane("Input");
      for (const [name, text] of [
        ["error", "80 00 00 00 00\n00 0O 00 00"],
        ["error-words", "what is this?"],
        ["unknown", "DE AD BE EF 00 01 02"],
        ["remarks", remarks],
      ]) {
        await paste(page, text);
        await page.waitForTimeout(100);
        await shot(name);
      }
      await paste(page, "");
      await page.waitForTimeout(100);
      await shot("empty");
      const samples = page.getByRole("button", { name: "Samples" });
      if (await samples.isVisible()) await samples.click();
      else await pick(page.locator("fs-app header"), "More", "Samples");
      await page.locator("fs-gallery li").first().waitFor();
      await shot("samples");
      const help = page.getByRole("button", { name: "Help" });
      if (await help.isVisible()) await help.click();
      else await pick(page.locator("fs-app header"), "More", "Help");
      await page.locator("fs-help dt").first().waitFor();
      await shot("help");
      await page.keyboard.press("Escape");
      await capture(page, pane, shot);
      await odd(page, context, pane, shot);
      await done();
    }
  }
}

try {
  await (folder ? everything() : picture());
} finally {
  await browser.close();
  await server.close();
}
