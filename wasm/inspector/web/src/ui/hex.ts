import { css, html, nothing } from "lit";
import { Part } from "./part";
import { store, type Topic } from "./store";
import { base, scrolled, shades } from "./styles";
import { Virtual } from "./virtual";
import { rem } from "./measure";
import { shadeOf } from "./shade";
import { hits } from "./search";
import { editable, overwrite } from "./edit";
import { offset, settings } from "./settings";
import { hex as digits } from "./copyas";
import { isWorse, rowAt, type Message, type Selection, type Severity } from "./model";

const rowHeight = 1.55;

/** The bytes of a datagram in hexadecimal and ASCII. */
class HexGrid extends Part {
  static override styles = [
    base,
    scrolled,
    shades,
    css`
    :host { display: block; height: 100%; min-height: 0; }
    .vscroll { border: 1px solid var(--line); border-radius: var(--radius); font: 0.92rem/${rowHeight}rem var(--mono); cursor: text; }
    .l { display: flex; height: ${rowHeight}rem; white-space: pre; width: max-content; min-width: 100%; }
    .o { color: var(--fg2); padding: 0 0.5rem 0 0; user-select: none; }
    .m { width: 1rem; text-align: center; font-size: 0.8em; user-select: none; }
    .h { display: flex; }
    .b { width: 2.6ch; text-align: center; }
    .b.mid { margin-inline-start: 1ch; }
    .a { display: flex; padding-inline-start: 0.8rem; padding-inline-end: 0.3rem; }
    .c { width: 1ch; text-align: center; }
    .b, .c { user-select: none; }
    .dot, .z { color: light-dark(color-mix(in srgb, var(--fg2) 60%, var(--fg)), color-mix(in srgb, var(--fg2) 25%, var(--fg))); }
    .start { box-shadow: inset 1px 0 0 color-mix(in srgb, var(--fg) 30%, transparent); }
    .p-warning, .p-error, .p-note { text-decoration: underline 2px; text-underline-offset: 3px; }
    .p-error { text-decoration-color: var(--error); } .p-warning { text-decoration-color: var(--warning); } .p-note { text-decoration-color: var(--note); }
    .up { background-color: color-mix(in srgb, var(--accent) 20%, var(--bg)); background-image: none; color: var(--fg); }
    .hov { background-color: var(--accent-soft); background-image: none; color: var(--fg);
      box-shadow: inset 0 1.5px 0 var(--accent), inset 0 -1.5px 0 var(--accent); }
    .hit { box-shadow: inset 0 -3px 0 var(--accent); }
    .near { box-shadow: inset 0 1.5px 0 var(--accent), inset 0 -1.5px 0 var(--accent); }
    .sel { background-color: var(--accent); background-image: none; color: var(--on-accent); }
    .cur { outline: 1.5px solid var(--fg); outline-offset: -1.5px; }
    .head { position: sticky; top: 0; z-index: 1; background: var(--bg3); color: var(--fg2); } .head .b { cursor: default; }
    .empty { padding: 1rem; color: var(--fg2); font-family: var(--sans); }
  `,
  ];

  static override properties = { per: { state: true }, focused: { state: true } };
  protected readonly topics: readonly Topic[] = ["current", "select", "hover", "search", "view"];
  private per = 16;
  private readonly virtual = new Virtual(
    this,
    () => rem(rowHeight),
    () => Math.ceil((store.message?.data.length ?? 0) / this.per),
    () => rem(rowHeight),
  );
  private dragging = -1;
  private focused = false;
  private resize: ResizeObserver | null = null;
  private of: Message | null = null;
  private gutter = new Map<number, Severity>();

  protected override get listeners() {
    return [[window, "mouseup", this.up]] as const;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.resize = new ResizeObserver(() => this.fit());
    this.resize.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resize?.disconnect();
  }

  /** An offset, as wide as the greatest one. */
  private offset(n: number): string {
    return offset(n, store.message?.data.length ?? 0);
  }

  /** Eight bytes a row where sixteen do not fit. */
  private fit(): void {
    const per = this.clientWidth > 0 && this.clientWidth - 14 < rem(0.92) * 0.602 * (16 * 3.6 + 1 + this.offset(0).length) + rem(2.2) ? 8 : 16;
    if (per === this.per) return;
    this.per = per;
    this.of = null;
  }

