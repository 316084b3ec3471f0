import { css, html, nothing, type TemplateResult } from "lit";
import { Part } from "../part";
import { store, type Topic } from "../store";
import { base, scrolled } from "../styles";
import { Virtual } from "../virtual";
import { rem } from "../measure";
import { visible } from "../copyas";
import { marks } from "../list";
import "../explain";
import { capture } from "./state";
import type { ExchangeRow } from "../../api/index.ts";
import type { Outcomes, Rtt, ServerRow } from "./source";

const ms = (n: number | null): string => (n === null ? "" : n >= 100 ? n.toFixed(0) : n.toFixed(n < 10 ? 2 : 1));
const num = (n: number): string => n.toLocaleString("en");
/** Nanoseconds since 1970 as ISO 8601, to the millisecond. */
const iso = (ns: bigint): string => new Date(Number(ns / 1_000_000n)).toISOString();
const clock = (t: string): string => t.slice(11, 23).replace("Z", "");

/** The views of a capture that are about more than one packet. */
class CaptureView extends Part {
  static override styles = [base, scrolled, css`
    :host { display: block; height: 100%; min-height: 0; }
    .scroll { height: 100%; overflow: auto; border: 1px solid var(--line); border-radius: var(--radius); padding: 0.5rem 0.8rem; }
    .vscroll { border: 1px solid var(--line); border-radius: var(--radius); }
    .x { display: grid; gap: 0.5rem; height: 1.8rem; align-items: center; padding: 0 0.5rem; border-bottom: 1px solid var(--line); cursor: pointer; min-width: 46rem; }
    .xch { grid-template-columns: 6.5rem minmax(9rem, 1fr) 9.5rem 9.5rem 9rem 5.5rem; }
    .srv { grid-template-columns: 11rem minmax(9rem, 1.2fr) 8rem 4.5rem 5rem 5rem 5rem; }
    .x > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .x:hover { background: var(--bg2); } .x[aria-selected="true"] { background: var(--accent-soft); }
    .head { position: sticky; top: 0; z-index: 1; background: var(--bg3); font-weight: 600; cursor: default; }
    .head button { font-weight: 600; }
    .m { font-family: var(--mono); font-size: 0.92rem; }
    .n { text-align: end; font-variant-numeric: tabular-nums; }
    .bar { position: relative; height: 0.85rem; background: var(--bg3); border-radius: 2px; }
    .bar i { position: absolute; inset: 0 auto 0 0; background: var(--accent); border-radius: 2px; opacity: 0.35; } .bar i + i { opacity: 1; }
    .rtt { display: grid; grid-template-columns: 1fr 3.4rem; gap: 0.3rem; align-items: center; }
    table { border-collapse: collapse; margin: 0.3rem 0 1rem; width: 100%; }
    th { text-align: start; color: var(--fg2); font-weight: 600; } th.n { text-align: end; } th, td { padding: 0.12rem 0.9rem 0.12rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; vertical-align: top; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 1rem; margin: 0.2rem 0 0.8rem; } dt { color: var(--fg2); } dd { margin: 0; }
    .empty { padding: 1rem; }
  `];
  protected readonly topics: readonly Topic[] = ["capture", "view"];
  private at = 0;
  private sort: keyof ServerRow = "requests";
  private down = true;
  private readonly virtual = new Virtual(this, () => rem(1.8), () => (store.tab === "exchanges" ? capture.exchangeCount : this.servers().length), () => rem(1.8));
  private sorted: ServerRow[] | null = null;
  private sortedOf: unknown = null;

  protected override changed(topic: Topic): void {
    if (topic === "view") this.at = 0;
  }

  private servers(): ServerRow[] {
    const all = capture.report?.servers ?? [];
    if (this.sortedOf !== all || !this.sorted) {
      this.sortedOf = all;
      const k = this.sort;
      this.sorted = [...all].sort((a, b) => {
        const [x, y] = [a[k], b[k]];
        const c = x === null ? 1 : y === null ? -1 : typeof x === "number" && typeof y === "number" ? x - y : String(x) < String(y) ? -1 : 1;
        return x === null || y === null ? c : this.down ? -c : c;
      });
    }
    return this.sorted;
  }

