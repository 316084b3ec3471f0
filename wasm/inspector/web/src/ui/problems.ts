import { css, html, nothing } from "lit";
import { Part } from "./part";
import { store, type Topic } from "./store";
import { base } from "./styles";
import { num, visible } from "./copyas";
import { mark } from "./list";
import { offset } from "./settings";
import * as engine from "./engine";
import type { Problem } from "./model";
import "./explain";

/** Problems that are listed; of more, the count is in the tab. */
const most = 300;

/** What is wrong with the datagrams of a paste, or with the packet of a capture. */
class Problems extends Part {
  static override styles = [
    base,
    css`
    :host { display: block; height: 100%; overflow: auto; border: 1px solid var(--line); border-radius: var(--radius); padding: 0.2rem 0.8rem; }
    .problem { border-bottom: 1px solid var(--line); padding: 0.35rem 0; } .problem p { margin: 0.15rem 0; max-width: 80ch; color: var(--fg); }
    .where { color: var(--fg2); font-family: var(--sans); } b { font-family: var(--mono); font-weight: 600; }
  `,
  ];
  protected readonly topics: readonly Topic[] = ["paste", "current", "view"];

  private readonly show = (datagram: number, p: Problem) => async (): Promise<void> => {
    if (!store.packets && datagram !== store.current) await store.go(datagram);
    store.select("place", p.offset, p.offset + p.length);
  };

  private problem(datagram: number, p: Problem) {
    const where = `${store.datagrams.length > 1 ? `datagram ${datagram + 1}, ` : ""}offset ${offset(p.offset)}`;
    return html`<div class="problem ${p.severity}"><div class="row">${mark(p.severity)}<b>${p.code}</b><button class="link"
      @click=${this.show(datagram, p)}>${where}</button></div>
      <p>${visible(p.message)} ${visible(p.advice)}</p><fs-explain .name=${p.code}></fs-explain></div>`;
  }

  override render() {
    if (store.tab !== "problems") return nothing;
    const out = [];
    let all = 0;
    for (const [i, d] of store.datagrams.entries()) {
      all += d.problems;
      if (d.problems === 0 || out.length >= most) continue;
      for (const p of engine.session!.message(i).problems.slice(0, most - out.length)) out.push(this.problem(i, p));
    }
    if (all === 0) return html`<p class="muted">No problems.</p>`;
    return html`${out}${all > out.length ? html`<p class="muted">The first ${num(out.length)} of ${num(all)}.</p>` : nothing}`;
  }
}

customElements.define("fs-problems", Problems);
