import { css, html, nothing } from "lit";
import { Part } from "../part";
import { store, type CaptureTab, type Topic } from "../store";
import { base } from "../styles";
import { headStyles } from "../columns";
import { num, visible } from "../copyas";
import { marks } from "../list";
import "../explain";
import { capture, mostSilent } from "./state";
import { clock, hostPort, ms, packet } from "./format";
import "./lists";
import "./packet";
import { type Cell, Tables } from "./tables";
import type { CaptureReport, StatRow } from "../../api/capture.ts";

/** The views with plots, which are loaded for them. */
const plotted = /^(overview|timeline)$/;
/** Rows of a table in the overview. */
const few = 6;

/** The views of a capture that are about more than one packet. */
class CaptureView extends Part {
  static override styles = [
    base,
    headStyles,
    css`
    :host { display: block; height: 100%; min-height: 0; }
    .scroll { height: 100%; overflow: auto; border: 1px solid var(--line); border-radius: var(--radius); padding: 0.5rem 0.8rem; }
    .n { text-align: end; font-variant-numeric: tabular-nums; }
    .m { font-family: var(--mono); font-size: 0.92rem; }
    .wide { overflow-x: auto; margin: 0.3rem 0 1rem; }
    table { border-collapse: collapse; width: 100%; }
    th, td { padding: 0.22rem 0.9rem 0.22rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
    th { text-align: start; color: var(--fg2); font-weight: 600; vertical-align: bottom; } th.n { text-align: end; white-space: nowrap; }
    td { overflow-wrap: break-word; max-width: 28rem; } td.n { white-space: nowrap; }
    label { max-width: 100%; display: flex; gap: 0.4rem; align-items: center; } select { min-width: 0; max-width: 26rem; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 1rem; margin: 0.2rem 0 0.8rem; }
    dt { color: var(--fg2); }
    dd { margin: 0; overflow-wrap: anywhere; }
    .sheets { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(38rem, 100%), 1fr)); gap: 0 1.5rem; align-items: start; }
    .sheets section { min-width: 0; margin-bottom: 0.8rem; } .sheets .wide { margin-bottom: 0.2rem; }
    .findings { list-style: none; display: flex; flex-wrap: wrap; gap: 0.2rem 1.4rem; margin: 0 0 0.7rem; padding: 0 0 0.5rem;
      border-bottom: 1px solid var(--line);
      font-size: 1.08rem; font-weight: 600; }
    .empty { padding: 1rem; margin: 0; }
    .word { white-space: nowrap; }
    @media (max-width: 480px) {
      .scroll { padding: 0.5rem; } th, td { padding-inline-end: 0.4rem; } :is(th, td):last-child { padding-inline-end: 0; }
    }
    .problem { border-bottom: 1px solid var(--line); padding: 0.35rem 0; } .problem p { margin: 0.15rem 0; max-width: 80ch; }
  `,
  ];
  protected readonly topics: readonly Topic[] = ["capture", "view"];
  private plots = false;
  private readonly tables = new Tables(this);

  /** Exchanges, flows and servers say it of themselves. */
  protected override get busy(): boolean {
    const tab = store.captureTab;
    if (tab === "exchanges" || tab === "conversations" || tab === "servers") return false;
    if (capture.busy || this.tables.busy) return true;
    const { report, lists } = capture;
    if (!plotted.test(tab) || !report) return false;
    return !customElements.get("fs-plots") || (lists !== null && lists.servers.count > 0 && !lists.servers.at(0));
  }

  override updated(): void {
    if (plotted.test(store.captureTab) && capture.report && !this.plots) {
      this.plots = true;
      void import("./plots").then(() => this.requestUpdate());
    }
  }

