// What the operating system says of workerd, the child of this process.
import { readdirSync, readFileSync } from "node:fs";

const stat = (pid) =>
  readFileSync(`/proc/${pid}/stat`, "latin1")
    .replace(/^.*\) /s, "")
    .split(" ");

// workerds lists the numbers of the processes that were started here.
export function workerds() {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && Number(stat(pid)[1]) === process.pid && readFileSync(`/proc/${pid}/comm`, "latin1").trim() === "workerd";
    } catch {
      return false; // it has ended
    }
  });
}

// memory is what they have in memory, in MB.
export const memory = () => workerds().reduce((sum, pid) => sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1"))[1]) / 1024, 0);

// peak is the most that they ever had, in MB.
export const peak = () => workerds().reduce((sum, pid) => sum + Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1"))[1]) / 1024, 0);

// busy is how long they have computed, in ms, to 10 ms.
export const busy = () => workerds().reduce((sum, pid) => sum + 10 * (Number(stat(pid)[11]) + Number(stat(pid)[12])), 0);

// computing is the same in finer steps, in ms: of the thread that answers, and of all.
export function computing() {
  const spent = (task) => Number(readFileSync(`${task}/schedstat`, "latin1").split(" ")[0]) / 1e6;
  const sum = { main: 0, all: 0 };
  for (const pid of workerds()) {
    sum.main += spent(`/proc/${pid}/task/${pid}`);
    for (const thread of readdirSync(`/proc/${pid}/task`)) sum.all += spent(`/proc/${pid}/task/${thread}`);
  }
  return sum;
}