  private readonly key = (e: KeyboardEvent): void => {
    const n = store.tab === "exchanges" ? capture.exchangeCount : this.servers().length;
    const to: Record<string, number> = { ArrowDown: this.at + 1, ArrowUp: this.at - 1, PageDown: this.at + this.virtual.page, PageUp: this.at - this.virtual.page, Home: 0, End: n - 1 };
    if (e.key === "Enter") this.open(this.at);
    else if (to[e.key] === undefined) return;
    else {
      this.at = Math.max(0, Math.min(n - 1, to[e.key]!));
      this.virtual.reveal(this.at);
      this.requestUpdate();
    }
    e.preventDefault();
  };

  private readonly press = (e: Event): void => {
    const row = (e.target as Element).closest<HTMLElement>("[data-i]");
    if (!row) return;
    this.at = Number(row.dataset["i"]);
    this.open(this.at);
  };

  /** Shows the packet of an exchange, or the timeline of a server. */
  private open(i: number): void {
    if (store.tab === "exchanges") {
      const x = capture.exchanges?.at(i);
      const n = x && (x.request || x.replies[0]);
      if (n) void capture.goto(n);
    } else {
      const s = this.servers()[i];
      if (s) {
        void capture.choose(address(s));
        store.setView({ tab: "timeline" });
      }
    }
    this.requestUpdate();
  }

  private grid(label: string, count: number, head: TemplateResult, row: (i: number) => TemplateResult) {
    const rows = [];
    for (let i = this.virtual.first; i < Math.min(this.virtual.last, count); i++) rows.push(row(i));
    const shown = this.at >= this.virtual.first && this.at < this.virtual.last;
    return html`<div class="vscroll" tabindex="0" role="grid" aria-label=${label} aria-rowcount=${count + 1} aria-activedescendant=${shown && count > 0 ? `x${this.at}` : nothing}
      @scroll=${this.virtual.onScroll} @keydown=${this.key} @click=${this.press}>${head}<div class="vspace" role="rowgroup"><div class="vwin" role="presentation">${rows}</div></div></div>`;
  }

  private exchanges() {
    const n = capture.exchangeCount;
    capture.exchanges?.want(this.virtual.first, Math.max(1, this.virtual.last));
    if (n === 0) return html`<p class="empty muted">No exchange: nothing in this capture asks or answers${capture.expression ? ", as far as the filter lets it through" : ""}.</p>`;
    let most = 1;
    for (let i = this.virtual.first; i < this.virtual.last; i++) most = Math.max(most, capture.exchanges?.at(i)?.lastRtt ?? 0);
    return this.grid("Exchanges", n, html`<div class="x xch head" role="row" aria-rowindex="1">${["Time", "Asked for", "Client", "Server", "Round trip, ms", "Outcome"].map((h) => html`<span role="columnheader">${h}</span>`)}</div>`,
      (i) => this.exchange(i, capture.exchanges?.at(i), most));
  }

  private exchange(i: number, x: ExchangeRow | undefined, most: number) {
    if (!x) return html`<div class="x xch" role="row" id="x${i}" aria-rowindex=${i + 2}><span role="gridcell" class="muted">…</span></div>`;
    const odd = x.outcome !== "answered";
    return html`<div class="x xch" role="row" id="x${i}" data-i=${i} aria-rowindex=${i + 2} aria-selected=${i === this.at}>
      <span role="gridcell" class="m">${clock(iso(x.time))}</span><span role="gridcell">${x.message} <span class="muted">${x.protocol}</span></span><span role="gridcell" class="m">${x.client}</span><span role="gridcell" class="m">${x.server}</span>
      <span role="gridcell" class="rtt">${x.firstRtt === null ? html`<span class="muted">none</span>` : html`<span class="bar" aria-hidden="true"><i data-w=${(x.lastRtt ?? 0) / most}></i><i data-w=${x.firstRtt / most}></i></span><span class="n m">${ms(x.lastRtt)}</span>`}</span>
      <span role="gridcell" class=${odd ? "warning" : ""}>${x.outcome}</span></div>`;
  }