  private timeline() {
    if (!capture.report) return html`<p class="empty muted">Timelines are drawn once the file is read.</p>`;
    const list = capture.lists?.servers;
    list?.want(0, 200);
    const some = [];
    for (let i = 0; i < Math.min(200, list?.count ?? 0); i++) {
      const s = list!.at(i);
      if (s) some.push({ address: hostPort(s.serverAddress, s.serverPort), name: s.name });
    }
    if (capture.chosen && !some.some((s) => s.address === capture.chosen)) some.unshift({ address: capture.chosen, name: capture.server?.name ?? null });
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Timeline">
      <div class="row"><label>Server <select @change=${(e: Event) => void capture.choose((e.target as HTMLSelectElement).value)}>
        <option value="">All servers</option>${some.map(
          (s) => html`<option value=${s.address} ?selected=${capture.chosen === s.address}>${s.address} ${visible(s.name ?? "")}</option>`,
        )}</select></label>
        ${capture.chosen ? html`<button @click=${() => capture.showExchanges({ server: capture.chosen })}>Show exchanges</button>` : nothing}</div>
      <fs-plots></fs-plots>${this.history()}</div>`;
  }

  private history() {
    const s = capture.server;
    if (!s) return nothing;
    const most = 500;
    return html`<h2><bdi>${visible(s.name ?? capture.chosen)}</bdi></h2>
      <dl><dt>Protocols</dt><dd>${s.protocols.join(", ")}; ${num(s.requests)} requests, ${num(s.replies)} replies</dd>
        <dt>Round trip</dt><dd>${s.rttP50Ms === null ? "unknown" : `median ${ms(s.rttP50Ms)} ms, 99 % within ${ms(s.rttP99Ms)} ms`}</dd>
        ${s.version === null ? nothing : html`<dt>Version</dt><dd><bdi>${visible(s.version)}</bdi></dd>`}${
          s.gameType === null ? nothing : html`<dt>Game type</dt><dd><bdi>${visible(s.gameType)}</bdi></dd>`
        }</dl>
      <h2>Changes</h2>${
        s.events.length === 0
          ? html`<p class="muted">No changes in the replies.</p>`
          : this.tables.table(
              "",
              ["Time", "What", "Who", "Before", "After"],
              s.events
                .slice(0, most)
                .map((e) => [e.packet ? { packet: e.packet, text: clock(e.time) } : clock(e.time), e.kind, e.who ?? "", e.old ?? "", e.new ?? ""]),
              5,
              s.events.length,
            )
      }
      ${this.tables.table(
        "Maps",
        ["From", "To", "Map"],
        s.history.map.slice(0, most).map((r) => [{ packet: r.packet, text: clock(r.from) }, clock(r.to), r.value]),
        3,
        s.history.map.length,
      )}
      ${this.tables.table(
        "Players",
        ["Player", "From", "To", "Best score", "Last score"],
        s.playerStays.slice(0, most).map((p) => [p.name, { packet: p.packet, text: clock(p.firstSeen) }, clock(p.lastSeen), p.bestScore ?? "", p.score ?? ""]),
        3,
        s.playerStays.length,
      )}
      ${this.tables.table(
        "Rules",
        ["Rule", "Value", "Since"],
        Object.entries(s.rules)
          .slice(0, most)
          .map(([k, runs]) => {
            const last = runs[runs.length - 1]!;
            return [k, last.value, { packet: last.packet, text: clock(last.from) }];
          }),
        3,
        Object.keys(s.rules).length,
      )}`;
  }

  /** What the capture holds: the first rows of what the other views have, and the plots. */
  private overview() {
    const r = capture.report;
    const servers = capture.lists?.servers;
    if (!r || !servers) return this.statistics();
    servers.want(0, few);
    // Those that say who they are come first.
    const some = Array.from({ length: Math.min(200, servers.count) }, (_, i) => servers.at(i)).filter((s) => s !== undefined);
    const rows = [...some.filter((s) => s.name !== null), ...some.filter((s) => s.name === null)].slice(0, few);
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Overview">
      ${this.findings(r)}
      <dl>${r.statistics.facts.map(fact)}</dl>
      <div class="sheets">
      ${this.sheet(
        "Servers",
        "servers",
        servers.count,
        html`<table><thead><tr><th scope="col">Server</th><th scope="col">Name</th><th scope="col">Map</th><th scope="col" class="n">Players</th></tr></thead>
        <tbody>${rows.map((s) => {
          const at = hostPort(s.serverAddress, s.serverPort);
          return html`<tr><td class="m"><button class="link" @click=${() => this.server(at)}>${at}</button></td><td><bdi>${visible(s.name ?? "")}</bdi></td>
          <td><bdi>${visible(s.map ?? "")}</bdi></td><td class="n">${s.players === null ? "" : `${s.players}/${s.maxPlayers ?? "?"}`}</td></tr>`;
        })}</tbody></table>`,
      )}
      ${r.statistics.tables
        .filter((t) => t.name !== "Clients" && t.name !== "Round-trip times")
        .map((t) => {
          // Columns that only count what did not happen wait in the statistics.
          const told = t.columns.map((_, i) => i <= t.words || t.rows.some((r) => r.cells[i] !== "0"));
          const columns = t.columns.filter((_, i) => told[i]);
          const rows = t.rows.slice(0, few).map((r) => leading(r).filter((_, i) => told[i]));
          return html`<section>${this.tables.table(t.name, columns, rows, t.words, 0, true)}
              ${this.more(t.rows.length + t.more, "statistics")}</section>`;
        })}
      </div><fs-plots></fs-plots></div>`;
  }

