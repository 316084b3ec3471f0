import { css, html, nothing } from "lit";
import { accept, acceptAll, type Compared, compare, comparePackets, exported, type Kind, languages, mark, marks, removeAll, undo } from "./bench";
import { num } from "./copyas";
import { save } from "./download";
import * as engine from "./engine";
import { undoes } from "./history";
import { menu } from "./menu";
import { Part } from "./part";
import { type PacketSource, store, type Topic } from "./store";
import { base, shades } from "./styles";

/** What the colours of findings mean, in the words of the legend. */
const legend = {
  raw: "constant",
  num: "number or counter",
  len: "length or count",
  addr: "same in the reply, address",
  text: "text",
  name: "checksum or flags",
  unk: "varies",
};

/** Bytes of a part that the grid shows. */
const most = 24;

interface Place {
  kind: number;
  row: number;
  from: number;
  to: number;
}

/** What unknown packets are made of: a grid, and findings to accept. */
class Structure extends Part {
  static override styles = [
    base,
    shades,
    css`
    :host { display: block; height: 100%; overflow: auto; border: 1px solid var(--line); border-radius: var(--radius); padding: 0.6rem 0.8rem; }
    h3 { margin-top: 1rem; } h3 small { font-weight: 400; color: var(--fg2); }
    .grid { overflow: auto; max-height: 15rem; border: 1px solid var(--line); border-radius: var(--radius); margin: 0.4rem 0; touch-action: pan-y;
      user-select: none; }
    .grid table { border-collapse: collapse; font: 0.92rem/1.6 var(--mono); white-space: pre; }
    .grid td, .grid th { padding: 0 0.3rem; border-inline-end: 1px solid var(--line); text-align: start; font-weight: 400; }
    .grid th { color: var(--fg2); position: sticky; inset-inline-start: 0; background: var(--bg); z-index: 1; }
    .grid i { font-style: normal; padding: 0 0.14rem; cursor: cell; }
    .grid i.on { background: var(--accent); color: var(--on-accent); }
    .grid td.accepted { box-shadow: inset 0 -2px var(--accent); }
    .legend { display: flex; flex-wrap: wrap; gap: 0.25rem 0.8rem; margin-top: 0.5rem; font-size: 0.92rem; }
    .legend b { display: inline-block; width: 1.2em; height: 0.9em; vertical-align: -0.1em; margin-inline-end: 0.3em; border: 1px solid var(--line);
      border-radius: 2px; }
    ul { list-style: none; margin: 0; padding: 0; }
    li { display: flex; gap: 0.5rem; align-items: baseline; border-bottom: 1px solid var(--line); padding: 0.2rem 0; }
    li > button { flex: none; min-width: 5.6rem; }
    li .at { flex: none; width: 4.2rem; font-family: var(--mono); color: var(--fg2); text-align: end; }
    li .what { flex: 1; min-width: 0; overflow-wrap: anywhere; }
    li input { width: 8rem; flex: none; }
    textarea { width: 100%; height: 16rem; font: 0.92rem/1.45 var(--mono); background: var(--bg); border: 1px solid var(--edge);
      border-radius: var(--radius); resize: vertical; }
    details { margin-top: 0.8rem; } .row { margin-top: 0.3rem; }
    @media (max-width: 600px) { li { flex-wrap: wrap; } li .what { flex-basis: 100%; order: 3; } li input { flex: 1; } }
  `,
  ];
  static override properties = { place: { state: true }, bigEndian: { state: true }, wrong: { state: true }, loading: { state: true } };
  protected readonly topics: readonly Topic[] = ["paste", "view", "capture", "select"];
  private place: Place | null = null;
  private bigEndian = false;
  private wrong = "";
  private loading = false;
  private found: Compared | null = null;
  /** What was compared, and how many packets there were to choose from. */
  private of: readonly unknown[] = [];
  private total = 0;
  /** The packets of a capture have not come yet. */
  private coming = false;
  /** Packets are being described by what was decided: a filter may leave out those that are compared. */
  private deciding = 0;
  private dragging = false;

  protected override get busy(): boolean {
    return this.loading || this.coming || this.deciding > 0;
  }

  protected override get listeners() {
    return [[window, "pointerup", () => (this.dragging = false)]] as const;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.begin();
  }

  private async begin(): Promise<void> {
    if (engine.benched()) return;
    this.loading = true;
    try {
      await engine.loadBench();
      store.reread();
    } catch (e) {
      this.wrong = `The comparison could not be loaded: ${e instanceof Error ? e.message : String(e)}`;
    }
    this.loading = false;
  }

