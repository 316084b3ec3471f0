import { html, nothing } from "lit";
import * as engine from "./engine";
import { num } from "./copyas";
import { store } from "./store";
import { coloured } from "./value";

/** The facts of a server that are in the line above its packet. */
const resultFacts: readonly string[] = ["Map", "Players", "Game type", "Version"];
/** Of more datagrams nothing is assembled for that line: it takes longer than one waits for it. */
const maxResult = 200;

/** Bytes of datagrams that are summed up after they are shown: of more it takes long. */
const maxAtOnce = 64 << 10;
let later = false;

/** Whether what is shown is still being summed up. */
export const summing = (): boolean => later;

/** The datagram that is shown, by its number in the paste. */
export const shown = (): number => (store.packets ? 0 : Math.max(0, store.current));

/** Sums up the replies that the shown one belongs to, behind the picture of it if that takes long. */
function assembled() {
  if (store.datagrams.length > maxResult) return null;
  const size = store.datagrams.reduce((n, d) => n + d.length, 0);
  if (size <= maxAtOnce || engine.summedUp(shown())) return engine.summary(shown());
  if (!later) {
    later = true;
    requestAnimationFrame(() =>
      setTimeout(() => {
        later = false;
        engine.summary(shown());
        store.announce("say");
      }),
    );
  }
  return null;
}

const milliseconds = (n: number): string => `${n.toFixed(n < 10 ? 1 : 0)} ms`;

/** What the packet itself says about its server; where that is no more than a part, what all of its replies say, with their number. */
export function result() {
  const own = engine.summaryOf(shown());
  const named = (own?.title.length ?? 0) > 0;
  const all = named ? null : assembled();
  const server = named || !all ? own : all;
  if (!server) return nothing;
  const facts = resultFacts.flatMap((name) => server.facts.find((f) => f.name === name) ?? []);
  if (server.title.length === 0 && facts.length === 0) return nothing;
  const n = server === all ? all.datagrams.length : 1;
  return html`${server.title.length > 0 ? html`<b>${coloured(server.title)}</b>` : nothing}<span class="facts">${
    n > 1 ? html`<span class="fact muted">in all ${num(n)} replies:</span>` : nothing
  }${facts.map((f) => html`<span class="fact"><span class="muted">${f.name}</span> ${coloured(f.value)}</span>`)}${
    store.ping === null ? nothing : html`<span class="fact"><span class="muted">Ping</span> ${milliseconds(store.ping)}</span>`
  }</span>`;
}
