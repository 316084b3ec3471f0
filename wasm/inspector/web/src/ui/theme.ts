import { recall, remember } from "./memory";

type Theme = "system" | "light" | "dark";
function theme(): Theme {
  const t = recall("theme");
  return t === "light" || t === "dark" ? t : "system";
}

export function applyTheme(): void {
  const t = theme();
  if (t === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = t;
}

/** What a menu offers: what looks different from what is shown, which is the system's if that does. */
export function otherTheme(): Theme {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const t = theme();
  if (t !== "system" && t !== system) return "system";
  return system === "dark" ? "light" : "dark";
}

export function useTheme(t: Theme): void {
  remember("theme", t);
  applyTheme();
}
