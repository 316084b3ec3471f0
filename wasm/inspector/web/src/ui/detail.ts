import { css, html, nothing } from "lit";
import { Part } from "./part";
import { store, type Topic } from "./store";
import { base, shades } from "./styles";
import { capital, hex, size, visible } from "./copyas";
import { shadeOf } from "./shade";
import { briefly, coloured, valueOf } from "./value";
import { copy } from "./clipboard";
import * as engine from "./engine";
import { change, changeBytes, editable } from "./edit";
import { menu, type Offer } from "./menu";
import { forms } from "./offers";
import { definitionAt, type Field, rowAt } from "./model";
import { Mark } from "../api/types.ts";
import { extent } from "./pointed";
import "./explain";

/** What is selected: its value in full, what is known about it, and what can be done with it. */
class Detail extends Part {
  static override styles = [
    base,
    shades,
    css`
    :host { display: block; overflow: auto; border: 1px solid var(--line); border-radius: var(--radius); padding: 0.5rem 0.7rem; height: 100%; }
    .head { display: flex; gap: 0.5rem; align-items: baseline; flex-wrap: wrap; }
    .chip { width: 0.8rem; height: 0.8rem; border: 1px solid var(--line); border-radius: 2px; align-self: center; }
    .value { font: 1rem/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; margin: 0.35rem 0; max-height: 10rem; overflow: auto; }
    .head h2 { font-size: 1.15rem; }
    .where { font-size: 0.92rem; color: var(--fg2); } .raw { font-family: var(--mono); overflow-wrap: anywhere; }
    .problem { border-inline-start: 3px solid currentColor; padding: 0.2rem 0.5rem; margin: 0.4rem 0; }
    .problem p { margin: 0; color: var(--fg); }
    .tools { margin: 0.5rem 0; }
    form { display: flex; gap: 0.4rem; flex-wrap: wrap; align-items: center; margin: 0.4rem 0; }
    form input { flex: 1; min-width: 8rem; font-family: var(--mono); }
    .touch { margin: 0.3rem 0; padding: 0; list-style: none; }
    p { margin: 0.3rem 0; } .lines { white-space: pre-line; }
    dl { display: grid; grid-template-columns: auto 1fr; gap: 0 0.7rem; margin: 0.2rem 0; } dt { color: var(--fg2); } dd { margin: 0; }
  `,
  ];

  static override properties = { editing: { state: true }, editError: { state: true } };
  protected readonly topics: readonly Topic[] = ["current", "select", "view"];
  private editing = false;
  private editError = "";

  protected override get busy(): boolean {
    return store.arriving;
  }
  protected override get packet(): number {
    return store.shown;
  }

  protected override changed(topic: Topic): void {
    if (topic === "view") return;
    this.editing = false;
    this.editError = "";
  }

  /** Shows a box for other bytes of the field that is selected, and goes to it. */
  private edit(): void {
    this.editing = true;
    void this.updateComplete.then(() => {
      const box = this.shadowRoot?.querySelector<HTMLInputElement>("form input");
      box?.focus();
      box?.select();
    });
  }

  private editor(f: Field, bytes: Uint8Array) {
    if (!editable() || (f.kind === "group" && f.length === 0)) return nothing;
    const done = (error: string): void => {
      this.editError = error;
      this.editing = error !== "";
    };
    if (!this.editing) {
      const more = (): Offer[] => [
        ...(f.mask === 0n ? ([["Edit bytes", () => this.edit()]] as const) : []),
        ["Duplicate", () => done(change(f, { kind: "duplicate" }))],
        ["Delete", () => done(change(f, { kind: "delete" }))],
      ];
      return html`<button title="Change the value in its row: F2, or double-click" @click=${() => store.announce("edit")}>Edit</button>${menu(
        "More",
        more,
        false,
        "⋯",
      )}`;
    }
    return html`<form @submit=${(e: Event) => {
      e.preventDefault();
      done(changeBytes(f, String(new FormData(e.target as HTMLFormElement).get("v") ?? "")));
    }}>
      <label for="v">New bytes</label><input id="v" name="v" autocomplete="off" spellcheck="false" .value=${hex(bytes)}
        @keydown=${(e: KeyboardEvent) => e.key === "Escape" && done("")}>
      <button class="primary">Apply</button><button type="button" @click=${() => done("")}>Cancel</button></form>
      ${
        this.editError
          ? html`<p class="error" role="alert">${capital(visible(this.editError))}</p>`
          : html`<p class="muted">Lengths, counts and checksums stay as they are.</p>`
      }`;
  }

