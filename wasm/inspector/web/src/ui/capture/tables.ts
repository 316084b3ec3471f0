import { html, nothing, type ReactiveController, type ReactiveControllerHost } from "lit";
import { ariaSort, heading, next, setWidth, type Sorted, widthOf } from "../columns";
import { num, visible } from "../copyas";
import { rem } from "../measure";
import { matching, packet } from "./format";

export type Cell = string | number | { packet: number; text?: string } | { filter: string; text: string };

/** Cells that are made in one task. To make one and lay it out takes some 0.05 ms, on a slow or busy machine twice that. */
const step = 250;

/**
 * The tables of a view, which can be long together. Each picture of the page
 * has some rows more, from the top on, so that it answers in between.
 */
export class Tables implements ReactiveController {
  private readonly host: ReactiveControllerHost & HTMLElement;
  /** How each table is sorted, by its name; sort is the number of a column. */
  private readonly sorted = new Map<string, Sorted>();
  private of = "";
  private allowed = step;
  private used = 0;
  private frame = 0;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.host = host;
    host.addController(this);
  }

  /** Whether some rows are left for the next picture. */
  get busy(): boolean {
    return this.used > this.allowed;
  }

  /** Begins to render what has this name; another one begins with few rows again. */
  begin(of: string): void {
    if (of !== this.of) this.allowed = step;
    this.of = of;
    this.used = 0;
  }

  /** How many of so many rows there are now, when each has so many cells. */
  take(rows: number, cells: number): number {
    const now = Math.max(0, Math.min(rows, Math.ceil((this.allowed - this.used) / cells)));
    this.used += rows * cells;
    return now;
  }

  /** Gives tables the widths that somebody chose. */
  private resize(): void {
    for (const table of this.host.shadowRoot?.querySelectorAll<HTMLTableElement>("table[data-name]") ?? []) {
      const heads = [...table.querySelectorAll<HTMLElement>("th")];
      const widths = heads.map((h) => widthOf(table.dataset["name"]!, h.dataset["name"]!));
      const all = widths.every((w) => w !== undefined);
      table.style.tableLayout = all ? "fixed" : "";
      table.style.width = all ? `${widths.reduce((a, b) => a + b, 0)}rem` : "";
      heads.forEach((h, i) => (h.style.width = all ? `${widths[i]}rem` : ""));
    }
  }

  /** Sets the width of a column; the others keep theirs. */
  private widen(name: string, column: string, width: number | undefined): void {
    const heads = this.host.shadowRoot?.querySelectorAll<HTMLElement>(`table[data-name="${CSS.escape(name)}"] th`) ?? [];
    for (const h of heads) {
      const own = h.dataset["name"]!;
      const now = width === undefined ? undefined : own === column ? width : (widthOf(name, own) ?? h.offsetWidth / rem(1));
      setWidth(name, own, now);
    }
    this.resize();
  }

  hostUpdated(): void {
    this.resize();
    if (this.used <= this.allowed || this.frame !== 0) return;
    // Behind the picture that has what was made now.
    this.frame = requestAnimationFrame(() => {
      setTimeout(() => {
        if (this.frame === 0) return;
        this.frame = 0;
        this.allowed += step;
        this.host.requestUpdate();
      });
    });
  }

  hostDisconnected(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.of = "";
  }

  /**
   * A table of which the first columns hold words; says how many rows there are when it has not all. With an excerpt
   * of a longer one there is nothing to sort.
   */
  table(title: string, head: string[], rows: readonly Cell[][], words = 1, total = rows.length, excerpt = false) {
    const now = this.take(rows.length, head.length);
    if (now === 0) return nothing;
    const cell = (c: Cell) => {
      if (typeof c === "number") return num(c);
      if (typeof c === "string") return html`<bdi>${visible(c)}</bdi>`;
      return "filter" in c ? matching(c.filter, visible(c.text)) : packet(c.packet, c.text ?? `packet ${c.packet}`);
    };
    const name = title || "Changes";
    const sorted = this.sorted.get(name);
    const shown = sorted && !excerpt ? ordered(rows, Number(sorted.sort), words, sorted.down) : rows;
    const top = (h: string, i: number) => {
      const on = sorted?.sort === String(i) ? sorted : undefined;
      const sort = (): void => {
        this.sorted.set(name, next(on, String(i), i >= words));
        this.host.requestUpdate();
      };
      const sizing = { now: (th: HTMLElement) => th.offsetWidth / rem(1), set: (width: number | undefined) => this.widen(name, h, width) };
      return html`<th scope="col" class=${i < words ? "" : "n"} data-name=${h} aria-sort=${ariaSort(on)}>${excerpt ? h : heading(h, on, sort, sizing)}</th>`;
    };
    return html`${title ? html`<h2>${title}</h2>` : nothing}<div class="wide" role="group" tabindex=${head.length > 5 ? 0 : nothing}
      aria-label=${name}><table data-name=${excerpt ? nothing : name}><thead><tr>${head.map(top)}</tr></thead><tbody>
      ${shown.slice(0, now).map((r) => html`<tr>${r.map((c, i) => html`<td class=${i < words ? "" : "n"}>${cell(c)}</td>`)}</tr>`)}</tbody></table></div>
      ${total > rows.length && now === rows.length ? html`<p class="muted">${num(rows.length)} of ${num(total)}; exports have all.</p>` : nothing}`;
  }
}

const collator = new Intl.Collator("en", { numeric: true });

/** Rows by a column; those without a value come last. */
function ordered(rows: readonly Cell[][], column: number, words: number, down: boolean): readonly Cell[][] {
  const text = (r: Cell[]): string => {
    const c = r[column] ?? "";
    return typeof c === "object" ? ("filter" in c ? c.text : (c.text ?? String(c.packet))) : String(c);
  };
  const number = (r: Cell[]): number => Number.parseFloat(text(r).replaceAll(",", ""));
  const sign = down ? -1 : 1;
  return [...rows].sort((a, b) => {
    const none = Number(text(a) === "") - Number(text(b) === "");
    if (none !== 0) return none;
    return sign * (column < words ? collator.compare(text(a), text(b)) : number(a) - number(b) || collator.compare(text(a), text(b)));
  });
}
