/** What is below the paste box: what its text was read as, what could not be read, and how else it can be. */
import { html, nothing } from "lit";
import { capital, num, size, visible } from "./copyas";
import * as engine from "./engine";
import { type Fix, fixed, fixesAt } from "./fixes";
import { accept } from "./input";
import type { PasteError } from "./model";
import { store } from "./store";

/** What the paste box does for it. */
export interface Box {
  /** Goes to a place in the text, from 1. */
  jump(line: number, column: number): () => void;
  /** Reads the text again, as is chosen. */
  again(): void;
}

export function sentence(e: PasteError): string {
  const s = e.found ? `found ${e.found}${e.expected ? `, expected ${e.expected}` : ""}` : e.expected ? `expected ${e.expected}` : "";
  return visible(e.advice ? (s ? `${s}: ${e.advice}` : e.advice) : s);
}

const apply = (f: Fix) => (): void => accept(fixed(store.text, f), { keep: true });

/** Buttons that change a character which cannot be read into what may be meant. */
const fixes = (line: number, column: number) => fixesAt(store.text, line, column).map((f) => html`<button class="fix" @click=${apply(f)}>${f.name}</button>`);

function wrong(box: Box, e: PasteError) {
  const { mended } = store;
  const place = html`<button class="link" @click=${box.jump(e.line, e.column)}>Go to error</button>`;
  const offers = mended || /digit/.test(e.found + e.expected) ? fixes(e.line, e.column) : nothing;
  if (!mended) {
    return html`<p class="error"><b>Line ${e.line}, column ${e.column}</b><span class="why">: ${capital(sentence(e))}</span>.
      ${store.stale ? html`<span class="muted">The previous result is dimmed. </span>` : nothing}${place} ${offers}</p>`;
  }
  const first = mended[0]!;
  const read = first.text.trim() === "" ? "left out" : `read as ${first.text}`;
  const n = mended.length;
  const all = (): void => accept(mended.reduce(fixed, store.text), { keep: true });
  return html`<p class="warning"><b>${num(n)} ${n === 1 ? "character" : "characters"} could not be read</b> ${n === 1 ? "at" : "from"} line ${e.line}, column ${
    e.column
  }${n === 1 ? "" : " on"}: “${visible(store.text.slice(first.from, first.to))}” was ${read}. ${place} ${offers}${
    n > 1 ? html`<button class="fix" @click=${all}>Fix all ${num(n)}</button>` : nothing
  }</p>`;
}

/** What the reader chose instead of what is auto-detected. */
function forced(box: Box) {
  const chosen = [store.format, store.protocol, store.from].filter(Boolean);
  if (chosen.length === 0) return nothing;
  const undo = (): void => {
    store.format = store.protocol = store.from = "";
    box.again();
  };
  const n = store.datagrams.length;
  const like = store.datagrams.filter((d) => d.confidence === "likely" || d.confidence === "certain" || d.confidence === "possible").length;
  return html`<p class="row">Decoded as <b>${chosen.join(", ")}</b>, as chosen.${
    store.protocol && n > 0 && like < n ? html` <span class="warning">${num(like)} of ${num(n)} look like ${store.protocol}.</span>` : nothing
  } <button class="link" @click=${undo}>Auto-detect</button></p>`;
}

/** In which other ways the text can be read. */
function others(box: Box) {
  const list = engine.pasted()?.others ?? [];
  if (list.length === 0) return nothing;
  const take = (format: string) => (): void => {
    store.format = format;
    box.again();
  };
  return html`<div class="row others" role="group" aria-label="Other interpretations"><span class="muted">Other interpretations:</span>${list.map(
    (o) => html`<button class="link" @click=${take(o.name)}>${o.text}</button>`,
  )}</div>`;
}

/** What the text was read as, in a line. */
function recognised() {
  const { paste: p, datagrams } = store;
  const n = datagrams.length;
  if (!p || n === 0) return store.ready && !store.error ? html`<span class="muted">Nothing pasted yet.</span>` : nothing;
  const bytes = datagrams.reduce((a, d) => a + d.length, 0);
  const count = n === 1 ? "1 datagram" : `${num(n)} datagrams`;
  const file = store.text === "" && store.name ? html`<b><bdi>${visible(store.name)}</bdi></b>: ` : nothing;
  return html`<details class="read"><summary>${file}<b>${p.format}</b> · ${count}, ${size(bytes)}${
    store.format ? nothing : html` <span class="link">Why?</span>`
  }</summary>${store.format ? nothing : html`<p class="muted">Recognised by ${p.why}.</p>`}</details>`;
}

export function said(box: Box, cut: unknown) {
  if (store.packets) return html`<span>${store.name}: a capture</span>`;
  return html`${cut}${store.error ? wrong(box, store.error) : nothing}${store.error && !store.mended ? nothing : recognised()}${forced(box)}${
    store.error && !store.mended ? nothing : others(box)
  }`;
}

/** What is remarkable about the paste. */
export function notes(box: Box) {
  const list = store.paste?.notes ?? [];
  if (list.length === 0) return nothing;
  return html`<ul aria-label="Notes on the paste">${list
    .slice(0, 50)
    .map(
      (n) =>
        html`<li class="note">${
          n.line > 0 ? html`<button class="link" @click=${box.jump(n.line, n.column)}>line ${n.line}</button>: ` : nothing
        }${capital(visible(n.text))} ${isDigit(n.text) ? fixes(n.line, n.column) : nothing}</li>`,
    )}</ul>`;
}

/** Whether a note is about one character that is no digit. */
export const isDigit = (text: string): boolean => / is no hex digit/.test(text);
