import { css, html, nothing } from "lit";
import { Part } from "./part";
import { type Card, markdown, png, svg } from "./card";
import { copy } from "./clipboard";
import { save } from "./download";
import { permalink } from "./input";
import { capital, size } from "./copyas";
import { store, type Topic } from "./store";
import { base } from "./styles";
import { languages, testOf } from "./testcode";

/** The packet to be taken elsewhere: as a link, as a card, as a test. */
class Share extends Part {
  static override styles = [
    base,
    css`
    :host { display: flex; flex-direction: column; gap: 0.6rem; height: 100%; min-height: 0; overflow: auto; padding: 0.7rem; }
    img { max-width: min(100%, 60rem); height: auto; border-radius: 8px; display: block; }
    .row > .muted { min-width: 5rem; } textarea { width: min(100%, 60rem); min-height: 3.4rem; font: inherit; padding: 0.3rem 0.5rem; background: var(--bg);
      border: 1px solid var(--edge); border-radius: var(--radius); }
    label { display: grid; gap: 0.2rem; }
  `,
  ];
  static override properties = { note: { state: true } };
  protected readonly topics: readonly Topic[] = ["current", "paste", "select"];
  note = "";
  private url = "";

  override focus(): void {
    this.shadowRoot?.querySelector<HTMLElement>("button")?.focus();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    URL.revokeObjectURL(this.url);
  }

  private get card(): Card | null {
    const { message, selection } = store;
    return message && { message, marked: selection?.whole ? selection.row : -1, note: this.note.trim() };
  }

  private get name(): string {
    return (store.message?.summary.message ?? "packet").replace(/[^\w]+/g, "-");
  }

  private async picture(image: string): Promise<void> {
    try {
      save(`${this.name}.png`, "image/png", await png(image));
    } catch (e) {
      store.say(e instanceof Error ? e.message : String(e));
    }
  }

  override render() {
    const card = this.card;
    const close = html`<button @click=${() => this.dispatchEvent(new Event("done"))}>Close</button>`;
    if (!card) return html`<div class="row"><h2>Share</h2>${close}</div><p class="muted">There is no packet to share.</p>`;
    const { message: m, marked } = card;
    const image = svg(card);
    URL.revokeObjectURL(this.url);
    this.url = URL.createObjectURL(new Blob([image], { type: "image/svg+xml" }));
    const field = marked >= 0 ? m.row(marked) : undefined;
    return html`<div class="row"><h2>Share</h2><span class="muted">${m.summary.message}, ${size(m.data.length)}</span>${close}</div>
      <div class="row"><span class="muted">Card</span>
        <button @click=${async () => void copy(markdown(card, await permalink()), "Markdown card")}>Copy as Markdown</button>
        <button @click=${() => void this.picture(image)}>Save as PNG</button>
        <button @click=${() => save(`${this.name}.svg`, "image/svg+xml", image)}>Save as SVG</button></div>
      <div class="row"><span class="muted">Copy as test</span>${languages.map(
        (l) => html`<button @click=${() => void copy(testOf(l, m), `${l} test`)}>${l}</button>`,
      )}${
        field && field.length > 0 && field.kind !== "group"
          ? html`<span class="muted">only ${field.name}:</span>${languages.map(
              (l) => html`<button @click=${() => void copy(testOf(l, m, field.index), `${l} test of ${field.name}`)}>${l}</button>`,
            )}`
          : nothing
      }</div>
      <label>Note on the card<textarea .value=${this.note} @input=${(e: Event) => {
        this.note = (e.target as HTMLTextAreaElement).value;
      }}></textarea></label>
      <img src=${this.url} alt=${capital(`${m.summary.message} as a card: its bytes in colours, then its fields with their values and what they mean`)}>`;
  }
}
customElements.define("fs-share", Share);
