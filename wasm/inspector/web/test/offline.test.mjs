// The page from any static host, below any folder; and without one, after the
// first visit.
import { after, before } from "node:test";
import assert from "node:assert/strict";
import { cpSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { files, large, rare, serviceWorker } from "../build/offline.mjs";
import { dist, expect, launch, open, paste, serve, serveFolder, temporary, test } from "./harness.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
});

const visit = (url, options) => open(browser, url, { serviceWorkers: "allow", ...options });

/** Waits until the service worker has everything and answers for the page. */
const kept = (page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  });

test("from a folder of a plain host, and again when the host is gone", async () => {
  const server = await serveFolder("/some/where/");
  const { page, context, done } = await visit(server.url, { hash: "#sample=ut3-exchange" });
  const title = await page.locator("fs-app .heading b").innerText();
  await kept(page);
  await server.stop();
  await page.reload();
  await page.locator("fs-app .heading b").waitFor();
  await expect(page.locator("fs-app .heading b")).toHaveText(title);
  await paste(page, "80 00 00 00 00");
  await page.locator("fs-app .heading").getByText("server info request").waitFor();
  await page.getByRole("button", { name: "Samples" }).click();
  await page.locator("fs-gallery li").first().waitFor();
  // Every part that is loaded late is there too.
  const other = await context.newPage();
  await other.goto(server.url + "index.html#sample=ut2004-info-reply");
  await other.locator("fs-app .heading b").getByText("server info reply").waitFor();
  await done();
});

test("no file is larger than Cloudflare takes", () => {
  // Static assets of Workers have at most 25 MiB each, before they are compressed.
  const sizes = files(dist).map((f) => [f, statSync(join(dist, f)).size]);
  assert.ok(sizes.length > 20);
  assert.deepEqual(
    sizes.filter(([, size]) => size > 25 << 20),
    [],
  );
});

test("it can be installed", async () => {
  const server = await serve();
  const { page, context, done } = await visit(server.url);
  await kept(page);
  const session = await context.newCDPSession(page);
  const { errors, manifest } = await session.send("Page.getAppManifest").then(async (m) => ({ errors: m.errors, manifest: JSON.parse(m.data) }));
  assert.deepEqual(errors, []);
  assert.equal(manifest.display, "standalone");
  for (const icon of manifest.icons) assert.equal((await page.request.get(new URL(icon.src, server.url).href)).status(), 200, icon.src);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A window without a profile of its own can install nothing, whatever the page.
  assert.deepEqual(
    installabilityErrors.filter((e) => e.errorId !== "in-incognito"),
    [],
  );
  await done();
  await server.close();
});

test("it is sent compressed, once, and with a strict policy", async () => {
  const server = await serve();
  const { page, done } = await visit("about:blank", { origin: server.url, ready: false });
  const answers = [];
  page.on("response", (r) => answers.push(r));
  await page.goto(server.url);
  await page.locator("fs-app .heading b").waitFor();
  for (const r of answers) {
    const head = await r.allHeaders();
    const policy = head["content-security-policy"];
    assert.match(policy, /default-src 'none'/, r.url());
    assert.match(policy, /connect-src 'self'/, r.url());
    assert.doesNotMatch(policy, /'unsafe-|\*|data:|https?:/, r.url());
    if (/\.(js|css|wasm)$|\/$/.test(r.url())) assert.equal(head["content-encoding"], "br", r.url());
    if (r.url().includes("/assets/")) assert.match(head["cache-control"], /immutable/, r.url());
  }
  const wasm = answers.find((r) => r.url().endsWith(".wasm")).url();
  const br = await fetch(wasm, { headers: { "Accept-Encoding": "br" } });
  assert.equal(br.headers.get("content-encoding"), "br");
  const again = await fetch(wasm, { headers: { "Accept-Encoding": "br", "If-None-Match": br.headers.get("etag") } });
  assert.equal(again.status, 304);
  await done();
  await server.close();
});

/** Another build of the page: its scripts have other names and contents, and its title says so. It has no captures. */
function otherBuild(folder, name = "b") {
  cpSync(dist, folder, { recursive: true, filter: (from) => !large(relative(dist, from)) && !rare(relative(dist, from)) });
  const assets = join(folder, "assets");
  const scripts = readdirSync(assets).filter((f) => f.endsWith(".js"));
  const renamed = (text) => scripts.reduce((t, f) => t.replaceAll(f, f.replace(/\.js$/, `${name}.js`)), text);
  for (const f of scripts) {
    writeFileSync(join(assets, renamed(f)), renamed(readFileSync(join(assets, f), "utf8")));
    rmSync(join(assets, f));
  }
  const index = readFileSync(join(folder, "index.html"), "utf8");
  writeFileSync(join(folder, "index.html"), renamed(index).replace(/<title>[^<]*/, `<title>build ${name}`));
  serviceWorker(folder);
}

/** Has the browser look for another service worker now, as it does by itself now and then. */
const look = (page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update().catch(() => {});
  });

