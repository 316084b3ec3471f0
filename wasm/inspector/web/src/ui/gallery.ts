import { css, html, nothing } from "lit";
import { Part } from "./part";
import type { Topic } from "./store";
import { base } from "./styles";
import { openSample } from "./input";
import { samples } from "./samples";

/** Families of samples by how their names begin. */
const families: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(ut2004|ut2003|unreal2|killingfloor|pariah|xmp|cvsoft|lgsl)-/, "Unreal2: UT2003, UT2004, Killing Floor …"],
  [/^(ut99|unreal|unreal227|gamespy1|bf1942|mohaa|swbf2)-/, "GameSpy v1: UT99, Unreal …"],
  [/^gamespy2-/, "GameSpy v2"],
  [/^(gamespy3|ut3)-/, "GameSpy v3: UT3 …"],
  [/^ugp-/, "UGP: GTA Connected"],
  [/^a2s-/, "A2S: Source, Rust, ARK …"],
  [/^quake/, "Quake: QuakeWorld, Quake II, Quake III, Call of Duty …"],
  [/^gamespy-master-/, "GameSpy's later services"],
  [/^doom3-/, "Doom 3, Quake 4, Quake Wars"],
  [/^(tribes|torque)-/, "Tribes, Starsiege, Tribes 2"],
  [/^samp-/, "SA-MP, open.mp, Vice City Multiplayer"],
  [/^raknet-/, "RakNet: Minecraft Bedrock"],
  [/^mumble-/, "Mumble"],
  [/^teamspeak-/, "TeamSpeak 3"],
  [/^teeworlds-/, "Teeworlds, DDNet"],
  [/^frostbite-/, "Frostbite: Battlefield 3, 4 …"],
  [/^openttd-/, "OpenTTD"],
  [/^netquake-/, "Quake, Hexen II"],
  [/^m2mp-/, "Mafia 2 Multiplayer"],
  [/^satisfactory-/, "Satisfactory"],
  [/^sqp-/, "Unity Multiplay (SQP)"],
  [/^zandronum-/, "Zandronum, Skulltag"],
  [/^odamex-/, "Odamex"],
  [/^bzflag-/, "BZFlag"],
  [/^cube2-/, "Cube 2: Sauerbraten, AssaultCube"],
  [/^minecraft-/, "Minecraft Java Edition"],
  [/^ase-/, "All-Seeing Eye: Multi Theft Auto …"],
  [/^lan-/, "LAN beacons"],
  [/^frame-/, "With frame headers"],
  [/./, "Masters, server lists and others"],
];

/** How the games and protocols that names of samples begin with are written. */
const written: Readonly<Record<string, string>> = {
  a2s: "A2S",
  ase: "All-Seeing Eye",
  bf1942: "Battlefield 1942",
  cvsoft: "CVSoft",
  doom3: "Doom 3",
  frame: "Frame",
  gamespy1: "GameSpy v1",
  gamespy2: "GameSpy v2",
  gamespy3: "GameSpy v3",
  gamespymaster: "GameSpy master",
  killingfloor: "Killing Floor",
  lan: "LAN",
  lgsl: "LGSL",
  minecraft: "Minecraft",
  mohaa: "Medal of Honor",
  mumble: "Mumble",
  pariah: "Pariah",
  quake2: "Quake II",
  quake3: "Quake III",
  quakeworld: "QuakeWorld",
  raknet: "RakNet",
  samp: "SA-MP",
  serverlist: "Server list",
  swbf2: "Battlefront II",
  ugp: "UGP",
  unreal: "Unreal",
  unreal2: "Unreal2",
  unreal227: "Unreal 227",
  xmp: "Unreal II XMP",
};

/** A sample's name for people. */
function titleOf(name: string): string {
  const [game = "", ...rest] = name.split("-");
  return `${written[game] ?? game.toUpperCase()} ${rest.join(" ")}`;
}

/** Every sample with what is special about it. */
class Gallery extends Part {
  static override styles = [
    base,
    css`
    :host { display: flex; flex-direction: column; gap: 0.5rem; height: 100%; min-height: 0; padding: 0.7rem; }
    .list { overflow: auto; min-height: 0; flex: 1; }
    h3 { position: sticky; top: 0; background: var(--bg); padding: 0.3rem 0; border-bottom: 1px solid var(--line); }
    ul { list-style: none; margin: 0 0 0.8rem; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(21rem, 100%), 1fr));
      gap: 0.3rem; }
    li button { width: 100%; height: 100%; text-align: start; white-space: normal; padding: 0.4rem 0.6rem; border-color: var(--line);
      display: flex; flex-direction: column; align-items: flex-start; justify-content: flex-start; }
    li b { font-weight: 600; display: block; } li span { color: var(--fg2); }
    input { width: 20rem; max-width: 100%; }
  `,
  ];
  static override properties = { query: { state: true } };
  protected readonly topics: readonly Topic[] = [];
  private query = "";

  override focus(): void {
    this.shadowRoot?.querySelector("input")?.focus();
  }

  private open(name: string): void {
    void openSample(name);
    this.dispatchEvent(new Event("done"));
  }

  override render() {
    const q = this.query.toLowerCase();
    const left = new Set(samples.filter((s) => s.name.includes(q) || titleOf(s.name).toLowerCase().includes(q) || s.description.toLowerCase().includes(q)));
    const total = left.size;
    return html`<div class="row"><h2>Samples</h2><label><span class="sr">Find a sample</span><input type="search" placeholder="Find" .value=${this.query}
        @input=${(e: Event) => (this.query = (e.target as HTMLInputElement).value)}></label>
        <span class="muted" role="status">${total === samples.length ? total : html`${total} of ${samples.length}`} samples</span>
        <button @click=${() => this.dispatchEvent(new Event("done"))}>Close</button></div>
      <div class="list" tabindex="0" role="region" aria-label="Samples">${families.map(([re, title]) => {
        const mine = [...left].filter((s) => re.test(s.name));
        for (const s of mine) left.delete(s);
        return mine.length === 0
          ? nothing
          : html`<h3>${title}</h3><ul>${mine.map(
              (s) => html`<li><button @click=${() => this.open(s.name)}><b>${titleOf(s.name)}</b><span>${s.description}</span></button></li>`,
            )}</ul>`;
      })}${total === 0 ? html`<p class="muted">No sample matches.</p>` : nothing}</div>`;
  }
}
customElements.define("fs-gallery", Gallery);
