import { css, html, LitElement, nothing } from "lit";
import { base } from "./styles";

/** What a menu offers: a name, what choosing it does, and a name for scripts. Without something to do it is the heading of those that follow. */
export type Offer = readonly [name: string, act?: () => void, value?: string];

/** A button with a menu: the arrows move in it, Enter chooses, Escape leads back to the button. Nothing is done before something is chosen. */
class Menu extends LitElement {
  static override styles = [
    base,
    css`
    :host { display: inline-block; }
    .menu { margin: 0; inset: auto; padding: 0.25rem; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--bg); color: var(--fg);
      box-shadow: 0 6px 18px color-mix(in srgb, #000 28%, transparent); overflow: auto; min-width: 11rem; max-height: 80vh; }
    [role="menuitem"] { display: block; width: 100%; border-color: transparent; text-align: start; padding: 0.2rem 0.6rem; }
    [role="menuitem"]:focus-visible, [role="menuitem"]:hover { background: var(--accent-soft); outline: none; }
    p { margin: 0.35rem 0.6rem 0.1rem; color: var(--fg2); font-size: 0.92rem; }
    .down { margin-inline-start: 0.3rem; color: var(--fg2); }
  `,
  ];
  static override properties = {
    name: {},
    plain: {},
    disabled: { type: Boolean },
    offers: { attribute: false },
    open: { state: true },
    place: { attribute: false },
  };
  /** Where it opens without a button, and what has the keyboard afterwards. */
  place: { x: number; y: number; back: HTMLElement | null } | null = null;
  name = "";
  /** A sign that is shown in place of the name. */
  plain = "";
  disabled = false;
  /** Asked for when the menu opens. */
  offers: () => readonly Offer[] = () => [];
  private open = false;

  private get list(): HTMLElement | null {
    return this.shadowRoot?.querySelector<HTMLElement>(".menu") ?? null;
  }

  private items(): HTMLElement[] {
    return [...(this.list?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
  }

  private async show(last = false): Promise<void> {
    this.open = true;
    await this.updateComplete;
    const list = this.list;
    if (!list) return;
    list.showPopover();
    const at = this.place ? new DOMRect(this.place.x, this.place.y, 0, 0) : this.getBoundingClientRect();
    const below = innerHeight - at.bottom - 8;
    const height = list.offsetHeight;
    list.style.left = `${Math.max(4, Math.min(at.left, innerWidth - list.offsetWidth - 4))}px`;
    list.style.top = `${height <= below || below >= at.top ? at.bottom + 2 : Math.max(4, at.top - height - 2)}px`;
    list.style.maxHeight = `${height <= below || below >= at.top ? below : at.top - 8}px`;
    this.items()
      .at(last ? -1 : 0)
      ?.focus();
  }

  private hide(): void {
    if (this.list?.matches(":popover-open")) this.list.hidePopover();
    this.open = false;
    this.leave();
  }

  /** A click elsewhere closes it; that of the button which opened it is not over yet where it has a place. */
  private readonly elsewhere = (e: Event): void => {
    if (!e.composedPath().includes(this)) this.hide();
  };

  /** Gives the keyboard back to the button, or to what the menu was opened on. */
  private leave(): void {
    if (!this.place) return;
    removeEventListener("pointerdown", this.elsewhere, true);
    this.remove();
    this.place.back?.focus();
    this.place = null;
  }

  protected override firstUpdated(): void {
    if (!this.place) return;
    addEventListener("pointerdown", this.elsewhere, true);
    void this.show();
  }

  private readonly toggled = (e: Event): void => {
    if ((e as ToggleEvent).newState !== "closed") return;
    this.open = false;
    this.leave();
  };

  private readonly key = (e: KeyboardEvent): void => {
    const items = this.items();
    const at = items.indexOf(this.shadowRoot?.activeElement as HTMLElement);
    const n = items.length;
    if (!this.open) {
      if (e.key !== "ArrowDown" && e.key !== "ArrowUp") return;
      void this.show(e.key === "ArrowUp");
    } else if (e.key === "Escape" || e.key === "Tab") {
      this.hide();
      this.shadowRoot?.querySelector("button")?.focus();
    } else if (e.key === "ArrowDown") items[(at + 1) % n]?.focus();
    else if (e.key === "ArrowUp") items[(at + n - 1) % n]?.focus();
    else if (e.key === "Home") items[0]?.focus();
    else if (e.key === "End") items[n - 1]?.focus();
    else if (e.key.length === 1 && e.key !== " ") {
      const begins = (i: HTMLElement): boolean => (i.textContent ?? "").toLowerCase().startsWith(e.key.toLowerCase());
      [...items.slice(at + 1), ...items.slice(0, at + 1)].find(begins)?.focus();
    } else return void e.stopPropagation();
    e.preventDefault();
    e.stopPropagation();
  };

  private choose(act: () => void): void {
    this.hide();
    this.shadowRoot?.querySelector("button")?.focus();
    act();
  }

  override render() {
    const shown = this.plain || html`${this.name}<span class="down" aria-hidden="true">▾</span>`;
    const button = html`<button aria-haspopup="menu" aria-expanded=${this.open} ?disabled=${this.disabled}
      aria-label=${this.plain === "" ? nothing : this.name} title=${this.plain === "" ? nothing : this.name}
      @click=${() => (this.open ? this.hide() : void this.show())}>${shown}</button>`;
    return html`<span @keydown=${this.key}>${this.place ? nothing : button}${
      this.open
        ? html`<div class="menu" role="menu" aria-label=${this.name} popover=${this.place ? "manual" : "auto"} @toggle=${this.toggled}>${this.offers().map(
            ([name, act, value]) =>
              act
                ? html`<button role="menuitem" tabindex="-1" data-value=${value ?? nothing} @click=${() => this.choose(act)}>${name}</button>`
                : html`<p role="presentation">${name}</p>`,
          )}</div>`
        : nothing
    }</span>`;
  }
}
customElements.define("fs-menu", Menu);

/** A button with a menu of what is offered when it is opened. */
export const menu = (name: string, offers: () => readonly Offer[], disabled = false, plain = "") =>
  html`<fs-menu .name=${name} .offers=${offers} .disabled=${disabled} .plain=${plain}></fs-menu>`;

/** Opens a menu at a place of the page. */
export function menuAt(x: number, y: number, name: string, offers: readonly Offer[], back: HTMLElement | null): void {
  const m = document.createElement("fs-menu") as Menu;
  Object.assign(m, { name, offers: () => offers, place: { x, y, back } });
  document.body.append(m);
}
