import { css, html, nothing } from "lit";
import { Part } from "../part";
import { store, type Topic } from "../store";
import { base } from "../styles";
import { save } from "../download";
import { menu, type Offer } from "../menu";
import { capital, num, visible } from "../copyas";
import { rem } from "../measure";
import { capture } from "./state";
import { load, write } from "./parquet";
import { usedFilters } from "./used";
import type { ExportKind, Suggestions, TableName } from "../../api/capture.ts";
import { tables } from "../../api/captureTypes.ts";

const kinds: ReadonlyArray<readonly [kind: ExportKind, table: TableName | "", name: string, end: string]> = [
  ["json", "", "Report, JSON", "json"],
  ["html", "", "Report, HTML", "html"],
  ["text", "", "Report, text", "txt"],
  ["pcapng", "", "Capture with comments, pcapng", "annotated.pcapng"],
  ...tables.map((t) => ["ndjson", t, `Table of ${t}, NDJSON`, `${t}.ndjson`] as const),
  ...tables.map((t) => ["csv", t, `Table of ${t}, CSV`, `${t}.csv`] as const),
  ...tables.map((t) => ["parquet", t, `Table of ${t}, Parquet`, `${t}.parquet`] as const),
];

/** Suggestions that are shown. */
const most = 10;

/** The capture that is open: how far it is read, the filter, what can be exported. */
class CaptureBar extends Part {
  static override styles = [
    base,
    css`
    :host { display: flex; flex-direction: column; gap: 0.35rem; min-height: 0; overflow: auto; max-height: 40vh; }
    .line { display: flex; gap: 0.4rem 0.75rem; align-items: center; flex-wrap: wrap; } .line .filter { flex: 1 1 20rem; }
    progress { width: 9rem; height: 0.7rem; accent-color: var(--accent); }
    .working { display: inline-flex; gap: 0.5rem; align-items: center; flex-wrap: wrap; font-variant-numeric: tabular-nums; }
    .line > button:first-of-type { margin-inline-start: auto; } .filter ~ button { margin-inline-start: 0 !important; }
    h2 { overflow-wrap: anywhere; }
    .filter { position: relative; } .filter label { display: flex; gap: 0.4rem; align-items: center; }
    .filter input { flex: 1; min-width: 4rem; font-family: var(--mono); }
    .filter input[aria-invalid="true"] { border-color: var(--error); }
    ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--edge); border-radius: var(--radius); overflow: auto; background: var(--bg);
      position: fixed; z-index: 3; box-shadow: 0 4px 12px color-mix(in srgb, #000 25%, transparent); }
    li { padding: 0.15rem 0.5rem; cursor: pointer; } li[aria-selected="true"], li:hover { background: var(--accent-soft); }
    li b { font-family: var(--mono); font-weight: 600; } li span { color: var(--fg2); }
    li[aria-selected="true"] span { color: var(--fg); }
    p { margin: 0; overflow-wrap: anywhere; }
    select { max-width: 7rem; } .filter input:focus-visible { outline-offset: -2px; }
    pre { margin: 0; font: 0.92rem var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
    @media (max-width: 820px) {
      .line .filter { flex: 1 1 9rem; } .filter label span, .line > button:disabled { display: none; }
      .line:has(h2):not(:has(.warning)) { flex-wrap: nowrap; white-space: nowrap; } .line h2, .line .muted { overflow: hidden; text-overflow: ellipsis; }
      .line h2 { flex: none; max-width: calc(100% - 5rem); }
    }
    @media (max-width: 480px) { .line .muted { display: none; } }
    .where { background: var(--error-soft); color: var(--error); text-decoration: underline; }
  `,
  ];
  static override properties = { found: { state: true }, at: { state: true } };
  protected readonly topics: readonly Topic[] = ["capture", "rows"];
  private found: Suggestions["list"] = [];
  private replace = 0;
  private at = -1;
  private shown: string | null = null;

  protected override get busy(): boolean {
    return capture.busy || capture.working !== null;
  }

  private get input(): HTMLInputElement {
    return this.shadowRoot!.querySelector("input")!;
  }

