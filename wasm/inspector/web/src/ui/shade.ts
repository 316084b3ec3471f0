import { type Field, hues } from "./model";

/**
 * The shade of a field: its hue says what it is, the strength how deep it
 * stands, so that the same field looks the same in the table, the tree and the
 * bytes. Hues are those of Okabe and Ito, which people with any colour vision
 * can tell apart.
 */
export { hues };

/** Neighbours alternate a little, so that two texts in a row are seen as two. */
export function shadeOf(f: Field): string {
  return `h-${hues[f.hue]} d-${Math.min(f.depth, 3)}${f.index % 2 === 1 ? " alt" : ""}`;
}

/** The hues with what they stand for, for the legend. */
export const legend: ReadonlyArray<readonly [string, string]> = [
  ["num", "number"],
  ["text", "text"],
  ["len", "length"],
  ["name", "named value, flags"],
  ["addr", "address"],
  ["raw", "fixed or echoed bytes"],
  ["pad", "padding"],
  ["unk", "unknown"],
];

const srgb = (c: number): number => {
  c /= 255;
  return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};

const luminance = (r: number, g: number, b: number): number => 0.2126 * srgb(r) + 0.7152 * srgb(g) + 0.0722 * srgb(b);

/**
 * The colour of a colour code, on the dark ground that such text always has:
 * what would be too dark to read is lightened just enough.
 */
export function readable(colour: string): string {
  const n = parseInt(colour.slice(1), 16);
  let [r, g, b] = [n >> 16, (n >> 8) & 255, n & 255];
  for (let step = 0; step < 32 && luminance(r, g, b) < 0.24; step++) {
    r += (255 - r) * 0.08;
    g += (255 - g) * 0.08;
    b += (255 - b) * 0.08;
  }
  const hex = (c: number): string => Math.round(c).toString(16).padStart(2, "0");
  return `#${hex(r)}${hex(g)}${hex(b)}`;
}
