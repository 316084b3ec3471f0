import { html } from "lit";
import * as engine from "./engine";

/** A part of a line, line and columns from 0, and how it is drawn. */
export interface Stretch {
  line: number;
  start: number;
  end: number;
  kind: string;
}

/**
 * What lies over the lines [from, to) of a text box up to a column: the same text, unseen, with parts of it marked. Where parts overlap
 * the first counts.
 * The marks are in the order of the text, and only of these lines.
 */
export function layer(lines: readonly string[], from: number, to: number, until: number, marks: readonly Stretch[]) {
  const out = [];
  let text = "";
  let k = 0;
  for (let i = from; i < to; i++) {
    const line = lines[i]!;
    let at = 0;
    for (; marks[k]?.line === i; k++) {
      const { start, end, kind } = marks[k]!;
      if (start < at || start >= until) continue;
      out.push(html`${text + line.slice(at, start)}<mark class=${kind}>${line.slice(start, Math.min(end, until)) || " "}</mark>`);
      text = "";
      at = end;
    }
    text += `${line.slice(at, Math.max(at, until))}\n`;
  }
  return out;
}

/** The parts of a paste that are on the lines [from, to), counted from 0, or not yet read. */
export function* partsOn(from: number, to: number) {
  const parts = engine.pasted()?.parts ?? [];
  let [low, high] = [0, parts.length / 4];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parts[4 * middle]! <= from) low = middle + 1;
    else high = middle;
  }
  for (let i = 4 * low; i < parts.length && parts[i]! <= to; i += 4) {
    const start = parts[i + 1]! - 1;
    yield { line: parts[i]! - 1, start, end: start + parts[i + 2]!, datagram: parts[i + 3]! | 0 };
  }
}
