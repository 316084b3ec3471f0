import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, defineConfig, type Plugin } from "vite";

/** The parts of src/ui that the page begins with. */
const first = "part|styles|store|model|engine|shade|measure|memory|copyas|clipboard|virtual|permalink|value|explain|loading";

/** A source file as a script that needs no other. */
async function script(file: string): Promise<string> {
  const entry = fileURLToPath(new URL(file, import.meta.url));
  const made = await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: { target: "es2022", write: false, lib: { entry, formats: ["iife"], name: "boot" } },
  });
  const [one] = Array.isArray(made) ? made : [made];
  if (!one || !("output" in one)) throw new Error(`${file} was not built`);
  return one.output[0].code;
}

/** The policy that fragscope serve sends the page with, without what only a header may say. */
function policy(): string {
  const whole = readFileSync(new URL("../site/policy.txt", import.meta.url), "utf8").trim();
  return whole
    .split("; ")
    .filter((d) => !d.startsWith("frame-ancestors"))
    .join("; ");
}

/**
 * Shortens the way to the first packet: the decoder is asked for by the first line
 * of the page; and the page is first painted when there is something to see.
 */
function early(): Plugin {
  return {
    name: "early",
    transformIndexHtml: {
      order: "post",
      handler(html, context) {
        const program = Object.keys(context.bundle ?? {}).find((name) => /decoder-[^/]*\.wasm$/.test(name));
        if (program === undefined) return html;
        return {
          html: html.replace(/<script type="module"/, '$& blocking="render"'),
          tags: [
            { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: policy() }, injectTo: "head-prepend" },
            {
              tag: "link",
              attrs: { rel: "preload", as: "fetch", type: "application/wasm", crossorigin: "anonymous", href: `./${program}` },
              injectTo: "head-prepend",
            },
            { tag: "script", attrs: { src: "./again.js" }, injectTo: "head-prepend" },
          ],
        };
      },
    },
  };
}

/** The programs for captures where build/inspect.mjs serves the page: they have no hash in their names, and come when they are asked for. */
function later(): Plugin {
  const program = /generated\/(analyzer|parquet|workbench)\.wasm\?url$/;
  return {
    name: "later",
    enforce: "pre",
    resolveId: (id) => (program.test(id) ? `\0${id}` : null),
    load(id) {
      const [, name] = (id.startsWith("\0") && program.exec(id)) || [];
      return name ? `export default "../programs/${name}.wasm";` : null;
    },
  };
}

/** The script that the page begins with. */
function again(): Plugin {
  return {
    name: "again",
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: "again.js", source: await script("src/offline/again.ts") });
    },
  };
}

/** What the pages of the specifications take besides their text, which wasm/inspector/specs writes beside it. */
function specs(): Plugin {
  const style = (name: string): string => readFileSync(new URL(`src/ui/${name}.css`, import.meta.url), "utf8");
  return {
    name: "specs",
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: "spec/theme.js", source: await script("src/ui/specs.ts") });
      this.emitFile({ type: "asset", fileName: "spec/page.css", source: style("page") + style("specs") });
    },
  };
}

export default defineConfig(({ mode }) => ({
  base: "./",
  plugins: [early(), again(), specs(), ...(mode === "inspect" ? [later()] : [])],
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // the policy allows no data: scripts and styles
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What the page begins with comes in one piece, though parts that are loaded later use some of it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "page",
              test: new RegExp(["node_modules/(lit|lit-html|lit-element|@lit)/", "src/api/(?!capture)", `src/ui/(?!capture/)(${first})\\.ts`].join("|")),
            },
          ],
        },
      },
    },
  },
  worker: { format: "es" },
}));