  override updated(): void {
    this.shadowRoot?.querySelectorAll<HTMLElement>("i[data-w]").forEach((b) => (b.style.width = `${Math.max(0.5, Number(b.dataset["w"]) * 100)}%`));
    if (store.tab === "timeline") {
      const box = this.shadowRoot?.querySelector("fs-plots");
      if (!box) void import("./plots").then(() => this.requestUpdate());
    }
  }

  private serverList() {
    const list = this.servers();
    if (!capture.report) return html`<p class="empty muted">Adding up …</p>`;
    if (list.length === 0) return html`<p class="empty muted">No server was asked or answered.</p>`;
    const columns: ReadonlyArray<readonly [keyof ServerRow, string]> = [["address", "Server"], ["name", "Name"], ["map", "Map"], ["players", "Players"], ["requests", "Asked"], ["answered", "Answered"], ["rttP50Ms", "Median, ms"]];
    return this.grid("Servers", list.length, html`<div class="x srv head" role="row" aria-rowindex="1">${columns.map(([k, h]) => html`<span role="columnheader" aria-sort=${this.sort === k ? (this.down ? "descending" : "ascending") : "none"}>
        <button class="plain" @click=${() => { this.down = this.sort === k ? !this.down : true; this.sort = k; this.sorted = null; this.requestUpdate(); }}>${h}${this.sort === k ? (this.down ? " ▾" : " ▴") : ""}</button></span>`)}</div>`,
      (i) => {
        const s = list[i]!;
        return html`<div class="x srv" role="row" id="x${i}" data-i=${i} aria-rowindex=${i + 2} aria-selected=${i === this.at}><span role="gridcell" class="m">${address(s)}</span><span role="gridcell"><bdi>${visible(s.name ?? "")}</bdi></span>
          <span role="gridcell"><bdi>${visible(s.map ?? "")}</bdi></span><span role="gridcell" class="n">${s.players === null ? "" : `${s.players}/${s.maxPlayers ?? "?"}`}</span><span role="gridcell" class="n">${num(s.requests)}</span>
          <span role="gridcell" class="n">${num(s.answered)}</span><span role="gridcell" class="n">${ms(s.rttP50Ms)}</span></div>`;
      });
  }

