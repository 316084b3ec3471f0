import { type Field, type Message, type Paste, type PasteError, rowAt, type Rows, rowsOf, type Selection, type Summary } from "./model";
import { isPasteError } from "../api/index.ts";
import { ask } from "./asked";
import * as engine from "./engine";
import { describe } from "./bench";
import { type Fix, mend } from "./fixes";
import { History, type Input } from "./history";
import { remember } from "./memory";
import type { CaptureTab, FieldsView, MiddleTab, Over, Packet, PacketSource, Pane, Topic } from "./views";

export * from "./views";

const failure = (r: ReturnType<typeof engine.read>): PasteError | null => (r !== null && isPasteError(r) ? r : null);

class Store extends EventTarget {
  /** The text of the paste box; null when binary bytes or a capture came instead. */
  text = "";
  /** What the text was read as, or why it cannot be read. */
  paste: Paste | null = null;
  error: PasteError | null = null;
  /** Whether what is shown is what was read before the error came into the text. */
  stale = false;
  /** What is shown in spite of the error is the text with these instead of what cannot be read; null for no error. */
  mended: readonly Fix[] | null = null;
  /** Whether the page still shows what it is for, and an example. */
  welcome = false;
  rows: Rows = rowsOf([]);
  packets: PacketSource | null = null;
  /** What was read last, to come back to it. */
  given: Input = { input: "", name: "", description: "", format: "", protocol: "", from: "", current: 0 };
  readonly history = new History();
  /** What a sample, a file or a changed field put there; the text box itself knows what was typed since. */
  base = "";
  /** Numbers of the datagrams or packets that the reader marked. */
  readonly marked = new Set<number>();

  /** What the input is called: a sample's or file's name. */
  name = "";
  description = "";

  current = 0;
  message: Message | null = null;
  /** The number of the datagram or packet that is shown, 0 for none. */
  shown = 0;
  /** A packet was asked for and has not come. */
  private coming = false;
  selection: Selection | null = null;
  /** Where the keyboard is in the bytes. */
  cursor = 0;
  /** Milliseconds from the request to this reply, of a packet of a capture; null unknown. */
  ping: number | null = null;
  /** What the mouse is over. */
  hovered: Selection | null = null;

  fieldsView: FieldsView = "table";
  tab: MiddleTab = "fields";
  captureTab: CaptureTab = "overview";
  /** Whether the packet of a capture is shown below a view that is not the list of packets. */
  drawer = false;
  pane: Pane = "fields";
  /** What lies over the page. */
  over: Over = "";
  protocol = "";
  from = "";
  /** What is wrong with the link that the page was opened with. */
  linkError = "";
  format = "";

  /** What is to be read once there is something to read it with. */
  private pending: (() => void) | null = null;
  private currentTurn = 0;
  /** What undo is opening again. */
  private returning: Input | null = null;

  announce(...topics: Topic[]): void {
    for (const t of topics) this.dispatchEvent(new Event(t));
  }

  /** Says something in the line at the bottom, which screen readers read out. */
  saying = "";
  say(text: string): void {
    this.saying = text;
    this.announce("say");
  }

  /** Says what is wrong with a link or a file, or with a note what is to be known, until it is dismissed. */
  warn(text: string, note = false): void {
    this.linkError = text;
    this.onlyNote = note;
    this.announce("paste");
  }
  onlyNote = false;

  /** Shows another build of the page; null while there is none. */
  update: (() => void) | null = null;
  offer(update: () => void): void {
    this.update = update;
    this.announce("say");
  }

  private running = 0;
  /** Whether something that was asked for is being done: a file is opened, a place is looked for. */
  get working(): boolean {
    return this.running > 0;
  }
  async during<T>(work: Promise<T>): Promise<T> {
    this.running++;
    this.announce("busy");
    try {
      return await work;
    } finally {
      this.running--;
      this.announce("busy");
    }
  }

  /** Name of a capture that is being opened, "" for none. */
  busy = "";
  opening(name: string): void {
    this.busy = name;
    this.say(name ? `Opening ${name}…` : this.saying.startsWith("Opening ") ? "" : this.saying);
  }

  /** Waits until what was given has been read. */
  async settled(): Promise<void> {
    while (this.pending) await new Promise((read) => this.addEventListener("paste", read, { once: true }));
  }

  /** Whether what was given has been read; for a moment, while the page loads, it has not. */
  get ready(): boolean {
    return engine.ready() && !this.pending;
  }

  /** Whether another packet will be shown than is now, or the first one. */
  get arriving(): boolean {
    return this.coming || !this.ready || (this.packets !== null && this.message === null && this.packets.none === "" && !this.failed);
  }
  /** The packet could not be shown. */
  private failed = false;

  /** Reads what was given before it could be read. */
  begin(): void {
    const read = this.pending;
    this.pending = null;
    if (read) read();
    else this.announce("paste", "rows", "current");
  }

