import { css, html, nothing } from "lit";
import { Part } from "./part";
import { store, type Topic } from "./store";
import { base } from "./styles";
import { briefly } from "./value";
import { hex, num } from "./copyas";
import { openSample } from "./input";
import { offset } from "./settings";
import * as engine from "./engine";
import { type Message, rowAt } from "./model";
import type { Change } from "../api/index.ts";

/** Which values, and which bytes, differ between two datagrams. */
class Compare extends Part {
  static override styles = [
    base,
    css`
    :host { display: block; height: 100%; overflow: auto; border: 1px solid var(--line); border-radius: var(--radius); padding: 0.6rem 0.8rem; }
    table { border-collapse: collapse; width: 100%; margin-top: 0.5rem; table-layout: fixed; min-width: 30rem; } .over { overflow-x: auto; }
    th:nth-child(1) { width: 5.2rem; } th:nth-child(2) { width: clamp(8rem, 28%, 18rem); } .hex span { color: var(--fg2); }
    th { text-align: start; color: var(--fg2); }
    th, td { padding: 0.15rem 0.6rem 0.15rem 0; border-bottom: 1px solid var(--line); vertical-align: baseline; overflow-wrap: anywhere; }
    td { font-family: var(--mono); }
    td.w { font-family: var(--sans); }
    td .link { min-height: 1.9rem; }
    td:first-child { overflow-wrap: normal; white-space: nowrap; }
    .hex { font: 0.9rem/1.5 var(--mono); overflow-x: auto; white-space: pre; margin: 0.6rem 0; }
    h2 { margin-top: 0.8rem; } .row h2, h2:first-child { margin-top: 0; } h2 + p { margin: 0.2rem 0; }
    .hex i { font: 600 1rem var(--sans); }
    .hex b { background: var(--warning-soft); color: var(--warning); font-weight: 600; }
  `,
  ];
  static override properties = { other: { state: true } };
  protected readonly topics: readonly Topic[] = ["paste", "current", "select", "view"];
  private other = -1;

  protected override changed(topic: Topic): void {
    if (topic === "paste") this.other = -1;
  }

  override render() {
    if (store.tab !== "compare") return html``;
    if (store.datagrams.length < 2) {
      return html`<h2>Compare</h2><p class="muted">Nothing to compare yet. ${
        store.packets
          ? html`Choose two packets or more: select each in the list and press M. ${
              store.marked.size > 1
                ? html`<button class="link" @click=${() => store.setView({ tab: "structure" })}>Structure</button> compares the
                  ${store.marked.size} marked ones.`
                : html`Structure compares them then, byte for byte.`
            }`
          : html`Paste two datagrams with an empty line between them, such as two replies of a
        server, or <button class="link" @click=${() => void openSample("two-servers-replies")}>open a sample with two</button>.`
      }</p>`;
    }
    const list = store.datagrams;
    let i = this.other;
    if (i < 0 || i === store.current || i >= list.length) i = this.guess();
    const [a, b] = [engine.session!.message(store.current), engine.session!.message(i)];
    const changes = engine.diff(a, b);
    return html`<div class="row"><h2>Datagram ${store.current + 1} and</h2><label><span class="sr">Compared with</span>
      <select @change=${(e: Event) => (this.other = Number((e.target as HTMLSelectElement).value))}>
        ${list.map((d, n) =>
          n === store.current ? nothing : html`<option value=${n} ?selected=${n === i}>${n + 1}: ${d.message}, ${num(d.length)} B</option>`,
        )}</select></label></div>
      ${
        changes.length === 0
          ? html`<p class="muted">No values differ.</p>`
          : html`<div class="over"><table><thead><tr><th>Change</th><th>Field</th><th>Datagram ${store.current + 1}</th>
            <th>Datagram ${i + 1}</th></tr></thead><tbody>
        ${changes.slice(0, 1000).map(
          (c) => html`<tr><td class="w">${c.kind}</td><td class="w"><button class="link"
            @click=${() => c.a >= 0 && store.selectField(c.a)}><bdi>${c.a >= 0 ? placed(a, c.a) : placed(b, c.b)}</bdi></button></td>
          <td>${c.a >= 0 ? briefly(rowAt(a, c.a)!) : ""}</td><td>${c.b >= 0 ? briefly(rowAt(b, c.b)!) : ""}</td></tr>`,
        )}</tbody></table></div>`
      }
      <h2>Bytes</h2><p class="muted">− datagram ${store.current + 1}, + datagram ${i + 1}</p>${bytes(a, b, changes)}`;
  }

  /** The next datagram of the same kind, or any other. */
  private guess(): number {
    const list = store.datagrams;
    const n = list.length;
    for (let k = 1; k < n; k++) if (list[(store.current + k) % n]!.message === list[store.current]!.message) return (store.current + k) % n;
    return (store.current + 1) % n;
  }
}

/** What a value is called where it is: a rule or setting by its key, what is in other groups with the group before it. */
function placed(m: Message, row: number): string {
  const f = rowAt(m, row)!;
  const group = rowAt(m, f.parent);
  if (!group) return f.name;
  return group.folded ? placed(m, group.index) : `${group.name} › ${f.name}`;
}

const most = 200;

const ascii = (b: Uint8Array): string => Array.from(b, (c) => (c >= 32 && c < 127 ? String.fromCharCode(c) : ".")).join("");

/** The bytes of the values that differ, field by field, wherever each is: rows of sixteen bytes, or of eight on a phone. */
function bytes(a: Message, b: Message, changes: readonly Change[]) {
  const rows = [];
  const per = matchMedia("(max-width: 600px)").matches ? 8 : 16;
  const of = (m: Message, row: number): Uint8Array => (row < 0 ? new Uint8Array() : m.data.subarray(m.offset(row), m.offset(row) + m.length(row)));
  // What is only in the first of the two, or only in the second, as diff marks it.
  const one = (sign: string, m: Message, row: number, at: number, d: Uint8Array, o: Uint8Array) =>
    at >= d.length
      ? nothing
      : html`${sign} ${offset(m.offset(row) + at, m.data.length)}  ${Array.from(d.subarray(at, at + per), (x, k) =>
          x === o[at + k] ? `${hex(Uint8Array.of(x))} ` : html`<b>${hex(Uint8Array.of(x))}</b> `,
        )}${"   ".repeat(per - Math.min(per, d.length - at))} <span>${ascii(d.subarray(at, at + per))}</span>\n`;
  for (const c of changes) {
    if (rows.length >= most) break;
    const [x, y] = [of(a, c.a), of(b, c.b)];
    rows.push(html`<i>${c.a >= 0 ? placed(a, c.a) : placed(b, c.b)}</i>\n`);
    for (let at = 0; at < Math.max(x.length, y.length) && rows.length < most; at += per)
      rows.push(html`${one("−", a, c.a, at, x, y)}${one("+", b, c.b, at, y, x)}`);
  }
  return rows.length === 0
    ? html`<p class="muted">All values have the same bytes.</p>`
    : html`<div class="hex" tabindex="0" role="region" aria-label="Bytes that differ">${rows}</div>`;
}

customElements.define("fs-compare", Compare);
