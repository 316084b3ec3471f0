const hex2 = (b: number): string => b.toString(16).toUpperCase().padStart(2, "0");

export const hex = (b: Uint8Array): string => Array.from(b, hex2).join(" ");

/** A number as every list and text shows it. */
export const num = (n: number): string => n.toLocaleString("en");

export const size = (n: number): string => (n === 1 ? "1 byte" : `${num(n)} bytes`);

/** A sentence that begins with a capital, as what is shown by itself does. */
export const capital = (s: string): string => s.charAt(0).toUpperCase() + s.slice(1);

/** Characters that change how others are shown, and control characters, as escapes. */
export function visible(s: string): string {
  return s.replace(/[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu, (c) => {
    const n = c.charCodeAt(0);
    return n < 256 ? `\\x${n.toString(16).padStart(2, "0")}` : `\\u${n.toString(16).padStart(4, "0")}`;
  });
}
