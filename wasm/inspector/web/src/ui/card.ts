/** A packet as a card for forums, issues and chats: its bytes in the shades of their fields, and what these mean. */
import { hex, size, visible } from "./copyas";
import * as engine from "./engine";
import { type Field, type Message, rowAt } from "./model";
import { hues } from "./shade";

/** Fields and rows of bytes that are on a card. */
const mostFields = 28;
const mostRows = 16;

const width = 920;
const line = 20;
const margin = 24;
const colours: Readonly<Record<string, string>> = {
  num: "#cfe6f5",
  text: "#fbe6bf",
  len: "#e3e6ea",
  name: "#c9ece0",
  addr: "#f3dcea",
  raw: "#f2eec0",
  pad: "#f4f5f7",
  unk: "#ececec",
  grp: "#ffffff",
};
const mono = 'font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace"';
const ink = "#1a1d23";
const quiet = "#535a66";
const blue = "#0b57c2";

const xml = (s: string): string => s.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!);
const cut = (s: string, most: number): string => ([...s].length > most ? `${[...s].slice(0, most - 1).join("")}…` : s);

/** The fields that say something by themselves: no groups that only hold others, no lengths of what follows, and nothing inside another of them. */
export function telling(m: Message): Field[] {
  const list: Field[] = [];
  for (let i = 0; i < m.rowCount; ) {
    const f = rowAt(m, i)!;
    const opens = f.kind === "group" && (f.text === "" || !f.folded);
    if (!opens && f.length > 0 && hues[f.hue] !== "len") list.push(f);
    i = opens ? i + 1 : f.next;
  }
  return list;
}

/** What a field means, beside its value. */
const meaning = (f: Field): string => visible(f.note.replace(/(^|; )ambiguous$/, "") || engine.explain(f.key)[0]?.text || "");

export interface Card {
  message: Message;
  /** The field that is marked, -1 for none. */
  marked: number;
  note: string;
}

const title = ({ message }: Card): { name: string; kind: string } => {
  const { summary } = message;
  const name =
    engine
      .summaryOf(message.index)
      ?.title.map((s) => s.text)
      .join("") ?? "";
  const kind = `${summary.message} · ${summary.protocol} · ${size(summary.length)}`;
  return name ? { name: visible(name), kind } : { name: summary.message, kind };
};

