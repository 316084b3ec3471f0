/** Lists that the worker sends in pages. */

const page = 200; // rows of a request
const pages = 60; // pages kept

/** Rows of a list. Those not seen for long are evicted; those at the end of a list that grows are requested again. */
export class Paged<T> {
  /** Rows of the list, as far as known. */
  count = 0;
  /** The worker has said how many rows there are. */
  known = false;
  private stale = false;
  private have = new Map<number, T[]>();
  private readonly asked = new Set<number>();
  private turn = 0;
  private readonly load: (from: number, count: number) => Promise<{ total: number; rows: T[] }>;
  private readonly arrived: () => void;

  constructor(load: (from: number, count: number) => Promise<{ total: number; rows: T[] }>, arrived: () => void) {
    this.load = load;
    this.arrived = arrived;
  }

  at(i: number): T | undefined {
    return this.have.get(Math.floor(i / page))?.[i % page];
  }

  /** Asks for rows that are not there. */
  want(from: number, to: number): void {
    if (this.stale) {
      this.stale = false;
      this.fetch(0);
    }
    for (let p = Math.floor(from / page); p * page < Math.min(to, this.count); p++) {
      const known = this.have.get(p);
      if (this.asked.has(p) || (known && known.length >= Math.min(page, this.count - p * page))) continue;
      this.fetch(p);
    }
  }

  private fetch(p: number): void {
    const turn = this.turn;
    this.asked.add(p);
    void this.load(p * page, page).then(
      ({ total, rows }) => {
        if (turn !== this.turn) return;
        this.asked.delete(p);
        this.have.delete(p); // to the end: a Map keeps the order in which keys came
        this.have.set(p, rows);
        if (this.have.size > pages) this.have.delete(this.have.keys().next().value!);
        this.count = total;
        this.known = true;
        this.arrived();
      },
      () => turn === this.turn && this.asked.delete(p),
    );
  }

  /** Forgets all rows: what is listed has changed. They are requested again when they are shown. */
  reload(): void {
    this.turn++;
    this.asked.clear();
    this.have = new Map();
    this.count = 0;
    this.known = false;
    this.stale = true;
    this.arrived();
  }
}
