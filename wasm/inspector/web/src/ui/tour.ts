import { LitElement, css, html, nothing } from "lit";
import { base } from "./styles";

const steps: ReadonlyArray<readonly [string, string]> = [
  ["This is a sample.", "A reply of a game server, decoded. Put your own dump in the box: it is read as you type."],
  ["Fields and bytes are linked.", "Point at a field or a byte to highlight both. Click to select it; it is explained below the bytes."],
  ["Problems are shown in place.", "Each is beside its field: press n for the next one, u for the next unknown bytes."],
  ["Nothing leaves this page.", "Links have the bytes after the #, which browsers do not send. Press ? for all keys."],
];

/** A few words for the first visit; goes away for good. */
class Tour extends LitElement {
  static override styles = [
    base,
    css`
    :host { display: block; }
    .t { display: flex; gap: 0.6rem; align-items: center; flex-wrap: wrap; background: var(--accent-faint); border-block: 1px solid var(--line);
      padding: 0.3rem 0.75rem; }
    p { margin: 0; flex: 1 1 20rem; }
  `,
  ];
  static override properties = { step: { state: true }, sample: { attribute: false } };
  private step = 0;
  /** Whether the first visit's sample is still shown; the first words are about it. */
  sample = true;
  override willUpdate(): void {
    if (!this.sample && this.step === 0) this.step = 1;
  }
  override render() {
    const s = steps[this.step];
    if (!s) return nothing;
    return html`<section class="t" aria-label="Tour"><p role="status"><b>${s[0]}</b> ${s[1]}</p><span class="muted">${this.step + 1} of ${steps.length}</span>
      ${this.step + 1 < steps.length ? html`<button @click=${() => (this.step += 1)}>Next</button>` : nothing}
      <button @click=${() => this.dispatchEvent(new Event("done"))}>${this.step + 1 < steps.length ? "Skip" : "Done"}</button></section>`;
  }
}
customElements.define("fs-tour", Tour);
