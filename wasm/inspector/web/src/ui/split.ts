import { LitElement, css, html } from "lit";
import { recall, remember } from "./memory";
import { base } from "./styles";
import { rem } from "./measure";

/** Shares of the panes at first. */
const initial: Record<string, number[]> = { columns: [20, 41, 39], input: [48, 52], capture: [52, 48], packet: [54, 46], bytes: [58, 42] };
/** Where the window is too narrow for rows of sixteen bytes these have eight, and names and values get the room. */
const narrow: Record<string, number[]> = { columns: [21, 48, 31] };
/** From 1280 pixels on rows of sixteen bytes fit. */
const medium: Record<string, number[]> = { columns: [16.4, 41.6, 42] };
/** On a phone, and in a low window, what is above a list needs a larger share of the height. */
const low: Record<string, number[]> = { input: [56, 44] };

/** Panes beside or above each other with bars between them that can be dragged or moved with the arrows. */
class Split extends LitElement {
  static override styles = [
    base,
    css`
    :host { display: flex; min-height: 0; min-width: 0; width: 100%; height: 100%; }
    :host([vertical]) { flex-direction: column; }
    .p { min-width: 0; min-height: 0; overflow: clip; overflow-clip-margin: 2px; display: flex; flex-direction: column; flex: 1 1 0; }
    .p ::slotted(*) { flex: 1; min-height: 0; }
    :host([name="bytes"]) .first { flex: 0 1 auto !important; max-height: 62%; min-height: 7rem; }
    :host([name="bytes"]) .first ::slotted(*) { flex: 1 1 var(--content, 100%); }
    .bar { flex: 0 0 7px; position: relative; cursor: col-resize; touch-action: none; }
    .bar::after { content: ""; position: absolute; inset: 0 3px; background: var(--line); }
    :host([vertical]) .bar { cursor: row-resize; } :host([vertical]) .bar::after { inset: 3px 0; }
    .bar:hover::after, .bar:focus-visible::after { background: var(--accent); }
    .bar:focus-visible { outline-offset: -2px; }
    @media (max-width: 820px) {
      :host(:is(:not([vertical]), [name="capture"])) .bar { display: none; }
      :host(:is(:not([vertical]), [name="capture"])) .p { display: contents; }
    }
    /* Where fields are above bytes, what is selected is beside these. */
    @media (min-width: 481px) and (max-width: 820px) {
      :host([name="bytes"]) { flex-direction: row; gap: 0.5rem; } :host([name="bytes"]) .bar { display: none; }
      :host([name="bytes"]) .first { max-height: none; min-height: 0; flex: 60 1 0 !important; }
    }
  `,
  ];
  static override properties = { name: {}, vertical: { type: Boolean }, single: { type: Boolean } };
  /** Whether only the first pane is shown. */
  single = false;
  name = "";
  vertical = false;
  private shares: number[] = [];
  /** Whether somebody chose the shares: until then the bytes take what they need. */
  private moved = false;

  override connectedCallback(): void {
    super.connectedCallback();
    const kept = recall(`split.${this.name}`)?.split(" ").map(Number);
    const first = (innerWidth < 1280 ? narrow[this.name] : innerWidth < 105 * rem(1) ? medium[this.name] : null) ??
      (innerWidth <= 820 || innerHeight < 600 ? low[this.name] : null) ??
      initial[this.name] ?? [50, 50];
    this.moved = kept !== undefined;
    this.shares = kept?.length === first.length && kept.every((n) => n > 3) ? kept : [...first];
  }

  override updated(): void {
    this.shadowRoot?.querySelectorAll<HTMLElement>(".p").forEach((p, i) => (p.style.flexGrow = String(this.shares[i])));
  }

  private move(i: number, by: number): void {
    if (!this.moved) {
      this.moved = true;
      const sizes = [...this.shadowRoot!.querySelectorAll<HTMLElement>(".p")].map((p) => (this.vertical ? p.offsetHeight : p.offsetWidth));
      const all = sizes.reduce((a, b) => a + b, 0);
      if (all > 0) this.shares = sizes.map((n) => (100 * n) / all);
    }
    const both = this.shares[i]! + this.shares[i + 1]!;
    const a = Math.max(8, Math.min(both - 8, this.shares[i]! + by));
    this.shares[i] = a;
    this.shares[i + 1] = both - a;
    remember(`split.${this.name}`, this.shares.map((n) => n.toFixed(2)).join(" "));
    this.requestUpdate();
  }

  private down(i: number, e: PointerEvent): void {
    const bar = e.currentTarget as HTMLElement;
    bar.setPointerCapture(e.pointerId);
    let last = this.vertical ? e.clientY : e.clientX;
    const sum = this.shares.reduce((a, b) => a + b, 0);
    const move = (m: PointerEvent): void => {
      const at = this.vertical ? m.clientY : m.clientX;
      this.move(i, ((at - last) / (this.vertical ? this.clientHeight : this.clientWidth)) * sum);
      last = at;
    };
    const up = (): void => {
      bar.removeEventListener("pointermove", move);
      bar.removeEventListener("pointerup", up);
      bar.removeEventListener("pointercancel", up);
    };
    bar.addEventListener("pointermove", move);
    bar.addEventListener("pointerup", up);
    bar.addEventListener("pointercancel", up);
    e.preventDefault();
  }

  private key(i: number, e: KeyboardEvent): void {
    const by: Record<string, number> = this.vertical ? { ArrowUp: -2, ArrowDown: 2 } : { ArrowLeft: -2, ArrowRight: 2 };
    if (by[e.key] === undefined) return;
    e.preventDefault();
    e.stopPropagation();
    this.move(i, by[e.key]!);
  }

  override render() {
    const names = this.single ? ["a"] : ["a", "b", "c"].slice(0, this.shares.length);
    return names.map(
      (n, i) => html`<div class="p ${i === 0 && !this.moved ? "first" : ""}"><slot name=${n}></slot></div>
      ${
        i + 1 < names.length
          ? html`<div class="bar" role="separator" tabindex="0" aria-orientation=${this.vertical ? "horizontal" : "vertical"} aria-label="Resize panes"
        aria-valuenow=${Math.round(this.shares[i]!)} aria-valuemin="8" aria-valuemax="92" @pointerdown=${(e: PointerEvent) => this.down(i, e)}
        @keydown=${(e: KeyboardEvent) => this.key(i, e)}></div>`
          : ""
      }`,
    );
  }
}
customElements.define("fs-split", Split);