test("another build takes over at once, is offered where the one before is shown, and never mixes with it", () =>
  temporary(async (folder) => {
    for (const name of ["b", "c"]) otherBuild(join(folder, name), name);
    const server = await serveFolder("/p/");
    const { page, context, done } = await visit(server.url, { hash: "#sample=ut3-exchange" });
    await kept(page);
    const before = await page.title();
    const other = await context.newPage();
    await other.goto(server.url);
    await other.locator("fs-app .heading b").waitFor();
    await paste(page, "80 00 00 00 00");
    await page.locator("fs-app .heading").getByText("server info request").waitFor();

    server.move(join(folder, "b"));
    await look(page);
    const offer = page.getByRole("button", { name: "Reload to update" });
    await offer.waitFor();
    await other.getByRole("button", { name: "Reload to update" }).waitFor();
    // A visit gets it, and so does a tab whose reader wants it, with what was pasted there.
    const third = await context.newPage();
    await third.goto(server.url);
    await third.locator("fs-app .heading b").waitFor();
    assert.equal(await third.title(), "build b");
    await offer.click();
    await page.waitForFunction(() => document.title === "build b");
    await page.locator("fs-app .heading").getByText("server info request").waitFor();
    // The tab that stayed still gets the parts of its own build, which the host has no more.
    assert.equal(await other.title(), before);
    await other.getByRole("button", { name: "Samples" }).click();
    await other.locator("fs-gallery li").first().waitFor();
    await other.getByRole("button", { name: "Help" }).click();
    await other.getByRole("heading", { name: "Keys" }).waitFor();

    // Two builds are kept, the newest.
    server.move(join(folder, "c"));
    await look(page);
    await offer.waitFor();
    await offer.click();
    await page.waitForFunction(() => document.title === "build c");
    await page.waitForFunction(async () => (await caches.keys()).length === 2);
    await done();
    await server.stop();
  }));

// A browser loses a visit that is handed to a service worker which is just being replaced, if that one was kept from
// ending: nothing keeps one here, and a visit has the page at once whenever it comes.
test("visits while one build follows the other wait for none of them", () =>
  temporary(async (folder) => {
    const server = await serveFolder("/p/");
    const { page, context, done } = await visit(server.url);
    await kept(page);
    for (const name of ["b", "c"]) {
      otherBuild(join(folder, name), name);
      server.move(join(folder, name));
      await page.evaluate(() => void navigator.serviceWorker.ready.then((at) => at.update()));
      for (let title = ""; title !== `build ${name}`; ) {
        const visitor = await context.newPage();
        await visitor.goto(server.url);
        await visitor.locator("fs-app .heading b").waitFor();
        title = await visitor.title();
        await visitor.close();
      }
      await look(page); // the one before may have begun before the host had the other build
      await page.getByRole("button", { name: "Reload to update" }).click();
      await page.waitForFunction((name) => document.title === `build ${name}`, name);
      await page.locator("fs-app .heading b").waitFor();
    }
    await done();
    await server.stop();
  }));

test("a page of which a script is lost is loaded once more, and not for ever", async () => {
  const server = await serve();
  const { page, context } = await open(browser, "about:blank", { origin: new URL(server.url).origin, ready: false });
  let asked = 0;
  let lose = 1;
  await page.route(/assets\/page-[^/]*\.js$/, (route) => (asked++ < lose ? route.abort() : route.continue()));
  await page.goto(server.url);
  await page.locator("fs-app .heading b").waitFor();
  assert.equal(asked, 2);
  await page.evaluate(() => sessionStorage.clear());
  [asked, lose] = [0, 99];
  await page.reload();
  await expect.poll(() => asked).toBe(2);
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe("complete");
  assert.equal(asked, 2);
  await context.close();
  await server.close();
});

test("files of two builds are not kept together", () =>
  temporary(async (folder) => {
    // A host that is half way from one build to another sends the page of one and the service worker of the other.
    const half = join(folder, "half");
    otherBuild(half);
    cpSync(dist, half, { recursive: true, filter: (from) => !from.endsWith("sw.js") });
    const server = await serveFolder("/p/", half);
    const { page, done } = await visit("about:blank", { origin: server.url, ready: false });
    await page.addInitScript(() => {
      const { register } = ServiceWorkerContainer.prototype;
      window.refused = new Promise((refused) => {
        ServiceWorkerContainer.prototype.register = async function (...args) {
          const at = await register.apply(this, args);
          const { installing } = at;
          const ended = () => installing.state === "redundant" && refused();
          installing.addEventListener("statechange", ended);
          ended();
          return at;
        };
      });
    });
    await page.goto(`${server.url}#sample=ut3-exchange`);
    const state = await page.evaluate(async () => {
      await window.refused;
      const at = await navigator.serviceWorker.getRegistration();
      return { active: Boolean(at?.active), waiting: Boolean(at?.waiting), caches: await caches.keys() };
    });
    assert.deepEqual(state, { active: false, waiting: false, caches: [] });
    await done();
    await server.stop();
  }));

test("hosts that send no policy get one with the page, with Trusted Types", async () => {
  const server = await serveFolder("/p/");
  const { page } = await visit(server.url, { hash: "#sample=ut3-exchange" });
  const refused = await page.evaluate(async () => {
    const say = (f) => {
      try {
        f();
        return "allowed";
      } catch (e) {
        return e.name;
      }
    };
    const blocked = new Promise((done) => {
      document.addEventListener("securitypolicyviolation", (e) => e.effectiveDirective === "connect-src" && done(true));
    });
    const script = document.createElement("script");
    const outcome = {
      markup: say(() => {
        document.createElement("div").innerHTML = "<b>x</b>";
      }),
      text: say(() => {
        script.textContent = "window.planted = 1";
        document.head.append(script);
      }),
      elsewhere: say(() => new Worker("https://198.51.100.1/x.js")),
      policy: say(() => trustedTypes.createPolicy("planted", {})),
      again: say(() => trustedTypes.createPolicy("default", {})),
    };
    await fetch("http://127.0.0.1:9/").catch(() => {});
    return { ...outcome, blocked: await blocked, planted: window.planted ?? null };
  });
  assert.deepEqual(refused, {
    markup: "TypeError",
    text: "TypeError",
    elsewhere: "TypeError",
    policy: "TypeError",
    again: "TypeError",
    planted: null,
    blocked: true,
  });
  await page.context().close(); // what was refused is an error in the page
  await server.stop();
});
