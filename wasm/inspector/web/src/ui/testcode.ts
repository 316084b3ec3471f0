/** A packet as a test: its bytes, and for each field that says something what it must be. */
import { hex } from "./copyas";
import * as engine from "./engine";
import { telling } from "./card";
import type { Decoded, Value } from "../api/types.ts";
import type { Message } from "./model";

export type Language = "Go" | "Python" | "TypeScript";

type Asserted = readonly [key: string, text: string, value: Value];

/** Fields that are asserted, each key once: the first that has it. */
function asserted(m: Message, only: number): Asserted[] {
  const { fields } = (JSON.parse(engine.render("json", m.index)) as Decoded).datagrams[0]!;
  const first = new Map(fields.map((f, i) => [f.key, i] as const).reverse());
  const chosen = only < 0 ? telling(m) : [m.row(only)];
  return chosen.flatMap((f): Asserted[] => {
    const { key } = f;
    return first.get(key) === f.index ? [[key, f.plain, fields[f.index]!.value]] : [];
  });
}

const words = (m: Message): string => m.summary.message.replace(/[^A-Za-z0-9]+/g, " ").trim();
const camel = (s: string): string => s.replace(/(?:^| )(\w)/g, (_, c: string) => c.toUpperCase());

/** A text as all three languages write it. */
function quoted(s: string): string {
  return `"${Array.from(s, (c) => {
    const n = c.codePointAt(0)!;
    if (c === '"' || c === "\\") return `\\${c}`;
    if (n >= 32 && n < 127) return c;
    return n < 0x10000 ? `\\u${n.toString(16).padStart(4, "0")}` : c;
  }).join("")}"`;
}

const python = (v: Value): string => (v === null ? "None" : typeof v === "string" ? quoted(v) : typeof v === "boolean" ? (v ? "True" : "False") : String(v));

const lines = (m: Message, to: (row: string) => string): string => {
  const out: string[] = [];
  for (let o = 0; o < m.data.length; o += 16) out.push(to(hex(m.data.subarray(o, o + 16))));
  return out.join("\n");
};

const made: Readonly<Record<Language, (m: Message, fields: Asserted[]) => string>> = {
  Go: (m, fields) => `package main

import (
	"testing"

	"fragscope/decoder"
)

func Test${camel(words(m))}(t *testing.T) {
	packet := []byte{
${lines(m, (row) => `\t\t${row.replace(/\S\S/g, "0x$&,")}`)}
	}
	m := decoder.Decode(packet, decoder.Options{})
	for key, want := range map[string]string{
${fields.map(([k, v]) => `\t\t${quoted(k)}: ${quoted(v)},`).join("\n")}
	} {
		if got := m.TextOf(key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
}
`,
  Python: (m, fields) => `import json
import subprocess

PACKET = bytes.fromhex(
${lines(m, (row) => `    "${row} "`)}
)


def decode(packet):
    """The fields of a packet by their keys: replace this with the parser under test."""
    out = subprocess.run(["fragscope", "decode", "--format", "json", "--input", "raw", "-"], input=packet, stdout=subprocess.PIPE, check=True).stdout
    fields = {}
    for field in json.loads(out)["datagrams"][0]["fields"]:
        fields.setdefault(field["key"], field["value"])
    return fields


def test_${words(m).toLowerCase().replaceAll(" ", "_")}():
    got = decode(PACKET)
${fields.map(([k, , v]) => `    assert got[${quoted(k)}] == ${python(v)}`).join("\n")}
`,
  TypeScript: (m, fields) => `import assert from "node:assert/strict";
import { test } from "node:test";
import { loadDecoder } from "fragscope/node";

const packet = Uint8Array.from(
  \`
${lines(m, (row) => `    ${row}`)}
  \`.match(/[0-9A-F]{2}/g)!,
  (digits) => parseInt(digits, 16),
);

test(${quoted(m.summary.message)}, async () => {
  const decoder = await loadDecoder();
  const message = decoder.decode(packet).message(0);
  const got = new Map<string, string>();
  for (const row of message.rows()) if (!got.has(row.key)) got.set(row.key, row.plain);
${fields.map(([k, v]) => `  assert.equal(got.get(${quoted(k)}), ${quoted(v)});`).join("\n")}
});
`,
};

export const languages = Object.keys(made) as Language[];

/** The source of a test; of one field alone when one is given. */
export const testOf = (language: Language, m: Message, field = -1): string => made[language](m, asserted(m, field));
