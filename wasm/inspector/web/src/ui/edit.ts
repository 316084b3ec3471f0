/** Changes a datagram of a paste; what was there before can be restored. */
import type { Operation } from "../api/index.ts";
import { hex } from "./copyas";
import * as engine from "./engine";
import type { Field } from "./model";
import { store } from "./store";

/** Whether what is shown can be changed: not in a capture, nor before the whole decoder is there. */
export const editable = (): boolean => !store.packets && !store.stale && store.message !== null;

/** Puts other bytes in the place of the datagram that is shown; as one step with the change before when they belong together. */
async function replace(bytes: Uint8Array, joined = false): Promise<void> {
  const { current, name, description } = store;
  store.read(rewritten(current, bytes), { name, description, joined });
  await store.go(current);
}

/** Bytes of a row of plain hex. */
const row = 16;
const plain = (b: Uint8Array): string => Array.from({ length: Math.ceil(b.length / row) || 1 }, (_, i) => hex(b.subarray(row * i, row * (i + 1)))).join("\n");

/** The text that was pasted with other bytes in one datagram: in the form that it has, where that reads as the same again. */
function rewritten(current: number, bytes: Uint8Array): string {
  const all = store.messages.map((m, i) => (i === current ? bytes : m.data));
  const kept = engine.rewrite(store.text, store.paste?.format ?? "", current, bytes);
  if (kept !== null && engine.readsAs(kept, all)) return kept;
  return `${all.map((b, i) => (store.datagrams[i]?.comment ? `# ${store.datagrams[i]!.comment.replace(/\s+/g, " ")}\n` : "") + plain(b)).join("\n\n")}\n`;
}

/** Changes a field; returns why it cannot be, "" when it could. */
export function change(f: Field, operation: Operation): string {
  const changed = f.message.change(f.index, operation);
  if (!changed.ok) return changed.error.startsWith(`${f.key}: `) ? changed.error.slice(f.key.length + 2) : changed.error; // which field, one sees
  void replace(changed.bytes).then(() => store.selectField(Math.min(f.index, (store.message?.rowCount ?? 1) - 1)));
  store.say("Changed; lengths and checksums updated");
  return "";
}

/** Whether a field is changed as bytes, as there is no other way to write it. */
export const onlyBytes = (f: Field): boolean => f.kind === "group" || f.kind === "unknown" || f.kind === "padding";

/** Changes a field to a value that was typed. */
export function changeTo(f: Field, text: string): string {
  if (onlyBytes(f)) return changeBytes(f, text);
  if (f.kind === "bit") return change(f, { kind: /^(1|true|on|yes|set)$/i.test(text) ? "setBit" : "clearBit", mask: f.mask });
  return change(f, { kind: "edit", value: text });
}

/** Changes a field to bytes that were typed, and nothing else. */
export function changeBytes(f: Field, text: string): string {
  try {
    return change(f, { kind: "raw", bytes: engine.bytesOf(text) });
  } catch (e) {
    return e instanceof Error ? e.message : String(e);
  }
}

/** What the last byte was typed into, and where the next one would be: they are one change. */
let typed: { data: Uint8Array; next: number } | null = null;

/** Types over a byte; what is typed in a row is undone as one. */
export async function overwrite(offset: number, byte: number): Promise<void> {
  const m = store.message!;
  const bytes = m.data.slice();
  bytes[offset] = byte;
  const joined = typed !== null && typed.next === offset && typed.data.length === m.data.length && typed.data.every((b, i) => b === m.data[i]);
  typed = { data: bytes, next: offset + 1 };
  const next = Math.min(offset + 1, bytes.length - 1);
  await replace(bytes, joined);
  store.selectBytes(next, next);
  store.say("Changed one byte; lengths and checksums stay as they are");
}
