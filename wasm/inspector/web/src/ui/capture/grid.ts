import { css, html, nothing } from "lit";
import { Part } from "../part";
import type { Topic } from "../store";
import { base, scrolled } from "../styles";
import { Virtual } from "../virtual";
import { rem } from "../measure";
import { Room } from "../room";
import { Columns, headStyles, type Head } from "../columns";
import type { ListName, Lists } from "./place";
import { capture } from "./state";
import type { Paged } from "./paged";
import { onlyMenu } from "./only";

/** What is in a cell, and its class. */
export interface Cell {
  value: unknown;
  class?: string;
}

export interface Column<T> extends Head {
  cell(row: T): Cell;
  /** The filter that lets the packets through which have the value of the cell, and that value. */
  only?(row: T): { value: string; filter: string };
}

/** Height of a row in rem; with less room than this many rem its cells have two lines. */
const rowHeight = { wide: 1.8, narrow: 2.7 };
const narrow = 70;

/** A list of the worker's as a grid: only rows in sight are drawn, the arrows move, Enter opens. */
export abstract class Grid<K extends ListName> extends Part {
  static override styles = [
    base,
    scrolled,
    headStyles,
    css`
    :host { display: flex; flex-direction: column; gap: 0.35rem; height: 100%; min-height: 0; container-type: inline-size; }
    .vscroll { border: 1px solid var(--line); border-radius: var(--radius); flex: 1; min-height: 0; height: auto; }
    .x { display: grid; gap: 0.5rem; height: ${rowHeight.wide}rem; align-items: center; padding: 0 0.5rem; border-bottom: 1px solid var(--line);
      cursor: pointer; grid-template-columns: var(--columns); min-width: var(--room); }
    .x > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .x:hover { background: var(--bg2); } .x[aria-selected="true"] { background: var(--accent-soft); }
    .x[aria-selected="true"] .muted { color: var(--fg); }
    .top { position: sticky; top: 0; z-index: 1; min-width: max-content; } .head { background: var(--bg3); font-weight: 600; cursor: default; }
    .m { font-family: var(--mono); font-size: 0.92rem; }
    .n { text-align: end; font-variant-numeric: tabular-nums; }
    .x > .n, .x > .rtt { padding-inline-end: 0.5rem; }
    .bar { position: relative; height: 0.85rem; background: var(--bg3); border-radius: 2px; }
    .bar i { position: absolute; inset: 0 auto 0 0; background: var(--accent); border-radius: 2px; opacity: 0.35; } .bar i + i { opacity: 1; }
    .rtt { display: grid; grid-template-columns: 1fr 3.4rem; gap: 0.3rem; align-items: center; }
    .empty { padding: 1rem; margin: 0; }
    @container (max-width: ${narrow}rem) {
      .vwin .x { height: ${rowHeight.narrow}rem; }
      .vwin .x > :not(.rtt) { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; white-space: normal; overflow-wrap: anywhere;
        line-height: 1.25; }
    }
  `,
  ];
  protected readonly topics: readonly Topic[] = ["capture"];
  protected at = 0;
  private readonly virtual = new Virtual(
    this,
    () => rem(this.room.enough ? rowHeight.wide : rowHeight.narrow),
    () => this.rows?.count ?? 0,
    () => rem(rowHeight.wide),
  );
  private readonly room = new Room(this, narrow);

  protected abstract readonly label: string;
  /** Which of the capture's lists it is. */
  protected abstract readonly of: K;
  protected abstract readonly columns: readonly Column<Lists[K]>[];
  protected abstract open(row: Lists[K]): void;
  /** What is shown in place of a list without rows. */
  protected abstract empty(): unknown;
  /** What is above the list. */
  protected above(): unknown {
    return nothing;
  }

  private get rows(): Paged<Lists[K]> | undefined {
    return capture.lists?.[this.of];
  }

