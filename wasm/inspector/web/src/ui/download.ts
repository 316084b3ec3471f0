/** Files made in the page. */
import type { Message } from "./model";

export function save(name: string, type: string, ...parts: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const a = document.createElement("a");
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const raw = 101; // LINKTYPE_RAW: begins with an IP header

/** Link types of capture files by the key of the first field of a frame. */
const links: ReadonlyArray<readonly [string, number]> = [
  ["frame.ethernet", 1],
  ["frame.sll2", 276],
  ["frame.sll", 113],
  ["frame.loopback", 0],
  ["frame.ipv4", raw],
  ["frame.ipv6", raw],
];

function linkOf(m: Message): number | null {
  const key = m.rowCount > 0 ? m.row(0).key : "";
  return links.find(([k]) => key === k || key.startsWith(k + "."))?.[1] ?? null;
}

function sum16(b: Uint8Array): number {
  let s = 0;
  for (let i = 0; i < b.length; i += 2) s += (b[i]! << 8) | (b[i + 1] ?? 0);
  while (s > 0xffff) s = (s & 0xffff) + (s >>> 16);
  return ~s & 0xffff;
}

/** What the decoder says, else what the paste says. */
const isReply = ({ summary: s }: Message): boolean => s.direction === "reply" || (s.direction === "unknown" && s.way === "received");

/** Puts IPv4 and UDP headers with addresses for documentation around a payload. */
function wrap(p: Uint8Array, reply: boolean): Uint8Array {
  const b = new Uint8Array(28 + p.length);
  const v = new DataView(b.buffer);
  b.set([0x45, 0], 0);
  v.setUint16(2, b.length);
  b.set([0x40, 0, 64, 17], 6);
  b.set(reply ? [192, 0, 2, 2, 192, 0, 2, 1] : [192, 0, 2, 1, 192, 0, 2, 2], 12);
  v.setUint16(10, sum16(b.subarray(0, 20)));
  v.setUint16(20, reply ? 7778 : 50000);
  v.setUint16(22, reply ? 50000 : 7778);
  v.setUint16(24, 8 + p.length);
  b.set(p, 28);
  return b;
}

/**
 * A pcap file. Frames are kept as they are when all have one link; otherwise
 * payloads get headers with addresses that are reserved for documentation.
 */
export function pcap(messages: readonly Message[]): Uint8Array {
  const first = messages[0] ? linkOf(messages[0]) : null;
  const framed = first !== null && messages.every((m) => linkOf(m) === first);
  const packets = messages.map((m) => (framed || m.data.length > 65507 ? m.data : wrap(m.data, isReply(m))));
  const size = packets.reduce((n, p) => n + 16 + p.length, 24);
  const b = new Uint8Array(size);
  const v = new DataView(b.buffer);
  v.setUint32(0, 0xa1b2c3d4, true);
  v.setUint16(4, 2, true);
  v.setUint16(6, 4, true);
  v.setUint32(16, 262144, true);
  v.setUint32(20, framed ? first : raw, true);
  let at = 24;
  packets.forEach((p, i) => {
    v.setUint32(at + 4, i, true); // a microsecond apart, so that the order stays
    v.setUint32(at + 8, p.length, true);
    v.setUint32(at + 12, p.length, true);
    b.set(p, at + 16);
    at += 16 + p.length;
  });
  return b;
}
