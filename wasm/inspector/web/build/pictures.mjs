// Pictures of the page.
//
//   node build/pictures.mjs           writes the one that README.md shows
//   node build/pictures.mjs FOLDER    writes every view into FOLDER, in both
//                                     themes, as on a desktop and on a phone
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, open, paste, samplesDir, serve } from "../test/harness.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = process.argv[2];
const server = await serve();
const browser = await launch();

/** Shows a sample, with the field of a name selected. */
async function sample(page, name, field) {
  await page.evaluate((n) => { location.hash = "#sample=" + n; }, name);
  await page.waitForTimeout(150);
  if (field) await page.locator("fs-fields .f", { hasText: field }).first().click({ force: true });
}

async function picture() {
  const { page, done } = await open(browser, server.url, { hash: "#sample=ut2004-info-reply-colours", viewport: { width: 1280, height: 720 }, colorScheme: "light" });
  await page.locator("fs-fields .f", { hasText: /Map name/ }).nth(1).click();
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
  await bar.locator("select:enabled").waitFor({ state: "attached" });
  await pane("Input");
  await page.locator("fs-list .line").nth(4).click();
  await bar.getByRole("combobox", { name: "Filter" }).fill("pro");
  await bar.getByRole("option").first().waitFor();
  await shot("capture-filter");
  await page.keyboard.press("Escape");
  await bar.getByRole("combobox", { name: "Filter" }).fill("");
  await pane("Fields");
  for (const tab of ["Exchanges", "Conversations", "Servers", "Timeline", "Statistics", "Problems"]) {
    await page.getByRole("tab", { name: tab, exact: true }).click();
    await page.waitForTimeout(300);
    await shot(`capture-${tab.toLowerCase()}`);
  }
  await page.getByRole("tab", { name: "Servers", exact: true }).click();
  await page.locator("fs-servers [data-i]").first().click();
  await page.waitForTimeout(300);
  await shot("capture-server");
  await page.getByRole("tab", { name: "Fields", exact: true }).click();
  await page.locator("fs-fields .f", { hasText: "Source port" }).first().click();
  await pane("Bytes");
  await page.waitForTimeout(150);
  await shot("capture-bytes");
}

async function everything() {
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ["light", "dark"]) {
    for (const [device, viewport] of [["desktop", { width: 1440, height: 900 }], ["phone", { width: 360, height: 740 }]]) {
      const { page, done } = await open(browser, server.url, { first: true, colorScheme, viewport });
      const shot = (name) => page.screenshot({ path: join(folder, `${colorScheme}-${device}-${name}.png`) });
      const pane = async (name) => {
        if (device === "phone") await page.locator("fs-app .panes").getByRole("button", { name }).click();
      };
      await page.locator("fs-tour").waitFor();
      await shot("first");
      await page.locator("fs-tour").getByRole("button", { name: "Skip" }).click();
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
      await paste(page, "80 00 00 00 00\n00 0O 00 00");
      await page.waitForTimeout(100);
      await shot("error");
      await paste(page, "");
      await page.waitForTimeout(100);
      await shot("empty");
      await page.getByRole("button", { name: "Samples" }).click();
      await page.locator("fs-gallery li").first().waitFor();
      await shot("samples");
      await page.getByRole("button", { name: "Help" }).click();
      await shot("help");
      await capture(page, pane, shot);
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
