/** The lists of a capture: exchanges, flows, servers. */
import { html, nothing, type TemplateResult } from "lit";
import { store } from "../store";
import { visible } from "../copyas";
import { capture } from "./state";
import { Grid, type Column } from "./grid";
import type { Conversation, ExchangeRow, OutcomeName, ServerRow } from "../../api/capture.ts";
import { clock, hostPort, ms, num, outcomeLabel } from "./format";

const outcomes: readonly OutcomeName[] = ["answered", "incomplete", "unanswered", "unasked", "announced"];

/** The round-trip time that fills a bar: longer than nearly all, the same for all rows. */
function longest(): number {
  const all = (capture.report?.protocols ?? []).map((p) => p.lastRtt.p99Ms ?? 0);
  return Math.max(1, ...all) * 1.15;
}

const bar = (first: number | null, last: number | null, most: number) =>
  first === null
    ? html`<span class="muted">none</span>`
    : html`<span class="bar" aria-hidden="true"><i data-w=${(last ?? first) / most}></i><i data-w=${first / most}></i></span><span
      class="n m">${ms(last ?? first)}</span>`;

class Exchanges extends Grid<ExchangeRow> {
  protected readonly label = "Exchanges";
  protected readonly columns: readonly Column[] = [
    { title: "Time", sort: "time", width: "7.2rem" },
    { title: "Message", sort: "", width: "minmax(9rem, 1fr)" },
    { title: "Round trip, ms", sort: "rtt", width: "8.5rem", number: true },
    { title: "Outcome", sort: "", width: "6.5rem" },
    { title: "Client", sort: "", width: "10rem" },
    { title: "Server", sort: "", width: "10rem" },
  ];
  protected get list() {
    return capture.exchanges;
  }
  protected get sorted() {
    return { sort: capture.picked.sort ?? "", down: capture.picked.down ?? false };
  }
  protected sortBy(sort: string, down: boolean): void {
    capture.pick({ ...capture.picked, sort, down });
  }
  protected open(x: ExchangeRow): void {
    const n = x.requestPacket ?? x.replyPackets[0];
    if (n) void capture.goto(n);
  }
  protected empty() {
    if (!capture.read) return "Reading …";
    return capture.expression ? "No exchanges pass the filter." : "No exchanges: there are no requests and no replies.";
  }
  protected override above() {
    const p = capture.picked;
    return html`<div class="row"><label>Outcome <select
      @change=${(e: Event) => capture.pick({ ...p, outcome: (e.target as HTMLSelectElement).value as OutcomeName })}>
        <option value="">all</option>${outcomes.map((o) => html`<option value=${o} ?selected=${p.outcome === o}>${outcomeLabel(o)}</option>`)}</select></label>
      ${p.client ? html`<span>of <span class="mono">${p.client}</span></span>` : nothing}${
        p.server ? html`<span>with <span class="mono">${p.server}</span></span>` : nothing
      }
      ${
        p.client || p.server
          ? html`<button @click=${() => capture.pick({ sort: p.sort ?? "", down: p.down ?? false, outcome: p.outcome ?? "" })}>Show all</button>`
          : nothing
      }</div>`;
  }
  protected cells(x: ExchangeRow): TemplateResult {
    const parts = [x.retries > 0 ? `${x.retries} retried` : "", x.missing > 0 ? `${x.missing} missing` : "", x.duplicates > 0 ? `${x.duplicates} twice` : ""]
      .filter(Boolean)
      .join(", ");
    return html`<span role="gridcell" class="m">${clock(x.time)}</span><span role="gridcell">${x.message} <span class="muted">${x.protocol}</span></span>
      <span role="gridcell" class="rtt">${bar(x.firstRttMs, x.lastRttMs, longest())}</span>
      <span role="gridcell" class=${x.outcome === "answered" ? "" : "warning"} title=${parts || nothing}>${outcomeLabel(x.outcome)}${parts ? "*" : ""}</span>
      <span role="gridcell" class="m">${hostPort(x.clientAddress, x.clientPort)}</span><span role="gridcell"
        class="m">${hostPort(x.serverAddress, x.serverPort)}</span>`;
  }
}
customElements.define("fs-exchanges", Exchanges);

