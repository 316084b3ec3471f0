// Starts a Go program, once for an isolate, and keeps it. A program that has
// ended, for want of memory say, is started anew by the next request.
import "../build/wasm_exec.js";
import { bodyOf } from "./held.mjs";

let started; // promise of what Go offers
let binding; // the same, once it is there

// tryCatch is what Go's package workers calls.
globalThis.tryCatch = (f) => {
  try {
    return { result: f() };
  } catch (error) {
    return { error };
  }
};

// An answer in pieces. Go refers to it and to scratch, and not to the pieces:
// what Go refers to stays until it collects its garbage. Where there are many,
// each is dropped when it has been sent.
globalThis.fragscopeAnswer = class {
  pieces = [];

  constructor(size) {
    this.scratch = new Uint8Array(size);
  }

  // add takes over the first length bytes of scratch.
  add(length) {
    this.pieces.push(this.scratch.slice(0, length));
  }

  body() {
    return bodyOf(this.pieces);
  }
};

// go returns what Go offers. Only a request may start it: before the first one
// a Worker has neither random numbers nor timers.
export function go(program) {
  return binding ?? (started ??= start(program));
}

function start(program) {
  const offers = {};
  globalThis.context = { binding: offers };
  const go = new globalThis.Go();
  return new Promise((resolve, reject) => {
    const imports = { ...go.importObject, workers: { ready: () => resolve((binding = offers)) } };
    const ended = () => {
      started = binding = undefined;
      reject(new Error("Go has ended"));
    };
    try {
      go.run(new WebAssembly.Instance(program, imports)).then(ended, ended);
    } catch (error) {
      started = undefined;
      reject(error);
    }
  });
}