  /** Changes with each question and when the list is closed: an answer to a question before is not shown. */
  private turn = 0;
  private readonly suggest = async (): Promise<void> => {
    const input = this.input;
    const turn = ++this.turn;
    const before = input.value.slice(0, input.selectionStart ?? undefined);
    const s = await capture.source?.suggest(before, input.value === "" ? usedFilters() : []);
    if (!s || turn !== this.turn || this.shadowRoot!.activeElement !== input || before !== input.value.slice(0, input.selectionStart ?? undefined)) return;
    this.found = s.list.slice(0, most);
    this.replace = s.replace;
    this.at = -1;
  };

  /** The suggestions are for the text that was there before: none of them is to be taken now. */
  private readonly typed = (): void => {
    this.close();
    void this.suggest();
  };

  private close(): void {
    this.turn++;
    this.found = [];
    this.at = -1;
  }

  private take(i: number): void {
    const input = this.input;
    const end = input.selectionStart ?? input.value.length;
    const before = input.value.slice(0, end - this.replace) + this.found[i]!.insert;
    input.value = before + input.value.slice(end);
    input.setSelectionRange(before.length, before.length);
    input.focus();
    this.close();
    if (/[("]$/.test(before)) void this.suggest();
  }

  private readonly key = (e: KeyboardEvent): void => {
    const n = this.found.length;
    if (e.key === "ArrowDown" && n === 0) void this.suggest();
    else if (n > 0 && (e.key === "ArrowDown" || e.key === "ArrowUp")) {
      this.at = e.key === "ArrowDown" ? (this.at + 1) % n : this.at <= 0 ? n - 1 : this.at - 1;
    } else if (n > 0 && ((e.key === "Tab" && !e.shiftKey) || (e.key === "Enter" && this.at >= 0))) this.take(Math.max(0, this.at));
    else if (e.key === "Escape" && n > 0) {
      this.close();
      e.stopPropagation();
    } else if (e.key === "Enter") {
      this.apply();
    } else return;
    e.preventDefault();
  };

  /** The text that was applied last: another one is being typed. */
  private applied = "";
  private readonly apply = (): void => {
    this.close();
    this.applied = this.input.value.trim();
    void capture.filter(this.applied);
  };

  private readonly clear = (): void => {
    this.input.value = "";
    this.close();
    void capture.filter("");
  };

  private async export([kind, table, , end]: (typeof kinds)[number]): Promise<void> {
    const source = capture.source;
    if (!source) return;
    capture.error = "";
    try {
      const blob = kind === "parquet" ? await this.parquet(table || "exchanges") : await capture.work("Exporting", (task) => source.export(kind, table, task));
      if (blob) save(`${capture.name.replace(/(\.(pcapng|pcap|cap|ntar))?(\.(gz|zst|lz4|bz2))?$/i, "")}.${end}`, blob.type, blob);
    } catch (err) {
      capture.error = err instanceof Error ? err.message : String(err);
      capture.announce();
    }
  }

  /** The offer of an export, below a remark if what it takes is loaded first. */
  private offers(kind: (typeof kinds)[number], before: (typeof kinds)[number] | undefined): Offer[] {
    const offer: Offer = [kind[2], () => void this.export(kind)];
    return kind[0] === "parquet" && before?.[0] !== "parquet" ? [["Loads 4 MB the first time:"], offer] : [offer];
  }

  /** A program of its own writes Parquet: it is loaded first. */
  private async parquet(table: TableName): Promise<Blob | undefined> {
    const { file, summary, expression } = capture;
    if (summary?.stopped) throw new Error("Reading was stopped, but Parquet needs the whole capture: open it again and let it be read");
    const loading = await capture.work("Loading the Parquet writer", (task) => load(task.signal));
    return loading && file ? capture.work("Exporting", (task) => write(file, store.layout, expression, table, task)) : undefined;
  }

  protected override get listeners() {
    return [[window, "resize", this.place]] as const;
  }

  /** The suggestions lie above the page, where there is room for them; nothing moves when they come. */
  private readonly place = (): void => {
    const list = this.shadowRoot?.querySelector<HTMLElement>("ul");
    if (!list || this.found.length === 0) return;
    const at = this.input.getBoundingClientRect();
    const width = Math.min(Math.max(at.width, 24 * rem(1)), innerWidth - 16);
    list.style.left = `${Math.max(8, Math.min(at.left, innerWidth - 8 - width))}px`;
    list.style.top = `${at.bottom + 2}px`;
    list.style.width = `${width}px`;
    list.style.maxHeight = `${Math.max(96, innerHeight - at.bottom - 12)}px`;
    list.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  };

  override updated(): void {
    this.place();
    // The filter that holds is shown when something else set it; what is being typed stays.
    const input = this.shadowRoot?.querySelector("input");
    if (!input || this.shown === capture.expression) return;
    this.shown = capture.expression;
    if (this.shadowRoot?.activeElement !== input || input.value.trim() === this.applied) input.value = capture.expression;
  }

  private working() {
    const w = capture.working;
    if (!w) return nothing;
    const p = w.progress;
    const share = p.total > 0 && w.what !== "Exporting" ? Math.min(1, p.bytes / p.total) : null;
    const seconds = (performance.now() - w.since) / 1000;
    const rate = w.what === "Reading" && seconds > 0.3 ? `, ${num(Math.round(p.all / seconds))} packets/s` : "";
    const packets = w.what === "Reading" && p.all > 0 ? `, ${num(p.all)} packets${rate}` : "";
    return html`<span class="working"><label for="bar">${w.what}… ${share === null ? "" : `${Math.floor(share * 100)} %`}${packets}</label>
      <progress id="bar" max="1" .value=${share ?? nothing}></progress> <button @click=${() => w.stop.abort()}>Cancel</button></span>`;
  }

  private state() {
    const s = capture.summary!;
    const all = num(capture.working?.progress.all || s.packets);
    const n = num(store.rows.count);
    const packets = capture.expression ? `${n} of ${all} packets match` : `${n} packets`;
    const problems = s.problems.length === 1 ? "The file has a problem" : `The file has ${num(s.problems.length)} problems`;
    const stopped = capture.read && s.stopped ? "; reading was stopped" : "";
    return html`${capture.working ? this.working() : html`<p class="muted">${s.format}, ${packets}${stopped}</p>`}
      ${
        s.problems.length > 0
          ? html`<p class="warning">${problems}: ${visible(s.problems[0]!.message)}
            <button class="link" @click=${() => store.setView({ captureTab: "problems" })}>All problems</button></p>`
          : nothing
      }`;
  }

  private wrong() {
    if (!capture.filterError) return nothing;
    const text = this.input.value.trim();
    const at = capture.filterColumn;
    const characters = [...text];
    return html`<div class="error" role="alert"><p>${capital(visible(capture.filterError))}</p>
      ${
        at >= 0 && at < characters.length
          ? html`<pre>${visible(characters.slice(0, at).join(""))}<span
            class="where">${visible(characters[at]!)}</span>${visible(characters.slice(at + 1).join(""))}</pre>`
          : nothing
      }</div>`;
  }

  override render() {
    const s = capture.source;
    const ready = capture.read && (capture.working === null || capture.working.what === "Filtering");
    return html`<div class="line"><h2><bdi>${visible(capture.name)}</bdi></h2>${s && capture.summary ? this.state() : nothing}<button
        @click=${() => store.read("")}>Close</button></div>
      ${s && capture.summary ? nothing : this.working()}${capture.error ? html`<p class="error" role="alert">${capital(visible(capture.error))}</p>` : nothing}
      ${
        s && capture.summary
          ? html`<div class="line"><div class="filter"><label><span>Filter</span> <input aria-label="Filter" type="text"
          spellcheck="false" autocomplete="off" autocapitalize="off" role="combobox"
          aria-expanded=${this.found.length > 0} aria-controls="names" aria-autocomplete="list"
          aria-activedescendant=${this.at >= 0 ? `n${this.at}` : nothing} aria-invalid=${capture.filterError ? "true" : "false"}
          placeholder="udp.port == 7778"
          @input=${this.typed} @keydown=${this.key} @blur=${() => this.close()}></label>
        <ul id="names" role="listbox" aria-label="Suggestions" ?hidden=${this.found.length === 0}>${this.found.map(
          (m, i) => html`<li id="n${i}" role="option" aria-selected=${i === this.at}
          @mousedown=${(e: Event) => {
            e.preventDefault();
            this.take(i);
          }}><b>${m.name}</b> <span>${m.doc}</span></li>`,
        )}</ul></div>
        <button ?disabled=${!ready} @click=${this.apply}>Apply filter</button>
          <button ?disabled=${capture.expression === "" || !ready} @click=${this.clear}>Clear filter</button>
${menu("Export", () => kinds.flatMap((k, i) => this.offers(k, kinds[i - 1])), !ready)}</div>${this.wrong()}`
          : nothing
      }`;
  }
}
customElements.define("fs-capture-bar", CaptureBar);
