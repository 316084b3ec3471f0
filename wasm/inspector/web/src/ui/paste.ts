import { html, nothing } from "lit";
import { Part } from "./part";
import { store, type Topic } from "./store";
import { base } from "./styles";
import { pasteStyles } from "./pastestyles";
import { readClipboard } from "./clipboard";
import { capital, num } from "./copyas";
import { undoes } from "./history";
import { accept } from "./input";
import * as engine from "./engine";
import { isDigit, notes, said, sentence } from "./pastesaid";
import { layer, partsOn, type Stretch } from "./textlayer";
import { placeOf, unitsBefore } from "./units";
import type { Message, Selection } from "./model";

/** Lines and characters of a text. */
type Extent = readonly [lines: number, characters: number];

/**
 * What the box holds of a text at most. A browser lays out all of a text box at
 * once, 20 ms for a thousand lines; what is pasted into one by its own means
 * takes the square of that.
 */
const maxShown: Extent = [2_000, 100_000];
/** What it holds of a longer text, which cannot be edited there. */
const cutShown: Extent = [500, 30_000];
/** Longer texts that are pasted into others do not go through the browser's own editing. */
const maxTyped = 20_000;

/** What an empty box says, in lines that fit the narrowest one: its text does not wrap. */
const example = "Paste bytes here:\nany hex dump, log,\ncapture, literal,\nbase64 or link";

/** The box that takes everything, and what it was recognised as. */
class PasteBox extends Part {
  static override styles = [base, pasteStyles];

  protected readonly topics: readonly Topic[] = ["paste", "current", "select", "hover"];
  private timer = 0;
  private typed = "";

  private places: Uint32Array | null = null;
  private placesOf: Message | null = null;
  private lines: readonly string[] = [""];
  private head = "";
  private headOf: string | null = null;
  private cut = false;
  /** The datagram that was current, and whether its text has yet to be shown. */
  private was = 0;
  private given = store.given;
  private reveal = false;
  /** The lines that are marked, those in sight, and the column where they end. */
  private from = 0;
  private to = 0;
  private until = 0;

  protected override get busy(): boolean {
    return this.timer !== 0 || !store.ready;
  }

  protected override changed(topic?: Topic): void {
    if (topic === "current") {
      this.reveal ||= this.was !== store.current || (this.given !== store.given && store.text !== this.typed);
      this.was = store.current;
      this.given = store.given;
    }
    if (topic !== undefined && topic !== "paste") return;
    const area = this.area;
    if (area && area.value !== this.shown) area.value = this.shown;
  }

  /** What the box holds: the text, or the first lines of a long one. */
  private get shown(): string {
    const { text } = store;
    if (this.headOf !== text) {
      this.headOf = text;
      this.cut = endOf(text, maxShown) + 1 < text.length; // not only the end of the last line
      this.head = (this.cut ? text.slice(0, endOf(text, cutShown)) : text).replace(/\r\n?/g, "\n"); // as the box has it
      this.lines = this.head.split("\n");
    }
    return this.head;
  }

  private positions(): Uint32Array | null {
    if (this.placesOf !== store.message) {
      this.placesOf = store.message;
      this.places = store.message && !store.packets ? store.message.positions() : null;
    }
    return this.places;
  }

  /** Where in the text the bytes of a range are written, of the lines that are marked. */
  private written(r: Selection | null, kind: string): Stretch[] {
    const p = r && this.positions();
    const out: Stretch[] = [];
    for (let o = r?.start ?? 0; p && o < r!.end && 3 * o + 2 < p.length; o++) {
      const line = p[3 * o]! - 1;
      if (line < this.from || line >= this.to) continue;
      const text = this.lines[line]!;
      const start = unitsBefore(text, p[3 * o + 1]!);
      const end = start + p[3 * o + 2]!;
      const last = out.at(-1);
      if (last?.line === line && start >= last.end) last.end = end;
      else out.push({ line, start, end, kind });
    }
    return out.sort((a, b) => a.line - b.line || a.start - b.start);
  }

