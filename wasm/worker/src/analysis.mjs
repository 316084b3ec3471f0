// The Worker with the whole program. Only the other Worker asks it; it is loaded
// when that happens first, so that nobody waits for it who does not need it.
import program from "../build/analysis.wasm";
import { answer } from "./answer.mjs";

export default { fetch: (request, env) => answer(program, request, env) };
