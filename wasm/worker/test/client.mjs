// A client that keeps its connections, and takes a third of the time of fetch.
import http from "node:http";

// workerd closes a connection that was idle for 5 s and does not announce it; it
// counts them from when it last looked at the clock, which is before a request
// that kept it busy. A client that sends on one at that moment finds it reset.
// What it cannot know it must avoid, and so connections are not used again 3 s
// after their last request began. Timers would not do: on a busy machine they
// come late.
class Connections extends http.Agent {
  constructor() {
    super({ keepAlive: true });
  }

  createConnection(...how) {
    const socket = super.createConnection(...how);
    socket.begun = performance.now();
    return socket;
  }

  reuseSocket(socket, request) {
    socket.begun = performance.now();
    super.reuseSocket(socket, request);
  }

  addRequest(request, ...rest) {
    const now = performance.now();
    for (const socket of Object.values(this.freeSockets).flat()) if (now - socket.begun > 3000) socket.destroy();
    super.addRequest(request, ...rest);
  }
}

// client sends requests to a port of this machine, with headers.
export function client(port, headers = {}) {
  const agent = new Connections();
  // ask resolves to the answer to a POST of body, or to a GET.
  const ask = (where, body) =>
    new Promise((resolve, reject) => {
      const method = body === undefined ? "GET" : "POST";
      const request = http.request({ host: "127.0.0.1", port, path: where, agent, method, headers, timeout: 300_000 }, (answer) => {
        const pieces = [];
        answer.on("data", (piece) => pieces.push(piece));
        answer.on("end", () => {
          const bytes = Buffer.concat(pieces);
          resolve({ status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString() });
        });
        answer.on("error", reject);
      });
      request.on("timeout", () => request.destroy(new Error("no answer for five minutes")));
      request.on("error", reject);
      request.end(body);
    });
  return { ask, close: () => agent.destroy() };
}
