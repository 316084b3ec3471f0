import { css, html, nothing } from "lit";
import { Part } from "./part";
import { store, type Topic } from "./store";
import { base } from "./styles";
import { size } from "./copyas";
import { offset } from "./settings";
import { rowAt, type Selection } from "./model";

/** How many bytes, and where, counted from 0 with both ends in it: "1 byte at 0x4", "2 bytes at 0x12–0x13" or "2 bytes at 18–19". */
export function extent(r: Selection): string {
  const last = Math.max(r.start, r.end - 1);
  return `${size(r.end - r.start)} at ${last > r.start ? `${offset(r.start)}–${offset(last)}` : offset(r.start)}`;
}

/** In one line the field that is pointed at, or selected, wherever the eye is. What a screen reader says is elsewhere. */
class Pointed extends Part {
  static override styles = [
    base,
    css`:host { display: block; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } b { font-weight: 600; color: var(--fg); }`,
  ];
  protected readonly topics: readonly Topic[] = ["hover", "select", "current", "view"];

  /** The page makes room for it where there is little. */
  protected override updated(): void {
    this.classList.toggle("on", (store.hovered ?? store.selection) !== null && store.message !== null);
  }

  override render() {
    const r = store.hovered ?? store.selection;
    if (!store.message || !r) return nothing;
    const f = rowAt(store.message, r.row);
    return html`<span aria-hidden="true">${f && r.whole ? html`<b><bdi>${f.name}</bdi></b>, ` : ""}${extent(r)}${
      f && !r.whole ? html` in <bdi>${f.name}</bdi>` : ""
    }</span>`;
  }
}
customElements.define("fs-pointed", Pointed);
