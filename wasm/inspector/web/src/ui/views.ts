/** What the page can show, and where packets come from. */
import type { Sorted } from "./columns";
import type { Input } from "./history";
import type { Rows } from "./model";
import type { ComparedDatagrams } from "../api/captureTypes.ts";

/** What can change, so that each part of the page listens only to what it shows. */
export type Topic = "paste" | "rows" | "current" | "select" | "hover" | "view" | "search" | "capture" | "say" | "packet" | "edit" | "busy";

/** How the middle of the page shows a datagram. */
export type FieldsView = "table" | "tree";
export type MiddleTab = "fields" | "problems" | "summary" | "text" | "compare" | "structure";
export type CaptureTab = (typeof captureTabs)[number][0];
/** The views of a capture; a packet opens below them. */
export const captureTabs = [
  ["overview", "Overview"],
  ["packets", "Packets"],
  ["exchanges", "Exchanges"],
  ["conversations", "Flows"],
  ["servers", "Servers"],
  ["timeline", "Timeline"],
  ["statistics", "Statistics"],
  ["problems", "Problems"],
] as const;
export type Pane = "input" | "fields" | "bytes";
export type Over = "" | "gallery" | "help" | "share";

/** A packet of a capture. */
export interface Packet {
  number: number;
  /** The packets of its exchange. */
  exchange: readonly Uint8Array[];
  /** Which of them it is. */
  only: number;
  link: string;
  comments: readonly string[];
}

/** Where packets that are no paste come from: a capture. */
export interface PacketSource {
  rows: Rows;
  /** Why there is no packet, when there is none; "" as long as some may come. */
  readonly none: string;
  /** How much there is in its views, as far as that is known. */
  readonly counts: Partial<Record<CaptureTab, number>>;
  /** The greatest number that a packet can have. */
  readonly greatest: number;
  /** How many are datagrams that no protocol recognises. */
  readonly unknown: number;
  /** The datagrams of packets by their numbers, or with none all that are unknown, to be compared. */
  datagrams(numbers: readonly number[]): Promise<ComparedDatagrams>;
  readonly sorted: Sorted;
  sort(by: Sorted): void;
  /** The number of a packet, whose row may have to be fetched. */
  number(i: number): Promise<number | undefined>;
  /** A packet with what it takes to decode it. */
  packet(i: number): Promise<Packet | null>;
  /** Makes what opens it once more, as it is shown now. */
  again(): Input["again"];
  /** Another layout describes what no protocol recognises. */
  describe(): Promise<void>;
  /** Something else is shown: nothing of it is needed any more. */
  close(): void;
}
