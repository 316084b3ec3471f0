import { store } from "./store";

const most = 200;

/** Which datagrams or packets were shown, to go back to them. */
class Trail {
  private list: number[] = [];
  private at = -1;
  private of: unknown = null;
  private stepping = false;

  constructor() {
    store.addEventListener("current", () => this.note());
  }

  private note(): void {
    if (this.of !== store.packets) this.list = [];
    this.of = store.packets;
    if (this.stepping || store.rows.count === 0 || this.list[this.at] === store.current) return;
    this.list = [...this.list.slice(0, this.at + 1), store.current].slice(-most);
    this.at = this.list.length - 1;
  }

  /** Goes to the one that was shown before this one, or after it. */
  async step(by: 1 | -1): Promise<void> {
    const next = this.at + by;
    const i = this.list[next];
    if (i === undefined || i >= store.rows.count) return store.say(by < 0 ? "No earlier packet was shown" : "No later packet was shown");
    this.at = next;
    this.stepping = true;
    try {
      await store.go(i);
    } finally {
      this.stepping = false;
    }
  }
}

export const trail = new Trail();
