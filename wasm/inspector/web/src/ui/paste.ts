import { css, html, nothing } from "lit";
import { Part } from "./part";
import { store, type Topic } from "./store";
import { base } from "./styles";
import { visible } from "./copyas";
import { accept } from "./input";
import * as engine from "./engine";
import type { Message, PasteError, Selection } from "./model";

/**
 * What the box holds of a text at most. A browser lays out all of a text box at
 * once, 20 ms for a thousand lines; what is pasted into one by its own means
 * takes the square of that.
 */
const maxLines = 2_000;
const maxShown = 100_000;
/** Longer texts that are pasted do not go through the browser's own editing. */
const maxTyped = 20_000;
/** Above this many the text in which bytes are written is not marked. */
const maxMarked = 50_000;

/** The box that takes everything, and what it was recognised as. */
class PasteBox extends Part {
  static override styles = [
    base,
    css`
    :host { display: flex; flex-direction: column; gap: 0.35rem; min-height: 0; overflow: auto; }
    .box { position: relative; flex: 1 0 5rem; display: flex; }
    textarea, .mirror {
      font: 0.9rem/1.45 var(--mono); padding: 0.4rem 0.5rem; border: 1px solid var(--edge); border-radius: var(--radius);
      white-space: pre-wrap; overflow-wrap: anywhere; width: 100%; margin: 0; tab-size: 8;
    }
    textarea { resize: none; background: var(--bg); display: block; flex: 1; scrollbar-gutter: stable; overflow-y: scroll; }
    .clip { position: absolute; inset: 0; overflow: hidden; pointer-events: none; }
    .mirror { border-color: transparent; color: transparent; position: absolute; inset: 0 0 auto 0; overflow-y: scroll; scrollbar-gutter: stable;
      max-height: none; overflow: hidden; }
    .mirror mark { color: transparent; border-radius: 2px; background: color-mix(in srgb, var(--accent) 30%, transparent); }
    .mirror mark.hov { background: none; box-shadow: inset 0 -2px 0 var(--accent); }
    .bad { text-decoration: underline wavy var(--error) 1.5px; text-underline-offset: 3px; background: color-mix(in srgb, var(--error) 18%, transparent); }
    .callout {
      position: absolute; max-width: calc(100% - 1rem); background: var(--error-soft); color: var(--error); border: 1px solid var(--error);
      border-radius: var(--radius); padding: 0.2rem 0.45rem; font-size: 0.92rem; z-index: 2;
    }
    .callout::before {
      content: ""; position: absolute; top: -5px; left: var(--tip, 8px); width: 8px; height: 8px; background: inherit;
      border: solid var(--error); border-width: 1px 0 0 1px; transform: rotate(45deg);
    }
    textarea:focus-visible { outline-offset: -2px; }
    .whole { white-space: nowrap; }
    .said { flex: none; min-height: 1.45em; overflow-wrap: anywhere; }
    .said b { font-weight: 600; }
    ul { margin: 0.2rem 0 0; padding: 0; list-style: none; max-height: 6em; overflow: auto; }
    select { max-width: 9.5rem; min-width: 0; }
    .options { gap: 0.3rem; }
    .last { flex: none; display: flex; align-items: flex-start; gap: 0.5rem; } .last details { flex: 1; min-width: 0; }
    details summary { cursor: pointer; color: var(--fg2); }
    :host(.over) textarea { outline: 2px dashed var(--accent); outline-offset: -4px; }
  `,
  ];

  protected readonly topics: readonly Topic[] = ["paste", "current", "select", "hover"];
  private timer = 0;
  private typed = "";

  private places: Uint32Array | null = null;
  private placesOf: Message | null = null;
  private lines: number[] = [];
  private linesOf = "";
  private head = "";
  private headOf = "";

  protected override changed(topic?: Topic): void {
    if (topic !== undefined && topic !== "paste") return;
    const area = this.area;
    if (area && area.value !== this.shown) area.value = this.shown;
  }

