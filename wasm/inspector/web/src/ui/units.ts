/** How far into a line a column from 1 is: errors and bytes are counted in characters, of which JavaScript takes some for two. */
export function unitsBefore(line: string, column: number): number {
  let at = 0;
  for (let i = 1; i < column && at < line.length; i++) at += line.codePointAt(at)! > 0xffff ? 2 : 1;
  return at;
}

/** Line and column, from 1, of a place in a text. */
export function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: [...before.at(-1)!].length + 1 };
}
