import { css, html, nothing } from "lit";
import { Part } from "../part";
import { store, type Topic } from "../store";
import { base } from "../styles";
import { save } from "../download";
import { visible } from "../copyas";
import { capture } from "./state";
import type { ExportKind } from "../../api/index.ts";

const kinds: ReadonlyArray<readonly [kind: ExportKind, name: string, end: string]> = [
  ["json", "Report, JSON", "json"], ["html", "Report, HTML", "html"], ["ndjson", "Exchanges, NDJSON", "ndjson"], ["csv", "Exchanges, CSV", "csv"], ["pcapng", "Capture with comments, pcapng", "annotated.pcapng"],
];

/** The capture that is open: how far it is read, the filter, what can be exported. */
class CaptureBar extends Part {
  static override styles = [base, css`
    :host { display: flex; flex-direction: column; gap: 0.4rem; min-height: 0; overflow: auto; }
    progress { width: 100%; height: 0.7rem; accent-color: var(--accent); }
    h2 { overflow-wrap: anywhere; }
    .filter { position: relative; }
    .filter input { width: 100%; font-family: var(--mono); }
    ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--edge); border-radius: var(--radius); max-height: 11rem; overflow: auto; background: var(--bg); }
    li { padding: 0.15rem 0.5rem; cursor: pointer; } li[aria-selected="true"], li:hover { background: var(--accent-soft); }
    li b { font-family: var(--mono); font-weight: 600; } li span { color: var(--fg2); }
    li[aria-selected="true"] span { color: var(--fg); }
    p { margin: 0; overflow-wrap: anywhere; }
  `];
  protected readonly topics: readonly Topic[] = ["capture", "rows"];
  private found: ReadonlyArray<{ name: string; doc: string }> = [];
  private at = -1;

  private get input(): HTMLInputElement {
    return this.shadowRoot!.querySelector("input")!;
  }

  private readonly suggest = (): void => {
    const word = /[\w"]*$/.exec(this.input.value.slice(0, this.input.selectionStart ?? undefined))?.[0] ?? "";
    this.found = word === "" ? [] : (capture.source?.names ?? []).filter((n) => n.name.startsWith(word) && n.name !== word).slice(0, 8);
    this.at = -1;
    this.requestUpdate();
  };

  private take(i: number): void {
    const input = this.input;
    const end = input.selectionStart ?? input.value.length;
    const before = input.value.slice(0, end).replace(/[\w"]*$/, "") + this.found[i]!.name;
    input.value = before + input.value.slice(end);
    input.setSelectionRange(before.length, before.length);
    input.focus();
    this.found = [];
    this.requestUpdate();
  }

  private readonly key = (e: KeyboardEvent): void => {
    const n = this.found.length;
    if (n > 0 && (e.key === "ArrowDown" || e.key === "ArrowUp")) {
      this.at = (this.at + (e.key === "ArrowDown" ? 1 : n - 1) + (this.at < 0 && e.key === "ArrowUp" ? 1 : 0)) % n;
      this.requestUpdate();
    } else if (n > 0 && (e.key === "Tab" || (e.key === "Enter" && this.at >= 0)) && !e.shiftKey) this.take(Math.max(0, this.at));
    else if (e.key === "Escape" && n > 0) {
      this.found = [];
      this.requestUpdate();
      e.stopPropagation();
    } else if (e.key === "Enter") {
      this.found = [];
      void capture.filter(this.input.value.trim());
    } else return;
    e.preventDefault();
  };

  private async export(e: Event): Promise<void> {
    const select = e.target as HTMLSelectElement;
    const [kind, , end] = kinds.find(([k]) => k === select.value) ?? [];
    select.value = "";
    if (!kind || !capture.source) return;
    try {
      const blob = await capture.work("Exporting", (task) => capture.source!.export(kind, task));
      if (blob) save(`${capture.name.replace(/\.[^.]*$/, "")}.${end}`, blob.type, blob);
    } catch (err) {
      capture.error = err instanceof Error ? err.message : String(err);
      capture.announce();
    }
  }

  override render() {
    const w = capture.working;
    const s = capture.source;
    const share = w && w.progress.total > 0 ? Math.min(1, w.progress.bytes / w.progress.total) : null;
    return html`<div class="row"><h2><bdi>${visible(capture.name)}</bdi></h2><button @click=${() => capture.close()}>Close</button></div>
      ${w ? html`<div><label for="bar">${w.what} … ${share === null ? "" : `${Math.floor(share * 100)} %`}${w.progress.packets > 0 ? `, ${w.progress.packets.toLocaleString("en")} packets` : ""}</label>
        <progress id="bar" max="1" .value=${share ?? 0}></progress> <button @click=${() => w.stop.abort()}>Cancel</button></div>` : nothing}
      ${capture.error ? html`<p class="error" role="alert">${visible(capture.error)}</p>` : nothing}
      ${s ? html`<p class="muted" role="status">${s.format}, ${store.rows.count.toLocaleString("en")} packets${capture.expression ? " match" : ""}</p>
        <div class="filter"><label><span>Filter</span><input type="text" spellcheck="false" autocomplete="off" role="combobox" aria-expanded=${this.found.length > 0} aria-controls="names" aria-autocomplete="list"
          aria-activedescendant=${this.at >= 0 ? `n${this.at}` : nothing} aria-invalid=${capture.filterError ? "true" : "false"} placeholder='protocol == "unreal2" and size &gt; 400' @input=${this.suggest} @keydown=${this.key}></label>
        <ul id="names" role="listbox" aria-label="Suggestions" ?hidden=${this.found.length === 0}>${this.found.map((m, i) => html`<li id="n${i}" role="option" aria-selected=${i === this.at}
          @mousedown=${(e: Event) => { e.preventDefault(); this.take(i); }}><b>${m.name}</b> <span>${m.doc}</span></li>`)}</ul></div>
        ${capture.filterError ? html`<p class="error" role="alert">${visible(capture.filterError)}</p>` : nothing}
        <div class="row"><label><span class="sr">Export</span><select @change=${(e: Event) => void this.export(e)}><option value="">Export …</option>${kinds.map(([k, n]) => html`<option value=${k}>${n}</option>`)}</select></label></div>` : nothing}`;
  }
}
customElements.define("fs-capture-bar", CaptureBar);