  /** What the box holds: the text, or the first lines of a long one. */
  private get shown(): string {
    if (this.headOf !== store.text) {
      this.headOf = store.text;
      let end = -1;
      for (let n = 0; n < maxLines && (end = store.text.indexOf("\n", end + 1)) >= 0 && end < maxShown; n++);
      this.head = end < 0 ? store.text.slice(0, maxShown) : store.text.slice(0, Math.min(end, maxShown));
      if (this.head.length + 1 >= store.text.length) this.head = store.text; // all but the end of the last line
    }
    return this.head;
  }

  private get cut(): boolean {
    return this.shown.length < store.text.length;
  }

  /** Where the lines of the text begin. */
  private lineStarts(): readonly number[] {
    if (this.linesOf !== store.text) {
      this.linesOf = store.text;
      this.lines = [0];
      for (const m of store.text.matchAll(/\r\n?|\n/g)) this.lines.push(m.index + m[0].length);
    }
    return this.lines;
  }

  private positions(): Uint32Array | null {
    if (this.placesOf !== store.message) {
      this.placesOf = store.message;
      this.places = store.message && !store.packets ? store.message.positions() : null;
    }
    return this.places;
  }

  /** The stretches of the text in which the bytes of a range are written. */
  private written(r: Selection | null): [number, number][] {
    if (!r || store.text.length > maxMarked) return [];
    const p = this.positions();
    if (!p) return [];
    const starts = this.lineStarts();
    const out: [number, number][] = [];
    let line = -1;
    for (let o = r.start; o < r.end && 3 * o + 2 < p.length; o++) {
      const begin = (starts[p[3 * o]! - 1] ?? -1) + p[3 * o + 1]! - 1;
      const end = begin + p[3 * o + 2]!;
      if (begin < 0 || begin > store.text.length) continue;
      if (p[3 * o] === line && begin >= out[out.length - 1]![1]) out[out.length - 1]![1] = end;
      else out.push([begin, end]);
      line = p[3 * o]!;
    }
    return out.filter((s, i) => i === 0 || s[0] >= out[i - 1]![1]);
  }

  /** The caret on a byte's digits selects it. */
  private readonly caret = (e: Event): void => {
    if (e instanceof KeyboardEvent && !/^(Arrow|Home|End|Page)/.test(e.key)) return;
    const area = this.area!;
    if (area.selectionStart !== area.selectionEnd || store.text.length > maxMarked || area.value !== store.text) return;
    const at = area.selectionStart;
    const starts = this.lineStarts();
    let line = starts.findLastIndex((s) => s <= at);
    line = Math.max(0, line);
    const column = at - starts[line]! + 1;
    store.messages.some((m, i) => {
      const p = m.positions();
      for (let o = 0; 3 * o + 2 < p.length; o++) {
        if (p[3 * o] === line + 1 && p[3 * o + 1]! <= column && column <= p[3 * o + 1]! + p[3 * o + 2]!) {
          void (i === store.current ? Promise.resolve() : store.go(i)).then(() => store.selectBytes(o, o));
          return true;
        }
      }
      return false;
    });
  };

  private get area(): HTMLTextAreaElement | null {
    return this.shadowRoot?.querySelector("textarea") ?? null;
  }

  override focus(): void {
    this.area?.focus();
  }

  private readonly input = (): void => {
    const text = this.area!.value;
    this.typed = text;
    store.history.typed();
    clearTimeout(this.timer);
    // Small pastes are read at once; for large ones wait for a pause in typing.
    this.timer = window.setTimeout(() => void accept(this.typed, { keep: true }), text.length > 300_000 ? 250 : 0);
  };

