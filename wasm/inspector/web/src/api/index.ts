export { Decoder } from "./decoder.ts";
export { Session, isPasteError } from "./session.ts";
export { Message, Row, type Operation } from "./message.ts";
export { ArgumentError, ClosedError } from "./errors.ts";
export * from "./types.ts";
export { FilterError } from "./captureTypes.ts";
export type * from "./captureTypes.ts";
