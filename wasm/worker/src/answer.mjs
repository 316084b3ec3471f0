// Lets a Go program answer a request.
import { Body, sweep } from "./body.mjs";
import { headersOf } from "./client.mjs";
import { go } from "./go.mjs";
import { LONGEST, busy, fits } from "./held.mjs";
import { problem } from "./problem.mjs";

const PATIENCE = 30_000; // milliseconds that a body may take

// answer asks the program, a module of WebAssembly, for its answer.
export async function answer(program, request, env) {
  sweep();
  const body = await Body.of(request, Number(env.PATIENCE_MS) || PATIENCE);
  const headers = headersOf(request).filter(([, value]) => value !== null);
  try {
    if (request.method === "POST" && !fits(LONGEST, env)) return busy(); // its length is not known yet
    const binding = await go(program);
    return await binding.handleRequest({ method: request.method, url: request.url, headers: { entries: () => headers }, body });
  } catch {
    return problem("internal", 500, "Something went wrong here", "A defect of fragscope ended this request; nothing of it was kept.");
  } finally {
    await body?.drain();
  }
}
