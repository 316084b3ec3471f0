import { css, html, LitElement } from "lit";
import { base } from "./styles";
import { accept } from "./input";
import { readClipboard } from "./clipboard";
import { tries } from "./examples";
import { menu } from "./menu";

/** What the page is for in one sentence, and the box that takes everything; it goes with the first input. */
class Start extends LitElement {
  static override styles = [
    base,
    css`
    :host { display: block; border-bottom: 1px solid var(--line); background: var(--accent-faint); padding: 0.7rem 0.75rem 0.6rem; }
    h2 { font-size: 1.45rem; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance; } p { margin: 0.15rem 0 0.5rem; color: var(--fg2); }
    .box { display: flex; flex-direction: column; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--bg); }
    .box:focus-within { outline: 2px solid var(--accent); outline-offset: 1px; }
    textarea { border: 0; background: none; resize: none; font: 1rem/1.5 var(--mono); padding: 0.5rem 0.7rem 0; height: 3.4rem; outline: none; }
    .row { padding: 0.3rem 0.45rem 0.45rem; } .row > .muted { margin-inline-start: auto; }
    @media (max-width: 480px) {
      h2 { font-size: 1.1rem; } p, .row > .muted { display: none; } :host { padding: 0.4rem 0.5rem; }
      .box { border: 0; background: none; margin-top: 0.3rem; } textarea { display: none; } .row { padding: 0; flex-wrap: nowrap; gap: 0.3rem; }
      .row button, .row .button { padding-inline: 0.45rem; }
    }
    @media (max-height: 560px) { p { display: none; } textarea { height: 2rem; } :host { padding-block: 0.3rem; } h2 { font-size: 1.1rem; } }
  `,
  ];

  override focus(): void {
    this.shadowRoot?.querySelector("textarea")?.focus();
  }

  private readonly input = (e: Event): void => {
    const text = (e.target as HTMLTextAreaElement).value;
    if (text.trim() === "") return;
    accept(text);
    this.dispatchEvent(new Event("typed"));
  };

  private readonly files = (e: Event): void => {
    this.dispatchEvent(new CustomEvent("files", { detail: e }));
  };

  override render() {
    return html`<section aria-label="Start"><h2>Paste a game-server packet, see what every byte means</h2>
      <p>Everything is decoded in this browser; nothing is sent.</p>
      <div class="box"><textarea spellcheck="false" autocapitalize="off" autocomplete="off" aria-label="Paste bytes here"
          placeholder="Paste bytes here: any hex dump, log or capture" @input=${this.input}></textarea>
        <div class="row"><button @click=${() => void readClipboard(accept)}>Paste</button>
          <label class="button"><input class="sr" type="file" multiple @change=${this.files}>Open file…</label>
          ${menu("Try an example", tries)}<span class="muted">or drop a file anywhere</span></div></div></section>`;
  }
}
customElements.define("fs-start", Start);
