// The package's types, in the versions of TypeScript and with the settings that users have.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { sampleJSON, sampleNames, samplesDir, test } from "../harness.mjs";
import { home, load, options, web, write } from "./installed.mjs";

const captures = join(samplesDir, "captures");
symlinkSync(join(web, "node_modules", "@types"), join(home, "node_modules", "@types"));

/** What TypeScript says about files of the folder. */
function tsc(version, files, settings) {
  // What TypeScript brings is not checked: lib.dom alone takes longer than all else.
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: "es2022",
    lib: ["es2022"],
    types: [],
    skipLibCheck: false,
    skipDefaultLibCheck: true,
    ...settings,
  };
  write({ "tsconfig.json": JSON.stringify({ compilerOptions, files }) });
  const name = version === "newest" ? "typescript" : `typescript-${version}`;
  const { stdout, status } = spawnSync("node", [join(web, "node_modules", name, "bin", "tsc"), "-p", "."], { ...options, cwd: home });
  return `${stdout}${status === 0 ? "" : `status ${status}`}`;
}

write({
  "decode.ts": `
    import { ArgumentError, Decoder, isPasteError, type Decoded, type Session, type Status, type Value } from "fragscope";

    declare const code: Uint8Array;

    export async function names(text: string): Promise<string[]> {
      const decoder = await Decoder.create(code);
      const session = decoder.parse(text, { from: "reply" });
      if (isPasteError(session)) throw new Error(session.found);
      const list: string[] = [];
      for (const row of session.message(0).rows()) {
        const value: Value = row.number;
        const exact: bigint = row.value;
        list.push(\`\${row.name} \${value} \${exact}\`);
      }
      const doc: Decoded = session.toJSON();
      session.close();
      return [...list, ...doc.datagrams.map((d) => d.fields[0]?.key ?? "")];
    }

    export function status(decoder: Decoder, replies: readonly Uint8Array[]): Status | null {
      try {
        return decoder.decodeStatus(replies);
      } catch (e) {
        if (e instanceof ArgumentError) throw new Error(e.argument);
        throw e;
      }
    }

    export function wrong(session: Session): void {
      // @ts-expect-error there is no such format
      session.show("yaml");
      // @ts-expect-error a row is a number
      session.message(0).row("0");
      // @ts-expect-error there is no such option
      session.show("table", 0, { wide: true });
    }

    export function bytes(session: Session): Uint8Array {
      const copy: Uint8Array = session.message(0).data.slice();
      const changed = session.message(0).change(0, { kind: "delete" });
      return changed.ok ? changed.bytes : copy;
    }`,
  "capture.ts": `
    import { FilterError, nanoseconds, type Capture, type PacketRow } from "fragscope/capture";

    export async function slowest(capture: Capture): Promise<number | null> {
      await capture.read({ onProgress: (p) => p.packets });
      await capture.filter("size > 100").catch((e) => e instanceof FilterError && e.column);
      const { rows } = await capture.exchanges({ from: 0, count: 1, sort: "rtt", down: true });
      return rows[0]?.firstRttMs ?? null;
    }

    export const between = (a: PacketRow, b: PacketRow): bigint | null => (a.time && b.time ? nanoseconds(b.time) - nanoseconds(a.time) : null);
    export const text = async (capture: Capture): Promise<string> => (await capture.export("csv", "servers")).text();`,
  "node.ts": `
    import { decodeStatus, loadDecoder, openCapture } from "fragscope/node";

    export async function main(path: string, replies: Uint8Array[]): Promise<string | null> {
      const capture = await openCapture(path);
      const { packets } = await capture.read();
      const decoder = await loadDecoder();
      const status = await decodeStatus(replies);
      capture.close();
      return status?.name ?? String(packets + decoder.names.formats.length);
    }`,
  "page.ts": `
    import { Decoder } from "fragscope";
    import { Capture, type OpenOptions } from "fragscope/capture";

    export async function open(file: File, controller: AbortController): Promise<Blob> {
      const decoder = await Decoder.create(fetch("decoder.wasm"));
      new Blob([decoder.decode(new Uint8Array(5)).message(0).data]);
      const options: OpenOptions = { worker: new Worker("worker.js"), wasm: new URL("analyzer.wasm", location.href) };
      const capture = await Capture.open(file, options);
      await capture.read({ signal: controller.signal });
      return capture.export("json");
    }`,
  "nodetypes.ts": `
    import { readFile } from "node:fs/promises";
    import { Decoder, openCapture } from "fragscope/node";

    export async function main(): Promise<Buffer> {
      await Decoder.create(readFile("decoder.wasm"));
      const capture = await openCapture(new URL("file:///session.pcapng"));
      await capture.read({ signal: AbortSignal.timeout(1000) });
      return Buffer.from(await (await capture.export("pcapng")).arrayBuffer());
    }`,
  "using.ts": `
    import { loadDecoder, openCapture } from "fragscope/node";

    export async function main(): Promise<string> {
      using session = (await loadDecoder()).decode(new Uint8Array(5));
      using capture = await openCapture("session.pcapng");
      return session.json() + capture.name;
    }`,
});

