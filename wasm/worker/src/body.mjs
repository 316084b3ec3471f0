// Reads the body of a request for Go, within a time. A request whose client is
// gone is never heard of again: its promises stay open for good. So whoever
// comes later sees to what is overdue (sweep).

// Bytes that are waited for before Go is called: all of almost every body, and
// one more than a paste may have.
const HEAD = 256 * 1024 + 1;

// A client that is still sending when its request is refused, and then finds the
// connection closed, may never read why. So what it sends is read on, in bounds.
const DRAIN = 128 * 1024 * 1024; // bytes
const DRAIN_TIME = 10_000; // milliseconds

const open = new Set(); // bodies that Go waits for

// sweep ends the waiting of bodies that are overdue.
export function sweep(now = Date.now()) {
  for (const body of open) if (now > body.deadline) body.late();
}

// drain reads what is left of a body and drops it.
export async function drain(reader) {
  if (!reader) return;
  let left = DRAIN;
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ done: true }), DRAIN_TIME);
  });
  try {
    while (left > 0) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) break;
      left -= value.length;
    }
    await reader.cancel();
  } catch {
    // The client is gone: the answer is not needed.
  } finally {
    clearTimeout(timer);
  }
}

export class Body {
  head = new Uint8Array(0);
  whole = false;
  #reader;
  #deliver;

  // of returns the body of a request, with its head; null when it has none.
  static async of(request, milliseconds) {
    if (!request.body) return null;
    const body = new Body();
    body.deadline = Date.now() + milliseconds;
    body.#reader = request.body.getReader();
    await body.#readHead();
    return body;
  }

  async #readHead() {
    const pieces = [];
    let length = 0;
    while (length < HEAD) {
      const piece = await this.#next();
      if (piece === null || typeof piece === "string") break;
      pieces.push(piece);
      length += piece.length;
    }
    this.head = pieces.length === 1 ? pieces[0] : new Uint8Array(length);
    if (pieces.length > 1) {
      let at = 0;
      for (const piece of pieces) {
        this.head.set(piece, at);
        at += piece.length;
      }
    }
  }

  // next resolves to a piece, null at the end, or a text: why there is none.
  async #next() {
    let timer;
    const late = new Promise((resolve) => {
      timer = setTimeout(() => resolve("slow"), Math.max(0, this.deadline - Date.now()));
    });
    try {
      const result = await Promise.race([this.#reader.read(), late]);
      if (result.value) return result.value;
      if (result.done) this.whole = true;
      else this.failure = result;
    } catch {
      this.failure = "broken";
    } finally {
      clearTimeout(timer);
    }
    return this.failure ?? null;
  }

  // read calls deliver with the next piece. Go calls it.
  read(deliver) {
    if (this.failure) return void queueMicrotask(() => deliver(this.failure));
    this.#deliver = deliver;
    open.add(this);
    this.#next().then((piece) => this.give(piece));
  }

  late() {
    this.give((this.failure = "slow"));
  }

  give(piece) {
    const deliver = this.#deliver;
    open.delete(this);
    this.#deliver = undefined;
    deliver?.(piece);
  }

  // close says that Go wants no more.
  close() {
    open.delete(this);
    this.#deliver = undefined;
  }

  // drain reads what is not needed, unless its time was up already.
  async drain() {
    if (this.whole || this.failure === "broken") return;
    if (this.failure === "slow") return void this.#reader.cancel().catch(() => {});
    await drain(this.#reader);
  }
}