  protected override get busy(): boolean {
    return store.arriving;
  }
  protected override get packet(): number {
    return store.shown;
  }

  protected override changed(topic: Topic): void {
    if (topic === "current" || topic === "select") this.digit = -1;
    if (topic === "select" && store.selection) {
      const row = Math.floor((this.focused ? store.cursor : store.selection.start) / this.per);
      void this.updateComplete.then(() => this.virtual.reveal(row));
    }
  }

  /** Which rows a problem begins in, and how bad the worst is. */
  private prepare(m: Message): void {
    if (m === this.of) return;
    this.of = m;
    this.gutter = new Map();
    for (const p of m.problems) {
      const row = Math.floor(Math.min(p.offset, Math.max(0, m.data.length - 1)) / this.per);
      if (isWorse(p.severity, this.gutter.get(row))) this.gutter.set(row, p.severity);
    }
  }

  protected override updated(): void {
    // The head, the rows, and the edges with room for a scroll bar.
    const rows = 1 + Math.ceil((store.message?.data.length ?? 0) / this.per);
    this.style.setProperty("--content", store.message ? `calc(${(rows * rowHeight).toFixed(2)}rem + 1.2rem)` : "100%");
  }

  private at(e: Event): number {
    const cell = (e.target as Element).closest<HTMLElement>("[data-o]");
    return cell ? Number(cell.dataset["o"]) : -1;
  }

  private readonly down = (e: MouseEvent): void => {
    const o = this.at(e);
    if (o < 0 || e.button !== 0) return;
    if (e.shiftKey && store.selection) {
      store.selectBytes(store.selection.start, o);
      return;
    }
    this.dragging = o;
  };

  private readonly over = (e: Event): void => {
    const o = this.at(e);
    if (this.dragging >= 0 && o >= 0 && o !== this.dragging) store.selectBytes(this.dragging, o);
    else if (o >= 0) store.hover(store.message!.leafAt(o));
  };

  private readonly out = (): void => store.hover(-1);

  private readonly up = (e: Event): void => {
    if (this.dragging < 0) return;
    const start = this.dragging;
    this.dragging = -1;
    const path = e.composedPath().find((n): n is HTMLElement => n instanceof HTMLElement && n.dataset["o"] !== undefined);
    // A click takes the whole field, a drag just the bytes.
    if (path && Number(path.dataset["o"]) === start) store.selectByte(start);
  };

  private readonly key = (e: KeyboardEvent): void => {
    const m = store.message;
    if (!m || m.data.length === 0 || e.ctrlKey || e.metaKey || e.altKey) return;
    const n = m.data.length;
    const c = store.cursor;
    const to: Record<string, number> = {
      ArrowRight: c + 1,
      ArrowLeft: c - 1,
      ArrowDown: c + this.per,
      ArrowUp: c - this.per,
      PageDown: c + this.per * this.virtual.page,
      PageUp: c - this.per * this.virtual.page,
      Home: c - (c % this.per),
      End: c - (c % this.per) + this.per - 1,
    };
    const next = to[e.key];
    if (next !== undefined) {
      e.preventDefault();
      const o = Math.max(0, Math.min(n - 1, next));
      const s = store.selection;
      store.selectBytes(e.shiftKey && s ? (c === s.start ? s.end - 1 : s.start) : o, o);
      const f = store.field;
      if (f) store.say(`Byte ${offset(o)}, ${f.name}`);
    } else if (/^[0-9a-f]$/i.test(e.key) && editable()) this.type(parseInt(e.key, 16));
    else if (e.key === "Escape" && this.digit >= 0) e.stopPropagation();
    else if (e.key === "Enter") store.selectByte(c);
    else if (e.key === "Escape") store.clearSelection();
    else return;
    if (!/^[0-9a-f]$/i.test(e.key)) this.digit = -1;
    e.preventDefault();
    if (/^[0-9a-f]$/i.test(e.key)) e.stopPropagation(); // it is no key of the page here
    this.requestUpdate();
  };

  /** The first digit of a byte that is typed over, -1 for none. */
  private digit = -1;

