// A Worker that works off one step of a job: the last of its path, told what
// the parameter told says. What a step writes is the answer, one piece for each
// file with its length in front; its result is in the header Result. The body
// is what the step reads: a stream, or for buckets pieces with their lengths.
import { chunks, step } from "../src/steps.mjs";
import { measured } from "./measured.mjs";

export default measured({
  async fetch(request) {
    const url = new URL(request.url);
    const name = url.pathname.slice(1);
    const input = name === "bucket" || name === "merge" ? pieces(await request.arrayBuffer()) : chunks(request.body);
    // What a merge is told is too long for a URL: it is its first piece.
    const told = JSON.parse(name === "merge" ? new TextDecoder().decode((await input.next()).value) : url.searchParams.get("told"));
    const files = new Map();
    const result = JSON.stringify(await step(name, told, input, files));
    const file = (list) => new Blob(list ?? []);
    return new Response(name === "index" || name === "header" ? result : file(files.get({ part: "part", bucket: "report", merge: "report.json" }[name])), {
      headers: name === "bucket" ? { Result: result } : {},
    });
  },
});

async function* pieces(buffer) {
  const view = new DataView(buffer);
  for (let at = 0; at < buffer.byteLength; ) {
    const length = view.getUint32(at, true);
    yield new Uint8Array(buffer, at + 4, length);
    at += 4 + length;
  }
}
