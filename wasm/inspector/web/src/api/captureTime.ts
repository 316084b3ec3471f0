// Times as text, and as numbers to count with.
import { wrong } from "./errors.ts";
import type { Time } from "./types.ts";

const second = 1_000_000_000n;

/** A time in nanoseconds since 1970-01-01 UTC. */
export function nanoseconds(time: Time): bigint {
  const [, seconds, fraction = ""] = /^([-+\d]+-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(time) ?? [];
  const ms = Date.parse(`${seconds}Z`);
  return Number.isNaN(ms) ? wrong("time", time, "a time in RFC 3339, in UTC") : BigInt(ms) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}

/** The reverse. */
export function timeOf(ns: bigint): Time {
  const fraction = ((ns % second) + second) % second;
  return `${new Date(Number((ns - fraction) / 1_000_000n)).toISOString().slice(0, 19)}.${fraction.toString().padStart(9, "0")}Z`;
}
