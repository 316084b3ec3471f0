/** What somebody chose for all that the page shows, kept in this browser. */
import { recall, remember } from "./memory";

export const settings = {
  /** Offsets and numbers are written in hexadecimal, with 0x. */
  hex: recall("numbers") === "hex",
  /** Single letters are keys. */
  keys: recall("keys") !== "off",
};

export function setHex(on: boolean): void {
  settings.hex = on;
  remember("numbers", on ? "hex" : "decimal");
}

export function setKeys(on: boolean): void {
  settings.keys = on;
  remember("keys", on ? "on" : "off");
}

/** A number in the base that was chosen; of a negative one the sign comes first. */
export const number = (n: number | bigint): string => {
  if (!settings.hex) return String(n);
  const digits = (n < 0 ? -n : n).toString(16).toUpperCase();
  return `${n < 0 ? "-" : ""}0x${digits}`;
};
