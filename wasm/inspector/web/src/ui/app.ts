import { html, nothing } from "lit";
import { Part } from "./part";
import { store, type MiddleTab, type Pane, type Topic } from "./store";
import { base } from "./styles";
import { layout } from "./layout";
import { permalink } from "./input";
import { Intake, isTyping } from "./intake";
import { copy } from "./clipboard";
import { menu, type Offer } from "./menu";
import { copies, downloads } from "./offers";
import { result, shown, summing } from "./result";
import { countedTabs, tabs } from "./tabs";
import { hits, nextProblem, nextUnknown } from "./search";
import { num, size } from "./copyas";
import { otherTheme, useTheme } from "./theme";
import { undoes } from "./history";
import { recall, remember } from "./memory";
import * as engine from "./engine";
import firstSample from "../../../../../samples/ut2004-info-reply.hex?raw";
import "./paste";
import "./list";
import "./fields";
import "./hex";
import "./detail";
import { doing, finds, letter, switchBase } from "./keys";
import { setKeys, settings } from "./settings";
import "./pointed";
import "./split";

/** Parts that are loaded when they are first shown. */
const later: Readonly<Record<string, () => Promise<unknown>>> = {
  summary: () => import("./summary"),
  text: () => import("./textview"),
  compare: () => import("./compare"),
  problems: () => import("./problems"),
  gallery: () => import("./gallery"),
  help: () => import("./help"),
  start: () => import("./start"),
};

const firstName = "ut2004-info-reply";

/** The page. */
class App extends Part {
  static override styles = [base, layout];
  static override properties = { place: { state: true }, start: { state: true } };

  protected readonly topics: readonly Topic[] = ["paste", "rows", "current", "select", "view", "search", "say", "capture", "packet", "busy"];
  private readonly intake = new Intake(this, () => this.show("work"));
  private place: "work" | "gallery" | "help" = "work";
  private start = location.hash.length < 2 && recall("start") !== "done";
  private searchTimer = 0;

  protected override get listeners() {
    return [[window, "keydown", this.key], ...this.intake.listeners, [document, "copy", this.copied], [this.small, "change", this.sized]] as const;
  }

  private readonly begun = new Set<string>();
  /** Loads a part, once. */
  private load(part: string): void {
    if (this.begun.size < this.begun.add(part).size) void later[part]?.().finally(() => this.requestUpdate());
  }
  /** Whether a part is there. */
  private loaded(part: string): boolean {
    return !(part in later) || customElements.get(`fs-${part}`) !== undefined;
  }