/** The card as an SVG image that needs nothing else. */
export function svg(card: Card): string {
  const { message: m, marked, note } = card;
  const out: string[] = [];
  const { name, kind } = title(card);
  let y = margin + 20;
  const text = (x: number, s: string, more = ""): number => out.push(`<text x="${x}" y="${y}" ${more.replace('class="m"', mono)}>${xml(s)}</text>`);
  text(margin, cut(name, 60), `font-size="20" font-weight="650"`);
  y += 24;
  text(margin, kind, `fill="${quiet}"`);
  y += 14;
  const chosen = rowAt(m, marked);
  const rows = Math.min(mostRows, Math.ceil(m.data.length / 16));
  for (let r = 0; r < rows; r++) {
    y += line;
    text(margin, `0x${(16 * r).toString(16).toUpperCase().padStart(4, "0")}`, `class="m" fill="${quiet}"`);
    for (let o = 16 * r; o < Math.min(16 * r + 16, m.data.length); o++) {
      const f = rowAt(m, m.leafAt(o));
      const x = margin + 62 + (o % 16) * 27 + (o % 16 > 7 ? 8 : 0);
      const on = chosen !== undefined && o >= chosen.offset && o < chosen.offset + chosen.length;
      const fill = on ? blue : (colours[hues[f?.hue ?? 7]!] ?? "#fff");
      out.push(`<rect x="${x - 3}" y="${y - 14.5}" width="27" height="${line}" fill="${fill}"/>`);
      text(x, hex(m.data.subarray(o, o + 1)), `class="m" ${on ? 'fill="#fff"' : ""}`);
      const c = m.data[o]!;
      text(
        margin + 530 + (o % 16) * 9,
        c >= 32 && c < 127 ? String.fromCharCode(c) : "·",
        `class="m" fill="${on ? blue : quiet}" ${on ? 'font-weight="700"' : ""}`,
      );
    }
  }
  if (rows * 16 < m.data.length) {
    y += line;
    text(margin + 62, `… ${size(m.data.length - rows * 16)} more`, `fill="${quiet}"`);
  }
  y += 14;
  const all = telling(m);
  const shown = all.slice(0, mostFields);
  for (const f of shown) {
    y += line + 2;
    const on = f.index === marked || (chosen !== undefined && chosen.offset >= f.offset && chosen.offset + chosen.length <= f.offset + f.length);
    if (on) out.push(`<rect x="${margin - 8}" y="${y - 15.5}" width="${width - 2 * margin + 16}" height="${line + 2}" rx="3" fill="#d9e6fb"/>`);
    out.push(`<rect x="${margin}" y="${y - 11}" width="10" height="13" rx="2" fill="${colours[hues[f.hue]!] ?? "#fff"}" stroke="#858c99" stroke-width="0.5"/>`);
    const weight = on ? 'font-weight="650"' : "";
    text(margin + 18, cut(visible(f.name), 28), weight);
    text(margin + 230, cut(visible(f.text), 38), `class="m" ${weight}`);
    text(margin + 560, cut(meaning(f), 45), `fill="${quiet}"`);
  }
  if (shown.length < all.length) {
    y += line;
    text(margin + 18, `… ${all.length - shown.length} more fields`, `fill="${quiet}"`);
  }
  for (const l of note.split("\n").filter(Boolean).slice(0, 6)) {
    y += line + 6;
    text(margin, cut(visible(l), 110), `font-size="15"`);
  }
  y += 28;
  text(margin, "fragscope", `font-weight="700" fill="${quiet}"`);
  const height = y + 16;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"
 font-family="system-ui, sans-serif" font-size="13" fill="${ink}">
<title>${xml(`${name}: ${kind}`)}</title>
<rect width="${width}" height="${height}" rx="8" fill="#ffffff" stroke="#d8dbe1"/>
${out.join("\n")}
</svg>
`;
}

/** The same as a PNG, at twice the size. */
export async function png(image: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([image], { type: "image/svg+xml" }));
  try {
    const picture = new Image();
    await new Promise((done, failed) => {
      picture.onload = done;
      picture.onerror = () => failed(new Error("The browser cannot draw the card"));
      picture.src = url;
    });
    const canvas = document.createElement("canvas");
    canvas.width = 2 * picture.naturalWidth;
    canvas.height = 2 * picture.naturalHeight;
    canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, failed) => canvas.toBlob((b) => (b ? done(b) : failed(new Error("The browser cannot draw the card"))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** A text in a cell of a table of Markdown, where nothing of a packet means anything. */
const cell = (s: string): string => visible(s).replace(/[\\`*_{}[\]<>()#+!|~&]/g, (c) => `\\${c}`);

/** The card as Markdown. */
export function markdown(card: Card, link: string): string {
  const { message: m, marked, note } = card;
  const { name, kind } = title(card);
  const dump: string[] = [];
  for (let o = 0; o < Math.min(m.data.length, 16 * mostRows); o += 16) {
    const b = m.data.subarray(o, o + 16);
    const ascii = Array.from(b, (c) => (c >= 32 && c < 127 ? String.fromCharCode(c) : ".")).join("");
    dump.push(`${o.toString(16).padStart(4, "0")}  ${hex(b).padEnd(47)}  ${ascii}`);
  }
  const rows = telling(m)
    .slice(0, mostFields)
    .map((f) => {
      const on = f.index === marked ? "**" : "";
      return `| ${f.offset} | ${on}${cell(f.name)}${on} | ${on}${cell(cut(f.text, 80))}${on} | ${cell(cut(meaning(f), 120))} |`;
    });
  return [
    `**${cell(name)}** – ${cell(kind)}`,
    ...(note ? ["", ...note.split("\n").map((l) => `> ${cell(l)}`)] : []),
    "",
    "```",
    ...dump,
    "```",
    "",
    "| Offset | Field | Value | Meaning |",
    "| ---: | --- | --- | --- |",
    ...rows,
    "",
    `[Open it live](${link})`,
    "",
  ].join("\n");
}
