/** Pixels of a length in rem, so that rows grow with the font. */
export function rem(n: number): number {
  size ||= parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return n * size;
}

let size = 0;