  private timeline() {
    const s = capture.server;
    const list = this.servers();
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Timeline"><div class="row"><label>Server <select @change=${(e: Event) => void capture.choose((e.target as HTMLSelectElement).value)}>
        <option value="">all together</option>${list.slice(0, 2000).map((x) => html`<option value=${address(x)} ?selected=${capture.chosen === address(x)}>${address(x)} ${visible(x.name ?? "")}</option>`)}</select></label></div>
      <fs-plots></fs-plots>
      ${s ? html`<h2>What changed</h2>${s.events.length === 0 ? html`<p class="muted">Nothing, as far as the replies show.</p>` : html`<table><thead><tr><th>Time</th><th>What</th><th>Who</th><th>Before</th><th>After</th></tr></thead><tbody>
        ${s.events.slice(0, 500).map((e) => html`<tr><td class="m">${e.packet ? html`<button class="link" @click=${() => void capture.goto(e.packet!)}>${clock(e.time)}</button>` : clock(e.time)}</td><td>${e.kind}</td><td><bdi>${visible(e.who ?? "")}</bdi></td><td><bdi>${visible(e.old ?? "")}</bdi></td><td><bdi>${visible(e.new ?? "")}</bdi></td></tr>`)}</tbody></table>`}` : nothing}</div>`;
  }

  private statistics() {
    const r = capture.report;
    if (!r) return html`<p class="empty muted">Adding up …</p>`;
    const seconds = r.first && r.last ? (Date.parse(r.last) - Date.parse(r.first)) / 1000 : 0;
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Statistics">
      <dl><dt>Packets</dt><dd>${num(r.packets)}, ${num(r.bytes)} bytes</dd><dt>Of the query protocols</dt><dd>${num(r.queryPackets)}</dd><dt>From</dt><dd>${r.first ?? ""}</dd><dt>To</dt><dd>${r.last ?? ""} (${seconds.toFixed(seconds < 100 ? 3 : 0)} s)</dd>
        <dt>Servers, clients</dt><dd>${num(r.servers.length)}, ${num(r.clients.length)}</dd></dl>
      ${r.files.flatMap((f) => f.problems).slice(0, 20).map((p) => html`<p class="warning">${p.code}: ${visible(p.message)}</p>`)}
      ${table("Protocols", ["Protocol", "Asked", "Answered", "Parts missing", "No answer", "Unasked", "Retries", "Median, ms", "99 %, ms"], r.protocols.map((p) => [p.protocol, p.requests, ...outcomes(p.exchanges), p.retries, ...rtt(p.firstRtt)]))}
      ${table("Messages", ["Message", "Protocol", "Packets", "Bytes"], r.messages.map((m) => [m.message, m.protocol, m.packets, m.bytes]), 2)}
      ${r.problems.length === 0 ? nothing : html`<h2>Problems</h2><table><thead><tr><th>Problem</th><th class="n">Count</th><th>What it is</th><th>First</th></tr></thead><tbody>
        ${r.problems.map((p) => html`<tr><td class=${p.severity}><span aria-hidden="true">${marks[p.severity]}</span> <span class="sr">${p.severity}</span><span class="m">${p.code}</span></td><td class="n">${num(p.count)}</td><td>${visible(p.message)} <fs-explain .name=${p.code}></fs-explain></td>
          <td>${p.examples[0] ? html`<button class="link" @click=${() => void capture.goto(p.examples[0]!.packet)}>packet ${p.examples[0].packet}</button>` : ""}</td></tr>`)}</tbody></table>`}
      ${table("Clients that ask most", ["Client", "Asked", "Answered", "Parts missing", "No answer", "Unasked"], [...r.clients].sort((a, b) => b.requests - a.requests).slice(0, 50).map((c) => [c.address, c.requests, ...outcomes(c.exchanges)]))}
      ${table("Other traffic", ["What", "Packets", "Bytes"], r.otherTraffic.map((o) => [o.what, o.packets, o.bytes]))}</div>`;
  }

  override render() {
    switch (store.tab) {
      case "exchanges": return this.exchanges();
      case "servers": return this.serverList();
      case "timeline": return this.timeline();
      case "statistics": return this.statistics();
      default: return html``;
    }
  }
}

const outcomes = (o: Outcomes): number[] => [o.answered, o.incomplete, o.unanswered, o.unasked];
const rtt = (r: Rtt): string[] => [ms(r.p50Ms), ms(r.p99Ms)];

/** host:port, with brackets around an IPv6 address. */
export const address = (s: { address: string; port: number }): string => (s.address.includes(":") ? `[${s.address}]:${s.port}` : `${s.address}:${s.port}`);

function table(title: string, head: string[], rows: (string | number)[][], words = 1) {
  if (rows.length === 0) return nothing;
  return html`<h2>${title}</h2><table><thead><tr>${head.map((h, i) => html`<th class=${i < words ? "" : "n"}>${h}</th>`)}</tr></thead><tbody>
    ${rows.map((r) => html`<tr>${r.map((c, i) => html`<td class=${i < words ? "" : "n"}>${typeof c === "number" ? num(c) : visible(c)}</td>`)}</tr>`)}</tbody></table>`;
}

customElements.define("fs-capture-view", CaptureView);
