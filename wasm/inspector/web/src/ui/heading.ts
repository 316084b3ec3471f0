/** What the packet is that is shown: the name of its server, what kind of message it is, and the facts in it. */
import { html, noChange, nothing } from "lit";
import { num, size } from "./copyas";
import { result, summing } from "./result";
import { steps } from "./steps";
import { store } from "./store";

export function heading() {
  const m = store.message;
  if (!m)
    return html`<div class="title"><p class="heading"><span class="muted">${store.ready ? (store.packets ? "No packet" : "No datagram") : ""}</span></p></div>`;
  const { message, protocol, length } = m.summary;
  const known = store.protocol || protocol !== "unknown" ? `${protocol}${store.protocol ? " (chosen)" : ""}, ` : "";
  // Until another packet has come, the number is of the packet that is shown, as the words are.
  const place = store.arriving ? noChange : store.rows.count > 1 ? `, ${num(store.current + 1)} of ${num(store.rows.count)}` : "";
  const facts = result();
  const line = facts === nothing && !summing() ? nothing : html`<p class="result" aria-busy=${summing()}>${facts}</p>`;
  return html`<div class="title ${store.rows.count > 1 ? "several" : ""}"><div>${line}<p class="heading"><b>${message}</b><span
      class="muted">${known}${size(length)}<span>${place}</span>${store.stale ? ", before the error" : ""}</span></p></div>${steps()}</div>`;
}