class Flows extends Grid<Conversation> {
  protected readonly label = "Flows";
  protected readonly columns: readonly Column[] = [
    { title: "Client", sort: "client", width: "minmax(9rem, 1fr)" },
    { title: "Server", sort: "server", width: "minmax(10rem, 1fr)" },
    { title: "Start", sort: "firstMs", width: "7.2rem" },
    { title: "Exchanges", sort: "exchanges", width: "6rem", number: true },
    { title: "Answered", sort: "answered", width: "5.5rem", number: true },
    { title: "Replies", sort: "replies", width: "5rem", number: true },
    { title: "Bytes", sort: "bytesIn", width: "6rem", number: true },
    { title: "Round trip, ms", sort: "rttMeanMs", width: "9rem", number: true },
  ];
  protected get list() {
    return capture.conversations;
  }
  protected get sorted() {
    return capture.sorting.conversations;
  }
  protected sortBy(sort: string, down: boolean): void {
    capture.sort("conversations", { sort, down });
  }
  protected open(v: Conversation): void {
    capture.pick({ sort: "time", down: false, client: v.client, server: v.server });
    store.setView({ tab: "exchanges" });
    if (v.packet) void capture.goto(v.packet);
  }
  protected empty() {
    return capture.read ? "No flows: there are no requests and no replies." : "Flows are listed when the file is read.";
  }
  protected cells(v: Conversation): TemplateResult {
    return html`<span role="gridcell" class="m">${v.client}</span><span role="gridcell" class="m">${v.server} <span class="muted">${v.protocol}</span></span>
      <span role="gridcell" class="m">${clock(new Date(v.firstMs).toISOString())}</span><span role="gridcell"
        class="n">${num(v.exchanges)}</span><span role="gridcell" class="n">${num(v.answered)}</span>
      <span role="gridcell" class="n">${num(v.replies)}</span><span role="gridcell" class="n">${num(v.bytesIn)}</span><span role="gridcell"
        class="rtt">${bar(v.rttMinMs, v.rttMeanMs, longest())}</span>`;
  }
}
customElements.define("fs-flows", Flows);

class Servers extends Grid<ServerRow> {
  protected readonly label = "Servers";
  protected readonly columns: readonly Column[] = [
    { title: "Server", sort: "address", width: "11rem" },
    { title: "Name", sort: "name", width: "minmax(9rem, 1.2fr)" },
    { title: "Map", sort: "map", width: "8rem" },
    { title: "Players", sort: "players", width: "4.5rem", number: true },
    { title: "Requests", sort: "requests", width: "5rem", number: true },
    { title: "Answered", sort: "answered", width: "5.5rem", number: true },
    { title: "Median, ms", sort: "rttP50Ms", width: "6rem", number: true },
  ];
  protected get list() {
    return capture.servers;
  }
  protected get sorted() {
    return capture.sorting.servers;
  }
  protected sortBy(sort: string, down: boolean): void {
    capture.sort("servers", { sort, down });
  }
  protected open(s: ServerRow): void {
    void capture.choose(hostPort(s.address, s.port));
    store.setView({ tab: "timeline" });
  }
  protected empty() {
    return capture.read ? "No server was queried or answered." : "Servers are listed when the file is read.";
  }
  protected cells(s: ServerRow): TemplateResult {
    return html`<span role="gridcell" class="m">${hostPort(s.address, s.port)}</span><span
      role="gridcell"><bdi>${visible(s.name ?? "")}</bdi></span><span role="gridcell"><bdi>${visible(s.map ?? "")}</bdi></span>
      <span role="gridcell" class="n">${s.players === null ? "" : `${s.players}/${s.maxPlayers ?? "?"}`}</span><span role="gridcell"
        class="n">${num(s.requests)}</span>
      <span role="gridcell" class="n">${num(s.answered)}</span><span role="gridcell" class="n">${ms(s.rttP50Ms)}</span>`;
  }
}
customElements.define("fs-servers", Servers);
