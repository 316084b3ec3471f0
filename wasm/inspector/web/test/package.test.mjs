// The npm package: packed, installed in a folder of its own and used from there.
import { test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sampleJSON, sampleNames, sampleText, temporary } from "./harness.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const options = { encoding: "utf8", maxBuffer: 1 << 28, timeout: 120_000 };

test("the package works where it is installed", () =>
  temporary((folder) => {
    execFileSync("node", [join(web, "build", "package.mjs"), folder], { ...options, cwd: web });
    const tarball = readdirSync(folder).find((f) => f.endsWith(".tgz"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", "./" + tarball], { ...options, cwd: folder });

    // What the README shows.
    const readme = readFileSync(join(folder, "node_modules", "fragscope", "README.md"), "utf8");
    writeFileSync(join(folder, "readme.mjs"), /```js\n([^]*?)```/.exec(readme)[1]);
    const said = execFileSync("node", ["readme.mjs"], { ...options, cwd: folder });
    assert.match(said, /^plain hex server info request\n0 Query version 128/);

    // The same JSON as the command's, for every sample.
    const samples = sampleNames.map((name) => ({ name, text: sampleText(name) }));
    writeFileSync(join(folder, "samples.json"), JSON.stringify(samples));
    writeFileSync(
      join(folder, "all.mjs"),
      `
    import { readFileSync } from "node:fs";
    import { Decoder } from "fragscope";
    const decoder = await Decoder.create(readFileSync(new URL(import.meta.resolve("fragscope/decoder.wasm"))));
    const out = {};
    for (const { name, text } of JSON.parse(readFileSync("samples.json", "utf8"))) {
      const session = decoder.parse(text);
      out[name] = session.json();
      session.close();
    }
    process.stdout.write(JSON.stringify(out));`,
    );
    const all = JSON.parse(execFileSync("node", ["all.mjs"], { ...options, cwd: folder }));
    for (const name of sampleNames) assert.equal(all[name], sampleJSON(name), name);

    // The types say what is there, and refuse what is not.
    writeFileSync(
      join(folder, "use.ts"),
      `
    import { Decoder, isPasteError, type Session } from "fragscope";
    import { Capture } from "fragscope/capture";
    export async function use(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
      const decoder = await Decoder.create(bytes);
      const result = decoder.parse("80");
      if (isPasteError(result)) return result.expected;
      const session: Session = result;
      // @ts-expect-error there is no such format
      session.show("yaml");
      return session.message(0).texts().map((t) => t.name).join() + Capture.name;
    }`,
    );
    execFileSync(join(web, "node_modules", ".bin", "tsc"), ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--types", "", "use.ts"], {
      ...options,
      cwd: folder,
    });
  }));
