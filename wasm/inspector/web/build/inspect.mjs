// Builds what the page needs to show a packet, and serves it on this machine until
// Ctrl-C. The programs for captures and the specifications follow while it serves; a
// page that asks for one before it is there waits for it.
//
// The npm packages may be missing: until they are there only Node's own modules can
// be imported.
import { createReadStream, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { serviceWorker } from "./offline.mjs";
import { build as program, fileOf, run, runtime } from "./wasm.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(web, "node_modules", ".inspect");
const stop = new AbortController();
const { signal } = stop;
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.once(name, () => {
    stop.abort();
    process.exit(130);
  });

/** Does something, and says so if it takes a while. */
async function step(what, work) {
  const from = performance.now();
  const said = setTimeout(() => console.log(`${what} …`), 400);
  try {
    await work();
  } finally {
    clearTimeout(said);
  }
  const seconds = (performance.now() - from) / 1000;
  if (seconds > 0.4) console.log(`${what}: ${seconds.toFixed(1)} s`);
}

/** Installs the npm packages, unless they are those of package-lock.json. */
async function packages() {
  const changed = (name) => statSync(join(web, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (changed("node_modules/.package-lock.json") > changed("package-lock.json")) return;
  await run("npm", ["ci", "--prefix", web, "--no-audit", "--no-fund", "--loglevel=error"], { signal });
}

const begun = performance.now();
await Promise.all([
  step("npm ci", packages),
  step("compiling the decoder for the browser", async () => {
    await runtime({ signal });
    await program("decoder", { signal });
  }),
]);
await step("building the page", async () => {
  const { build } = await import("vite");
  await build({ root: web, mode: "inspect", logLevel: "warn", build: { outDir: dist, emptyOutDir: true } });
  serviceWorker(dist);
});

/** What follows, by its name: settled once it is there. */
const late = {};
for (const name of ["analyzer", "parquet", "workbench"]) {
  const f = (late[name] = {});
  f.promise = new Promise((resolve, reject) => Object.assign(f, { resolve, reject }));
  f.promise.catch(() => {}); // said below, and to the page that asks for it
}

/** Sends a program of Go's once it is there. */
async function send(request, answer, next) {
  const [, name] = /^\/programs\/(analyzer|parquet|workbench)\.wasm$/.exec(request.url) ?? [];
  if (name === undefined) return next();
  try {
    await late[name].promise;
    answer.writeHead(200, { "Content-Type": "application/wasm", "Content-Length": statSync(fileOf(name)).size, "Cache-Control": "no-store" });
    createReadStream(fileOf(name)).pipe(answer);
  } catch (e) {
    answer.writeHead(500).end(String(e));
  }
}

const { preview } = await import("vite");
const server = await preview({
  root: web,
  appType: "mpa",
  logLevel: "warn",
  build: { outDir: dist },
  preview: { host: "127.0.0.1", port: 0 },
  plugins: [{ name: "programs", configurePreviewServer: (s) => void s.middlewares.use(send) }],
});
console.log(
  `fragscope inspector: http://127.0.0.1:${server.httpServer.address().port}/ (after ${((performance.now() - begun) / 1000).toFixed(1)} s; Ctrl-C ends it)`,
);

for (const [what, name] of [
  ["compiling the comparison of unknown packets", "workbench"],
  ["compiling the reader of captures", "analyzer"],
  ["compiling the writer of Parquet", "parquet"],
]) {
  await step(what, () => program(name, { signal })).then(late[name].resolve, (e) => {
    late[name].reject(e);
    console.log(e.message);
  });
}
await step("writing the specifications", () => run("go", ["run", "./wasm/inspector/specs", join(dist, "spec")], { signal })).catch((e) =>
  console.log(e.message),
);
console.log("everything is there");
