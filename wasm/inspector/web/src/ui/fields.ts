import { html, nothing } from "lit";
import { Part } from "./part";
import { store, type Topic } from "./store";
import { base, scrolled, shades } from "./styles";
import { Virtual } from "./virtual";
import { rem } from "./measure";
import { Room } from "./room";
import { hues, shadeOf } from "./shade";
import { capital, hex, size, visible } from "./copyas";
import { brief, briefly } from "./value";
import { look, narrow, rowHeight } from "./fieldLook";
import { mark } from "./list";
import { hits } from "./search";
import { changeTo, editable, onlyBytes } from "./edit";
import { switchBase } from "./keys";
import { offset, settings } from "./settings";
import { definitionAt, type Field, groupsOf, isWorse, type Message, type Problem, rowAt } from "./model";

/** Names whose width is measured. */
const mostMeasured = 400;

/** By their keys which groups were opened or closed, and what was last done with all of them: it holds in the next packet too. */
const kept = new Map<string, boolean>();
let all: boolean | undefined;

/** The fields of a datagram: as the documents' table or as a tree. */
class FieldGrid extends Part {
  static override styles = [base, scrolled, shades, look];

  protected readonly topics: readonly Topic[] = ["current", "select", "hover", "view", "search", "edit"];
  private readonly virtual = new Virtual(
    this,
    () => rem(this.rowHeight),
    () => this.visible.length,
    () => rem(this.rowHeight),
  );
  private readonly room = new Room(this, narrow);
  private get rowHeight(): number {
    return this.room.enough ? rowHeight.wide : rowHeight.narrow;
  }
  private readonly closed = new Set<number>();
  /** How many groups the message has with each definition, by its number. */
  private groups = new Map<number, number>();
  private shown: readonly number[] | null = null;
  private of: Message | null = null;
  private problems = new Map<number, Problem>();
  /** For each group the worst problem of its members. */
  private within = new Map<number, Problem>();

  /** Begins with the message that is shown, if it is another one. */
  private follow(): void {
    const m = store.message;
    if (m === this.of) return;
    this.of = m;
    this.closed.clear();
    this.groups.clear();
    for (const g of groupsOf(m)) this.groups.set(g.definition, (this.groups.get(g.definition) ?? 0) + 1);
    for (const g of groupsOf(m)) {
      const f = rowAt(m, g.row)!;
      const open = this.groups.get(g.definition) === 1 ? kept.get(f.definition.key) : undefined;
      // A line that says nothing is no place to fold something into.
      if (!(open ?? all ?? (!g.folded || (f.kind === "group" && brief(f) === "")))) this.closed.add(g.row);
    }
    this.shown = null;
    this.place();
  }

  /** Finds which problem is shown beside which row. */
  private place(): void {
    const m = this.of;
    this.problems.clear();
    this.within.clear();
    for (const p of m?.problems ?? []) {
      if (p.row < 0) continue;
      const worst = (map: Map<number, Problem>, row: number): boolean => isWorse(p.severity, map.get(row)?.severity);
      if (worst(this.problems, p.row)) this.problems.set(p.row, p);
      for (let row = m!.parent(p.row); row >= 0; row = m!.parent(row)) if (worst(this.within, row)) this.within.set(row, p);
    }
  }

  /** Indexes of the fields that no closed group hides. */
  private get visible(): readonly number[] {
    this.follow();
    const m = store.message;
    if (!m) return [];
    if (!this.shown) {
      const list: number[] = [];
      for (let i = 0; i < m.rowCount; i = this.closed.has(i) ? m.next(i) : i + 1) list.push(i);
      this.shown = list;
    }
    return this.shown;
  }

  /** The row whose value is changed in it, -1 for none, and why it could not be. */
  private editing = -1;
  private editError = "";

  /** Opens a box for the value of the field that is selected, in its row. */
  private begin(): void {
    const f = store.field;
    if (!f || !editable()) return;
    if (store.tab !== "fields" || store.pane !== "fields") store.setView({ tab: "fields", pane: "fields" });
    // In the line of a pair it is the value that is changed.
    this.editing = this.valueRow(f);
    this.editError = "";
    this.requestUpdate();
    void this.updateComplete.then(() => {
      const box = this.shadowRoot?.querySelector<HTMLInputElement>(".edit");
      box?.focus();
      box?.select();
    });
  }

