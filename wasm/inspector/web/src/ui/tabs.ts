import { html } from "lit";
import { num } from "./copyas";
import { captureTabs, store, type CaptureTab } from "./store";

const key = (e: KeyboardEvent): void => {
  const tabs = [...(e.currentTarget as Element).querySelectorAll<HTMLElement>("[role=tab]:not(:disabled)")];
  const at = tabs.findIndex((t) => t.getAttribute("aria-selected") === "true");
  const to: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
  if (to[e.key] === undefined) return;
  const next = tabs.at(to[e.key]! % tabs.length);
  e.preventDefault();
  next?.click();
  next?.focus();
};

/** A row of tabs for what is in a panel. */
export function tabs<T extends string>(label: string, panel: string, list: ReadonlyArray<readonly [T, unknown, boolean?]>, now: T, choose: (id: T) => void) {
  return html`<div role="tablist" aria-label=${label} @keydown=${key}>${list.map(
    ([id, name, none]) =>
      html`<button role="tab" id="tab-${id}" aria-controls=${panel} aria-selected=${now === id} tabindex=${now === id ? 0 : -1}
        ?disabled=${none && now !== id} @click=${() => choose(id)}>${name}</button>`,
  )}</div>`;
}

/** The views of a capture with how much is in them; without any they cannot be chosen. */
export function countedTabs() {
  const counts: Partial<Record<CaptureTab, number>> = store.packets?.counts ?? {};
  return captureTabs.map(([id, name]) => {
    const n = counts[id];
    return [id, n === undefined ? name : html`${name} <span class="number">${num(n)}</span>`, n === 0] as const;
  });
}
