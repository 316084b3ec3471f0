// What is wrong with a call, said before it reaches a program: there a number
// that does not fit would become another one, and an unknown name a known one.

/** An argument that a function cannot use. The message says what was found and what is expected. */
export class ArgumentError extends RangeError {
  override readonly name: string = "ArgumentError";
  constructor(
    /** Which argument: "row", "options.from". */
    readonly argument: string,
    message: string,
  ) {
    super(`${argument}: ${message}`);
  }
}

/** What was closed was used. */
export class ClosedError extends ArgumentError {
  override readonly name = "ClosedError";
  constructor(argument: string) {
    super(argument, "found closed, expected open");
  }
}

const tag = (v: unknown): string => Object.prototype.toString.call(v);

/** A value as a message shows it. */
const shown = (v: unknown): string => (typeof v === "string" ? JSON.stringify(v.slice(0, 80)) : typeof v === "object" ? tag(v) : String(v));

export function wrong(argument: string, found: unknown, expected: string): never {
  throw new ArgumentError(argument, `found ${shown(found)}, expected ${expected}`);
}

/** Checks a whole number from least to most; with most below least there is none. */
export const whole = (argument: string, n: number, least = 0, most = 0x7fffffff): number =>
  Number.isInteger(n) && n >= least && n <= most ? n : wrong(argument, n, most < least ? "none: it is empty" : `a whole number from ${least} to ${most}`);

/** The place of a name in a list. */
export function oneOf(argument: string, name: string, list: readonly string[]): number {
  const i = list.indexOf(name);
  return i < 0 ? wrong(argument, name, `one of ${list.filter(Boolean).join(", ")}`) : i;
}

/** What options may have: one of some names, a whole number from one to another, or, for null, anything. */
type Known = Record<string, readonly string[] | readonly [number, number] | null>;

/** Options as numbers, in the order in which they are known: the places of names, 1 for what is set, 0 for what is left out. */
export function numbers(options: object, known: Known): number[] {
  for (const name of Object.keys(options)) oneOf(`options.${name}`, name, Object.keys(known));
  return Object.entries(known).map(([name, is]) => {
    const v = (options as Record<string, never>)[name];
    if (v === undefined || !is) return v ? 1 : 0;
    return typeof is[0] === "number" ? whole(`options.${name}`, v, is[0], is[1] as number) : oneOf(`options.${name}`, v, is as readonly string[]);
  });
}

/** Checks bytes, also those of another window. */
export const bytesIn = <T>(argument: string, bytes: T): T => (tag(bytes) === "[object Uint8Array]" ? bytes : wrong(argument, bytes, "a Uint8Array"));

/** Checks text. */
export const textIn = (argument: string, text: string): string => (typeof text === "string" ? text : wrong(argument, text, "a string"));