  /** The numbers of the packets that are marked, if there is something to compare in them. */
  private get chosen(): number[] {
    return store.marked.size > 1 ? [...store.marked] : [];
  }

  /** What there is to compare. */
  private get now(): readonly unknown[] {
    return [store.packets ?? engine.session, store.packets?.unknown, this.chosen.join()];
  }

  /** Compares the packets, if that was not done. */
  private compared(): Compared | null {
    const { packets, unknown } = store;
    const { chosen } = this;
    const of = this.now;
    if (this.deciding > 0 || !engine.benched() || !of[0] || of.every((x, i) => x === this.of[i])) return this.found;
    this.of = of;
    if (packets) void this.fetch(packets, chosen, of);
    else {
      this.coming = false;
      const datagrams = chosen.length > 0 ? chosen.map((n) => n - 1).sort((a, b) => a - b) : unknown;
      this.total = datagrams.length;
      this.show(compare(datagrams, store.layout));
    }
    return this.found;
  }

  /** Compares packets of a capture once they are there. */
  private async fetch(from: PacketSource, chosen: readonly number[], of: readonly unknown[]): Promise<void> {
    this.coming = true;
    const datagrams = await from.datagrams(chosen).catch(() => null); // the capture was closed
    if (of !== this.of) return;
    this.coming = false;
    this.total = datagrams?.of ?? 0;
    this.show(datagrams && comparePackets(datagrams, store.layout));
    this.requestUpdate();
  }

  private show(found: Compared | null): void {
    this.found = found;
    const p = this.place;
    if (p && 2 * Math.max(p.from, p.to) >= (found?.kinds[p.kind]?.rows[p.row]?.hex.length ?? 0)) this.place = null;
  }

  /** Which packets are compared. */
  private said(n: number): string {
    const marked = this.chosen.length > 0;
    const which = `${marked ? "marked" : "unknown"} packets are compared`;
    if (n >= this.total) return `${num(n)} ${which}.`;
    const others = store.packets && !marked ? "; filter, or mark some with M, for others" : "";
    return `${marked ? "" : "The first "}${num(n)} of ${num(this.total)} ${which}${others}.`;
  }

  /** Shows what was decided, and describes the packets by the layout that it makes. */
  private async decided(found: Compared | string, said: string): Promise<void> {
    this.wrong = typeof found === "string" ? found : "";
    if (typeof found === "string") return;
    this.found = found;
    this.deciding++;
    const wrong = await store.describe(found.layout).finally(() => this.deciding--);
    if (store.packets) this.of = this.now; // the same packets go on being compared
    if (wrong !== "") this.wrong = `The layout cannot be read: ${wrong}`;
    this.requestUpdate();
    store.say(said);
  }

  private undo(redo: boolean): void {
    const found = undo(redo);
    if (found === null) return store.say(redo ? "Nothing to redo" : "Nothing to undo");
    void this.decided(found, redo ? "Redone" : "Undone");
  }

  private accept(kind: number, finding: number, name = this.finding(kind, finding).name): void {
    const f = this.finding(kind, finding);
    const said = name !== f.name ? `Named ${name}` : !f.accepted ? "Accepted" : f.marked ? "Mark removed" : "No longer accepted";
    void this.decided(accept(kind, finding, name), said);
  }

  private name(kind: number, finding: number, name: string): void {
    if (name !== this.finding(kind, finding).name) this.accept(kind, finding, name);
  }

  private finding(kind: number, finding: number) {
    return this.found!.kinds[kind]!.findings[finding]!;
  }

  /** Makes the selected bytes what a key says. */
  private mark(p: Place, key: string): void {
    const from = Math.min(p.from, p.to);
    const length = Math.abs(p.to - p.from) + 1;
    void this.decided(mark(p.kind, p.row, from, length, key, this.bigEndian), `Bytes from ${from} on are named`);
  }

