import { html, nothing } from "lit";

/** What a menu offers: a name, what choosing it does, and a name for scripts. */
export type Offer = readonly [name: string, act: () => void, value?: string];

/** A menu that does what is chosen, and shows its title again. */
export function menu(label: string, title: string, offers: readonly Offer[], disabled = false) {
  const choose = (e: Event): void => {
    const select = e.target as HTMLSelectElement;
    const offer = offers[select.selectedIndex - 1];
    select.value = "";
    offer?.[1]();
  };
  return html`<label><span class="sr">${label}</span><select ?disabled=${disabled} @change=${choose}><option value="">${title}</option>${offers.map(
    ([name, , value]) => html`<option value=${value ?? nothing}>${name}</option>`,
  )}</select></label>`;
}
