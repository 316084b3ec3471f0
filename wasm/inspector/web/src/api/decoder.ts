import { Calls, readBytes, readFacts, readSymbols } from "./calls.ts";
import { compile, start, type Source } from "./go.ts";
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
  ParseOptions,
  Paste,
  PasteError,
  ProtocolName,
  Reference,
  RequestOptions,
  Summary,
} from "./types.ts";

/**
 * The decoder program. All of it is synchronous: a call on a packet takes
 * microseconds. Sessions hold memory until they are closed.
 */
export class Decoder {
  /** Names of formats and protocols, as options take them, and of kinds of field and of frame. */
  readonly names: {
    readonly formats: readonly string[];
    readonly protocols: readonly ProtocolName[];
    readonly kinds: readonly string[];
    readonly links: readonly string[];
  };
  private known: Reference | null = null;
  private knownForms: string[] | null = null;
  private readonly definitions: Definition[] = [];
  private readonly formatNumbers = new Map<string, number>();
  private readonly protocolNumbers = new Map<string, number>();
  private readonly protocolNames: string[] = [];
  private readonly linkNumbers = new Map<string, number>();

  private constructor(
    /** @internal */
    readonly calls: Calls,
  ) {
    this.names = this.readNames();
  }

  /** What is known about formats and protocols. */
  get reference(): Reference {
    return (this.known ??= this.readReference());
  }

  /** False for the program that a page starts with: it reads and decodes, and does nothing else. */
  get whole(): boolean {
    return this.calls.has("show");
  }

  /** Loads and starts the program. */
  static async create(source: Source): Promise<Decoder> {
    return new Decoder(new Calls(await start(await compile(source))));
  }

  /** Reads a paste and decodes what is in it; the error says where it cannot be read. */
  parse(text: string | Uint8Array, options: ParseOptions = {}): Session | PasteError {
    const id = this.calls.raw("open");
    const n = this.calls.put(text);
    const format = options.format === undefined ? 0 : this.number(this.formatNumbers, options.format, "format");
    const p = this.calls.packed("parse", id, n, format, options.positions ? 1 : 0, ...this.decodeOptions(options));
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
    return new Session(this, id, paste, this.summaries(p), p);
  }

  /** Decodes datagrams given as bytes. */
  decode(datagrams: Uint8Array | readonly Uint8Array[], options: DecodeOptions = {}): Session {
    const list = datagrams instanceof Uint8Array ? [datagrams] : datagrams;
    const id = this.calls.raw("open");
    let size = 4 + 4 * list.length;
    for (const d of list) size += d.length;
    const { bytes, view } = this.calls.room(size);
    view.setUint32(0, list.length, true);
    let to = 4 + 4 * list.length;
    list.forEach((d, i) => {
      view.setUint32(4 + 4 * i, d.length, true);
      bytes.set(d, to);
      to += d.length;
    });
    const p = this.calls.packed("load", id, size, ...this.decodeOptions(options));
    return new Session(this, id, null, this.summaries(p), p);
  }

  /** What is known about a problem's code, a field's key, a rule's key or a protocol; when nothing is, names like it. */
  explain(name: string): { explanations: Explanation[]; suggestions: string[] } {
    const p = this.calls.packed("explain", this.calls.put(name));
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
    const n = this.calls.put(bytes);
    return this.calls.textOf("dump", n, this.number(this.formatNumbers, format, "format"));
  }

  /** Names of the ways in which bytes are copied. */
  get forms(): readonly string[] {
    return (this.knownForms ??= this.calls.packed("forms").list((q) => q.text()));
  }

  /** Bytes in one of these ways. */
  write(form: string, bytes: Uint8Array): string {
    const i = this.forms.indexOf(form);
    if (i < 0) throw new RangeError(`there is no form ${JSON.stringify(form)}`);
    return this.calls.textOf("write", this.calls.put(bytes), i);
  }

  /** What one to eight bytes would be as numbers, an address, a time, bits and text. */
  interpret(bytes: Uint8Array): Fact[] {
    return readFacts(this.calls.packed("interpret", this.calls.put(bytes)));
  }

  /** Builds a request. */
  request(protocol: ProtocolName, o: RequestOptions = {}): Changed {
    const n = this.calls.put([o.message ?? "", o.text ?? "", o.game ?? ""].join("\0"));
    const number = this.number(this.protocolNumbers, protocol, "protocol");
    return readBytes(this.calls.packed("request", n, number, o.id ?? 0, o.challenge ?? 0, o.port ?? 0));
  }

  /** Which values differ between two messages. */
  diff(a: Message, b: Message): Change[] {
    const kinds: Change["kind"][] = ["changed", "added", "removed"];
    return this.calls.packed("diff", a.session.id, a.index, b.session.id, b.index).list((q) => ({
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
    return this.protocolNames[n] ?? "unknown";
  }

  private number(map: Map<string, number>, name: string, what: string): number {
    const n = map.get(name);
    if (n === undefined) throw new RangeError(`there is no ${what} ${JSON.stringify(name)}`);
    return n;
  }

  private decodeOptions(o: DecodeOptions): [number, number, number] {
    return [
      o.protocol === undefined ? 0 : this.number(this.protocolNumbers, o.protocol, "protocol"),
      o.from === undefined ? 0 : directions.indexOf(o.from),
      o.link === undefined ? 0 : this.number(this.linkNumbers, o.link, "kind of frame"),
    ];
  }

  private summaries(p: Packed): Summary[] {
    let index = 0;
    return p.list(
      (q): Summary => ({
        index: index++,
        length: q.u32(),
        protocol: this.protocolName(q.u32()),
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
    const numbered = (map: Map<string, number>): string[] =>
      p.list((q) => {
        const n = q.u32();
        const name = q.text();
        map.set(name, n);
        return name;
      });
    const formats = numbered(this.formatNumbers);
    const protocols = numbered(this.protocolNumbers);
    for (const [name, n] of this.protocolNumbers) this.protocolNames[n] = name;
    const kinds = p.list((q) => q.text());
    const links = p.list((q) => q.text());
    links.forEach((name, n) => this.linkNumbers.set(name, n));
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
    return { formats, protocols, kinds: [...this.names.kinds], links: [...this.names.links] };
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
