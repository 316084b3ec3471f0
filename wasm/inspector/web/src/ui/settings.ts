/** What somebody chose for all that the page shows, kept in this browser. */
import { recall, remember } from "./memory";

export const settings = {
  /** Offsets are written in hexadecimal, with 0x. */
  hex: recall("offsets") !== "decimal",
  /** Single letters are keys. */
  keys: recall("keys") !== "off",
};

export function setHex(on: boolean): void {
  settings.hex = on;
  remember("offsets", on ? "hex" : "decimal");
}

export function setKeys(on: boolean): void {
  settings.keys = on;
  remember("keys", on ? "on" : "off");
}

/** An offset in the base that was chosen; in a column, as wide as the greatest one there. */
export const offset = (n: number, greatest?: number): string => {
  if (!settings.hex) return String(n).padStart(greatest === undefined ? 0 : Math.max(4, String(greatest).length));
  const width = greatest === undefined ? 0 : Math.max(4, greatest.toString(16).length);
  return `0x${n.toString(16).toUpperCase().padStart(width, "0")}`;
};
