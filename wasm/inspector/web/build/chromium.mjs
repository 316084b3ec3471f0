// Chromium as a person has it, for measuring: a debugger is attached only
// before a page loads and after it has, since one that looks on doubles the
// time that a page takes.
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browserArguments, browserPath } from "../test/harness.mjs";

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Chromium {
  #calls = new Map();
  #last = 0;
  #profile = mkdtempSync(join(tmpdir(), "fragscope-measure-"));
  #program;
  #ended;

  constructor() {
    const args = ["--headless", "--remote-debugging-pipe", `--user-data-dir=${this.#profile}`, ...browserArguments(), "about:blank"];
    this.#program = spawn(browserPath(), args, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.#ended = new Promise((done) => this.#program.once("exit", done));
    let rest = "";
    this.#program.stdio[4].setEncoding("utf8").on("data", (text) => {
      const answers = (rest + text).split("\0");
      rest = answers.pop();
      for (const answer of answers) {
        const { id, result, error } = JSON.parse(answer);
        const waiting = this.#calls.get(id);
        this.#calls.delete(id);
        if (error) waiting?.reject(new Error(error.message));
        else waiting?.resolve(result);
      }
    });
  }

  #call(method, params = {}, sessionId = undefined) {
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      this.#calls.set(id, { resolve, reject });
      this.#program.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** A profile in which nothing was visited yet. */
  async fresh() {
    return (await this.#call("Target.createBrowserContext")).browserContextId;
  }

  async forget(browserContextId) {
    await this.#call("Target.disposeBrowserContext", { browserContextId });
  }

  /** Goes from an empty tab to a page. */
  async visit(browserContextId, url) {
    const { targetId } = await this.#call("Target.createTarget", { url: "about:blank", browserContextId });
    const attached = async (work) => {
      const { sessionId } = await this.#call("Target.attachToTarget", { targetId, flatten: true });
      try {
        return await work((method, params) => this.#call(method, params, sessionId));
      } finally {
        await this.#call("Target.detachFromTarget", { sessionId });
      }
    };
    await pause(400);
    await attached((call) => call("Page.navigate", { url }));
    return {
      /** What an expression is in the page. */
      tell: (expression) =>
        attached(async (call) => {
          const { result } = await call("Runtime.evaluate", { expression: `JSON.stringify(${expression})` });
          return JSON.parse(result.value ?? "null");
        }),
      /** Chooses a file in the input that an expression is. */
      choose: (input, path) =>
        attached(async (call) => {
          const { result } = await call("Runtime.evaluate", { expression: input });
          await call("DOM.setFileInputFiles", { files: [path], objectId: result.objectId });
        }),
      close: () => this.#call("Target.closeTarget", { targetId }),
    };
  }

  async close() {
    this.#call("Browser.close").catch(() => {});
    await Promise.race([this.#ended, pause(5000).then(() => this.#program.kill("SIGKILL"))]);
    // Some of its processes may still be writing.
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