  /** What one asks first about a capture. */
  private findings(r: CaptureReport) {
    const sum = (of: (p: CaptureReport["protocols"][number]) => number): number => r.protocols.reduce((n, p) => n + of(p), 0);
    const all: readonly (readonly [number, string, string, () => void])[] = [
      [capture.silent, "server did not answer", "servers did not answer", () => capture.showSilent()],
      [sum((p) => p.exchanges.unanswered), "request without a reply", "requests without a reply", () => capture.showExchanges({ outcome: "unanswered" })],
      [sum((p) => p.exchanges.incomplete), "incomplete reply", "incomplete replies", () => capture.showExchanges({ outcome: "incomplete" })],
      [
        r.problems.reduce((n, p) => n + (p.severity === "note" ? 0 : p.count), 0),
        "problem in packets",
        "problems in packets",
        () => store.setView({ captureTab: "problems" }),
      ],
    ];
    const list = all.filter(([n]) => n > 0);
    if (list.length === 0) return nothing;
    return html`<ul class="findings" aria-label="Findings">${list.map(
      ([n, one, more, open]) => html`<li><button class="link" @click=${open}>${num(n)}${n === mostSilent ? "+" : ""} ${n === 1 ? one : more}</button></li>`,
    )}</ul>`;
  }

  private sheet(title: string, tab: CaptureTab, total: number, content: unknown) {
    return total === 0 ? nothing : html`<section><h2>${title}</h2><div class="wide">${content}</div>${this.more(total, tab)}</section>`;
  }

  private more(total: number, captureTab: CaptureTab) {
    return total <= few ? nothing : html`<button class="link" @click=${() => store.setView({ captureTab })}>Show all ${num(total)}</button>`;
  }

  private server(address: string): void {
    void capture.choose(address);
    store.setView({ captureTab: "timeline" });
  }

  private statistics() {
    const r = capture.report;
    const s = capture.summary;
    if (!r) {
      return html`<div class="scroll" tabindex="0" role="region" aria-label="Statistics"><p class="muted">So far; the rest follows once the file is read.</p>
        ${this.tables.table(
          "Packets",
          ["Message", "Protocol", "Packets", "Bytes"],
          (s?.messages ?? []).map((m) => [m.message, m.protocol, m.packets, m.bytes]),
          2,
        )}</div>`;
    }
    const file = r.files[0];
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Statistics">
      <dl><dt>File</dt><dd><bdi>${visible(file?.name ?? "")}</bdi>, ${file?.format}</dd>${r.statistics.facts.map(fact)}</dl>
      ${file?.stopped ? html`<p class="warning">Reading was stopped; these are the results up to then.</p>` : nothing}
      ${r.statistics.tables.map((t) => this.tables.table(t.name, t.columns, t.rows.map(leading), t.words, t.rows.length + t.more))}</div>`;
  }

  private problems() {
    const r = capture.report;
    if (!r) return html`<p class="empty muted">Problems are listed once the file is read.</p>`;
    const file = r.files[0]?.problems ?? [];
    if (r.problems.length + file.length === 0) return html`<p class="empty muted">No query packet has a problem.</p>`;
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Problems">
      ${this.tables.table(
        "In the file",
        ["Problem", "Before packet", "Offset", "Description"],
        file.slice(0, 200).map((p) => [p.code, p.packet <= r.packets ? { packet: p.packet, text: String(p.packet) } : num(p.packet), p.offset, p.message]),
        4,
        file.length,
      )}
      ${r.problems.slice(0, this.tables.take(r.problems.length, 20)).map(
        (p) => html`<div class="problem"><p class=${p.severity}><span aria-hidden="true">${marks[p.severity]}</span> <span
          class="sr">${p.severity}</span> <b class="m">${p.code}</b> in ${num(p.count)} ${p.count === 1 ? "packet" : "packets"}</p>
        <p>${visible(p.message)} ${visible(p.advice)}</p>
        <p class="row">${p.examples.map((e) => packet(e.packet))} <button @click=${() => void capture.show(`problem("${p.code}")`)}
          ?disabled=${capture.working !== null}>Show packets</button> <fs-explain .name=${p.code}></fs-explain></p></div>`,
      )}</div>`;
  }

  override render() {
    this.tables.begin(`${store.captureTab} ${capture.chosen}`);
    switch (store.captureTab) {
      case "overview":
        return this.overview();
      case "exchanges":
        return html`<fs-exchanges></fs-exchanges>`;
      case "conversations":
        return html`<fs-flows></fs-flows>`;
      case "servers":
        return html`<fs-servers></fs-servers>`;
      case "timeline":
        return this.timeline();
      case "statistics":
        return this.statistics();
      case "problems":
        return this.problems();
      default:
        return html``;
    }
  }
}

/** A fact, whose lines end between words: not in a date, nor between a number and its unit. */
const fact = (f: { name: string; value: string }) => {
  const words = f.value.split(/ (?!(?:ns|µs|ms|s|min|h|%|[kMGT]?B)\b)/);
  return html`<dt>${f.name}</dt><dd>${words.map((word, i) => html`${i > 0 ? " " : ""}<span class="word">${word}</span>`)}</dd>`;
};

/** The cells of a row, of which the first leads to what it counts. */
function leading({ cells: [text = "", ...rest], filter, packet }: StatRow): Cell[] {
  return [filter ? { filter, text } : packet ? { packet, text } : text, ...rest];
}

customElements.define("fs-capture-view", CaptureView);
