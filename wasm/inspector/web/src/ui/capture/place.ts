/** Where somebody is in a capture, and what that place is made of. */
import type { CaptureTab } from "../store";
import type { Sorted } from "../columns";
import type { Conversation, ExchangeQuery, ExchangeRow, ServerRow } from "../../api/capture.ts";

/** Which exchanges are listed. */
export type Picked = Pick<ExchangeQuery, "server" | "client" | "outcome">;

/** What the lists of the worker have in a row. */
export interface Lists {
  exchanges: ExchangeRow;
  servers: ServerRow;
  conversations: Conversation;
}
export type ListName = keyof Lists;

/** Where somebody was in a capture, to come back to it. */
export interface Back {
  /** The capture is shown. */
  readonly step: () => void;
  readonly expression: string;
  readonly picked: Picked;
  readonly sorting: Record<ListName | "packets", Sorted>;
  readonly chosen: string;
  /** Number of the packet that is shown, undefined for none. */
  readonly packet: number | undefined;
  readonly marked: readonly number[];
  readonly captureTab: CaptureTab;
  readonly drawer: boolean;
}

/** A file that is shown, with what opens it once more. */
export interface Opened {
  readonly file: File;
  readonly reopen: (back: Back) => Promise<void>;
}