const users = ["decode.ts", "capture.ts", "node.ts"];
const versions = ["5.0", "5.4", "5.7", "newest"];
const resolutions = [
  { module: "es2022", moduleResolution: "bundler" },
  { module: "node16", moduleResolution: "node16" },
  { module: "es2022", moduleResolution: "node10" },
];

for (const version of versions) {
  test(`TypeScript ${version}`, () => {
    // What a version does not know, or has no more, the oldest or the newest lacks as well: between them one way of resolving shows it.
    for (const resolution of ["5.0", "newest"].includes(version) ? resolutions : resolutions.slice(0, 1)) {
      if (version === "newest" && resolution.moduleResolution === "node10") continue; // it has this resolution no more
      const strict = { noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noPropertyAccessFromIndexSignature: true };
      assert.equal(tsc(version, users, { ...resolution, ...strict }), "", `${resolution.moduleResolution}, without lib.dom`);
      const dom = ["es2022", "dom", "dom.iterable"];
      assert.equal(tsc(version, [...users, "page.ts"], { ...resolution, lib: dom }), "", `${resolution.moduleResolution}, with lib.dom`);
    }
    const esnext = { ...resolutions[0], target: "esnext", lib: ["esnext"] };
    if (version !== "5.0") assert.equal(tsc(version, ["using.ts"], esnext), "", "using");
    if (version !== "5.0") assert.equal(tsc(version, ["nodetypes.ts"], { ...resolutions[1], types: ["node"], skipLibCheck: true }), "", "@types/node");
  });
}

/** A file of constants, each of a type and as JSON has it. */
const constants = (from, list) => `import type * as f from "${from}";\n${list.map(([type, json], i) => `export const c${i}: ${type} = ${json};`).join("\n")}`;

test("the JSON of every sample is of the type Decoded", () => {
  const list = sampleNames.map((name) => ["f.Decoded", sampleJSON(name)]);
  write({ "documents.ts": constants("fragscope", list) });
  assert.equal(tsc("newest", ["documents.ts"], resolutions[0]), "");
});

test("rows, reports and histories of every capture are of their types", async () => {
  const { openCapture, tables } = await load("node.js");
  const list = [];
  for (const name of readdirSync(captures).filter((n) => n.endsWith(".pcapng"))) {
    const capture = await openCapture(join(captures, name));
    list.push(["f.CaptureSummary", JSON.stringify(await capture.read())], ["f.CaptureReport | null", JSON.stringify(await capture.report())]);
    list.push(["f.Analyzed", await (await capture.export("json")).text()]);
    for (const s of (await capture.servers({ from: 0, count: 3 })).rows)
      list.push(["f.ServerHistory | null", JSON.stringify(await capture.server(s.serverId))]);
    const some = { from: 0, count: 20 };
    for (const [row, rows] of Object.entries({
      ExchangeRow: await capture.exchanges(some),
      ServerRow: await capture.servers(some),
      Conversation: await capture.conversations(some),
    }))
      list.push([`f.List<f.${row}>`, JSON.stringify(rows)]);
    for (const table of tables) {
      const lines = (await (await capture.export("ndjson", table)).text()).trim().split("\n").filter(Boolean);
      list.push([`f.TableRows["${table}"][]`, `[${lines.slice(0, 50)}]`]);
    }
    capture.close();
  }
  write({ "rows.ts": constants("fragscope/capture", list) });
  assert.equal(tsc("newest", ["rows.ts"], resolutions[0]), "");
});