  private readonly key = (e: KeyboardEvent): void => {
    const undo = undoes(e);
    if (undo) {
      this.taken(e);
      return this.undo(undo === "redo");
    }
    if (e.ctrlKey || e.metaKey || e.altKey || !this.found) return;
    const p = this.place ?? { kind: 0, row: 0, from: 0, to: 0 };
    const rows = this.found.kinds[p.kind]?.rows ?? [];
    const size = (rows[p.row]?.hex.length ?? 0) / 2;
    const moves: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -size, End: size };
    const by = moves[e.key];
    if (by !== undefined) {
      const to = Math.min(Math.max(p.to + by, 0), size - 1);
      this.select({ ...p, from: e.shiftKey ? p.from : to, to });
    } else if (e.key === "ArrowDown" || e.key === "ArrowUp") this.select(this.below(p, e.key === "ArrowDown" ? 1 : -1));
    else if (e.key === "b") this.bigEndian = !this.bigEndian;
    else if (e.key === "a" || e.key === "Enter") {
      const f = this.at(p);
      if (f >= 0) this.accept(p.kind, f);
    } else if (e.key === "Delete" || e.key === "Backspace") {
      const f = this.at(p);
      if (f >= 0 && this.finding(p.kind, f).accepted) this.accept(p.kind, f);
    } else if (marks.test(e.key) && this.place) this.mark(this.place, e.key);
    else return;
    this.taken(e);
  };

  private taken(e: Event): void {
    e.preventDefault();
    e.stopPropagation();
  }

  /** The same place in the row below or above, of the next kind after the last. */
  private below(p: Place, by: number): Place {
    const kinds = this.found!.kinds;
    let { kind, row } = p;
    row += by;
    if (row < 0 && kind > 0) row = kinds[--kind]!.rows.length - 1;
    else if (row >= kinds[kind]!.rows.length && kind + 1 < kinds.length) [kind, row] = [kind + 1, 0];
    row = Math.min(Math.max(row, 0), kinds[kind]!.rows.length - 1);
    const last = kinds[kind]!.rows[row]!.hex.length / 2 - 1;
    return { kind, row, from: Math.min(p.from, last), to: Math.min(p.to, last) };
  }

  /** The number of what was found of the byte at a place, -1 for nothing. */
  private at(p: Place): number {
    const spans = this.found?.kinds[p.kind]?.rows[p.row]?.spans;
    return spans?.find((s) => s.offset <= p.to && p.to < s.offset + s.length)?.finding ?? -1;
  }

  private select(p: Place): void {
    this.place = p;
    const f = this.at(p);
    const [from, to] = [Math.min(p.from, p.to), Math.max(p.from, p.to)];
    store.say(
      `Kind ${p.kind + 1}, row ${p.row + 1}, ${from === to ? `byte ${from}` : `bytes ${from} to ${to}`}${f < 0 ? "" : `: ${this.finding(p.kind, f).text}`}`,
    );
    void this.updateComplete.then(() => this.shadowRoot?.querySelector("i.on")?.scrollIntoView({ block: "nearest", inline: "nearest" }));
  }

  /** The place of the byte that an event is on. */
  private static placeOf(e: PointerEvent): Place | null {
    const i = (e.target as Element).closest<HTMLElement>("i[data-at]");
    if (!i) return null;
    const [kind, row, at] = i.dataset["at"]!.split(" ").map(Number) as [number, number, number];
    return { kind, row, from: at, to: at };
  }

  private readonly down = (e: PointerEvent): void => {
    const p = Structure.placeOf(e);
    if (!p) return;
    this.dragging = true;
    this.select(e.shiftKey && this.place?.kind === p.kind && this.place.row === p.row ? { ...this.place, to: p.to } : p);
  };
  private readonly over = (e: PointerEvent): void => {
    const p = this.dragging ? Structure.placeOf(e) : null;
    if (p && this.place?.kind === p.kind && this.place.row === p.row) this.select({ ...this.place, to: p.to });
  };

  private row(kind: number, k: Kind, r: number) {
    const { datagram, spans, hex } = k.rows[r]!;
    const p = this.place?.kind === kind && this.place.row === r ? this.place : null;
    const [from, to] = p ? [Math.min(p.from, p.to), Math.max(p.from, p.to)] : [1, 0];
    return html`<tr><th scope="row">${datagram + 1}</th>${spans.map((s) => {
      const f = k.findings[s.finding];
      const bytes = Array.from({ length: Math.min(s.length, most) }, (_, i) => s.offset + i);
      return html`<td class="h-${f && f.hue !== "unk" ? f.hue : "none"} d-0 ${f?.accepted ? "accepted" : ""}" title=${f?.text ?? "nothing found"}>${bytes.map(
        (at) => html`<i data-at="${kind} ${r} ${at}" class=${at >= from && at <= to ? "on" : ""}>${hex.slice(2 * at, 2 * at + 2)}</i>`,
      )}${s.length > most ? "…" : ""}</td>`;
    })}</tr>`;
  }

  private kind(kind: number, k: Kind) {
    return html`<h3>Kind ${kind + 1} <small>${num(k.packets)} ${k.packets === 1 ? "packet" : "packets"}${
      k.rows.length < k.packets ? `, the first ${k.rows.length} shown` : ""
    }${k.about === "" ? "" : `, ${k.about}`}</small></h3>
      <div class="grid" tabindex="0" role="group" aria-label=${`Packets of kind ${kind + 1}. Arrow keys select bytes; 1, 2, 4, 8, f, s, c, g and x name them.`}
        @keydown=${this.key} @pointerdown=${this.down} @pointerover=${this.over}
        @focus=${() => this.place?.kind !== kind && this.select({ kind, row: 0, from: 0, to: 0 })}>
        <table><tbody>${k.rows.map((_, r) => this.row(kind, k, r))}</tbody></table></div>
      <div class="row"><button
          @click=${() => void this.decided(acceptAll(kind), "Accepted")}
          ?disabled=${k.findings.every((f) => f.accepted)}>Accept all of kind ${kind + 1}</button></div>
      <ul aria-label=${`Findings of kind ${kind + 1}`}>${k.order.map((i) => {
        const f = k.findings[i]!;
        return html`<li><button aria-pressed=${f.accepted} @click=${() => this.accept(kind, i)}>${f.accepted ? "Accepted" : "Accept"}</button>
          <span class="at">${f.offset}${f.length === 0 ? "…" : ` +${f.length}`}</span>
          <span class="what">${f.type}: ${f.text} <span class="muted">true in ${f.holds} of ${f.seen}${
            f.excludes.length > 0 ? `; less likely ${f.excludes.join(", ")}` : ""
          }</span></span>
          ${
            f.accepted
              ? html`<input aria-label="Name of these bytes" placeholder="Name" .value=${f.name}
                @change=${(e: Event) => this.name(kind, i, (e.target as HTMLInputElement).value.trim())}>`
              : nothing
          }</li>`;
      })}</ul>`;
  }

  private exports() {
    const text = store.layout;
    return menu("Export layout", () => [
      ["Kaitai Struct (.ksy)", () => save("found.ksy", "text/plain", text)],
      ...languages.map(
        ([, name, ending], i) =>
          [
            name,
            () => {
              try {
                save(`found.${ending}`, "text/plain", exported(text, i));
              } catch (e) {
                store.say(e instanceof Error ? e.message : String(e));
              }
            },
          ] as const,
      ),
    ]);
  }

  private async apply(): Promise<void> {
    const text = this.shadowRoot!.querySelector("textarea")!.value;
    const wrong = await store.describe(text.trim() === "" ? "" : text);
    this.wrong = wrong;
    if (wrong !== "") return;
    this.of = [];
    this.requestUpdate();
    store.say("Layout applied");
  }

  override render() {
    const found = this.compared();
    if (this.loading) return html`<p class="muted" role="status">Loading the comparison…</p>`;
    const list = found?.kinds ?? [];
    return html`<div class="row"><h2>Structure</h2>
        <button @click=${() => this.undo(false)} ?disabled=${!found?.canUndo}>Undo</button>
        <button aria-pressed=${this.bigEndian} title="Byte order of the numbers that keys make (B)"
          @click=${() => (this.bigEndian = !this.bigEndian)}>${this.bigEndian ? "Big endian" : "Little endian"}</button>
        ${
          store.layout === ""
            ? nothing
            : html`${this.exports()}
          <button @click=${() => void this.decided(removeAll(), "Layout removed")}>Remove layout</button>`
        }
      </div>
      ${this.wrong === "" ? nothing : html`<p class="error" role="alert">${this.wrong}</p>`}
      ${
        list.length === 0
          ? html`<p class="muted">${
              store.packets
                ? "Two or more unknown packets of those that the filter shows are compared here, or those that are marked with M"
                : "Paste two or more unknown packets, with an empty line between them"
            }; twelve that differ say most.</p>`
          : html`<p class="muted">${this.said(found!.packets)} Accept what is right: packets are decoded by it at once. Drag over bytes and
            press 2, 4 or 8 for a number, f float, s text, c checksum, g flags, x bytes; B changes the byte order.</p>
          <div class="legend">${Object.entries(legend).map(
            ([hue, words]) => html`<span><b class="h-${hue === "unk" ? "none" : hue} d-0"></b>${words}</span>`,
          )}</div>
          ${list.map((k, i) => this.kind(i, k))}`
      }
      <details><summary>Layout as text (Kaitai Struct)</summary><textarea aria-label="Layout" spellcheck="false" .value=${store.layout}></textarea>
        <div class="row"><button @click=${() => void this.apply()}>Apply</button></div></details>`;
  }
}

customElements.define("fs-structure", Structure);