  /** Takes a long text past the browser's own editing. */
  private readonly pasted = (e: ClipboardEvent): void => {
    const text = e.clipboardData?.getData("text/plain") ?? "";
    const area = this.area!;
    const whole = this.cut || (area.selectionStart === 0 && area.selectionEnd === area.value.length);
    if (text === "" || (text.length <= maxTyped && !this.cut)) return;
    e.preventDefault();
    clearTimeout(this.timer);
    void accept(whole ? text : area.value.slice(0, area.selectionStart) + text + area.value.slice(area.selectionEnd));
  };

  /** The text box cannot undo what a sample or a changed field replaced. */
  private readonly undoKey = (e: KeyboardEvent): void => {
    const redo = e.key === "y" || (e.key.toLowerCase() === "z" && e.shiftKey);
    if (
      !(e.ctrlKey || e.metaKey) ||
      e.altKey ||
      !(redo || e.key === "z") ||
      store.text !== store.base ||
      !(redo ? store.history.canRedo : store.history.canUndo)
    )
      return;
    e.preventDefault();
    e.stopPropagation();
    void store.undo(redo);
  };

  private choose(what: "format" | "protocol" | "from", e: Event): void {
    store[what] = (e.target as HTMLSelectElement).value;
    if (store.text !== "") store.read(store.text, { name: store.name, description: store.description });
    this.requestUpdate();
  }

  override updated(): void {
    this.changed();
    this.mark();
  }

  private readonly mark = (): void => {
    const mirrors = this.shadowRoot?.querySelectorAll<HTMLElement>(".mirror") ?? [];
    const callout = this.shadowRoot?.querySelector<HTMLElement>(".callout");
    const bad = this.shadowRoot?.querySelector<HTMLElement>(".bad");
    const area = this.area;
    if (!area) return;
    for (const m of mirrors) m.style.transform = `translateY(${-area.scrollTop}px)`;
    if (!callout || !bad) return;
    const box = area.getBoundingClientRect();
    const at = bad.getClientRects()[0] ?? bad.getBoundingClientRect();
    const left = Math.max(4, Math.min(at.left - box.left - 8, box.width - callout.offsetWidth - 8));
    const top = at.bottom - box.top + 6;
    callout.style.left = `${left}px`;
    callout.style.top = `${top}px`;
    callout.style.setProperty("--tip", `${Math.max(4, Math.min(at.left - box.left - left, callout.offsetWidth - 14))}px`);
    callout.style.visibility = at.bottom < box.top || at.top > box.bottom ? "hidden" : "visible";
  };

  /** Splits the text around the character that an error is about. */
  private around(line: number, column: number): [string, string, string] | null {
    const { text } = store;
    let at = this.lineStarts()[line - 1];
    if (this.cut || at === undefined) return null; // the position of the error is only said, not drawn
    for (let i = 1; i < column && at < text.length; i++) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
    const end = at < text.length && text[at] !== "\n" ? at + (text.codePointAt(at)! > 0xffff ? 2 : 1) : at;
    return [text.slice(0, at), text.slice(at, end) || " ", text.slice(end)];
  }

  private readonly jump = (line: number, column: number) => (): void => {
    const parts = this.around(line, column);
    if (!parts || !this.area) return;
    this.area.focus();
    this.area.setSelectionRange(parts[0].length, parts[0].length + 1);
  };

  /** Behind the text, where the selected bytes and those pointed at are written. */
  private marked() {
    const sel = this.written(store.selection);
    const hov = this.written(store.hovered);
    if (sel.length + hov.length === 0) return nothing;
    const text = store.text;
    const layer = (marks: [number, number][], name: string) => {
      let at = 0;
      const out = marks.map(([a, b]) => {
        const piece = html`${text.slice(at, a)}<mark class=${name}>${text.slice(a, b)}</mark>`;
        at = b;
        return piece;
      });
      return html`<div class="mirror">${out}</div>`;
    };
    return html`<div class="clip" aria-hidden="true">${sel.length > 0 ? layer(sel, "sel") : nothing}${hov.length > 0 ? layer(hov, "hov") : nothing}</div>`;
  }

