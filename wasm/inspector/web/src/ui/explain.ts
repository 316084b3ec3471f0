import { LitElement, css, html, nothing } from "lit";
import { base } from "./styles";
import * as engine from "./engine";
import type { Explanation } from "../api/index.ts";

/** A source, whose links into a SPEC.md lead to the page that has it (wasm/inspector/specs). */
function linked(source: string) {
  return source.split(/(protocol\/[\w/]*SPEC\.md[\w#-]*)/).map((part, i) => {
    const [, folder, anchor] = /^protocol\/(?:(\w+)\/)?SPEC\.md(.*)/.exec(i % 2 ? part : "") ?? [part];
    return anchor === undefined ? part : html`<a href="spec/${folder ?? "index"}.html${anchor}" target="_blank" rel="noopener">${part}</a>`;
  });
}

/** Values that are listed where there is more to read. */
const few = 4;

/** One explanation with its source. */
class Story extends LitElement {
  static override styles = [
    base,
    css`
    :host { display: block; margin: 0.4rem 0; }
    p { margin: 0.25rem 0; max-width: 70ch; white-space: pre-line; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 0.8rem; margin: 0.3rem 0; } dt { font-family: var(--mono); } dd { margin: 0; }
    .src { color: var(--fg2); font-size: 0.92em; }
  `,
  ];
  static override properties = { of: { attribute: false }, show: {} };
  declare of: Explanation | undefined;
  /** "meaning" without its title and source, "source" alone; "" for all. */
  show: "" | "meaning" | "source" = "";

  override render() {
    const e = this.of;
    if (!e) return nothing;
    const source = e.source && this.show !== "meaning" ? html`<p class="src">Source: ${linked(e.source)}</p>` : nothing;
    if (this.show === "source") return source;
    const text = e.kind === "problem" ? e.story : [e.text, e.story].filter(Boolean).join("\n");
    const values = [
      ...(e.symbols ?? []).map((s) => [e.flags ? `0x${s.value.toString(16)}` : String(s.value), s.doc ? `${s.name}: ${s.doc}` : s.name]),
      ...e.values.map((v) => [v.text, v.name]),
    ];
    if (text === "" && e.source === "" && values.length === 0) return nothing;
    const list = html`<dl>${values.map(([name, meaning]) => html`<dt>${name}</dt><dd>${meaning}</dd>`)}</dl>`;
    return html`${e.title && this.show === "" ? html`<h3>${e.title}</h3>` : nothing}${text ? html`<p>${text}</p>` : nothing}${
      values.length > few && this.show === "meaning"
        ? html`<details><summary>All ${values.length} values</summary>${list}</details>`
        : values.length > 0
          ? list
          : nothing
    }${source}`;
  }
}
customElements.define("fs-story", Story);

/** A button that shows in place what is known about a name. */
class Explain extends LitElement {
  static override styles = [
    base,
    css`
    .story { background: var(--bg2); border-radius: var(--radius); padding: 0.3rem 0.6rem; margin-top: 0.3rem; color: var(--fg); }
  `,
  ];
  static override properties = { name: { attribute: false }, open: { state: true } };
  name = "";
  private open = false;

  override render() {
    return html`<button class="link" aria-expanded=${this.open} @click=${() => (this.open = !this.open)}>${this.open ? "Less" : "Explain"}<span
      class="sr"> ${this.name}</span></button>
      ${this.open ? html`<div class="story">${engine.explain(this.name).map((e) => html`<fs-story .of=${e}></fs-story>`)}</div>` : nothing}`;
  }
}
customElements.define("fs-explain", Explain);
