// The Worker, of which a part fails when the header Fail names it: analysis,
// database or queue. /starts tells how many Go programs were started.
import worker from "../src/worker.mjs";

let starts = 0;
const { run } = globalThis.Go.prototype;
globalThis.Go.prototype.run = function (program) {
  starts++;
  return run.call(this, program);
};

const fails = () => {
  throw new Error("made to fail");
};
const parts = {
  analysis: () => ({ ANALYSIS: { fetch: fails } }),
  database: ({ JOBS }) => ({ JOBS: { prepare: (text) => (text.startsWith("INSERT") ? fails() : JOBS.prepare(text)) } }),
  queue: () => ({ WORK: { send: fails } }),
};

export default {
  fetch(request, env, ...rest) {
    if (new URL(request.url).pathname === "/api/starts") return new Response(String(starts));
    const part = parts[request.headers.get("fail")];
    return worker.fetch(request, part ? { ...env, ...part(env) } : env, ...rest);
  },
};
