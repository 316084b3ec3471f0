import { html, nothing } from "lit";
import { Part } from "./part";
import { store, type MiddleTab, type Pane, type Topic } from "./store";
import { base } from "./styles";
import { layout } from "./layout";
import { lightField } from "./input";
import { Header } from "./header";
import { heading } from "./heading";
import { Intake, isTyping } from "./intake";
import { keepLink } from "./link";
import { menu } from "./menu";
import { tries } from "./examples";
import { countedTabs, tabs } from "./tabs";
import { hits } from "./search";
import { num } from "./copyas";
import { undoes } from "./history";
import { recall } from "./memory";
import { places } from "./places";
import firstSample from "../../../../../samples/ut2004-info-reply.hex?raw";
import "./start";
import "./paste";
import "./list";
import "./fields";
import "./hex";
import "./detail";
import { doing, finds, letter } from "./keys";
import "./pointed";
import "./split";

/** Parts that are loaded when they are first shown. */
const later: Readonly<Record<string, () => Promise<unknown>>> = {
  summary: () => import("./summary"),
  text: () => import("./textview"),
  compare: () => import("./compare"),
  structure: () => import("./structure"),
  problems: () => import("./problems"),
  gallery: () => import("./gallery"),
  help: () => import("./help"),
  share: () => import("./share"),
};

const firstName = "ut2004-info-reply";

/** The page. */
class App extends Part {
  static override styles = [base, layout];

  protected readonly topics: readonly Topic[] = ["paste", "rows", "current", "select", "view", "search", "say", "capture", "packet", "busy"];
  private readonly intake = new Intake(this, () => store.setView({ over: "" }));
  private readonly header = new Header(this, this.intake);
  /** Where one pane is shown at a time, and where there is room for fields above bytes. */
  private readonly phone = matchMedia("(max-width: 480px)");
  private readonly narrow = matchMedia("(max-width: 820px)");
  private over = "";

  protected override get listeners() {
    return [
      [window, "keydown", this.key],
      ...this.intake.listeners,
      [document, "copy", this.copied],
      ...this.header.listeners,
      [this.phone, "change", this.sized],
      [this.narrow, "change", this.sized],
    ] as const;
  }

  private readonly sized = (): void => this.requestUpdate();

  private readonly begun = new Set<string>();
  /** Loads a part, once. */
  private load(part: string): void {
    if (this.begun.size < this.begun.add(part).size) void later[part]?.().finally(() => this.requestUpdate());
  }
  /** Whether a part is there. */
  private loaded(part: string): boolean {
    return !(part in later) || customElements.get(`fs-${part}`) !== undefined;
  }

