import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Browsers do not lay out boxes higher than this reliably. */
const maxHeight = 12_000_000;
const overscan = 6;
/** Rows that are drawn before it is known how many fit: to ask for that would have the page laid out once for each list. */
const atFirst = 40;
/** How high a list of each kind was when it was last seen: as many rows fit when it comes back, and of bytes each has dozens of elements. */
const heights = new Map<string, number>();

/**
 * Shows only the rows of a list that are in sight. All rows have one height.
 * A list higher than a browser can lay out is scrolled in larger steps, so
 * that every row of millions can be reached.
 */
export class Virtual implements ReactiveController {
  first = 0;
  last = 0;
  private scroller: HTMLElement | null = null;
  private measured = false;
  /**
   * How far the list is scrolled and how high it is, as last seen. To ask while the page is being drawn would have it laid out once more for
   * each list.
   */
  private scrolled = 0;
  private height = 0;
  /** The row to be revealed once the list is measured. */
  private wanted = -1;
  private observer: ResizeObserver | null = null;

  private readonly host: ReactiveControllerHost & HTMLElement;
  private readonly rowHeight: () => number;
  private readonly count: () => number;
  private readonly head: () => number;

  /** head is the height of what stays in place above the rows. */
  constructor(host: ReactiveControllerHost & HTMLElement, rowHeight: () => number, count: () => number, head: () => number = () => 0) {
    this.host = host;
    this.rowHeight = rowHeight;
    this.count = count;
    this.head = head;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.observer?.disconnect();
    this.observer = null;
    this.scroller = null;
    this.measured = false;
  }

  hostUpdate(): void {
    if (this.measured) return;
    const height = heights.get(this.host.localName);
    this.last = Math.min(this.count(), height === undefined ? atFirst : Math.ceil(height / this.rowHeight()) + overscan);
  }

  hostUpdated(): void {
    const scroller = this.host.shadowRoot?.querySelector<HTMLElement>(".vscroll") ?? null;
    if (scroller !== this.scroller) {
      this.observer?.disconnect();
      this.scroller = scroller;
      this.measured = false;
      if (scroller) {
        this.observer = new ResizeObserver(() => this.measure());
        this.observer.observe(scroller);
      }
    }
    if (!scroller) return;
    const spacer = scroller.querySelector<HTMLElement>(".vspace");
    const height = `${Math.min(maxHeight, this.count() * this.rowHeight())}px`;
    if (spacer && spacer.style.height !== height) spacer.style.height = height;
    if (!this.measured) return;
    this.place();
    this.refresh();
  }

  /** The page is laid out: what there is to know of the list costs nothing now. A row that was revealed stays in sight where the list becomes lower. */
  private measure(): void {
    const before = this.measured ? this.height : 0;
    this.measured = true;
    this.look();
    this.refresh();
    const row = this.wanted >= 0 ? this.wanted : this.height < before ? this.revealed : -1;
    this.wanted = -1;
    this.reveal(row);
  }
  private revealed = -1;

  private look(): void {
    this.scrolled = this.scroller?.scrollTop ?? 0;
    this.height = this.scroller?.clientHeight ?? 0;
    if (this.height > 0) heights.set(this.host.localName, this.height);
  }

  readonly onScroll = (): void => {
    if (this.scroller?.scrollTop !== this.scrolled) this.revealed = -1; // somebody looks elsewhere
    this.look();
    this.refresh();
  };

  /** Number of rows that fit. */
  get page(): number {
    return Math.max(1, Math.floor(this.viewHeight() / this.rowHeight()));
  }

  /** The row that a key leads to from row at; undefined for another key. */
  target(e: KeyboardEvent, at: number): number | undefined {
    const last = this.count() - 1;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + this.page, PageUp: at - this.page, Home: 0, End: last }[e.key];
    return to === undefined || e.ctrlKey || e.metaKey || e.altKey ? undefined : Math.max(0, Math.min(last, to));
  }

  private viewHeight(): number {
    return Math.max(0, this.height - this.head());
  }

  /** How far it is scrolled: a list that has become shorter is scrolled back by the browser, later. */
  private get scroll(): number {
    return Math.min(this.scrolled, Math.max(0, Math.min(maxHeight, this.count() * this.rowHeight()) - this.viewHeight()));
  }

  /** Pixels of the list above the first one in sight, as if it had its full height. */
  private top(): number {
    const full = this.count() * this.rowHeight();
    if (full <= maxHeight) return this.scroll;
    const view = this.viewHeight();
    return (this.scroll / Math.max(1, maxHeight - view)) * Math.max(0, full - view);
  }

  private setTop(px: number): void {
    const s = this.scroller;
    if (!s) return;
    const full = this.count() * this.rowHeight();
    const view = this.viewHeight();
    s.scrollTop = full <= maxHeight ? px : (px / Math.max(1, full - view)) * (maxHeight - view);
    this.look();
    this.refresh();
  }

  private refresh(): void {
    const s = this.scroller;
    if (!s) return;
    const row = this.rowHeight();
    const n = this.count();
    const first = Math.max(0, Math.min(n, Math.floor(this.top() / row) - overscan));
    const last = Math.min(n, Math.ceil((this.top() + this.viewHeight()) / row) + overscan);
    if (first !== this.first || last !== this.last) {
      this.first = first;
      this.last = last;
      this.host.requestUpdate();
    }
    this.place();
  }

  private place(): void {
    const s = this.scroller;
    const win = s?.querySelector<HTMLElement>(".vwin");
    if (!s || !win) return;
    const shift = this.scroll + this.first * this.rowHeight() - this.top();
    const transform = `translateY(${shift}px)`;
    if (win.style.transform !== transform) win.style.transform = transform;
  }

  /** Scrolls just as far as it takes for row i to be in sight. */
  reveal(i: number): void {
    if (!this.measured) this.wanted = i;
    if (!this.measured || i < 0) return;
    this.revealed = i;
    const row = this.rowHeight();
    const top = this.top();
    const view = this.viewHeight();
    if (view === 0) return;
    if (i * row < top) this.setTop(Math.max(0, i * row - row));
    else if ((i + 1) * row > top + view) this.setTop((i + 2) * row - view);
  }
}
