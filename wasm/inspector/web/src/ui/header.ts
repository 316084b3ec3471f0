/** The bar at the top: what opens something, what takes it along, and the search. */
import { html, nothing, type ReactiveControllerHost } from "lit";
import { store } from "./store";
import { accept } from "./input";
import type { Intake } from "./intake";
import { menu, type Offer } from "./menu";
import { copies, downloads } from "./offers";
import { hits } from "./search";
import { num } from "./copyas";
import { otherTheme, useTheme } from "./theme";
import { setKeys, settings } from "./settings";
import { switchBase } from "./keys";
import { places } from "./places";
import { copyLink } from "./link";

/** What is pasted into the search and is no search: several lines, or more digits than anybody looks for. */
const isDump = (text: string): boolean => text.trim().includes("\n") || (text.match(/[0-9a-f]{2}/gi)?.length ?? 0) > 32;

export class Header {
  /** Where there is little room, what is used less is behind one button; on a phone the search too. */
  private readonly small = matchMedia("(max-width: 1040px)");
  private readonly phone = matchMedia("(max-width: 480px)");
  private timer = 0;
  private searching = false;

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly intake: Intake,
  ) {}

  get listeners() {
    return [
      [this.small, "change", this.draw],
      [this.phone, "change", this.draw],
    ] as const;
  }

  private readonly draw = (): void => this.host.requestUpdate();

  get box(): HTMLInputElement | null {
    return this.host.shadowRoot?.querySelector<HTMLInputElement>("#search") ?? null;
  }

  /** Puts the keyboard into the search, at once where it is in sight: keys that follow are for it. */
  async focus(begin: (box: HTMLInputElement) => void = () => {}): Promise<void> {
    this.searching = true;
    this.draw();
    if (!this.box) await this.host.updateComplete;
    if (!this.box) return;
    this.box.focus();
    begin(this.box);
  }

  /** Puts the keyboard into the search for a datagram or place: what was typed there before is not searched for any more. */
  go(): void {
    void this.focus((box) => {
      this.later();
      box.value = store.packets ? "#" : "@";
    });
  }

  private readonly search = (e: Event): void => {
    const q = (e.target as HTMLInputElement).value;
    this.later();
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      hits.run(q);
    }, 120);
    this.draw();
  };
  /** What is typed now is not searched for by itself. */
  private later(): void {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** Leaves the packets of a capture that have what is searched for. */
  private readonly filterAll = async (): Promise<void> => {
    this.later();
    const q = this.box!.value;
    if (q !== hits.query) hits.run(q);
    if (hits.filter !== "") await (await import("./capture/state")).capture.filter(hits.filter);
  };

  private readonly key = (e: KeyboardEvent): void => {
    const box = e.target as HTMLInputElement;
    if (e.key === "Escape") {
      this.later();
      box.value = "";
      hits.run("");
      this.searching = false;
      return;
    }
    if (e.key !== "Enter") return;
    this.later();
    if (box.value !== hits.query) hits.run(box.value);
    void hits.step(e.shiftKey ? -1 : 1);
  };

  /** A dump that is pasted into the search is decoded. */
  private readonly pasted = (e: ClipboardEvent): void => {
    const text = e.clipboardData?.getData("text/plain") ?? "";
    if (!isDump(text)) return;
    e.preventDefault();
    accept(text);
    store.say("Decoded what was pasted into the search");
  };

  private readonly theme = (): void => {
    useTheme(otherTheme());
    this.draw();
  };
  private readonly letters = (): void => {
    setKeys(!settings.keys);
    store.say(settings.keys ? "Keyboard shortcuts are on" : "Keyboard shortcuts are off");
    this.draw();
  };

  private readonly settings = (): Offer[] => [
    [`Use ${otherTheme()} theme`, this.theme],
    [settings.hex ? "Show offsets in decimal" : "Show offsets in hexadecimal", switchBase],
    ...(matchMedia("(hover: none)").matches ? [] : ([[`Keyboard shortcuts ${settings.keys ? "off" : "on"}`, this.letters]] as const)),
  ];

  private searchBox() {
    const n = hits.total;
    const found = hits.query === "" || hits.query.startsWith("#") ? "" : n === 0 ? "No matches" : `${num(hits.at + 1)}/${num(n)}`;
    return html`<span class="search" role="search" aria-busy=${this.timer !== 0}><label>
        <span class="sr">Search in names, values and bytes</span><input id="search" type="search" placeholder="Search (/)"
        .value=${hits.query} @input=${this.search} @keydown=${this.key} @paste=${this.pasted}></label>
        <span class="count" aria-live="polite">${found}</span>${
          store.packets
            ? html`<button ?disabled=${hits.filter === ""} title="Show only the packets of the capture that contain this"
              @click=${this.filterAll}>Filter ▸</button>`
            : nothing
        }</span>`;
  }

  render() {
    const any = store.message !== null;
    const small = this.small.matches;
    const phone = this.phone.matches;
    const toggle = (over: "gallery" | "help") => () => places.over(store.over === over ? "" : over);
    const more = (): Offer[] => [
      ...(phone ? ([["Samples", toggle("gallery")]] as const) : []),
      ...(any ? ([["Share…", () => places.over("share")]] as const) : []),
      ...this.settings(),
      ["Help", () => places.over("help")],
      ...(any ? ([["Save"], ...downloads(), ...(phone ? [] : ([["Copy the packet as"], ...copies()] as const))] as const) : []),
    ];
    return html`<header>
      <a class="skip" href="#t" @click=${(e: Event) => {
        e.preventDefault();
        places.paste();
      }}>Skip to the paste box</a>
      <h1>frag<i>scope</i></h1>
      <label class="button"><input class="sr" type="file" multiple @change=${this.intake.chosen}>Open file…</label>
      ${phone ? nothing : html`<button aria-pressed=${store.over === "gallery"} @click=${toggle("gallery")}>Samples</button>`}
      <button class="primary" ?disabled=${!any} @click=${() => void copyLink()}
        title="A link with the bytes after the #, which browsers do not send">Copy link</button>
      ${
        small
          ? nothing
          : html`<button ?disabled=${!any} aria-pressed=${store.over === "share"} @click=${() => places.over(store.over === "share" ? "" : "share")}
        title="The packet as a picture, as Markdown or as a test">Share…</button>
      ${menu("Copy as", copies, !any)}${menu("Save", downloads, !any)}`
      }
      <span class="grow"></span>
      ${
        phone
          ? html`<button aria-label="Search" aria-expanded=${this.searching} @click=${() => {
              this.searching = !this.searching;
              if (this.searching) void this.focus();
              else this.draw();
            }}><span aria-hidden="true">⌕</span></button>${this.searching ? this.searchBox() : nothing}`
          : this.searchBox()
      }
      ${
        small
          ? menu("More", more, false, "⋯")
          : html`${menu("Settings", this.settings, false, "⚙")}
      <button class="plain" aria-pressed=${store.over === "help"} @click=${toggle("help")} aria-label="Help" title="Help (?)">?</button>`
      }
    </header>`;
  }
}