  /** Shows an example; at the first visit with what the page is for. */
  firstVisit(): void {
    const lines = firstSample.split("\n");
    store.welcome = location.hash.length < 2 && recall("start") !== "done";
    store.read(firstSample, { name: firstName, description: lines[0]!.replace(/^#\s*/, ""), example: true });
    if (store.welcome) void lightField();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    places.paste = () => {
      store.setView({ over: "", pane: "input" });
      void this.updateComplete.then(() => (this.find("fs-start") ?? this.find("fs-paste"))?.focus());
    };
  }

  private find(name: string): HTMLElement | null {
    return this.shadowRoot?.querySelector<HTMLElement>(name) ?? null;
  }

  private focusIn(name: string, pane: Pane): void {
    store.setView({ over: "", pane });
    void this.updateComplete.then(() => {
      // The list of a view of a capture is where its packets are otherwise.
      const part = this.find(name) ?? this.find("fs-capture-view")?.shadowRoot?.querySelector<HTMLElement>("fs-exchanges, fs-flows, fs-servers, .scroll");
      (part?.shadowRoot?.querySelector<HTMLElement>("[tabindex='0']") ?? part)?.focus();
    });
  }

  private readonly key = (e: KeyboardEvent): void => {
    const into = e.composedPath()[0];
    const typing = isTyping(into);
    if (e.key === "Escape") {
      if (store.over !== "") places.over("");
      else if (store.drawer && !typing && !store.selection) store.setView({ drawer: false });
      else if (typing) (into as HTMLElement).blur();
      return;
    }
    const undo = typing ? undefined : undoes(e);
    if (undo) {
      e.preventDefault();
      void store.undo(undo === "redo");
      return;
    }
    const found = finds(e);
    const search = this.header.box;
    // In the search itself Ctrl + F finds what the browser finds.
    if (found && !(found === "find" && into === search)) {
      e.preventDefault();
      if (found === "go") this.header.go();
      else void this.header.focus((box) => box.select());
      return;
    }
    if (typing || e.ctrlKey || e.metaKey || e.altKey) return;
    const act = doing(letter(e), {
      search: () => void this.header.focus(),
      help: () => places.over(store.over === "help" ? "" : "help"),
      into: (part, pane) => this.focusIn(part, pane),
      paste: () => places.paste(),
    });
    if (!act) return;
    e.preventDefault();
    act();
  };

  /** Copies what has the keyboard; text that is selected is copied by the browser itself. */
  private readonly copied = (e: ClipboardEvent): void => {
    const at = this.shadowRoot?.activeElement as (Element & { copied?: () => string }) | null;
    const text = getSelection()?.isCollapsed === false ? "" : (at?.copied?.() ?? "");
    if (text === "") return;
    e.preventDefault();
    e.clipboardData?.setData("text/plain", text);
    store.say(at!.localName === "fs-hex" ? "Bytes copied" : "Field copied");
  };

  protected override changed(topic: Topic): void {
    if (topic === "current") hits.again();
    if (topic !== "view" || store.over === this.over) return;
    this.over = store.over;
    if (this.over === "") return;
    const { over } = this;
    this.load(over);
    void later[over]!()
      .then(() => this.updateComplete)
      .then(() => this.find(`fs-${over}`)?.focus());
  }

  /** Reloads the page in its new version, with what was pasted in its address. */
  private readonly reload = async (): Promise<void> => {
    if (store.message && !store.packets) await keepLink();
    store.update?.();
  };

  /** How what was read before an error came into the text is shown. */
  private get old(): string {
    return store.stale ? "stale" : "";
  }

  /** Whether a pane is shown where there is no room for all. */
  private off(pane: Pane): string {
    const shown = this.phone.matches ? store.pane === pane : (store.pane === "input") === (pane === "input");
    return shown ? "" : "off";
  }

  private middle(slot: "a" | "b") {
    const problems = store.datagrams.reduce((n, d) => n + d.problems, 0);
    const counted = problems > 0 ? html`Problems <span class="number">${num(problems)}</span>` : "Problems";
    const views: ReadonlyArray<readonly [MiddleTab, unknown, boolean?]> = [
      ["fields", "Fields"],
      ["problems", counted, problems === 0],
      ["summary", "Summary"],
      ["text", "JSON and text"],
      ["compare", "Compare"],
      ...(store.comparable || store.layout !== "" ? ([["structure", "Structure"]] as const) : []),
    ];
    const t = store.tab;
    return html`<section class="pane ${this.off("fields")} ${this.old}" slot=${slot} aria-label="Fields">
      ${heading()}
      ${store.packets && store.captureTab !== "packets" ? this.closer() : nothing}
      ${store.packets ? html`<fs-packet-line></fs-packet-line>` : nothing}
      <div class="tabs">${tabs("Views", "panel", views, t, (tab) => store.setView({ tab }))}${
        t === "fields"
          ? html`<span class="segments right" role="group" aria-label="Form of the fields"><button aria-pressed=${store.fieldsView === "table"}
            @click=${() => store.setView({ fieldsView: "table" })}>Table</button><button aria-pressed=${store.fieldsView === "tree"}
            @click=${() => store.setView({ fieldsView: "tree" })}>Tree</button></span>`
          : nothing
      }</div>
      <div class="fill" id="panel" role="tabpanel" aria-labelledby="tab-${t}" aria-busy=${!this.loaded(t)}>
        ${
          t === "fields"
            ? html`<fs-fields>${
                store.packets
                  ? store.packets.none
                  : store.ready
                    ? html`Nothing to show yet. Paste a packet, drop a file, or ${menu("Try an example", tries)}`
                    : nothing
              }</fs-fields>`
            : nothing
        }
        ${t === "summary" ? html`<fs-summary>Server details will appear here.</fs-summary>` : nothing}
        ${t === "text" ? html`<fs-text></fs-text>` : nothing}
        ${t === "problems" ? html`<fs-problems></fs-problems>` : nothing}
        ${t === "compare" ? html`<fs-compare></fs-compare>` : nothing}
        ${t === "structure" ? html`<fs-structure></fs-structure>` : nothing}
      </div></section>`;
  }

  /** Closes the packet that lies below a view of a capture. */
  private closer() {
    const close = (): void => store.setView({ drawer: false, pane: "input" });
    return html`<button class="close" @click=${close}>Close packet</button>`;
  }

  private work() {
    const phone = this.phone.matches;
    const panes: ReadonlyArray<readonly [Pane, string]> = [
      ["input", store.packets ? "Capture" : "Input"],
      ["fields", phone ? "Fields" : "Fields and bytes"],
      ...(phone ? ([["bytes", "Bytes"]] as const) : []),
    ];
    return html`<nav class="panes segments" aria-label="Panes">${panes.map(
      ([id, name]) => html`<button aria-pressed=${this.off(id) === ""} @click=${() => store.setView({ pane: id })}>${name}</button>`,
    )}</nav>
      <main aria-busy=${store.working || !store.ready}>${store.packets ? this.captured() : this.datagrams()}</main>${
        phone && store.selection && store.pane !== "input"
          ? html`<section class="sheet" aria-label="Selected field"><button class="plain" aria-label="Close" @click=${() => store.clearSelection()}>✕</button>
            <fs-detail></fs-detail></section>`
          : nothing
      }`;
  }

  private datagrams() {
    const several = store.rows.count > 1;
    return html`<fs-split name="columns">
        <section class="pane ${this.off("input")}" slot="a" aria-label="Input">
          <fs-split name="input" vertical class="fill" .single=${!several}><fs-paste slot="a" class="fill2"></fs-paste>
            ${several ? html`<fs-list slot="b" class=${this.old}></fs-list>` : nothing}</fs-split>
        </section>
        ${this.middle("b")}${this.bytesPane("c")}
      </fs-split>`;
  }

  private bytesPane(slot: "b" | "c") {
    const phone = this.phone.matches;
    return html`<section class="pane ${this.off("bytes")} ${this.old}" slot=${slot} aria-label="Bytes">
          <fs-split name="bytes" vertical class="fill" .single=${phone}>
            <fs-hex slot="a">${store.ready ? "The bytes will appear here." : nothing}</fs-hex>
            ${phone ? nothing : html`<fs-detail slot="b"></fs-detail>`}</fs-split>
        </section>`;
  }

  /** A capture: its views over the full width, and the packet that is chosen below. */
  private captured() {
    const now = store.captureTab;
    const top = html`<section class="pane whole ${this.off("input")}" slot="a" aria-label="Capture">
        <fs-capture-bar></fs-capture-bar>
        <div class="tabs">${tabs("Views of the capture", "capture", countedTabs(), now, (captureTab) => store.setView({ captureTab }))}</div>
        <div class="fill" id="capture" role="tabpanel" aria-labelledby="tab-${now}">${
          now === "packets"
            ? html`<fs-list>${store.packets!.none === "" ? nothing : html`<p class="hint">${store.packets!.none}</p>`}</fs-list>`
            : html`<fs-capture-view></fs-capture-view>`
        }</div></section>`;
    const open = now === "packets" || store.drawer;
    const packet = html`<fs-split name="packet" slot="b" class=${store.pane === "input" ? "off" : ""}>${this.middle("a")}${this.bytesPane("b")}</fs-split>`;
    return html`<fs-split name="capture" vertical .single=${!open}>${top}${open ? packet : nothing}</fs-split>`;
  }

  /** What lies over the page. */
  private overlay() {
    const done = (): void => places.over("");
    const part = {
      gallery: html`<fs-gallery class="over" @done=${done}></fs-gallery>`,
      help: html`<fs-help class="over" @done=${done}></fs-help>`,
      share: html`<fs-share class="over" @done=${done}></fs-share>`,
    };
    return html`<main class="over" aria-busy=${!this.loaded(store.over)}>${part[store.over as keyof typeof part]}</main>`;
  }

  override render() {
    this.load(store.tab);
    return html`${this.header.render()}
      ${
        store.welcome && store.over === ""
          ? html`<fs-start @files=${(e: CustomEvent<Event>) => this.intake.chosen(e.detail)} @typed=${() => places.paste()}></fs-start>`
          : nothing
      }
      ${
        store.linkError
          ? html`<div class="bad ${store.onlyNote ? "info" : ""}" role=${store.onlyNote ? "status" : "alert"}><span>${store.linkError}</span><button
            @click=${() => store.warn("")}>Dismiss</button></div>`
          : nothing
      }
      ${store.over === "" ? this.work() : this.overlay()}
      <footer>${store.busy ? html`<progress aria-label="Opening"></progress>` : nothing}<span class=${store.saying === "" ? "" : "said"} role="status"
        aria-live="polite">${store.saying}</span>${
          store.update
            ? html`<button @click=${this.reload}
              title="A new version of this page is available. What was pasted is kept; open a capture again after it.">Reload to update</button>`
            : nothing
        }<span class="grow"></span><fs-pointed></fs-pointed><span class="promise">Decoded in this browser; nothing is sent.</span></footer>
      <div class="dropzone" aria-hidden="true"><b>Drop to decode</b></div>`;
  }
}

customElements.define("fs-app", App);
export type { App };
