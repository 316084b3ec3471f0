import { css, html, nothing } from "lit";
import { Part } from "./part";
import { store, type Topic } from "./store";
import { base, scrolled } from "./styles";
import { Virtual } from "./virtual";
import { num, visible } from "./copyas";
import { rem } from "./measure";
import { Room } from "./room";
import { Columns, headStyles, type Head } from "./columns";
import type { Line, Severity } from "./model";

/** The columns of packets: those of Wireshark, and how bad the worst problem is. */
const columns: readonly Head[] = [
  {
    title: "No.",
    // The same room for numbers in every row.
    get width() {
      return Math.max(3.2, 1 + 0.56 * String(store.packets?.greatest ?? 0).length);
    },
    sort: "",
    class: "no",
  },
  { title: "Time", width: 7.2, sort: "time", class: "cell n time" },
  { title: "Source", width: 10.6, grow: 1, sort: "source", class: "cell from" },
  { title: "Destination", width: 10.6, grow: 1, sort: "destination", class: "cell to" },
  { title: "Protocol", width: 6.6, sort: "protocol", class: "proto" },
  { title: "Length", width: 5.5, sort: "length", number: true, class: "cell n len" },
  { title: "Answer", width: 8.2, class: "answer" },
  { title: "Info", width: 9, grow: 4, sort: "message", class: "title" },
  { title: "", name: "Problem", width: 1.6, sort: "problem", number: true, class: "worst" },
];

/** The datagrams of a paste or the packets of a capture. */
class PacketList extends Part {
  static override styles = [
    base,
    scrolled,
    headStyles,
    css`
    :host { display: block; min-height: 0; height: 100%; }
    .vscroll { border: 1px solid var(--line); border-radius: var(--radius); }
    .line { display: grid; grid-template-columns: calc(var(--digits, 2) * 1ch) minmax(0, 1fr) max-content 1rem; gap: 0 0.5rem; height: 2.7rem;
      padding: 0 0.5rem; align-items: center; align-content: center; line-height: 1.3;
      border-bottom: 1px solid var(--line); cursor: pointer; border-inline-start: 3px solid transparent; }
    .line > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .line:hover { background: var(--bg2); }
    .line[aria-selected="true"] { background: var(--accent-soft); border-inline-start-color: var(--accent); }
    .no, .len { font-family: var(--mono); font-size: 0.9rem; color: var(--fg2); text-align: end; }
    .line[aria-selected="true"] .no, .line[aria-selected="true"] .len, .line[aria-selected="true"] :is(.sub, .muted) { color: var(--fg); }
    .line:has(> .sub) > .no { grid-row: 1 / 3; } .sub { grid-column: 2 / -1; font-size: 0.88rem; color: var(--fg2); }
    .other .title { color: var(--fg2); } .line[aria-selected="true"].other .title { color: var(--fg); }
    .wide .line { grid-template-columns: var(--columns); min-width: var(--room); height: 1.7rem; border-inline-start-width: 0; box-shadow: none; }
    .wide .line[aria-selected="true"] { box-shadow: inset 3px 0 0 var(--accent); }
    .wide .cell { font-family: var(--mono); font-size: 0.92rem; } .wide .cell.n { text-align: end; padding-inline-end: 0.5rem; }
    .wide .head > * { font-size: 1rem; font-family: var(--sans); color: var(--fg); }
    .vscroll > [role="rowgroup"]:not(.vspace) { position: sticky; top: 0; z-index: 1; min-width: max-content; }
    .wide .head, .wide .head:hover { background: var(--bg3); font-weight: 600; cursor: default; }
    .answer { font-size: 0.92rem; color: var(--fg2); font-variant-numeric: tabular-nums; } .line[aria-selected="true"] .answer { color: var(--fg); }
    .line.open .answer { color: var(--warning); } .line.pair:not([aria-selected="true"]) { background: var(--accent-faint); }
    .wide .line.pair:not([aria-selected="true"]) { box-shadow: inset 3px 0 0 var(--edge); }
    .line:not(.wide *).open { border-inline-start: 3px dotted var(--warning); }
    .star { color: var(--accent); }
  `,
  ];

  protected readonly topics: readonly Topic[] = ["paste", "rows"];
  /** A line each with columns, where there is room for them. */
  private readonly room = new Room(this, 68);
  private readonly virtual = new Virtual(
    this,
    () => rem(this.columns ? 1.7 : 2.7),
    () => store.rows.count,
    () => (this.columns ? rem(1.7) : 0),
  );

