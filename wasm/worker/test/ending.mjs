// The Worker with a path more: /end makes its Go program end, as a want of
// memory would.
import worker from "../src/worker.mjs";

let instance;
const { run } = globalThis.Go.prototype;
globalThis.Go.prototype.run = function (program) {
  instance = program;
  return run.call(this, program);
};

export default {
  fetch(request, ...rest) {
    if (new URL(request.url).pathname !== "/end") return worker.fetch(request, ...rest);
    try {
      instance.exports.ask(1 << 30, 0, 0); // longer than its input
    } catch {
      // It has ended.
    }
    return new Response("ended");
  },
};
