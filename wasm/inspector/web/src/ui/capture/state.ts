import { store } from "../store";
import { capturesIn } from "../places";
import type { Sorted } from "../columns";
import { num } from "../copyas";
import type { Capture, CaptureReport, CaptureSummary, PacketRow, Progress, ServerHistory } from "../../api/capture.ts";
import type { Back, ListName, Lists, Opened, Picked } from "./place";
import { useFilter } from "./used";
import { FilterError } from "../../api/captureTypes.ts";
import { nanoseconds } from "../../api/captureTime.ts";
import { First } from "./first";
import { Packets } from "./packets";
import { Paged } from "./paged";
import { replaced, Tasks } from "./tasks";

/** Servers without an answer that are counted. */
export const mostSilent = 1000;
const filtering = "Filtering";
const describing = "Reading unknown packets";
const byNumber: Sorted = { sort: "", down: false };
const byTime: Sorted = { sort: "time", down: false };

/** What is known about the capture that is open, or being opened. */
class CaptureState extends Tasks {
  source: Capture | null = null;
  private opened: Opened | null = null;
  /** The file is read, or reading it was stopped. */
  read = false;
  error = "";
  expression = "";
  filterError = "";
  filterColumn = -1;
  summary: CaptureSummary | null = null;
  report: CaptureReport | null = null;
  /** Servers that were queried and never answered; as many as were looked at when it may be more. */
  silent = 0;
  picked: Picked = {};
  sorting: Record<ListName | "packets", Sorted> = {
    packets: byNumber,
    exchanges: byTime,
    servers: { sort: "requests", down: true },
    conversations: { sort: "exchanges", down: true },
  };
  lists: { [K in ListName]: Paged<Lists[K]> } | null = null;
  chosen = "";
  server: ServerHistory | null = null;
  private packets: Packets | null = null;
  /** The time of the first packet, null as long as that has not come. */
  private start: bigint | null = null;
  private started = false;
  private first = new First();
  /** The packet from which times are counted, where somebody chose one. */
  private reference: PacketRow | null = null;
  private summaryAt = 0;

  get file(): File | undefined {
    return this.opened?.file;
  }

  get name(): string {
    return this.source?.name ?? "";
  }

  /** Whether what is shown of the capture is not yet what was asked for: it is read, filtered or sorted. */
  get busy(): boolean {
    return this.pending > 0 || (this.read && Object.values(this.lists ?? {}).some((list) => !list.known));
  }

  /** Shows a capture that was chosen at a time of performance.now. */
  begun(source: Capture, opened: Opened, chosen: number, back?: Back): void {
    if (back) back.step();
    else store.replaced("");
    this.forget();
    if (back) {
      this.picked = back.picked;
      this.sorting = { ...back.sorting, packets: byNumber }; // sorted when the file is read
      this.chosen = back.chosen;
    }
    this.source = source;
    this.opened = opened;
    this.summary = source.summary;
    const packets = new Packets(this, source);
    this.packets = packets;
    this.lists = {
      exchanges: this.list((from, count) => source.exchanges({ from, count, ...this.picked, ...this.order() })),
      servers: this.list((from, count) => source.servers({ from, count, ...this.sorting.servers })),
      conversations: this.list((from, count) => source.conversations({ from, count, ...this.sorting.conversations })),
    };
    store.setView({ captureTab: back?.captureTab ?? "overview", drawer: false, pane: "input" });
    store.open(packets, source.name);
    for (const number of back?.marked ?? []) store.marked.add(number);
    void this.during(this.readAll(source, chosen, back));
  }

  /** Makes what opens this capture once more, as it is now. */
  again(): ((step: () => void) => Promise<void>) | undefined {
    const { opened, expression, picked, sorting, chosen } = this;
    const { captureTab, drawer } = store;
    const packet = store.message ? store.rows.row(store.current)?.number : undefined;
    const now = { expression, picked, sorting: { ...sorting }, chosen, packet, marked: [...store.marked], captureTab, drawer };
    return opened ? (step) => opened.reopen({ ...now, step }) : undefined;
  }

  /** Sorts, filters and shows a packet as before, when the file is read. */
  private async comeBack(source: Capture, { sorting, expression, packet, drawer }: Back): Promise<void> {
    if ((store.current > 0 && store.current !== this.first.row) || this.expression !== "") return; // somebody went elsewhere meanwhile
    await this.packets!.sort(sorting.packets);
    if (expression !== "") await this.filter(expression);
    if (source !== this.source || packet === undefined) return;
    const i = await source.find(packet - 1, this.sorting.packets);
    if (source !== this.source || i < 0) return;
    await store.go(i);
    store.setView({ drawer });
  }

  private list<T>(load: (from: number, count: number) => Promise<{ total: number; rows: T[] }>): Paged<T> {
    return new Paged(load, () => this.announce());
  }

