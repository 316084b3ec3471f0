/** The heads of columns: a click sorts, a drag at the edge or Shift and an arrow makes a column narrower or wider. */
import { css, html, nothing, type ReactiveControllerHost } from "lit";
import { rem } from "./measure";
import { recall, remember } from "./memory";

/** How a list is sorted. */
export interface Sorted {
  sort: string;
  down: boolean;
}

export interface Head {
  title: string;
  /** What a screen reader calls it, where it has no title. */
  name?: string;
  /** Width in rem; with grow the least, and its share of what is left. */
  width: number;
  grow?: number;
  /** What the list is sorted by; undefined for a column that it cannot be. */
  sort?: string;
  /** Holds numbers: the greatest come first at first. */
  number?: boolean;
  class?: string;
}

const least = 2;
const most = 120;
/** What a key does, in rem. */
const step = 1;

/** The widths that somebody chose, in rem, by table and column. */
const chosen: Record<string, Record<string, number>> = (() => {
  try {
    return (JSON.parse(recall("columns") ?? "{}") as Record<string, Record<string, number>> | null) ?? {};
  } catch {
    return {};
  }
})();

/** The width of a column in rem, if somebody chose one. */
export const widthOf = (table: string, column: string): number | undefined => {
  const n = chosen[table]?.[column];
  return typeof n === "number" && n >= least && n <= most ? n : undefined;
};

/** Sets the width of a column in rem; undefined: as it was at first. */
export function setWidth(table: string, column: string, width: number | undefined): void {
  const list = (chosen[table] ??= {});
  if (width === undefined) delete list[column];
  else list[column] = Math.round(100 * Math.min(most, Math.max(least, width))) / 100;
  remember("columns", JSON.stringify(chosen));
}

/** What may be done with the width of a column: add rem to what it is, or forget what was chosen. */
export interface Sizing {
  /** Width now, in rem. */
  now(cell: HTMLElement): number;
  set(width: number | undefined): void;
}

/** What is at the edge of a head, to be dragged. */
const grip = (s: Sizing) =>
  html`<i class="grip" aria-hidden="true" @dblclick=${() => s.set(undefined)} @pointerdown=${(e: PointerEvent) => {
    const edge = e.currentTarget as HTMLElement;
    const from = e.clientX;
    const was = s.now(edge.parentElement!);
    edge.setPointerCapture(e.pointerId);
    e.preventDefault();
    const stop = new AbortController();
    edge.addEventListener("pointermove", (m) => s.set(was + (m.clientX - from) / rem(1)), stop);
    for (const end of ["pointerup", "pointercancel"]) edge.addEventListener(end, () => stop.abort(), stop);
  }}></i>`;

/** The content of a head: what sorts and what resizes. */
export function heading(title: unknown, on: Sorted | undefined, sort: (() => void) | undefined, sizing: Sizing) {
  const key = (e: KeyboardEvent): void => {
    const by = e.shiftKey ? { ArrowLeft: -step, ArrowRight: step }[e.key] : undefined;
    if (by === undefined) return;
    e.preventDefault();
    e.stopPropagation();
    sizing.set(sizing.now((e.currentTarget as HTMLElement).parentElement!) + by);
  };
  const mark = on ? html`<span aria-hidden="true">${on.down ? " ▾" : " ▴"}</span>` : nothing;
  return html`<button class="plain" title="Click: sort. Shift + ←, →: narrower, wider" aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
    @click=${sort ?? nothing} @keydown=${key}>${title}${mark}</button>${grip(sizing)}`;
}

export const ariaSort = (on: Sorted | undefined) => (on ? (on.down ? "descending" : "ascending") : nothing);

/** What a click on a head asks for: the other way round, or in the way that one wants at first. */
export const next = (now: Sorted | undefined, sort: string, number: boolean): Sorted => ({ sort, down: now ? !now.down : number });

/** The columns of a list whose rows are grids. */
export class Columns {
  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly name: string,
    private readonly list: readonly Head[],
  ) {}

  /** Gives the rows below an element their columns, as --columns, and at least the width that these need, as --room. */
  apply(to: HTMLElement | null | undefined): void {
    const widths = this.list.map((c) => ({ ...c, own: widthOf(this.name, c.name ?? c.title) }));
    const track = ({ own, width, grow }: (typeof widths)[number]): string =>
      own !== undefined ? `${own}rem` : grow ? `minmax(${width}rem, ${grow}fr)` : `${width}rem`;
    to?.style.setProperty("--columns", widths.map(track).join(" "));
    const sum = widths.reduce((n, c) => n + (c.own ?? c.width) + 0.5, 0.5); // with gaps and padding
    to?.style.setProperty("--room", `${sum}rem`);
  }

  heads(sorted: Sorted, sort: (by: Sorted) => void) {
    return this.list.map((c) => {
      const on = c.sort !== undefined && c.sort === sorted.sort ? sorted : undefined;
      const name = c.name ?? c.title;
      const sizing: Sizing = {
        now: (cell) => cell.offsetWidth / rem(1),
        set: (width) => {
          setWidth(this.name, name, width);
          this.host.requestUpdate();
        },
      };
      const by = c.sort;
      return html`<span role="columnheader" class=${c.class ?? (c.number ? "n" : "")} aria-sort=${ariaSort(on)}>${heading(
        c.title || html`<span class="sr">${name}</span>`,
        on,
        by === undefined ? undefined : () => sort(next(on, by, c.number === true)),
        sizing,
      )}</span>`;
    });
  }
}

export const headStyles = css`
  .head > [role="columnheader"], th { position: relative; overflow: visible; }
  .head button, th button { font: inherit; font-weight: 600; padding: 0; min-height: 1.5rem; color: inherit; max-width: 100%; overflow: hidden;
    text-overflow: ellipsis; }
  .grip { position: absolute; inset: 0 -0.4rem 0 auto; width: 0.6rem; cursor: col-resize; touch-action: none; }
  th > .grip { inset: 0 0.2rem 0 auto; }
  .grip::after { content: ""; position: absolute; inset: 0.2rem 0.15rem 0.2rem auto; width: 1px; background: var(--edge); opacity: 0.5; }
  .grip:hover::after { width: 2px; background: var(--accent); opacity: 1; }
`;
