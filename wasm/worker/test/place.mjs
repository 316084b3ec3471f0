// Where things are, and the command.
import { execFileSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const folder = fileURLToPath(new URL("..", import.meta.url));
export const top = path.join(folder, "../..");

// command runs the fragscope of this source tree.
export function command(args, input) {
  return execFileSync(path.join(folder, "build/fragscope"), args, { input, maxBuffer: 1 << 30, stdio: ["pipe", "pipe", "ignore"] });
}
