import { html, noChange, type TemplateResult } from "lit";
import { Directive, directive, type ElementPart } from "lit/directive.js";
import { visible } from "./copyas";
import type { Field, Span } from "./model";
import { readable } from "./shade";

/** Sets colours through the object model: a strict content security policy refuses style attributes. */
class Paint extends Directive {
  render(_colour: string): unknown {
    return noChange;
  }
  override update(part: ElementPart, [colour]: [string]): unknown {
    (part.element as HTMLElement).style.setProperty("--colour", colour);
    return noChange;
  }
}
const paint = directive(Paint);

/** Text; where it has colours, in those that a game would show it in, on a dark ground as in the game. */
export function coloured(runs: readonly Span[]): TemplateResult {
  if (runs.every((r) => r.colour === null)) return html`<bdi>${escaped(runs.map((r) => r.text).join(""))}</bdi>`;
  return html`<bdi class="game">${runs.map((r) => (r.colour ? html`<span ${paint(readable(r.colour))}>${visible(r.text)}</span>` : visible(r.text)))}</bdi>`;
}

/** Bytes of a value that is shown in its colours in a line. */
const maxColoured = 4096;

const shortened = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text);

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Text with its escapes; where it is written from the right, each escape is still read from the left. */
function escaped(text: string): TemplateResult {
  const shown = visible(text);
  if (!rightToLeft.test(shown)) return html`${shown}`;
  return html`${shown.split(/(\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}))/).map((part, i) => (i % 2 === 1 ? html`<bdi dir="ltr">${part}</bdi>` : part))}`;
}

/** A field's value for the eye: colours as colours, whatever could mislead escaped. */
export function valueOf(f: Field, max: number): TemplateResult {
  return f.spans ? coloured(f.spans) : html`<bdi>${escaped(shortened(f.text, max))}</bdi>`;
}

/** The text of a value as far as a line shows it. */
export const brief = (f: Field): string => f.message.textsOf(f.index).value;

/** The same in a line, which shows no more than the beginning of a long value. */
export function briefly(f: Field, max = 300): TemplateResult {
  return f.length <= maxColoured && f.spans ? coloured(f.spans) : html`<bdi>${escaped(shortened(brief(f), max))}</bdi>`;
}