  /** A layout that describes what no protocol recognises, "" for none: Kaitai Struct's language, with what was decided as comments. */
  layout = "";
  /** Describes packets by a layout; returns what is wrong with it, "" for nothing. It stays for what is read later, and is kept in this browser. */
  async describe(text: string): Promise<string> {
    if (text !== "") await engine.loadBench();
    const wrong = engine.benched() ? describe(text) : "";
    if (wrong === "") {
      this.layout = text;
      remember("layout", text);
      await this.packets?.describe();
      this.reread();
    } else if (this.message === null) this.reread();
    return wrong;
  }

  /** Reads once more what is shown, with another decoder or layout. */
  reread(): void {
    const { current } = this;
    if (this.packets) void this.go(current);
    else if (this.given.input.length > 0) this.take(this.given.input, { name: this.name, description: this.description, keep: true });
  }

  /** Takes text from the box, a sample, a link or a file; joined: it continues the change before, and both are undone as one. */
  read(input: string | Uint8Array, about: { name?: string; description?: string; keep?: boolean; joined?: boolean; example?: boolean } = {}): void {
    const { packets } = this;
    if (about.example !== true) this.own();
    if (input.length === 0) this.pane = "input"; // where one pane is shown at a time
    if (about.keep !== true && about.joined !== true) this.replaced(typeof input === "string" ? input : "");
    this.linkError = ""; // it was about what was given before
    this.given = {
      input,
      name: about.name ?? "",
      description: about.description ?? "",
      format: this.format,
      protocol: this.protocol,
      from: this.from,
      current: 0,
    };
    this.packets = null;
    this.take(input, about);
    packets?.close();
  }

  /** Something of the person's own is shown: the example has done its work. */
  private own(): void {
    if (!this.welcome) return;
    this.welcome = false;
    remember("start", "done");
    this.announce("view");
  }

  private take(input: string | Uint8Array, about: { name?: string; description?: string; keep?: boolean }): void {
    this.forgetComing();
    this.text = typeof input === "string" ? input : "";
    this.name = about.name ?? "";
    this.description = about.description ?? "";
    if (about.keep !== true) this.say(""); // it was about something else
    if (!engine.ready()) {
      this.pending = () => this.take(input, about);
      this.announce("paste");
      return;
    }
    this.pending = null;
    const how = { format: this.format, protocol: this.protocol, from: this.from };
    const result = engine.read(input, how, about.keep === true);
    const error = result && isPasteError(result) ? result : null;
    this.error = error;
    this.mended = error && typeof input === "string" ? mend(input, error, (text) => failure(engine.read(text, how, true))) : null;
    this.stale = error !== null && !this.mended && engine.session !== null;
    this.paste = error && !this.mended ? null : (engine.session?.paste ?? null);
    if (this.stale) return this.announce("paste");
    this.rows = rowsOf(this.datagrams, engine.info);
    const same = about.keep === true && this.current < this.rows.count;
    const { selection } = this;
    this.current = same ? this.current : 0;
    this.setMessage(this.rows.count > 0 ? engine.session!.message(this.current) : null, this.current + 1);
    if (same) this.reselect(selection);
    this.announce("paste", "rows", "current", "select", "view");
  }

  /** What was selected stays so where the same bytes are decoded once more. */
  private reselect(was: Selection | null): void {
    const { message } = this;
    if (was && message && was.end <= message.data.length) this.selection = was.row < message.rowCount ? was : { ...was, row: -1, whole: false };
  }

  /** What was there is replaced; it can be restored. */
  replaced(base: string): void {
    this.history.note(this.now);
    this.begins(base);
  }

  private begins(base: string): void {
    this.marked.clear();
    this.base = base;
  }

  private get now(): Input {
    const { given, packets, current } = this;
    return packets ? { ...given, input: "", again: packets.again() } : { ...given, current };
  }

  /** Restores what was there before; with redo what was undone. */
  undo(redo = false): Promise<void> {
    return this.during(this.undone(redo));
  }

  private async undone(redo: boolean): Promise<void> {
    if (this.busy && !redo && !this.returning) {
      ask(); // what is being opened is the last thing that was done
      return this.say("Cancelled");
    }
    const to = this.history.next(redo);
    if (!to) return this.say(redo ? "Nothing to redo" : "Nothing to undo");
    if (to === this.returning) return; // once is enough
    const step = (): void => this.history.step(this.now, redo);
    if (to.again) {
      this.returning = to;
      await to.again(step);
      if (this.returning === to) this.returning = null;
      return;
    }
    ask();
    step();
    this.format = to.format;
    this.protocol = to.protocol;
    this.from = to.from;
    this.begins(typeof to.input === "string" ? to.input : "");
    this.read(to.input, { name: to.name, description: to.description, joined: true });
    await this.settled();
    if (to.current > 0) await this.go(to.current);
    this.say(redo ? "Redone" : "Undone");
  }

  /** Shows the packets of a capture instead of a paste. */
  open(source: PacketSource, name: string): void {
    this.own();
    this.pending = null;
    this.forgetComing();
    this.format = this.protocol = this.from = ""; // chosen for the text before
    this.given = { ...this.given, input: "" };
    this.text = "";
    engine.forget();
    this.paste = this.error = this.mended = null;
    this.stale = false;
    this.packets = source;
    this.rows = source.rows;
    this.name = name;
    this.description = "";
    this.current = 0;
    this.setMessage(null);
    this.announce("paste", "rows", "current", "select");
    if (source.rows.count > 0) void this.go(0);
  }

