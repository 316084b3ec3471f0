// The npm package: its types, as users' programs are held to them.
import { test } from "node:test";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { home, options, web, write } from "./installed.mjs";

test("the types say what is there, and refuse what is not", () => {
  write({
    "use.ts": `
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
  });
  const tsc = join(web, "node_modules", ".bin", "tsc");
  execFileSync(tsc, ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--types", "", "use.ts"], { ...options, cwd: home });
});
