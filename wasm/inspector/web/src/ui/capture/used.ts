/** Filters that were applied before, the last one first. */
import { recall, remember } from "../memory";

const most = 5;

export function usedFilters(): string[] {
  try {
    const list: unknown = JSON.parse(recall("filters") ?? "[]");
    return Array.isArray(list) ? list.filter((f): f is string => typeof f === "string").slice(0, most) : [];
  } catch {
    return [];
  }
}

export function useFilter(expression: string): void {
  if (expression === "" || expression.length > 1000) return;
  remember("filters", JSON.stringify([expression, ...usedFilters().filter((f) => f !== expression)].slice(0, most)));
}
