/** The decoder as the page uses it. */
import {
  Decoder,
  type DecodeOptions,
  type Explanation,
  isPasteError,
  type Message,
  type Pasted,
  type PasteError,
  type ServerSummary,
  type Session,
  type ShowFormat,
} from "../api/index.ts";
import type { Packet } from "./views";
import program from "../generated/decoder.wasm?url";
import benchProgram from "../generated/workbench.wasm?url";

/** How to read: names, "" to auto-detect. */
export interface How {
  format: string;
  protocol: string;
  from: string;
}

let decoder: Decoder | undefined;
/** What is shown: the datagrams of a paste, or the packet of a capture. */
export let session: Session | null = null;

/** Loads the decoder. */
export async function load(): Promise<void> {
  decoder = await Decoder.create(fetch(program));
}

/** Loads the decoder that compares unknown packets and reads layouts, in place of the first. What was read has to be read again. */
export const loadBench = (): Promise<void> => (benching ??= replace());
let benching: Promise<void> | undefined;

async function replace(): Promise<void> {
  try {
    const next = await Decoder.create(fetch(benchProgram));
    forget();
    decoder = next;
    hasBench = true;
  } catch (e) {
    benching = undefined;
    throw e;
  }
}
let hasBench = false;
/** Whether that one is there. */
export const benched = (): boolean => hasBench;

/** The calls of the decoder, for what only the second one has. */
export const calls = () => need().calls;

/** Whether the decoder is there. */
export const ready = (): boolean => decoder !== undefined;

function need(): Decoder {
  if (!decoder) throw new Error("the decoder is not loaded yet");
  return decoder;
}

function options(how: How): DecodeOptions {
  return {
    ...(how.protocol ? { protocol: how.protocol } : {}),
    ...(how.from === "request" || how.from === "reply" ? { from: how.from } : {}),
  };
}

/** Opens a session in place of the one that was shown; with keep that one stays when there is an error. */
function renew<T extends Session | PasteError>(open: (d: Decoder) => T, keep = false): T {
  if (!keep) forget();
  const next = open(need());
  if (isPasteError(next)) return next;
  forget();
  session = next;
  return next;
}

export function forget(): void {
  session?.close();
  session = null;
  for (const kept of [known, alone, infos]) kept.clear();
  readAs = undefined;
}

/** The server of each datagram, once it is asked for. */
const known = new Map<number, ServerSummary | null>();
let readAs: Pasted | undefined;

/** How the paste was read. */
export const pasted = (): Pasted | undefined => (session ? (readAs ??= session.pasted()) : undefined);

/** The longest paste, in characters or bytes: reading one takes up to fifty times as much memory, and the page does nothing else meanwhile. */
export const maxPaste = 2 << 20;

/** Where the bytes of a paste are written is only read up to this size: it costs 12 bytes each. */
const maxPositions = 1 << 18;

/** Reads a paste, or bytes that are a paste or one datagram; null when there is nothing in it. With keep an error leaves what was read before. */
export function read(input: string | Uint8Array, how: How, keep = false): Session | PasteError | null {
  if (input.length === 0 || (typeof input === "string" && input.trim() === "")) {
    forget();
    return null;
  }
  if (input.length > maxPaste) {
    if (!keep) forget();
    return {
      line: 1,
      column: 1,
      found: `${(input.length / 2 ** 20).toFixed(1)} MiB`,
      expected: `at most ${maxPaste >> 20} MiB`,
      advice: "paste a part of it, or open the packets as a capture file",
    };
  }
  const o = { ...options(how), ...(how.format ? { format: how.format } : {}), positions: input.length <= maxPositions };
  return renew((d) => d.parse(input, o), keep);
}

/** Decodes a packet of a capture, knowing the others of its exchange. */
export function decode({ exchange, only, link }: Packet, how: Omit<How, "format">): Message {
  const known = link && need().names.links.includes(link) ? { link } : {};
  return renew((d) => d.decode(exchange, { only, ...options({ ...how, format: "" }), ...known })).message(0);
}

