import { html, nothing } from "lit";
import * as engine from "./engine";
import { store } from "./store";
import { coloured } from "./value";

/** What is said about a server in one line, of up to so many datagrams: to assemble more takes longer than one waits for a line. */
const resultFacts: readonly string[] = ["Map", "Players", "Game type", "Version"];
const maxResult = 200;

/** Bytes of datagrams that are summed up after they are shown: of more it takes long. */
const maxAtOnce = 64 << 10;
let later = false;

/** Whether what is shown is still being summed up. */
export const summing = (): boolean => later;

/** The datagram that is shown, by its number in the paste. */
export const shown = (): number => (store.packets ? 0 : Math.max(0, store.current));

/** Sums up what is shown, behind the picture of it if that takes long. */
function summary() {
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

/** In one line what the replies report about their server; the first facts of its summary. */
export function result() {
  const server = store.datagrams.length <= maxResult ? summary() : null;
  if (!server) return nothing;
  const facts = resultFacts.flatMap((name) => server.facts.find((f) => f.name === name) ?? []);
  return html`${server.title.length > 0 ? html`<b>${coloured(server.title)}</b>` : nothing}${facts.map(
    (f) => html`<span class="fact"><span class="muted">${f.name}</span> ${coloured(f.value)}</span>`,
  )}${store.ping === null ? nothing : html`<span class="fact"><span class="muted">Ping</span> ${milliseconds(store.ping)}</span>`}`;
}
