// A Worker with two paths more: /state collects garbage and says what is left;
// /nothing is answered as simply as can be.
let instance; // the Go program
let values; // what it refers to in JavaScript
let free; // places there that are free again

const { run } = globalThis.Go.prototype;
globalThis.Go.prototype.run = function (program) {
  const running = run.call(this, program);
  instance = program;
  values = this._values;
  free = this._idPool;
  return running;
};

export const measured = (worker) => ({
  async fetch(request, ...rest) {
    const { pathname } = new URL(request.url);
    if (pathname === "/nothing") return new Response("nothing");
    if (pathname !== "/state") return worker.fetch(request, ...rest);
    globalThis.gc();
    return Response.json({ go: instance.exports.mem.buffer.byteLength / 2 ** 20, values: values.length - free.length });
  },
});
