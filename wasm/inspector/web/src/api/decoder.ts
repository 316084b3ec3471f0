import { Calls, readBytes, readFacts, readSymbols } from "./calls.ts";
import { bytesIn, numbers, oneOf, textIn, whole, wrong } from "./errors.ts";
import { compile, start } from "./go.ts";
import { Held } from "./held.ts";
import type { Message } from "./message.ts";
import { confidences, directions, severities, ways } from "./names.ts";
import type { Packed } from "./packed.ts";
import { Session } from "./session.ts";
import type {
  Change,
  Changed,
  DecodeOptions,
  Definition,
  Explanation,
  Fact,
  LoadOptions,
  ParseOptions,
  Paste,
  PasteError,
  ProtocolName,
  Reference,
  RequestOptions,
  Source,
  Status,
  Summary,
} from "./types.ts";

/**
 * The decoder program. All of it is synchronous: a call on a packet takes
 * microseconds. An argument that a function cannot use is an ArgumentError.
 */
export class Decoder {
  /** Names of formats and protocols, as options take them, and of kinds of field and of frame. */
  readonly names: {
    readonly formats: readonly string[];
    readonly protocols: readonly ProtocolName[];
    readonly kinds: readonly string[];
    readonly links: readonly string[];
  };
  /** @internal */
  readonly held: Held;
  private whatIs: Reference | null = null;
  private knownForms: string[] | null = null;
  private readonly definitions: Definition[] = [];
  /** Names at the places of their numbers. */
  private readonly formats: string[] = [];
  private readonly protocols: string[] = [];

  private constructor(
    /** @internal */
    readonly calls: Calls,
  ) {
    this.held = new Held((id) => calls.raw("drop", id));
    this.names = this.readNames();
  }

  /** What is known about formats and protocols. */
  get reference(): Reference {
    return (this.whatIs ??= this.readReference());
  }

  /** Loads and starts the program. */
  static async create(source: Source): Promise<Decoder> {
    return new Decoder(new Calls(await start(await compile(source))));
  }

  /** Reads a paste and decodes what is in it; the error says where it cannot be read. */
  parse(text: string | Uint8Array, options: ParseOptions = {}): Session | PasteError {
    const given = typeof text === "string" ? text : new Uint8Array(bytesIn("text", text));
    const open = this.opener("parse", given, numbers(options, { format: this.formats, positions: null, ...this.about() }));
    const [id, p] = open();
    if (!p.bool()) {
      this.calls.raw("drop", id);
      return { line: p.int(), column: p.int(), found: p.text(), expected: p.text(), advice: p.text() };
    }
    const paste: Paste = {
      format: p.text(),
      formatText: p.text(),
      why: p.text(),
      notes: p.list((q) => ({ line: q.int(), column: q.int(), text: q.text() })),
    };
    return new Session(this, id, open, given.length, paste, this.summaries(p), p);
  }

  /** Decodes datagrams given as bytes, which are copied. */
  decode(datagrams: Uint8Array | readonly Uint8Array[], { only, ...options }: LoadOptions = {}): Session {
    const list = Array.isArray(datagrams) ? (datagrams as readonly Uint8Array[]) : [datagrams as Uint8Array];
    const head = Uint32Array.from([list.length, ...list.map((d, i) => bytesIn(`datagrams[${i}]`, d).length)]);
    let to = head.byteLength;
    const given = new Uint8Array(list.reduce((n, d) => n + d.length, to));
    given.set(new Uint8Array(head.buffer));
    for (const d of list) {
      given.set(d, to);
      to += d.length;
    }
    const open = this.opener("load", given, [only === undefined ? 0 : 1 + whole("options.only", only, 0, list.length - 1), ...numbers(options, this.about())]);
    const [id, p] = open();
    return new Session(this, id, open, to, null, this.summaries(p), p);
  }

  /** What datagrams say together about a server; null for nothing. */
  decodeStatus(datagrams: Uint8Array | readonly Uint8Array[], options: DecodeOptions = {}): Status | null {
    const session = this.decode(datagrams, options);
    const status = session.status();
    session.close();
    return status;
  }

  /** Has the program decode something, as often as that is called: by what number it holds it, and its answer. */
  private opener(call: string, given: string | Uint8Array, args: number[]): () => [number, Packed] {
    return () => {
      const id = this.calls.raw("open");
      return [id, this.calls.packed(call, id, this.calls.put(given), ...args)];
    };
  }

  /** What is known about a problem's code, a field's key, a rule's key or a protocol; when nothing is, names like it. */
  explain(name: string): { explanations: Explanation[]; suggestions: string[] } {
    const p = this.calls.packed("explain", this.calls.put(textIn("name", name)));
    const explanations = p.list(
      (q): Explanation => ({
        kind: q.text() as Explanation["kind"],
        name: q.text(),
        protocol: this.protocolName(q.u32()),
        severity: severities[q.int() - 1] ?? null,
        title: q.text(),
        text: q.text(),
        advice: q.text(),
        story: q.text(),
        source: q.text(),
        ...readSymbols(q),
        values: q.list((v) => ({ text: v.text(), name: v.text() })),
      }),
    );
    return { explanations, suggestions: p.list((q) => q.text()) };
  }

