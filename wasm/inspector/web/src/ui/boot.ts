/**
 * Runs before anything else, as a script of its own: what a visit waits for
 * longest, the program that reads and decodes, is compiled while it loads and
 * while the page's own script is still on its way (vite.config.ts).
 */
import { compile } from "../api/go.ts";

const link = document.querySelector<HTMLLinkElement>("link[rel=preload][as=fetch]");
if (link) {
  const program = compile(fetch(link.href));
  program.catch(() => {}); // engine.ts reports it
  window.fragscopeProgram = program;
}

declare global {
  interface Window {
    /** The code of the program that the page starts with, if it is loading. */
    fragscopeProgram?: Promise<WebAssembly.Module>;
  }
}