  /** The row that holds the value that a row shows: of a pair that of its value. */
  private valueRow(f: Field): number {
    if (f.kind !== "group" || f.text === "") return f.index;
    for (let i = f.next - 1; i > f.index; i--) if (rowAt(f.message, i)!.text === f.text) return i;
    return f.index;
  }

  private end(error = ""): void {
    this.editError = error;
    if (error !== "") return this.requestUpdate();
    this.editing = -1;
    this.requestUpdate();
    void this.updateComplete.then(() => this.shadowRoot?.querySelector<HTMLElement>(".vscroll")?.focus());
  }

  private readonly editKey = (e: KeyboardEvent): void => {
    e.stopPropagation();
    if (e.key === "Escape") this.end();
    else if (e.key === "Enter") this.end(changeTo(rowAt(store.message, this.editing)!, (e.target as HTMLInputElement).value));
  };

  private editor(f: Field) {
    const bytes = f.message.data.subarray(f.offset, f.offset + f.length);
    return html`<input class="edit" aria-label=${`New value of ${f.name}`} autocomplete="off" spellcheck="false"
      .value=${onlyBytes(f) ? hex(bytes) : f.plain} aria-invalid=${this.editError ? "true" : "false"} @keydown=${this.editKey}
      @click=${still} @dblclick=${still}
      @blur=${() => this.editError === "" && this.editing >= 0 && this.end()}>${
        this.editError ? html` <span class="why error" role="alert">${capital(visible(this.editError))}</span>` : nothing
      }`;
  }

  protected override get busy(): boolean {
    return store.arriving;
  }
  protected override get packet(): number {
    return store.shown;
  }

  protected override changed(topic: Topic): void {
    if (topic === "edit") return this.begin();
    if (topic === "current" || topic === "select") this.editing = -1;
    if (topic !== "select" || !store.message) return;
    let f = store.selection?.row ?? -1;
    if (f < 0 && store.selection) f = store.message.leafAt(store.selection.start);
    for (let p = f < 0 ? -1 : store.message.parent(f); p >= 0; p = store.message.parent(p)) {
      if (this.closed.delete(p)) this.shown = null;
    }
    void this.updateComplete.then(() => this.virtual.reveal(this.visible.indexOf(f)));
  }

  /** Whether a group is the only one of its kind: the headers of a frame, not one of many players. */
  private only(f: Field): boolean {
    return this.groups.get(f.message.packed[definitionAt(f.index)]!) === 1;
  }

  private toggle(i: number, open?: boolean): void {
    const m = store.message;
    const f = rowAt(m, i);
    if (!f || !isGroup(f)) return;
    const opens = open ?? this.closed.has(i);
    if (opens) this.closed.delete(i);
    else this.closed.add(i);
    if (this.only(f)) kept.set(f.definition.key, opens);
    this.shown = null;
    this.requestUpdate();
  }

  /** Opens or closes all groups; what is selected in one that closes gives way to the group. */
  private toggleAll(open: boolean): void {
    const m = store.message;
    if (!m) return;
    this.closed.clear();
    kept.clear();
    all = open;
    if (!open) for (const g of groupsOf(m)) this.closed.add(g.row);
    this.shown = null;
    let top = store.field;
    while (!open && top && top.parent >= 0) top = rowAt(m, top.parent);
    if (top && top !== store.field) store.selectField(top.index);
    store.say(open ? "All groups are open" : "All groups are closed");
    this.requestUpdate();
  }

  private readonly key = (e: KeyboardEvent): void => {
    const m = store.message;
    if (!m || e.ctrlKey || e.metaKey || e.altKey || e.target !== e.currentTarget) return;
    const list = this.visible;
    const f = store.field;
    const at = list.indexOf(f?.index ?? -1);
    if (e.shiftKey && (e.key === "ArrowRight" || e.key === "ArrowLeft")) {
      this.toggleAll(e.key === "ArrowRight");
      e.preventDefault();
      return;
    }
    const next = this.virtual.target(e, at);
    const group = f && isGroup(f);
    if (next !== undefined) store.selectField(list[next] ?? -1);
    else if (e.key === "ArrowRight") {
      if (group && this.closed.has(f.index)) this.toggle(f.index, true);
      else if (group) store.selectField(list[at + 1]!);
    } else if (e.key === "ArrowLeft") {
      if (group && !this.closed.has(f.index)) this.toggle(f.index, false);
      else if (f && f.parent >= 0) store.selectField(f.parent);
    } else if (e.key === "Enter" || e.key === " ") {
      if (f) this.toggle(f.index);
    } else if (e.key === "Escape") store.clearSelection();
    else if (e.key === "F2" && f) store.announce("edit");
    else return;
    e.preventDefault();
  };

