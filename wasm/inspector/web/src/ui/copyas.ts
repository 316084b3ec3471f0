/** Bytes and fields in the forms in which people keep them. */
import type { Field, Message } from "./model";
import { base64 } from "./permalink";

const hex2 = (b: number): string => b.toString(16).toUpperCase().padStart(2, "0");

export const hex = (b: Uint8Array): string => Array.from(b, hex2).join(" ");

/** Lines of at most n items each, indented. */
function lines(b: Uint8Array, n: number, indent: string, one: (b: number) => string): string {
  const out: string[] = [];
  for (let i = 0; i < b.length; i += n) out.push(indent + Array.from(b.subarray(i, i + n), one).join(", ") + ",");
  return out.join("\n");
}

const literal = (b: number): string => "0x" + hex2(b);

/** The canonical dump of hexdump -C and of xxd alike: offset, 16 bytes, ASCII. */
export function dump(b: Uint8Array): string {
  const out: string[] = [];
  for (let i = 0; i < b.length; i += 16) {
    const row = b.subarray(i, i + 16);
    const left = Array.from(row.subarray(0, 8), (c) => hex2(c).toLowerCase()).join(" ");
    const right = Array.from(row.subarray(8), (c) => hex2(c).toLowerCase()).join(" ");
    const ascii = Array.from(row, (c) => (c >= 32 && c < 127 ? String.fromCharCode(c) : ".")).join("");
    out.push(`${i.toString(16).padStart(8, "0")}  ${left.padEnd(23)}  ${right.padEnd(23)}  |${ascii}|`);
  }
  out.push(b.length.toString(16).padStart(8, "0"));
  return out.join("\n") + "\n";
}

function python(b: Uint8Array): string {
  const out: string[] = [];
  for (let i = 0; i < b.length; i += 16) {
    out.push('    b"' + Array.from(b.subarray(i, i + 16), (c) => "\\x" + hex2(c).toLowerCase()).join("") + '"');
  }
  return `packet = (\n${out.join("\n") || '    b""'}\n)\n`;
}

export const byteForms: ReadonlyArray<{ id: string; name: string; make(b: Uint8Array): string }> = [
  { id: "hex", name: "Hex digits", make: hex },
  { id: "stream", name: "Hex digits, no blanks", make: (b) => Array.from(b, (c) => hex2(c).toLowerCase()).join("") },
  { id: "dump", name: "Hex dump with ASCII", make: dump },
  { id: "c", name: "C array", make: (b) => `unsigned char packet[${b.length}] = {\n${lines(b, 12, "\t", literal)}\n};\n` },
  { id: "go", name: "Go slice", make: (b) => `packet := []byte{\n${lines(b, 12, "\t", literal)}\n}\n` },
  { id: "python", name: "Python bytes", make: python },
  { id: "rust", name: "Rust array", make: (b) => `let packet: [u8; ${b.length}] = [\n${lines(b, 12, "    ", literal)}\n];\n` },
  { id: "escaped", name: "String with \\x escapes", make: (b) => `"${Array.from(b, (c) => "\\x" + hex2(c).toLowerCase()).join("")}"` },
  { id: "base64", name: "Base64", make: (b) => base64(b) },
];

/** A field as one line: where, what, its bytes and its value. */
export function fieldLine(m: Message, f: Field): string {
  const bytes = hex(m.data.subarray(f.offset, f.offset + f.length));
  return [`0x${f.offset.toString(16).padStart(4, "0")}`, f.name, bytes, visible(f.value), f.note].filter((s) => s !== "").join("  ");
}

/** Letters that change how others are shown, and control characters, as escapes. */
export function visible(s: string): string {
  return s.replace(/[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu, (c) => {
    const n = c.charCodeAt(0);
    return n < 256 ? `\\x${n.toString(16).padStart(2, "0")}` : `\\u${n.toString(16).padStart(4, "0")}`;
  });
}