  protected override get busy(): boolean {
    const list = this.rows;
    if (!list || list.count === 0) return capture.busy;
    for (let i = this.virtual.first; i < Math.min(this.virtual.last, list.count); i++) if (!list.at(i)) return true;
    return false;
  }

  private readonly key = (e: KeyboardEvent): void => {
    if (e.target !== e.currentTarget) return;
    const to = this.virtual.target(e, this.at);
    if (e.key === "Enter") this.choose(this.at);
    else if (to === undefined) return;
    else {
      this.at = to;
      this.virtual.reveal(to);
      this.requestUpdate();
    }
    e.preventDefault();
  };

  private readonly press = (e: Event): void => {
    const row = (e.target as Element).closest<HTMLElement>("[data-i]");
    if (!row) return;
    this.choose(Number(row.dataset["i"]));
  };

  /** Offers to show only the packets of a cell, or of the cells of the chosen row. */
  private readonly only = (e: MouseEvent): void => {
    const cell = (e.target as Element).closest<HTMLElement>("[role=gridcell]");
    const line = cell?.closest<HTMLElement>("[data-i]");
    const row = this.rows?.at(line ? Number(line.dataset["i"]) : this.at);
    if (!row || (e.target as Element).closest("[role=columnheader]")) return;
    e.preventDefault();
    const at = cell ? [...cell.parentElement!.children].indexOf(cell) : -1;
    const columns = this.columns[at]?.only ? [this.columns[at]!] : this.columns;
    onlyMenu(
      e,
      e.currentTarget as HTMLElement,
      columns.flatMap((c) => (c.only ? [{ name: c.title, ...c.only(row) }] : [])),
    );
  };

  private choose(i: number): void {
    const row = this.rows?.at(i);
    this.at = i;
    if (row) this.open(row);
    this.requestUpdate();
  }

  private columned: Columns | null = null;

  override updated(): void {
    this.columned?.apply(this.shadowRoot?.querySelector<HTMLElement>(".vscroll"));
    this.shadowRoot
      ?.querySelectorAll<HTMLElement>("i[data-w]")
      .forEach((b) => (b.style.width = `${Math.min(100, Math.max(0.5, Number(b.dataset["w"]) * 100))}%`));
  }

  override render() {
    const list = this.rows;
    const n = list?.count ?? 0;
    list?.want(this.virtual.first, Math.max(1, this.virtual.last));
    if (!list || n === 0) return html`${this.above()}<p class="empty muted">${capture.read && !list?.known ? "Calculating…" : this.empty()}</p>`;
    this.at = Math.min(this.at, n - 1);
    this.columned ??= new Columns(this, this.of, this.columns);
    const rows = [];
    for (let i = this.virtual.first; i < Math.min(this.virtual.last, n); i++) {
      const row = list.at(i);
      rows.push(
        row
          ? html`<div class="x" role="row" id="x${i}" data-i=${i} aria-rowindex=${i + 2} aria-selected=${i === this.at}>${this.columns.map((c) => {
              const { value, class: name = "" } = c.cell(row);
              return html`<span role="gridcell" class=${name}>${value}</span>`;
            })}</div>`
          : html`<div class="x" role="row" id="x${i}" aria-rowindex=${i + 2}><span role="gridcell" class="muted">…</span></div>`,
      );
    }
    const shown = this.at >= this.virtual.first && this.at < this.virtual.last;
    return html`${this.above()}<div class="vscroll" tabindex="0" role="grid" aria-label=${this.label} aria-rowcount=${n + 1}
      aria-activedescendant=${shown ? `x${this.at}` : nothing}
      @scroll=${this.virtual.onScroll} @keydown=${this.key} @click=${this.press} @contextmenu=${this.only}>
      <div role="rowgroup" class="top"><div class="x head" role="row" aria-rowindex="1">${this.columned.heads(capture.sorting[this.of], (by) =>
        capture.sort(this.of, by),
      )}</div></div>
      <div class="vspace" role="rowgroup"><div class="vwin" role="presentation">${rows}</div></div></div>`;
  }
}