  private type(digit: number): void {
    const at = Math.min(store.cursor, store.message!.data.length - 1);
    if (this.digit < 0) {
      this.digit = digit;
      return store.say(`${hexes[digit]![1]}: one more digit for byte ${offset(at)}; Esc leaves it as it was`);
    }
    const byte = 16 * this.digit + digit;
    this.digit = -1;
    void overwrite(at, byte);
  }

  /** The selected bytes as hex digits, for who copies while the bytes have the keyboard. */
  copied(): string {
    return store.message && store.selection ? digits(store.message.data.subarray(store.selection.start, store.selection.end)) : "";
  }

  private row(m: Message, r: number) {
    const cells = [];
    const chars = [];
    const sel = store.selection;
    const hov = store.hovered;
    const group = rowAt(m, (hov ?? sel)?.row ?? -1)?.parent ?? -1;
    const near = group < 0 ? null : m.select("row", group);
    const has = (r: Selection | null, o: number): boolean => r !== null && o >= r.start && o < r.end;
    const base = r * this.per;
    for (let o = base; o < base + this.per; o++) {
      const b = m.data[o];
      if (b === undefined) {
        cells.push(html`<span class="b ${o === base + 8 ? "mid" : ""}" role="presentation"> </span>`);
        continue;
      }
      const leaf = m.leafAt(o);
      const worst = m.worstAt(o);
      let c = leaf < 0 ? "" : shadeOf(rowAt(m, leaf)!);
      if (leaf >= 0 && m.leafAt(o - 1) !== leaf) c += " start";
      if (worst) c += ` p-${worst}`;
      if (has(hov, o)) c += " hov";
      else if (has(near, o)) c += " near";
      if (has(sel, o)) c += " sel";
      if (hits.byte(o)) c += " hit";
      if (this.focused && o === store.cursor) c += " cur";
      const print = b >= 32 && b < 127;
      cells.push(html`<span class="b ${c} ${b === 0 ? "z" : ""} ${o === base + 8 ? "mid" : ""}" role="gridcell" id="b${o}" data-o=${o}
        aria-selected=${has(sel, o)}>${this.digit >= 0 && o === store.cursor ? `${hexes[this.digit]![1]}_` : hexes[b]}</span>`);
      chars.push(html`<span class="c ${c} ${print ? "" : "dot"}" data-o=${o}>${print ? String.fromCharCode(b) : "·"}</span>`);
    }
    const worst = this.gutter.get(r);
    return html`<div class="l" role="row" aria-rowindex=${r + 1}>
      <span class="m ${worst ?? ""}" role="presentation">${worst ? "●" : ""}</span><span class="o"
        role="rowheader">${this.offset(base)}</span>
      <span class="h" role="presentation">${cells}</span><span class="a" aria-hidden="true">${chars}</span></div>`;
  }

  override render() {
    const m = store.message;
    if (!m) return html`<div class="empty"><slot></slot></div>`;
    this.prepare(m);
    const rows = [];
    const total = Math.ceil(m.data.length / this.per);
    for (let r = this.virtual.first; r < Math.min(this.virtual.last, total); r++) rows.push(this.row(m, r));
    const shown = store.cursor >= this.virtual.first * this.per && store.cursor < this.virtual.last * this.per;
    return html`<div class="vscroll" tabindex="0" role="grid" aria-label="Bytes of the datagram" aria-rowcount=${total} aria-readonly=${!editable()}
      aria-multiselectable="true" aria-activedescendant=${shown && m.data.length > 0 ? `b${store.cursor}` : nothing} @scroll=${this.virtual.onScroll}
      @keydown=${this.key}
      @mousedown=${this.down} @mouseover=${this.over} @mouseleave=${this.out} @focus=${() => (this.focused = true)} @blur=${() => (this.focused = false)}>
      <div class="l head" aria-hidden="true"><span class="m"></span><span class="o">${" ".repeat(this.offset(0).length)}</span><span class="h">${Array.from(
        { length: this.per },
        (_, i) => html`<span class="b ${i === 8 ? "mid" : ""}">${settings.hex ? hexes[i] : i}</span>`,
      )}</span></div>
      <div class="vspace" role="rowgroup"><div class="vwin" role="presentation">${rows}</div></div></div>`;
  }
}

const hexes = Array.from({ length: 256 }, (_, b) => b.toString(16).toUpperCase().padStart(2, "0"));

customElements.define("fs-hex", HexGrid);
