import { css, html, nothing, type TemplateResult } from "lit";
import { Part } from "./part";
import { store, type Topic } from "./store";
import { base } from "./styles";
import { visible } from "./copyas";
import { coloured } from "./value";
import { marks } from "./list";
import { loading } from "./loading";
import * as engine from "./engine";
import "./explain";
import type { Rule, Problem, Run, Status } from "./model";

/** Rows of a table, and problems, that are shown: a page of tens of thousands takes seconds to be laid out. */
const most = 500;
/** Texts that are looked at for colours. */
const mostTexts = 4_000;

/** The server as a person reads it, and what is odd about its datagrams. */
class Summary extends Part {
  static override styles = [
    base,
    css`
    :host { display: block; height: 100%; overflow: auto; border: 1px solid var(--line); border-radius: var(--radius); padding: 0.6rem 0.8rem; }
    .name { font-size: 1.35rem; font-weight: 650; overflow-wrap: anywhere; margin: 0 0 0.3rem; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 1rem; margin: 0.4rem 0 0.8rem; }
    dt { color: var(--fg2); } dd { margin: 0; overflow-wrap: anywhere; }
    table { border-collapse: collapse; width: 100%; margin: 0.2rem 0 0.9rem; }
    th { text-align: start; font-weight: 600; color: var(--fg2); }
    th, td { padding: 0.12rem 0.6rem 0.12rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
    td.n, th.n { text-align: end; font-variant-numeric: tabular-nums; }
    .problem { border-inline-start: 3px solid currentColor; padding: 0.15rem 0 0.15rem 0.6rem; margin: 0.5rem 0; }
    .problem p { margin: 0.1rem 0; color: var(--fg); max-width: 75ch; }
    h2 { margin-top: 0.4rem; }
    .over { overflow-x: auto; }
  `,
  ];

  protected readonly topics: readonly Topic[] = ["paste", "current", "whole"];

  private problems(): [number, Problem][] {
    if (store.packets) return (store.message?.problems ?? []).map((p) => [store.current, p]);
    return store.messages.flatMap((m, i) => m.problems.map((p): [number, Problem] => [i, p]));
  }

  private async show(i: number, p: Problem): Promise<void> {
    if (i !== store.current) await store.go(i);
    if (!store.message) return;
    if (p.length > 0) store.selectBytes(p.offset, p.offset + p.length - 1);
    else if (p.row >= 0) store.selectField(p.row);
    store.setView({ tab: "fields", pane: "fields" });
  }

  private readonly colours = new Map<string, readonly Run[]>();

  /** Notes the texts of fields that have colours. */
  private readColours(): void {
    this.colours.clear();
    let left = mostTexts;
    for (const m of store.packets ? [store.message] : store.messages) {
      for (const f of m?.fields ?? []) {
        if ((f.kind !== "text" && f.kind !== "ucs2") || f.length === 0) continue;
        if (left-- === 0) return;
        const text = f.runs
          ?.map((r) => r.text)
          .join("")
          .trim();
        if (text !== undefined && !this.colours.has(text)) this.colours.set(text, f.runs!);
      }
    }
  }

  /** The coloured form of a text of the status, when a field has the same text in colours. */
  private inColours(text: string | null): TemplateResult | string {
    if (text === null) return "";
    const runs = this.colours.get(text);
    return runs ? coloured(runs) : html`<bdi>${visible(text)}</bdi>`;
  }