  private readonly edit = (e: Event): void => {
    if (this.index(e) >= 0 && !(e.target as Element).closest(".tw")) store.announce("edit");
  };

  private index(e: Event): number {
    const row = (e.target as Element).closest<HTMLElement>("[data-i]");
    return row ? Number(row.dataset["i"]) : -1;
  }

  private readonly press = (e: Event): void => {
    const i = this.index(e);
    if (i < 0) return;
    if ((e.target as Element).closest(".tw")) this.toggle(i);
    else store.selectField(i);
  };

  /** The selected field as a line, for who copies while the fields have the keyboard. */
  copied(): string {
    const f = store.field;
    return f ? f.message.line(f.index) : "";
  }

  private readonly over = (e: Event): void => store.hover(this.index(e));
  private readonly out = (): void => store.hover(-1);

  private classes(f: Field): string {
    const c = ["f"];
    if (f.kind === "group") c.push("group");
    if (f.kind === "bit" || f.kind === "part") c.push("bit");
    if (hues[f.hue] === "len") c.push("len");
    if (f.index === store.hovered?.row) c.push("hov");
    const h = rowAt(store.message, store.hovered?.row ?? -1);
    if (h && f.index < h.index && f.next > h.index) c.push("up");
    if (hits.has(f.index)) c.push("hit");
    return c.join(" ");
  }

  protected override updated(): void {
    const m = store.message;
    if (!m) return;
    noteFirst();
    if (this.measured === this.visible && this.at === this.rowHeight) return;
    this.measured = this.visible;
    this.at = this.rowHeight;
    this.style.setProperty("--names", `${this.widest(m).toFixed(2)}rem`);
    this.style.setProperty("--offsets", String(offset(0, m.data.length).length));
  }

  private measured: readonly number[] | null = null;
  private at = 0;

  /** Width of the longest name, with what is before it, in rem. */
  private widest(m: Message): number {
    const pen = document.createElement("canvas").getContext("2d");
    if (!pen) return 14;
    const font = getComputedStyle(this).fontFamily;
    let most = 8 * rem(1);
    for (const row of this.visible.slice(0, mostMeasured)) {
      const f = rowAt(m, row)!;
      pen.font = `${f.kind === "group" ? "600 " : ""}${rem(1)}px ${font}`;
      const before = this.room.enough ? 2.65 : 1.85;
      const depth = Math.min(f.depth, 4);
      most = Math.max(most, pen.measureText(f.name).width + rem(before + (depth > 0 ? 0.3 + 0.9 * depth : 0.4)));
    }
    return most / rem(1) / (this.room.enough ? 1 : 0.97);
  }

  private row(m: Message, i: number, tree: boolean) {
    const f = rowAt(m, i)!;
    const raw = m.data.subarray(f.offset, f.offset + Math.min(f.length, 24));
    const group = isGroup(f);
    const open = !this.closed.has(i);
    const problem = open ? this.problems.get(i) : worse(this.problems.get(i), this.within.get(i));
    const worst = problem?.severity ?? "";
    const edited = this.editing >= 0 && this.valueRow(f) === this.editing;
    return html`<div class=${this.classes(f)} role="row" id="f${i}" data-i=${i} title=${tip(f)} aria-level=${f.depth + 1} aria-rowindex=${i + 2}
      aria-expanded=${group ? String(open) : nothing} aria-selected=${i === store.selection?.row}>
      <span class="mark ${worst}" role="gridcell">${mark(worst)}</span>
      ${tree ? nothing : html`<span class="off" role="gridcell">${offset(f.offset, m.data.length)}</span>`}
      <span class="name in-${Math.min(f.depth, 4)}" role="gridcell">
        ${group ? html`<span class="tw" aria-hidden="true">${open ? "▾" : "▸"}</span>` : html`<span class="tw"></span>`}
        <span class="chip ${shadeOf(f)}" aria-hidden="true"></span><bdi>${f.name}</bdi></span>
      ${tree ? nothing : html`<span class="raw" role="gridcell">${f.kind === "group" || f.length === 0 ? "" : hex(raw) + (f.length > 24 ? " …" : "")}</span>`}
      <span class="value" role="gridcell">${edited ? this.editor(rowAt(m, this.editing)!) : this.value(f, problem)}</span>
    </div>`;
  }

