import { defineConfig, type Plugin } from "vite";

/** The program that the page begins with is fetched while the script is still on its way. */
function early(): Plugin {
  return {
    name: "early",
    transformIndexHtml: {
      order: "post",
      handler(_html, context) {
        const program = Object.keys(context.bundle ?? {}).find((name) => /first-[^/]*\.wasm$/.test(name));
        if (program === undefined) return [];
        return [{ tag: "link", attrs: { rel: "preload", as: "fetch", type: "application/wasm", crossorigin: "anonymous", href: `./${program}` }, injectTo: "head-prepend" }];
      },
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [early()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // the policy allows no data: scripts and styles
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What the page begins with comes in one piece, though parts that are loaded later use some of it.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "page", test: /node_modules\/(lit|lit-html|lit-element|@lit)\/|src\/api\/(?!capture)|src\/ui\/(?!capture\/)(part|styles|store|model|engine|shade|measure|memory|copyas|clipboard|virtual|permalink|value|explain|loading)\.ts/ }] } } },
  },
  worker: { format: "es" },
});
