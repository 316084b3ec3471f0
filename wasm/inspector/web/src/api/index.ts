export { Decoder, Session, Message, isPasteError, type Operation } from "./decoder.ts";
export type { Source } from "./go.ts";
export * from "./types.ts";
export * from "./captureTypes.ts";