  private get columns(): boolean {
    return this.room.enough && store.packets !== null;
  }

  private shown = -1;
  private of: unknown = null;

  protected override get busy(): boolean {
    const { rows, packets } = store;
    if (rows.count === 0) return packets ? packets.none === "" : !store.ready;
    for (let i = this.virtual.first; i < Math.min(this.virtual.last, rows.count); i++) if (!rows.row(i)) return true;
    return false;
  }

  /** A list that comes back shows the current row at once, not when rows arrive and somebody has scrolled it. */
  override connectedCallback(): void {
    super.connectedCallback();
    this.changed();
  }

  protected override changed(): void {
    // Rows that arrive later must not pull the list back to the current one.
    if (store.current === this.shown && store.rows === this.of) return;
    this.shown = store.current;
    this.of = store.rows;
    void this.updateComplete.then(() => this.virtual.reveal(store.current));
  }

  private readonly columned = new Columns(this, "packets", columns);

  private readonly key = (e: KeyboardEvent): void => {
    if (e.target !== e.currentTarget) return;
    const next = this.virtual.target(e, store.current);
    if (next === undefined) return;
    e.preventDefault();
    void store.go(next);
  };

  private readonly press = (e: Event): void => {
    const line = (e.target as Element).closest<HTMLElement>("[data-i]");
    if (!line) return;
    if (store.packets) store.setView({ pane: "fields" }); // where one pane is shown at a time
    void store.go(Number(line.dataset["i"]));
  };

  protected override updated(): void {
    const list = this.shadowRoot?.querySelector<HTMLElement>(".vscroll");
    this.columned.apply(list);
    list?.style.setProperty("--digits", String(Math.max(2, String(store.packets?.greatest ?? store.rows.count).length)));
  }

  /** A packet as Wireshark lists it. */
  private packetLine(i: number, row: Line | undefined) {
    const worst = row?.worst ?? "";
    const cells: readonly unknown[] = row
      ? [row.number, row.time === null ? "" : row.time.toFixed(6), row.from, row.to, row.protocol, num(row.length), answer(row), this.info(row), mark(worst)]
      : ["", "", "", "", "", "", "", "…", ""];
    return html`<div class="line ${row?.protocol === "" ? "other" : ""} ${this.pair(row)}" role="row" id="p${i}" data-i=${i} aria-rowindex=${i + 2}
      aria-selected=${i === store.current}>${columns.map(
        ({ class: c }, n) => html`<span role="gridcell" class="${c} ${n === columns.length - 1 ? worst : ""}"><bdi>${cells[n]}</bdi></span>`,
      )}</div>`;
  }

  private info(row: Line) {
    return html`${store.marked.has(row.number) ? html`<span class="star" aria-hidden="true">★ </span><span class="sr">marked </span>` : nothing}${row.title}${
      row.info && row.to !== "" ? html` <span class="muted">· ${visible(row.info)}</span>` : nothing
    }`;
  }

  /** Whether a row belongs to the one that is chosen: what it answers, or what answers it. */
  private pair(row: Line | undefined): string {
    const chosen = store.rows.row(store.current)?.answer;
    if (row?.answer?.kind === "unanswered") return "open";
    return row && chosen && (chosen.other === row.number || (row.answer && row.answer.other === chosen.other && chosen.other > 0)) ? "pair" : "";
  }

  /** The cell that was clicked with the other button, or all of the chosen row. */
  private readonly only = (e: MouseEvent): void => {
    if (!store.packets) return;
    const cell = (e.target as Element).closest<HTMLElement>("[role=gridcell]");
    const line = cell?.closest<HTMLElement>("[data-i]");
    const row = store.rows.row(line ? Number(line.dataset["i"]) : store.current);
    if (!row || e.target instanceof HTMLButtonElement) return;
    e.preventDefault();
    const list = [e, e.currentTarget as HTMLElement] as const;
    void import("./capture/only").then(({ endFilter, equals, onlyMenu }) => {
      const values = [
        { name: "Source", value: row.from, filter: endFilter(row.from, "src"), class: "from" },
        { name: "Destination", value: row.to, filter: endFilter(row.to, "dst"), class: "to" },
        { name: "Protocol", value: row.protocol, filter: equals("protocol", row.protocol), class: "proto" },
        { name: "Length", value: String(row.length), filter: `size == ${row.length}`, class: "len" },
        { name: "Message", value: row.title, filter: equals("message", row.title), class: "title" },
      ];
      const one = values.filter((v) => cell?.classList.contains(v.class));
      onlyMenu(...list, one.length > 0 ? one : values);
    });
  };

