/** The lists of a capture: exchanges, flows, servers. */
import { html, nothing } from "lit";
import { store } from "../store";
import { num, visible } from "../copyas";
import { capture } from "./state";
import { Grid, type Cell, type Column } from "./grid";
import type { Conversation, ExchangeRow, OutcomeName, ServerRow } from "../../api/capture.ts";
import { outcomes } from "../../api/captureRows.ts";
import { endFilter, equals } from "./only";
import { clock, hostPort, ms, some } from "./format";

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

const address = (host: string, port: number): Cell => ({ value: hostPort(host, port), class: "m" });
/** The filter for one end of packets, host and port. */
const ends = (end: string) => ({ value: end, filter: endFilter(end) });
const count = (n: number): Cell => ({ value: num(n), class: "n" });
const trip = (first: number | null, last: number | null): Cell => ({ value: bar(first, last, longest()), class: "rtt" });

class Exchanges extends Grid<"exchanges"> {
  protected readonly of = "exchanges";
  protected readonly label = "Exchanges";
  protected readonly columns: readonly Column<ExchangeRow>[] = [
    { title: "Time", sort: "time", width: 6.9, cell: (x) => ({ value: clock(x.time), class: "m" }) },
    {
      title: "Message",
      sort: "message",
      width: 11.5,
      grow: 1,
      cell: (x) => ({ value: html`${x.message} <span class="muted">${x.protocol}</span>` }),
      only: (x) => ({ value: x.protocol, filter: equals("protocol", x.protocol) }),
    },
    { title: "Outcome", sort: "outcome", width: 8.5, grow: 0.6, cell: outcome },
    { title: "Round trip, ms", sort: "rtt", width: 9.5, number: true, cell: (x) => trip(x.firstRttMs, x.lastRttMs) },
    {
      title: "Client",
      sort: "client",
      width: 10.6,
      cell: (x) => address(x.clientAddress, x.clientPort),
      only: (x) => ends(hostPort(x.clientAddress, x.clientPort)),
    },
    {
      title: "Server",
      sort: "server",
      width: 10.6,
      cell: (x) => address(x.serverAddress, x.serverPort),
      only: (x) => ends(hostPort(x.serverAddress, x.serverPort)),
    },
  ];
  protected open(x: ExchangeRow): void {
    const n = x.requestPacket ?? x.replyPackets[0];
    if (n) void capture.goto(n);
  }
  protected empty() {
    if (!capture.read) return "Reading…";
    return capture.expression ? "No exchanges match the filter." : "No exchanges: there are no requests and no replies.";
  }
  protected override above() {
    const p = capture.picked;
    return html`<div class="row"><label>Outcome <select
      @change=${(e: Event) => capture.pick({ ...p, outcome: (e.target as HTMLSelectElement).value as OutcomeName })}>
        <option value="">All</option>${outcomes.map((o) => html`<option value=${o} ?selected=${p.outcome === o}>${o}</option>`)}</select></label>
      ${p.client ? html`<span>of <span class="mono">${p.client}</span></span>` : nothing}${
        p.server ? html`<span>with <span class="mono">${p.server}</span></span>` : nothing
      }
      ${p.client || p.server ? html`<button @click=${() => capture.pick({ outcome: p.outcome ?? "" })}>Show all</button>` : nothing}</div>`;
  }
}
customElements.define("fs-exchanges", Exchanges);

function outcome(x: ExchangeRow): Cell {
  const { retries, missing, duplicates } = x;
  const counts = [some(retries, "retry", "retries"), some(missing, "missing part", "missing parts"), some(duplicates, "duplicate", "duplicates")];
  const text = [x.outcome, ...counts].filter(Boolean).join(", ");
  return {
    value: html`<span title=${text}>${text}</span>`,
    class: x.outcome === "answered" ? "" : "warning",
  };
}

class Flows extends Grid<"conversations"> {
  protected readonly of = "conversations";
  protected readonly label = "Flows";
  protected readonly columns: readonly Column<Conversation>[] = [
    { title: "Client", sort: "client", width: 8.2, grow: 1, cell: (v) => ({ value: v.client, class: "m" }), only: (v) => ends(v.client) },
    {
      title: "Server",
      sort: "server",
      width: 11,
      grow: 1.6,
      cell: (v) => ({ value: html`${v.server} <span class="muted">${v.protocol === "unknown" ? "" : v.protocol}</span>`, class: "m" }),
      only: (v) => ends(v.server),
    },
    { title: "Start", sort: "first", width: 6.9, cell: (v) => ({ value: clock(v.first), class: "m" }) },
    { title: "Exchanges", sort: "exchanges", width: 8, number: true, cell: (v) => count(v.exchanges) },
    { title: "Answered", sort: "answered", width: 7.4, number: true, cell: (v) => count(v.answered) },
    { title: "Replies", sort: "replies", width: 6.2, number: true, cell: (v) => count(v.replies) },
    { title: "Bytes", sort: "bytes", width: 6, number: true, cell: (v) => count(v.requestBytes + v.replyBytes) },
    { title: "Round trip, ms", sort: "rttMeanMs", width: 9.5, number: true, cell: (v) => trip(v.rttMinMs, v.rttMeanMs) },
  ];
  protected open(v: Conversation): void {
    if (v.exchanges === 0) return void capture.show(`${endFilter(v.client)} and ${endFilter(v.server)}`);
    capture.showExchanges({ client: v.client, server: v.server });
    if (v.packet) void capture.goto(v.packet);
  }
  protected empty() {
    return capture.read ? "No flows: there is no packet with ports." : "Flows are listed once the file is read.";
  }
}
customElements.define("fs-flows", Flows);

class Servers extends Grid<"servers"> {
  protected readonly of = "servers";
  protected readonly label = "Servers";
  protected readonly columns: readonly Column<ServerRow>[] = [
    {
      title: "Server",
      sort: "address",
      width: 11,
      cell: (s) => address(s.serverAddress, s.serverPort),
      only: (s) => ends(hostPort(s.serverAddress, s.serverPort)),
    },
    { title: "Name", sort: "name", width: 9, grow: 1.2, cell: (s) => ({ value: html`<bdi>${visible(s.name ?? "")}</bdi>` }) },
    { title: "Map", sort: "map", width: 8, grow: 0.5, cell: (s) => ({ value: html`<bdi>${visible(s.map ?? "")}</bdi>` }) },
    {
      title: "Players",
      sort: "players",
      width: 5.2,
      number: true,
      cell: (s) => ({ value: s.players === null ? "" : `${s.players}/${s.maxPlayers ?? "?"}`, class: "n" }),
    },
    { title: "Requests", sort: "requests", width: 7.4, number: true, cell: (s) => count(s.requests) },
    { title: "Answered", sort: "answered", width: 7.4, number: true, cell: (s) => count(s.answered) },
    { title: "Median, ms", sort: "rttP50Ms", width: 8.1, number: true, cell: (s) => ({ value: ms(s.rttP50Ms), class: "n" }) },
  ];
  protected open(s: ServerRow): void {
    void capture.choose(hostPort(s.serverAddress, s.serverPort));
    store.setView({ captureTab: "timeline" });
  }
  protected empty() {
    return capture.read ? "No server was queried or answered." : "Servers are listed once the file is read.";
  }
}
customElements.define("fs-servers", Servers);