  /** While the file is read exchanges come in the order in which they ended, so that the list only grows. */
  private order(): Sorted {
    return this.read ? this.sorting.exchanges : { sort: "", down: false };
  }

  private async readAll(source: Capture, chosen: number, back?: Back): Promise<void> {
    try {
      await this.work(
        "Reading",
        (task) => source.read(task),
        (p) => this.grown(p),
      );
    } catch (e) {
      if (this.source === source) this.error = e instanceof Error ? e.message : String(e);
    }
    if (this.source !== source) return;
    this.read = true;
    performance.measure("capture read", { start: chosen, detail: { packets: source.progress.packets } }); // for measurements
    try {
      await this.refresh();
    } catch (e) {
      if (this.source === source) throw e;
    }
    await this.describe();
    if (this.source !== source || this.working || this.expression !== "") return; // closed, or filtered meanwhile
    const s = this.summary!;
    store.say(`${s.stopped ? "Stopped after" : "Read"} ${num(s.packets)} packets`);
    await store.known();
    if (back) await this.comeBack(source, back);
  }

  /** More of the file was read. */
  private grown(p: Progress): void {
    this.packets!.grow(p.packets);
    if (this.lists && !this.picking) this.lists.exchanges.count = p.exchanges;
    void this.begin();
    store.announce("rows");
    const now = performance.now();
    if (now - this.summaryAt > 700) {
      this.summaryAt = now;
      void this.sum();
    }
  }

  private async sum(): Promise<void> {
    const source = this.source;
    const s = await source?.now().catch(() => null);
    if (s && source === this.source) {
      this.summary = s;
      this.announce();
    }
  }

  /** Shows the first packet as soon as there is one. */
  private async begin(): Promise<void> {
    const source = this.source;
    if (!source || this.packets!.count === 0) return;
    if (this.started) return this.showFirst();
    this.started = true;
    const first = (await source.packets(0, 1))[0];
    if (source !== this.source) return;
    this.start = first?.time ? nanoseconds(first.time) : 0n;
    store.announce("rows");
    void this.showFirst();
  }

  /** Shows the packet that a capture opens with, once it is known. */
  private async showFirst(): Promise<void> {
    const { source, first } = this;
    const wanted = () => source === this.source && !store.message && store.current <= 0;
    if (source && (await first.choose(source, this.packets!.count, this.read, wanted))) void store.go(first.row);
  }

  /** Shows what there is now: the file is read, or the filter is another. */
  private async refresh(): Promise<void> {
    const source = this.source!;
    this.report = null;
    this.server = null;
    await this.sum();
    const least = { sort: "answered", from: 0, count: mostSilent };
    const [report, few] = await Promise.all([source.report(), source.servers(least), this.chosen ? this.choose(this.chosen) : null]);
    if (source !== this.source) return;
    this.report = report;
    this.silent = few.rows.filter((s) => s.answered === 0 && s.replies === 0 && s.requests > 0).length;
    this.packets!.grow(source.progress.packets);
    this.packets!.renew();
    for (const list of Object.values(this.lists!)) {
      list.reload();
      list.want(0, 1); // how many there are is shown in the tabs
    }
    void this.begin();
    store.announce("rows", "capture");
  }

  /** Shows the packets as the layout of the page describes them, with the same filter. */
  async describe(): Promise<void> {
    while (this.working && !this.choosing) await new Promise((done) => store.addEventListener("capture", done, { once: true }));
    if (this.source && this.read && this.source.layout !== store.layout) await this.filter(this.wanted);
  }

  /** Whether what is at work can give way to another filter. */
  private get choosing(): boolean {
    return this.working?.what === filtering || this.working?.what === describing;
  }

  private filters = 0;
  /** The filter that is applied, or is to be. */
  private wanted = "";

  /** Leaves only the packets that match an expression; one that is still being applied gives way to it. */
  async filter(expression: string): Promise<void> {
    const source = this.source;
    if (!source || (this.working && !this.choosing)) return;
    this.filterError = "";
    this.wanted = expression;
    const mine = ++this.filters;
    this.working?.stop.abort(replaced);
    try {
      await this.inTurn(async () => {
        if (mine === this.filters) await this.filtered(source, expression);
      });
    } catch (e) {
      if (source !== this.source) return; // it was closed meanwhile
      this.wanted = this.expression;
      this.filterError = e instanceof Error ? e.message : String(e);
      this.filterColumn = e instanceof FilterError ? e.column : -1;
      this.announce();
    }
  }

  private async filtered(source: Capture, expression: string): Promise<void> {
    if (source !== this.source) return;
    const before = (await this.packets!.fetch(store.current))?.index ?? 0;
    const { layout } = store;
    const other = source.layout !== layout;
    if (other && !(await this.work(describing, (task) => source.describe(layout, task)))) return;
    let applied = false;
    try {
      applied = await this.applied(source, expression, before);
    } finally {
      if (other && !applied && source === this.source) await this.applied(source, "", before); // the list of before is of another layout
    }
  }

