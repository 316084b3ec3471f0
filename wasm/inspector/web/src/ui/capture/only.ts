/** What a right click on a cell of a list offers: to show only what has its value, or what has not. */
import { menuAt, type Offer } from "../menu";
import { visible } from "../copyas";
import { copy } from "../clipboard";
import { capture } from "./state";

/** The value of a cell, and the filter that lets packets through which have it. */
export interface Value {
  name: string;
  value: string;
  filter: string;
}

const quoted = (text: string): string => JSON.stringify(text);

/** Address and port of one end of a packet; side is "src" or "dst", or "" for either end. */
export function endFilter(end: string, side: "src" | "dst" | "" = ""): string {
  const m = /^(?:\[(.+)\]|([^:]+)):(\d+)$/.exec(end);
  const host = m?.[1] ?? m?.[2] ?? end;
  if (side === "") return `host(${quoted(host)})${m ? ` and port(${m[3]})` : ""}`;
  return `${side} == ${quoted(host)}${m ? ` and ${side}port == ${m[3]}` : ""}`;
}

export const equals = (name: string, value: string): string => `${name} == ${quoted(value)}`;

const most = 40;
const shortened = (text: string): string => (text.length > most ? `${text.slice(0, most)}…` : text);

/** Opens the menu for the cells that have a filter. */
export function onlyMenu(e: MouseEvent, back: HTMLElement, values: readonly Value[]): void {
  const list = values.filter((v) => v.value !== "");
  if (list.length === 0) return;
  const offers = list.flatMap((v): Offer[] => [
    [`${v.name}: ${visible(shortened(v.value))}`],
    ["Only this", () => void capture.narrow(v.filter, false)],
    ["Not this", () => void capture.narrow(v.filter, true)],
    ["Copy", () => void copy(v.value, v.name)],
  ]);
  // The key for menus has no place: it is the row that is chosen.
  const row = back.querySelector("[aria-selected=true]")?.getBoundingClientRect();
  const byKey = e.clientX === 0 && e.clientY === 0;
  menuAt(byKey && row ? row.left + 40 : e.clientX, byKey && row ? row.bottom : e.clientY, "Filter", offers, back);
}
