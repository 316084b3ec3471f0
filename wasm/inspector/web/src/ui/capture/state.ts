import { store, type PacketSource } from "../store";
import type { Message, Row, Rows } from "../model";
import * as engine from "../engine";
import type { ExchangeRow, LongTask, Progress } from "../../api/index.ts";
import type { Report, ServerHistory, Source } from "./source";

const page = 200; // rows asked for at a time
const pages = 60; // pages kept

/** Rows that come a page at a time; those not seen for long are let go. */
export class Paged<T> {
  private readonly have = new Map<number, T[] | null>();
  private readonly load: (from: number, to: number) => Promise<T[]>;
  private readonly arrived: () => void;

  constructor(load: (from: number, to: number) => Promise<T[]>, arrived: () => void) {
    this.load = load;
    this.arrived = arrived;
  }

  at(i: number): T | undefined {
    return this.have.get(Math.floor(i / page))?.[i % page];
  }

  want(from: number, to: number): void {
    for (let p = Math.floor(from / page); p * page < to; p++) {
      const known = this.have.get(p);
      if (known !== undefined) continue;
      this.have.set(p, null);
      if (this.have.size > pages) this.have.delete(this.have.keys().next().value!);
      void this.load(p * page, (p + 1) * page).then(
        (rows) => {
          this.have.set(p, rows);
          this.arrived();
        },
        () => this.have.delete(p),
      );
    }
  }
}

class CaptureRows implements Rows {
  private readonly source: Source;
  private readonly paged: Paged<Row>;

  constructor(source: Source) {
    this.source = source;
    this.paged = new Paged((a, b) => source.packets(a, Math.min(b, source.count)), () => store.announce("rows"));
  }
  get count(): number {
    return this.source.count;
  }
  row(i: number): Row | undefined {
    return this.paged.at(i);
  }
  want(from: number, to: number): void {
    if (to > from) this.paged.want(from, Math.min(to, this.count));
  }
}

class CapturePackets implements PacketSource {
  readonly rows: Rows;
  private readonly source: Source;

  constructor(source: Source) {
    this.source = source;
    this.rows = new CaptureRows(source);
  }

  async message(i: number): Promise<Message | null> {
    const p = await this.source.packet(i);
    if (!p) return null;
    const { message, status } = engine.decode(p.data, { protocol: store.protocol, from: store.from }, p.link);
    store.status = status;
    return message;
  }
}

/** What is known about the capture that is open, or being opened. */
class CaptureState {
  name = "";
  source: Source | null = null;
  working: { what: string; progress: Progress; stop: AbortController } | null = null;
  error = "";
  expression = "";
  filterError = "";
  report: Report | null = null;
  exchanges: Paged<ExchangeRow> | null = null;
  exchangeCount = 0;
  chosen = "";
  server: ServerHistory | null = null;

  announce(): void {
    store.announce("capture");
  }

  /** Does something long, with a bar that shows how far it is and a way to stop it. */
  async work<T>(what: string, run: (task: LongTask) => Promise<T>): Promise<T | undefined> {
    this.working?.stop.abort();
    const mine = { what, progress: { bytes: 0, total: 0, packets: 0 }, stop: new AbortController() };
    this.working = mine;
    this.announce();
    try {
      return await run({
        signal: mine.stop.signal,
        onProgress: (p) => {
          mine.progress = p;
          this.announce();
        },
      });
    } catch (e) {
      if (mine.stop.signal.aborted) store.say(`${what}: stopped`);
      else throw e;
      return undefined;
    } finally {
      if (this.working === mine) this.working = null;
      this.announce();
    }
  }

  show(source: Source): void {
    this.source?.close();
    this.source = source;
    this.name = source.name;
    this.expression = this.filterError = this.error = this.chosen = "";
    this.server = null;
    this.refresh();
  }

  /** Shows the packets that the filter lets through, from the first on. */
  refresh(): void {
    const source = this.source!;
    store.open(new CapturePackets(source), source.name);
    this.report = null;
    this.exchangeCount = 0;
    this.exchanges = new Paged(async (from, to) => {
      const { total, rows } = await source.exchanges(from, to - from);
      if (total !== this.exchangeCount) {
        this.exchangeCount = total;
        this.announce();
      }
      return rows;
    }, () => this.announce());
    this.exchanges.want(0, 1);
    void source.report().then((r) => {
      this.report = r;
      this.announce();
    });
    this.announce();
  }

  async filter(expression: string): Promise<void> {
    this.expression = expression;
    this.filterError = "";
    try {
      const done = await this.work("Filtering", async (task) => {
        await this.source!.filter(expression, task);
        return true;
      });
      if (done) this.refresh();
    } catch (e) {
      this.filterError = e instanceof Error ? e.message : String(e);
      this.announce();
    }
  }

  async choose(address: string): Promise<void> {
    this.chosen = address;
    this.server = null;
    this.announce();
    const s = await this.source!.server(address);
    if (this.chosen === address) {
      this.server = s;
      this.announce();
    }
  }

  async goto(packet: number): Promise<void> {
    const i = await this.source!.find(packet);
    if (i >= 0) await store.go(i);
    else store.say(`the filter keeps packet ${packet} out`);
  }

  close(): void {
    this.working?.stop.abort();
    this.source?.close();
    this.source = null;
    this.report = null;
    this.server = null;
    this.error = "";
    store.read("");
    this.announce();
  }
}

export const capture = new CaptureState();
