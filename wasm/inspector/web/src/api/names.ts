// What the numbers in the program's answers stand for.
import type { Confidence, Direction, Severity, ShowFormat, Summary } from "./types.ts";

export const directions: Direction[] = ["unknown", "request", "reply"];
export const confidences: Confidence[] = ["unlikely", "possible", "likely", "certain"];
export const severities: Severity[] = ["note", "warning", "error"];
export const ways: Summary["way"][] = ["", "sent", "received"];
export const showFormats: ShowFormat[] = ["table", "tree", "markdown", "json", "ndjson", "csv"];
