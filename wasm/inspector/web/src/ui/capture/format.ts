/** Numbers, times, addresses and outcomes as the views of captures write them. */
import { html } from "lit";
import { num } from "../copyas";
import { capture } from "./state";

export const ms = (n: number | null): string => (n === null ? "" : n >= 100 ? n.toFixed(0) : n.toFixed(n < 10 ? 2 : 1));

/** How many: "1 retry", "2 retries"; "" for none. */
export const some = (n: number, one: string, more: string): string => (n === 0 ? "" : `${num(n)} ${n === 1 ? one : more}`);

/** The time of day of a time in RFC 3339, to the millisecond; "" for one that the capture does not have. */
export function clock(t: string | null): string {
  if (t === null) return "";
  const [, time = ""] = t.split("T");
  const [whole = "", parts = ""] = time.replace("Z", "").split(".");
  return `${whole}.${parts.padEnd(3, "0").slice(0, 3)}`;
}

/** host:port, with brackets around an IPv6 address. */
export const hostPort = (host: string, port: number): string => (host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`);

/** A link to a packet. */
export const packet = (n: number, text: unknown = `packet ${n}`) => html`<button class="link" @click=${() => void capture.goto(n)}>${text}</button>`;

/** A link to the packets that a filter lets through. */
export const matching = (filter: string, text: unknown) => html`<button class="link" title=${`Filter: ${filter}`}
  ?disabled=${capture.working !== null} @click=${() => void capture.show(filter)}>${text}</button>`;
