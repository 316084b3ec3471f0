import { html, nothing, type ReactiveController, type ReactiveControllerHost } from "lit";
import { visible } from "../copyas";
import { matching, num, packet } from "./format";

export type Cell = string | number | { packet: number; text?: string } | { filter: string; text: string };

/** Cells that are made in one task. To make one and lay it out takes some 0.05 ms, on a slow or busy machine twice that. */
const step = 400;

/**
 * The tables of a view, which can be long together. Each picture of the page
 * has some rows more, from the top on, so that it answers in between.
 */
export class Tables implements ReactiveController {
  private readonly host: ReactiveControllerHost;
  private of = "";
  private allowed = step;
  private used = 0;
  private frame = 0;

  constructor(host: ReactiveControllerHost) {
    this.host = host;
    host.addController(this);
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

  hostUpdated(): void {
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

  /** A table of which the first columns hold words; says how many rows there are when it has not all. */
  table(title: string, head: string[], rows: Cell[][], words = 1, total = rows.length) {
    const now = this.take(rows.length, head.length);
    if (now === 0) return nothing;
    const cell = (c: Cell) => {
      if (typeof c === "number") return num(c);
      if (typeof c === "string") return html`<bdi>${visible(c)}</bdi>`;
      return "filter" in c ? matching(c.filter, visible(c.text)) : packet(c.packet, c.text ?? `packet ${c.packet}`);
    };
    return html`${title ? html`<h2>${title}</h2>` : nothing}<div class="wide" role="group" tabindex=${head.length > 5 ? 0 : nothing}
      aria-label=${title || "Changes"}><table><thead><tr>${head.map(
        (h, i) => html`<th scope="col" class=${i < words ? "" : "n"}>${h}</th>`,
      )}</tr></thead><tbody>
      ${rows.slice(0, now).map((r) => html`<tr>${r.map((c, i) => html`<td class=${i < words ? "" : "n"}>${cell(c)}</td>`)}</tr>`)}</tbody></table></div>
      ${total > rows.length && now === rows.length ? html`<p class="muted">${num(rows.length)} of ${num(total)}; an export has all.</p>` : nothing}`;
  }
}
