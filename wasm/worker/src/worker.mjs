// The Worker: what is below /api/jobs is in upload.mjs, everything else below
// /api/ is Go's. The page comes from the assets without coming by here.
import { Body, sweep } from "./body.mjs";
import { go } from "./go.mjs";
import { problem } from "./problem.mjs";
import { jobs } from "./upload.mjs";

const PATIENCE = 30_000; // milliseconds that a body may take

// WANTED are the headers that Go looks at; handing over more costs time.
const WANTED = ["content-type", "if-none-match"];

export default {
  async fetch(request, env) {
    sweep();
    const url = new URL(request.url);
    if (!url.pathname.startsWith("/api/")) return env.ASSETS.fetch(request);
    if (env.LIMITER && request.method !== "OPTIONS") {
      const { success } = await env.LIMITER.limit({ key: request.headers.get("cf-connecting-ip") ?? "" });
      if (!success) {
        return problem("busy", 429, "Too many requests", "More requests than allowed came from one address; wait a minute.", { "Retry-After": "60" });
      }
    }
    const about = await jobs(request, url, env);
    if (about) return about;
    return answer(request, Number(env.PATIENCE_MS) || PATIENCE);
  },
};

// answer lets Go answer request.
async function answer(request, milliseconds) {
  const body = await Body.of(request, milliseconds);
  const headers = [];
  for (const name of WANTED) {
    const value = request.headers.get(name);
    if (value !== null) headers.push([name, value]);
  }
  try {
    const binding = await go();
    return await binding.handleRequest({ method: request.method, url: request.url, headers: { entries: () => headers }, body });
  } catch {
    return problem("internal", 500, "Something went wrong here", "A defect of fragscope ended this request; nothing of it was kept.");
  }
}
