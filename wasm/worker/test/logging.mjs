// The Worker with a path more: /log writes a last line to both streams of logs.
import worker from "../src/worker.mjs";

export default {
  fetch(request, ...rest) {
    if (new URL(request.url).pathname !== "/log") return worker.fetch(request, ...rest);
    console.log("the last line");
    console.error("the last line");
    return new Response("logged");
  },
};
