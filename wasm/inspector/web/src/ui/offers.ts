/** What is shown, as somebody may want to take it along. */
import { copy } from "./clipboard";
import { capital, hex, num, size } from "./copyas";
import { pcap, save } from "./download";
import * as engine from "./engine";
import type { Offer } from "./menu";
import { offset } from "./settings";
import { store } from "./store";
import type { ShowFormat } from "../api/index.ts";

/** The bytes of the packet, and those that are selected of it. */
const packet = (): Uint8Array => store.message?.data ?? new Uint8Array();
function selected(): Uint8Array {
  const r = store.selection;
  return r ? packet().subarray(r.start, r.end) : new Uint8Array();
}

/**
 * Offers to copy bytes, below a heading that says which: what people use, something else if there is, and below another heading what dump
 * programs write when options are given.
 */
export function forms(bytes: () => Uint8Array, between: readonly Offer[], what: string): Offer[] {
  const offer = (name: string): Offer => [
    /^[a-z]+ [a-z]/.test(name) ? capital(name) : name,
    () => void copy(engine.write(name, bytes()), `${/^[a-z]+ [a-z]/.test(name) ? capital(name) : name} of ${what}`),
    name,
  ];
  const rare = (name: string): boolean => name.includes(" -");
  const names = engine.forms();
  const others = names.filter(rare);
  return [
    [capital(what)],
    ...names.filter((name) => !rare(name)).map(offer),
    ...between,
    ...(others.length > 0 ? ([["Dumps by option"], ...others.map(offer)] as const) : []),
  ];
}

/** Offers to copy the packet that is shown. */
export function copies(): Offer[] {
  const whole = (form: ShowFormat, what: string, index?: number) => () => void copy(engine.render(form, index), what);
  return forms(
    packet,
    [
      ["Markdown table", whole("markdown", "Table", store.datagrams.length > 1 ? store.current : -1), "markdown"],
      ["JSON", whole("json", "JSON"), "json"],
    ],
    `packet, ${size(packet().length)}`,
  );
}

/** Offers to save it as a file. */
export function downloads(): Offer[] {
  const m = store.message;
  const r = store.selection;
  const name = store.name.replace(/\.[^.]*$/, "").replace(/[^\w.-]+/g, "-") || "datagram";
  const offer = (value: string, label: string, end: string, type: string, data: () => BlobPart): Offer => [label, () => save(name + end, type, data()), value];
  const all = () => store.messages.map((x) => hex(x.data)).join("\n\n") + "\n";
  return [
    ...(r && r.end > r.start
      ? [
          offer(
            "selected",
            `.bin, selected bytes (${num(r.end - r.start)})`,
            `-${offset(r.start)}-${offset(r.end - 1)}.bin`,
            "application/octet-stream",
            () => selected() as BlobPart,
          ),
        ]
      : []),
    offer("bin", ".bin, this datagram", ".bin", "application/octet-stream", () => m!.data),
    offer("hex", ".hex, all", ".hex", "text/plain", all),
    offer("pcap", ".pcap, all", ".pcap", "application/vnd.tcpdump.pcap", () => pcap(store.messages) as BlobPart),
    offer("json", ".json, all", ".json", "application/json", () => engine.render("json")),
  ];
}