  /** Shows the first visit's sample. */
  firstVisit(): void {
    const lines = firstSample.split("\n");
    store.read(firstSample, { name: firstName, description: lines[0]!.replace(/^#\s*/, "") });
  }

  private find(name: string): HTMLElement | null {
    return this.shadowRoot?.querySelector<HTMLElement>(name) ?? null;
  }

  private focusIn(name: string, pane: Pane): void {
    this.show("work");
    store.setView({ pane });
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
      if (this.place !== "work") this.show("work");
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
    const search = this.find("#search") as HTMLInputElement | null;
    // In the search itself Ctrl + F finds what the browser finds.
    if (found && search && !(found === "find" && into === search)) {
      e.preventDefault();
      search.focus();
      if (found === "go") search.value = store.packets ? "#" : "@";
      else search.select();
      return;
    }
    if (typing || e.ctrlKey || e.metaKey || e.altKey) return;
    const act = doing(letter(e), {
      search: () => this.find("#search")?.focus(),
      help: () => this.show(this.place === "help" ? "work" : "help"),
      into: (part, pane) => this.focusIn(part, pane),
      paste: () => {
        this.show("work");
        store.setView({ pane: "input" });
        void this.updateComplete.then(() => this.find("fs-paste")?.focus());
      },
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
  }

  private show(place: App["place"]): void {
    this.place = place;
    if (place === "work") return;
    this.load(place);
    void later[place]!()
      .then(() => this.updateComplete)
      .then(() => this.find(`fs-${place}`)?.focus());
  }

  private readonly search = (e: Event): void => {
    const q = (e.target as HTMLInputElement).value;
    this.searchLater();
    this.searchTimer = window.setTimeout(() => {
      this.searchTimer = 0;
      hits.run(q);
    }, 120);
    this.requestUpdate();
  };
  /** What is typed now is not searched for by itself. */
  private searchLater(): void {
    clearTimeout(this.searchTimer);
    this.searchTimer = 0;
  }

  /** Leaves the packets of a capture that have what is searched for. */
  private readonly filterAll = async (): Promise<void> => {
    this.searchLater();
    const q = this.shadowRoot!.querySelector<HTMLInputElement>("#search")!.value;
    if (q !== hits.query) hits.run(q);
    if (hits.filter !== "") await (await import("./capture/state")).capture.filter(hits.filter);
  };

  private readonly searchKey = (e: KeyboardEvent): void => {
    if (e.key !== "Enter") return;
    this.searchLater();
    const q = (e.target as HTMLInputElement).value;
    if (q !== hits.query) hits.run(q);
    void hits.step(e.shiftKey ? -1 : 1);
  };

  /** Reloads the page in its new version, with what was pasted in its address. */
  private readonly reload = async (): Promise<void> => {
    if (store.message && !store.packets) await this.keep();
    store.update?.();
  };

  /** Puts what is shown into the address. */
  private async keep(): Promise<string> {
    const link = await permalink();
    try {
      history.replaceState(null, "", link.slice(link.indexOf("#")));
    } catch {
      // Too long for an address bar of this browser; the link itself is good.
    }
    return link;
  }

  private readonly share = async (): Promise<void> => {
    const link = await this.keep();
    await copy(link, link.length > 32_000 ? `Link of ${num(Math.round(link.length / 1000))} kB` : "Link");
  };

  private readonly theme = (): void => {
    useTheme(otherTheme());
    this.requestUpdate();
  };
  private readonly letters = (): void => {
    setKeys(!settings.keys);
    store.say(settings.keys ? "Single-letter keys are on" : "Single-letter keys are off");
    this.requestUpdate();
  };
  private readonly help = (): void => this.show(this.place === "help" ? "work" : "help");

  /** Where there is little room, what is used less is behind one button. */
  private readonly small = matchMedia("(max-width: 1040px)");
  private readonly sized = (): void => this.requestUpdate();

  private header() {
    const any = store.message !== null;
    const n = hits.total;
    const found = hits.query === "" || hits.query.startsWith("#") ? "" : n === 0 ? "No matches" : `${num(hits.at + 1)}/${num(n)}`;
    const small = this.small.matches;
    const chosen: readonly Offer[] = [
      [`Use ${otherTheme()} theme`, this.theme],
      [settings.hex ? "Show offsets in decimal" : "Show offsets in hexadecimal", switchBase],
      [settings.keys ? "Turn off single-letter keys" : "Turn on single-letter keys", this.letters],
    ];
    const secondary = (): Offer[] => [
      ...(any
        ? ([
            ["Copy link", () => void this.share()],
            ["Next problem", () => void nextProblem(1)],
            ["Next unknown bytes", () => void nextUnknown(1)],
          ] as const)
        : []),
      ...chosen,
      ["Help", this.help],
      ...(any ? ([["Save"], ...downloads(), ["Copy as"], ...copies()] as const) : []),
    ];
    return html`<header>
      <h1>frag<i>scope</i></h1>
      <label class="button"><input class="sr" type="file" multiple @change=${this.intake.chosen}>Open file…</label>
      <button aria-pressed=${this.place === "gallery"} @click=${() => this.show(this.place === "gallery" ? "work" : "gallery")}>Samples</button>
      ${
        small
          ? nothing
          : html`<button ?disabled=${!any} @click=${() => void this.share()}
              title="A link with the bytes after the #, which browsers do not send">Copy link</button>
      ${menu("Copy as", copies, !any)}${menu("Save", downloads, !any)}`
      }
      <span class="grow"></span>
      <span class="search" role="search" aria-busy=${this.searchTimer !== 0}><label>
        <span class="sr">Search in names, values and bytes</span><input id="search" type="search" placeholder="Search (/)"
        .value=${hits.query} @input=${this.search} @keydown=${this.searchKey}></label>
        <span class="count" aria-live="polite">${found}</span>${
          store.packets
            ? html`<button ?disabled=${hits.filter === ""} title="Show only the packets of the capture that contain this"
              @click=${this.filterAll}>Filter ▸</button>`
            : nothing
        }</span>
      ${
        small
          ? menu("More", secondary, false, "⋯")
          : html`<button ?disabled=${!any} @click=${() => void nextProblem(1)} title="Next problem (n)">Next problem</button>
      <button ?disabled=${!any} @click=${() => void nextUnknown(1)} title="Next unknown bytes (u)">Next unknown</button>
      ${menu("Settings", () => chosen, false, "⚙")}
      <button class="plain" aria-pressed=${this.place === "help"} @click=${this.help} aria-label="Help" title="Help (?)">?</button>`
      }
    </header>`;
  }

  /** How what was read before an error came into the text is shown. */
  private get old(): string {
    return store.stale ? "stale" : "";
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
    ];
    const t = store.tab;
    const m = store.message;
    const { old } = this;
    const facts = m && (!store.packets || engine.summary(shown())) ? result() : null;
    const known = m && (store.protocol || m.summary.protocol !== "unknown") ? `${m.summary.protocol}${store.protocol ? " (chosen)" : ""}, ` : "";
    const place = (store.rows.count > 1 ? `, ${num(store.current + 1)} of ${num(store.rows.count)}` : "") + (old ? ", before the error" : "");
    return html`<section class="pane ${store.pane === "fields" ? "" : "off"} ${old}" slot=${slot} aria-label="Fields">
      <p class="heading">${
        m
          ? html`<b>${m.summary.message}</b><span class="muted">${known}${size(m.summary.length)}${place}</span>`
          : html`<span class="muted">${store.ready ? (store.packets ? "No packet" : "No datagram") : ""}</span>`
      }
        ${store.description ? html`<span class="muted about">${store.description.split("\n")[0]}</span>` : nothing}</p>
      ${store.packets && store.captureTab !== "packets" ? this.closer() : nothing}
      ${facts === null ? nothing : html`<p class="result" aria-busy=${summing()}>${facts}</p>`}
      ${store.packets ? html`<fs-packet-line></fs-packet-line>` : nothing}
      <div class="tabs">${tabs("Views", "panel", views, t, (tab) => store.setView({ tab }))}${
        t === "fields"
          ? html`<div class="tabs" role="group" aria-label="Form of the fields">
        <button aria-pressed=${store.fieldsView === "table"} @click=${() => store.setView({ fieldsView: "table" })}>Table</button>
        <button aria-pressed=${store.fieldsView === "tree"} @click=${() => store.setView({ fieldsView: "tree" })}>Tree</button>
        <button aria-pressed=${settings.hex} aria-label="0x: hexadecimal offsets"
          title="Offsets in hexadecimal (x)" @click=${switchBase}>0x</button></div>`
          : nothing
      }</div>
      <div class="fill" id="panel" role="tabpanel" aria-labelledby="tab-${t}" aria-busy=${!this.loaded(t)}>
        ${
          t === "fields"
            ? html`<fs-fields>${
                store.packets
                  ? store.packets.none
                  : store.ready
                    ? html`Paste a packet on the left, drop a file, or open a <button class="link"
                      @click=${() => this.show("gallery")}>sample</button>: its fields appear here, one per line.`
                    : nothing
              }</fs-fields>`
            : nothing
        }
        ${t === "summary" ? html`<fs-summary>What replies report about their server is shown here.</fs-summary>` : nothing}
        ${t === "text" ? html`<fs-text></fs-text>` : nothing}
        ${t === "problems" ? html`<fs-problems></fs-problems>` : nothing}
        ${t === "compare" ? html`<fs-compare></fs-compare>` : nothing}
      </div></section>`;
  }

  /** Closes the packet that lies below a view of a capture. */
  private closer() {
    const close = (): void => store.setView({ drawer: false, pane: "input" });
    return html`<button class="close" @click=${close}>Close packet</button>`;
  }

  private work() {
    const panes: ReadonlyArray<readonly [Pane, string]> = [
      ["input", store.packets ? "Capture" : "Input"],
      ["fields", "Fields"],
      ["bytes", "Bytes"],
    ];
    return html`<nav class="panes" aria-label="Panes">${panes.map(
      ([id, name]) => html`<button aria-pressed=${store.pane === id} @click=${() => store.setView({ pane: id })}>${name}</button>`,
    )}</nav>
      <main aria-busy=${store.working || !store.ready}>${store.packets ? this.captured() : this.datagrams()}</main>`;
  }

  private datagrams() {
    return html`<fs-split name="columns">
        <section class="pane ${store.pane === "input" ? "" : "off"}" slot="a" aria-label="Input">
          <fs-split name="input" vertical class="fill"><fs-paste slot="a" class="fill2"></fs-paste>
            <fs-list slot="b" class=${this.old}>${
              store.ready ? html`<p class="hint">Datagrams are listed here: in plain hex an empty line starts a new one.</p>` : nothing
            }</fs-list></fs-split>
        </section>
        ${this.middle("b")}${this.bytesPane("c")}
      </fs-split>`;
  }

  private bytesPane(slot: "b" | "c") {
    return html`<section class="pane ${store.pane === "bytes" ? "" : "off"} ${this.old}" slot=${slot} aria-label="Bytes">
          <fs-split name="bytes" vertical class="fill">
            <fs-hex slot="a">${store.ready ? "The bytes appear here, in hexadecimal and as ASCII, each in the shade of its field." : nothing}</fs-hex>
            <fs-detail slot="b"></fs-detail></fs-split>
        </section>`;
  }

  /** A capture: its views over the full width, and the packet that is chosen below. */
  private captured() {
    const now = store.captureTab;
    const top = html`<section class="pane whole ${store.pane === "input" ? "" : "off"}" slot="a" aria-label="Capture">
        <fs-capture-bar></fs-capture-bar>
        ${tabs("Views of the capture", "capture", countedTabs(), now, (captureTab) => store.setView({ captureTab }))}
        <div class="fill" id="capture" role="tabpanel" aria-labelledby="tab-${now}">${
          now === "packets"
            ? html`<fs-list>${store.packets!.none === "" ? nothing : html`<p class="hint">${store.packets!.none}</p>`}</fs-list>`
            : html`<fs-capture-view></fs-capture-view>`
        }</div></section>`;
    const open = now === "packets" || store.drawer;
    const packet = html`<fs-split name="packet" slot="b" class=${store.pane === "input" ? "off" : ""}>${this.middle("a")}${this.bytesPane("b")}</fs-split>`;
    return html`<fs-split name="capture" vertical .single=${!open}>${top}${open ? packet : nothing}</fs-split>`;
  }

  override render() {
    this.load(store.tab);
    if (this.start) this.load("start");
    return html`${this.header()}
      ${
        this.start
          ? html`<fs-start @opened=${() => this.show("work")} @done=${() => {
              this.start = false;
              remember("start", "done");
            }}></fs-start>`
          : nothing
      }
      ${
        store.linkError
          ? html`<div class="bad" role="alert"><span>${store.linkError}</span><button @click=${() => store.warn("")}>Dismiss</button></div>`
          : nothing
      }
      ${
        this.place === "gallery"
          ? html`<main class="over" aria-busy=${!this.loaded("gallery")}><fs-gallery class="over" @done=${() => this.show("work")}></fs-gallery></main>`
          : this.place === "help"
            ? html`<main class="over" aria-busy=${!this.loaded("help")}><fs-help class="over" @done=${() => this.show("work")}></fs-help></main>`
            : this.work()
      }
      <footer>${store.busy ? html`<progress aria-label="Opening"></progress>` : nothing}<span class=${store.saying === "" ? "" : "said"} role="status"
        aria-live="polite">${store.saying}</span>${
          store.update
            ? html`<button @click=${this.reload}
              title="A new version of this page is available. What was pasted is kept; open a capture again after it.">Reload to update</button>`
            : nothing
        }<span class="grow"></span><fs-pointed></fs-pointed><span class="promise">Decoded in this browser; nothing is sent.</span></footer>`;
  }
}

customElements.define("fs-app", App);
export type { App };
