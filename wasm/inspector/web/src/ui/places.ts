/**
 * Entries of the browser's history: Back and Forward lead through what was shown. An entry says which input it is about, by how
 * many can be undone, and which tab, overlay, packet and bytes were shown.
 */
import { store, type CaptureTab, type MiddleTab, type Over } from "./store";

/** What there is to know of captures. */
interface Captures {
  readonly chosen: string;
  choose(address: string): Promise<void>;
  goto(packet: number): Promise<void>;
}

interface Entry {
  /** Which loading of the page made it: another one knows nothing of its inputs. */
  page: number;
  inputs: number;
  over: Over;
  tab: MiddleTab;
  captureTab: CaptureTab | "";
  drawer: boolean;
  server: string;
  packet: number;
  selection: readonly [number, number] | null;
}

/** Changes within so many milliseconds are one step. */
const pause = 200;
/** Selections within so many milliseconds of the one before replace it. */
const walking = 1500;

const page = Date.now();
let capture: Captures | null = null;

/** The state of captures, once one is opened. */
export const capturesIn = (state: Captures): void => {
  capture = state;
};

const isEntry = (state: unknown): state is Entry => typeof state === "object" && state !== null && (state as Entry).page === page;

class Places {
  private last: Entry | null = null;
  private timer = 0;
  private applying = false;
  /** The entry that Back or Forward led to, until it is shown. */
  private wanted: Entry | null = null;
  private replaceNext = false;
  private selectedAt = 0;
  /** The fragment that an entry leads to, which is not to be opened. */
  private ours: string | null = null;
  /** Puts the keyboard into the paste box. */
  paste: () => void = () => {};

  begin(): void {
    for (const topic of ["view", "current", "select", "capture"]) store.addEventListener(topic, this.note);
    addEventListener("popstate", this.popped);
    // At once: whatever is opened over the page before the first packet is there is closed by a step back to this.
    this.last = { ...this.now(), over: "" };
    history.replaceState(this.last, "");
    this.note();
  }

  /** What lies over the page is being closed: the step back is not to undo what is shown meanwhile. */
  private closing = false;

  /** Shows something over the page; "" shows the page. */
  over(over: Over): void {
    if (over === "" && this.closing) return;
    if (over === "" && store.over !== "" && this.last?.over === store.over && isEntry(history.state) && !this.applying) {
      this.closing = true;
      history.back();
    } else store.setView({ over });
  }

  private now(): Entry {
    const { over, tab, packets, captureTab, drawer, shown, selection } = store;
    return {
      page,
      inputs: store.history.depth,
      over,
      tab,
      captureTab: packets ? captureTab : "",
      drawer: packets !== null && drawer,
      server: packets ? (capture?.chosen ?? "") : "",
      packet: shown,
      selection: selection ? [selection.start, selection.end] : null,
    };
  }

  private readonly note = (): void => {
    if (this.applying) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(this.record, pause);
  };

  private readonly record = (): void => {
    if (store.working || store.arriving || this.closing) return this.note();
    const now = this.now();
    const { last } = this;
    const same = (a: Entry, b: Entry, ...but: (keyof Entry)[]): boolean =>
      (Object.keys(a) as (keyof Entry)[]).every((k) => but.includes(k) || JSON.stringify(a[k]) === JSON.stringify(b[k]));
    if (last && same(now, last) && isEntry(history.state)) return;
    const time = performance.now();
    const walked = last !== null && same(now, last, "selection", "packet") && time - this.selectedAt < walking;
    this.selectedAt = time;
    // The first packet of a capture shows itself, and an address of its own has an entry already.
    const follows = last !== null && last.packet === 0 && same(now, last, "packet", "selection", "inputs", "drawer");
    const replace = !last || !isEntry(history.state) || walked || follows || this.replaceNext;
    this.replaceNext = false;
    this.last = now;
    if (replace) history.replaceState(now, "");
    else history.pushState(now, "");
  };

  private readonly popped = (e: PopStateEvent): void => {
    clearTimeout(this.timer);
    const { closing } = this;
    this.closing = false;
    if (!isEntry(e.state)) {
      this.replaceNext = true;
      return;
    }
    this.ours = location.hash;
    if (closing) {
      this.last = e.state;
      store.setView({ over: e.state.over });
    } else {
      this.wanted = e.state;
      if (!this.applying) void this.follow();
    }
  };

  /** Shows the entries that were led to, one after the other: of several, the last. */
  private async follow(): Promise<void> {
    this.applying = true;
    try {
      while (this.wanted) {
        const to = this.wanted;
        this.wanted = null;
        await this.apply(to);
      }
    } finally {
      this.applying = false;
    }
  }

  /** Whether a change of the address comes from Back or Forward. */
  handles(url: string): boolean {
    const mine = this.ours === new URL(url).hash;
    this.ours = null;
    return mine;
  }

  private async apply(to: Entry): Promise<void> {
    for (let n = store.history.depth; n !== to.inputs; n = store.history.depth) {
      await store.undo(to.inputs > n);
      if (this.wanted) return;
      if (store.history.depth === n) break;
    }
    if (to.captureTab !== "" && store.packets && capture && capture.chosen !== to.server) void capture.choose(to.server);
    store.setView({ over: to.over, tab: to.tab, ...(to.captureTab === "" ? {} : { captureTab: to.captureTab }) });
    if (to.packet > 0 && to.packet !== store.shown) {
      if (store.packets && capture) await capture.goto(to.packet);
      else await store.go(to.packet - 1);
      if (this.wanted) return;
    }
    if (store.packets) store.setView({ drawer: to.drawer });
    if (to.selection) store.select("place", ...to.selection);
    else store.clearSelection();
    this.last = this.now();
  }
}

export const places = new Places();
