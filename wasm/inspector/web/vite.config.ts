import { defineConfig, type HtmlTagDescriptor, type Plugin } from "vite";

/** Adds to the page what belongs to its delivery: what to load early, the manifest, working offline. */
function delivery(): Plugin {
  return {
    name: "delivery",
    transformIndexHtml: {
      order: "post",
      handler(_html, context) {
        const tags: HtmlTagDescriptor[] = [
          { tag: "link", attrs: { rel: "manifest", href: "./manifest.webmanifest" }, injectTo: "head" },
          { tag: "link", attrs: { rel: "icon", href: "./icon.svg", type: "image/svg+xml" }, injectTo: "head" },
        ];
        // The program is fetched while the script is still on its way.
        for (const name of Object.keys(context.bundle ?? {})) {
          if (/decoder-[^/]*\.wasm$/.test(name)) {
            tags.push({
              tag: "link",
              attrs: { rel: "preload", as: "fetch", type: "application/wasm", crossorigin: "anonymous", href: `./${name}` },
              injectTo: "head-prepend",
            });
          }
        }
        return tags;
      },
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [delivery()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // the policy allows no data: scripts and styles
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  worker: { format: "es" },
});
