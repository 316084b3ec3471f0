/** What the page shows, whatever brings it: a paste or a packet of a capture. */

import type { Severity } from "../api/types.ts";

export type { Message, Row as Field } from "../api/index.ts";
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
  length: number;
  worst: Severity | "";
  /** "request", "reply" or "". */
  direction: string;
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
