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
  },
  worker: { format: "es" },
});
