import { css, html, nothing } from "lit";
import { Part } from "./part";
import { store, type Topic } from "./store";
import { base } from "./styles";
import { copy } from "./clipboard";
import { save } from "./download";
import { loading } from "./loading";
import * as engine from "./engine";

/** Characters that are shown: to lay out a million of them takes a third of a second. */
const most = 300_000;
const forms = ["json", "table", "tree", "markdown", "csv", "ndjson"] as const;

/** All datagrams as text for programs and documents: what the command line prints. */
class TextView extends Part {
  static override styles = [
    base,
    css`
    :host { display: flex; flex-direction: column; gap: 0.4rem; height: 100%; min-height: 0; }
    pre { margin: 0; flex: 1; overflow: auto; border: 1px solid var(--line); border-radius: var(--radius); padding: 0.5rem; font: 0.9rem/1.45 var(--mono);
      min-height: 0; }
  `,
  ];
  protected readonly topics: readonly Topic[] = ["paste", "current", "view", "whole"];
  private form: (typeof forms)[number] = "json";

  override render() {
    if (store.tab !== "text") return html``;
    if (!engine.complete()) return loading;
    const text = engine.render(this.form);
    const cut = text.length > most;
    return html`<div class="row" role="group" aria-label="Form">${forms.map(
      (f) =>
        html`<button aria-pressed=${this.form === f} @click=${() => {
          this.form = f;
          this.requestUpdate();
        }}>${names[f]}</button>`,
    )}
        <button @click=${() => void copy(text, names[this.form])}>Copy</button>
        <button @click=${() => save(`fragscope.${ends[this.form]}`, "text/plain", text)}>Download</button>
        ${cut ? html`<span class="muted">The first ${most} of ${text.length} characters; Copy and Download take all.</span>` : nothing}</div>
      <pre tabindex="0" role="region" aria-label=${names[this.form]}>${cut ? text.slice(0, most) : text}</pre>`;
  }
}

const names = { json: "JSON", table: "Table", tree: "Tree", markdown: "Markdown", csv: "CSV", ndjson: "NDJSON" } as const;
const ends = { json: "json", table: "txt", tree: "txt", markdown: "md", csv: "csv", ndjson: "ndjson" } as const;

customElements.define("fs-text", TextView);