  private async applied(source: Capture, expression: string, before: number): Promise<boolean> {
    const done = await this.work(filtering, (task) => source.filter(expression, task));
    if (!done || source !== this.source) return false;
    const same = expression === "" && this.expression === "";
    this.expression = expression;
    useFilter(expression);
    const packets = same ? this.packets! : new Packets(this, source);
    this.packets = packets;
    packets.grow(done.matching);
    const at = await source.find(before, this.sorting.packets);
    if (same) store.moved(Math.max(0, at));
    else {
      store.open(packets, source.name);
      if (at > 0) void store.go(at);
    }
    await this.refresh();
    const all = num(done.packets);
    store.say(expression === "" ? `All ${all} packets are shown` : `${num(done.matching)} of ${all} packets match`);
    return true;
  }

  /** Leaves of what is shown only what matches too, or what does not. */
  narrow(expression: string, not: boolean): Promise<void> {
    const one = not ? `not (${expression})` : expression;
    return this.show(this.expression === "" ? one : `(${this.expression}) and ${one}`);
  }

  /** Whether only some of the exchanges are listed. */
  get picking(): boolean {
    return Boolean(this.picked.server || this.picked.client || this.picked.outcome);
  }

  /** Lists only the packets that match an expression. */
  async show(expression: string): Promise<void> {
    store.setView({ captureTab: "packets" });
    await this.filter(expression);
  }

  /** Lists other exchanges. */
  pick(q: Picked): void {
    this.picked = q;
    this.lists?.exchanges.reload();
    this.announce();
  }

  /** Shows the exchanges of a server, or between two hosts. */
  showExchanges(q: Picked): void {
    this.sorting.exchanges = byTime;
    this.pick(q);
    store.setView({ captureTab: "exchanges" });
  }

  /** Lists the servers, those that never answered first. */
  showSilent(): void {
    this.sort("servers", { sort: "answered", down: false });
    store.setView({ captureTab: "servers" });
  }

  sort(which: ListName, by: Sorted): void {
    this.sorting[which] = by;
    this.lists?.[which].reload();
    this.announce();
  }

  /** Shows the timeline of a server, "" for all together. */
  choose(address: string): Promise<void> {
    return this.during(this.chosenServer(address));
  }

  private async chosenServer(address: string): Promise<void> {
    this.chosen = address;
    this.server = null;
    this.announce();
    const s = address && this.source ? await this.source.server(address) : null;
    if (this.chosen === address) {
      this.server = s;
      this.announce();
    }
  }

  /** Shows a packet by its number in the file. */
  goto(packet: number): Promise<void> {
    return store.during(this.gone(packet));
  }

  private async gone(packet: number): Promise<void> {
    const i = await this.source!.find(packet - 1, this.sorting.packets);
    if (i >= 0) {
      store.setView({ drawer: true, pane: store.pane === "input" ? "fields" : store.pane }); // where one pane is shown at a time
      await store.go(i);
    } else
      store.say(this.expression && packet <= (this.summary?.packets ?? packet) ? `Packet ${packet} does not match the filter` : `Packet ${packet} not found`);
  }

  /** The time that others are counted from. */
  get zero(): bigint | null {
    return this.reference?.time ? nanoseconds(this.reference.time) : this.start;
  }

  /** The packet that times are counted from, 0 for the first of the file. */
  get zeroPacket(): number {
    return this.reference ? this.reference.index + 1 : 0;
  }

  /** Counts times from a packet; null: from the beginning again. */
  countFrom(packet: PacketRow | null): void {
    this.reference = packet;
    store.announce("rows", "packet");
  }

  /** Whether packets are listed in the order of the file. */
  get inOrder(): boolean {
    return this.sorting.packets.sort === "" && !this.sorting.packets.down;
  }

  /** The row of a packet in the list, fetched if need be. */
  async row(i: number): Promise<PacketRow | undefined> {
    return this.packets?.fetch(i);
  }

  /** Shows the next query packet that has a problem, or the one before, as Packets. */
  async nextProblem(by: 1 | -1): Promise<boolean | undefined> {
    return this.packets?.nextProblem(by);
  }

  private forget(): void {
    this.reference = null;
    store.marked.clear();
    this.working?.stop.abort();
    this.source?.close();
    this.source = this.opened = this.packets = this.report = this.server = this.summary = null;
    this.lists = null;
    this.working = null;
    this.read = false;
    this.error = this.expression = this.wanted = this.filterError = this.chosen = "";
    this.picked = {};
    this.sorting.exchanges = byTime;
    this.sorting.packets = byNumber;
    this.start = null;
    this.started = false;
    this.first = new First();
    this.summaryAt = 0;
  }

  close(): void {
    this.forget();
    this.announce();
  }
}

export const capture = new CaptureState();
capturesIn(capture);