  private card(s: Status) {
    const line = (name: string, value: unknown) => (value === null || value === "" ? nothing : html`<dt>${name}</dt><dd>${value}</dd>`);
    const yes = (b: boolean | null, t: string, f: string) => (b === null ? null : b ? t : f);
    return html`<p class="name">${s.name === null ? html`<span class="muted">A server without a name</span>` : this.inColours(s.name)}</p>
      <dl>${line("Map", s.map === null ? null : this.inColours(s.map))}${line("Title", s.mapTitle === null ? null : this.inColours(s.mapTitle))}
        ${line("Game type", s.gameType === null ? null : visible(s.gameType))}${line("Game", s.game === null ? null : visible(s.game))}
        ${line("Players", s.players === null && s.maxPlayers === null ? null : `${s.players ?? "?"} of ${s.maxPlayers ?? "?"}`)}
        ${line("Password required", yes(s.password, "yes", "no"))}${line("Version", s.version === null ? null : visible(s.version))}
        ${line("Game port", s.gamePort)}${line("Query port", s.queryPort)}${line("Protocol", s.protocol)}
        ${line("Mutators", s.mutators === null || s.mutators.length === 0 ? null : html`<bdi>${visible(s.mutators.join(", "))}</bdi>`)}
        ${line("Reply", yes(s.complete, "complete", "parts are missing"))}</dl>
      ${s.playerList && s.playerList.length > 0 ? this.players(s) : nothing}
      ${
        s.teams && s.teams.length > 0
          ? html`<h2>Teams${part(s.teams)}</h2><div class="over" tabindex="0" role="region" aria-label="Teams"><table><thead><tr><th>Team</th><th
            class="n">Score</th><th class="n">Players</th><th>More</th></tr></thead><tbody>
        ${s.teams.slice(0, most).map(
          (t) =>
            html`<tr><td>${t.name !== null ? this.inColours(t.name) : (t.id ?? "")}</td><td class="n">${t.score ?? ""}</td><td
                class="n">${t.size ?? ""}</td><td>${more(t.extra)}</td></tr>`,
        )}</tbody></table></div>`
          : nothing
      }
      ${
        s.rules && s.rules.length > 0
          ? html`<h2>Rules${part(s.rules)}</h2><div class="over" tabindex="0" role="region"
            aria-label="Rules"><table><thead><tr><th>Key</th><th>Value</th></tr></thead><tbody>
        ${s.rules.slice(0, most).map((r) => html`<tr><td><bdi>${visible(r.key)}</bdi></td><td>${this.inColours(r.value)}</td></tr>`)}</tbody></table></div>`
          : nothing
      }`;
  }

  private players(s: Status) {
    return html`<h2>Players${part(s.playerList!)}</h2><div class="over" tabindex="0" role="region"
      aria-label="Players"><table><thead><tr><th>Name</th><th class="n">Score</th><th class="n">Ping</th><th
      class="n">Team</th><th>More</th></tr></thead><tbody>
      ${s.playerList!.slice(0, most).map(
        (p) => html`<tr><td>${p.name !== null ? this.inColours(p.name) : html`<span class="muted">${p.id ?? ""}</span>`}</td><td class="n">${p.score ?? ""}</td>
        <td class="n">${p.ping === null ? "" : `${p.ping} ms`}</td><td class="n">${p.team ?? ""}</td><td>${more(p.extra)}</td></tr>`,
      )}</tbody></table></div>`;
  }

  override render() {
    const problems = this.problems();
    if (!store.message && !store.status) return html`<p class="muted"><slot></slot></p>`;
    if (!engine.complete()) return loading;
    this.readColours();
    return html`${
      store.status
        ? this.card(store.status)
        : html`<p class="muted">These datagrams contain no server information${store.message ? html`: ${store.message.title}` : ""}.</p>`
    }
      ${
        problems.length === 0
          ? html`<h2>Problems</h2><p class="muted">None.</p>`
          : html`<h2>Problems (${problems.length > most ? `the first ${most} of ${problems.length}` : problems.length})</h2>
        ${problems.slice(0, most).map(
          ([i, p]) => html`<div class="problem ${p.severity}"><b><span aria-hidden="true">${marks[p.severity]}</span> ${p.severity}</b>
          <span class="mono">${p.code}</span> <button class="link"
            @click=${() => void this.show(i, p)}>${store.messages.length > 1 ? `datagram ${i + 1}, ` : ""}byte ${p.offset}</button>
          <p>${visible(p.message)}</p>${p.advice ? html`<p class="muted">${visible(p.advice)}</p>` : nothing}<fs-explain .name=${p.code}></fs-explain></div>`,
        )}`
      }`;
  }
}

/** Says how many rows are shown, unless all are. */
const part = (list: readonly unknown[]): string => (list.length > most ? ` (the first ${most} of ${list.length}; JSON has all)` : "");

function more(extra: Rule[] | null) {
  return extra && extra.length > 0 ? html`<bdi>${visible(extra.map((e) => `${e.key} ${e.value}`).join(", "))}</bdi>` : "";
}

customElements.define("fs-summary", Summary);