  private said() {
    const { error, paste: p, datagrams } = store;
    if (store.packets) return html`<span>${store.name}: a capture</span>`;
    if (error) {
      return html`${this.cutNotice()}<span class="error"><b>Cannot read this.</b> <span class="whole"><button class="link"
        @click=${this.jump(error.line, error.column)}>Line
        ${error.line}, column ${error.column}</button>:</span> ${sentence(error)}</span>`;
    }
    const n = datagrams.length;
    if (!p || n === 0) return store.ready ? html`<span class="muted">Nothing to read yet.</span>` : nothing;
    const bytes = datagrams.reduce((a, d) => a + d.length, 0);
    return html`${this.cutNotice()}<span><b>${p.format}</b> · ${n === 1 ? "one datagram" : `${n} datagrams`}, ${bytes} bytes. <span
      class="muted">Recognised by ${p.why}.</span></span>`;
  }

  /** Says that the box does not hold all of the text. */
  private cutNotice() {
    if (!this.cut) return nothing;
    return html`<span>The box shows the first ${this.shown.length} of ${store.text.length} characters, too many to edit here. <button class="link"
      @click=${() => store.read("")}>Clear</button> </span>`;
  }

  override render() {
    const { error } = store;
    const notes = store.paste?.notes ?? [];
    const parts = error ? this.around(error.line, error.column) : null;
    return html`
      <div class="row"><h2><label for="t">Paste</label></h2><span class="muted">any dump, or drop a file</span></div>
      <div class="box">
        <textarea id="t" spellcheck="false" autocapitalize="off" autocomplete="off" aria-describedby="said" .value=${this.shown} ?readonly=${this.cut}
          aria-invalid=${error ? "true" : "false"}
          placeholder="80 00 00 00 00  or what xxd, hexdump, od, tcpdump, tshark or Wireshark show, a C, Go or Python literal, base64 …"
          @input=${this.input} @paste=${this.pasted} @keydown=${this.undoKey} @scroll=${this.mark} @click=${this.caret} @keyup=${this.caret}></textarea>
        ${
          parts && error
            ? html`<div class="clip" aria-hidden="true">
          <div class="mirror">${parts[0]}<span class="bad">${parts[1]}</span>${parts[2]}</div>
          <div class="callout">${sentence(error)}</div></div>`
            : this.marked()
        }
      </div>
      <div class="said" id="said" role="status">${this.said()}</div>
      ${
        notes.length === 0
          ? nothing
          : html`<ul aria-label="Notes on the paste">${notes.slice(0, 50).map(
              (n) => html`<li class="note">
        ${n.line > 0 ? html`<button class="link" @click=${this.jump(n.line, n.column)}>line ${n.line}</button>: ` : nothing}${visible(n.text)}</li>`,
            )}</ul>`
      }
      <div class="last"><details><summary>Decode as …</summary>
        <div class="row options">
          ${this.select("format", "Format", engine.formats())}
          ${this.select("protocol", "Protocol", engine.protocols())}
          ${this.select("from", "Direction", ["request", "reply"])}
        </div></details>${
          store.history.canUndo
            ? html`<button class="link" title="Restore what was here before (Ctrl + Z)" @click=${() => void store.undo()}>Undo</button>`
            : nothing
        }</div>`;
  }

  private select(what: "format" | "protocol" | "from", label: string, names: readonly string[]) {
    return html`<label>${label} <select @change=${(e: Event) => this.choose(what, e)}>
      <option value="" ?selected=${store[what] === ""}>Auto-detect</option>
      ${names.map((n) => html`<option value=${n} ?selected=${store[what] === n}>${n}</option>`)}</select></label>`;
  }
}

function sentence(e: PasteError): string {
  const s = e.found ? `found ${e.found}${e.expected ? `, expected ${e.expected}` : ""}` : e.expected ? `expected ${e.expected}` : "";
  return visible(e.advice ? (s ? `${s}: ${e.advice}` : e.advice) : s);
}

customElements.define("fs-paste", PasteBox);