  /** The list is in another order: what is shown is at another place in it. */
  moved(current: number): void {
    this.current = current;
    this.announce("rows");
  }

  /** What was asked for before is no longer wanted. */
  private forgetComing(): void {
    this.currentTurn++;
    this.coming = this.failed = false;
  }

  private setMessage(m: Message | null, number = 0): void {
    this.message = m;
    this.shown = m ? number : 0;
    this.ping = null;
    this.selection = null;
    this.cursor = 0;
    this.hovered = null;
  }

  /** The datagrams of the paste, or the packet of the capture, that are decoded. */
  get datagrams(): readonly Summary[] {
    return engine.session?.datagrams ?? [];
  }
  get messages(): readonly Message[] {
    return this.datagrams.map((_, i) => engine.session!.message(i));
  }

  /** The datagrams of a paste that are of no known protocol. */
  get unknown(): number[] {
    const known = new Set(engine.protocols());
    return this.datagrams.flatMap((d, i) => (known.has(d.protocol) ? [] : i)); // also where a layout describes them
  }

  /** Whether there are packets to compare: two that are unknown, or marked. */
  get comparable(): boolean {
    return (this.packets?.unknown ?? this.unknown.length) > 1 || this.marked.size > 1;
  }

  /** Shows datagram i. */
  async go(i: number): Promise<void> {
    if (i < 0 || i >= this.rows.count) return;
    this.forgetComing();
    this.current = i;
    if (this.packets) {
      const turn = this.currentTurn;
      this.coming = true;
      this.drawer ||= this.message !== null; // the first packet of a capture shows itself
      this.announce("rows", "view");
      let p: Packet | null = null;
      try {
        p = await this.packets.packet(i);
      } catch (e) {
        if (turn !== this.currentTurn) return; // the capture was closed, for example
        this.warn(`The packet cannot be shown: ${e instanceof Error ? e.message : String(e)}`);
      }
      if (turn !== this.currentTurn) return;
      this.coming = false;
      this.failed = !p;
      this.description = p ? p.comments.map((c) => `“${c}”`).join("\n") : "";
      this.setPacket(p);
    } else this.setMessage(engine.session!.message(i), i + 1);
    this.announce("rows", "current", "select");
  }

  private setPacket(p: Packet | null): void {
    this.setMessage(p && engine.decode(p, { protocol: this.protocol, from: this.from }), p?.number);
  }

  /** The exchanges of a capture are known now: the packet that is shown is decoded once more, knowing the others of its own. */
  async known(): Promise<void> {
    if (this.coming) return this.go(this.current); // it may have been read before
    const p = await this.packets?.packet(this.current).catch(() => null);
    if (this.coming || !p || p.number !== this.shown || p.exchange.length < 2) return;
    const { selection, cursor, ping } = this;
    this.setPacket(p);
    this.reselect(selection);
    [this.cursor, this.ping] = [cursor, ping];
    this.announce("current", "select");
  }

  /** The field that is selected, or that holds all selected bytes. */
  get field(): Field | undefined {
    return rowAt(this.message, this.selection?.row ?? -1);
  }

  selectField(row: number): void {
    if (!rowAt(this.message, row)) return this.clearSelection();
    this.select("row", row);
  }

  /** Selects the field that holds a byte. */
  selectByte(offset: number): void {
    const leaf = this.message?.leafAt(offset) ?? -1;
    if (leaf >= 0) this.select("row", leaf);
    else this.selectBytes(offset, offset);
    this.cursor = offset;
  }

  /** Selects the bytes from a to b, both included; the keyboard is at b then. */
  selectBytes(a: number, b: number): void {
    this.select("bytes", a, b);
    this.cursor = b;
  }

  /** Selects a row, bytes or a place, as Message.select. */
  select(...how: Parameters<Message["select"]>): void {
    if (!this.message) return;
    this.selection = this.message.select(...how);
    this.cursor = this.selection.start;
    this.announce("select");
  }

  clearSelection(): void {
    this.selection = null;
    this.announce("select");
  }

  hover(row: number): void {
    if (row === (this.hovered?.row ?? -1)) return;
    this.hovered = row < 0 ? null : (this.message?.select("row", row) ?? null);
    this.announce("hover");
  }

  /** Marks the current datagram or packet, or takes its mark away. */
  async mark(): Promise<void> {
    const { current, packets } = this;
    const number = this.rows.row(current)?.number ?? (await packets?.number(current));
    if (number === undefined || packets !== this.packets) return;
    if (!this.marked.delete(number)) this.marked.add(number);
    this.say(this.marked.has(number) ? `${number} is marked` : `${number} is no longer marked`);
    this.announce("rows", "select");
  }

  setView(change: Partial<Pick<Store, "fieldsView" | "tab" | "captureTab" | "drawer" | "pane" | "over">>): void {
    if (change.captureTab !== undefined && change.captureTab !== this.captureTab) this.drawer = false;
    Object.assign(this, change);
    this.announce("view");
  }
}

export const store = new Store();
