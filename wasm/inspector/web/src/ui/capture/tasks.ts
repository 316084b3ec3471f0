/** What is done with a capture and takes a while: one task with a bar at a time, and changes one after the other. */
import { store } from "../store";
import type { LongTask, Progress } from "../../api/capture.ts";

/** Why a filter was stopped that another one replaced. */
export const replaced = "replaced";

export abstract class Tasks {
  /** What it is done with; null for nothing. */
  abstract source: unknown;
  working: { what: string; progress: Progress; since: number; stop: AbortController } | null = null;
  protected pending = 0;

  announce(): void {
    store.announce("capture");
  }

  protected async during<T>(work: Promise<T>): Promise<T> {
    this.pending++;
    this.announce();
    try {
      return await work;
    } finally {
      this.pending--;
      this.announce();
    }
  }

  /** Does something long, with a bar that shows how far it is and a way to stop it. */
  async work<T>(what: string, run: (task: LongTask) => Promise<T>, progress?: (p: Progress) => void): Promise<T | undefined> {
    if (this.working) return undefined;
    const source = this.source;
    const mine = { what, progress: { bytes: 0, total: 0, packets: 0, all: 0, exchanges: 0 }, since: performance.now(), stop: new AbortController() };
    this.working = mine;
    this.announce();
    try {
      return await run({
        signal: mine.stop.signal,
        onProgress: (p) => {
          mine.progress = p;
          progress?.(p);
          this.announce();
        },
      });
    } catch (e) {
      if (source === this.source) {
        if (!mine.stop.signal.aborted) throw e;
        if (mine.stop.signal.reason !== replaced) store.say(`${what}: stopped`);
      }
      return undefined;
    } finally {
      if (this.working === mine) this.working = null;
      this.announce();
    }
  }

  private turn: Promise<void> = Promise.resolve();

  /** Sorts or filters when the change before is done: each keeps the packet that is chosen, whose row the one before may move. */
  inTurn(change: () => Promise<void>): Promise<void> {
    const done = this.turn.then(change);
    this.turn = done.catch(() => {});
    return this.during(done);
  }
}
