/** How a packet of a capture relates to the others: when, between whom, and in which exchange. */
import { css, html, nothing } from "lit";
import { Part } from "../part";
import { store, type Topic } from "../store";
import { base } from "../styles";
import { capture } from "./state";
import { clock, hostPort, ms, packet } from "./format";
import { nanoseconds } from "../../api/captureTime.ts";
import type { Capture, CaptureReport, ExchangeRow, PacketRow } from "../../api/capture.ts";

/** What is shown of a packet besides its bytes. */
interface Around {
  row: PacketRow;
  /** The one before it in the list. */
  before: PacketRow | undefined;
  exchange: ExchangeRow | null;
}

let around: Around | null = null;
let turn = 0;
let looking = false;
/** What the exchanges were last looked for in. */
let report: CaptureReport | null = null;

async function look(): Promise<void> {
  const mine = ++turn;
  const i = store.current;
  const source = store.packets && capture.source;
  const show = (a: Around | null, more = false): void => {
    if (mine !== turn) return;
    around = a;
    looking = more;
    const x = a?.exchange;
    store.ping = x?.replyPackets.includes(a!.row.index + 1) ? x.firstRttMs : null;
    store.announce("packet");
  };
  if (!source) return show(null);
  looking = true;
  const rows = Promise.all([capture.row(i), i > 0 && capture.inOrder ? capture.row(i - 1) : undefined]);
  const [row, before] = await rows.catch(() => [undefined, undefined]); // the capture was closed
  if (!row) return show(null);
  const more = capture.report !== null && row.protocol !== "unknown";
  show({ row, before, exchange: around?.row.index === row.index ? around.exchange : null }, more);
  if (more) show({ row, before, exchange: await exchangeOf(source, row).catch(() => null) });
}

const packetsOf = (x: ExchangeRow): number[] => [...(x.requestPacket === null ? [] : [x.requestPacket]), ...x.retryPackets, ...x.replyPackets];

/** How far back from where an exchange would begin it is looked for: others begin before it ends. */
const near = 64;

/** The exchange that a packet belongs to, null for none. */
async function exchangeOf(source: Capture, row: PacketRow): Promise<ExchangeRow | null> {
  const number = row.index + 1;
  const [client, server] = row.direction === "reply" ? [row.destination, row.source] : [row.source, row.destination];
  // A server replies to a broadcast from its own address.
  for (const q of [{ client, server }, { client }]) {
    const begin = async (i: number): Promise<number> => {
      const x = (await source.exchanges({ ...q, sort: "time", from: i, count: 1 })).rows[0];
      return x ? Math.min(...packetsOf(x)) : Infinity;
    };
    let [low, high] = [0, (await source.exchanges({ ...q, sort: "time", from: 0, count: 1 })).total];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((await begin(middle)) <= number) low = middle + 1;
      else high = middle;
    }
    const from = Math.max(0, low - near);
    const found = (await source.exchanges({ ...q, sort: "time", from, count: near + 8 })).rows.findLast((x) => packetsOf(x).includes(number));
    if (found) return found;
  }
  return null;
}

const showBetween = (x: ExchangeRow): void => capture.showExchanges({ client: x.clientAddress, server: hostPort(x.serverAddress, x.serverPort) });

/** What the exchange says about this packet, with links to its others. */
function role(a: Around): unknown {
  const x = a.exchange;
  if (!x) return nothing;
  const number = a.row.index + 1;
  const links = (list: readonly number[]) => list.slice(0, 8).map((n, i) => html`${i > 0 ? ", " : ""}${packet(n, n)}`);
  if (x.replyPackets.includes(number)) {
    const others = x.replyPackets.filter((n) => n !== number);
    return html`${
      x.requestPacket === null ? "unsolicited" : html`reply to ${packet(x.requestPacket)}`
    }${others.length > 0 ? html`, with ${links(others)}` : nothing}`;
  }
  if (x.requestPacket !== number) return html`retry of ${x.requestPacket === null ? "" : packet(x.requestPacket)}`;
  if (x.replyPackets.length === 0) return capture.expression ? "no reply that matches the filter" : "no reply";
  const time = x.firstRttMs === null ? "" : ` after ${ms(x.firstRttMs)} ms`;
  return html`answered by ${
    x.replyPackets.length === 1 ? packet(x.replyPackets[0]!) : html`packets ${links(x.replyPackets)}`
  }${time}${x.outcome === "incomplete" ? ", incomplete" : ""}`;
}