  /** The value, what is wrong with it and what it means. */
  private value(f: Field, problem: Problem | undefined) {
    const note = f.note
      .split("; ")
      .filter((n) => n !== "ambiguous") // its detail says between what
      .join("; ");
    return html`${valueIn(f)}${problem ? html` <span class="why ${problem.severity}">${visible(problem.message)}</span>` : nothing}${
      note ? html` <span class="note">${brief(f) !== "" || problem ? "– " : ""}<bdi>${note}</bdi></span>` : nothing
    }`;
  }

  override render() {
    const m = store.message;
    if (!m) return html`<div class="empty"><slot></slot></div>`;
    const tree = store.fieldsView === "tree";
    const list = this.visible;
    const rows = [];
    for (let n = this.virtual.first; n < Math.min(this.virtual.last, list.length); n++) rows.push(this.row(m, list[n]!, tree));
    let groups = 0;
    for (const n of this.groups.values()) groups += n;
    const anyOpen = this.closed.size < groups;
    const selected = store.selection?.row ?? -1;
    const at = list.indexOf(selected);
    const shown = at >= this.virtual.first && at < this.virtual.last;
    return html`<div class="vscroll ${tree ? "tree" : "table"}" tabindex="0" role="treegrid" aria-label="Fields of the datagram"
      aria-rowcount=${m.rowCount + 1}
        aria-activedescendant=${shown ? `f${selected}` : nothing} @scroll=${this.virtual.onScroll} @keydown=${this.key} @click=${this.press}
        @dblclick=${this.edit}
        @mouseover=${this.over} @mouseleave=${this.out}>
      <div class="f head" role="row" aria-rowindex="1"><span role="columnheader"><span class="sr">Problems</span></span>
        ${
          tree
            ? nothing
            : html`<span role="columnheader" class="off"><button class="offhead" aria-pressed=${settings.hex} aria-label="Offset: hexadecimal offsets"
              title=${`Offsets are ${settings.hex ? "hexadecimal" : "decimal"}: switch (x)`} @click=${switchBase}>Offset</button></span>`
        }<span role="columnheader" class="fieldhead">${
          groups > 0
            ? html`<button class="tw" aria-label=${anyOpen ? "Close all groups" : "Open all groups"}
              title=${anyOpen ? "Close all groups (Shift + ←)" : "Open all groups (Shift + →)"}
          @click=${() => this.toggleAll(!anyOpen)}>${anyOpen ? "▾" : "▸"}</button>`
            : html`<span class="tw"></span>`
        }Field</span>
        ${tree ? nothing : html`<span role="columnheader" class="rawhead">Bytes</span>`}<span role="columnheader">Value and meaning</span></div>
      <div class="vspace" role="rowgroup"><div class="vwin" role="presentation">${rows}</div></div></div>`;
  }
}

const still = (e: Event): void => e.stopPropagation();

/** Whether it has others in it: a group, or flags. */
const isGroup = (f: Field): boolean => f.next > f.index + 1;

let noted = false;

/** Marks when the first packet is in the page, and when it was painted, for measurements. */
function noteFirst(): void {
  if (noted) return;
  noted = true;
  performance.mark("first packet");
  requestAnimationFrame(() => setTimeout(() => performance.mark("first packet painted")));
}

const worse = (a: Problem | undefined, b: Problem | undefined): Problem | undefined => (b && isWorse(b.severity, a?.severity) ? b : a);

/** The value of a row, or how long a group is that has none. */
function valueIn(f: Field) {
  if (f.kind !== "group" || brief(f) !== "") return briefly(f);
  return f.folded ? nothing : html`<span class="note">${size(f.length)}</span>`;
}

/** A row in full, for who points at it. */
function tip(f: Field): string {
  const what = [brief(f) === "" ? f.name : `${f.name} = ${brief(f)}`, f.note].filter(Boolean).join(" – ");
  return `${what}\nOffset ${offset(f.offset)}${f.length > 0 ? `, ${size(f.length)}` : ""}`;
}

customElements.define("fs-fields", FieldGrid);
