import { recall, remember } from "./memory";

export type Theme = "system" | "light" | "dark";
/** What a menu offers while a theme is shown: the next one. */
export const nextTheme: Record<Theme, string> = { system: "Use light theme", light: "Use dark theme", dark: "Use system theme" };

export function theme(): Theme {
  const t = recall("theme");
  return t === "light" || t === "dark" ? t : "system";
}

export function applyTheme(): void {
  const t = theme();
  if (t === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = t;
}

/** System, light, dark, and around. */
export function cycleTheme(): void {
  const order: Theme[] = ["system", "light", "dark"];
  remember("theme", order[(order.indexOf(theme()) + 1) % 3]!);
  applyTheme();
}
