// Answers that wait for their readers. An isolate has 128 MB for all its
// requests, and who asks may read slowly, not at all, or be gone without a word.
// So all answers together have a limit, and a reader who takes nothing loses
// what is kept when somebody else needs the room.

import { problem } from "./problem.mjs";

export const LONGEST = 16 * 1024 * 1024; // bytes of an answer: MaxAnswer of package surface
const MOST = 2 * LONGEST;
const SHORT = 64 * 1024; // bytes of an answer that counts for nothing: sockets take it
const GRACE = 10_000; // milliseconds that a reader may take nothing

const waiting = new Set(); // in the order in which they were last read

const held = () => {
  let sum = 0;
  for (const one of waiting) sum += one.left;
  return sum;
};

// fits reports whether there is room for an answer of size bytes. Whose reader
// has taken nothing for too long breaks off.
export function fits(size, env, now = Date.now()) {
  if (size <= SHORT) return true;
  const grace = Number(env.GRACE_MS) || GRACE;
  for (const one of waiting) {
    if (held() + size <= MOST || now - one.read < grace) break;
    one.drop();
  }
  return held() + size <= MOST;
}

// bodyOf makes the body of an answer of its pieces, each of which is dropped when
// it is taken.
export function bodyOf(pieces) {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (size <= SHORT) return pieces.length === 1 ? pieces[0] : new Blob(pieces);
  const one = {
    left: size,
    read: Date.now(),
    drop() {
      waiting.delete(one);
      pieces = undefined;
    },
  };
  waiting.add(one);
  return new ReadableStream(
    {
      pull(controller) {
        if (!pieces) return controller.error(new Error("the answer was not read in time"));
        waiting.delete(one);
        const piece = pieces.shift();
        one.left -= piece.length;
        one.read = Date.now();
        controller.enqueue(piece);
        if (pieces.length === 0) return controller.close();
        waiting.add(one);
      },
      cancel: () => one.drop(),
    },
    { highWaterMark: 0 },
  );
}

// busy is the answer to a request for which there is no room.
export const busy = () => problem("busy", 503, "The service is busy", "Others have not read their answers yet.", { "Retry-After": "10" });