  override render() {
    const m = store.message;
    if (!m) return !store.ready ? nothing : html`<p class="muted">Select a field to see what it means.</p>`;
    const r = store.selection;
    if (!r) {
      return html`<h2>${m.summary.message}</h2>${store.description ? html`<p class="lines">${store.description}</p>` : nothing}<p
        class="muted">${size(m.data.length)}. Click a field or a byte: it is highlighted everywhere and explained here.</p>
        ${store.packets ? html`<fs-packet-facts></fs-packet-facts><div class="row tools">${this.only(undefined)}</div>` : nothing}`;
    }
    const bytes = m.data.subarray(r.start, r.end);
    const part = r.whole ? store.field : undefined;
    const { rows, problems } = m.touched(r.start, r.end);
    return html`
      ${
        part
          ? html`<div class="head"><span class="chip ${shadeOf(part)}" aria-hidden="true"></span><h2><bdi>${part.name}</bdi></h2></div>
        ${part.kind === "group" && part.text === "" ? nothing : html`<div class="value">${valueOf(part, 20000)}</div>`}
        ${meaning(part)}`
          : html`<h2>${size(bytes.length)} selected</h2><ul class="touch"
            aria-label="Fields that the selection touches">${rows.map(
              (i) => html`<li><button class="link" @click=${() => store.selectField(i)}><bdi>${rowAt(m, i)!.name}</bdi></button>
          <span class="mono">${briefly(rowAt(m, i)!, 60)}</span></li>`,
            )}</ul>`
      }
      ${problems.map(
        (p) =>
          html`<div class="problem ${p.severity}"><b>${capital(p.severity)}: ${p.code}</b><p>${visible(p.message)}</p><p>${visible(p.advice)}</p><fs-explain
            .name=${p.code}></fs-explain></div>`,
      )}
      <div class="row tools">
        ${menu("Copy as", () => this.copies(part, bytes))}
        ${store.packets ? this.only(part) : nothing}
        ${part ? this.editor(part, bytes) : nothing}</div>
      <p class="where">${extent(r)}${bytes.length > 0 && bytes.length <= 32 ? html`: <span class="raw">${hex(bytes)}</span>` : nothing}</p>
      ${
        bytes.length === 0 || bytes.length > 8 || (part && part.mask !== 0n)
          ? nothing
          : part && part.kind !== "unknown"
            ? html`<details><summary>As other types</summary>${interpretations(bytes)}</details>`
            : interpretations(bytes)
      }
      ${
        part
          ? html`<p class="where">${part.kind} <span class="raw">${part.key}</span></p>${engine
              .explain(part.key)
              .map((e) => html`<fs-story .of=${e} show="source"></fs-story>`)}`
          : nothing
      }`;
  }

  /** Filters of the capture that come from what is selected. */
  private only(f: Field | undefined) {
    const row = store.rows.row(store.current);
    const text = (s: string): string => JSON.stringify(s);
    const place = (end: string): [string, string] => {
      const m = /^(?:\[(.+)\]|([^:]+)):(\d+)$/.exec(end);
      return [`host(${text(m?.[1] ?? m?.[2] ?? end)})`, m ? ` and port(${m[3]})` : ""];
    };
    const ends = [row?.from, row?.to].filter((e) => e !== undefined && e !== "") as string[];
    const offers: [string, string][] = [];
    if (f && f.kind !== "group" && f.mask === 0n && f.length > 0) offers.push(["with this value of this field", `field(${text(f.key)}, ${text(f.plain)})`]);
    if (row?.protocol) offers.push([`of this kind: ${row.title}`, `protocol == ${text(row.protocol)} and message == ${text(row.title)}`]);
    if (ends.length === 2) offers.push(["between these two hosts", ends.map((e) => place(e)[0]).join(" and ")]);
    if (store.marked.size > 0)
      offers.push([
        store.marked.size === 1 ? "that is marked" : `that are marked (${store.marked.size})`,
        `packet in [${[...store.marked].sort((a, b) => a - b).join(", ")}]`,
      ]);
    for (const e of ends) offers.push([`from or to ${e}`, place(e).join("")]);
    const filter = (expression: string) => () => void import("./capture/state").then(({ capture }) => capture.show(expression));
    return menu("Show only packets", () => offers.map(([name, expression]) => [visible(name), filter(expression)]));
  }

  private copies(f: Field | undefined, bytes: Uint8Array): Offer[] {
    const what = f ? f.name : "selection";
    const all = forms(() => bytes, [], `${what}, ${size(bytes.length)}`);
    const packet: Offer = ["The whole packet, hex digits", () => void copy(hex(store.message!.data), `Packet, ${size(store.message!.data.length)}`), "packet"];
    if (!f) return [...all, packet];
    return [
      [`${f.name}`],
      ["Value", () => void copy(f.plain, "Value"), "value"],
      ["Field, one line", () => void copy(f.message.line(f.index), "Field"), "field"],
      ...all,
      ["Packet"],
      packet,
    ];
  }
}

/** What a field means: of its value, then of the field. */
function meaning(f: Field) {
  const ambiguous = (f.message.packed[definitionAt(f.index) + 4]! & Mark.Ambiguous) !== 0;
  const note = f.note
    .split("; ")
    .filter((n) => n !== "ambiguous")
    .join("; ");
  return html`${note ? html`<p><bdi>${capital(note)}</bdi></p>` : nothing}${engine
    .explain(f.key)
    .map((e) => html`<fs-story .of=${e} show="meaning"></fs-story>`)}${
    ambiguous
      ? html`<p class="note"><b>Could also be another field:</b> the bytes around it fit a second layout of this message, in which it begins elsewhere.
        The layout
        shown explains more of the bytes.</p>`
      : nothing
  }`;
}

/** What a few bytes would be as numbers, a time, an address, bits and text. */
function interpretations(b: Uint8Array) {
  return html`<dl>${engine.interpret(b).map((f) => html`<dt>${f.name}</dt><dd class="mono">${coloured(f.value)}</dd>`)}</dl>`;
}

customElements.define("fs-detail", Detail);
