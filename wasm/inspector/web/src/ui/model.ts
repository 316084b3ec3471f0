/** What the page shows, whatever brings it: a paste or a packet of a capture. */

import type { Message, Row as Field } from "../api/index.ts";
import type { AnswerKind } from "../api/captureTypes.ts";
import type { Severity, Summary } from "../api/types.ts";

/** What fields are at a glance, by their numbers (decoder/view). */
export const hues = ["num", "text", "len", "name", "addr", "raw", "pad", "unk", "grp"];

export type { Message, Field };
export type { Found, Paste, PasteError, Problem, Selection, ServerSummary, Severity, Span, Summary } from "../api/types.ts";

/** A line of the list of datagrams or packets. */
export interface Line {
  number: number;
  /** Seconds since the first packet, null where nothing is known about time. */
  time: number | null;
  from: string;
  to: string;
  protocol: string;
  title: string;
  /** What it contains beside its title. */
  info: string;
  /** The packet that it answers, or that answers it, and the milliseconds between; undefined for what is in no exchange. */
  answer?: Answer | undefined;
  length: number;
  worst: Severity | "";
  /** "request", "reply" or "". */
  direction: string;
}

interface Answer {
  kind: Exclude<AnswerKind, "">;
  other: number;
  ms: number | null;
}

/** Rows that may come later: row returns undefined until they are there. */
export interface Rows {
  count: number;
  row(i: number): Line | undefined;
  /** Says which rows will be shown; "rows" is announced once they are there. */
  want(from: number, to: number): void;
}

const order: readonly Severity[] = ["note", "warning", "error"];

/** Whether a severity is worse than another, or than none. */
export const isWorse = (a: Severity, b: Severity | undefined): boolean => b === undefined || order.indexOf(a) > order.indexOf(b);

const made = new WeakMap<Message, Field[]>();

/** Row i of a message; made when it is first asked for, as a large datagram has a hundred thousand of them. */
export function rowAt(m: Message | null | undefined, i: number): Field | undefined {
  if (!m || i < 0 || i >= m.rowCount) return undefined;
  let list = made.get(m);
  if (!list) made.set(m, (list = []));
  return (list[i] ??= m.row(i));
}

/** Words of a row in Message.packed. */
const rowWords = 12;

/** Where in Message.packed the number of a row's definition is. */
export const definitionAt = (row: number): number => row * rowWords;

/** A row that has others in it: its number, that of its definition, and whether they are hidden at first. */
export interface Group {
  row: number;
  definition: number;
  folded: boolean;
}

/** All rows that have others in them. */
export function* groupsOf(m: Message | null): Generator<Group> {
  if (!m) return;
  const w = m.packed;
  for (let row = 0, at = 0; row < m.rowCount; row++, at += rowWords)
    if (w[at + 5]! > row + 1) yield { row, definition: w[at]!, folded: (w[at + 4]! & 0x800000) !== 0 };
}

/** Rows of a paste: all at once. */
export const rowsOf = (list: readonly Summary[], info: (i: number) => string = () => ""): Rows => ({
  count: list.length,
  row(i): Line | undefined {
    const d = list[i];
    return (
      d && {
        number: i + 1,
        time: null,
        from: d.comment,
        to: "",
        protocol: d.protocol,
        title: d.protocol === "unknown" && d.message === "unknown message" ? "unknown" : d.message,
        info: info(i),
        length: d.length,
        worst: d.worst ?? "",
        direction: d.way || (d.direction === "unknown" ? "" : d.direction),
      }
    );
  },
  want() {},
});

/** How many rows are bytes that nobody understands. */
export function unknownIn(m: Message): number {
  const unknown = hues.indexOf("unk");
  let n = 0;
  for (let at = 4; at < m.packed.length; at += rowWords) if (((m.packed[at]! >> 16) & 0x7f) === unknown) n++;
  return n;
}
