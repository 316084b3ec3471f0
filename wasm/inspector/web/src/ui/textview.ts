import { css, html, nothing } from "lit";
import { Part } from "./part";
import { store, type Topic } from "./store";
import { base } from "./styles";
import { copy } from "./clipboard";
import { num } from "./copyas";
import { save } from "./download";
import * as engine from "./engine";

/** Characters that are shown: to lay out a million of them takes a third of a second. */
const most = 300_000;
const forms = [
  ["json", "JSON", "json"],
  ["table", "Table", "txt"],
  ["tree", "Tree", "txt"],
  ["markdown", "Markdown", "md"],
  ["csv", "CSV", "csv"],
  ["ndjson", "NDJSON", "ndjson"],
] as const;

/** All datagrams as text for programs and documents: what the command line prints. */
class TextView extends Part {
  static override styles = [
    base,
    css`
    :host { display: flex; flex-direction: column; gap: 0.4rem; height: 100%; min-height: 0; }
    .row { gap: 0.3rem; } .row button { padding-inline: 0.45rem; }
    pre { margin: 0; flex: 1; overflow: auto; border: 1px solid var(--line); border-radius: var(--radius); padding: 0.5rem; font: 0.9rem/1.45 var(--mono);
      min-height: 0; }
  `,
  ];
  static override properties = { at: { state: true } };
  protected readonly topics: readonly Topic[] = ["paste", "current", "view"];
  private at = 0;

  override render() {
    if (store.tab !== "text") return html``;
    const [form, name, end] = forms[this.at]!;
    const text = engine.render(form);
    const cut = text.length > most;
    return html`<div class="row" role="group" aria-label="Format">${forms.map(
      ([, name], i) => html`<button aria-pressed=${this.at === i} @click=${() => (this.at = i)}>${name}</button>`,
    )}
        <button @click=${() => void copy(text, name)}>Copy</button>
        <button @click=${() => save(`fragscope.${end}`, "text/plain", text)}>Download</button>
        ${cut ? html`<span class="muted">The first ${num(most)} of ${num(text.length)} characters; Copy and Download include all.</span>` : nothing}</div>
      <pre tabindex="0" role="region" aria-label=${name}>${cut ? text.slice(0, most) : text}</pre>`;
  }
}

customElements.define("fs-text", TextView);
