import { css, html, nothing } from "lit";
import { Part } from "./part";
import { store, type Topic } from "./store";
import { base } from "./styles";
import { num, visible } from "./copyas";
import { coloured } from "./value";
import { offset } from "./settings";
import { marks } from "./list";
import { shown } from "./result";
import * as engine from "./engine";
import "./explain";
import type { Problem, ServerSummary } from "./model";

/** Problems that are shown, and rows of a table: a page of tens of thousands takes seconds to be laid out. */
const most = 500;

/** The server as a person reads it, and what is odd about its datagrams. */
class Summary extends Part {
  static override styles = [
    base,
    css`
    :host { display: block; height: 100%; overflow: auto; border: 1px solid var(--line); border-radius: var(--radius); padding: 0.6rem 0.8rem; }
    .name { font-size: 1.35rem; font-weight: 650; overflow-wrap: anywhere; margin: 0 0 0.3rem;
      display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 1rem; margin: 0.4rem 0 0.8rem; }
    dt { color: var(--fg2); } dd { margin: 0; overflow-wrap: anywhere; }
    table { border-collapse: collapse; width: 100%; margin: 0.2rem 0 0.9rem; }
    th { text-align: start; font-weight: 600; color: var(--fg2); }
    th, td { padding: 0.12rem 0.6rem 0.12rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
    td:first-child { overflow-wrap: break-word; max-width: 14rem; }
    td.n, th.n { text-align: end; font-variant-numeric: tabular-nums; }
    .problem { border-inline-start: 3px solid currentColor; padding: 0.15rem 0 0.15rem 0.6rem; margin: 0.5rem 0; }
    .problem p { margin: 0.1rem 0; color: var(--fg); max-width: 75ch; }
    h2 { margin-top: 0.4rem; }
    .over { overflow-x: auto; }
  `,
  ];

  protected readonly topics: readonly Topic[] = ["paste", "current"];

  private async show(i: number, p: Problem): Promise<void> {
    if (!store.packets && i !== store.current) await store.go(i);
    if (!store.message) return;
    store.select("place", p.offset, p.offset + p.length);
    store.setView({ tab: "fields", pane: "fields" });
  }

  private card(s: ServerSummary) {
    return html`<p class="name">${s.title.length === 0 ? html`<span class="muted">Unnamed server</span>` : coloured(s.title)}</p>
      <dl>${s.facts.map((f) => html`<dt>${f.name}</dt><dd>${coloured(f.value)}</dd>`)}</dl>
      ${s.tables.map((t) => this.table(t))}`;
  }

  private table(t: ServerSummary["tables"][number]) {
    const align = (i: number): string => (t.columns[i]!.number ? "n" : "");
    return html`<h2>${t.name}${t.total > most ? `: the first ${most}; JSON includes all` : ""}</h2>
      <div class="over" tabindex="0" role="region" aria-label=${t.name}><table>
        <thead><tr>${t.columns.map((c, i) => html`<th class=${align(i)}>${c.name}</th>`)}</tr></thead>
        <tbody>${t.rows.map((r) => html`<tr>${r.map((cell, i) => html`<td class=${align(i)}>${coloured(cell)}</td>`)}</tr>`)}</tbody>
      </table></div>`;
  }

  override render() {
    const all = store.messages.flatMap((m, i) => m.problems.map((p): [number, Problem] => [i, p]));
    // What is wrong with many in the same words is said once.
    const same = new Map<string, number>();
    const problems = all.filter(([, p]) => {
      const key = `${p.code} ${p.message}`;
      const n = (same.get(key) ?? 0) + 1;
      same.set(key, n);
      return n === 1;
    });
    const count = (p: Problem): number => same.get(`${p.code} ${p.message}`)!;
    const summary = engine.summary(shown());
    if (!store.message && !summary) return html`<p class="muted"><slot></slot></p>`;
    return html`${
      summary
        ? this.card(summary)
        : html`<p class="muted">These datagrams contain no server information${store.message ? html`: ${store.message.summary.message}` : ""}.</p>`
    }
      ${
        problems.length === 0
          ? html`<h2>Problems</h2><p class="muted">None.</p>`
          : html`<h2>Problems (${problems.length > most ? `the first ${most} of ${num(problems.length)}` : num(all.length)})</h2>
        ${problems.slice(0, most).map(
          ([i, p]) => html`<div class="problem ${p.severity}"><b><span aria-hidden="true">${marks[p.severity]}</span> ${p.severity}</b>
          <span class="mono">${p.code}</span> <button class="link"
            @click=${() => void this.show(i, p)}>${store.datagrams.length > 1 ? `datagram ${i + 1}, ` : ""}offset ${offset(p.offset)}</button>${
              count(p) > 1 ? html`<span class="muted"> and ${num(count(p) - 1)} more</span>` : nothing
            }
          <p>${visible(p.message)}</p>${p.advice ? html`<p class="muted">${visible(p.advice)}</p>` : nothing}<fs-explain .name=${p.code}></fs-explain></div>`,
        )}`
      }`;
  }
}

customElements.define("fs-summary", Summary);
