// Which sessions a program holds. One that nobody closes would stay there as
// long as the program, whose memory never shrinks: so it holds those that were
// used last, and has the others decoded anew when they are used again.

/** Bytes that sessions may take in a program, by estimate: many hundred packets. */
const most = 8 << 20;

/** Bytes that a session takes in a program, by estimate: a field is longer than what it is read from. */
export const estimate = (bytes: number, datagrams: number): number => 16 * bytes + 2048 * datagrams;

export class Held {
  /** Estimates by the numbers of sessions, the one that was used last at the end. */
  private readonly sizes = new Map<number, number>();
  private sum = 0;

  constructor(private readonly forget: (id: number) => void) {}

  /** Notes that a session is used, which may be new. Two are held in any case: a call may be about two. */
  use(id: number, size: number): void {
    this.sum += size - (this.sizes.get(id) ?? 0);
    this.sizes.delete(id);
    this.sizes.set(id, size);
    for (const old of this.sizes.keys()) {
      if (this.sum <= most || this.sizes.size < 3) break;
      this.drop(old);
    }
  }

  has(id: number): boolean {
    return this.sizes.has(id);
  }

  drop(id: number): void {
    this.sum -= this.sizes.get(id) ?? 0;
    if (this.sizes.delete(id)) this.forget(id);
  }
}
