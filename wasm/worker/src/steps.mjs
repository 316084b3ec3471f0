// Runs the Go program that analyzes captures in parts: one instance in an
// isolate, several steps at a time. Each waits for its own bytes only.
import "../build/wasm_exec.js";
import program from "../build/jobs.wasm";

let ready;
const pending = new Set(); // what to call when Go ends

function go() {
  return (ready ??= new Promise((resolve, reject) => {
    globalThis.fragscopeReady = resolve;
    const ended = () => {
      ready = undefined;
      const error = new Error("Go has ended, probably for want of memory");
      reject(error);
      for (const fail of pending) fail(error);
      pending.clear();
    };
    const go = new globalThis.Go();
    go.run(new WebAssembly.Instance(program, go.importObject)).then(ended, ended);
  }));
}

// step runs the step of that name. told is what it is told; input gives its
// bytes, an async iterable of pieces; the pieces of the files that it writes
// are in files, by name, when the promise of its result is kept.
export async function step(name, told, input, files = new Map()) {
  await go();
  const source = input[Symbol.asyncIterator]();
  try {
    return await new Promise((resolve, reject) => {
      pending.add(reject);
      globalThis.fragscopeStep({
        name,
        told: JSON.stringify(told),
        read(deliver) {
          // Between two pieces others have their turn.
          Promise.all([source.next(), scheduler.wait(0)]).then(
            ([{ done, value }]) => deliver(done ? null : value),
            (error) => deliver(String(error?.message ?? error)),
          );
        },
        pause(deliver) {
          scheduler.wait(0).then(() => deliver(null));
        },
        // Go uses scratch again: what it refers to stays until it collects garbage.
        emit(file, scratch, length) {
          if (!files.has(file)) files.set(file, []);
          files.get(file).push(scratch.slice(0, length));
        },
        done(error, result) {
          pending.delete(reject);
          if (error === null) resolve(JSON.parse(result));
          else reject(new Error(error));
        },
      });
    });
  } finally {
    await source.return?.();
  }
}

const CHUNK = 256 * 1024;

// chunks reads a stream in large pieces: each one costs a way into Go.
export async function* chunks(stream) {
  const reader = stream.getReader({ mode: "byob" });
  try {
    for (;;) {
      const { value, done } = await reader.readAtLeast(CHUNK, new Uint8Array(CHUNK));
      if (value?.length) yield value;
      if (done || !value?.length) return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