  /** Every name that explain knows. */
  explainable(): { kind: Explanation["kind"]; name: string }[] {
    return this.calls.packed("explainable").list((q) => ({ kind: q.text() as Explanation["kind"], name: q.text() }));
  }

  /** Bytes as text in a format of Reference.formats that is writable, as the program of that name writes them. */
  dump(format: string, bytes: Uint8Array): string {
    const writable = this.reference.formats.flatMap((f) => (f.writable ? f.name : []));
    oneOf("format", format, writable);
    return this.calls.textOf("dump", this.calls.put(bytesIn("bytes", bytes)), this.formats.indexOf(format));
  }

  /** Names of the ways in which bytes are copied. */
  get forms(): readonly string[] {
    return (this.knownForms ??= this.calls.packed("forms").list((q) => q.text()));
  }

  /** Bytes in one of these ways. */
  write(form: string, bytes: Uint8Array): string {
    const i = oneOf("form", form, this.forms);
    return this.calls.textOf("write", this.calls.put(bytesIn("bytes", bytes)), i);
  }

  /** What one to eight bytes would be as numbers, an address, a time, bits and text. */
  interpret(bytes: Uint8Array): Fact[] {
    whole("bytes.length", bytesIn("bytes", bytes).length, 1, 8);
    return readFacts(this.calls.packed("interpret", this.calls.put(bytes)));
  }

  /** Builds a request. */
  request(protocol: ProtocolName, o: RequestOptions = {}): Changed {
    const number = oneOf("protocol", protocol, this.protocols);
    const numeric = { id: [0, 0xffffffff], challenge: [-0x80000000, 0xffffffff], port: [0, 0xffff] } as const;
    const [id, challenge, port] = numbers(o, { ...numeric, message: null, text: null, game: null }) as [number, number, number];
    const texts = (["message", "text", "game"] as const).map((name) => {
      const text = textIn(`options.${name}`, o[name] ?? "");
      return text.includes("\0") ? wrong(`options.${name}`, text, "text without NUL, which ends it") : text;
    });
    return readBytes(this.calls.packed("request", this.calls.put(texts.join("\0")), number, id, challenge, port));
  }

  /** Which values differ between two messages of this decoder. */
  diff(a: Message, b: Message): Change[] {
    if (a?.session.decoder !== this) wrong("a", a, "a message of this decoder");
    if (b?.session.decoder !== this) wrong("b", b, "a message of this decoder");
    const kinds: Change["kind"][] = ["changed", "added", "removed"];
    const first = a.session.id;
    return this.calls.packed("diff", first, a.index, b.session.id, b.index).list((q) => ({
      kind: kinds[q.u32()]!,
      a: q.int(),
      b: q.int(),
    }));
  }

  /** @internal */
  definition(id: number): Definition {
    if (id >= this.definitions.length) this.readDefinitions();
    return this.definitions[id]!;
  }

  /** @internal */
  protocolName(n: number): ProtocolName {
    return this.protocols[n] ?? "unknown";
  }

  /** What is known beforehand about datagrams, in the order in which the program takes it. */
  private about(): { protocol: string[]; from: string[]; link: readonly string[] } {
    return { protocol: this.protocols, from: directions, link: this.names.links };
  }

  private summaries(p: Packed): Summary[] {
    let index = 0;
    return p.list(
      (q): Summary => ({
        index: index++,
        length: q.u32(),
        protocol: q.text() || "unknown",
        direction: directions[q.u32()]!,
        confidence: confidences[q.u32()]!,
        payload: q.u32(),
        link: this.names.links[q.u32()] ?? "none",
        worst: severities[q.int() - 1] ?? null,
        problems: q.u32(),
        way: ways[q.u32()]!,
        line: q.u32(),
        message: q.text(),
        doc: q.text(),
        comment: q.text(),
      }),
    );
  }

  private readNames(): Decoder["names"] {
    const p = this.calls.packed("names");
    const numbered = (list: string[]): string[] => p.list((q) => (list[q.u32()] = q.text()));
    const formats = numbered(this.formats);
    const protocols = numbered(this.protocols);
    const kinds = p.list((q) => q.text());
    const links = p.list((q) => q.text());
    return { formats, protocols, kinds, links };
  }

  private readReference(): Reference {
    const p = this.calls.packed("reference");
    const formats = p.list((q) => ({ writable: q.bool(), name: q.text(), doc: q.text() }));
    const protocols = p.list((q) => ({
      name: q.text(),
      title: q.text(),
      doc: q.text(),
      requests: q.list((r) => r.text()),
      messages: q.list((m) => ({ direction: directions[m.u32()]!, name: m.text(), doc: m.text() })),
    }));
    return { formats, protocols, kinds: this.names.kinds, links: this.names.links };
  }

  private readDefinitions(): void {
    const p = this.calls.packed("definitions", this.definitions.length);
    p.list((q) =>
      this.definitions.push({
        id: this.definitions.length,
        kind: this.names.kinds[q.u32()] ?? "unknown",
        role: q.u32(),
        key: q.text(),
        name: q.text(),
        note: q.text(),
        doc: q.text(),
        source: q.text(),
        ...readSymbols(q),
        parts: q.list((r) => ({ mask: r.u64(), name: r.text(), unit: r.text(), symbols: readSymbols(r).symbols })),
      }),
    );
  }
}