const seconds = (t: bigint): string => `${(Number(t) / 1e9).toFixed(6)} s`;

abstract class Shown extends Part {
  protected override get busy(): boolean {
    return looking || store.arriving;
  }
  protected override get packet(): number {
    return this.around ? this.around.row.index + 1 : 0;
  }

  protected readonly topics: readonly Topic[] = ["packet", "view"];
  /** What is known about the packet that is shown. */
  protected get around(): Around | null {
    return around && store.packets ? around : null;
  }
}

/** One line above the fields. */
class PacketLine extends Shown {
  static override styles = [
    base,
    css`
      :host { display: block; min-height: 1.5rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--fg2); }
      .m { font-family: var(--mono); font-size: 0.92rem; }
      @media (max-width: 820px) { :host { white-space: normal; } }
    `,
  ];
  override render() {
    const a = this.around;
    if (!a) return nothing;
    const what = role(a);
    return html`<span><span class="m"><bdi>${a.row.source}</bdi> → <bdi>${a.row.destination}</bdi></span>${what === nothing ? nothing : html` · ${what}`}${
      a.row.time === null ? nothing : html` · <span class="m">${clock(a.row.time)}</span>`
    }</span>`;
  }
}

/** All of it, where nothing is selected. */
class PacketFacts extends Shown {
  static override styles = [
    base,
    css`
      :host { display: block; }
      dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 0.8rem; margin: 0.4rem 0; }
      dt { color: var(--fg2); }
      dd { margin: 0; overflow-wrap: anywhere; }
      .m { font-family: var(--mono); font-size: 0.92rem; }
    `,
  ];
  override render() {
    const a = this.around;
    if (!a) return nothing;
    const { time, index } = a.row;
    const what = role(a);
    const zero = capture.zero;
    const of = capture.zeroPacket;
    return html`<dl>${
      time === null
        ? nothing
        : html`<dt>Time</dt><dd class="m">${time}</dd>
        ${
          zero === null
            ? nothing
            : html`<dt>${of ? `Since packet ${of}` : "Since the first packet"}</dt>
          <dd><span class="m">${seconds(nanoseconds(time) - zero)}</span>
          ${
            of !== index + 1 ? html`<button class="link" @click=${() => capture.countFrom(a.row)}>Set time reference</button>` : nothing
          }${of ? html` <button class="link" @click=${() => capture.countFrom(null)}>Unset time reference</button>` : nothing}</dd>`
        }
        ${
          a.before?.time == null
            ? nothing
            : html`<dt>Since the previous packet</dt><dd class="m">${seconds(nanoseconds(time) - nanoseconds(a.before.time))}</dd>`
        }`
    }
      <dt>From</dt><dd class="m"><bdi>${a.row.source}</bdi></dd><dt>To</dt><dd class="m"><bdi>${a.row.destination}</bdi></dd>
      ${
        what === nothing
          ? nothing
          : html`<dt>Exchange</dt><dd>${what} ${
              a.exchange ? html`<button class="link" @click=${() => showBetween(a.exchange!)}>Show exchanges between the two</button>` : nothing
            }</dd>`
      }</dl>`;
  }
}

customElements.define("fs-packet-line", PacketLine);
customElements.define("fs-packet-facts", PacketFacts);

store.addEventListener("current", () => void look());
store.addEventListener("capture", () => {
  if (capture.report === report) return;
  report = capture.report;
  if (report) void look(); // now there are exchanges
});
