/** What to write in place of a character that cannot be read. */
import type { PasteError } from "./model";
import { unitsBefore } from "./units";

/** Text from one place to another, in UTF-16 units, and what to write there. */
export interface Fix {
  from: number;
  to: number;
  text: string;
  /** On a button. */
  name: string;
}

/** Characters that look like a digit, or are beside it, and that digit. */
const alike: Readonly<Record<string, string>> = {
  O: "0",
  o: "0",
  Q: "0",
  l: "1",
  I: "1",
  i: "1",
  "|": "1",
  Z: "2",
  z: "2",
  S: "5",
  s: "5",
  G: "6",
  g: "9",
  q: "9",
};

/** Where a line and a column of a text are. */
function placeIn(text: string, line: number, column: number): number {
  let at = 0;
  for (let n = 1; n < line && at >= 0; n++) at = text.indexOf("\n", at) + 1 || text.length;
  const end = text.indexOf("\n", at);
  return at + unitsBefore(text.slice(at, end < 0 ? text.length : end), column);
}

/** What may be meant by a character: the digit that it looks like; of half a byte a whole one; or nothing. */
export function fixesAt(text: string, line: number, column: number): Fix[] {
  const from = placeIn(text, line, column);
  const c = String.fromCodePoint(text.codePointAt(from) ?? 32);
  const to = from + c.length;
  if (/\s/.test(c)) return [];
  const fix = (text: string, name: string): Fix => ({ from, to, text, name });
  const remove = fix(" ".repeat(c.length), `Remove “${c}”`);
  if (/[0-9a-f]/i.test(c)) return [remove, fix(`0${c}`, `${c} → 0${c}`)];
  return alike[c] ? [fix(alike[c]!, `${c} → ${alike[c]}`), remove] : [remove];
}

export const fixed = (text: string, f: Fix): string => text.slice(0, f.from) + f.text + text.slice(f.to);

/** Characters that are mended in one text. */
const most = 16;

/**
 * Looks for what makes a text readable, character by character; the text keeps its length, so that every other character stays where it is.
 * The last text that was read is what is shown. Null when there is no way.
 */
export function mend(text: string, error: PasteError, read: (text: string) => PasteError | null): Fix[] | null {
  const done: Fix[] = [];
  let e: PasteError | null = error;
  while (e && done.length < most) {
    const at: PasteError = e;
    if (!/\bdigits?\b/.test(at.found + at.expected)) return null; // ordinary text has letters that look like digits, too
    const further = (next: PasteError | null): boolean => next === null || next.line > at.line || (next.line === at.line && next.column > at.column);
    let next: PasteError | null | undefined;
    const fix = fixesAt(text, at.line, at.column).find((f) => f.text.length === f.to - f.from && further((next = read(fixed(text, f)))));
    if (!fix || next === undefined) return null;
    done.push(fix);
    text = fixed(text, fix);
    e = next;
  }
  return e ? null : done;
}
