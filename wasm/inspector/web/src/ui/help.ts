import { LitElement, css, html } from "lit";
import { base, shades } from "./styles";
import { legend } from "./shade";

const keys: ReadonlyArray<readonly [string, string]> = [
  ["↑ ↓ ← →", "move in the list, the fields and the bytes; ← and → close and open groups"],
  ["Page up, Page down, Home, End", "move by a page, or to the first or last"],
  ["Shift + arrows", "select bytes"],
  ["Enter", "open a group; in the bytes, select the field at the cursor"],
  ["n, N", "next problem, previous problem"],
  ["u, U", "next unknown bytes, previous unknown bytes"],
  ["Alt + ←, →", "back to what was shown before: tabs, packets, selections; and forward"],
  ["Menu key, Shift + F10", "in lists of a capture: show only what has this value, or what has not"],
  ["j, k", "next datagram, previous datagram"],
  ["[, ]", "back to the datagram or packet that was shown before, and forward"],
  ["m, M", "mark a datagram or packet, or remove the mark; to the next marked one"],
  [
    "/",
    "search in names, values and bytes (hex digits, or text as ASCII, UTF-8 and UTF-16); " +
      "Enter goes to the next; @2D goes to an offset, @2D-40 and @2D+14 select bytes, in the base of the " +
      "offsets or with 0x in hexadecimal, " +
      "#12 to a datagram or packet",
  ],
  ["Ctrl + F", "search; once more, the browser's own"],
  ["Ctrl + G", "go to an offset, or in a capture to a packet"],
  ["↓", "in an empty filter of a capture: recent filters, and names"],
  ["t", "table or tree"],
  ["x", "offsets in hexadecimal or decimal"],
  ["0–9, a–f", "in the bytes: type over the byte at the cursor; Ctrl + Z undoes it"],
  ["F2", "in the fields: change the value in its row"],
  ["Shift + ←, →", "on the head of a column: narrower, wider"],
  ["Shift + ←, →", "in the fields: close or open all groups"],
  ["Ctrl + C", "in the bytes: copy them as hex digits; in the fields: copy the field as a line"],
  ["Ctrl + Z, Ctrl + Shift + Z", "undo and redo: a changed field, or what a paste, a sample or a file replaced, a capture too"],
  [
    "1, 2, 4, 8, f, s, c, g, x",
    "in the grid of Structure: the selected bytes are a number of so many bytes, a float, a text, a checksum, flags, bytes; b changes the byte " +
      "order, a accepts what was found, Delete takes it back",
  ],
  ["1, 2, 3", "to the list, the fields, the bytes"],
  ["p", "to the paste box"],
  ["?", "this help"],
  ["Esc", "clear the selection, close what is open"],
];

class Help extends LitElement {
  static override styles = [
    base,
    shades,
    css`
    :host { display: block; padding: 0.7rem; overflow: auto; height: 100%; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; max-width: 60rem; } dt { text-align: end; } dd { margin: 0; }
    .chip { display: inline-block; width: 1rem; height: 1rem; border: 1px solid var(--line); vertical-align: -0.2rem; margin-inline-end: 0.3rem; --s: 30%; }
    ul { list-style: none; padding: 0; display: flex; gap: 0.3rem 1.2rem; flex-wrap: wrap; } p { max-width: 70ch; }
    @media (max-width: 600px) { dl { grid-template-columns: 1fr; } dt { text-align: start; } }
  `,
  ];
  override render() {
    return html`<div class="row"><h2>Help</h2><button @click=${() => this.dispatchEvent(new Event("done"))}>Close</button></div>
      <p>Paste a packet in any form: what xxd, hexdump, od, tcpdump, tshark or Wireshark show, hex digits, base64, a literal of a
        programming language, a link. Or open a file or a capture.
        Everything is decoded in this page; no byte leaves your machine. Links have the bytes after the #, which browsers do not send.</p>
      <p>The <a href="spec/index.html" target="_blank" rel="noopener">specifications of the protocols</a> describe every layout, byte for byte.</p>
      <h2>Colours of fields</h2><ul>${legend.map(([hue, name]) => html`<li><span class="chip h-${hue}"></span>${name}</li>`)}</ul>
      <p class="muted">Nested fields are darker; neighbouring fields alternate so you can tell them apart.
        A dot in the margin of the bytes, and ✕ ▲ ● beside a field,
        are problems: error, warning, note.</p>
      <h2>Keys</h2><dl>${keys.map(([k, what]) => html`<dt><kbd>${k}</kbd></dt><dd>${what}</dd>`)}</dl>`;
  }
}
customElements.define("fs-help", Help);
