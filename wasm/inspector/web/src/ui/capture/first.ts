import type { Capture } from "../../api/capture.ts";

/** Packets among which the first query reply is looked for. */
const mostLooked = 1 << 15;

/** Which packet a capture opens with: the first query reply, or the first packet where none of the first many is one. */
export class First {
  /** Its row, -1 as long as it is not known. */
  row = -1;
  /** The packets that no query reply was found among. */
  private looked = 0;
  private choosing = false;

  /** Looks among the packets that were read, as long as wanted says that nothing else is shown; true when it has just found the row. */
  async choose(source: Capture, count: number, all: boolean, wanted: () => boolean): Promise<boolean> {
    if (this.choosing || this.row >= 0 || !wanted()) return false;
    this.choosing = true;
    try {
      const end = Math.min(count, mostLooked);
      while (this.row < 0 && this.looked < end) {
        const rows = await source.packets(this.looked, Math.min(end, this.looked + 2048), { plain: true });
        if (!wanted()) return false;
        const i = rows.findIndex((r) => r.direction === "reply" && r.protocol !== "unknown");
        if (i >= 0) this.row = this.looked + i;
        else if (rows.length === 0) break;
        this.looked += rows.length;
      }
      if (this.row < 0 && (all || end === mostLooked)) this.row = 0;
      return this.row >= 0;
    } finally {
      this.choosing = false;
    }
  }
}
