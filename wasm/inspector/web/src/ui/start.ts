import { css, html, LitElement } from "lit";
import { base } from "./styles";
import { acceptFiles, openSample } from "./input";
import { ask } from "./asked";
import { store } from "./store";
import captureURL from "../../../../../samples/captures/scan-with-other-traffic.pcapng?url";

const captureName = "scan-with-other-traffic.pcapng";

/** What somebody who comes for the first time can look at: what it is, what is to see in it, and the sample. */
const cards: ReadonlyArray<readonly [title: string, about: string, sample: string]> = [
  ["UT2004 info", "one reply, field by field", "ut2004-info-reply"],
  ["UT2004 players", "names, scores and teams", "ut2004-players-reply-teams"],
  ["UT99 status in parts", "three datagrams, one reply", "ut99-status-reply-players"],
  ["UT3", "challenge, query and reply", "ut3-exchange"],
  ["GTA Connected", "server and players", "ugp-query-reply"],
  ["A capture", "160 packets, not all queries", ""],
];

/** What the page is for in one sentence, and six things to begin with. */
class Start extends LitElement {
  static override styles = [
    base,
    css`
    :host { display: block; background: var(--accent-faint); border-block: 1px solid var(--line); padding: 0.4rem 0.75rem 0.5rem; }
    .top { display: flex; gap: 0.75rem; align-items: baseline; } p { margin: 0; flex: 1; } b { font-size: 1.1rem; }
    ul { list-style: none; margin: 0.35rem 0 0; padding: 2px; display: grid; gap: 0.4rem; overflow-x: auto;
      grid-template-columns: repeat(6, minmax(max-content, 1fr)); }
    li button { width: 100%; text-align: start; display: block; padding: 0.25rem 0.6rem; overflow: hidden; text-overflow: ellipsis; }
    @media (max-width: 1040px) and (min-height: 600px) {
      ul { grid-template-columns: repeat(3, minmax(0, 1fr)); } li button { white-space: normal; height: 100%; }
    }
    @media (max-width: 480px) and (min-height: 600px) { ul { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
    li strong { display: block; font-weight: 600; } li span { color: var(--fg2); }
  `,
  ];

  private async open(sample: string): Promise<void> {
    await store.during(this.opened(sample));
    this.dispatchEvent(new Event("opened"));
  }

  private async opened(sample: string): Promise<void> {
    if (sample) await openSample(sample);
    else {
      const wanted = ask();
      const file = new File([await (await fetch(captureURL)).blob()], captureName);
      if (wanted()) await acceptFiles([file]);
    }
  }

  override render() {
    return html`<section aria-label="Start"><div class="top"><p><b>Paste a game-server packet, see what every byte means.</b>
        Any dump, file or capture; it stays in this browser.</p>
        <button @click=${() => this.dispatchEvent(new Event("done"))}>Close</button></div>
      <ul>${cards.map(
        ([title, about, sample]) => html`<li><button @click=${() => void this.open(sample)}><strong>${title}</strong><span>${about}</span></button></li>`,
      )}</ul></section>`;
  }
}
customElements.define("fs-start", Start);
