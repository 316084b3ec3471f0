/** One button with how many problems and unknown bytes there are; it leads from one to the next. */
import { html, nothing } from "lit";
import { num } from "./copyas";
import { type Message, unknownIn } from "./model";
import { nextOdd } from "./search";
import { store } from "./store";

const counts = new WeakMap<Message, number>();

/** How many stretches of unknown bytes a datagram has. */
function unknown(m: Message): number {
  let n = counts.get(m);
  if (n === undefined) counts.set(m, (n = unknownIn(m)));
  return n;
}

export function steps() {
  const problems = store.datagrams.reduce((n, d) => n + d.problems, 0);
  const unknowns = store.message ? unknown(store.message) : 0;
  if (problems + unknowns === 0) return nothing;
  const said = [problems > 0 ? `${num(problems)} ${problems === 1 ? "problem" : "problems"}` : "", unknowns > 0 ? `${num(unknowns)} unknown` : ""].filter(
    Boolean,
  );
  return html`<button class="steps" aria-label=${`Next of ${said.join(", ")}`} title="Next (n: problem, u: unknown bytes; with Shift the one before)"
    @click=${(e: MouseEvent) => void nextOdd(e.shiftKey ? -1 : 1)}>${
      problems > 0 ? html`<span class="warning" aria-hidden="true">▲</span> ` : nothing
    }${said.join(", ")} <span aria-hidden="true">›</span></button>`;
}