  private line(i: number, row: Line | undefined) {
    const other = store.packets !== null && row?.protocol === "";
    const worst = row?.worst ?? "";
    const whole = row ? `${row.title}${row.to && `${row.info && ` · ${visible(row.info)}`} ${row.protocol}`}\n${sub(row)}` : nothing;
    return html`<div class="line ${other ? "other" : ""} ${this.pair(row)}" role="row" title=${whole} id="p${i}" data-i=${i}
      aria-rowindex=${i + 1} aria-selected=${i === store.current}>
      <span class="no" role="gridcell">${row ? row.number : store.packets ? "" : i + 1}</span>
      <span class="title" role="gridcell">${row ? this.info(row) : "…"}${
        row?.to ? html` <span class="muted">${row.protocol}</span>` : nothing
      }${row?.answer ? html` <span class="answer">${answer(row)}</span>` : nothing}</span>
      <span class="len" role="gridcell">${row ? `${num(row.length)} B` : ""}</span>
      <span role="gridcell" class=${worst}>${mark(worst)}</span>
      ${row ? html`<span class="sub" role="gridcell"><bdi>${sub(row)}</bdi></span>` : nothing}
    </div>`;
  }

  override render() {
    const rows = store.rows;
    if (rows.count === 0) return html`<slot></slot>`;
    const lines = [];
    rows.want(this.virtual.first, this.virtual.last);
    for (let i = this.virtual.first; i < this.virtual.last; i++) lines.push(this.columns ? this.packetLine(i, rows.row(i)) : this.line(i, rows.row(i)));
    const shown = store.current >= this.virtual.first && store.current < this.virtual.last;
    const wide = this.columns;
    return html`<div class="vscroll ${wide ? "wide" : ""}" tabindex="0" role="grid" aria-label=${store.packets ? "Packets" : "Datagrams"}
      aria-rowcount=${rows.count + (wide ? 1 : 0)}
      aria-activedescendant=${shown ? `p${store.current}` : nothing} @scroll=${this.virtual.onScroll} @keydown=${this.key} @click=${this.press}
      @contextmenu=${this.only}>
      ${
        wide
          ? html`<div role="rowgroup"><div class="line head" role="row" aria-rowindex="1">${this.columned.heads(store.packets!.sorted, (by) =>
              store.packets!.sort(by),
            )}</div></div>`
          : nothing
      }<div class="vspace" role="rowgroup"><div class="vwin" role="presentation">${lines}</div></div></div>`;
  }
}

export const marks: Record<string, string> = { error: "✕", warning: "▲", note: "●" };

/** How bad a problem is, as a sign and for a screen reader. */
export const mark = (worst: Severity | "") =>
  worst === "" ? "" : html`<span aria-hidden="true" title=${worst}>${marks[worst]}</span><span class="sr">${worst}</span>`;

/** What a packet answers, or how it is answered, and how long that took. */
function answer({ answer: a }: Line) {
  if (!a) return "";
  const ms = a.ms === null ? "" : ` ${a.ms.toFixed(a.ms < 10 ? 2 : 1)} ms`;
  switch (a.kind) {
    case "reply":
      return html`<span title="Reply to packet ${a.other}">↩ ${a.other}${ms}</span>`;
    case "answered":
      return html`<span title="Answered by packet ${a.other}">→ ${a.other}${ms}</span>`;
    case "unanswered":
      return "no reply";
    default:
      return "unsolicited";
  }
}

/** What else is known: of a paste first what it calls the datagram. What went between two ends has its protocol beside its title. */
function sub(r: Line): string {
  const direction = r.title.endsWith(r.direction) ? "" : r.direction; // as in "server info reply"
  if (r.to === "") return [visible(r.info), r.from, r.protocol, direction].filter(Boolean).join(" · ");
  const where = r.from ? `${r.from} → ${r.to}` : r.to;
  const time = r.time === null ? "" : `${r.time.toFixed(6)} s`;
  return [time, direction, where].filter(Boolean).join(" · ");
}

customElements.define("fs-list", PacketList);