  /** The parts of the marked lines that became bytes, and those that were skipped. */
  private parts(): Stretch[] {
    return Array.from(partsOn(this.from, this.to), ({ datagram, ...p }) => ({
      ...p,
      kind: datagram < 0 ? "skip" : `${datagram % 2 ? "odd" : "even"}${datagram === store.current ? " now" : ""}`,
    }));
  }

  /** The caret on a byte's digits selects it. */
  private readonly caret = (e: Event): void => {
    if (e instanceof KeyboardEvent && !/^(Arrow|Home|End|Page)/.test(e.key)) return;
    const area = this.area!;
    if (area.selectionStart !== area.selectionEnd || area.value !== this.head || store.stale) return;
    const before = area.value.slice(0, area.selectionStart).split("\n");
    const [line, unit] = [before.length, before.at(-1)!.length];
    const part = Array.from(partsOn(line - 1, line)).find((p) => p.datagram >= 0 && p.start <= unit && unit <= p.end);
    if (!part) return;
    const column = [...before.at(-1)!].length + 1;
    this.was = part.datagram; // the text is where it is
    void (part.datagram === store.current ? Promise.resolve() : store.go(part.datagram)).then(() => {
      const p = this.positions();
      for (let o = 0; p && 3 * o + 2 < p.length; o++)
        if (p[3 * o] === line && p[3 * o + 1]! <= column && column <= p[3 * o + 1]! + p[3 * o + 2]!) return store.selectBytes(o, o);
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
    this.timer = window.setTimeout(
      () => {
        this.timer = 0;
        accept(this.typed, { keep: true });
        this.reflect();
      },
      text.length > 300_000 ? 250 : 0,
    );
    this.reflect(); // to draw now would put back the text that was read before
  };

  /** Takes a text that replaces all, or a long one, past the browser's own editing: it can be undone as a whole. */
  private readonly pasted = (e: ClipboardEvent): void => {
    const text = e.clipboardData?.getData("text/plain") ?? "";
    const area = this.area!;
    const sample = store.description !== "" && store.text === store.base; // nobody has touched it
    const whole = this.cut || sample || (area.selectionStart === 0 && area.selectionEnd === area.value.length);
    if (text === "" || (!whole && text.length <= maxTyped)) return;
    e.preventDefault();
    clearTimeout(this.timer);
    if (whole) return accept(text);
    accept(area.value.slice(0, area.selectionStart) + text + area.value.slice(area.selectionEnd), { keep: true });
  };

  /** The text box cannot undo what a sample or a changed field replaced. */
  private readonly undoKey = (e: KeyboardEvent): void => {
    const undo = undoes(e);
    const redo = undo === "redo";
    if (!undo || store.text !== store.base || !(redo ? store.history.canRedo : store.history.canUndo)) return;
    e.preventDefault();
    e.stopPropagation();
    void store.undo(redo);
  };

  private choose(what: "format" | "protocol" | "from", e: Event): void {
    store[what] = (e.target as HTMLSelectElement).value;
    this.again();
  }

  /** Reads the text again, as is chosen. */
  again(): void {
    if (store.text !== "") store.read(store.text, { name: store.name, description: store.description });
    this.requestUpdate();
  }

  protected override firstUpdated(): void {
    new ResizeObserver(this.mark).observe(this.area!);
  }

  override updated(): void {
    this.changed();
    this.mark();
    this.showError();
    if (!this.reveal) return;
    this.reveal = false;
    if (store.stale || this.shadowRoot?.activeElement === this.area) return;
    for (const p of partsOn(0, this.lines.length)) if (p.datagram === store.current) return this.show(p.line, p.start);
  }

  private errorAt = "";
  /** Brings what cannot be read into sight, once. */
  private showError(): void {
    const e = store.error;
    const at = e ? `${e.line} ${e.column}` : "";
    if (at === this.errorAt) return;
    this.errorAt = at;
    const line = e && this.lines[e.line - 1];
    if (line !== undefined && line !== null && e) this.show(e.line - 1, unitsBefore(line, e.column));
  }

  /** Height of a line and width of a digit. */
  private get cell(): [number, number] {
    const style = this.area && getComputedStyle(this.area);
    if (!style?.font) return [17, 7];
    if (this.font !== style.font) {
      this.font = style.font;
      const ink = document.createElement("canvas").getContext("2d")!;
      ink.font = style.font;
      this.digit = ink.measureText("0").width;
    }
    return [parseFloat(style.lineHeight), this.digit];
  }
  private font = "";
  private digit = 7;

  /** What of the text is in sight, in pixels, as last seen: to ask while the page is being drawn would have it laid out twice. */
  private seen = { top: 0, left: 0, height: 510, width: 560 };

  private look(area: HTMLTextAreaElement): void {
    this.seen = { top: area.scrollTop, left: area.scrollLeft, height: area.clientHeight, width: area.clientWidth };
  }

  /** The lines that are in sight, and the column where they end. */
  private get sight(): [number, number, number] {
    const { top, left, height: high, width: wide } = this.seen;
    const [height, width] = this.cell;
    return [
      Math.min(this.lines.length, Math.floor(top / height)),
      Math.min(this.lines.length, Math.ceil((top + high) / height)),
      Math.ceil((left + wide) / width),
    ];
  }

  /** Scrolls to a place in the text that is not in sight. */
  private show(line: number, at: number): void {
    const area = this.area!;
    const [height, width] = this.cell;
    const y = line * height;
    if (y < area.scrollTop || y + 2 * height > area.scrollTop + area.clientHeight) area.scrollTop = y - area.clientHeight / 3;
    const x = at * width; // of a text without wide characters
    if (x < area.scrollLeft || x + 4 * width > area.scrollLeft + area.clientWidth) area.scrollLeft = x - area.clientWidth / 2;
  }

  /** Puts the marks where the text is; what comes into sight is marked first. */
  private readonly mark = (): void => {
    const area = this.area;
    const clip = this.shadowRoot?.querySelector<HTMLElement>(".clip");
    if (!area || !clip) return;
    const [height] = this.cell;
    this.look(area);
    if (this.sight.join() !== [this.from, this.to, this.until].join()) this.requestUpdate();
    clip.style.width = `${this.seen.width}px`; // without its scroll bars
    clip.style.height = `${this.seen.height}px`;
    for (const m of clip.querySelectorAll<HTMLElement>(".mirror"))
      m.style.transform = `translate(${-this.seen.left}px, ${this.from * height - this.seen.top}px)`;
    this.placeCallout(clip);
  };

  /** Puts what is wrong beside its place. Where that is not in sight it is said below the box. */
  private placeCallout(clip: HTMLElement): void {
    const callout = clip.querySelector<HTMLElement>(".callout");
    if (!callout) return this.classList.remove("placed");
    const at = clip.querySelector(".bad")?.getBoundingClientRect();
    const box = clip.getBoundingClientRect();
    const sight = at !== undefined && at.bottom > box.top && at.top < box.bottom && at.right > box.left && at.left < box.right;
    this.classList.toggle("placed", sight);
    callout.style.visibility = sight ? "visible" : "hidden";
    if (!at) return;
    const left = Math.max(4, Math.min(at.left - box.left - 8, box.width - callout.offsetWidth - 4));
    const above = at.bottom + 6 + callout.offsetHeight > box.bottom && at.top - 6 - callout.offsetHeight >= box.top;
    callout.classList.toggle("above", above);
    callout.style.transform = `translate(${left}px, ${above ? at.top - box.top - 6 - callout.offsetHeight : at.bottom - box.top + 6}px)`;
    callout.style.setProperty("--tip", `${Math.max(4, Math.min(at.left - box.left - left, callout.offsetWidth - 14))}px`);
  }

  readonly jump = (line: number, column: number) => (): void => {
    const text = this.lines[line - 1];
    if (text === undefined || !this.area) return;
    const unit = unitsBefore(text, column);
    const at = this.lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, unit);
    this.area.focus();
    this.area.setSelectionRange(at, at + 1);
    this.show(line - 1, unit);
  };

  /** Over the text: what was read and what was skipped, the selected bytes and those pointed at, or where it cannot be read. */
  private layers() {
    [this.from, this.to, this.until] = this.sight;
    const { error, mended } = store;
    if (store.text === "") return nothing; // what the empty box says is no text
    const draw = (marks: Stretch[]) =>
      marks.length > 0 ? html`<div class="mirror">${layer(this.lines, this.from, this.to, this.until, marks)}</div>` : nothing;
    const read = [this.parts(), this.written(store.selection, "sel"), this.written(store.hovered, "hov")];
    const mendedAt = (mended ?? []).slice(1).map((f) => placeOf(store.text, f.from));
    const wrong = [...(error ? [error] : []), ...mendedAt, ...(store.paste?.notes ?? []).filter((n) => isDigit(n.text))];
    const bad = wrong.flatMap((e) => this.character(e.line, e.column)).sort((a, b) => a.line - b.line || a.start - b.start);
    if (!error || mended) return [...read, bad].map(draw);
    if (bad.length === 0) return nothing; // the position of the error is only said, not drawn
    return html`${draw(bad)}<div class="callout">${capital(sentence(error))}</div>`;
  }

  /** A character that cannot be read, where it is in sight. */
  private character(line: number, column: number): Stretch[] {
    const text = line > this.from && line <= this.to ? this.lines[line - 1] : undefined;
    if (text === undefined || this.cut) return [];
    const start = unitsBefore(text, column);
    return [{ line: line - 1, start, end: start + (text.codePointAt(start)! > 0xffff ? 2 : 1), kind: "bad" }];
  }

  /** Says that the box does not hold all of the text. */
  private cutNotice() {
    if (!this.cut) return nothing;
    const [shown, all] = [this.shown, store.text].map((s) => num(s.length));
    return html`<span>The box shows the first ${shown} of ${all} characters, too many to edit here. </span>`;
  }

  override render() {
    const { error } = store;
    const { shown } = this;
    return html`
      <div class="row top"><h2><label for="t">${store.welcome ? "Example" : "Input"}</label></h2><span class="grow"></span>
        ${
          store.welcome
            ? nothing
            : html`<button title="Replace this with the text of the clipboard" @click=${() => void readClipboard(accept)}>Paste</button>
        <button ?disabled=${store.rows.count === 0 && store.text === ""} @click=${() => store.read("")}>Clear</button>`
        }</div>
      <div class="box">
        <textarea id="t" spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off" aria-describedby="said" .value=${shown} ?readonly=${this.cut}
          aria-invalid=${error ? "true" : "false"}
          placeholder=${store.rows.count > 0 ? "" : example}
          @input=${this.input} @paste=${this.pasted} @keydown=${this.undoKey} @scroll=${this.mark} @click=${this.caret} @keyup=${this.caret}></textarea>
        <div class="clip" aria-hidden="true">${this.layers()}</div>
      </div>
      <div class="said" id="said" role="status">${said(this, this.cutNotice())}</div>
      ${notes(this)}
      <div class="last"><details><summary>Decode as…</summary>
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

/** Where a text ends that is at most so long. */
function endOf(text: string, [lines, characters]: Extent): number {
  let end = -1;
  for (let n = 0; n < lines && (end = text.indexOf("\n", end + 1)) >= 0 && end < characters; n++);
  return Math.min(end < 0 ? text.length : end, characters);
}

customElements.define("fs-paste", PasteBox);