export const formats = (): readonly string[] => decoder?.names.formats ?? [];
export const protocols = (): readonly string[] => decoder?.names.protocols.filter((n) => n !== "unknown") ?? [];

export const explain = (name: string): readonly Explanation[] => need().explain(name).explanations;

/** Whether that was done, and is at hand. */
export const summedUp = (i: number): boolean => known.has(i);

const alone = new Map<number, ServerSummary | null>();
/** What a datagram itself contains of a server; null for nothing. */
export function summaryOf(i: number): ServerSummary | null {
  if (!session || i >= session.datagrams.length) return null;
  if (!alone.has(i)) alone.set(i, session.summary(0, i, true));
  return alone.get(i)!;
}

const infos = new Map<number, string>();
/** In one line what a datagram contains beside its title. */
export function info(i: number): string {
  if (!infos.has(i)) infos.set(i, session?.info(i) ?? "");
  return infos.get(i)!;
}

/** The server of a datagram as a person reads it; null for nothing. */
export function summary(i: number): ServerSummary | null {
  if (!session) return null;
  if (!known.has(i)) {
    const server = session.summary(500, i);
    for (const k of server?.datagrams ?? [i]) known.set(k, server);
  }
  return known.get(i)!;
}

/** Reads a file as a paste, in a session of its own. */
export const parse = (data: string | Uint8Array): Session | PasteError => need().parse(data);

/** A pasted text in which the lines of one datagram are written once more with other bytes, in the same form; null where that cannot be. */
export function rewrite(text: string, format: string, datagram: number, bytes: Uint8Array): string | null {
  const parts = pasted()?.parts;
  if (!parts || !need().reference.formats.some((f) => f.writable && f.name === format)) return null;
  const mine: number[] = [];
  for (let i = 0; i < parts.length; i += 4) if ((parts[i + 3]! | 0) === datagram) mine.push(parts[i]!);
  if (mine.length === 0) return null;
  const lines = text.split("\n");
  const [first, last] = [mine[0]! - 1, mine.at(-1)! - 1];
  const others = Array.from(parts).some(
    (n, i) => i % 4 === 3 && (n | 0) >= 0 && (n | 0) !== datagram && parts[i - 3]! - 1 >= first && parts[i - 3]! - 1 <= last,
  );
  if (others) return null;
  let dump = need().dump(format, bytes).replace(/\n$/, "");
  if (format === "plain hex" && last > first) dump = (dump.match(/(?:\S\S ?){1,16}/g) ?? []).map((l) => l.trim()).join("\n");
  return [...lines.slice(0, first), dump, ...lines.slice(last + 1)].join("\n");
}

/** Whether a text is read as these datagrams. */
export function readsAs(text: string, datagrams: readonly Uint8Array[]): boolean {
  const read = need().parse(text);
  if (isPasteError(read)) return false;
  const same =
    read.datagrams.length === datagrams.length &&
    datagrams.every((d, i) => {
      const other = read.message(i).data;
      return d.length === other.length && d.every((b, k) => b === other[k]);
    });
  read.close();
  return same;
}

/** What bytes would be as numbers, a time, an address, bits and text. */
export const interpret = (bytes: Uint8Array) => need().interpret(bytes);

/** The ways in which bytes are copied, and bytes in one of them. */
export const forms = (): readonly string[] => decoder?.forms ?? [];
export const write = (form: string, bytes: Uint8Array): string => need().write(form, bytes);

/** Two messages field by field. */
export const diff = (a: Message, b: Message) => need().diff(a, b);

/** All datagrams that are shown, or just one of them, as text: what the command prints. */
export const render = (form: ShowFormat, index = -1): string => session?.show(form, index) ?? "";

/** Pairs of hexadecimal digits as bytes. */
export function bytesOf(digits: string): Uint8Array {
  const plain = digits.replace(/\s|0x|,/g, "");
  if (plain.length % 2 !== 0 || /[^0-9a-f]/i.test(plain)) throw new Error("bytes are written as pairs of hexadecimal digits, such as 1B FF");
  return Uint8Array.from(plain.match(/../g) ?? [], (d) => parseInt(d, 16));
}
