// The Worker: what is below /api/jobs is in upload.mjs; what needs the whole
// program is asked of the Worker that has it (analysis.mjs); everything else
// below /api/ is answered here, by a program that starts quickly. The page comes
// from the assets without coming by here.
import { drain } from "./body.mjs";
import { client } from "./client.mjs";
import { answer } from "./front.mjs";
import { problem } from "./problem.mjs";
import { jobs } from "./upload.mjs";

// WHOLE are the paths that the small program knows nothing of, or not all. It
// hands on by itself what it cannot read: captures and compressed pastes.
const WHOLE = new Set(["/api/analyze", "/api/", "/api/openapi.json", "/api/page.css"]);

export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    if (!url.pathname.startsWith("/api/")) return env.ASSETS.fetch(request);
    if (env.LIMITER && request.method !== "OPTIONS") {
      const { success } = await env.LIMITER.limit({ key: client(request.headers.get("cf-connecting-ip") ?? "") });
      if (!success) {
        // Its body is not read on: that would be what the limit is against.
        return problem("busy", 429, "Too many requests", "More requests than allowed came from one address, or one /64 of IPv6; wait a minute.", {
          "Retry-After": "60",
        });
      }
    }
    const about = await jobs(request, url, env);
    if (about) {
      if (!request.bodyUsed) await drain(request.body?.getReader());
      return about;
    }
    return WHOLE.has(url.pathname) ? env.ANALYSIS.fetch(request) : answer(request, env);
  },
};
